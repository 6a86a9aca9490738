"""A game as plain JSON data and back: what a snapshot holds."""

from __future__ import annotations

import json
from functools import partial

from pydantic import TypeAdapter, ValidationError

from hive.catalog.tables import Tables
from hive.engine.errors import LogMismatch
from hive.engine.names import check_state
from hive.engine.plain import Json, JsonObject
from hive.model.game import Game
from hive.model.laws import broken_laws
from hive.words import Typed, say

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
