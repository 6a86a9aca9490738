"""Before the Hive scores by the board the table confirms that it is so, or says what it scores. Rule: 28.1.public.

Nothing is asked where nothing that players may have done unheard can change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hive import keys
from hive.board.sides import Tracked
from hive.board.survey import Survey
from hive.catalog.tables import Objective
from hive.model.game import PLAYERS, Game, Player
from hive.naming import system_label, system_labels
from hive.rules.objectives.doubts import (
    Doubt,
    Rivals,
    counted_planets,
    doubtful_planets,
    doubts,
    home_in_doubt,
    looks_around,
)
from hive.steps import Ask, Choice, Item, Procedure, Shown, anew, asked
from hive.words import Name, PlanetName, Words, count, listed, say

RULE = "1.scope.unchanged-rules"
RIGHT, NOTHING = "right", "none"
IS_IT_SO = say("Is the board so?")
MEND = say("Tap a system to mend it.")


def scored_by_the_table(board: Tracked, rivals: Rivals) -> Procedure[str]:
    """What the Hive scores where that rests on what nobody has booked: an objective, or :data:`NOTHING`.

    Empty where the board decides, with or without having been confirmed. Rules: 28.1.public, 1.scope.most-helpful.
    """

    def confirm() -> Procedure[str]:
        survey = board.survey
        objectives, otherwise = rivals()
        found = doubts(survey, objectives)
        able = _possible(survey, found, otherwise)
        if len(able) < 2:
            return ""
        answer = yield from asked(_sheet(board.game, survey, [one for one in found if _open(one)], able))
        return "" if answer == RIGHT else answer

    return (yield from anew(confirm))


def _open(doubt: Doubt) -> bool:
    return doubt.can_be_met and doubt.can_be_unmet


def _possible(survey: Survey, found: Sequence[Doubt], otherwise: Objective | None) -> list[Objective | None]:
    """All that the Hive could score, what it scores as the board is known first; None is nothing."""
    able: list[Objective | None] = []
    for doubt in found:
        if doubt.can_be_met:
            able.append(doubt.objective)
        if not doubt.can_be_unmet:
            break
    else:
        able.append(otherwise)
    if home_in_doubt(survey) and None not in able:
        able.append(None)
    now = next((doubt.objective for doubt in found if doubt.met), otherwise)
    return [now, *(one for one in able if one != now)]


def _sheet(game: Game, survey: Survey, found: Sequence[Doubt], able: Sequence[Objective | None]) -> Ask:
    objectives = [doubt.objective for doubt in found]
    right = Choice(RIGHT, say("All right"), _scores(able[0]))
    others = (
        Choice(one.name if one else NOTHING, _instead(one), _scores(one), beside=len(able) == 2) for one in able[1:]
    )
    items, systems = facts_of(game, survey, objectives)
    return Ask(
        key=keys.FACTS,
        text=IS_IT_SO,
        choices=(right, *others),
        rule=RULE,
        detail=say("What [the Hive] scores rests on it. {mend}", mend=MEND),
        items=(*(Item(Name(one.name), Name(one.wants), "28.1.public") for one in objectives), *items),
        anew=True,
        systems=systems,
        shown=Shown(say("As last known"), layout="facts"),
    )


def _scores(objective: Objective | None) -> Words:
    if objective is None:
        return say("[the Hive] scores nothing by it")
    return say("[the Hive] scores {objective}", objective=Name(objective.name))


def _instead(objective: Objective | None) -> Words:
    return say("Not so: {objective}", objective=Name(objective.name)) if objective else say("Not so: none is met")


# --- the facts


def facts_of(game: Game, survey: Survey, objectives: Iterable[Objective]) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """What some objectives rest on that nobody may have booked, line by line, and the systems to mend it in."""
    wanted = list(objectives)
    hives = counted_planets(survey, wanted)
    items = [_holds(game, position, planets) for position, planets in hives.items()]
    systems = list(hives)
    if any(looks_around(one, survey) for one in wanted):
        held, holding = holders_of(game, survey)
        items += held
        systems += holding
    return tuple(items), tuple(dict.fromkeys(systems))


def holders_of(game: Game, survey: Survey) -> tuple[list[Item], list[str]]:
    """Which planets players and nobody hold, and where players are next to the Hive; and the systems concerned."""
    items: list[Item] = []
    systems: list[str] = []
    for seat in PLAYERS:
        items += [_players_planets(game, survey, seat), _where_next_to(game, survey, seat)]
        systems += [one for one in survey.positions if survey.has_units(one, seat) or survey.controlled(one, seat)]
    return [*items, *_nobodys(survey)], [*systems, *doubtful_planets(survey, None)]


def _holds(game: Game, position: str, planets: Sequence[str]) -> Item:
    there = say("[the Hive] holds {planets}", planets=_names(position, planets))
    text = say("{system!c}: {there}", system=system_label(game, position), there=there)
    return Item(text, system=position, there=there)


def _players_planets(game: Game, survey: Survey, seat: Player) -> Item:
    held = [PlanetName(name, one) for one in survey.positions for name in survey.controlled(one, seat)]
    if not held:
        return Item(say("{who!c} holds no planet.", who=game.name(seat)))
    return Item(say("{who!c} holds {planets}.", who=game.name(seat), planets=listed(held)), count(len(held), "planet"))


def _where_next_to(game: Game, survey: Survey, seat: Player) -> Item:
    """Where a player is a neighbor of the Hive: in or next to a system with its units or planets."""
    hives = [one for one in survey.positions if survey.controlled(one) or survey.has_units(one)]
    near = {place for one in hives for place in survey.in_and_adjacent(one)}
    there = sorted(one for one in near if survey.has_units(one, seat) or survey.controlled(one, seat))
    if not there:
        return Item(say("{who!c} is nowhere next to [the Hive].", who=game.name(seat)))
    systems = system_labels(game, there)
    return Item(say("{who!c} is next to [the Hive] in {systems}.", who=game.name(seat), systems=systems))


def _nobodys(survey: Survey) -> list[Item]:
    free = doubtful_planets(survey, None)
    names = [PlanetName(name, position) for position, planets in free.items() for name in planets]
    return [Item(say("Nobody holds {planets}.", planets=listed(names)), count(len(names), "planet"))] if names else []


def _names(position: str, planets: Sequence[str]) -> Words:
    return listed([PlanetName(name, position) for name in planets])
