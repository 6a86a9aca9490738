"""How far the Hive has come with a public objective, for the eyes of the table alone. Rules: 28.1.public, Q39."""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables import ItemType, Objective
from hive.model.game import Game, Player
from hive.rules.objectives.of_players import come_of
from hive.rules.objectives.on_board import come
from hive.words import Words, say


@dataclass(frozen=True)
class Progress:
    """Something that an objective asks for: how many the Hive has, at most as many as it needs."""

    what: Words
    have: int
    need: int


ITEMS: dict[ItemType, Words] = {
    "resources": say("resources"),
    "influence": say("influence"),
    "trade_goods": say("trade goods"),
    "command_tokens": say("command tokens"),
}


def progress(game: Game, objective: Objective) -> tuple[Progress, ...]:
    """What the Hive has of all that an objective asks for; nothing where only the table knows.

    Of items the stockpile counts: trade goods of the funds can fill its gaps (Q39). Rule: 28.1.count-stockpile.
    """
    if objective.spend:
        stock = game.hive.stockpile
        return tuple(Progress(ITEMS[item], min(need, stock.of(item)), need) for item, need in objective.spend.items())
    if objective.group == "technology":
        return (_technology(game, objective),)
    found = come(game, objective)
    return () if found is None else (Progress(_BOARD[objective.group], min(found), found[1]),)


def progress_of(game: Game, seat: Player, objective: Objective) -> Progress | None:
    """How far a player is with what an objective asks of the board; None where only the table knows."""
    found = come_of(game, seat, objective)
    return None if found is None else Progress(game.name(seat), min(found), found[1])


_BOARD: dict[str, Words] = {"structure": say("structures"), "control": say("planets"), "presence": say("on the board")}


def _technology(game: Game, objective: Objective) -> Progress:
    if objective.unit_upgrades is not None:
        by_name = game.tables.technologies.by_name
        have = sum(by_name[name].counts_for_objectives for name in game.hive.upgrades)
        return Progress(say("unit upgrades"), min(have, objective.unit_upgrades), objective.unit_upgrades)
    levels, need = objective.technologies_per_colour or 0, objective.colours or 0
    have = sum(level >= levels for level in game.hive.technologies.values())
    return Progress(say("colours"), min(have, need), need)
