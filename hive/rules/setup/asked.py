"""The checklist of the set-up where the table lays out the galaxy by itself. Rules: 2.board.*."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.board.sides import Asked
from hive.catalog.tables import SetupItem, SpawningSystem
from hive.naming import units
from hive.rules.area.planets import STANDARD, worth_of
from hive.rules.moments.kinds import UncontrolledTaken
from hive.rules.setup.neighbours import EXTRA_YIELD, Neighbours, yields_besides
from hive.rules.setup.tiles import RANDOM_SIDE, Placed
from hive.steps import Ask, Choice, Number, Procedure, Shown, Tell, filled
from hive.words import Words, say

_MOST = 20


class AskedSetup(Asked):
    """The side that tells how the galaxy is drawn."""

    def text_of(self, item: SetupItem) -> str:
        """What an item of the checklist says."""
        return item.text

    def placed(self, item: SetupItem) -> tuple[Placed, ...]:
        """No tile is known."""
        return ()

    def standing(self, systems: Sequence[SpawningSystem]) -> tuple[Words, ...]:
        """The checklist says it in its own words."""
        return ()

    def players_mobilize(self, infantry: int) -> Procedure[None]:
        """The checklist has said it."""
        yield from ()

    def mobilized(self) -> Procedure[None]:
        """The checklist has said it."""
        yield from ()

    def wilds_refilled(self) -> Procedure[None]:
        """The table does it, and knows where. Rule: 35.scope."""
        text = say("Dangerous Wilds: refill the neutral infantry on hazardous planets that nobody controls.")
        yield Tell(text, "35.scope")

    def gains_neighbours(self, infantry: int) -> Procedure[Neighbours]:
        """The table says how many there are. Rule: 37.mobilization.extra-yield."""
        game, each = self.game, units(self.game, infantry, "infantry")
        answer = yield from filled(
            Ask(
                key=keys.NEIGHBOURS,
                text=say("Rapid Mobilization: how many planets lie next to [the Hive]'s home system?"),
                choices=(Choice("done", say("Done")),),
                rule=EXTRA_YIELD,
                detail=say("Those that nobody controls. Put {units} of [the Hive] on each.", units=each),
                numbers=(Number("planets", say("Planets"), maximum=_MOST),),
                shown=Shown(say("Rapid Mobilization")),
            )
        )
        planets = answer.numbers.get("planets", 0)
        game.hive.standard_planets += planets
        taken = [UncontrolledTaken(known=False)] * planets
        return Neighbours(yields_besides(game, planets * worth_of(game, STANDARD)), taken)

    def ion_side(self) -> Words:
        """The side that the ion storm token shows."""
        return RANDOM_SIDE
