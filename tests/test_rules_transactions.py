"""Transactions with the Hive: when they can begin, what they do to a waiting question, and where notes lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from day import times
from driving import fresh_game, layout
from hive.board import pieces
from hive.effects import end
from hive.engine.entries import Answer, Event
from hive.engine.errors import Refused
from hive.engine.facts import correct, correctables
from hive.engine.replies import automatic_reply, reply_to
from hive.engine.session import Session
from hive.fields import OneOf
from hive.model.game import PLAYERS, Game, NoteHeld, Phase, Player
from hive.model.laws import broken_laws
from hive.rules.agenda.phase import takes_part
from hive.rules.events.doings import events_of
from hive.rules.events.kinds import all_events
from hive.rules.moments import AgendaRevealed, ObjectiveScored, happen, moment
from hive.rules.notes import KINDS, givable, receivable
from hive.rules.notes import ready_cards as notes_go_back
from hive.steps import Ask, Draw, Procedure, Step
from hive.web.table.players import players_view
from serving import Table, app_in, without_spans

SUPPORT = "support_for_the_throne"
MUTINY = fresh_game().tables.agendas.by_name["Mutiny"]
COMPASS = {"action": "green_compass", "icons": "1"}
ARROW = {"action": "blue_arrow", "choice": "false", "icons": "1"}


def at(phase: Phase, active: str | None = None) -> Game:
    game = fresh_game(draws="table")
    game.phase, game.active = phase, "hive" if active == "hive" else "p1" if active == "p1" else None
    return game


def playing(galaxy: bool = True) -> Session:
    """A session in which the Hive's turn waits for its definition card; both players pay 1 good."""
    game = fresh_game(draws="table", galaxy=layout() if galaxy else None)
    game.phase, game.active = "action", "hive"
    game.strategy_cards[2].owner = "hive"
    session = Session(game)
    session.settle()
    return session


def answer(session: Session, value: Any) -> None:
    assert session.pending is not None
    session.apply(Answer(session.pending.key, value))


def begin(session: Session, name: str, who: Player, note: str = "alliance") -> None:
    """Begin a transaction, pay, and give a note."""
    session.apply(Event(name, {"who": who}))
    if key_of(session.pending) == "payment":
        pays_with_more = isinstance(session.pending, Ask) and session.pending.numbers
        answer(session, {"choice": "paid"} if pays_with_more else "paid")
    answer(session, {"promissory_note": note})
    answer(session, note)


def key_of(step: Step | None) -> str:
    return step.key if step is not None else ""


def choices_of(step: Step | None) -> list[str]:
    return [choice.value for choice in step.choices] if isinstance(step, Ask) else []


def to_the_announcement(session: Session) -> None:
    """Go on until the tactical action is announced."""
    for _ in range(40):
        step = session.pending
        assert step is not None
        if step.key == "tactical_action":
            return
        if isinstance(step, Draw):
            answer(session, {field: {**COMPASS, **ARROW}[field] for field in step.fields} | _definition(step))
        else:
            answer(session, choices_of(step)[0])
    pytest.fail("no tactical action was announced")


def _definition(step: Draw) -> dict[str, str]:
    return COMPASS if step.purpose == "definition" else {}


# --- when a transaction can begin


@pytest.mark.reading("Q129")
@pytest.mark.rule("25.interference.when")
@pytest.mark.parametrize(
    ("phase", "active", "possible"),
    [("action", "hive", True), ("agenda", "hive", True), ("agenda", None, False), ("action", "p1", False)],
)
def test_interference_begins_in_the_hives_turn_also_in_that_to_vote(
    phase: Phase, active: str | None, possible: bool
) -> None:
    assert (all_events()["interference"].against(at(phase, active)) == "") is possible


@pytest.mark.rule("26.when")
def test_an_arms_transaction_begins_in_a_players_own_turn() -> None:
    event = all_events()["arms_transaction"]
    game = at("action", "p1")
    assert event.against(game) == ""
    assert [choice.value for choice in event.fields(game)[0].choices] == ["p1"]
    for elsewhere in (at("action", "hive"), at("agenda"), at("status")):
        assert event.against(elsewhere) == "It is not a player's turn."


