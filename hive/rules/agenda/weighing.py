"""What each outcome of an agenda brings a side or costs it: counted from what the card does, and what its row weighs.

Rules: 29.outcome.rewards, 29.outcome.penalties, Q143.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from hive.catalog.tables import (
    Agenda,
    NoActionCards,
    NoBombardment,
    NoSustain,
    PlanetsExhausted,
    Seat,
    TurnMayEnd,
    WayOpened,
    Weighed,
    WormholesCut,
    WormholesJoined,
    Worth,
)
from hive.catalog.tables.acts import Bends, CardAct, CommandToken, Gains, GivesUp, Puts, Removes, Stands
from hive.catalog.tables.effects import AbilitiesOff, Bend
from hive.model.game import PLAYERS, Game, Law
from hive.rules.agenda.measures import (
    MEASURES,
    TOGETHER,
    Counting,
    Facts,
    beyond,
    ground_forces,
    held,
    home_planets,
    in_play,
    infantry_halved,
    mechs_placed,
    pds_near,
    per_technology,
    planets,
    sheltered,
    ships_at,
    systems_with,
    systems_without_token,
    token_at_home,
    up_to,
    with_points,
    with_specialty,
)
from hive.rules.board import known_board
from hive.rules.laws import scored_secret

ELECTED = "elected"
_LATER = ("law_goes", "hive_researches")
"""What a law does at these moments is no part of what its vote brings."""


@dataclass(frozen=True)
class Part:
    """One thing that an outcome brings some sides, or costs them: what it is, and for each of them how many.

    ``by`` names what is counted, as questions do. ``voted``: it is for those alone who voted so. ``points``: for those
    with most or fewest.
    """

    outcome: str
    who: str
    unit: Worth
    sign: int
    by: str
    counting: Counting
    times: float = 1
    voted: str = ""
    points: str = ""


@dataclass(frozen=True)
class Amounts:
    """How many of a unit a part comes to for the Hive, and for both players together; below zero it takes them."""

    unit: Worth
    by: str
    hive: float
    players: float
    each: tuple[tuple[Seat, float], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What an outcome comes to: part by part, and in all for the Hive and for both players, weighed by the scale."""

    value: str
    amounts: tuple[Amounts, ...]
    hive: float
    players: float
    elected: Seat | None = None

    @property
    def reward(self) -> float:
        """By how much it rewards the Hive more than both players. Rule: 29.outcome.rewards."""
        return max(self.hive, 0) - max(self.players, 0)

    @property
    def penalty(self) -> float:
        """By how much it penalizes both players more than the Hive. Rule: 29.outcome.penalties."""
        return max(-self.players, 0) - max(-self.hive, 0)

    @property
    def touching(self) -> tuple[Amounts, ...]:
        """The parts that come to anything."""
        return tuple(one for one in self.amounts if one.hive or one.players)

    @property
    def unit(self) -> Worth | None:
        """The one kind of thing that it is about; None if they are several."""
        units = {one.unit for one in self.touching}
        return next(iter(units)) if len(units) == 1 else None


# --- from what a card does, and what its row weighs


def parts(agenda: Agenda) -> list[Part]:
    """What the outcomes of an agenda bring and cost, and whom."""
    found = [part for act in agenda.does for part in _of_act(agenda, act)]
    if agenda.action_cards:
        found.append(Part(ELECTED, "elected", "action_card", 1, "one", MEASURES["one"], agenda.action_cards))
    return [*found, *(_of_row(row) for row in agenda.weighs or ())]


def _of_row(row: Weighed) -> Part:
    unit, sign = (row.gains, 1) if row.gains is not None else (row.loses or "worth", -1)
    counting = MEASURES.get(row.by, MEASURES["one"])
    voted = "for" if row.by == "voted_for" else ""
    return Part(row.outcome, row.who, unit, sign, row.by, counting, row.times, voted)


def _of_act(agenda: Agenda, act: object) -> Iterator[Part]:
    """What an act of the card brings and costs, each of the outcomes that have it."""
    if isinstance(act, Stands):
        outcome = "for" if agenda.outcome == "for_against" else ELECTED
        for part in _of_effect(act.effect):
            yield replace(part, outcome=outcome)
        return
    if not isinstance(act, CardAct) or act.at in _LATER:
        return
    outcomes = ["for", "against"] if agenda.outcome == "for_against" else [ELECTED]
    for part in _brought(agenda, act):
        for outcome in [act.only.outcome] if act.only.outcome else outcomes:
            yield replace(part, outcome=outcome, voted=act.only.voted, points=act.only.points)


