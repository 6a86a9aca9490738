"""Laws in play: how they come and go, and what the Hive has to do about them. Rules: page 29, 29.elected-laws."""

from __future__ import annotations

from hive.catalog.tables import Agenda, AgendaType, LawPhase, Seat
from hive.effects import laws_blank
from hive.model.game import Game, Law
from hive.naming import planet
from hive.rules.moments.calling import acting, happen
from hive.rules.moments.kinds import LawEntered, LawLeaves
from hive.steps import Item
from hive.words import Name, Words, listed, say

UNLISTED: dict[AgendaType, Words] = {"law": say("Another law"), "directive": say("Another directive")}
"""How cards are called that the tables do not know."""
AS_ITS_CARD_SAYS = say("as its card says")
"""When such a law matters."""
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


def scored_secret(game: Game, seat: Seat) -> Words:
    """A secret objective that a side has scored, and that a law can elect."""
    return say("A scored secret objective of {who}", who=game.name(seat))


def elected(game: Game, law: Law) -> Words:
    """Who or what was elected, which the game keeps as text; empty if nobody was."""
    if not law.elected:
        return ""
    sides = [game.name(seat) for seat in game.seats]
    secrets = [scored_secret(game, seat) for seat in game.seats]
    return next((words for words in (*sides, *secrets) if words == law.elected), planet(game, law.elected))


def matters_now(game: Game, law: Law) -> bool:
    """Whether a law can come up in the present phase, unless laws are blank. One that no table knows always can."""
    card = card_of(game, law)
    return not laws_blank(game) and (card is None or game.phase in card.phases)


def duty(game: Game, law: Law) -> Item:
    """What a law means for the Hive: what it resolves itself, and what binds it too. Rule: 29.elected-laws."""
    card, hives = card_of(game, law), elects_hive(game, law)
    rule = "29.elected-laws" if hives else "1.scope.unchanged-rules"
    note: Words = ""
    if law.elected:
        note = say("[the Hive] is elected") if hives else say("elected: {elected}", elected=elected(game, law))
    if blank := laws_blank(game):
        return Item(say("{source}: it does nothing until the turn ends.", source=Name(blank)), note, rule)
    if card is not None and card.bends:
        text = say("The app plays it: {effects}.", effects=listed([Name(bend.say) for bend in card.bends]))
        return Item(text, note, rule)
    if card is not None and card.nothing_for_hive and (hives or not law.elected):
        return Item(say("It changes nothing for [the Hive]: {reason}.", reason=Name(card.nothing_for_hive)), note, rule)
    moment = Name(card.matters) if card is not None and card.matters else AS_ITS_CARD_SAYS
    if law.name in acting(game) and (hives or not law.elected):
        return Item(say("It comes up by itself: {moment}.", moment=moment), note, rule)
    if hives:
        text = say("[The Hive] resolves it at the next opportunity: {moment}.", moment=moment)
        if card is not None and card.once:
            text = say("[The Hive] resolves it at the next opportunity: {moment}. Then discard it.", moment=moment)
        return Item(text, note, rule)
    if card is not None and card.outcome == "for_against":
        return Item(say("It binds [the Hive] as well: {moment}.", moment=moment), rule=rule)
    return Item(say("{moment!c}.", moment=moment), say("elected: {elected}", elected=elected(game, law)), rule)
