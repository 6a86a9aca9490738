"""The Hive's play area as the pages show it, with laws, the expedition, and cards of galactic events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, pi, sin

from hive.catalog.tables import Colour, PlayedOption, Seat
from hive.engine.facts import FACTS, ITEMS, said
from hive.model.game import ITEM_TYPES, PLAYERS, SPAWNING_SYSTEMS, Game
from hive.naming import items
from hive.rules.area import yields
from hive.rules.criteria import reference_objective
from hive.rules.exploration.exploring import FRAGMENTS
from hive.rules.galactic import war
from hive.rules.laws import duty, elects_hive, matters_now
from hive.rules.options import played
from hive.store import Opens
from hive.web.words import Run, anchor, runs
from hive.words import Name, Words, say, sentence


def on_event_cards(game: Game) -> list[tuple[Words, int, str]]:
    """Each number with its label and the anchor of its correction, as far as the game is played with its event."""
    cards, figures = game.event_cards, game.tables.figures
    commodities, standing = figures.war_point_commodities.value, game.tables.setup.monuments
    homes = war.home_names(game) if commodities else []
    special = next((f"event_cards.special_commodities.{name}" for name in homes), "")
    known = (
        (say("Stellar Atomics"), cards.atomics, "event_cards.atomics", figures.atomics_tokens.value),
        (say("Monuments"), len(cards.monuments), "event_cards.monuments.aux1", len(standing)),
        (say("Total War"), war.held(game), special, commodities),
    )
    return [(label, value, anchor(field)) for label, value, field, there in known if there]


# --- the laws in play as the pages show them


@dataclass(frozen=True)
class LawView:
    """A law in play. ``hive``: the Hive was elected; ``now``: it can come up in the present phase."""

    name: str
    elected: tuple[Run, ...]
    duty: Words
    rule: str
    hive: bool
    now: bool
    anchor: str


def laws_view(game: Game) -> tuple[LawView, ...]:
    """The laws in play, in the order in which they came."""
    return tuple(
        LawView(
            name=law.name,
            elected=runs(_elected(game, law.elected)),
            duty=means.text,
            rule=means.rule,
            hive=elects_hive(game, law),
            now=matters_now(game, law),
            anchor=anchor(f"laws.{law.name}"),
        )
        for law in game.laws
        for means in (duty(game, law),)
    )


def _elected(game: Game, elected: str) -> Words:
    """Whom or what a law has elected: a side by its name, or a name out of the tables."""
    return next((game.name(seat) for seat in game.seats if game.name(seat) == elected), Name(elected))


# --- the expedition token as the pages draw it


_RADIUS, _WORDS_AT = 98.0, 62.0


@dataclass(frozen=True)
class SliceView:
    """A slice: its number, its outline and where its words stand, what it costs, and who has claimed it."""

    number: int
    outline: str
    x: float
    y: float
    name: Words
    short: Words
    owner: Seat | None
    who: Words
    anchor: str


@dataclass(frozen=True)
class ExpeditionView:
    """The token. ``joins``: the player whose turn it is, and who can claim a slice by a tap here; else empty."""

    slices: tuple[SliceView, ...]
    joins: str
    who: Words


def expedition_view(game: Game, opened: Opens | None) -> ExpeditionView | None:
    """The expedition of a game; None where there is none, or the set-up is not over.

    ``opened``: as what the screen has the game open. Nobody claims a slice from the phone of the other player.
    """
    slices = game.tables.setup.expedition
    if not slices or game.phase == "setup":
        return None
    here = (opened,) if opened in PLAYERS else PLAYERS
    joins = next((seat for seat in PLAYERS if seat == game.active and seat in here and game.phase == "action"), None)
    return ExpeditionView(
        slices=tuple(_slice(game, number) for number in range(len(slices))),
        joins=joins or "",
        who=sentence(game.name(joins)) if joins else "",
    )


def _slice(game: Game, number: int) -> SliceView:
    """Slice zero lies at the top, the others follow clockwise."""
    row, owner = game.tables.setup.expedition[number], game.expedition.get(number)
    width = 2 * pi / len(game.tables.setup.expedition)
    middle = number * width - pi / 2
    (x1, y1), (x2, y2) = (_at(_RADIUS, middle + side * width / 2) for side in (-1, 1))
    x, y = _at(_WORDS_AT, middle)
    return SliceView(
        number=number,
        outline=f"M0 0L{x1} {y1}A{_RADIUS} {_RADIUS} 0 0 1 {x2} {y2}Z",
        x=x,
        y=y,
        name=Name(row.name),
        short=Name(row.short),
        owner=owner,
        who=sentence(game.name(owner)) if owner is not None else "",
        anchor=anchor(f"expedition.{number}"),
    )


def _at(radius: float, angle: float) -> tuple[float, float]:
    return round(radius * cos(angle), 1), round(radius * sin(angle), 1)


# --- the Hive's play area as the pages show it


@dataclass(frozen=True)
class Number:
    """A tracked number with its label, and the anchor of its correction."""

    label: Words
    value: int
    anchor: str


@dataclass(frozen=True)
class Meter:
    """How far the stockpile is with one item type, ``what``; what it holds beyond the need does not count."""

    what: Words
    words: Words
    have: int
    need: int
    anchor: str

    @property
    def percent(self) -> int:
        """How full the meter is."""
        return min(100, 100 * self.have // self.need) if self.need else 100


@dataclass(frozen=True)
class Saving:
    """An objective that the Hive saves for, with its meters."""

    objective: str
    meters: tuple[Meter, ...]


@dataclass(frozen=True)
class Technology:
    """The level of one colour of technology."""

    colour: Colour
    level: int
    maximum: int
    anchor: str


@dataclass(frozen=True)
class UnitCount:
    """Plastic of one kind: on the board, and left in the reinforcements."""

    short: str
    name: Words
    on_board: int
    left: int
    anchor: str
    locked: bool


@dataclass(frozen=True)
class StrategyCardView:
    """A strategy card that lies with a side."""

    number: int
    name: str
    exhausted: bool


@dataclass(frozen=True)
class DeckView:
    """The Hive Mind deck in numbers."""

    primary: int
    secondary: int
    in_use: int
    discard: int
    active: str


@dataclass(frozen=True)
class HiveRest:
    """What the Hive has beside what changes with most steps. An empty stockpile stands here (``unstocked``)."""

    technologies: tuple[Technology, ...]
    upgrades: tuple[str, ...]
    units: tuple[UnitCount, ...]
    planets: tuple[Number, ...]
    planet_yield: int
    relics: tuple[Number, ...]
    unstocked: tuple[Number, ...]
    tokens: tuple[Number, ...]
    level: str
    by_table: bool
    scored_secrets: int
    played_with: tuple[PlayedOption, ...]


@dataclass(frozen=True)
class HiveView:
    """The Hive's play area."""

    numbers: tuple[Number, ...]
    stockpile: tuple[Number, ...]
    savings: tuple[Saving, ...]
    strategy_cards: tuple[StrategyCardView, ...]
    deck: DeckView
    speaker: bool
    tyrant: bool
    passed: bool
    custodians: bool
    rest: HiveRest


