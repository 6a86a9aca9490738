"""Each question of decks/questions.yaml is asked by a rule, which fills what its words leave open."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from hive import keys
from hive.catalog.reading import load_questions, load_rulebook
from hive.catalog.tables.texts import QuestionRow
from hive.steps import question
from hive.words import BadMessage, Name
from hive.words.message import template
from sources import REPOSITORY, offenders, tree

ROWS = load_questions().questions
RULES = sorted((REPOSITORY / "hive" / "rules").rglob("*.py"))
# What a call says beside the places of the words.
OF_ITS_OWN = {"choices", "rule", "detail", "why", "items", "numbers", "systems", "shown"}


def questions_of(module: Path) -> Iterator[tuple[ast.Call, list[QuestionRow | str]]]:
    """The calls that ask a question, with the rows that each can ask, or what it names in their place."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "question":
            key = getattr(keys, ast.unparse(node.args[0]).removeprefix("keys."))
            named = [one.value for part in node.args[1:] for one in ast.walk(part) if isinstance(one, ast.Constant)]
            cases = [str(one) for one in named] or [""]
            yield node, [load_questions().by_key.get((key, case), f"{key} {case}") for case in cases]


def words_of(row: QuestionRow, detail: bool) -> list[str]:
    """The words of a question, with its own detail or without."""
    answers = (text for one in row.answers for text in (one.label, one.note, one.short))
    return [row.text, row.heading, *answers, *([row.detail] if detail else [])]


def test_each_question_is_asked_by_a_rule_and_each_that_is_asked_has_its_row() -> None:
    asked = [row for module in RULES for _, rows in questions_of(module) for row in rows]
    assert [row for row in asked if isinstance(row, str)] == []
    told = {(row.asks, row.case) for row in asked if isinstance(row, QuestionRow)}
    assert Counter((row.asks, row.case) for row in ROWS) == Counter(told)


def test_a_rule_fills_every_place_of_a_question_and_no_other() -> None:
    def unfit(module: Path) -> Iterator[str]:
        for call, rows in questions_of(module):
            told = {str(one.arg) for one in call.keywords}
            for row in rows:
                assert isinstance(row, QuestionRow)
                places = frozenset[str]().union(*(template(text).names for text in words_of(row, "detail" not in told)))
                if told - OF_ITS_OWN != places:
                    yield f"{row.asks} {row.case}: {sorted((told - OF_ITS_OWN) ^ places)}"

    assert offenders(RULES, unfit) == []


def test_each_question_cites_a_rule_in_its_row_or_where_it_is_asked() -> None:
    assert {row.rule for row in ROWS} - {""} <= set(load_rulebook().by_id)

    def unruled(module: Path) -> Iterator[str]:
        for call, rows in questions_of(module):
            told = any(one.arg == "rule" for one in call.keywords)
            yield from (str(row) for row in rows if isinstance(row, str) or bool(row.rule) == told)

    assert offenders(RULES, unruled) == []


def test_a_rule_knows_every_answer_of_a_question_but_the_one_that_changes_nothing() -> None:
    known = {
        one.value
        for module in RULES
        for one in ast.walk(tree(module))
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }
    several = [row for row in ROWS if len(row.answers) > 1]
    unknown = {(row.asks, row.case): [one.value for one in row.answers if one.value not in known] for row in several}
    assert {key: values for key, values in unknown.items() if len(values) > 1} == {}


def test_a_question_has_its_own_answers_behind_those_that_the_rules_find() -> None:
    ask = question(keys.MONUMENT, system="Quann")
    assert ask.text == "A monument of the Hive stands in Quann: is it destroyed?"
    assert [one.value for one in ask.choices] == ["destroyed", "stays"]
    assert (ask.rule, ask.shown.heading) == ("37.monuments.destroyed", "Monuments to the Ages")


def test_a_place_without_words_is_an_error() -> None:
    with pytest.raises(BadMessage):
        question(keys.MONUMENT, planet=Name("Quann"))
