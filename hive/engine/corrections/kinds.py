"""What can be corrected: its shapes, and what lies in the play area, with the players, in the decks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from hive.catalog.tables import Note, Seat
from hive.fields import NO_YES, Choice, Number, OneOf, Settable, V
from hive.model.game import PLAYERS, SPAWNING_SYSTEMS, Game, NoteHeld, Player, PlayerArea
from hive.naming import system_name
from hive.rules.area import most_fallen
from hive.rules.board import Tracked, board_of
from hive.rules.exploration.exploring import FRAGMENTS
from hive.rules.notes import KINDS, holder, name_of, received
from hive.rules.options import players_of
from hive.words import Name, Words, count, say, sentence

HIGHEST = 999
ACTIVE_SIDE = "active"

K = TypeVar("K")


@dataclass(frozen=True)
class Correctable(Settable[V]):
    """Something tracked that the table may correct: its group on the page, and how it stands now."""

    group: Words
    read: Callable[[Game], V]


Correction = Correctable[int] | Correctable[str]


def a_number(
    group: Words,
    label: Words,
    owner: Callable[[Game], object],
    name: str,
    field: str,
    maximum: int = HIGHEST,
    minimum: int = 0,
) -> Correctable[int]:
    """A number that is an attribute of something in the game."""

    def read(game: Game) -> int:
        value: int = getattr(owner(game), name)
        return value

    def write(game: Game, value: int) -> None:
        setattr(owner(game), name, value)

    return Correctable(Number(field, label, maximum=maximum, minimum=minimum), write, group, read)


def an_entry(
    group: Words, label: Words, field: str, place: Callable[[Game], dict[K, int]], key: K, maximum: int
) -> Correctable[int]:
    """A number that stands in a table of the game by its key."""

    def write(game: Game, value: int) -> None:
        place(game)[key] = value

    return Correctable(Number(field, label, maximum=maximum), write, group, lambda game: place(game).get(key, 0))


def a_choice(
    group: Words,
    label: Words,
    field: str,
    choices: tuple[Choice, ...],
    read: Callable[[Game], str],
    write: Callable[[Game, str], None],
) -> Correctable[str]:
    """One of some choices."""
    return Correctable(OneOf(field, label, choices), write, group, read)


def a_flag(group: Words, label: Words, owner: Callable[[Game], object], name: str, field: str) -> Correctable[str]:
    """Something that is so or not."""

    def read(game: Game) -> str:
        return "yes" if getattr(owner(game), name) else "no"

    def write(game: Game, value: str) -> None:
        setattr(owner(game), name, value == "yes")

    return a_choice(group, label, field, NO_YES, read, write)


# --- corrections of the Hive's play area


_FUNDS, _TECHNOLOGY = say("Funds"), say("Technology")


def funds() -> list[Correctable[int]]:
    """The Hive's bank, trade goods and commodities."""
    return [
        a_number(_FUNDS, say("Resources"), lambda game: game.hive.bank, "resources", "hive.bank.resources"),
        a_number(_FUNDS, say("Influence"), lambda game: game.hive.bank, "influence", "hive.bank.influence"),
        a_number(_FUNDS, say("Trade goods"), lambda game: game.hive, "trade_goods", "hive.trade_goods"),
        a_number(_FUNDS, say("Commodities"), lambda game: game.hive, "commodities", "hive.commodities"),
    ]


def stockpile() -> list[Correctable[int]]:
    """The Hive's stockpile."""
    labels = {
        "resources": say("Resources"),
        "influence": say("Influence"),
        "trade_goods": say("Trade goods"),
        "command_tokens": say("Command tokens"),
    }
    return [
        a_number(say("Stockpile"), label, lambda game: game.hive.stockpile, name, f"hive.stockpile.{name}")
        for name, label in labels.items()
    ]


def tokens(game: Game) -> list[Correctable[int]]:
    """The Hive's command tokens."""
    supply = game.tables.figures.command_token_supply.value
    labels = {"tactic": say("Tactic pool"), "strategy": say("Strategy pool")}
    if not isinstance(board_of(game), Tracked):
        labels["board"] = say("On the board")
    if game.hive.tokens.captured or players_of(game, game.tables.doings.capturing):
        labels["captured"] = say("Captured by a player")
    return [
        a_number(say("Command tokens"), label, lambda game: game.hive.tokens, name, f"hive.tokens.{name}", supply)
        for name, label in labels.items()
    ]


def cards_in_hand() -> list[Correctable[int]]:
    """The Hive's hands of cards, and its victory points."""
    labels = {
        "action_cards": say("Action cards"),
        "secrets": say("Secret objectives"),
        "scored_secrets": say("Scored secret objectives"),
        "victory_points": say("Victory points"),
    }
    return [
        a_number(say("[The Hive]"), label, lambda game: game.hive, name, f"hive.{name}")
        for name, label in labels.items()
    ]


def technologies(game: Game) -> list[Correction]:
    """The Hive's technology levels and unit upgrades."""
    maximum = game.tables.technologies.maximum_level
    levels = [
        an_entry(
            _TECHNOLOGY,
            say("{colour!c} level", colour=Name(colour)),
            f"hive.technologies.{colour}",
            lambda game: game.hive.technologies,
            colour,
            maximum,
        )
        for colour in game.tables.technologies.colours
    ]
    return [*levels, *(_upgrade(upgrade.name) for upgrade in game.tables.technologies.upgrades)]


def _upgrade(name: str) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        others = [upgrade for upgrade in game.hive.upgrades if upgrade != name]
        game.hive.upgrades = [*others, name] if value == "yes" else others

    def read(game: Game) -> str:
        return "yes" if name in game.hive.upgrades else "no"

    return a_choice(_TECHNOLOGY, Name(name), f"hive.upgrades.{name}", NO_YES, read, write)