def hive_view(game: Game) -> HiveView:
    """The Hive's play area as it stands."""
    stockpile = tuple(_number(game, f"hive.stockpile.{item}") for item in ITEM_TYPES)
    return HiveView(
        numbers=(
            *(_number(game, path, short=True) for path in _NUMBERS),
            *(Number(*one) for one in on_event_cards(game)),
        ),
        stockpile=stockpile,
        savings=_savings(game),
        strategy_cards=cards_of(game, "hive"),
        deck=_deck(game),
        speaker=game.speaker == "hive",
        tyrant=game.tyrant == "hive",
        passed=game.hive.passed,
        custodians=game.custodians == "hive",
        rest=_rest(game, stockpile),
    )


def _rest(game: Game, stockpile: tuple[Number, ...]) -> HiveRest:
    return HiveRest(
        technologies=_technologies(game),
        upgrades=tuple(game.hive.upgrades),
        units=_units(game),
        planets=_planets(game),
        planet_yield=yields(game),
        relics=_relics(game),
        unstocked=() if any(number.value for number in stockpile) else stockpile,
        tokens=_tokens(game),
        level=game.level.name,
        by_table=game.settings.draws == "table",
        scored_secrets=game.hive.scored_secrets,
        played_with=tuple(game.tables.played_with.options),
    )


