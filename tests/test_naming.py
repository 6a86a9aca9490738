"""How the table finds what lies in the galaxy: by planet, then tile, then position."""

from __future__ import annotations

import pytest

from hive.naming import planet_label, system_label, system_labels
from hive.words import ENGLISH, pieces
from placing import game_with


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("101", "Wellon, tile 19"),
        ("304", "Jord, tile 1 (Ben's home system)"),
        ("000", "Mecatol Rex, tile 18"),
        ("205", "Primor, tile 65 (AUX 2)"),
        ("310", "Tren'lak/Quinarra, tile 13 (main spawning system)"),
        ("316", "Arretze/Hercant/Kamdorn, tile 16 (Ada's home system)"),
        ("102", "gravity rift, tile 41"),
        ("202", "wormhole alpha, tile 39"),
        ("314", "empty space, tile 50"),
    ],
)
def test_a_system_is_named_by_its_planets_else_by_what_it_is(position: str, words: str) -> None:
    label = system_label(game_with(), position)
    assert label == words
    assert {piece.system for piece in pieces(label, ENGLISH)} == {position}


def test_one_planet_is_named_with_its_tile() -> None:
    assert planet_label(game_with(), "310", "Quinarra") == "Quinarra, tile 13 (main spawning system)"


def test_several_systems_are_told_apart() -> None:
    assert system_labels(game_with(), ["101", "102"]) == "Wellon, tile 19; gravity rift, tile 41"


def test_a_system_that_is_not_in_the_galaxy_is_named_as_it_was_typed() -> None:
    assert system_label(game_with(), "999") == "999"
