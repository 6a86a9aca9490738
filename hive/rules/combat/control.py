"""Planets that change hands in a battle. Rules: 21.invasion.custodians, 4.2.loss-trigger, 14.gain.mecatol-rex."""

from __future__ import annotations

from hive.board import pieces
from hive.model.galaxy import PlanetState
from hive.model.game import PLAYERS, Player
from hive.rules.combat.fight import Fight
from hive.rules.combat.losses import clear
from hive.rules.counters import angered
from hive.rules.damage import unit_words
from hive.rules.planets import STANDARD, discard_worth
from hive.rules.points import gain_points
from hive.steps import Ask, Choice, Item, Procedure
from hive.words import count, sentence


def control_lines(fight: Fight, planet: str) -> list[Item]:
    """What hands have to do when the Hive takes a planet. Rule: 21.invasion.custodians."""
    game, owner = fight.game, _state(fight, planet).control
    loses = f"{game.name(owner)} loses the planet" if owner in PLAYERS else ""
    lines = [Item(f"The Hive takes {planet}.", loses, "4.1.no-planet-cards")]
    for seat in PLAYERS:
        units = fight.units(seat, planet)
        if units:
            lines.append(Item(f"Remove {unit_words(game, units)} of {game.name(seat)} from {planet}."))
    if _has_custodians(fight, planet):
        points = count(game.tables.figures.custodians_points.value, "victory point")
        text = f"The custodians leave: the Hive pays nothing and gains {points}."
        lines.append(Item(text, "the agenda phase is unlocked", "21.invasion.custodians"))
    return lines


def take_control(fight: Fight, planet: str) -> None:
    """Book what :func:`control_lines` tells. Rules: 21.invasion.custodians, Q35."""
    game = fight.game
    custodians = _has_custodians(fight, planet)
    for seat in PLAYERS:
        for key, number in fight.units(seat, planet).items():
            pieces.take(game, seat, key, number, fight.position, planet)
    pieces.set_control(game, fight.position, planet, "hive")
    fight.taken.append(planet)
    if custodians:
        game.agenda_unlocked = True
        gain_points(game, "hive", game.tables.figures.custodians_points.value)


def lose_planet(fight: Fight, planet: str) -> Procedure[None]:
    """Players take a planet of the Hive: its units leave, its worth is discarded.

    Rules: 4.2.loss-trigger, 4.2.loss-source, 14.gain.mecatol-rex.
    """
    game, was_hives = fight.game, _state(fight, planet).control == "hive"
    seat = yield from _who_takes(fight, planet)
    clear(fight, "hive", planet)
    pieces.set_control(game, fight.position, planet, seat)
    fight.tell(Item(f"{sentence(game.name(seat))} takes {planet}.", rule="4.2.loss-trigger"))
    if was_hives:
        fight.lost.append(planet)
        where = pieces.spawning_system_at(pieces.galaxy_of(game), fight.position) or STANDARD
        yield from discard_worth(game, where, f"The Hive loses {planet}")
    if _is_rex(fight):
        yield angered(game, seat, game.tables.figures.counters_mecatol_rex.value, "14.gain.mecatol-rex")


def _state(fight: Fight, planet: str) -> PlanetState:
    return pieces.galaxy_of(fight.game).systems[fight.position].planets[planet]


def _is_rex(fight: Fight) -> bool:
    return pieces.galaxy_of(fight.game).spawning.get("mecatol_rex") == fight.position


def _has_custodians(fight: Fight, planet: str) -> bool:
    """The custodians stay on Mecatol Rex until its first ground forces come; then the agenda phase begins (Q35)."""
    return _is_rex(fight) and _state(fight, planet).control is None and not fight.game.agenda_unlocked


def _who_takes(fight: Fight, planet: str) -> Procedure[Player]:
    if len(fight.players) == 1:
        return fight.players[0]
    answer = yield from fight.ask(
        lambda: Ask(
            key="planet_taken_by",
            text=f"Who takes {planet}?",
            choices=tuple(Choice(seat, fight.game.name(seat)) for seat in fight.players),
            rule="1.scope.unchanged-rules",
        )
    )
    return "p2" if answer is not None and answer.choice == "p2" else "p1"
