"""What agendas and laws do: the verbs of their rows, and acts that serve one card alone.

Rules: page 29, 14.counter.fleet-removal, Q61, 29.elected-laws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from hive import keys
from hive.catalog.tables import NoVote, PlanetsExhausted, Seat
from hive.catalog.tables.acts import Bends, CardAct, CommandToken, Gains, GivesUp, Puts, Removes
from hive.effects import begin, effects, end
from hive.model.game import PLAYERS, Game, Player
from hive.naming import by_now, items
from hive.rules.abilities.secondary import free_secondary
from hive.rules.abilities.technology import basic_technologies, open_colours
from hive.rules.acts.core import Asking, Plain, Scene, sides, told
from hive.rules.agenda.votes import AGAINST, FOR, voting_order
from hive.rules.area.planets import discard_worth
from hive.rules.area.points import (
    gain_points,
    gain_points_told,
    gain_trade_goods,
    lose_all_trade_goods,
    tokens_in_reinforcements,
)
from hive.rules.deck import discard_used
from hive.rules.decrees import plastic
from hive.rules.decrees.told import RULE, Which
from hive.rules.exploration.exploring import gain_relic
from hive.rules.laws import repeal
from hive.rules.moments import AgendaResolved, CommoditiesGained, ShipsProduced, StrategyPhaseBegins, at, on
from hive.rules.objectives.scoring import change_points, draw_secrets, hidden_objectives, reveal_besides
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked, meant
from hive.words import Name, Words, count, say, sentence

Amount = TypeVar("Amount")


def _gains(scene: Scene, act: Gains) -> list[Item]:
    told = [(thing, sum(scene.lost) if number == "each_lost" else number) for thing, number in act.what.items()]
    return [line for side in sides(scene, act) for thing, number in told for line in _COME[thing](scene, side, number)]


def _gives_up(scene: Scene, act: GivesUp) -> list[Item]:
    told = act.what.items()
    return [line for side in sides(scene, act) for thing, number in told for line in _GO[thing](scene, side, number)]


def _hives_alone(change: Callable[[Scene, Amount], list[Item]]) -> Callable[[Scene, Seat, Amount], list[Item]]:
    """What players have of it they change themselves."""
    return lambda scene, side, number: change(scene, number) if side == "hive" else []


def _cards_come(scene: Scene, number: int) -> list[Item]:
    hive = scene.game.hive
    hive.action_cards += number
    text = say("Draw {cards} face down for [the Hive].", cards=count(number, "action card"))
    return [Item(text, by_now(hive.action_cards), scene.rule)]


def _goods_come(scene: Scene, number: int) -> list[Item]:
    gain_trade_goods(scene.game, number)
    goods = items(number, "trade_goods")
    text = say("[The Hive] gains {goods}.", goods=goods)
    if scene.named:
        text = say("{law}: [the Hive] gains {goods}.", law=Name(scene.source), goods=goods)
    return [Item(text, by_now(scene.game.hive.trade_goods), scene.rule)] if number else []


def _points_change(scene: Scene, side: Seat, number: int) -> list[Item]:
    more, who = gain_points_told(scene.game, side, number), scene.game.name(side)
    points = count(abs(number), "victory point")
    text = say("{who!c} gains {points}.", who=who, points=points)
    if number < 0:
        text = say("{who!c} loses {points}.", who=who, points=points)
    return [Item(text, Name(scene.source) if scene.named else "", scene.rule), *more]


def discard(game: Game, number: int | str, rule: str) -> list[Item]:
    """Action cards leave the Hive's hand, as many as it holds of so many, or all."""
    hive = game.hive
    lost = hive.action_cards if number == "all" else min(int(number), hive.action_cards)
    hive.action_cards -= lost
    text = say("[The Hive] discards {cards}.", cards=count(lost, "random action card"))
    return [Item(text, by_now(hive.action_cards), rule)] if lost else []


def _goods_go(scene: Scene, number: int | str) -> list[Item]:
    hive = scene.game.hive
    if number == "all":
        lost = lose_all_trade_goods(scene.game)
    else:
        lost = min(int(number), hive.trade_goods)
        hive.trade_goods -= lost
    text = say("[The Hive] loses {goods}.", goods=items(lost, "trade_goods"))
    return [Item(text, rule=scene.rule)] if lost else []


def _tokens_go(scene: Scene, number: int | str, from_any: bool = True) -> list[Item]:
    """Tokens go to the reinforcements: from any pool the fuller one gives, an even one keeps its strategy tokens."""
    tokens, lost = scene.game.hive.tokens, 0
    while lost != number and (tokens.strategy or (from_any and tokens.tactic)):
        if from_any and tokens.tactic and tokens.tactic >= tokens.strategy:
            tokens.tactic -= 1
        else:
            tokens.strategy -= 1
        lost += 1
    text = say("[The Hive] loses {tokens}.", tokens=items(lost, "command_tokens"))
    return [Item(text, rule=scene.rule), pools(scene.game)] if lost else []


