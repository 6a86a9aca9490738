"""How often what players own can be used, and against what it cannot.

Rules: 1.scope.unchanged-rules, 30.ability.protected-systems.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive.board import pieces
from hive.catalog.tables.doings import Doing, Spared, Use, stands
from hive.effects.leaders import having_leader
from hive.model.game import PLAYERS, Duration, Game, Player, Spent, other_player
from hive.rules.board.sides import Tracked, board_of
from hive.rules.events.doing_where import WORDS, Limits, Reach
from hive.rules.notes.notes import holder
from hive.rules.options.chosen import faction_of, players_of
from hive.words import Words, listed, say

# What has to pass before it can be used once more.
UNTIL: dict[Use, Duration] = {
    "exhaust": "status",
    "purge": "game",
    "discard": "game",
    "attach": "game",
    "each_round": "combat_round",
    "each_turn": "turn",
}
_MECH = "mech"
_USED_UP: dict[Duration, Words] = {
    "status": say("It is exhausted until the status phase."),
    "game": say("It has been used, and is out of the game."),
    "combat_round": say("It has been used in this round of combat."),
    "turn": say("It has been used in this turn."),
}
_SPARED: dict[Spared, Words] = {
    "home": say("home systems"),
    "mecatol_rex": say("Mecatol Rex"),
    "legendary": say("legendary planets"),
    "wormhole_nexus": say("the wormhole nexus"),
    "creuss_home": say("the home system of the Creuss"),
    "rebellion_home": say("the home system of the Rebellion"),
    "fracture": say("The Fracture"),
    "dreadnought_with_exotrireme_ii": say("dreadnoughts with Exotrireme II"),
}
# Whoever cannot be reached by what spares one of these has a safe place in the spawning systems of the Hive.
_PROTECTING: tuple[Spared, ...] = ("mecatol_rex", "wormhole_nexus")


def used_up(game: Game, doing: Doing, owners: Sequence[Player]) -> Words:
    """Why it cannot be used now, or nothing. A technology that both players can have may be used by each."""
    if doing.use == "per_undamaged_mech" and not any(_unhurt(game, seat, _MECH) for seat in owners):
        return say("No undamaged mech is there to sustain damage.")
    spent = [one.until for one in game.spent if one.doing == doing.doing]
    if doing.use in UNTIL:
        spent += [UNTIL[doing.use] for one in game.told_early if one.doing == doing.doing]
    each = len(owners) if doing.kind == "technology" and game.tables.doings.mode == "standard" else 1
    return _USED_UP[spent[-1]] if len(spent) >= each else ""


def spend(game: Game, doing: Doing, seat: Player) -> None:
    """It has been used now, or a mech sustains damage for it; what holds from now on is used where it acts."""
    if doing.use == "per_undamaged_mech":
        _sustain(game, seat, _MECH)
    until = UNTIL.get(doing.use) if doing.use is not None and not any(stands(doing)) else None
    if until is not None:
        game.spent.append(Spent(doing.doing, until))


def owners(game: Game, doing: Doing) -> list[Player]:
    """The players who can have it: of a note and of leaders, whoever holds or can hold them (Q142)."""
    if doing.hives is not None and (keeper := holder(game, doing.hives)):
        return [keeper]
    if doing.faction is None or game.tables.doings.mode != "standard":
        return [*PLAYERS]
    players = players_of(game, (doing.faction,))
    if doing.whose == "holder":
        return [other_player(seat) for seat in players]
    return having_leader(game, doing) if doing.whose == "leader" else players


def with_the_hive(game: Game, doing: Doing) -> Words:
    """Why no player holds a promissory note, if the Hive does, or nothing.

    Rules: 27.received.resolve, 27.given.printed.
    """
    if doing.hives is not None:
        held = holder(game, doing.hives) is None
    else:
        factions = [faction_of(game, one.owner) for one in game.hive.notes if one.kind == "faction"]
        held = doing.whose == "holder" and doing.faction in factions
    return say("[The Hive] holds this note.") if held else ""


def limits_of(game: Game, doing: Doing, user: Player | None = None) -> Limits:
    """How far the board can be reached with it, by one of those who can have it or just by this one."""
    board, users = board_of(game), tuple(owners(game, doing)) if user is None else (user,)
    spared, where = tuple(doing.not_against), tuple(doing.where)
    if isinstance(board, Tracked):
        return Reach(game, spared, where, users, board)
    return Limits(game, spared, where, users)


def _unhurt(game: Game, seat: Player, unit: str) -> bool:
    """Whether such a unit of a player can sustain damage in the space area of the battle, as far as is known."""
    board, at = board_of(game), game.battle
    if not isinstance(board, Tracked):
        return True
    return bool(at) and board.units(seat, at).get(unit, 0) > board.damaged(seat, at).get(unit, 0)


def _sustain(game: Game, seat: Player, unit: str) -> None:
    """It does, where that is known."""
    if isinstance(board_of(game), Tracked) and _unhurt(game, seat, unit):
        pieces.damage(game, seat, unit, 1, game.battle)


def spared_words(doing: Doing) -> Words:
    """Where alone it can be used, and against what not, or nothing. Rule: 30.ability.protected-systems."""
    said: list[Words] = [WORDS[one] for one in doing.where]
    spared = [_SPARED[one] for one in doing.not_against]
    if any(one in doing.not_against for one in _PROTECTING):
        spared.append(say("[the Hive]'s main and auxiliary spawning systems"))
    if spared:
        said.append(say("not against {spared}", spared=listed(spared)))
    return listed(said, ";") if said else ""


def on_the_card(game: Game, doing: Doing) -> list[str]:
    """What its card does by itself, of which there can be more than one row: whoever has one has all of them."""
    card = doing.name, doing.kind, doing.box
    same = [one for one in game.tables.doings.doings if (one.name, one.kind, one.box) == card]
    by_itself = [one.doing for one in same if one.each_time or any(stands(one))]
    return list(dict.fromkeys((doing.doing, *by_itself)))
