"""Messages: a sentence with its arguments, in English, in the log, and in another language."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hive.files import FILES
from hive.words import (
    ENGLISH,
    THE_HIVE,
    Amount,
    BadMessage,
    Figure,
    Language,
    Listed,
    Message,
    Name,
    Piece,
    PlanetName,
    PlayerName,
    RuleName,
    Spoken,
    SystemName,
    Typed,
    Words,
    count,
    heard,
    heard_or_plain,
    kept,
    listed,
    pieces,
    say,
    sentence,
    told,
)
from hive.words.__main__ import LETTERS, PLACES, in_source
from sources import words_of_the_app

REX = PlayerName("p1", "Rex")
MECATOL = SystemName("000", say("{position} {planet}", position=Name("000"), planet=PlanetName("Mecatol Rex", "000")))

TEXTS = st.text(alphabet="abcdefgh ÄßüXYZ'’.,-", max_size=12)
LEAVES = st.one_of(
    st.builds(Name, TEXTS),
    st.builds(Typed, TEXTS),
    st.builds(PlayerName, st.sampled_from(["p1", "p2"]), TEXTS),
    st.builds(Amount, st.integers(-3, 40), TEXTS, TEXTS),
    st.builds(Figure, st.floats(-(10**6), 10**6) | st.integers(-99, 99)),
    st.builds(PlanetName, TEXTS, st.sampled_from(["", "209"])),
    st.just(THE_HIVE),
    TEXTS,
)


def _deeper(inner: st.SearchStrategy[Words]) -> st.SearchStrategy[Words]:
    return st.one_of(
        st.builds(lambda words: SystemName("209", words), inner),
        st.builds(lambda words: RuleName("15.engage", words), inner),
        st.builds(listed, st.lists(inner, max_size=4), st.sampled_from(["and", "or", ",", ";", "/"])),
        st.builds(sentence, inner),
        st.builds(
            lambda a, b, n: say("[The Hive] {a} {{b}} {b!c}: {n}.", a=a, b=b, n=n),
            inner,
            inner,
            st.integers(-99, 10**9),
        ),
    )


WORDS = st.recursive(LEAVES, _deeper, max_leaves=6)


# --- a sentence and its arguments


def test_a_message_is_its_english_sentence() -> None:
    taken = say("[The Hive] takes {units} from {system}", units=count(2, "carrier"), system=MECATOL)
    assert taken == "The Hive takes 2 carriers from 000 Mecatol Rex"
    assert taken.sentence == "[The Hive] takes {units} from {system}"
    assert taken.args["system"] is MECATOL
    assert say("{who!c} and {{that}} [[so]]", who=THE_HIVE) == "The Hive and {that} [so]"


@pytest.mark.parametrize(
    ("text", "args", "why"),
    [
        ("{units} come", {}, "nothing stands for {units}"),
        ("They come", {"units": 2}, "it has no place {units}"),
        ("{units} come", {"unit": 2}, "nothing stands for {units}, it has no place {unit}"),
        ("{units come", {}, "has a “{” that is no place"),
        ("[The Hive comes", {}, "has a “[” that is no place"),
        ("{units} come", {"units": ["x"]}, "{units} is neither words nor a number"),
    ],
)
def test_a_message_that_does_not_hold_together_says_where(text: str, args: dict[str, Any], why: str) -> None:
    with pytest.raises(BadMessage) as caught:
        say(text, **args)
    assert why in str(caught.value)
    assert "test_words.py:" in str(caught.value) and "\n" not in str(caught.value)


def test_amounts_and_lists_read_as_the_table_speaks() -> None:
    assert [count(0, "ship"), count(1, "ship"), count(2, "die", "dice")] == ["0 ships", "1 ship", "2 dice"]
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")] == [
        "",
        "a",
        "a and b",
        "a, b or c",
    ]
    assert [listed(["a", "b", "c"], ";"), listed(["6", "7"], "/")] == ["a; b; c", "6/7"]


def test_an_error_for_the_table_keeps_its_words() -> None:
    refusal = say("{who} has passed.", who=REX)
    assert Spoken(refusal).words is refusal
    assert str(Spoken(refusal)) == "Rex has passed."
    assert Spoken().words == ""


@given(WORDS)
def test_copies_keep_everything(words: Words) -> None:
    for again in (copy.deepcopy(words), copy.copy(words), pickle.loads(pickle.dumps(words))):
        assert again == words and type(again) is type(words) and kept(again) == kept(words)


# --- in the log


@given(WORDS)
def test_what_the_log_keeps_reads_the_same_again(words: Words) -> None:
    again = heard(json.loads(json.dumps(kept(words))))
    assert again == words
    assert kept(again) == kept(words)
    assert list(pieces(again)) == list(pieces(words))


def test_words_of_earlier_versions_are_shown_as_they_are() -> None:
    assert heard("The Hive {takes} [it]") == "The Hive {takes} [it]"
    assert kept(heard("Done")) == "Done"
    assert heard_or_plain(["no", "such"]) == "['no', 'such']"


def test_a_sentence_that_tells_all_by_itself_is_kept_as_text() -> None:
    assert kept(say("Done")) == "Done"
    assert kept(say("[The Hive] wins")) == ["say", "[The Hive] wins"]
    assert kept(say("{{a}}")) == ["say", "{{a}}"]


DEEP: Any = "x"
for _ in range(13):
    DEEP = ["capital", DEEP]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        3,
        3.5,
        {},
        [],
        [[]],
        ["unknown"],
        ["say"],
        ["say", 3],
        ["say", "{a}", {"a": 1, "b": 2}],
        ["say", "{a", {"a": 1}],
        ["say", "{a}", {"a": {"b": 1}}],
        ["say", "{a}", {"a": 10**10}],
        ["say", "{a}", {"a": True}],
        ["say", "{a}", [["a", 1]]],
        ["say", "x" * 2001],
        ["say", "a", {}, "more"],
        ["amount", "1", "ship"],
        ["amount", 1],
        ["and", "abc"],
        ["and", ["a"] * 201],
        ["and", [3]],
        ["player", "hive", "x"],
        ["player", "p1", 3],
        ["system", "../../", "x"],
        ["system", "209"],
        ["rule", "javascript:x", "x"],
        ["typed", ["typed", "x"]],
        ["figure", "1"],
        ["figure", True],
        ["figure", float("nan")],
        ["capital", 3],
        DEEP,
    ],
)
def test_what_nothing_of_ours_wrote_is_refused(value: Any) -> None:
    with pytest.raises(BadMessage):
        heard(value)


# --- in a language


@given(WORDS)
def test_in_english_the_pieces_are_the_sentence(words: Words) -> None:
    assert told(words, ENGLISH) == words


def test_each_piece_knows_what_it_is() -> None:
    words = say("[The Hive] and {who} meet in {system}", who=REX, system=MECATOL)
    assert list(pieces(words)) == [
        Piece("The Hive", "hive"),
        Piece(" and "),
        Piece("Rex", "p1", typed=True),
        Piece(" meet in "),
        Piece("000", system="000"),
        Piece(" ", system="000"),
        Piece("Mecatol Rex", system="000"),
    ]
    assert list(pieces(RuleName("15.engage", "the rule"))) == [Piece("the rule", rule="15.engage")]


GERMAN = {
    "[The Hive] pays {cost} to {who}.": "{who} erhält von [der Brut] {cost}.",
    "{who} stays": "{wer} bleibt",
    "{who} goes": "{who bleibt",
    " and ": " und ",
    "Rex": "König",
    "trade": "Handel",
}


def _german_amount(singular: str, plural: str, number: int) -> str:
    return {"{number} trade good": "{number} Handelsgut" if number == 1 else "{number} Handelsgüter"}.get(
        singular, singular if number == 1 else plural
    )


SPOKEN_GERMAN = Language(lambda text: GERMAN.get(text, text), _german_amount)


def test_a_language_has_its_own_order_plurals_and_cases() -> None:
    two, one = count(2, "trade good"), count(1, "trade good")
    paid = say("[The Hive] pays {cost} to {who}.", cost=listed([two, one]), who=REX)
    assert told(paid, SPOKEN_GERMAN) == "Rex erhält von der Brut 2 Handelsgüter und 1 Handelsgut."
    assert Piece("der Brut", "hive") in pieces(paid, SPOKEN_GERMAN)
    assert told(sentence(Name("trade")), SPOKEN_GERMAN) == "Handel"


FORMS = {
    ("{number} trade good", "dat"): ("{number} Handelsgut", "{number} Handelsgütern"),
    ("[the Hive]", "dat"): "[dem Schwarm]",
}
IN_FORMS = {"{who} gets {goods}": "{goods:dat} {who:dat!c}", "[the Hive]": "[der Schwarm]", "to {who}": "an {who:nom}"}


def _with_forms(form: str = "") -> Language:
    def amount(singular: str, plural: str, number: int) -> str:
        return FORMS.get((singular, form), (singular, plural))[number != 1]

    return Language(lambda text: str(FORMS.get((text, form), IN_FORMS.get(text, text))), amount, _with_forms)


def test_a_translation_asks_for_the_form_in_which_words_stand_in_a_place() -> None:
    goods = listed([count(2, "trade good"), count(1, "trade good")])
    paid = say("{who} gets {goods}", who=THE_HIVE, goods=goods)
    assert told(paid, _with_forms()) == "2 Handelsgütern and 1 Handelsgut Dem Schwarm"
    assert Piece("Dem Schwarm", "hive") in pieces(paid, _with_forms())
    assert told(paid.args["who"], _with_forms()) == "der Schwarm"


def test_a_form_that_a_text_lacks_is_the_plain_one() -> None:
    language = _with_forms()
    assert told(say("to {who}", who=THE_HIVE), language) == "an der Schwarm"
    assert told(say("{who} gets {goods}", who=REX, goods=Name("trade")), language) == "trade Rex"


def test_two_words_that_meet_at_the_edge_of_a_place_become_one_where_a_language_joins_them() -> None:
    spanish = {"from {place}": "de {place}", "the {trait} planet": "el planeta {trait}", "by {place}": "por {place}"}
    language = Language(lambda text: spanish.get(text, text), ENGLISH.amount, joined=lambda: {"de el": "del"})
    planet = SystemName("207", say("the {trait} planet", trait=say("hazardous")))
    assert [*pieces(say("from {place}", place=planet), language)][-2:] == [
        Piece(" planeta ", system="207"),
        Piece("hazardous", system="207"),
    ]
    assert told(say("from {place}", place=planet), language) == "del planeta hazardous"
    assert told(say("by {place}", place=planet), language) == "por el planeta hazardous"
    assert told(say("from {place}", place=Name("Elder")), language) == "de Elder"


def test_a_name_that_a_language_lacks_is_read_in_english() -> None:
    assert [piece.english for piece in pieces(listed([Name("trade"), Name("Mentak")]), SPOKEN_GERMAN)] == [
        False,
        False,
        True,
    ]
    assert not any(piece.english for piece in pieces(Name("Mentak"), ENGLISH))


def test_a_translation_that_names_other_places_is_not_used() -> None:
    assert told(say("{who} stays", who=REX), SPOKEN_GERMAN) == "Rex stays"
    assert told(say("{who} goes", who=REX), SPOKEN_GERMAN) == "Rex goes"


def test_what_is_told_within_a_message_stays_a_list() -> None:
    both = Listed([REX, Name("trade")])
    assert isinstance(say("{both}", both=both).args["both"], Listed)
    assert Message("{both}", {"both": both}).kept() == [
        "say",
        "{both}",
        {"both": ["and", [REX.kept(), ["name", "trade"]]]},
    ]


# --- the players' words

MOST_OFTEN = 5
OURS = re.compile(r"\b(mend|mends|mended|ledger|tracked|untracked)\b", re.IGNORECASE)


# The two at the table read these about themselves: a text with a place for one of them, or with the word.
THEY = re.compile(r"\b(they|their|theirs|them)\b(?![^{]*\})", re.IGNORECASE)
TWO = re.compile(r"\{(who|ally|players|left_player|right_player|seat)(!c)?\}|\b[Pp]layers?\b|^(They|Their) ")
# What is meant by the word there are systems, units, goods.
NOT_OF_PLAYERS = {
    "{who!c} has {units} in all, {captured} of them captured: no more than {left} can stand on the board.",
    "Only {systems} can take them, and only without player ships.",
    "They tie in fulfilled prerequisites and in strength.",
    "They cost the same and hit alike: what helps [the Hive] most?",
    "Their cost together; fighters, infantry and structures bring nothing.",
    "When {who} next replenishes commodities, all of them go to [the Hive]: the app asks when Trade is played.",
    "player ships in all of them",
    "They tie by negative system priority: what helps [the Hive] most?",
    "They tie by system priority: what helps [the Hive] most?",
    "Wherever the rules of this variant say “player”, they mean the two of you and not the Hive.",
    "Space cannons hit on 5 or more. They also fire at player ships that move into a neighbouring system which a "
    "player has activated.",
    "Nip and Tuck are in force for the player who has them: the Hive cancels no action card of that player. The app "
    "minds it.",
}
# What follows a place there is what happens, has another form for one, or is always more.
NO_AMOUNT = {
    "[The Hive] can have 0 to {most} {colour} technologies, not {level}.",
    "{source}: {one} and {two} change places.",
    "{players} win with {points} victory points",
    "{number} counters make a target in the {colour} zone",
    "Put {tactic} command tokens in its tactic pool and {strategy} in its strategy pool.",
    "Fill its bank: {resources} infantry tokens for resources, {influence} fighter tokens for influence.",
}


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Every text of the app that is no rule or reading in words of ours; of amounts that of one."""
    explaining = {"decks/rulebook.yaml", "decks/readings.yaml"}
    told = [one for one in words_of_the_app() if one.id and {place for place, _ in one.locations} - explaining]
    found = [str(one.id[0] if isinstance(one.id, tuple) else one.id) for one in told]
    assert len(found) > 1000
    return found