_THINGS: dict[str, Worth] = {
    "action_cards": "action_card",
    "commodities": "commodity",
    "command_tokens": "command_token",
    "strategy_tokens": "command_token",
    "tactic_tokens": "command_token",
    "trade_goods": "trade_good",
    "secret_objectives": "secret_objective",
    "relics": "relic",
    "victory_points": "victory_point",
}


def _brought(agenda: Agenda, act: CardAct) -> Iterator[Part]:
    """What an act brings and costs, in parts that do not yet say of which outcome.

    Of planets that are exhausted the card spares nobody; what the app does of it is the Hive's part.
    """
    match act:
        case Gains():
            yield from _gains(agenda, act)
        case GivesUp():
            yield from _gives_up(act)
        case Removes():
            yield _removes(act)
        case Puts(where="home"):
            yield Part("", act.who, "mech", 1, "mechs_placed", mechs_placed)
        case Puts():
            yield Part("", act.who, "infantry", 1, "planets", planets)
        case CommandToken(where="home"):
            yield Part("", act.who, "token_on_board", -1, "token_at_home", token_at_home)
        case CommandToken():
            yield Part("", act.who, "token_on_board", -1, "systems", systems_without_token)
        case Bends(effect=PlanetsExhausted(which=which)):
            counted = {"per_technology": per_technology, "with_specialty": with_specialty, "at_home": home_planets}
            yield Part("", "each", "exhausted_planet", -1, which, counted[which])


def _gains(agenda: Agenda, act: Gains) -> Iterator[Part]:
    for thing, number in act.what.items():
        unit = _THINGS.get(thing, "worth")
        if isinstance(number, int):
            yield Part("", act.who, unit, 1, "one", MEASURES["one"], number)
        else:
            yield from (replace(part, unit=unit, sign=1) for part in _lost(agenda))


def _lost(agenda: Agenda) -> Iterator[Part]:
    """As many as the card's own acts cost units."""
    for act in agenda.does:
        if isinstance(act, Removes):
            who = "elected" if act.where == "elected" else act.who
            counting = partial(ground_forces, False) if act.where == "elected" else infantry_halved
            yield Part("", who, "infantry", 1, "lost", counting)


def _gives_up(act: GivesUp) -> Iterator[Part]:
    for thing, number in act.what.items():
        counting = partial(held, thing, number)
        if act.only.owns:
            counting = partial(_of_owners, act.only.owns, counting)
        yield Part("", act.who, _THINGS.get(thing, "worth"), -1, thing, counting)


def _of_owners(unit: str, counting: Counting, facts: Facts, seat: Seat) -> float:
    """What the Hive gives up if it owns the technology of a unit."""
    needed = facts.game.tables.units.by_key[unit].needs_upgrade
    return counting(facts, seat) if needed in facts.game.hive.upgrades else 0


def _removes(act: Removes) -> Part:
    if act.where == "elected":
        return Part("", "elected", "unit_cost", -1, "ground_forces", partial(ground_forces, True))
    if act.where == "each_planet":
        return Part("", act.who, "infantry", -1, "infantry", infantry_halved)
    if act.where == "near_wormholes":
        return Part("", act.who, "pds", -1, "pds_near", pds_near)
    if act.keep:
        return Part("", act.who, "unit_cost", -1, "beyond", partial(beyond, act.units, act.keep))
    return Part("", act.who, "pds", -1, "sides_with_pds", up_to(act.units, int(act.number)))


