"""Where the ship of a production card goes: the board says it, or the table. Rules: 8.standard.*, 8.advanced.*."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Literal

from hive import keys
from hive.board import pieces
from hive.catalog.tables import SpawningSystem, UnitType
from hive.model.game import Game
from hive.naming import system_name, units
from hive.reasons import Row, Why
from hive.rules.area.funds import pay
from hive.rules.area.planets import controlled_spawning_systems, place
from hive.rules.board import Tracked, board_of
from hive.rules.placing import places
from hive.rules.placing.paying import Produced, price_words, printed, substitute, substitute_row, why_of
from hive.rules.placing.places import DONE, hears_of_players
from hive.rules.placing.rivals import why_ship, why_site
from hive.rules.placing.ships import Site, advanced_site, ask_no_site, ask_site, named_site
from hive.steps import Ask, Card, Choice, Mended, Procedure, Shown, anew, asked, meant
from hive.words import Words, say, sentence

Told = Literal["done", "two_present", "cannot_produce"]


def produce(game: Game, card: Card, progress: Words, closed: set[str]) -> Procedure[Produced | None]:
    """Produce the ship of a card; None if no place is left.

    The board says where, and is asked anew whenever the table mends it; without a galaxy the table says where.
    ``closed``: the systems in which the table has said that player ships are; what it says now is added.
    Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.location.
    """
    board = board_of(game)
    if isinstance(board, Tracked):
        return (yield from anew(lambda: _on_the_map(board, card, progress, closed)))
    return (yield from _as_told(game, card, progress, closed))


def has_site(game: Game, closed: set[str]) -> Procedure[bool]:
    """Whether some spawning system can take a ship; no card is drawn where none can. Rule: 8.where (Q135).

    On a tracked galaxy the table says so where none can, or mends the board.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return any(system not in closed for system in controlled_spawning_systems(game))

    def confirmed() -> Procedure[bool]:
        systems = places.spawning_positions_held(board.survey)
        free = places.open_spawning_systems(board.survey, closed)
        if systems and not free:
            yield from asked(ask_no_site(board, systems, closed))
        return bool(free)

    return (yield from anew(confirmed))


def _on_the_map(board: Tracked, card: Card, progress: Words, closed: set[str]) -> Procedure[Produced | None]:
    game = board.game
    system, left, right = printed(card)
    named = named_site(board, board.survey.where(system), left, closed)
    advanced = isinstance(named, Row)
    asked_for, fallback = (right, "8.advanced.fallback") if advanced else (left, "8.standard.fallback")
    ship = substitute(game, asked_for)
    if ship is None:
        return None
    site = advanced_site(board, ship.key, closed) if isinstance(named, Row) else named
    row = substitute_row(game, asked_for, ship, fallback)
    rows = [*([named] if isinstance(named, Row) else []), row]
    why = replace(why_of(*rows, *site.rows), more=(why_ship(game, asked_for, ship, row, fallback),))
    why = why_site(board, why, board.survey.where(system), not advanced, site.decision, closed)
    if not site.left and not site.rests_on:
        return None
    if not site.left:
        yield from asked(ask_no_site(board, site.rests_on, closed))
        return None
    answer = yield from asked(ask_site(board, site, ship.key, price_words(game, ship, progress), why, closed))
    if (yield from hears_of_players(board, answer, closed)):
        raise Mended
    return _build_at(board, ship, site, answer)


def _build_at(board: Tracked, ship: UnitType, site: Site, answer: str) -> Produced | None:
    position = site.left[0] if answer == DONE else answer
    at = board.spawning_at(position)
    if at is None:
        raise ValueError(f"{position} is no spawning system")
    pieces.put(board.game, "hive", ship.key, 1, position)
    return Produced(ship.key, at, site.kind, pay(board.game, int(ship.cost)))


