"""Whatever stands in a system and whatever the table answers: the laws of the game hold after every step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import fresh_game
from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.model.laws import broken_laws
from hive.rules.combat.battle import resolve_system
from hive.rules.combat.survivors import cleanup
from hive.steps import AGAIN, Ask, Card, Filled, Step
from tracked_sides import tracked_board
from whole_board import TILES, galaxy

HERE = "207"
SEATS: tuple[Seat, ...] = ("hive", "p1", "p2")
SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun")
GROUND = ("infantry", "mech", "pds")
UPGRADES = ("Fighter II", "Destroyer II", "PDS II", "Infantry II", "Valkyrie Particle Weave")
SYMBOLS = ("blue_arrow", "yellow_arrow", "red_star", "green_compass")
# What is asked in a combat alone: without any of it nobody has fought (Q107).
COMBATS = (keys.BARRAGE, keys.ROUND_BEGINS, keys.SPACE_COMBAT_ROUND, keys.SPACE_COMBAT_RESULT)
COMBATS += (keys.GROUND_COMBAT_ROUND, keys.GROUND_COMBAT_RESULT, keys.STRATAGEM)
# A planet, two planets, two that are even by the diagram, Mecatol Rex, no planet.
TILE = st.sampled_from(["22", "36", "69", "18", "46"])


@st.composite
def battlefields(draw: st.DrawFn) -> Game:
    """A game with any units of all sides in one system, some damaged, and in the Hive's main system next to it."""
    game = fresh_game()
    game.galaxy = galaxy({**TILES, HERE: draw(TILE), "000": "23"})
    game.galaxy.spawning["mecatol_rex"] = HERE
    game.hive.upgrades = draw(st.lists(st.sampled_from(UPGRADES), max_size=3, unique=True))
    game.hive.bank.influence = draw(st.integers(14, 18))
    game.hive.action_cards = draw(st.integers(0, 3))
    game.settings.advanced = draw(st.sampled_from([["stratagems", "countermeasures"], ["stratagems"], []]))
    system = game.galaxy.systems[HERE]
    for seat in SEATS:
        for unit in SHIPS:
            _stand(draw, game, seat, unit, None, 1)
        for planet in system.planets:
            for unit in GROUND:
                _stand(draw, game, seat, unit, planet, 2)
    for planet in system.planets:
        pieces.set_control(game, HERE, planet, draw(st.sampled_from([*SEATS, None])))
    pieces.put(game, "hive", "pds", draw(st.integers(0, 2)), "310", "Quinarra")
    pieces.recount(game)
    return game


def _stand(draw: st.DrawFn, game: Game, seat: Seat, unit: str, planet: str | None, most: int) -> None:
    number = draw(st.integers(0, most))
    if number:
        pieces.put(game, seat, unit, number, HERE, planet)
        if game.tables.units.by_key[unit].sustain_damage and draw(st.booleans()):
            pieces.damage(game, seat, unit, 1, HERE, planet)


def answer(data: st.DataObject, game: Game, step: Step) -> Any:
    """Any answer to a step; sometimes the table mends the board instead."""
    if not isinstance(step, Ask):
        return True
    if step.anew and data.draw(st.integers(0, 9)) == 0:
        seat = data.draw(st.sampled_from(SEATS))
        for unit in list(pieces.units_at(pieces.galaxy_of(game), seat, HERE)):
            pieces.take(game, seat, unit, data.draw(st.integers(0, 2)), HERE)
        return AGAIN
    choice = data.draw(st.sampled_from([one.value for one in step.choices]))
    if not step.numbers:
        return choice
    return Filled(choice, {one.name: data.draw(st.integers(one.minimum, one.maximum)) for one in step.numbers})


SUPPORT = st.builds(Card, action=st.sampled_from(SYMBOLS), choice=st.booleans(), icons=st.integers(1, 3))


@pytest.mark.rule("14.gain.combat")
@given(battlefields(), st.sampled_from(SEATS), st.lists(SUPPORT, min_size=2, max_size=2), st.data())
def test_no_answer_breaks_a_law(game: Game, active: Seat, cards: list[Card], data: st.DataObject) -> None:
    hand, mended = game.hive.action_cards, False
    procedure = resolve_system(tracked_board(game), HERE, cards, active)
    reply, battle, combats = None, None, 0
    for _ in range(80):
        try:
            step = procedure.send(reply)
        except StopIteration as end:
            battle = end.value
            break
        assert broken_laws(game) == [] and 0 <= game.hive.action_cards <= hand
        assert all(number.minimum <= number.value <= number.maximum for number in getattr(step, "numbers", ()))
        combats += step.key in COMBATS
        reply = answer(data, game, step)
        mended = mended or reply == AGAIN
    assert broken_laws(game) == []
    if battle is not None:
        here = pieces.galaxy_of(game).systems[HERE]
        assert all(here.planets[planet].control == "hive" for planet in battle.taken)
        assert all(here.planets[planet].control != "hive" for planet in battle.lost)
        assert mended or not both_left(game, battle.fought if active != "hive" else PLAYERS)
        assert bool(combats) or not battle.fought
        assert bool(battle.taken) <= (active == "hive") and bool(battle.lost) <= (active != "hive")
    cleanup(game)
    assert broken_laws(game) == []
    infantry = [place.units.get("hive", {}).get("infantry", 0) for place in here_and_planets(game)]
    assert infantry[0] == 0 and max(infantry[1:], default=0) <= 4


def both_left(game: Game, fought: Sequence[Player]) -> bool:
    """Whether the Hive and a player who has fought it still have ships in the system: never, unless the table mends it.

    An ally who was there when a player attacked need not have fought.
    """
    system = pieces.galaxy_of(game).systems[HERE]
    there = [seat for seat in SEATS if any(system.units.get(seat, {}).get(ship) for ship in SHIPS)]
    return "hive" in there and any(seat in there for seat in fought)


def here_and_planets(game: Game) -> list[Any]:
    system = pieces.galaxy_of(game).systems[HERE]
    return [system, *system.planets.values()]
