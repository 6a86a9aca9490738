"""The table of facts in docs/scenarios.md: `python -m bench.facts` writes it, a test holds it."""

from __future__ import annotations

from pathlib import Path

from hive.catalog.reading import load_tables
from hive.engine.facts import GROUPS, KEYS, AnyFact, Group, said
from hive.fields import Number
from hive.model.game import Game, Law, PlayerSetup, Settings
from hive.rules.setup.new_game import new_game

PAGE = Path(__file__).parent.parent / "docs" / "scenarios.md"
HEAD = "| name in a log | what it is | values in a standard game | in a scenario |\n|---|---|---|---|\n"
OPTIONS = ("call_of_the_void", "monuments_to_the_ages", "thunders_edge", "total_war", "zealous_orthodoxy")


def table() -> str:
    """All facts, as a game without a galaxy has them."""
    seats = (PlayerSetup("Player 1", "", "red"), PlayerSetup("Player 2", "", "blue"))
    game = new_game(Settings(*seats, options=OPTIONS), load_tables(options=list(OPTIONS)), "facts")
    game.laws = [Law(game.tables.agendas.agendas[0].name)]
    return HEAD + "".join(_row(game, group, fact) for group in GROUPS for fact in group.facts)


def _row(game: Game, group: Group, fact: AnyFact) -> str:
    keys = list(KEYS[fact.keyed](game))
    words = f"{said(group.heading, game, keys[0])}: {said(fact.label, game, keys[0])}"
    each = f" ({', '.join(f'`{key}`' for key in keys)})" if keys != [""] else ""
    return f"| `{fact.path}` | {words}{each} | {_values(game, fact, keys[0])} | {_given(fact)} |\n"


def _values(game: Game, fact: AnyFact, key: str) -> str:
    field = fact.field(game, key)
    if isinstance(field, Number):
        return f"{field.minimum} to {field.maximum}"
    return ", ".join(f"`{choice.value}`" for choice in field.choices)


def _given(fact: AnyFact) -> str:
    if not fact.given:
        return "in other words"
    return "the same, without a galaxy" if fact.on_board else "the same"


def main() -> None:
    """Write the page with the table as it is now."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    after = rest[rest.index("\n\n") :]
    PAGE.write_text(before + table().rstrip() + after, encoding="utf-8")


if __name__ == "__main__":
    main()
