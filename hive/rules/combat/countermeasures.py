"""Countermeasures of the Hive: direct hit and sabotage. The table turns over a random action card. Rules: page 24."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hive import keys
from hive.board import pieces
from hive.catalog.tables import NoActionCards
from hive.effects import effects
from hive.model.game import PLAYERS, Game, Player
from hive.rules.diagrams.damage import can_sustain
from hive.rules.options.advanced import played
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Name, Words, count, say, sentence

BEGINS, OTHERWISE, CANCELLED, DOOMED, IMMUNE = "action", "other", "cancelled", "doomed", "immune"
OTHER_SHIP = "ship"


@dataclass(frozen=True)
class Target:
    """A ship of a player that has sustained damage: its type (or just a ship), and where it is on a tracked galaxy."""

    owner: Player
    unit: str
    position: str = ""

    @property
    def value(self) -> str:
        """How the log names it."""
        return ".".join(part for part in (self.position, self.owner, self.unit) if part)

    def words(self, game: Game) -> Words:
        """How the table calls it."""
        unit = say("ship") if self.unit == OTHER_SHIP else Name(game.tables.units.by_key[self.unit].name)
        return say("{who}'s {unit}", who=game.name(self.owner), unit=unit)


def no_countermeasure(game: Game) -> Words:
    """Why the Hive can try no countermeasure, or nothing. Rules: 24.requirement, 32.complexity.optional-pages."""
    if not played(game, "countermeasures"):
        return say("Countermeasures (page 24) are not played in this game.")
    for one in effects(game).of(NoActionCards):
        return say("{reason}.", reason=Name(one.words))
    return "" if game.hive.action_cards else say("[The Hive] holds no action card for a countermeasure.")


def sustaining_units(game: Game) -> list[str]:
    """The types of ships that players' ships of can sustain damage."""
    ships = [unit.key for unit in game.tables.units.ships]
    return [key for key in ships if any(can_sustain(game, key, seat) for seat in PLAYERS)]


def hit_name(game: Game) -> Name:
    """What a direct hit is called in this game. Rule: 34.countermeasure.names."""
    return Name(game.tables.setup.countermeasures.direct_hit.name)


def sabotage_name(game: Game) -> Name:
    """What a sabotage is called in this game. Rule: 34.countermeasure.names."""
    return Name(game.tables.setup.countermeasures.sabotage.name)


# --- direct hit


def which_ship(game: Game, targets: Sequence[Target]) -> Procedure[Target]:
    """Ask which of some ships has sustained damage."""
    several = len({target.owner for target in targets}) > 1
    by_key = game.tables.units.by_key
    answer = yield from asked(
        Ask(
            key=keys.SUSTAINED_SHIP,
            text=say("Which ship sustained damage?"),
            choices=tuple(
                Choice(target.value, target.words(game) if several else Name(by_key[target.unit].name))
                for target in targets
            ),
            rule="24.1.trigger",
            systems=tuple(dict.fromkeys(target.position for target in targets if target.position)),
            shown=Shown(sentence(hit_name(game)), expects=False),
        )
    )
    return next(target for target in targets if target.value == answer)


