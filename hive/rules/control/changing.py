"""Planets change hands, are handed over or purged: what is booked, and what follows.

On a tracked galaxy the table names the planet, and what stands there is known; else the Hive's planets are numbers.

Rules: 4.1, 4.2, 14.gain.mecatol-rex, page 21, 31.control.exchange-planets, page 36.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import Seat, SpawningSystem
from hive.model.game import PLAYERS, SPAWNING_SYSTEMS, Game, Player, other_player
from hive.naming import hive_loses, items, planet_label, system_name
from hive.rules.area import (
    STANDARD,
    check_victory,
    controlled_spawning_systems,
    custodians_line,
    discard_worth,
    hive_takes_custodians,
    planets_in,
    takes_mecatol_rex,
    worth_of,
)
from hive.rules.board import PlanetAt, Tracked, board_of, known_board, tracked
from hive.rules.control.taking import (
    destroyed,
    give_way,
    hive_takes,
    player_takes,
    take_off,
    taking_lines,
    uncontrolled,
)
from hive.rules.exploration.exploring import explore_planet, explore_unplaced
from hive.rules.moments import PlanetGained, PlanetTaken, UncontrolledTaken, happen, moment
from hive.steps import Ask, Choice, Item, Procedure, Tell, agreed, anew, asked, meant, question
from hive.words import PlanetName, Words, listed, say, sentence

MARKER, NO_YIELD = "36.conventions.marker", "36.conventions.no-yield"
OTHER = "other"
_MAIN: SpawningSystem = "main"


def purgeable(survey: Survey) -> list[PlanetAt]:
    """The planets whose cards are there yet, those of the Hive first."""
    places = [
        (planet.control != "hive", position, name)
        for position in survey.positions
        for name, planet in survey.system(position).planets.items()
        if not planet.barren
    ]
    return [(position, name) for _, position, name in sorted(places)]


def kinds(game: Game) -> tuple[Choice, ...]:
    """Which planets it can be where no galaxy is tracked: by where the Hive's lie, or one that is not the Hive's."""
    known = controlled_spawning_systems(game)
    found = [_MAIN, *known] if _MAIN not in known else known
    systems = [Choice(one, sentence(say("a planet in {system}", system=system_name(game, one)))) for one in found]
    elsewhere = Choice(STANDARD, say("Another planet of [the Hive]"))
    return (*systems, elsewhere, Choice(OTHER, say("A planet that is not the Hive's")))


def purge_told(game: Game, where: str) -> Procedure[None]:
    """The same where the Hive's planets are numbers; its home counts also while it controls nothing there."""
    hive = game.hive
    if where == _MAIN:
        hive.home_purged += 1
    lost = where if where in (STANDARD, *controlled_spawning_systems(game)) else OTHER
    if lost == STANDARD:
        hive.barren_standard += 1
    elif lost != OTHER:
        hive.barren_spawning += 1
    yield from _told(game, say("the planet"), lost)


def lost_with_its_mark(game: Game, where: str) -> Procedure[None]:
    """A planet is lost where the Hive's planets are numbers: was it one whose card is purged?

    In: where it was, while it still counts as the Hive's. The table is asked if it can be either.
    Rule: 36.conventions.no-yield.
    """
    hive, standard = game.hive, where == STANDARD
    purged = hive.barren_standard if standard else hive.barren_spawning
    if not purged:
        return
    either = purged < (hive.standard_planets if standard else sum(hive.spawning_planets.values()))
    if either and not (yield from agreed(question(keys.PURGED_LOST))):
        return
    if standard:
        hive.barren_standard -= 1
    else:
        hive.barren_spawning -= 1


def _told(game: Game, planet: Words, lost: str) -> Procedure[None]:
    """What hands do; the Hive discards the planet's worth if the planet is its own. Rule: 4.2.loss-trigger."""
    lines = (
        Item(say("Put a trade good on {planet}, as a reminder.", planet=planet), rule=MARKER),
        Item(say("[The Hive] replenishes nothing more from it."), rule=NO_YIELD),
    )
    yield Tell(say("The card of {planet} is purged.", planet=planet), MARKER, items=lines)
    check_victory(game)
    if lost != OTHER and game.winner is None:
        yield from discard_worth(game, say("The card of {planet} is purged", planet=planet), lost)


# --- planets that change hands or are exhausted because the table says so


