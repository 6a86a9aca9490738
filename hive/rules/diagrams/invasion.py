"""Which planets the Hive may go for. Rules: 15.infest.target, 21.invasion.mecatol-rex."""

from __future__ import annotations

from hive.board.survey import Survey
from hive.model.game import Game


def invadable(game: Game, survey: Survey, position: str) -> list[str]:
    """The planets of a system that the Hive may take: the open ones that are not its own, Mecatol Rex on a condition.

    Rules: 15.infest.target, 15.infest.any-zone, 15.infest.mecatol-rex, 21.invasion.mecatol-rex.
    """
    not_hives = [name for name in survey.not_hives(position) if not survey.is_closed(position, name)]
    if position != survey.mecatol_rex:
        return not_hives
    closed = too_little_influence(game, survey)
    return [planet for planet in not_hives if planet not in closed]


def may_invade(game: Game, survey: Survey, position: str) -> bool:
    """Whether the Hive may take planets of a system. Rule: 15.infest.target."""
    return bool(invadable(game, survey, position))


def too_little_influence(game: Game, survey: Survey) -> list[str]:
    """Mecatol Rex, while nobody controls it and the Hive's bank holds too little influence for it; else nothing.

    Another planet in its system is open to the Hive all the same (Q112).
    Rules: 15.infest.mecatol-rex, 21.invasion.mecatol-rex.
    """
    where = survey.mecatol_rex
    if where is None or game.hive.bank.influence >= game.tables.figures.mecatol_rex_influence.value:
        return []
    system = survey.system(where)
    printed = {planet.name for planet in survey.tables.tiles.by_number[system.tile].planets}
    return [name for name, planet in system.planets.items() if name in printed and planet.control is None]
