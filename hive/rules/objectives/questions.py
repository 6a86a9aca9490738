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
            detail=say("It asks for: {wants}.", wants=objective.wants),
            shown=Shown(say("Public objectives"), expects=False),
        )
    )
    return bool(answer == "yes")


def meets_objectives(game: Game, names: Sequence[str], number: int, rule: str) -> Procedure[bool]:
    """Whether the Hive meets at least so many of the named objectives."""
    how_many = "any" if number == 1 else say("at least {number}", number=number)
    wants = game.tables.objectives.by_name
    answer = yield from asked(
        Ask(
            key=keys.MEETS_OBJECTIVES,
            text=say("Does [the Hive] meet {how_many} of {list}?", how_many=how_many, list=listed(list(names), "or")),
            choices=YES_NO,
            rule=rule,
            items=tuple(Item(name, wants[name].wants) for name in names),
            shown=Shown(say("Public objectives"), expects=False),
        )
    )
    return bool(answer == "yes")


def structure_objective_incomplete(game: Game, names: Sequence[str], rule: str) -> Procedure[bool]:
    """Whether at least one of the named structure objectives is not met by the Hive."""
    wants = game.tables.objectives.by_name
    answer = yield from asked(
        Ask(
            key=keys.STRUCTURE_OBJECTIVE_INCOMPLETE,
            text=say("Does [the Hive] meet {list} now?", list=listed(list(names))),
            choices=(
                Choice("incomplete", say("No") if len(names) == 1 else say("Not all")),
                Choice("complete", say("Yes")),
            ),
            rule=rule,
            items=tuple(Item(name, wants[name].wants) for name in names),
            shown=Shown(expects=False),
        )
    )
    return bool(answer == "incomplete")