# More planets than these are searched for rather than read through.
_FEW = 12
NOBODY = "nobody"


def none_spared(_: str) -> bool:
    """Against which planets something cannot be used: there are none."""
    return False


def planet_lost(game: Game) -> Procedure[None]:
    """The Hive loses a planet: which, who took it, what leaves it, and its worth.

    Rules: 4.2.loss-trigger, 4.2.loss-source.
    """
    if (board := tracked(game)) is None:
        return (yield from _lost_told(game))
    place = yield from which(board, question(keys.PLANET_LOST), hives(board))
    if place is None:
        return
    nobody = Choice(NOBODY, say("Nobody"), say("no unit of [the Hive] is left there"))
    choices = (*(Choice(seat, game.name(seat)) for seat in PLAYERS), nobody)
    taker = yield from question(keys.PLANET_TAKEN_BY, "lost", planet=_name(place), choices=choices)
    seat: Seat | None = next((seat for seat in PLAYERS if seat == taker), None)
    left = take_off(board, "hive", place) if seat is None else []
    if left:
        yield Tell(left[0].text, left[0].rule, items=tuple(left))
    yield from player_takes(board, place, seat)


def planet_gained(game: Game) -> Procedure[None]:
    """The Hive takes a planet; units of players leave it. It is explored if nobody controlled it before.

    Rules: 4.1.yield-standard, 23.trigger.planet, 21.invasion.custodians.
    """
    if (board := tracked(game)) is None:
        return (yield from _gained_told(game))
    place = yield from which(board, question(keys.PLANET_GAINED), _others(board))
    if place is None:
        return
    owner, lines = board.control(place), taking_lines(board, place)
    fallen = [board.units(seat, *place) for seat in give_way(board, place)]
    lines += [*hive_takes(board, place), *destroyed(game, fallen)]
    yield Tell(
        say("[The Hive] takes {place} from {who}.", place=board.named(place), who=game.name(owner))
        if owner in PLAYERS
        else say("[The Hive] takes {planets}.", planets=board.named(place)),
        "4.1.yield-standard",
        items=tuple(lines),
    )
    if owner is None:
        yield from explore_planet(game, place)
        yield from moment(game, uncontrolled(board.survey, place))


def planet_exhausted(game: Game, spared: Callable[[str], bool] = none_spared) -> Procedure[None]:
    """An effect exhausts or purges the card of a planet of the Hive, of those not spared. Rule: 4.2.loss-trigger."""
    board, ask = board_of(game), question(keys.PLANET_EXHAUSTED)
    if isinstance(board, Tracked):
        places = [place for place in hives(board) if not spared("/".join(place))]
        place = yield from which(board, ask, places)
        return (yield from exhausted(board, [place] if place is not None else []))
    where = yield from _which_planet(game, ask, spared)
    if where is not None:
        yield from discard_worth(game, say("Exhausted: {planets}", planets=_planet_words(game, where)), where)


def planet_purged(game: Game) -> Procedure[None]:
    """The card of a planet is purged; the table says which, or where it lies. Rule: 36.conventions.marker."""
    if (board := tracked(game)) is None:
        return (yield from purge_told(game, (yield from question(keys.PLANET_PURGED, choices=kinds(game)))))
    place = yield from which(board, question(keys.PLANET_PURGED), purgeable(board.survey))
    if place is not None:
        where = board.kind(place[0]) if board.control(place) == "hive" else OTHER
        pieces.set_barren(game, *place)
        yield from _told(game, _name(place), where)


def rex_taken(game: Game, seat: Player) -> Procedure[None]:
    """A player takes Mecatol Rex, from the Hive if that holds it; it need not be in the galaxy.

    Rules: 14.gain.mecatol-rex, 4.2.loss-trigger.
    """
    board = board_of(game)
    if isinstance(board, Tracked):
        if board.mecatol_rex is not None:
            yield from player_takes(board, board.mecatol_rex, seat)
            return
    elif board.rex_held():
        yield from lost_told(game, "mecatol_rex", seat)
        return
    yield from takes_mecatol_rex(game, seat, None)


# --- on a tracked galaxy


