"""Options: they patch tables, stay with a game, fit each other, and no rule asks for one by name."""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from driving import expected_answer, fresh_game, settings
from hive.__main__ import main
from hive.catalog.checking import DECKS
from hive.catalog.copying import check_files
from hive.catalog.documents import TableError
from hive.catalog.options import FOLDER, Options, ReadOption, misfits, with_options
from hive.catalog.reading import load_events, load_options, load_rulebook, load_tables, tables_from_json, tables_to_json
from hive.catalog.tables import AgendaOutcome, Tables
from hive.engine.entries import New, from_json
from hive.engine.errors import LogMismatch
from hive.engine.state import dump, load
from hive.games.beginning import fresh
from hive.games.service import Games
from hive.model.game import Game, Law
from hive.rules.moments import PlanetGained, Source, handlers, happen, on
from hive.scenarios.resolving import resolve
from hive.steps import Item
from hive.store import ImportRefused, Store
from hive.words import Language, told
from scenario_files import FILES, holds, likely, scenario

OPTIONS = load_options()
TABLES = load_tables()
HIVE = Path(__file__).parent.parent / "hive"
HEAD = """\
table: option
option: mine
name: Mine
group: Ours
rule: 1.setup.bank
changes: The Hive begins richer.
"""


def option(folder: Path, patches: str, more: str = "", name: str = "mine") -> Path:
    """A file of an option with some patches, in the folder of a house."""
    (folder / FOLDER).mkdir(exist_ok=True)
    path = folder / FOLDER / f"{name}.yaml"
    path.write_text(HEAD.replace("mine", name) + more + f"patches:\n{patches}", encoding="utf-8")
    return path


def messages(folder: Path) -> list[str]:
    """What `decks check` says of a house's folder, without the folder."""
    return [message.replace(f"{folder.as_posix()}/", "") for message in check_files([folder]).messages]


RICHER = "  - {table: figures, path: [start_resources, value], set: 9}\n"


# --- ours


def test_our_options_fit_the_tables_and_each_other() -> None:
    assert check_files([DECKS]).messages == []


def test_all_ten_modular_settings_of_page_32_are_options() -> None:
    modular = {rule.id for rule in load_rulebook().rules if rule.id.startswith(("32.lower.", "32.higher."))}
    assert {read.option.rule for read in OPTIONS.values()} >= modular
    assert len(modular) == 10


def test_each_option_says_in_one_line_what_it_changes() -> None:
    assert all(len(read.option.changes) <= 120 for read in OPTIONS.values())


def without_a_patch() -> Iterator[tuple[str, int]]:
    for name, read in OPTIONS.items():
        yield from ((name, number) for number in range(len(read.option.patches)))


@functools.cache
def played_with(name: str) -> list[Path]:
    """The scenarios that are played with an option."""
    return [path for path in FILES if name in scenario(path).file.given.options]


@pytest.mark.parametrize(("name", "number"), list(without_a_patch()))
def test_each_patch_of_an_option_is_held_by_a_scenario(name: str, number: int) -> None:
    read = OPTIONS[name]
    kept = [patch for index, patch in enumerate(read.option.patches) if index != number]
    spoiled = ReadOption(read.option.model_copy(update={"patches": kept}), read.document)
    options = {**OPTIONS, name: spoiled}

    @functools.cache
    def tables(*chosen: str) -> Tables | None:
        try:
            return with_options(TABLES, load_rulebook(), chosen, options)
        except TableError:
            return None

    def stands(path: Path) -> bool:
        found = tables(*scenario(path).file.given.options)
        return found is not None and holds(path, found)

    said = read.option.patches[number].model_dump_json().replace(f'"{read.option.rule}"', "")
    assert not all(stands(path) for path in likely(played_with(name), said))


def test_each_reminder_of_an_option_names_it_and_so_stands_under_how_we_play() -> None:
    rows = [
        (name, patch.value)
        for name, read in OPTIONS.items()
        for patch in read.option.patches
        if patch.table == "reminders" and isinstance(patch.value, dict)
    ]
    assert len(rows) > 25
    assert [row["text"] for name, row in rows if row.get("option") != name] == []


