"""The Hive's tactical action without a galaxy: the table says whether there is a target, and carries it out. P. 15."""

from __future__ import annotations

from hive import keys
from hive.board.movement import move_value
from hive.model.game import PLAYERS, Game
from hive.naming import ACTION_WORDS, items
from hive.rules.area.planets import replace_unit
from hive.rules.combat.battle import after_fight, fight_choices
from hive.rules.combat.fight import booked, cards_played, support_lines
from hive.rules.deck import HiveAction
from hive.rules.exploration.exploring import frontier_reminder
from hive.rules.laws import CEASEFIRE, ENDS, kept_out, stopping_choices, turn_ended
from hive.rules.tactical.booking import moved_in
from hive.rules.tactical.moves import tactical_type
from hive.rules.tactical.plan import change_ships, ships_through
from hive.rules.tactical.telling import ANOMALIES, nothing_to_go_for, turned_away
from hive.rules.tactical.why_not import why_nowhere
from hive.steps import Ask, Card, Choice, Filled, Item, Procedure, Shown, anew, filled
from hive.words import Name, Words, count, listed, say

NO_TARGET = "no_target"
THROUGH = "through_a_wormhole"
INTO = "into_the_fracture"


def perform(game: Game, action: HiveAction, cards: list[Card]) -> Procedure[bool]:
    """Announce the action, and hear how it ended; False if players have left it without a target meanwhile.

    Rules: 15.engage.target, 15.infest.target, 14.gain.combat.
    """
    told = yield from anew(lambda: filled(_announcement(game, action, cards)))
    if told.choice == NO_TARGET:
        yield nothing_to_go_for(action, why_nowhere(game, tactical_type(action.type)))
        return False
    game.hive.activating = False
    if game.hive.tokens.tactic:
        game.hive.tokens.tactic -= 1
        game.hive.tokens.board += 1
    told = yield from _on_their_way(game, told, action, cards)
    answer = booked(game, told)
    if answer == CEASEFIRE:
        yield kept_out(game)
        answer = booked(game, (yield from filled(_goes_on(game, action, cards, "27.given.printed"))))
    if answer.startswith(ENDS):
        yield turn_ended(game, "hive", answer.removeprefix(ENDS))
    else:
        yield from after_fight(game, answer)
    return True


def _on_their_way(game: Game, told: Filled, action: HiveAction, cards: list[Card]) -> Procedure[Filled]:
    """What has become of the ships before anything is fought, once each; returns how the action ended."""
    ways = _ways_taken(game, action)
    while told.choice in (THROUGH, INTO):
        ways = tuple(way for way in ways if way.value != told.choice)
        rule = "15.move.source" if told.choice == THROUGH else "35.void.command-token"
        if told.choice == THROUGH:
            yield from change_ships(game, (yield from ships_through(game)), lambda *types: replace_unit(game, *types))
        else:
            yield moved_in(game)
        told = yield from filled(_goes_on(game, action, cards, rule, ways))
    return told


def _announcement(game: Game, action: HiveAction, cards: list[Card]) -> Ask:
    """What the table does by the rulebook; asked anew, as players can turn the Hive away meanwhile."""
    token = Item(
        say("Put a Hive command token from its tactic pool into the destination system."),
        say("tactic pool {tactic} to {max}", tactic=game.hive.tokens.tactic, max=max(0, game.hive.tokens.tactic - 1)),
    )
    order = say("strongest") if action.type == "engage" else say("weakest")
    ships = Item(
        say(
            "Move at most {ships}: a capacity ship first, then the {order} of each type.",
            ships=count(action.icons, "ship"),
            order=order,
        ),
        say("more, if the counters of the players there are higher"),
    )
    turned = [
        Item(say("{label} chooses the destination.", label=row.label), row.result, row.rule)
        for row in turned_away(game)
    ]
    return Ask(
        key=keys.TACTICAL_ACTION,
        text=say("[The Hive] performs a tactical {action} action", action=ACTION_WORDS[tactical_type(action.type)]),
        choices=(
            *fight_choices(game),
            *stopping_choices(game, PLAYERS),
            *_ways_taken(game, action),
            *_without_a_target(game),
        ),
        rule="15.engage.target" if action.type == "engage" else "15.infest.target",
        why=action.why,
        items=(*turned, token, ships, *_ways(game), *support_lines(game, cards), *frontier_reminder(game)),
        numbers=cards_played(game, cards),
        anew=True,
        shown=Shown(say("Tactical action"), layout="row", symbol=action.symbol),
    )


