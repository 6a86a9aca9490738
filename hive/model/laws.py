"""What must hold of every game, whatever happened: the laws that corrections and tests check."""

from __future__ import annotations

from collections.abc import Iterator

from hive.catalog.tables import Seat
from hive.model.board_counts import count_units, counts_of, places
from hive.model.galaxy import Galaxy
from hive.model.game import Game


def broken_laws(game: Game) -> list[str]:
    """Return a sentence for each law that the game breaks; an empty list for a sound game."""
    checks = (_deck, _funds, _tokens, _plastic, _counters, _technologies, _relics, _objectives, _notes, _board)
    return [sentence for check in checks for sentence in check(game)]


def _deck(game: Game) -> Iterator[str]:
    expected = sorted(game.tables.hive_mind.by_id)
    if sorted(game.deck.cards) != expected:
        yield f"The Hive Mind deck has {len(expected)} cards, each once; the game holds {len(game.deck.cards)}."


def _funds(game: Game) -> Iterator[str]:
    hive = game.hive
    numbers = {
        "resources in the bank": hive.bank.resources,
        "influence in the bank": hive.bank.influence,
        "trade goods": hive.trade_goods,
        "commodities": hive.commodities,
        "resources in the stockpile": hive.stockpile.resources,
        "influence in the stockpile": hive.stockpile.influence,
        "trade goods in the stockpile": hive.stockpile.trade_goods,
        "action cards": hive.action_cards,
        "secret objectives": hive.secrets,
        "scored secret objectives": hive.scored_secrets,
        "standard planets": hive.standard_planets,
    }
    for what, number in [*numbers.items(), *((f"planets in {key}", n) for key, n in hive.spawning_planets.items())]:
        if number < 0:
            yield f"There can be no negative number of {what} ({number})."


def _tokens(game: Game) -> Iterator[str]:
    tokens, stocked = game.hive.tokens, game.hive.stockpile.command_tokens
    supply = game.tables.figures.command_token_supply.value
    used = tokens.tactic + tokens.strategy + tokens.board + stocked
    if min(tokens.tactic, tokens.strategy, tokens.board, stocked) < 0:
        yield "There can be no negative number of command tokens."
    if used > supply:
        yield (
            f"A faction has {supply} command tokens; tactic pool {tokens.tactic}, strategy pool {tokens.strategy}, "
            f"board {tokens.board} and stockpile {stocked} make {used}."
        )


def _plastic(game: Game) -> Iterator[str]:
    for unit in game.tables.units.units:
        placed = game.hive.units.get(unit.key, 0)
        if placed < 0:
            yield f"There can be no negative number of {unit.plural}."
        if unit.plastic is not None and placed > unit.plastic:
            yield f"The Hive has {unit.plastic} {unit.plural} in all, not {placed}."


def _counters(game: Game) -> Iterator[str]:
    maximum = game.level.counter_maximum
    for seat, player in game.players.items():
        if not 0 <= player.counters <= maximum:
            yield f"{game.name(seat)} can have 0 to {maximum} aggression counters, not {player.counters}."


def _technologies(game: Game) -> Iterator[str]:
    maximum = game.tables.technologies.maximum_level
    for colour, level in game.hive.technologies.items():
        if not 0 <= level <= maximum:
            yield f"The Hive can have 0 to {maximum} {colour} technologies, not {level}."
    if len(set(game.hive.upgrades)) < len(game.hive.upgrades):
        yield "The Hive has each unit upgrade once."


def _relics(game: Game) -> Iterator[str]:
    if any(number < 0 for number in (*game.hive.fragments.values(), game.hive.relics)):
        yield "There can be no negative number of relic fragments or relics."


def _objectives(game: Game) -> Iterator[str]:
    names = [objective.name for objective in game.objectives]
    if len(set(names)) < len(names):
        yield "Each public objective is revealed once."
    if any(len(set(objective.scored_by)) < len(objective.scored_by) for objective in game.objectives):
        yield "Each side scores an objective once."


def _notes(game: Game) -> Iterator[str]:
    received = [(note.kind, note.owner) for note in game.hive.notes]
    given = [kind for player in game.players.values() for kind in player.notes]
    if len(set(received)) < len(received) or len(set(given)) < len(given):
        yield "Each promissory note lies in one place."


def _board(game: Game) -> Iterator[str]:
    """With a galaxy the Hive's counts are those of the board, and no side has more plastic there than it owns."""
    galaxy = game.galaxy
    if galaxy is None:
        return
    yield from _forces(galaxy)
    yield from _plastic_on_board(game, galaxy)
    hive, counts = game.hive, counts_of(galaxy, game.tables)
    tracked = (hive.units, hive.spawning_planets, hive.standard_planets, hive.tokens.board)
    if tracked != (counts.units, counts.spawning_planets, counts.standard_planets, counts.command_tokens):
        yield "The Hive's units, planets and command tokens on the board are not those of the galaxy."


def _forces(galaxy: Galaxy) -> Iterator[str]:
    for place in places(galaxy):
        for seat, units in place.units.items():
            if any(number < 0 for number in units.values()):
                yield "There can be no negative number of units in a system."
            if any(number > units.get(unit, 0) for unit, number in place.damaged.get(seat, {}).items()):
                yield "There can be no more damaged units in a system than units."


def _plastic_on_board(game: Game, galaxy: Galaxy) -> Iterator[str]:
    seats: tuple[Seat, ...] = ("hive", "p1", "p2")
    for seat in seats:
        on_board = count_units(galaxy, seat)
        for unit in game.tables.units.units:
            most = unit.plastic if seat == "hive" else unit.players_plastic
            placed = on_board.get(unit.key, 0)
            if most is not None and placed > most:
                name = game.name(seat)
                yield f"{name[:1].upper()}{name[1:]} has {most} {unit.plural} in all, not {placed}."
