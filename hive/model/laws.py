"""What must hold of every game, whatever happened: the laws that corrections and tests check."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hive.catalog.tables import Owner, UnitType
from hive.model.galaxy import Galaxy, counts_of, places, units_of_all
from hive.model.game import MONUMENT, NEUTRAL, Game, HiveArea
from hive.words import Amount, Name, Words, count, say


def broken_laws(game: Game) -> list[Words]:
    """Return a sentence for each law that the game breaks; an empty list for a sound game."""
    checks = (
        _deck,
        _funds,
        _tokens,
        _plastic,
        _counters,
        _technologies,
        _relics,
        _objectives,
        _notes,
        _expedition,
        _tyrant,
        _commodities,
        _board,
    )
    return [sentence for check in checks for sentence in check(game)]


def _deck(game: Game) -> Iterator[Words]:
    expected = sorted(game.tables.hive_mind.by_id)
    if sorted(game.deck.cards) != expected:
        yield say(
            "The Hive Mind deck has {cards}, each once; the game holds {number}.",
            cards=count(len(expected), "card"),
            number=len(game.deck.cards),
        )


_FUNDS: tuple[tuple[Words, Callable[[HiveArea], int]], ...] = (
    (say("resources in the bank"), lambda hive: hive.bank.resources),
    (say("influence in the bank"), lambda hive: hive.bank.influence),
    (say("trade goods"), lambda hive: hive.trade_goods),
    (say("commodities"), lambda hive: hive.commodities),
    (say("resources in the stockpile"), lambda hive: hive.stockpile.resources),
    (say("influence in the stockpile"), lambda hive: hive.stockpile.influence),
    (say("trade goods in the stockpile"), lambda hive: hive.stockpile.trade_goods),
    (say("action cards"), lambda hive: hive.action_cards),
    (say("secret objectives"), lambda hive: hive.secrets),
    (say("scored secret objectives"), lambda hive: hive.scored_secrets),
    (say("standard planets"), lambda hive: hive.standard_planets),
)
"""What the Hive has, by its name, none of it ever below nothing."""


def _funds(game: Game) -> Iterator[Words]:
    hive = game.hive
    below: list[Words] = [what for what, number in _FUNDS if number(hive) < 0]
    below += [
        say("planets in {system}", system=Name(system))
        for system, number in hive.spawning_planets.items()
        if number < 0
    ]
    for what in below:
        yield say("There can be no negative number of {what}.", what=what)


def _tokens(game: Game) -> Iterator[Words]:
    tokens, stocked = game.hive.tokens, game.hive.stockpile.command_tokens
    supply = game.tables.figures.command_token_supply.value
    used = tokens.tactic + tokens.strategy + tokens.board + tokens.captured + stocked
    if min(tokens.tactic, tokens.strategy, tokens.board, tokens.captured, stocked) < 0:
        yield say("There can be no negative number of {what}.", what=say("command tokens"))
    if used > supply:
        yield say(
            "A faction has {supply}; tactic pool {tactic}, strategy pool {strategy}, board {board} and stockpile "
            "{stocked} make {used}.",
            supply=count(supply, "command token"),
            tactic=tokens.tactic,
            strategy=tokens.strategy,
            board=tokens.board,
            stocked=stocked,
            used=used,
        )


def _plastic(game: Game) -> Iterator[Words]:
    for unit in game.tables.units.units:
        placed = game.hive.units.get(unit.key, 0)
        if placed < 0:
            yield say("There can be no negative number of {what}.", what=Name(unit.plural))
        placed += game.hive.captured.get(unit.key, 0) + game.hive.fallen.get(unit.key, 0)
        most = None if unit.plastic is None else unit.plastic + unit.pink
        if most is not None and placed > most:
            yield _too_many(game, "hive", unit, most, placed)


def _counters(game: Game) -> Iterator[Words]:
    maximum = game.level.counter_maximum
    for seat, player in game.players.items():
        if not 0 <= player.counters <= maximum:
            yield say(
                "{who} can have 0 to {most}, not {number}.",
                who=game.name(seat),
                most=count(maximum, "aggression counter"),
                number=player.counters,
            )


def _technologies(game: Game) -> Iterator[Words]:
    maximum = game.tables.technologies.maximum_level
    for colour, level in game.hive.technologies.items():
        if not 0 <= level <= maximum:
            yield say(
                "[The Hive] can have 0 to {most} {colour} technologies, not {level}.",
                most=maximum,
                colour=Name(colour),
                level=level,
            )
    if len(set(game.hive.upgrades)) < len(game.hive.upgrades):
        yield say("[The Hive] has each unit upgrade once.")


def _relics(game: Game) -> Iterator[Words]:
    if any(number < 0 for number in (*game.hive.fragments.values(), game.hive.relics)):
        yield say("There can be no negative number of relic fragments or relics.")


def _objectives(game: Game) -> Iterator[Words]:
    names = [objective.name for objective in game.objectives]
    if len(set(names)) < len(names):
        yield say("Each public objective is revealed once.")
    if any(len(set(objective.scored_by)) < len(objective.scored_by) for objective in game.objectives):
        yield say("Each side scores an objective once.")


def _notes(game: Game) -> Iterator[Words]:
    received = [(note.kind, note.owner) for note in game.hive.notes]
    given = [kind for player in game.players.values() for kind in player.notes]
    if len(set(received)) < len(received) or len(set(given)) < len(given):
        yield say("Each promissory note lies in one place.")


def _expedition(game: Game) -> Iterator[Words]:
    slices = len(game.tables.setup.expedition)
    if any(not 0 <= number < slices for number in game.expedition):
        yield say("The expedition has {number} slices, each of which is claimed once.", number=slices)


def _commodities(game: Game) -> Iterator[Words]:
    """Rule: 37.war.distribution."""
    there = game.event_cards.special_commodities.values()
    if any(number < 0 for number in there):
        yield say("There can be no negative number of special commodities on a planet.")
    if any(there) and not game.tables.figures.war_point_commodities.value:
        yield say("There are no special commodities in this game.")


def _tyrant(game: Game) -> Iterator[Words]:
    if game.tyrant is not None and not game.tables.setup.tyranny:
        yield say("Nobody can be the Tyrant in this game.")


def _board(game: Game) -> Iterator[Words]:
    """With a galaxy the Hive's counts are those of the board, and no side has more plastic there than it owns."""
    galaxy = game.galaxy
    if galaxy is None:
        return
    yield from _forces(galaxy)
    yield from _plastic_on_board(game, galaxy)
    yield from _in_the_fracture(game, galaxy)
    hive, counts = game.hive, counts_of(galaxy, game.tables)
    tracked = (hive.units, hive.spawning_planets, hive.standard_planets, hive.tokens.board, hive.stations)
    on_board = (counts.units, counts.spawning_planets, counts.standard_planets, counts.command_tokens, counts.stations)
    barren = (hive.barren_spawning, hive.barren_standard, hive.home_purged)
    if tracked != on_board or barren != (counts.barren_spawning, counts.barren_standard, counts.home_purged):
        yield say("[The Hive]'s units, planets and command tokens on the board are not those of the galaxy.")