def test_no_rule_asks_whether_an_option_is_on() -> None:
    # An outcome of agendas and a token are called as an option is; rules name these two.
    others = {*get_args(AgendaOutcome), *TABLES.tiles.tokens_by_key}
    names, asking = set(OPTIONS) - others, []
    for path in (
        path for part in ("rules", "board", "model", "engine") for path in sorted((HIVE / part).rglob("*.py"))
    ):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        listening = {
            id(word.value)
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("Source", "Event")
            for word in call.keywords
            if word.arg == "option"
        }
        for node in ast.walk(tree):
            if id(node) in listening:
                continue
            named = isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names
            read = isinstance(node, ast.Attribute) and (
                node.attr == "played_with" or (node.attr == "options" and ast.unparse(node.value).endswith("settings"))
            )
            if named or read:
                asking.append(path.relative_to(HIVE).as_posix())
    # What a log says of its options has to fit its tables; what listens for one is asked for here alone.
    assert set(asking) <= {"engine/state.py", "rules/options.py"}


def test_what_listens_for_an_option_or_is_an_event_of_one_names_one_that_there_is() -> None:
    acting = {one.source.option for one in handlers() if one.source.option}
    assert acting | {row.option for row in load_events().events if row.option} <= set(OPTIONS)


def test_an_option_acts_last_and_only_where_it_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    @on(PlanetGained, Source(option="swift_spawning"))
    def last(_: Game, __: PlanetGained) -> list[Item]:
        return [Item("last")]

    @on(PlanetGained, Source(law="Shared Research"))
    def first(_: Game, __: PlanetGained) -> list[Item]:
        return [Item("first")]

    monkeypatch.setattr("hive.rules.moments.handlers", lambda: (last, first))
    game = fresh_game()
    game.laws = [Law("Shared Research")]
    assert [line.text for line in happen(game, PlanetGained("hive"))] == ["first"]
    game.settings.options = ("swift_spawning",)
    assert [line.text for line in happen(game, PlanetGained("hive"))] == ["first", "last"]


# --- patches


