"""Moments and happenings: who acts there, and in which order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from driving import fresh_game, layout
from hive import keys
from hive.board import pieces
from hive.catalog.reading import load_tables
from hive.catalog.tables import Agenda, Agendas
from hive.catalog.tables.acts import Bends
from hive.catalog.tables.doings import HOOK_AT
from hive.model.game import Duration, Game, Law, NoteHeld
from hive.rules.agenda.phase import end, kept_from_voting
from hive.rules.events.doings import STARTS
from hive.rules.events.limits import UNTIL
from hive.rules.laws import duty, enact, repeal, token_off_the_board
from hive.rules.moments import (
    MODULES,
    AgendaResolved,
    CommoditiesGained,
    Handler,
    Happening,
    Hook,
    PlanetGained,
    Source,
    TechnologyResearched,
    acting,
    at,
    done_by_themselves,
    handlers,
    happen,
    moment,
    on,
)
from hive.rules.tactical.booking import ACTIVATES
from hive.steps import Item, Procedure, Tell

RULES = Path(__file__).parent.parent / "hive" / "rules"
LAWS = fresh_game().tables.agendas.by_name


def test_every_module_that_acts_is_listed_and_what_it_lists_is_a_card() -> None:
    found = {
        ".".join(("hive.rules", *path.relative_to(RULES).with_suffix("").parts))
        for path in RULES.rglob("*.py")
        if re.search(r"^@(at|on)\(", path.read_text("utf-8"), re.MULTILINE)
    }
    assert found == set(MODULES) and len(MODULES) == len(found)
    assert acting(fresh_game()) | done_by_themselves() <= set(LAWS)
    assert all((one.asking is None) != (one.plain is None) for one in handlers())


def test_a_law_acts_while_it_is_in_play_and_elects_the_hive_where_that_matters() -> None:
    game = fresh_game()
    assert happen(game, PlanetGained("hive")) == []
    game.laws = [Law("Minister of Exploration", game.name("p1"))]
    assert happen(game, PlanetGained("hive")) == []
    game.laws = [Law("Minister of Exploration", "the Hive")]
    assert [line.text for line in happen(game, PlanetGained("hive"))] == [
        "Minister of Exploration: the Hive gains 1 trade good."
    ]
    assert happen(game, PlanetGained("p1")) == happen(game, CommoditiesGained("hive")) == []
    assert game.hive.trade_goods == 1


def test_laws_act_by_age(monkeypatch: pytest.MonkeyPatch) -> None:
    @on(PlanetGained, Source(law="Shared Research"))
    def one(_: Game, __: PlanetGained) -> list[Item]:
        return [Item("one")]

    @on(PlanetGained, Source(law="Fleet Regulations"))
    def other(_: Game, __: PlanetGained) -> list[Item]:
        return [Item("other")]

    @at(TechnologyResearched, Source(law="Fleet Regulations"))
    def asks(game: Game, _: TechnologyResearched) -> Procedure[None]:
        yield Tell("told", "1.scope.unchanged-rules")
        repeal(game, "Shared Research")

    @at(TechnologyResearched, Source(law="Shared Research"))
    def asks_too(_: Game, __: TechnologyResearched) -> Procedure[None]:
        yield Tell("told as well", "1.scope.unchanged-rules")

    monkeypatch.setattr("hive.rules.moments.handlers", lambda: (one, other, asks, asks_too))
    game = fresh_game()
    game.laws = [Law("Fleet Regulations"), Law("Shared Research")]
    assert [line.text for line in happen(game, PlanetGained("hive"))] == ["other", "one"]
    # What is repealed meanwhile acts no more.
    assert [getattr(step, "text", "") for step in moment(game, TechnologyResearched("hive"))] == ["told"]


@pytest.mark.rule("29.elected-laws")
def test_a_law_that_comes_to_another_side_takes_its_point_along() -> None:
    game = fresh_game()
    enact(game, "Political Censure", game.name("p1"))
    enact(game, "Political Censure", "the Hive")
    assert (game.players["p1"].victory_points, game.hive.victory_points) == (0, 1)
    repeal(game, "Political Censure")
    assert (game.laws, game.hive.victory_points) == ([], 0)


def test_the_sheet_says_that_a_law_comes_up_by_itself() -> None:
    game = fresh_game()
    text = "It comes up by itself: when its owner gains control of a planet."
    assert duty(game, Law("Minister of Exploration", "the Hive")).text == text
    assert duty(game, Law("Minister of Exploration", game.name("p1"))).text != text


@pytest.mark.rule("1.scope.unchanged-rules")
def test_the_hive_votes_again_once_the_agenda_phase_of_its_execution_is_over() -> None:
    game = fresh_game()
    game.phase, game.agenda_unlocked = "agenda", True
    lines = happen(game, AgendaResolved("Public Execution", "hive", "hive"))
    assert [str(line.text) for line in lines][-1] == "The Hive casts no votes in the rest of this agenda phase."
    assert [getattr(step, "text", "") for step in kept_from_voting(game)] == [
        "Public Execution: the Hive casts no votes in this agenda phase."
    ]
    list(end(game))
    assert list(kept_from_voting(game)) == game.effects == []


def test_an_agenda_acts_with_its_outcome_alone() -> None:
    game = fresh_game()
    game.hive.action_cards = 2
    assert happen(game, AgendaResolved("Executive Sanctions", "for")) == []
    assert len(happen(game, AgendaResolved("Executive Sanctions", "against"))) == 1
    assert game.hive.action_cards == 1


@pytest.mark.rule("29.elected-laws")
def test_the_minister_of_war_takes_a_command_token_off_the_board() -> None:
    game = fresh_game()
    game.hive.tokens.board = 1
    before = game.hive.tokens.tactic
    [step] = token_off_the_board(game)
    assert isinstance(step, Tell) and step.confirm == "done"
    assert (game.hive.tokens.board, game.hive.tokens.tactic) == (0, before)
    assert list(token_off_the_board(game)) == []
    game = fresh_game(galaxy=layout())
    for position in ("209", "104"):
        pieces.put_command_token(game, "hive", position)
    [step] = token_off_the_board(game)
    # By negative priority: the spawning system keeps its token.
    assert pieces.command_tokens(pieces.galaxy_of(game), "hive") == ["209"]


def test_what_acts_at_one_moment_does_so_in_the_order_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def saying(words: str, **source: Any) -> Handler:
        return on(PlanetGained, Source(**source))(lambda _, __: [Item(words)])

    acting = [
        saying("option", option="swift_spawning"),
        saying("note", note="alliance"),
        saying("law", law="Shared Research"),
        saying("doing", doings=True),
        saying("rulebook"),
    ]
    monkeypatch.setattr("hive.rules.moments.handlers", lambda: acting)
    game = fresh_game()
    game.laws, game.settings.options = [Law("Shared Research")], ("swift_spawning",)
    game.hive.notes = [NoteHeld("alliance", "p1")]
    told = [line.text for line in happen(game, PlanetGained("hive"))]
    assert told == ["rulebook", "doing", "law", "note", "option"]
    moments = game.tables.moments.model_copy(update={"order": game.tables.moments.order[::-1]})
    game.tables = game.tables.model_copy(update={"moments": moments})
    assert [line.text for line in happen(game, PlanetGained("hive"))] == told[::-1]


def test_every_moment_has_a_user() -> None:
    """It is named by a row, or a procedure names its hook; and each hook has somebody who acts there."""
    tables, moments = load_tables(options=["monuments_to_the_ages"]), load_tables().moments.by_key
    rows = {one.when for one in tables.doings.doings} | {
        key for one in tables.reminders.reminders for key in one.moments
    }
    hooks = {one.hook for one in moments.values() if one.hook}
    kinds = {kind for base in (Hook, Happening) for kind in base.__subclasses__()}
    assert {*moments} == rows | {key for key, one in moments.items() if one.hook}
    of_rows = {moments[key].hook for key in tables.agendas.at_moment}
    assert hooks == {kind.__name__ for kind in kinds} == {one.kind.__name__ for one in handlers()} | of_rows
    sources = "".join(path.read_text("utf-8") for path in RULES.rglob("*.py"))
    places = {key for key, one in moments.items() if one.hook == HOOK_AT}
    named = {ACTIVATES, *re.findall(r'HookAt\("(\w+)"', sources)}
    assert places == named == {*tables.doings.each_time, *(starts[0] for starts in STARTS.values())}


def test_every_step_of_a_moment_is_one_that_some_procedure_has() -> None:
    assert [key for one in load_tables().moments.moments for key in one.steps if not keys.known(key)] == []


def test_every_duration_has_a_user() -> None:
    sources = {path: path.read_text("utf-8") for path in RULES.rglob("*.py")}
    used = {UNTIL[one.use] for one in load_tables().doings.doings if one.use in UNTIL}
    acts = [act for doing in load_tables().doings.doings for act in doing.does]
    acts += [act for card in LAWS.values() for act in card.acts]
    told = used | {act.until for act in acts if isinstance(act, Bends)}
    for until in get_args(Duration):
        begun = until in told or any("begin(" in source and f'"{until}"' in source for source in sources.values())
        ended = [path for path, source in sources.items() if re.search(rf'end\w*\([\w.]+,[^)]*"{until}"', source)]
        # What is out of the game stays out of it.
        assert begun and (ended or until == "game"), until
    assert {one.source.note for one in handlers() if one.source.note} == {"political_secret", "support_for_the_throne"}


def test_what_a_row_bends_for_a_time_is_begun_and_told() -> None:
    game = fresh_game()
    effect = {"kind": "no_sustain", "units": ["dreadnought"], "say": "dreadnoughts cannot sustain damage"}
    row = {**LAWS["Public Execution"].model_dump(), "name": "Rationed Shields"}
    row["does"] = [{"kind": "bends", "only": {"outcome": "for"}, "until": "round", "effect": effect}]
    agendas = Agendas(table="agendas", agendas=[Agenda.model_validate(row)])
    game.tables = game.tables.model_copy(update={"agendas": agendas})
    assert happen(game, AgendaResolved("Rationed Shields", "against")) == game.effects == []
    [line] = happen(game, AgendaResolved("Rationed Shields", "for"))
    assert str(line.text) == "Rationed Shields: dreadnoughts cannot sustain damage."
    assert [(one.source, one.until) for one in game.effects] == [("Rationed Shields", "round")]
