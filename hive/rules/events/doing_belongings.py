"""What players own and do to belongings of the Hive, to an agenda, and to what bends for a time.

Rules: 1.scope.unchanged-rules, 27.received.resolve, 23.fragment.keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, get_args

from hive.board.adjacency import slots_around, wormholes_in
from hive.catalog.tables import Fragment, Seat
from hive.catalog.tables.acts import (
    ActionCancelled,
    Belongings,
    Bends,
    CapturesToken,
    GivesFragment,
    GivesNote,
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
    VoteDemanded,
    WormholesLead,
)
from hive.effects import begin
from hive.fields import AnyField, Choice, Number, OneOf
from hive.model.game import PLAYERS, Game, Player
from hive.model.hive_area import NoteHeld
from hive.naming import items, planet_label, system_label
from hive.rules.agenda.phase import reveal, vote_and_resolve
from hive.rules.agenda.votes import outcomes
from hive.rules.area.points import gain_points, gain_trade_goods, lose_all_trade_goods, tokens_in_reinforcements
from hive.rules.board import Tracked, board_of
from hive.rules.combat.units import no_roll
from hive.rules.diagrams.systems import invadable
from hive.rules.events.kinds import Args
from hive.rules.exploration.exploring import FRAGMENT, lose_fragment
from hive.rules.notes import back_from_hive, name_of
from hive.rules.strategy import available_cards, hive_picks
from hive.steps import Item, Procedure, Tell
from hive.words import Name, Words, count, listed, say, sentence


def agenda_now(game: Game, source: Name, seat: Player) -> Procedure[None]:
    """Reveal an agenda and vote on it as if the player were the Speaker; then everything goes on as it was.

    Who was calmed until the turn ends stays so: the turn goes on (Q62).
    """
    phase, stage, active = game.phase, game.stage, game.active
    calmed = [one for one in game.players.values() if one.calmed]
    yield Tell(
        say("{source}: an agenda is voted on now; {who} is the Speaker for it.", source=source, who=game.name(seat)),
        "1.scope.unchanged-rules",
    )
    game.phase, game.stage, game.chair = "agenda", "", seat
    while not (yield from vote_and_resolve(game, (yield from reveal(game)))):
        # It was replaced: another one is revealed in its place.
        pass
    game.phase, game.stage, game.active, game.chair = phase, stage, active, None
    for one in calmed:
        one.calmed = True


# --- what players use that bends something for a time: what the table says of it, and how it begins


RULE = "1.scope.unchanged-rules"
HITS, WHERE, TO, OUTCOME, SHIP = "hits", "where", "to", "outcome", "ship"


def bend_fields(game: Game, act: Bends, owners: Sequence[Player]) -> tuple[AnyField, ...]:
    """What the table has to say of an effect of one of these players."""
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
        ships = _lent_to(game, owners)
        return (OneOf(SHIP, say("Which ship"), ships),) if len(ships) > 1 else ()
    systems = _systems(game, act)
    if systems and isinstance(act.effect, BorderClosed):
        return OneOf(WHERE, say("Where"), systems), OneOf(TO, say("And the system next to it"), systems)
    return (OneOf(WHERE, say("Where"), systems),) if systems else ()


def no_bend(game: Game, act: Bends, args: Args) -> Words:
    """Why it can bend nothing now, or there if a place is told; or nothing."""
    if isinstance(act.effect, NoLanding) and not _landing_places(game):
        return say("[The Hive] lands on no planet now.")
    if isinstance(act.effect, VoteDemanded) and not _outcomes(game):
        return say("No agenda is voted on now.")
    if isinstance(act.effect, HitsCancelled) and (words := no_roll(game, act.effect.rolls)):
        return words
    ends = str(args.get(WHERE, "")), str(args.get(TO, ""))
    if isinstance(act.effect, BorderClosed) and all(ends) and not _side_by_side(game, *ends):
        return say("These systems do not lie side by side.")
    return ""


def _outcomes(game: Game) -> tuple[Choice, ...]:
    """The outcomes of the agenda that is voted on."""
    if game.phase != "agenda" or not game.agendas:
        return ()
    return tuple(outcomes(game, game.tables.agendas.by_name[game.agendas[-1]]))


def _lent_to(game: Game, owners: Sequence[Player]) -> tuple[Choice, ...]:
    """The ships in the battle to which a note can lend something; all types where none of theirs are on the map."""
    if not game.battle:
        return ()
    larger = game.tables.units.larger_ships
    there = [one for one in larger if any(one.key in game.beside.get(seat, ()) for seat in owners)]
    return tuple(Choice(one.key, sentence(Name(one.name))) for one in there or larger)


def _systems(game: Game, act: Bends) -> tuple[Choice, ...]:
    if not act.where:
        return ()
    board = board_of(game)
    if not isinstance(board, Tracked):
        return ()
    survey, tiles = board.survey, game.tables.tiles
    systems = sorted(survey.positions)
    if isinstance(act.effect, WormholesLead):
        systems = [at for at in systems if {*wormholes_in(survey.system(at), tiles)} - {"delta"}]
    return tuple(Choice(at, sentence(system_label(game, at))) for at in systems)


def _landing_places(game: Game) -> dict[str, Words]:
    """The planets of the battle on which the Hive can land now, where they are known."""
    board, at = board_of(game), game.battle
    if not at or not isinstance(board, Tracked):
        return {}
    return {f"{at}/{name}": planet_label(game, at, name) for name in invadable(game, board.survey, at)}


def _side_by_side(game: Game, one: str, other: str) -> bool:
    """Whether two systems lie side by side, as far as that is known."""
    return not isinstance(board_of(game), Tracked) or other in slots_around(one)


def bend(game: Game, source: Name, act: Bends, args: Args, owner: Player) -> Tell:
    """An effect that lasts for a time."""
    bound: dict[str, tuple[Seat, ...]] = {"hive": ("hive",), "players": PLAYERS, "all": game.seats}
    if isinstance(act.effect, NoLanding):
        return _kept_off(game, source, act.effect, args)
    effect, position = _told(game, act.effect, args, owner), str(args.get(WHERE, "")) if act.where else ""
    if isinstance(effect, BorderClosed):
        _open_oldest(game, source, effect.number)
    begin(game, str(source), effect, act.until, bound[act.binds], owner, position)
    words = say("{source}: {words}.", source=source, words=Name(effect.say))
    if isinstance(effect, BorderClosed) and position:
        one, two, what = system_label(game, position), system_label(game, effect.other), Name(effect.say)
        words = say("{source}: {words}: {one}, {two}.", source=source, words=what, one=one, two=two)
    elif position:
        where = system_label(game, position)
        words = say("{source}: {words}, in {system}.", source=source, words=Name(effect.say), system=where)
    return Tell(words, RULE)


def _told(game: Game, effect: Effect, args: Args, owner: Player) -> Effect:
    """An effect with what the table has said of it."""
    if isinstance(effect, HitsCancelled) and effect.told:
        return effect.model_copy(update={"number": int(args[HITS])})
    if isinstance(effect, AsFlagship):
        ships = [str(args[SHIP])] if args.get(SHIP) else [one.value for one in _lent_to(game, [owner])]
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


def _kept_off(game: Game, source: Name, effect: NoLanding, args: Args) -> Tell:
    """What would land on a planet stays in space."""
    planets = _landing_places(game)
    where = str(args.get(WHERE) or next(iter(planets)))
    begin(game, str(source), effect, "battle", ("hive",), position=where)
    words = planets[where]
    return Tell(say("{source}: [the Hive] does not land on {planet}.", source=source, planet=words), RULE)


# --- what players own and do to the belongings of the Hive


FundsAct: TypeAlias = (
    ActionCancelled | Belongings | GivesNote | GivesFragment | CapturesToken | StrategyCards | TurnLost
)
FUNDS: tuple[type[FundsAct], ...] = get_args(FundsAct)
_RULE = "1.scope.unchanged-rules"
_NOTE, _FRAGMENT, _CARD, _THEIRS = "note", "fragment", "card", "theirs"
_WHICH, _TAKEN, _DISCARDED = "which", "taken", "discarded"


def funds_fields(game: Game, act: FundsAct) -> tuple[AnyField, ...]:
    """What the table has to say: which note, fragment or strategy card."""
    if isinstance(act, GivesNote) and len(game.hive.notes) > act.number:
        notes = tuple(Choice(_value(one), name_of(game, one.owner, one.kind)) for one in game.hive.notes)
        return tuple(OneOf(field, say("Which note"), notes) for field in _note_fields(act))
    if isinstance(act, GivesFragment) and len(_fragments(game)) > 1:
        return (OneOf(_FRAGMENT, say("Fragment"), tuple(Choice(one, FRAGMENT[one]) for one in _fragments(game))),)
    if isinstance(act, StrategyCards):
        return _card_fields(game, act)
    if isinstance(act, Belongings) and act.discards:
        shown = Choice(_TAKEN, say("A player takes the card that is shown"))
        away = Choice(_DISCARDED, say("[The Hive] discards {cards}", cards=count(act.discards, "action card")))
        return (OneOf(_WHICH, say("What happens"), (shown, away)),)
    return ()


def _note_fields(act: GivesNote) -> list[str]:
    """The fields in which the table names the notes, as many as go back."""
    return [_NOTE, *(f"{_NOTE}_{place}" for place in range(2, act.number + 1))]


def _value(note: NoteHeld) -> str:
    return f"{note.owner}.{note.kind}"


def told_twice(act: FundsAct, args: Args) -> Words:
    """That one note is named several times, or nothing."""
    named = [args[field] for field in _note_fields(act) if field in args] if isinstance(act, GivesNote) else []
    return say("Name each note once.") if len(set(named)) < len(named) else ""


def _card_fields(game: Game, act: StrategyCards) -> tuple[AnyField, ...]:
    if act.change == "goods":
        free = [number for number, card in game.strategy_cards.items() if card.owner is None]
        return tuple(Number(f"goods_{number}", Name(game.card_name(number)), maximum=5) for number in sorted(free))
    if act.change == "other":
        held = game.cards_of("hive")
        return (OneOf(_CARD, say("Which card"), _cards(game, held)),) if len(held) > 1 else ()
    if act.change == "close":
        return (OneOf(_CARD, say("Which card"), _cards(game, sorted(game.strategy_cards))),)
    theirs = [number for number, card in sorted(game.strategy_cards.items()) if card.owner in ("p1", "p2")]
    return (
        OneOf(_CARD, say("The card of [the Hive]"), _cards(game, game.cards_of("hive"))),
        OneOf(_THEIRS, say("The card of the player"), _cards(game, theirs)),
    )


def _cards(game: Game, numbers: list[int]) -> tuple[Choice, ...]:
    return tuple(Choice(str(number), Name(game.card_name(number))) for number in numbers)


def _fragments(game: Game) -> list[Fragment]:
    return [kind for kind, number in game.hive.fragments.items() if number]


def no_funds(game: Game, act: FundsAct) -> Words:
    """Why the Hive has nothing of the kind now, or nothing."""
    hive = game.hive
    if isinstance(act, GivesNote) and not hive.notes:
        return say("[The Hive] has no promissory note of a player.")
    if isinstance(act, GivesFragment) and not _fragments(game):
        return say("[The Hive] has no relic fragment.")
    if isinstance(act, StrategyCards) and act.change in ("swap", "other") and not game.cards_of("hive"):
        return say("[The Hive] has no strategy card.")
    if (
        isinstance(act, StrategyCards)
        and act.change == "other"
        and not (game.phase == "strategy" and available_cards(game))
    ):
        return say("No strategy card is chosen now.")
    if isinstance(act, CapturesToken):
        return _no_token(game)
    if isinstance(act, ActionCancelled) and hive.strategic != "announced":
        return say("[The Hive] performs no strategic action now.")
    if isinstance(act, TurnLost) and hive.turn_lost:
        return say("[The Hive] loses its next turn already.")
    if isinstance(act, Belongings) and act.loses:
        has = _has(game)
        hidden = act.loses.get("trade_goods") == "all" and hive.stockpile.trade_goods
        return "" if hidden or any(has[one] for one in act.loses) else say("[The Hive] has nothing of the kind.")
    return ""


def _no_token(game: Game) -> Words:
    """Why no command token of the Hive can be captured, or nothing."""
    if game.hive.tokens.captured:
        return say("A command token of [the Hive] is captured already.")
    return "" if tokens_in_reinforcements(game) else say("No command token is left in [the Hive]'s reinforcements.")


def paid(game: Game, source: Name, act: FundsAct, args: Args) -> Tell:
    """Change what the Hive has, and say so."""
    if isinstance(act, Belongings):
        lines = tuple(_changed(game, _chosen(act, args)))
        return Tell(say("{source}: [the Hive]'s belongings", source=source), _RULE, items=lines)
    if isinstance(act, GivesNote):
        return _notes_back(game, source, act, args)
    if isinstance(act, GivesFragment):
        kind = next((one for one in _fragments(game) if one == args.get(_FRAGMENT)), _fragments(game)[0])
        lose_fragment(game, kind)
        return Tell(say("{source}: take {fragment} from [the Hive].", source=source, fragment=FRAGMENT[kind]), _RULE)
    if isinstance(act, CapturesToken):
        game.hive.tokens.captured += 1
        text = say(
            "{source}: take a command token out of [the Hive]'s reinforcements into your fleet pool.", source=source
        )
        return Tell(text, _RULE)
    if isinstance(act, ActionCancelled):
        game.hive.strategic = "cancelled"
        return Tell(say("{source}: [the Hive]'s strategic action is cancelled.", source=source), _RULE)
    if isinstance(act, TurnLost):
        game.hive.turn_lost = True
        return Tell(say("{source}: [the Hive] loses its turn.", source=source), _RULE)
    return _strategy(game, source, act, args)


def _notes_back(game: Game, source: Name, act: GivesNote, args: Args) -> Tell:
    """The notes that are named go back, or all where the Hive has no more."""
    named = [args[field] for field in _note_fields(act) if field in args]
    notes = [one for one in game.hive.notes if _value(one) in named] or game.hive.notes[: act.number]
    names = listed([name_of(game, one.owner, one.kind) for one in notes])
    lines = [line for one in notes for line in back_from_hive(game, one.owner, one.kind)]
    return Tell(say("{source}: [the Hive] gives back {notes}", source=source, notes=names), _RULE, items=tuple(lines))


def other_card(game: Game, source: Name, args: Args) -> Procedure[None]:
    """The Hive puts a card back that it has just taken, and takes another one. Rule: 6.critical.before-each."""
    number = int(str(args.get(_CARD) or game.cards_of("hive")[-1]))
    card, lines = Name(game.card_name(number)), _goods_back(game, number)
    game.strategy_cards[number].owner = None
    text = say("{source}: [the Hive] puts {card} back, and takes another card.", source=source, card=card)
    yield Tell(text, _RULE, items=tuple(lines))
    closed = CardClosed(kind="card_closed", say="the Hive cannot take this card", card=number)
    begin(game, str(source), closed, "round", ("hive",))
    yield from hive_picks(game)
    game.effects = [one for one in game.effects if one.effect != closed]


def _goods_back(game: Game, number: int) -> list[Item]:
    """The trade goods that the Hive took from a strategy card lie on it again, as far as it has them still."""
    card = game.strategy_cards[number]
    goods, card.taken_with = min(card.taken_with, game.hive.trade_goods), 0
    game.hive.trade_goods -= goods
    card.trade_goods += goods
    if not goods:
        return []
    game.hive.goods_came = False
    return [Item(say("{goods} go back onto the card.", goods=items(goods, "trade_goods")), rule=_RULE)]


def _has(game: Game) -> dict[str, int]:
    hive = game.hive
    return {
        "action_cards": hive.action_cards,
        "trade_goods": hive.trade_goods,
        "commodities": hive.commodities,
        "tactic_tokens": hive.tokens.tactic,
    }


def _chosen(act: Belongings, args: Args) -> Belongings:
    """What is discarded takes the place of what a player takes, where the table says so."""
    if args.get(_WHICH) != _DISCARDED:
        return act
    return act.model_copy(update={"loses": {"action_cards": act.discards}})


def _changed(game: Game, act: Belongings) -> list[Item]:
    hive, lines = game.hive, []
    for kind, told in act.loses.items():
        has = _has(game)
        number = has[kind] if told == "all" else min(int(told), has[kind])
        if kind == "action_cards":
            hive.action_cards -= number
            gone: Words = count(number, "action card")
        elif kind == "trade_goods":
            if told == "all":
                number = lose_all_trade_goods(game)
            else:
                hive.trade_goods -= number
            gone = items(number, "trade_goods")
        elif kind == "commodities":
            hive.commodities -= number
            gone = count(number, "commodity", "commodities")
        else:
            hive.tokens.tactic -= number
            gone = items(number, "command_tokens")
        lines.append(Item(say("[The Hive] loses {what}.", what=gone), rule=_RULE))
    for gained, number in act.gains.items():
        if gained == "action_cards":
            hive.action_cards += number
            came: Words = count(number, "action card")
        elif gained == "trade_goods":
            gain_trade_goods(game, number)
            came = items(number, "trade_goods")
        else:
            gain_points(game, "hive", number)
            came = count(number, "victory point")
        lines.append(Item(say("[The Hive] gains {what}.", what=came), rule=_RULE))
    return lines


def _strategy(game: Game, source: Name, act: StrategyCards, args: Args) -> Tell:
    if act.change == "goods":
        for number, card in game.strategy_cards.items():
            card.trade_goods += int(str(args.get(f"goods_{number}", 0)))
        return Tell(say("{source}: the trade goods lie on the cards.", source=source), _RULE)
    number = int(str(args[_CARD]))
    name = Name(game.card_name(number))
    if act.change == "close":
        effect = CardClosed(kind="card_closed", say="the Hive cannot take this card", card=number)
        begin(game, str(source), effect, "round", ("hive",))
        return Tell(say("{source}: [the Hive] cannot take {card} in this round.", source=source, card=name), _RULE)
    theirs = int(str(args[_THEIRS]))
    one, two = game.strategy_cards[number], game.strategy_cards[theirs]
    one.owner, two.owner = two.owner, one.owner
    if act.gains:
        gain_trade_goods(game, act.gains)
    other = Name(game.card_name(theirs))
    text = say("{source}: [the Hive] gives {card} and gets {other}.", source=source, card=name, other=other)
    return Tell(text, _RULE)
