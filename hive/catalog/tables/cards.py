"""Tables of cards: the Hive Mind deck, strategy cards and their criteria, exploration, agendas."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field, model_validator

from hive.catalog.tables.acts import AgendaAct, CardAct, CardGoes, ExplorationAct, Stands
from hive.catalog.tables.base import (
    ActionSymbol,
    Box,
    Colour,
    Count,
    Frozen,
    ItemType,
    Name,
    Note,
    RuleId,
    Ship,
    StrategyCardKey,
    Table,
    Text,
)
from hive.catalog.tables.effects import Effect
from hive.catalog.tables.galaxy import Trait
from hive.words import Worded, Words, say

CardField = Literal[
    "action",
    "choice",
    "icons",
    "initiative",
    "standard_ship",
    "advanced_ship",
    "spawning_system",
    "technology",
    "promissory_note",
]


def _as_tuple(numbers: object) -> object:
    return tuple(numbers) if isinstance(numbers, list) else numbers


Initiative = Annotated[
    tuple[Annotated[int, Field(ge=1, le=8)], ...], BeforeValidator(_as_tuple), Field(min_length=1, max_length=2)
]


class Card(Frozen):
    """What is known of a Hive Mind card: its fields (Q07), each with its name on the screen.

    A field that nobody read is None: with the printed deck only those are known that the decision needs.
    """

    action: ActionSymbol | None = Field(None, title=say("action symbol"))
    choice: bool | None = Field(None, title=say("choice icon"))
    icons: Annotated[int, Field(ge=1, le=5)] | None = Field(None, title=say("faction icons"))
    initiative: Initiative | None = Field(None, title=say("initiative"))
    standard_ship: Ship | None = Field(None, title=say("left ship"))
    advanced_ship: Ship | None = Field(None, title=say("right ship"))
    spawning_system: Literal["main", "aux1", "aux2"] | None = Field(None, title=say("spawning system"))
    technology: Colour | None = Field(None, title=say("technology"))
    promissory_note: Note | None = Field(None, title=say("promissory note"))


def _title(field: CardField) -> Words:
    title = Card.model_fields[field].title
    return title if isinstance(title, Worded) else ""


CARD_FIELDS: dict[CardField, Words] = {field: _title(field) for field in get_args(CardField)}
"""The fields of a card with their names."""


def card_words(field: CardField) -> tuple[str, ...]:
    """The words that a field of a card can show; none for numbers and yes or no."""
    kinds = get_args(Card.model_fields[field].annotation)
    return tuple(word for kind in kinds for word in get_args(kind) if isinstance(word, str))


class HiveMindCard(Card):
    """A card of the Hive Mind deck: every field is known."""

    id: Annotated[int, Field(ge=1, le=999)]

    @model_validator(mode="after")
    def _complete(self) -> HiveMindCard:
        missing = [field for field in CARD_FIELDS if getattr(self, field) is None]
        if missing:
            raise ValueError(f"a card has every field; missing here: {', '.join(missing)}")
        return self

    @model_validator(mode="after")
    def _odd_and_even(self) -> HiveMindCard:
        # The first strategy card goes by the odd number of a pair, the second by the even one (6.dual.*).
        if self.initiative and len(self.initiative) == 2 and sum(self.initiative) % 2 == 0:
            first, second = self.initiative
            raise ValueError(f"a pair of initiative numbers is an odd and an even one, not {first} and {second}")
        return self


class HiveMindDeck(Table):
    """decks/hive_mind.yaml: exactly 36 cards."""

    table: Literal["hive_mind"]
    name: Name
    note: Text
    cards: Annotated[list[HiveMindCard], Field(min_length=36, max_length=36)]

    @cached_property
    def by_id(self) -> dict[int, HiveMindCard]:
        """The cards by their id."""
        return {card.id: card for card in self.cards}


class StrategyCard(Frozen):
    """A strategy card: its initiative number, its key in rules and scenarios, its name, and what icons count for."""

    number: Annotated[int, Field(ge=1, le=8)]
    key: StrategyCardKey
    name: Name
    variable_benefit: Text


class StrategyCards(Table):
    """decks/strategy_cards.yaml: the eight strategy cards."""

    table: Literal["strategy_cards"]
    cards: Annotated[list[StrategyCard], Field(min_length=8, max_length=8)]

    @cached_property
    def by_number(self) -> dict[int, StrategyCard]:
        """The cards by their initiative number."""
        return {card.number: card for card in self.cards}

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The initiative number of each key."""
        return {card.key: card.number for card in self.cards}


CriterionTest = Literal[
    "controls_mecatol_rex",
    "completed_objectives_at_least",
    "command_tokens_below",
    "speaker_left_of_hive",
    "deficient",
    "structure_objective_incomplete",
    "technology_objective_incomplete",
    "influence_at_least",
    "influence_below",
    "hive_not_speaker",
    "structures_below",
    "upgrades_below",
]


