"""Answers to all questions that are no player's turn: mostly what is expected, drawn at random.

In a battle each side's dice are rolled as a table would, and the players' losses booked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.engine.entries import Answer, Forward, Value
from hive.engine.replies import card_choices
from hive.model.game import PLAYERS, Game, Player
from hive.rules.agenda.phase import ANOTHER
from hive.rules.area import faction_bonus
from hive.rules.board import survey_of
from hive.rules.combat.clash import ALLY, CLEARED
from hive.rules.combat.countermeasures import SUSTAINED
from hive.rules.combat.units import of_category
from hive.rules.exploration.exploring import OTHER
from hive.rules.objectives.scoring import NONE_LEFT
from hive.simulate.moves import GROUND, Booking, drop_excess
from hive.steps import Ask, Choice, Draw, Number, Step

# How often the expected answer is given where there are others, and where a vote goes as the Hive votes.
EXPECTED, AS_THE_HIVE = 0.85, 0.5
# A random action card of the Hive: so often it begins with ACTION, so often it does not; else the rest.
_ACTION, _NO_ACTION = 0.35, 0.5
# So seldom an agenda is not in the list, and so often somebody controlled an explored planet before.
_UNLISTED, _NOT_EXPLORED = 0.02, 0.1
_EVEN = (
    keys.PLAYER_PICKS,
    keys.SPEAKER,
    keys.DIPLOMACY_SYSTEM,
    keys.DISCARD_SOURCE,
    keys.SECRET_PHASE,
    keys.RETREAT,
    keys.DESTINATION,
    keys.TIED_PLACES,
    keys.RIFT,
    keys.EXPLORES,
    keys.SPECIALTY_PRESENT,
    keys.EXPLORED_PLANET,
    keys.EXPLORED_FRONTIER,
    keys.SUSTAINED_SHIP,
    keys.PLANET_TAKEN_BY,
    keys.PLANET_GAINED,
    keys.INTERFERENCE,
    keys.COUNTEROFFER,
    keys.AGENDA_KIND,
    keys.AGENDA_REWARDS,
    keys.AGENDA_PENALTIES,
    keys.POLITICAL_SECRET,
    keys.TRADE_AGREEMENT,
    keys.ATTRITION,
    keys.MANEUVER,
    keys.WARFARE,
)


def answer(game: Game, step: Step, rng: Random) -> Forward:
    """An entry that answers a step."""
    return Answer(step.key, _value(game, step, rng))


def _value(game: Game, step: Step, rng: Random) -> Value:
    if isinstance(step, Draw):
        return {field: rng.choice(card_choices(game, field)).value for field in step.fields}
    if not isinstance(step, Ask):
        return "done"
    choice = _CHOOSERS.get(step.key, _even if step.key in _EVEN else _expected)(game, step, rng)
    if not step.numbers:
        return choice
    return {"choice": choice, **{number.name: _number(number, rng) for number in step.numbers}}


def _expected(_: Game, step: Ask, rng: Random) -> str:
    return _first(step, EXPECTED, rng)


def _first(step: Ask, often: float, rng: Random) -> str:
    first, *others = [choice.value for choice in step.choices]
    return first if not others or rng.random() < often else rng.choice(others)


def _even(_: Game, step: Ask, rng: Random) -> str:
    return rng.choice(step.choices).value


def _reveal(_: Game, step: Ask, rng: Random) -> str:
    """Any objective; "none is left" only where that is so."""
    return rng.choice([choice.value for choice in step.choices if choice.value != NONE_LEFT] or [NONE_LEFT])


def _none_left(_: Game, __: Ask, ___: Random) -> str:
    """Nobody finds another one where the app knows of none."""
    return NONE_LEFT


def _agenda(_: Game, step: Ask, rng: Random) -> str:
    """Any agenda that is left, or a card that the app does not know."""
    named = [choice.value for choice in step.choices if choice.value != ANOTHER]
    return ANOTHER if not named or rng.random() < _UNLISTED else rng.choice(named)


def _hive_votes(_: Game, step: Ask, rng: Random) -> str:
    """Mostly as the Hive judges; where it asks, one of the answers that turn its vote, or any other outcome."""
    return _first(step, EXPECTED, rng) if step.shown.expects else rng.choice(step.choices).value


def _voted(_: Game, step: Ask, rng: Random) -> str:
    return _first(step, AS_THE_HIVE, rng)


def _turned_over(_: Game, step: Ask, rng: Random) -> str:
    """What the Hive's random action card shows."""
    action, no_action, *others = [choice.value for choice in step.choices]
    drawn = rng.random()
    return (
        action if drawn < _ACTION else no_action if drawn < _ACTION + _NO_ACTION or not others else rng.choice(others)
    )