def test_a_patch_sets_adds_removes_and_replaces(tmp_path: Path) -> None:
    option(
        tmp_path,
        RICHER
        + "  - {table: units, path: [ignored_anomalies], add: nebula}\n"
        + "  - {table: reminders, path: [reminders, 30.transaction.ally-restriction], remove: true}\n"
        + "  - table: setup\n"
        + "    path: [groups, {title: The galaxy}, items, {rule: 2.board.empty-space}]\n"
        + "    replace: {text: Leave every ES open., rule: 2.board.empty-space, kinds: [ES]}\n",
        "excludes: [commodity_exchange]\n",
    )
    assert messages(tmp_path) == []
    tables = load_tables(house=tmp_path, options=["mine"])
    assert tables.figures.start_resources.value == 9
    assert tables.units.ignored_anomalies == ["nebula"]
    assert tables.reminders.of_rule("30.transaction.ally-restriction") == []
    assert "Leave every ES open." in [item.text for group in tables.setup.groups for item in group.items]
    assert [(one.option, one.name) for one in tables.played_with.options] == [("mine", "Mine")]
    untouched = load_tables(house=tmp_path)
    assert (untouched, untouched.played_with.options) == (TABLES, [])


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (
            "  - {table: figurs, path: [start_resources, value], set: 9}\n",
            "options/mine.yaml:8: patches[0].table: no table is called 'figurs'. Did you mean 'figures'?",
        ),
        (
            "  - {table: figures, path: [start_resource, value], set: 9}\n",
            "options/mine.yaml:8: patches[0].path[0]: no field is called 'start_resource' here. "
            "Did you mean 'start_resources'?",
        ),
        (
            f"{RICHER}  - table: figures\n    path: [start_influence, value]\n    set: nine\n",
            "options/mine.yaml:9: patches[1]: figures.start_influence.value: "
            "this must be a whole number, not the text 'nine'",
        ),
        (
            "  - {table: figures, path: [start_resources, rule], set: 1.setup.bnk}\n",
            "options/mine.yaml:8: patches[0]: figures.start_resources.rule: "
            "the rulebook has no rule '1.setup.bnk'. Did you mean '1.setup.bank'?",
        ),
        (
            "  - {table: reminders, path: [reminders, 30.transaction.neighbours], remove: true}\n",
            "options/mine.yaml:8: patches[0].path[1]: no row is called '30.transaction.neighbours' here. "
            "Did you mean '30.transaction.neighbors'?",
        ),
        (
            "  - {table: reminders, path: [reminders, 30.ability.nekro-basic], remove: true}\n",
            "options/mine.yaml:8: patches[0].path[1]: 2 rows are like this; name more of its fields",
        ),
        (
            "  - {table: reminders, path: [reminders, {rule: 30.transaction.neighbors, text: a}], remove: true}\n",
            "options/mine.yaml:8: patches[0].path[1]: no row is like this here: rule 30.transaction.neighbors, text a.",
        ),
        (
            "  - {table: figures, path: [start_resources], add: 9}\n",
            "options/mine.yaml:8: patches[0].add: 'add' is for a list; for a field take 'set'",
        ),
        (
            "  - {table: figures, path: [start_resources], remove: true}\n",
            "options/mine.yaml:8: patches[0].remove: 'remove' is for a row of a list; for a field take 'set'",
        ),
        (
            "  - {table: setup, path: [speakers, hive], set: p1}\n",
            "options/mine.yaml:8: patches[0].set: 'set' is for a field; for a row take 'replace'",
        ),
        (
            "  - {table: setup, path: [speakers], add: hive}\n",
            "options/mine.yaml:8: patches[0].add: 'hive' stands there already",
        ),
        (
            "  - {table: figures, path: [start_resources, value, more], set: 9}\n",
            "options/mine.yaml:8: patches[0].path[2]: the path names anything further, but there is no list here",
        ),
        (
            "  - {table: figures, path: [start_resources, value], set: 9, remove: true}\n",
            "options/mine.yaml:8: patches[0]: a patch has exactly one of set, add, remove, replace; "
            "here are set and remove",
        ),
        (
            "  - {table: figures, path: [start_resources, value]}\n",
            "options/mine.yaml:8: patches[0]: a patch has exactly one of set, add, remove, replace; here is none",
        ),
        (
            "  - {table: difficulty, path: [easy, primary_cards], set: 20}\n",
            "options/mine.yaml:8: patches[0]: difficulty.easy: "
            "primary_cards and secondary_cards must make 36 together, not 38",
        ),
    ],
)
def test_a_patch_that_does_not_fit_is_refused_with_its_place(tmp_path: Path, patch: str, message: str) -> None:
    option(tmp_path, patch)
    assert messages(tmp_path) == [message]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("excludes: [yours]\n", "options/mine.yaml:7: excludes[0]: no other option is called 'yours'."),
        ("needs: [mine]\n", "options/mine.yaml:7: needs[0]: no other option is called 'mine'."),
        (
            "needs: [player_speaker]\nexcludes: [player_speaker]\n",
            "options/mine.yaml:7: needs[0]: 'player_speaker' cannot be needed and excluded",
        ),
        ("box: tee\n", "options/mine.yaml:7: box: no box is called 'tee'. Did you mean 'te'?"),
        ("colour: red\n", "options/mine.yaml:7: colour: no field is called 'colour'."),
    ],
)
def test_an_option_that_names_what_there_is_not_is_refused(tmp_path: Path, more: str, message: str) -> None:
    option(tmp_path, RICHER, more)
    (found,) = messages(tmp_path)
    assert found.startswith(message)


def test_a_file_says_what_it_is_called(tmp_path: Path) -> None:
    option(tmp_path, RICHER, name="mine").rename(tmp_path / FOLDER / "yours.yaml")
    assert messages(tmp_path) == [
        "options/yours.yaml:2: option: the file's name says 'yours', but this is 'mine'; "
        "rename the file or mend the field"
    ]


