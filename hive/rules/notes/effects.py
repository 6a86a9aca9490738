"""What promissory notes do while they lie with somebody, and at moments of the game.

Rules: page 27.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from hive import keys
from hive.catalog.tables import Note, NoVote
from hive.effects import begin
from hive.effects.leaders import having_leader
from hive.model.game import PLAYERS, Game, Player, Spent
from hive.rules.moments.calling import at, on
from hive.rules.moments.kinds import AgendaRevealed, ObjectiveScored, VoteBegins
from hive.rules.notes.notes import NOTE_WORDS, back_from_hive, back_to_hive, holder, received
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
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


# --- what promissory notes do at moments of the game, and when they go back for it


@at(AgendaRevealed, note="political_secret")
def silenced(game: Game, _: AgendaRevealed) -> Procedure[None]:
    """The Hive uses the Political Secret of players on the agenda just revealed; the notes then go back.

    It acts as page 27 says, and no more (Q124). Rule: 27.received.resolve.
    """
    players, lines = received(game, "political_secret"), []
    for seat in players:
        lines.append(effect_received(game, seat, "political_secret"))
        lines.extend(back_from_hive(game, seat, "political_secret"))
    silence = NoVote(kind="no_vote", say="no vote on this agenda")
    begin(game, str(NOTE_WORDS["political_secret"]), silence, "agenda", players)
    names = listed([game.name(seat) for seat in players])
    text = say("On this agenda {names} cannot vote, play action cards or use faction abilities", names=names)
    yield Tell(text, "27.received.resolve", key=keys.SILENCED, confirm="done", items=tuple(lines))


@at(VoteBegins, note="political_secret", held="by_player")
def kept_from_voting(game: Game, _: VoteBegins) -> Procedure[None]:
    """Whether the Hive's Political Secret is played on this agenda; it then goes back.

    Where it is, the Hive draws neither influence cards nor a multiplier card. Rule: 27.given.political-secret.
    """
    seat = holder(game, "political_secret")
    if seat is None:
        return
    answer = yield from asked(
        Ask(
            key=keys.POLITICAL_SECRET,
            text=say("Does {who} play [the Hive]'s Political Secret on this agenda?", who=game.name(seat)),
            choices=(Choice("no", say("No")), Choice("yes", say("Yes"), say("[the Hive] casts no votes on it"))),
            rule="27.given.political-secret",
            shown=Shown(expects=False),
        )
    )
    lines = back_to_hive(game, seat, "political_secret") if answer == "yes" else []
    if lines:
        silence = NoVote(kind="no_vote", say="the Hive casts no votes on this agenda")
        begin(game, str(NOTE_WORDS["political_secret"]), silence, "agenda", ["hive"])
        yield Tell(say("[The Hive] casts no votes on this agenda."), "27.given.political-secret", items=tuple(lines))


@on(ObjectiveScored, note="support_for_the_throne")
def support_of_a_player_ends(game: Game, scored: ObjectiveScored) -> list[Item]:
    """The Hive gives it back when its owner scores; the activation of a system changes nothing (Q124).

    Rule: 27.received.support-return.
    """
    return [] if scored.by == "hive" else back_from_hive(game, scored.by, "support_for_the_throne")


@on(ObjectiveScored, note="support_for_the_throne", held="by_player")
def support_of_the_hive_ends(game: Game, scored: ObjectiveScored) -> list[Item]:
    """The player gives it back when the Hive scores. Rule: 27.given.support-return."""
    if scored.by != "hive":
        return []
    return [item for seat in PLAYERS for item in back_to_hive(game, seat, "support_for_the_throne")]
