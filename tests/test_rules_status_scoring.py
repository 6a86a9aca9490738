"""What the table is told while the sides score in the status phase: in which order, and what was scored. Rule: 28.1."""

from __future__ import annotations

import pytest

from driving import fresh_game
from hive.catalog.reading import load_tables
from hive.catalog.tables import Seat
from hive.engine.entries import Answer
from hive.engine.session import Session
from hive.model.game import Game, RevealedObjective
from hive.rules.abilities.area import imperial_primary as imperial
from hive.steps import Ask, Tell


def scoring(p1: int, p2: int, hive: int = 4) -> Game:
    """A game at the beginning of its status phase, by the numbers of the strategy cards."""
    game = fresh_game()
    game.phase, game.stage, game.round = "status", "score", 2
    owners: dict[int, Seat] = {p1: "p1", p2: "p2", hive: "hive"}
    for number, owner in owners.items():
        game.strategy_cards[number].owner = owner
    return game


def question(session: Session) -> Ask:
    step = session.pending
    assert isinstance(step, Ask)
    return step


def asked_of(game: Game) -> Session:
    session = Session(game)
    session.settle()
    return session


@pytest.mark.parametrize(
    ("p1", "p2", "told"),
    [
        (3, 2, "In order of initiative: now Ben and Ada, then the Hive."),
        (5, 6, "In order of initiative: first the Hive (done), now Ada and Ben."),
        (1, 5, "In order of initiative: now Ada, then the Hive, then Ben."),
    ],
)
def test_the_question_what_players_score_says_in_which_order_the_sides_do(p1: int, p2: int, told: str) -> None:
    session = asked_of(scoring(p1, p2))
    while session.pending is not None and session.pending.key != "players_score":
        session.apply(Answer(session.pending.key, "done"))
    assert str(question(session).detail) == told


def test_who_scores_last_sees_that_the_others_are_done() -> None:
    session = asked_of(scoring(1, 5))
    session.apply(Answer("players_score", "done"))
    session.apply(Answer("hive_scores", "done"))
    assert str(question(session).detail) == "In order of initiative: first Ada and the Hive (done), now Ben."


def test_the_order_is_still_told_once_somebody_has_scored() -> None:
    session = asked_of(scoring(1, 2))
    before = question(session).detail
    session.apply(Answer("players_score", "p1.secret"))
    assert question(session).key == "players_score"
    assert question(session).detail == before != ""


def wealthy(game: Game, secrets: int = 5) -> Game:
    """The Hive has all that it needs to score Amass Wealth, and secret objectives."""
    game.objectives = [RevealedObjective("Amass Wealth", [])]
    for item in ("resources", "influence", "trade_goods"):
        game.hive.stockpile.add(item, 20)
    game.hive.secrets = secrets
    return game


def news(session: Session) -> list[str]:
    return [str(one.step.text) for one in session.news if isinstance(one.step, Tell)]


def summed_up_after_another_secret(session: Session) -> list[str]:
    """What the Hive's scoring comes to once its secret objective has named another phase."""
    session.apply(Answer("secret_phase", "agenda"))
    assert session.pending is not None and session.pending.key == "hive_scores"
    return [str(item.text) for item in session.pending.items]


@pytest.mark.rule("28.1.public", "28.1.secret.attempt")
def test_the_hives_points_rise_with_the_words_that_say_so_before_its_secret_objective_is_asked_for() -> None:
    session = asked_of(wealthy(scoring(1, 2)))
    session.apply(Answer("players_score", "done"))
    assert question(session).key == "secret_phase" and session.game.hive.victory_points == 1
    assert news(session) == ["The Hive scores Amass Wealth: 1 victory point."]
    assert summed_up_after_another_secret(session) == [
        "The Hive scores Amass Wealth: 1 victory point.",
        "Shuffle that secret objective back into its deck.",
    ]


def test_where_no_question_comes_between_what_the_hive_scores_is_told_once() -> None:
    session = asked_of(wealthy(scoring(1, 2), secrets=0))
    session.apply(Answer("players_score", "done"))
    assert session.pending is not None and session.pending.key == "hive_scores"
    assert news(session) == []


def test_a_hive_that_scores_nothing_public_has_no_news_of_it_at_its_secret_objective() -> None:
    game = wealthy(scoring(1, 2))
    game.objectives = []
    session = asked_of(game)
    session.apply(Answer("players_score", "done"))
    assert question(session).key == "secret_phase" and news(session) == []


@pytest.mark.rule("35.society.second-score", "28.1.public")
def test_with_civilized_society_the_first_objective_is_told_before_a_second_one_is_asked_about() -> None:
    """Without a galaxy the table judges the second; what has been told is not told again at the secret objective."""
    game = wealthy(scoring(1, 2))
    game.tables = load_tables(options=("civilized_society",))
    game.objectives.append(RevealedObjective("Make History", []))
    session = asked_of(game)
    session.apply(Answer("players_score", "done"))
    assert question(session).key == "meets.Make History" and session.game.hive.victory_points == 1
    assert news(session) == ["The Hive scores Amass Wealth: 1 victory point."]
    session.apply(Answer("meets.Make History", "yes"))
    assert question(session).key == "secret_phase" and session.game.hive.victory_points == 2
    assert news(session) == ["The Hive scores Make History: 1 victory point."]
    assert summed_up_after_another_secret(session) == [
        "The Hive scores Amass Wealth: 1 victory point.",
        "The Hive scores Make History: 1 victory point.",
        "Shuffle that secret objective back into its deck.",
    ]


@pytest.mark.rule("13.imperial.score", "13.imperial.secret-attempt")
def test_imperial_tells_the_hives_points_before_its_secret_objective_is_asked_for() -> None:
    procedure = imperial(wealthy(scoring(1, 2)), icons=1)
    told, asked = next(procedure), next(procedure)
    assert isinstance(told, Tell) and str(told.text) == "The Hive scores Amass Wealth: 1 victory point."
    assert isinstance(asked, Ask) and (asked.key, asked.shown.heading) == ("secret_phase", "Imperial")
    with pytest.raises(StopIteration) as end:
        procedure.send("agenda")
    assert [str(item.text) for item in end.value.value.items] == [
        "The Hive scores Amass Wealth: 1 victory point.",
        "Draw 1 secret objective face down for the Hive.",
        "Shuffle that secret objective back into its deck.",
    ]


def test_the_question_of_the_secret_objective_says_once_how_many_the_hive_holds() -> None:
    session = asked_of(wealthy(scoring(1, 2), secrets=4))
    session.apply(Answer("players_score", "done"))
    assert str(question(session).detail) == "The Hive holds 4 secret objectives. It scores a card of the status phase."


def test_a_secret_objective_of_a_player_is_told_before_the_points() -> None:
    session = asked_of(scoring(1, 2))
    session.apply(Answer("players_score", "p1.secret"))
    assert news(session) == ["Ada scores a secret objective.", "Ada has 1 victory point."]
