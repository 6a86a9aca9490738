"""Cards that hardly any printed deck shows: asked about, never refused."""

from __future__ import annotations

from typing import Any

import pytest

from hive.catalog.reading import load_tables
from hive.catalog.tables import HiveMindCard
from hive.web.copies.parts import card_doubts, deck_doubts, like

TABLES = load_tables()
DECK = list(TABLES.hive_mind.cards)


def card(place: int = 4, **fields: Any) -> HiveMindCard:
    """A card of ours (a cruiser, a carrier, 2 icons, initiative 3 / 4), some of its fields otherwise."""
    return HiveMindCard.model_validate({**DECK[place].model_dump(mode="json"), **fields})


def test_our_own_deck_raises_no_doubt() -> None:
    assert deck_doubts(DECK, TABLES) == []


@pytest.mark.rule("8.card")
@pytest.mark.reading("Q11")
@pytest.mark.parametrize(
    ("left", "right", "doubt"),
    [
        ("flagship", "flagship", "Flagship on the left and on the right"),
        ("dreadnought", "carrier", "Dreadnought on the left costs more than carrier on the right"),
        ("flagship", "war_sun", "Flagship on the left, where the standard ship stands"),
        ("destroyer", "cruiser", "Cruiser on the right carries nothing"),
        ("fighter", "carrier", "A fighter as a ship to produce"),
        ("carrier", "dreadnought", ""),
        ("cruiser", "war_sun", ""),
    ],
)
def test_ships_at_the_wrong_side_are_asked_about(left: str, right: str, doubt: str) -> None:
    found = card_doubts(card(standard_ship=left, advanced_ship=right), TABLES)
    assert (len(found) == 1 and found[0].startswith(doubt)) if doubt else found == []


@pytest.mark.reading("Q08")
def test_icons_are_less_than_the_most_counters() -> None:
    assert card_doubts(card(icons=4), TABLES) == []
    assert card_doubts(card(icons=5), TABLES) == ["5 faction icons: no player ever has more counters than that."]


@pytest.mark.reading("Q10")
@pytest.mark.parametrize(("pair", "doubts"), [([5, 6], 0), ([5, 8], 1), ([6, 5], 1), ([8], 0)])
def test_pairs_of_initiative_that_are_no_neighbours_are_asked_about(pair: list[int], doubts: int) -> None:
    assert len(card_doubts(card(initiative=pair), TABLES)) == doubts


def test_a_card_entered_twice_is_noticed() -> None:
    twice = [*DECK[:7], card(id=8), *DECK[8:]]
    (doubt,) = deck_doubts(twice, TABLES)
    assert (doubt.places, doubt.words) == ((4, 7), "These cards show the same in every field.")
    assert like(twice, 7, frozenset({3, 4})) == ["Card 5 shows the same in every field."]
    assert like(twice, 7, frozenset({3})) == []


@pytest.mark.rule("3.1.decisions")
@pytest.mark.parametrize(
    ("field", "value", "instead", "missing"),
    [
        ("spawning_system", "aux2", "aux1", "AUX 2"),
        ("technology", "red", "blue", "a red technology"),
        ("icons", 3, 2, "3 faction icons"),
        ("advanced_ship", "flagship", "carrier", "flagship on the right"),
        ("action", "green_compass", "red_star", "the action symbol “infest”"),
        ("initiative", [5, 6], [7, 8], "initiative 5 / 6"),
    ],
)
def test_what_the_rulebook_has_and_no_card_shows_is_told(field: str, value: Any, instead: Any, missing: str) -> None:
    shown = tuple(value) if isinstance(value, list) else value
    deck = [card(place, **{field: instead}) if getattr(one, field) == shown else one for place, one in enumerate(DECK)]
    words = [str(one.words) for one in deck_doubts(deck, TABLES) if not one.places]
    assert words == [f"No card shows {missing}, and the rulebook has it."]
