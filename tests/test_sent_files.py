"""The style sheets and scripts as they are sent: what browsers need of them, and no more."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient

from bench.house.style_sheets import STATIC, style_rules
from bench.sizes import KILOBYTE, first_load, late_steps
from hive.web.factory import ON_EVERY_PAGE, create_app

FILES = sorted(path.name for path in STATIC.iterdir())
SCRIPTS = [name for name in FILES if name.endswith(".js")]
PHONE = {"Accept-Encoding": "gzip, deflate"}
STEPS_APART = 13
"""What a phone loads first differs by the step; so many of them apart, all kinds come along."""
BY_HTTPS = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("files"))}).test_client()


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_without_comments_and_with_all_its_lines(client: FlaskClient, name: str) -> None:
    source, sent = (STATIC / name).read_text(encoding="utf-8"), client.get(f"/static/{name}")
    assert sent.status_code == 200 and sent.content_encoding is None
    assert "/*" not in sent.text and not any(line.lstrip().startswith("//") for line in sent.text.splitlines())
    assert len(sent.text.splitlines()) == len(source.splitlines())
    small = client.get(f"/static/{name}", headers=PHONE)
    assert small.content_encoding == "gzip" and gzip.decompress(small.data) == sent.data
    smallest = client.get(f"/static/{name}", headers=BY_HTTPS)
    assert smallest.content_encoding == "br" and brotli.decompress(smallest.data) == sent.data
    assert len(smallest.data) < len(small.data) and smallest.headers["Vary"] == "Accept-Encoding"
    assert small.headers["Vary"] == "Accept-Encoding" and small.mimetype == sent.mimetype
    assert small.cache_control.max_age == sent.cache_control.max_age and sent.cache_control.public


@pytest.mark.parametrize("name", [name for name in FILES if name not in SCRIPTS])
def test_no_rule_of_a_style_sheet_is_lost(client: FlaskClient, name: str) -> None:
    source = (STATIC / name).read_text(encoding="utf-8")
    assert style_rules(name, client.get(f"/static/{name}").text) == style_rules(name, source)


@pytest.mark.parametrize("name", [name for name in FILES if name not in SCRIPTS])
def test_how_much_room_there_is_counts_in_lines_of_text(name: str) -> None:
    """So a browser's large text gets what a small screen gets; in pixels it would stay on its wide layout."""
    heads = re.findall(r"@media[^{]*", (STATIC / name).read_text(encoding="utf-8"))
    assert [head for head in heads if "px" in head] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_of_a_script_only_whole_lines_of_comment_are_left_out(client: FlaskClient, name: str) -> None:
    source = (STATIC / name).read_text(encoding="utf-8").splitlines()
    for line, sent in zip(source, client.get(f"/static/{name}").text.splitlines(), strict=True):
        assert sent == line.lstrip() or (sent == "" and line.lstrip().startswith("//"))
    # A text over several lines might hold what looks like a comment.
    assert all(line.count("`") % 2 == 0 for line in source)


def test_the_scripts_of_every_page_come_as_one(client: FlaskClient) -> None:
    (address,) = re.findall(r'<script src="(/[^"]+)"', client.get("/").text)
    together = client.get(address)
    assert together.text == "".join(client.get(f"/static/{name}").text for name in ON_EVERY_PAGE)
    small = client.get(address, headers=PHONE)
    assert gzip.decompress(small.data) == together.data and small.mimetype == "text/javascript"
    again = client.get(address, headers={**PHONE, "If-None-Match": small.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    # Each says by itself that it is strict, and ends its last line: none runs into the next one.
    sources = [(STATIC / name).read_text(encoding="utf-8") for name in ON_EVERY_PAGE]
    assert all('"use strict";\n' in source and source.endswith("\n") for source in sources)


def test_the_first_load_of_a_table_with_a_map_is_light(tmp_path: Path) -> None:
    """Late in a game, headers counted; browsers take brotli by https alone."""
    by_https, zipped = list[tuple[int, int]](), list[int]()
    for step, (table, entry) in enumerate(late_steps(tmp_path)):
        if step % STEPS_APART == 0:
            by_https.append(first_load(table, "gzip, deflate, br"))
            zipped.append(first_load(table)[0])
        table.follow([entry])
    assert max(size for size, _ in by_https) <= 58 * KILOBYTE
    assert max(requests for _, requests in by_https) <= 8
    assert max(zipped) <= 65 * KILOBYTE


def test_who_has_a_file_already_is_told_so(client: FlaskClient) -> None:
    marks = set()
    for encoding in (PHONE, BY_HTTPS, {}):
        there = client.get("/static/style.css", headers=encoding)
        marks.add(there.headers["ETag"])
        again = client.get("/static/style.css", headers={**encoding, "If-None-Match": there.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    assert len(marks) == 3


@pytest.mark.parametrize(
    "name", ["nothing.css", "nothing.png", "../app.py", "..%2fapp.js", "%2e%2e/style.css", ".css", "a.css/b.css"]
)
def test_what_is_not_there_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404
