"""What the pages know of single steps by their keys: what stands above them, and which of them expect no answer."""

from __future__ import annotations

from hive.model.game import PLAYERS
from hive.present import Present
from hive.steps import Card, Draw, Step, Tell
from hive.web.table.cards import SYMBOL_TITLES
from hive.web.words import phase_words

NO_ANSWER_EXPECTED = (
    "player_picks",
    "strategy_card",
    "discard_source",
    "secret_phase",
    "speaker",
    "reveal",
    "agenda",
    "technology_colour",
    "upgrade",
    "planet_gained",
    "planet_lost",
    "planet_exhausted",
    "planet_taken_by",
    "fewest_capacity_ships",
    "meets",
    "structure_objective_incomplete",
    "ship_origin",
    "destination",
    "other_destination",
    "tied_places",
    "exploration",
    "explores",
    "explored_",
    "specialty_present",
    "activate",
    "retreat",
    "space_combat_result",
    "ground_combat_result",
    "sustained_ship",
    "direct_hit",
    "sabotage",
)
"""Beginnings of the keys of questions that only the table can answer: no answer is the next tap."""

KICKERS: dict[str, str] = {
    "set_up": "Set up the table",
    "reveal": "Public objectives",
    "hive_picks": "Strategy card",
    "player_picks": "Strategy card",
    "production_site": "Ship production",
    "place_ships": "Ship production",
    "place_structures": "Construction",
    "tied_places": "Placing units",
    "fewest_capacity_ships": "Ship production",
    "has_target": "Tactical action",
    "tactical_action": "Tactical action",
    "facts": "As last known",
    "ship_origin": "Tactical action",
    "destination": "Tactical action",
    "other_destination": "Tactical action",
    "rift": "Gravity rift",
    "activate": "Activation",
    "support": "Activation",
    "space_cannon": "Space cannon",
    "space_combat": "Space combat",
    "retreat": "Space combat",
    "invasion": "Invasion",
    "landing": "Invasion",
    "ground_combat": "Ground combat",
    "planet_taken_by": "Invasion",
    "battle_over": "After the battle",
    "explor": "Exploration",
    "specialty_present": "Exploration",
    "sustained_ship": "Direct hit",
    "direct_hit": "Direct hit",
    "sabotage": "Sabotage",
    "hits": "Hits on the Hive",
    "cleanup": "End of the turn",
    "strategic_action": "Strategic action",
    "secret_phase": "Secret objective",
    "meets": "Public objectives",
    "players_score": "Score",
    "imperial_scores": "Score",
    "none_left": "Public objectives",
    "hive_scores": "Score",
    "draw": "Hive Mind deck",
    "hive_turn": "The Hive Mind",
    "any_target": "The Hive Mind",
    "pass": "The Hive's turn",
    "placed": "Strategic action",
    "secondary": "Secondary ability",
}
"""Beginnings of keys, and what stands above the headline; the first that fits."""


def kicker(present: Present, step: Step) -> str:
    """What stands above the headline of a step: where in the game the table is."""
    game = present.session.game
    if step.key == "set_up" and isinstance(step, Tell):
        titles = [group.title for group in game.tables.setup.groups]
        if step.text in titles:
            return f"{KICKERS['set_up']} · {titles.index(step.text) + 1} of {len(titles)}"
    if step.key == "player_turn" and game.active in PLAYERS:
        chosen = game.settings.p1 if game.active == "p1" else game.settings.p2
        return chosen.faction or "A player's turn"
    shown = symbol(present, step)
    if shown:
        return SYMBOL_TITLES[shown]
    known = next((words for key, words in KICKERS.items() if step.key.startswith(key)), "")
    return known or phase_words(game)


def symbol(present: Present, step: Step) -> str:
    """The action symbol that the step goes back to; empty without one."""
    if step.key.startswith("has_target."):
        return "red_star" if step.key.endswith("engage") else "green_compass"
    if step.key not in ("tactical_action", "strategic_action"):
        return ""
    defined = [
        told.reply.action
        for told in present.session.told
        if isinstance(told.step, Draw) and told.step.purpose == "definition" and isinstance(told.reply, Card)
    ]
    return str(defined[-1] or "") if defined else ""
