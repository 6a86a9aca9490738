"""The status phase.

As long as no side has its points there, the game goes on (M45). Where both have, influence and trade goods decide; of
equals, what helps the Hive (1.scope.most-helpful).

Rules: page 28.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from hive import keys
from hive.catalog.tables import Seat
from hive.effects import end as end_effects
from hive.model.game import PLAYERS, Game, Player, RoundRecord
from hive.naming import hive_gains, items
from hive.rules.action.turns import give_back, initiative_order
from hive.rules.area import (
    draw_cards,
    gain_tokens,
    hive_has_won,
    players_have_won,
    points_peak,
    pools,
    redistribute_tokens,
    yields,
)
from hive.rules.board import board_of, known_board
from hive.rules.combat.survivors import repairs
from hive.rules.control.changing import offer_hand_over
from hive.rules.deck import gather, realign
from hive.rules.laws import draw_action_cards
from hive.rules.moments import StatusPhaseBegins, StatusPhaseEnds, moment
from hive.rules.notes import exhausted_agents, exhausted_of, ready_cards
from hive.rules.objectives.confirming import forget, replenishing_confirmed
from hive.rules.objectives.public import score_more, score_public_objective, scoring_established
from hive.rules.objectives.scoring import SECRET, Before, attempt_secret, draw_secrets, reveal_next, status_phase_scores
from hive.rules.placing.places import refill_spawning
from hive.rules.placing.ships import clear_tokens, remove_breaches
from hive.steps import Ask, Confirmed, Item, Number, Procedure, Shown, Tell, filled, question
from hive.words import Words, count, listed, say

RULE_OF_HIVE, RULE_OF_PLAYERS = "35.society.tie-hive", "35.society.tie-players"
MOST = 200


def decide_by_points(game: Game) -> Procedure[None]:
    """Name the winner at the end of a status phase, where points wait for it; the table counts where both have theirs.

    Rules: 28.1.win.hive, 28.1.win.players, 35.society.tie-hive, 35.society.tie-players.
    """
    if not game.tables.figures.points_wait.value or game.winner is not None:
        return
    hive, players = hive_has_won(game), players_have_won(game)
    if hive and players:
        game.winner = yield from _tie(game)
    elif hive or players:
        game.winner = "hive" if hive else "players"


def _tie(game: Game) -> Procedure[Literal["hive", "players"]]:
    """Influence of all planets as it is printed, and all trade goods; the players count theirs together.

    Rules: 35.society.tie-hive, 35.society.tie-players.
    """
    answer = yield from filled(_counting(game))
    goods = game.hive.all_trade_goods
    hive = answer.numbers["hive"] + goods
    players = answer.numbers["players"] + answer.numbers["goods"]
    told, own, shared = answer.numbers, items(goods, "trade_goods"), items(answer.numbers["goods"], "trade_goods")
    one = say("[The Hive]: {influence} influence, {goods} in funds and stockpile.", influence=told["hive"], goods=own)
    who, theirs = listed([game.name(seat) for seat in PLAYERS]), told["players"]
    both = say("{players} together: {influence} influence, {goods}.", players=who, influence=theirs, goods=shared)
    lines = Item(one, rule=RULE_OF_HIVE), Item(both, rule=RULE_OF_PLAYERS)
    text = say("All have enough points: {hive} of [the Hive] against {players}", hive=hive, players=players)
    yield Tell(text, RULE_OF_HIVE, items=lines)
    return "players" if players > hive else "hive"


def _counting(game: Game) -> Ask:
    board, who = known_board(game), listed([game.name(seat) for seat in PLAYERS])
    theirs = say("Influence of the planets of {players}", players=who)
    return question(
        keys.TIE,
        players=who,
        rule=RULE_OF_HIVE,
        numbers=(
            Number("hive", say("Influence of [the Hive]'s planets"), maximum=MOST, value=board.influence(("hive",))),
            Number("players", theirs, maximum=MOST, value=board.influence(PLAYERS)),
            Number("goods", say("Trade goods of {players}", players=who), maximum=MOST, together=True),
        ),
    )


# --- what the story of the game keeps of each round. No rule reads it


def close_round(game: Game) -> None:
    """Keep how the game stands at the end of a round, and begin to count drawn cards anew."""
    game.story.append(record_of(game))
    game.drawn = {}


def record_of(game: Game) -> RoundRecord:
    """How the game stands now."""
    hive, ships = game.hive, [unit.key for unit in game.tables.units.larger_ships]
    return RoundRecord(
        round=game.round,
        points={"hive": hive.victory_points, **{seat: game.players[seat].victory_points for seat in PLAYERS}},
        resources=hive.bank.resources,
        influence=hive.bank.influence,
        trade_goods=hive.trade_goods,
        command_tokens=hive.tokens.tactic + hive.tokens.strategy,
        fleet={ship: hive.units[ship] for ship in ships if hive.units.get(ship)},
        planets=sum(hive.spawning_planets.values()) + hive.standard_planets,
        systems=board_of(game).held(),
        drawn=dict(game.drawn),
    )


# --- the status phase, as far as the Hive has a part in it


def score(game: Game) -> Procedure[list[Item]]:
    """All sides score in the order of initiative (Q67); then the next public objective is revealed.

    Rules: 28.1.public, 28.1.secret.attempt.
    """
    yield from moment(game, StatusPhaseBegins())
    order, scored = initiative_order(game), Before.of(game)
    before = [seat for seat in PLAYERS if order.index(seat) < order.index("hive")]
    after = [seat for seat in PLAYERS if seat not in before]
    yield from status_phase_scores(game, before, scored, order_words(game, order, before))
    lines = (yield from hive_scores(game, scored)) if game.winner is None else []
    yield from status_phase_scores(game, after, scored, order_words(game, order, after))
    # Where points wait for the end of the phase, all objectives lie open from the first (M45).
    if game.winner is None and not game.tables.figures.points_wait.value:
        yield from reveal_next(game, say("Which public objective is revealed?"))
    game.stage = "clean_up"
    return lines


def order_words(game: Game, order: Sequence[Seat], now: Collection[Player]) -> Words:
    """In which order the sides score, for the table: who has done so, who does now, who comes after them.

    In: the order of initiative; the players who are asked now, all of those on one side of the Hive's place in it.
    """
    asked = [seat for seat in order if seat in now]
    scoring = listed([game.name(seat) for seat in asked])
    others = [game.name(seat) for seat in order if seat not in now]
    if asked and order.index(asked[0]) > order.index("hive"):
        return say("In order of initiative: first {first} (done), now {now}.", first=listed(others), now=scoring)
    if others[1:]:
        return say("In order of initiative: now {now}, then [the Hive], then {last}.", now=scoring, last=others[-1])
    return say("In order of initiative: now {now}, then [the Hive].", now=scoring)


def hive_scores(game: Game, before: Before) -> Procedure[list[Item]]:
    """The Hive scores a public objective and attempts a secret one; an option can have it score another. A win ends it.

    In: what had been scored as the phase began; what the table has told of the Hive since then counts.
    Rules: 28.1.public, 28.1.secret.attempt, 35.society.second-score.
    """
    points, told = game.hive.victory_points, before.number(game, "hive")
    lines = [_scored_already()] if told else (yield from score_public_objective(game))
    untold = [*lines] if game.hive.victory_points != points else []
    if (scored := before.number(game, "hive")) and game.winner is None:
        lines.extend((yield from score_more(game, game.tables.figures.status_objectives.value - scored, untold)))
    tried = SECRET in before.used(game, "hive")
    if scoring_established(game) and game.winner is None and not tried:
        lines.extend((yield from attempt_secret(game, "status", untold)))
    text = say("[The Hive] scores") if game.hive.victory_points > points else say("[The Hive] scores nothing")
    shown = Shown(say("Score"), peak=points_peak(game, points))
    yield Confirmed(text, "28.1.public", key=keys.HIVE_SCORES, items=tuple(lines), shown=shown)
    return lines


def _scored_already() -> Item:
    return Item(say("[The Hive] has scored a public objective in this phase already, as you say."), rule="28.1.public")


def clean_up(game: Game) -> Procedure[list[Item]]:
    """The rest of the Hive's status phase, in one step, once the table has said what it rests on.

    Players redistribute command tokens as well, so they can hand planets over (31.control.exchange-planets).
    Rules: 28.2 to 28.6, 32.easy.status-draws, 32.expert.status-draws, 33.faction.breaches-removed.
    """
    yield from replenishing_confirmed(game)
    yield from offer_hand_over(game)
    exhausted = yield from exhausted_agents(game)
    lines = [
        draw_secrets(game, game.level.status_secrets, game.level.rules["status_secrets"]),
        draw_cards(game, game.level.status_action_cards, game.level.rules["status_action_cards"]),
        *draw_action_cards(game),
        *_command_tokens(game),
        *replenish(game),
        *refill_spawning(game, "28.5.spawning-infantry"),
        *repairs(game),
        *ready_cards(game, exhausted),
        *give_back(game),
        *remove_breaches(game),
        _ready_cards(game),
    ]
    yield Confirmed(say("Status phase of [the Hive]"), "28.5.ready", key=keys.STATUS, items=tuple(lines))
    yield from decide_by_points(game)
    if game.winner is None:
        resting = exhausted_of(game, exhausted)
        end_effects(game, "status")
        game.spent += resting
        yield from moment(game, StatusPhaseEnds())
    if _agenda_comes(game):
        game.phase, game.stage, game.confirmed = "agenda", "", False
    else:
        begin_round(game)
    return lines


def _agenda_comes(game: Game) -> bool:
    """Whether an agenda phase follows. Rule: 28.6.deck-agenda."""
    return game.agenda_unlocked and bool(game.tables.figures.agendas_each_round.value)


def begin_round(game: Game) -> None:
    """Ready everything for the next round's strategy phase, and keep the round that is over for the story."""
    close_round(game)
    game.round += 1
    game.phase, game.stage, game.active = "strategy", "begin", None
    game.hive.passed = game.hive.turn_lost = False
    forget(game)
    for player in game.players.values():
        player.passed = player.traded = player.calmed = False
    for card in game.strategy_cards.values():
        card.owner, card.exhausted = None, False


