"""Corrections and events in the middle of any question: no step after them breaks a law, crashes, or is a dead end."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from day import times
from driving import answers_to, fresh_session, legal_entry
from hive.catalog.reading import load_tables
from hive.engine.entries import Answer, Correct, Event, Forward
from hive.engine.errors import Refused
from hive.engine.facts import Correction, correctables
from hive.engine.session import Session, replay
from hive.engine.state import dump, load
from hive.fields import Number, OneOf
from hive.model.laws import broken_laws
from hive.steps import Ask

STEPS_AFTER = 3
STARTS: list[list[Forward]] = [
    [],
    [Correct("round", 3), Correct("hive.secrets", 5)],
    [
        Correct("round", 2),
        Correct("hive.technologies.blue", 4),
        Correct("hive.technologies.red", 4),
        Correct("deck.primary", 9),
    ],
    [Correct("deck.primary", 0), Correct("deck.secondary", 0)],
]


def values_of(row: Correction) -> list[int | str]:
    entered = row.entered
    if isinstance(entered, OneOf):
        return [choice.value for choice in entered.choices]
    assert isinstance(entered, Number)
    return sorted({entered.minimum, (entered.minimum + entered.maximum) // 2, entered.maximum})


class Moment:
    """A moment of a game that can be gone back to: the last snapshot and the entries since."""

    def __init__(self, session: Session) -> None:
        self.session, self.tables = session, session.game.tables
        self.state, self.since = dump(session.game), []
        if session.boundary is not None:
            self.state = json.loads(session.boundary)

    def go_on(self, entry: Forward) -> None:
        self.session.apply(entry)
        self.since.append(entry)
        if self.session.boundary is not None:
            self.state, self.since = json.loads(self.session.boundary), []

    def again(self, *entries: Forward) -> Session:
        session = replay(load(self.state, self.tables), self.since)
        for entry in entries:
            session.apply(entry)
        return session


def check(session: Session, story: Sequence[Any]) -> None:
    assert broken_laws(session.game) == [], story
    step = session.pending
    assert not isinstance(step, Ask) or step.choices, f"a dead end: {story}"


def try_all(moment: Moment, chance: random.Random) -> None:
    """At this question: each correction, then an answer, then a few steps on."""
    question = moment.session.pending
    assert question is not None
    for row in chance.sample(correctables(moment.session.game), times(12, 25)):
        for value in values_of(row):
            correction = Correct(row.field, value)
            try:
                session = moment.again(correction)
            except Refused:
                continue
            for number in range(STEPS_AFTER):
                check(session, (question.key, correction, number))
                if session.pending is None:
                    break
                answers = answers_to(session.game, session.pending)
                session.apply(Answer(session.pending.key, chance.choice(answers)))
            check(session, (question.key, correction))


@pytest.mark.parametrize("seed", range(times(len(STARTS), 4 * len(STARTS))))
def test_no_correction_at_any_question_leads_to_a_broken_game(seed: int) -> None:
    chance = random.Random(seed)
    moment = Moment(fresh_session("standard", chance.choice(["app", "table"]), str(seed)))
    for entry in STARTS[seed % len(STARTS)]:
        moment.go_on(entry)
    tried: dict[str, int] = {}
    for _ in range(90):
        step = moment.session.pending
        if step is None:
            break
        if tried.setdefault(step.key, 0) < 1:
            tried[step.key] += 1
            try_all(moment, chance)
        entry = legal_entry(moment.session, chance.randrange(10**6) // 8 * 8)
        if entry is not None:
            moment.go_on(entry)
    assert len(tried) > 5


def at(key: str, *before: Forward, seed: str = "test") -> Session:
    """A session at the first question of this key, answering as expected."""
    session = fresh_session(seed=seed)
    for entry in before:
        session.apply(entry)
    for _ in range(200):
        step = session.pending
        assert step is not None
        if step.key == key:
            return session
        session.apply(Answer(step.key, answers_to(session.game, step)[0]))
    raise AssertionError(f"{key} was never asked")


def labels(session: Session) -> list[str]:
    assert isinstance(session.pending, Ask)
    return [choice.label for choice in session.pending.choices]


def test_a_turn_that_has_not_begun_is_asked_anew_after_a_correction() -> None:
    session = at("player_turn")
    seat = session.game.active
    card = next(number for number, state in session.game.strategy_cards.items() if state.owner is None)
    session.apply(Correct(f"cards.{card}.owner", seat))
    assert f"Plays {session.game.card_name(card)}" in labels(session)


def test_the_question_for_any_target_goes_when_the_hive_gets_a_readied_card() -> None:
    session = at("hive_turn")
    cards = session.game.cards_of("hive")
    for number in cards:
        session.apply(Correct(f"cards.{number}.exhausted", "yes"))
    assert session.pending is not None and session.pending.key == "any_target"
    session.apply(Correct(f"cards.{cards[0]}.exhausted", "no"))
    assert session.pending is not None and session.pending.key == "hive_turn"


def test_picks_end_when_no_card_is_left() -> None:
    session = at("player_picks")
    for number, state in session.game.strategy_cards.items():
        if state.owner is None:
            session.apply(Correct(f"cards.{number}.owner", "hive"))
    assert session.pending is not None and session.pending.key != "player_picks"


@pytest.mark.rule("14.gain.six-points")
def test_six_points_set_by_hand_bring_the_counters_and_the_log_says_so() -> None:
    session = at("player_turn")
    session.apply(Correct("players.p1.victory_points", 6))
    assert session.game.players["p1"].counters == 3
    assert [told.step.rule for told in session.news] == ["14.gain.six-points"]
    session.apply(Correct("players.p1.victory_points", 7))
    assert session.game.players["p1"].counters == 3


def test_an_upgrade_set_by_hand_leaves_the_others_as_they_are() -> None:
    session = at("player_turn")
    first, second, third = [upgrade.name for upgrade in session.game.tables.technologies.upgrades][:3]
    session.game.hive.upgrades = [first]
    for name, value, stay in (
        (second, "yes", [first, second]),
        (third, "yes", [first, second, third]),
        (second, "yes", [first, third, second]),
        (first, "no", [third, second]),
    ):
        session.apply(Correct(f"hive.upgrades.{name}", value))
        assert session.game.hive.upgrades == stay


def test_who_is_the_tyrant_is_set_by_hand_only_where_anybody_can_be() -> None:
    game = fresh_session().game
    assert "tyrant" not in {one.field for one in correctables(game)}
    game.tables = load_tables(options=("twilights_fall",))
    assert "tyrant" in {one.field for one in correctables(game)}


def test_the_ships_of_the_hive_on_the_board_and_those_that_fell_share_its_plastic() -> None:
    """Each field takes what the other one, and what players have captured, leave of both colours."""
    game = fresh_session().game
    assert "hive.fallen.cruiser" not in {one.field for one in correctables(game)}
    game.tables = load_tables(options=("age_of_fighters",))
    cruiser = game.tables.units.by_key["cruiser"]
    number = (cruiser.plastic or 0) + cruiser.pink

    def most(field: str) -> int:
        entered = next(one.entered for one in correctables(game) if one.field == field)
        assert isinstance(entered, Number)
        return entered.maximum

    game.hive.units["cruiser"], game.hive.captured, game.hive.fallen = 2, {}, {}
    assert (most("hive.units.cruiser"), most("hive.fallen.cruiser")) == (number, number - 2)
    game.hive.captured, game.hive.fallen = {"cruiser": 1}, {"cruiser": 3}
    assert (most("hive.units.cruiser"), most("hive.fallen.cruiser")) == (number - 3, number - 3)


def test_a_pile_set_by_hand_takes_from_the_discard_pile_and_gives_to_it() -> None:
    session = at("player_turn")
    deck = session.game.deck
    there = len(deck.primary) + len(deck.discard)
    for value in (3, 3, there, there, 0):
        session.apply(Correct("deck.primary", value))
        assert (len(deck.primary), len(deck.discard)) == (value, there - value)
    session.apply(Correct("deck.secondary", 1))
    given = len(deck.discard) - there
    with pytest.raises(Refused, match=f"holds only {there + given} more"):
        session.apply(Correct("deck.primary", there + given + 1))
    assert (len(deck.primary), len(deck.discard)) == (0, there + given)


def test_an_objective_is_scored_and_revealed_once() -> None:
    session = at("reveal")
    session.apply(Event("reveal", {}))
    session.apply(Answer("reveal", "Amass Wealth"))
    session.apply(Answer("reveal", "Amass Wealth"))
    assert [objective.name for objective in session.game.objectives] == ["Amass Wealth"]
    scored = Event("scored", {"who": "p1", "objective": "Amass Wealth"})
    session.apply(scored)
    with pytest.raises(Refused, match="has scored Amass Wealth already"):
        session.apply(scored)
    assert session.game.objectives[0].scored_by == ["p1"]
    assert session.game.players["p1"].victory_points == 1


def test_an_objective_revealed_by_mistake_is_taken_off_the_table_with_its_points() -> None:
    session = at("player_picks")
    name = session.game.objectives[0].name
    session.apply(Event("scored", {"who": "p2", "objective": name}))
    session.apply(Event("withdrawn", {"objective": name}))
    assert name not in [objective.name for objective in session.game.objectives]
    assert session.game.players["p2"].victory_points == 0


@pytest.mark.parametrize("value", ["1_0", "٣", "+3", " 3", "3.0", "0x3", "", None, True, "9" * 30])
def test_only_plain_digits_are_a_number(value: Any) -> None:
    session = at("player_turn")
    with pytest.raises(Refused, match="whole number"):
        session.apply(Correct("hive.trade_goods", value))


def test_a_planet_is_gained_only_where_one_is_left_to_gain() -> None:
    session = at("player_turn")
    session.apply(Event("planet_gained", {}))
    offered = labels(session)
    assert "In AUX 1" not in offered and "In the main spawning system" not in offered
    assert "Mecatol Rex" in offered and "In Ada's home system" in offered
    session.apply(Answer("planet_gained", "home_p1"))
    session.apply(Event("planet_gained", {}))
    assert "In Ada's home system" not in labels(session)


def test_a_token_that_is_given_back_goes_no_further_than_the_supply() -> None:
    """Pools that were corrected upwards meanwhile leave no room for it. Rule: 11.secondary.cost."""
    session = at("player_turn")
    session.apply(Correct("cards.4.owner", session.game.active))
    session.apply(Correct("round", 3))
    session.apply(Answer("player_turn", "card.4"))
    assert session.pending is not None and session.pending.key == "place_structures"
    supply, spent = session.game.tables.figures.command_token_supply.value, session.game.hive.tokens.strategy
    session.apply(Correct("hive.tokens.tactic", supply - spent))
    session.apply(Answer("place_structures", "0"))
    assert session.game.hive.tokens.strategy == spent
    assert broken_laws(session.game) == []
