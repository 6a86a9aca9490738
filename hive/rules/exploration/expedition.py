"""The expedition of Thunder's Edge: who claims its slices, and the planet that comes with the last. Rules: page 33."""

from __future__ import annotations

from collections import Counter

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import Game
from hive.naming import system_label, units
from hive.rules.board import Tracked, board_of, known_board, tracked
from hive.rules.deck import discard_used, draw
from hive.rules.exploration.exploring import EDGE
from hive.rules.moments import HivePassed, PlanetGained, Source, at, happen
from hive.steps import Choice, Confirmed, Item, Procedure, Row, Shown, Tell, Why, question, which_of
from hive.words import Name, Words, count, listed, say

_HEADING = say("Expedition")


@at(HivePassed, Source(option="thunders_edge"))
def hive_joins(game: Game, _: HivePassed) -> Procedure[None]:
    """After it has passed the Hive claims a slice, as long as one is left and a card can be drawn.

    Rules: 33.expedition.when, 33.expedition.count, 33.expedition.free.
    """
    if not game.unclaimed:
        return
    keep = list(game.deck.in_use)
    card = yield from draw(game, "expedition", ("icons",), "33.expedition.when")
    discard_used(game, keep)
    if card is None or card.icons is None:
        yield Tell(say("No expedition card is left."), "3.1.depleted")
        return
    number, why = counted(game, card.icons)
    if number is None:
        yield Tell(say("[The Hive] claims no slice of the expedition."), "33.expedition.count", why=why)
        return
    game.expedition[number] = "hive"
    text = say("Put a command token of [the Hive] on the slice “{slice}”.", slice=slice_words(game, number))
    free = say("[The Hive] pays nothing for it, and gains no breakthrough.")
    yield Confirmed(
        say("[The Hive] joins the expedition"),
        "33.expedition.count",
        key=keys.EXPEDITION,
        why=why,
        items=(Item(text, rule="33.expedition.count"), Item(free, rule="33.expedition.free", aside=True)),
        shown=Shown(_HEADING),
    )
    yield from last_slice(game, "hive")


def counted(game: Game, icons: int) -> tuple[int | None, Why]:
    """The slice that the Hive claims, and why that.

    Slice zero is where the count begins, and so comes last in each round of it (Q69); without an icon it is claimed
    itself if nobody has done so (M5). Rule: 33.expedition.count.
    """
    unclaimed = game.unclaimed
    order = sorted(unclaimed, key=lambda number: number == 0)
    first = 0 if 0 in unclaimed else None
    found = order[(icons - 1) % len(order)] if icons else first
    slices = range(len(game.tables.setup.expedition))
    rows = tuple(_row(game, number, order, found) for number in slices)
    line = say("{icons}, counted clockwise over the slices that nobody has claimed.", icons=count(icons, "icon"))
    return found, Why(line, rows)


def _row(game: Game, number: int, order: list[int], found: int | None) -> Row:
    owner = game.expedition.get(number)
    result: Words = say("claimed by {who}", who=game.name(owner)) if owner is not None else say("not claimed")
    if owner is None and number in order:
        result = say("number {number} of the count", number=order.index(number) + 1)
    return Row(slice_words(game, number), result, "33.expedition.count", number == found)


def slice_words(game: Game, number: int) -> Words:
    """How the table knows a slice: by what it costs a player."""
    return Name(game.tables.setup.expedition[number].name)


def player_joins(game: Game, seat: Seat, number: int) -> Procedure[None]:
    """A player claims a slice at the end of a turn. Rule: 33.scope."""
    game.expedition[number] = seat
    words = slice_words(game, number)
    yield Tell(say("{who!c} joins the expedition: {slice}.", who=game.name(seat), slice=words), "33.scope")
    yield from last_slice(game, seat)


# --- the planet


def last_slice(game: Game, by: Seat) -> Procedure[None]:
    """Once every slice is claimed, the planet comes, and whoever has claimed the most of them takes it.

    In: who has claimed the last. Rules: 33.expedition.planet, 33.scope.
    """
    if game.unclaimed:
        return
    position = yield from _edge_site(game, by)
    most = max(Counter(game.expedition.values()).values())
    taker = yield from _taker(game, by, most)
    brought = _lay_edge(game, position, taker, most)
    planet, who = Name(EDGE), game.name(taker)
    infantry = say("Put {units} of {who} on {planet}.", units=units(game, most, "infantry"), who=who, planet=planet)
    lines = [
        Item(_edge_words(game, by, position), rule="33.expedition.planet"),
        Item(infantry, say("the most slices: {number}", number=most), "33.scope"),
        *brought,
        Item(say("Take all command tokens off the expedition; it is over."), rule="33.scope"),
    ]
    if taker == "hive":
        text = say("[The Hive] gains no breakthrough with it, and takes no additional action.")
        lines.append(Item(text, rule="33.expedition.free", aside=True))
    yield Confirmed(
        say("{who!c} takes {planets}", who=who, planets=planet),
        "33.expedition.planet",
        key=keys.EDGE_PLACED,
        items=tuple(lines),
        systems=(position,) if position else (),
        shown=Shown(_HEADING),
    )


