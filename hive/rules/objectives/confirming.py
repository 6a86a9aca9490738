"""Little upkeep: which facts about the players a decision rests on, and how the table confirms them.

Players take planets, and come and go, without a word. What the Hive does is booked, and players who go where it has
units say so: only systems without Hive units are in doubt, and whether a player's units are still in one of its own.
What a player is known to hold is held, by one player or the other.

Nothing is asked where nothing that players may have done unheard can change it, and nothing twice: what the table has
confirmed in a turn of the Hive, in a strategy phase or in a status phase, stands until it ends. Where players meddle
with the Hive's turn, its decision is made anew, and may rest on something else: only this is asked then.

A system in which the table has said how players stand is not asked about until a turn that nobody booked can have led
there: ships can have come as far as the fastest go from wherever they may be, those that stood there can have left, and
who carries ground forces can have landed. All of it is counted from above (decks/unheard.yaml).

Rules: 28.1.public, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from hive import keys
from hive.board.adjacency import wormholes_in
from hive.board.movement import unhindered
from hive.board.survey import Survey
from hive.catalog.tables import Objective, ReachBound, Seat
from hive.effects import effects
from hive.model.galaxy import PlanetState, System, places_in
from hive.model.game import PLAYERS, Game, Heard, Player, known_galaxy
from hive.naming import system_label, system_labels
from hive.rules.area import yields
from hive.rules.board import Tracked, board_of, known_board
from hive.rules.objectives.on_board import holding_of, met_on_board
from hive.rules.options import chosen
from hive.steps import Ask, Choice, Item, Procedure, anew, question
from hive.words import Name, PlanetName, Words, count, listed, say

# The objectives that the board judges, in the order of scoring, and one behind them that is met in any case.
Rivals = Callable[[], tuple[Sequence[Objective], Objective | None]]
# Something that is hardly there at all.
_PRESENT = {"fighter": 1}
_DOCK = "space_dock"


@dataclass(frozen=True)
class Doubt:
    """An objective that only the board judges: whether it is met as the board is known, and whether it might be."""

    objective: Objective
    met: bool
    can_be_met: bool
    can_be_unmet: bool


def doubtful(survey: Survey, position: str) -> bool:
    """Whether planets of a system can change hands unheard."""
    return not survey.has_units(position, "hive")


def doubtful_planets(survey: Survey, owner: Seat | None) -> dict[str, list[str]]:
    """By system the planets that a side controls, or nobody, as last known, and that can change hands unheard."""
    found: dict[str, list[str]] = {}
    for position in survey.positions:
        planets = [name for name, planet in survey.system(position).planets.items() if planet.control == owner]
        if planets and doubtful(survey, position):
            found[position] = planets
    return found


def boards_that_might_be(survey: Survey) -> Iterator[Survey]:
    """The extremes: all planets in doubt to one player, or to the other; players everywhere, or nowhere near.

    Between these lies whatever the players may have done, as far as an objective can tell.
    """
    for seat in PLAYERS:
        yield _everywhere(survey, lambda system, seat=seat: _taken(system, seat))  # type: ignore[misc]
    yield _everywhere(survey, lambda system: replace(system, units={**system.units, "p1": _PRESENT, "p2": _PRESENT}))
    gone = _everywhere(survey, _left_by_players)
    own = [position for position in survey.positions if not doubtful(survey, position)]
    yield gone.with_systems([_left_in_space(survey.system(position)) for position in own])


def with_free_planets_taken(survey: Survey) -> Iterator[Survey]:
    """All planets that nobody is known to hold in the hands of one player, or of the other."""
    free = doubtful_planets(survey, None)
    for seat in PLAYERS:
        yield survey.with_systems([_given(survey.system(one), free[one], seat) for one in free])


def doubts(survey: Survey, objectives: Sequence[Objective]) -> list[Doubt]:
    """How far each of some objectives that the board judges is in doubt."""
    boards = list(boards_that_might_be(survey))
    found = []
    for objective in objectives:
        met = bool(met_on_board(objective, survey))
        might = {met, *(bool(met_on_board(objective, board)) for board in boards)}
        found.append(Doubt(objective, met, True in might, False in might))
    return found


def home_in_doubt(survey: Survey) -> bool:
    """Whether a planet of the Hive's home could have been lost unheard (Q102)."""
    home = survey.home("hive")
    return home is not None and bool(survey.controlled(home)) and doubtful(survey, home)


