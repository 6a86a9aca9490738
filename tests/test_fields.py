"""The one check of everything that the table enters: a number within bounds, or one of some choices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hive.fields import Choice, Misfit, Number, OneOf, whole_number

SHIPS = Number("ships", "Ships", maximum=4, minimum=1)
KNOWN = Number("lost", "Lost", maximum=4, firm=False)
SIDE = OneOf("who", "Who", (Choice("p1", "Ada"), Choice("hive", "The Hive")), barred=(Choice("p2", "Ben", "Not now."),))


@given(st.integers(-20, 20), st.booleans())
def test_a_number_counts_as_it_was_entered_or_is_refused(number: int, sheet: bool) -> None:
    if 1 <= number <= 4:
        assert SHIPS.check(str(number), sheet) == SHIPS.check(number, sheet) == number
    else:
        with pytest.raises(Misfit, match="from 1 to 4"):
            SHIPS.check(number, sheet)


@pytest.mark.parametrize("value", [None, "", "many", "1.0", "1e3", 1.0, True, [1], {"ships": 1}, "9" * 5000])
def test_what_is_no_whole_number_is_refused_with_the_bounds(value: object) -> None:
    assert whole_number(value) is None
    with pytest.raises(Misfit, match="Ships: enter a whole number from 1 to 4"):
        SHIPS.check(value)


def test_a_refusal_repeats_the_number_where_the_page_no_longer_shows_it() -> None:
    with pytest.raises(Misfit, match="Ships: 9 is not from 1 to 4"):
        SHIPS.check("9")
    with pytest.raises(Misfit, match="Ships: enter a whole number from 1 to 4"):
        SHIPS.check("9", sheet=True)


def test_more_than_is_known_counts_as_all_of_it_where_the_table_insists() -> None:
    assert KNOWN.against("9") == "Lost: 9 are more than the 4 that the app knows of."
    assert KNOWN.against("4") == SHIPS.against("9") == KNOWN.against("many") == ""
    assert KNOWN.check("9") == 4
    with pytest.raises(Misfit, match="-1 is not from 0 to 4"):
        KNOWN.check(-1)


@pytest.mark.parametrize("value", [None, "", "p3", "Ada", 1, ["p1"], {"p1": 1}])
def test_what_is_none_of_the_choices_is_refused_with_their_words(value: object) -> None:
    with pytest.raises(Misfit, match="Who: choose one of Ada, The Hive"):
        SIDE.check(value)
    with pytest.raises(Misfit, match="Who: choose one of Ada or The Hive"):
        SIDE.check(value, sheet=True)


def test_a_barred_choice_says_what_stands_against_it_and_can_be_insisted_on() -> None:
    assert (SIDE.against("p1"), SIDE.against("p2"), SIDE.against("p3")) == ("", "Not now.", "")
    assert SIDE.check("p2") == "p2"


def test_the_table_reads_the_words_of_a_choice_and_a_number_as_it_is() -> None:
    assert [SIDE.words(value) for value in ("p1", "p2", "p3")] == ["Ada", "Ben", "p3"]
    assert [SHIPS.words(value) for value in (3, "9", None)] == ["3", "9", "None"]


def test_bounds_are_said_by_name_so_that_none_is_taken_for_the_other() -> None:
    with pytest.raises(TypeError, match="positional"):
        Number("ships", "Ships", 1, 4)  # type: ignore[misc]
