"""Where were we: four lines for a table that comes back to its game after a pause."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hive.games.present import Present
from hive.model.game import Game
from hive.rules.galactic import war
from hive.web.table.hive import hive_view
from hive.web.table.log import LogLine, log_line
from hive.web.table.now import now_of
from hive.web.words import clock, runs, whose_turn
from hive.words import Amount, Name, Piece, Words, count, listed, say

PAUSE = timedelta(minutes=45)
"""How long nothing was entered before a table wants to be told where it was."""


@dataclass(frozen=True)
class Returning:
    """What to tell: when it was, the turn, the last line that brought something, the Hive's goods, and what is next."""

    when: str
    turn: tuple[Piece, ...]
    last: tuple[Piece, ...]
    has: Words
    saves: Words
    next: tuple[Piece, ...]


def returning(present: Present, now: datetime | None = None) -> Returning | None:
    """Where a game stood that is opened again; None where no pause lies behind it, and while it is set up."""
    made_at = str(present.lines[0]["made_at"]) if present.lines else ""
    game = present.session.game
    if game.phase == "setup" or game.winner is not None or not _paused(made_at, now or datetime.now(UTC)):
        return None
    return Returning(
        when=clock(made_at),
        turn=whose_turn(present),
        last=_last([log_line(game, line) for line in present.lines]),
        has=_has(game),
        saves=_saves(game),
        next=runs(now_of(present).plain),
    )


def _last(lines: list[LogLine]) -> tuple[Piece, ...]:
    """What came of the last line that brought more than a card; of none, what the table said last."""
    return next((line.outcome for line in lines if line.steps and line.outcome), lines[0].said)


def _paused(made_at: str, now: datetime) -> bool:
    try:
        moment = datetime.fromisoformat(made_at).astimezone(UTC)
    except ValueError:
        return False
    return now - moment >= PAUSE


def _has(game: Game) -> Words:
    hive = game.hive
    amounts: list[Amount] = [
        count(hive.bank.resources, "resource"),
        count(hive.bank.influence, "influence", "influence"),
        count(hive.trade_goods, "trade good"),
        count(hive.tokens.tactic + hive.tokens.strategy, "command token"),
        count(hive.action_cards, "action card"),
        count(game.event_cards.atomics, "token on Stellar Atomics", "tokens on Stellar Atomics"),
        count(len(game.event_cards.monuments), "monument"),
        count(war.held(game), "special commodity", "special commodities"),
    ]
    return listed([amount for amount in amounts if amount.number]) or say("nothing")


def _saves(game: Game) -> Words:
    saved = [
        say(
            "{objective} ({meters})",
            objective=Name(saving.objective),
            meters=listed(
                [say("{have} of {amount}", have=meter.have, amount=meter.words) for meter in saving.meters], ","
            ),
        )
        for saving in hive_view(game).savings
    ]
    return listed(saved)
