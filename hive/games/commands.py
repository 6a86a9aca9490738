"""The commands that look after the games: check, backup, archive, import, codes and move."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from hive.fields import whole_number
from hive.files import home
from hive.words import Message, Typed, Worded, in_terminal, say, words_of_error

if TYPE_CHECKING:
    from hive.games.keeping import Archived
    from hive.games.service import Games

FINE, NOT_FINE, WRONG_FILE = 0, 1, 2


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

USAGE = say("usage: ")
_OF_ARGPARSE = {
    str(words): words
    for words in (
        say("positional arguments"),
        say("options"),
        say("show this help message and exit"),
        say("show program's version number and exit"),
    )
}
"""What Python itself says in a help."""


class Help(argparse.HelpFormatter):
    """Help in the language of the terminal, told only where somebody asks for it: reading a catalog takes its time."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """How a command is written."""
        super().add_usage(usage, actions, groups, in_terminal(USAGE) if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        """A list of arguments."""
        super().start_section(_helped(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return _helped(action.help)

    def _format_text(self, text: str) -> str:
        return super()._format_text(_helped(text) or "")


def _helped(text: str | None) -> str | None:
    words = text if isinstance(text, Worded) else _OF_ARGPARSE.get(text or "")
    return text if words is None else in_terminal(words)


def command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    gist: Message,
    description: Message | None = None,
    epilog: Message | None = None,
) -> argparse.ArgumentParser:
    """Add a command that runs this, with one line for the list of commands; returns it, for its arguments."""
    parser = commands.add_parser(name, help=gist, description=description, epilog=epilog, formatter_class=Help)
    parser.set_defaults(command=run)
    return parser


def add_commands(commands: Commands) -> None:
    """Add them to the command line."""
    _add_games(commands)
    _add_check(commands)
    _add_backup(commands)
    _add_archive(commands)
    _add_import(commands)
    _add_codes(commands)
    _add_move(commands)


def _add_games(commands: Commands) -> None:
    parser = command(
        commands,
        "games",
        _list,
        say("list the games, or those of some name or player"),
        description=say(
            "Print the games, the one that changed last first, with where each stands and how many points each "
            "side has. HIVE_DB and HIVE_HOME name the games, as for play."
        ),
    )
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help=say("only games whose name or players have all of these")
    )
    parser.add_argument(
        "--page", type=at_least_one, default=1, metavar="N", help=say("which one, of 20 games each; else 1")
    )
    parser.add_argument(
        "--json", action="store_true", help=say("one JSON object with the games, and how many there are")
    )


def _add_check(commands: Commands) -> None:
    command(
        commands,
        "check",
        _check,
        say("read all games through, and say what is damaged"),
        description=say(
            "Read each line of each game, play it, and hold what was kept of it against that. Nothing is "
            "changed; somebody may play meanwhile. HIVE_DB and HIVE_HOME name the games, as for play."
        ),
        epilog=say("Exit code: 0 if all is whole, 1 if something is damaged or the games cannot be reached."),
    )


def _add_backup(commands: Commands) -> None:
    parser = command(commands, "backup", _backup, say("copy all games into a file, also while somebody plays"))
    parser.add_argument("file", type=Path, metavar="FILE", help=say("a file that there is not yet"))


def _add_archive(commands: Commands) -> None:
    parser = command(
        commands,
        "archive",
        _archive,
        say("move games that nobody has played for long into files"),
        description=say(
            "Move the games into files whose last change is older. A game leaves only once its file has been "
            "read back. HIVE_DB and HIVE_HOME name the games, as for play; `import` brings them back."
        ),
    )
    parser.add_argument(
        "--older", type=at_least_one, required=True, metavar="DAYS", help=say("days since its last change")
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help=say("where the files go; made where it is missing"))


def _add_import(commands: Commands) -> None:
    parser = command(commands, "import", _import, say("bring games back from files that were archived or exported"))
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help=say(".json, or .json.gz"))
    parser.add_argument(
        "--as-far", action="store_true", help=say("a game whose log does not lead to its end as far as it leads")
    )


def _add_codes(commands: Commands) -> None:
    parser = command(
        commands,
        "codes",
        _codes,
        say("print the address under which each game is opened as the table"),
        description=say(
            "Print for each game the address, below that of the app, that makes a device its table: for a "
            "game that was moved to a public address, or whose table has lost its device."
        ),
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=say("as its address names it; none means all games"))


def _add_move(commands: Commands) -> None:
    parser = command(
        commands,
        "move",
        _move,
        say("carry all games from a file or a database into another one"),
        description=say(
            "Copy all games, their codes and your copies of the rulebook, each line read back and compared; "
            "all of it or nothing. Stop the app first. What they are copied from stays as it is."
        ),
    )
    place = say("a file, or postgresql://user:password@host/database")
    parser.add_argument("source", metavar="FROM", help=place)
    parser.add_argument("target", metavar="TO", help=say("the same; without games"))


def at_least_one(text: str) -> int:
    """A number of the command line, as argparse reads it."""
    number = whole_number(text)
    if number is None or number < 1:
        raise argparse.ArgumentTypeError(in_terminal(say("enter a whole number from 1 up")))
    return number


def _archive(options: argparse.Namespace) -> int:
    from hive.games import keeping  # only here: most commands do without the games

    return _told(lambda games: keeping.archive(games, options.older, options.folder))


def _list(options: argparse.Namespace) -> int:
    from hive.games import keeping

    form = keeping.listed_as_json if options.json else keeping.listed_as_lines
    return _told(lambda games: form(games, options.page, " ".join(options.words)), read_only=True)


def _check(_: argparse.Namespace) -> int:
    from hive.games.keeping import check

    return _told(lambda games: check(games.store), read_only=True)


def _backup(options: argparse.Namespace) -> int:
    from hive.games import keeping

    return _told(lambda games: keeping.backup(games, options.file))


def _import(options: argparse.Namespace) -> int:
    from hive.games import keeping

    return _told(lambda games: keeping.bring_back(games, options.files, options.as_far))


def _codes(options: argparse.Namespace) -> int:
    from hive.games import keeping

    return _told(lambda games: keeping.codes(games, options.games))


def _move(options: argparse.Namespace) -> int:
    from hive.store import AddressRefused, Store, StoreError

    try:
        with closing(Store(options.source)) as source, closing(Store(options.target)) as target:
            if source.file is not None and not source.file.exists():
                missing = say("{file}: {what}", file=Typed(str(source.file)), what=say("there is no such file"))
                print(in_terminal(missing), file=sys.stderr)
                return WRONG_FILE
            moved = source.move_to(target)
    except AddressRefused as error:
        print(in_terminal(words_of_error(error)), file=sys.stderr)
        return WRONG_FILE
    except StoreError as error:
        print(in_terminal(words_of_error(error)), file=sys.stderr)
        return NOT_FINE
    print(in_terminal(moved.words))
    print(in_terminal(say("Each line was read back and is the same.")))
    return FINE


def _games(read_only: bool) -> Games:
    from hive.games.service import Games
    from hive.store import AddressRefused, Store

    try:
        return Games(Store(os.environ.get("HIVE_DB") or home() / "games.sqlite", read_only=read_only))
    except AddressRefused as error:
        print(in_terminal(words_of_error(error)), file=sys.stderr)
        raise SystemExit(WRONG_FILE) from None


def _told(work: Callable[[Games], Iterator[Archived]], read_only: bool = False) -> int:
    from hive.store import StoreError

    code = FINE
    try:
        with closing(_games(read_only)) as games:
            for one in work(games):
                print(in_terminal(one.words), file=sys.stdout if one.fine else sys.stderr, flush=True)
                code = code if one.fine else NOT_FINE
    except BrokenPipeError:
        raise
    except (OSError, StoreError) as error:
        print(in_terminal(words_of_error(error)), file=sys.stderr)
        return NOT_FINE
    return code
