"""What players own and do to belongings of the Hive, to an agenda, and to what bends for a time.

Rules: 1.scope.unchanged-rules, 27.received.resolve, 23.fragment.keep.
"""

from __future__ import annotations

from hive.board.adjacency import slots_around, wormholes_in
from hive.catalog.tables.acts import (
    ActionCancelled,
    AgendaNow,
    Bends,
    GivesUp,
    StrategyCards,
    TurnLost,
)
from hive.catalog.tables.effects import (
    AsFlagship,
    BorderClosed,
    CardClosed,
    Effect,
    HitsCancelled,
    NoLanding,
    PathOpened,
    Rerolled,
    VoteDemanded,
    WormholesLead,
)
from hive.effects import begin
from hive.fields import AnyField, Choice, Number, OneOf
from hive.model.game import PLAYERS, Game
from hive.naming import items, planet_label, system_label
from hive.rules.acts.belongings import BELONGINGS, gives_up, nothing_to_give, which
from hive.rules.acts.core import UNCHANGED, Verb, Verbs, sides
from hive.rules.agenda.phase import reveal, vote_and_resolve
from hive.rules.agenda.votes import outcomes
from hive.rules.area import gain_trade_goods
from hive.rules.board import Tracked, board_of
from hive.rules.combat.units import no_roll
from hive.rules.deck import discard_used
from hive.rules.diagrams.systems import invadable
from hive.rules.events.combat import WHERE
from hive.rules.events.limits import TO, Reach, Used, systems_on_map, told_where
from hive.rules.notes import givable
from hive.rules.strategy import available_cards, hive_picks
from hive.rules.transactions.payment import give_note
from hive.steps import Item, Procedure, Tell
from hive.words import Name, Words, say, sentence


def _agenda_now(use: Used, _: AgendaNow) -> Procedure[None]:
    """Reveal an agenda and vote on it as if the player were the Speaker; then everything goes on as it was.

    Who was calmed until the turn ends stays so: the turn goes on (Q62).
    """
    game, seat = use.game, use.user
    phase, stage, active = game.phase, game.stage, game.active
    calmed = [one for one in game.players.values() if one.calmed]
    who = game.name(seat)
    text = say("{source}: an agenda is voted on now; {who} is the Speaker for it.", source=use.called, who=who)
    yield Tell(text, UNCHANGED)
    game.phase, game.stage, game.chair = "agenda", "", seat
    while not (yield from vote_and_resolve(game, (yield from reveal(game)))):
        # It was replaced: another one is revealed in its place.
        pass
    game.phase, game.stage, game.active, game.chair = phase, stage, active, None
    for one in calmed:
        one.calmed = True


def _no_action(use: Used, _: AgendaNow) -> Words:
    return "" if use.game.phase == "action" else say("It is used as an action.")


# --- what players use that bends something for a time: what the table says of it, and how it begins


HITS, OUTCOME, SHIP = "hits", "outcome", "ship"


def _bend_fields(use: Used, act: Bends) -> tuple[AnyField, ...]:
    """What the table has to say of an effect."""
    game = use.game
    if isinstance(act.effect, HitsCancelled) and act.effect.told:
        return (Number(HITS, say("Hits cancelled"), maximum=20, minimum=1),)
    if isinstance(act.effect, NoLanding):
        planets = _landing_places(game)
        choices = tuple(Choice(at, sentence(words)) for at, words in planets.items())
        return (OneOf(WHERE, say("Where"), choices),) if len(choices) > 1 else ()
    if isinstance(act.effect, VoteDemanded):
        found = _outcomes(game)
        return (OneOf(OUTCOME, say("Which outcome"), found),) if found else ()
    if isinstance(act.effect, AsFlagship):
        ships = _lent_to(use)
        return (OneOf(SHIP, say("Which ship"), ships),) if len(ships) > 1 else ()
    systems = _systems(use, act)
    if systems and isinstance(act.effect, BorderClosed):
        return OneOf(WHERE, say("Where"), systems), OneOf(TO, say("And the system next to it"), systems)
    return (OneOf(WHERE, say("Where"), systems),) if systems else ()