def exploration(game: Game) -> list[Correction]:
    """The Hive's relic fragments and relics. Who has entered too many gains on, beyond what cards there are."""
    group = say("Exploration")
    fragments = [
        an_entry(
            group,
            say("{fragment!c} relic fragments", fragment=Name(kind)),
            f"hive.fragments.{kind}",
            lambda game: game.hive.fragments,
            kind,
            HIGHEST,
        )
        for kind in FRAGMENTS
    ]
    relics = a_number(group, say("Relics"), lambda game: game.hive, "relics", "hive.relics")
    words = say("The first relic has brought its point")
    return [*fragments, relics, a_flag(group, words, lambda game: game.hive, "relic_scored", "hive.relic_scored")]


def units(game: Game) -> list[Correctable[int]]:
    """The Hive's plastic on the board, where no galaxy is tracked."""
    return [
        an_entry(
            say("Plastic on the board"),
            sentence(Name(unit.plural)),
            f"hive.units.{unit.key}",
            lambda game: game.hive.units,
            str(unit.key),
            most_fallen(unit) - game.hive.fallen.get(unit.key, 0),
        )
        for unit in game.tables.units.units
        if unit.plastic
    ]


def fallen(game: Game) -> list[Correctable[int]]:
    """The Hive's ships that are out of the game, where ships fall for good. Rule: 35.fighters.pink-last."""
    if not game.tables.figures.ships_fall.value:
        return []
    return [
        an_entry(
            say("Out of the game"),
            sentence(Name(unit.plural)),
            f"hive.fallen.{unit.key}",
            lambda game: game.hive.fallen,
            str(unit.key),
            most_fallen(unit) - game.hive.units.get(unit.key, 0) - game.hive.captured.get(unit.key, 0),
        )
        for unit in game.tables.units.larger_ships
    ]


def _most_planets(game: Game) -> int:
    """More planets than these no system can hold: those of the fullest tile, and those that tokens bring."""
    tiles = game.tables.tiles
    return max(len(tile.planets) for tile in tiles.tiles) + sum(token.planet is not None for token in tiles.tokens)


def planets(game: Game) -> list[Correctable[int]]:
    """The Hive's planets, where no galaxy is tracked."""
    most = _most_planets(game)
    spawning = [
        an_entry(
            say("Planets"),
            sentence(system_name(game, system)),
            f"hive.spawning_planets.{system}",
            lambda game: game.hive.spawning_planets,
            system,
            most,
        )
        for system in SPAWNING_SYSTEMS
    ]
    standard = a_number(
        say("Planets"), say("Standard planets"), lambda game: game.hive, "standard_planets", "hive.standard_planets"
    )
    stations = a_number(say("Planets"), say("Space stations"), lambda game: game.hive, "stations", "hive.stations")
    return [*spawning, standard, *([stations] if game.tables.figures.station_trade_goods.value else [])]


# --- corrections of the players, and of promissory notes


_NOTES = say("Promissory notes lie with")


def players(game: Game) -> list[Correction]:
    """Points and counters of both players, and what holds for them now."""
    rows: list[Correction] = []
    for seat in PLAYERS:
        name = game.name(seat)
        rows.append(
            a_number(name, say("Victory points"), player_area(seat), "victory_points", f"players.{seat}.victory_points")
        )
        maximum = game.level.counter_maximum
        rows.append(
            a_number(
                name, say("Aggression counters"), player_area(seat), "counters", f"players.{seat}.counters", maximum
            )
        )
        rows.append(a_flag(name, say("Has passed"), player_area(seat), "passed", f"players.{seat}.passed"))
        traded = say("Has begun a transaction in this round")
        rows.append(a_flag(name, traded, player_area(seat), "traded", f"players.{seat}.traded"))
        rows.append(
            a_flag(name, say("Calm until the turn ends"), player_area(seat), "calmed", f"players.{seat}.calmed")
        )
        six = say(
            "Has had the counters for {points}",
            points=count(game.tables.figures.counters_points_threshold.value, "point"),
        )
        rows.append(a_flag(name, six, player_area(seat), "reached_six", f"players.{seat}.reached_six"))
    return rows


def player_area(seat: Player) -> Callable[[Game], PlayerArea]:
    """Where what the app tracks of a player stands."""
    return lambda game: game.players[seat]


def notes(game: Game) -> list[Correctable[str]]:
    """Where each promissory note lies; the points of Support for the Throne are corrected by themselves."""
    hives = [_hives_note(game, kind) for kind in KINDS]
    return [*hives, *(_players_note(game, seat, kind) for seat in PLAYERS for kind in KINDS)]


def _hives_note(game: Game, kind: Note) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        for seat in PLAYERS:
            game.players[seat].notes = [note for note in game.players[seat].notes if note != kind]
            if seat == value:
                game.players[seat].notes.append(kind)

    seats = tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats)
    label = sentence(name_of(game, "hive", kind))
    return a_choice(_NOTES, label, f"notes.hive.{kind}", seats, lambda game: holder(game, kind) or "hive", write)


def _players_note(game: Game, owner: Player, kind: Note) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        note = NoteHeld(kind, owner)
        others = [other for other in game.hive.notes if other != note]
        game.hive.notes = [*others, note] if value == "hive" else others

    def read(game: Game) -> str:
        return "hive" if owner in received(game, kind) else owner

    seats = tuple(Choice(seat, sentence(game.name(seat))) for seat in _seats(owner))
    return a_choice(_NOTES, name_of(game, owner, kind), f"notes.{owner}.{kind}", seats, read, write)


def _seats(owner: Player) -> tuple[Seat, Seat]:
    return owner, "hive"
