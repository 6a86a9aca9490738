"""What the strategy and the status phase put on a tracked galaxy, and take off it. Rules: pages 8 and 28."""

from __future__ import annotations

from dataclasses import replace

from hive.board import pieces
from hive.board.sides import Tracked
from hive.catalog.tables import UnitType
from hive.reasons import Row
from hive.rules.area.funds import pay
from hive.rules.objectives.confirming import replenishing_confirmed
from hive.rules.placing.infantry import refill, spawning_planets
from hive.rules.placing.paying import Produced, price_words, printed, substitute, substitute_row, why_of
from hive.rules.placing.places import DONE, controlled_spawning_systems, hears_of_players, open_spawning_systems
from hive.rules.placing.rivals import why_ship, why_site
from hive.rules.placing.ships import Site, advanced_site, ask_no_site, ask_site, named_site
from hive.rules.placing.tokens import clear_tokens, remove_breaches
from hive.steps import Card, Item, Mended, Procedure, anew, asked
from hive.words import Words


class TrackedPlacing(Tracked):
    """The side that knows where there is room."""

    def produce(self, card: Card, progress: Words, closed: set[str]) -> Procedure[Produced | None]:
        """Produce the ship of a card: the board says where, and is asked anew whenever the table mends it.

        Rules: 8.standard.ship, 8.advanced.two-present, 8.advanced.location.
        """
        return (yield from anew(lambda: self._produce(card, progress, closed)))

    def has_site(self, closed: set[str]) -> Procedure[bool]:
        """Whether some spawning system can take a ship; where none can, the table says so or mends the board.

        Rule: 8.where (Q135).
        """

        def confirmed() -> Procedure[bool]:
            systems = controlled_spawning_systems(self.survey)
            free = open_spawning_systems(self.survey, closed)
            if systems and not free:
                yield from asked(ask_no_site(self, systems, closed))
            return bool(free)

        return (yield from anew(confirmed))

    def _produce(self, card: Card, progress: Words, closed: set[str]) -> Procedure[Produced | None]:
        game = self.game
        system, left, right = printed(card)
        named = named_site(self, self.galaxy.spawning.get(system), left, closed)
        advanced = isinstance(named, Row)
        asked_for, fallback = (right, "8.advanced.fallback") if advanced else (left, "8.standard.fallback")
        ship = substitute(game, asked_for)
        if ship is None:
            return None
        site = advanced_site(self, ship.key, closed) if isinstance(named, Row) else named
        row = substitute_row(game, asked_for, ship, fallback)
        rows = [*([named] if isinstance(named, Row) else []), row]
        why = replace(why_of(*rows, *site.rows), more=(why_ship(game, asked_for, ship, row, fallback),))
        why = why_site(self, why, self.galaxy.spawning.get(system), not advanced, site.decision, closed)
        if not site.left and not site.rests_on:
            return None
        if not site.left:
            yield from asked(ask_no_site(self, site.rests_on, closed))
            return None
        answer = yield from asked(ask_site(self, site, ship.key, price_words(game, ship, progress), why, closed))
        if (yield from hears_of_players(self, answer, closed)):
            raise Mended
        return self._build_at(ship, site, answer)

    def _build_at(self, ship: UnitType, site: Site, answer: str) -> Produced | None:
        position = site.left[0] if answer == DONE else answer
        at = pieces.spawning_system_at(self.galaxy, position)
        if at is None:
            raise ValueError(f"{position} is no spawning system")
        pieces.put(self.game, "hive", ship.key, 1, position)
        return Produced(ship.key, at, site.kind, pay(self.game, int(ship.cost)))

    def clear_tokens(self) -> list[Item]:
        """Take the command tokens of all sides off the board, and say so. Rules: 28.4.tokens, Q97."""
        return clear_tokens(self)

    def remove_breaches(self) -> list[Item]:
        """Remove the active breaches where the Hive has ships, and say so. Rule: 33.faction.breaches-removed."""
        return remove_breaches(self)

    def replenishing_confirmed(self, infantry: bool = True) -> Procedure[None]:
        """Planets can be lost unheard where no unit of the Hive is left. Rules: 28.5.ready, 29.end.replenish."""
        yield from replenishing_confirmed(self, infantry)

    def refill_spawning(self, rule: str) -> list[Item]:
        """Refill the infantry on the Hive's planets in spawning systems. Rule: 28.5.spawning-infantry."""
        return refill(self, spawning_planets(self.survey), rule)