def exhausted(board: Tracked, places: Sequence[PlanetAt]) -> Procedure[None]:
    """Those of some planets that the Hive controls are exhausted, all at once. Rule: 4.2.loss-trigger (Q140)."""
    hives = [place for place in places if board.control(place) == "hive"]
    if hives:
        text = say("Exhausted: {planets}", planets=listed([board.named(place) for place in hives]))
        yield from discard_worth(board.game, text, *(board.kind(position) for position, _ in hives))


def which(board: Tracked, ask: Ask, places: Sequence[PlanetAt]) -> Procedure[PlanetAt | None]:
    """Which of some planets the table means; None, and a word about it, where there is none.

    In: the question without choices.
    """
    by_value = {"/".join(place): place for place in places}
    if not by_value:
        yield Tell(say("There is no such planet in the galaxy."), ask.rule)
        return None
    choices = tuple(Choice(value, board.named(place), _note(board, place)) for value, place in by_value.items())
    shown = replace(ask.shown, kind="search" if len(by_value) > _FEW else "ask")
    return (yield from meant(replace(ask, choices=choices, shown=shown), by_value))


def hives(board: Tracked) -> list[PlanetAt]:
    """The Hive's planets: those of spawning systems first."""
    survey = board.survey
    systems = sorted(survey.positions, key=lambda position: (position not in survey.spawning, position))
    return [(position, name) for position in systems for name in survey.controlled(position)]


def _others(board: Tracked) -> list[PlanetAt]:
    """The planets that the Hive does not control: those where it has units first."""
    survey = board.survey
    systems = sorted(survey.positions, key=lambda position: (not survey.has_units(position), position))
    return [(position, name) for position in systems for name in survey.not_hives(position)]


def _note(board: Tracked, place: PlanetAt) -> Words:
    """Whose it is and what it is worth; where it lies, if that has a name of its own."""
    owner, words = board.control(place), _worth(board.game, board.kind(place[0]))
    return say("{who}'s; {worth}", who=board.game.name(owner), worth=words) if owner in PLAYERS else words


def _worth(game: Game, where: str) -> Words:
    worth = worth_of(game, where)
    return say(
        "worth {resources} and {influence}", resources=items(worth, "resources"), influence=items(worth, "influence")
    )


def _name(place: PlanetAt) -> PlanetName:
    return PlanetName(place[1], place[0])


# --- where planets are numbers


def _lost_told(game: Game) -> Procedure[None]:
    """Of Mecatol Rex the table says who has it now."""
    where = yield from _which_planet(game, question(keys.PLANET_LOST))
    if where is None:
        return
    taker = (yield from _who_takes_mecatol_rex(game)) if where == "mecatol_rex" else NOBODY
    yield from _lose(game, where)
    yield from moment(game, PlanetTaken(where))
    for seat in PLAYERS:
        if seat == taker:
            yield from takes_mecatol_rex(game, seat, "hive")


def lost_told(game: Game, where: str, taker: Player | None) -> Procedure[None]:
    """The Hive loses a planet of a kind that is known: to a player, or because it is gone.

    Rules: 4.2.loss-trigger, 4.2.loss-source, 14.gain.mecatol-rex.
    """
    yield from _lose(game, where)
    if taker is not None:
        yield from moment(game, PlanetTaken(where))
        if where == "mecatol_rex":
            yield from takes_mecatol_rex(game, taker, "hive")


def _gained_told(game: Game) -> Procedure[None]:
    """The table says where, and whether a standard planet is explored. Rule: 4.1.yield-spawning."""
    standard = Choice(STANDARD, say("A standard planet"), _worth(game, STANDARD))
    free = [one for one in SPAWNING_SYSTEMS if game.hive.spawning_planets.get(one, 0) < planets_in(game, one)]
    choices = (standard, *(_choice(game, system) for system in free))
    where = yield from question(keys.PLANET_GAINED, choices=choices)
    _change(game, where, 1)
    brought = [*_custodians(game, where), *happen(game, PlanetGained("hive"))]
    text = say("[The Hive] takes {planets}.", planets=_planet_words(game, where))
    yield Tell(text, "4.1.yield-standard", items=tuple(brought))
    if where == STANDARD:
        yield from explore_unplaced(game)
        yield from moment(game, UncontrolledTaken(known=False))


def _who_takes_mecatol_rex(game: Game) -> Ask:
    """Who takes it gains counters; of other planets it makes no difference."""
    choices = (*(Choice(seat, game.name(seat)) for seat in PLAYERS), Choice(NOBODY, say("Nobody")))
    return question(keys.PLANET_TAKEN_BY, "now", planet=_planet_words(game, "mecatol_rex"), choices=choices)