def _as_told(game: Game, card: Card, progress: Words, closed: set[str]) -> Procedure[Produced | None]:
    """The table knows where there is room."""
    system, left, right = printed(card)
    name = system_name(game, system)
    if system not in controlled_spawning_systems(game):
        row = Row(sentence(name), say("no planet under Hive control"), "8.where", True)
        return (yield from _advanced(game, right, closed, row, progress))
    closed_now = Row(sentence(name), say("player ships there"), "8.advanced.cannot-produce", True)
    if system in closed:
        return (yield from _advanced(game, right, closed, closed_now, progress))
    ship = substitute(game, left)
    if ship is None:
        return None
    rule = "8.standard.fallback"
    row = substitute_row(game, left, ship, rule)
    why = replace(why_of(row), more=(why_ship(game, left, ship, row, rule),))
    site = yield from _site(game, system, left, ship.key, price_words(game, ship, progress), why)
    if site == "done":
        return _built(game, ship, system, "standard")
    if site == "two_present":
        threshold = game.tables.figures.advanced_ship_threshold.value
        present = say("at least {units} in and next to {system}", units=units(game, threshold, left), system=name)
        row = Row(say("Standard ship"), present, "8.advanced.two-present", True)
        return (yield from _advanced(game, right, closed, row, progress))
    closed.add(system)
    return (yield from _advanced(game, right, closed, closed_now, progress))


def _advanced(
    game: Game, printed: str, closed: Collection[str], row: Row, progress: Words
) -> Procedure[Produced | None]:
    """Produce the right ship where capacity ships are fewest. Rules: 8.advanced.location, 8.advanced.no-limit."""
    candidates = [system for system in controlled_spawning_systems(game) if system not in closed]
    if not candidates:
        return None
    ship = substitute(game, printed)
    if ship is None:
        return None
    rule = "8.advanced.fallback"
    substituted = substitute_row(game, printed, ship, rule)
    why = replace(why_of(row, substituted), more=(why_ship(game, printed, ship, substituted, rule),))
    detail = price_words(game, ship, progress)
    system = yield from _fewest_capacity_ships(game, ship.key, candidates, detail, why)
    return None if system is None else _built(game, ship, system, "advanced")


def _built(game: Game, ship: UnitType, system: SpawningSystem, kind: Literal["standard", "advanced"]) -> Produced:
    place(game, ship.key)
    return Produced(ship.key, system, kind, pay(game, int(ship.cost)))


def _site(
    game: Game, system: SpawningSystem, left_ship: str, ship: str, detail: Words, why: Why | None
) -> Procedure[Told]:
    """Whether the named system takes the standard ship: done, or why not. Asked with the placement itself.

    Rules: 8.where, 8.standard.ship, 8.advanced.two-present, 8.advanced.cannot-produce.
    """
    name = system_name(game, system)
    choices = [Choice("done", say("Done"))]
    if game.hive.units.get(left_ship, 0) >= game.tables.figures.advanced_ship_threshold.value:
        choices.append(
            Choice(
                "two_present",
                say("{units} near", units=units(game, 2, left_ship)),
                say("in {system} and the systems next to it, together", system=name),
            )
        )
    choices.append(Choice("cannot_produce", say("Players there"), say("player ships in {system}", system=name)))
    sites: dict[str, Told] = {"done": "done", "two_present": "two_present", "cannot_produce": "cannot_produce"}
    return (
        yield from meant(
            Ask(
                key=keys.PRODUCTION_SITE,
                text=say("Place {units} in {system}", units=units(game, 1, ship), system=name),
                choices=tuple(choices),
                rule="8.standard.ship",
                detail=detail,
                why=why,
                shown=Shown(say("Ship production")),
            ),
            sites,
        )
    )


def _fewest_capacity_ships(
    game: Game, ship: str, candidates: Sequence[SpawningSystem], detail: Words, why: Why | None
) -> Procedure[SpawningSystem | None]:
    """The spawning system with the fewest Hive capacity ships in and next to it; None if none can produce.

    Rules: 8.advanced.location, 8.where.
    """
    systems: dict[str, SpawningSystem] = {system: system for system in candidates}
    return (
        yield from meant(
            Ask(
                key=keys.FEWEST_CAPACITY_SHIPS,
                text=say("Place {units} where capacity ships are fewest", units=units(game, 1, ship)),
                choices=(
                    *(Choice(system, sentence(system_name(game, system))) for system in candidates),
                    Choice("none", say("None can"), say("player ships in all of them")),
                ),
                rule="8.advanced.location",
                detail=say(
                    "{detail} Count Hive capacity ships in each spawning system and the systems next to it.",
                    detail=detail,
                ),
                why=why,
                shown=Shown(say("Ship production"), expects=False),
            ),
            {**systems, "none": None},
        )
    )
