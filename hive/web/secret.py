"""The key that signs the forms' tokens, kept in a file so that open pages outlive a restart."""

from __future__ import annotations

import logging
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

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