def _explored(game: Game, step: Ask, rng: Random) -> str:
    """A card drawn from the deck, as often as there are copies of it; the answer after the cards is that none is."""
    *cards, nothing = [choice.value for choice in step.choices]
    if not cards or rng.random() < _NOT_EXPLORED:
        return nothing
    copies: Counter[str] = Counter()
    for card in game.tables.exploration.cards:
        if card.box in game.settings.boxes and f" {card.deck} card" in step.text:
            copies[OTHER if card.discarded else card.name] += card.count
    return rng.choices(cards, [copies[card] for card in cards])[0]


def _number(number: Number, rng: Random) -> int:
    """Mostly what is expected; else anything within the bounds."""
    return number.value if rng.random() < EXPECTED else rng.randint(number.minimum, number.maximum)


# --- what players score: more the more planets they hold, and Mecatol Rex only while they hold it

# How likely it is that a player meets a revealed objective: the least, more for each planet, and the most.
_SCORES_LEAST, _SCORES_EACH_PLANET, _SCORES_MOST = 0.2, 0.03, 0.6
_SECOND_STAGE, _SECRET = 0.6, 0.5
# What players hold where no galaxy is tracked, and how likely Mecatol Rex is among it.
_PLANETS_UNTRACKED, _REX_UNTRACKED = 6, 0.3


def scores(game: Game, step: Ask, rng: Random) -> str:
    """One of the scores that are offered, or that this is all."""
    done, *offered = step.choices
    possible = [choice for choice in offered if rng.random() < _likely(game, choice)]
    return (rng.choice(possible) if possible else done).value


def _likely(game: Game, choice: Choice) -> float:
    seat, _, what = choice.value.partition(".")
    if what == "secret":
        return _SECRET
    if what == "rex":
        return _REX_UNTRACKED if not game.tracked else float(_holds_rex(game, seat))
    held = min(_SCORES_MOST, _SCORES_LEAST + _SCORES_EACH_PLANET * _planets(game, seat))
    return held if game.tables.objectives.by_name[what].stage == 1 else held * _SECOND_STAGE


def _planets(game: Game, seat: str) -> int:
    if not game.tracked:
        return _PLANETS_UNTRACKED
    survey = survey_of(game)
    return sum(len(survey.controlled(position, _player(seat))) for position in survey.positions)


def _holds_rex(game: Game, seat: str) -> bool:
    survey = survey_of(game)
    return survey.mecatol_rex is not None and bool(survey.controlled(survey.mecatol_rex, _player(seat)))


def _player(seat: str) -> Seat:
    return PLAYERS[1] if seat == PLAYERS[1] else PLAYERS[0]


_CHOOSERS: dict[str, Callable[[Game, Ask, Random], str]] = {
    keys.REVEAL: _reveal,
    keys.NONE_LEFT: _none_left,
    keys.PLAYERS_SCORE: scores,
    keys.IMPERIAL_SCORES: scores,
    keys.AGENDA: _agenda,
    keys.HIVE_VOTES: _hive_votes,
    keys.VOTED: _voted,
    keys.SABOTAGE: _turned_over,
    keys.DIRECT_HIT: _turned_over,
    keys.EXPLORATION: _explored,
}


# --- battles

WAYS = {"fight": 6, "dice": 3, "by_hand": 2}
# So often the table lets the app roll after all, ends the fight by hand, or retreats.
_ROLL, _BY_HAND, _RETREAT, _NO_INVASION = 0.2, 0.04, 0.1, 0.15
# So often a ship that can sustain damage does so, and the Hive may answer; so often a stratagem is cancelled.
_SUSTAINED, _STRATAGEM = 0.3, 0.15
_MOST_CANNON_HITS = 2
# What is fired before the rounds of a combat: so often it leaves nothing of the players.
_FIRED = (keys.SPACE_CANNON, keys.SPACE_CANNON_DEFENCE, keys.BOMBARDMENT, keys.BARRAGE)
_CLEARED = 0.15
_IN_SPACE = (
    keys.SPACE_CANNON,
    keys.SPACE_COMBAT,
    keys.BARRAGE,
    keys.SPACE_COMBAT_ROUND,
    keys.SPACE_COMBAT_RESULT,
)
_SIDES = 10


def battle_entries(game: Game, step: Ask, rng: Random) -> list[Forward] | None:
    """The answer to a question of a battle, after what is booked for it; None if it is a question of another kind."""
    position = step.systems[0] if step.systems else ""
    if step.key in (keys.SPACE_COMBAT, keys.GROUND_COMBAT):
        numbers = _few_hits(step, rng) | _along(game, step, position)
        return [_answer(step, _way(game, step, position, rng), numbers)]
    if step.key in _FIRED:
        return [_answer(step, _fired(step, rng), _few_hits(step, rng))]
    if step.key == keys.STRATAGEM:
        return [_answer(step, rng.choice(step.choices).value if rng.random() < _STRATAGEM else "on", {})]
    if step.key == keys.ROUND_BEGINS:
        return [_answer(step, "on", {number.name: int(rng.random() < _RETREAT) for number in step.numbers})]
    if step.key in (keys.SPACE_COMBAT_ROUND, keys.GROUND_COMBAT_ROUND):
        return list(_round(game, step, position, rng))
    if step.key in (keys.SPACE_COMBAT_RESULT, keys.GROUND_COMBAT_RESULT):
        return list(_result(game, step, position, rng))
    if step.key == keys.INVASION:
        return list(_invasion(game, step, position, rng))
    return None


