"""Requests of every kind at an app, and what came of them. The same seed asks the same of the same app."""

from __future__ import annotations

import gzip
import io
import json
import logging
import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask
from werkzeug.routing import Rule

from bench.fuzz.forms import Page
from hive.example import start_example
from hive.games import Games
from hive.model.game import PlayerSetup, Settings
from hive.web.factory import create_app

EXPORTS = sorted((Path(__file__).resolve().parents[2] / "tests" / "exports").glob("*.json.gz"))
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
MOST_GAMES = 14
RARELY = {"lobby.example": 0.01, "lobby.import_game": 0.1, "lobby.delete": 0.1, "setup.begin": 0.2, "lobby.copy": 0.2}
"""Of the tries at what takes long, or takes games away, so many are made."""
ODD = (
    "", " ", "0", "-1", "1", "7", "999999999", "1000000000", "-2147483649", "9" * 40, "9" * 5000, "1e9", "NaN", "0x10",
    "1.5", "٣", "²", "½", "１２", "1:30", "on", "yes", "no", "true", "null", "None", "undefined", "hive", "p1", "p2",
    "p3", "neutral", "done", "pass", "card.1", "18", "112", "000", "main", "mecatol_rex", "Mecatol Rex", "fighter",
    "war_sun", "../../etc/passwd", "..", "/", "//", "%00", "%", "\x00", "\x1b[2J", "\r\nX: y", "\ud800", "\udfff\ud800",
    "é" * 300, "\u202e", "\u2028", "🐝" * 70, "ﬃ", "İ", "<script>alert(1)</script>", "{{ 7 * 7 }}", "' OR 1=1 --", "\\",
    "[]", "{}", '{"a": 1}', "[" * 200, "a" * 200, "x" * 30_000, "title: x\n", "a: &a [*a]",
    "table: hive_mind\ncards: 1:30\n",
)  # fmt: skip


@dataclass
class Asked:
    """A request, and what came of it."""

    number: int
    method: str
    path: str
    sent: str
    status: int
    error: str = ""

    def __str__(self) -> str:
        return f"{self.number}: {self.method} {self.path[:300]} {self.sent[:600]} -> {self.status}\n{self.error}"