@pytest.mark.rule("30.transaction.once-per-round", "30.transaction.counter-limit", "30.transaction.point-limit")
def test_what_cannot_begin_is_refused_with_the_reason() -> None:
    game = at("action", "p1")
    player, event = game.players["p1"], all_events()["arms_transaction"]
    player.traded = True
    assert event.against(game) == "Ada has begun a transaction with the Hive in this round."
    player.traded, player.counters = False, 3
    assert event.against(game) == "Ada has 3 aggression counters; a transaction with the Hive needs fewer than 3."
    player.counters, player.victory_points = 0, 6
    assert event.against(game) == "Ada has 6 victory points; a transaction with the Hive needs fewer than 6."


@pytest.mark.rule("30.transaction.once-per-round")
def test_who_cannot_begin_is_barred_where_the_ally_can() -> None:
    session = playing()
    begin(session, "interference", "p1")
    answer(session, "calm")
    field = all_events()["interference"].fields(session.game)[0]
    assert [choice.value for choice in field.choices] == ["p2"]
    assert [(one.value, one.note) for one in field.barred] == [
        ("p1", "Ada has begun a transaction with the Hive in this round.")
    ]
    with pytest.raises(Refused):
        session.apply(Event("interference", {"who": "p1"}))


def test_a_page_that_is_not_played_brings_no_events() -> None:
    game = fresh_game()
    assert {"interference", "arms_transaction", "note_back"} <= set(events_of(game))
    game.settings.advanced = ["exploration"]
    assert {"interference", "arms_transaction"}.isdisjoint(events_of(game))
    assert "note_back" in events_of(game)


# --- in the middle of the Hive's turn


@pytest.mark.rule("25.interference.when", "25.interference.option-negative")
@pytest.mark.parametrize("galaxy", [True, False])
def test_interference_turns_an_announced_tactical_action_away(galaxy: bool) -> None:
    session = playing(galaxy)
    begin(session, "interference", "p2")
    assert choices_of(session.pending) == ["note", "calm"]
    answer(session, "calm")
    to_the_announcement(session)
    before = session.pending
    begin(session, "interference", "p1")
    assert choices_of(session.pending) == ["note", "negative", "calm"]
    answer(session, "negative")
    to_the_announcement(session)
    assert session.pending != before
    answer(session, choices_of(session.pending)[0])
    assert not session.game.hive.activating


@pytest.mark.rule("10.pass.choice-icon", "25.interference.when", "3.1.secondary-takes-over")
@pytest.mark.reading("Q55")
def test_a_transaction_that_takes_the_last_primary_card_in_a_turn_brings_no_test_of_the_choice_icon() -> None:
    session = playing(galaxy=False)
    deck = session.game.deck
    deck.discard += deck.primary[1:]
    deck.primary = deck.primary[:1]
    begin(session, "interference", "p1")
    answer(session, "calm")
    assert deck.secondary_active
    answer(session, "draw")
    step = session.pending
    assert isinstance(step, Draw)
    assert step.fields == ("action", "icons")


@pytest.mark.rule("25.interference.option-negative", "25.interference.option-calm")
def test_what_an_interference_brings_ends_with_the_hives_turn() -> None:
    session = playing(galaxy=False)
    to_the_announcement(session)
    begin(session, "interference", "p1")
    answer(session, "negative")
    begin(session, "interference", "p2")
    answer(session, "calm")
    assert session.game.players["p2"].calmed
    answer(session, "done")
    assert session.game.active != "hive"
    assert not session.game.hive.negative_priority
    assert not session.game.players["p2"].calmed


@pytest.mark.rule("10.definition.other-type", "25.interference.option-calm")
@pytest.mark.reading("Q99")
@pytest.mark.parametrize("galaxy", [True, False])
def test_an_engagement_that_a_calm_leaves_without_a_target_gives_way_to_the_other_type(galaxy: bool) -> None:
    session = playing(galaxy)
    game = session.game
    if galaxy:
        pieces.put(game, "p1", "destroyer", 1, "207")
    answer(session, "draw")
    answer(session, {"action": "red_star", "icons": "2"})
    to_the_announcement(session)
    assert "hunts" in announced(session)
    cards = game.deck.left
    begin(session, "interference", "p1")
    answer(session, "calm")
    if galaxy:
        assert key_of(session.pending) == "facts", "what infesting rests on has not been confirmed yet"
        answer(session, "right")
    else:
        assert choices_of(session.pending)[-1] == "no_target"
        answer(session, "no_target")
    assert any(told.step.rule == "10.definition.other-type" for told in session.told)
    to_the_announcement(session)
    assert "spreads" in announced(session)
    assert game.deck.left == cards - 3, "a note and new support, and no other definition card"


