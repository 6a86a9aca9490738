"""How a log begins: the tables of a new game, and the first entry, from which it is set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from hive.board.layout import Layout
from hive.catalog.options import Options
from hive.catalog.reading import load_options, load_tables
from hive.catalog.tables import Tables
from hive.engine.errors import LogMismatch
from hive.engine.names import check_layout, check_settings
from hive.engine.session import Session, replay
from hive.model.game import Game, Settings
from hive.rules.setup.new_game import new_game

_SETTINGS = TypeAdapter(Settings)
_LAYOUT = TypeAdapter(Layout)


@dataclass(frozen=True)
class House:
    """The tables and options of new games: ours, or those in the table's own folder in their place."""

    folder: Path | None = None

    def tables(self, options: Sequence[str] = ()) -> Tables:
        """The tables that a new game starts with. In: the options that patch them.

        Raises TableError if the table's own are broken, or an option does not exist or does not fit.
        """
        return load_tables(house=self._existing, options=options)

    def options(self) -> Options:
        """The options that a new game can be played with. Raises TableError if the table's own are broken."""
        return load_options(house=self._existing)

    @property
    def _existing(self) -> Path | None:
        return self.folder if self.folder is not None and self.folder.is_dir() else None


def game_of(data: Mapping[str, Any], tables: Tables) -> Game:
    """The game that the data of a first entry begin. Raises LogMismatch if they describe none."""
    settings, seed, layout = _new_game_data(data)
    check_settings(settings, tables)
    if layout is not None:
        check_layout(layout, tables)
    return new_game(settings, tables, seed, layout)


def fresh(data: Mapping[str, Any], tables: Tables) -> Session:
    """The session of a game that has just begun. In: the data of its first entry. Raises LogMismatch."""
    return replay(game_of(data, tables), [])


def _new_game_data(data: Mapping[str, Any]) -> tuple[Settings, str, Layout | None]:
    try:
        layout = _LAYOUT.validate_python(data["layout"]) if data.get("layout") else None
        return _SETTINGS.validate_python(data["settings"]), str(data["seed"]), layout
    except (ValidationError, KeyError, TypeError) as error:
        raise LogMismatch(f"the first entry does not describe a game: {error}") from error
