"""What the table is asked about objectives, where neither numbers nor a galaxy settle it. Rule: 28.1.public."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.catalog.tables import Objective
from hive.model.game import Game
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import Name, listed, say

YES_NO = (Choice("no", say("No")), Choice("yes", say("Yes")))


def meets_objective(game: Game, objective: Objective, rule: str) -> Procedure[bool]:
    """Whether the Hive meets an objective that only the board can judge."""
    answer = yield from asked(
        Ask(
            key=keys.meets(objective.name),
            text=say("Does [the Hive] meet {objective}?", objective=Name(objective.name)),
            choices=YES_NO,
            rule=rule,
            detail=say("It asks for: {condition}.", condition=Name(objective.wants)),
            shown=Shown(say("Public objectives"), expects=False),
        )
    )
    return bool(answer == "yes")


def meets_objectives(game: Game, names: Sequence[str], number: int, rule: str) -> Procedure[bool]:
    """Whether the Hive meets at least so many of the named objectives."""
    several = listed([Name(name) for name in names], "or")
    if number == 1:
        text = say("Does [the Hive] meet any of {objectives}?", objectives=several)
    else:
        text = say("Does [the Hive] meet at least {number} of {objectives}?", number=number, objectives=several)
    answer = yield from asked(
        Ask(
            key=keys.MEETS_OBJECTIVES,
            text=text,
            choices=YES_NO,
            rule=rule,
            items=_wants(game, names),
            shown=Shown(say("Public objectives"), expects=False),
        )
    )
    return bool(answer == "yes")


def structure_objective_incomplete(game: Game, names: Sequence[str], rule: str) -> Procedure[bool]:
    """Whether at least one of the named structure objectives is not met by the Hive."""
    answer = yield from asked(
        Ask(
            key=keys.STRUCTURE_OBJECTIVE_INCOMPLETE,
            text=say("Does [the Hive] meet {objectives} now?", objectives=listed([Name(name) for name in names])),
            choices=(
                Choice("incomplete", say("No") if len(names) == 1 else say("Not all")),
                Choice("complete", say("Yes")),
            ),
            rule=rule,
            items=_wants(game, names),
            shown=Shown(expects=False),
        )
    )
    return bool(answer == "incomplete")


def _wants(game: Game, names: Sequence[str]) -> tuple[Item, ...]:
    objectives = game.tables.objectives.by_name
    return tuple(Item(Name(name), Name(objectives[name].wants)) for name in names)