def _taker(game: Game, by: Seat, most: int) -> Procedure[Seat]:
    """Who has the most slices; of several, whoever places the planet chooses, and the Hive itself (M7, M8)."""
    slices = Counter(game.expedition.values())
    tied = [seat for seat in game.seats if slices[seat] == most]
    if len(tied) == 1 or (by == "hive" and "hive" in tied):
        return "hive" if by == "hive" and "hive" in tied else tied[0]
    names = listed([game.name(seat) for seat in tied])
    ask = question(keys.EDGE_TAKEN, planet=Name(EDGE), who=names, by=game.name(by))
    return (yield from which_of(ask, {seat: game.name(seat) for seat in tied}))


def _edge_site(game: Game, by: Seat) -> Procedure[str]:
    """Into which system a side puts the planet: a player chooses among those that may hold it.

    The Hive takes the one with the most of its capacity ships in and next to it (M9). Empty if none may hold it, or
    only the table knows. Rule: 33.expedition.planet.
    """
    board = known_board(game)
    sites = _edge_sites(board)
    if by == "hive":
        most = max((_capacity_ships(board, one) for one in sites), default=0)
        sites = [one for one in sites if _capacity_ships(board, one) == most]
    if len(sites) <= 1:
        return sites[0] if sites else ""
    return (
        yield from question(
            keys.EDGE_SITE,
            planet=Name(EDGE),
            choices=(Choice(one, system_label(board.game, one), _near(board, one)) for one in sites),
            systems=sites,
        )
    )


def _edge_sites(board: Tracked) -> list[str]:
    """Those that may hold it: no planet, supernova or printed wormhole, open to the Hive, not The Fracture (M9)."""
    tiles, survey = board.game.tables.tiles.by_number, board.survey
    systems = {at: survey.system(at) for at in sorted(survey.positions)}
    return [
        at
        for at, system in systems.items()
        if not (system.planets or tiles[system.tile].wormholes or tiles[system.tile].closed_to_hive)
        and "supernova" not in survey.anomalies(at)
        and not survey.in_the_fracture(at)
    ]


def _edge_words(game: Game, by: Seat, position: str) -> Words:
    """Where the planet comes. Rule: 33.expedition.planet."""
    if (board := tracked(game)) is None:
        return _edge_told(game, by)
    if not position:
        return say("No system may hold {planet}: it stays off the board.", planet=Name(EDGE))
    system = system_label(game, position)
    return say("Put {planet} into {system}: {ships}.", planet=Name(EDGE), system=system, ships=_near(board, position))


def _edge_told(game: Game, by: Seat) -> Words:
    """By what the table finds the system of the planet (M9). Rule: 33.expedition.planet."""
    if by != "hive":
        return say("{who!c} puts {planet} into any system that may hold it.", who=game.name(by), planet=Name(EDGE))
    return say(
        "Put {planet} into the system with the most carrying ships of [the Hive] in and next to it, among those "
        "without a planet, a supernova or a printed wormhole.",
        planet=Name(EDGE),
    )


def _lay_edge(game: Game, position: str, taker: Seat, infantry: int) -> list[Item]:
    """Lay its token, put the infantry on it and note who controls it; out comes what it brings the Hive.

    Rule: 33.expedition.planet.
    """
    board = board_of(game)
    if isinstance(board, Tracked) and not position:
        return []
    tokens = game.tables.tiles.tokens_by_key.values()
    brings = next(one.token for one in tokens if one.planet is not None and one.planet.name == EDGE)
    board.lay_token(position, brings)
    board.give((position, EDGE), taker)
    board.put(taker, {"infantry": infantry}, (position, EDGE))
    return happen(game, PlanetGained("hive")) if taker == "hive" else []


def _capacity_ships(board: Tracked, position: str) -> int:
    survey = board.survey
    return survey.capacity_ships(survey.in_and_adjacent(position))


def _near(board: Tracked, position: str) -> Words:
    ships = count(_capacity_ships(board, position), "carrying ship")
    return say("{ships} of [the Hive] in and next to it", ships=ships)
