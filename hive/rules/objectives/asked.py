"""Objectives without a galaxy: what the tracked numbers say of them. Rule: 28.1.public."""

from __future__ import annotations

from collections.abc import Sequence

from hive.board.sides import Asked
from hive.catalog.tables import Objective
from hive.model.game import Player
from hive.rules.area.planets import planets_in, structures
from hive.rules.objectives.confirming import NO_FACTS, Facts
from hive.rules.objectives.doubts import Rivals
from hive.steps import Procedure
from hive.words import Name, Words, count, say


class AskedObjectives(Asked):
    """The side that knows the numbers alone; for the rest the table is asked."""

    def met(self, objective: Objective) -> bool | None:
        """What the tracked numbers say; None where they leave it open."""
        if objective.structures is not None:
            return self._meets_structures(objective)
        if objective.planets_outside_home_systems is not None:
            return self._planets_outside_home_systems() >= objective.planets_outside_home_systems
        if objective.flagship_or_war_sun_anywhere:
            return bool(self.game.hive.units.get("flagship") or self.game.hive.units.get("war_sun"))
        return None

    def come(self, objective: Objective) -> tuple[int, int] | None:
        """What the tracked numbers tell: structures, planets outside of home systems, the great ships."""
        if objective.structures is not None and not objective.outside_home_system:
            return structures(self.game), objective.structures
        if objective.planets_outside_home_systems is not None:
            return self._planets_outside_home_systems(), objective.planets_outside_home_systems
        if objective.flagship_or_war_sun_anywhere:
            return int(bool(self.met(objective))), 1
        return None

    def come_of(self, seat: Player, objective: Objective) -> tuple[int, int] | None:
        """Nothing is known of the players' units."""
        return None

    def home_held(self) -> bool:
        """Whether as many planets of the main spawning system are the Hive's as there are (Q102). Rule: 28.1.public."""
        return self.game.hive.spawning_planets.get("main", 0) >= planets_in(self.game, "main")

    def lost_at_home(self, seat: Player) -> list[str]:
        """Nothing is known of the players' planets."""
        return []

    def scored_by_the_table(self, rivals: Rivals, rex: bool) -> Procedure[str]:
        """Nothing: the table is asked about each objective that only it can judge."""
        yield from ()
        return ""

    def scoring_facts(self, rivals: Rivals) -> Facts:
        """Nothing is known by which the Hive would score."""
        return NO_FACTS

    def completion_confirmed(self, judged: Sequence[Objective], others: int, number: int) -> Procedure[None]:
        """Nothing to confirm: the table is asked whether so many are completed."""
        yield from ()

    def rex_confirmed(self, what_for: Words) -> Procedure[None]:
        """Nothing to confirm: the Hive's planets are numbers that the table has entered."""
        yield from ()

    def rex_facts(self) -> Facts:
        """Nothing is in doubt: the Hive's planets are numbers that the table has entered."""
        return NO_FACTS

    def may_be_neighbor(self, seat: Player) -> bool:
        """The table knows."""
        return True

    def lacking(self, objective: Objective) -> Words:
        """How many structures the Hive has built, against what the objective asks for."""
        return say(
            "{structures}; {objective} asks for {wanted}",
            structures=count(structures(self.game), "structure"),
            objective=Name(objective.name),
            wanted=objective.structures or 0,
        )

    def may_hold_mecatol_rex(self, seat: Player) -> bool:
        """Nobody holds it before the custodians have left, and no player while the Hive does."""
        return self.game.agenda_unlocked and not self.game.hive.spawning_planets.get("mecatol_rex")

    def _meets_structures(self, objective: Objective) -> bool | None:
        # A planet holds at most one Hive structure (12.construction.one-per-planet), so structures are planets, too.
        if structures(self.game) < (objective.structures or 0):
            return False
        return None if objective.outside_home_system else True

    def _planets_outside_home_systems(self) -> int:
        outside = ("aux1", "aux2", "mecatol_rex")
        held = self.game.hive.spawning_planets
        return sum(number for system, number in held.items() if system in outside) + self.game.hive.standard_planets
