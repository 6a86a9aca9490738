"""A game that begins in the middle: which public objectives lie open by now, and who has scored them.

Points, funds, cards and units of such a game are corrections. Rule: 28.1.public.
"""

from __future__ import annotations

from itertools import combinations

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import Game
from hive.rules.objectives.reveal import hidden_objectives, laid_open
from hive.steps import Ask, Choice, Procedure, Shown, asked, meant
from hive.words import Name, Words, count, listed, say, sentence

NO_OTHER = "none"
_HEADING = say("Public objectives")


def objectives_by_now(game: Game) -> Procedure[None]:
    """The table names each objective that lies open, and who has scored it; the points have been told before."""
    while hidden := hidden_objectives(game):
        known = [
            Choice(one.name, Name(one.name), listed([Name("I" * one.stage), Name(one.wants)], ",")) for one in hidden
        ]
        name = yield from asked(
            Ask(
                keys.OPEN_OBJECTIVE,
                _which(len(game.objectives)),
                (Choice(NO_OTHER, say("That is all") if game.objectives else say("None lies open")), *known),
                "28.1.public",
                shown=Shown(_HEADING, layout="search"),
            )
        )
        if name == NO_OTHER:
            return
        # An event may have revealed the same one meanwhile.
        objective = next((one for one in hidden_objectives(game) if one.name == name), None)
        if objective is not None:
            revealed = laid_open(game, objective)
            revealed.scored_by = yield from _scored(game, name)


def _which(known: int) -> Words:
    if not known:
        return say("Which public objective lies open?")
    shown = count(known, "objective")
    return say("Which other public objective lies open? So far the app knows {objectives}.", objectives=shown)


def _scored(game: Game, name: str) -> Procedure[list[Seat]]:
    groups = [list(group) for number in range(len(game.seats) + 1) for group in combinations(game.seats, number)]
    meaning: dict[str, list[Seat]] = {"_".join(group) or NO_OTHER: group for group in groups}
    choices = tuple(
        Choice(value, sentence(listed([game.name(seat) for seat in group])) if group else say("Nobody"))
        for value, group in meaning.items()
    )
    question = Ask(
        key=keys.SCORED_BEFORE,
        text=say("Who has scored {objective}?", objective=Name(name)),
        choices=choices,
        rule="28.1.public",
        shown=Shown(_HEADING, expects=False),
    )
    return (yield from meant(question, meaning))
