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
from time import process_time
from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask
from werkzeug.routing import Rule

from bench.fuzz.forms import Fields, Form, Page
from bench.fuzz.weighing import MOST_SENT, NOTHING, WAYS, Cost
from hive.games.example import start_example
from hive.games.service import Games
from hive.model.game import PlayerSetup, Settings
from hive.web.factory import create_app

EXPORTS = sorted((Path(__file__).resolve().parents[2] / "tests" / "exports").glob("*.json.gz"))
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
URL_ENCODED = "application/x-www-form-urlencoded"
MOST_GAMES = 14
WEIGHED = 0.3
"""How likely a form that was not yet sent with far too much in it is sent so."""
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
    cost: Cost = NOTHING
    leads_to: str = ""

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
        self.seen, self.at, self.cost = Page(""), "/", NOTHING
        self.weighed: Counter[str] = Counter()
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
        for row in self.games.store.games()[MOST_GAMES:]:
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
        if self.random.random() < WEIGHED and (form := self._not_yet_weighed()) is not None:
            self.weigh(number, form)
            return
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
            kept |= {"data": _encoded(fields), "content_type": URL_ENCODED}
        self._made(Asked(number, method, path, repr(fields), 0), kept)

    def _not_yet_weighed(self) -> Form | None:
        """A form of the page at hand that was not yet sent in each way of sending far too much."""
        forms = [form for form in self.seen.forms if form.fields and self.weighed[self._route(form)] < len(WAYS)]
        return self.random.choice(forms) if forms else None

    def _route(self, form: Form) -> str:
        """What kind of form it is: those of all games have the same parts."""
        return re.sub(r"(?<=/games/)[^/]+|\d+", "_", re.split(r"[?#]", form.action or self.at)[0])

    def weigh(self, number: int, form: Form) -> None:
        """Send a form as its page fills it, and then in one of the ways that are far too much, and compare."""
        action, route, page = form.action or self.at, self._route(form), self.cost
        method = form.method if form.method in MOST_SENT else "POST"
        way = WAYS[self.weighed[route]]
        self.weighed[route] += 1
        filled = self._sent(number, method, action, form.fields)
        heavy = self._sent(number, method, action, way(self.random, form.fields, MOST_SENT[method]))
        if heavy.cost.is_out_of(filled.cost, page):
            heavy.error += f"{way.__name__}: {heavy.cost}; well filled {filled.cost}, its page {page}"
            self.broken.append(heavy)

    def _sent(self, number: int, method: str, action: str, fields: Fields) -> Asked:
        """Send a form, and look at what it leads on to."""
        kept: dict[str, Any] = {"data": _encoded(fields), "content_type": URL_ENCODED}
        if method == "GET":
            action, kept = f"{action.partition('?')[0]}?{_encoded(fields)}", {}
        elif self.random.random() < 0.3:
            names = dict.fromkeys(name for name, _ in fields)
            kept = {"data": {one: [value for name, value in fields if name == one] for one in names}}
            kept["content_type"] = "multipart/form-data"
        asked = Asked(number, method, action, repr(fields), 0)
        self._made(asked, kept)
        if asked.leads_to:
            after = Asked(number, "GET", asked.leads_to, "", 0)
            self._made(after, {})
            asked.cost = Cost(asked.cost.bytes + after.cost.bytes, asked.cost.seconds + after.cost.seconds)
        return asked

    def _made(self, asked: Asked, kept: dict[str, Any]) -> None:
        began = process_time()
        try:
            response = self.client.open(asked.path, method=asked.method, **kept)
        except (ValueError, UnicodeError, AssertionError) as error:
            # The test client's own: no browser could send that.
            if "werkzeug/test.py" not in _where(error):
                raise
            return
        asked.status, asked.leads_to = response.status_code, response.location or ""
        asked.cost = Cost(len(response.get_data()) + len(asked.leads_to), process_time() - began)
        self.statuses[asked.status] += 1
        if asked.status >= 500:
            asked.error = self.errors.getvalue()[-3000:]
            self.broken.append(asked)
        self.errors.seek(0)
        self.errors.truncate()
        if asked.status == 200 and response.mimetype == "text/html":
            self.seen, self.at, self.cost = Page(response.get_data(as_text=True)), asked.path, asked.cost
        response.close()
        # A body of more than half a megabyte lies in a file of the test client.
        response.request.environ["wsgi.input"].close()

    def _form(self) -> tuple[str, str, Fields]:
        form = self.random.choice(self.seen.forms)
        fields = list(form.fields)
        for _ in range(self.random.choice((0, 0, 1, 1, 2, 5))):
            if fields:
                at = self.random.randrange(len(fields))
                fields[at] = (fields[at][0] if self.random.random() < 0.9 else self._odd(), self._odd())
        if self.random.random() < 0.1:
            fields = self.random.sample(fields, len(fields) // 2)
        return form.method if form.method in ("GET", "POST") else "POST", form.action or self.at, fields

    def _made_up(self) -> tuple[str, str, Fields]:
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
        rows = self.games.store.games()
        if part[2] == "game_id" and rows and self.random.random() < 0.9:
            return self.random.choice(rows).id
        if part[1] == "int" and self.random.random() < 0.7:
            return str(self.random.choice((0, 1, 2, 3, 7, 60, 10**6, 10**18, 10**30)))
        return quote(self._odd(), safe="/" if self.random.random() < 0.2 else "", errors="surrogatepass") or "x"

    def _position(self) -> int:
        rows = self.games.store.games()
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
        rows = self.games.store.games()
        content = self.random.randbytes(100)
        if rows and self.random.random() < 0.6:
            text = json.dumps(self.games.store.export_game(self.random.choice(rows).id))
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


def _encoded(fields: Fields) -> str:
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
