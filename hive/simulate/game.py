"""One simulated game: how it begins, its entries, the laws checked after each, and what it is told as.

All of it follows from one seed, on any machine; at the end the whole log is replayed, of many games of every fifth.
"""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from hive.board.layout import choose_homes, lay_out
from hive.catalog.options import Options, misfits, with_needed
from hive.catalog.reading import load_options, load_tables
from hive.catalog.tables import ADVANCED_PAGES, CARD_FIELDS, AdvancedPage, Box, Level, Tables
from hive.engine.entries import Forward, New, from_log
from hive.engine.narration import Retold, retold, said, words_of
from hive.engine.replies import card_shows
from hive.engine.session import Session, replay
from hive.engine.state import dump, load
from hive.model.game import PLAYERS, Draws, Game, Player, PlayerSetup, Settings
from hive.model.laws import broken_laws
from hive.rules.setup.new_game import new_game
from hive.simulate.laws import Watch, standing
from hive.simulate.moves import CAREFUL, USES, bold_habits
from hive.simulate.players import Table
from hive.steps import CardField
from hive.words import count, sentence

BOXES: tuple[Box, ...] = ("base", "pok")
NAMES = ("Ada", "Ben")
# So seldom does a simulated table draw from the printed deck, or leave out some of the advanced pages.
_PRINTED_DECK, _LEAVES_OUT = 0.2, 0.15


@dataclass(frozen=True)
class Setting:
    """What a simulated game follows from; ``rounds`` is how many are played at most, None: to the end.

    ``options`` are those by which the tables were patched that it is played with. ``bold``: the table tries what others
    do not (:mod:`hive.simulate.moves`).
    """

    seed: int
    rounds: int | None = None
    difficulty: Level = "standard"
    galaxy: bool = True
    options: tuple[str, ...] = ()
    bold: bool = False

    @property
    def command(self) -> str:
        """The command that plays this very game."""
        rounds = "" if self.rounds is None else f" --rounds {self.rounds}"
        galaxy = "" if self.galaxy else " --no-galaxy"
        options = f" --options {','.join(self.options)}" if self.options else ""
        told = f"{rounds} --difficulty {self.difficulty}{galaxy}{options}{' --bold' if self.bold else ''}"
        return f"python -m hive simulate --seed {self.seed}{told}"


def beginning(setting: Setting, tables: Tables) -> New:
    """The first entry of the game of a setting: the same for the same seed, on any machine.

    Raises LayoutError if the tables have no galaxy for it.
    """
    seed = str(setting.seed)
    settings = _settings(setting, tables, Random(f"{seed}/start"))
    if not setting.galaxy:
        return New(settings, seed)
    homes = choose_homes(tables, settings, {}, seed)
    return New(settings, seed, lay_out(tables, settings.boxes, homes, seed))


def new_game_of(begins: New, tables: Tables) -> Game:
    """The game before the first entry that is made at the table."""
    return new_game(deepcopy(begins.settings), tables, begins.seed, begins.layout)


def _settings(setting: Setting, tables: Tables, rng: Random) -> Settings:
    """Two factions and two colours of the boxes, and who sits on the left of the Hive."""
    known = [one.name for one in tables.factions.factions if one.box in BOXES and tables.tiles.homes_of(one.name)]
    factions = rng.sample(known, len(NAMES))
    colours = rng.sample([one.key for one in tables.factions.colours if one.box in BOXES], len(NAMES))
    p1, p2 = (PlayerSetup(*each) for each in zip(NAMES, factions, colours, strict=True))
    draws: Draws = "table" if rng.random() < _PRINTED_DECK else "app"
    left = rng.choice(("p1", "p2"))
    pages = _pages(Random(f"{setting.seed}/pages"))
    seated: Player = "p1" if left == "p1" else "p2"
    level, options = setting.difficulty, setting.options
    boxes = list(boxes_for(options, BOXES))
    return Settings(p1, p2, seated, level, boxes, draws, pages, options)


