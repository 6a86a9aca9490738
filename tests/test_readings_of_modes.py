"""Readings of pages 33 to 36 that no scenario tells from the others: what is counted, offered and said."""

from __future__ import annotations

import pytest

from driving import fresh_game
from hive.catalog.options import misfits, with_options
from hive.catalog.reading import load_options, load_rulebook, load_tables
from hive.fields import OneOf
from hive.model.game import Game
from hive.rules.events.doings import event_of
from hive.rules.exploration.expedition import counted


def played_with(*options: str) -> Game:
    game = fresh_game()
    game.settings.boxes, game.settings.options = ["base", "pok", "te"], options
    game.tables = with_options(load_tables(), load_rulebook(), options, load_options())
    return game


@pytest.mark.rule("33.expedition.count")
@pytest.mark.reading("M5")
def test_an_expedition_card_without_an_icon_claims_slice_zero_if_it_is_free() -> None:
    game = played_with("thunders_edge")
    assert [counted(game, icons)[0] for icons in (0, 1, 2)] == [0, 1, 2]
    game.expedition[0] = "p1"
    assert [counted(game, icons)[0] for icons in (0, 1, 2)] == [None, 1, 2]


@pytest.mark.rule("33.faction.firmament-technology")
@pytest.mark.reading("M24")
def test_the_firmament_counts_the_symbols_of_all_research_cards_together() -> None:
    reminders = played_with("thunders_edge").tables.reminders.reminders
    (text,) = [one.text for one in reminders if one.rule == "33.faction.firmament-technology"]
    assert "all research cards" in text and "together" in text


@pytest.mark.rule("36.mercenaries.cycle")
@pytest.mark.reading("M51")
def test_the_hive_hires_no_mercenary() -> None:
    game = played_with("mercenaries_for_hire")
    event = event_of(game, "mercenary")
    assert event is not None
    (who,) = [field for field in event.fields(game) if isinstance(field, OneOf)]
    assert [choice.value for choice in who.choices] == ["p1", "p2"]


@pytest.mark.rule("34.scope")
@pytest.mark.reading("Q138")
def test_twilights_fall_goes_with_the_events_that_contradict_no_page_and_the_form_says_so() -> None:
    options = load_options()
    events = {key for key, read in options.items() if read.option.group == "Galactic events"}
    fit = {key for key in events if not misfits(["twilights_fall", key], options, ["base", "pok", "te"])}
    without_its_components = {"cultural_exchange_program", "hidden_agenda", "mercenaries_for_hire", "zealous_orthodoxy"}
    assert events - fit == {*without_its_components, "call_of_the_void"}, "that one needs Thunder's Edge"
    assert all(played_with("twilights_fall", key).tables for key in fit)
    assert "not printed for it" in options["twilights_fall"].option.changes
