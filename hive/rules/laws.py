"""Laws in play.

Rules: page 29, 29.elected-laws, 27.given.printed, 27.received.resolve.
"""

from __future__ import annotations

from collections.abc import Collection

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Agenda, AgendaType, LawPhase, Opportunity, Seat, TurnMayEnd
from hive.effects import effects, laws_blank, laws_in_force
from hive.model.game import PLAYERS, Game, Law, Spent
from hive.naming import by_now, planet, system_label, term
from hive.rules.board import Tracked, board_of
from hive.rules.moments import LawEntered, LawLeaves, acting, happen
from hive.rules.notes import back_to_hive, holder, name_of
from hive.rules.options import names_of, players_of
from hive.rules.placing.ships import tokens_to_remove
from hive.steps import Choice, Item, Procedure, Tell, question
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


# --- laws that elect the Hive: it resolves their abilities as soon as it can


RESOLVED = "resolved"
NOT_NOW = Choice("later", say("Not possible"), say("[the Hive] keeps it"), beside=True)
"""The answer by which the Hive keeps the law for another moment."""
RESOLUTIONS = (Choice(RESOLVED, say("Done"), say("discard the law")), NOT_NOW)


def opportunity(game: Game, now: Opportunity) -> Procedure[bool]:
    """Whether the Hive resolves a law that elects it, and that comes up at this moment; it is then discarded.

    Rule: 29.elected-laws.
    """
    law = law_due(game, now)
    if law is None:
        return False
    line = duty(game, law)
    answer = yield from question(
        keys.ELECTED_LAW, law=Name(law.name), choices=RESOLUTIONS, rule=line.rule, detail=term("opportunity", now)
    )
    if answer == RESOLVED:
        repeal(game, law.name)
    return bool(answer == RESOLVED)


def law_due(game: Game, now: Opportunity) -> Law | None:
    """The law that elects the Hive and comes up at this moment, if one does. Rule: 29.elected-laws."""
    electing = ((law, card_of(game, law)) for law in laws_in_force(game) if elects_hive(game, law))
    return next((law for law, card in electing if card is not None and card.opportunity == now), None)


def draw_action_cards(game: Game) -> list[Item]:
    """What laws that elect the Hive bring it at the end of the status phase. Rule: 29.elected-laws."""
    lines = []
    for law in laws_in_force(game):
        card = card_of(game, law)
        if card is not None and card.action_cards and elects_hive(game, law):
            game.hive.action_cards += card.action_cards
            source, number = Name(law.name), card.action_cards
            text = say("{law}: draw {number} more face down for [the Hive].", law=source, number=number)
            lines.append(Item(text, by_now(game.hive.action_cards), "29.elected-laws"))
    return lines


def swap_strategy_cards(game: Game) -> Procedure[None]:
    """The Imperial Arbiter: one strategy card of the Hive for one of a player, as the table finds best for the Hive.

    Rules: 29.elected-laws, 1.scope.most-helpful.
    """
    law = law_due(game, "strategy_phase_ends")
    pairs = {
        f"{mine}.{theirs}": (mine, theirs)
        for mine in game.cards_of("hive")
        for seat in PLAYERS
        for theirs in game.cards_of(seat)
    }
    if law is None or not pairs:
        return
    swaps = (Choice(value, _swap(game, mine, theirs)) for value, (mine, theirs) in pairs.items())
    answer = yield from question(keys.SWAP, law=Name(law.name), choices=(*swaps, NOT_NOW))
    if answer == NOT_NOW.value:
        return
    repeal(game, law.name)
    mine, theirs = (game.strategy_cards[number] for number in pairs[answer])
    mine.owner, theirs.owner = theirs.owner, mine.owner


def _swap(game: Game, mine: int, theirs: int) -> Words:
    return say(
        "{card} for {other} of {who}",
        card=Name(game.card_name(mine)),
        other=Name(game.card_name(theirs)),
        who=game.name(game.strategy_cards[theirs].owner or "hive"),
    )


def token_off_the_board(game: Game) -> Procedure[None]:
    """The Minister of War: a command token leaves the board before the Hive acts once more."""
    board, where = board_of(game), list[Words]()
    if isinstance(board, Tracked):
        for position in (yield from tokens_to_remove(board, 1)).positions:
            pieces.take_command_token(game, "hive", position)
            where.append(system_label(game, position))
    elif game.hive.tokens.board:
        game.hive.tokens.board -= 1
        where.append(say("a system, by negative priority"))
    for system in where:
        text = say("Take the command token of [the Hive] out of {system}, to the reinforcements.", system=system)
        line = Item(text, rule="1.scope.unchanged-rules")
        yield Tell(say("[The Hive] acts once more"), "29.elected-laws", keys.DECREE, "done", items=(line,))


