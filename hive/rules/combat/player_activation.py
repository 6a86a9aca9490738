"""A player activates a system with Hive units: support, then the battle. Rule: 21.draw.player-activation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import Condition, SpawningSystem
from hive.effects import effects
from hive.model.board_counts import holds_units
from hive.model.game import PLAYERS, Game, Player
from hive.naming import planet, system_label
from hive.rules.abilities.diplomacy import lock
from hive.rules.area.counters import angered
from hive.rules.combat.battle import Battle, resolve_system
from hive.rules.combat.support_cards import draw_support
from hive.rules.combat.units import neighbouring_cannons
from hive.rules.deck.hive_mind import discard_used
from hive.rules.laws.elected import RESOLVED
from hive.rules.laws.turn_ends import enders, turn_ended
from hive.steps import Ask, Choice, Item, Procedure, Shown, anew, asked
from hive.words import listed, say

NONE = "none"


def hive_systems(game: Game) -> list[str]:
    """The systems with units of the Hive, and those that its space cannons reach from next to them.

    Rules: 21.draw.player-activation, 13.technology.pds-ii.
    """
    if game.galaxy is None:
        return []
    survey = Survey(game.galaxy, game.tables, effects(game))
    return sorted(
        position
        for position, system in game.galaxy.systems.items()
        if holds_units(system, "hive") or neighbouring_cannons(game, survey, position)
    )


def open_systems(game: Game) -> list[str]:
    """The systems with units of the Hive, or in reach of its cannons, that players may activate now."""
    closed = closed_systems(game)
    return [position for position in hive_systems(game) if position not in closed]


def closed_systems(game: Game) -> set[str]:
    """The spawning systems of the Hive that players may not activate now.

    Rules: 32.higher.mecatol-rex-first, 32.higher.auxiliary-first.
    """
    return {position for condition in _unmet(game) for position in _positions(game, condition.systems)}


def _unmet(game: Game) -> list[Condition]:
    """What players must control first, and do not: one of them each planet (M3)."""
    return [condition for condition in game.tables.galaxy.conditions if _lacking(game, condition)]


def _lacking(game: Game, condition: Condition) -> list[str]:
    """The planets of a condition that no player controls."""
    systems = pieces.galaxy_of(game).systems
    places = [systems[position] for position in _positions(game, condition.control)]
    return [name for place in places for name, one in place.planets.items() if one.control not in PLAYERS]


def _positions(game: Game, systems: Sequence[SpawningSystem]) -> list[str]:
    spawning = pieces.galaxy_of(game).spawning
    return [spawning[name] for name in systems if name in spawning]


def _barred(game: Game) -> Iterator[Item]:
    """Why systems with Hive units are missing among those that a player can activate."""
    for condition in _unmet(game):
        closed = [one for one in _positions(game, condition.systems) if one in hive_systems(game)]
        if closed:
            text = say(
                "Before you may activate {systems}, one of you must control {planets}.",
                systems=listed([system_label(game, position) for position in closed], "or"),
                planets=listed([planet(game, name) for name in _lacking(game, condition)]),
            )
            yield Item(text, say("mend the map if you do"), condition.rule)


def choose_and_activate(game: Game, seat: Player) -> Procedure[Battle | None]:
    """Ask which system with Hive units a player activates, and go on there; None if it was none after all."""
    position = yield from anew(lambda: asked(_which_system(game, seat)))
    return None if position == NONE else (yield from activate(game, seat, position))


def _which_system(game: Game, seat: Player) -> Ask:
    """The systems to choose from; asked anew, as the table may book that the Hive's units have come or gone."""
    systems = open_systems(game)
    return Ask(
        key=keys.ACTIVATE,
        text=f"Which system does {game.name(seat)} activate?",
        choices=(*(Choice(position, system_label(game, position)) for position in systems), Choice(NONE, "None")),
        rule="21.draw.player-activation",
        detail="Systems with Hive units, or within reach of its space cannons. Move your ships first.",
        items=(*lock(game), *_barred(game)),
        shown=Shown("Activation", expects=False, layout="search"),
        anew=True,
        systems=tuple(systems),
    )


def activate(game: Game, seat: Player, position: str) -> Procedure[Battle]:
    """A player activates a system with Hive units: support cards, units, the battle, and a counter for who fought.

    Rules: 21.draw.player-activation, 14.gain.combat.
    """
    keep = list(game.deck.in_use)
    pieces.put_command_token(game, seat, position)
    held = holds_units(pieces.galaxy_of(game).systems[position], "hive")
    if held and (yield from _hive_ends_it(game, seat, position)):
        return Battle((), None, (), ())
    cards = (yield from draw_support(game)) if held else []
    battle = yield from resolve_system(game, position, cards, seat)
    discard_used(game, keep)
    yield from anger_fighters(game, battle)
    return battle


def _hive_ends_it(game: Game, seat: Player, position: str) -> Procedure[bool]:
    """Whether the Hive ends the turn of a player by a law that elects it. Rule: 29.elected-laws."""
    for source in enders(game, seat):
        answer = yield from asked(
            Ask(
                key=keys.ELECTED_LAW,
                text=f"The Hive resolves {source} now: the turn of {game.name(seat)} ends",
                choices=(
                    Choice(RESOLVED, "Done", "discard the law"),
                    Choice("later", "Not possible", "the Hive keeps it"),
                ),
                rule="29.elected-laws",
                systems=(position,),
            )
        )
        if answer == RESOLVED:
            yield turn_ended(game, seat, source, system_label(game, position))
            return True
    return False


def anger_fighters(game: Game, battle: Battle) -> Procedure[None]:
    """Each player who was in combat with the Hive gains a counter. Rule: 14.gain.combat."""
    for seat in PLAYERS:
        if seat in battle.fought:
            yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")
