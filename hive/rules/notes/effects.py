"""What promissory notes do while they lie with somebody. Rules: page 27."""

from __future__ import annotations

from collections.abc import Callable, Collection

from hive import keys
from hive.catalog.tables import Note
from hive.effects.leaders import having_leader
from hive.model.game import Game, Player, Spent
from hive.rules.notes.notes import NOTE_WORDS, received
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import Words, say

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
            "It goes back in the ready cards step in which an exhausted agent of {who} would be readied: it is not.",
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
            "When {who} next replenishes commodities, all of them go to [the Hive]: the app asks when Trade is played.",
            who=who,
        ),
        "27.received.resolve",
    ),
    "ceasefire": (
        lambda who: say(
            "When {who} next activates a system with Hive units, {who} cannot move units there.",
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
            "{who} uses it in a ground combat, under “We used ...”, and it goes back.",
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
            "an answer where the action is announced.",
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


# --- in the ready cards step


def exhausted_of(game: Game, seats: Collection[Player]) -> list[Spent]:
    """The exhausted agents of some players of which the table has told. Rule: 27.received.faction."""
    by_key = game.tables.doings.by_key
    spent = [(one, by_key[one.doing]) for one in game.spent if one.doing in by_key]
    return [one for one, doing in spent if doing.kind == "agent" and {*seats} & {*having_leader(game, doing)}]


def exhausted_agents(game: Game) -> Procedure[list[Player]]:
    """Whose agents would be readied, of the players whose faction note the Hive has received (Q103).

    Rule: 27.received.faction.
    """
    exhausted = []
    for seat in received(game, "faction"):
        known = bool(exhausted_of(game, [seat]))
        answer = yield from asked(
            Ask(
                key=keys.AGENT_EXHAUSTED,
                text=say("Does {who} have an exhausted agent?", who=game.name(seat)),
                choices=(
                    Choice("yes", say("It is exhausted"), say("the faction note goes back in place of readying it")),
                    Choice("no", say("None is"), say("[the Hive] keeps the faction note")),
                ),
                rule="27.received.faction",
                shown=Shown(expects=known),
            )
        )
        if answer == "yes":
            exhausted.append(seat)
    return exhausted