_NUMBERS = (
    "hive.bank.resources",
    "hive.bank.influence",
    "hive.trade_goods",
    "hive.commodities",
    "hive.tokens.tactic",
    "hive.tokens.strategy",
    "hive.action_cards",
    "hive.secrets",
)


def _number(game: Game, path: str, key: str = "", *, short: bool = False) -> Number:
    """A fact with its label; it is corrected by its name, or on the board where that tells it."""
    fact = FACTS[path]
    words = fact.short if short and fact.short else fact.label
    mended = anchor(fact.name(key)) if not (fact.on_board and game.tracked) else ""
    return Number(said(words, game, key), int(fact.read(game, key)), mended)


def _tokens(game: Game) -> tuple[Number, ...]:
    tokens = game.hive.tokens
    used = tokens.tactic + tokens.strategy + tokens.board + tokens.captured + game.hive.stockpile.command_tokens
    left = game.tables.figures.command_token_supply.value - used
    pools = (_number(game, f"hive.tokens.{pool}") for pool in ("tactic", "strategy", "board"))
    return (*pools, Number(say("Reinforcements"), left, ""))


def _savings(game: Game) -> tuple[Saving, ...]:
    """The reference objectives, each with a meter for every item type that is saved for it."""
    meters: dict[str, list[Meter]] = {}
    for item in ITEM_TYPES:
        objective = reference_objective(game, item)
        if objective is None:
            continue
        need = objective.spend[item]
        have = min(need, getattr(game.hive.stockpile, item))
        amount = items(need, item)
        meter = Meter(ITEMS[item], amount, have, need, anchor(f"hive.stockpile.{item}"))
        meters.setdefault(objective.name, []).append(meter)
    return tuple(Saving(name, tuple(of)) for name, of in meters.items())


def _technologies(game: Game) -> tuple[Technology, ...]:
    maximum = game.tables.technologies.maximum_level
    return tuple(
        Technology(colour, game.hive.technologies.get(colour, 0), maximum, anchor(f"hive.technologies.{colour}"))
        for colour in game.tables.technologies.colours
    )


def _units(game: Game) -> tuple[UnitCount, ...]:
    counted = ((unit, _number(game, "hive.units.{unit}", unit.key)) for unit in game.tables.units.units if unit.plastic)
    return tuple(
        UnitCount(
            short=unit.short,
            name=Name(unit.name),
            on_board=number.value,
            left=(unit.plastic or 0) - number.value,
            anchor=number.anchor,
            locked=unit.needs_upgrade is not None and unit.needs_upgrade not in game.hive.upgrades,
        )
        for unit, number in counted
    )


def _planets(game: Game) -> tuple[Number, ...]:
    spawning = {system: _number(game, "hive.spawning_planets.{system}", system) for system in SPAWNING_SYSTEMS}
    spawning["main"] = replace(spawning["main"], label=say("Main spawning system"))
    return (*(number for number in spawning.values() if number.value), _number(game, "hive.standard_planets"))


def _relics(game: Game) -> tuple[Number, ...]:
    """The relic fragments by type and the relics, where exploration is played."""
    if not played(game, "exploration"):
        return ()
    fragments = (_number(game, "hive.fragments.{fragment}", kind, short=True) for kind in FRAGMENTS)
    return (*fragments, _number(game, "hive.relics"))


def cards_of(game: Game, seat: str) -> tuple[StrategyCardView, ...]:
    """The strategy cards of a side."""
    return tuple(
        StrategyCardView(number, game.card_name(number), card.exhausted)
        for number, card in sorted(game.strategy_cards.items())
        if card.owner == seat
    )


def _deck(game: Game) -> DeckView:
    deck = game.deck
    active = "" if deck.depleted else "secondary" if deck.secondary_active else "primary"
    return DeckView(
        primary=len(deck.primary),
        secondary=len(deck.secondary),
        in_use=len(deck.in_use),
        discard=len(deck.discard),
        active=active,
    )
