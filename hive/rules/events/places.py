"""Systems that come during the game: The Fracture, and those that players and the Hive discover. Pages 33 and 35."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.board import board_of
from hive.rules.events.growing import bring_the_fracture, hive_discovers
from hive.rules.events.kinds import Args, Event, who
from hive.steps import Procedure, Tell
from hive.words import Words, say


def _fracture(game: Game, _: Args) -> Procedure[None]:
    yield from bring_the_fracture(game)


def _lies_already(game: Game) -> Words:
    return say("The Fracture is in play already.") if board_of(game).fracture_lies() else ""


def _discovery(game: Game, args: Args) -> Procedure[None]:
    """A player has taken the action of the event. Rule: 35.exploration.player-systems."""
    for rule in game.tables.galaxy.discoveries[1:]:
        yield Tell(
            say(
                "A system of {who} lies next to one of zone {beside}, and is of zone {zone}.",
                who=game.name(args["who"]),
                beside=rule.beside,
                zone=rule.zone,
            ),
            rule.rule,
        )
    yield from hive_discovers(game)


EVENTS: tuple[Event, ...] = (
    Event(
        "fracture",
        say("The Fracture comes into play"),
        "Planets",
        "33.fracture.ingress",
        _fracture,
        note=say("with its neutral units"),
        impossible=_lies_already,
        option="thunders_edge",
    ),
    Event(
        "discovery",
        say("We have tried to discover a system"),
        "Planets",
        "35.exploration.hive-discovers",
        _discovery,
        who,
        note=say("then [the Hive] tries as well"),
        option="age_of_exploration",
    ),
)