# --- effects that stop a side once it has activated a system: its turn ends, or nothing moves in (Q114)


ENDS = "ends."
CEASEFIRE = "ceasefire"
NULLIFICATION = "Nullification Field"
XXCHA = ("Xxcha Kingdom",)
_STARLANCER, _NULLIFICATION, _SPLICED = "starlancer", "nullification_field", "nullification_field_tf"
_THE_SYSTEM = say("the system")


def enders(game: Game, seat: Seat) -> list[str]:
    """The laws that can end the turn of a player by the Hive, or that of the Hive, once it has activated a system."""
    found = [one for one in effects(game).of(TurnMayEnd, seat) if one.owner is None]
    return [one.source for one in found if seat == "hive" or "hive" not in one.seats]


def _owned(game: Game, there: Collection[Seat]) -> list[str]:
    """What a player has said to have that can end the turn of the Hive where that player stands, if it is ready."""
    spent = {game.tables.doings.by_key[one.doing].name for one in game.spent}
    found = effects(game).of(TurnMayEnd)
    return [one.source for one in found if one.owner in there and one.source not in spent]


def stopping_choices(game: Game, there: Collection[Seat]) -> tuple[Choice, ...]:
    """The choices by which the table stops the Hive, whose consequences differ (Q114).

    In: the players who have units in the activated system, as far as they are known.
    """
    if not there:
        return ()
    ends = say("ends the turn of [the Hive] at once")
    xxcha = [seat for seat in players_of(game, XXCHA) if seat in there]
    starlancer = game.tables.doings.by_key[_STARLANCER]
    mahact = [
        seat for seat in players_of(game, (starlancer.faction or "",)) if seat in there and game.hive.tokens.captured
    ]
    keeper, exhausted = holder(game, "ceasefire"), any(one.doing == _NULLIFICATION for one in game.spent)
    return (
        *(Choice(f"{ENDS}{name}", Name(name), ends) for name in enders(game, "hive")),
        *(Choice(f"{ENDS}{NULLIFICATION}", Name(NULLIFICATION), ends) for _ in xxcha[:1] if not exhausted),
        *(Choice(f"{ENDS}{name}", Name(name), ends) for name in dict.fromkeys(_owned(game, there))),
        *(Choice(f"{ENDS}{starlancer.name}", Name(starlancer.name), ends) for _ in mahact[:1]),
        *([Choice(CEASEFIRE, say("Ceasefire"), say("no ship moves there"))] if keeper in there else []),
    )


def turn_ended(game: Game, seat: Seat, source: str, where: Words = _THE_SYSTEM) -> Tell:
    """Discard what ends a side's turn, or use it up, and say so. The command token stays where it was placed."""
    repeal(game, source)
    law, who = Name(source), game.name(seat)
    stays = say("{who!c}'s command token stays in {system}; nothing else happens there.", who=who, system=where)
    used = Item(say("{law} is discarded.", law=law))
    starlancer = game.tables.doings.by_key[_STARLANCER]
    if source == starlancer.name:
        whose = names_of(game, (starlancer.faction or "",))
        text = say("{who} gives [the Hive]'s command token of that fleet pool back.", who=whose)
        used = Item(text, rule="1.scope.unchanged-rules")
        game.hive.tokens.captured = 0
    if source == NULLIFICATION:
        owning = [one.owner for one in effects(game).of(TurnMayEnd) if one.owner is not None and one.source == source]
        game.spent.append(Spent(_SPLICED if owning else _NULLIFICATION, "status"))
        whose = game.name(owning[0]) if owning else names_of(game, XXCHA)
        text = say("{who} exhausts {card} and spends 1 command token of the strategy pool.", who=whose, card=law)
        used = Item(text, rule="1.scope.unchanged-rules")
    return Tell(
        text=say("{law} ends the turn of {who}.", law=law, who=who),
        rule="1.scope.unchanged-rules" if source in (NULLIFICATION, starlancer.name) else "29.elected-laws",
        items=(Item(stays), used),
    )


def hive_kept_out(game: Game, where: Words = _THE_SYSTEM) -> Tell:
    """The Hive's Ceasefire goes back to it: no ship of it moves into the system that it has activated.

    Rule: 27.given.printed.
    """
    keeper = next((seat for seat in PLAYERS if holder(game, "ceasefire") == seat), PLAYERS[0])
    text = say(
        "{note} keeps the ships of [the Hive] out of {system}.", note=name_of(game, "hive", "ceasefire"), system=where
    )
    stays = Item(say("The action goes on with what stands there."), rule="27.given.printed")
    return Tell(text, "27.given.printed", items=(*back_to_hive(game, keeper, "ceasefire"), stays))