def pools(game: Game) -> Item:
    """How many tokens lie in the Hive's pools."""
    tokens = game.hive.tokens
    text = say("Its pools: {tactic} tactic, {strategy} strategy.", tactic=tokens.tactic, strategy=tokens.strategy)
    return Item(text, rule="1.scope.unchanged-rules")


# What changes, for whom, and by how many.
_COME: dict[str, Callable[[Scene, Seat, int], list[Item]]] = {
    "action_cards": _hives_alone(_cards_come),
    "relics": _hives_alone(lambda scene, number: [line for _ in range(number) for line in gain_relic(scene.game)]),
    "secret_objectives": _hives_alone(lambda scene, number: [draw_secrets(scene.game, number, "5.5.no-limits")]),
    "trade_goods": _hives_alone(_goods_come),
    "victory_points": _points_change,
}
_GO: dict[str, Callable[[Scene, Seat, int | str], list[Item]]] = {
    "action_cards": _hives_alone(lambda scene, number: discard(scene.game, number, scene.rule)),
    "command_tokens": _hives_alone(_tokens_go),
    # The Hive's strategy pool pays for the fleet pool that it does not have.
    "strategy_tokens": _hives_alone(lambda scene, number: _tokens_go(scene, number, from_any=False)),
    "trade_goods": _hives_alone(_goods_go),
    "victory_points": lambda scene, side, number: _points_change(scene, side, -int(number)),
}


_LATER: dict[Which, Words] = {
    "per_technology": say("Next strategy phase a planet of [the Hive] is exhausted for each technology."),
    "with_specialty": say("Next strategy phase all planets of [the Hive] with a technology specialty are exhausted."),
    "at_home": say("Next strategy phase all planets of [the Hive]'s main spawning system are exhausted."),
}


def _bends(scene: Scene, act: Bends) -> list[Item]:
    begin(scene.game, scene.source, act.effect, act.until, sides(scene, act))
    if isinstance(act.effect, PlanetsExhausted):
        return [Item(_LATER[act.effect.which], rule=scene.rule)]
    return [Item(say("{source}: {effect}.", source=Name(scene.source), effect=Name(act.effect.say)), rule=scene.rule)]


# --- on the board


def _removes(scene: Scene, act: Removes) -> Procedure[list[Item]]:
    """The table says which units go, where they have to be chosen."""
    game = scene.game
    types, there = _types(game, act), game.hive.units
    if act.where == "near_wormholes":
        return (yield from plastic.lose_all(game, types, act.where))
    if act.where:
        lines, lost = yield from (
            plastic.halve_infantry(game) if act.where == "each_planet" else plastic.lose_on(game, scene.outcome, types)
        )
        scene.lost.append(lost)
        return lines
    too_many = sum(there.get(key, 0) for key in types) - act.keep if act.keep else int(act.number)
    lines = (yield from plastic.give_up(game, types, too_many)) if too_many > 0 else []
    if act.who != "each":
        return lines
    if act.keep:
        return [*lines, *(yield from plastic.players_keep(game, act.units[0], act.keep))]
    return [*lines, *(yield from plastic.players_give_up(game, types, too_many))]


def _types(game: Game, act: Removes) -> list[str]:
    units = game.tables.units
    forces = (unit for unit in units.units if unit.category == "ground_force")
    of_group = {"": (), "ground_forces": forces, "larger_ships": units.larger_ships}[act.group]
    return [*act.units, *(unit.key for unit in of_group)]


def _puts(scene: Scene, act: Puts) -> Procedure[list[Item]]:
    game = scene.game
    return (
        yield from plastic.mech_at_home(game)
        if act.where == "home"
        else plastic.add_infantry(game, act.units["infantry"])
    )


def _command_token(scene: Scene, act: CommandToken) -> Procedure[list[Item]]:
    game = scene.game
    return (yield from plastic.token_at_home(game) if act.where == "home" else plastic.tokens_at_wormholes(game))


PLAIN: Mapping[type[CardAct], Plain] = {Bends: _bends, Gains: _gains, GivesUp: _gives_up}
ASKING: Mapping[type[CardAct], Asking] = {Removes: _removes, Puts: _puts, CommandToken: _command_token}


# --- what agendas and laws do in their own way: acts that serve one card alone


_ELECTED = "29.elected-laws"
_COLOURS = {"blue": say("blue"), "green": say("green"), "red": say("red"), "yellow": say("yellow")}


