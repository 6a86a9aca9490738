"""What lies on the cards of galactic events: kept, corrected, shown, and written into scenarios."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driving import layout, settings
from hive.board import pieces
from hive.board.edits import apply_edits
from hive.catalog.reading import load_tables
from hive.engine.errors import Refused
from hive.engine.facts import correct, correctables
from hive.engine.state import dump, load
from hive.model.game import EventCards, Game, NoteHeld
from hive.model.laws import broken_laws
from hive.rules.events.doings import event_of, events_of
from hive.rules.events.kinds import NotNow, begin_event, stands_against
from hive.rules.moments import AgendaRevealed, moment
from hive.rules.setup.new_game import new_game
from hive.scenarios.given import situation_of
from hive.steps import Ask, Procedure, Tell
from hive.web.table.hive import on_event_cards
from hive.web.words import anchor

OPTIONS = ["monuments_to_the_ages", "stellar_atomics", "total_war", "zealous_orthodoxy"]


def game(*options: str) -> Game:
    """A new game without a galaxy, played with some options."""
    return new_game(replace(settings(), options=options), load_tables(options=list(options)), "seed")


def test_a_snapshot_keeps_what_lies_on_the_cards() -> None:
    played = game(*OPTIONS)
    played.event_cards = EventCards("p1", 2, ["aux2"], {"Quinarra": 7}, {"Lodor": 2})
    assert load(dump(played), played.tables).event_cards == played.event_cards
    assert situation_of(played)["event_cards"] == {
        "zealous": "p1",
        "atomics": 2,
        "monuments": ["aux2"],
        "special_commodities": {"Quinarra": 7},
        "beneath": {"Lodor": 2},
    }


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("event_cards.zealous", "p2", EventCards("p2", 0, ["aux1", "aux2"])),
        ("event_cards.atomics", 3, EventCards(None, 3, ["aux1", "aux2"])),
        ("event_cards.monuments.aux1", "no", EventCards(None, 0, ["aux2"])),
        ("event_cards.special_commodities.Quinarra", 4, EventCards(None, 0, ["aux1", "aux2"], {"Quinarra": 4})),
    ],
)
def test_each_can_be_corrected_where_its_event_is_played(field: str, value: object, expected: EventCards) -> None:
    played, without = game(*OPTIONS), game()
    correct(played, field, value)
    assert played.event_cards == expected
    with pytest.raises(Refused):
        correct(without, field, value)


def test_the_table_screen_shows_those_of_the_events_that_are_played() -> None:
    assert [number for _, number, _ in on_event_cards(game(*OPTIONS))] == [0, 2, 0]
    assert on_event_cards(game()) == []
    anchors = {anchor(one.field) for one in correctables(game(*OPTIONS))}
    assert {where for _, _, where in on_event_cards(game(*OPTIONS))} <= anchors


def test_events_of_the_table_are_there_where_their_event_is_played() -> None:
    mine = {"atomics", "monument", "monument_built", "war", "zealous"}
    assert mine & set(events_of(game())) == set()
    assert mine <= set(events_of(game(*OPTIONS)))


@pytest.mark.rule("35.fighters.pink-last")
def test_ships_that_are_out_of_the_game_can_be_corrected_where_ships_fall() -> None:
    played, without = game("age_of_fighters"), game()
    correct(played, "hive.fallen.cruiser", 8)
    assert played.hive.fallen == {"cruiser": 8}
    with pytest.raises(Refused):
        correct(played, "hive.fallen.cruiser", 13)
    with pytest.raises(Refused):
        correct(without, "hive.fallen.cruiser", 1)


def told(procedure: Procedure[object]) -> list[str]:
    """All that a procedure tells; what it asks is answered as expected."""
    reply, texts = None, []
    try:
        while True:
            step = procedure.send(reply)
            assert isinstance(step, Tell | Ask)
            texts += [step.text, *(item.text for item in step.items)]
            reply = step.choices[0].value if isinstance(step, Ask) else True
    except StopIteration:
        return texts


@pytest.mark.rule("1.scope.unchanged-rules")
def test_each_player_uses_stellar_atomics_once_and_the_table_is_told_what_that_forbids() -> None:
    played = game("stellar_atomics")
    event = events_of(played)["atomics"]
    for seat, other in (("p1", "p2"), ("p2", "p1")):
        texts = told(begin_event(played, event, {"who": seat}))
        assert f"In agenda phases {played.name(seat)} plays no action cards." in texts
        with pytest.raises(NotNow, match="has used Stellar Atomics already") as again:
            begin_event(played, event, {"who": seat})
        assert again.value.forcible
        assert (stands_against(played, event)[0] == "") == (seat == "p1"), other
    assert played.event_cards.atomics == 2


@pytest.mark.rule("1.scope.unchanged-rules")
def test_who_has_used_stellar_atomics_has_no_say_in_agenda_phases() -> None:
    played = game("stellar_atomics")
    told(begin_event(played, events_of(played)["atomics"], {"who": "p1"}))
    played.hive.action_cards, card = 4, {"effect": "directly"}
    told(begin_event(played, events_of(played)["action_card"], {"who": "p1", **card}))
    played.phase, played.speaker = "agenda", "p2"
    with pytest.raises(NotNow, match="no action cards in the agenda phase"):
        begin_event(played, events_of(played)["action_card"], {"who": "p1", **card})
    told(begin_event(played, events_of(played)["action_card"], {"who": "p2", **card}))
    pressure = event_of(played, "used.diplomatic_pressure")
    assert pressure is not None
    played.hive.notes.append(NoteHeld("alliance", "p2"))
    with pytest.raises(NotNow, match="no action cards in the agenda phase"):
        begin_event(played, pressure, {"who": "p1"})
    silent = f"Stellar Atomics: {played.name('p1')} casts no votes and plays no action cards."
    assert told(moment(played, AgendaRevealed("Mutiny"))) == [silent]


@pytest.mark.rule("37.monuments.players")
def test_players_build_no_third_monument_and_the_map_takes_none() -> None:
    tables = load_tables(options=["monuments_to_the_ages"])
    played = new_game(replace(settings(), options=("monuments_to_the_ages",)), tables, "seed", layout())
    build = events_of(played)["monument_built"]
    for at, name in (("101", "Vefut II"), ("103", "Saudor"), ("105", "Perimeter")):
        pieces.set_control(played, at, name, "p1")
    assert not build.impossible(played)
    for at, name in (("101", "Vefut II"), ("103", "Saudor")):
        apply_edits(played, {f"{at}/planet/{name}/units/neutral/space_dock": 1})
    assert build.impossible(played)
    assert broken_laws(played) == []
    apply_edits(played, {"105/planet/Perimeter/units/neutral/space_dock": 1})
    assert len(broken_laws(played)) == 1


def test_without_a_galaxy_players_see_to_their_monuments() -> None:
    played = game("monuments_to_the_ages")
    assert events_of(played)["monument_built"].impossible(played)
