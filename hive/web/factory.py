"""Puts the app together: its key, its pages, and its style sheets and scripts as browsers get them."""

from __future__ import annotations

import gzip
import logging
import os
import re
import secrets
from collections.abc import Callable, Hashable, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from types import CodeType
from typing import Any

import brotli
import js_lib_htmx
from flask import Flask, Response, abort, current_app, request, url_for
from flask.templating import Environment
from flask_compress import Compress
from flask_htmx import HTMX
from flask_wtf import CSRFProtect
from jinja2 import StrictUndefined
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import IntegerConverter
from werkzeug.security import safe_join

from hive.catalog.reading import load_rulebook
from hive.files import FILES, home
from hive.games.service import Games
from hive.live.hub import Hub
from hive.model.game import LONGEST_PLAYER_NAME
from hive.store import MAX_DOCUMENT_BYTES, NAME_LENGTH, Store
from hive.web import devices, gate, hosting, lobby, lookup, messages, mind, screens, story, words
from hive.web import map as galaxy
from hive.web import paper as paper
from hive.web.copies import views as copies
from hive.web.setup import views as setup
from hive.web.setup.plan import LONGEST_SEED
from hive.web.table import shared
from hive.web.table import views as table
from hive.web.table.shared import Drawings, Parts

LOG = logging.getLogger(__name__)
NAME = "secret_key"
GIVEN = re.compile(r"[!-~]{32,}")
"""A key that somebody chose; no sentence, such as that which stands in its place in an example."""


def secret_key(folder: Path) -> str:
    """The key in the folder, drawn and written there where there is none.

    HIVE_SECRET_KEY, or SECRET_KEY, goes before it: the processes of a host on several machines share one.
    A file that holds no key is written anew, and one that cannot be read or written is left as it is; both are told
    in a sentence. The app runs in either case: at worst the pages that are open now have to be loaded again.
    Raises SystemExit where the environment's key is too short to be one.
    """
    if told := os.environ.get("HIVE_SECRET_KEY") or os.environ.get("SECRET_KEY"):
        if not GIVEN.fullmatch(told):
            raise SystemExit("HIVE_SECRET_KEY must be at least 32 random letters without a blank: openssl rand -hex 32")
        return told
    path = folder / NAME
    try:
        found = _read(path)
        if found == "":
            LOG.warning("The file %s holds no key. A new one is written; pages that are open must be reloaded.", path)
        return found or _written(path, anew=found == "")
    except OSError as error:
        why = error.strerror or type(error).__name__
        LOG.warning("The key cannot be kept in %s (%s). Open pages must be reloaded after each start.", path, why)
        return secrets.token_hex(32)