def test_the_table_reads_the_words_of_players(texts: list[str]) -> None:
    """What we call mending, a ledger or a tracked galaxy, a table calls correcting, rules, and its galaxy."""
    assert [text for text in texts if OURS.search(text)] == []


def test_nobody_reads_they_or_their_about_the_two_at_the_table(texts: list[str]) -> None:
    theirs = {text for text in texts if THEY.search(text) and TWO.search(text)}
    assert sorted(theirs - NOT_OF_PLAYERS) == []


def test_an_article_before_a_place_follows_what_stands_there(texts: list[str]) -> None:
    assert [text for text in texts if re.search(r"\b[Aa]n? \{", text)] == []
    assert say("{kind!a} fragment", kind=Name("industrial")) == "an industrial fragment"
    assert say("{kind!a} fragment", kind=Name("cultural")) == "a cultural fragment"
    assert say("{kind!a} upgrade", kind=Name("unit")) == "a unit upgrade"
    assert say("{who!a} fights", who=REX) == "a Rex fights"
    assert told(say("{kind!a} fragment", kind=Name("industrial")), SPOKEN_GERMAN) == "an industrial fragment"


def test_an_article_is_written_as_it_is_spoken(texts: list[str]) -> None:
    wrong = re.compile(r"\ba (?!uni|use|eu|one\b)[aeiou]|\ban (?![aeiou]|honou?r|hour|[A-Z8])", re.IGNORECASE)
    assert [text for text in texts if wrong.search(text)] == []


def test_what_is_counted_is_an_amount_which_knows_its_singular(texts: list[str]) -> None:
    """A number before a plural of ours would read "1 copies"."""
    both = [one.id for one in words_of_the_app() if isinstance(one.id, tuple)]
    plurals = {str(many).rpartition(" ")[2] for one, many in both if one != many}
    assert {"cards", "commodities", "ships"} <= plurals
    counted = re.compile(rf"\{{(?!who|ally)[a-z_]+\}} (?:[a-z]+ )?({'|'.join(sorted(plurals))})\b")
    assert [text for text in texts if counted.search(text) and text not in NO_AMOUNT] == []


def test_no_sentence_is_written_out_wherever_it_is_needed() -> None:
    """One that is needed often stands in a function, as :func:`hive.naming.by_now`."""
    written = Counter(
        text
        for path in sorted((FILES / "hive").rglob("*.py"))
        for _, text in in_source(path.read_text(encoding="utf-8"))
        if isinstance(text, str) and "{" in text and LETTERS.search(PLACES.sub("", text))
    )
    assert {text: number for text, number in written.items() if number > MOST_OFTEN} == {}
