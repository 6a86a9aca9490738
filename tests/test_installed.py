"""The command ``hive-wars`` as ``pip install .`` makes it, in a fresh environment and started from anywhere."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from email import message_from_bytes
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from hive.files import VERSION, home

REPOSITORY = Path(__file__).parent.parent
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
LEFT_OUT = (".*", "__pycache__", "build", "instance", "tests", "docs", "bench")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the app installed in it; the libraries are those of the tests."""
    folder = tmp_path_factory.mktemp("fresh")
    source = folder / "source"
    shutil.copytree(REPOSITORY, source, ignore=shutil.ignore_patterns(*LEFT_OUT))
    fresh = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", fresh], check=True)
    python = fresh / "bin" / "python"
    libraries = Path(sysconfig.get_path("purelib", "venv", {"base": str(fresh)})) / "libraries.pth"
    libraries.write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    alone = ["--no-deps", "--no-index", "--no-build-isolation", "--no-compile"]
    subprocess.run([*pip, "install", "--quiet", *alone, str(source)], check=True)
    shutil.rmtree(source)
    return fresh / "bin"


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """The home folder of somebody who has started ``hive-wars`` there, and its port."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "SYSTEMROOT")}
    environment = {**kept, "HOME": str(tmp_path), "PORT": str(port)}
    command = subprocess.Popen(
        [installed / "hive-wars"], cwd=tmp_path, env=environment, text=True, stdout=subprocess.PIPE
    )
    assert command.stdout is not None
    with command.stdout as told:
        for line in told:
            if f"127.0.0.1:{port}/" in line:
                break
        else:
            pytest.fail("the command ended at once")
        yield tmp_path, port
        command.terminate()
    command.wait()


def ask(
    port: int, path: str, fields: dict[str, str] | None = None, cookie: str = ""
) -> tuple[int, dict[str, str], str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("GET" if fields is None else "POST", path, urlencode(fields or {}), headers)
    answer = connection.getresponse()
    page = answer.read().decode()
    connection.close()
    return answer.status, {name.title(): value for name, value in answer.getheaders()}, page


def test_the_installed_command_serves_pages_files_and_a_new_game(served: tuple[Path, int]) -> None:
    home, port = served
    status, headers, page = ask(port, "/new")
    assert status == 200
    style = re.search(r'href="(/static/[^"]+\.css[^"]*)"', page)
    assert style is not None
    for address in (style.group(1), "/htmx.min.js"):
        assert ask(port, address)[0] == 200
    token = TOKEN.search(page)
    assert token is not None
    cookie = headers["Set-Cookie"].split(";")[0]
    fields = {"csrf_token": token.group(1), "p1_name": "Ada", "p2_name": "Ben", "galaxy": "none"}
    status, headers, page = ask(port, "/new", fields, cookie)
    assert status == 303, page
    assert ask(port, headers["Location"], cookie=cookie)[0] == 200
    assert (home / ".local" / "share" / "hive-wars" / "games.sqlite").is_file()


def test_the_installed_command_has_the_commands_and_the_tables(installed: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        done = subprocess.run([installed / "hive-wars", *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "The tables are fine." in run("decks", "check")
    assert run("--version").split() == ["hive-wars", VERSION]


def package(installed: Path) -> Path:
    """The folder of the package that was installed."""
    (found,) = installed.parent.glob("lib/python*/site-packages/hive")
    return found


def normal(requirements: list[str]) -> list[str]:
    """Requirements in order, as packaging tools write them."""
    return sorted(one.replace("_", "-").lower() for one in requirements)


def test_what_the_wheel_requires_is_what_the_requirements_name(installed: Path) -> None:
    (metadata,) = package(installed).parent.glob("hive_wars-*.dist-info/METADATA")
    required = message_from_bytes(metadata.read_bytes()).get_all("Requires-Dist", [])
    lines = (REPOSITORY / "requirements.txt").read_text(encoding="utf-8").splitlines()
    named = [line for line in lines if re.match("[A-Za-z]", line)]
    assert len(named) > 10
    assert normal(required) == normal(named)


def test_every_file_of_the_app_is_installed_as_it_is(installed: Path) -> None:
    command = ["git", "ls-files", "-z", "hive", "templates", "static", "decks", "translations"]
    listed = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    files = [name for name in listed.split("\0") if name]
    folders = {name.split("/")[0] for name in files}
    assert {"hive", "templates", "static", "decks"} <= folders
    for name in files:
        there = package(installed).parent / name if name.startswith("hive/") else package(installed) / "_files" / name
        assert there.read_bytes() == (REPOSITORY / name).read_bytes(), name


def test_the_repository_keeps_its_games_beside_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HIVE_HOME", raising=False)
    assert home() == REPOSITORY / "instance"
    monkeypatch.setenv("HIVE_HOME", str(tmp_path))
    assert home() == tmp_path