def _answer(step: Ask, choice: str, numbers: Mapping[str, int]) -> Forward:
    return Answer(step.key, {"choice": choice, **numbers} if step.numbers else choice)


def _few_hits(step: Ask, rng: Random) -> dict[str, int]:
    """Some hits where hits are asked for; every other number as expected."""
    return {
        number.name: rng.randint(0, min(number.maximum, _MOST_CANNON_HITS)) if "hits" in number.name else number.value
        for number in step.numbers
    }


def _along(game: Game, step: Ask, position: str) -> dict[str, int]:
    """The ally comes along whose ground forces are aboard, be it in the player's own ships."""
    ally: Player = "p1" if game.active == "p2" else "p2"
    aboard = pieces.units_at(pieces.galaxy_of(game), ally, position, None)
    asked = any(number.name == ALLY for number in step.numbers)
    return {ALLY: 1} if asked and any(aboard.get(unit) for unit in GROUND) else {}


def _way(game: Game, step: Ask, position: str, rng: Random) -> str:
    offered = [choice.value for choice in step.choices]
    if "none" in offered and not any(_forces(game, position, None).values()):
        return "none"
    weights = {way: weight for way, weight in WAYS.items() if way in offered}
    return rng.choices(list(weights), list(weights.values()))[0] if weights else offered[0]


def _fired(step: Ask, rng: Random) -> str:
    first, *others = [choice.value for choice in step.choices if choice.value != CLEARED]
    if any(choice.value == CLEARED for choice in step.choices) and rng.random() < _CLEARED:
        return CLEARED
    return rng.choice(others) if others and rng.random() < _ROLL else first


# --- rounds


def _round(game: Game, step: Ask, position: str, rng: Random) -> Iterator[Forward]:
    offered = [choice.value for choice in step.choices]
    if "roll" in offered and rng.random() < _ROLL:
        yield _answer(step, "roll", {number.name: number.value for number in step.numbers})
        return
    if rng.random() < _BY_HAND:
        yield _answer(step, "by_hand", {number.name: number.value for number in step.numbers})
        return
    aside = _aside(game, offered, position, rng)
    if aside is not None:
        yield from aside[1]
        yield _answer(step, aside[0], {number.name: number.value for number in step.numbers})
        return
    planet = planet_of(game, step, position)
    theirs = _forces(game, position, planet)
    bonus = faction_bonus(game)
    hits = _hits(game, _fighting(game, "hive", position, planet), bonus, rng)
    dealt = sum(_hits(game, there, 0, rng) for there in theirs.values())
    booking = Booking(game)
    for seat in PLAYERS:
        hits -= _lose(booking, seat, position, planet, hits)
    yield from booking.entries()
    left = any(_booked_forces(booking, seat, position, planet) for seat in PLAYERS)
    choice = "on" if left else CLEARED
    yield _answer(step, choice, {"hits": min(dealt, step.numbers[0].maximum)})


def _aside(game: Game, offered: Sequence[str], position: str, rng: Random) -> tuple[str, list[Forward]] | None:
    """What comes up beside a round, and what is booked for it: a ship that sustains damage."""
    if SUSTAINED not in offered or rng.random() >= _SUSTAINED:
        return None
    booking = Booking(game)
    for seat in PLAYERS:
        for unit, number in booking.units(seat, position).items():
            able = game.tables.units.by_key[unit].sustain_damage
            if able and booking.damaged(seat, unit, position) < number:
                booking.damage(seat, unit, 1, position)
                return SUSTAINED, list(booking.entries())
    return None


def _hits(game: Game, units: Mapping[str, int], bonus: int, rng: Random) -> int:
    """What the dice of some units come to."""
    hits = 0
    for unit, number in units.items():
        value = game.tables.units.by_key[unit].combat
        dice = value.dice * number if value is not None else 0
        hits += sum(rng.randint(1, _SIDES) + bonus >= value.hit for _ in range(dice)) if value is not None else 0
    return hits