def _pages(rng: Random) -> list[AdvancedPage]:
    """The advanced pages that are played: mostly all of them."""
    played = [page for page in ADVANCED_PAGES if rng.random() < 1 / 2]
    return played if rng.random() < _LEAVES_OUT else list(ADVANCED_PAGES)


# --- the game itself

# No game of our tables comes near it; one that does goes round in circles.
MOST_ENTRIES = 3000
LAST_SHOWN = 5
# What the laws of every state are called together (:mod:`hive.model.laws`).
OF_A_STATE = "a sound state"


class Failed(Exception):
    """A simulated game that went wrong. Its text: one line that says how to play it again, and the last entries."""

    def __init__(self, setting: Setting, reason: str, log: Sequence[Forward], law: str = "") -> None:
        """``log``: the entries up to the one at which it went wrong; ``law``: the law that was broken, if one was."""
        self.setting, self.reason, self.law = setting, reason, law
        last = [f"  {number}: {_words(entry)}" for number, entry in enumerate(log, 1)][-LAST_SHOWN:]
        super().__init__("\n".join([f"{setting.command}: at entry {len(log)}: {reason}", *last]))


@dataclass
class Played:
    """A simulated game so far: how it began, its session, its log, and how many steps of each kind there were."""

    setting: Setting
    begins: New
    session: Session
    log: list[Forward] = field(default_factory=list)
    steps: Counter[str] = field(default_factory=Counter)
    watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = Watch(standing(self.game))

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    def enter(self, entry: Forward) -> None:
        """Apply an entry to the game and keep it. Raises Failed if it is refused, or the game is no longer sound."""
        self.log.append(entry)
        try:
            self.session.apply(entry)
        except Exception as error:
            raise Failed(self.setting, what_went_wrong(error), self.log) from error
        self.steps.update(type(told.step).__name__.lower() for told in self.session.news)
        for law in broken_laws(self.game):
            raise Failed(self.setting, law, self.log, OF_A_STATE)
        for broken in self.watch.broken(self.session, entry):
            raise Failed(self.setting, f"{broken.law}: {broken.found}", self.log, broken.law)


REPLAYED = 5
"""Of many games the logs of those are replayed whose seeds it divides: a replay takes two fifths of a game."""


def is_replayed(seed: int, every_log: bool) -> bool:
    """Whether the log of one of many games is replayed at its end."""
    return every_log or seed % REPLAYED == 0


def simulate(setting: Setting, tables: Tables, most_entries: int = MOST_ENTRIES, replayed: bool = True) -> Played:
    """Play a whole game of a setting, or as many of its rounds as it says.

    In: after how many entries it counts as endless; whether its log is replayed at its end. Raises Failed if anything
    goes wrong: a crash, a refusal, a broken law, a game without end, another state after replay.
    """
    played = started(setting, tables)
    habits = bold_habits(Random(f"{setting.seed}/habits")) if setting.bold else CAREFUL
    habits = replace(habits, uses=Random(f"{setting.seed}/owns").random() < USES)
    table = Table(Random(f"{setting.seed}/table"), habits)
    while not _over(played):
        if len(played.log) >= most_entries:
            raise Failed(setting, f"the game has not ended after {most_entries} entries", played.log)
        try:
            entry = table.next_entry(played.session)
        except Exception as error:
            raise Failed(setting, f"the players have no answer: {what_went_wrong(error)}", played.log) from error
        if entry is None:
            break
        played.enter(entry)
    if replayed:
        check_replay(played, tables)
    return played


def started(setting: Setting, tables: Tables) -> Played:
    """The game of a setting, waiting for its first entry. Raises Failed if it does not begin."""
    try:
        begins = beginning(setting, tables)
        session = Session(new_game_of(begins, tables))
        session.settle()
    except Exception as error:
        raise Failed(setting, what_went_wrong(error), []) from error
    played = Played(setting, begins, session)
    for law in broken_laws(session.game):
        raise Failed(setting, law, [], OF_A_STATE)
    return played


def _over(played: Played) -> bool:
    rounds = played.setting.rounds
    return played.game.winner is not None or (rounds is not None and played.game.round > rounds)