def _goes_on(game: Game, action: HiveAction, cards: list[Card], rule: str, ways: tuple[Choice, ...] = ()) -> Ask:
    """What is left of an action in which no ship may move (Q114), or all have moved."""
    return Ask(
        key=keys.TACTICAL_ACTION,
        text=say("The action goes on with what stands there"),
        choices=(*fight_choices(game), *ways),
        rule=rule,
        items=tuple(support_lines(game, cards)),
        numbers=cards_played(game, cards),
        shown=Shown(say("Tactical action"), layout="row", symbol=action.symbol),
    )


def _without_a_target(game: Game) -> tuple[Choice, ...]:
    """Whom interference has calmed since the action was defined may have been its only target (Q99).

    What players use upon the activation leaves it as it is (Q133).
    """
    if not game.hive.activating or not any(player.calmed for player in game.players.values()):
        return ()
    return (Choice(NO_TARGET, say("Not possible"), say("no target is left"), beside=True),)


def _through_a_wormhole(game: Game) -> tuple[Choice, ...]:
    """Ships that went through a wormhole change before anything is fought. Rule: 38.weird.destroyer-to-fighter."""
    if game.tables.units.wormhole_change is None:
        return ()
    return (Choice(THROUGH, say("Through a wormhole"), say("roll for its ships before the combat"), beside=True),)


def _ways_taken(game: Game, action: HiveAction) -> tuple[Choice, ...]:
    """What the table says of ships that have gone a particular way."""
    return (*_through_a_wormhole(game), *_into_the_fracture(game, action))


def _into_the_fracture(game: Game, action: HiveAction) -> tuple[Choice, ...]:
    """Who has moved into The Fracture gains a command token; no infest goes there. Rule: 35.void.command-token."""
    if action.type != "engage" or not game.tables.galaxy.fracture.tokens:
        return ()
    tokens = items(game.tables.galaxy.fracture.tokens, "command_tokens")
    return (Choice(INTO, say("Into The Fracture"), say("[the Hive] gains {tokens}", tokens=tokens), beside=True),)


def _ways(game: Game) -> list[Item]:
    """What helps the Hive's ships on their way. Rules: 32.higher.anomalies, 32.higher.move-bonus, page 38."""
    ignored = [ANOMALIES[anomaly] for anomaly in game.tables.units.ignored_anomalies if anomaly in ANOMALIES]
    bonus = game.tables.figures.spawning_move_bonus.value
    text = say("Its ships come to no harm by {anomalies}.", anomalies=listed(ignored))
    found = [Item(text, rule="32.higher.anomalies")] if ignored else []
    if bonus:
        text = say(
            "A ship that leaves or passes its main or an auxiliary spawning system has {bonus} more move value.",
            bonus=bonus,
        )
        found.append(Item(text, say("once on its way"), "32.higher.move-bonus"))
    return [*found, *_riders(game)]


def _riders(game: Game) -> list[Item]:
    """How ships move that count as fighters. Rules: 38.weird.moves-with-capacity, 38.weird.fighter-ii."""
    found = []
    for unit in game.tables.units.limited_ships:
        move = move_value(game.tables, unit.key, game.hive.upgrades)
        if unit.counts_as is None or not game.hive.units.get(unit.key):
            continue
        text = say(
            "{units!c} move beside a capacity ship from their system, and each counts as a ship that moves.",
            units=Name(unit.plural),
        )
        note: Words = say("or by themselves, {systems} far", systems=count(move, "system")) if move else ""
        found.append(Item(text, note, "38.weird.fighter-ii" if move else "38.weird.moves-with-capacity"))
    return found
