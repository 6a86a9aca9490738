"""How a table is read: what is refused, and in which words."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hive.catalog.checking import DECKS, cross_check, first_misfit, read
from hive.catalog.copying import check_files
from hive.catalog.documents import (
    DEEPEST_NESTING,
    EXPLAINING,
    LARGEST_FILE,
    LOADER,
    MODELS,
    OPTION,
    Document,
    Keys,
    TableError,
    parse_table,
    read_yaml,
)
from hive.catalog.raising import RAISED, RAISINGS
from hive.catalog.reading import load_rulebook, load_tables, tables_from_json, tables_to_json
from hive.catalog.tables import Tables


def refusal(text: str) -> str:
    """What read_yaml says about a text."""
    with pytest.raises(TableError) as refused:
        read_yaml(text, "a.yaml")
    assert len(refused.value.messages) == 1
    return refused.value.messages[0]


def with_change(folder: Path, kind: str, old: str, new: str) -> Path:
    """A copy of one of our tables in which the first such words below the header are others."""
    header, start, body = (DECKS / f"{kind}.yaml").read_text(encoding="utf-8").partition("\ntable: ")
    assert old in start + body
    path = folder / f"{kind}.yaml"
    path.write_text(header + (start + body).replace(old, new, 1), encoding="utf-8")
    return path


def messages_about(folder: Path, kind: str, old: str, new: str) -> list[str]:
    """What check_files says about a changed table, without folder and line (which are tested by themselves)."""
    path = with_change(folder, kind, old, new)
    return [re.sub(r"^(.*/)?(\w+\.yaml):[0-9]+: ", r"\2: ", message) for message in check_files([path]).messages]


# --- The text


def test_a_document_knows_the_line_of_each_value() -> None:
    document = read_yaml(
        "# a comment\ntable: damage\nspace:\n  blocks:\n    - {unit: fighter,\n       action: destroy}\n"
    )
    assert document.data == {"table": "damage", "space": {"blocks": [{"unit": "fighter", "action": "destroy"}]}}
    assert document.line(("table",)) == 2
    assert document.line(("space", "blocks", 0)) == 5
    assert document.line(("space", "blocks", 0, "action")) == 6


def test_a_value_that_is_not_there_has_the_line_of_what_is_around_it() -> None:
    document = read_yaml("a:\n  b:\n    c: 1\n")
    assert document.line(("a", "b", "missing", 3)) == 2
    assert document.line(("missing",)) == 1


def test_quoted_values_are_text_and_plain_ones_what_yaml_takes_them_for() -> None:
    document = read_yaml("{a: true, b: 'true', c: 3, d: \"3\", e: 0.5, f: null, g: , h: words, i: off}")
    assert document.data == {
        "a": True,
        "b": "true",
        "c": 3,
        "d": "3",
        "e": 0.5,
        "f": None,
        "g": None,
        "h": "words",
        "i": False,
    }


def test_exploding_aliases_are_refused_before_anything_is_built() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    message = refusal("\n".join(lines))
    assert message == "a.yaml:1: a0: anchors (&name) are not allowed; write the value out where it is needed"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: *a\n", "a.yaml:2: b: '*a' refers to another place; write the value out instead"),
        ("a: 1\n&b b: 2\n", "a.yaml:2: anchors (&name) are not allowed; write the value out where it is needed"),
        ("a:\n  - !!python/name:os.system\n", "a.yaml:2: a[0]: tags (!name) are not allowed; write the plain value"),
        ("a: !!int '3'\n", "a.yaml:1: a: tags (!name) are not allowed; write the plain value"),
        ("a: 1\nb: 2\na: 3\n", "a.yaml:3: a: the field 'a' stands here a second time (first on line 1)"),
        ("x:\n  - {a: 1, a: 1}\n", "a.yaml:2: x[0].a: the field 'a' stands here a second time (first on line 2)"),
        ("x:\n  1: one\n", "a.yaml:2: x: the field's name 1 must be text; put it in quotes"),
        ("yes: 1\n", "a.yaml:1: the field's name yes must be text; put it in quotes"),
        ("? [a, b]\n: 1\n", "a.yaml:1: a field's name must be a word, not a list or a mapping"),
        ("a: 1\n---\nb: 1\n", "a.yaml:2: a second document begins here; a file holds one table (remove the '---')"),
        ("a: 2026-01-12\n", "a.yaml:1: a: '2026-01-12' is no plain text or number; put text in quotes"),
        ("a: 2026-99-99\n", "a.yaml:1: a: '2026-99-99' cannot be read; put text in quotes"),
        ("a: 1.0e+400\n", "a.yaml:1: a: '1.0e+400' is no plain text or number; put text in quotes"),
        ("a: " + "9" * 400 + "\n", f"a.yaml:1: a: '{'9' * 40}' is no plain text or number; put text in quotes"),
        ("a: " + "9" * 5000 + "\n", f"a.yaml:1: a: '{'9' * 40}' cannot be read; put text in quotes"),
        ("9" * 400 + ": a\n", f"a.yaml:1: '{'9' * 40}' is no plain text or number; put text in quotes"),
        ("<<: {a: 1}\n", "a.yaml:1: '<<' cannot be read; put text in quotes"),
    ],
)
def test_what_a_table_does_not_need_is_refused(text: str, message: str) -> None:
    assert refusal(text) == message


@pytest.mark.parametrize(
    "number", ["1:30", "1:30.5", "190:20:30", "010", "-007", "0x1F", "0b11", "1_000", "1_0.5", ".nan", ".inf", "-.Inf"]
)
def test_a_number_that_yaml_reads_otherwise_than_it_looks_is_refused(number: str) -> None:
    asked = f"a.yaml:1: a: '{number}' is no plain number; write its digits alone, or put text in quotes"
    assert refusal(f"a: {number}\n") == asked
    assert read_yaml(f"a: '{number}'\n").data == {"a": number}


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("-12", -12), ("+3", 3), ("0.5", 0.5), (".5", 0.5), ("2.", 2.0)]
)
def test_a_plain_number_is_what_it_looks_like(text: str, number: float) -> None:
    assert read_yaml(f"a: {text}\n").data == {"a": number}


@pytest.mark.parametrize("text", ["a: [1, 2\nb: 3\n", "a: 'open\n", "a: b: c\n", "\ta: 1\n", "a: \x00\n", "%FOO\n"])
def test_broken_yaml_is_told_as_such(text: str) -> None:
    message = refusal(text)
    assert message.startswith("a.yaml:")
    assert "this is not valid YAML" in message


def test_the_deepest_nesting_is_read_and_one_level_more_is_not() -> None:
    def nested(levels: int) -> str:
        return "[" * levels + "]" * levels

    assert read_yaml(nested(DEEPEST_NESTING)).data is not None
    assert refusal(nested(DEEPEST_NESTING + 1)).endswith(f"more than {DEEPEST_NESTING} levels of nesting")
    assert refusal("[" * 100_000).endswith(f"more than {DEEPEST_NESTING} levels of nesting")
    assert refusal("- " * 100_000).endswith(f"more than {DEEPEST_NESTING} levels of nesting")


def test_an_empty_text_has_no_data() -> None:
    assert read_yaml("").data is None
    assert read_yaml("# nothing but a comment\n").data is None


# --- The file


def test_a_file_larger_than_a_mebibyte_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("#" * (LARGEST_FILE - 1) + "\n")
    assert read_yaml(path).data is None
    path.write_text("#" * LARGEST_FILE + "\n")
    with pytest.raises(TableError, match=r"large\.yaml: the file is larger than 1 MiB; a table has some kilobytes"):
        read_yaml(path)
    with pytest.raises(TableError, match="larger than 1 MiB"):
        read_yaml("ü" * (LARGEST_FILE // 2 + 1))


def test_a_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(TableError) as refused:
        read_yaml(tmp_path / "missing.yaml")
    assert refused.value.messages == [f"{tmp_path.as_posix()}/missing.yaml: there is no such file"]
    with pytest.raises(TableError, match="the file cannot be read"):
        read_yaml(tmp_path)


def test_a_file_must_be_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("table: damage\nname: Größe\n".encode("latin-1"))
    with pytest.raises(TableError) as refused:
        read_yaml(path)
    assert refused.value.messages == [f"{path.as_posix()}:2: this is not UTF-8 text; save the file as UTF-8"]


def test_a_byte_order_mark_is_no_part_of_the_table(tmp_path: Path) -> None:
    path = tmp_path / "mark.yaml"
    path.write_bytes(b"\xef\xbb\xbftable: damage\n")
    assert read_yaml(path).data == {"table": "damage"}


def test_our_own_files_are_named_from_the_repository_on() -> None:
    assert read_yaml(DECKS / "damage.yaml").name == "decks/damage.yaml"


def test_a_path_is_named_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TableError) as refused:
        read_yaml(Path("mine/damage.yaml"))
    assert refused.value.messages == ["mine/damage.yaml: there is no such file"]


# --- Whatever the text


YAML_SIGNS = "[]{}:,-?&*!|>'\"%#@`~<=.\\ \n\tabxu01_+"


def read_or_refuse(source: Path | str) -> None:
    try:
        document = read_yaml(source, "any.yaml")
    except TableError as error:
        assert error.messages
        assert all(message.startswith("any.yaml:") for message in error.messages)
    else:
        json.dumps(document.data, allow_nan=False).encode("utf-8")


@given(st.text() | st.text(alphabet=YAML_SIGNS, max_size=60) | st.text(st.characters(), max_size=20))
def test_no_text_whatever_breaks_the_reading(text: str) -> None:
    read_or_refuse(text)


@given(st.binary(max_size=60))
def test_no_bytes_whatever_break_the_reading(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content)
    read_or_refuse(path)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e6, 1e6) | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=8
)


@given(VALUES)
def test_data_that_was_written_as_yaml_is_read_as_it_was(data: Any) -> None:
    assert read_yaml(yaml.safe_dump(data)).data == data


OURS = {kind: read(DECKS / f"{kind}.yaml") for kind in MODELS}
PLACES = [(kind, keys) for kind in MODELS if kind not in EXPLAINING for keys in OURS[kind].document.lines if keys]
LIKELY = st.sampled_from(["", "imperial", "carrier", "mech", "pds", "red", "5.2.planets", "Ship", 0, 1, 7, 36, [], {}])


@given(st.sampled_from(PLACES), LIKELY | VALUES)
def test_no_value_whatever_breaks_the_checks(place: tuple[str, Keys], value: Any) -> None:
    kind, keys = place
    ours = OURS[kind].document
    data: Any = copy.deepcopy(ours.data)
    around = data
    for key in keys[:-1]:
        around = around[key]
    around[keys[-1]] = value
    changed = Document(ours.name, data, ours.lines)
    try:
        table = parse_table(changed)
    except TableError as error:
        messages = error.messages
    else:
        messages = cross_check(OURS | {kind: type(OURS[kind])(table, changed)})
    assert all(message.startswith("decks/") for message in messages)
    assert json.dumps(data) != json.dumps(ours.data) or messages == []


# --- The fields

DAMAGE = """\
# A house rule.
table: damage
space:
  rule: 5.4.damage-space
  default_of_ours: true
  blocks:
    - {action: destroy, unit: figter}
    - action: destroy
      unit: destroyer
      because: it is weak
    - {unit: cruiser}
