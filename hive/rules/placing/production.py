"""How the Hive produces ships. Rules: page 8."""

from __future__ import annotations

from hive.model.game import Game
from hive.naming import items
from hive.reasons import Why
from hive.rules.area.funds import purchasing_power
from hive.rules.area.planets import available_ships
from hive.rules.deck import discard_used, draw
from hive.rules.moments import ShipsProduced, happen
from hive.rules.placing.paying import Produced, affordable_ships
from hive.rules.placing.producing import has_site, produce
from hive.steps import Procedure, Tell
from hive.words import Words, count, say


def maximum_ships(game: Game) -> int:
    """How many ships the strategy phase allows: one for every full 4 influence in the bank.

    Rule: 8.phase.maximum.
    """
    return game.hive.bank.influence // game.tables.figures.influence_per_produced_ship.value


def strategy_phase_production(game: Game) -> Procedure[list[Produced]]:
    """Produce ships until the maximum is reached or nothing more can be paid.

    Rules: 6.end.production, 8.phase.repeat.
    """
    produced: list[Produced] = []
    closed: set[str] = set()
    while (ship := (yield from next_ship(game, len(produced), closed))) is not None:
        produced.append(ship)
    built = happen(game, ShipsProduced("hive", tuple(one.ship for one in produced))) if produced else []
    yield Tell(
        text=say("[The Hive] has produced {ships}.", ships=count(len(produced), "ship")),
        rule="8.phase.repeat",
        items=tuple(built),
        why=Why(_why_it_ends(game, len(produced), maximum_ships(game))),
    )
    return produced


def next_ship(game: Game, before: int, closed: set[str]) -> Procedure[Produced | None]:
    """Produce the ship that follows those of this strategy phase; None where production ends.

    ``closed``: where the table has said in it that player ships are. Rules: 8.phase.maximum, 8.phase.repeat, 8.where.
    """
    maximum = maximum_ships(game)
    if before >= maximum or not affordable_ships(game) or game.deck.depleted:
        return None
    progress = say("Ship {number} of at most {maximum}.", number=before + 1, maximum=maximum)
    return (yield from produce_ship(game, closed, progress))


def _why_it_ends(game: Game, produced: int, maximum: int) -> Words:
    if produced == maximum:
        return say(
            "{influence} influence in the bank allow {ships}.",
            influence=game.hive.bank.influence,
            ships=count(maximum, "ship"),
        )
    if not available_ships(game):
        return say("No ship is left in [the Hive]'s reinforcements.")
    if not affordable_ships(game):
        return say(
            "{resources} and trade goods pay for no further ship.", resources=items(purchasing_power(game), "resources")
        )
    return say("No spawning system can produce.") if not game.deck.depleted else say("The Hive Mind deck is depleted.")


def produce_ship(game: Game, closed: set[str], progress: Words = "") -> Procedure[Produced | None]:
    """Draw a production card and produce its ship; None if no card or no place is left. None is drawn in vain (Q135).

    ``closed``: where the table has said that player ships are; what it says now is added.
    Rules: 8.card, 8.where, 8.standard.ship, 8.advanced.two-present.
    """
    if not (yield from has_site(game, closed)):
        return None
    card = yield from draw(game, "production", ("standard_ship", "advanced_ship", "spawning_system"), "8.card")
    if card is None:
        return None
    produced = yield from produce(game, card, progress, closed)
    discard_used(game)
    return produced
