"""What the app tracks of a game, each fact described once: its name, its words, its bounds, how it is mended.

Corrections, scenarios, the page of the Hive, and the table in docs/scenarios.md read it here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from itertools import groupby
from typing import Generic, Literal

from hive.catalog.tables import ADVANCED_PAGES, ItemType, Note
from hive.engine.errors import Refused
from hive.fields import NO_YES, Choice, Field, Misfit, Number, OneOf, Settable, V
from hive.model.game import PLAYERS, SPAWNING_SYSTEMS, Game, NoteHeld
from hive.model.laws import broken_laws
from hive.naming import system_name
from hive.rules.area import most_fallen
from hive.rules.exploration.expedition import slice_words
from hive.rules.exploration.exploring import FRAGMENTS
from hive.rules.galactic.war import home_names
from hive.rules.laws import repeal
from hive.rules.notes import KINDS, holder, name_of
from hive.rules.options import PAGES, played, players_of
from hive.words import Name, PlanetName, SystemName, Words, count, say, sentence

HIGHEST = 999
ACTIVE_SIDE = "active"
NOBODY = "nobody"
_NO_SIDE, _REPEALED = "no side", "repealed"

Page = Literal["", "course", "hive", "cards", "board"]
"""The page of the guided pass on which a game that begins in the middle is asked for it, if there is one."""
Says = Words | Callable[[Game, str], Words]
"""Words, or what makes them of the key that stands in the path."""


def said(words: Says, game: Game, key: str = "") -> Words:
    """Words as they are at this table."""
    return words(game, key) if callable(words) else words


# --- where the model has it


def stands(game: Game, path: str, key: str = "") -> object:
    """What stands in the game at a path, whose name in braces is a key; in a list, whether it is there."""
    here: object = game
    for name in _names(path, key):
        if isinstance(here, dict):
            here = here.get(_counted(name))
        else:
            here = name in here if isinstance(here, list) else getattr(here, name)
    return here


def put(game: Game, path: str, value: object, key: str = "") -> None:
    """Put a value where a path leads; None takes it out of a table, yes and no are those of a list."""
    *way, name = _names(path, key)
    around = ".".join(way)
    owner = stands(game, around) if around else game
    if isinstance(owner, list):
        put(game, around, [*(one for one in owner if one != name), *([name] if value else [])])
    elif not isinstance(owner, dict):
        setattr(owner, name, value)
    elif value is None:
        owner.pop(_counted(name), None)
    else:
        owner[_counted(name)] = value


def _names(path: str, key: str) -> list[str]:
    return [key if name.startswith("{") else name for name in path.split(".")]


def _counted(name: str) -> str | int:
    """Strategy cards and slices of the expedition have numbers."""
    return int(name) if name.isdecimal() else name


# --- what a fact is, by what is entered for it


@dataclass(frozen=True)
class Correctable(Settable[V]):
    """A fact at a table: its group on the page, how it stands now, the page of the guided pass that asks for it."""

    group: Words
    read: Callable[[Game], V]
    page: Page


Correction = Correctable[int] | Correctable[str]


@dataclass(frozen=True)
class Fact(ABC, Generic[V]):
    """Something that the app tracks and that the table can mend.

    ``path`` is its name in logs, which never changes; the name in braces stands for each of its ``KEYS``. ``at``:
    where the model has it, if not there. ``given``: whether scenarios say it by this name. ``short``: its label where
    little room is. ``on_board``: a tracked galaxy tells it, and there it is mended. ``page``: if not that of its group.
    """

    path: str
    label: Says
    _: KW_ONLY
    at: str = ""
    given: bool = True
    short: Says = ""
    page: Page | None = None
    on_board: bool = False
    there: Callable[[Game], bool] = lambda game: True

    @abstractmethod
    def field(self, game: Game, key: str) -> Field[V]:
        """What is entered for it at this table."""

    @abstractmethod
    def read(self, game: Game, key: str) -> V:
        """How it stands."""

    @abstractmethod
    def write(self, game: Game, key: str, value: V) -> None:
        """Set it, with all that follows from it."""

    def name(self, key: str) -> str:
        """Its name in logs."""
        return ".".join(_names(self.path, key))

    @property
    def keyed(self) -> str:
        """The name in braces."""
        return self.path.partition("{")[2].partition("}")[0]

    @property
    def place(self) -> str:
        """Where the model has it."""
        return self.at or self.path

    def here(self, game: Game, group: Group, key: str) -> Correctable[V]:
        """What the table may correct of it."""
        page = group.page if self.page is None else self.page
        return Correctable(
            self.field(game, key),
            lambda game, value: self.write(game, key, value),
            said(group.heading, game, key),
            lambda game: self.read(game, key),
            page,
        )


@dataclass(frozen=True)
class Counted(Fact[int]):
    """A number, which the table can count otherwise."""

    most: int | Callable[[Game, str], int] = HIGHEST
    least: int = 0

    def field(self, game: Game, key: str) -> Number:
        """The number with its bounds."""
        most = self.most(game, key) if callable(self.most) else self.most
        return Number(self.name(key), said(self.label, game, key), maximum=most, minimum=self.least)

    def read(self, game: Game, key: str) -> int:
        """The number; what a table does not name is not there."""
        value = stands(game, self.place, key) or 0
        assert isinstance(value, int)
        return value

    def write(self, game: Game, key: str, value: int) -> None:
        """Set the number."""
        put(game, self.place, value, key)


@dataclass(frozen=True)
class Pile(Counted):
    """How many cards lie on a pile of the deck: they come from the discard pile or go there."""

    def read(self, game: Game, key: str) -> int:
        """The cards of the pile."""
        return len(self._cards(game))

    def write(self, game: Game, key: str, value: int) -> None:
        """Move cards. Raises Refused."""
        pile, discard = self._cards(game), game.deck.discard
        if value > len(pile) + len(discard):
            label = said(self.label, game)
            raise Refused(say("{pile}: the discard pile holds only {number} more.", pile=label, number=len(discard)))
        while len(pile) > value:
            discard.append(pile.pop())
        while len(pile) < value:
            pile.append(discard.pop(0))

    def _cards(self, game: Game) -> list[int]:
        return game.deck.primary if self.path == "deck.primary" else game.deck.secondary


def yes_no(game: Game, key: str) -> tuple[Choice, ...]:
    """What is so or not."""
    return NO_YES


@dataclass(frozen=True)
class Chosen(Fact[str]):
    """One of some choices; ``reads`` and ``writes`` where the model says it otherwise."""

    choices: Callable[[Game, str], tuple[Choice, ...]] = yes_no
    reads: Callable[[Game, str], str] | None = None
    writes: Callable[[Game, str, str], None] | None = None

    def field(self, game: Game, key: str) -> OneOf:
        """The choices."""
        return OneOf(self.name(key), said(self.label, game, key), self.choices(game, key))

    def read(self, game: Game, key: str) -> str:
        """Which of them it is."""
        if self.reads is not None:
            return self.reads(game, key)
        value = stands(game, self.place, key)
        return NOBODY if value is None else "yes" if value is True else str(value or "no")

    def write(self, game: Game, key: str, value: str) -> None:
        """Choose one."""
        if self.writes is not None:
            self.writes(game, key, value)
        else:
            put(game, self.place, _MEANT.get(value, value), key)


_MEANT = {"yes": True, "no": False, NOBODY: None}
AnyFact = Counted | Chosen


class Group:
    """Facts that stand together under one heading, and the page of the guided pass on which they are asked for."""

    def __init__(self, heading: Says, page: Page, *facts: AnyFact) -> None:
        self.heading, self.page, self.facts = heading, page, facts


# --- choices


def _sides(game: Game, key: str = "") -> tuple[Choice, ...]:
    return tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats)


def _nobody_or_side(game: Game, key: str = "") -> tuple[Choice, ...]:
    return (Choice(NOBODY, say("Nobody")), *_sides(game))


def _side_or_nobody(game: Game, key: str = "") -> tuple[Choice, ...]:
    return (*_sides(game), Choice(NOBODY, say("Nobody")))


def _elected(game: Game, name: str) -> tuple[Choice, ...]:
    """Each side by its name, what is elected where that is no side, no side at all, and that the law is repealed."""
    sides = [Choice(game.name(seat), sentence(game.name(seat))) for seat in game.seats]
    elected = _law(game, name)
    other = [] if elected in (_NO_SIDE, *(side.value for side in sides)) else [Choice(elected, Name(elected))]
    return (*sides, *other, Choice(_NO_SIDE, say("No side")), Choice(_REPEALED, say("Not in play")))


def _drawing(game: Game, key: str) -> tuple[Choice, ...]:
    return (Choice("app", say("The app")), Choice("table", say("The printed deck")))


def _played(game: Game, key: str) -> tuple[Choice, ...]:
    return (Choice("no", say("Left out")), Choice("yes", say("Played")))


# --- what the model says otherwise


def _law(game: Game, name: str) -> str:
    return next((law.elected for law in game.laws if law.name == name), "") or _NO_SIDE


def _set_law(game: Game, name: str, value: str) -> None:
    if value == _REPEALED:
        repeal(game, name)
    for law in game.laws:
        if law.name == name:
            law.elected = "" if value == _NO_SIDE else value


def _set_active(game: Game, key: str, value: str) -> None:
    put(game, "active", value)
    game.stage = ""


def _kind(key: str) -> Note:
    return next(kind for kind in KINDS if kind == key)


def _set_hives_note(game: Game, key: str, value: str) -> None:
    for seat in PLAYERS:
        others = [note for note in game.players[seat].notes if note != key]
        game.players[seat].notes = [*others, _kind(key)] if seat == value else others


def _players_note(key: str) -> NoteHeld:
    """A note by its owner and its kind: ``p1.ceasefire``."""
    return next(NoteHeld(kind, seat) for seat in PLAYERS for kind in KINDS if f"{seat}.{kind}" == key)


def _owner_or_hive(game: Game, key: str) -> tuple[Choice, ...]:
    return tuple(Choice(seat, sentence(game.name(seat))) for seat in (_players_note(key).owner, "hive"))


def _set_players_note(game: Game, key: str, value: str) -> None:
    note = _players_note(key)
    others = [other for other in game.hive.notes if other != note]
    game.hive.notes = [*others, note] if value == "hive" else others


def _set_page(game: Game, key: str, value: str) -> None:
    """Whether an advanced page is played from now on. Rule: 32.complexity.optional-pages."""
    kept = [one for one in ADVANCED_PAGES if one in game.settings.advanced and one != key]
    game.settings.advanced = [*kept, *(one for one in ADVANCED_PAGES if one == key and value == "yes")]


# --- bounds, and what is there at a table


def _supply(game: Game, key: str) -> int:
    return game.tables.figures.command_token_supply.value


def _placeable(game: Game, key: str) -> int:
    return most_fallen(game.tables.units.by_key[key]) - game.hive.fallen.get(key, 0)


def _can_fall(game: Game, key: str) -> int:
    unit = game.tables.units.by_key[key]
    return most_fallen(unit) - game.hive.units.get(key, 0) - game.hive.captured.get(key, 0)


def _most_planets(game: Game, key: str) -> int:
    """More planets than these no system can hold: those of the fullest tile, and those that tokens bring."""
    tiles = game.tables.tiles
    return max(len(tile.planets) for tile in tiles.tiles) + sum(token.planet is not None for token in tiles.tokens)


def _capturing(game: Game) -> bool:
    return bool(game.hive.tokens.captured or players_of(game, game.tables.doings.capturing))


def _explored(game: Game) -> bool:
    return played(game, "exploration")


def _stations(game: Game) -> bool:
    return bool(game.tables.figures.station_trade_goods.value)


def _all_cards(game: Game, key: str) -> int:
    return len(game.tables.hive_mind.cards)


# --- labels


def _name(game: Game, key: str) -> Words:
    return Name(key)


def _units(game: Game, key: str) -> Words:
    return sentence(Name(game.tables.units.by_key[key].plural))


def _player(game: Game, key: str) -> Words:
    return next(game.name(seat) for seat in PLAYERS if seat == key)


def _system(game: Game, key: str) -> SystemName:
    return next(system_name(game, system) for system in SPAWNING_SYSTEMS if system == key)


def _reached(game: Game, key: str) -> Words:
    points = count(game.tables.figures.counters_points_threshold.value, "point")
    return say("Has had the counters for {points}", points=points)


def _card(game: Game, key: str) -> Name:
    return Name(game.card_name(int(key)))


def _page(game: Game, key: str) -> Words:
    name, number = next(PAGES[page] for page in ADVANCED_PAGES if page == key)
    return say("{page} (page {number})", page=name, number=number)


# --- all of them, in the order of the page of corrections

ITEMS: dict[ItemType, Words] = {
    "resources": say("Resources"),
    "influence": say("Influence"),
    "trade_goods": say("Trade goods"),
    "command_tokens": say("Command tokens"),
}
"""What is stockpiled."""
COURSE, DECK, CARDS = say("Course of the game"), say("Hive Mind deck"), say("Strategy cards")

KEYS: dict[str, Callable[[Game], Iterable[str]]] = {
    "": lambda game: ("",),
    "colour": lambda game: game.tables.technologies.colours,
    "upgrade": lambda game: [upgrade.name for upgrade in game.tables.technologies.upgrades],
    "fragment": lambda game: FRAGMENTS,
    "unit": lambda game: [unit.key for unit in game.tables.units.units if unit.plastic],
    "ship": lambda game: [unit.key for unit in game.tables.units.larger_ships],
    "system": lambda game: SPAWNING_SYSTEMS,
    "seat": lambda game: PLAYERS,
    "note": lambda game: KINDS,
    "held": lambda game: [f"{seat}.{kind}" for seat in PLAYERS for kind in KINDS],
    "card": lambda game: [str(number) for number in sorted(game.strategy_cards)],
    "law": lambda game: [law.name for law in game.laws],
    "slice": lambda game: [str(number) for number in range(len(game.tables.setup.expedition))],
    "monument": lambda game: game.tables.setup.monuments,
    "planet": lambda game: home_names(game) if game.tables.figures.war_point_commodities.value else (),
    "page": lambda game: ADVANCED_PAGES,
}
"""What each name in braces stands for at a table."""
GROUPS: tuple[Group, ...] = (
    Group(
        say("Funds"),
        "hive",
        Counted("hive.bank.resources", ITEMS["resources"]),
        Counted("hive.bank.influence", ITEMS["influence"]),
        Counted("hive.trade_goods", ITEMS["trade_goods"]),
        Counted("hive.commodities", say("Commodities")),
    ),
    Group(
        say("Stockpile"),
        "hive",
        *(Counted(f"hive.stockpile.{item}", words) for item, words in ITEMS.items()),
    ),
    Group(
        say("Command tokens"),
        "hive",
        Counted("hive.tokens.tactic", say("Tactic pool"), _supply, short=say("Tactic")),
        Counted("hive.tokens.strategy", say("Strategy pool"), _supply, short=say("Strategy")),
        Counted("hive.tokens.board", say("On the board"), _supply, on_board=True),
        Counted("hive.tokens.captured", say("Captured by a player"), _supply, there=_capturing),
    ),
    Group(
        say("[The Hive]"),
        "hive",
        Counted("hive.action_cards", say("Action cards")),
        Counted("hive.secrets", say("Secret objectives"), short=say("Secrets")),
        Counted("hive.scored_secrets", say("Scored secret objectives")),
        Counted("hive.victory_points", say("Victory points"), page="course"),
    ),
    Group(
        say("Technology"),
        "hive",
        Counted(
            "hive.technologies.{colour}",
            lambda game, key: say("{colour!c} level", colour=Name(key)),
            lambda game, key: game.tables.technologies.maximum_level,
        ),
        Chosen("hive.upgrades.{upgrade}", _name, given=False),
    ),
    Group(
        say("Exploration"),
        "hive",
        Counted(
            "hive.fragments.{fragment}",
            lambda game, key: say("{fragment!c} relic fragments", fragment=Name(key)),
            short=lambda game, key: say("{kind!c} fragments", kind=Name(key)),
            there=_explored,
        ),
        Counted("hive.relics", say("Relics"), there=_explored),
        Chosen("hive.relic_scored", say("The first relic has brought its point"), there=_explored),
    ),
    Group(
        say("Plastic on the board"),
        "board",
        Counted("hive.units.{unit}", _units, _placeable, on_board=True),
    ),
    Group(
        say("Out of the game"),
        "",
        Counted("hive.fallen.{ship}", _units, _can_fall, there=lambda game: bool(game.tables.figures.ships_fall.value)),
    ),
    Group(
        say("Planets"),
        "board",
        Counted(
            "hive.spawning_planets.{system}",
            lambda game, key: sentence(_system(game, key)),
            _most_planets,
            on_board=True,
            given=False,
        ),
        Counted("hive.standard_planets", say("Standard planets"), on_board=True, given=False),
        Counted("hive.stations", say("Space stations"), on_board=True, there=_stations),
    ),
    Group(
        _player,
        "course",
        Counted("players.{seat}.victory_points", say("Victory points")),
        Counted("players.{seat}.counters", say("Aggression counters"), lambda game, key: game.level.counter_maximum),
        Chosen("players.{seat}.passed", say("Has passed"), page=""),
        Chosen("players.{seat}.traded", say("Has begun a transaction in this round"), page=""),
        Chosen("players.{seat}.calmed", say("Calm until the turn ends"), page=""),
        Chosen("players.{seat}.reached_six", _reached),
    ),
    Group(
        say("Promissory notes lie with"),
        "cards",
        Chosen(
            "notes.hive.{note}",
            lambda game, key: sentence(name_of(game, "hive", _kind(key))),
            _sides,
            reads=lambda game, key: holder(game, _kind(key)) or "hive",
            writes=_set_hives_note,
            given=False,
        ),
        Chosen(
            "notes.{held}",
            lambda game, key: name_of(game, _players_note(key).owner, _players_note(key).kind),
            _owner_or_hive,
            reads=lambda game, key: "hive" if _players_note(key) in game.hive.notes else _players_note(key).owner,
            writes=_set_players_note,
            given=False,
        ),
    ),
    Group(
        DECK,
        "cards",
        Chosen("settings.draws", say("Who draws"), _drawing, given=False),
        Pile("deck.primary", say("Primary cards"), _all_cards, given=False),
        Pile("deck.secondary", say("Secondary cards"), _all_cards, given=False),
    ),
    Group(
        CARDS,
        "cards",
        Chosen(
            "cards.{card}.owner",
            lambda game, key: say("{card} lies with", card=_card(game, key)),
            _nobody_or_side,
            at="strategy_cards.{card}.owner",
            given=False,
            page="",
        ),
        Chosen(
            "cards.{card}.exhausted",
            lambda game, key: say("{card} exhausted", card=_card(game, key)),
            at="strategy_cards.{card}.exhausted",
            given=False,
            page="",
        ),
        Counted(
            "cards.{card}.trade_goods",
            lambda game, key: say("Trade goods on {card}", card=_card(game, key)),
            at="strategy_cards.{card}.trade_goods",
            given=False,
        ),
    ),
    Group(
        say("Laws"),
        "cards",
        Chosen("laws.{law}", _name, _elected, reads=_law, writes=_set_law, given=False),
    ),
    Group(
        say("Expedition"),
        "",
        Chosen("expedition.{slice}", lambda game, key: slice_words(game, int(key)), _nobody_or_side, given=False),
    ),
    Group(
        say("Galactic events"),
        "cards",
        Chosen(
            "event_cards.zealous",
            say("The alliance card on Zealous Orthodoxy"),
            _side_or_nobody,
            there=lambda game: bool(game.tables.figures.zealous_secrets.value),
        ),
        Counted(
            "event_cards.atomics",
            say("[The Hive]'s tokens on Stellar Atomics"),
            there=lambda game: bool(game.tables.figures.atomics_tokens.value),
        ),
        Chosen(
            "event_cards.monuments.{monument}",
            lambda game, key: say("A monument of [the Hive] stands in {system}", system=_system(game, key)),
            given=False,
        ),
        Counted(
            "event_cards.special_commodities.{planet}",
            lambda game, key: say("Special commodities on {planet}", planet=PlanetName(key)),
        ),
    ),
    Group(
        COURSE,
        "course",
        Counted("round", say("Round"), least=1),
        Chosen("speaker", say("Speaker"), _sides, given=False),
        Chosen(
            ACTIVE_SIDE,
            say("Whose turn it is"),
            _sides,
            reads=lambda game, key: game.active or "hive",
            writes=_set_active,
            given=False,
            page="",
        ),
        Chosen("agenda_unlocked", say("Agenda phase unlocked")),
        Chosen("custodians", say("Who took the custodians"), _side_or_nobody),
        Chosen("objectives_ran_out", say("No objective was left"), given=False, page=""),
        Chosen("hive.passed", say("[The Hive] has passed"), page=""),
        Chosen("tyrant", say("Tyrant"), _nobody_or_side, there=lambda game: bool(game.tables.setup.tyranny), page=""),
    ),
    Group(
        say("Advanced pages"),
        "",
        Chosen("settings.advanced.{page}", _page, _played, writes=_set_page, given=False),
    ),
)

FACTS = {fact.path: fact for group in GROUPS for fact in group.facts}
"""Each by its path."""


def all_of(game: Game) -> Iterator[tuple[Group, AnyFact, str]]:
    """Each fact of a game with its group and its key; neighbours with the same keys go key by key."""
    for group in GROUPS:
        for keyed, facts in groupby(group.facts, lambda fact: fact.keyed):
            together = list(facts)
            yield from ((group, fact, key) for key in KEYS[keyed](game) for fact in together)


# --- corrections by hand: any tracked number, at any moment; the laws of the game still hold after each


def correct(game: Game, field: str, value: object) -> None:
    """Set a tracked value. Raises Refused if there is no such value, or if the new one breaks a law of the game."""
    one = correctable(game, field)
    if one is None:
        raise Refused(say("There is no such number to correct."))
    try:
        one.set(game, value)
    except Misfit as error:
        raise Refused(error.words) from error
    laws = broken_laws(game)
    if laws:
        raise Refused(laws[0])


def correctable(game: Game, field: str) -> Correction | None:
    """What the table may correct by this name; None where there is no such thing in this game."""
    return next((one for one in correctables(game) if one.field == field), None)


def correctables(game: Game) -> list[Correction]:
    """Everything that the table may correct in this game, group by group.

    With a galaxy, the Hive's units, planets and command tokens on the board are mended there (:mod:`hive.board.edits`).
    """
    by_hand = not game.tracked
    return [
        fact.here(game, group, key)
        for group, fact, key in all_of(game)
        if fact.there(game) and (by_hand or not fact.on_board)
    ]


# --- a game that begins in the middle: what stands on the table by now, page by page

PAGES_OF_MIDDLE: dict[Page, Words] = {
    "course": say("Round and points"),
    "hive": say("What the Hive has"),
    "cards": say("Cards"),
    "board": say("The board"),
}
"""The pages of the guided pass by their headings."""
_FIRST = (COURSE, DECK, CARDS)


def pages(game: Game) -> list[tuple[Words, list[Correction]]]:
    """Each page of the guided pass: its heading, and what is asked there; nothing where the map has it.

    Whose turn it is, and what holds for a turn or a round alone, is not: a game goes on where a round begins.
    """
    rows = sorted(correctables(game), key=lambda row: row.group not in _FIRST)
    return [(heading, [row for row in rows if row.page == page]) for page, heading in PAGES_OF_MIDDLE.items()]