def _in_the_fracture(game: Game, galaxy: Galaxy) -> Iterator[Words]:
    """Rule: 35.void.maximum."""
    most, tiles = game.tables.galaxy.fracture.most_ships, game.tables.tiles.by_number
    larger = [unit.key for unit in game.tables.units.larger_ships]
    inside = [one.units.get("hive", {}) for one in galaxy.systems.values() if tiles[one.tile].role == "fracture"]
    number = sum(units.get(unit, 0) for units in inside for unit in larger)
    if most is not None and number > most:
        yield say(
            "At most {most} non-fighter ships of [the Hive] can be in The Fracture, not {number}.",
            most=most,
            number=number,
        )


def _forces(galaxy: Galaxy) -> Iterator[Words]:
    for place in places(galaxy):
        for seat, units in place.units.items():
            if units and min(units.values()) < 0:
                yield say("There can be no negative number of {what}.", what=say("units"))
            hurt = place.damaged.get(seat, {})
            if hurt and any(number > units.get(unit, 0) for unit, number in hurt.items()):
                yield say("There can be no more damaged units in a system than units.")


def _plastic_on_board(game: Game, galaxy: Galaxy) -> Iterator[Words]:
    for seat, on_board in units_of_all(galaxy).items():
        for key, placed in on_board.items():
            unit = game.tables.units.by_key[key]
            most = unit.players_plastic
            if seat == "hive" and unit.plastic is not None:
                most = unit.plastic + unit.pink
            if seat == NEUTRAL and unit.key == MONUMENT:
                most = game.tables.figures.monuments_of_players.value or most
            if most is not None and placed > most:
                yield _too_many(game, seat, unit, most, placed)


def _too_many(game: Game, seat: Owner, unit: UnitType, most: int, placed: int) -> Words:
    units = Amount(most, unit.name, unit.plural)
    captured = game.hive.captured.get(unit.key, 0) if seat == "hive" else 0
    if captured:
        return say(
            "{who!c} has {units} in all, {captured} of them captured: no more than {left} can stand on the board.",
            who=game.name(seat),
            units=units,
            captured=captured,
            left=max(0, most - captured),
        )
    return say("{who!c} has {units} in all, not {number}.", who=game.name(seat), units=units, number=placed)