def _lose(booking: Booking, seat: Player, position: str, planet: str | None, hits: int) -> int:
    """A player takes hits: units sustain first, then the weakest go; how many hits found a unit."""
    taken, by_key = 0, booking.game.tables.units.by_key
    for unit, number in _booked_forces(booking, seat, position, planet).items():
        if by_key[unit].sustain_damage:
            sustained = min(hits - taken, number - booking.damaged(seat, unit, position, planet))
            if sustained > 0:
                booking.damage(seat, unit, sustained, position, planet)
                taken += sustained
    for unit, number in _booked_forces(booking, seat, position, planet).items():
        lost = min(hits - taken, number)
        if lost > 0:
            _remove(booking, seat, unit, lost, position, planet)
            taken += lost
    for one in PLAYERS if planet is None else ():
        drop_excess(booking, one, position)
    return taken


def _remove(booking: Booking, seat: Player, unit: str, lost: int, position: str, planet: str | None) -> None:
    """Damaged ones go first."""
    repaired = min(lost, booking.damaged(seat, unit, position, planet))
    if repaired:
        booking.damage(seat, unit, -repaired, position, planet)
    booking.add(seat, unit, -lost, position, planet)


# --- who fights


def planet_of(game: Game, step: Ask, position: str) -> str | None:
    """The planet that a question of a ground combat names; None for a combat in space."""
    if step.key in _IN_SPACE:
        return None
    planets = pieces.galaxy_of(game).systems[position].planets
    return max(
        (name for name in planets if f" on {name}" in step.text or f" of {name}" in step.text), key=len, default=None
    )


def _fighting(game: Game, seat: Seat, position: str, planet: str | None) -> dict[str, int]:
    units = pieces.units_at(pieces.galaxy_of(game), seat, position, planet)
    return of_category(game, units, "ship" if planet is None else "ground_force")


def _forces(game: Game, position: str, planet: str | None) -> dict[Player, dict[str, int]]:
    return {seat: _fighting(game, seat, position, planet) for seat in PLAYERS}


def _booked_forces(booking: Booking, seat: Player, position: str, planet: str | None) -> dict[str, int]:
    units = booking.units(seat, position, planet)
    return of_category(booking.game, units, "ship" if planet is None else "ground_force")


# --- by hand


def _result(game: Game, step: Ask, position: str, rng: Random) -> Iterator[Forward]:
    """The stronger side wins more often; whoever loses is gone, and the winner may have lost something."""
    planet = planet_of(game, step, position)
    by_key = game.tables.units.by_key
    sides = [_fighting(game, "hive", position, planet), *_forces(game, position, planet).values()]
    hive, *others = (sum(by_key[unit].cost * number for unit, number in side.items()) for side in sides)
    winner = rng.choices(["hive", "players", "nobody"], [1 + hive, 1 + sum(others) if any(others) else 0, 0.5])[0]
    booking = Booking(game)
    for seat, there in _forces(game, position, planet).items():
        gone = sum(there.values()) * 2 if winner != "players" else rng.randint(0, max(0, sum(there.values()) - 1))
        _lose(booking, seat, position, planet, gone)
    yield from booking.entries()
    away = {number.name: int(rng.random() < _RETREAT) for number in step.numbers if number.name.startswith("retreat_")}
    yield _answer(step, "hive" if away and all(away.values()) else winner, _left(step, rng) | away)


def _left(step: Ask, rng: Random) -> dict[str, int]:
    """What is left of the Hive: of its last type at least one unit."""
    numbers = [number for number in step.numbers if not number.name.startswith("retreat_")]
    units = [number for number in numbers if not number.name.startswith("damaged_")]
    left = {number.name: rng.randint(int(number is units[-1]), number.maximum) for number in units}
    damaged = [number for number in numbers if number not in units]
    return left | {number.name: rng.randint(0, left[number.name.removeprefix("damaged_")]) for number in damaged}


# --- invasion


def _invasion(game: Game, step: Ask, position: str, rng: Random) -> Iterator[Forward]:
    """Land on some planets of the Hive with what is in space, or on none; the ally's ground forces land, too."""
    booking = Booking(game)
    planets = pieces.galaxy_of(game).systems[position].planets
    hives = [name for name, planet in planets.items() if planet.control == "hive" or planet.units.get("hive")]
    tempting = [] if rng.random() < _NO_INVASION else hives
    landed = {f"{seat}.{name}" for name in tempting for seat in PLAYERS if _lands(booking, seat, position, name, rng)}
    yield from booking.entries()
    yield _answer(
        step, "invade" if landed else "none", {number.name: int(number.name in landed) for number in step.numbers}
    )


def _lands(booking: Booking, seat: Player, position: str, planet: str, rng: Random) -> bool:
    """Some of a player's ground forces in space land on a planet; whether any do."""
    landed = 0
    for unit in GROUND:
        number = rng.randint(0, booking.units(seat, position).get(unit, 0))
        booking.move(seat, unit, number, (position, None), (position, planet))
        landed += number
    return landed > 0
