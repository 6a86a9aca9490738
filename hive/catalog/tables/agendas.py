"""The table of agenda cards: what is voted on, and when laws come up."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from pydantic import model_validator

from hive.catalog.tables.acts import AgendaAct, CardAct, Stands
from hive.catalog.tables.base import Box, Count, Frozen, Name
from hive.catalog.tables.effects import Effect
from hive.catalog.tables.galaxy import Trait

AgendaType = Literal["law", "directive"]
AgendaOutcome = Literal[
    "for_against",
    "elect_player",
    "elect_planet",
    "elect_law",
    "elect_strategy_card",
    "elect_scored_secret_objective",
    "hidden_agenda",
]
LawPhase = Literal["strategy", "action", "status", "agenda"]
# When the app asks whether the Hive uses a law that it then discards.
Opportunity = Literal["strategy_phase_ends", "hive_has_acted", "player_is_elected"]


class Agenda(Frozen):
    """An agenda card. Of a law ``phases`` and ``matters`` say when it matters, in words of our own.

    ``removed_by`` is the box with which the card leaves the deck, ``effect`` what it does to laws in play. A law that
    is used ``once`` is discarded by it, at its ``opportunity`` where there is one; its owner draws ``action_cards`` in
    each status phase. By a card with ``points`` victory points can change hands. ``nothing_for_hive``: why a law
    neither binds the Hive nor serves it, as part of a sentence. ``does``: what it does to the work of the Hive, one
    thing after the other. ``amounts``: the numbers of what a handler of its own does.
    """

    name: Name
    type: AgendaType
    outcome: AgendaOutcome
    box: Box
    trait: Trait | None = None
    no_home_or_rex: bool = False
    removed_by: Box | None = None
    purged: bool = False
    effect: Literal["repeals_the_elected", "repeals_all", "votes_again"] | None = None
    once: bool = False
    opportunity: Opportunity | None = None
    action_cards: Count = 0
    points: bool = False
    phases: list[LawPhase] = []
    matters: Name | None = None
    nothing_for_hive: Name | None = None
    does: list[AgendaAct] = []
    amounts: dict[Name, Count] = {}

    @property
    def bends(self) -> list[Effect]:
        """What a law bends as long as it is in play."""
        return [act.effect for act in self.does if isinstance(act, Stands)]

    @property
    def acts(self) -> list[CardAct]:
        """What is done at a moment."""
        return [act for act in self.does if isinstance(act, CardAct)]

    @model_validator(mode="after")
    def _moments_of_laws(self) -> Agenda:
        wanted = self.type == "law" and not self.purged
        if wanted != (self.matters is not None) or wanted != bool(self.phases):
            raise ValueError("'phases' and 'matters' go with a law that is not purged, and only with it")
        if self.nothing_for_hive and self.type != "law":
            raise ValueError("'nothing_for_hive' goes with a law")
        if self.type != "law" and (self.bends or any(act.at for act in self.acts)):
            raise ValueError("what stands, or has a moment in 'at', goes with a law")
        return self


class Agendas(Frozen):
    """decks/agendas.yaml: the agenda cards."""

    table: Literal["agendas"]
    agendas: list[Agenda]

    @cached_property
    def by_name(self) -> dict[str, Agenda]:
        """The agendas by their name."""
        return {agenda.name: agenda for agenda in self.agendas}

    @cached_property
    def at_moment(self) -> dict[str, list[tuple[Agenda, list[CardAct]]]]:
        """What laws do at each moment, by its key."""
        found: dict[str, list[tuple[Agenda, list[CardAct]]]] = {}
        for card in self.agendas:
            for key in dict.fromkeys(act.at for act in card.acts if act.at):
                found.setdefault(key, []).append((card, [act for act in card.acts if act.at == key]))
        return found

    def amount(self, name: str, what: str) -> int:
        """A number of what a handler does for a card. Raises KeyError."""
        return self.by_name[name].amounts[what]
