"""Tables that book no moves, and what the Hive decides by what they are asked: python -m bench.silent [--games K].

The board that lies on such a table is kept beside the game: players move, land and build there, and the app hears of
it where it asks, or where they attack the Hive or take Mecatol Rex. Each turn of the Hive is thought over three times:
as the table is asked now; as it would be asked about everything that can matter, whoever can have been there; with all
of it known.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import mean

from hive import keys
from hive.board import pieces
from hive.board.edits import apply_edits
from hive.board.movement import chart, distances, move_value
from hive.catalog.reading import load_tables
from hive.catalog.tables import Tables
from hive.engine.entries import Answer, Board, Forward
from hive.engine.session import Session
from hive.engine.state import copied, load
from hive.model.galaxy import System, places_in
from hive.model.game import PLAYERS, Game, Player, known_galaxy
from hive.rules.objectives.confirming import said
from hive.simulate.answers import answer
from hive.simulate.game import MOST_ENTRIES, Failed, Played, Setting, named, started, what_went_wrong
from hive.simulate.moves import GROUND, Habits, Move, production, tactical_action
from hive.simulate.players import Table
from hive.simulate.proof import LEVELS, side_by_side
from hive.steps import Ask, Step
from hive.words import count

# Whoever takes it gains counters, which the app has to hear of (14.gain.mecatol-rex).
_MECATOL_REX = "Mecatol Rex"
# How often a turn builds at home and moves nothing; a lone ship goes as far as some card or technology lets it.
_BUILDS, _LEAPS = 0.15, 0.2
# What takes such a ship farther from the second turn on, at most: Flank Speed, and Gravity Drive from the next round.
_FARTHER = (0, 1, 1, 2)
_MOST_STEPS = 80
Changes = dict[str, int | str]


# --- the board on the table


@dataclass
class OnTheTable:
    """How players truly stand in each system, and how the app has shown it last."""

    truth: dict[str, System] = field(default_factory=dict)
    shown: dict[str, System] = field(default_factory=dict)

    def follow(self, game: Game, told: bool = False) -> None:
        """What the app has done to players is done on the table as well, unless the table has ``told`` it."""
        for position, system in known_galaxy(game).systems.items():
            if position not in self.truth:
                self.truth[position] = deepcopy(system)
            elif system != self.shown[position] and not told:
                _carry_over(self.truth[position], self.shown[position], system)
            self.shown[position] = deepcopy(system)
        self._as_much_as_there_is(game)

    def _as_much_as_there_is(self, game: Game) -> None:
        """No side has more plastic: what the app has moved was elsewhere, where nobody had said that it is."""
        for seat, unit in ((seat, unit) for seat in PLAYERS for unit in game.tables.units.units):
            pairs = [
                pair
                for one in self.truth.values()
                for pair in zip(places_in(one), places_in(self.shown[one.position]), strict=False)
            ]
            more = sum(place.units.get(seat, {}).get(unit.key, 0) for place, _ in pairs) - (unit.players_plastic or 99)
            for place, shown in pairs if more > 0 else ():
                there = place.units.get(seat, {}).get(unit.key, 0)
                if (gone := min(more, there - shown.units.get(seat, {}).get(unit.key, 0))) > 0:
                    place.units[seat][unit.key] = there - gone
                    more -= gone

    def seen_by(self, game: Game) -> Game:
        """The game as it would be if the app knew all of it."""
        known = copied(game)
        for position, system in known_galaxy(known).systems.items():
            _set_players(system, self.truth.get(position, system))
        return known

    def keep(self, known: Game) -> None:
        """What players have done on a board of which all is known."""
        self.truth = {at: deepcopy(system) for at, system in known_galaxy(known).systems.items()}

    def mends(self, game: Game, positions: Iterable[str]) -> Changes:
        """What the table has to mend in some systems for them to be as they lie there.

        Where a side has no more plastic, it is mended as well from where that has gone, and so on from there.
        """
        shown, found = known_galaxy(game).systems, list(positions)
        while changes := self._of(shown, found):
            fewer = [at for at in shown if at not in found and self._gone(game, at, changes)]
            if not fewer:
                break
            found += fewer
        return changes

    def _of(self, shown: Mapping[str, System], positions: Iterable[str]) -> Changes:
        changes: Changes = {}
        for position in positions:
            if position in self.truth:
                changes |= _differing(shown[position], self.truth[position])
        return changes

    def _gone(self, game: Game, position: str, changes: Changes) -> bool:
        """Whether plastic has gone from a system that is needed for what is mended elsewhere."""
        by_key = game.tables.units.by_key
        needed = {tuple(path.split("/")[-2:]) for path in changes if path.split("/")[-1] in by_key}
        scarce = {one for one in needed if by_key[one[1]].players_plastic is not None}
        here = self._of(known_galaxy(game).systems, [position])
        return any(tuple(path.split("/")[-2:]) in scarce for path in here)


def _carry_over(truth: System, before: System, now: System) -> None:
    for place, was, there in zip(places_in(truth), places_in(before), places_in(now), strict=False):
        for seat in PLAYERS:
            units = {*was.units.get(seat, {}), *there.units.get(seat, {})}
            for unit in units:
                more = there.units.get(seat, {}).get(unit, 0) - was.units.get(seat, {}).get(unit, 0)
                held = place.units.setdefault(seat, {})
                held[unit] = max(0, held.get(unit, 0) + more)
    for name, planet in now.planets.items():
        if name not in truth.planets:
            truth.planets[name] = deepcopy(planet)
        elif name not in before.planets or planet.control != before.planets[name].control:
            truth.planets[name].control = planet.control


def _set_players(system: System, truth: System) -> None:
    for place, lies in zip(places_in(system), places_in(truth), strict=False):
        for seat in PLAYERS:
            place.units[seat] = {unit: number for unit, number in lies.units.get(seat, {}).items() if number}
            place.damaged.pop(seat, None)
    system.command_tokens = [*(one for one in system.command_tokens if one == "hive"), *_tokens(truth)]
    for name, planet in system.planets.items():
        if name in truth.planets and truth.planets[name].control in PLAYERS:
            planet.control = truth.planets[name].control


def _tokens(system: System) -> list[Player]:
    return [seat for seat in PLAYERS if seat in system.command_tokens]


def _differing(system: System, truth: System) -> Changes:
    changes: Changes = {}
    names = [None, *system.planets]
    for name, place, lies in zip(names, places_in(system), places_in(truth), strict=False):
        path = f"{system.position}/" if name is None else f"{system.position}/planet/{name}/"
        for seat in PLAYERS:
            there, really = place.units.get(seat, {}), lies.units.get(seat, {})
            for unit in {*there, *really}:
                if there.get(unit, 0) != really.get(unit, 0):
                    changes[f"{path}units/{seat}/{unit}"] = really.get(unit, 0)
    for name, planet in system.planets.items():
        control = truth.planets[name].control if name in truth.planets else None
        if control in PLAYERS and control != planet.control:
            changes[f"{system.position}/planet/{name}/control"] = str(control)
    return changes


def _mended(changes: Changes) -> Board:
    """The entry that mends them; whoever has taken a planet of the Hive says that it was a move."""
    taken = [value for path, value in changes.items() if path.endswith("/control")]
    for seat in PLAYERS:
        if seat in taken:
            return Board(changes, moved=seat)
    return Board(changes)


# --- players who say nothing


@dataclass
class Silent(Table):
    """Players who book nothing: the app hears of attacks on the Hive, of Mecatol Rex, and of what it asks about."""

    lies: OnTheTable = field(default_factory=OnTheTable)
    told: list[Forward] = field(default_factory=list)

    def _decided(self, session: Session, step: Step) -> list[Forward]:
        """They mend what a question shows wrong; what they did not say otherwise, they answer as others do."""
        if isinstance(step, Ask) and step.anew and (changes := self.lies.mends(session.game, step.systems)):
            self.told = [_mended(changes)]
            return [*self.told]
        return super()._decided(session, step)

    def _round_begins(self, game: Game) -> Iterator[Forward]:
        """New tokens; nothing is booked."""
        for seat in PLAYERS if game.phase != "setup" else ():
            self.tokens[seat] += 2
        for system in self.lies.truth.values():
            system.command_tokens = []
        yield from ()

    def _turn(self, game: Game) -> list[Forward]:
        seat: Player = "p2" if game.active == "p2" else "p1"
        cards = game.readied_cards_of(seat)
        if self.tokens[seat] and self.rng.random() < 0.6:
            self.tokens[seat] -= 1
            return self._acts(game, seat)
        if not cards:
            return [Answer(keys.PLAYER_TURN, "pass")]
        card = self.rng.choice(cards)
        if game.tables.strategy_cards.by_number[card].key == "warfare":
            for one in PLAYERS:
                self._builds(game, one)
        return [Answer(keys.PLAYER_TURN, f"card.{card}")]

    def _acts(self, game: Game, seat: Player) -> list[Forward]:
        """A tactical action on the board as it lies there; one against the Hive is told, with what comes."""
        drawn = self.rng.random()
        if drawn < _BUILDS:
            self._builds(game, seat)
            return [Answer(keys.PLAYER_TURN, "done")]
        known = self.lies.seen_by(game)
        if drawn < _BUILDS + _LEAPS:
            self._leaps(known, seat, fresh=game.heard[seat].fresh)
            return [Answer(keys.PLAYER_TURN, "done")]
        move = tactical_action(known, seat, self.rng, habits=self.habits)
        if move is None:
            return [Answer(keys.PLAYER_TURN, "done")]
        boards = [entry for entry in move.entries if isinstance(entry, Board)]
        for entry in boards:
            apply_edits(known, entry.changes)
        if move.attacks:
            begins = [Answer(keys.PLAYER_TURN, "activate"), Answer(keys.ACTIVATE, move.position)]
            return [*begins, *self._tells(game, known), Answer(keys.PLAYERS_MOVE, "done")]
        taken = [
            name
            for name, planet in known_galaxy(known).systems[move.position].planets.items()
            if planet.control not in PLAYERS and any(planet.units.get(seat, {}).get(unit) for unit in GROUND)
        ]
        for name in taken:
            pieces.set_control(known, move.position, name, seat)
        if _MECATOL_REX in taken:
            return [*self._tells(game, known), Answer(keys.PLAYER_TURN, "done")]
        self.lies.keep(known)
        return [Answer(keys.PLAYER_TURN, "done")]

    def _tells(self, game: Game, known: Game) -> list[Forward]:
        """A move that the table books: it changes what is known of each system that it touches."""
        before = known_galaxy(self.lies.seen_by(game)).systems
        self.lies.keep(known)
        changed = [at for at, system in known_galaxy(known).systems.items() if system != before[at]]
        self.told = [_mended(self.lies.mends(game, changed))]
        return [*self.told]

    def _builds(self, game: Game, seat: Player) -> None:
        known = self.lies.seen_by(game)
        for entry in production(known, seat, self.rng).entries():
            if isinstance(entry, Board):
                apply_edits(known, entry.changes)
        self.lies.keep(known)

    def _leaps(self, known: Game, seat: Player, fresh: bool) -> None:
        """One ship goes as far as cards and technologies let it, past all that would stop others."""
        galaxy, tables = known_galaxy(known), known.tables
        fast = [unit.key for unit in tables.units.ships if move_value(tables, unit.key, []) > 1]
        from_there = [
            (at, unit)
            for at, system in sorted(galaxy.systems.items())
            for unit in fast
            if system.units.get(seat, {}).get(unit)
        ]
        if not from_there:
            return
        origin, unit = self.rng.choice(from_there)
        seen = replace(chart(galaxy, tables, seat), closed=frozenset())
        steps = move_value(tables, unit, []) + (
            0 if fresh else self.rng.choice(_FARTHER[: 3 if known.round < 2 else 4])
        )
        within = [at for at, far in distances(seen, [origin]).items() if 0 < far <= steps]
        to = [at for at in within if not any(place.units.get("hive") for place in places_in(galaxy.systems[at]))]
        if to:
            pieces.move(known, seat, unit, origin, self.rng.choice(sorted(to)))
            self.lies.keep(known)


@dataclass
class Booking(Table):
    """Players who book each move in its turn, and are asked all the same."""

    def _booked_late(self, game: Game) -> list[Forward]:
        return []

    def _moves(self, seat: Player, move: Move) -> list[Forward]:
        """All of it, before or after it is said what it was."""
        if move.attacks:
            return super()._moves(seat, move)
        return [*move.entries, Answer(keys.PLAYER_TURN, "done")]


# --- what the Hive decides, by what the table is asked


@dataclass(frozen=True)
class Decided:
    """What a turn of the Hive comes to, and about how many systems the table was asked before."""

    what: tuple[object, ...]
    asked: int


def decided(game: Game, lies: OnTheTable) -> Decided:
    """How a turn of the Hive goes until it is decided; the table mends what it is shown."""
    session, asked = Session(game), 0
    session.settle()
    for number in range(_MOST_STEPS):
        step = session.pending
        if step is None:
            return Decided(("over",), asked)
        if step.key == keys.FACTS and isinstance(step, Ask):
            asked = max(asked, len(step.systems))
            changes = lies.mends(session.game, step.systems)
            session.apply(_mended(changes) if changes else Answer(step.key, step.choices[0].value))
        elif step.key in _BEFORE:
            session.apply(answer(session.game, step, Random(number)))
        else:
            ways = tuple(str(item.text) for item in getattr(step, "items", ()) if item.path)
            # Whom it meets there is told as last known: the same destination is the same decision.
            tactical = step.key == keys.TACTICAL_ACTION
            there = getattr(step, "systems", ()) if tactical else str(getattr(step, "text", ""))
            return Decided((step.key, there, ways), asked)
    raise RuntimeError("the turn of the Hive is not decided")


_BEFORE = (keys.HIVE_TURN, keys.PLANETS_SET, keys.PLANET_TAKEN_BY, keys.REX_SET)


@dataclass(frozen=True)
class Turn:
    """A turn of the Hive: about how many systems the table is asked, and would be of everything that can matter.

    ``differs``: what is decided otherwise than by a table that is asked of everything; ``unknown``: than by one that
    knows all of the board.
    """

    round: int
    turn: int
    asked: int
    of_everything: int
    differs: str = ""
    unknown: str = ""


@dataclass(frozen=True)
class AskedGame:
    """A game at a table that books nothing, or each move: its turns of the Hive, or what went wrong."""

    seed: int
    level: str
    booked: bool
    turns: tuple[Turn, ...] = ()
    failed: str = ""


def prove_asking(
    seeds: Iterable[int],
    kept: Path,
    jobs: int,
    booked: bool = False,
    rounds: int | None = None,
    options: str = "",
) -> Iterator[AskedGame]:
    """Play the games of these seeds, those in the file left out; yields each, those of the file first."""
    levels = {seed: LEVELS[seed % len(LEVELS)] for seed in seeds}
    wanted = [(Setting(seed, rounds, level, True, named(options, seed)), booked) for seed, level in levels.items()]
    over = {game.seed: game for game in _read(kept) if game.booked == booked}
    yield from (over[setting.seed] for setting, _ in wanted if setting.seed in over)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file, side_by_side(jobs) as pool:
        for game in pool.imap_unordered(play_asking, [one for one in wanted if one[0].seed not in over]):
            print(json.dumps(asdict(game)), file=file, flush=True)
            if game.failed:
                print(game.failed, file=sys.stderr, flush=True)
            yield game


def _read(kept: Path) -> Iterator[AskedGame]:
    for line in kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []:
        with suppress(json.JSONDecodeError):
            row = json.loads(line)
            yield AskedGame(**{**row, "turns": tuple(Turn(**turn) for turn in row["turns"])})


def play_asking(wanted: tuple[Setting, bool]) -> AskedGame:
    """Play a game at a table that books nothing, or each move, and think over each turn of the Hive."""
    setting, booked = wanted
    try:
        turns = tuple(_turns(setting, load_tables(options=setting.options), booked))
    except Failed as failed:
        return AskedGame(setting.seed, setting.difficulty, booked, failed=str(failed))
    return AskedGame(setting.seed, setting.difficulty, booked, turns)


def _turns(setting: Setting, tables: Tables, booked: bool) -> Iterator[Turn]:
    played = started(setting, tables)
    lies, rng = OnTheTable(), Random(f"{setting.seed}/silent")
    table = Booking(rng, Habits()) if booked else Silent(rng, Habits(books=False), lies=lies)
    lies.follow(played.game)
    number = 0
    while played.game.winner is None and played.game.round <= (setting.rounds or played.game.round):
        if len(played.log) >= MOST_ENTRIES:
            raise Failed(setting, f"the game has not ended after {MOST_ENTRIES} entries", played.log)
        try:
            entry = table.next_entry(played.session)
        except Exception as error:
            raise Failed(setting, f"the players have no answer: {what_went_wrong(error)}", played.log) from error
        if entry is None:
            return
        played.enter(entry)
        lies.follow(played.game, told=isinstance(table, Silent) and any(entry is one for one in table.told))
        if played.session.boundary and played.game.phase == "action" and played.game.active == "hive":
            number += 1
            yield _thought_over(played, OnTheTable() if booked else lies, tables, number)


def _thought_over(played: Played, lies: OnTheTable, tables: Tables, number: int) -> Turn:
    state = json.loads(played.session.boundary or "")
    game, everything = load(state, tables), load(state, tables)
    everything.heard = {}
    known = lies.seen_by(load(state, tables))
    said(known, known_galaxy(known).systems)
    try:
        now, of_everything, all_known = (decided(one, lies) for one in (game, everything, known))
    except Exception as error:
        raise Failed(played.setting, f"turn {number} of the Hive: {what_went_wrong(error)}", played.log) from error
    return Turn(
        played.game.round,
        number,
        now.asked,
        of_everything.asked,
        "" if now.what == of_everything.what else f"{now.what} and not {of_everything.what}",
        "" if now.what == all_known.what else f"{now.what} and not {all_known.what}",
    )


_HEAD = (
    "| turns of the Hive | number | systems asked | of everything | asked in | of everything | differ | unknown |",
    "|---|---|---|---|---|---|---|---|",
)
_STAGES: tuple[tuple[str, Callable[[Turn], bool]], ...] = (
    ("its first", lambda turn: turn.turn == 1),
    ("the rest of round 1", lambda turn: turn.turn > 1 and turn.round == 1),
    ("rounds 2 and 3", lambda turn: turn.round in (2, 3)),
    ("later", lambda turn: turn.round > 3),
    ("all", lambda turn: True),
)


def table_of_asking(games: Sequence[AskedGame]) -> str:
    """What tables are asked by how far a game has come, in Markdown: means, and the shares of turns with a question."""
    turns = [turn for game in games for turn in game.turns]
    lines = [*_HEAD]
    for title, holds in _STAGES:
        among = [turn for turn in turns if holds(turn)]
        if among:
            means = (mean(turn.asked for turn in among), mean(turn.of_everything for turn in among))
            shares = (mean(turn.asked > 0 for turn in among), mean(turn.of_everything > 0 for turn in among))
            counted = (sum(bool(turn.differs) for turn in among), sum(bool(turn.unknown) for turn in among))
            cells = [title, len(among), *(f"{one:.1f}" for one in means), *(f"{100 * one:.0f} %" for one in shares)]
            lines.append(f"| {' | '.join(map(str, (*cells, *counted)))} |")
    failed = sum(bool(game.failed) for game in games)
    return "\n".join([*lines, "", f"{count(len(games), 'game')}, {failed} went wrong."])


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games that are left, and print the table: 1 if one went wrong, or a decision differs."""
    parser = argparse.ArgumentParser(prog="python -m bench.silent", description=__doc__)
    parser.add_argument("--games", type=int, default=500, metavar="K", help="else 500")
    parser.add_argument("--booked", action="store_true", help="of tables that book each move instead")
    parser.add_argument("--rounds", type=int, metavar="R", help="at most so many rounds; else to the end")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first; else 1")
    parser.add_argument("--options", default="", metavar="A,B", help="as of python -m hive simulate")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="else all cores")
    parser.add_argument(
        "--kept", type=Path, default=Path("build/silent.jsonl"), metavar="FILE", help="else %(default)s"
    )
    said = parser.parse_args(arguments)
    seeds = range(said.seed, said.seed + said.games)
    games = list(prove_asking(seeds, said.kept, said.jobs, said.booked, said.rounds, said.options))
    print(table_of_asking(games))
    return int(any(game.failed or any(turn.differs for turn in game.turns) for game in games))


if __name__ == "__main__":
    sys.exit(main())
