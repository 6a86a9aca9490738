"""Corrections of the course of the game, of its cards, and of the cards of galactic events."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from hive.catalog.tables import ADVANCED_PAGES, AdvancedPage, Seat, SpawningSystem
from hive.engine.corrections.kinds import (
    ACTIVE_SIDE,
    HIGHEST,
    Correctable,
    Correction,
    a_choice,
    a_flag,
    a_number,
    an_entry,
)
from hive.engine.errors import Refused
from hive.fields import NO_YES, Choice, Number
from hive.model.game import Game, Law, StrategyCardState
from hive.naming import system_name
from hive.rules.exploration.expedition import slice_words
from hive.rules.galactic.war import home_names
from hive.rules.laws import repeal
from hive.rules.options import PAGES, played
from hive.words import Name, PlanetName, Words, say, sentence


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


# --- corrections of the Hive Mind deck and the strategy cards


_DECK, _CARDS = say("Hive Mind deck"), say("Strategy cards")


def deck(game: Game) -> list[Correction]:
    """Who draws, and how many cards lie in each pile."""

    def write(game: Game, value: str) -> None:
        game.settings.draws = "table" if value == "table" else "app"

    choices = (Choice("app", say("The app")), Choice("table", say("The printed deck")))
    draws = a_choice(_DECK, say("Who draws"), "settings.draws", choices, lambda game: game.settings.draws, write)
    total = len(game.tables.hive_mind.cards)
    piles = [_pile("primary", say("Primary cards"), total), _pile("secondary", say("Secondary cards"), total)]
    return [draws, *piles]


def _pile(name: str, label: Words, total: int) -> Correctable[int]:
    """A pile of the deck: cards come from the discard pile or go there."""

    def pile_of(game: Game) -> list[int]:
        return game.deck.primary if name == "primary" else game.deck.secondary

    def write(game: Game, value: int) -> None:
        pile, discard = pile_of(game), game.deck.discard
        if value > len(pile) + len(discard):
            raise Refused(say("{pile}: the discard pile holds only {number} more.", pile=label, number=len(discard)))
        while len(pile) > value:
            discard.append(pile.pop())
        while len(pile) < value:
            pile.append(discard.pop(0))

    return Correctable(Number(f"deck.{name}", label, maximum=total), write, _DECK, lambda game: len(pile_of(game)))


def strategy_cards(game: Game) -> list[Correction]:
    """Where each strategy card lies, and its trade goods."""
    rows: list[Correction] = []
    seats = (Choice("nobody", say("Nobody")), *(Choice(seat, sentence(game.name(seat))) for seat in game.seats))
    for number in sorted(game.strategy_cards):
        name = Name(game.card_name(number))
        rows.append(_owner(number, name, seats))
        rows.append(
            a_flag(
                _CARDS,
                say("{card} exhausted", card=name),
                _card(number),
                "exhausted",
                f"cards.{number}.exhausted",
            )
        )
        rows.append(
            a_number(
                _CARDS,
                say("Trade goods on {card}", card=name),
                _card(number),
                "trade_goods",
                f"cards.{number}.trade_goods",
            )
        )
    return rows


def _card(number: int) -> Callable[[Game], StrategyCardState]:
    return lambda game: game.strategy_cards[number]


def _owner(number: int, name: Words, seats: tuple[Choice, ...]) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        game.strategy_cards[number].owner = None if value == "nobody" else seat_of(value)

    def read(game: Game) -> str:
        return game.strategy_cards[number].owner or "nobody"

    return a_choice(_CARDS, say("{card} lies with", card=name), f"cards.{number}.owner", seats, read, write)


# --- corrections of what lies on the cards of galactic events, as far as the game is played with them


_GROUP = say("Galactic events")
_NOBODY = "nobody"


def event_cards(game: Game) -> list[Correction]:
    """Whose card lies on Zealous Orthodoxy, the Hive's tokens on Stellar Atomics, what Total War brought."""
    figures = game.tables.figures
    return [
        *([_zealous(game)] if figures.zealous_secrets.value else []),
        *([_atomics()] if figures.atomics_tokens.value else []),
        *(_monument(system, system_name(game, system)) for system in game.tables.setup.monuments),
        *(_commodities(name) for name in (home_names(game) if figures.war_point_commodities.value else ())),
    ]


def _zealous(game: Game) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        game.event_cards.zealous = None if value == _NOBODY else seat_of(value)

    seats = tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats)
    return a_choice(
        _GROUP,
        say("The alliance card on Zealous Orthodoxy"),
        "event_cards.zealous",
        (*seats, Choice(_NOBODY, say("Nobody"))),
        lambda game: game.event_cards.zealous or _NOBODY,
        write,
    )


def _monument(system: SpawningSystem, where: Words) -> Correctable[str]:
    def write(game: Game, value: str) -> None:
        others = [one for one in game.event_cards.monuments if one != system]
        game.event_cards.monuments = [*others, system] if value == "yes" else others

    def read(game: Game) -> str:
        return "yes" if system in game.event_cards.monuments else "no"

    label = say("A monument of [the Hive] stands in {system}", system=where)
    return a_choice(_GROUP, label, f"event_cards.monuments.{system}", NO_YES, read, write)


def _commodities(name: str) -> Correctable[int]:
    return an_entry(
        _GROUP,
        say("Special commodities on {planet}", planet=PlanetName(name)),
        f"event_cards.special_commodities.{name}",
        lambda game: game.event_cards.special_commodities,
        name,
        HIGHEST,
    )


def _atomics() -> Correctable[int]:
    label = say("[The Hive]'s tokens on Stellar Atomics")
    return a_number(_GROUP, label, lambda game: game.event_cards, "atomics", "event_cards.atomics")
