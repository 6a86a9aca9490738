"""What becomes of splice cards that concern the Hive in Twilight's Fall. Rules: page 34."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.rules.abilities.technology import gain_upgrade
from hive.rules.moments import UpgradeGained, on
from hive.steps import Item, Procedure, Shown, Tell
from hive.words import Name, Words, say

VALKYRIE = "Valkyrie Particle Weave"
_HEADING = say("Splice cards")


@on(UpgradeGained, option="twilights_fall")
def splice_card_of_valkyrie(game: Game, gained: UpgradeGained) -> list[Item]:
    """The splice card of the technology lies with the Hive from now on. Rule: 34.valkyrie.gained."""
    if gained.upgrade != VALKYRIE:
        return []
    text = say("Lay the splice card {card} face up in [the Hive]'s play area.", card=Name(VALKYRIE))
    return [Item(text, rule="34.valkyrie.gained")]


def would_gain(game: Game) -> Procedure[None]:
    """In place of a splice card the Hive gains an upgrade. Rules: 34.splice.never, 34.splice.upgrade."""
    gained = yield from gain_upgrade(game, "strongest")
    never = Item(say("[The Hive] gains no splice card."), rule="34.splice.never", aside=True)
    yield Tell(
        say("[The Hive] gains a unit upgrade in place of a splice card"),
        "34.splice.upgrade",
        key=keys.SPLICED,
        confirm="done",
        why=gained.whys[0] if gained.whys else None,
        items=(*gained.items, never),
        shown=Shown(_HEADING),
    )


def would_be_given() -> Procedure[None]:
    """A card that a player would give the Hive is purged. Rule: 34.splice.given."""
    text = say("Purge the splice card: [the Hive] never takes one from a player.")
    yield Tell(text, "34.splice.given", key=keys.SPLICED, items=(Item(text, rule="34.splice.given"),))


def loses_valkyrie(game: Game) -> Procedure[None]:
    """Its technology card is purged, and the Hive never gains it again. Rule: 34.valkyrie.lost."""
    game.hive.upgrades = [one for one in game.hive.upgrades if one != VALKYRIE]
    game.hive.purged.append(VALKYRIE)
    text = say("Purge the technology card {card}: [the Hive] can use it no more.", card=Name(VALKYRIE))
    yield _lost(Name(VALKYRIE), text, "34.valkyrie.lost")


def loses_ability(game: Game) -> Procedure[None]:
    """The paradigm Brood Swarm covers the ability (M26). Rule: 34.unrelenting.lost."""
    game.hive.ability_lost = True
    ability = Name(game.tables.units.faction_ability.name)
    text = say(
        "Lay the paradigm Brood Swarm face down over {ability} on the faction sheet: [the Hive] can use it no more.",
        ability=ability,
    )
    yield _lost(ability, text, "34.unrelenting.lost")


def _lost(card: Name, text: Words, rule: str) -> Tell:
    words = say("[The Hive] loses {card}", card=card)
    return Tell(words, rule, key=keys.SPLICED, confirm="done", items=(Item(text, rule=rule),), shown=Shown(_HEADING))
