"""What players own that opens and closes ways, or demands a vote of the Hive."""

from __future__ import annotations

import pytest

from driving import fresh_game, layout
from hive.effects import end
from hive.engine.entries import Answer, Event
from hive.engine.errors import Refused
from hive.engine.session import Session
from hive.model.game import Game, PlayerSetup
from hive.rules.agenda.votes import voting_order
from hive.rules.tactical.booking import Activated, Plan
from hive.rules.tactical.intent import intent, sight
from hive.steps import Ask
from tracked_sides import tracked_board


def at_the_table(faction: str) -> Session:
    game = fresh_game(galaxy=layout())
    game.settings.p1 = PlayerSetup("Ada", faction, "blue")
    game.settings.boxes = ["base", "pok", "codex", "te"]
    game.phase, game.active, game.stage = "action", "p1", ""
    session = Session(game)
    session.settle()
    return session


def beside(game: Game, position: str) -> set[str]:
    return {*tracked_board(game).survey.adjacent[position]}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_all_wormholes_lead_to_the_system_until_the_action_ends() -> None:
    session = at_the_table("Ghosts of Creuss")
    game = session.game
    board = tracked_board(game)
    ends = {at for at in board.survey.positions if board.survey.wormholes(at)}
    where = next(at for at in sorted(ends) if not ends - {at} <= beside(game, at))
    before = beside(game, where)
    session.apply(Event("used.emissary_taivra", {"where": where}))
    assert beside(game, where) == before | (ends - {where})
    assert all(where in beside(game, at) for at in ends - {where})
    end(game, "action")
    assert beside(game, where) == before


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_border_is_closed_until_the_third_one_takes_its_token() -> None:
    session = at_the_table("Empyrean")
    game = session.game
    borders = [("000", "101"), ("000", "102"), ("000", "103")]
    for one, other in borders:
        assert other in beside(game, one)
        session.apply(Event("used.void_tether", {"where": one, "to": other}))
        assert other not in beside(game, one) and one not in beside(game, other)
    assert [other in beside(game, one) for one, other in borders] == [True, False, False]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_no_border_is_closed_between_systems_that_lie_apart() -> None:
    session = at_the_table("Empyrean")
    with pytest.raises(Refused, match="side by side"):
        session.apply(Event("used.void_tether", {"where": "000", "to": "304"}))
    assert session.game.effects == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_bends_the_ways_once_a_system_is_activated_changes_no_destination() -> None:
    game = at_the_table("Ghosts of Creuss").game
    assert game.galaxy is not None
    game.hive.activating = True
    course, plan = Activated(""), Plan(intent(game, sight(game, game.galaxy), "infest", 1), "210", 1, (), game)
    course.keep(game, plan)
    assert course.standing(game) is None
    session = Session(game)
    session.settle()
    session.apply(Event("used.lost_star_chart", {"who": "p1"}))
    assert course.standing(game) is plan


def voting(demanded: str) -> Session:
    session = at_the_table("Mahact Gene-Sorcerers")
    game = session.game
    game.phase, game.active, game.stage, game.agenda_unlocked = "agenda", None, "", True
    game.speaker, game.hive.tokens.strategy = game.right, 2
    session = Session(game)
    session.settle()
    session.apply(Answer("agenda", "Economic Equality"))
    session.apply(Event("used.genetic_recombination", {"outcome": demanded}))
    while isinstance(session.pending, Ask) and session.pending.key != "hive_votes":
        session.apply(Answer(session.pending.key, session.pending.choices[0].value))
    session.apply(Answer("hive_votes", "for"))
    return session


@pytest.mark.rule("14.counter.fleet-removal")
@pytest.mark.parametrize(("demanded", "left"), [("for", 2), ("against", 1)])
def test_the_hive_pays_where_it_votes_for_another_outcome_than_is_demanded(demanded: str, left: int) -> None:
    assert voting(demanded).game.hive.tokens.strategy == left


@pytest.mark.rule("1.scope.unchanged-rules")
def test_the_argent_flight_votes_before_everybody_else() -> None:
    plain, zealous = at_the_table("Winnu").game, at_the_table("Argent Flight").game
    for game in (plain, zealous):
        game.speaker = "p1"
    assert voting_order(plain)[-1] == "p1"
    assert voting_order(zealous) == ("p1", *(seat for seat in voting_order(plain) if seat != "p1"))


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_hacked_election_goes_round_the_other_way_for_one_agenda() -> None:
    session = at_the_table("Winnu")
    game = session.game
    game.phase, game.active, game.speaker = "agenda", None, "hive"
    first, second, last = voting_order(game)
    session.apply(Event("used.hack_election", {"who": "p1"}))
    assert voting_order(game) == (second, first, last)
    end(game, "agenda")
    assert voting_order(game) == (first, second, last)


@pytest.mark.rule("14.counter.fleet-removal-calm")
def test_who_is_calmed_until_the_turn_ends_stays_so_through_an_agenda_in_it() -> None:
    session = at_the_table("Council Keleres")
    game = session.game
    game.players["p1"].calmed = True
    session.apply(Event("used.executive_order", {"who": "p1"}))
    session.apply(Answer("agenda", "Economic Equality"))
    told = {"hive_votes": "for", "voted": "against"}
    while session.pending is not None and session.pending.key != "player_turn":
        step = session.pending
        usual = step.choices[0].value if isinstance(step, Ask) else "done"
        session.apply(Answer(step.key, told.get(step.key, usual)))
    assert game.active == "p1" and game.players["p1"].calmed
