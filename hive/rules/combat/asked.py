"""Combat without a galaxy: the table fights it, and says what came of it. Rules: p. 21, 14.gain.combat."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.board.sides import Asked
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Player
from hive.rules.combat.activation import hive_ends_it, kept_out
from hive.rules.combat.cards import booked, cards_played, draw_support, support_lines
from hive.rules.combat.countermeasures import Target, sustaining_units
from hive.rules.deck.hive_mind import discard_used, no_card
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, filled
from hive.words import Words, count, say


class AskedCombat(Asked):
    """The side on which the table fights by itself."""

    def fights(self) -> tuple[Choice, ...]:
        """Combat with the Hive has ended. Rule: 14.gain.combat."""
        angry = count(self.game.tables.figures.counters_combat.value, "aggression counter")
        return (
            Choice("fought", say("Fought [the Hive]"), angry),
            Choice("fought_both", say("Both fought"), say("{angry} each", angry=angry)),
        )

    def activation(self, seat: Player | None) -> Procedure[None]:
        """Draw the support for the system that somebody activates, unless the Hive ends the turn of who does.

        Rules: 21.draw.player-activation, 29.elected-laws, 27.received.resolve.
        """
        game = self.game
        active = seat or next((one for one in PLAYERS if one == game.active), None)
        if active is not None and (yield from hive_ends_it(game, active)):
            return
        if active is not None:
            yield from kept_out(game, active)
        keep = list(game.deck.in_use)
        cards = yield from draw_support(game)
        lines = support_lines(game, cards) or [Item(say("No card is left to draw."), rule="3.1.depleted")]
        told = tuple(lines)
        text = say("Support for [the Hive] in the system that the players activate")
        if numbers := cards_played(game, cards):
            done, rule = (Choice("done", say("Done")),), "21.draw.player-activation"
            ask = Ask(keys.SUPPORT, text, done, rule, items=told, numbers=numbers, shown=Shown(say("Activation")))
            booked(game, (yield from filled(ask)))
        else:
            rule, shown = "21.draw.player-activation", Shown(say("Activation"))
            yield Tell(text, rule, key=keys.SUPPORT, confirm="done", items=told, shown=shown)
        discard_used(game, keep)

    def no_activation(self) -> Words:
        """Why no support can be drawn, or nothing."""
        return no_card(self.game)

    def cleanup(self, position: str | None = None) -> list[Item]:
        """The table takes them off."""
        return []

    def repairs(self) -> list[Item]:
        """The table repairs them."""
        return []

    def sustaining_ships(self) -> list[tuple[Target, Words]]:
        """Every type of ship that can sustain damage, of each player."""
        targets = [Target(seat, unit) for seat in PLAYERS for unit in sustaining_units(self.game, seat)]
        return [(target, target.words(self.game)) for target in targets]

    def adrift(self, position: str, side: Sequence[Seat] = PLAYERS) -> list[Item]:
        """The table knows."""
        return []