def _read(path: Path) -> str | None:
    """The key in a file; empty if it holds none, None if there is no file."""
    try:
        found = path.read_bytes().decode("ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    return found if re.fullmatch(r"[!-~]{16,}", found) else ""


def _written(path: Path, anew: bool) -> str:
    """Write a key, whole or not at all; where several start at once the first one's counts for all."""
    key = secrets.token_hex(32)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(key)
        if anew:
            beside.replace(path)
        else:
            with suppress(FileExistsError):
                os.link(beside, path)
        return _read(path) or key
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


# --- the style sheets and scripts as browsers get them


HTMX_FILE = Path(js_lib_htmx.__file__).parent / "static" / "htmx" / "htmx.min.js"
ON_EVERY_PAGE = (
    "styles.js",
    "table.js",
    "keys.js",
    "leaving.js",
    "keeping.js",
    "live.js",
    "numbers.js",
    "rematch.js",
    "screen.js",
    "asking.js",
)
"""Scripts that are sent as one, in this order: each request of its own costs a phone as much as what is in it."""
SMALLEST = 9
"""How hard a file is compressed: once for all who ask."""


@dataclass(frozen=True)
class Kind:
    """A kind of file: what browsers call it, and how its comments look."""

    mimetype: str
    comment: re.Pattern[str]


KINDS = {
    ".css": Kind("text/css", re.compile(r"/\*.*?\*/", re.DOTALL)),
    ".js": Kind("text/javascript", re.compile(r"^[ \t]*(?://.*$)?", re.MULTILINE)),
}
"""In a script only what lines are indented by, and lines of comment: what stands behind code may be within a text."""


@dataclass(frozen=True)
class Sent:
    """A file as it is sent, plain and compressed by each way that browsers take, and the mark of its content."""

    plain: bytes
    small: dict[str, bytes]
    mark: str


def bare(name: str, text: str) -> str:
    """A style sheet or a script without its comments, with as many lines as before."""
    return KINDS[Path(name).suffix].comment.sub(lambda found: "\n" * found[0].count("\n"), text)


def static_file(filename: str) -> Response:
    """A file of ``static``."""
    if Path(filename).suffix not in KINDS:
        return current_app.send_static_file(filename)
    found = safe_join(str(current_app.static_folder), filename)
    paths = sources(Path(found)) if found is not None else []
    if not all(path.is_file() for path in paths) or not paths:
        abort(404)
    return _answer(paths)


def sources(path: Path) -> list[Path]:
    """The files that are sent by the name of one of ``static``."""
    return [path.with_name(name) for name in TOGETHER.get(path.name, (path.name,))]


def htmx_script() -> Response:
    """The script of htmx, out of its package: no page needs the internet."""
    return _answer([HTMX_FILE])


def page_scripts() -> Response:
    """What every page does better with a script."""
    return _answer(_on_every_page(current_app))


def _on_every_page(app: Flask) -> list[Path]:
    return [Path(app.static_folder or "") / name for name in ON_EVERY_PAGE]


def _answer(paths: Sequence[Path]) -> Response:
    sent = _sent(tuple(paths), _changed(paths))
    way = next((way for way in sent.small if request.accept_encodings[way] > 0), None)
    response = Response(sent.small[way] if way else sent.plain, mimetype=KINDS[paths[0].suffix].mimetype)
    if way:
        response.content_encoding = way
    response.set_etag(f"{sent.mark}:{way}" if way else sent.mark)
    response.cache_control.public = True
    response.cache_control.max_age = current_app.get_send_file_max_age(paths[0].name)
    response.make_conditional(request)
    return response


def _changed(paths: Sequence[Path]) -> float:
    return max(path.stat().st_mtime for path in paths)


@lru_cache
def _sent(paths: tuple[Path, ...], changed: float) -> Sent:
    plain = "".join(bare(path.name, _text(path)) for path in paths).encode()
    small = {"br": brotli.compress(plain), "gzip": gzip.compress(plain, SMALLEST, mtime=0)}
    return Sent(plain, small, blake2b(plain, digest_size=6).hexdigest())


# --- the style sheets that only some pages need


SOME_PAGES = ("asks", "forms", "fight", "score", "over", "steps")
"""In the order in which they count. A page has an address for each, and takes those that it needs."""
TOGETHER = {"steps.css": ("turn.css", "mine.css", "places.css", "judge.css", "fold.css")}
"""What almost every step of a table needs most of comes as one: a phone has six requests on their way at once."""
HEADS = re.compile(r"([^{}]+)\{")
EITHER = re.compile(r":is\(([^()]*)\)")
ARGUMENTS = re.compile(r":[\w-]+\((?:[^()]|\([^()]*\))*\)")
CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
CLASSES = re.compile(r'class="([^"]*)"')
BY_SCRIPTS = {"js", "comes", "changed"}
"""The class names that a script sets."""


def classes_of(css: str) -> set[frozenset[str]]:
    """For each rule of a style sheet the class names without which nothing is styled by it; the fewest alone count."""
    found = set()
    for head in HEADS.findall(bare("one.css", css).replace("\n", " ")):
        if "@" not in head:
            found |= {frozenset(CLASS.findall(one)) - BY_SCRIPTS for one in _parts(head)}
    found.discard(frozenset())
    return {one for one in found if not any(other < one for other in found)}


def _parts(selector: str) -> list[str]:
    """Each selector of a list, without what stands in brackets but for the alternatives of one name."""
    if (either := EITHER.search(selector)) is not None:
        ways = (selector[: either.start()] + one.strip() + selector[either.end() :] for one in either[1].split(","))
        return [part for way in ways for part in _parts(way)]
    return ARGUMENTS.sub("", selector).split(",")


@cache
def _known(folder: Path) -> dict[str, set[frozenset[str]]]:
    sheets = {name: sources(folder / f"{name}.css") for name in SOME_PAGES}
    return {name: classes_of("".join(_text(path) for path in paths)) for name, paths in sheets.items()}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _name_styles(app: Flask) -> None:
    """Each page takes the style sheets that have a rule for what stands in it; to htmx a header names them."""
    folder = Path(app.static_folder or "")

    def name_styles(response: Response) -> Response:
        if response.mimetype != "text/html" or response.is_streamed:
            return response
        page = response.get_data(as_text=True)
        there = {name for names in set(CLASSES.findall(page)) for name in names.split()}
        needed = [name for name, ways in _known(folder).items() if any(way <= there for way in ways)]
        if request.headers.get("HX-Request") == "true":
            response.headers["Styles"] = " ".join(needed)
        for name in needed:
            page = page.replace(f'data-styles="{name}" disabled', f'data-styles="{name}"', 1)
        response.set_data(page)
        return response

    app.jinja_env.globals["some_pages"] = SOME_PAGES
    app.after_request(name_styles)


# --- puts the app together


WEEK = 7 * 24 * 3600
LARGEST_FORM = 500_000
LARGEST_IMPORT = MAX_DOCUMENT_BYTES + LARGEST_FORM
TAP_PAUSE = 500
"""For so many milliseconds a new step takes no answer: a second tap was meant for the step before."""
ADDRESSES_KEPT = 4096
SETTINGS: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": LARGEST_FORM,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": words.YEAR,
    "SEND_FILE_MAX_AGE_DEFAULT": WEEK,
    "WTF_CSRF_TIME_LIMIT": None,
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    "COMPRESS_LEVEL": 6,
    "COMPRESS_BR_LEVEL": 8,
}


