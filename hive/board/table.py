"""What a rule asks of the board, answered by the table in one tap as long as no galaxy is tracked.

Each function is a procedure that returns a fact. Where the tracked numbers already settle it, nobody is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hive.catalog.tables import SpawningSystem
from hive.model.game import SPAWNING_SYSTEMS, Game
from hive.naming import system_name, units
from hive.steps import Ask, Choice, Item, Procedure, Why, asked, meant
from hive.words import count, sentence

Site = Literal["done", "two_present", "cannot_produce"]
YES_NO = (Choice("no", "No"), Choice("yes", "Yes"))


def controlled_spawning_systems(game: Game) -> list[SpawningSystem]:
    """The spawning systems, homes and Mecatol Rex in which the Hive controls a planet.

    Rules: 4.1.counts-as-spawning, 8.advanced.counts-as-spawning.
    """
    return [system for system in SPAWNING_SYSTEMS if game.hive.spawning_planets.get(system, 0) > 0]


def production_site(
    game: Game, system: SpawningSystem, left_ship: str, ship: str, detail: str, why: Why | None
) -> Procedure[Site]:
    """Whether the named system takes the standard ship: done, or why not. Asked with the placement itself.

    Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.cannot-produce.
    """
    name = system_name(game, system)
    choices = [Choice("done", "Done")]
    if game.hive.units.get(left_ship, 0) >= game.tables.figures.advanced_ship_threshold.value:
        plural = game.tables.units.by_key[left_ship].plural
        choices.append(Choice("two_present", f"2 {plural} near", f"in {name} and the systems next to it, together"))
    choices.append(Choice("cannot_produce", "Players there", f"player ships in {name}"))
    sites: dict[str, Site] = {"done": "done", "two_present": "two_present", "cannot_produce": "cannot_produce"}
    return (
        yield from meant(
            Ask(
                key="production_site",
                text=f"Place {units(game, 1, ship)} in {name}",
                choices=tuple(choices),
                rule="8.standard.ship",
                detail=detail,
                why=why,
            ),
            sites,
        )
    )


def fewest_capacity_ships(
    game: Game, ship: str, candidates: Sequence[SpawningSystem], detail: str, why: Why | None
) -> Procedure[SpawningSystem | None]:
    """The spawning system with the fewest Hive capacity ships in and next to it; None if none can produce.

    Rules: 8.advanced.location, 8.where.
    """
    systems: dict[str, SpawningSystem] = {system: system for system in candidates}
    return (
        yield from meant(
            Ask(
                key="fewest_capacity_ships",
                text=f"Place {units(game, 1, ship)} where capacity ships are fewest",
                choices=(*_systems(game, candidates), Choice("none", "None can", "player ships in all of them")),
                rule="8.advanced.location",
                detail=f"{detail} Count Hive capacity ships in each spawning system and the systems next to it.",
                why=why,
            ),
            {**systems, "none": None},
        )
    )


def _systems(game: Game, systems: Sequence[SpawningSystem]) -> tuple[Choice, ...]:
    return tuple(Choice(system, sentence(system_name(game, system))) for system in systems)


def any_target(game: Game) -> Procedure[bool]:
    """Whether there is a target for any tactical action. Asked only when that alone can keep the Hive in the round.

    Rules: 10.pass.no-options, 15.no-target.
    """
    answer = yield from asked(
        Ask(
            key="any_target",
            text="The Hive's turn",
            choices=(Choice("yes", "Draw"), Choice("no", "No target at all", "neither engage nor infest is possible")),
            rule="10.pass.no-options",
            detail="Both strategy cards are used. Is there a target that a capacity ship of the Hive can go for?",
            opens=True,
        )
    )
    return bool(answer == "yes")


def has_target(game: Game, action: str, icons: int, why: Why | None) -> Procedure[bool]:
    """Whether a tactical action of this type can be performed. Rules: 15.no-target, 10.definition.other-type."""
    criteria = {
        "engage": "A target holds player units, and their counters reach its zone's threshold.",
        "infest": "A target holds a planet that the Hive does not control.",
    }
    answer = yield from asked(
        Ask(
            key=f"has_target.{action}",
            text=f"Tactical action: {action}",
            choices=(Choice("yes", "Target found"), Choice("no", "Not possible")),
            rule="15.no-target",
            detail=f"{criteria[action]} A capacity ship moves there or closer; up to {count(icons, 'ship')} move.",
            why=why,
        )
    )
    return bool(answer == "yes")


def placed(
    game: Game, key: str, text: str, number: int, rule: str, lines: Sequence[Item], why: Why | None
) -> Procedure[int]:
    """How many of a number of units the table could place, one after the other, by the rule told in ``lines``.

    Rules: 12.construction.placement, 12.warfare.ship-location.
    """
    answer = yield from asked(
        Ask(
            key=key,
            text=text,
            choices=placed_choices(number),
            rule=rule,
            items=tuple(lines),
            why=why,
        )
    )
    return int(answer)


def placed_choices(number: int) -> tuple[Choice, ...]:
    """How many of a number of units were placed: all of them, or fewer."""
    fewer = (Choice(str(n), f"Only {n}" if n else "Not possible") for n in range(number - 1, -1, -1))
    return (Choice(str(number), "Done"), *fewer)
