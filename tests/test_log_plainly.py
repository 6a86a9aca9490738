"""The words of the log as they are shown: what happened, not which button was tapped. What is kept stays as it was."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest

from hive.engine.narration import plainly
from hive.words import THE_HIVE, PlayerName, Words, heard_or_plain, kept, listed, say
from serving import Table, app_in, without_spans

ADA = PlayerName("p1", "Ada")
BEGINS = say("{what} begins", what=say("Round {number} of the space combat", number=1))


def answered(step: Words, answer: Words) -> Words:
    """What the log keeps of an answer, read back."""
    return heard_or_plain(json.loads(json.dumps(kept(say("{step}: {answer}", step=step, answer=answer)))))


@pytest.mark.parametrize(
    ("step", "answer", "shown"),
    [
        (BEGINS, say("Go on"), "Round 1 of the space combat begins"),
        (
            BEGINS,
            listed([say("Go on"), say("{who} retreats", who=ADA)], ","),
            "Round 1 of the space combat begins: Ada retreats",
        ),
        (say("{who}'s turn", who=THE_HIVE), say("Draw"), "the Hive's turn begins"),
        (say("{who}'s turn", who=ADA), say("End turn"), "Ada's turn ends"),
        (say("[The Hive] takes {card}", card=say("Trade")), say("Done"), "The Hive takes Trade"),
        (say("{who} moves", who=ADA), say("Done"), "Ada moves"),
        # What says more than that somebody tapped on stays, and so does what hands were told to do, or what has a name.
        (say("{who} pays", who=ADA), say("Cannot pay"), "Ada pays: Cannot pay"),
        (say("Place {units}", units=say("1 cruiser")), say("Done"), "Place 1 cruiser: Done"),
        (say("{who}'s turn", who=ADA), say("Done"), "Ada's turn: Done"),
    ],
)
def test_a_line_of_the_log_says_what_happened(step: Words, answer: Words, shown: str) -> None:
    assert plainly(answered(step, answer)) == shown


def test_what_an_earlier_version_wrote_and_other_words_are_told_as_plainly() -> None:
    assert plainly(heard_or_plain("Round 1: the combat begins: Go on")) == "Round 1: the combat begins"
    assert plainly(heard_or_plain("The Hive's turn: Draw")) == "The Hive's turn begins"
    assert plainly(heard_or_plain("The Hive takes Trade: Done")) == "The Hive takes Trade"
    for said in ("", say("Undone"), say("{step}: {answer}, {more}", step=ADA, answer=ADA, more=ADA)):
        assert plainly(said) == said


def test_a_line_of_an_earlier_version_stays_in_one_language(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    log = f"/games/{table.import_kept('20')}/log"
    html = unescape(without_spans(table.client.get(log, headers={"Accept-Language": "de"}).get_data(as_text=True)))
    assert "The Hive's turn begins" in html and "The Hive's turn beginnt" not in html


def test_every_screen_shows_the_log_so_and_the_game_keeps_what_it_kept(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.import_kept("20")
    said = str(table.games.present(game_id).lines[0]["said"])
    assert said == "The Hive's turn: Draw"
    for path in ("", "?tab=log", "/log", "/wall", "/story", "/corrections"):
        page = without_spans(unescape(table.client.get(f"/games/{game_id}{path}").get_data(as_text=True)))
        assert "turn: Draw" not in page, path
        assert path == "/story" or "The Hive's turn begins" in page, path
        assert ": Go on" not in page, path
        assert "turn: End turn" not in page, path
    assert next(entry.words for entry in table.games.lines(game_id, None))["said"] == kept(
        table.games.present(game_id).lines[0]["said"]
    )
