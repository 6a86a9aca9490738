"""What single agendas and laws do in their own way, where no kind of act serves two of them.

On a tracked galaxy what nobody chooses is booked; else the table does it, and the numbers follow.

Rules: page 29, 14.counter.fleet-removal, Q61, 29.elected-laws.
"""

from __future__ import annotations

from collections import Counter

from hive import keys
from hive.catalog.tables import NoVote, PlanetsExhausted, Seat
from hive.effects import begin, effects, end
from hive.model.game import PLAYERS, Game, Player
from hive.naming import items, planet, units
from hive.rules.abilities import free_secondary
from hive.rules.abilities.area import open_colours, researched
from hive.rules.acts.belongings import discard, points_change
from hive.rules.acts.core import UNCHANGED, Scene, told
from hive.rules.acts.units import EVERY, NEGATIVE, leave, lose_all, losses_told, players_give_up, put, standing
from hive.rules.agenda.votes import AGAINST, FOR, voting_order
from hive.rules.area import STANDARD, discard_worth, fall, pools, tokens_in_reinforcements, worth_of
from hive.rules.board import PlanetAt, Tracked, board_of, tracked
from hive.rules.control.taking import hive_takes, player_takes
from hive.rules.diagrams.damage import given_up
from hive.rules.diagrams.deciding import most_helpful
from hive.rules.laws import repeal
from hive.rules.moments import AgendaResolved, CommoditiesGained, ShipsProduced, Source, StrategyPhaseBegins, at, on
from hive.rules.objectives.scoring import change_points, hidden_objectives, reveal_besides
from hive.steps import Ask, Choice, Confirmed, Item, Number, Procedure, Shown, agreed, how_many, meant, question
from hive.words import Name, Words, count, listed, say

_ELECTED = "29.elected-laws"


