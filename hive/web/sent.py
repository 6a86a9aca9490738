"""The style sheets and scripts as browsers get them: without their comments, which are for who reads the files.

The lines stay where they are, so that what a browser says of one is true of the file.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import js_lib_htmx
from flask import Response, abort, current_app, request
from werkzeug.security import safe_join

HTMX_FILE = Path(js_lib_htmx.__file__).parent / "static" / "htmx" / "htmx.min.js"
SMALLEST = 9
"""How hard a file is compressed: once for all who ask."""


@dataclass(frozen=True)
class Kind:
    """A kind of file: what browsers call it, and how its comments look."""

    mimetype: str
    comment: re.Pattern[str]


KINDS = {
    ".css": Kind("text/css", re.compile(r"/\*.*?\*/", re.DOTALL)),
    ".js": Kind("text/javascript", re.compile(r"^[ \t]*//.*$", re.MULTILINE)),
}
"""In a script only lines that are nothing but a comment: what stands behind code may as well stand within a text."""


@dataclass(frozen=True)
class Sent:
    """A file as it is sent, plain and compressed, and the mark of its content."""

    plain: bytes
    small: bytes
    mark: str


def bare(name: str, text: str) -> str:
    """A style sheet or a script without its comments, with as many lines as before."""
    return KINDS[Path(name).suffix].comment.sub(lambda found: "\n" * found[0].count("\n"), text)


def static_file(filename: str) -> Response:
    """A file of ``static``."""
    if Path(filename).suffix not in KINDS:
        return current_app.send_static_file(filename)
    found = safe_join(str(current_app.static_folder), filename)
    if found is None or not Path(found).is_file():
        abort(404)
    return _answer(Path(found))


def htmx_script() -> Response:
    """The script of htmx, out of its package: no page needs the internet."""
    return _answer(HTMX_FILE)


def _answer(path: Path) -> Response:
    sent = _sent(path, path.stat().st_mtime)
    small = request.accept_encodings["gzip"] > 0
    response = Response(sent.small if small else sent.plain, mimetype=KINDS[path.suffix].mimetype)
    if small:
        response.content_encoding = "gzip"
    response.set_etag(f"{sent.mark}:gzip" if small else sent.mark)
    response.cache_control.public = True
    response.cache_control.max_age = current_app.get_send_file_max_age(path.name)
    response.make_conditional(request)
    return response


@lru_cache
def _sent(path: Path, changed: float) -> Sent:
    plain = bare(path.name, path.read_text(encoding="utf-8")).encode()
    return Sent(plain, gzip.compress(plain, SMALLEST, mtime=0), blake2b(plain, digest_size=6).hexdigest())
