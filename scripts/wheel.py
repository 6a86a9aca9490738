"""What building a wheel needs to know beyond pyproject.toml; hatchling reads it.

The folders of the app that are no Python stay at the top of the repository, where whoever makes house rules or a page
looks for them, and travel within the package. The versions are named once, in requirements.txt.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

FOLDERS = ("templates", "static", "decks", "translations")


class Requirements(MetadataHookInterface):
    """Names what the app needs, as requirements.txt has it."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the dependencies."""
        lines = (Path(self.root) / "requirements.txt").read_text(encoding="utf-8").splitlines()
        metadata["dependencies"] = [line for line in lines if line and line[0] not in "#-"]


class Files(BuildHookInterface[Any]):
    """Puts the folders of the app into its package, where hive/files.py finds them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name each folder that there is, and its place."""
        for folder in FOLDERS:
            if (Path(self.root) / folder).is_dir():
                build_data["force_include"][str(Path(self.root) / folder)] = f"hive/_files/{folder}"