def test_two_options_that_change_the_same_have_to_exclude_each_other(tmp_path: Path) -> None:
    option(tmp_path, RICHER)
    option(tmp_path, RICHER.replace("9", "10"), name="richer")
    assert messages(tmp_path) == [
        "options/richer.yaml:8: patches[0].path: 'mine' changes the same; one of the two has to exclude the other"
    ]
    option(tmp_path, RICHER.replace("9", "10"), "excludes: [mine]\n", name="richer")
    assert messages(tmp_path) == []


def test_a_house_table_is_patched_as_ours_are(tmp_path: Path) -> None:
    figures = (DECKS / "figures.yaml").read_text(encoding="utf-8")
    (tmp_path / "figures.yaml").write_text(figures.replace("start_influence: {value: 8", "start_influence: {value: 5"))
    option(tmp_path, RICHER)
    figures_of = load_tables(house=tmp_path, options=["mine", "mecatol_rex_20"]).figures
    assert (figures_of.start_resources.value, figures_of.start_influence.value) == (9, 5)
    assert figures_of.mecatol_rex_influence.value == 20


# --- together


def house(folder: Path) -> Options:
    option(folder, RICHER, "excludes: [player_speaker]\nneeds: [mecatol_rex_20]\nbox: te\n")
    return load_options(house=folder)


def test_options_that_do_not_fit_are_refused_in_sentences(tmp_path: Path) -> None:
    options = house(tmp_path)
    assert misfits(["mine", "mecatol_rex_20"], options, ["base", "pok", "te"]) == []
    assert misfits(["mine"], options, ["base", "pok"]) == [
        "“Mine” needs “Mecatol Rex at 20 influence” as well.",
        "“Mine” needs Thunder's Edge among the boxes on the table.",
    ]
    assert misfits(["mine", "mecatol_rex_20", "player_speaker"], options) == [
        "“Mine” and “A player begins as Speaker” do not go together: choose one of them."
    ]
    assert misfits(["mecatol_rex_20", "mecatol_rex_20"], options) == ["“Mecatol Rex at 20 influence” is chosen twice."]
    assert misfits(["mecatol_rex_2"], options)[0].startswith(
        "No option is called “mecatol_rex_2”. Did you mean 'mecatol_rex_20'?"
    )


def test_what_does_not_fit_is_told_in_any_language(tmp_path: Path) -> None:
    """The sentence and the name of the option are looked up; where it stands, and what was typed, stay."""
    german = {
        "No option is called “{typed}”.": "Keine Option heißt „{typed}“.",
        "“{option}” needs {box} among the boxes on the table.": "„{option}“ braucht {box}.",
        "Mine": "Meins",
        "no row is called '{name}' here.": "keine Zeile heißt hier „{name}“.",
    }
    language = Language(lambda sentence: german.get(sentence, sentence), lambda one, many, number: one)
    assert told(misfits(["no_such"], {})[0], language) == "Keine Option heißt „no_such“."
    (needed,) = misfits(["mine"], house(tmp_path), ["base"])[1:]
    assert told(needed, language) == "„Meins“ braucht Thunder's Edge."
    option(tmp_path, "  - {table: units, path: [units, no_such, cost], set: 9}\n")
    with pytest.raises(TableError) as refused:
        with_options(TABLES, load_rulebook(), ["mine"], load_options(house=tmp_path))
    assert "keine Zeile heißt hier „no_such“." in told(refused.value.words, language)


def test_two_that_exclude_each_other_are_refused_once(tmp_path: Path) -> None:
    option(tmp_path, RICHER, "excludes: [richer]\n")
    option(tmp_path, RICHER, "excludes: [mine]\n", name="richer")
    (sentence,) = misfits(["richer", "mine"], load_options(house=tmp_path))
    assert sentence == "“Mine” and “Mine” do not go together: choose one of them."


# --- in a game


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return Games(Store(tmp_path / "games.sqlite"), tmp_path)


PLAYED = ("mecatol_rex_20", "player_speaker")