class Criterion(Frozen):
    """One line of the strategy card criteria: which card, which test, the test's number or item types, its words."""

    card: StrategyCardKey
    test: CriterionTest
    number: Count | None = None
    items: list[ItemType] = []
    rule: RuleId
    say: Text

    @model_validator(mode="after")
    def _complete(self) -> Criterion:
        needs_number = self.test.endswith(("_at_least", "_below"))
        if needs_number and self.number is None:
            raise ValueError(f"the test '{self.test}' needs a 'number'")
        if not needs_number and self.number is not None:
            raise ValueError(f"the test '{self.test}' takes no 'number'")
        if (self.test == "deficient") != bool(self.items):
            raise ValueError("'items' goes with the test 'deficient', and only with it")
        return self


class Criteria(Table):
    """decks/criteria.yaml: critical, objective and standard criteria in the order in which they are tested."""

    table: Literal["criteria"]
    critical: list[Criterion]
    objective: list[Criterion]
    standard: list[Criterion]


# --- the exploration cards, and how the Hive resolves them


TRAITS: tuple[Trait, ...] = get_args(Trait)

ExplorationDeck = Literal["cultural", "hazardous", "industrial", "frontier"]


class ExplorationCard(Frozen):
    """An exploration card: its deck, how many of it there are, what it does, and the rule of that.

    A card that does nothing lies in the common area from the set-up on.
    """

    name: Name
    deck: ExplorationDeck
    count: Annotated[int, Field(ge=1, le=20)]
    box: Box
    rule: RuleId
    does: list[ExplorationAct] = []

    @property
    def discarded(self) -> bool:
        """Whether it goes to the discard pile: of a deck, all that do so are resolved alike."""
        return any(isinstance(act, CardGoes) and act.to == "discarded" for act in self.does)


class Exploration(Table):
    """decks/exploration.yaml: the exploration cards."""

    table: Literal["exploration"]
    cards: list[ExplorationCard]

    def of(self, deck: ExplorationDeck, boxes: list[Box]) -> list[ExplorationCard]:
        """The cards of a deck that belong to some boxes."""
        return [card for card in self.cards if card.deck == deck and card.box in boxes]


# --- the table of agenda cards: what is voted on, and when laws come up


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


Worth = Literal[
    "action_card",
    "commodity",
    "command_token",
    "election",
    "exhausted_planet",
    "extra_objective",
    "infantry",
    "mech",
    "pds",
    "planet",
    "relic",
    "secret_objective",
    "sheltered_planet",
    "ship_hampered",
    "side_bound",
    "side_freed",
    "speaker",
    "strategy_card",
    "system_way",
    "technology",
    "token_on_board",
    "trade_good",
    "turn",
    "unit_ability",
    "unit_cost",
    "victory_point",
    "worth",
]
"""What a side gains or loses, each worth so much on the scale."""
Measure = Literal[
    "at_wormhole",
    "cards_of_owners",
    "cost_at_wormholes",
    "elections",
    "exposed",
    "gamma_ships",
    "hand",
    "law",
    "laws",
    "mechs",
    "neighbours",
    "one",
    "open_colour",
    "points_behind",
    "pools",
    "rex_losses",
    "rolls",
    "site",
    "speaker",
    "spawning_site",
    "strategy_token",
    "units_there",
    "voted_for",
]
"""By which a row says how many that are; what each counts stands in ``hive/rules/agenda/measures.py``."""


class Weighed(Frozen):
    """What an outcome brings some sides, or costs them, where ``does`` does not say it.

    ``who``: of an election the ``elected`` side, or who controls the elected planet; ``others`` are all but that, and
    ``players`` are those of it. ``by``: how many there are for each of them; ``times`` so many.
    """

    outcome: Literal["for", "against", "elected"]
    who: Literal["each", "players", "hive", "elected", "others"] = "each"
    gains: Worth | None = None
    loses: Worth | None = None
    by: Measure = "one"
    times: Annotated[float, Field(gt=0, le=100)] = 1

    @model_validator(mode="after")
    def _one_way(self) -> Weighed:
        if (self.gains is None) == (self.loses is None):
            raise ValueError("give either what it 'gains' or what it 'loses'")
        return self


class Agenda(Frozen):
    """An agenda card. Of a law ``phases`` and ``matters`` say when it matters, in words of our own.

    ``removed_by`` is the box with which the card leaves the deck, ``effect`` what it does to laws in play. A law that
    is used ``once`` is discarded by it, at its ``opportunity`` where there is one; its owner draws ``action_cards`` in
    each status phase. By a card with ``points`` victory points can change hands. ``nothing_for_hive``: why a law
    neither binds the Hive nor serves it, as part of a sentence. ``does``: what it does to the work of the Hive, one
    thing after the other. ``amounts``: the numbers of what a handler of its own does. ``weighs``: what its outcomes
    bring and cost besides, for the vote of the Hive; without it the table judges that. ``planets_by_worth``: of several
    planets the one that brings or costs most, before their priority.
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
    weighs: list[Weighed] | None = None
    planets_by_worth: bool = False

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


class Agendas(Table):
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


MostTold = Literal["goods", "mechs", "technologies", "planets", "cards"]


class Votes(Table):
    """decks/votes.yaml: what things are worth where unlike ones are weighed, and what is taken as given. Rule: Q143."""

    table: Literal["votes"]
    scale: dict[Worth, Annotated[float, Field(ge=0, le=100)]]
    hand_of_a_player: Count
    most_told: dict[MostTold, Count]