ground:
  rule: 5.4.damage-ground
  default_of_ours: 'true'
  blocks: []
"""


def test_a_message_names_file_line_and_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("damage.yaml").write_text(DAMAGE)
    with pytest.raises(TableError) as refused:
        read(Path("damage.yaml"))
    assert refused.value.messages == [
        "damage.yaml:7: space.blocks[0].unit: no unit is called 'figter'. Did you mean 'fighter'?",
        "damage.yaml:10: space.blocks[1].because: no field is called 'because'. Choose one of: action, unit.",
        "damage.yaml:11: space.blocks[2].action: the field is missing",
        "damage.yaml:14: ground.default_of_ours: this must be true or false, not the text 'true'; take off the quotes",
        "damage.yaml:15: ground.blocks: this needs at least 1 entry, here is none",
    ]


def test_a_message_about_several_tables_names_file_line_and_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DECKS / "damage.yaml").read_text(encoding="utf-8").replace("5.4.damage-ground", "5.4.damage-grund")
    Path("damage.yaml").write_text(text, encoding="utf-8")
    line = text[: text.index("grund")].count("\n") + 1
    assert check_files([Path("damage.yaml")]).messages == [
        f"damage.yaml:{line}: ground.rule: the rulebook has no rule '5.4.damage-grund'. "
        "Did you mean '5.4.damage-ground'?"
    ]


@pytest.mark.parametrize(
    ("kind", "old", "new", "message"),
    [
        pytest.param(
            "priorities",
            "keep: lowest_total_ship_strength",
            "keep: lowest_strength",
            "priorities.yaml: positive.blocks[2].keep: no block is called 'lowest_strength'. "
            "Did you mean 'lowest_total_ship_strength'?",
            id="a word that is misspelt",
        ),
        pytest.param(
            "criteria",
            "card: trade",
            "card: war",
            "criteria.yaml: objective[3].card: no strategy card is called 'war'. Did you mean 'warfare'?",
            id="a strategy card that is misspelt",
        ),
        pytest.param(
            "criteria",
            "[command_tokens]",
            "[gold]",
            "criteria.yaml: objective[0].items[0]: no item is called 'gold'. "
            "Choose one of: resources, influence, trade_goods, command_tokens.",
            id="a word that is near none",
        ),
        pytest.param(
            "priorities",
            "keep: most_planets",
            "kep: most_planets",
            "priorities.yaml: positive.blocks[3].kep: no field is called 'kep'. Did you mean 'keep'?",
            id="a field that is misspelt",
        ),
        pytest.param(
            "figures",
            "table: figures",
            "table: figures\ncolour_of_the_box: {value: 1, rule: 1.setup.bank}",
            "figures.yaml: colour_of_the_box: no field is called 'colour_of_the_box'.",
            id="a field too many",
        ),
        pytest.param(
            "damage",
            "  default_of_ours: true\n",
            "",
            "damage.yaml: space.default_of_ours: the field is missing",
            id="a field too few",
        ),
        pytest.param(
            "criteria",
            "number: 4",
            "number: '4'",
            "criteria.yaml: critical[2].number: this must be a whole number, not the text '4'; take off the quotes",
            id="a number in quotes",
        ),
        pytest.param(
            "criteria",
            "number: 4",
            "number: 4.5",
            "criteria.yaml: critical[2].number: this must be a whole number, not the number 4.5",
            id="a number that is not whole",
        ),
        pytest.param(
            "criteria",
            "number: 4",
            "number: 4000",
            "criteria.yaml: critical[2].number: this must be at most 1000, not 4000",
            id="a number too large",
        ),
        pytest.param(
            "units",
            "cost: 0.5",
            "cost: -1",
            "units.yaml: units[0].cost: this must be at least 0, not -1",
            id="a number too small",
        ),
        pytest.param(
            "hive_mind",
            "choice: true",
            "choice: maybe",
            "hive_mind.yaml: cards[0].choice: this must be true or false, not the text 'maybe'",
            id="neither true nor false",
        ),
        pytest.param(
            "factions",
            "name: Arborec",
            "name: 12",
            "factions.yaml: factions[0].name: this must be text, not the number 12; put it in quotes",
            id="a number for a name",
        ),
        pytest.param(
            "factions",
            "name: Arborec",
            "name: ''",
            "factions.yaml: factions[0].name: the text is empty",
            id="an empty name",
        ),
        pytest.param(
            "factions",
            "name: Arborec",
            f"name: {'x' * 81}",
            "factions.yaml: factions[0].name: the text has 81 characters; at most 80 fit",
            id="a name too long",
        ),
        pytest.param(
            "factions",
            "key: black",
            "key: Black",
            "factions.yaml: colours[0].key: 'Black' is not of the right form; it looks like 'orange'",
            id="a text of the wrong form",
        ),
        pytest.param(
            "objectives",
            "stage: 1",
            "stage: 3",
            "objectives.yaml: objectives[0].stage: this must be 1 or 2, not the number 3",
            id="a number that is none of those",
        ),
        pytest.param(
            "technologies",
            "{green: 2}",
            "{purple: 2}",
            "technologies.yaml: upgrades[0].prerequisites.purple: no colour is called 'purple'. "
            "Choose one of: blue, green, red, yellow.",
            id="a key that is none of those",
        ),
        pytest.param(
            "figures",
            "{value: 1, rule: 1.setup.aggression-counters}",
            "1",
            "figures.yaml: start_counters: this must be a mapping of fields to values, not the number 1",
            id="a number for a mapping",
        ),
        pytest.param(
            "criteria",
            "[resources, influence]",
            "resources",
            "criteria.yaml: objective[1].items: this must be a list, not the text 'resources'",
            id="a word for a list",
        ),
        pytest.param(
            "rulebook",
            "modes: [standard]",
            "modes: [3]",
            "rulebook.yaml: rules[0].modes[0]: this must be text, not the number 3; put it in quotes",
            id="neither word nor mapping",
        ),
        pytest.param(
            "criteria",
            "    number: 4\n",
            "",
            "criteria.yaml: critical[2]: the test 'command_tokens_below' needs a 'number'",
            id="a test without its number",
        ),
        pytest.param(
            "technologies",
            "colours: [blue, green, red, yellow]",
            "colours: [blue, green, red]",
            "technologies.yaml: colours: there are 4 colours of technology, here are 3",
            id="a colour too few",
        ),
        pytest.param(
            "difficulty",
            "primary_cards: 18",
            "primary_cards: 19",
            "difficulty.yaml: easy: primary_cards and secondary_cards must make 36 together, not 37",
            id="decks that are not 36 cards",
        ),
        pytest.param(
            "agendas",
            "kind: no_sustain, units",
            "kind: no_sustan, units",
            "agendas.yaml: agendas[20].does[0].effect: no kind is called 'no_sustan'. Did you mean 'no_sustain'?",
            id="a kind of effect that is misspelt",
        ),
        pytest.param(
            "agendas",
            ", say: war suns cannot sustain damage",
            "",
            "agendas.yaml: agendas[20].does[0].effect.say: the field is missing",
            id="an effect without its words",
        ),
        pytest.param(
            "agendas",
            "{kind: gains, who: elected, what: {secret_objectives: 1}}",
            "{kind: gains, at: law_comes, what: {secret_objectives: 1}}",
            "agendas.yaml: agendas[34]: what stands, or has a moment in 'at', goes with a law",
            id="a directive that acts as a law comes",
        ),
        pytest.param(
            "damage",
            "table: damage",
            "table: damages",
            "damage.yaml: table: no table is called 'damages'. Did you mean 'damage'?",
            id="a table that is misspelt",
        ),
    ],
)
def test_a_message_says_where_what_and_what_to_do(tmp_path: Path, kind: str, old: str, new: str, message: str) -> None:
    assert messages_about(tmp_path, kind, old, new) == [message]


@pytest.mark.parametrize(("change", "count"), [(-1, 35), (1, 37)])
def test_a_hive_mind_deck_has_36_cards(tmp_path: Path, change: int, count: int) -> None:
    text = (DECKS / "hive_mind.yaml").read_text(encoding="utf-8")
    last = text.index("  - {id: 36,")
    path = tmp_path / "hive_mind.yaml"
    path.write_text(text[:last] + text[last:] * (1 + change), encoding="utf-8")
    (message,) = check_files([path]).messages
    assert message.endswith(f": cards: a Hive Mind deck has 36 cards, this one has {count}")


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("[1, 3]", "a pair of initiative numbers is an odd and an even one, not 1 and 3"),
        ("[2, 2]", "a pair of initiative numbers is an odd and an even one, not 2 and 2"),
    ],
)
def test_two_initiative_numbers_are_an_odd_and_an_even_one(tmp_path: Path, pair: str, message: str) -> None:
    (found,) = messages_about(tmp_path, "hive_mind", "initiative: [5, 6]", f"initiative: {pair}")
    assert found.endswith(message)


def test_a_hive_mind_card_lacks_no_field(tmp_path: Path) -> None:
    (found,) = messages_about(tmp_path, "hive_mind", "initiative: [5, 6], ", "")
    assert found.endswith("cards[8]: a card has every field; missing here: initiative")


@pytest.mark.parametrize("pair", ["[5, 6]", "[6, 5]", "[1, 8]", "[1]", "[2]"])
def test_other_initiative_numbers_than_ours_can_be_chosen(tmp_path: Path, pair: str) -> None:
    assert messages_about(tmp_path, "hive_mind", "initiative: [5, 6]", f"initiative: {pair}") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "mine.yaml:1: the file is empty; it begins with 'table: ' and the kind of table"),
        ("- a\n", "mine.yaml:1: the file must be made of fields; it begins with 'table: ' and the kind of table"),
        ("a: 1\n", f"mine.yaml:1: the field 'table' is missing. It is one of: {', '.join([*MODELS, OPTION])}"),
        ("table: 3\n", f"mine.yaml:1: table: no table is called '3'. Choose one of: {', '.join([*MODELS, OPTION])}."),
    ],
)
def test_a_file_without_its_kind_is_no_table(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    assert [found.replace(path.as_posix(), path.name) for found in check_files([path]).messages] == [message]


# --- The tables together


@pytest.mark.parametrize(
    ("kind", "old", "new", "messages"),
    [
        pytest.param(
            "criteria",
            "rule: 6.critical.imperial-rex",
            "rule: 6.critical.imperial-re",
            [
                "criteria.yaml: critical[0].rule: the rulebook has no rule '6.critical.imperial-re'. "
                "Did you mean '6.critical.imperial-rex'?"
            ],
            id="a rule that is not in the rulebook",
        ),
        pytest.param(
            "difficulty",
            "counter_maximum: 14.counter.maximum",
            "counter_maximum: 14.counter.max",
            [
                "difficulty.yaml: standard.rules.counter_maximum: the rulebook has no rule '14.counter.max'. "
                "Did you mean '14.counter.maximum'?"
            ],
            id="a rule of a difficulty level",
        ),
        pytest.param(
            "difficulty",
            "    counter_maximum: 32",
            "    counter_maximun: 32",
            [
                "difficulty.yaml: easy.rules.counter_maximun: no number is called 'counter_maximun'. "
                "Did you mean 'counter_maximum'?",
                "difficulty.yaml: easy.rules: the rule of 'counter_maximum' is missing",
            ],
            id="the rule of a number that there is not",
        ),
        pytest.param(
            "difficulty",
            "starting_carriers: [aux1, aux2]",
            "starting_carriers: [aux1, aux1]",
            ["difficulty.yaml: standard.starting_carriers: a spawning system stands here twice"],
            id="a carrier twice",
        ),
        pytest.param(
            "hive_mind",
            "id: 7,",
            "id: 6,",
            ["hive_mind.yaml: cards[6].id: the id '6' is taken: cards[5] has it already"],
            id="two cards of one number",
        ),
        pytest.param(
            "strategy_cards",
            "number: 8",
            "number: 7",
            ["strategy_cards.yaml: cards[7].number: the number '7' is taken: cards[6] has it already"],
            id="two strategy cards of one number",
        ),
        pytest.param(
            "objectives",
            "name: Raise a Fleet",
            "name: Make History",
            ["objectives.yaml: objectives[19].name: the name 'Make History' is taken: objectives[16] has it already"],
            id="two objectives of one name",
        ),
        pytest.param(
            "units",
            "needs_upgrade: War Sun",
            "needs_upgrade: War Suns",
            ["units.yaml: units[6].needs_upgrade: no upgrade is called 'War Suns'. Did you mean 'War Sun'?"],
            id="an upgrade that there is not",
        ),
        pytest.param(
            "damage",
            "action: sustain, unit: dreadnought",
            "action: sustain, unit: cruiser",
            ["damage.yaml: space.blocks[0].unit: 'cruiser' cannot sustain damage"],
            id="a unit that cannot sustain damage",
        ),
        pytest.param(
            "damage",
            "destroy, unit: carrier",
            "destroy, unit: mech",
            [
                "damage.yaml: space.blocks[6].unit: 'mech' is no ship",
                "damage.yaml: space.blocks: the block 'destroy carrier' is missing",
            ],
            id="a ground force in space",
        ),
        pytest.param(
            "damage",
            "sustain, unit: flagship",
            "sustain, unit: dreadnought",
            ["damage.yaml: space.blocks[1].unit: the block 'sustain dreadnought' stands in this diagram already"],
            id="a block twice in the damage diagram",
        ),
        pytest.param(
            "priorities",
            "keep: most_planets",
            "keep: highest_influence",
            ["priorities.yaml: positive.blocks[3].keep: the block 'highest_influence' cannot rank systems"],
            id="a block of planets for systems",
        ),
        pytest.param(
            "priorities",
            "keep: highest_influence",
            "keep: most_planets",
            ["priorities.yaml: positive_planet.blocks[2].keep: the block 'most_planets' cannot rank planets"],
            id="a block of systems for planets",
        ),
        pytest.param(
            "priorities",
            "keep: most_planets",
            "keep: spawning_system",
            ["priorities.yaml: positive.blocks[3].keep: the block 'spawning_system' stands in this diagram already"],
            id="a block twice in the diagram",
        ),
        pytest.param(
            "technologies",
            "{green: 2}",
            "{}",
            ["technologies.yaml: upgrades[0].prerequisites: an upgrade needs at least one prerequisite"],
            id="an upgrade without prerequisites",
        ),
        pytest.param(
            "technologies",
            "colours: [blue, green, red, yellow]",
            "colours: [blue, green, red, red]",
            ["technologies.yaml: colours: a colour stands here twice"],
            id="a colour twice",
        ),
        pytest.param(
            "objectives",
            "    spend: {resources: 8}\n",
            "",
            ["objectives.yaml: objectives[3].group: 'spend' goes with the group 'spend', and only with it"],
            id="nothing to spend",
        ),
        pytest.param(
            "objectives",
            "    structures: 4\n",
            "",
            ["objectives.yaml: objectives[11].group: 'structures' goes with the group 'structure', and only with it"],
            id="no number of structures",
        ),
        pytest.param(
            "objectives",
            "    unit_upgrades: 2\n",
            "",
            [
                "objectives.yaml: objectives[1].group: the group 'technology' needs either 'colours' and "
                "'technologies_per_colour' or 'unit_upgrades'"
            ],
            id="no number of upgrades",
        ),
        pytest.param(
            "figures",
            "value: 4, rule: 8.phase.maximum",
            "value: 0, rule: 8.phase.maximum",
            ["figures.yaml: influence_per_produced_ship.value: this must be at least 1, not 0"],
            id="a divisor of zero",
        ),
        pytest.param(
            "doings",
            "where: [ground], hives: faction",
            "where: [ground], each_time: true, hives: faction",
            [],
            id="a moment at which what acts by itself can act",
        ),
        pytest.param(
            "doings",
            "box: base, when: invasion_start",
            "box: base, each_time: true, when: invasion_start",
            [
                "doings.yaml: doings[1].each_time: nothing acts by itself at 'invasion_start'. "
                "Did you mean 'round_start'?"
            ],
            id="a moment at which nothing acts by itself",
        ),
        pytest.param(
            "doings",
            "box: base, when: invasion_start",
            "box: base, when: invasion_star",
            ["doings.yaml: doings[1].when: no moment is called 'invasion_star'. Did you mean 'invasion_start'?"],
            id="a moment that there is not",
        ),
        pytest.param(
            "agendas",
            "kind: gains, at: law_comes",
            "kind: gains, at: law_come",
            ["agendas.yaml: agendas[53].does[1].at: nothing acts at a moment 'law_come'. Did you mean 'law_comes'?"],
            id="a moment at which no law acts",
        ),
        pytest.param(
            "reminders",
            "moments: [set_up, hives_transaction]",
            "moments: [set_up, transaction]",
            [
                "reminders.yaml: reminders[13].moments: nothing is called 'transaction' here. "
                "Did you mean 'hives_transaction'?"
            ],
            id="a moment without a step, for a reminder",
        ),
        pytest.param(
            "moments",
            "laws, notes, options]",
            "laws, notes]",
            [
                "moments.yaml: order: each of these stands here once: rulebook, doings, agendas, laws, notes, options",
            ],
            id="an order without one of those that act",
        ),
        pytest.param(
            "moments",
            "moment: uncontrolled_taken,",
            "moment: planet_taken,",
            ["moments.yaml: moments[86].moment: the moment 'planet_taken' is taken: moments[85] has it already"],
            id="two moments of one key",
        ),
    ],
)
def test_a_table_must_fit_the_others(tmp_path: Path, kind: str, old: str, new: str, messages: list[str]) -> None:
    assert messages_about(tmp_path, kind, old, new) == messages


def test_a_missing_unit_is_missed(tmp_path: Path) -> None:
    text = (DECKS / "units.yaml").read_text(encoding="utf-8")
    path = tmp_path / "units.yaml"
    pds, after = text.index("  - key: pds"), text.index("  - key: space_dock")
    path.write_text(text[:pds] + text[after:], encoding="utf-8")
    first, second, *others = check_files([path]).messages
    assert first.endswith(": units: the unit 'pds' is missing")
    assert second.endswith(": upgrades[6].unit: units.yaml has no unit 'pds'")
    assert all("pds" in other for other in others)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{tactics}", "nothing is called '{tactics}'. Choose one of: starting_carriers, primary_cards,"),
        ("{tactic!r}", "nothing is called '{tactic!r}'."),
        ("{tactic.__class__}", "nothing is called '{tactic.__class__}'."),
        ("{}", "nothing is called '{}'."),
        ("{tactic", "a brace has no partner"),
        ("tactic}", "a brace has no partner"),
        ("{{tactic}}", "a brace has no partner"),
    ],
)
def test_a_checklist_names_only_what_the_app_knows(tmp_path: Path, words: str, message: str) -> None:
    (found,) = messages_about(tmp_path, "setup", "text: Put {tactic} command", f'text: "{words}"\n        #')
    assert found.startswith(f"setup.yaml: groups[1].items[5].text: {message}")


def test_several_files_are_checked_against_each_other(tmp_path: Path) -> None:
    with_change(tmp_path, "units", "needs_upgrade: War Sun", "needs_upgrade: Great War Sun")
    assert len(check_files([tmp_path]).messages) == 1
    with_change(tmp_path, "technologies", "name: War Sun", "name: Great War Sun")
    assert [told for told in check_files([tmp_path]).messages if "/options/" not in told] == []


def test_two_tables_of_one_kind_cannot_both_hold(tmp_path: Path) -> None:
    first = with_change(tmp_path, "damage", "table", "table")
    second = first.with_name("other.yaml")
    second.write_text(first.read_text(encoding="utf-8"), encoding="utf-8")
    assert check_files([first, second]).messages == [
        f"{second.as_posix()}:9: table: {first.as_posix()} is a table 'damage' as well"
    ]


# --- Loading


def test_the_tables_are_read_once() -> None:
    assert load_tables() is load_tables()
    assert load_rulebook() is load_rulebook()


def test_a_house_rule_takes_the_place_of_ours(tmp_path: Path) -> None:
    with_change(tmp_path, "figures", "hive_victory: {value: 8", "hive_victory: {value: 12")
    tables = load_tables(house=tmp_path)
    assert tables.figures.hive_victory.value == 12
    assert load_tables().figures.hive_victory.value == 8
    assert tables.units == load_tables().units


def test_a_house_copy_of_the_figures_may_say_only_what_it_changes(tmp_path: Path) -> None:
    (tmp_path / "figures.yaml").write_text("table: figures\nhive_victory: {value: 12, rule: 28.1.win.hive}\n")
    ours, tables = load_tables().figures, load_tables(house=tmp_path).figures
    assert (tables.hive_victory.value, ours.hive_victory.value) == (12, 8)
    assert {name for name, figure in tables if figure != getattr(ours, name)} == {"hive_victory"}


def test_a_house_rule_that_would_be_without_effect_is_refused(tmp_path: Path) -> None:
    with_change(tmp_path, "figures", "table", "table").rename(tmp_path / "figure.yaml")
    (tmp_path / "notes.txt").write_text("not a table")
    with pytest.raises(TableError) as refused:
        load_tables(house=tmp_path)
    assert refused.value.messages == [
        f"{tmp_path.as_posix()}/figure.yaml: no table file is called 'figure.yaml'. Did you mean 'figures.yaml'?"
    ]


def test_an_agenda_that_would_have_notes_go_to_nobody_is_refused(tmp_path: Path) -> None:
    old = "{kind: gives_up, only: {outcome: against}, who: each, what: {action_cards: 1}}"
    (said,) = messages_about(tmp_path, "agendas", old, old.replace("action_cards", "notes"))
    assert "an agenda makes the Hive give up no notes, as they go to whoever uses a card" in said


def test_a_folder_of_house_rules_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no such folder of house rules"):
        load_tables(house=tmp_path / "missing")


def test_a_file_holds_the_table_that_its_name_says(tmp_path: Path) -> None:
    with_change(tmp_path, "figures", "table", "table").rename(tmp_path / "damage.yaml")
    with pytest.raises(TableError) as refused:
        load_tables(house=tmp_path)
    assert refused.value.messages == [
        f"{tmp_path.as_posix()}/damage.yaml:8: table: the file's name says 'damage', but this is 'figures'; "
        "rename the file or mend the field"
    ]


def test_tables_that_do_not_fit_each_other_start_no_game(tmp_path: Path) -> None:
    with_change(tmp_path, "figures", "value: 2, rule: 4.2.transfer-half", "value: 0, rule: 4.2.transfer-half")
    with_change(tmp_path, "criteria", "rule: 6.standard.politics", "rule: 6.standard.politic")
    with pytest.raises(TableError) as refused:
        load_tables(house=tmp_path)
    assert len(refused.value.messages) == 2
    assert str(refused.value) == "\n".join(refused.value.messages)


def test_all_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(TableError) as refused:
        load_tables(tmp_path)
    assert refused.value.messages == [f"{tmp_path.as_posix()}/{kind}.yaml: there is no such file" for kind in MODELS]


def in_words_of_before(tables: Any) -> None:
    """Doings and reminders with moments of their own, as they were."""
    moments = {row["moment"]: row for row in tables.pop("moments")["moments"]}
    shown = {key for row in tables["reminders"]["reminders"] for key in row["moments"]}
    tables["reminders"]["moments"] = [{"steps": [], **moments[key]} for key in sorted(shown)]
    for row in (*tables["reminders"]["moments"], *tables["reminders"]["reminders"]):
        row |= json.loads(json.dumps(row).replace("hives_transaction", "transaction"))
    offered = {row["when"] for row in tables["doings"]["doings"]}
    tables["doings"]["moments"] = [moments[key] for key in sorted(offered)]
    for row in (*tables["reminders"]["moments"], *tables["doings"]["moments"]):
        row.pop("hook", None)
    for row in tables["agendas"]["agendas"]:
        if "matters" in row:
            row["moment"] = row.pop("matters")


def test_house_rules_with_agendas_from_before_do_what_ours_do(tmp_path: Path) -> None:
    """A file in which no row says what it does is from before rows said so; one of today says it by itself."""
    ours = yaml.load((DECKS / "agendas.yaml").read_text(encoding="utf-8"), LOADER)
    for row in ours["agendas"]:
        row.pop("does", None)
        row.pop("amounts", None)
    (tmp_path / "agendas.yaml").write_text(yaml.safe_dump(ours), encoding="utf-8")
    assert load_tables(house=tmp_path).agendas == load_tables().agendas

    ours["agendas"][0]["does"] = []
    (tmp_path / "agendas.yaml").write_text(yaml.safe_dump(ours), encoding="utf-8")
    assert not any(agenda.does for agenda in load_tables(house=tmp_path).agendas.agendas)


def test_house_rules_with_moments_of_their_own_are_read_in_the_words_of_today(tmp_path: Path) -> None:
    names = ("moments", "doings", "reminders", "agendas")
    files = {name: yaml.load((DECKS / f"{name}.yaml").read_text(encoding="utf-8"), LOADER) for name in names}
    in_words_of_before(files)
    row_of(files["doings"]["moments"], moment="any_time")["steps"] = ["cleanup"]
    for name, data in files.items():
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    assert check_files([tmp_path]).messages == []
    found, ours = load_tables(house=tmp_path), load_tables()
    assert found.moments.by_key["any_time"].steps == ["cleanup"]
    assert [one for one in found.moments.moments if one.moment != "any_time"] == [
        one for one in ours.moments.moments if one.moment != "any_time"
    ]
    assert (found.doings, found.reminders, found.agendas) == (ours.doings, ours.reminders, ours.agendas)


# --- Kept with a game


def test_kept_tables_with_moments_of_their_own_keep_them_and_get_the_hooks_of_ours() -> None:
    def earlier(stored: Any) -> None:
        stored[RAISED] = 3
        in_words_of_before(stored)
        row_of(stored["doings"]["moments"], moment="space_start")["steps"] = ["cleanup"]

    ours, kept = load_tables(), in_stored(load_tables(), earlier)
    assert kept.moments.by_key["space_start"].steps == ["cleanup"]
    assert {key: one.hook for key, one in kept.moments.by_key.items()} == {
        key: one.hook for key, one in ours.moments.by_key.items()
    }
    assert kept.moments.steps_of(["hives_transaction"]) == ours.moments.steps_of(["hives_transaction"])
    assert (kept.moments.order, kept.doings, kept.reminders) == (ours.moments.order, ours.doings, ours.reminders)
    assert kept.agendas == ours.agendas


def test_tables_kept_as_json_come_back_as_they_were() -> None:
    tables = load_tables()
    text = tables_to_json(tables)
    assert tables_from_json(text) == tables
    assert tables_to_json(tables_from_json(text)) == text


def test_stored_tables_get_the_fields_and_units_that_are_new_and_keep_their_own_numbers() -> None:
    stored = json.loads(tables_to_json(load_tables()))
    del stored[RAISED]
    stored["units"]["units"] = [row for row in stored["units"]["units"] if row["key"] != "space_dock"]
    for row in stored["units"]["units"]:
        del row["players_plastic"]
    stored["units"]["units"][1]["cost"] = 1.5
    units = tables_from_json(json.dumps(stored)).units.by_key
    assert units["destroyer"].cost == 1.5
    assert units["destroyer"].players_plastic == 8
    assert units["space_dock"].players_plastic == 3


def in_stored(tables: Tables, spoil: Callable[[Any], object]) -> Tables:
    """Tables that were kept as JSON by another version of the app, and are read by this one."""
    stored = json.loads(tables_to_json(tables))
    spoil(stored)
    return tables_from_json(json.dumps(stored))


def row_of(rows: list[Any], **named: Any) -> Any:
    return next(row for row in rows if all(row[field] == value for field, value in named.items()))


def test_a_field_that_a_kept_row_lacks_comes_from_our_row_of_the_same_name() -> None:
    """Required or not, in a card, an act, an effect, and a row that shares its name with others."""

    def earlier(stored: Any) -> None:
        # Cards are told apart by their number, whatever else stands on them.
        seventh, other = (row_of(stored["hive_mind"]["cards"], id=number) for number in (7, 30))
        seventh |= {**other, "id": 7}
        del seventh["promissory_note"]
        del row_of(stored["agendas"]["agendas"], name="Minister of Policy")["action_cards"]
        for doing in stored["doings"]["doings"]:
            for act in doing["does"]:
                act.pop("binds", None)
        for row in stored["agendas"]["agendas"]:
            for act in row["does"]:
                act.get("effect", {}).pop("rolls", None)
        second = stored["criteria"]["critical"][1]
        assert second["card"] == stored["criteria"]["critical"][0]["card"]
        del second["say"]
        del stored["units"]["neutral_units"]

    ours = load_tables()
    kept = in_stored(ours, earlier)
    assert ours.hive_mind.by_id[7].promissory_note != ours.hive_mind.by_id[30].promissory_note
    assert kept.hive_mind.by_id[7].promissory_note == ours.hive_mind.by_id[7].promissory_note
    assert {kind: table for kind, table in kept if kind != "hive_mind"} == {
        kind: table for kind, table in ours if kind != "hive_mind"
    }


def test_what_an_option_has_added_is_completed_from_the_option() -> None:
    def earlier(stored: Any) -> None:
        for group in stored["setup"]["groups"]:
            for item in group["items"]:
                del item["rule"]
        for item in stored["setup"]["events"]:
            del item["rule"]

    played = load_tables(options=["advent_of_the_war_sun"])
    assert played.setup.events
    assert in_stored(played, earlier).setup == played.setup


def test_a_list_of_ours_brings_nothing_for_a_card_that_the_game_lacks() -> None:
    def earlier(stored: Any) -> None:
        agendas = stored["agendas"]["agendas"]
        agendas.remove(row_of(agendas, name="Fleet Regulations"))
        del stored["reminders"]["reminders"]

    kept, ours = in_stored(load_tables(), earlier), load_tables().reminders
    assert kept.reminders.reminders == [one for one in ours.reminders if one.law != "Fleet Regulations"]
    assert len(kept.reminders.reminders) < len(ours.reminders)
    assert first_misfit(kept, load_rulebook()) is None
    assert in_stored(load_tables(), lambda stored: stored["reminders"].pop("reminders")).reminders == ours


def test_what_laws_bent_and_agendas_did_in_a_table_of_its_own_goes_on_with_its_numbers() -> None:
    """As an earlier version has kept it: the effects of laws, and numbers by names that the rules knew."""

    def earlier(stored: Any) -> None:
        del stored[RAISED], stored["agendas"]["agendas"][62:]  # a card that came later no earlier version has kept
        rows: list[Any] = []
        for agenda in stored["agendas"]["agendas"]:
            effects = [act["effect"] for act in agenda.pop("does") if act["kind"] == "stands"]
            rows.append({"law": agenda["name"], "effects": effects, "amounts": agenda.pop("amounts")})
        row_of(rows, law="Shared Research")["effects"] = []
        for law, amounts in told.items():
            row_of(rows, law=law)["amounts"] |= amounts
        stored["laws"] = {"table": "laws", "laws": rows}

    told: dict[str, dict[str, int]] = {}
    ours = load_tables()
    kept = in_stored(ours, earlier).agendas.by_name
    assert {name for name, card in kept.items() if card != ours.agendas.by_name[name]} == {"Shared Research"}
    assert [act.kind for act in kept["Shared Research"].does] == ["command_token"]
    told |= {
        "Articles of War": {"trade_goods": 4},
        "Economic Equality": {"trade_goods": 6},
        "Clandestine Operations": {"for": 3, "against": 2},
        "Arms Reduction": {"dreadnought": 1, "cruiser": 2},
        "Anti-Intellectual Revolution": {"ships": 2},
        "Swords to Plowshares": {"trade_goods": 1, "infantry": 2},
        "Ixthian Artifact": {"units": 5},
    }
    kept = in_stored(ours, earlier).agendas.by_name
    said = {name: card.model_dump(exclude_defaults=True) for name, card in kept.items()}
    numbers = {
        name: [act[key] for act in said[name].get("does", ()) for key in _NUMBERS if key in act] for name in told
    }
    assert numbers == {
        "Articles of War": [{"trade_goods": 4}],
        "Economic Equality": [{"trade_goods": "all"}, {"trade_goods": 6}],
        "Clandestine Operations": [{"command_tokens": 3}, {"strategy_tokens": 2}],
        "Arms Reduction": [1, 2],
        "Anti-Intellectual Revolution": [2],
        "Swords to Plowshares": ["half", {"trade_goods": "each_lost"}],
        "Ixthian Artifact": [],
    }
    assert said["Swords to Plowshares"]["does"][-1]["units"] == {"infantry": 2}
    assert kept["Ixthian Artifact"].amounts == {"units": 5, "technologies": 2}
    assert kept["Articles of War"].amounts == {}


_NUMBERS = ("what", "number", "keep")


def test_rows_that_left_out_what_was_seldom_said_mean_what_they_meant() -> None:
    """A doing that could be used once only in our table, and always in the game's, where that went without saying."""

    def earlier(stored: Any) -> None:
        del stored[RAISED]
        for doing in stored["doings"]["doings"]:
            if doing["use"] is not None:
                del doing["use"]

    assert any(doing.use for doing in load_tables().doings.doings)
    assert all(doing.use is None for doing in in_stored(load_tables(), earlier).doings.doings)