def check_replay(played: Played, tables: Tables) -> None:
    """The log, written and read again, leads to the same state, and that state can be kept in a snapshot.

    Raises Failed if that is not so.
    """
    try:
        written = [(entry.kind, json.dumps(entry.to_json())) for entry in played.log]
        log = from_log((kind, json.loads(data)) for kind, data in written)
        again = replay(new_game_of(played.begins, tables), log)
        same = dump(again.game) == dump(played.game) and again.pending == played.session.pending
        kept = load(dump(played.game), tables) == played.game
    except Exception as error:
        raise Failed(played.setting, f"the log cannot be replayed: {what_went_wrong(error)}", played.log) from error
    if not same:
        raise Failed(played.setting, "the log, replayed, leads to another state", played.log)
    if not kept:
        raise Failed(played.setting, "the state is not what a snapshot of it holds", played.log)


def what_went_wrong(error: Exception) -> str:
    """What went wrong, and in which line of the app."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"


def _words(entry: Forward) -> str:
    return f"{entry.kind} {json.dumps(entry.to_json())}"


# --- what games are told as

KINDS = ("draw", "ask", "tell")


def play_all(
    first: Setting, games: int, tables: Tables, drawn: bool = False, every_log: bool = False
) -> Iterator[Played | Failed]:
    """Play so many games with the seeds from the first one on; those that went wrong come as what they raised.

    ``drawn``: each is played with a random set of options; ``every_log``: all logs are replayed, not every fifth alone.
    The log of a single game is replayed as well.
    """
    for seed in range(first.seed, first.seed + games):
        setting, played_with = replace(first, seed=seed), tables
        if drawn:
            setting = replace(setting, options=random_set(seed, all_options()))
            played_with = load_tables(options=setting.options)
        try:
            yield simulate(setting, played_with, replayed=games == 1 or is_replayed(seed, every_log))
        except Failed as failed:
            yield failed


def as_row(played: Played) -> dict[str, Any]:
    """A game as plain data: its seed, rounds, victory points, winner, entries of the log and steps by kind."""
    game = played.game
    return {
        "seed": played.setting.seed,
        "difficulty": played.setting.difficulty,
        "options": [*played.setting.options],
        "rounds": _rounds(played),
        "victory_points": {
            "hive": game.hive.victory_points,
            **{seat: game.players[seat].victory_points for seat in PLAYERS},
        },
        "winner": game.winner,
        "entries": len(played.log),
        "steps": {kind: played.steps[kind] for kind in KINDS},
    }


def as_json(played: Played) -> str:
    """The same as one line of JSON."""
    return json.dumps(as_row(played))


def as_words(played: Played) -> str:
    """A game in one readable line."""
    game = played.game
    ended = {"hive": "the Hive wins", "players": "the players win", None: "nobody has won yet"}[game.winner]
    players = ", ".join(f"{game.name(seat)} {game.players[seat].victory_points}" for seat in PLAYERS)
    points = f"{sentence(game.name('hive'))} {game.hive.victory_points}, {players}"
    entries = f"{count(len(played.log), 'entry', 'entries')}"
    rounds = count(_rounds(played), "round")
    return f"Seed {played.setting.seed}, {played.setting.difficulty}: {rounds}, {ended}. {points}; {entries}."


def _rounds(played: Played) -> int:
    """The rounds that were played; one that has only just begun does not count."""
    limit = played.setting.rounds
    return played.game.round if limit is None else min(played.game.round, limit)


@dataclass
class Summary:
    """What the games of a difficulty come to: who won how often, how many failed, and how long they lasted."""

    difficulty: str
    ended: Counter[str] = field(default_factory=Counter)
    rounds: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    options: list[Ended] = field(default_factory=list)

    def add(self, played: Played | Failed) -> None:
        """Count a game."""
        if isinstance(played, Failed):
            self.ended["failed"] += 1
            return
        self.ended[played.game.winner or "nobody"] += 1
        self.options.append((played.game.winner or "nobody", played.setting.options))
        self.rounds.append(_rounds(played))
        self.entries.append(len(played.log))

    def as_row(self) -> dict[str, Any]:
        """The same as plain data; lengths are left out where no game was played through."""
        row: dict[str, Any] = {"difficulty": self.difficulty, "games": self.ended.total()}
        row |= {ended: self.ended[ended] for ended in ENDED}
        if self.rounds:
            rounds = {"least": min(self.rounds), "mean": round(mean(self.rounds), 1), "most": max(self.rounds)}
            row |= {"rounds": rounds, "entries": round(mean(self.entries))}
        return row

    def as_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps({"summary": self.as_row()})

    def as_words(self) -> str:
        """The same in one readable line."""
        games, ended = self.ended.total(), self.ended
        won = f"the Hive wins {_share(ended['hive'], games)}, the players win {_share(ended['players'], games)}"
        others = [f"{ended[key]} {words}" for key, words in _OTHER_ENDS.items() if ended[key]]
        row = self.as_row()
        lasted = "{least} to {most} rounds, {mean} on average".format(**row["rounds"]) if self.rounds else ""
        entries = f"{row['entries']} entries a game" if self.rounds else ""
        told = "; ".join(filter(None, [", ".join([won, *others]), lasted, entries]))
        return f"{count(games, 'game')}, {self.difficulty}: {told}."


ENDED = ("hive", "players", "nobody", "failed")
_OTHER_ENDS = {"nobody": "not over", "failed": "went wrong"}


def _share(number: int, games: int) -> str:
    return f"{number} ({round(100 * number / games)} %)"


def in_words(played: Played) -> Iterator[str]:
    """The game line by line: how to play it again, each entry with the steps that followed, and how it ended."""
    yield played.setting.command
    session = Session(new_game_of(played.begins, played.game.tables))
    session.settle()
    for number, entry in enumerate(played.log, 1):
        text = said(session, entry)
        round_before = session.game.round, session.game.phase
        session.apply(entry)
        yield f"{number}. {text}"
        yield from (f"   {line}" for line in _lines(session.game, text, retold(words_of("", session.news))))
        if (session.game.round, session.game.phase) != round_before:
            yield f"== Round {session.game.round}, {session.game.phase} phase"
    yield as_words(played)


def _lines(game: Game, text: str, steps: tuple[Retold, ...]) -> Iterator[str]:
    """What followed from an entry. What is answered stands in the text of the entry; its reasons stand here."""
    for step in steps:
        if step.kind == "draw":
            card = step.data["card"] or {}
            yield f"{step.text}: {', '.join(_shown(game, card, field) for field in step.data['fields'])}"
        if step.kind == "tell" and not text.startswith(step.text):
            yield step.text
        if step.why:
            yield f"because: {step.why.line}"
        for item in (one for one in step.items if one.text != step.text):
            yield f"- {item.text}" + (f" ({item.note})" if item.note else "")


def _shown(game: Game, card: dict[str, Any], field: CardField) -> str:
    """What a field of a card shows."""
    shown = card.get(field)
    if isinstance(shown, bool):
        return f"{CARD_FIELDS[field].lower()} {card_shows(game, field)[str(shown).lower()]}"
    words = " ".join(map(str, shown)) if isinstance(shown, tuple | list) else str(shown).replace("_", " ")
    return f"{CARD_FIELDS[field].lower()} {words}"


# --- random sets of options

RANDOM = "random"
MOST_OPTIONS = 5
_HEAD_BY_OPTION = ("| option | games | the Hive wins | without it |", "|---|---|---|---|")
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
    for name in rng.sample(sorted(options), min(rng.randint(0, MOST_OPTIONS), len(options))):
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
    return [*_HEAD_BY_OPTION, *lines] if (lines := [*_by_option(ended)]) else []


def _by_option(ended: list[Ended]) -> Iterator[str]:
    for name, number in sorted(Counter(name for _, options in ended for name in options).items()):
        shares = [
            _won([winner for winner, options in ended if (name in options) is with_it]) for with_it in (True, False)
        ]
        yield f"| {name} | {number} | {' | '.join(shares)} |"


def _won(winners: list[str]) -> str:
    return f"{100 * winners.count('hive') / len(winners):.0f} %" if winners else ""
