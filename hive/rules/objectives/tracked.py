"""Objectives on a tracked galaxy: it is counted. Rule: 28.1.public."""

from __future__ import annotations

from collections.abc import Sequence

from hive.board.sides import Tracked
from hive.catalog.tables import Objective
from hive.model.game import Player
from hive.rules.objectives import confirming
from hive.rules.objectives.confirming import Facts
from hive.rules.objectives.doubts import Rivals
from hive.rules.objectives.of_players import SCORE_ANYWHERE, come_of, lost_at_home
from hive.rules.objectives.on_board import met_on_board, standing
from hive.rules.options.chosen import faction_of
from hive.steps import Procedure
from hive.words import Name, Words, say


class TrackedObjectives(Tracked):
    """The side that knows the board."""

    def met(self, objective: Objective) -> bool | None:
        """Whether the Hive meets an objective; None where no board can tell."""
        return met_on_board(objective, self.survey)

    def come(self, objective: Objective) -> tuple[int, int] | None:
        """How many there are of what the objective asks of the board, and how many it needs."""
        found = standing(objective, self.survey)
        return None if found is None else (found.reached, found.needed)

    def come_of(self, seat: Player, objective: Objective) -> tuple[int, int] | None:
        """As the board shows it, of who has booked anything away from home."""
        return come_of(self.survey, seat, objective)

    def home_held(self) -> bool:
        """Whether every planet of the main spawning system is the Hive's (Q102). Rule: 28.1.public."""
        survey = self.survey
        home = survey.home("hive")
        return home is None or not survey.not_hives(home)

    def lost_at_home(self, seat: Player) -> list[str]:
        """The planets of the home system that the map shows as somebody else's, or nobody's."""
        return [] if faction_of(self.game, seat) in SCORE_ANYWHERE else lost_at_home(self.survey, seat)

    def scored_by_the_table(self, rivals: Rivals, rex: bool) -> Procedure[str]:
        """What the table says of the board, where that matters. Rules: 28.1.public, 13.imperial.rex."""
        return (yield from confirming.scored_by_the_table(self, rivals, rex))

    def scoring_facts(self, rivals: Rivals) -> Facts:
        """What nobody may have booked of all that the Hive's scoring rests on. Rule: 28.1.public."""
        return confirming.scoring_facts(self, rivals)

    def completion_confirmed(self, judged: Sequence[Objective], others: int, number: int) -> Procedure[None]:
        """Have the table confirm what it rests on that so many are completed. Rule: 6.critical.imperial-objectives."""
        yield from confirming.completion_confirmed(self, judged, others, number)

    def rex_confirmed(self, what_for: Words) -> Procedure[None]:
        """Have the table confirm that Mecatol Rex is the Hive's. Rules: 6.critical.imperial-rex, 13.imperial.rex."""
        yield from confirming.rex_confirmed(self, what_for)

    def rex_facts(self) -> Facts:
        """That Mecatol Rex is the Hive's, where no unit of it is left there. Rule: 13.imperial.rex."""
        return confirming.rex_facts(self)

    def may_hold_mecatol_rex(self, seat: Player) -> bool:
        """Whether the player controls a planet that is Mecatol Rex."""
        where = self.survey.mecatol_rex
        if where is None:
            return False
        printed = self.game.tables.tiles.by_number[self.survey.system(where).tile].planets
        return any(planet.name in self.survey.controlled(where, seat) for planet in printed)

    def may_be_neighbor(self, seat: Player) -> bool:
        """Whether the player is a neighbor, as last known. Rule: 1.scope.unchanged-rules."""
        return bool(confirming.next_to_hive(self.survey, seat))

    def lacking(self, objective: Objective) -> Words:
        """How many of the structures there are that the objective asks for."""
        come = standing(objective, self.survey)
        if come is None:
            return ""
        name = Name(objective.name)
        return say("{objective} has {reached} of {needed}", objective=name, reached=come.reached, needed=come.needed)