def announced(session: Session) -> str:
    return str(session.pending.text) if isinstance(session.pending, Ask) else ""


@pytest.mark.rule("10.definition.other-basic", "25.interference.option-calm")
@pytest.mark.reading("Q99")
def test_without_any_target_left_more_cards_decide_and_only_then_the_hive_passes() -> None:
    session = playing(galaxy=False)
    to_the_announcement(session)
    begin(session, "interference", "p1")
    answer(session, "calm")
    answer(session, "no_target")
    answer(session, "no")
    assert isinstance(session.pending, Draw) and session.pending.rule == "10.definition.other-basic"
    answer(session, {"action": "blue_arrow", "icons": "1"})
    assert key_of(session.pending) == "strategic_action"


# --- promissory notes


@pytest.mark.rule("3.1.depleted", "27.draw")
@pytest.mark.reading("Q100")
@pytest.mark.parametrize("name", ["interference", "arms_transaction"])
def test_no_note_passes_without_a_card_even_where_the_table_plays_it_anyway(name: str) -> None:
    session = playing()
    session.game.active = "hive" if name == "interference" else "p1"
    deck = session.game.deck
    deck.discard += deck.primary + deck.secondary
    deck.primary, deck.secondary = [], []
    with pytest.raises(Refused, match=r"depleted\. A transaction needs a card of it\.$"):
        session.apply(Event(name, {"who": "p1"}))
    session.apply(Event(name, {"who": "p1"}, forced=True))
    while key_of(session.pending) in ("payment", "interference", "counteroffer", "arms"):
        assert "note" not in choices_of(session.pending)
        answer(session, [*choices_of(session.pending), "done"][0])
    assert session.game.players["p1"].traded
    assert (session.game.hive.notes, session.game.players["p1"].notes) == ([], [])


@pytest.mark.rule("27.received.resolve")
@pytest.mark.parametrize(
    ("faction", "value", "most"), [("Federation of Sol", 4, 6), ("Barony of Letnev", 2, 4), ("", 1, 8), ("Ours", 1, 8)]
)
def test_no_more_commodities_than_the_faction_can_have_go_to_the_hive(faction: str, value: int, most: int) -> None:
    game = fresh_game()
    game.phase, game.active = "action", "p2"
    game.settings.p1.faction = faction
    game.strategy_cards[5].owner = "p2"
    game.hive.notes = [NoteHeld("trade_agreement", "p1")]
    session = Session(game)
    session.settle()
    answer(session, "card.5")
    step = session.pending
    assert isinstance(step, Ask)
    (number,) = step.numbers
    assert (number.value, number.maximum) == (value, most), "Dynamis Core brings two more"
    with pytest.raises(Refused, match=rf"from 0 to {most}"):
        answer(session, {"choice": "replenished", "commodities": most + 1})
    fields = {field.name: field for field in events_of(game)["note_back"].fields(game)}
    assert getattr(fields["commodities"], "maximum", None) == most


@pytest.mark.rule("27.given.political-secret")
@pytest.mark.parametrize(("said", "left"), [("yes", []), ("no", ["political_secret"])])
def test_the_hives_political_secret_keeps_it_from_voting_once(said: str, left: list[str]) -> None:
    game = fresh_game()
    game.players["p2"].notes = ["political_secret"]
    assert played_out(game, takes_part(game, MUTINY), said) is (said == "no")
    assert game.players["p2"].notes == left
    end(game, "agenda")
    assert game.effects == []
    assert played_out(game, takes_part(fresh_game(), MUTINY), said) is True


@pytest.mark.rule("27.received.resolve")
def test_a_players_political_secret_is_used_on_the_next_agenda() -> None:
    game = fresh_game()
    game.hive.notes = [NoteHeld("political_secret", "p2"), NoteHeld("ceasefire", "p1")]
    played_out(game, moment(game, AgendaRevealed("Mutiny")), "done")
    assert game.hive.notes == [NoteHeld("ceasefire", "p1")]
    assert [one.seats for one in game.effects] == [["p2"]]
    assert list(moment(game, AgendaRevealed("Mutiny"))) == []