def test_what_players_took_from_the_hive_in_words_of_its_own_is_said_in_those_of_all_cards() -> None:
    """As an earlier version has kept it, with a number that the game was played with."""
    before: dict[str, Any] = {
        "hyper_genome": {"kind": "belongings", "loses": {"trade_goods": 2}, "gains": {"action_cards": 1}},
        "extortion": {"kind": "belongings", "loses": {"action_cards": 1}, "gains": {}, "discards": 3},
        "diplomatic_pressure": {"kind": "gives_note", "number": 3},
        "seize_artifact": {"kind": "gives_fragment"},
        "edict": {"kind": "captures_token"},
        "war_funding": {"kind": "rerolls", "rolls": ["combat"]},
    }

    def earlier(stored: Any) -> None:
        stored[RAISED] = [one.__name__ for one in RAISINGS].index("_one_vocabulary")
        for key, seats in (("veto", "all"), ("the_cavalry", "players"), ("parley", "hive")):
            (act,) = row_of(stored["doings"]["doings"], doing=key)["does"]
            act["binds"] = seats
            del act["who"]
        for key, act in before.items():
            row_of(stored["doings"]["doings"], doing=key)["does"] = [act]

    ours = load_tables()
    kept = in_stored(ours, earlier).doings.by_key
    assert {key for key, row in kept.items() if row != ours.doings.by_key[key]} == {
        "hyper_genome",
        "diplomatic_pressure",
    }
    said = {key: [act.model_dump(exclude_defaults=True) for act in kept[key].does] for key in before}
    assert said["hyper_genome"] == [
        {"kind": "gives_up", "what": {"trade_goods": 2}},
        {"kind": "gains", "what": {"action_cards": 1}},
    ]
    assert said["diplomatic_pressure"] == [{"kind": "gives_up", "what": {"notes": 3}}]


