"""What players own and do: every row of decks/doings.yaml can be used, and what is counted of them is so."""

from __future__ import annotations

from importlib import import_module
from typing import get_args

import pytest

from driving import expected_answer, fitting, fresh_game, layout
from hive.__main__ import main
from hive.catalog.reading import load_tables
from hive.catalog.tables.acts import Act, AgendaAct, ExplorationAct, Happens, Stands
from hive.catalog.tables.base import Frozen
from hive.engine.entries import Answer, Event
from hive.engine.errors import JsonObject, Refused
from hive.engine.session import Session
from hive.engine.state import dump, load
from hive.model.game import Game, PlayerSetup
from hive.rules.acts.core import MODULES, Scene, verbs
from hive.rules.events.doings import USED, doings_of, event_of, used_event
from hive.rules.events.kinds import all_events
from hive.rules.events.limits import Reach, Used

ROWS = load_tables().doings.doings
FACTIONS = sorted({one.faction for one in ROWS if one.faction and one.box != "tf"})
PAIRS = list(zip(FACTIONS[::2], [*FACTIONS[1::2], FACTIONS[0]], strict=False))


def at_the_table(one: str, other: str, tracked: bool, mode: str = "standard") -> Game:
    game = fresh_game(galaxy=layout() if tracked else None)
    game.settings.p1, game.settings.p2 = PlayerSetup("Ada", one, "blue"), PlayerSetup("Ben", other, "green")
    game.settings.boxes = ["base", "pok", "codex", "te"]
    game.tables = game.tables.model_copy(update={"doings": game.tables.doings.model_copy(update={"mode": mode})})
    game.phase, game.active, game.stage = "action", "p1", ""
    game.hive.action_cards, game.hive.trade_goods, game.hive.commodities = 4, 5, 2
    return game


def plain(game: Game) -> JsonObject:
    """The state, but for what the last entry has touched."""
    state = dump(game)
    galaxy = state["galaxy"]
    return {**state, "galaxy": galaxy["systems"] if isinstance(galaxy, dict) else None}


def use(session: Session, key: str) -> bool:
    """Use it as a table would, with the first of what it asks; whether it could be used."""
    event = event_of(session.game, USED + key)
    assert event is not None, key
    assert all(str(field.label) != "How many" for field in event.fields(session.game)), key
    if event.impossible(session.game):
        before = plain(session.game)
        with pytest.raises(Refused):
            session.apply(Event(event.name, {}))
        assert plain(session.game) == before
        return False
    told = {field.name: fitting(field, 0) for field in event.fields(session.game)}
    if event.idle(session.game, told):
        with pytest.raises(Refused):
            session.apply(Event(event.name, told))
        return False
    session.apply(Event(event.name, told))
    for _ in range(12):
        if len(session.stack) < 2 or session.pending is None:
            return True
        session.apply(Answer(session.pending.key, expected_answer(session.game, session.pending)))
    raise AssertionError(f"{key} asks on and on")


def used_by(game: Game) -> list[str]:
    """What could be used of all that this table can have, one after the other."""
    session = Session(game)
    session.settle()
    return [doing.doing for doing in doings_of(game) if use(session, doing.doing)]


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_everything_that_two_factions_have_can_be_used(one: str, other: str) -> None:
    game = at_the_table(one, other, tracked=True)
    assert {doing.faction for doing in doings_of(game)} == {one, other, None}
    session = Session(game)
    session.settle()
    for doing in doings_of(game):
        if doing.faction is not None:
            use(session, doing.doing)


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize("tracked", [True, False], ids=["map", "asked"])
@pytest.mark.parametrize("mode", ["standard", "twilights_fall"])
def test_everything_that_any_table_has_can_be_used(mode: str, tracked: bool) -> None:
    assert len(used_by(at_the_table("Federation of Sol", "Winnu", tracked, mode))) > 40


def test_only_what_this_table_can_have_is_offered() -> None:
    game = at_the_table("Federation of Sol", "Winnu", tracked=True)
    game.settings.boxes = ["base"]
    assert {doing.box for doing in doings_of(game)} == {"base"}
    assert event_of(game, "used.stellar_converter") is None
    assert event_of(game, "used.nothing_of_the_kind") is None


def test_a_later_print_takes_the_place_of_an_earlier_one() -> None:
    game = at_the_table("Federation of Sol", "Winnu", tracked=True)
    assert "magen_defense_grid" not in [doing.doing for doing in doings_of(game)]
    game.settings.boxes = ["base", "pok"]
    assert "magen_defense_grid" in [doing.doing for doing in doings_of(game)]


def test_what_a_row_has_happen_is_an_event() -> None:
    assert {act.event for one in ROWS for act in one.does if isinstance(act, Happens)} <= set(all_events())


def classes(acts: object) -> set[type[Frozen]]:
    return {kind for union in get_args(acts)[:1] for kind in get_args(union)}


def test_each_class_of_acts_has_one_verb_wherever_it_is_done() -> None:
    found = verbs()
    assert len(found) == sum(len(of) for name in MODULES for of in import_module(name).VERBS.values())
    for acts, scenes in ((Act, (Used, Reach)), (AgendaAct, (Scene,)), (ExplorationAct, (Scene,))):
        for kind in classes(acts) - ({Stands} if acts == AgendaAct else set()):
            for scene in scenes:
                verb = next(found[one, kind] for one in scene.__mro__ if (one, kind) in found)
                assert (verb.plain is None) != (verb.asking is None)


def test_how_the_rows_are_played_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doings"]) == 0
    head, *rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert head == ["switch", "itself", "tap", "sheet", "says", "all"]
    assert len(rows) == 19
    assert rows[-1][-1] == str(len(ROWS))
    assert [sum(int(row[column]) for row in rows[:-1]) for column in range(1, 6)] == [int(one) for one in rows[-1][1:]]


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ("insurrection", True),
        ("gravitational_collapse", True),
        ("antimass_deflectors", True),
        ("converge", False),
    ],
)
def test_who_uses_it_is_asked_where_that_matters(key: str, asked: bool) -> None:
    game = at_the_table("Federation of Sol", "Winnu", tracked=True, mode="twilights_fall")
    event = used_event(game.tables.doings.by_key[key])
    assert ("who" in [field.name for field in event.fields(game)]) is asked


def test_an_event_is_called_as_its_row() -> None:
    assert [used_event(one).title for one in ROWS] == [one.name for one in ROWS]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_both_players_can_have_the_same_technology_and_one_of_them_can_lose_it() -> None:
    session = Session(at_the_table("Federation of Sol", "Winnu", tracked=True))
    session.settle()
    for who, having in (("p1", ["p1"]), ("p2", ["p1", "p2"]), ("p1", ["p2"]), ("p2", None)):
        session.apply(Event("used.antimass_deflectors", {"who": who}))
        assert session.game.owned.get("antimass_deflectors") == having


def test_a_snapshot_of_an_earlier_version_knows_one_owner_of_each() -> None:
    game = at_the_table("Federation of Sol", "Winnu", tracked=False)
    assert load({**dump(game), "owned": {"antimass_deflectors": "p1"}}, game.tables).owned == {
        "antimass_deflectors": ["p1"]
    }
