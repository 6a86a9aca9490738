"""The language of a page, words of the pages, and what the tables of a game say otherwise than ours.

``?lang=`` chooses one, and a cookie keeps it; without one it is the browser's. Only languages whose catalog is there
can be chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from itertools import groupby
from typing import Literal, NamedTuple

from babel import Locale, negotiate_locale
from babel.dates import format_datetime
from babel.localedata import exists
from flask import Flask, Response, current_app, has_request_context, request, url_for
from flask_babel import Babel
from jinja2 import Environment
from markupsafe import Markup, escape

from hive import keys
from hive.catalog.copying import Difference, differences
from hive.catalog.tables import Seat, Tables
from hive.files import FILES
from hive.games.present import Present
from hive.model.game import Game
from hive.naming import ANOMALIES, PHASES
from hive.rules.strategy import next_picker
from hive.steps import Ask, Step
from hive.words import (
    ENGLISH,
    Amount,
    Language,
    Name,
    Piece,
    Typed,
    Worded,
    Words,
    count,
    listed,
    pieces,
    say,
    sentence,
    told,
)
from hive.words.worded import LINES, SOURCE_LANGUAGE, capitalised, languages

COOKIE = "lang"
YEAR = 365 * 24 * 3600
EXTENSION = "languages"
_SPOKEN: ContextVar[tuple[str, Language] | None] = ContextVar("spoken", default=None)
"""What the page that is made now speaks, once it has been asked for."""


def register(app: Flask) -> None:
    """Let the pages of the app speak the languages in the folder ``TRANSLATIONS``."""
    app.extensions[EXTENSION] = languages(app.config.get("TRANSLATIONS") or FILES / "translations")
    Babel(app, locale_selector=locale, default_domain="hive")
    app.before_request(_forget)
    app.teardown_request(_forget)
    app.after_request(_keep)
    add_words(app.jinja_env)


def add_words(environment: Environment) -> None:
    """What templates say: ``_("...")``, ``count``, ``named``, ``typed``, ``listed``, ``sentence``.

    Whatever they show of our words is told in the page's language.
    """
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: language().sentence(text),
        ngettext=lambda singular, plural, number: language().amount(singular, plural, number),
        newstyle=True,
    )
    environment.globals.update(_=say, count=count, named=Name, typed=Typed, listed=listed, sentence=sentence)
    environment.globals.update(lang=lang, languages=spoken_here)
    environment.finalize = lambda value: told(value, language()) if isinstance(value, Worded) else value


def language() -> Language:
    """The language in which the page that is made now is told; English where no page is made."""
    return _spoken()[1]


def code() -> str:
    """The code of the page's language; that of English where no page is made."""
    return _spoken()[0]


def _spoken() -> tuple[str, Language]:
    """The code of the page's language, and the language itself: each word of a page asks for it."""
    found = _SPOKEN.get()
    if found is None:
        if not has_request_context():
            return SOURCE_LANGUAGE, ENGLISH
        known: dict[str, Language] = current_app.extensions.get(EXTENSION, {})
        asked = (request.args.get(COOKIE), request.cookies.get(COOKIE))
        chosen = next((one for one in asked if one in known), None) or _of_the_browser(known)
        found = chosen, known.get(chosen, ENGLISH)
        _SPOKEN.set(found)
    return found


@cache
def _exists(code: str) -> bool:
    """Whether dates are told in a language: Babel looks through a thousand of them for that, and each page asks."""
    return exists(code)


def _of_the_browser(known: Iterable[str]) -> str:
    offered = [one for one in known if _exists(one)]
    return negotiate_locale(request.accept_languages.values(), offered, sep="-") or SOURCE_LANGUAGE


def lang() -> str:
    """The page's language as HTML names it."""
    return code().removesuffix(LINES)


class Spoken(NamedTuple):
    """A language that a device can choose: its code, and what it calls itself."""

    code: str
    name: str


def spoken_here() -> list[Spoken]:
    """The languages that a device can choose, the app's own first."""
    known = [one for one in current_app.extensions[EXTENSION] if _exists(one)]
    return [Spoken(one, capitalised(Locale(one).get_language_name(one) or one)) for one in known]


def _forget(_: BaseException | None = None) -> None:
    _SPOKEN.set(None)


def locale() -> str:
    """Where dates are told; English where a language has no habits of its own."""
    chosen = lang()
    return chosen if _exists(chosen) else SOURCE_LANGUAGE


def _keep(response: Response) -> Response:
    asked = request.args.get(COOKIE)
    if asked is not None and asked in current_app.extensions[EXTENSION]:
        response.set_cookie(COOKIE, asked, max_age=YEAR, samesite="Lax")
    return response