def counted_planets(survey: Survey, objectives: Iterable[Objective]) -> dict[str, list[str]]:
    """By system the Hive's planets in doubt that one of some objectives counts, or that its home consists of."""
    wanted = list(objectives)
    found = {}
    for position, planets in doubtful_planets(survey, "hive").items():
        lost = survey.with_system(_taken(survey.system(position), "p1"))
        if position == survey.home("hive") or any(_counts(survey, lost, position, one) for one in wanted):
            found[position] = planets
    return found


def looks_around(objective: Objective, survey: Survey) -> bool:
    """Whether an objective counts the planets of players and where they are."""
    come = holding_of(objective, survey)
    return come is not None and come.requirement.looks_around


def _counts(survey: Survey, lost: Survey, position: str, objective: Objective) -> bool:
    come = holding_of(objective, survey)
    return come is not None and come.after(lost, position).total != come.total


def _everywhere(survey: Survey, change: Callable[[System], System]) -> Survey:
    return survey.with_systems([change(survey.system(one)) for one in survey.positions if doubtful(survey, one)])


def _taken(system: System, seat: Seat) -> System:
    return replace(system, planets={name: _held(planet, seat) for name, planet in system.planets.items()})


def _given(system: System, planets: Sequence[str], seat: Seat) -> System:
    given = {name: replace(planet, control=seat) for name, planet in system.planets.items() if name in planets}
    return replace(system, planets={**system.planets, **given})


def _held(planet: PlanetState, seat: Seat | None) -> PlanetState:
    return replace(planet, control=seat, units={seat: {"infantry": 1}} if seat else {})


def _left_in_space(system: System) -> System:
    """Without players' units in space."""
    return replace(system, units={seat: there for seat, there in system.units.items() if seat not in PLAYERS})


def _left_by_players(system: System) -> System:
    """The same without them on planets, which they hold no longer."""
    left = {name: _held(planet, None) for name, planet in system.planets.items() if planet.control in PLAYERS}
    return replace(_left_in_space(system), planets={**system.planets, **left})


# --- before the Hive scores by the board the table confirms that it is so, or says what it scores


RULE = "1.scope.unchanged-rules"
RIGHT, NOTHING = "right", "none"
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
    board = known_board(game)

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
    board = known_board(game)
    found, able = _in_doubt(board, rivals)
    return _of_objectives(game, board.survey, found) if len(able) > 1 else NO_FACTS


def completion_confirmed(game: Game, judged: Sequence[Objective], others: int, number: int) -> Procedure[None]:
    """Have the table confirm whether the Hive completes so many objectives, where that rests on what nobody has booked.

    In: those that the board judges; how many others are completed. Without a galaxy the table is asked about them.
    Rules: 28.1.public, 6.critical.imperial-objectives.
    """
    board = known_board(game)

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
    yield from anew(lambda: _confirmed(game, rex_facts(game), what_for))


def rex_facts(game: Game) -> Facts:
    """That the Hive holds Mecatol Rex, where that is in doubt: never by numbers that the table has entered.

    Rule: 13.imperial.rex.
    """
    board = known_board(game)
    where = board.survey.mecatol_rex
    return held_facts(board, [where] if where is not None else [])


def replenishing_confirmed(game: Game, infantry: bool = True) -> Procedure[None]:
    """Have the table confirm the planets by which the Hive's bank is replenished, and its infantry where it is.

    Without a galaxy the table has told which planets the Hive has. Rules: 28.5.ready, 29.end.replenish.
    """
    board, what_for = known_board(game), say("what [the Hive] replenishes")
    yield from anew(lambda: _confirmed(game, bank_facts(board, infantry), what_for))


def bank_facts(board: Tracked, infantry: bool = True) -> Facts:
    """The planets in doubt by which the bank is replenished, or ``infantry`` on them; none where it changes nothing.

    Rules: 28.5.bank-maximum, 28.5.spawning-infantry.
    """
    survey, bank = board.survey, board.game.hive.bank
    short = min(bank.resources, bank.influence) < yields(board.game)
    return held_facts(board, [one for one in survey.positions if short or (infantry and one in survey.spawning)])


