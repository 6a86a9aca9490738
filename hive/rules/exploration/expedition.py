"""The expedition of Thunder's Edge: who claims its slices, and the planet that comes with the last. Rules: page 33."""

from __future__ import annotations

from collections import Counter

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import Game
from hive.naming import units
from hive.reasons import Row, Why
from hive.rules.deck.hive_mind import discard_used, draw
from hive.rules.exploration.board import board_of
from hive.rules.exploration.sites import EDGE
from hive.rules.moments.calling import Handler, at
from hive.rules.moments.kinds import HivePassed
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Name, Words, count, listed, say, sentence

_HEADING = say("Expedition")


@at(HivePassed, option="thunders_edge")
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
    yield Tell(
        say("[The Hive] joins the expedition"),
        "33.expedition.count",
        key=keys.EXPEDITION,
        confirm="done",
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
    line = say(
        "{icons}, counted clockwise over the slices that nobody has claimed.", icons=count(icons, "faction icon")
    )
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
    position = yield from board_of(game).edge_site(by)
    most = max(Counter(game.expedition.values()).values())
    taker = yield from _taker(game, by, most)
    brought = board_of(game).lay_edge(position, taker, most)
    planet = Name(EDGE)
    lines = [
        Item(board_of(game).edge_words(by, position), rule="33.expedition.planet"),
        Item(_infantry_words(game, taker, most), say("the most slices: {number}", number=most), "33.scope"),
        *brought,
        Item(say("Take all command tokens off the expedition; it is over."), rule="33.scope"),
    ]
    if taker == "hive":
        text = say("[The Hive] gains no breakthrough with it, and takes no additional action.")
        lines.append(Item(text, rule="33.expedition.free", aside=True))
    text = say("{who!c} takes {planet}", who=game.name(taker), planet=planet)
    systems = (position,) if position else ()
    yield Tell(
        text,
        "33.expedition.planet",
        key=keys.EDGE_PLACED,
        confirm="done",
        items=tuple(lines),
        systems=systems,
        shown=Shown(_HEADING),
    )


def _infantry_words(game: Game, taker: Seat, number: int) -> Words:
    infantry, planet = units(game, number, "infantry"), Name(EDGE)
    return say("Put {units} of {who} on {planet}.", units=infantry, who=game.name(taker), planet=planet)


def _taker(game: Game, by: Seat, most: int) -> Procedure[Seat]:
    """Who has the most slices; of several, whoever places the planet chooses, and the Hive itself (M7, M8)."""
    slices = Counter(game.expedition.values())
    tied = [seat for seat in game.seats if slices[seat] == most]
    if len(tied) == 1 or (by == "hive" and "hive" in tied):
        return "hive" if by == "hive" and "hive" in tied else tied[0]
    names = listed([game.name(seat) for seat in tied])
    answer = yield from asked(
        Ask(
            key=keys.EDGE_TAKEN,
            text=say("Who takes {planet}?", planet=Name(EDGE)),
            choices=tuple(Choice(seat, sentence(game.name(seat))) for seat in tied),
            rule="33.scope",
            detail=say("{who} have claimed equally many slices; {by} chooses.", who=names, by=game.name(by)),
            shown=Shown(_HEADING, expects=False),
        )
    )
    return next(seat for seat in tied if seat == answer)


HANDLERS: tuple[Handler, ...] = (hive_joins,)