# --- words of the pages: who is meant in a sentence, names of phases, times, anchors


Run = Piece


PIECES = 16_384
"""So many pieces are kept as they are written: most words of a page stood on the page before."""


def as_html(words: Words | tuple[Piece, ...], linked: bool = False) -> Markup:
    """Words in the language of the page, with names of the sides in their colours: what templates call ``worded``.

    ``linked``: systems and rules lead to their pages, where the page is one of a game.
    """
    told = words if isinstance(words, tuple) else tuple(pieces(words, language()))
    game_id = (request.view_args or {}).get("game_id") if linked else None
    if game_id is None:
        return Markup("".join(map(_written, told)))
    groups = groupby(told, lambda piece: (piece.system, piece.rule))
    return Markup("".join(_leading(_address(game_id, *where), group) for where, group in groups))


def _leading(href: str, group: Iterable[Piece]) -> str:
    written = "".join(map(_written, group))
    return f'<a class="named" href="{escape(href)}">{written}</a>' if href else written


@lru_cache(PIECES)
def _written(piece: Piece) -> str:
    # Between the planets of a system a line may end, which no browser does by itself.
    text = "/<wbr>" if piece.text == "/" else str(escape(piece.text))
    if piece.seat or piece.typed:
        whose = f' class="{escape(piece.seat)}"' if piece.seat else ""
        kept = ' translate="no"' if piece.typed else ""
        text = f"<span{whose}{kept}>{text}</span>"
    elif piece.english:
        text = f'<span lang="en">{text}</span>'
    return f'<b class="strong">{text}</b>' if piece.strong else text


def _address(game_id: str, system: str, rule: str) -> str:
    if rule:
        return url_for("lookup.rule", rule_id=rule, back=game_id)
    return url_for("table.table", game_id=game_id, at=system) if system else ""


def runs(text: Words) -> tuple[Run, ...]:
    """Words in pieces, in the language of the page, as templates write them by ``worded``."""
    return tuple(pieces(text, language()))


def phase_words(game: Game) -> Words:
    """The phase as the top bar says it."""
    return PHASES[game.phase]


def whose_turn(present: Present) -> tuple[Run, ...]:
    """Whose turn it is, or who picks; empty outside of turns."""
    game, pending = present.session.game, present.session.pending
    if game.winner is not None:
        return ()
    if game.phase == "action" and game.active is not None:
        if eye_of(game, pending) == "hunts":
            return runs(say("[The Hive] hunts"))
        return runs(say("{who!c}'s turn", who=game.name(game.active)))
    picking = game.phase == "strategy" and game.stage == "pick"
    # The Hive's own pick waits to be confirmed: the next picker is not the one to name yet.
    hive_picks = pending is not None and pending.key == keys.HIVE_PICKS
    picker: Seat | None = "hive" if hive_picks else next_picker(game) if picking else None
    return runs(say("{who!c} picks", who=game.name(picker))) if picker is not None else ()


OF_THE_HIVE = frozenset(
    {
        keys.HIVE_SCORES,
        keys.STATUS,
        keys.HIVE_VOTES,
        keys.AGENDA_REWARDS,
        keys.AGENDA_PENALTIES,
        keys.VOTES,
        keys.TRANSFER,
    }
)
"""Steps outside the Hive's turns in which it is the one that scores, votes or saves."""


def hive_acts(game: Game, key: str) -> bool:
    """Whether a step of this key is one of the Hive's own: on its turn, or where it picks."""
    return (game.phase == "action" and game.active == "hive") or key in (keys.HIVE_TURN, keys.HIVE_PICKS)


Eye = Literal["rests", "looks", "hunts"]
"""The sign of the Hive above every page: it waits for players, it thinks, or it is after one of them."""


def eye_of(game: Game, step: Step | None) -> Eye:
    """How the Hive looks at an open step: it hunts where it engages, or fights on its own turn."""
    if step is None or game.phase == "setup":
        return "rests"
    if not hive_acts(game, step.key):
        return "looks" if step.key in OF_THE_HIVE else "rests"
    announced = step.undertaking if isinstance(step, Ask) else None
    # Where its own type is not possible, the symbol's action is the other one.
    engages = announced.action == "engage" if announced is not None else step.shown.symbol == "red_star"
    return "hunts" if engages or step.shown.sides is not None else "looks"


def anchor(field: str) -> str:
    """The name of a correctable field as an anchor of the page of corrections."""
    return re.sub(r"[^A-Za-z0-9]+", "-", field)