def played_out(game: Game, procedure: Procedure[Any], said: str) -> Any:
    """What comes of a procedure whose questions are all answered alike."""
    reply: Any = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration as end:
            return end.value
        reply = None if automatic_reply(step) else reply_to(game, step, said)


@pytest.mark.rule("27.received.display")
def test_the_page_shows_each_note_with_the_player() -> None:
    game = fresh_game()
    game.hive.notes = [NoteHeld("faction", "p1")]
    game.players["p1"].notes = ["alliance"]
    ada, ben = players_view(game)
    assert [note.words for note in ada.notes] == ["faction note with the Hive", "has the Hive's Alliance"]
    assert ben.notes == ()


@pytest.mark.rule("27.received.display", "30.transaction.once-per-round")
def test_the_table_sees_notes_and_who_has_traded(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.begin()
    for field, value in (("notes.p1.alliance", "hive"), ("notes.hive.faction", "p2"), ("players.p2.traded", "yes")):
        table.games.correct(game_id, table.position(game_id), field, value)
    page = without_spans(table.client.get(f"/games/{game_id}").get_data(as_text=True))
    assert "Alliance with the Hive" in page
    assert "has the Hive&#39;s faction note" in page
    assert "<em>traded</em>" in page


def test_corrections_move_a_note_from_one_place_to_another() -> None:
    game = fresh_game()
    correct(game, "notes.hive.alliance", "p1")
    correct(game, "notes.hive.alliance", "p2")
    assert (game.players["p1"].notes, game.players["p2"].notes) == ([], ["alliance"])
    correct(game, "notes.p1.ceasefire", "hive")
    correct(game, "notes.p1.ceasefire", "hive")
    assert game.hive.notes == [NoteHeld("ceasefire", "p1")]
    read = {row.field: row.read(game) for row in correctables(game)}
    assert (read["notes.hive.alliance"], read["notes.p1.ceasefire"]) == ("p2", "hive")
    correct(game, "notes.p1.ceasefire", "p1")
    correct(game, "notes.hive.alliance", "hive")
    assert (game.hive.notes, game.players["p2"].notes) == ([], [])


MOVES = st.lists(
    st.tuples(st.sampled_from(["receive", "give", "scored", "ready", "back"]), st.integers(0, 50), st.booleans()),
    max_size=25,
)


@pytest.mark.rule("27.received.support", "27.received.support-return", "27.given.support", "27.given.support-return")
@settings(max_examples=times(16, 360), deadline=None)
@given(MOVES)
def test_a_note_lies_in_one_place_and_support_is_worth_a_point_only_there(moves: list[tuple[str, int, bool]]) -> None:
    game = fresh_game(draws="table")
    for what, pick, first in moves:
        seat: Player = "p1" if first else "p2"
        game.players[seat].counters, game.players[seat].traded = 1, False
        if game.winner is None:
            _moved(game, what, pick, seat)
        assert broken_laws(game) == []
        supports = sum(note.kind == SUPPORT for note in game.hive.notes)
        assert game.hive.victory_points == supports
        for player in PLAYERS:
            assert game.players[player].victory_points == (SUPPORT in game.players[player].notes)


def _moved(game: Game, what: str, pick: int, seat: Player) -> None:
    if what == "scored":
        happen(game, ObjectiveScored(seat if pick % 2 else "hive"))
    elif what == "ready":
        notes_go_back(game)
    elif what == "back":
        event = all_events()["note_back"]
        notes = [one.value for field in event.fields(game) if isinstance(field, OneOf) for one in field.choices]
        if notes:
            played_out(game, event.procedure(game, {"note": notes[pick % len(notes)], "commodities": 0}), "done")
    elif receivable(game, seat) and givable(game):
        _interfere(game, what, pick, seat)


def _interfere(game: Game, what: str, pick: int, seat: Player) -> None:
    """An interference in which the table picks any note that it can."""
    procedure = all_events()["interference"].procedure(game, {"who": seat})
    reply: Any = None
    while True:
        try:
            step = procedure.send(reply)
        except StopIteration:
            return
        if isinstance(step, Draw):
            reply = reply_to(game, step, {"promissory_note": KINDS[pick % len(KINDS)]})
        elif automatic_reply(step):
            reply = None
        else:
            offered = choices_of(step)
            wanted = ("note" if what == "give" else "calm") if step.key == "interference" else offered[0]
            reply = reply_to(game, step, wanted if offered else "done")
