"""The script that takes the pictures of the docs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from conftest import ROOT


def test_the_script_takes_pictures_of_the_screens_that_it_is_told(tmp_path: Path, chromium_path: str) -> None:
    def take(*options: str) -> None:
        command = [sys.executable, "-m", "bench.pictures", str(tmp_path), *options]
        subprocess.run(command, cwd=ROOT, env={**os.environ, "CHROMIUM": chromium_path}, check=True, timeout=120)

    take("--only", "first-empty,set-up", "--sizes", "phone", "--themes", "light")
    take("--only", "copy-card", "--docs", "--language", "de")
    found = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert sorted(found) == ["copy-card.webp", "first-empty-phone-light.png", "set-up-phone-light.png"]
    assert found["copy-card.webp"][8:12] == b"WEBP"
    assert all(body.startswith(b"\x89PNG") for name, body in found.items() if name.endswith(".png"))
