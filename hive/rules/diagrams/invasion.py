"""Which planets the Hive may go for. Rules: 15.infest.target, 21.invasion.mecatol-rex."""

from __future__ import annotations

from hive.board.survey import Survey
from hive.model.game import Game


def may_invade(game: Game, survey: Survey, position: str) -> bool:
    """Whether the Hive may take planets of a system: all that are not its own, Mecatol Rex on a condition.

    Rules: 15.infest.target, 15.infest.any-zone, 15.infest.mecatol-rex, 21.invasion.mecatol-rex.
    """
    not_hives = survey.not_hives(position)
    if not not_hives:
        return False
    if position != survey.mecatol_rex:
        return True
    uncontrolled = all(survey.system(position).planets[name].control is None for name in not_hives)
    enough = game.hive.bank.influence >= game.tables.figures.mecatol_rex_influence.value
    return enough or not uncontrolled
