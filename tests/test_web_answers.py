"""Where the answers to a question stand: the one next tap, the quieter one beside it, the buttons in the page."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from driving import fresh_game
from hive import keys, rules
from hive.catalog.tables import CardField
from hive.engine.replies import card_choices
from hive.model.game import Game
from hive.steps import PLAIN, Ask, Choice, Shown, Tell, Undertaking
from hive.web.steps.scene import Answers, heading_of
from hive.web.words import eye_of
from hive.words import say
from serving import scene_at

RULES = Path(rules.__file__).parent


def asked(*values: str, shown: Shown = PLAIN, note: str = "") -> Ask:
    choices = (Choice(one, one.capitalize(), note, f"short {one}", beside=one == "cleared") for one in values)
    return Ask(keys.RETREAT, "What now?", tuple(choices), "1.scope.unchanged-rules", shown=shown)


def answers(game: Game, step: Ask) -> Answers:
    return scene_at(game, step).answers


def heading(game: Game, shown: Shown) -> str:
    return heading_of(game, Tell("Something", "1.scope.unchanged-rules", shown=shown))


def test_the_first_answer_is_the_next_tap_and_a_second_one_stands_beside_it() -> None:
    found = answers(fresh_game(), asked("done", "players.310"))
    assert found.go is not None and found.go.value == "done"
    assert found.second is not None and found.second.value == "players.310"


def test_where_all_answers_are_equal_none_is_the_next_tap() -> None:
    found = answers(fresh_game(), asked("main", "aux_1", shown=Shown(expects=False)))
    assert found.go is None and [button.value for button in found.choices] == ["main", "aux_1"]


@pytest.mark.rule("10.definition.other-type")
def test_where_the_cards_type_is_not_possible_the_heading_says_so() -> None:
    game, shown = fresh_game(), Shown(symbol="red_star")
    game.phase, game.active = "action", "hive"
    steps = [
        replace(asked("done", shown=shown), undertaking=Undertaking(action, 1, "207"))
        for action in ("engage", "infest")
    ]
    assert [str(heading_of(game, step)) for step in steps] == ["Red star · attack", "Attack was not possible"]
    assert [eye_of(game, step) for step in steps] == ["hunts", "looks"]


def test_a_heading_that_is_the_headline_does_not_stand_above_it_as_well() -> None:
    shown = Shown(say("After the battle in {system}", system=say("Lodor")))
    texts = (say("After the battle in {system}", system=say("Lodor")), say("What is left of Ada?"))
    told = [heading_of(fresh_game(), Tell(text, "1.scope.unchanged-rules", shown=shown)) for text in texts]
    assert told == ["", "After the battle in Lodor"]


def test_the_end_of_a_combat_stands_beside_its_next_round() -> None:
    found = answers(fresh_game(), asked("on", "cleared", "retreat", "by_hand"))
    assert found.go is not None and found.go.value == "on"
    assert found.second is not None and found.second.value == "cleared"
    assert [button.value for button in found.choices] == ["retreat", "by_hand"]


def test_long_notes_make_a_list_of_tiles_and_of_nothing_else() -> None:
    long, equal = "word " * 20, Shown(expects=False)
    assert not answers(fresh_game(), asked("a", "b", shown=equal)).in_a_list
    assert answers(fresh_game(), asked("a", "b", shown=equal, note=long)).in_a_list
    searched = Shown(expects=False, kind="search")
    assert scene_at(fresh_game(), asked("a", "b", shown=searched, note=long)).kind == "search"


def test_strategy_cards_show_their_number_and_name() -> None:
    found = answers(fresh_game(), asked("done", "card.1", "2", shown=Shown(kind="cards")))
    cards = [(button.number, button.label, button.note) for button in found.choices]
    assert cards == [("1", "Leadership", "play this card"), ("2", "Diplomacy", "")]


def test_a_turn_says_after_which_strategy_cards_its_player_may_pass() -> None:
    game, turn = fresh_game(), asked("done", "card.1", "activate", shown=Shown(kind="player"))
    game.active = game.strategy_cards[1].owner = game.strategy_cards[2].owner = "p1"
    assert answers(game, turn).choices[-1][:3] == ("", "Passes", "only after Leadership and Diplomacy")
    game.strategy_cards[1].exhausted = game.strategy_cards[2].exhausted = True
    assert [button.value for button in answers(game, turn).choices] == ["card.1", "activate"]


def test_below_a_player_an_answer_does_not_name_them_again() -> None:
    found = answers(fresh_game(), asked("done", "p1.secret", "p2.secret", shown=Shown(kind="score")))
    assert [(button.kind, button.label) for button in found.choices] == [
        ("p1", "Short p1.secret"),
        ("p2", "Short p2.secret"),
    ]


def test_above_a_step_stands_its_symbol_or_its_heading_or_the_phase() -> None:
    game = fresh_game()
    game.phase = "action"
    assert heading(game, Shown("Tactical action", symbol="red_star")) == "Red star · attack"
    assert heading(game, Shown("Tactical action")) == "Tactical action"
    assert heading(game, PLAIN) == "Action phase"


def test_a_single_answer_is_the_next_tap() -> None:
    found = answers(fresh_game(), asked("calm", shown=Shown(expects=False)))
    assert found.go is not None and found.go.value == "calm" and not found.choices


def test_what_is_chosen_is_entered_together_with_its_numbers() -> None:
    found = answers(fresh_game(), asked("hive", "players", shown=Shown(expects=False, kind="result")))
    assert found.go is not None and found.go.value == ""
    assert [button.value for button in found.choices] == ["hive", "players"]


def _plain_answers(call: ast.Call, source: str) -> bool:
    """Whether a question offers Yes or No as an answer."""
    choices = next((word.value for word in call.keywords if word.arg == "choices"), None)
    return choices is not None and any(
        f'say("{word}")' in (ast.get_source_segment(source, choices) or "") for word in ("Yes", "No")
    )


@pytest.mark.parametrize("module", sorted(RULES.rglob("*.py")), ids=lambda path: str(path.relative_to(RULES)))
def test_neither_yes_nor_no_is_the_answer_to_expect(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Ask":
            written = ast.get_source_segment(source, call) or ""
            assert not _plain_answers(call, source) or "expects=False" in written, written


@pytest.mark.parametrize("field", ["standard_ship", "advanced_ship"])
def test_every_ship_that_cards_show_can_be_told(field: CardField) -> None:
    """On either side: a copy of the deck may have any of them on the left."""
    ships = ["destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun"]
    assert [choice.value for choice in card_choices(fresh_game(), field)] == ships
