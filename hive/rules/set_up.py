"""The set-up as a checklist with the numbers of this table. Rules: pages 1, 2 and 32, from decks/setup.yaml."""

from __future__ import annotations

from string import Formatter

from hive.catalog.tables import SetupItem
from hive.model.game import Game
from hive.rules.reveal import reveal_objective
from hive.steps import Item, Procedure, Tell
from hive.words import count, listed, system_name, units


def set_up(game: Game) -> Procedure[None]:
    """Walk through the checklist, then name the first public objectives and begin the first round."""
    numbers = checklist_numbers(game)
    for group in game.tables.setup.groups:
        lines = tuple(Item(item.text.format(**numbers), rule=_rule(game, item)) for item in group.items)
        yield Tell(group.title, group.rule, key="set_up", confirm="done", items=lines)
    first = game.tables.figures.first_objectives.value
    while len(game.objectives) < first and game.winner is None:
        number = len(game.objectives) + 1
        yield from reveal_objective(game, f"Which public objective is revealed? ({number} of {first})", stages=[1])
    game.phase, game.stage = "strategy", "begin"


def _rule(game: Game, item: SetupItem) -> str:
    """The rule of an item; where it names a number of the difficulty level, the level's rule for that number."""
    words = [word for _, word, _, _ in Formatter().parse(item.text)]
    return next((game.level.rules[word] for word in words if word in game.level.rules), item.rule)


def checklist_numbers(game: Game) -> dict[str, str]:
    """What the placeholders of decks/setup.yaml stand for in this game."""
    figures, level = game.tables.figures, game.level
    numbers = {
        "primary_cards": level.primary_cards,
        "secondary_cards": level.secondary_cards,
        "resources": figures.start_resources.value,
        "influence": figures.start_influence.value,
        "tactic": figures.start_tactic_tokens.value,
        "strategy": figures.start_strategy_tokens.value,
        "counters": figures.start_counters.value,
        "secrets": figures.start_secrets.value,
        "infantry": figures.start_infantry_per_planet.value,
    }
    carriers = listed([system_name(game, system) for system in level.starting_carriers])
    names = {
        "starting_carriers": carriers,
        "left_player": game.name(game.settings.left),
        "right_player": game.name(game.right),
        "cruisers": units(game, figures.start_cruisers_per_system.value, "cruiser"),
        "destroyers": units(game, figures.start_destroyers_per_system.value, "destroyer"),
        "objectives": count(figures.first_objectives.value, "public objective"),
    }
    return {**{key: str(number) for key, number in numbers.items()}, **names}
