"""The ready-made example game: played here, step by step, into its second round, on a galaxy of its own."""

from __future__ import annotations

from contextlib import suppress

from hive import keys
from hive.board.adjacency import slots_around
from hive.board.layout import Layout, LayoutError, choose_homes, lay_out
from hive.catalog.tables import Tables
from hive.engine.entries import Answer, AnyEntry, Board, Forward, New
from hive.engine.errors import JsonObject
from hive.engine.narration import said, words_of
from hive.engine.session import Session
from hive.games.beginning import fresh
from hive.games.importing import keep_played
from hive.games.service import Games
from hive.model.galaxy import Galaxy
from hive.model.game import Game, Player, PlayerSetup, Settings
from hive.steps import Ask
from hive.words import say

NAME = say("Example game")
SEED = "example"
OBJECTIVES = ["Negotiate Trade Routes", "Build Defenses", "Develop Weaponry"]
PLAIN_TURNS = 2
"""So many plain turns a player takes before using the strategy cards and passing."""


def start_example(games: Games, name: str = NAME) -> str:
    """Play the example game up to the Hive's second turn of its second round; returns its id.

    It is played before anything is kept, and then kept as a whole: a full disk leaves no part of it behind.
    """
    settings = Settings(
        p1=PlayerSetup("Ada", "Federation of Sol", "blue"),
        p2=PlayerSetup("Ben", "Emirates of Hacan", "green"),
    )
    tables = games.house.tables()
    new = New(settings, SEED, _layout(tables, settings))
    session = fresh(new, tables)
    lines: list[tuple[AnyEntry, JsonObject]] = [(new, words_of(say("New game"), session.news))]
    states: list[tuple[int, str]] = []
    turns: dict[tuple[int, str], int] = {}
    while not _is_there(session, turns):
        step = session.pending
        if step is None:
            break
        value = _ask(session.game, step, turns) if isinstance(step, Ask) else "done"
        changes = _expansion(session.game) if step.key == keys.PLAYER_TURN and value == "done" else {}
        entries: list[Forward] = [Board(changes)] if changes else []
        for entry in (*entries, Answer(step.key, value)):
            words = said(session, entry)
            session.apply(entry)
            lines.append((entry, words_of(words, session.news)))
            if session.boundary is not None:
                states.append((len(lines), session.boundary))
    return keep_played(games.store, str(name), tables, lines, states)


def _is_there(session: Session, turns: dict[tuple[int, str], int]) -> bool:
    game, step = session.game, session.pending
    second_turn = turns.get((2, "hive"), 0) >= 1
    return (
        game.round == 2 and game.phase == "action" and second_turn and step is not None and step.key == keys.HIVE_TURN
    )


def _ask(game: Game, step: Ask, turns: dict[tuple[int, str], int]) -> str:
    values = [choice.value for choice in step.choices]
    if step.key == keys.REVEAL:
        return OBJECTIVES[len(game.objectives)]
    if step.key in (keys.HIVE_TURN, keys.PLAYER_TURN):
        return _turn(game, values, turns)
    return values[0]


def _turn(game: Game, values: list[str], turns: dict[tuple[int, str], int]) -> str:
    turn = (game.round, str(game.active))
    turns[turn] = turns.get(turn, 0) + 1
    if game.active == "hive" or turns[turn] <= PLAIN_TURNS:
        return values[0]
    cards = [value for value in values if value.startswith("card.")]
    return cards[0] if cards else "pass"


# --- What the players do on the board


def _layout(tables: Tables, settings: Settings) -> Layout | None:
    """A random galaxy; none if the table's own pools want other boxes than the example has."""
    with suppress(LayoutError):
        return lay_out(tables, settings.boxes, choose_homes(tables, settings, {}, SEED), SEED)
    return None


def _home(galaxy: Galaxy, seat: Player) -> str:
    return galaxy.spawning["home_p1" if seat == "p1" else "home_p2"]


def _expansion(game: Game) -> dict[str, int | str]:
    """A carrier of the active player takes the planets of the next free system beside their home, if there is one."""
    galaxy = game.galaxy
    if galaxy is None:
        return {}
    seat: Player = "p2" if game.active == "p2" else "p1"
    home = galaxy.systems[_home(galaxy, seat)]
    carriers = home.units.get(seat, {}).get("carrier", 0)
    infantry = {name: there.units.get(seat, {}).get("infantry", 0) for name, there in home.planets.items()}
    around = [galaxy.systems[slot] for slot in slots_around(home.position) if slot in galaxy.systems]
    free = [one for one in around if one.planets and all(found.control is None for found in one.planets.values())]
    if not free or not carriers or sum(infantry.values()) <= len(free[0].planets):
        return {}
    to, landing = free[0].position, list(free[0].planets)
    changes = _boarding(f"{home.position}/planet", seat, infantry, len(landing))
    changes |= {f"{to}/planet/{name}/units/{seat}/infantry": 1 for name in landing}
    changes |= {f"{to}/planet/{name}/control": seat for name in landing}
    return changes | {
        f"{home.position}/units/{seat}/carrier": carriers - 1,
        f"{to}/units/{seat}/carrier": 1,
    }


def _boarding(planets: str, seat: Player, infantry: dict[str, int], number: int) -> dict[str, int | str]:
    """What is left on each planet at home when so many infantry have gone, the first planet's first."""
    changes: dict[str, int | str] = {}
    for name, there in infantry.items():
        going = min(there, number)
        number -= going
        if going:
            changes[f"{planets}/{name}/units/{seat}/infantry"] = there - going
    return changes
