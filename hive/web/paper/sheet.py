"""The table as it stands, as a sheet to print: so the boxes can be packed, and laid out again on another evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hive.catalog.tables import Seat
from hive.games.present import Present
from hive.model.game import PLAYERS, Game, Player
from hive.naming import planet, system_name
from hive.rules.notes import name_of
from hive.web.differing import ChangedTables, changed_tables
from hive.web.drawing.galaxy import drawing_of, map_view
from hive.web.drawing.shapes import MapView
from hive.web.drawing.words import laid_words, position_words, title_of
from hive.web.frame import GamePage, framed
from hive.web.table.expedition import ExpeditionView, expedition_view
from hive.web.table.hive import HiveView, hive_view
from hive.web.table.laws import LawView, laws_view
from hive.web.table.now import now_of
from hive.web.table.players import ObjectiveView, PlayerView, Score, objectives_view, players_view, scores
from hive.web.words import clock, phase_words, whose_turn
from hive.words import Piece, Words, count, listed, say, sentence


@dataclass(frozen=True)
class SystemLines:
    """A system with what hands have put there, a line each."""

    tile: str
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
        next=now_of(present).plain,
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
            found.append(SystemLines(system.tile, position_words(position), title_of(board, system), lines))
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
        (note.owner, say("[the Hive] has {note}", note=name_of(game, note.owner, note.kind)))
        for note in game.hive.notes
    ]
    held = [
        (seat, say("{who} has {note}", who=game.name(seat), note=name_of(game, "hive", kind)))
        for seat in PLAYERS
        for kind in game.players[seat].notes
    ]
    return [*with_hive, *held]
