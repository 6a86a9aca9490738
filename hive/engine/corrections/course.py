"""Corrections of the course of the game: laws, whose turn it is, the pages that are played."""

from __future__ import annotations

from typing import get_args

from hive.catalog.tables import ADVANCED_PAGES, AdvancedPage, Seat
from hive.engine.corrections.kinds import ACTIVE_SIDE, Correctable, Correction, a_choice, a_flag, a_number
from hive.fields import Choice
from hive.model.game import Game, Law
from hive.rules.exploration.expedition import slice_words
from hive.rules.laws import repeal
from hive.rules.options import PAGES, played
from hive.words import Name, say, sentence


def laws(game: Game) -> list[Correctable[str]]:
    """Of each law in play whom it elected, or that it is in play no longer."""
    sides = tuple(Choice(game.name(seat), sentence(game.name(seat))) for seat in game.seats)
    last = (Choice(_NO_SIDE, say("No side")), Choice(_REPEALED, say("Not in play")))
    return [_law(law, (*sides, *_elected(law, sides), *last)) for law in game.laws]


_COURSE = say("Course of the game")
_NO_SIDE, _REPEALED, NOBODY = "no side", "repealed", "nobody"


def _elected(law: Law, sides: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What is elected, where that is no side: a planet, for example."""
    known = ["", *(side.value for side in sides)]
    return () if law.elected in known else (Choice(law.elected, Name(law.elected)),)


def _law(law: Law, choices: tuple[Choice, ...]) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        if value == _REPEALED:
            repeal(game, law.name)
        for one in game.laws:
            if one.name == law.name:
                one.elected = "" if value == _NO_SIDE else value

    return a_choice(say("Laws"), Name(law.name), f"laws.{law.name}", choices, lambda _: law.elected or _NO_SIDE, write)


def seat_of(value: str) -> Seat:
    """The side of this name."""
    seats: dict[str, Seat] = {seat: seat for seat in get_args(Seat)}
    return seats[value]


def course(game: Game) -> list[Correction]:
    """Round, Speaker, whose turn it is, and what has happened once."""
    seats = tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats)
    return [
        a_number(_COURSE, say("Round"), lambda game: game, "round", "round", minimum=1),
        a_choice(_COURSE, say("Speaker"), "speaker", seats, lambda game: game.speaker, _set_speaker),
        a_choice(
            _COURSE,
            say("Whose turn it is"),
            ACTIVE_SIDE,
            seats,
            lambda game: game.active or "hive",
            _set_active,
        ),
        a_flag(
            _COURSE,
            say("Agenda phase unlocked"),
            lambda game: game,
            "agenda_unlocked",
            "agenda_unlocked",
        ),
        a_choice(
            _COURSE,
            say("Who took the custodians"),
            "custodians",
            (*seats, Choice(NOBODY, say("Nobody"))),
            lambda game: game.custodians or NOBODY,
            _set_custodians,
        ),
        a_flag(
            _COURSE,
            say("No objective was left"),
            lambda game: game,
            "objectives_ran_out",
            "objectives_ran_out",
        ),
        a_flag(_COURSE, say("[The Hive] has passed"), lambda game: game.hive, "passed", "hive.passed"),
    ]


def tyrant(game: Game) -> list[Correctable[str]]:
    """Who is the Tyrant, where anybody can be."""
    if not game.tables.setup.tyranny:
        return []
    seats = (Choice(NOBODY, say("Nobody")), *(Choice(seat, sentence(game.name(seat))) for seat in game.seats))
    return [a_choice(_COURSE, say("Tyrant"), "tyrant", seats, lambda game: game.tyrant or NOBODY, _set_tyrant)]


def _set_tyrant(game: Game, value: str) -> None:
    game.tyrant = None if value == NOBODY else seat_of(value)


def expedition(game: Game) -> list[Correctable[str]]:
    """Who has claimed each slice of the expedition."""
    seats = (Choice(NOBODY, say("Nobody")), *(Choice(seat, sentence(game.name(seat))) for seat in game.seats))
    return [_slice(game, number, seats) for number in range(len(game.tables.setup.expedition))]


def _slice(game: Game, number: int, seats: tuple[Choice, ...]) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        game.expedition.pop(number, None)
        if value != NOBODY:
            game.expedition[number] = seat_of(value)

    def read(game: Game) -> str:
        return game.expedition.get(number, NOBODY)

    return a_choice(say("Expedition"), slice_words(game, number), f"expedition.{number}", seats, read, write)


def _set_custodians(game: Game, value: str) -> None:
    """Who took them; the agenda phase is a flag of its own."""
    game.custodians = None if value == NOBODY else seat_of(value)


def _set_speaker(game: Game, value: str) -> None:
    game.speaker = seat_of(value)


def _set_active(game: Game, value: str) -> None:
    game.active, game.stage = seat_of(value), ""


def page_of(page: AdvancedPage) -> Correctable[str]:
    """Whether an advanced page is played from now on. Rule: 32.complexity.optional-pages."""

    def write(game: Game, value: str) -> None:
        kept = [one for one in ADVANCED_PAGES if one in game.settings.advanced and one != page]
        game.settings.advanced = [*kept, page] if value == "yes" else kept

    def read(game: Game) -> str:
        return "yes" if played(game, page) else "no"

    name, number = PAGES[page]
    choices = (Choice("no", say("Left out")), Choice("yes", say("Played")))
    return a_choice(
        say("Advanced pages"),
        say("{page} (page {number})", page=name, number=number),
        f"settings.advanced.{page}",
        choices,
        read,
        write,
    )
