"""What the table is asked of ship production, and what it does by itself without a galaxy. Rules: pages 8 and 28."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

from hive import keys
from hive.board.sides import Asked
from hive.catalog.tables import SpawningSystem, UnitType
from hive.naming import items, system_name, units
from hive.reasons import Row, Why
from hive.rules.area.funds import pay
from hive.rules.area.planets import controlled_spawning_systems, place
from hive.rules.options.chosen import CRIMSON_REBELLION, players_of
from hive.rules.placing.paying import Produced, price_words, printed, substitute, substitute_row, why_of
from hive.rules.placing.rivals import why_ship
from hive.steps import Ask, Card, Choice, Item, Procedure, Shown, meant
from hive.words import Words, say, sentence

Site = Literal["done", "two_present", "cannot_produce"]


class AskedPlacing(Asked):
    """The side on which the table knows where there is room."""

    def produce(self, card: Card, progress: Words, closed: set[str]) -> Procedure[Produced | None]:
        """Produce the ship of a card where the table says so. Rules: 8.standard.ship, 8.advanced.two-present."""
        game = self.game
        system, left, right = printed(card)
        name = system_name(game, system)
        if system not in controlled_spawning_systems(game):
            row = Row(sentence(name), say("no planet under Hive control"), "8.where", True)
            return (yield from self._advanced(right, closed, row, progress))
        closed_now = Row(sentence(name), say("player ships there"), "8.advanced.cannot-produce", True)
        if system in closed:
            return (yield from self._advanced(right, closed, closed_now, progress))
        ship = substitute(game, left)
        if ship is None:
            return None
        rule = "8.standard.fallback"
        row = substitute_row(game, left, ship, rule)
        why = replace(why_of(row), more=(why_ship(game, left, ship, row, rule),))
        site = yield from self._site(system, left, ship.key, price_words(game, ship, progress), why)
        if site == "done":
            return self._build(ship, system, "standard")
        if site == "two_present":
            threshold = game.tables.figures.advanced_ship_threshold.value
            present = say("at least {units} in and next to {system}", units=units(game, threshold, left), system=name)
            row = Row(say("Standard ship"), present, "8.advanced.two-present", True)
            return (yield from self._advanced(right, closed, row, progress))
        closed.add(system)
        return (yield from self._advanced(right, closed, closed_now, progress))

    def has_site(self, closed: set[str]) -> Procedure[bool]:
        """Whether some spawning system can take a ship, as far as the table has said. Rule: 8.where (Q135)."""
        yield from ()
        return any(system not in closed for system in controlled_spawning_systems(self.game))

    def _advanced(self, printed: str, closed: Collection[str], row: Row, progress: Words) -> Procedure[Produced | None]:
        """Produce the right ship where capacity ships are fewest. Rules: 8.advanced.location, 8.advanced.no-limit."""
        game = self.game
        candidates = [system for system in controlled_spawning_systems(game) if system not in closed]
        if not candidates:
            return None
        ship = substitute(game, printed)
        if ship is None:
            return None
        rule = "8.advanced.fallback"
        substituted = substitute_row(game, printed, ship, rule)
        why = replace(why_of(row, substituted), more=(why_ship(game, printed, ship, substituted, rule),))
        detail = price_words(game, ship, progress)
        system = yield from self._fewest_capacity_ships(ship.key, candidates, detail, why)
        return None if system is None else self._build(ship, system, "advanced")

    def _build(self, ship: UnitType, system: SpawningSystem, kind: Literal["standard", "advanced"]) -> Produced:
        place(self.game, ship.key)
        return Produced(ship.key, system, kind, pay(self.game, int(ship.cost)))

    def _site(
        self, system: SpawningSystem, left_ship: str, ship: str, detail: Words, why: Why | None
    ) -> Procedure[Site]:
        """Whether the named system takes the standard ship: done, or why not. Asked with the placement itself.

        Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.cannot-produce.
        """
        game = self.game
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
                    shown=Shown(say("Ship production")),
                ),
                sites,
            )
        )

    def _fewest_capacity_ships(
        self, ship: str, candidates: Sequence[SpawningSystem], detail: Words, why: Why | None
    ) -> Procedure[SpawningSystem | None]:
        """The spawning system with the fewest Hive capacity ships in and next to it; None if none can produce.

        Rules: 8.advanced.location, 8.where.
        """
        game = self.game
        systems: dict[str, SpawningSystem] = {system: system for system in candidates}
        return (
            yield from meant(
                Ask(
                    key=keys.FEWEST_CAPACITY_SHIPS,
                    text=say("Place {units} where capacity ships are fewest", units=units(game, 1, ship)),
                    choices=(
                        *(Choice(system, sentence(system_name(game, system))) for system in candidates),
                        Choice("none", say("None can"), say("player ships in all of them")),
                    ),
                    rule="8.advanced.location",
                    detail=say(
                        "{detail} Count Hive capacity ships in each spawning system and the systems next to it.",
                        detail=detail,
                    ),
                    why=why,
                    shown=Shown(say("Ship production"), expects=False),
                ),
                {**systems, "none": None},
            )
        )

    def clear_tokens(self) -> list[Item]:
        """The Hive's tokens leave the board; those of the players are theirs to take. Rule: 28.4.tokens."""
        tokens = self.game.hive.tokens
        on_board, tokens.board = tokens.board, 0
        removed = Item(
            say("Take [the Hive]'s {tokens} off the board.", tokens=items(on_board, "command_tokens")),
            rule="28.4.tokens",
        )
        return [removed] if on_board else []

    def remove_breaches(self) -> list[Item]:
        """The table removes them, where the Crimson Rebellion plays. Rule: 33.faction.breaches-removed."""
        if not players_of(self.game, (CRIMSON_REBELLION,)):
            return []
        text = say("Remove the active breaches from systems with ships of [the Hive].")
        return [Item(text, rule="33.faction.breaches-removed")]

    def replenishing_confirmed(self, infantry: bool = True) -> Procedure[None]:
        """The table has told which planets the Hive has."""
        yield from ()

    def refill_spawning(self, rule: str) -> list[Item]:
        """The table refills the infantry on the Hive's planets in spawning systems. Rule: 28.5.spawning-infantry."""
        most = self.game.tables.figures.infantry_refill.value
        text = say("Refill the infantry to {most} on each spawning system planet of [the Hive].", most=most)
        return [Item(text, rule=rule)]
