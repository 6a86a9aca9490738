"""The language of the pages: which can be chosen, and how messages are told in it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from markupsafe import escape

from driving import settings
from hive.catalog.reading import load_rulebook
from hive.files import FILES
from hive.words import Figure, PlayerName, SystemName, Typed, count, heard, kept, listed, pieces, say, told
from hive.words.__main__ import brought_up, in_pseudo, in_source, in_table, main
from hive.words.message import Message
from hive.words.worded import languages, pseudo
from serving import Table, app_in
from sources import words_of_the_app


@pytest.fixture(scope="module")
def words() -> Catalog:
    return words_of_the_app()


@pytest.fixture(scope="module")
def translations(words: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("translations")
    in_pseudo(words, folder)
    return folder


class English(HTMLParser):
    """The texts of a page in which a letter of plain English stands; what people typed is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.within: list[bool] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag not in ("input", "meta", "link", "img", "br", "use", "path"):
            self.within.append(told.get("translate") == "no" or tag in ("script", "style", "title"))

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("use", "path") and self.within:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.within) and re.search("[A-Za-z]", data):
            self.found.append(data)


def english_in(page: str) -> list[str]:
    reader = English()
    reader.feed(page)
    return reader.found


# --- which language


def test_without_a_catalog_the_pages_are_english(tmp_path: Path) -> None:
    client = app_in(tmp_path, TRANSLATIONS=tmp_path).test_client()
    answer = client.get("/?lang=pseudo")
    assert "Your games" in answer.text or "Import a game" in answer.text
    assert '<html lang="en"' in answer.text and "lang=" not in str(answer.headers.getlist("Set-Cookie"))


def test_a_language_is_chosen_once_and_kept(tmp_path: Path, translations: Path) -> None:
    client = app_in(tmp_path, TRANSLATIONS=translations).test_client()
    assert "Import a game" in client.get("/").text
    assert pseudo("Import a game") in client.get("/?lang=pseudo").text
    assert '<html lang="pseudo"' in client.get("/").text
    assert "Import a game" in client.get("/?lang=en").text
    assert "Import a game" in client.get("/").text


def test_a_browser_that_wants_a_language_gets_it_until_its_device_chooses(tmp_path: Path, translations: Path) -> None:
    shutil.copytree(translations / "pseudo", tmp_path / "de")
    table = Table(app_in(tmp_path, TRANSLATIONS=tmp_path))
    german = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.8"}
    assert '<html lang="de"' in table.client.get("/", headers=german).text
    assert '<html lang="en"' in table.client.get("/", headers={"Accept-Language": "fr,en;q=0.5"}).text
    assert '<html lang="en"' in table.client.get("/", headers={"Accept-Language": "en-GB,de;q=0.5"}).text
    table.post("/language", lang="en")
    assert '<html lang="en"' in table.client.get("/", headers=german).text
    table.post("/language", lang="de")
    assert '<html lang="de"' in table.client.get("/").text


def test_a_new_game_is_named_in_the_language_of_who_begins_it(tmp_path: Path) -> None:
    catalog_of(tmp_path, {" and ": " und ", "Example game": "Beispielspiel"})
    table = Table(app_in(tmp_path, TRANSLATIONS=tmp_path))
    table.client.set_cookie("lang", "de")
    table.post("/example")
    table.post("/new", p1_name="Ada", p2_name="Ben", galaxy="none")
    assert {game.name for game in table.games.store.games()} == {"Beispielspiel", "Ada und Ben"}


def test_the_first_page_offers_the_languages_that_are_there(tmp_path: Path, translations: Path) -> None:
    assert "hreflang" not in app_in(tmp_path, TRANSLATIONS=tmp_path / "none").test_client().get("/").text
    shutil.copytree(translations / "pseudo", tmp_path / "de")
    page = app_in(tmp_path, TRANSLATIONS=tmp_path).test_client().get("/").text
    assert re.findall(r'hreflang="(\w+)".*?>(\w+)</a>', page) == [("en", "English"), ("de", "Deutsch")]


def test_a_page_can_show_where_each_text_stands(tmp_path: Path) -> None:
    path = catalog_of(tmp_path, {"New game": "Neues Spiel"})
    page = app_in(tmp_path, TRANSLATIONS=tmp_path).test_client().get("/?lang=de.lines").text
    line = int(re.search(r"(\d+)·Neues Spiel", page)[1])  # type: ignore[index]
    assert path.read_text(encoding="utf-8").splitlines()[line - 1] == 'msgid "New game"'
    assert '<html lang="de"' in page