class Fuzz:
    """An app in a folder, and requests at it."""

    def __init__(self, folder: Path, seed: int, database: str = "") -> None:
        self.random = random.Random(seed)
        config: dict[str, Any] = {"INSTANCE": str(folder), "SECRET_KEY": "fuzz"}
        self.app: Flask = create_app(config | ({"DATABASE": database} if database else {}))
        self.games: Games = self.app.extensions["games"]
        self.client = self.app.test_client()
        self.rules: list[Rule] = [rule for rule in self.app.url_map.iter_rules() if rule.endpoint != "static"]
        self.seen, self.at = Page(""), "/"
        self.statuses: Counter[int] = Counter()
        self.errors = io.StringIO()
        self.broken: list[Asked] = []
        self._token = ""

    def run(self, requests: int) -> list[Asked]:
        """Make so many requests; those that broke something."""
        handler = logging.StreamHandler(self.errors)
        handler.setLevel(logging.ERROR)
        for name in ("hive", "flask.app"):
            logging.getLogger(name).addHandler(handler)
        try:
            for number in range(requests):
                if number % 500 == 0:
                    self._begin()
                self._ask(number)
        finally:
            for name in ("hive", "flask.app"):
                logging.getLogger(name).removeHandler(handler)
        return self.broken

    def _begin(self) -> None:
        """A few games, begun anew now and then: what is asked may delete any."""
        for row in self.games.rows()[MOST_GAMES:]:
            self.games.delete(row.id)
        both = PlayerSetup("Ada", "", "blue"), PlayerSetup("Ben", "", "green")
        self.games.create("Set up", Settings(*both), seed="fuzz")
        self.games.create("Printed", Settings(*both, draws="table"), seed="fuzz")
        start_example(self.games)
        if EXPORTS:
            file = self.random.choice(EXPORTS)
            self.games.import_game(json.loads(gzip.decompress(file.read_bytes())))
        found = TOKEN.search(self.client.get("/new").get_data(as_text=True))
        assert found is not None
        self._token = found.group(1)

    def _ask(self, number: int) -> None:
        one = self.random.random()
        if self.seen.forms and one < 0.4:
            method, path, fields = self._form()
        elif self.seen.links and one < 0.55:
            method, path, fields = "GET", self.random.choice(self.seen.links), []
        else:
            method, path, fields = self._made_up()
        kept: dict[str, Any] = {"headers": self._headers(path)}
        if method == "GET":
            path += ("&" if "?" in path else "?") + _encoded(fields) if fields else ""
        elif self.random.random() < 0.03:
            kept |= {"data": self.random.randbytes(200), "content_type": self._odd_type()}
        elif self.random.random() < 0.1 or path.split("?")[0].endswith(("import", "upload")):
            kept["data"] = {**{name: _sendable(value) for name, value in fields}, "file": self._file()}
        else:
            kept |= {"data": _encoded(fields), "content_type": "application/x-www-form-urlencoded"}
        self._made(Asked(number, method, path, repr(fields), 0), kept)

    def _made(self, asked: Asked, kept: dict[str, Any]) -> None:
        try:
            response = self.client.open(asked.path, method=asked.method, **kept)
        except (ValueError, UnicodeError, AssertionError) as error:
            # The test client's own: no browser could send that.
            if "werkzeug/test.py" not in _where(error):
                raise
            return
        asked.status = response.status_code
        self.statuses[asked.status] += 1
        if asked.status >= 500:
            asked.error = self.errors.getvalue()[-3000:]
            self.broken.append(asked)
        self.errors.seek(0)
        self.errors.truncate()
        if asked.status == 200 and response.mimetype == "text/html":
            self.seen, self.at = Page(response.get_data(as_text=True)), asked.path
        response.close()

    def _form(self) -> tuple[str, str, list[tuple[str, str]]]:
        form = self.random.choice(self.seen.forms)
        fields = list(form.fields)
        for _ in range(self.random.choice((0, 0, 1, 1, 2, 5))):
            if fields:
                at = self.random.randrange(len(fields))
                fields[at] = (fields[at][0] if self.random.random() < 0.9 else self._odd(), self._odd())
        if self.random.random() < 0.1:
            fields = self.random.sample(fields, len(fields) // 2)
        return form.method if form.method in ("GET", "POST") else "POST", form.action or self.at, fields

    def _made_up(self) -> tuple[str, str, list[tuple[str, str]]]:
        rule = self.random.choice(self.rules)
        if self.random.random() > RARELY.get(rule.endpoint, 1):
            rule = self.rules[0]
        path = re.sub(r"<(?:(\w+):)?(\w+)>", self._part, rule.rule)
        methods = sorted((rule.methods or set()) & {"GET", "POST"})
        if self.random.random() < 0.04:
            methods = ["POST", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH"]
        method = self.random.choice(methods)
        names = ["position", "value", "to", "key", "field", "name", "sure", "line", "system", "at", "shown", "number.1"]
        names += [name for form in self.seen.forms for name, _ in form.fields]
        fields = [(self.random.choice(names), self._odd()) for _ in range(self.random.randrange(6))]
        if self.random.random() < 0.8:
            fields.append(("position", str(self._position())))
        if self.random.random() < 0.9:
            fields.append(("csrf_token", self._token))
        return method, path, fields

    def _part(self, part: re.Match[str]) -> str:
        rows = self.games.rows()
        if part[2] == "game_id" and rows and self.random.random() < 0.9:
            return self.random.choice(rows).id
        if part[1] == "int" and self.random.random() < 0.7:
            return str(self.random.choice((0, 1, 2, 3, 7, 60, 10**6, 10**18, 10**30)))
        return quote(self._odd(), safe="/" if self.random.random() < 0.2 else "", errors="surrogatepass") or "x"

    def _position(self) -> int:
        rows = self.games.rows()
        return self.random.choice(rows).position if rows else 0

    def _headers(self, path: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, odd in (
            ("Referer", 0.1), ("Accept-Language", 0.1), ("Table-Shows", 0.2), ("Accept-Encoding", 0.05),
            ("X-Forwarded-For", 0.03), ("Origin", 0.03), ("If-None-Match", 0.03), ("If-Modified-Since", 0.03),
            ("Range", 0.05), ("HX-Current-URL", 0.1), ("HX-Target", 0.05), ("Last-Event-ID", 0.05),
        ):  # fmt: skip
            if self.random.random() < odd:
                found[name] = re.sub(r"[\r\n\x00]", "", _sendable(self._odd()))[:4000].encode("utf-8").decode("latin-1")
        if self.random.random() < 0.5:
            found |= {"HX-Request": "true", "HX-Target": "table"}
        if self.random.random() < 0.03:
            found["Cookie"] = f"theme={quote(self._odd()[:50], errors='replace')}; session=x.y.z; language=xx"
        return found

    def _file(self) -> tuple[io.BytesIO, str]:
        rows = self.games.rows()
        content = self.random.randbytes(100)
        if rows and self.random.random() < 0.6:
            text = json.dumps(self.games.export(self.random.choice(rows).id))
            if self.random.random() < 0.7:
                at = self.random.randrange(len(text))
                text = text[:at] + self._odd()[:50] + text[at + self.random.randrange(4) :]
            content = text.encode("utf-8", errors="surrogatepass")
        elif self.random.random() < 0.5:
            content = _sendable(self._odd()).encode()
        return io.BytesIO(content), re.sub(r"[\r\n\"\x00]", "", _sendable(self._odd()))[:60] or "x.json"

    def _odd_type(self) -> str:
        types = ("application/json", "multipart/form-data", "multipart/form-data; boundary=", "text/plain", "x", "")
        return self.random.choice((*types, "application/x-www-form-urlencoded; charset=utf-99"))

    def _odd(self) -> str:
        if self.random.random() < 0.1:
            return "".join(chr(self.random.randrange(0x11000)) for _ in range(self.random.randrange(9)))
        if self.random.random() < 0.2:
            return str(self.random.randrange(-3, 60))
        return self.random.choice(ODD)


def _sendable(text: str) -> str:
    return text.encode("utf-8", errors="replace").decode("utf-8")


def _encoded(fields: list[tuple[str, str]]) -> str:
    return urlencode(fields, errors="surrogatepass")


def _where(error: BaseException) -> str:
    at = error.__traceback__
    last = ""
    while at is not None:
        last = at.tb_frame.f_code.co_filename.replace("\\", "/")
        if "/hive/" in last and "site-packages" not in last:
            return last
        if last.endswith("werkzeug/test.py"):
            return last
        at = at.tb_next
    return last
