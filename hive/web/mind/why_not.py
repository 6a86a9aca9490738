"""Why the Hive chooses nothing else: any candidate can be tapped, and says where it fell out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hive.games.present import Present
from hive.model.game import Game
from hive.naming import system_short, system_tile
from hive.rules.tactical.telling import why_not_there
from hive.steps import Ask, Compared, Rival, Tell, Undertaking, Why
from hive.web.drawing.galaxy import game_map
from hive.web.drawing.shapes import MapView
from hive.web.frame import GamePage, framed
from hive.words import Words, say, sentence

_NOTHING_ELSE = say("Why nothing else?")


@dataclass(frozen=True)
class Tapped:
    """A candidate on the page: how it is asked about, and why it was chosen or where it fell out."""

    at: str
    rival: Rival


@dataclass(frozen=True)
class WhyPage(GamePage):
    """The page: the candidate that was tapped, if any was, and why not it; the others; the table, or the map.

    ``place`` is the position of the system that was tapped, ``tile`` its tile; ``decision`` the number of the decision
    among those of the step, and ``also`` what the others of them chose.
    """

    headline: Words
    answer: Tapped | None
    line: Words
    others: tuple[Tapped, ...]
    place: str = ""
    tile: Words = ""
    map: MapView | None = None
    compared: Compared | None = None
    decision: int = 0
    also: tuple[Tapped, ...] = ()


def why_page(present: Present, at: str) -> WhyPage | None:
    """Why not that. ``at`` names the candidate, empty for none; None where nothing was chosen among several."""
    step = present.session.pending
    if isinstance(step, Ask) and step.undertaking is not None:
        return _of_systems(present, step, step.undertaking, at)
    decisions = step.why.decisions if isinstance(step, Ask | Tell) and step.why else ()
    return _of_decision(present, decisions, at) if decisions else None


def _of_systems(present: Present, step: Ask, undertaking: Undertaking, at: str) -> WhyPage:
    """Where a tactical action goes, against any system of the galaxy."""
    game = present.session.game
    answer = _system(game, undertaking, at)
    possible = step.marks.candidates if step.marks else ()
    others = (_system(game, undertaking, one) for one in possible if one not in (undertaking.destination, at))
    page = _page(present, answer, step.why, tuple(one for one in others if one), say("Why not somewhere else?"))
    drawn = game_map(game, step, at)
    return replace(page, place=at, tile=system_tile(game, at), map=drawn) if answer else replace(page, map=drawn)


def _system(game: Game, undertaking: Undertaking, position: str) -> Tapped | None:
    found = why_not_there(game, undertaking, position)
    if found is None:
        return None
    label = sentence(system_short(game, position))
    return Tapped(position, Rival(position, label, found.words, found.rule, found.fell == "chosen"))


def _of_decision(present: Present, decisions: Sequence[Why], at: str) -> WhyPage:
    """A choice among a few: the table of all, and each as far as it got. An unknown candidate has no answer."""
    number, key = _about(at)
    if number >= len(decisions):
        number, key = 0, ""
    why = decisions[number]
    every = [Tapped(_asked_about(number, rival.key), rival) for rival in why.rivals]
    answer = next((one for one in every if one.rival.key == key), None)
    page = _page(present, answer, why, [one for one in every if one is not answer and (answer or not one.rival.chosen)])
    chosen = (
        Tapped(_asked_about(place, rival.key), rival)
        for place, one in enumerate(decisions)
        for rival in one.rivals
        if rival.chosen and one is not why
    )
    return replace(page, compared=why.compared, decision=number, also=tuple(chosen))


def _page(
    present: Present, answer: Tapped | None, why: Why | None, others: Sequence[Tapped], asks: Words = _NOTHING_ELSE
) -> WhyPage:
    """``asks`` is what the page asks as long as nothing is tapped, as the link does that leads to it."""
    return WhyPage(
        *framed(present),
        headline=_headline(answer.rival) if answer else asks,
        answer=answer,
        line=why.line if why else "",
        others=tuple(others),
    )


def _headline(rival: Rival) -> Words:
    if rival.chosen:
        return say("Why {candidate}?", candidate=rival.label)
    return say("Why not {candidate}?", candidate=rival.label)


def _asked_about(decision: int, key: str) -> str:
    """How a candidate of a decision stands in an address."""
    return f"{decision}.{key}"


def _about(at: str) -> tuple[int, str]:
    """Which candidate of which decision an address means."""
    decision, _, key = at.partition(".")
    return (int(decision), key) if decision.isdecimal() else (0, "")
