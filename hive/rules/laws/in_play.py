"""Laws in play: how they come and go, and what the Hive has to do about them. Rules: page 29, 29.elected-laws."""

from __future__ import annotations

from hive.catalog.tables import Agenda, AgendaType, LawPhase
from hive.model.game import Game, Law
from hive.rules.moments.calling import acting, happen
from hive.rules.moments.kinds import LawEntered, LawLeaves
from hive.steps import Item
from hive.words import listed

UNLISTED: dict[AgendaType, str] = {"law": "Another law", "directive": "Another directive"}
"""How cards are called that the tables do not know."""
ANY_PHASE: tuple[LawPhase, ...] = ("strategy", "action", "status", "agenda")


def enact(game: Game, name: str, elected: str = "") -> list[Item]:
    """Put a law into play, in the place of one of the same name; out come the lines that tell what it brings.

    In: who or what was elected, in words.
    """
    lines = repeal(game, name)
    game.laws.append(Law(name, elected))
    return [*lines, *happen(game, LawEntered(game.laws[-1]))]


def repeal(game: Game, name: str) -> list[Item]:
    """Take a law out of play; out come the lines that tell what leaves with it."""
    lines = [line for law in game.laws if law.name == name for line in happen(game, LawLeaves(law))]
    game.laws = [law for law in game.laws if law.name != name]
    return lines


def card_of(game: Game, law: Law) -> Agenda | None:
    """The agenda card of a law; None for one that the tables do not know."""
    return game.tables.agendas.by_name.get(law.name)


def elects_hive(game: Game, law: Law) -> bool:
    """Whether the Hive was elected, and so resolves the law. Rule: 29.elected-laws."""
    return law.elected == game.name("hive")


def matters_now(game: Game, law: Law) -> bool:
    """Whether a law can come up in the present phase. One that the tables do not know always can."""
    card = card_of(game, law)
    return card is None or game.phase in card.phases


def duty(game: Game, law: Law) -> Item:
    """What a law means for the Hive: what it resolves itself, and what binds it too. Rule: 29.elected-laws."""
    card = card_of(game, law)
    bends = game.tables.laws.by_law.get(law.name, ())
    if bends:
        text = f"The app plays it: {listed([bend.say for bend in bends])}."
        if elects_hive(game, law):
            return Item(text, "the Hive is elected", "29.elected-laws")
        return Item(text, f"elected: {law.elected}" if law.elected else "", "1.scope.unchanged-rules")
    moment = card.moment if card is not None and card.moment else "as its card says"
    if law.name in acting() and (elects_hive(game, law) or not law.elected):
        rule = "29.elected-laws" if elects_hive(game, law) else "1.scope.unchanged-rules"
        return Item(f"It comes up by itself: {moment}.", "the Hive is elected" if law.elected else "", rule)
    if elects_hive(game, law):
        then = " Then discard it." if card is not None and card.once else ""
        text = f"The Hive resolves it at the next opportunity: {moment}.{then}"
        return Item(text, "the Hive is elected", "29.elected-laws")
    if card is not None and card.outcome == "for_against":
        return Item(f"It binds the Hive as well: {moment}.", rule="1.scope.unchanged-rules")
    return Item(f"{moment[:1].upper()}{moment[1:]}.", f"elected: {law.elected}", "1.scope.unchanged-rules")
