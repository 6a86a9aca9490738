"""What promissory notes do at moments of the game, and when they go back for it. Rules: page 27."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import NoVote
from hive.effects import begin
from hive.model.game import PLAYERS, Game
from hive.rules.moments.calling import Handler, at, on
from hive.rules.moments.kinds import AgendaRevealed, ObjectiveScored, VoteBegins
from hive.rules.notes.effects import effect_received
from hive.rules.notes.notes import NOTE_WORDS, back_from_hive, back_to_hive, holder, received
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import listed, say


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


HANDLERS: tuple[Handler, ...] = (
    silenced,
    kept_from_voting,
    support_of_a_player_ends,
    support_of_the_hive_ends,
)
