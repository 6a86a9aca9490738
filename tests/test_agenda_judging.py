"""How the Hive judges each agenda by page 29: tests/agenda_votes.yaml has a situation for each line that decides.

Rules: 29.outcome.rewards, 29.outcome.penalties, 29.outcome.quash, Q143.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from hive.catalog.documents import LOADER, Document
from hive.catalog.reading import load_tables
from hive.model.game import Game
from hive.rules.agenda.judging import Verdict, judge, span
from hive.rules.agenda.votes import outcomes, voting_order
from hive.rules.board import survey_of
from hive.scenarios.given import GIVEN
from hive.scenarios.situation import situation

FILE = Path(__file__).parent / "agenda_votes.yaml"
CASES: dict[str, list[dict[str, Any]]] = yaml.load(FILE.read_text(encoding="utf-8"), LOADER)
AGENDAS = load_tables().agendas.by_name
EVERY = [(name, number) for name, cases in CASES.items() for number in range(len(cases))]
ASKED = ("vote", "by", "turns")


def game_of(case: dict[str, Any]) -> Game:
    """The situation of a case: with a galaxy nothing stands on the board but what the case says."""
    given = {field: value for field, value in case.items() if field not in ASKED}
    homeless = False
    if "galaxy" in given:
        found = {"empty": True, **given["galaxy"]}
        homeless = found.pop("homeless", False)
        given["galaxy"] = found
    document = Document(str(FILE), given, {})
    game = situation(document, GIVEN.model_validate(given), "agenda")
    if homeless:
        survey = survey_of(game)
        for position in survey.other_homes:
            for planet in survey.system(position).planets.values():
                planet.control = None
    return game


def verdict(name: str, game: Game) -> Verdict:
    card = AGENDAS[name]
    return judge(game, card, [one.value for one in outcomes(game, card)], voting_order(game))


@pytest.mark.rule("29.outcome.rewards")
@pytest.mark.rule("29.outcome.penalties")
@pytest.mark.rule("29.outcome.quash")
@pytest.mark.reading("Q143")
@pytest.mark.parametrize(("name", "number"), EVERY, ids=[f"{name} {number + 1}" for name, number in EVERY])
def test_the_hive_votes_as_the_line_says(name: str, number: int) -> None:
    case = CASES[name][number]
    found = verdict(name, game_of(case))
    if "turns" in case:
        assert found.doubt is not None
        assert {vote: str(span(found.doubt, answers)) for vote, answers in found.doubt.by_outcome.items()} == case[
            "turns"
        ]
        return
    assert found.doubt is None, {vote: len(answers) for vote, answers in found.doubt.by_outcome.items()}
    by = found.judgement.rule.removeprefix("29.outcome.")
    assert (found.judgement.value, by) == (case["vote"], case.get("by", "quash"))


def test_every_agenda_of_the_deck_is_judged_with_a_galaxy_and_without() -> None:
    judged = {name for name, card in AGENDAS.items() if card.weighs is not None}
    assert judged == {name for name, card in AGENDAS.items() if not card.purged} == {*CASES}
    for name, cases in CASES.items():
        ways = {"galaxy" in case for case in cases}
        assert ways == {True, False}, name
