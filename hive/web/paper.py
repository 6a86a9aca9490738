"""The pages to print: a quick reference, the faces of the deck, the galaxy to lay out, the table as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, get_args

from flask import Blueprint, render_template, request
from flask_babel import format_decimal

from hive.catalog.reading import load_rulebook, load_tables
from hive.catalog.tables import (
    BOX_WORDS,
    Box,
    CombatValue,
    DamageBlock,
    DamageDiagram,
    HiveMindCard,
    Rule,
    Rulebook,
    Seat,
    Tables,
    UnitType,
    Zone,
)
from hive.games.present import Present
from hive.model.game import PLAYERS, Game, Player
from hive.naming import planet, system_name
from hive.rules.notes import name_of, note_words
from hive.rules.setup.set_up import Line, board_lines
from hive.web.devices import known_game
from hive.web.door import NOT_FOUND, GamePage, View, framed, games
from hive.web.drawing.galaxy import drawing_of, laid_out, map_view
from hive.web.drawing.shapes import MapView
from hive.web.drawing.words import laid_words, position_words, title_of
from hive.web.messages import message
from hive.web.steps import scene_of
from hive.web.steps.cards import SYSTEM_WORDS, TERMS
from hive.web.table.hive import ExpeditionView, HiveView, LawView, expedition_view, hive_view, laws_view
from hive.web.table.players import ObjectiveView, PlayerView, Score, objectives_view, players_view, scores
from hive.web.words import ChangedTables, changed_tables, clock, phase_words, whose_turn
from hive.words import Name, Piece, Words, count, listed, say, sentence

# What stands below each heading. One page is all there is: what comes in has to push something out.
_HEADINGS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (
        say("Strategy phase"),
        ("6.transfer.start", "6.critical.before-each", "6.selection.draw", "8.phase.maximum", "8.standard.ship"),
    ),
    (
        say("[The Hive]'s turn"),
        ("10.definition", "10.definition.other-type", "10.pass.choice-icon", "10.pass.deck-empty"),
    ),
    (
        say("Targets and moves"),
        (
            "15.engage.target",
            "15.engage.threshold",
            "15.infest.target",
            "15.infest.mecatol-rex",
            "5.1.fully-defended",
            "15.move.maximum",
            "15.move.maximum-aggression",
        ),
    ),
    (
        say("Support and combat"),
        (
            "21.units.per-capacity-ship",
            "21.units.icons",
            "22.check",
            "22.play",
            "21.combat.no-retreat",
            "21.cleanup.fighters",
            "21.cleanup.infantry",
        ),
    ),
    (
        say("Countermeasures"),
        ("24.1.outcome", "24.2.outcome"),
    ),
    (
        say("Aggression counters"),
        ("14.gain.combat", "14.gain.six-points", "14.gain.mecatol-rex", "14.counter.maximum"),
    ),
    (
        say("Players' strategy cards"),
        ("11.secondary.choice-icon", "11.secondary.cost", "11.secondary.leadership"),
    ),
    (
        say("Status and agenda"),
        ("28.1.public", "28.2.secrets", "28.3.action-cards", "28.4.tokens", "28.5.bank-maximum", "29.votes.total"),
    ),
    (
        say("The end"),
        ("28.1.win.hive", "28.1.win.players"),
    ),
)
_SYMBOLS = (
    ("blue_arrow", "10.symbol.blue-arrow", "22.blue-arrow"),
    ("yellow_arrow", "10.symbol.yellow-arrow", "22.yellow-arrow"),
    ("red_star", "10.symbol.red-star", "22.red-star"),
    ("green_compass", "10.symbol.green-compass", "22.green-compass"),
)


@dataclass(frozen=True)
class Symbol:
    """An action symbol: what it means on the Hive's turn, and as a stratagem."""

    symbol: str
    word: Words
    action: Rule
    stratagem: Rule


