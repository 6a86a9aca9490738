"""(4) Construction: PDS and mechs. Rules: page 12."""

from __future__ import annotations

from hive import keys
from hive.board import table as board
from hive.model.game import Game
from hive.naming import units
from hive.rules.abilities.outcome import Outcome
from hive.rules.area.planets import controlled_planets
from hive.rules.area.reinforcements import in_reinforcements, place, structures
from hive.rules.objectives.public import is_completed, unscored
from hive.rules.placing.places import Placement, book, place_words, placement_items, unit_words_of
from hive.rules.placing.structures import plan_structures
from hive.steps import Ask, Item, Procedure, Shown, anew, asked
from hive.words import listed


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
        return _none_left(rule)
    if game.galaxy is not None:
        return (yield from anew(lambda: _build_on_board(game, wanted, rule)))
    wanted = _on_free_planets(game, wanted)
    total = sum(number for _, number in wanted)
    if not total:
        return Outcome((Item("Every planet of the Hive has a structure.", rule="12.construction.one-per-planet"),))
    words = listed([units(game, number, key) for key, number in wanted])
    built = yield from board.placed(
        game, keys.PLACE_STRUCTURES, f"Build {words}", total, rule, _placement(game, rule), "Construction"
    )
    lines = []
    for key, number in wanted:
        placed = min(built, number)
        built -= placed
        place(game, key, placed)
        lines.append(Item(f"Built {units(game, placed, key)}.", rule=rule))
    return Outcome(tuple(lines), moves_plastic=True, confirmed=True)


def _build_on_board(game: Game, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
    """The same with a tracked galaxy: the board says on which planets, and is asked anew when the table mends it."""
    # The table may have found some of them on the board meanwhile.
    in_turn = [key for key, number in wanted for _ in range(min(number, in_reinforcements(game, key)))]
    if not in_turn:
        return _none_left(rule)
    plan = yield from plan_structures(game, in_turn)
    if not plan:
        return Outcome((Item("Every planet of the Hive has a structure.", rule="12.construction.one-per-planet"),))
    built = plan[: int((yield from asked(_ask_structures(game, plan, rule))))]
    book(game, built)
    lines = [Item(f"Built {place_words(game, one)}.", one.because, rule) for one in built]
    return Outcome(tuple(lines), moves_plastic=True, confirmed=True)


def _none_left(rule: str) -> Outcome:
    return Outcome((Item("No structure is left in the Hive's reinforcements.", rule=rule),))


def _ask_structures(game: Game, plan: list[Placement], rule: str) -> Ask:
    return Ask(
        key=keys.PLACE_STRUCTURES,
        text=f"Build {unit_words_of(game, plan)}",
        choices=board.placed_choices(len(plan)),
        rule=rule,
        items=tuple(placement_items(game, plan, "12.construction.placement")),
        anew=True,
        systems=tuple(dict.fromkeys(one.position for one in plan)),
        shown=Shown("Construction"),
    )


def _on_free_planets(game: Game, wanted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The first of the wanted structures, one for each planet without any. Rule: 12.construction.one-per-planet."""
    free = max(0, controlled_planets(game) - structures(game))
    fitting = []
    for key, number in wanted:
        fitting.append((key, min(number, free)))
        free -= min(number, free)
    return [(key, number) for key, number in fitting if number]


def _placement(game: Game, rule: str) -> list[Item]:
    outside = [objective for objective in unscored(game) if _wants_outside(game, objective.name)]
    home_last = Item(
        "Planets outside the main spawning system come first.",
        f"for {listed([objective.name for objective in outside])}",
        "12.construction.objective-location",
    )
    return [
        *([home_last] if outside else []),
        Item(
            "One by one, each in the system with the fewest Hive structures, on a planet that the Hive controls.",
            "ties: spawning systems, least ship strength, most planets, influence, resources",
            "12.construction.placement",
        ),
        Item("Never two Hive structures on one planet.", "mechs count", "12.construction.one-per-planet"),
    ]


def _wants_outside(game: Game, name: str) -> bool:
    objective = game.tables.objectives.by_name[name]
    return (
        objective.group == "structure" and objective.outside_home_system and is_completed(game, objective) is not True
    )
