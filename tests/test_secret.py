"""The key of the forms' tokens: kept between starts, and a broken file is a sentence and no traceback."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hive.web.factory import create_app, secret_key


def test_the_key_outlives_a_restart_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert len(key) == 64
    assert secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe\x00k", b"short", b"two words of a key file"])
def test_a_file_that_holds_no_key_is_written_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    (tmp_path / "secret_key").write_bytes(content)
    app = create_app({"INSTANCE": str(tmp_path)})
    assert len(caplog.messages) == 1 and "holds no key. A new one is written" in caplog.messages[0]
    caplog.clear()
    assert create_app({"INSTANCE": str(tmp_path)}).config["SECRET_KEY"] == app.config["SECRET_KEY"]
    assert caplog.messages == []


def test_a_folder_in_the_place_of_the_key_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "secret_key").mkdir()
    assert len(secret_key(tmp_path)) == 64
    assert len(caplog.messages) == 1 and "must be reloaded after each start" in caplog.messages[0]
    assert "(Is a directory)" in caplog.messages[0]
    assert (tmp_path / "secret_key").is_dir()


def test_all_who_start_at_once_have_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(secret_key, [tmp_path] * 32))) == 1


@pytest.mark.parametrize("told", ["short", "the output of: openssl rand -hex 32", "ümläut" * 8])
def test_a_key_of_the_environment_that_is_none_ends_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    monkeypatch.setenv("HIVE_SECRET_KEY", told)
    with pytest.raises(SystemExit, match="at least 32 random letters"):
        secret_key(tmp_path)