@dataclass(frozen=True)
class UnitRow:
    """A unit of the Hive as a row of a table; what it has not is empty."""

    key: str
    name: Words
    cost: str
    combat: str
    move: str
    notes: Words


@dataclass(frozen=True)
class Reference:
    """All that stands on the page."""

    symbols: tuple[Symbol, ...]
    headings: tuple[tuple[Words, tuple[Rule, ...]], ...]
    systems: tuple[str, ...]
    planets: tuple[str, ...]
    negative: tuple[str, ...]
    space: tuple[Words, ...]
    ground: tuple[Words, ...]
    units: tuple[UnitRow, ...]
    zones: tuple[Zone, ...]


def reference(tables: Tables, rulebook: Rulebook) -> Reference:
    """The quick reference of a game's tables, or of those of new games."""
    rules = rulebook.by_id
    return Reference(
        symbols=tuple(
            Symbol(symbol, TERMS[symbol], rules[action], rules[stratagem]) for symbol, action, stratagem in _SYMBOLS
        ),
        headings=tuple((title, tuple(rules[rule] for rule in ids)) for title, ids in _HEADINGS),
        systems=tuple(block.say for block in tables.priorities.positive.blocks),
        planets=tuple(block.say for block in tables.priorities.positive_planet.blocks),
        negative=tuple(block.say for block in tables.priorities.negative.blocks),
        space=_damage(tables, tables.damage.space),
        ground=_damage(tables, tables.damage.ground),
        units=tuple(_row(unit) for unit in tables.units.units if unit.plastic != 0),
        zones=tuple(tables.galaxy.zones.zones),
    )


def _damage(tables: Tables, diagram: DamageDiagram) -> tuple[Words, ...]:
    return tuple(damage_words(tables, block) for block in diagram.blocks)


def damage_words(tables: Tables, block: DamageBlock) -> Words:
    """A block of a damage diagram in words."""
    unit = Name(tables.units.by_key[block.unit].name)
    return (
        say("{units!c} sustains damage", units=unit)
        if block.action == "sustain"
        else say("{what!c} is destroyed", what=unit)
    )


def _row(unit: UnitType) -> UnitRow:
    notes: list[Words] = []
    if unit.capacity_ship:
        notes.append(say("capacity ship"))
    if unit.sustain_damage:
        notes.append(say("sustains"))
    for words, dice in _abilities(unit):
        notes.append(say("{ability} {dice}", ability=words, dice=Name(_dice(dice))))
    return UnitRow(
        key=unit.key,
        name=sentence(Name(unit.name)),
        cost=format_decimal(unit.cost) if unit.cost else "",
        combat=_dice(unit.combat) if unit.combat else "",
        move=str(unit.move or ""),
        notes=listed(notes, ","),
    )


def _abilities(unit: UnitType) -> Sequence[tuple[Words, CombatValue]]:
    known = (
        (say("barrage"), unit.anti_fighter_barrage),
        (say("bombardment"), unit.bombardment),
        (say("space cannon"), unit.space_cannon),
    )
    return [(words, dice) for words, dice in known if dice is not None]


def _dice(value: CombatValue) -> str:
    return f"{value.hit}" if value.dice == 1 else f"{value.hit} (×{value.dice})"


# --- the pages to print: the faces of the deck, the galaxy to lay out, the table as it stands


CARD = (63, 88)
ACROSS, DOWN = 3, 3
_MARK, _GAP = 4.5, 1.5

_One = TypeVar("_One")