def _lose(game: Game, where: str) -> Procedure[None]:
    yield from lost_with_its_mark(game, where)
    _change(game, where, -1)
    yield from discard_worth(game, hive_loses(_planet_words(game, where)), where)


def _custodians(game: Game, where: str) -> list[Item]:
    """They stay on Mecatol Rex until the first ground forces come; then the agenda phase is unlocked (Q35)."""
    if where != "mecatol_rex" or game.agenda_unlocked:
        return []
    hive_takes_custodians(game)
    return [custodians_line(game)]


def _which_planet(game: Game, ask: Ask, spared: Callable[[str], bool] = none_spared) -> Procedure[str | None]:
    standard = [Choice(STANDARD, say("A standard planet"))] if game.hive.standard_planets else []
    spawning = [_choice(game, system) for system in controlled_spawning_systems(game)]
    choices = tuple(one for one in (*standard, *spawning) if not spared(one.value))
    if not choices:
        yield Tell(say("[The Hive] controls no planet."), ask.rule)
        return None
    return (yield from replace(ask, choices=choices))


def _choice(game: Game, system: SpawningSystem) -> Choice:
    name = system_name(game, system)
    return Choice(system, name if system == "mecatol_rex" else say("In {system}", system=name))


def _planet_words(game: Game, where: str) -> Words:
    if where == STANDARD:
        return say("a standard planet")
    system = next(system for system in SPAWNING_SYSTEMS if system == where)
    name = system_name(game, system)
    return name if system == "mecatol_rex" else say("a planet in {system}", system=name)


def _change(game: Game, where: str, by: int) -> None:
    hive = game.hive
    if where == STANDARD:
        hive.standard_planets = max(0, hive.standard_planets + by)
        return
    system = next(system for system in SPAWNING_SYSTEMS if system == where)
    hive.spawning_planets[system] = max(0, hive.spawning_planets.get(system, 0) + by)


# --- planets that one player hands over to the ally


RULE = "31.control.exchange-planets"
NONE = "none"
# With one of these on a planet, the ally can be handed it.
_HOLDS = ("infantry", "mech", "pds", "space_dock")


def exchangeable(board: Tracked) -> Iterator[tuple[Player, str, str]]:
    """Each planet of a player on which the ally has a ground force or a structure: the ally, its system, its name."""
    survey = board.survey
    for position in sorted(survey.positions):
        for seat in PLAYERS:
            for name in survey.controlled(position, seat):
                there = board.units(other_player(seat), position, name)
                if any(there.get(key) for key in _HOLDS):
                    yield other_player(seat), position, name


def planets_to_hand_over(board: Tracked) -> tuple[Choice, ...]:
    """The planets that can be handed over."""
    return tuple(
        Choice(
            f"{position}/{name}", planet_label(board.game, position, name), say("to {who}", who=board.game.name(seat))
        )
        for seat, position, name in exchangeable(board)
    )


def hand_over(board: Tracked, value: str, agreed: bool = True) -> tuple[Words, Item] | None:
    """Hand a planet over, once it is agreed: what happens, and what hands do; None if it cannot be."""
    for seat, position, name in exchangeable(board):
        if value == f"{position}/{name}":
            giver, taker = board.game.name(other_player(seat)), board.game.name(seat)
            there = planet_label(board.game, position, name)
            if agreed:
                pieces.set_control(board.game, position, name, seat)
            line = Item(say("{taker} takes the planet card.", taker=taker), rule=RULE)
            return say("{giver} hands {planet} over to {taker}", giver=giver, planet=there, taker=taker), line
    return None


def offer_hand_over(game: Game) -> Procedure[None]:
    """Ask which planets players hand over, one after the other, as long as there is one.

    Without a galaxy the table does it by itself. Rule: 31.control.exchange-planets.
    """
    board = known_board(game)
    while next(exchangeable(board), None) is not None:
        told = hand_over(board, (yield from anew(lambda: asked(_handed_over(board)))))
        if told is None:
            return
        yield Tell(told[0], RULE, items=(told[1],))


def _handed_over(board: Tracked) -> Ask:
    return question(keys.HAND_OVER, choices=(Choice(NONE, say("No")), *planets_to_hand_over(board)))
