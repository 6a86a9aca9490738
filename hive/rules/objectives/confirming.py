"""Before the Hive scores by the board the table confirms that it is so, or says what it scores. Rule: 28.1.public.

Nothing is asked where nothing that players may have done unheard can change it, and nothing twice: what the table has
confirmed in a turn of the Hive, in a strategy phase or in a status phase, stands until it ends. Where players meddle
with the Hive's turn, its decision is made anew, and may rest on something else: only this is asked then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hive import keys
from hive.board.survey import Survey
from hive.catalog.tables import Objective
from hive.model.game import PLAYERS, Game, Player
from hive.naming import system_label, system_labels
from hive.rules.area.planets import yields
from hive.rules.board.sides import Tracked, board_of
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
TAKES_IMPERIAL = say("whether [the Hive] takes Imperial")

# Lines that say what is known, and the systems in which to mend it.
Facts = tuple[tuple[Item, ...], tuple[str, ...]]
NO_FACTS: Facts = ((), ())


def scored_by_the_table(game: Game, rivals: Rivals, rex: bool) -> Procedure[str]:
    """What the Hive scores where that rests on what nobody has booked: an objective, or :data:`NOTHING`.

    Empty where the board decides, with or without having been confirmed, and without a galaxy: the table is asked
    about each objective that only it can judge. ``rex``: what Mecatol Rex brings is decided with it. In the status
    phase what the bank is replenished by stands on the same sheet.
    Rules: 28.1.public, 13.imperial.rex, 28.5.ready, 1.scope.most-helpful.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return ""

    def confirm() -> Procedure[str]:
        found, able = _in_doubt(board, rivals)
        if len(able) < 2:
            return ""
        besides = bank_facts(board) if game.phase == "status" else rex_facts(game) if rex else NO_FACTS
        facts = together(_of_objectives(game, board.survey, found), besides)
        answer = yield from _once(game, _scoring_sheet(facts, able, bool(besides[0])))
        return "" if answer == RIGHT else answer

    return (yield from anew(confirm))


def rivals_facts(game: Game, rivals: Rivals) -> Facts:
    """What nobody may have booked of all that the Hive's scoring rests on; nothing where it rests on none of it."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return NO_FACTS
    found, able = _in_doubt(board, rivals)
    return _of_objectives(game, board.survey, found) if len(able) > 1 else NO_FACTS


def completion_confirmed(game: Game, judged: Sequence[Objective], others: int, number: int) -> Procedure[None]:
    """Have the table confirm whether the Hive completes so many objectives, where that rests on what nobody has booked.

    In: those that the board judges; how many others are completed. Without a galaxy the table is asked about them.
    Rules: 28.1.public, 6.critical.imperial-objectives.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return

    def confirm() -> Procedure[None]:
        survey = board.survey
        found = doubts(survey, judged)
        least = 0 if home_in_doubt(survey) else others + sum(not one.can_be_unmet for one in found)
        if least < number <= others + sum(one.can_be_met for one in found):
            facts = _of_objectives(game, survey, [one for one in found if _open(one)])
            yield from _once(game, is_it_so(facts, TAKES_IMPERIAL))

    yield from anew(confirm)


def rex_confirmed(game: Game, what_for: Words) -> Procedure[None]:
    """Have the table confirm that the Hive still controls Mecatol Rex, where no unit of it is left.

    Rules: 6.critical.imperial-rex, 13.imperial.rex.
    """

    def confirm() -> Procedure[None]:
        facts = rex_facts(game)
        if facts[0]:
            yield from _once(game, is_it_so(facts, what_for))

    yield from anew(confirm)


def rex_facts(game: Game) -> Facts:
    """That the Hive holds Mecatol Rex, where that is in doubt: never by numbers that the table has entered.

    Rule: 13.imperial.rex.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return NO_FACTS
    where = board.survey.mecatol_rex
    return held_facts(board, [where] if where is not None else [])


def replenishing_confirmed(game: Game, infantry: bool = True) -> Procedure[None]:
    """Have the table confirm the planets by which the Hive's bank is replenished, and its infantry where it is.

    Without a galaxy the table has told which planets the Hive has. Rules: 28.5.ready, 29.end.replenish.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return

    def confirm() -> Procedure[None]:
        facts = bank_facts(board, infantry)
        if facts[0]:
            yield from _once(game, is_it_so(facts, say("what [the Hive] replenishes")))

    yield from anew(confirm)


def bank_facts(board: Tracked, infantry: bool = True) -> Facts:
    """The planets in doubt by which the bank is replenished, or ``infantry`` on them; none where it changes nothing.

    Rules: 28.5.bank-maximum, 28.5.spawning-infantry.
    """
    survey, bank = board.survey, board.game.hive.bank
    short = min(bank.resources, bank.influence) < yields(board.game)
    return held_facts(board, [one for one in survey.positions if short or (infantry and one in survey.spawning)])


def held_confirmed(board: Tracked, systems: Iterable[str], what_for: Words) -> Procedure[None]:
    """Have the table confirm the planets of the Hive in some systems, where no unit of it is left. Raises Mended."""
    facts = held_facts(board, systems)
    if facts[0]:
        yield from _once(board.game, is_it_so(facts, what_for))


