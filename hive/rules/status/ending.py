"""Where points decide only at the end of a status phase, and what the story keeps of each round.

As long as no side has its points there, the game goes on (M45). Where both have, influence and trade goods decide; of
equals, what helps the Hive (1.scope.most-helpful).
"""

from __future__ import annotations

from typing import Literal

from hive import keys
from hive.model.game import PLAYERS, Game
from hive.model.story import RoundRecord
from hive.naming import items
from hive.rules.area.points import hive_has_won, players_have_won
from hive.rules.board.sides import board_of
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, filled
from hive.words import listed, say

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
    goods = game.hive.trade_goods + game.hive.stockpile.trade_goods
    hive = answer.numbers["hive"] + goods
    players = answer.numbers["players"] + answer.numbers["goods"]
    lines = (
        Item(
            say(
                "[The Hive]: {influence} influence, {goods} in funds and stockpile.",
                influence=answer.numbers["hive"],
                goods=items(goods, "trade_goods"),
            ),
            rule=RULE_OF_HIVE,
        ),
        Item(
            say(
                "{players} together: {influence} influence, {goods}.",
                players=listed([game.name(seat) for seat in PLAYERS]),
                influence=answer.numbers["players"],
                goods=items(answer.numbers["goods"], "trade_goods"),
            ),
            rule=RULE_OF_PLAYERS,
        ),
    )
    text = say("All have enough points: {hive} of [the Hive] against {players}", hive=hive, players=players)
    yield Tell(text, RULE_OF_HIVE, items=lines)
    return "players" if players > hive else "hive"


def _counting(game: Game) -> Ask:
    board, who = board_of(game), listed([game.name(seat) for seat in PLAYERS])
    return Ask(
        key=keys.TIE,
        text=say("All have enough points. Count influence and trade goods"),
        choices=(Choice("counted", say("Counted")),),
        rule=RULE_OF_HIVE,
        detail=say(
            "The influence of planets as it is printed, exhausted or not. Those of {players} count together.",
            players=who,
        ),
        numbers=(
            Number("hive", say("Influence of [the Hive]'s planets"), maximum=MOST, value=board.influence(("hive",))),
            Number(
                "players",
                say("Influence of the planets of {players}", players=who),
                maximum=MOST,
                value=board.influence(PLAYERS),
            ),
            Number("goods", say("Trade goods of {players}", players=who), maximum=MOST, together=True),
        ),
        shown=Shown(say("The end of the game")),
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
