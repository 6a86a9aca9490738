"""What promissory notes do while they lie with somebody. Rules: page 27."""

from __future__ import annotations

from collections.abc import Callable

from hive import keys
from hive.catalog.tables import Note
from hive.model.game import Game, Player
from hive.rules.notes.notes import NOTE_WORDS, back_from_hive, back_to_hive, holder, received
from hive.steps import Ask, Choice, Item, Procedure, Tell, asked
from hive.words import Words, listed, say

# What a note does, told of the player whose note it is, or who holds it.
Effect = Callable[[Words], Words]
# What holds while the Hive has a player's note, and by which rule.
_RECEIVED: dict[Note, tuple[Effect, str]] = {
    "alliance": (
        lambda who: say(
            "{who} cannot use the commander, even an unlocked one.",
            who=who,
        ),
        "27.received.alliance",
    ),
    "faction": (
        lambda who: say(
            "It goes back in the ready cards step, and {who}'s agents are not readied.",
            who=who,
        ),
        "27.received.faction",
    ),
    "support_for_the_throne": (
        lambda who: say(
            "It goes back when {who} scores an objective.",
            who=who,
        ),
        "27.received.support-return",
    ),
    "political_secret": (
        lambda who: say(
            "On the next agenda {who} cannot vote, play action cards or use faction abilities.",
            who=who,
        ),
        "27.received.resolve",
    ),
    "trade_agreement": (
        lambda who: say(
            "When {who} next replenishes commodities, all of them go to [the Hive]: enter it under Events.", who=who
        ),
        "27.received.resolve",
    ),
    "ceasefire": (
        lambda who: say(
            "When {who} next activates a system with Hive units, {who} cannot move units there: enter it under Events.",
            who=who,
        ),
        "27.received.resolve",
    ),
}
_DUE_AT_A_TURN: tuple[Note, ...] = ("trade_agreement", "ceasefire")
# What a player may do while holding a note of the Hive, and by which rule.
_GIVEN: dict[Note, tuple[Effect, str]] = {
    "alliance": (
        lambda who: say(
            "{who} may use [the Hive]'s commander.",
            who=who,
        ),
        "27.given.alliance",
    ),
    "faction": (
        lambda who: say(
            "{who} uses it as printed: enter it under Events once it goes back.",
            who=who,
        ),
        "27.given.printed",
    ),
    "support_for_the_throne": (
        lambda who: say("It goes back when [the Hive] scores an objective."),
        "27.given.support-return",
    ),
    "political_secret": (
        lambda who: say(
            "{who} may keep [the Hive] from voting on one agenda.",
            who=who,
        ),
        "27.given.political-secret",
    ),
    "trade_agreement": (
        lambda who: say(
            "{who} may take all commodities that [the Hive] has gained.",
            who=who,
        ),
        "27.given.trade-agreement",
    ),
    "ceasefire": (
        lambda who: say(
            "When [the Hive] activates a system with units of {who}, {who} may keep its ships from moving there: "
            "enter it under Events.",
            who=who,
        ),
        "27.given.printed",
    ),
}


def effect_received(game: Game, owner: Player, kind: Note) -> Item:
    """What a player's note means while the Hive has it. Rule: 27.received.resolve."""
    effect, rule = _RECEIVED[kind]
    return Item(
        say("{note}: {effect}", note=NOTE_WORDS[kind], effect=effect(game.name(owner))),
        say("[the Hive] has received it"),
        rule,
    )


def effect_given(game: Game, player: Player, kind: Note) -> Item:
    """What a note of the Hive means while a player holds it. Rule: 27.given.printed."""
    effect, rule = _GIVEN[kind]
    return Item(
        say("{note}: {effect}", note=NOTE_WORDS[kind], effect=effect(game.name(player))),
        say("[the Hive]'s, with {who}", who=game.name(player)),
        rule,
    )


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
            text=say("Does {who} play [the Hive]'s Political Secret on this agenda?", who=game.name(seat)),
            choices=(Choice("no", say("No")), Choice("yes", say("Yes"), say("[the Hive] casts no votes on it"))),
            rule="27.given.political-secret",
        )
    )
    lines = back_to_hive(game, seat, "political_secret") if answer == "yes" else []
    if lines:
        yield Tell(say("[The Hive] casts no votes on this agenda."), "27.given.political-secret", items=tuple(lines))
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
        text = say("On this agenda {names} cannot vote, play action cards or use faction abilities", names=names)
        yield Tell(text, "27.received.resolve", key=keys.SILENCED, confirm="done", items=tuple(lines))
    return players
