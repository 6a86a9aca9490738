"""The command line: play, resolve, decks, rules, simulate and proof.

Each command imports what it alone needs: a start does without the scenarios, and a check without the web.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from hive.catalog.checking import DECKS
from hive.catalog.copying import check_files, tables_in
from hive.catalog.documents import TableError
from hive.catalog.reading import load_tables
from hive.catalog.tables import Level
from hive.files import VERSION
from hive.games.commands import Commands, Help, add_commands, at_least_one, command
from hive.words import Typed, in_terminal, say

FINE, NOT_FINE, WRONG_FILE = 0, 1, 2


def hive_wars() -> int:
    """The installed command: it starts the app, unless something else is asked of it."""
    return main(sys.argv[1:] or ["play"], "hive-wars")


def main(arguments: Sequence[str] | None = None, name: str = "python -m hive") -> int:
    """Run a command and return its exit code: 0 if all is well, 1 if not, 2 if a file is wrong."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    options = _parser(name).parse_args(arguments)
    try:
        code: int = options.command(options)
        sys.stdout.flush()
    except TableError as error:
        print(error, file=sys.stderr)
        return WRONG_FILE
    except BrokenPipeError:
        # The reader has seen enough; Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return FINE
    return code


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=name, description=say("The Hive Wars companion."), formatter_class=Help)
    parser.add_argument("--version", action="version", version=f"hive-wars {VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_play(commands)
    _add_resolve(commands)
    _add_decks(commands)
    _add_rules(commands)
    _add_doings(commands)
    _add_simulate(commands)
    _add_proof(commands)
    add_commands(commands)
    return parser


def _add_play(commands: Commands) -> None:
    command(commands, "play", _play, say("start the app; PORT, LAN and HIVE_DB change where"))


def _add_resolve(commands: Commands) -> None:
    parser = command(commands, "resolve", _resolve, say("run one decision of the Hive from a scenario file"))
    parser.add_argument("file", type=Path, metavar="FILE.yaml", help=say("docs/scenarios.md says what stands in it"))
    parser.add_argument("--json", action="store_true", help=say("print one JSON object"))


def _add_decks(commands: Commands) -> None:
    decks = commands.add_parser("decks", help=say("check the tables of decks/, or your own"), formatter_class=Help)
    actions = decks.add_subparsers(metavar="check", required=True)
    check = command(actions, "check", _check_decks, say("check table files, each by itself, together, and in play"))
    check.add_argument("files", type=Path, nargs="*", metavar="FILE", help=say("files or folders; none means decks/"))


def _add_rules(commands: Commands) -> None:
    rules = command(commands, "rules", _rules, say("which rules the tests prove, which are reminders, which are open"))
    rules.add_argument("--json", action="store_true", help=say("print one JSON object"))


_OPTIONS = say("played with these files of decks/options/; 'random': each game with some that may stand together")


_EVERY_LOG = say("replay the log of each game at its end, not of every fifth alone")


def _add_doings(commands: Commands) -> None:
    command(commands, "doings", _doings, say("how the app plays what players own and do to the Hive"))


def _add_simulate(commands: Commands) -> None:
    parser = command(
        commands,
        "simulate",
        _simulate,
        say("play whole games by themselves, both sides at random but legal"),
        description=say(
            "Play whole games, both sides at random but legal. A seed always plays the same game. "
            "After several games, a last line says how often each side won and how long games lasted."
        ),
        epilog=say(
            "Exit code: 0 if all is well; 1 if a game crashed, broke a law, did not end, or came out otherwise "
            "when its log was replayed, with a line that plays it again; 2 if a table or an option is wrong."
        ),
    )
    parser.add_argument("--seed", type=int, required=True, metavar="N", help=say("the seed of the first game"))
    parser.add_argument("--games", type=at_least_one, default=1, metavar="K", help=say("so many games, seeds N and up"))
    parser.add_argument("--rounds", type=at_least_one, metavar="R", help=say("at most so many rounds; else to the end"))
    parser.add_argument("--difficulty", choices=get_args(Level), default="standard", help=say("standard if not said"))
    parser.add_argument("--no-galaxy", action="store_true", help=say("without a galaxy: the table is asked everything"))
    parser.add_argument("--options", default="", metavar="A,B", help=_OPTIONS)
    parser.add_argument("--compare", action="store_true", help=say("print how often the Hive wins with each option"))
    parser.add_argument("--bold", action="store_true", help=say("the players try what careful ones do not"))
    parser.add_argument("--every-log", action="store_true", help=_EVERY_LOG)
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--json", action="store_true", help=say("print one JSON object a game"))
    printed.add_argument("--words", action="store_true", help=say("print the log of each game in words"))


def _add_proof(commands: Commands) -> None:
    parser = command(
        commands,
        "proof",
        _proof,
        say("play many whole games on each level, with and without a galaxy, and print what came of them"),
        description=say(
            "Play whole games of bold players side by side on all cores, and print a table. Each game that is over is "
            "kept in the file: the same command goes on where it was stopped, and machines can share the seeds. With "
            "--battles single battles of both sides are fought instead, from positions that are drawn."
        ),
        epilog=say("Exit code: 0 if all is well, 1 if a game or a battle crashed or broke a law."),
    )
    parser.add_argument("--games", type=at_least_one, default=1500, metavar="K", help=say("of each kind; else 1500"))
    parser.add_argument("--battles", type=at_least_one, metavar="K", help=say("so many battles, and no games"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say("the seed of the first; else 1"))
    parser.add_argument("--options", default="", metavar="A,B", help=_OPTIONS)
    parser.add_argument(
        "--jobs", type=at_least_one, default=os.cpu_count() or 1, metavar="J", help=say("else all cores")
    )
    parser.add_argument("--every-log", action="store_true", help=_EVERY_LOG)
    parser.add_argument(
        "--kept", type=Path, default=Path("build/proof.jsonl"), metavar="FILE", help=say("else %(default)s")
    )


def _play(_: argparse.Namespace) -> int:
    gc.disable()
    from hive.web.serve import serve

    return serve()


def _resolve(options: argparse.Namespace) -> int:
    from hive.scenarios.resolving import as_json, as_words, resolve

    resolved = resolve(options.file)
    print(as_json(resolved) if options.json else as_words(resolved))
    return FINE if resolved.holds else NOT_FINE


def _check_decks(options: argparse.Namespace) -> int:
    from hive.simulate.proof import tried

    files: list[Path] = options.files or [DECKS]
    wrong = {path: say("there is no such file") for path in files if not path.exists()}
    wrong |= {
        path: say("there is no table in this folder (*.yaml)")
        for path in files
        if path.is_dir() and not tables_in(path)
    }
    for path, what in wrong.items():
        print(in_terminal(say("{file}: {what}", file=Typed(path.as_posix()), what=what)), file=sys.stderr)
    if wrong:
        return WRONG_FILE
    checked = check_files(files)
    messages = checked.messages or [*tried(checked)]
    print("\n".join(messages) if messages else in_terminal(say("The tables are fine.")))
    return NOT_FINE if messages else FINE


def _rules(options: argparse.Namespace) -> int:
    from hive.scenarios import report

    made = report.rule_report()
    print(report.as_json(made) if options.json else report.as_words(made))
    return FINE


def _doings(_: argparse.Namespace) -> int:
    from hive.scenarios import report

    print(report.doings_table(load_tables().doings))
    return FINE


def _simulate(options: argparse.Namespace) -> int:
    from hive.simulate import game as simulated
    from hive.simulate.game import RANDOM, Failed, Setting, by_option, in_words, named

    drawn = options.options == RANDOM
    played_with = () if drawn else named(options.options, options.seed)
    tables = load_tables(options=played_with)
    galaxy = not options.no_galaxy
    first = Setting(options.seed, options.rounds, options.difficulty, galaxy, played_with, options.bold)
    every_log = options.every_log
    summary = simulated.Summary(first.difficulty)
    for played in simulated.play_all(first, options.games, tables, drawn, every_log):
        summary.add(played)
        if isinstance(played, Failed):
            print(played, file=sys.stderr, flush=True)
        elif options.words:
            print("\n".join(in_words(played)), flush=True)
        else:
            print(simulated.as_json(played) if options.json else simulated.as_words(played), flush=True)
    if options.games > 1:
        print(summary.as_json() if options.json else summary.as_words())
    if options.compare:
        print("\n".join(by_option(summary.options)))
    return NOT_FINE if summary.ended["failed"] else FINE


def _proof(options: argparse.Namespace) -> int:
    from hive.simulate import proof
    from hive.simulate.game import RANDOM, named

    seeds = range(options.seed, options.seed + (options.battles or options.games))
    if options.options != RANDOM:
        load_tables(options=named(options.options, options.seed))
    if options.battles:
        battles = list(proof.prove_battles(seeds, options.jobs, options.options))
        print(proof.table_of_battles(battles))
        return NOT_FINE if any(battle.failed for battle in battles) else FINE
    rows = list(proof.prove(seeds, options.kept, options.jobs, options.options, options.every_log))
    print(proof.as_table(rows))
    return NOT_FINE if any(row.failed for row in rows) else FINE


if __name__ == "__main__":
    sys.exit(main())