@dataclass(frozen=True)
class Paper:
    """A size of paper: its key in addresses, what CSS calls it, and its width and height."""

    key: str
    name: Name
    width: float
    height: float

    @property
    def left(self) -> float:
        """What stays free to the left of the cards."""
        return round((self.width - ACROSS * CARD[0]) / 2, 2)

    @property
    def top(self) -> float:
        """What stays free above the cards."""
        return round((self.height - DOWN * CARD[1]) / 2, 2)

    @property
    def marks(self) -> str:
        """Where to cut, as a path in millimetres: short lines outside of the cards, in line with their edges."""
        right, bottom = self.left + ACROSS * CARD[0], self.top + DOWN * CARD[1]
        lines = []
        for column in range(ACROSS + 1):
            x = round(self.left + column * CARD[0], 2)
            lines += [f"M{x} {round(self.top - _GAP - _MARK, 2)}v{_MARK}", f"M{x} {round(bottom + _GAP, 2)}v{_MARK}"]
        for row in range(DOWN + 1):
            y = round(self.top + row * CARD[1], 2)
            lines += [f"M{round(self.left - _GAP - _MARK, 2)} {y}h{_MARK}", f"M{round(right + _GAP, 2)} {y}h{_MARK}"]
        return "".join(lines)


PAPERS: Mapping[str, Paper] = {
    "A4": Paper("A4", Name("A4"), 210, 297),
    "letter": Paper("letter", Name("Letter"), 215.9, 279.4),
}


def leaves(cards: Sequence[_One]) -> list[Sequence[_One]]:
    """The cards in groups that fill a leaf."""
    return [cards[at : at + ACROSS * DOWN] for at in range(0, len(cards), ACROSS * DOWN)]


# --- the faces of the Hive Mind cards with every field in words and signs, as they are printed and picked


@dataclass(frozen=True)
class Ship:
    """A ship on a card: its key, by which its silhouette is drawn, and its name."""

    key: str
    name: Words


@dataclass(frozen=True)
class Face:
    """A card of the deck as it is drawn; ``number`` counts from 1, ``spoken`` says all of it in one line."""

    number: int
    action: str
    action_words: Words
    icons: int
    initiative: str
    choice: bool
    standard: Ship
    advanced: Ship
    system: Words
    technology: str
    technology_words: Words
    note: Words

    @property
    def spoken(self) -> Words:
        """The card in one line."""
        return say(
            "Card {number}: {what}",
            number=self.number,
            what=listed(
                [
                    self.action_words,
                    count(self.icons, "faction icon"),
                    say("initiative {numbers}", numbers=Name(self.initiative)),
                    say("green check") if self.choice else say("no green check"),
                    say("{ship} to {system}", ship=self.standard.name, system=self.system),
                    self.advanced.name,
                    self.technology_words,
                    self.note,
                ],
                ",",
            ),
        )


def face_of(card: HiveMindCard, number: int, tables: Tables) -> Face:
    """The face of a card; ``number`` is its place in the deck."""
    return Face(
        number=number,
        action=str(card.action),
        action_words=TERMS.get(str(card.action), ""),
        icons=card.icons or 0,
        initiative=" / ".join(str(one) for one in card.initiative or ()),
        choice=bool(card.choice),
        standard=_ship(str(card.standard_ship), tables),
        advanced=_ship(str(card.advanced_ship), tables),
        system=SYSTEM_WORDS.get(str(card.spawning_system), ""),
        technology=str(card.technology),
        technology_words=Name(str(card.technology)),
        note=note_words(card.promissory_note) if card.promissory_note else "",
    )


def _ship(key: str, tables: Tables) -> Ship:
    return Ship(key, Name(tables.units.by_key[key].name))


def faces(tables: Tables) -> list[Face]:
    """The faces of the deck, in the order of its table."""
    return [face_of(card, number, tables) for number, card in enumerate(tables.hive_mind.cards, 1)]


# --- the galaxy as a sheet to lay out


@dataclass(frozen=True)
class BoxTiles:
    """Tiles of one box and one back, by their numbers."""

    box: Words
    back: Words
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class LayoutSheet:
    """The galaxy of a game as a sheet."""

    map: MapView
    taken: tuple[BoxTiles, ...]
    lines: tuple[Line, ...]
    number: int


_BACKS: dict[str, Words] = {
    "blue": say("blue back"),
    "red": say("red back"),
    "home": say("homes"),
    "none": say("others"),
}


