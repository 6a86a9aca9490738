"""The agenda phase: which agendas can be revealed, votes as a law, and laws in play. Rules: page 29."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driving import fresh_game, layout
from hive.catalog.reading import load_tables, tables_from_json, tables_to_json
from hive.catalog.tables.effects import WormholesJoined
from hive.effects import begin
from hive.engine.entries import Answer, Event
from hive.engine.errors import Refused
from hive.engine.facts import correct, correctables
from hive.engine.session import Session
from hive.engine.state import dump, load
from hive.model.game import Game, Law
from hive.rules.agenda.phase import unseen, vote
from hive.rules.agenda.votes import outcomes
from hive.rules.flow import next_procedure
from hive.rules.laws import duty, matters_now, opportunity
from hive.rules.status import clean_up
from hive.scenarios.resolving import resolve
from hive.steps import Ask, Card, Draw, Tell
from hive.web.table.hive import laws_view
from hive.words import sentence

TABLES = load_tables()
AGENDAS = TABLES.agendas.by_name


def agenda_session(*laws: Law, galaxy: bool = False) -> Session:
    """A game at the start of its agenda phase; the Hive votes first."""
    game = fresh_game(galaxy=layout() if galaxy else None)
    game.speaker = game.right
    game.phase, game.stage, game.agenda_unlocked = "agenda", "", True
    game.laws = list(laws)
    session = Session(game)
    session.settle()
    return session


def answer(session: Session, value: str) -> None:
    step = session.pending
    assert step is not None
    session.apply(Answer(step.key, value))


def asked(session: Session) -> Ask:
    assert isinstance(session.pending, Ask)
    return session.pending


def through_an_agenda(session: Session, *values: str) -> None:
    for value in values:
        answer(session, value)


# --- what can be revealed


@pytest.mark.rule("1.setup.purge-agendas")
def test_the_purged_agendas_are_never_offered() -> None:
    purged = {agenda.name for agenda in TABLES.agendas.agendas if agenda.purged}
    assert purged == {"Checks and Balances", "Covert Legislation", "Representative Government", "Search Warrant"}
    assert not purged & {agenda.name for agenda in unseen(fresh_game())}


def test_the_deck_is_that_of_the_boxes_on_the_table() -> None:
    game = fresh_game()
    assert len(unseen(game)) == 50 - 4
    game.settings.boxes = ["base"]
    assert len(unseen(game)) == 50 - 1
    assert "Core Mining" in {agenda.name for agenda in unseen(game)}


def test_what_was_seen_or_is_a_law_is_not_offered_again() -> None:
    game = fresh_game()
    game.agendas, game.laws = ["Mutiny"], [Law("Fleet Regulations")]
    assert not {"Mutiny", "Fleet Regulations"} & {agenda.name for agenda in unseen(game)}


def test_a_card_that_finds_nothing_to_elect_gives_way_to_another() -> None:
    session = agenda_session()
    answer(session, "Judicial Abolishment")
    assert asked(session).key == "agenda"
    assert "Judicial Abolishment" not in [choice.value for choice in asked(session).choices]
    answer(session, "New Constitution")
    assert asked(session).key == "agenda"


def test_any_other_card_is_told_by_its_kind() -> None:
    session = agenda_session()
    through_an_agenda(session, "another", "law.elect_player", "neither", "neither", "done", "hive")
    assert session.game.laws == [Law("Another law", "the Hive")]
    assert "as its card says" in duty(session.game, session.game.laws[0]).text


def test_the_phase_is_played_only_when_it_is_unlocked() -> None:
    game = fresh_game()
    game.phase, game.stage = "status", "clean_up"
    list(clean_up(game))
    assert game.phase == "strategy"
    game.phase, game.stage, game.agenda_unlocked = "status", "clean_up", True
    list(clean_up(game))
    assert game.phase == "agenda"


# --- whom and what can be elected


@pytest.mark.parametrize("name", ["Core Mining", "Holy Planet of Ixth", "Compensated Disarmament"])
def test_planets_that_fit_can_be_elected_those_first_that_are_booked(name: str) -> None:
    game = fresh_game(galaxy=layout())
    found = {choice.value for choice in outcomes(game, AGENDAS[name])}
    assert game.galaxy is not None
    controlled = {
        planet: state.control
        for system in game.galaxy.systems.values()
        for planet, state in system.planets.items()
        if state.control
    }
    trait = AGENDAS[name].trait
    planets = {planet for system in game.galaxy.systems.values() for planet in system.planets}
    assert found == {one for one in planets if trait is None or trait in TABLES.tiles.planets[one].traits}
    # What somebody has booked stands first.
    assert {choice.value for choice in outcomes(game, AGENDAS[name])[: len(found & controlled.keys())]} <= {*controlled}


def test_colonial_redistribution_elects_no_home_and_no_mecatol_rex() -> None:
    game = fresh_game(galaxy=layout())
    assert game.galaxy is not None
    survey_homes = {game.galaxy.spawning[key] for key in ("main", "home_p1", "home_p2", "mecatol_rex")}
    ruled_out = {name for at in survey_homes for name in game.galaxy.systems[at].planets}
    found = {choice.value for choice in outcomes(game, AGENDAS["Colonial Redistribution"])}
    assert found and not found & ruled_out


@pytest.mark.parametrize("how", ["hive", "player", "from_a_player"])
def test_the_headline_of_a_redistribution_ends_in_no_full_stop(how: str) -> None:
    path = Path(__file__).parent / "scenarios" / "29" / f"agenda_colonial_redistribution_{how}.yaml"
    told = [taken.step for taken in resolve(path).run.steps if isinstance(taken.step, Tell)]
    headlines = [sentence(step.text) for step in told if step.confirm == "done"]
    assert any("places" in headline for headline in headlines)
    assert not [headline for headline in headlines if headline.endswith(".")]


def test_laws_and_strategy_cards_can_be_elected() -> None:
    game = fresh_game()
    game.laws = [Law("Shared Research"), Law("Minister of War", "Ada")]
    assert [one.value for one in outcomes(game, AGENDAS["Miscount Disclosed"])] == [
        "Shared Research",
        "Minister of War",
    ]
    assert len(outcomes(game, AGENDAS["Galactic Crisis Pact"])) == 8


# --- votes


def votes_of(game: Game, icons: list[int]) -> tuple[int, int, int]:
    """Influence cards, multiplier and votes of a vote in which the printed deck shows these icons."""
    procedure = vote(game, AGENDAS["Mutiny"])
    step, shown = next(procedure), iter(icons)
    while True:
        try:
            if isinstance(step, Draw):
                step = procedure.send(Card(icons=next(shown)))
            else:
                step = procedure.send("for" if isinstance(step, Ask) else True)
        except StopIteration as end:
            _, votes = end.value
            return len(votes.icons), votes.multiplier, votes.total


ICONS = st.lists(st.integers(1, 3), min_size=36, max_size=36)


@pytest.mark.reading("Q66")
@pytest.mark.rule("29.votes.total")
@pytest.mark.rule("29.votes.influence-cards")
@pytest.mark.rule("29.votes.multiplier-card")
@pytest.mark.rule("29.votes.speaker-aggression")
@given(
    influence=st.integers(0, 60),
    left=st.integers(0, 36),
    icons=ICONS,
    speaker=st.sampled_from(["hive", "p1", "p2"]),
    counters=st.tuples(st.integers(0, 4), st.integers(0, 4)),
)
def test_votes_are_icons_times_multiplier_and_nothing_is_spent(
    influence: int, left: int, icons: list[int], speaker: Any, counters: tuple[int, int]
) -> None:
    game = fresh_game(draws="table")
    cards = game.deck.cards
    game.deck.primary, game.deck.secondary, game.deck.discard = cards[:left], [], cards[left:]
    game.hive.bank.influence, game.speaker = influence, speaker
    game.players["p1"].counters, game.players["p2"].counters = counters
    wanted = influence // 4
    found = votes_of(game, icons)
    multiplied = wanted < left
    angry = {"hive": 0, "p1": counters[0], "p2": counters[1]}[speaker]
    multiplier = max(icons[wanted], angry) if multiplied else 0
    drawn = min(wanted, left)
    assert found == (drawn, multiplier, sum(icons[:drawn]) * multiplier)
    assert game.hive.bank.influence == influence
    assert sorted(game.deck.cards) == sorted(cards)
    assert len(game.deck.primary) == left - drawn - multiplied


def test_the_hives_turn_to_vote_is_its_turn() -> None:
    session = agenda_session()
    answer(session, "Mutiny")
    assert session.game.active == "hive"
    answer(session, "quash")
    assert session.game.active is None


def test_the_order_of_voting_ends_with_the_speaker() -> None:
    session = agenda_session()
    session.game.speaker = "p1"
    answer(session, "Fleet Regulations")
    assert asked(session).detail == "Ben votes before it."
    answer(session, "quash")
    detail = asked(session).detail
    assert "The votes are cast in this order: Ben, the Hive and Ada." in detail and "A tie is decided by Ada." in detail


@pytest.mark.rule("29.votes.influence-cards")
def test_players_who_vote_before_the_hive_do_so_first_where_the_table_judges() -> None:
    session = agenda_session()
    session.game.speaker = "p1"
    through_an_agenda(session, "another", "directive.for_against")
    assert isinstance(session.pending, Tell)
    assert session.pending.text == "Ben votes on Another directive, before the Hive"
    answer(session, "done")
    assert "The votes are cast in this order: Ben, the Hive and Ada." in asked(session).detail


@pytest.mark.rule("29.votes.influence-cards")
def test_where_the_hive_alone_casts_votes_no_order_is_told() -> None:
    session = agenda_session()
    session.game.settings.p1.faction = session.game.settings.p2.faction = "Nekro Virus"
    through_an_agenda(session, "Mutiny", "quash")
    assert asked(session).detail == "Only the Hive casts votes."


@pytest.mark.rule("29.votes.influence-cards")
def test_who_casts_no_votes_is_asked_for_none() -> None:
    session = agenda_session()
    session.game.speaker, session.game.settings.p2.faction = "p1", "Nekro Virus"
    through_an_agenda(session, "Mutiny", "quash")
    assert "The votes are cast in this order: the Hive and Ada." in asked(session).detail
    assert {number.name for number in asked(session).numbers} == {"p1.for", "p1.against"}
    answer(session, "for")
    voters = asked(session)
    assert (voters.text, [one.value for one in voters.choices]) == ("Did Ada vote for it?", ["p1", "nobody"])


@pytest.mark.rule("29.votes.influence-cards")
def test_a_player_who_was_silenced_is_in_no_order_of_votes() -> None:
    session = agenda_session()
    through_an_agenda(session, "Public Execution", "p1", "p1", "Fleet Regulations")
    while asked(session).key != "voted":
        answer(session, "quash")
    assert "Ada" not in asked(session).detail and "Ben" in asked(session).detail


def test_an_agenda_takes_two_taps_once_it_is_revealed() -> None:
    session = agenda_session()
    session.game.speaker = "p1"
    through_an_agenda(session, "Fleet Regulations", "for", "for")
    assert asked(session).key == "agenda"
    assert session.game.stage == "1"


@pytest.mark.rule("29.votes.speaker-aggression")
def test_an_event_can_happen_while_the_hive_judges_and_it_judges_anew() -> None:
    session = agenda_session()
    answer(session, "Mutiny")
    assert asked(session).choices[0].value == "for" and asked(session).shown.expects
    session.apply(Event("speaker", {"who": "p1"}))
    assert asked(session).text == "Did the player before the Hive vote For?"
    assert session.game.speaker == "p1"


# --- what won, by the votes of all sides


def counting(speaker: str) -> Session:
    """The Hive has voted For; it casts votes of 2 cards and a multiplier, which the table counts with its own."""
    session = agenda_session()
    session.game.speaker, session.game.hive.bank.influence = ("p1" if speaker == "p1" else "hive"), 8
    through_an_agenda(session, "Fleet Regulations", "for")
    return session


def cast(session: Session) -> int:
    found = re.search(r"(\d+) votes?", str(asked(session).shown.heading))
    assert found is not None
    return int(found[1])


@pytest.mark.reading("Q65")
@pytest.mark.rule("29.votes.total")
@pytest.mark.parametrize(("more", "speaker", "won"), [(1, "p1", "against"), (-1, "p1", "for"), (0, "hive", "for")])
def test_what_won_is_worked_out_where_votes_are_entered(more: int, speaker: str, won: str) -> None:
    session = counting(speaker)
    hives = cast(session)
    session.apply(Answer("voted", {"choice": "counted", "p1.against": hives - 1, "p2.against": 1 + more}))
    assert [law.name for law in session.game.laws] == (["Fleet Regulations"] if won == "for" else [])
    assert asked(session).key == "agenda"


@pytest.mark.reading("Q65")
@pytest.mark.rule("29.votes.total")
def test_a_player_who_is_the_speaker_decides_a_tie() -> None:
    session = counting("p1")
    session.apply(Answer("voted", {"choice": "counted", "p1.against": cast(session)}))
    assert (asked(session).key, asked(session).detail) == ("votes_tied", "A tie is decided by Ada.")
    answer(session, "against")
    assert session.game.laws == []


@pytest.mark.rule("29.votes.total")
def test_an_answer_without_numbers_says_what_won_as_it_always_did() -> None:
    session = counting("p1")
    session.apply(Answer("voted", "against"))
    assert session.game.laws == [] and asked(session).key == "agenda"


# --- laws


def test_a_law_that_is_voted_down_is_discarded() -> None:
    session = agenda_session()
    through_an_agenda(session, "Fleet Regulations", "quash", "against")
    assert session.game.laws == []


def test_laws_leave_play_by_agendas() -> None:
    session = agenda_session(Law("Shared Research"), Law("Minister of War", "Ada"))
    through_an_agenda(session, "Judicial Abolishment", "quash", "Minister of War")
    assert session.game.laws == [Law("Shared Research")]
    through_an_agenda(session, "New Constitution", "quash", "for")
    assert session.game.laws == []


def test_a_law_is_voted_on_again_by_miscount_disclosed() -> None:
    session = agenda_session(Law("Minister of War", "Ada"))
    through_an_agenda(session, "Miscount Disclosed", "quash", "Minister of War")
    assert asked(session).key == "hive_votes"
    assert session.game.laws == []
    through_an_agenda(session, "hive", "p2")
    assert session.game.laws == [Law("Minister of War", "Ben")]
    assert session.game.stage == "1"


def test_laws_are_kept_with_a_game() -> None:
    game = agenda_session(Law("Minister of War", "Ada")).game
    assert load(dump(game), TABLES).laws == [Law("Minister of War", "Ada")]


def test_laws_come_and_go_by_events() -> None:
    session = agenda_session()
    session.apply(Event("law_enacted", {"law": "Minister of War", "who": "hive"}))
    session.apply(Event("law_enacted", {"law": "Shared Research", "who": "nobody"}))
    session.apply(Event("law_enacted", {"law": "Minister of War", "who": "p1"}))
    assert session.game.laws == [Law("Shared Research"), Law("Minister of War", "Ada")]
    session.apply(Event("law_repealed", {"law": "Shared Research"}))
    assert session.game.laws == [Law("Minister of War", "Ada")]
    with pytest.raises(Refused, match="No law has elected the Hive"):
        session.apply(Event("law_resolved", {}))


@pytest.mark.rule("29.elected-laws")
def test_a_law_that_the_hive_resolves_stays_or_is_discarded() -> None:
    session = agenda_session(Law("Minister of Peace", "the Hive"), Law("Minister of Commerce", "the Hive"))
    session.apply(Event("law_resolved", {"law": "Minister of Commerce", "then": "stays"}))
    session.apply(Event("law_resolved", {"law": "Minister of Peace", "then": "discarded"}))
    assert session.game.laws == [Law("Minister of Commerce", "the Hive")]


@pytest.mark.rule("29.elected-laws")
@pytest.mark.parametrize(
    ("law", "moment"),
    [
        ("Minister of War", "hive_has_acted"),
        ("Committee Formation", "player_is_elected"),
    ],
)
def test_the_next_opportunity_of_a_law_is_asked_for(law: str, moment: Any) -> None:
    game = fresh_game()
    game.laws = [Law(law, "Ada")]
    assert list(opportunity(game, moment)) == []
    game.laws = [Law(law, "the Hive")]
    procedure = opportunity(game, moment)
    step = next(procedure)
    assert isinstance(step, Ask) and law in step.text
    with pytest.raises(StopIteration):
        procedure.send("later")
    assert game.laws == [Law(law, "the Hive")]
    procedure = opportunity(game, moment)
    next(procedure)
    with pytest.raises(StopIteration):
        procedure.send("resolved")
    assert game.laws == []


@pytest.mark.rule("29.elected-laws")
def test_the_hive_uses_imperial_arbiter_before_its_production() -> None:
    game = fresh_game()
    game.phase, game.stage = "strategy", "pick"
    game.laws = [Law("Imperial Arbiter", "the Hive")]
    for number, seat in enumerate(("hive", "p1", "p2", "hive", "p1", "p2"), start=1):
        game.strategy_cards[number].owner = seat
    procedure = next_procedure(game)
    assert procedure is not None
    step = next(procedure)
    assert isinstance(step, Ask) and step.key == "swap" and "helps it most" in step.detail


@pytest.mark.rule("29.elected-laws")
def test_a_log_that_resolves_the_arbiter_before_it_swaps_plays_on() -> None:
    def before() -> Session:
        game = fresh_game()
        game.phase, game.stage = "strategy", "pick"
        game.laws = [Law("Imperial Arbiter", "the Hive")]
        for number, seat in enumerate(("hive", "p1", "p2", "hive", "p1", "p2"), start=1):
            game.strategy_cards[number].owner = seat
        session = Session(game)
        session.settle()
        session.apply(Answer("elected_law", "resolved"))
        return session

    session = before()
    session.apply(Answer("swap", "1.2"))
    assert session.game.laws == [] and session.game.strategy_cards[2].owner == "hive"
    kept = before()
    kept.apply(Answer("elected_law", "later"))
    assert kept.game.laws == [Law("Imperial Arbiter", "the Hive")] and asked(kept).key != "swap"


@pytest.mark.rule("29.votes.total")
def test_what_the_hive_has_cast_stands_beside_the_outcome_while_the_players_count_theirs() -> None:
    session = agenda_session()
    through_an_agenda(session, "Mutiny", "for")
    while session.pending is not None and session.pending.key != "voted":
        answer(session, "done")
    notes = {one.value: str(one.note) for one in asked(session).choices}
    assert re.fullmatch(r"so far \d+ votes? of the Hive", notes.pop("for")) and "so far" not in str(notes)


@pytest.mark.rule("29.elected-laws", "25.interference.option-calm")
@pytest.mark.reading("Q132")
def test_with_minister_of_war_the_hive_acts_once_more_in_the_same_turn() -> None:
    game = fresh_game(draws="table", galaxy=layout())
    game.phase, game.active = "action", "hive"
    game.laws = [Law("Minister of War", "the Hive")]
    for number, seat in enumerate(("hive", "hive", "p1", "p1", "p2", "p2"), start=1):
        game.strategy_cards[number].owner = seat
    deck = game.deck
    deck.discard += deck.primary[1:] + deck.secondary[1:]
    deck.primary, deck.secondary = deck.primary[:1], deck.secondary[:1]
    session = Session(game)
    session.settle()
    answer(session, "draw")
    assert drawn(session, "yellow_arrow").fields == ("action", "icons")
    session.game.players["p1"].calmed = True
    wormholes = WormholesJoined(kind="wormholes_joined", wormholes=["alpha"], say="they join")
    begin(session.game, "for the action", wormholes, "action", ("hive",))
    begin(session.game, "for the turn", wormholes, "turn", ("hive",))
    through_an_agenda(session, "done", "resolved")
    assert [one.source for one in session.game.effects] == ["for the turn"]
    assert drawn(session, "blue_arrow").fields == ("action", "icons"), "the turn began with a card in the primary deck"
    assert (session.game.active, session.game.laws, session.game.players["p1"].calmed) == ("hive", [], True)
    answer(session, "done")
    assert (session.game.active, session.game.players["p1"].calmed) == ("p1", False)


def drawn(session: Session, action: str) -> Draw:
    """The definition card that waits to be told: this action, with one icon."""
    step = session.pending
    assert isinstance(step, Draw)
    session.apply(Answer(step.key, {"action": action, "icons": "1"}))
    return step


@pytest.mark.rule("29.elected-laws")
def test_committee_formation_leaves_the_vote_out() -> None:
    session = agenda_session(Law("Committee Formation", "the Hive"))
    through_an_agenda(session, "Minister of War", "resolved", "hive")
    assert asked(session).key == "voted"
    assert asked(session).choices[0].value == "hive"
    assert session.game.deck.discard == []


@pytest.mark.rule("29.elected-laws")
@pytest.mark.parametrize(("elected", "more"), [("the Hive", 1), ("Ada", 0)])
def test_minister_of_policy_brings_the_hive_an_action_card(elected: str, more: int) -> None:
    game = fresh_game()
    game.phase = "status"
    game.laws = [Law("Minister of Policy", elected)]
    steps = list(clean_up(game))
    told = {item.rule for step in steps if isinstance(step, Tell) for item in step.items}
    assert game.hive.action_cards == game.level.status_action_cards + more
    assert ("29.elected-laws" in told) == bool(more)


# --- laws in sight


@pytest.mark.rule("29.elected-laws")
def test_the_laws_say_what_the_hive_has_to_do_and_when() -> None:
    game = fresh_game()
    game.phase = "action"
    game.laws = [Law("Minister of War", "the Hive"), Law("Minister of Policy", "Ada"), Law("Shared Research")]
    war, policy, research = laws_view(game)
    assert (war.hive, war.now, war.rule) == (True, True, "29.elected-laws")
    assert "next opportunity" in war.duty and "discard" in war.duty
    assert (policy.hive, policy.now) == (False, False)
    assert research.duty == "The app plays it: ships move on through nebulae."
    game.laws = [Law("Minister of Industry", "Ada")]
    assert laws_view(game)[0].duty == "When its owner places a space dock."


SPARED = {
    *("Executive Sanctions", "Fleet Regulations", "Homeland Defense Act", "Regulated Conscription"),
    *("Representative Government", "Checks and Balances"),
}
"""The laws that bind players alone, and those that the set-up takes out of the game."""


@pytest.mark.rule("29.elected-laws")
@pytest.mark.reading("Q125")
def test_a_law_that_does_not_bind_the_hive_says_so_and_no_other_does() -> None:
    game = fresh_game()
    laws = {card.name: card for card in game.tables.agendas.agendas if card.type == "law"}
    assert {name for name, card in laws.items() if card.nothing_for_hive and card.outcome == "for_against"} == SPARED
    for name, card in laws.items():
        if card.outcome != "for_against":
            continue
        game.laws = [Law(name)]
        duty = laws_view(game)[0].duty
        assert duty.startswith("It changes nothing for the Hive: ") == (name in SPARED), name
        assert not duty.startswith("It binds the Hive"), name


@pytest.mark.rule("29.elected-laws")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Minister of Industry", "it places no space docks"),
        ("Minister of Sciences", "it pays no resources for technologies"),
    ],
)
def test_an_office_that_brings_the_hive_nothing_is_not_to_be_resolved(name: str, reason: str) -> None:
    game = fresh_game()
    game.laws = [Law(name, "the Hive")]
    shown = laws_view(game)[0]
    assert (shown.hive, shown.duty) == (True, f"It changes nothing for the Hive: {reason}.")


def test_every_law_comes_up_in_some_phase() -> None:
    game = fresh_game()
    for agenda in TABLES.agendas.agendas:
        if agenda.type == "law" and not agenda.purged:
            found = []
            for phase in agenda.phases:
                game.phase = phase
                found.append(matters_now(game, Law(agenda.name)))
            assert found and all(found)


def test_laws_can_be_corrected() -> None:
    game = agenda_session(Law("Minister of War", "Ada"), Law("Core Mining", "Quann")).game
    rows = {row.field: row for row in correctables(game)}
    mining = rows["laws.Core Mining"]
    assert mining.entered.check(mining.read(game)) == "Quann"
    correct(game, "laws.Minister of War", "the Hive")
    assert game.laws[0] == Law("Minister of War", "the Hive")
    correct(game, "laws.Minister of War", "no side")
    assert game.laws[0] == Law("Minister of War", "")
    correct(game, "laws.Core Mining", "repealed")
    assert game.laws == [Law("Minister of War", "")]


# --- numbers


def test_a_house_rule_of_one_agenda_is_followed() -> None:
    data: Any = copy.deepcopy(TABLES.model_dump(mode="json"))
    data["figures"]["agendas_each_round"]["value"] = 1
    game = fresh_game()
    game.tables = type(TABLES).model_validate(data)
    game.phase, game.stage = "agenda", "1"
    procedure = next_procedure(game)
    assert procedure is not None and next(procedure).key == "agenda_end"


def test_games_of_before_get_the_agendas() -> None:
    stored = json.loads(tables_to_json(TABLES))
    del stored["agendas"]
    assert tables_from_json(json.dumps(stored)).agendas == TABLES.agendas