def _no_bend(use: Used, act: Bends) -> Words:
    """Why it can bend nothing now, or there if a place is told; or nothing."""
    game, effect, tracked = use.game, act.effect, isinstance(use, Reach)
    if isinstance(effect, NoLanding) and not _landing_places(game):
        return say("[The Hive] lands on no planet now.")
    if isinstance(effect, VoteDemanded) and not _outcomes(game):
        return say("No agenda is voted on now.")
    if isinstance(effect, HitsCancelled | Rerolled) and (words := no_roll(game, effect.rolls)):
        return words
    one, other = str(use.args.get(WHERE, "")), str(use.args.get(TO, ""))
    if isinstance(effect, BorderClosed) and tracked and one and other not in ("", *slots_around(one)):
        return say("These systems do not lie side by side.")
    if act.until in ("roll", "combat_round", "combat", "battle") and tracked and not game.battle:
        return say("The app fights no battle now.")
    return say("No agenda is voted on now.") if act.until == "agenda" and game.phase != "agenda" else ""


def _outcomes(game: Game) -> tuple[Choice, ...]:
    """The outcomes of the agenda that is voted on."""
    if game.phase != "agenda" or not game.agendas:
        return ()
    return tuple(outcomes(game, game.tables.agendas.by_name[game.agendas[-1]]))


def _lent_to(use: Used) -> tuple[Choice, ...]:
    """The ships in the battle to which a note can lend something; all types where none of theirs are on the map."""
    game = use.game
    if not game.battle:
        return ()
    larger = game.tables.units.larger_ships
    there = [one for one in larger if any(one.key in game.beside.get(seat, ()) for seat in use.users)]
    return tuple(Choice(one.key, sentence(Name(one.name))) for one in there or larger)


def _systems(use: Used, act: Bends) -> tuple[Choice, ...]:
    """The systems of a map in which it can bend something."""
    if not act.where or not isinstance(use, Reach):
        return ()
    found = systems_on_map(use)
    if isinstance(act.effect, WormholesLead):
        tiles = use.game.tables.tiles
        found = {at: words for at, words in found.items() if {*wormholes_in(use.survey.system(at), tiles)} - {"delta"}}
    return tuple(Choice(at, sentence(words)) for at, words in found.items())


def _landing_places(game: Game) -> dict[str, Words]:
    """The planets of the battle on which the Hive can land now, where they are known."""
    board, at = board_of(game), game.battle
    if not at or not isinstance(board, Tracked):
        return {}
    return {f"{at}/{name}": planet_label(game, at, name) for name in invadable(game, board.survey, at)}


def _bend(use: Used, act: Bends) -> Procedure[None]:
    """An effect that lasts for a time."""
    game, source = use.game, use.called
    if isinstance(act.effect, NoLanding):
        yield _kept_off(use, act.effect)
        return
    effect, position = _told(use, act.effect), str(use.args.get(WHERE, "")) if act.where else ""
    if isinstance(effect, BorderClosed):
        _open_oldest(game, source, effect.number)
    begin(game, use.source, effect, act.until, sides(use, act), use.user, position)
    what = Name(effect.say)
    words = say("{source}: {words}.", source=source, words=what)
    if isinstance(effect, BorderClosed) and position:
        one, two = system_label(game, position), system_label(game, effect.other)
        words = say("{source}: {words}: {one}, {two}.", source=source, words=what, one=one, two=two)
    elif position:
        words = say("{source}: {words}, in {system}.", source=source, words=what, system=system_label(game, position))
    yield Tell(words, UNCHANGED)