def direct_hit(game: Game, target: Target) -> Procedure[str]:
    """The Hive tries a direct hit on a ship that has sustained damage; what came of it is booked and returned.

    No card is played at a ship that is destroyed anyway, or that direct hits cannot destroy. Rules: 24.1.trigger,
    24.1.outcome, 24.discard, 24.1.no-waste, 24.1.immune, 30.cancel.direct-hit, 24.cancelled-card-stays.
    """
    outcome: str = yield from asked(_direct_hit(game, target))
    if outcome in (DOOMED, IMMUNE):
        rule = "24.1.no-waste" if outcome == DOOMED else "24.1.immune"
        kept = say("No {hit} on {ship}: [the Hive] keeps its action card.", hit=hit_name(game), ship=target.words(game))
        yield Tell(kept, rule)
        return outcome
    _discard(game)
    if outcome == BEGINS and target.position and target.unit != OTHER_SHIP:
        pieces.take(game, target.owner, target.unit, 1, target.position)
    hit, ship = hit_name(game), target.words(game)
    came, rule = {
        BEGINS: (say("The {hit} destroys {ship}", hit=hit, ship=ship), "24.1.outcome"),
        OTHERWISE: (say("The {hit} on {ship} fails", hit=hit, ship=ship), "24.1.outcome"),
        CANCELLED: (say("The {hit} on {ship} is cancelled", hit=hit, ship=ship), "24.cancelled-card-stays"),
    }[outcome]
    yield Tell(say("{came}; {left}.", came=came, left=_left(game)), rule)
    return outcome


def _direct_hit(game: Game, target: Target) -> Ask:
    called = game.tables.setup.countermeasures.direct_hit
    ship = target.words(game)
    return Ask(
        key=keys.DIRECT_HIT,
        text=say(
            "{hit!c}: [the Hive] turns over a random action card against {ship}", hit=Name(called.name), ship=ship
        ),
        choices=(
            Choice(BEGINS, say("It begins with ACTION"), say("the ship is destroyed")),
            Choice(OTHERWISE, say("It does not"), say("nothing happens")),
            Choice(
                CANCELLED, say("They cancel the {hit}", hit=Name(called.name)), say("by what cancels an action card")
            ),
            Choice(DOOMED, say("Destroyed anyway"), say("[the Hive] plays no card")),
            Choice(
                IMMUNE,
                say("Safe from {hits}", hits=Name(called.plural)),
                say("as a Dreadnought II; [the Hive] plays no card"),
            ),
        ),
        rule="24.1.trigger",
        items=(_card_goes(),),
        systems=(target.position,) if target.position else (),
        shown=Shown(sentence(hit_name(game)), expects=False),
    )


# --- sabotage


def sabotage(game: Game, owner: Player) -> Procedure[str]:
    """The Hive tries to cancel a player's action card that affects it; always, once for each card (Q64).

    Rules: 24.2.trigger, 24.2.outcome, 24.discard, 30.cancel.sabotage.
    """
    name = game.name(owner)
    outcome: str = yield from asked(
        Ask(
            key=keys.SABOTAGE,
            text=say(
                "{sabotage!c}: [the Hive] turns over a random action card against that of {name}",
                sabotage=sabotage_name(game),
                name=name,
            ),
            choices=(
                Choice(BEGINS, say("It begins with ACTION"), say("the card of {name} is cancelled", name=name)),
                Choice(OTHERWISE, say("It does not"), say("the card of {name} takes effect", name=name)),
            ),
            rule="24.2.trigger",
            items=(
                _card_goes(),
                Item(
                    say("Players cannot cancel a {sabotage} of [the Hive].", sabotage=sabotage_name(game)),
                    rule="30.cancel.sabotage",
                ),
            ),
            shown=Shown(sentence(sabotage_name(game)), expects=False),
        )
    )
    _discard(game)
    left = _left(game)
    came = (
        say("The action card of {name} is cancelled; {left}.", name=name, left=left)
        if outcome == BEGINS
        else say("The action card of {name} takes effect; {left}.", name=name, left=left)
    )
    yield Tell(came, "24.2.outcome")
    return outcome


# --- the Hive's card


def _card_goes() -> Item:
    return Item(
        say("[The Hive]'s card goes to the discard pile."),
        say("whatever comes of it; its text is ignored"),
        "24.discard",
    )


def _discard(game: Game) -> None:
    """A card leaves the Hive's hand; none is left only where the table has corrected the number meanwhile."""
    game.hive.action_cards = max(0, game.hive.action_cards - 1)


def _left(game: Game) -> Words:
    return say("{cards} of [the Hive] left", cards=count(game.hive.action_cards, "action card"))