def test_a_game_keeps_its_options_and_its_patched_tables(games: Games, tmp_path: Path) -> None:
    game_id = games.create("Friday", replace(settings(), options=PLAYED))
    present = games.present(game_id)
    game = games.answer(game_id, present.position, "speaker", "p2").session.game
    assert game.speaker == "p2"
    games.forget(game_id)
    again = games.present(game_id).session.game
    assert (again.settings.options, again.tables.figures.mecatol_rex_influence.value) == (PLAYED, 20)
    assert again.tables == tables_from_json(tables_to_json(again.tables))
    assert load(json.loads(json.dumps(dump(again))), again.tables) == again
    other = Games(Store(tmp_path / "other.sqlite"))
    document = json.loads(json.dumps(games.store.export_game(game_id)))
    came = other.present(other.import_game(document)).session.game
    assert (came.settings.options, came.tables) == (PLAYED, again.tables)


def test_a_game_of_a_house_option_goes_on_where_nobody_has_it(games: Games, tmp_path: Path) -> None:
    path = option(tmp_path, RICHER)
    game_id = games.create("Friday", replace(settings(), options=("mine",)))
    path.unlink()
    games.forget(game_id)
    game = games.present(game_id).session.game
    assert (game.hive.bank.resources, game.tables.played_with.ids) == (9, ["mine"])


def test_a_game_of_earlier_versions_is_played_with_none(games: Games, tmp_path: Path) -> None:
    present = games.present(games.create("Friday", settings()))
    while present.session.game.phase == "setup":
        game, step = present.session.game, present.session.pending
        assert step is not None
        present = games.answer(present.id, present.position, step.key, expected_answer(game, step))
    document = json.loads(json.dumps(games.store.export_game(present.id)))
    del document["entries"][0]["data"]["settings"]["options"]
    del document["tables"]["played_with"], document["tables"]["setup"]["speakers"]
    del document["tables"]["figures"]["spawning_move_bonus"], document["tables"]["galaxy"]["conditions"]
    del document["snapshot"]["state"]["settings"]["options"]
    came = games.present(games.import_game(document)).session.game
    assert (came.settings.options, came.tables) == ((), TABLES)


def test_a_game_with_an_option_that_is_not_there_does_not_begin(games: Games) -> None:
    with pytest.raises(TableError, match="No option is called “mecatol”"):
        games.create("Friday", replace(settings(), options=("mecatol",)))
    assert games.store.games() == []


def test_an_import_whose_options_are_not_those_of_its_tables_is_refused(games: Games) -> None:
    document = json.loads(json.dumps(games.store.export_game(games.create("Friday", settings()))))
    document["entries"][0]["data"]["settings"]["options"] = ["mecatol_rex_20"]
    with pytest.raises(ImportRefused, match="the options in the settings are not those of the tables"):
        games.import_game(document)
    begun = from_json("new", document["entries"][0]["data"])
    assert isinstance(begun, New)
    with pytest.raises(LogMismatch, match="the options in the settings are not those of the tables"):
        fresh(begun, TABLES)


# --- on the command line


def test_simulate_plays_with_options(capsys: pytest.CaptureFixture[str]) -> None:
    names = "auxiliary_first,ignore_gravity_rifts,mecatol_rex_first,no_unrelenting,player_speaker,swift_spawning"
    assert main(["simulate", "--seed", "3", "--rounds", "1", "--options", names]) == 0
    assert capsys.readouterr().out.startswith("Seed 3")


def test_simulate_refuses_an_option_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--seed", "3", "--rounds", "1", "--options", "swift_spawnin"]) == 2
    assert re.fullmatch(r"No option is called “swift_spawnin”\. Did you mean .*\n", capsys.readouterr().err)


def test_a_scenario_names_only_options_that_fit(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("title: x\ngiven:\n  options: [ignore_entropic_scars]\ndo: {realign: {}}\nexpect: {round: 1}\n")
    with pytest.raises(
        TableError, match=r"mine.yaml:3: given.options: “The Hive ignores .*” needs Thunder's Edge among"
    ):
        resolve(path)