def _told(use: Used, effect: Effect) -> Effect:
    """An effect with what the table has said of it."""
    args = use.args
    if isinstance(effect, HitsCancelled) and effect.told:
        return effect.model_copy(update={"number": int(args[HITS])})
    if isinstance(effect, AsFlagship):
        ships = [str(args[SHIP])] if args.get(SHIP) else [one.value for one in _lent_to(use)]
        return effect.model_copy(update={"unit": next(iter(ships), "")})
    if isinstance(effect, BorderClosed):
        return effect.model_copy(update={"other": str(args.get(TO, ""))})
    if isinstance(effect, VoteDemanded):
        return effect.model_copy(update={"outcome": str(args.get(OUTCOME, ""))})
    return effect


def _open_oldest(game: Game, source: Name, number: int) -> None:
    """Where all its tokens lie, the one that has lain longest goes to the new border."""
    lying = [one for one in game.effects if one.source == source and isinstance(one.effect, BorderClosed)]
    for one in lying[: max(0, len(lying) - number + 1)]:
        game.effects.remove(one)


def _kept_off(use: Used, effect: NoLanding) -> Tell:
    """What would land on a planet stays in space."""
    planets = _landing_places(use.game)
    where = told_where(use, planets)
    begin(use.game, use.source, effect, "battle", ("hive",), position=where)
    text = say("{source}: [the Hive] does not land on {planet}.", source=use.called, planet=planets[where])
    return Tell(text, UNCHANGED)


# --- its turn and its strategy cards


_CARD, _THEIRS = "card", "theirs"


def _no_strategic_action(use: Used, _: ActionCancelled) -> Words:
    announced = use.game.hive.strategic == "announced"
    return "" if announced else say("[The Hive] performs no strategic action now.")


def _cancel_action(use: Used, _: ActionCancelled) -> list[Item]:
    use.game.hive.strategic = "cancelled"
    return [Item(say("{source}: [the Hive]'s strategic action is cancelled.", source=use.called), rule=UNCHANGED)]


def _lost_already(use: Used, _: TurnLost) -> Words:
    if use.game.hive.passed:
        return say("[The Hive] has passed.")
    return say("[The Hive] loses its next turn already.") if use.game.hive.turn_lost else ""


def _lose_turn(use: Used, _: TurnLost) -> list[Item]:
    use.game.hive.turn_lost = True
    return [Item(say("{source}: [the Hive] loses its turn.", source=use.called), rule=UNCHANGED)]


def _card_fields(use: Used, act: StrategyCards) -> tuple[AnyField, ...]:
    game, held = use.game, use.game.cards_of("hive")
    if act.change == "goods":
        free = [number for number, card in game.strategy_cards.items() if card.owner is None]
        return tuple(Number(f"goods_{number}", Name(game.card_name(number)), maximum=5) for number in sorted(free))
    if act.change == "other":
        return (OneOf(_CARD, say("Which card"), _cards(game, held)),) if len(held) > 1 else ()
    if act.change == "close":
        return (OneOf(_CARD, say("Which card"), _cards(game, sorted(game.strategy_cards))),)
    theirs = [number for number, card in sorted(game.strategy_cards.items()) if card.owner in PLAYERS]
    return (
        OneOf(_CARD, say("The card of [the Hive]"), _cards(game, held)),
        OneOf(_THEIRS, say("The card of the player"), _cards(game, theirs)),
    )


def _cards(game: Game, numbers: list[int]) -> tuple[Choice, ...]:
    return tuple(Choice(str(number), Name(game.card_name(number))) for number in numbers)


def _no_card(use: Used, act: StrategyCards) -> Words:
    game = use.game
    if act.change in ("swap", "other") and not game.cards_of("hive"):
        return say("[The Hive] has no strategy card.")
    chosen = game.phase == "strategy" and available_cards(game)
    return say("No strategy card is chosen now.") if act.change == "other" and not chosen else ""


def _strategy_cards(use: Used, act: StrategyCards) -> Procedure[None]:
    yield from {"goods": _goods_on_cards, "close": _close_card, "swap": _swap_cards, "other": _other_card}[act.change](
        use, act
    )