def layout_sheet(game: Game) -> LayoutSheet:
    """The sheet of a game. Raises ValueError if it tracks no galaxy."""
    if game.galaxy is None:
        raise ValueError("This game tracks no galaxy.")
    tiles = [system.tile for system in game.galaxy.systems.values()]
    return LayoutSheet(
        map=laid_out(game),
        taken=tuple(_taken(game.tables, tiles)),
        lines=tuple(board_lines(game)),
        number=len(tiles),
    )


def _taken(tables: Tables, tiles: Sequence[str]) -> Iterator[BoxTiles]:
    """The tiles below box and back, in the order in which they lie in the boxes; then those that no box holds."""
    printed = load_tables().tiles.by_number
    found = [tables.tiles.by_number[number] for number in tiles if number in printed]
    for box in get_args(Box):
        for back, words in _BACKS.items():
            numbers = sorted((tile.tile for tile in found if (tile.box, tile.back) == (box, back)), key=_in_order)
            if numbers:
                yield BoxTiles(BOX_WORDS[box], words, tuple(numbers))
    if own := sorted((number for number in tiles if number not in printed), key=_in_order):
        yield BoxTiles(say("Your own factions and tiles"), "", tuple(own))


def _in_order(number: str) -> tuple[int, str]:
    digits = "".join(sign for sign in number if sign.isdigit())
    return int(digits or 0), number


# --- the table as it stands


@dataclass(frozen=True)
class SystemLines:
    """A system with what hands have put there, a line each."""

    at: Words
    title: Words
    lines: tuple[Words, ...]


@dataclass(frozen=True)
class CardLying:
    """A strategy card: its number and name, with whom it lies, and how."""

    number: int
    name: str
    seat: Seat | None
    owner: Words
    state: Words


@dataclass(frozen=True)
class Sheet(GamePage):
    """The table as it stands."""

    when: str
    round: int
    phase: Words
    turn: tuple[Piece, ...]
    next: Words
    scores: tuple[Score, ...]
    hive: HiveView
    players: tuple[PlayerView, ...]
    objectives: tuple[ObjectiveView, ...]
    laws: tuple[LawView, ...]
    cards: tuple[CardLying, ...]
    notes: tuple[tuple[Player, Words], ...]
    map: MapView | None
    systems: tuple[SystemLines, ...]
    frontier: tuple[Words, ...]
    speaker: Words
    expedition: ExpeditionView | None
    monuments: tuple[Words, ...]
    changed: ChangedTables | None


def sheet_of(present: Present) -> Sheet:
    """The sheet of a game as it stands."""
    game = present.session.game
    return Sheet(
        *framed(present),
        when=clock(str(present.lines[0]["made_at"])) if present.lines else "",
        round=game.round,
        phase=phase_words(game),
        turn=whose_turn(present),
        next=scene_of(present).head.text,
        scores=scores(game),
        hive=hive_view(game),
        players=players_view(game),
        objectives=objectives_view(game),
        laws=laws_view(game),
        cards=tuple(_cards(game)),
        notes=tuple(_notes(game)),
        map=map_view(game, game.tables) if game.tracked else None,
        systems=tuple(_systems(game)) if game.tracked else (),
        frontier=_frontier(game),
        speaker=sentence(game.name(game.speaker)),
        expedition=expedition_view(game, None),
        monuments=tuple(_monuments(game)),
        changed=changed_tables(game.tables),
    )


def _systems(game: Game) -> list[SystemLines]:
    """The systems in which anything lies, by the numbers of their tiles' places."""
    board = drawing_of(game, game.tables)
    found = []
    for position in sorted(board.galaxy.systems):
        system, lines = board.galaxy.systems[position], laid_words(board, position)
        if lines:
            found.append(SystemLines(position_words(position), title_of(board, system), lines))
    return found


