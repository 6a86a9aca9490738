"""Corrections of the players, and of promissory notes."""

from __future__ import annotations

from collections.abc import Callable

from hive.catalog.tables import Note, Seat
from hive.engine.corrections.kinds import Correctable, Correction, a_choice, a_flag, a_number
from hive.fields import Choice
from hive.model.game import PLAYERS, Game, NoteHeld, Player, PlayerArea
from hive.rules.notes import KINDS, holder, name_of, received
from hive.words import count, say, sentence

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