def _goods_on_cards(use: Used, _: StrategyCards) -> Procedure[None]:
    for number, card in use.game.strategy_cards.items():
        card.trade_goods += int(use.args.get(f"goods_{number}", 0))
    yield Tell(say("{source}: the trade goods lie on the cards.", source=use.called), UNCHANGED)


def _close_card(use: Used, _: StrategyCards) -> Procedure[None]:
    number = int(use.args[_CARD])
    begin(use.game, use.source, _closed(number), "round", ("hive",))
    card = Name(use.game.card_name(number))
    yield Tell(say("{source}: [the Hive] cannot take {card} in this round.", source=use.called, card=card), UNCHANGED)


def _swap_cards(use: Used, act: StrategyCards) -> Procedure[None]:
    game, number, theirs = use.game, int(use.args[_CARD]), int(use.args[_THEIRS])
    one, two = game.strategy_cards[number], game.strategy_cards[theirs]
    one.owner, two.owner = two.owner, one.owner
    if act.gains:
        gain_trade_goods(game, act.gains)
    card, other = Name(game.card_name(number)), Name(game.card_name(theirs))
    text = say("{source}: [the Hive] gives {card} and gets {other}.", source=use.called, card=card, other=other)
    yield Tell(text, UNCHANGED)


def _other_card(use: Used, _: StrategyCards) -> Procedure[None]:
    """The Hive puts a card back that it has just taken, and takes another one. Rule: 6.critical.before-each."""
    game = use.game
    number = int(use.args.get(_CARD) or game.cards_of("hive")[-1])
    card, lines = Name(game.card_name(number)), _goods_back(game, number)
    game.strategy_cards[number].owner = None
    text = say("{source}: [the Hive] puts {card} back, and takes another card.", source=use.called, card=card)
    yield Tell(text, UNCHANGED, items=tuple(lines))
    closed = _closed(number)
    begin(game, use.source, closed, "round", ("hive",))
    yield from hive_picks(game)
    game.effects = [one for one in game.effects if one.effect != closed]


def _closed(number: int) -> CardClosed:
    return CardClosed(kind="card_closed", say="the Hive cannot take this card", card=number)


def _goods_back(game: Game, number: int) -> list[Item]:
    """The trade goods that the Hive took from a strategy card lie on it again, as far as it has them still."""
    card = game.strategy_cards[number]
    goods, card.taken_with = min(card.taken_with, game.hive.trade_goods), 0
    game.hive.trade_goods -= goods
    card.trade_goods += goods
    if not goods:
        return []
    game.hive.goods_came = False
    return [Item(say("{goods} go back onto the card.", goods=items(goods, "trade_goods")), rule=UNCHANGED)]


# --- what the Hive gives up for it


def _gives_up(use: Used, act: GivesUp) -> Procedure[list[Item]]:
    """A transaction card names each note that it gives whoever uses this. Rule: 27.draw."""
    keep, notes = list(use.game.deck.in_use), act.what.get("notes", 0)
    for _ in givable(use.game)[: None if notes == "all" else notes]:
        yield from give_note(use.game, use.user)
    discard_used(use.game, keep)
    return gives_up(use, act)


VERBS: Verbs = {
    Used: {
        ActionCancelled: Verb(_cancel_action, hindered=_no_strategic_action),
        AgendaNow: Verb(asking=_agenda_now, hindered=_no_action),
        Bends: Verb(
            asking=_bend,
            fields=_bend_fields,
            hindered=_no_bend,
            by_whom=lambda act: isinstance(act.effect, PathOpened),
        ),
        GivesUp: Verb(
            asking=_gives_up,
            heading=BELONGINGS,
            fields=which,
            hindered=nothing_to_give,
            by_whom=lambda act: "notes" in act.what,
        ),
        StrategyCards: Verb(asking=_strategy_cards, fields=_card_fields, hindered=_no_card),
        TurnLost: Verb(_lose_turn, hindered=_lost_already),
    }
}