class LineConverter(IntegerConverter):
    """A number in an address: no game and no table has one of more digits, and no file of games takes any."""

    regex = r"\d{1,9}"


class Templates(Environment):
    """The templates. Jinja looks through all names that they share at each import of a macro.

    In a plain dictionary that takes no time; in a chain of them it took a tenth of a step.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that a template knows beside those of its page."""
        return {**self.globals, **(d or {})}


class Compiled(BytecodeCache):
    """What Jinja has compiled, by template and source: all apps of a process share it, and the tests make hundreds."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the code of a template that an app has compiled before."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        self._code[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


def create_app(config: dict[str, Any] | None = None) -> Flask:
    """Return the app.

    ``config`` may name ``DATABASE`` (a path, or ``postgresql://...``; else HIVE_DB, else instance/games.sqlite),
    ``HOUSE_TABLES`` (a folder with the table's own YAML files; else instance/decks), ``TRANSLATIONS`` (one of
    catalogs), ``PUBLIC`` (nobody is the host; else HIVE_PUBLIC), ``HOSTS`` (more names of this machine; else
    HIVE_HOSTS), and anything of Flask's.
    """
    app = Flask(
        "hive",
        instance_path=str((config or {}).pop("INSTANCE", home())),
        root_path=str(FILES),
        template_folder="templates",
        static_folder="static",
    )
    app.jinja_environment = Templates
    app.jinja_options = {"bytecode_cache": COMPILED, "undefined": StrictUndefined}
    app.url_map.converters["int"] = LineConverter
    app.config.update({**SETTINGS, "TAP_PAUSE": _tap_pause(), **(config or {})})
    instance = Path(app.instance_path)
    _make_folder(instance)
    app.config.setdefault("SECRET_KEY", None)
    if app.config["SECRET_KEY"] is None:
        app.config["SECRET_KEY"] = secret_key(instance)
    database: Path | str = app.config.get("DATABASE") or os.environ.get("HIVE_DB") or instance / "games.sqlite"
    house = Path(app.config.get("HOUSE_TABLES") or instance / "decks")
    hub = app.extensions["hub"] = Hub()
    app.extensions["games"] = Games(Store(database), house, told=hosting.counted(hub.tell))
    hosting.register(app)
    gate.register_checks(app)
    # Before the forms' tokens are looked at, which reads the form.
    app.before_request(_allow_large_imports)
    app.before_request(_refuse_the_nameless)
    CSRFProtect(app)
    HTMX(app)
    Compress(app)
    gate.register_bounds(app)
    _add_pages(app)
    _add_page_helpers(app)
    return app


def _add_pages(app: Flask) -> None:
    for part in (table, galaxy, mind, setup, story, lobby, lookup, paper, copies, screens):
        app.register_blueprint(part.pages)
    app.register_blueprint(screens.news)
    shared.register(app)  # before the styles are named: the last one is asked first
    messages.register(app)


def _tap_pause() -> int:
    """How long a new step takes no answer: HIVE_TAP_PAUSE in milliseconds, where that is a number."""
    told = os.environ.get("HIVE_TAP_PAUSE", "")
    return int(told) if told.isdecimal() else TAP_PAUSE


def _allow_large_imports() -> None:
    if request.endpoint == "lobby.import_game":
        request.max_content_length = LARGEST_IMPORT


def _refuse_the_nameless() -> None:
    """A part of a form without a name comes from no browser, and nobody can ask what it is."""
    if request.mimetype == "multipart/form-data" and None in request.form:
        abort(400)


def _make_folder(folder: Path) -> None:
    with suppress(OSError):  # the store says so in its own words as soon as it needs the folder
        folder.mkdir(parents=True, exist_ok=True)


def _add_page_helpers(app: Flask) -> None:
    app.view_functions["static"] = static_file
    app.add_url_rule("/htmx.min.js", "htmx_script", htmx_script)
    app.add_url_rule("/scripts.js", "page_scripts", page_scripts)
    _name_styles(app)  # before it is compressed: the last one is asked first
    words.register(app)
    app.jinja_env.globals["url_for"] = _addresses()
    app.jinja_env.globals["words_as_html"] = words.as_html
    games: Games = app.extensions["games"]
    kept = Drawings(lambda: (words.code(), (request.view_args or {}).get("game_id")), games.kept_running)
    app.jinja_env.globals["kept"] = kept
    app.jinja_env.globals["parts"] = partial(Parts, kept)
    app.jinja_env.globals["rule_gist"] = lambda rule: load_rulebook().by_id.get(rule)
    app.jinja_env.globals["longest"] = {"game": NAME_LENGTH, "player": LONGEST_PLAYER_NAME, "seed": LONGEST_SEED}
    app.jinja_env.globals["may"] = gate.may
    app.jinja_env.globals["theme"] = devices.theme
    app.jinja_env.globals["text_size"] = devices.text_size
    app.jinja_env.globals["short_keys"] = devices.short_keys
    app.jinja_env.globals["sounds"] = devices.sounds
    app.jinja_env.globals["stays_awake"] = devices.stays_awake
    app.jinja_env.globals["htmx_url"] = lambda: url_for("htmx_script")
    app.jinja_env.globals["scripts_url"] = lambda: url_for("page_scripts")
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_defaults(_name_version(app))


def _addresses() -> Callable[..., str]:
    """``url_for`` of the templates: the same address once more need not be built again."""

    @lru_cache(ADDRESSES_KEPT)
    def built(root: str, endpoint: str, *values: tuple[str, Any]) -> str:
        return url_for(endpoint, **dict(values))

    def address(endpoint: str, **values: Any) -> str:
        # The address of a file names its version, which changes as the file does.
        if endpoint == "static" or not all(isinstance(value, Hashable) for value in values.values()):
            return url_for(endpoint, **values)
        return built(request.script_root, endpoint, *values.items())

    return address


def _name_version(app: Flask) -> Any:
    """What is sent of ``static`` and htmx carries a mark of its content, so that a browser keeps it until it changes.

    Their time would not do: an installed file has the same in each version.
    """

    folder, together = Path(app.static_folder or ""), {"htmx_script": [HTMX_FILE], "page_scripts": _on_every_page(app)}

    @lru_cache
    def mark(paths: tuple[Path, ...], changed: float) -> str:
        return blake2b(b"".join(path.read_bytes() for path in paths), digest_size=3).hexdigest()

    def add(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint in ("static", *together) and "v" not in values:
            paths = sources(folder / values["filename"]) if endpoint == "static" else together[endpoint]
            values["v"] = mark(tuple(paths), _changed(paths)) if all(path.exists() for path in paths) else ""

    return add
