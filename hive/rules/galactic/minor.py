"""Minor Factions: home systems of unused factions with neutral units. Rules: page 36."""

from __future__ import annotations

from hive.model.game import Game
from hive.naming import system_label
from hive.rules.moments.calling import Handler, on
from hive.rules.moments.kinds import PlanetGained
from hive.steps import Item
from hive.words import count, say


@on(PlanetGained, option="minor_factions")
def secret_for_a_whole_system(game: Game, gained: PlanetGained) -> list[Item]:
    """The Hive draws a secret objective once it controls all planets of a Minor Faction system, whosever they were.

    Rule: 36.minor.secret.
    """
    minor, at = game.tables.galaxy.minor_factions, gained.system
    if gained.by != "hive" or minor is None:
        return []
    if not at:
        drawn = say("then draw {secrets} face down", secrets=count(minor.secrets, "secret objective"))
        text = say("Does [the Hive] control all planets of a Minor Faction system now? Book it under the corrections.")
        return [Item(text, drawn, "36.minor.secret")]
    if at not in minor.slots or not gained.whole:
        return []
    game.hive.secrets += minor.secrets
    text = say("Draw {secrets} face down for [the Hive].", secrets=count(minor.secrets, "secret objective"))
    note = say("it controls all planets of {system}", system=system_label(game, at))
    return [Item(text, note, "36.minor.secret")]


HANDLERS: tuple[Handler, ...] = (secret_for_a_whole_system,)
