"""Takes pictures of every kind of screen: python -m bench.pictures FOLDER [--only NAME,...] [--language CODE]."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.pictures.screens import SCREENS, Screen
from bench.pictures.taking import SIZES, THEMES, Picture, take


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", default="", help="names of screens, with commas: those alone")
    parser.add_argument("--sizes", default=",".join(SIZES), help="phone, tablet, laptop, wall")
    parser.add_argument("--themes", default=",".join(THEMES), help="dark, light")
    parser.add_argument("--language", default="en", help="in which they are, by its code")
    parser.add_argument("--docs", action="store_true", help="those that the docs show, small")
    chosen = parser.parse_args(arguments)
    screens = screens_of(chosen.only)
    pictures = (
        shown(chosen.folder, screens)
        if chosen.docs
        else every(chosen.folder, screens, chosen.sizes.split(","), chosen.themes.split(","))
    )
    with TemporaryDirectory() as folder:
        for number, picture in enumerate(take(pictures, Path(folder), chosen.language), start=1):
            print(f"{number} of {len(pictures)}: {picture.file}", flush=True)
    return 0


def screens_of(names: str) -> list[Screen]:
    """The screens of these names; all, if none is named. Errors: SystemExit for a name that there is not."""
    wanted = [name for name in names.split(",") if name]
    known = {screen.name for screen in SCREENS}
    if unknown := [name for name in wanted if name not in known]:
        raise SystemExit(f"no screen is called {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    return [screen for screen in SCREENS if not wanted or screen.name in wanted]


def every(folder: Path, screens: Sequence[Screen], sizes: Sequence[str], themes: Sequence[str]) -> list[Picture]:
    """A picture of each screen, on each device, in each theme."""
    return [
        Picture(screen, size, theme, folder / f"{screen.name}-{size}-{theme}.png")
        for size in sizes
        for theme in themes
        for screen in screens
        if size in screen.sizes
    ]


def shown(folder: Path, screens: Sequence[Screen]) -> list[Picture]:
    """The pictures of the docs."""
    return [Picture(one, one.shown, "dark", folder / f"{one.name}.webp") for one in screens if one.shown]


if __name__ == "__main__":
    sys.exit(main())
