"""Events of transactions with the Hive and of promissory notes. Rules: pages 25, 26, 27 and 30."""

from __future__ import annotations

from hive.fields import AnyField, Number, OneOf
from hive.model.game import PLAYERS, Game, Player
from hive.rules.events.kinds import Args, Event, nobody_may, who_may
from hive.rules.notes import (
    KINDS,
    back_from_hive,
    back_to_hive,
    goods_gained,
    most_commodities,
    name_of,
    received,
)
from hive.rules.transactions.arms import arms_transaction, interference, no_arms_now, no_interference_now
from hive.rules.transactions.payment import refusal
from hive.steps import Choice, Item, Procedure, Tell
from hive.words import Words, say

# --- transactions


def _interference(game: Game, args: Args) -> Procedure[None]:
    yield from interference(game, args["who"])


def _no_interference(game: Game) -> Words:
    """Rules: 25.interference.when, 30.transaction.once-per-round."""
    return no_interference_now(game) or nobody_may(game, refusal)


def _arms(game: Game, args: Args) -> Procedure[None]:
    yield from arms_transaction(game, args["who"])


def _in_turn(game: Game) -> tuple[Player, ...]:
    """The player whose turn it is."""
    return tuple(seat for seat in PLAYERS if not no_arms_now(game, seat))


def _no_arms(game: Game) -> Words:
    """Rules: 26.when, 30.transaction.once-per-round."""
    seats = _in_turn(game)
    return nobody_may(game, refusal, seats) if seats else say("It is not a player's turn.")


def _interfering(game: Game) -> tuple[AnyField, ...]:
    return (who_may(game, refusal, PLAYERS),)


def _arming(game: Game) -> tuple[AnyField, ...]:
    return (who_may(game, refusal, _in_turn(game) or PLAYERS),)


# --- promissory notes


def _notes_out(game: Game) -> tuple[Choice, ...]:
    """Every note that does not lie with its owner: whose it is, and its kind."""
    theirs = [(note.owner, note.kind) for note in game.hive.notes]
    received = [Choice(f"{owner}.{kind}", name_of(game, owner, kind), say("with [the Hive]")) for owner, kind in theirs]
    given = [
        Choice(f"hive.{kind}", name_of(game, "hive", kind), say("with {who}", who=game.name(seat)))
        for seat in PLAYERS
        for kind in game.players[seat].notes
    ]
    return (*received, *given)


def _note_fields(game: Game) -> tuple[AnyField, ...]:
    notes = _notes_out(game)
    if not notes:
        return ()
    most = [most_commodities(game, seat) for seat in received(game, "trade_agreement")]
    goods = (Number("commodities", say("Commodities for [the Hive]"), maximum=max(most)),) if most else ()
    return (OneOf("note", say("Which note"), notes), *goods)


def _note_back(game: Game, args: Args) -> Procedure[None]:
    """A note was used as printed, or goes back for another reason.

    With a player's Trade Agreement the Hive gains the player's commodities, as trade goods (Q51).
    Rules: 27.received.resolve, 27.given.printed.
    """
    owner, _, name = str(args.get("note", "")).partition(".")
    lines: list[Item] = []
    for seat in PLAYERS:
        for kind in KINDS:
            if kind != name:
                continue
            if owner == seat:
                lines.extend([*back_from_hive(game, seat, kind), *_agreement(game, kind, args)])
            elif owner == "hive":
                lines.extend(back_to_hive(game, seat, kind))
    yield Tell(lines[0].text if lines else _NO_NOTE, "27.received.resolve", items=tuple(lines))


def _agreement(game: Game, kind: str, args: Args) -> list[Item]:
    return goods_gained(game, int(args.get("commodities", 0))) if kind == "trade_agreement" else []


_NO_NOTE = say("Every promissory note lies with its owner.")

EVENTS: tuple[Event, ...] = (
    Event(
        "interference",
        say("We want a transaction: interference"),
        "Players",
        "25.interference.when",
        _interference,
        _interfering,
        impossible=_no_interference,
        forcible=True,
        page="special_transactions",
    ),
    Event(
        "arms_transaction",
        say("We want a transaction: arms"),
        "Players",
        "26.when",
        _arms,
        _arming,
        impossible=_no_arms,
        forcible=True,
        page="arms_transactions",
    ),
    Event(
        "note_back",
        say("A promissory note was used, or goes back"),
        "Players",
        "27.received.resolve",
        _note_back,
        _note_fields,
        impossible=lambda game: "" if _notes_out(game) else _NO_NOTE,
    ),
)