@on(AgendaResolved, agenda="Public Execution")
def executed(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The elected side loses its action cards and the Speaker token, and votes no more in this agenda phase."""
    lines = []
    if resolved.outcome == game.speaker:
        seats = game.seats
        game.speaker = seats[(seats.index(game.speaker) + 1) % len(seats)]
        lines.append(Item(say("{who!c} becomes the Speaker.", who=game.name(game.speaker)), rule=RULE))
    executed = next(seat for seat in game.seats if seat == resolved.outcome)
    if executed != "hive":
        silence = NoVote(kind="no_vote", say="no votes in this agenda phase")
        begin(game, resolved.agenda, silence, "phase", [executed])
        return lines
    silence = NoVote(kind="no_vote", say="the Hive casts no votes in this agenda phase")
    begin(game, resolved.agenda, silence, "phase", [executed])
    text = say("[The Hive] casts no votes in the rest of this agenda phase.")
    return [*discard(game, "all", RULE), *lines, Item(text, rule=RULE)]


@on(AgendaResolved, agenda="Armed Forces Standardization", outcome="hive")
def pools_as_told(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The pools of the elected side become as told, as far as its tokens go; the Hive has no fleet pool (Q61)."""
    tokens, amount = game.hive.tokens, game.tables.agendas.amount
    tokens.tactic = tokens.strategy = 0
    tokens.tactic = min(amount(resolved.agenda, "tactic"), tokens_in_reinforcements(game))
    tokens.strategy = min(amount(resolved.agenda, "strategy"), tokens_in_reinforcements(game))
    return [pools(game)]


@on(AgendaResolved, agenda="Mutiny")
def points_of_those_who_were_for_it(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The Hive gains victory points if it voted for it, or loses them."""
    if resolved.voted != FOR:
        return []
    points = game.tables.agendas.amount(resolved.agenda, "victory_points")
    gained = resolved.outcome == FOR
    gain_points(game, "hive", points if gained else -points)
    number = count(points, "victory point")
    text = say("[The Hive] gains {points}.", points=number)
    if not gained:
        text = say("[The Hive] loses {points}.", points=number)
    return [Item(text, say("it voted for it"), RULE)]


@at(AgendaResolved, agenda="Mutiny")
def points_of_players_who_were_for_it(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """How the players voted the table knows; nobody is asked about who casts no votes."""
    voting = [seat for seat in PLAYERS if seat in voting_order(game)]
    if not voting:
        return
    meaning: dict[str, tuple[Player, ...]] = {"p1": ("p1",), "p2": ("p2",), "both": PLAYERS, "nobody": ()}
    both = (Choice("both", say("Both")),) if voting[1:] else ()
    choices = (
        *(Choice(seat, say("{who} alone", who=game.name(seat)) if both else say("Yes")) for seat in voting),
        *both,
        Choice("nobody", say("Neither") if both else say("No")),
    )
    text = say("Who of you voted for Mutiny?") if both else say("Did {who} vote for it?", who=game.name(voting[0]))
    voters = yield from meant(Ask(keys.DECREE_VOTERS, text, choices, RULE, shown=Shown(expects=False)), meaning)
    points = game.tables.agendas.amount(resolved.agenda, "victory_points")
    for seat in voters:
        yield from change_points(game, seat, points if resolved.outcome == FOR else -points)


@at(AgendaResolved, agenda="Incentive Program")
def another_objective(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A public objective of the first stage is revealed, or of the second, if any is left."""
    stage = 1 if resolved.outcome == FOR else 2
    if any(objective.stage == stage for objective in hidden_objectives(game)):
        text = say("Incentive Program: which public objective is revealed?")
        yield from reveal_besides(game, text, (stage,))


@at(AgendaResolved, agenda="Research Grant Reallocation", outcome="hive")
def granted(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """The Hive gains a technology that helps it most, and pays one token of its strategy pool for the fleet pool."""
    colours = open_colours(game)
    if not colours:
        return
    colour = yield from asked(
        Ask(
            key=keys.TECHNOLOGY_COLOUR,
            text=say("Which technology helps [the Hive] most?"),
            choices=tuple(Choice(one, sentence(Name(one))) for one in colours),
            rule="1.scope.most-helpful",
            shown=Shown(expects=False),
        )
    )
    chosen = next(one for one in colours if one == colour)
    game.hive.technologies[chosen] = game.hive.technologies.get(chosen, 0) + 1
    level = say("now level {level}", level=game.hive.technologies[chosen])
    text = say("Lay {colour!a} technology face down for [the Hive].", colour=_COLOURS[chosen])
    lines = [Item(text, level, RULE)]
    if game.hive.tokens.strategy:
        game.hive.tokens.strategy -= 1
        lost = say("[The Hive] loses {tokens} of its strategy pool.", tokens=items(1, "command_tokens"))
        lines.append(Item(lost, say("in place of its fleet pool"), "14.counter.fleet-removal"))
    yield from told(resolved.agenda, lines)


@at(AgendaResolved, agenda="Galactic Crisis Pact")
def secondary_for_all(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side may resolve the secondary of the elected strategy card without a command token."""
    card = next(card for card in game.tables.strategy_cards.cards if card.key == resolved.outcome)
    yield from free_secondary(game, card, Name(resolved.agenda))


@at(AgendaResolved, agenda="Rearmament Agreement", outcome=AGAINST)
def mechs_replaced(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each mech is replaced by infantry."""
    number = game.tables.agendas.amount(resolved.agenda, "infantry")
    yield from told(resolved.agenda, (yield from plastic.replace_mechs(game, number)))


@at(AgendaResolved, agenda="Wormhole Research", outcome=FOR)
def ships_at_wormholes(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A side with a ship at a wormhole researches; then all ships at alpha and beta wormholes are destroyed."""
    lines: list[Item] = []
    if (yield from plastic.ship_at_a_wormhole(game)):
        lines += yield from _researched(game, resolved)
    ships = [unit.key for unit in game.tables.units.units if unit.category == "ship"]
    lines += yield from plastic.lose_all(game, ships, "alpha_or_beta")
    yield from told(resolved.agenda, lines)


def _researched(game: Game, resolved: AgendaResolved) -> Procedure[list[Item]]:
    """The Hive researches as many basic technologies as it may: that helps it most. Rule: 1.scope.most-helpful."""
    keep = list(game.deck.in_use)
    number = game.tables.agendas.amount(resolved.agenda, "technologies")
    gained = yield from basic_technologies(game, number, "13.technology.primary")
    discard_used(game, keep)
    return list(gained.items)


@at(AgendaResolved, agenda="Colonial Redistribution")
def redistributed(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """All units on the elected planet are destroyed, and a side with fewest victory points lands there."""
    yield from plastic.redistribute(game, resolved.outcome, game.tables.agendas.amount(resolved.agenda, "infantry"))


@at(AgendaResolved, agenda="Ixthian Artifact", outcome=FOR)
def artifact(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A die decides between technologies and losses around Mecatol Rex."""
    answer = yield from asked(
        Ask(
            key=keys.DECREE_DIE,
            text=say("The Speaker rolls a die for the Ixthian Artifact: what does it show?"),
            choices=(Choice("high", say("6 or more")), Choice("low", say("5 or less"))),
            rule=RULE,
            shown=Shown(expects=False),
        )
    )
    if answer == "high":
        yield from told(resolved.agenda, (yield from _researched(game, resolved)))
    else:
        number = game.tables.agendas.amount(resolved.agenda, "units")
        yield from told(resolved.agenda, (yield from plastic.losses_around_mecatol_rex(game, number)))


@at(StrategyPhaseBegins)
def paid(game: Game, _: StrategyPhaseBegins) -> Procedure[None]:
    """The Hive pays for each planet that is exhausted now. Rules: 4.2.loss-trigger, 4.2.loss-source."""
    due = effects(game).of(PlanetsExhausted)
    end(game, "round")
    for one in due:
        planets = yield from plastic.exhausted(game, one.effect.which)
        if planets:
            number = count(len(planets), "planet")
            text = say("{agenda}: exhausted: {planets}", agenda=Name(one.source), planets=number)
            yield from discard_worth(game, text, *planets)


@on(CommoditiesGained, law="Minister of Commerce", elects="hive")
def goods_for_neighbors(_: Game, gained: CommoditiesGained) -> list[Item]:
    """Whether gaining commodities is replenishing them is for the table to say, so this stays a sentence."""
    if gained.by != "hive":
        return []
    text = say(
        "Minister of Commerce: if you hold that this replenishes commodities, enter 1 trade good for each neighbor."
    )
    return [Item(text, say("[the Hive] is elected"), _ELECTED)]


@on(ShipsProduced, law="Prophecy of Ixth", elects="hive")
def prophecy_lost(game: Game, produced: ShipsProduced) -> list[Item]:
    """The Hive loses the card when it produces, and too few fighters among it."""
    wanted = game.tables.agendas.amount("Prophecy of Ixth", "fighters")
    if produced.by != "hive" or produced.units.count("fighter") >= wanted:
        return []
    text = say(
        "Discard Prophecy of Ixth: [the Hive] has produced fewer than {fighters}.", fighters=count(wanted, "fighter")
    )
    return [Item(text, rule=_ELECTED), *repeal(game, "Prophecy of Ixth")]
