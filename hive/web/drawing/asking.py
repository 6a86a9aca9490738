"""Which places an open step is about: those that answer it, and those that are known to matter, lit on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hive.model.galaxy import holds_units
from hive.model.game import PLAYERS, Game
from hive.naming import system_label
from hive.steps import Ask, Choice, Step
from hive.web.drawing.shapes import Lit
from hive.words import Words, listed, say

NAMED = 4
"""So many places are named that would be an answer."""


def places_of(game: Game, step: Step | None) -> dict[str, list[Choice]]:
    """The answers that are places, by the position of their system; a planet's answer is its position and its name."""
    return places_among(game, step.choices) if isinstance(step, Ask) else {}


def places_among(game: Game, choices: Iterable[Choice], parted: str = "/") -> dict[str, list[Choice]]:
    """Those of some choices that are places, by the position of their system, with which their value begins.

    ``parted``: the sign after the position.
    """
    found: dict[str, list[Choice]] = {}
    for choice in choices if game.galaxy is not None else ():
        position = choice.value.partition(parted)[0]
        if game.galaxy and position in game.galaxy.systems:
            found.setdefault(position, []).append(choice)
    return found


def no_answer(game: Game, answers: Mapping[str, object], position: str) -> Words:
    """What would be an answer, where a place that was tapped is none; nothing where it is one, or nothing is asked."""
    if not answers or position in answers:
        return ""
    labels: list[Words] = [system_label(game, one) for one in answers]
    more, named = len(labels) - NAMED, listed(labels[:NAMED], ";")
    if more > 0:
        return say(
            "This is no answer here. One of these is, ringed on the map: {places}; {number} more.",
            places=named,
            number=more,
        )
    return say("This is no answer here. One of these is, ringed on the map: {places}.", places=named)


def lit_of(game: Game, step: Step | None) -> Mapping[str, Lit]:
    """What the map lights for a step: its answers, or the facts on which it rests. Empty where it asks of no place.

    Of facts those are ringed where anybody is known to be; where nobody is, but could be, they are half lit, so that a
    wrong "nobody" is seen as well.
    """
    answers = places_of(game, step)
    if answers:
        return dict.fromkeys(answers, "ring")
    if game.galaxy is None or not isinstance(step, Ask) or step.shown.layout != "facts":
        return {}
    return {one: "ring" if _somebody(game, one) else "half" for one in step.systems if one in game.galaxy.systems}


def _somebody(game: Game, position: str) -> bool:
    """Whether players have units there, or anybody holds a planet."""
    if game.galaxy is None:
        return False
    system = game.galaxy.systems[position]
    held = any(planet.control for planet in system.planets.values())
    return held or holds_units(system, *PLAYERS)
