"""What promissory notes do while they lie with somebody. Rules: page 27."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Note
from hive.model.game import Game, Player
from hive.rules.notes.notes import NOTE_WORDS, back_from_hive, back_to_hive, holder, received
from hive.steps import Ask, Choice, Item, Procedure, Tell, asked
from hive.words import listed

# What holds while the Hive has a player's note, and by which rule.
_RECEIVED: dict[Note, tuple[str, str]] = {
    "alliance": ("{0} cannot use the commander, even an unlocked one.", "27.received.alliance"),
    "faction": ("It goes back in the ready cards step, and {0}'s agents are not readied.", "27.received.faction"),
    "support_for_the_throne": ("It goes back when {0} scores an objective.", "27.received.support-return"),
    "political_secret": (
        "On the next agenda {0} cannot vote, play action cards or use faction abilities.",
        "27.received.resolve",
    ),
    "trade_agreement": (
        "When {0} next replenishes commodities, all of them go to the Hive: enter it under Events.",
        "27.received.resolve",
    ),
    "ceasefire": (
        "When {0} next activates a system with Hive units, {0} cannot move units there: enter it under Events.",
        "27.received.resolve",
    ),
}
_DUE_AT_A_TURN: tuple[Note, ...] = ("trade_agreement", "ceasefire")
# What a player may do while holding a note of the Hive, and by which rule.
_GIVEN: dict[Note, tuple[str, str]] = {
    "alliance": ("{0} may use the Hive's commander.", "27.given.alliance"),
    "faction": ("{0} uses it as printed: enter it under Events once it goes back.", "27.given.printed"),
    "support_for_the_throne": ("It goes back when the Hive scores an objective.", "27.given.support-return"),
    "political_secret": ("{0} may keep the Hive from voting on one agenda.", "27.given.political-secret"),
    "trade_agreement": ("{0} may take all commodities that the Hive has gained.", "27.given.trade-agreement"),
    "ceasefire": (
        "When the Hive activates a system with units of {0}, {0} may keep its ships from moving there: enter it "
        "under Events.",
        "27.given.printed",
    ),
}


def effect_received(game: Game, owner: Player, kind: Note) -> Item:
    """What a player's note means while the Hive has it. Rule: 27.received.resolve."""
    text, rule = _RECEIVED[kind]
    return Item(f"{NOTE_WORDS[kind]}: {text.format(game.name(owner))}", "the Hive has received it", rule)


def effect_given(game: Game, player: Player, kind: Note) -> Item:
    """What a note of the Hive means while a player holds it. Rule: 27.given.printed."""
    text, rule = _GIVEN[kind]
    return Item(f"{NOTE_WORDS[kind]}: {text.format(game.name(player))}", f"the Hive's, with {game.name(player)}", rule)


def due_at_a_turn(game: Game, seat: Player) -> tuple[Item, ...]:
    """What the Hive's next opportunity for a note may be in a player's turn. Rule: 27.received.resolve."""
    due = [note.kind for note in game.hive.notes if note.owner == seat and note.kind in _DUE_AT_A_TURN]
    return tuple(effect_received(game, seat, kind) for kind in due)


# --- on an agenda


def political_secret_played(game: Game) -> Procedure[bool]:
    """Whether the Hive's Political Secret is played on this agenda; it then goes back.

    Where it is, the Hive draws neither influence cards nor a multiplier card. Rule: 27.given.political-secret.
    """
    seat = holder(game, "political_secret")
    if seat is None:
        return False
    answer = yield from asked(
        Ask(
            key=keys.POLITICAL_SECRET,
            text=f"Does {game.name(seat)} play the Hive's Political Secret on this agenda?",
            choices=(Choice("no", "No"), Choice("yes", "Yes", "the Hive casts no votes on it")),
            rule="27.given.political-secret",
        )
    )
    lines = back_to_hive(game, seat, "political_secret") if answer == "yes" else []
    if lines:
        yield Tell("The Hive casts no votes on this agenda.", "27.given.political-secret", items=tuple(lines))
    return bool(lines)


def silenced(game: Game) -> Procedure[list[Player]]:
    """The players whose Political Secret the Hive uses on the agenda just revealed; the notes then go back.

    Rule: 27.received.resolve.
    """
    players = received(game, "political_secret")
    lines = []
    for seat in players:
        lines.append(effect_received(game, seat, "political_secret"))
        lines.extend(back_from_hive(game, seat, "political_secret"))
    if players:
        names = listed([game.name(seat) for seat in players])
        text = f"On this agenda {names} cannot vote, play action cards or use faction abilities"
        yield Tell(text, "27.received.resolve", key=keys.SILENCED, confirm="done", items=tuple(lines))
    return players
