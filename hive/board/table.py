"""What a rule asks of the board, answered by the table in one tap as long as no galaxy is tracked.

Each function is a procedure that returns a fact. Where the tracked numbers already settle it, nobody is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hive import keys
from hive.catalog.tables import SpawningSystem
from hive.model.game import Game
from hive.naming import system_name, units
from hive.steps import Ask, Choice, Item, Procedure, Shown, Why, asked, meant
from hive.words import Words, say, sentence

Site = Literal["done", "two_present", "cannot_produce"]


def production_site(
    game: Game, system: SpawningSystem, left_ship: str, ship: str, detail: Words, why: Why | None
) -> Procedure[Site]:
    """Whether the named system takes the standard ship: done, or why not. Asked with the placement itself.

    Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.cannot-produce.
    """
    name = system_name(game, system)
    choices = [Choice("done", say("Done"))]
    if game.hive.units.get(left_ship, 0) >= game.tables.figures.advanced_ship_threshold.value:
        choices.append(
            Choice(
                "two_present",
                say("{units} near", units=units(game, 2, left_ship)),
                say("in {system} and the systems next to it, together", system=name),
            )
        )
    choices.append(Choice("cannot_produce", say("Players there"), say("player ships in {system}", system=name)))
    sites: dict[str, Site] = {"done": "done", "two_present": "two_present", "cannot_produce": "cannot_produce"}
    return (
        yield from meant(
            Ask(
                key=keys.PRODUCTION_SITE,
                text=say("Place {units} in {system}", units=units(game, 1, ship), system=name),
                choices=tuple(choices),
                rule="8.standard.ship",
                detail=detail,
                why=why,
                shown=Shown("Ship production"),
            ),
            sites,
        )
    )


def fewest_capacity_ships(
    game: Game, ship: str, candidates: Sequence[SpawningSystem], detail: Words, why: Why | None
) -> Procedure[SpawningSystem | None]:
    """The spawning system with the fewest Hive capacity ships in and next to it; None if none can produce.

    Rules: 8.advanced.location, 8.where.
    """
    systems: dict[str, SpawningSystem] = {system: system for system in candidates}
    return (
        yield from meant(
            Ask(
                key=keys.FEWEST_CAPACITY_SHIPS,
                text=say("Place {units} where capacity ships are fewest", units=units(game, 1, ship)),
                choices=(
                    *_systems(game, candidates),
                    Choice("none", say("None can"), say("player ships in all of them")),
                ),
                rule="8.advanced.location",
                detail=say(
                    "{detail} Count Hive capacity ships in each spawning system and the systems next to it.",
                    detail=detail,
                ),
                why=why,
                shown=Shown("Ship production", expects=False),
            ),
            {**systems, "none": None},
        )
    )


def _systems(game: Game, systems: Sequence[SpawningSystem]) -> tuple[Choice, ...]:
    return tuple(Choice(system, sentence(system_name(game, system))) for system in systems)


def placed(
    game: Game, key: str, text: Words, number: int, rule: str, lines: Sequence[Item], heading: Words
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
            shown=Shown(heading),
        )
    )
    return int(answer)


def placed_choices(number: int) -> tuple[Choice, ...]:
    """How many of a number of units were placed: all of them, or fewer."""
    fewer = (
        Choice(str(n), say("Only {number}", number=n) if n else say("Not possible"), beside=not n)
        for n in range(number - 1, -1, -1)
    )
    return (Choice(str(number), say("Done")), *fewer)
