"""A promissory note passes to the Hive or from it; a transaction card names its kind. Rules: page 27."""

from __future__ import annotations

from collections.abc import Callable

from hive import keys
from hive.catalog.tables import Note
from hive.model.game import Game, Player
from hive.model.hive_area import NoteHeld
from hive.rules.deck.hive_mind import draw
from hive.rules.notes.effects import effect_given, effect_received
from hive.rules.notes.notes import KINDS, NOTE_WORDS, givable, name_of, receivable
from hive.rules.objectives.scoring import change_points
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Words, say

Available = Callable[[], list[Note]]


def receive_note(game: Game, owner: Player) -> Procedure[None]:
    """A player gives the Hive a note; it lies face up in front of its owner.

    What has gone to the ally meanwhile the app does not know, so the table may name another note.
    Rules: 27.draw, 27.unavailable, 27.received.display, 27.received.support.
    """
    name = game.name(owner)
    lay = Item(say("Lay it face up in {who}'s play area as a reminder.", who=name), rule="27.received.display")
    kind = yield from _kind(
        game, say("{who} gives [the Hive]", who=name), lambda: receivable(game, owner), lay, others=True
    )
    if kind is None:
        return
    game.hive.notes.append(NoteHeld(kind, owner))
    effect = effect_received(game, owner, kind)
    yield Tell(
        say("[The Hive] has received {note}.", note=name_of(game, owner, kind)), "27.received.display", items=(effect,)
    )
    if kind == "support_for_the_throne":
        yield from change_points(game, "hive", game.tables.figures.support_points.value)


def give_note(game: Game, player: Player) -> Procedure[None]:
    """The Hive gives a player one of its notes. Rules: 27.draw, 27.unavailable, 27.given.support."""
    name = game.name(player)
    use = Item(say("{who} uses it as printed, but for what page 27 changes.", who=name), rule="27.given.printed")
    kind = yield from _kind(game, say("[The Hive] gives {who}", who=name), lambda: givable(game), use, others=False)
    if kind is None:
        return
    game.players[player].notes.append(kind)
    effect = effect_given(game, player, kind)
    yield Tell(say("{who} has {note}.", who=name, note=name_of(game, "hive", kind)), effect.rule, items=(effect,))
    if kind == "support_for_the_throne":
        yield from change_points(game, player, game.tables.figures.support_points.value)


def _kind(game: Game, passes: Words, available: Available, item: Item, others: bool) -> Procedure[Note | None]:
    """Draw a transaction card; the table confirms its kind, or picks one of those at hand. None if there is none.

    Without a card no note passes (Q100). ``others``: the table may know that the drawn note is not at hand.
    Rules: 27.draw, 27.unavailable, 3.1.depleted, Q13.
    """
    card = yield from draw(game, "transaction", ("promissory_note",), "27.draw", say("It names the kind of note."))
    if card is None:
        yield Tell(say("No card is left to draw: no promissory note passes."), "3.1.depleted")
        return None
    drawn = next((kind for kind in KINDS if kind == card.promissory_note), None)
    while possible := available():
        answer = yield from asked(_ask(passes, drawn, possible, item, others))
        # The table may have corrected where a note lies while it was asked.
        kind = next((kind for kind in available() if kind == answer), None)
        if kind is not None:
            return kind
    yield Tell(say("No promissory note is left for it."), "27.unavailable")
    return None


def _ask(passes: Words, drawn: Note | None, possible: list[Note], item: Item, others: bool) -> Ask:
    as_drawn = drawn is not None and drawn in possible
    if drawn is not None and as_drawn:
        rest = [kind for kind in possible if kind != drawn] if others else []
        return Ask(
            key=keys.NOTE,
            text=say("{passes}: {note}", passes=passes, note=NOTE_WORDS[drawn]),
            choices=(
                Choice(drawn, say("Done")),
                *(Choice(kind, NOTE_WORDS[kind], say("if the drawn note is not at hand")) for kind in rest),
            ),
            rule="27.draw",
            items=(item,),
        )
    why = (
        say("{note} was drawn, and is not at hand.", note=NOTE_WORDS[drawn])
        if drawn
        else say("The card names no note.")
    )
    return Ask(
        key=keys.NOTE,
        text=say("Which note? {passes}", passes=passes),
        choices=tuple(Choice(kind, NOTE_WORDS[kind]) for kind in possible),
        rule="27.unavailable",
        detail=why,
        items=(item,),
        shown=Shown(expects=False),
    )