def test_what_the_app_has_at_its_own_place_is_said_as_what_the_table_does() -> None:
    said = []

    def earlier(stored: Any) -> None:
        stored[RAISED] = [one.__name__ for one in RAISINGS].index("_says_how")
        said.extend(act for doing in stored["doings"]["doings"] for act in doing["does"] if act["kind"] == "says")
        for act in said:
            if act["how"] == "says":
                del act["how"]
            else:
                act["kind"] = "elsewhere"

    assert in_stored(load_tables(), earlier).doings == load_tables().doings
    assert {act["kind"] for act in said} == {"says", "elsewhere"}


@pytest.mark.parametrize("raised", [len(RAISINGS) + 1, -1, "1", True, None])
def test_tables_in_words_of_a_later_version_are_refused(raised: object) -> None:
    with pytest.raises(TableError, match="stored tables: they are of a later version of this app"):
        in_stored(load_tables(), lambda stored: stored.update({RAISED: raised}))


def test_the_same_tables_make_the_same_json(tmp_path: Path) -> None:
    with_change(
        tmp_path,
        "damage",
        "rule: 5.4.damage-space\n  default_of_ours: true",
        "default_of_ours: true\n  rule: 5.4.damage-space",
    )
    assert tables_to_json(load_tables(house=tmp_path)) == tables_to_json(load_tables())


@pytest.mark.parametrize("change", [("hive_victory", "hive_defeat"), ('"value":8', '"value":"8"'), ("{", "[")])
def test_kept_tables_are_checked_when_they_come_back(change: tuple[str, str]) -> None:
    text = tables_to_json(load_tables()).replace(*change, 1)
    with pytest.raises(TableError, match="stored tables: "):
        tables_from_json(text)


def test_a_table_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_tables().figures.hive_victory.value = 3


def test_a_file_that_is_read_again_is_as_it_lies_there_whatever_was_made_of_it_before(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("rows: [{name: One}]\n", encoding="utf-8")
    first = read_yaml(path)
    assert isinstance(first.data, dict)
    first.data.clear()
    first.lines.clear()
    again = read_yaml(path)
    assert (again.data, again.line(("rows", 0, "name"))) == ({"rows": [{"name": "One"}]}, 1)
    path.write_text("\nrows: [{name: Two}]\n", encoding="utf-8")
    changed = read_yaml(path)
    assert (changed.data, changed.line(("rows", 0, "name"))) == ({"rows": [{"name": "Two"}]}, 2)