def _frontier(game: Game) -> tuple[Words, ...]:
    """Where frontier tokens lie."""
    if game.galaxy is None:
        return ()
    return tuple(position_words(position) for position, one in sorted(game.galaxy.systems.items()) if one.frontier)


def _monuments(game: Game) -> Iterator[Words]:
    """Where the monuments stand, and what lies beneath those of the players."""
    for system in game.event_cards.monuments:
        yield say("a monument of [the Hive] at {system}", system=system_name(game, system))
    for name, number in game.event_cards.beneath.items():
        beneath = count(number, "commodity", "commodities")
        yield say(
            "a player's monument on {planet}, {commodities} beneath it", planet=planet(game, name), commodities=beneath
        )


def _cards(game: Game) -> list[CardLying]:
    found = []
    for number, card in sorted(game.strategy_cards.items()):
        owner = sentence(game.name(card.owner)) if card.owner else say("nobody has it")
        told: list[Words] = []
        if card.owner:
            told.append(say("exhausted") if card.exhausted else say("readied"))
        if card.trade_goods:
            told.append(count(card.trade_goods, "trade good"))
        found.append(CardLying(number, game.card_name(number), card.owner, owner, listed(told, ",")))
    return found


def _notes(game: Game) -> list[tuple[Player, Words]]:
    """Which promissory notes have changed hands."""
    with_hive = [
        (note.owner, say("[the Hive] has {items}", items=name_of(game, note.owner, note.kind)))
        for note in game.hive.notes
    ]
    held = [
        (seat, say("{who} has {items}", who=game.name(seat), items=name_of(game, "hive", kind)))
        for seat in PLAYERS
        for kind in game.players[seat].notes
    ]
    return [*with_hive, *held]


# --- the pages to print. Each is drawn on the screen as it comes out on paper, on A4 or Letter


pages = Blueprint("paper", __name__)


def _paper(template: str, game_id: str, **shown: object) -> str:
    paper = PAPERS.get(request.args.get("paper", ""), PAPERS["A4"])
    return render_template(f"paper/{template}.html", paper=paper, papers=PAPERS, game_id=game_id, **shown)


def _tables_of() -> tuple[str, Tables]:
    """The game that the address names and its tables; without one, those of new games."""
    game_id = known_game(request.args.get("game", ""))
    return game_id, games().present(game_id).session.game.tables if game_id else games().house.tables()


@pages.get("/paper")
def index() -> View:
    """All that can be printed."""
    game_id, _ = _tables_of()
    tracked = bool(game_id) and games().present(game_id).session.game.tracked
    return _paper("index", game_id, tracked=tracked)


@pages.get("/paper/deck")
def deck() -> View:
    """The 36 cards of the Hive Mind deck with marks to cut along, with or without their backs."""
    game_id, tables = _tables_of()
    backs = request.args.get("backs") == "yes"
    return _paper("deck", game_id, leaves=leaves(faces(tables)), backs=backs, deck=tables.hive_mind)


@pages.get("/paper/reference")
def quick_reference() -> View:
    """What a table looks up most, on one page."""
    game_id, tables = _tables_of()
    return _paper("reference", game_id, page=reference(tables, load_rulebook()))


@pages.get("/games/<game_id>/layout")
def layout(game_id: str) -> View:
    """The galaxy of a game to lay out, and the tiles to take out of the boxes."""
    present = games().present(game_id)
    if not present.session.game.tracked:
        return message(
            say("No galaxy"), say("This game is played without a galaxy, so there is nothing to lay out."), NOT_FOUND
        )
    settings = present.session.game.settings
    colours = {"p1": settings.p1.colour, "p2": settings.p2.colour}
    return _paper("layout", game_id, page=layout_sheet(present.session.game), name=present.name, **colours)


@pages.get("/games/<game_id>/sheet")
def sheet(game_id: str) -> View:
    """The table as it stands."""
    return _paper("sheet", game_id, page=sheet_of(games().present(game_id)))
