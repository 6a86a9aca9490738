"""The recipes of docs/developers.md, followed in a copy of the source: every kept game opens with them as without.

The copy has what they add. It opens the games as they lie in a file: those that earlier versions have exported, and
one that today's code has played. What only draws a page or proves a rule is left out: no kept game could feel it.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from driving import layout, settings
from hive.files import FILES
from hive.games.service import Games
from hive.store import Store
from kept import EXPORTS, LATER, document_of, gone_on, name_of, state_of, states

TODAY = "of_today"
OPENED = """
import json, sys
sys.path[:0] = sys.argv[1:3]
from hive.catalog.reading import check_imported, load_tables
from hive.games.service import Games
from hive.rules.events.kinds import all_events
from hive.store import Store
from kept import state_of
file, options, seen = sys.argv[3], *map(json.loads, sys.argv[4:])

def has(tables):
    return {name: bool(eval(one, {"tables": tables, "events": all_events()})) for name, one in seen.items()}

games = Games(Store(file))
opened = {row.name: games.present(row.id).session.game for row in games.store.games()}
texts = {id(game.tables): game.tables for game in opened.values()}
for tables in texts.values():
    check_imported(tables)
found = {
    "new": has(load_tables(options=options)),
    "kept": [has(tables) for tables in texts.values()],
    "states": {name: state_of(game) for name, game in opened.items()},
}
json.dump(found, sys.stdout)
"""


@dataclass(frozen=True)
class Recipe:
    """What a recipe changes in a copy, and an expression that tells new tables from those without it.

    ``kept``: whether games of before have it as well.
    """

    follow: Callable[[Path], None]
    seen: str
    kept: bool = False
    options: tuple[str, ...] = ()


def write(path: Path, old: str, new: str) -> None:
    """Put something in the place of what stands once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path.name}: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def add(path: Path, row: str) -> None:
    """A row at the end of a table whose last part is the list for it."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{row}\n")


def card_field(top: Path) -> None:
    module = top / "hive/catalog/tables/cards.py"
    write(module, "CardField = Literal[\n", 'CardField = Literal[\n    "border",\n')
    write(
        module,
        "    action: ActionSymbol |",
        '    border: Literal["plain", "gold"] | None = Field(None, title=say("border"))\n    action: ActionSymbol |',
    )
    deck = top / "decks/hive_mind.yaml"
    cards = re.sub(r"- \{id: (\d+),", r"- {id: \1, border: gold,", deck.read_text(encoding="utf-8"))
    deck.write_text(cards, encoding="utf-8")


def law(top: Path) -> None:
    add(
        top / "decks/agendas.yaml",
        "  - {name: Rationed Shields, type: law, outcome: for_against, box: base,\n"
        "     phases: [action], matters: when a dreadnought is hit, does: [\n"
        "       {kind: stands, effect: {kind: no_sustain, units: [dreadnought],\n"
        "        say: dreadnoughts cannot sustain damage}},\n"
        "       {kind: gives_up, only: {outcome: against}, what: {action_cards: 1}},\n"
        "     ]}",
    )


def option(top: Path) -> None:
    write(
        top / "hive/catalog/tables/diagrams.py",
        "    start_points: Figure",
        "    patience: Figure\n    start_points: Figure",
    )
    write(top / "decks/figures.yaml", "\nstart_points:", "\npatience: {value: 3, rule: 35.scope}\nstart_points:")
    (top / "decks/options/patience.yaml").write_text(
        "table: option\noption: patience\nname: Patience\ngroup: Galactic events\nrule: 1.setup.deck\n"
        "changes: The Hive waits for longer.\npatches:\n  - {table: figures, path: [patience, value], set: 5}\n",
        encoding="utf-8",
    )


def event(top: Path) -> None:
    module = top / "hive/rules/events/table.py"
    row = "  - {event: bell_rung, title: A bell was rung, group: Players, rule: 1.setup.speaker}\n"
    write(top / "decks/events.yaml", "  - {event: planet_lost,", f"{row}  - {{event: planet_lost,")
    write(
        module,
        '@event("speaker"',
        '@event("bell_rung")\n'
        "def _bell(game: Game, _: Args) -> Procedure[None]:\n"
        '    yield Tell(say("A bell is rung."), "1.setup.speaker")\n\n\n'
        '@event("speaker"',
    )


def criterion(top: Path) -> None:
    write(
        top / "hive/catalog/tables/cards.py",
        '    "upgrades_below",\n',
        '    "upgrades_below",\n    "no_commodities",\n',
    )
    module = top / "hive/rules/criteria.py"
    write(
        module,
        '    "deficient": _deficient,\n',
        '    "deficient": _deficient,\n    "no_commodities": _no_commodities,\n',
    )
    write(
        module,
        "def _speaker(",
        "def _no_commodities(game: Game, _: Criterion) -> Verdict:\n"
        '    return Verdict(not game.hive.commodities, say("{number} commodities", number=game.hive.commodities))\n\n\n'
        "def _speaker(",
    )
    row = "  - {card: trade, test: no_commodities, rule: 6.objective.trade, say: the Hive has no commodities}"
    write(top / "decks/criteria.yaml", "\nobjective:\n", f"\nobjective:\n{row}\n")


def tile(top: Path) -> None:
    row = '  - {tile: "130", box: base, back: red, anomalies: [supernova]}'
    write(top / "decks/tiles.yaml", '  - {tile: "113", box: te', f'{row}\n  - {{tile: "113", box: te')
    write(top / "decks/galaxy.yaml", '"113", "114"]', '"113", "114", "130"]')


def moment(top: Path) -> None:
    """With what is offered there."""
    add(top / "decks/moments.yaml", "  - {moment: bell, words: when a bell rings, steps: [cleanup]}")
    add(
        top / "decks/doings.yaml",
        "  - {doing: bell_rope, name: Bell Rope, kind: relic, box: base, when: bell, switch: remind,\n"
        "     does: [{kind: says, say: it rings}]}",
    )


def reminder(top: Path) -> None:
    add(top / "decks/reminders.yaml", "  - {rule: 1.setup.speaker, text: A bell has rung., moments: [bell]}")


RECIPES = {
    "a field of a Hive Mind card": Recipe(card_field, "tables.hive_mind.by_id[36].border == 'gold'", kept=True),
    "a law": Recipe(law, "'Rationed Shields' in tables.agendas.by_name"),
    "an option with a number": Recipe(option, "tables.figures.patience.value == 5", options=("patience",)),
    "a moment": Recipe(moment, "'bell' in tables.moments.by_key", kept=True),
    "a reminder": Recipe(reminder, "['bell'] in [one.moments for one in tables.reminders.reminders]"),
    "an event": Recipe(event, "'bell_rung' in events", kept=True),
    "a criterion": Recipe(criterion, "'no_commodities' in [one.test for one in tables.criteria.objective]"),
    "a tile": Recipe(tile, "'130' in tables.tiles.by_number"),
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A file with all kept games under their names, as such a file has them, and the states that they come to."""
    file = tmp_path_factory.mktemp("stored") / "games.sqlite"
    games = Games(Store(file))
    for one in (*EXPORTS, *LATER):
        games.store.import_game({**document_of(one), "name": name_of(one)})
    today = gone_on(games, games.present(games.create(TODAY, settings(), layout=layout())))
    games.store.close()
    opened = {name_of(one): states()[name_of(one)]["opened"] for one in (*EXPORTS, *LATER)}
    return file, {**opened, TODAY: state_of(today.session.game)}


def test_with_all_recipes_every_kept_game_opens_in_the_same_state(
    stored: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    """All of them in one copy, since opening costs the most; whichever is wrong is named by what does not open."""
    file, expected = stored
    for folder in ("hive", "decks"):
        shutil.copytree(FILES / folder, tmp_path / folder)
    for recipe in RECIPES.values():
        recipe.follow(tmp_path)
    games = shutil.copy(file, tmp_path / "games.sqlite")
    options = json.dumps([option for recipe in RECIPES.values() for option in recipe.options])
    seen = json.dumps({name: recipe.seen for name, recipe in RECIPES.items()})
    command = [sys.executable, "-c", OPENED, tmp_path, Path(__file__).parent, games, options, seen]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["new"] == dict.fromkeys(RECIPES, True)
    assert found["kept"] == [{name: recipe.kept for name, recipe in RECIPES.items()}] * len(found["kept"])
    assert found["states"] == expected
