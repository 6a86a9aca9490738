"""The board grows on a tracked galaxy: The Fracture comes into play, and the Hive discovers a system. Pages 33, 35."""

from __future__ import annotations

from hive import keys
from hive.board.growing import add_fracture, add_system, homes, new_slots, unused_tiles
from hive.catalog.tables.galaxy import Discovery
from hive.model.game import Game
from hive.naming import position_name
from hive.rules.board import Tracked, board_of
from hive.rules.deck import roll
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Name, Words, say

# On so much or less the tile that is drawn has a red back.
_RED = 4
_LAST = 10


def bring_the_fracture(game: Game) -> Procedure[None]:
    """Book The Fracture with its neutral units, and tell what hands do. Rule: 33.fracture.ingress."""
    tracked = isinstance(board_of(game), Tracked)
    systems = tuple(add_fracture(game)) if tracked else ()
    note: Words = say("tap each system on the map: “Ingress” stands among its tokens") if tracked else ""
    tokens = say("Place the ingress tokens, none into an auxiliary spawning system of [the Hive].")
    text = say("Lay The Fracture beside the map, with its neutral units.")
    lines = (Item(tokens, note, "33.fracture.ingress"),)
    yield Tell(text, "33.scope", keys.FRACTURE, "done", items=lines, systems=systems)


def may_discover(board: Tracked) -> bool:
    """Whether the Hive has a ship at the edge outside its home. Rule: 35.exploration.hive-discovers (M40)."""
    survey = board.survey
    return any(survey.ship_count(one) for one in survey.edge - homes(survey) if one[:1].isdigit())


def hive_discovers(game: Game) -> Procedure[None]:
    """The Hive tries to discover a system: a random tile, next to zone 1 where the table says (M41).

    Without a galaxy the table tries it for the Hive.

    Rules: 35.exploration.hive-discovers, 35.exploration.hive-systems.
    """
    board, rule = board_of(game), game.tables.galaxy.discoveries[0]
    if not isinstance(board, Tracked):
        yield _discovery_told(rule)
        return
    slots = new_slots(board.survey, rule.beside)
    if not may_discover(board) or not slots:
        text = say("[The Hive] discovers no system: it has no ship at the edge outside its home, or no place is free.")
        yield Tell(text, "35.exploration.hive-discovers")
        return
    die = roll(game, 1)[0]
    tiles = unused_tiles(game, ("red",) if die <= _RED else ("blue",))
    if not tiles:
        yield Tell(say("No tile of that back is left: [the Hive] discovers nothing."), "35.exploration.hive-discovers")
        return
    tile = tiles[_one_of(board, len(tiles))]
    question = Ask(
        key=keys.DISCOVERED,
        text=say("[The Hive] discovers tile {tile}: where?", tile=Name(tile.tile)),
        choices=tuple(Choice(slot, position_name(slot)) for slot in slots),
        rule="35.exploration.hive-systems",
        detail=say("Next to a system of zone {near}; it is of zone {zone}.", near=rule.beside, zone=rule.zone),
        items=(Item(say("The die shows {number}.", number=die), rule="35.exploration.hive-discovers"),),
        shown=Shown(say("Discovery"), expects=False),
    )
    answer = yield from asked(question)
    add_system(game, answer, tile.tile, rule.zone)


def _one_of(board: Tracked, number: int) -> int:
    """One of so many, at random: as many dice as it takes."""
    first, second = roll(board.game, 2)
    return ((first - 1) * _LAST + second - 1) % number


def _discovery_told(rule: Discovery) -> Tell:
    """What the table does for the Hive."""
    lines = (
        Item(
            say("Only with a ship of [the Hive] in a system at the edge that is no home."),
            rule="35.exploration.hive-discovers",
        ),
        Item(
            say(
                "Roll a die: on 1 to 4 draw a random red tile, else a blue one. Lay it next to a system of zone "
                "{beside}; it is of zone {zone}.",
                beside=rule.beside,
                zone=rule.zone,
            ),
            rule="35.exploration.hive-systems",
        ),
    )
    text = say("[The Hive] tries to discover a system")
    return Tell(text, "35.exploration.hive-discovers", keys.DISCOVERED, "done", items=lines)
