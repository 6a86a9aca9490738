"""Many whole games of bold players on each level, with and without a galaxy, or many battles: what came of them.

Each game is a line of a file as soon as it is over, so that the same command goes on where it was stopped. Battles take
no such time. Tables that somebody has written are tried in the same way.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, get_args

from hive.catalog.checking import rulebook_of, tables_of
from hive.catalog.copying import Checked
from hive.catalog.documents import MODELS, Keys, TableError
from hive.catalog.options import with_needed, with_options
from hive.catalog.reading import load_tables
from hive.catalog.tables import Level, Tables
from hive.engine.state import dump, load
from hive.simulate.drawn_battles import SPACE, BattleSetting, Plastic, begin, draw_position
from hive.simulate.drill import LOSSES, Drill
from hive.simulate.game import (
    Failed,
    Played,
    Setting,
    beginning,
    by_option,
    is_replayed,
    named,
    new_game_of,
    simulate,
    started,
    what_went_wrong,
)

LEVELS: tuple[Level, ...] = get_args(Level)
_HEAD = (
    "| level | galaxy | games | crashes | broken laws | the Hive wins | the players win | rounds |",
    "|---|---|---|---|---|---|---|---|",
)


_BATTLES = {
    "fight": "combats for which the app rolls",
    "dice": "with dice by hand",
    "by_hand": "by hand",
    "given up": "given up in the middle",
    "retreats": "retreats",
    "together": "battles with the ally",
    "asked what is left": "asked what is left",
}
"""How battles are fought: what a table counts, and what that is called."""


@dataclass(frozen=True)
class Row:
    """A game that is over: what it was played with, who has won, or what went wrong and which law that broke."""

    seed: int
    level: Level
    galaxy: bool
    winner: str = ""
    rounds: int = 0
    failed: str = ""
    law: str = ""
    options: tuple[str, ...] = ()

    @property
    def game(self) -> tuple[int, str, bool, tuple[str, ...]]:
        """Which game it is."""
        return self.seed, self.level, self.galaxy, self.options


def settings(seeds: Iterable[int], options: str = "") -> list[Setting]:
    """The games of these seeds on each level, with and without a galaxy. In: ``options`` as on the command line."""
    return [
        Setting(seed, None, level, galaxy, named(options, seed), bold=True)
        for seed in seeds
        for level in LEVELS
        for galaxy in (True, False)
    ]


def side_by_side(jobs: int) -> Pool:
    """So many processes to play games in."""
    return get_context("spawn").Pool(jobs)


def prove(seeds: Iterable[int], kept: Path, jobs: int, options: str = "", every_log: bool = False) -> Iterator[Row]:
    """Play the games of these seeds on each level, with and without a galaxy, those in the file left out.

    ``every_log``: all logs are replayed, not every fifth alone. What goes wrong is printed as it comes. Yields a row
    for each game, those of the file first.
    """
    wanted = settings(seeds, options)
    games = {(one.seed, one.difficulty, one.galaxy, one.options) for one in wanted}
    over = {row.game: row for row in _read(kept) if row.game in games}
    yield from over.values()
    left = [one for one in wanted if (one.seed, one.difficulty, one.galaxy, one.options) not in over]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file, side_by_side(jobs) as pool:
        for row in pool.imap_unordered(partial(play, every_log=every_log), left):
            print(json.dumps(asdict(row)), file=file, flush=True)
            if row.failed:
                print(row.failed, file=sys.stderr, flush=True)
            yield row


def play(setting: Setting, every_log: bool = False) -> Row:
    """Play a game to its end. ``every_log``: its log is replayed even if it is not one of every fifth."""
    row = Row(setting.seed, setting.difficulty, setting.galaxy, options=setting.options)
    try:
        replayed = is_replayed(setting.seed, every_log)
        game = simulate(setting, load_tables(options=setting.options), replayed=replayed).game
    except Failed as failed:
        return replace(row, failed=str(failed), law=failed.law)
    return replace(row, winner=game.winner or "nobody", rounds=game.round)


def _read(kept: Path) -> Iterator[Row]:
    """The rows of a file; a line that was cut off while it was written is played again."""
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []:
        with suppress(json.JSONDecodeError):
            row = json.loads(line)
            yield Row(**{**row, "options": tuple(row.get("options", ()))})


def as_table(rows: Sequence[Row]) -> str:
    """The games by level and galaxy, in Markdown; below it who won with which option, and the broken laws."""
    lines = list(_HEAD)
    for level in LEVELS:
        for galaxy in (True, False):
            among = [row for row in rows if (row.level, row.galaxy) == (level, galaxy)]
            lines += [_line(level, galaxy, among)] if among else []
    laws = Counter(row.law for row in rows if row.law)
    compared = by_option((row.winner, row.options) for row in rows if not row.failed)
    return "\n".join(
        [
            *lines,
            *(["", *compared] if compared else []),
            *(f"\n{number} times broken: {law}" for law, number in laws.most_common()),
        ]
    )


def _line(level: str, galaxy: bool, rows: Sequence[Row]) -> str:
    ended = Counter(row.winner for row in rows if not row.failed)
    broken = sum(bool(row.law) for row in rows)
    crashes = sum(bool(row.failed) for row in rows) - broken
    rounds = f"{mean(row.rounds for row in rows if not row.failed):.1f}" if ended else ""
    won = [f"{100 * ended[side] / ended.total():.0f} %" if ended else "" for side in ("hive", "players")]
    cells = [level, "yes" if galaxy else "no", len(rows), crashes, broken, *won, rounds]
    return f"| {' | '.join(map(str, cells))} |"


# --- battles

_UNBOOKED, _MOST_UNBOOKED = ("cruiser", "dreadnought", "carrier"), 3


@dataclass(frozen=True)
class Battle:
    """A battle that is over: who attacked, how it was fought how often, or what went wrong and which law that broke."""

    seed: int
    attacks: str = ""
    seen: Counter[str] = field(default_factory=Counter)
    failed: str = ""
    law: str = ""


def prove_battles(seeds: Iterable[int], jobs: int, options: str = "") -> Iterator[Battle]:
    """Fight the battles of these seeds. What goes wrong is printed as it comes."""
    levels = [LEVELS[seed % len(LEVELS)] for seed in seeds]
    wanted = [
        BattleSetting(seed, difficulty=level, options=named(options, seed))
        for seed, level in zip(seeds, levels, strict=True)
    ]
    with side_by_side(jobs) as pool:
        for battle in pool.imap_unordered(fight, wanted, 10):
            if battle.failed:
                print(battle.failed, file=sys.stderr, flush=True)
            yield battle


def fight(setting: BattleSetting) -> Battle:
    """Fight a battle to its end."""
    try:
        drill = fight_battle(setting, load_tables(options=setting.options))
    except Failed as failed:
        return Battle(setting.seed, failed=str(failed), law=failed.law)
    return Battle(setting.seed, "hive" if drill.drawn.active == "hive" else "players", drill.seen)


def drawn_battle(setting: BattleSetting, tables: Tables) -> Drill:
    """The battle of a setting, at its first question."""
    rng = Random(f"{setting.seed}/battle")
    begins = beginning(setting, tables)
    game = new_game_of(begins, tables)
    drawn = draw_position(game, rng)
    kept = dump(game)
    book = Plastic.on(game, tables.units)
    if drawn.unbooked and drawn.active != "hive":
        for unit in rng.choices(_UNBOOKED, k=rng.randint(1, _MOST_UNBOOKED)):
            book.set(drawn.active, (drawn.position, SPACE), unit, 1)
        book.set(drawn.active, (drawn.position, SPACE), "infantry", rng.randint(0, _MOST_UNBOOKED))
    return Drill(Played(setting, begins, begin(game, drawn)), drawn, kept, rng, rng.choice(LOSSES), book)


def fight_battle(setting: BattleSetting, tables: Tables) -> Drill:
    """Fight the battle of a setting to its end; its log, replayed, leads to the same game. Raises Failed."""
    try:
        drill = drawn_battle(setting, tables)
    except Exception as error:
        raise Failed(setting, what_went_wrong(error), []) from error
    try:
        drill.fight()
        again = begin(load(drill.kept, tables), drill.drawn)
        for entry in drill.played.log:
            again.apply(entry)
    except Failed:
        raise
    except Exception as error:
        raise Failed(setting, what_went_wrong(error), drill.played.log) from error
    if dump(again.game) != dump(drill.game):
        raise Failed(setting, "the log, replayed, leads to another state", drill.played.log)
    return drill


def table_of_battles(battles: Sequence[Battle]) -> str:
    """The battles by who attacked, in Markdown; then how losses were said, and the broken laws."""
    head = ("who attacks", "battles", *_BATTLES.values(), *(f"losses {one}" for one in LOSSES))
    lines = [head, ("---",) * len(head)]
    for attacks in ("hive", "players"):
        among = [one for one in battles if one.attacks == attacks]
        seen = sum((one.seen for one in among), Counter[str]())
        lines.append((attacks, str(len(among)), *(str(seen[one]) for one in (*_BATTLES, *LOSSES))))
    laws = Counter(one.law or "a crash" for one in battles if one.failed)
    broken = [f"\n{number} times broken: {law}" for law, number in laws.most_common()]
    return "\n".join([*(f"| {' | '.join(line)} |" for line in lines), *broken])


# --- tables tried: the set-up on each level and one round, with a galaxy and without

SEED = 1
MOST_ROWS = 30
"""So many rows that differ from ours are tried one by one, to find out which of them it is."""


def tried(checked: Checked) -> Iterator[str]:
    """A message for the first thing that goes wrong in a game with some tables, or else with each of their options.

    In: tables and options that fit each other.
    """
    tables, rulebook = tables_of(checked.tables), rulebook_of(checked.tables)
    if failed := first_failure(tables):
        yield _about_tables(checked, tables, failed)
        return
    for key in checked.brought:
        chosen = tuple(with_needed(key, checked.options))
        if failed := first_failure(with_options(tables, rulebook, chosen, checked.options), chosen):
            yield _about_option(checked, tables, key, failed)


def first_failure(tables: Tables, options: tuple[str, ...] = ()) -> Failed | None:
    """How the first game with some tables fails that does; None if all of them begin, and go through a round."""
    try:
        for galaxy in (True, False):
            for level in get_args(Level):
                started(Setting(SEED, 1, level, galaxy, options), tables)
        for galaxy in (False, True):
            simulate(Setting(SEED, 1, galaxy=galaxy, options=options), tables)
    except Failed as failed:
        return failed
    return None


def _about_tables(checked: Checked, tables: Tables, failed: Failed) -> str:
    """The failure at the row that brings it: with ours in its place, the same game does not fail."""
    own, ours = _data(tables), _data(load_tables())
    text = f"with this a game cannot be played: {failed.reason}"
    rows = [(kind, keys) for kind in own for keys in _differing(own[kind], ours[kind])]
    for kind, keys in islice(rows, MOST_ROWS):
        table = MODELS[kind].model_validate(_with(own[kind], keys, _at(ours[kind], keys)))
        if not _fails(failed.setting, tables.model_copy(update={kind: table})):
            return checked.tables[kind].document.message(keys, text)
    return f"with these tables a game cannot be played: {failed.reason}"


def _about_option(checked: Checked, tables: Tables, key: str, failed: Failed) -> str:
    """The failure at the patch of an option that brings it: without that one, the same game does not fail."""
    read, rulebook = checked.options[key], rulebook_of(checked.tables)
    text = f"with this a game cannot be played: {failed.reason}"
    for number, patch in islice(enumerate(read.option.patches), MOST_ROWS):
        others = [one for one in read.option.patches if one is not patch]
        without = replace(read, option=read.option.model_copy(update={"patches": others}))
        with suppress(TableError):  # another patch may need this one
            fewer = with_options(tables, rulebook, failed.setting.options, {**checked.options, key: without})
            if not _fails(failed.setting, fewer):
                return read.document.message(("patches", number), text)
    return read.document.message((), text)


def _fails(setting: Setting, tables: Tables) -> bool:
    try:
        simulate(setting, tables)
    except Failed:
        return True
    return False


def _data(tables: Tables) -> dict[str, Any]:
    return {kind: table for kind, table in tables.model_dump(mode="json").items() if kind in MODELS}


def _differing(one: Any, other: Any, keys: Keys = ()) -> Iterator[Keys]:
    """The places at which two tables differ, each as deep as both have the same fields or as many rows."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key, value in one.items():
            yield from _differing(value, other[key], (*keys, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from _differing(*pair, (*keys, number))
    elif one != other:
        yield keys


def _at(data: Any, keys: Keys) -> Any:
    for key in keys:
        data = data[key]
    return data


def _with(data: Any, keys: Keys, value: Any) -> Any:
    """The data with another value at a place."""
    if not keys:
        return value
    changed = copy(data)
    changed[keys[0]] = _with(data[keys[0]], keys[1:], value)
    return changed