def held_facts(board: Tracked, systems: Iterable[str]) -> Facts:
    """What the Hive holds in those of some systems in which no unit of it is left."""
    held = doubtful_planets(board.survey, "hive")
    found = [one for one in dict.fromkeys(systems) if one in held]
    return tuple(_holds(board.game, one, held[one]) for one in found), tuple(found)


def together(*all_facts: Facts) -> Facts:
    """Several facts on one sheet, each once."""
    items = dict.fromkeys(item for facts in all_facts for item in facts[0])
    return tuple(items), tuple(dict.fromkeys(system for facts in all_facts for system in facts[1]))


def is_it_so(facts: Facts, what_for: Words, choices: Sequence[Choice] = (Choice(RIGHT, say("Yes, as shown")),)) -> Ask:
    """The sheet of facts that the table confirms, or mends; and what rests on them, in words."""
    items, systems = facts
    return Ask(
        key=keys.FACTS,
        text=IS_IT_SO,
        choices=tuple(choices),
        rule=RULE,
        detail=say("{what_for!c} rests on it. Tap a system that is wrong.", what_for=what_for),
        items=items,
        anew=True,
        systems=systems,
        shown=Shown(say("As last known"), layout="facts"),
    )


def vouch(game: Game, systems: Iterable[str]) -> None:
    """Keep that the table has confirmed what stands in these systems."""
    game.confirmed = True
    game.vouched = sorted({*game.vouched, *systems})


def forget(game: Game) -> None:
    """A turn or a phase is over, and with it what the table has confirmed in it."""
    game.confirmed, game.vouched = False, []


def _once(game: Game, sheet: Ask) -> Procedure[str]:
    """Have the board confirmed, unless the table has done so in this turn or phase."""
    if game.confirmed or (sheet.systems and set(sheet.systems) <= set(game.vouched)):
        return RIGHT
    answer = yield from asked(sheet)
    vouch(game, sheet.systems)
    return answer


def _in_doubt(board: Tracked, rivals: Rivals) -> tuple[list[Doubt], list[Objective | None]]:
    """The objectives that are in doubt, and what the Hive could score: one thing alone where it is sure."""
    objectives, otherwise = rivals()
    found = doubts(board.survey, objectives)
    return [one for one in found if _open(one)], _possible(board.survey, found, otherwise)


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


def _scoring_sheet(facts: Facts, able: Sequence[Objective | None], more: bool) -> Ask:
    """``more``: the sheet shows what is not about objectives as well."""
    right = Choice(RIGHT, say("Yes, as shown"), _scores(able[0]))
    others = (
        Choice(one.name if one else NOTHING, _instead(one), _scores(one), beside=len(able) == 2) for one in able[1:]
    )
    what = say("what [the Hive] scores and gains") if more else say("what [the Hive] scores")
    return is_it_so(facts, what, (right, *others))


def _scores(objective: Objective | None) -> Words:
    if objective is None:
        return say("[the Hive] scores nothing by it")
    return say("[the Hive] scores {objective}", objective=Name(objective.name))


def _instead(objective: Objective | None) -> Words:
    return say("Not so: {objective}", objective=Name(objective.name)) if objective else say("Not so: none is met")


# --- the facts


def _of_objectives(game: Game, survey: Survey, found: Sequence[Doubt]) -> Facts:
    """Objectives in doubt with what each asks for, and what they rest on."""
    objectives = [doubt.objective for doubt in found]
    items, systems = facts_of(game, survey, objectives)
    return (*(Item(Name(one.name), Name(one.wants), "28.1.public") for one in objectives), *items), systems


def facts_of(game: Game, survey: Survey, objectives: Iterable[Objective]) -> Facts:
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
    there = next_to_hive(survey, seat)
    if not there:
        return Item(say("{who!c} is nowhere next to [the Hive].", who=game.name(seat)))
    systems = system_labels(game, there)
    return Item(say("{who!c} is next to [the Hive] in {systems}.", who=game.name(seat), systems=systems))


def may_be_neighbor(game: Game, seat: Player) -> bool:
    """Whether a player is a neighbor of the Hive as last known, or can be one. Rule: 1.scope.unchanged-rules."""
    board = board_of(game)
    return not isinstance(board, Tracked) or bool(next_to_hive(board.survey, seat))


def next_to_hive(survey: Survey, seat: Player) -> list[str]:
    """The systems with units or planets of a player in or next to those of the Hive: these make them neighbors."""
    hives = [one for one in survey.positions if survey.controlled(one) or survey.has_units(one)]
    near = {place for one in hives for place in survey.in_and_adjacent(one)}
    return sorted(one for one in near if survey.has_units(one, seat) or survey.controlled(one, seat))


def _nobodys(survey: Survey) -> list[Item]:
    free = doubtful_planets(survey, None)
    names = [PlanetName(name, position) for position, planets in free.items() for name in planets]
    return [Item(say("Nobody holds {planets}.", planets=listed(names)), count(len(names), "planet"))] if names else []


def _names(position: str, planets: Sequence[str]) -> Words:
    return listed([PlanetName(name, position) for name in planets])
