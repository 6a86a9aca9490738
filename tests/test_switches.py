"""What players own and do, by the kind of change: a scenario proves each place where it acts."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from hive.catalog.tables.doings import Switch
from hive.scenarios.report import citations
from hive.web.lookup import SWITCHES

PLACES = [f"{switch}.{place}" for switch, told in SWITCHES.items() for place in told.places]


def test_each_kind_of_change_has_places() -> None:
    assert list(SWITCHES) and {*SWITCHES} == {*get_args(Switch)}
    assert all(told.places for told in SWITCHES.values())


def test_scenarios_prove_each_place_and_name_no_others() -> None:
    assert {cited for path, cited in citations(mark="place") if path.suffix == ".yaml"} == {*PLACES}


def test_what_scenarios_name_is_read(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("title: x\nplaces: [reroll.barrage]\n", encoding="utf-8")
    assert [cited for _, cited in citations(tmp_path, "place")] == ["reroll.barrage"]