@on(AgendaResolved, Source(agenda="Public Execution"))
def executed(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The elected side loses its action cards and the Speaker token, and votes no more in this agenda phase."""
    lines = []
    if resolved.outcome == game.speaker:
        seats = game.seats
        game.speaker = seats[(seats.index(game.speaker) + 1) % len(seats)]
        lines.append(Item(say("{who!c} becomes the Speaker.", who=game.name(game.speaker)), rule=UNCHANGED))
    hives = resolved.outcome == "hive"
    text = "the Hive casts no votes in this agenda phase" if hives else "no votes in this agenda phase"
    executed = [seat for seat in game.seats if seat == resolved.outcome]
    begin(game, resolved.agenda, NoVote(kind="no_vote", say=text), "phase", executed)
    silent = Item(say("[The Hive] casts no votes in the rest of this agenda phase."), rule=UNCHANGED)
    return [*discard(game, "all", UNCHANGED), *lines, silent] if hives else lines


@on(AgendaResolved, Source(agenda="Armed Forces Standardization", outcome="hive"))
def pools_as_told(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The pools of the elected side become as told, as far as its tokens go; the Hive has no fleet pool (Q61)."""
    tokens, amount = game.hive.tokens, game.tables.agendas.amount
    tokens.tactic = tokens.strategy = 0
    tokens.tactic = min(amount(resolved.agenda, "tactic"), tokens_in_reinforcements(game))
    tokens.strategy = min(amount(resolved.agenda, "strategy"), tokens_in_reinforcements(game))
    return [pools(game, UNCHANGED)]


@on(AgendaResolved, Source(agenda="Mutiny"))
def points_of_those_who_were_for_it(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The Hive gains victory points if it voted for it, or loses them."""
    if resolved.voted != FOR:
        return []
    points = game.tables.agendas.amount(resolved.agenda, "victory_points")
    return points_change(Scene(game, resolved.agenda), "hive", points if resolved.outcome == FOR else -points)


@at(AgendaResolved, Source(agenda="Mutiny"))
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
    text = say("Mutiny: who of you voted For?") if both else say("Did {who} vote for it?", who=game.name(voting[0]))
    voters = yield from meant(Ask(keys.DECREE_VOTERS, text, choices, UNCHANGED, shown=Shown(expects=False)), meaning)
    points = game.tables.agendas.amount(resolved.agenda, "victory_points")
    for seat in voters:
        yield from change_points(game, seat, points if resolved.outcome == FOR else -points)


@at(AgendaResolved, Source(agenda="Incentive Program"))
def another_objective(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A public objective of the first stage is revealed, or of the second, if any is left."""
    stage = 1 if resolved.outcome == FOR else 2
    if any(objective.stage == stage for objective in hidden_objectives(game)):
        text = say("Incentive Program: which public objective is revealed?")
        yield from reveal_besides(game, text, (stage,))


@at(AgendaResolved, Source(agenda="Research Grant Reallocation", outcome="hive"))
def granted(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """The Hive gains a technology that helps it most, and pays one token of its strategy pool for the fleet pool."""
    colours = open_colours(game)
    if not colours:
        return
    text = say("Which technology helps [the Hive] most?")
    chosen = yield from most_helpful(keys.TECHNOLOGY_COLOUR, text, {one: Name(one) for one in colours})
    game.hive.technologies[chosen] = game.hive.technologies.get(chosen, 0) + 1
    level = say("now level {level}", level=game.hive.technologies[chosen])
    text = say("Lay {colour!a} technology face down for [the Hive].", colour=Name(chosen))
    lines = [Item(text, level, UNCHANGED)]
    if game.hive.tokens.strategy:
        game.hive.tokens.strategy -= 1
        lost = say("[The Hive] loses {tokens} of its strategy pool.", tokens=items(1, "command_tokens"))
        lines.append(Item(lost, say("in place of its fleet pool"), "14.counter.fleet-removal"))
    yield from told(resolved.agenda, lines)


@at(AgendaResolved, Source(agenda="Galactic Crisis Pact"))
def secondary_for_all(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side may resolve the secondary of the elected strategy card without a command token."""
    card = next(card for card in game.tables.strategy_cards.cards if card.key == resolved.outcome)
    yield from free_secondary(game, card, Name(resolved.agenda))


@at(AgendaResolved, Source(agenda="Rearmament Agreement", outcome=AGAINST))
def mechs_replaced(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each mech is replaced by infantry."""
    board, number, lines = board_of(game), game.tables.agendas.amount(resolved.agenda, "infantry"), list[Item]()
    if isinstance(board, Tracked):
        for (seat, place), there in standing(board, EVERY, [*board.places()], ["mech"]).items():
            if there:
                lines += leave(board, {(seat, place): there})
                lines.append(put(board, seat, place, "infantry", number * there["mech"]))
    elif mechs := game.hive.units.get("mech", 0):
        board.lose("hive", {"mech": mechs})
        replaced, infantry = units(game, mechs, "mech"), units(game, number, "infantry")
        text = say("Replace {units} of [the Hive] by {infantry} each.", units=replaced, infantry=infantry)
        lines.append(Item(text, rule=UNCHANGED))
    yield from told(resolved.agenda, lines)


@at(AgendaResolved, Source(agenda="Wormhole Research", outcome=FOR))
def ships_at_wormholes(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A side with a ship at a wormhole researches; then all ships at alpha and beta wormholes are destroyed."""
    lines: list[Item] = []
    if (yield from _ship_at_a_wormhole(game)):
        lines += yield from _researched(game, resolved)
    ships = [unit.key for unit in game.tables.units.units if unit.category == "ship"]
    lines += yield from lose_all(game, ships, "alpha_or_beta")
    yield from told(resolved.agenda, lines)


def _ship_at_a_wormhole(game: Game) -> Procedure[bool]:
    if (board := tracked(game)) is not None:
        survey = board.survey
        return any(survey.wormholes(one) and survey.ships(one) for one in survey.positions)
    return (yield from agreed(question(keys.DECREE_SHIPS)))


def _researched(game: Game, resolved: AgendaResolved) -> Procedure[list[Item]]:
    """The Hive researches as many basic technologies as it may: that helps it most. Rule: 1.scope.most-helpful."""
    number = game.tables.agendas.amount(resolved.agenda, "technologies")
    return [*(yield from researched(game, number, "13.technology.primary"))]


@at(AgendaResolved, Source(agenda="Colonial Redistribution"))
def redistributed(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """All units on the elected planet are destroyed, and a side with fewest victory points lands there.

    Without a galaxy the planet is known by its owner alone; who takes it the table enters as an event.
    """
    board, number = board_of(game), game.tables.agendas.amount(resolved.agenda, "infantry")
    if isinstance(board, Tracked):
        for place in [place for place in board.planets() if place[1] == resolved.outcome]:
            yield from _lands(board, place, number)
    elif resolved.outcome == "hive":
        text = say("What does [the Hive] lose on the elected planet? If it loses the planet, enter that as an event.")
        yield from losses_told(game, text, {key: there for key, there in game.hive.units.items() if there})


def _lands(board: Tracked, place: PlanetAt, number: int) -> Procedure[None]:
    """The side is named by whoever controls the planet; the Hive names itself where it can."""
    game, owner, name = board.game, board.control(place), planet(board.game, place[1])
    gone = leave(board, standing(board, EVERY, [place]))
    held = {seat: game.area(seat).victory_points for seat in EVERY}
    sides = [seat for seat in game.seats if held[seat] == min(held.values())]
    taker: Seat = "hive" if owner == "hive" and "hive" in sides else sides[0]
    if taker != "hive" and len(sides) > 1:
        taker = yield from _which_side(game, name, sides)
    lines = hive_takes(board, place) if taker == "hive" and owner != "hive" else []
    if taker in PLAYERS and taker != owner:
        yield from player_takes(board, place, taker)
    board.put(taker, {"infantry": number}, place)
    infantry = units(game, number, "infantry")
    text = say("{who!c} places {units} on {planet}", who=game.name(taker), units=infantry, planet=name)
    yield Confirmed(text, UNCHANGED, key=keys.DECREE, items=(*gone, *lines))


def _which_side(game: Game, name: Words, sides: list[Seat]) -> Procedure[Seat]:
    left = {seat: game.name(seat) for seat in sides}
    fewest = say(
        "{sides!c} have fewest victory points; who controls {planet} names one of them.",
        sides=listed([*left.values()]),
        planet=name,
    )
    return most_helpful(keys.DECREE_SIDE, say("Which side places infantry on {planet}?", planet=name), left, fewest)


@at(AgendaResolved, Source(agenda="Ixthian Artifact", outcome=FOR))
def artifact(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A die decides between technologies and losses around Mecatol Rex."""
    answer = yield from question(keys.DECREE_DIE)
    if answer == "high":
        yield from told(resolved.agenda, (yield from _researched(game, resolved)))
    else:
        number = game.tables.agendas.amount(resolved.agenda, "units")
        yield from told(resolved.agenda, (yield from _losses_around_mecatol_rex(game, number)))


def _losses_around_mecatol_rex(game: Game, number: int) -> Procedure[list[Item]]:
    """All go in its system; next to it the weakest of the Hive, and of players what they say."""
    board, before = board_of(game), Counter(game.hive.units)
    if not isinstance(board, Tracked):
        each = count(number, "unit")
        text = say("[The Hive] loses all in the Mecatol Rex system, and {units} in each next to it.", units=each)
        return fall(game, (yield from losses_told(game, text, {key: there for key, there in before.items() if there})))
    lines, rex = list[Item](), board.survey.mecatol_rex
    for position in board.survey.in_and_adjacent(rex) if rex is not None else ():
        there = standing(board, ["hive"], [*board.places([position])])
        present = sum((Counter(found) for found in there.values()), Counter[str]())
        left = present if position == rex else Counter((yield from given_up(game, present, number)))
        for where, found in there.items():
            gone = Counter(found) & left
            left -= gone
            lines += leave(board, {where: gone}, NEGATIVE)
        if position == rex:
            lines += leave(board, standing(board, PLAYERS, [*board.places([rex])]))
        else:
            lines += yield from players_give_up(game, None, number, at=position)
    return [*lines, *fall(game, before - Counter(game.hive.units))]


@at(StrategyPhaseBegins)
def paid(game: Game, _: StrategyPhaseBegins) -> Procedure[None]:
    """The Hive pays for each planet that is exhausted now. Rules: 4.2.loss-trigger, 4.2.loss-source."""
    due = effects(game).of(PlanetsExhausted)
    end(game, "round")
    for one in due:
        planets = yield from _exhausted(game, one.effect.which)
        if planets:
            number = count(len(planets), "planet")
            text = say("{agenda}: exhausted: {planets}", agenda=Name(one.source), planets=number)
            yield from discard_worth(game, text, *planets)


def _exhausted(game: Game, which: str) -> Procedure[list[str]]:
    """For each planet that is exhausted its spawning system, or that it is standard; where it may choose the worst.

    Without a galaxy it is what the numbers say; which planets have a specialty the table knows.
    """
    hive, board = game.hive, board_of(game)
    technologies = sum(hive.technologies.values()) + len(hive.upgrades)
    if isinstance(board, Tracked):
        survey, planets = board.survey, board.planets_of("hive")
        if which == "with_specialty":
            planets = [place for place in planets if survey.planet(*place).specialties]
        if which == "at_home":
            planets = [place for place in planets if place[0] == survey.home("hive")]
        kinds = sorted((board.kind(at) for at, _ in planets), key=lambda kind: worth_of(game, kind))
        return kinds[:technologies] if which == "per_technology" else kinds
    if which == "at_home":
        return ["main"] * hive.spawning_planets.get("main", 0)
    kinds = [STANDARD] * hive.standard_planets
    kinds += [system for system, number in hive.spawning_planets.items() for _ in range(number)]
    if which == "per_technology" or not kinds:
        return kinds[:technologies]
    number = Number("planets", say("Planets exhausted"), maximum=len(kinds))
    return kinds[: (yield from how_many(question(keys.DECREE_PLANETS, numbers=(number,))))]


@on(CommoditiesGained, Source(law="Minister of Commerce", elects="hive"))
def goods_for_neighbors(_: Game, gained: CommoditiesGained) -> list[Item]:
    """Whether gaining commodities is replenishing them is for the table to say, so this stays a sentence."""
    if gained.by != "hive":
        return []
    text = say(
        "Minister of Commerce: if you hold that this replenishes commodities, enter 1 trade good for each neighbor."
    )
    return [Item(text, say("[the Hive] is elected"), _ELECTED)]


@on(ShipsProduced, Source(law="Prophecy of Ixth", elects="hive"))
def prophecy_lost(game: Game, produced: ShipsProduced) -> list[Item]:
    """The Hive loses the card when it produces, and too few fighters among it."""
    wanted = game.tables.agendas.amount("Prophecy of Ixth", "fighters")
    if produced.by != "hive" or produced.units.count("fighter") >= wanted:
        return []
    text = say(
        "Discard Prophecy of Ixth: [the Hive] has produced fewer than {fighters}.", fighters=count(wanted, "fighter")
    )
    return [Item(text, rule=_ELECTED), *repeal(game, "Prophecy of Ixth")]