def _of_effect(effect: Bend) -> list[Part]:
    """What stands as long as a law is in play, for those that it binds."""
    one, who = MEASURES["one"], "elected" if effect.binds == "owner" else "each"
    match effect:
        case NoBombardment():
            return [Part("", who, "sheltered_planet", 1, "sheltered", partial(sheltered, effect.trait))]
        case WormholesCut():
            counting = partial(ships_at, effect.wormholes, effect.role)
            return [Part("", who, "ship_hampered", -1, "nexus" if effect.role else "ships_at", counting)]
        case WormholesJoined():
            return [Part("", who, "system_way", 1, "systems", systems_with(effect.wormholes))]
        case NoSustain() | AbilitiesOff():
            by = "mechs" if "mech" in effect.units else "in_play"
            return [Part("", who, "unit_ability", -1, by, partial(in_play, effect.units))]
        case WayOpened():
            return [Part("", who, "side_freed", 1, "one", one)]
        case TurnMayEnd():
            return [Part("", "elected", "turn", 1, "one", one)]
        case NoActionCards():
            return [Part("", who, "action_card", -1, "hand", MEASURES["hand"])]
    return []


# --- what an outcome comes to


def weigh(agenda: Agenda, facts: Facts, every: Sequence[Part]) -> Outcome:
    """What an outcome brings and costs, if it had won. In: the parts of the agenda."""
    kind = facts.outcome if agenda.outcome == "for_against" else ELECTED
    found = tuple(_amounts(part, facts) for part in every if part.outcome == kind)
    scale = facts.game.tables.votes.scale
    hive = sum(one.hive * scale[one.unit] for one in found)
    players = sum(one.players * scale[one.unit] for one in found)
    return Outcome(facts.outcome, found, hive, players, facts.elected)


def _amounts(part: Part, facts: Facts) -> Amounts:
    by_side = {seat: part.sign * part.times * _count(part, facts, seat) for seat in _sides(part, facts)}
    hive = by_side.pop("hive", 0.0)
    each = tuple((seat, number) for seat, number in by_side.items() if number)
    players = sum(by_side.values())
    told = facts.told.get((part.by, TOGETHER))
    if part.voted:
        # Of players who voted so nobody knows more than how many they are, if that was told.
        voters = facts.told.get((f"voted_{part.voted}", TOGETHER), 0)
        base = 1 if part.by == "voted_for" else part.counting(facts, "p1")
        each, players = (), part.sign * part.times * voters * base
    elif told is not None and len(by_side) == len(PLAYERS):
        each, players = (), part.sign * part.times * told
    return Amounts(part.unit, part.by, hive, players, each)


def _count(part: Part, facts: Facts, seat: Seat) -> float:
    """How many a side gains or loses. The Hive is taken to have voted for what is judged."""
    if part.voted and (seat != "hive" or part.voted != facts.outcome):
        return 0
    if part.points and not with_points(part.points, facts, seat):
        return 0
    if part.by == "law":
        return worth_to(facts.game, next((law for law in facts.game.laws if law.name == facts.outcome), None), seat)
    if part.by == "laws":
        return sum(worth_to(facts.game, law, seat) for law in facts.game.laws)
    told = facts.told.get((part.by, seat))
    return part.counting(facts, seat) if told is None else told


def _sides(part: Part, facts: Facts) -> list[Seat]:
    seats, elected = facts.game.seats, facts.elected
    players: list[Seat] = [seat for seat in PLAYERS if elected in (None, seat)]
    found: dict[str, list[Seat]] = {
        "each": list(seats),
        "players": players,
        "hive": ["hive"],
        "elected": [elected] if elected is not None else [],
        "others": [seat for seat in seats if seat != elected],
    }
    return found[part.who]


# --- what laws in play are worth to a side


def worth_to(game: Game, law: Law | None, seat: Seat) -> float:
    """What a law in play is worth to a side, by its own row; nothing if the tables do not know it. Rule: Q143."""
    card = game.tables.agendas.by_name.get(law.name) if law is not None else None
    if law is None or card is None or card.weighs is None:
        return 0
    kind = "for" if card.outcome == "for_against" else ELECTED
    facts = Facts(game, kind, elected_side(game, law))
    scale, total = game.tables.votes.scale, 0.0
    for part in parts(card):
        if part.outcome == kind and seat in _sides(part, facts) and not part.voted:
            total += part.sign * part.times * part.counting(facts, seat) * scale[part.unit]
    return total


def elected_side(game: Game, law: Law) -> Seat | None:
    """Whom a law elects, or who controls the planet that it elects; None if that is nobody, or not known."""
    for seat in game.seats:
        if law.elected in (game.name(seat), scored_secret(game, seat)):
            return seat
    board = known_board(game)
    return {place[1]: seat for seat in game.seats for place in board.planets_of(seat)}.get(law.elected)
