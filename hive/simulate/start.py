"""How a simulated game begins: its factions, its galaxy and its difficulty, all of them from one seed."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from random import Random

from hive.board.layout import choose_homes, lay_out
from hive.catalog.tables import ADVANCED_PAGES, AdvancedPage, Box, Level, Tables
from hive.engine.entries import New
from hive.model.game import Draws, Game, Player, PlayerSetup, Settings
from hive.rules.setup.new_game import new_game
from hive.simulate.options import boxes_for

BOXES: tuple[Box, ...] = ("base", "pok")
NAMES = ("Ada", "Ben")
# So seldom does a simulated table draw from the printed deck, or leave out some of the advanced pages.
_PRINTED_DECK, _LEAVES_OUT = 0.2, 0.15


@dataclass(frozen=True)
class Setting:
    """What a simulated game follows from; ``rounds`` is how many are played at most, None: to the end.

    ``options`` are those by which the tables were patched that it is played with. ``bold``: the table tries what others
    do not (:mod:`hive.simulate.habits`).
    """

    seed: int
    rounds: int | None = None
    difficulty: Level = "standard"
    galaxy: bool = True
    options: tuple[str, ...] = ()
    bold: bool = False

    @property
    def command(self) -> str:
        """The command that plays this very game."""
        rounds = "" if self.rounds is None else f" --rounds {self.rounds}"
        galaxy = "" if self.galaxy else " --no-galaxy"
        options = f" --options {','.join(self.options)}" if self.options else ""
        told = f"{rounds} --difficulty {self.difficulty}{galaxy}{options}{' --bold' if self.bold else ''}"
        return f"python -m hive simulate --seed {self.seed}{told}"


def beginning(setting: Setting, tables: Tables) -> New:
    """The first entry of the game of a setting: the same for the same seed, on any machine.

    Raises LayoutError if the tables have no galaxy for it.
    """
    seed = str(setting.seed)
    settings = _settings(setting, tables, Random(f"{seed}/start"))
    if not setting.galaxy:
        return New(settings, seed)
    homes = choose_homes(tables, settings, {}, seed)
    return New(settings, seed, lay_out(tables, settings.boxes, homes, seed))


def new_game_of(begins: New, tables: Tables) -> Game:
    """The game before the first entry that is made at the table."""
    return new_game(deepcopy(begins.settings), tables, begins.seed, begins.layout)


def _settings(setting: Setting, tables: Tables, rng: Random) -> Settings:
    """Two factions and two colours of the boxes, and who sits on the left of the Hive."""
    known = [one.name for one in tables.factions.factions if one.box in BOXES and tables.tiles.homes_of(one.name)]
    factions = rng.sample(known, len(NAMES))
    colours = rng.sample([one.key for one in tables.factions.colours if one.box in BOXES], len(NAMES))
    p1, p2 = (PlayerSetup(*each) for each in zip(NAMES, factions, colours, strict=True))
    draws: Draws = "table" if rng.random() < _PRINTED_DECK else "app"
    left = rng.choice(("p1", "p2"))
    pages = _pages(Random(f"{setting.seed}/pages"))
    seated: Player = "p1" if left == "p1" else "p2"
    level, options = setting.difficulty, setting.options
    boxes = list(boxes_for(options, BOXES))
    return Settings(p1, p2, seated, level, boxes, draws, pages, options)


def _pages(rng: Random) -> list[AdvancedPage]:
    """The advanced pages that are played: mostly all of them."""
    played = [page for page in ADVANCED_PAGES if rng.random() < 1 / 2]
    return played if rng.random() < _LEAVES_OUT else list(ADVANCED_PAGES)
