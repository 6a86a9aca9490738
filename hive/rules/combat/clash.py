"""One combat of a battle: in space, or on a planet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hive.catalog.tables import Foe
from hive.effects import end
from hive.model.game import NEUTRAL
from hive.rules.combat.drawn import sides
from hive.rules.combat.fight import HERE, Fight
from hive.rules.combat.losses import in_combat
from hive.rules.combat.stratagem_cards import NONE, Performed
from hive.rules.combat.units import Kind, ground_forces, ships
from hive.rules.diagrams.damage import Arena
from hive.steps import Choice, Item, Layout, Shown
from hive.words import Words, say

Winner = Literal["hive", "players", "nobody", "retreated"]
BY_HAND = "by_hand"
CLEARED = "cleared"
_WAYS: tuple[Choice, ...] = (
    Choice(HERE, say("Fight it here"), say("the app rolls for [the Hive]")),
    Choice("dice", say("Roll by hand"), say("the app says what [the Hive] rolls, and takes its hits")),
    Choice(BY_HAND, say("We fight it by hand"), say("say only who has won, and what is left of [the Hive]")),
)


@dataclass
class Clash:
    """One combat: in space, or on a planet. Both sides have units for it when it begins (Q107).

    ``fired``: something was fired before it, so that units may be gone that the map still shows. ``stratagem`` is what
    the Hive performs in its first round, told there by ``notes``. ``booked``: whose units the board knew as it began.
    """

    fight: Fight
    planet: str | None = None
    fired: bool = False
    stratagem: Performed = NONE
    notes: tuple[Item, ...] = ()
    booked: tuple[Foe, ...] = ()

    @property
    def key(self) -> Kind:
        """Its kind."""
        return "space_combat" if self.planet is None else "ground_combat"

    @property
    def arena(self) -> Arena:
        """Where it is fought."""
        return "space" if self.planet is None else "ground"

    @property
    def name(self) -> Words:
        """How the table calls it."""
        return (
            say("space combat in {system}", system=self.fight.label)
            if self.planet is None
            else say("ground combat on {planet}", planet=self.fight.planet(self.planet))
        )

    @property
    def heading(self) -> Words:
        """What stands above its questions."""
        return say("Space combat") if self.planet is None else say("Ground combat")

    def shown(self, expects: bool = True, layout: Layout = "tiles") -> Shown:
        """How its questions are shown: below both sides as they stand."""
        return Shown(self.heading, expects, layout, sides=sides(self.fight, self.planet))

    @property
    def theirs(self) -> Words:
        """What the Hive fights against."""
        if self.fight.players == [NEUTRAL]:
            return say("neutral ship") if self.planet is None else say("neutral ground force")
        return say("player ship") if self.planet is None else say("player ground force")

    def hive(self) -> dict[str, int]:
        """The Hive's units in it."""
        return in_combat(self.fight, self.planet)

    def units(self, seat: Foe) -> dict[str, int]:
        """The units of a player, or neutral ones, in it, as far as the board knows."""
        kind = ships if self.planet is None else ground_forces
        return kind(self.fight.game, self.fight.units(seat, self.planet))

    def nobody_left(self) -> bool:
        """Whether the table has taken all units of those who fight the Hive off the board meanwhile."""
        players = self.fight.players
        return bool(players) and all(seat in self.booked and not self.units(seat) for seat in players)

    def next_round(self) -> None:
        """What belongs to the first round alone is over. Rule: 22.first-round-only."""
        self.stratagem, self.notes = NONE, ()
        end(self.fight.game, "combat_round")


def ways(fight: Fight) -> list[Choice]:
    """How a combat can be fought, the way of the last one first."""
    last = [choice for choice in _WAYS if choice.value == fight.way]
    return [*last, *(choice for choice in _WAYS if choice not in last)]
