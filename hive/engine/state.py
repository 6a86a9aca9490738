"""A game as plain JSON data and back, and whether a state from elsewhere can be one of its game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial

from pydantic import TypeAdapter, ValidationError

from hive.board.layout import Layout
from hive.catalog.tables import Tables
from hive.engine.errors import Json, JsonObject, LogMismatch
from hive.model.galaxy import Galaxy, System, places
from hive.model.game import LONGEST_PLAYER_NAME, PLAYERS, SPAWNING_SYSTEMS, Game, PlayerSetup, Settings
from hive.model.laws import broken_laws
from hive.rules.board import Tracked, board_of
from hive.words import Typed, Words, say


def check_settings(settings: Settings, tables: Tables) -> None:
    """Raises LogMismatch if no form of a new game with these tables would have accepted the settings."""
    for misfit in _settings(settings, tables):
        raise LogMismatch(misfit)


def check_layout(layout: Layout, tables: Tables) -> None:
    """Raises LogMismatch if a galaxy does not fill the template of the tables with their tiles, each once."""
    for misfit in _layout(layout, tables):
        raise LogMismatch(misfit)


def check_state(game: Game) -> None:
    """Raises LogMismatch if a game's state names what its tables do not know, or lacks what every game has."""
    for misfit in _state(game):
        raise LogMismatch(misfit)


def _settings(settings: Settings, tables: Tables) -> Iterator[Words]:
    for chosen in (settings.p1, settings.p2):
        yield from _player(chosen, tables)
    if any(len(set(names)) < len(names) for names in (settings.boxes, settings.advanced, settings.options)):
        yield say("the settings name something twice")
    # The words of an option stay with the tables that it has patched.
    yield from _same(say("options in the settings"), settings.options, tables.played_with.ids)


def _player(chosen: PlayerSetup, tables: Tables) -> Iterator[Words]:
    name = chosen.name
    if not name.strip() or len(name) > LONGEST_PLAYER_NAME or not name.isprintable():
        yield say(
            "a player's name has 1 to {most} characters that can be shown",
            most=LONGEST_PLAYER_NAME,
        )
    factions = filter(None, (chosen.faction, chosen.fleet))
    yield from _known(say("faction"), factions, (faction.name for faction in tables.factions.factions))
    yield from _known(say("King"), filter(None, [chosen.king]), (king.name for king in tables.factions.kings))
    yield from _known(say("colour"), [chosen.colour], (colour.key for colour in tables.factions.colours))


def _state(game: Game) -> Iterator[Words]:
    tables, hive = game.tables, game.hive
    yield from _settings(game.settings, tables)
    yield from _same(say("players"), game.players, PLAYERS)
    yield from _same(say("strategy cards"), game.strategy_cards, tables.strategy_cards.by_number)
    yield from _same(say("technology colours"), hive.technologies, tables.technologies.colours)
    yield from _known(say("objective"), (objective.name for objective in game.objectives), tables.objectives.by_name)
    yield from _known(say("unit"), hive.units, tables.units.by_key)
    yield from _known(say("unit upgrade"), [*hive.upgrades, *hive.purged], tables.technologies.by_name)
    board = board_of(game)
    if isinstance(board, Tracked):
        yield from _galaxy(board.galaxy, tables)


def _galaxy(galaxy: Galaxy, tables: Tables) -> Iterator[Words]:
    units = (unit for place in places(galaxy) for side in place.units.values() for unit in side)
    yield from _known(say("unit"), units, tables.units.by_key)
    yield from _known(say("tile"), (system.tile for system in galaxy.systems.values()), tables.tiles.by_number)
    for system in galaxy.systems.values():
        yield from _system(system, tables)
    yield from _same(say("spawning systems"), galaxy.spawning, SPAWNING_SYSTEMS)
    yield from _known(say("spawning system"), galaxy.spawning.values(), galaxy.systems)


def _system(system: System, tables: Tables) -> Iterator[Words]:
    yield from _known(say("planet"), system.planets, tables.tiles.planets)
    yield from _known(say("token"), (placed.key for placed in system.tokens), tables.tiles.tokens_by_key)


def _layout(layout: Layout, tables: Tables) -> Iterator[Words]:
    yield from _same(say("slots of the galaxy"), layout.tiles, tables.galaxy.kind_of)
    yield from _known(say("tile"), layout.tiles.values(), tables.tiles.by_number)
    yield from _same(say("players with a home"), layout.homes, PLAYERS)
    yield from _known(say("slot of a home"), layout.homes.values(), layout.tiles)
    if len(set(layout.tiles.values())) < len(layout.tiles):
        yield say("a tile lies twice in the galaxy")


def _same(what: Words, found: Iterable[object], wanted: Iterable[object]) -> Iterator[Words]:
    if set(found) != set(wanted):
        yield say("the {what} are not those of the tables", what=what)


def _known(what: Words, found: Iterable[str], tables: Iterable[str]) -> Iterator[Words]:
    for name in sorted(set(found) - set(tables)):
        yield say("the tables have no {what} “{name}”", what=what, name=Typed(name[:40]))


# --- a game as plain JSON data and back: what a snapshot holds


_GAME = TypeAdapter(Game)
# Lists of a state in which each thing stands once, and none before another (hive/model/galaxy.py).
_WITHOUT_ORDER = ("tokens", "command_tokens", "coexisting", "touched")


def dump(game: Game) -> JsonObject:
    """Return the game's state as JSON data, without its tables."""
    state: JsonObject = _GAME.dump_python(game, mode="json", exclude={"tables"})
    return state


def dump_text(game: Game) -> str:
    """Return what :func:`dump` does as JSON text, in a fraction of the time: it is written after nearly every turn."""
    return _GAME.dump_json(game, exclude={"tables"}).decode()


def load(state: JsonObject, tables: Tables) -> Game:
    """Return the game that :func:`dump` wrote. Raises LogMismatch if it does not fit this version of the app."""
    try:
        game = _GAME.validate_python({**state, **_several_owners(state), "tables": tables})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise LogMismatch(
            say("the snapshot does not fit: {where}: {what}", where=Typed(where), what=Typed(first["msg"]))
        ) from error
    check_state(game)
    laws = broken_laws(game)
    if laws:
        raise LogMismatch(say("the snapshot breaks a law of the game: {law}", law=laws[0]))
    return game


def _several_owners(state: JsonObject) -> JsonObject:
    """What players have said to have: snapshots of earlier versions know one owner of each, and no list of them."""
    owned = state.get("owned")
    if not isinstance(owned, dict):
        return {}
    return {"owned": {key: [owner] if isinstance(owner, str) else owner for key, owner in owned.items()}}


def comparable(state: Json) -> Json:
    """A state, or a part of one, to be compared: what lies in a system, and what was touched, has no order."""
    if isinstance(state, dict):
        return {
            key: sorted(value, key=partial(json.dumps, sort_keys=True))
            if key in _WITHOUT_ORDER and isinstance(value, list)
            else comparable(value)
            for key, value in state.items()
        }
    return [comparable(value) for value in state] if isinstance(state, list) else state


def copied(game: Game) -> Game:
    """Return the game once more, to look at while the first goes on. The story, which never changes, is shared."""
    state: JsonObject = _GAME.dump_python(game, mode="json", exclude={"tables", "story"})
    return _GAME.validate_python({**state, "tables": game.tables, "story": game.story})
