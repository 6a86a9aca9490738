"""(4) Construction: PDS and mechs. Rules: page 12."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.naming import units
from hive.rules.abilities.outcome import Outcome, no_planet_free, none_left, placed
from hive.rules.area.planets import controlled_planets, in_reinforcements, place, structures
from hive.rules.board import Tracked, board_of
from hive.rules.objectives.public import is_completed, unscored
from hive.rules.placing.places import (
    Placement,
    book,
    place_words,
    placed_choices,
    placement_items,
    planets_known,
    unit_words_of,
)
from hive.rules.placing.ships import free_planets, plan_structures
from hive.steps import Ask, Item, Procedure, Shown, anew, asked
from hive.words import Name, listed, say


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Build as many PDS as there are icons, and mechs when no PDS is left.

    Rules: 12.construction.primary, 12.construction.mechs.
    """
    pds = min(icons, in_reinforcements(game, "pds"))
    mechs = min(icons - pds, in_reinforcements(game, "mech"))
    return (yield from build(game, [("pds", pds), ("mech", mechs)], "12.construction.primary"))


def secondary(game: Game) -> Procedure[Outcome]:
    """Build one mech. Rule: 12.construction.secondary."""
    wanted = game.tables.figures.construction_secondary_mechs.value
    mechs = min(wanted, in_reinforcements(game, "mech"))
    return (yield from build(game, [("mech", mechs)], "12.construction.secondary"))


def build(game: Game, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
    """Build structures in this order, as many as find a free planet; the table may know of fewer (Q50).

    Rules: 12.construction.placement, 12.construction.one-per-planet, 12.construction.objective-location.
    """
    if not sum(number for _, number in wanted):
        return none_left(game, (key for key, _ in wanted), rule)
    board = board_of(game)
    if isinstance(board, Tracked):
        return (yield from anew(lambda: _on_the_map(board, wanted, rule)))
    return (yield from _as_told(game, wanted, rule))


def room_for_structures(game: Game) -> bool:
    """Whether a planet of the Hive is known to be free of structures. Rule: 12.construction.one-per-planet."""
    board = board_of(game)
    return bool(free_planets(board.survey)) if isinstance(board, Tracked) else _free_by_numbers(game) > 0


def _on_the_map(board: Tracked, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
    game = board.game
    # The table may have found some of them on the board meanwhile.
    in_turn = [key for key, number in wanted for _ in range(min(number, in_reinforcements(game, key)))]
    if not in_turn:
        return none_left(game, (key for key, _ in wanted), rule)
    plan = yield from plan_structures(board, in_turn)
    if not plan:
        return no_planet_free()
    systems = tuple(dict.fromkeys(one.position for one in plan))
    known = planets_known(board.survey, systems, "12.construction.placement")
    built = plan[: int((yield from asked(_ask_structures(game, plan, known, rule))))]
    if not built:
        return no_planet_free()
    book(game, built)
    lines = [Item(say("Built {unit}.", unit=place_words(game, one)), one.because, rule) for one in built]
    return Outcome(tuple(lines), moves_plastic=True, confirmed=True)


def _ask_structures(game: Game, plan: list[Placement], known: list[Item], rule: str) -> Ask:
    return Ask(
        key=keys.PLACE_STRUCTURES,
        text=say("Build {units}", units=unit_words_of(game, plan)),
        choices=placed_choices(len(plan)),
        rule=rule,
        items=(*placement_items(game, plan, "12.construction.placement"), *known),
        anew=True,
        systems=tuple(dict.fromkeys(one.position for one in plan)),
        shown=Shown(say("Construction")),
    )


def _as_told(game: Game, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
    wanted = _on_free_planets(game, wanted)
    total = sum(number for _, number in wanted)
    if not total:
        return no_planet_free()
    told = listed([units(game, number, key) for key, number in wanted])
    built = yield from placed(
        keys.PLACE_STRUCTURES,
        say("Build {units}", units=told),
        total,
        rule,
        _placement(game, rule),
        say("Construction"),
    )
    if not built:
        return no_planet_free()
    lines = []
    for key, number in wanted:
        now = min(built, number)
        built -= now
        place(game, key, now)
        lines.append(Item(say("Built {units}.", units=units(game, now, key)), rule=rule))
    return Outcome(tuple(lines), moves_plastic=True, confirmed=True)


def _free_by_numbers(game: Game) -> int:
    return max(0, controlled_planets(game) - structures(game))


def _on_free_planets(game: Game, wanted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The first of the wanted structures, one for each planet without any. Rule: 12.construction.one-per-planet."""
    free = _free_by_numbers(game)
    fitting = []
    for key, number in wanted:
        fitting.append((key, min(number, free)))
        free -= min(number, free)
    return [(key, number) for key, number in fitting if number]


def _placement(game: Game, rule: str) -> list[Item]:
    outside = [objective for objective in unscored(game) if _wants_outside(game, objective.name)]
    home_last = Item(
        say("Planets outside the main spawning system come first."),
        say("for {objectives}", objectives=listed([Name(objective.name) for objective in outside])),
        "12.construction.objective-location",
    )
    return [
        *([home_last] if outside else []),
        Item(
            say(
                "One by one, each in the system with the fewest Hive structures, on a planet that [the Hive] controls."
            ),
            say("ties: spawning systems, least ship strength, most planets, influence, resources"),
            "12.construction.placement",
        ),
        Item(say("Never two Hive structures on one planet."), say("mechs count"), "12.construction.one-per-planet"),
    ]


def _wants_outside(game: Game, name: str) -> bool:
    objective = game.tables.objectives.by_name[name]
    return (
        objective.group == "structure" and objective.outside_home_system and is_completed(game, objective) is not True
    )
