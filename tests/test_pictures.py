"""The screens of which pictures are taken: each can be found, and shows a game that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.pictures.__main__ import every, screens_of, shown
from bench.pictures.playing import NotThere, export_of, play
from bench.pictures.screens import COPY, SCREENS, Screen
from bench.pictures.taking import SIZES
from hive import keys
from hive.games.service import Games
from hive.store import Store

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 1_200_000


def test_every_screen_has_a_name_of_its_own_and_a_game_that_is_there() -> None:
    names = [screen.name for screen in SCREENS]
    assert len(names) == len(set(names))
    for screen in SCREENS:
        assert not screen.game or export_of(screen.game).is_file()
        assert not screen.until or (screen.game and keys.known(screen.until))
        assert screen.shown in ("", *screen.sizes) and {*screen.sizes} <= {*SIZES}


def test_a_game_is_played_on_up_to_the_step_that_a_screen_shows(store: Store) -> None:
    games = Games(store)
    screens = [Screen("one", "", game="20"), Screen("two", "", game="20", until=keys.TACTICAL_ACTION)]
    found = play(games, screens)
    steps = [games.present(found[screen.table]).session.pending for screen in screens]
    assert [step.key for step in steps if step] == [keys.FACTS, keys.TACTICAL_ACTION]
    assert COPY in games.store.copies()
    with pytest.raises(NotThere, match="comes to no step “votes”"):
        play(games, [Screen("three", "", game="05", until=keys.VOTES)])


def test_some_screens_are_chosen_by_their_names(tmp_path: Path) -> None:
    screens = screens_of("map,combat")
    assert [picture.file.name for picture in every(tmp_path, screens, ["phone"], ["dark", "light"])] == [
        "map-phone-dark.png",
        "combat-phone-dark.png",
        "map-phone-light.png",
        "combat-phone-light.png",
    ]
    assert [(one.file.name, one.size) for one in shown(tmp_path, screens)] == [
        ("map.webp", "phone"),
        ("combat.webp", "tablet"),
    ]
    with pytest.raises(SystemExit, match="no screen is called mapp"):
        screens_of("mapp")


def test_the_docs_show_a_dozen_screens_and_they_are_small() -> None:
    names = {f"{screen.name}.webp" for screen in SCREENS if screen.shown}
    files = list((ROOT / "docs" / "pictures").iterdir())
    assert len(names) >= 12 and {file.name for file in files} == names
    assert sum(file.stat().st_size for file in files) < LARGEST
    page = (ROOT / "docs" / "screens.md").read_text(encoding="utf-8")
    assert set(re.findall(r'src="pictures/([^"]+)" alt="[^"]+"', page)) == names
    for shown_too in re.findall(r'src="docs/pictures/([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8")):
        assert shown_too in names
