"""What agendas and laws do in their own way: acts that serve one card alone.

Rules: page 29, 14.counter.fleet-removal, 29.elected-laws, Q61.
"""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import NoVote, PlanetsExhausted
from hive.effects import begin, effects, end
from hive.model.game import PLAYERS, Game, Player
from hive.naming import items
from hive.rules.abilities.secondary import free_secondary
from hive.rules.abilities.technology import basic_technologies, open_colours
from hive.rules.acts.core import told
from hive.rules.agenda.votes import AGAINST, FOR, voting_order
from hive.rules.area.planets import discard_worth
from hive.rules.area.points import gain_points, tokens_in_reinforcements
from hive.rules.deck import discard_used
from hive.rules.decrees import plastic
from hive.rules.decrees.acts import discard, pools
from hive.rules.decrees.told import RULE
from hive.rules.laws import repeal
from hive.rules.moments import AgendaResolved, CommoditiesGained, ShipsProduced, StrategyPhaseBegins, at, on
from hive.rules.objectives.scoring import change_points, hidden_objectives, reveal_besides
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked, meant
from hive.words import Name, count, say, sentence

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
