"""Little upkeep: before a decision counts, the table confirms those facts about the players on which it rests.

Nobody books every move of the players. So a decision is tried on galaxies that might be: the players' units gone from a
system, or come to it, its planets in a player's hands. Where that leads elsewhere, the fact is shown as last known, to
be confirmed with one tap or mended; what cannot change the outcome is not asked. Of systems with Hive units it is only
in doubt whether players have left them: players who go there say so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace

from hive import keys
from hive.catalog.tables import Seat
from hive.model.board_counts import holds_units, places_in
from hive.model.galaxy import PlanetState, System
from hive.model.game import PLAYERS, Game, Player
from hive.naming import system_label, system_labels, units
from hive.rules.objectives.confirming import IS_IT_SO, holders_of
from hive.rules.objectives.doubts import with_free_planets_taken
from hive.rules.tactical.intent import in_play
from hive.rules.tactical.moves import TacticalType
from hive.rules.tactical.remembered import Remembered
from hive.rules.tactical.sight import Sight
from hive.steps import Ask, Choice, Item, Procedure, Shown, anew, asked
from hive.words import PlanetName, Words, count, listed, say

RULE = "1.scope.unchanged-rules"
# What might have come to a system: something that is hardly there at all, and something that blocks and outweighs.
_ARRIVALS: tuple[str, ...] = ("fighter", "war_sun")

# What matters beside single systems: who holds which planets, all over the galaxy.
HOLDERS = "holders"

# The same sheet is asked again whenever its turn is replayed.
_REMEMBERED = Remembered()

Outcome = Callable[[Sight], Hashable]
Look = Callable[[], Sight]


def confirmed(
    game: Game, look: Look, actions: Sequence[TacticalType], outcome: Outcome, what_for: Words
) -> Procedure[None]:
    """Have the table confirm, or mend, all that an outcome rests on; nothing is asked where nothing can change it.

    In: what looks at the galaxy as it is now; the types of action that it is about; what comes out where the galaxy
    looks like this; what is decided, in words, which tells outcomes apart. The board may change meanwhile.
    """

    def matter() -> tuple[str, ...]:
        seen = look()
        systems = systems_that_matter(seen, outcome, in_play(game, seen, actions))
        return (*systems, HOLDERS) if holders_matter(game, seen, outcome) else tuple(systems)

    def confirm() -> Procedure[None]:
        systems = _REMEMBERED.get(game, (tuple(actions), what_for), matter)
        if systems:
            yield from asked(_sheet(game, look(), systems, what_for))

    yield from anew(confirm)


def systems_that_matter(seen: Sight, outcome: Outcome, among: Iterable[str]) -> list[str]:
    """Those among some systems whose player units, if they were not as last known, would lead to another outcome."""
    now = outcome(seen)
    survey = seen.survey
    return [
        position
        for position in sorted(survey.positions & set(among))
        if any(outcome(seen.with_system(other)) != now for other in _might_be(survey.system(position)))
    ]


def holders_matter(game: Game, seen: Sight, outcome: Outcome) -> bool:
    """Whether it could lead to another outcome that players hold many more planets than anybody has booked."""
    if not any(come.requirement.looks_around for _, come in seen.objectives):
        return False
    now = outcome(seen)
    return any(outcome(seen.on(game, board)) != now for board in with_free_planets_taken(seen.survey))


def _might_be(system: System) -> Iterator[System]:
    """The system as it might be without anybody having said so."""
    if any(system.units.get(seat) for seat in PLAYERS):
        yield _without_players(system, [system])
    if holds_units(system, *PLAYERS):
        yield _without_players(system, places_in(system))
    if holds_units(system, "hive"):
        return
    for seat in PLAYERS:
        for unit in _ARRIVALS:
            yield _with_one_more(system, seat, unit)
        if any(planet.control not in PLAYERS for planet in system.planets.values()):
            yield _taken(system, seat)
    yield _with_one_more(_with_one_more(system, "p1", _ARRIVALS[0]), "p2", _ARRIVALS[0])


def _without_players(system: System, places: Iterable[System | PlanetState]) -> System:
    """Without the players' units in some of its places: its space area, its planets."""
    emptied = deepcopy(system)
    left = [id(place) for place in places]
    for place, there in zip(places_in(emptied), places_in(system), strict=True):
        if id(there) in left:
            for seat in PLAYERS:
                place.units.pop(seat, None)
    return emptied


def _taken(system: System, seat: Player) -> System:
    """All planets that no player is known to hold in a player's hands."""
    held = {
        name: planet if planet.control in PLAYERS else replace(planet, control=seat, units={seat: {"infantry": 1}})
        for name, planet in system.planets.items()
    }
    return replace(system, planets=held)


def _with_one_more(system: System, seat: Seat, unit: str) -> System:
    side = dict(system.units.get(seat, {}))
    side[unit] = side.get(unit, 0) + 1
    return replace(system, units={**system.units, seat: side})


# --- the sheet


def _sheet(game: Game, seen: Sight, systems: Sequence[str], what_for: Words) -> Ask:
    there = {position: _there(game, seen.survey.system(position)) for position in systems if position != HOLDERS}
    known, empty = [one for one in there if there[one]], [one for one in there if not there[one]]
    items = [_known(game, position, there[position]) for position in known]
    if empty:
        items.append(
            Item(
                say("No units or planets of players in {empty}.", empty=system_labels(game, empty)),
                count(len(empty), "system"),
            )
        )
    held, holding = holders_of(game, seen.survey) if HOLDERS in systems else ((), ())
    return Ask(
        key=keys.FACTS,
        text=IS_IT_SO,
        choices=(Choice("right", say("All right")),),
        rule=RULE,
        detail=say("{what_for!c} rests on it. Tap a system to mend it.", what_for=what_for),
        items=(*items, *held),
        anew=True,
        systems=tuple(dict.fromkeys((*known, *empty, *holding))),
        shown=Shown(say("As last known"), layout="facts"),
    )


def _there(game: Game, system: System) -> Words:
    """All that is known of players in a system: their units, and who holds a planet that can change hands unheard."""
    words = [known] if (known := players_known(game, system)) else []
    owners: tuple[Seat, ...] = PLAYERS if holds_units(system, "hive") else ("hive", *PLAYERS)
    for owner in owners:
        planets = [PlanetName(name, system.position) for name, one in system.planets.items() if one.control == owner]
        if planets:
            words.append(say("{who} holds {planets}", who=game.name(owner), planets=listed(planets)))
    return listed(words, ";") if words else ""


def _known(game: Game, position: str, there: Words) -> Item:
    return Item(
        say("{system!c}: {there}", system=system_label(game, position), there=there), system=position, there=there
    )


def players_known(game: Game, system: System) -> Words:
    """The players' units in a system in words, as last known; empty without any."""
    sides = [(seat, _units(game, system, seat)) for seat in PLAYERS]
    known = [say("{who} {units}", who=game.name(seat), units=listed(there)) for seat, there in sides if there]
    return listed(known, ";") if known else ""


def _units(game: Game, system: System, seat: Seat) -> list[Words]:
    words: list[Words] = [units(game, number, key) for key, number in system.units.get(seat, {}).items()]
    for name, planet in system.planets.items():
        words += [
            say("{units} on {planet}", units=units(game, number, key), planet=PlanetName(name, system.position))
            for key, number in planet.units.get(seat, {}).items()
        ]
    return words