def _command_tokens(game: Game) -> list[Item]:
    """Tokens on the board return first (Q97). Rules: 28.4.tokens, 28.4.redistribute."""
    removed = clear_tokens(game)
    gained = gain_tokens(game, game.level.status_command_tokens)
    redistribute_tokens(game)
    text = hive_gains(items(gained, "command_tokens"))
    return [*removed, Item(text, rule=game.level.rules["status_command_tokens"]), pools(game, "28.4.redistribute")]


def replenish(game: Game, rule: str = "28.5.bank-maximum") -> list[Item]:
    """Refill the bank up to the yields of the Hive's planets; what lies above stays (Q48).

    Rules: 28.5.ready, 28.5.spawning, 28.5.standard, 28.5.bank-maximum.
    """
    maximum, bank = yields(game), game.hive.bank
    bank.resources = max(bank.resources, maximum)
    bank.influence = max(bank.influence, maximum)
    text = say(
        "The bank holds {resources} and {influence}.",
        resources=items(bank.resources, "resources"),
        influence=items(bank.influence, "influence"),
    )
    return [Item(text, say("{number} of each from its planets", number=maximum), rule)]


def _ready_cards(game: Game) -> Item:
    if _agenda_comes(game):
        gather(game)
        return Item(say("All Hive Mind cards are shuffled into one deck."), rule="28.6.deck-agenda")
    return realigned(game, "28.6.deck-no-agenda")


def realigned(game: Game, rule: str) -> Item:
    """Realign the deck, and say so by the rule that asks for it. Rules: 28.6.deck-no-agenda, 29.end.realign."""
    realign(game)
    text = say(
        "The Hive Mind deck is realigned: {primary} and {secondary}.",
        primary=game.level.primary_cards,
        secondary=count(game.level.secondary_cards, "card"),
    )
    return Item(text, rule=rule)
