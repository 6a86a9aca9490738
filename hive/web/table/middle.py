"""The guided pass of a game that begins in the middle: pages of numbers, each set in one go, then the objectives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hive import keys
from hive.engine.corrections import correctables
from hive.engine.corrections.course import NOBODY
from hive.engine.corrections.middle import pages
from hive.engine.errors import Refused
from hive.games.present import Present
from hive.games.service import Games
from hive.web.drawing.galaxy import game_map
from hive.web.drawing.shapes import MapView
from hive.web.frame import GamePage, framed
from hive.web.table.by_hand import CorrectionView, correction_view
from hive.words import Words, say

VALUE = "value."
TOO_LATE = say("This game has begun already: correct its numbers one by one.")


@dataclass(frozen=True)
class MiddlePage(GamePage):
    """One page of the pass. Without groups the map has what is asked, if the game tracks its galaxy."""

    number: int
    last: int
    heading: Words
    groups: dict[str, list[CorrectionView]]
    tracked: bool
    round: int
    typed: Mapping[str, str]
    error: Words
    map: MapView | None = None


def page_of_middle(
    present: Present, number: int, typed: Mapping[str, str] | None = None, error: Words = ""
) -> MiddlePage | None:
    """A page of the pass; None if it has none of this number."""
    game = present.session.game
    found = pages(game)
    if not 1 <= number <= len(found):
        return None
    groups: dict[str, list[CorrectionView]] = {}
    for row in found[number - 1].rows:
        groups.setdefault(row.group, []).append(correction_view(game, row))
    return MiddlePage(
        *framed(present),
        number,
        len(found),
        found[number - 1].heading,
        groups,
        game.tracked,
        game.round,
        typed or {},
        error,
        game_map(game, None) if game.tracked and number == len(found) else None,
    )


def contradiction(present: Present, number: int) -> Words:
    """What a page of the pass says that cannot be so together; or nothing. Rule: 21.invasion.custodians."""
    game = present.session.game
    if number == 1 and game.agenda_unlocked and game.custodians is None:
        return say("The agenda phase is unlocked by who takes the custodians: say who took them, or that it is locked.")
    if number == 1 and game.custodians is not None and not game.agenda_unlocked:
        who = game.name(game.custodians)
        return say("{who!c} took the custodians, which unlocks the agenda phase: say that it is unlocked.", who=who)
    return ""


def in_the_middle(present: Present) -> bool:
    """Whether a game can still begin in the middle: its set-up is not over."""
    return present.session.game.phase == "setup"


def set_all(games: Games, present: Present, posted: Mapping[str, str], by: str = "") -> Present:
    """Set every number that was changed; ``by`` says who did. Raises Stale, or Refused with those set that could be.

    What a law of the game refuses is tried again after the others: two numbers may fit only together.
    """
    if not in_the_middle(present):
        raise Refused(TOO_LATE)
    wanted = {field.removeprefix(VALUE): value for field, value in posted.items() if field.startswith(VALUE)}
    wanted = _unlocking(_changed(present, wanted))
    while wanted:
        refused: dict[str, Refused] = {}
        for field, value in wanted.items():
            try:
                present = games.correct(present.id, present.position, field, value, by)
            except Refused as error:
                refused[field] = error
        if len(refused) == len(wanted):
            raise next(iter(refused.values()))
        wanted = {field: wanted[field] for field in refused}
    return present


def _unlocking(wanted: Mapping[str, str]) -> dict[str, str]:
    """Whoever takes the custodians unlocks the agenda phase: nobody has to say both. Rule: 21.invasion.custodians."""
    unlocks = wanted.get("custodians", NOBODY) != NOBODY
    return {**wanted, **({"agenda_unlocked": "yes"} if unlocks else {})}


def _changed(present: Present, wanted: Mapping[str, str]) -> dict[str, str]:
    now = {row.field: str(row.read(present.session.game)) for row in correctables(present.session.game)}
    return {field: value for field, value in wanted.items() if now.get(field) != value}


def gone_on(games: Games, present: Present, by: str = "") -> Present:
    """Go past the checklist of the set-up, up to what the table has to say. Raises Stale or Refused."""
    while in_the_middle(present) and (step := present.session.pending) is not None and step.key == keys.SET_UP:
        present = games.answer(present.id, present.position, step.key, "done", by)
    return present
