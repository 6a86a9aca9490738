"""A tactical action without a galaxy: it is announced, and the table carries it out by the rulebook. Rules: page 15."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Anomaly
from hive.model.game import Game
from hive.rules.combat.fought import after_fight, fight_choices
from hive.rules.combat.stratagem_cards import booked, cards_played
from hive.rules.combat.support_cards import support_lines
from hive.rules.deck.defined import HiveAction
from hive.rules.exploration.exploring import frontier_reminder
from hive.rules.laws.turn_ends import ENDS, ending_choices, turn_ended
from hive.rules.tactical.telling import turned_away
from hive.steps import Ask, Card, Item, Procedure, Shown, anew, filled
from hive.words import Words, count, listed, say

# The anomalies that can hinder ships on their way.
_PLURAL: dict[Anomaly, Words] = {
    "asteroid_field": say("asteroid fields"),
    "nebula": say("nebulae"),
    "supernova": say("supernovas"),
    "gravity_rift": say("gravity rifts"),
}


def by_the_table(game: Game, action: HiveAction, cards: list[Card]) -> Procedure[None]:
    """Announce the action, and hear how it ended. Rules: 15.engage.target, 15.infest.target, 14.gain.combat."""
    told = yield from anew(lambda: filled(_handed_to_the_table(game, action, cards)))
    game.hive.activating = False
    if game.hive.tokens.tactic:
        game.hive.tokens.tactic -= 1
        game.hive.tokens.board += 1
    answer = booked(game, told)
    if answer.startswith(ENDS):
        yield turn_ended(game, "hive", answer.removeprefix(ENDS))
        return
    yield from after_fight(game, answer)


def _handed_to_the_table(game: Game, action: HiveAction, cards: list[Card]) -> Ask:
    """What the table does by the rulebook; asked anew, as players can turn the Hive away meanwhile."""
    token = Item(
        "Put a Hive command token from its tactic pool into the destination system.",
        f"tactic pool {game.hive.tokens.tactic} to {max(0, game.hive.tokens.tactic - 1)}",
    )
    order = "strongest" if action.type == "engage" else "weakest"
    ships = Item(
        f"Move at most {count(action.icons, 'ship')}: a capacity ship first, then the {order} of each type.",
        "more, if the counters of the players there are higher",
    )
    turned = [Item(f"{row.label} chooses the destination.", row.result, row.rule) for row in turned_away(game)]
    return Ask(
        key=keys.TACTICAL_ACTION,
        text=f"The Hive performs a tactical {action.type} action",
        choices=(*fight_choices(game), *ending_choices(game)),
        rule="15.engage.target" if action.type == "engage" else "15.infest.target",
        why=action.why,
        items=(*turned, token, ships, *_ways(game), *support_lines(game, cards), *frontier_reminder(game)),
        numbers=cards_played(game, cards),
        anew=True,
        shown=Shown("Tactical action", layout="row", symbol=action.symbol),
    )


def _ways(game: Game) -> list[Item]:
    """What helps the Hive's ships on their way. Rules: 32.higher.anomalies, 32.higher.move-bonus."""
    ignored = [_PLURAL[anomaly] for anomaly in game.tables.units.ignored_anomalies if anomaly in _PLURAL]
    bonus = game.tables.figures.spawning_move_bonus.value
    text = say("Its ships come to no harm by {anomalies}.", anomalies=listed(ignored))
    found = [Item(text, rule="32.higher.anomalies")] if ignored else []
    if bonus:
        text = say(
            "A ship that leaves or passes its main or an auxiliary spawning system has {bonus} more move value.",
            bonus=bonus,
        )
        found.append(Item(text, say("once on its way"), "32.higher.move-bonus"))
    return found
