"""Every kind of screen that the app has, on games that stand where such a screen is shown."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

from driving import expected_answer, layout, settings
from hive import keys
from hive.catalog.copying import new_copy
from hive.games import Games
from hive.store import Store

EXPORTS = Path(__file__).parents[1] / "exports"
NEW = "new"
AS_IT_IS = ""
MOST_ANSWERS = 200
LATE, TURNED = "facts", "the Hive's turn"

GAMES: dict[str, tuple[str, str, str]] = {
    "set-up": (NEW, AS_IT_IS, ""),
    "set-up without a galaxy": ("03", AS_IT_IS, ""),
    "a player's turn": (NEW, keys.PLAYER_TURN, ""),
    LATE: ("20", keys.FACTS, ""),
    TURNED: ("20", keys.FACTS, "right"),
    "the card face down": ("21", keys.HIVE_TURN, ""),
    "space combat": ("11", AS_IT_IS, ""),
    "dice of a combat": ("13", AS_IT_IS, ""),
    "an invasion": ("14", AS_IT_IS, ""),
    "payment": ("15", AS_IT_IS, ""),
    "interference": ("16", AS_IT_IS, ""),
    "agenda": ("17", AS_IT_IS, ""),
    "agenda without a galaxy": ("18", AS_IT_IS, ""),
    "exploring": ("21", AS_IT_IS, ""),
    "a printed card": ("23", AS_IT_IS, ""),
    "scoring": ("09", AS_IT_IS, ""),
    "a place to produce": ("30", AS_IT_IS, ""),
    "the end": ("05", AS_IT_IS, ""),
}
"""By name: the export that it goes on from or a new game, the step at which it stands, and what is answered there."""

SEATS = "p1_name=Ada&p1_faction=Federation+of+Sol&p2_name=Ben&p2_faction=Emirates+of+Hacan&seed=abc"
WITHOUT_A_GAME = (
    "/",
    "/new",
    f"/new/galaxy?{SEATS}",
    f"/new/galaxy/hand?{SEATS}",
    f"/new/galaxy/slot/104?{SEATS}",
    f"/new/galaxy/slot/104?{SEATS}&galaxy=hand&map=-1",
    f"/new/galaxy/paste?{SEATS}",
    "/rules",
    "/rules?q=combat",
    "/rules/21.combat.no-retreat",
    "/tables",
    "/paper",
    "/paper/deck",
    "/paper/reference",
    "/copies",
    "/copies/ours",
    "/copies/ours/cards/5",
    "/copies/ours/diagrams/positive",
    "/copies/ours/galaxy?slot=207",
    "/nothing",
)
AROUND_LATE = (
    "?tab=map",
    "?tab=map&near=205",
    "?tab=hive",
    "?tab=players",
    "?tab=log",
    "?tab=more",
    "?at=306",
    "?at=306&who=p2",
    "?do=moved",
    "?do=moved&start=205",
    "?do=built&at=205",
    "/events",
    "/events/hits_space?at=205",
    "/corrections",
    "/log",
    "/menu",
    "/story",
    "/story/150",
    "/threats",
    "/units",
    "/played",
    "/wrong",
    "/map?zoom=2",
    "/systems",
    "/systems/306",
    "/layout",
    "/sheet",
)
AROUND_OTHERS = {TURNED: ("/why", "/why/306", "/wrong"), "set-up": ("/middle/1", "/middle/4"), "the end": ("/story",)}


@dataclass(frozen=True)
class Screens:
    """Where the app is served that has them, and their addresses by name."""

    address: str
    games: dict[str, str]

    def of(self, game: str) -> str:
        """The table screen of a game."""
        return f"{self.address}/games/{self.games[game]}"

    @property
    def all(self) -> dict[str, str]:
        """Every screen: its name, and its address."""
        found = {path: self.address + path for path in WITHOUT_A_GAME}
        found |= {game: self.of(game) for game in self.games}
        for game, tails in {LATE: AROUND_LATE, **AROUND_OTHERS}.items():
            found |= {f"{game} {tail}": self.of(game) + tail for tail in tails}
        return found


def make_games(file: Path) -> dict[str, str]:
    """Write all the games, and a copy of the rulebook, into a file of games; return their ids by name."""
    store = Store(file)
    games = Games(store)
    games.keep_copy("ours", new_copy("ours", "Ours"))
    made = {name: _made(games, *told) for name, told in GAMES.items()}
    store.close()
    return made


def _made(games: Games, export: str, key: str, answer: str) -> str:
    if export == NEW:
        game_id = games.create("New", settings(), seed="test", layout=layout())
    else:
        (found,) = EXPORTS.glob(f"{export}_*")
        game_id = games.import_game(json.loads(gzip.decompress(found.read_bytes())))
    for _ in range(MOST_ANSWERS if key else 0):
        present = games.present(game_id)
        step = present.session.pending
        assert step is not None
        if step.key == key:
            break
        games.answer(game_id, present.position, step.key, expected_answer(present.session.game, step))
    if answer:
        games.answer(game_id, games.present(game_id).position, key, answer)
    return game_id
