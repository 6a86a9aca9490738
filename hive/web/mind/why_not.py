"""Why the Hive goes nowhere else: the page on which any system of the map can be tapped and says where it fell out."""

from __future__ import annotations

from dataclasses import dataclass

from hive.model.game import Game
from hive.naming import system_short, system_tile
from hive.present import Present
from hive.rules.tactical.board import board_of
from hive.rules.tactical.why_not import WhyNot
from hive.steps import Ask, Undertaking
from hive.web.drawing.marks import game_map
from hive.web.drawing.shapes import MapView
from hive.web.frame import GamePage, framed
from hive.words import Words, say, sentence


@dataclass(frozen=True)
class Answer:
    """Why the Hive does not go to one system."""

    position: str
    label: Words
    words: Words
    rule: str
    chosen: bool


@dataclass(frozen=True)
class WhyPage(GamePage):
    """The page: the system that was tapped, if any was, why not there, the map, and the possible destinations."""

    headline: Words
    place: Words
    answer: Answer | None
    line: Words
    others: tuple[Answer, ...]
    map: MapView


def why_page(present: Present, at: str) -> WhyPage | None:
    """Why not there. ``at`` is the position of a system, empty for none; None where no action is announced."""
    game, step = present.session.game, present.session.pending
    if not isinstance(step, Ask) or step.undertaking is None:
        return None
    undertaking = step.undertaking
    answer = _answer(game, undertaking, at)
    possible = step.marks.candidates if step.marks else ()
    others = (_answer(game, undertaking, one) for one in possible if one not in (undertaking.destination, at))
    return WhyPage(
        *framed(present),
        headline=_headline(answer),
        place=system_tile(game, at) if answer else "",
        answer=answer,
        line=step.why.line if step.why else "",
        others=tuple(one for one in others if one),
        map=game_map(game, step, at),
    )


def _answer(game: Game, undertaking: Undertaking, position: str) -> Answer | None:
    found: WhyNot | None = board_of(game).why_not(undertaking, position)
    if found is None:
        return None
    label = sentence(system_short(game, position))
    return Answer(position, label, found.words, found.rule, found.fell == "chosen")


def _headline(answer: Answer | None) -> Words:
    if answer is None:
        return say("Why not there?")
    if answer.chosen:
        return say("Why {system}?", system=answer.label)
    return say("Why not {system}?", system=answer.label)