def held_confirmed(board: Tracked, systems: Iterable[str], what_for: Words) -> Procedure[None]:
    """Have the table confirm the planets of the Hive in some systems, where no unit of it is left. Raises Mended."""
    yield from _confirmed(board.game, held_facts(board, systems), what_for)


def _confirmed(game: Game, facts: Facts, what_for: Words) -> Procedure[None]:
    if facts[0]:
        yield from _once(game, is_it_so(facts, what_for))


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
    return question(keys.FACTS, what_for=what_for, choices=choices, items=items, systems=systems)


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
    answer = yield from sheet
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
    """Objectives in doubt with what each asks for, what they rest on, and the systems to mend it in."""
    wanted = [doubt.objective for doubt in found]
    items = [Item(Name(one.name), Name(one.wants), "28.1.public") for one in wanted]
    hives = counted_planets(survey, wanted)
    items += [_holds(game, position, planets) for position, planets in hives.items()]
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
        systems += [one for one in survey.positions if survey.is_in(one, seat)]
    return [*items, *_nobodys(survey)], [*systems, *doubtful_planets(survey, None)]


def _holds(game: Game, position: str, planets: Sequence[str]) -> Item:
    there = say("[the Hive] holds {planets}", planets=listed([PlanetName(name, position) for name in planets]))
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
    hives = [one for one in survey.positions if survey.is_in(one)]
    near = {place for one in hives for place in survey.in_and_adjacent(one)}
    return sorted(one for one in near if survey.is_in(one, seat))


def _nobodys(survey: Survey) -> list[Item]:
    free = doubtful_planets(survey, None)
    names = [PlanetName(name, position) for position, planets in free.items() for name in planets]
    return [Item(say("Nobody holds {planets}.", planets=listed(names)), count(len(names), "planet"))] if names else []


# --- where the table has said how players stand, and what can have changed since without a word: from the set-up, or
# from when the table has confirmed or mended a system, until a turn that nobody booked can have led there


@dataclass(frozen=True)
class Doubts:
    """Which players may stand otherwise in a system than is known: in its space area, and on its planets."""

    space: tuple[Player, ...] = PLAYERS
    planets: tuple[Player, ...] = PLAYERS

    @property
    def any(self) -> bool:
        """Whether anything may have changed there unheard."""
        return bool(self.space or self.planets)


ALL_IN_DOUBT = Doubts()


def doubts_in(game: Game, position: str) -> Doubts:
    """Who may have come to a system, left it or landed there since the table has said so."""
    unheard = [(seat, game.heard.get(seat, Heard())) for seat in PLAYERS]
    return Doubts(
        tuple(seat for seat, heard in unheard if position not in heard.space),
        tuple(seat for seat, heard in unheard if position not in heard.planets),
    )


def in_doubt(game: Game, positions: Iterable[str]) -> list[str]:
    """Those of some systems in which players may stand otherwise than is known."""
    return [one for one in positions if doubts_in(game, one).any]


def all_is_heard(game: Game) -> None:
    """The board is as the table has just set it up, and nobody has had a turn."""
    game.heard = {seat: Heard(fresh=True) for seat in PLAYERS}
    said(game, known_galaxy(game).systems)


def said(game: Game, systems: Iterable[str], planets: Iterable[str] = (), seats: Collection[Player] = PLAYERS) -> None:
    """The table has said how players stand in some systems, and who holds the ``planets`` of others."""
    known = set(systems)
    for seat in seats:
        heard = game.heard.setdefault(seat, Heard())
        heard.space = sorted(known.union(heard.space))
        heard.planets = sorted(known.union(heard.planets, planets))


def mended(game: Game, changes: Mapping[str, object], moved: str) -> None:
    """The table has booked a move, or set by hand what stands in systems: of the latter it has said all of a side.

    A move is booked in its owner's turn. It may leave out that ground forces have landed. What is mended in a turn of
    the Hive stands on its sheet before it counts.
    """
    for seat in PLAYERS:
        systems = {field.partition("/")[0] for field in changes if seat in field.split("/") or changes[field] == seat}
        if moved == seat or any(changes.get(f"{one}/command_token/{seat}") for one in systems):
            if game.active == seat and seat not in game.booked:
                game.booked.append(seat)
            _forget(game, seat, (), [one for one in systems if _can_land(known_galaxy(game).systems[one], seat)])
        elif game.active != "hive":
            said(game, systems, seats=[seat])


