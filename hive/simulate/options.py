"""Options of games that play themselves: a random set for a seed, the boxes they need, who wins with each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

from hive.catalog.options import Options, misfits, with_needed
from hive.catalog.reading import load_options
from hive.catalog.tables import Box

RANDOM = "random"
MOST = 5
_HEAD = ("| option | games | the Hive wins | without it |", "|---|---|---|---|")
# Who won a game, and the options that it was played with.
Ended = tuple[str, tuple[str, ...]]


@cache
def all_options() -> Options:
    """The options that the app has, read once."""
    return load_options()


def random_set(seed: int, options: Options) -> tuple[str, ...]:
    """Some options that may stand together, the same for the same seed, with what they need; seldom none."""
    rng = Random(f"{seed}/options")
    chosen: set[str] = set()
    for name in rng.sample(sorted(options), min(rng.randint(0, MOST), len(options))):
        together = {*chosen, *with_needed(name, options)}
        if not misfits(sorted(together), options):
            chosen = together
    return tuple(sorted(chosen))


def named(text: str, seed: int) -> tuple[str, ...]:
    """The options that the command line names for a seed: a list with commas, or a random set."""
    if text == RANDOM:
        return random_set(seed, all_options())
    return tuple(name for name in text.split(",") if name)


def boxes_for(options: Iterable[str], boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """These boxes, and those that some options need besides."""
    needed = [all_options()[name].option.box for name in options if name in all_options()]
    return (*boxes, *dict.fromkeys(box for box in needed if box is not None and box not in boxes))


def by_option(games: Iterable[Ended]) -> list[str]:
    """How often the Hive wins with each option and without it, in Markdown; nothing where none was played."""
    ended = list(games)
    return [*_HEAD, *lines] if (lines := [*_lines(ended)]) else []


def _lines(ended: list[Ended]) -> Iterator[str]:
    for name, number in sorted(Counter(name for _, options in ended for name in options).items()):
        shares = [
            _share([winner for winner, options in ended if (name in options) is with_it]) for with_it in (True, False)
        ]
        yield f"| {name} | {number} | {' | '.join(shares)} |"


def _share(winners: list[str]) -> str:
    return f"{100 * winners.count('hive') / len(winners):.0f} %" if winners else ""