def clock(made_at: str) -> str:
    """When something happened, by the clock of this machine; the day as well if it was not today."""
    try:
        moment = datetime.fromisoformat(made_at).astimezone()
    except (ValueError, OverflowError, OSError):  # some machines cannot show a time before 1970
        return ""
    if moment.date() == datetime.now().astimezone().date():
        return f"{moment:%H:%M}"
    return format_datetime(moment, "d MMMM, HH:mm", locale=locale())


# --- what a game's tables say otherwise than the app's own, as its pages tell it: row by row


MOST = 60
"""So many a page lists; who has changed more knows the file."""
TOLD = ("setup", "moments", "reminders")
"""Tables that only remind: whoever reads these pages wants to know what is played otherwise."""
MOST_ROWS = 3
"""Where more rows lack the same, an earlier version began the game: its table is named, not what came later."""
TABLES: dict[str, Words] = {
    "hive_mind": say("Hive Mind deck"),
    "strategy_cards": say("Strategy cards"),
    "criteria": say("Criteria for strategy cards"),
    "priorities": say("Priority diagrams"),
    "damage": say("Damage diagrams"),
    "difficulty": say("Levels of difficulty"),
    "units": say("Units"),
    "technologies": say("Technologies"),
    "objectives": say("Objectives"),
    "figures": say("Numbers of the rules"),
    "factions": say("Factions"),
    "setup": say("Set-up"),
    "tiles": say("Tiles"),
    "galaxy": say("Galaxy"),
    "exploration": say("Exploration"),
    "agendas": say("Agendas"),
    "votes": say("What the Hive votes by"),
    "moments": say("Moments"),
    "doings": say("What players own and do"),
    "reminders": say("Reminders"),
    "unheard": say("How far players come unheard"),
}


@dataclass(frozen=True)
class Changed:
    """A field of a table that says something else: which it is, and what both say."""

    title: Words
    words: Words


@dataclass(frozen=True)
class ChangedTables:
    """What differs, as much as a page lists, and how much more there is."""

    rows: tuple[Changed, ...]
    more: int


def changed_tables(tables: Tables) -> ChangedTables | None:
    """Where some tables differ from the app's own with the same options; None where they do not."""
    together: dict[object, list[Difference]] = {}
    for one in differences(tables):
        together.setdefault(one if one.theirs else (one.table, one.field), []).append(one)
    rows, others = list[Changed](), dict[Words, None]()
    for ones in together.values():
        if ones[0].table in TOLD or len(ones) > MOST_ROWS:
            others[TABLES[ones[0].table]] = None
        else:
            rows += [Changed(_title(one), _words(tables, one)) for one in ones]
    besides = [Changed(say("Other rows or texts"), listed([*others]))] if others else []
    return ChangedTables((*rows[:MOST], *besides), max(len(rows) - MOST, 0)) if rows or besides else None


def _title(one: Difference) -> Words:
    parts = [_plainly(part) for part in (*one.row.split(", "), one.field.removesuffix(" value")) if part]
    table = TABLES[one.table]
    return say("{table}: {place}", table=table, place=listed(parts, ",")) if parts else table


def _words(tables: Tables, one: Difference) -> Words:
    theirs, ours = _plainly(one.theirs), _plainly(one.ours)
    if not one.ours:
        return _named_at_the_table(tables, one) or say("{theirs} (not in the app's own tables)", theirs=theirs)
    if not one.theirs:
        return say("left out (in the app's own tables: {ours})", ours=ours) if one.field else say("left out")
    return say("{theirs} (in the app's own tables: {ours})", theirs=theirs, ours=ours)


def _plainly(text: str) -> Name:
    """What a table says, without what its files alone need; in the language of the page where that has a word."""
    return Name(text.replace("_", " "))


def _named_at_the_table(tables: Tables, one: Difference) -> Words:
    """What a faction or tile of the table's own has; empty for any other row."""
    has: list[Words] = []
    if one.table == "factions" and one.row in tables.factions.by_name:
        types, begins = tables.units.by_key, tables.factions.by_name[one.row].units.items()
        has = [Amount(number, types[key].name, types[key].plural) for key, number in begins]
    if one.table == "tiles" and one.row in tables.tiles.by_number:
        tile = tables.tiles.by_number[one.row]
        printed = [(Name(it.name), it.resources, it.influence) for it in tile.planets]
        planets = [say("{planet} {left}/{right}", planet=name, left=left, right=right) for name, left, right in printed]
        wormholes = [say("wormhole {kind}", kind=Name(kind)) for kind in tile.wormholes]
        has = [*planets, *(ANOMALIES[key] for key in tile.anomalies), *wormholes] or [say("empty space")]
    return say("of your own: {what}", what=listed(has)) if has else ""
