"""The faction ability of the Hive, as long as it has it. Rules: 1.setup.faction, 34.unrelenting.lost."""

from __future__ import annotations

from hive.model.game import Game


def faction_bonus(game: Game) -> int:
    """What the ability adds to each combat roll; nothing once it is lost. Rule: 34.unrelenting.lost."""
    return 0 if game.hive.ability_lost else game.tables.units.faction_ability.combat_bonus
