"""The language of a page: which one the device has chosen, and the words of the templates in it.

``?lang=`` chooses one, and a cookie keeps it; only languages whose catalog is there can be chosen.
"""

from __future__ import annotations

from contextvars import ContextVar

from babel.localedata import exists
from flask import Flask, Response, current_app, has_request_context, request
from flask_babel import Babel
from jinja2 import Environment

from hive.files import FILES
from hive.words import ENGLISH, Language, Name, Typed, Worded, count, listed, say, sentence, told
from hive.words.worded import SOURCE_LANGUAGE, languages

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
    environment.globals.update(_=say, count=count, named=Name, typed=Typed, listed=listed, sentence=sentence, lang=code)
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
        chosen = next((one for one in asked if one in known), SOURCE_LANGUAGE)
        found = chosen, known.get(chosen, ENGLISH)
        _SPOKEN.set(found)
    return found


def _forget(_: BaseException | None = None) -> None:
    _SPOKEN.set(None)


def locale() -> str:
    """Where dates are told; English where a language has no habits of its own."""
    chosen = code()
    return chosen if exists(chosen) else SOURCE_LANGUAGE


def _keep(response: Response) -> Response:
    asked = request.args.get(COOKIE)
    if asked is not None and asked in current_app.extensions[EXTENSION]:
        response.set_cookie(COOKIE, asked, max_age=YEAR, samesite="Lax")
    return response