def test_a_text_that_a_language_lacks_is_english_and_counted(tmp_path: Path) -> None:
    catalog_of(tmp_path, {"New game": "Neues Spiel", "ship": "{ship}"})
    german = languages(tmp_path)["de"]
    assert [told(say(text), german) for text in ("New game", "Import a game")] == ["Neues Spiel", "Import a game"]
    assert german.untold == {"Import a game"}
    app = app_in(tmp_path, TRANSLATIONS=tmp_path)
    app.test_client().get("/?lang=de")
    assert 'hive_untold_texts{language="de"}' in app.test_client().get("/metrics").text


def test_words_of_a_log_of_earlier_days_are_told_as_those_of_today(tmp_path: Path) -> None:
    catalog_of(tmp_path, {"{who} builds {units}.": "{who} baut {units}."})
    (tmp_path / "earlier.yaml").write_text('"{who} has built {units}.": "{who} builds {units}."\n')
    words = say("{who} has built {units}.", who=PlayerName("p1", "Ada"), units=count(2, "PDS", "PDS"))
    assert words == "Ada has built 2 PDS."
    assert told(words, languages(tmp_path)["de"]) == "Ada baut 2 PDS."


def test_a_text_of_earlier_days_may_have_named_its_places_otherwise(tmp_path: Path) -> None:
    catalog_of(tmp_path, {"{who} pays {items} to {other}.": "{other} erhält {items} von {who}."})
    (tmp_path / "earlier.yaml").write_text('"{who} pays {goods} to {whom}.": "{who} pays {items} to {other}."\n')
    words = say("{who} pays {goods} to {whom}.", who=Typed("Ada"), goods=count(2, "ship"), whom=Typed("Ben"))
    assert told(words, languages(tmp_path)["de"]) == "Ben erhält 2 ships von Ada."


def test_plain_text_of_earlier_days_names_the_hive_as_today(tmp_path: Path) -> None:
    catalog_of(tmp_path, {"Deal with [the Hive]": "Handel mit [dem Schwarm]"})
    (tmp_path / "earlier.yaml").write_text('"We want to deal": "Deal with [the Hive]"\n')
    words = heard("We want to deal")
    assert [piece[:2] for piece in pieces(words, languages(tmp_path)["de"])] == [
        ("Handel mit ", ""),
        ("dem Schwarm", "hive"),
    ]
    assert told(words, languages(tmp_path)["de"]) == "Handel mit dem Schwarm"


@pytest.mark.parametrize(
    ("plain", "german", "text", "expected"),
    [
        ("none", "keine", "None", "Keine"),
        ("none is left", "keine ist übrig", "None is left.", "Keine ist übrig."),
        ("None is left", "Keine übrig", "None is left.", "Keine übrig."),
        ("[the Hive] waits", "[der Schwarm] wartet", "[The Hive] waits.", "Der Schwarm wartet."),
        ("{who} waits", "{who:nom} wartet", "{who!c} waits", "Die Sol wartet"),
        ("which?", "¿cuál?", "Which?", "¿Cuál?"),
    ],
)
def test_a_text_is_told_by_the_one_without_its_capital_and_its_full_stop(
    tmp_path: Path, plain: str, german: str, text: str, expected: str
) -> None:
    catalog_of(tmp_path, {plain: german, "dots": "Punkte"})
    args = {"who": Typed("die Sol")} if "{who" in text else {}
    language = languages(tmp_path)["de"]
    assert [told(Message(text, args), language) for _ in range(2)] == [expected] * 2
    assert told(say("dots..."), language) == "dots..." and told(say("Dots"), language) == "Punkte"


def test_a_catalog_lists_such_a_text_only_where_it_has_words_of_its_own(words: Catalog, tmp_path: Path) -> None:
    assert "nobody" in words and "Nobody" not in words
    path = catalog_of(tmp_path, {"nobody": "niemand", "Nobody": "Niemand", "no": "nein", "No": "Keines"})
    brought_up(path, words)
    catalog = path.read_text(encoding="utf-8")
    assert 'msgid "Nobody"' not in catalog and "Keines" in catalog


def catalog_of(folder: Path, texts: dict[str, str]) -> Path:
    """A German catalog with these texts."""
    path = folder / "de" / "LC_MESSAGES" / "hive.po"
    path.parent.mkdir(parents=True)
    german = Catalog(locale="de")
    for text, theirs in texts.items():
        german.add(text, theirs)
    with path.open("wb") as file:
        write_po(file, german)
    return path


def test_a_number_that_is_not_whole_is_written_as_the_language_does() -> None:
    spoken = languages(CATALOGS)
    words = say("{least} to {most}", least=Figure(0.5), most=Figure(15))
    assert [told(words, spoken[code]) for code in ("en", "de", "es")] == ["0.5 to 15", "0,5 bis 15", "de 0,5 a 15"]
    assert told(heard(kept(words)), spoken["de"]) == "0,5 bis 15"


