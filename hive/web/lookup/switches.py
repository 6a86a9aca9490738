"""The kinds of changes that players own and do to the Hive, each with the places where it acts.

A scenario proves each place: ``places`` in it names them, such as ``no_sustain.space_combat`` (tests/test_switches.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from hive.catalog.tables.doings import Switch
from hive.words import Words, say


@dataclass(frozen=True)
class SwitchWords:
    """What a kind of change is called, and the places where it acts, by their keys."""

    title: Words
    places: dict[str, Words]


_SPACE, _GROUND = say("rounds of space combat"), say("rounds of ground combat")
_CANNON, _DEFENCE = say("space cannons at ships"), say("space cannons at what lands")
_BARRAGE, _BOMBARDMENT = say("anti-fighter barrage"), say("bombardment")
_DICE: dict[str, Words] = {
    "space_combat": _SPACE,
    "ground_combat": _GROUND,
    "space_cannon": _CANNON,
    "space_cannon_defence": _DEFENCE,
    "barrage": _BARRAGE,
    "bombardment": _BOMBARDMENT,
}
_UNTRACKED = say("games without a galaxy, where the table says what stands there")

SWITCHES: dict[Switch, SwitchWords] = {
    "roll_modifier": SwitchWords(
        say("A number is added to its dice"),
        {
            "ground_combat": _GROUND,
            "space_cannon": _CANNON,
            "space_cannon_defence": _DEFENCE,
            "bombardment": _BOMBARDMENT,
            "no_dice": say("a round in which it rolls none"),
        },
    ),
    "reroll": SwitchWords(
        say("Dice are rolled again, or changed"),
        _DICE,
    ),
    "hits_left": SwitchWords(
        say("Hits of [the Hive] are cancelled, or repaired"),
        {
            **_DICE,
            "repaired": say("damaged units of yours on the map"),
            "repaired_by_itself": say("flagships that are repaired as a round begins"),
            "repaired_after_a_round": say("damaged units as a round ends, by itself"),
        },
    ),
    "extra_hits": SwitchWords(
        say("More hits on [the Hive]"),
        {
            "space_combat": _SPACE,
            "ground_combat": _GROUND,
            "space": say("its ships outside a combat"),
            "ground": say("its ground forces outside a combat"),
            "by_itself": say("the beginning of a space combat, by itself"),
            "ground_by_itself": say("the beginning of a ground combat, by itself"),
            "cannons": say("your units that fire as space cannons"),
            "untracked": _UNTRACKED,
        },
    ),
    "pick_by_player": SwitchWords(
        say("You choose which of its units is hit, lost or captured"),
        {
            "combat": say("rounds of a combat"),
            "space": say("its ships on the map"),
            "ground": say("its units on a planet"),
            "system": say("all that it has in a system"),
            "damaged": say("units that sustain damage"),
            "replaced": say("units that become yours"),
            "captured": say("ships that are captured, and not at hand until they come back"),
            "captured_by_itself": say("ships that are captured as they fall in combat, by itself"),
            "taken_over": say("structures on a planet that you take, by itself"),
            "around": say("its units at Mecatol Rex and next to it"),
            "planet": say("a planet that is destroyed"),
            "tile": say("a tile in place of its system"),
            "untracked": _UNTRACKED,
        },
    ),
    "no_sustain": SwitchWords(
        say("It cannot sustain damage"),
        {"space_combat": _SPACE, "ground_combat": _GROUND, "extra_hits": say("hits beside the dice of a combat")},
    ),
    "ability_off": SwitchWords(
        say("Unit abilities of its units are off"),
        {
            "space_cannon": _CANNON,
            "space_cannon_defence": _DEFENCE,
            "barrage": _BARRAGE,
            "bombardment": _BOMBARDMENT,
            "planetary_shield": say("planetary shields"),
            "sustain_damage": say("sustaining damage"),
            "chosen_units": say("units of one type alone"),
            "from_afar": say("systems that your units reach from next to them, or from a breach"),
        },
    ),
    "board_edit": SwitchWords(
        say("Pieces, planets and tiles change"),
        {
            "put": say("your ships that come"),
            "put_on_planet": say("your units that come on a planet"),
            "neutral": say("neutral units"),
            "coexisting": say("units of yours that live beside the Hive"),
            "moved": say("your units that move"),
            "swapped": say("units that become others"),
            "control": say("control of a planet"),
            "attachment": say("attachments"),
            "token": say("tokens on the board"),
            "landing": say("where its infantry lands"),
            "hive_ships": say("its ships that have to leave"),
            "fleet_pool": say("its fleet pool, and your counters"),
        },
    ),
    "turn_ends": SwitchWords(
        say("Its turn ends"),
        {
            "activated": say("once it has activated a system"),
            "captured_token": say("for a command token that you have captured"),
            "turn_begins": say("as its turn begins"),
            "announced": say("once it has announced a strategic action"),
        },
    ),
    "closed_system": SwitchWords(
        say("Systems are closed to it"),
        {"way": say("where its ships look for a way"), "activated": say("once it has activated a system")},
    ),
    "path": SwitchWords(
        say("Ways are closed or open"),
        {"closed": say("systems that its ships do not pass"), "opened": say("your ships that let its ships pass")},
    ),
    "adjacency": SwitchWords(
        say("Systems are adjacent, or no longer"),
        {
            "joined": say("wormholes that join"),
            "cut": say("wormholes that do not join"),
            "led": say("all wormholes that lead to one system"),
            "border": say("borders that are closed"),
            "flagship": say("a flagship that carries a wormhole"),
            "token": say("wormhole tokens"),
            "breach": say("breaches"),
            "rift": say("gravity rifts"),
            "swapped": say("systems that change places"),
        },
    ),
    "tokens": SwitchWords(
        say("Its command tokens come and go"),
        {
            "put": say("a token that is put on the board"),
            "lifted": say("a token that leaves the board"),
            "tactic": say("its tactic pool"),
            "fleet": say("its fleet pool, which comes out of its strategy pool (page 14)"),
            "diplomacy": say("Diplomacy of a player"),
            "captured": say("a token of its reinforcements that you capture as you win a combat, by itself"),
        },
    ),
    "funds": SwitchWords(
        say("Its trade goods, commodities, resources and influence change"),
        {
            "commodities": say("its commodities"),
            "goods": say("its trade goods"),
            "influence": say("influence that it has to spend"),
            "planet_exhausted": say("planets that are exhausted"),
            "pillaged": say("trade goods as it gains them"),
        },
    ),
    "cards": SwitchWords(
        say("Its cards and notes change, or are cancelled"),
        {
            "action_cards": say("its action cards"),
            "notes": say("notes that it has received"),
            "notes_by_itself": say("notes, by itself as its ships move in"),
            "fragment": say("its relic fragments"),
            "upgrade": say("its unit upgrades"),
            "seen": say("cards that are looked at"),
            "no_sabotage": say("cards of yours that it cannot cancel"),
            "passed": say("cards that it no longer plays once it has passed"),
            "direct_hit": say("its direct hits, which you cancel"),
            "stratagem": say("its stratagems, which you cancel"),
        },
    ),
    "strategy_cards": SwitchWords(
        say("Its strategy cards change"),
        {
            "closed": say("a card that it cannot take"),
            "other": say("a card that it has just taken"),
            "swapped": say("cards that change hands once all are taken"),
            "goods": say("trade goods on the cards"),
            "initiative": say("the order of the sides"),
        },
    ),
    "votes": SwitchWords(
        say("Votes and agendas change"),
        {
            "vote": say("its vote"),
            "outcome": say("its votes, once they are told"),
            "demanded": say("an outcome that you demand of it, or a token"),
            "at_once": say("an agenda in the action phase"),
            "revealed": say("the agenda that is revealed"),
            "laws": say("laws in play"),
            "repealed": say("laws that are discarded"),
            "quashed": say("where you say what won"),
        },
    ),
    "remind": SwitchWords(
        say("It changes nothing that the app decides by"),
        {"said": say("where you look it up"), "points": say("its victory points")},
    ),
}
"""Each kind of change, and where it acts."""
