"""Public objectives are revealed by the table. Rules: 28.1.win.no-objective, 1.setup.purge-objectives."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.catalog.tables import Objective
from hive.model.game import Game, RevealedObjective
from hive.rules.area.points import check_victory
from hive.steps import Ask, Choice, Procedure, Shown, Tell, asked
from hive.words import Name, Words, count, listed, say

NONE_LEFT = "none"


def hidden_objectives(game: Game) -> list[Objective]:
    """The public objectives that can still be revealed with the boxes on the table, by name within each stage."""
    shown = {objective.name for objective in game.objectives}
    hidden = [
        objective
        for objective in game.tables.objectives.objectives
        if not objective.purged and objective.box in game.settings.boxes and objective.name not in shown
    ]
    return sorted(hidden, key=lambda objective: (objective.stage, objective.name))


def reveal_objective(game: Game, text: Words, stages: Sequence[int] = (1, 2)) -> Procedure[None]:
    """The table names the revealed objective of these stages, or says that none is left, and then the Hive wins."""
    while True:
        name = yield from asked(
            Ask(
                keys.REVEAL,
                text,
                _choices(game, stages),
                "28.1.win.no-objective",
                shown=Shown(say("Public objectives"), expects=False, layout="search"),
            )
        )
        if name == NONE_LEFT and (yield from _really_none(game)):
            game.objectives_ran_out = True
            check_victory(game)
            return
        # An event may have revealed the same one meanwhile.
        if name != NONE_LEFT and name not in [objective.name for objective in game.objectives]:
            break
    game.objectives.append(RevealedObjective(name))
    points = game.tables.objectives.by_name[name].points
    yield Tell(
        say("{objective} is revealed, {points}.", objective=Name(name), points=count(points, "victory point")),
        "28.1.public",
    )


def _choices(game: Game, stages: Sequence[int]) -> tuple[Choice, ...]:
    hidden = [objective for objective in hidden_objectives(game) if objective.stage in stages]
    choices = [
        Choice(one.name, Name(one.name), listed([Name("I" * one.stage), Name(one.wants)], ",")) for one in hidden
    ]
    none_left = Choice(NONE_LEFT, say("None is left"), say("a public objective cannot be revealed: [the Hive] wins"))
    return (*choices, *([none_left] if game.phase != "setup" or not choices else []))


def _really_none(game: Game) -> Procedure[bool]:
    answer = yield from asked(
        Ask(
            key=keys.NONE_LEFT,
            text=say("Is no public objective left to reveal?"),
            choices=(Choice("back", say("One is left")), Choice("none", say("None: [the Hive] wins"))),
            rule="28.1.win.no-objective",
            detail=say(
                "{objectives} of your boxes not on the table yet.",
                objectives=count(len(hidden_objectives(game)), "public objective"),
            ),
            shown=Shown(say("Public objectives")),
        )
    )
    return bool(answer == "none")
