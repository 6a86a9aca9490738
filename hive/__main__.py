"""The command line: play, resolve, decks and rules."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from hive.catalog.checking import DECKS, check_files
from hive.catalog.documents import TableError
from hive.scenarios import report
from hive.scenarios.resolving import as_json, as_words, resolve

FINE, NOT_FINE, WRONG_FILE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 if all is well, 1 if not, 2 if a file is wrong."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    options = _parser().parse_args(arguments)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hive", description="The Hive Wars companion.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_play(commands)
    _add_resolve(commands)
    _add_decks(commands)
    _add_rules(commands)
    return parser


def _add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    play = commands.add_parser("play", help="start the app; PORT, LAN and HIVE_DB change where")
    play.set_defaults(command=_play)


def _add_resolve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("resolve", help="run one decision of the Hive from a scenario file")
    parser.add_argument("file", type=Path, metavar="FILE.yaml", help="docs/scenarios.md says what stands in it")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(command=_resolve)


def _add_decks(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    decks = commands.add_parser("decks", help="check the tables of decks/, or your own")
    actions = decks.add_subparsers(metavar="check", required=True)
    check = actions.add_parser("check", help="check table files, each by itself and together")
    check.add_argument("files", type=Path, nargs="*", metavar="FILE", help="files or folders; none means decks/")
    check.set_defaults(command=_check_decks)


def _add_rules(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rules = commands.add_parser("rules", help="which rules the tests prove, which are reminders, which are open")
    rules.add_argument("--json", action="store_true", help="print one JSON object")
    rules.set_defaults(command=_rules)


def _play(_: argparse.Namespace) -> int:
    from hive.web.serve import serve  # only here: the other commands do without the web

    return serve()


def _resolve(options: argparse.Namespace) -> int:
    resolved = resolve(options.file)
    print(as_json(resolved) if options.json else as_words(resolved))
    return FINE if resolved.holds else NOT_FINE


def _check_decks(options: argparse.Namespace) -> int:
    files: list[Path] = options.files or [DECKS]
    missing = [path for path in files if not path.exists()]
    for path in missing:
        print(f"{path.as_posix()}: there is no such file", file=sys.stderr)
    if missing:
        return WRONG_FILE
    messages = check_files(files)
    print("\n".join(messages) if messages else "The tables are fine.")
    return NOT_FINE if messages else FINE


def _rules(options: argparse.Namespace) -> int:
    made = report.rule_report()
    print(report.as_json(made) if options.json else report.as_words(made))
    return FINE


if __name__ == "__main__":
    sys.exit(main())