def _can_land(system: System, seat: Player) -> bool:
    """Whether ground forces are there and a planet that no player is known to hold."""
    ground = any(place.units.get(seat, {}).get(unit) for place in places_in(system) for unit in ("infantry", "mech"))
    return ground and any(planet.control not in PLAYERS for planet in system.planets.values())


def turn_taken(game: Game, seat: Player, acted: bool, card: str = "") -> None:
    """A player's turn is over: where ships can have gone and landed, unless the table has booked a move.

    In: whether the player can have performed a tactical action, and the key of the strategy card that was played.
    """
    played = [one for one in game.tables.unheard.cards if one.card == card]
    acted = acted or any(one.moves in game.settings.boxes for one in played)
    if acted and seat not in game.booked:
        _forget(game, seat, *_within_reach(game, seat))
    game.booked = []
    if seat in game.heard:
        game.heard[seat].fresh = False
    card_used(game, card)


def card_used(game: Game, card: str) -> None:
    """Each player can have built at space docks by a strategy card, on whoever's turn it was used."""
    if any(one.card == card and one.produces in game.settings.boxes for one in game.tables.unheard.cards):
        for seat in PLAYERS:
            systems = known_galaxy(game).systems
            _forget(game, seat, [at for at in systems if _has_dock(systems[at], seat)], ())


def _forget(game: Game, seat: Player, space: Collection[str], planets: Collection[str]) -> None:
    if (heard := game.heard.get(seat)) is not None:
        heard.space = [one for one in heard.space if one not in space]
        heard.planets = [one for one in heard.planets if one not in planets]


def _within_reach(game: Game, seat: Player) -> tuple[set[str], set[str]]:
    """Where a player's ships can be after a turn that nobody booked, and where its ground forces can have landed."""
    systems = known_galaxy(game).systems
    found = list(_in_play(game, seat))
    if any(one.anywhere == "all" for one in found):
        return {*systems}, {*systems}
    printed = game.tables.unheard.printed
    starts = {
        at for at, system in systems.items() if seat in doubts_in(game, at).space or _sets_out(system, seat, game)
    }
    ends = {at for at, system in systems.items() if wormholes_in(system, game.tables.tiles)}
    joined = {*(ends if any(one.wormholes for one in found) else ())}
    joined |= starts if any(one.wormholes == "tokens" for one in found) else set()
    reach = partial(unhindered, known_galaxy(game), game.tables, effects(game), starts, joined=joined)
    ships = reach(steps=printed.ships + sum(one.ships for one in found))
    left = {at for at, system in systems.items() if system.units.get(seat)}
    anywhere = ends if any(one.anywhere for one in found) else set()
    return {*ships, *left, *anywhere}, reach(steps=printed.carriers + sum(one.carriers for one in found))


def _in_play(game: Game, seat: Player) -> Iterator[ReachBound]:
    """What takes players farther in this game, as far as it can have come by now."""
    factions = {game.settings.p1.faction, game.settings.p2.faction}
    for one in game.tables.unheard.bounds:
        there = one.faction is None or one.faction in factions or "" in factions
        boxed = one.box is None or one.box in game.settings.boxes
        if there and boxed and (one.option is None or chosen(game, one.option)) and _since(game, seat, one):
            yield one


def _since(game: Game, seat: Player, one: ReachBound) -> bool:
    used = {game.tables.strategy_cards.by_number[at].key for at, card in game.strategy_cards.items() if card.exhausted}
    later = game.round > 1
    return {
        "start": True,
        "cards": later or not game.heard.get(seat, Heard()).fresh or "politics" in used,
        "technology": later or "technology" in used,
        # Who can have scored the three objectives that unlock a hero.
        "hero": game.players[seat].victory_points >= 3,
    }[one.since]


def _sets_out(system: System, seat: Player, game: Game) -> bool:
    """Whether ships of a player stand in a system, or can have been built there."""
    here = [unit.key for unit in game.tables.units.ships]
    return any(system.units.get(seat, {}).get(unit) for unit in here) or _has_dock(system, seat)


def _has_dock(system: System, seat: Player) -> bool:
    return any(place.units.get(seat, {}).get(_DOCK) for place in places_in(system))
