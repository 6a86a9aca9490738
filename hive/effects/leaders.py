"""Who has the leaders of a faction. Rules: 36.culture.leaders, 32.lower.commanders, 27.received.alliance (Q142)."""

from __future__ import annotations

from hive.catalog.tables.doings import Doing
from hive.model.game import PLAYERS, Game, Player, other_player

# With one of these at the table no leaders are exchanged.
_KEEP_LEADERS = ("Firmament", "Obsidian")


def having_leader(game: Game, doing: Doing) -> list[Player]:
    """Who can have a leader: exchanged ones change sides, and by the Alliance the ally has the commander as well."""
    first = _first(game, doing)
    allies = [other_player(seat) for seat in first] if doing.kind == "commander" else []
    return list(dict.fromkeys((*first, *allies)))


def commanding(game: Game, doing: Doing) -> list[Player]:
    """Who has a commander that is unlocked from the start, and by each other's Alliance the ally as well.

    While the Hive holds the Alliance of its owner, nobody can use it. Rules: 32.lower.commanders, 27.received.alliance.
    """
    figures, first = game.tables.figures, _first(game, doing)
    unlocked = figures.commanders_unlocked.value or figures.leaders_exchanged.value
    with_the_hive = any(note.kind == "alliance" and note.owner in first for note in game.hive.notes)
    if doing.kind != "commander" or not unlocked or with_the_hive:
        return []
    return having_leader(game, doing) if figures.commanders_unlocked.value else first


def _first(game: Game, doing: Doing) -> list[Player]:
    """Who plays the faction of a leader, or got it by an exchange. Rule: 36.culture.leaders."""
    factions = {"p1": game.settings.p1.faction, "p2": game.settings.p2.faction}
    players = [seat for seat in PLAYERS if factions[seat] == doing.faction]
    exchanged = game.tables.figures.leaders_exchanged.value and not {*factions.values()} & {*_KEEP_LEADERS}
    return [other_player(seat) for seat in players] if exchanged else players