def test_a_page_in_another_language_has_no_english_left(tmp_path: Path, translations: Path) -> None:
    client = app_in(tmp_path, TRANSLATIONS=translations).test_client()
    assert english_in(client.get("/?lang=pseudo").text) == ["Hive Wars"]


def test_a_rule_is_found_in_the_language_of_the_page_with_its_english_beside_it(tmp_path: Path) -> None:
    gist = load_rulebook().by_id["28.1.public"].gist
    catalog_of(tmp_path, {gist: "Der Schwarm wertet."})
    client = app_in(tmp_path, TRANSLATIONS=tmp_path).test_client()
    assert "Der Schwarm wertet." in client.get("/rules?q=wertet&lang=de").text
    page = client.get("/rules/28.1.public").text
    assert '<h1 class="gist">Der Schwarm wertet.</h1>' in page and f'<p lang="en" translate="no">{escape(gist)}' in page
    assert "Der Schwarm wertet." not in client.get("/rules?q=wertet&lang=en").text


# --- messages on a page


def test_players_called_red_and_rex_colour_nothing_but_their_names(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    chosen = settings(draws="app")
    chosen.p1.name, chosen.p2.name = "Red", "Rex"
    game_id = table.games.create("Test", chosen, seed="test")
    table.until(game_id, "player_turn")
    table.games.event(game_id, table.position(game_id), "planet_gained", {})
    table.games.answer(game_id, table.position(game_id), "planet_gained", "mecatol_rex")
    page = table.client.get(f"/games/{game_id}/log").text
    assert '<span class="hive">The Hive</span> takes Mecatol Rex.' in page
    assert 'class="p2">Rex</span>.' not in page


def test_messages_lead_to_their_systems_in_the_log_of_a_game(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    words = say("[The Hive] leaves {system}", system=SystemName("209", "209 Wellon"))
    with app.test_request_context("/games/abc"):
        macros = app.jinja_env.get_template("_macros.html").module
        assert macros.worded(words, True).count("<a ") == 1  # type: ignore[attr-defined]
        assert 'href="/games/abc?at=209">209 Wellon</a>' in macros.worded(words, True)  # type: ignore[attr-defined]
        assert "<a " not in macros.worded(words)  # type: ignore[attr-defined]


def test_what_a_template_shows_is_told_in_its_language(tmp_path: Path, translations: Path) -> None:
    app = app_in(tmp_path, TRANSLATIONS=translations)
    with app.test_request_context("/?lang=pseudo"):
        who = PlayerName("p1", "Ada <3")
        told = app.jinja_env.from_string('<a title="{{ a }}">{{ b }}</a>').render(a=who, b=say("New game"))
    assert told == f'<a title="Ada &lt;3">{pseudo("New game")}</a>'


# --- catalogs


def test_the_language_that_nobody_speaks_leaves_no_plain_letter() -> None:
    assert pseudo("{who} takes [the Hive]'s <b>card</b>.") == "⟦{who} ţåķéš [ţĥé Ĥîṽé]'š <b>çåŕð</b>.············⟧"
    assert not re.search("[A-Za-z]", pseudo("The quick brown fox jumps over the lazy dog, THE QUICK BROWN FOX …"))


def test_amounts_and_lists_are_told_in_it(translations: Path) -> None:
    language = languages(translations)["pseudo"]
    both = listed([count(1, "ship"), count(2, "ship")])
    assert told(both, language) == "⟦1 šĥîþ····⟧⟦ åñð ·⟧⟦2 šĥîþš····⟧"


def found(items: Iterator[object]) -> list[object]:
    return [text for _, text in items]


def test_words_are_found_in_the_source_and_in_tables(words: Catalog) -> None:
    source = 'x = say("a {b} c", b=count(2, "die", "dice"))\nName("Trade")\nprint("no")\nsay(text)\nF(say="no vote")\n'
    assert found(in_source(source)) == ["a {b} c", "Trade", "no vote", ("{number} die", "{number} dice")]
    row = {"name": "PDS", "plural": "PDS", "kind": "x", "cards": [{"say": "first", "anomalies": ["ion_storm"]}]}
    assert found(in_table(row)) == [("{number} PDS", "{number} PDS"), "PDS", "PDS", "first", "ion storm"]
    assert {"New game", "{number} ship", "Import a game"} <= {
        one.id if isinstance(one.id, str) else one.id[0] for one in words
    }


def test_a_catalog_gets_what_is_new_and_says_what_does_not_fit(words: Catalog, tmp_path: Path) -> None:
    path = catalog_of(tmp_path, {"New game": "Neues Spiel", "{who!c} picks": "{wer} wählt"})
    troubles = brought_up(path, words)
    assert f"{path}: “{{wer}} wählt” names other places than “{{who!c}} picks”" in troubles
    assert f"{path}: untold: “Import a game”" in troubles
    german_words = languages(tmp_path)["de"]
    assert told(say("New game"), german_words) == "Neues Spiel"
    assert told(say("{who!c} picks", who=PlayerName("p1", "Ada")), german_words) == "Ada picks"
    assert "{number} ship" in path.read_text(encoding="utf-8")


def test_the_command_builds_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    assert "texts in" in capsys.readouterr().out
    assert {"en", "pseudo"} <= set(languages(tmp_path))


# --- the languages that the app speaks

CATALOGS = FILES / "translations"
SPOKEN = ("de", "es")
GLOSSARY = yaml.safe_load((CATALOGS / "glossary.yaml").read_text(encoding="utf-8"))
SOFT_HYPHEN = "\u00ad"
MOST_EXCEPTIONS = 40


@cache
def texts_of(code: str) -> list[tuple[str, str, str]]:
    """The texts of a language: the form, the English, and its words; an amount is two of them."""
    return [*_texts_of(code)]


def _texts_of(code: str) -> Iterator[tuple[str, str, str]]:
    with (CATALOGS / code / "LC_MESSAGES" / "hive.po").open("rb") as file:
        for one in read_po(file, locale=code):
            if one.id:
                ours = [one.id] if isinstance(one.id, str) else list(one.id)
                theirs = [one.string] if isinstance(one.string, str) else list(one.string or ())
                assert len(ours) == len(theirs), f"“{ours[0]}” has {len(theirs)} forms in {code}"
                yield from ((one.context or "", *both) for both in zip(ours, theirs, strict=True))


@pytest.mark.parametrize("code", SPOKEN)
def test_a_language_has_words_for_every_text_and_they_fit(words: Catalog, tmp_path: Path, code: str) -> None:
    path = Path(shutil.copytree(CATALOGS / code, tmp_path / code)) / "LC_MESSAGES" / "hive.po"
    assert brought_up(path, words) == []


@pytest.mark.parametrize("code", SPOKEN)
def test_amounts_have_words_for_one_and_for_several(code: str) -> None:
    amounts = [(ours, theirs) for _, ours, theirs in texts_of(code) if ours.startswith("{number} ")]
    assert len(amounts) > 200
    assert [ours for ours, theirs in amounts if "{number}" not in theirs or len(theirs) <= len("{number} ")] == []


@pytest.mark.parametrize("code", SPOKEN)
def test_a_term_of_the_rulebook_has_one_word(code: str) -> None:
    texts = [(ours, theirs) for form, ours, theirs in texts_of(code) if not form and ours != theirs]
    found = {
        f"{term}: “{ours}” is “{theirs}”"
        for term, languages_of in GLOSSARY["terms"].items()
        for ours, theirs in texts
        if ours not in GLOSSARY["exceptions"] and strays(term, languages_of[code], ours, theirs)
    }
    assert found == set()
    assert len(GLOSSARY["exceptions"]) < MOST_EXCEPTIONS


def strays(term: str, stems: list[str], ours: str, theirs: str) -> bool:
    """Whether a text has a term, and its translation none of the words for it; the folder `decks` is no deck."""
    named = term_in(term).findall(_without_places(ours))
    plain = _without_hyphens(theirs) if named else ""
    return any(one not in plain or one.islower() for one in named) and not any(one in plain.lower() for one in stems)


@cache
def _without_places(text: str) -> str:
    return re.sub(r"\{[^}]*\}|[][]|\bdecks(/| check)\S*", "", text)


@cache
def _without_hyphens(text: str) -> str:
    return re.sub(rf"[][{SOFT_HYPHEN}]", "", text)


@cache
def term_in(term: str) -> re.Pattern[str]:
    """A term in a text: as one or several, as a verb; neither the Hive Mind nor Hive Wars is the Hive."""
    verb = {
        "engage": "engag(?:e|es|ed|ing)",
        "infest": "infest(?:s|ed|ing)?",
        "sustain damage": "sustain(?:s|ed|ing)? damage",
    }
    if term == "the Hive":
        return re.compile(r"\bthe Hive\b(?! Mind| Wars)", re.IGNORECASE)
    several = f"{re.escape(term[:-1])}(?:y|ies)" if term.endswith("y") else f"{re.escape(term)}(?:s|es)?"
    return re.compile(rf"\b{verb.get(term, several)}\b", re.IGNORECASE)


def test_a_word_that_is_not_the_one_of_the_glossary_is_found() -> None:
    stems = GLOSSARY["terms"]["fighter"]["de"]
    assert strays("fighter", stems, "2 fighters", "2 Flieger") and not strays("fighter", stems, "2 fighters", "2 Jäger")
    assert not strays("fighter", stems, "They have Fighter II", "Sie haben Fighter II")
