"""The pages to look things up in: the rules, what players own and do, and the tables of new games.

A scenario proves each place: ``places`` in it names them, such as ``no_sustain.space_combat`` (tests/test_switches.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, make_response, render_template, request

from hive.board.layout import KIND_WORDS
from hive.catalog.reading import load_rulebook, load_tables
from hive.catalog.tables import BOX_WORDS, Doing, Note, Reminder, Rule, Tables
from hive.catalog.tables.acts import How
from hive.catalog.tables.doings import Switch
from hive.catalog.tables.texts import InBattle
from hive.rules.options import PAGES, changed_by_options
from hive.rules.options import played as is_played
from hive.web.devices import known_game
from hive.web.door import NOT_FOUND, View, games, wants_fragment
from hive.web.drawing.galaxy import template_view
from hive.web.messages import message
from hive.web.words import changed_tables, language
from hive.words import Name, Words, listed, printed, say, sentence, told


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
            "notes": say("promissory notes that it gives you"),
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


# --- what players own and do to the Hive, sorted by what it changes, with where each kind of change acts


HOW_WORDS: dict[How, Words] = {
    "itself": say("the app minds it by itself"),
    "tap": say("by a tap"),
    "sheet": say("on the sheet of the system"),
    "says": say("the app only says what to do"),
}
"""How the app plays what players own and do."""


@dataclass(frozen=True)
class DoingView:
    """One of them: its name, whose it is, when it can be done, and how the app plays it."""

    name: str
    of: Words
    when: str
    how: Words


@dataclass(frozen=True)
class SwitchView:
    """A kind of change, the places where it acts, and all that is of that kind."""

    title: Words
    places: tuple[Words, ...]
    rows: tuple[DoingView, ...]


def by_switch(tables: Tables) -> tuple[SwitchView, ...]:
    """All kinds of changes with what is of each, by name."""
    rows = sorted(tables.doings.doings, key=lambda one: one.name)
    return tuple(
        SwitchView(
            told.title,
            tuple(told.places.values()),
            tuple(_row(tables, one) for one in rows if one.switch == switch),
        )
        for switch, told in SWITCHES.items()
    )


def _row(tables: Tables, doing: Doing) -> DoingView:
    box = say("Twilight's Fall") if doing.box == "tf" else BOX_WORDS[doing.box]
    of = say("{faction}, {box}", faction=Name(doing.faction), box=box) if doing.faction else box
    return DoingView(doing.name, of, tables.moments.by_key[doing.when].words, HOW_WORDS[doing.how])


# --- where the app shows a rule as a reminder, for the pages of the rules


ANYBODY = {"who": say("a player"), "ally": say("the ally"), "players": say("the players")}


@dataclass(frozen=True)
class ReminderLine:
    """A reminder in words that fit every game, and when it is shown."""

    text: Words
    when: Words


def shown_as_reminder(tables: Tables, rule: str) -> tuple[ReminderLine, ...]:
    """Where a rule is shown as a reminder; nowhere if the app plays it."""
    return tuple(
        ReminderLine(sentence(printed(one.text, ANYBODY)), _when(tables, one)) for one in tables.reminders.of_rule(rule)
    )


def _when(tables: Tables, reminder: Reminder) -> Words:
    moments = listed([Name(tables.moments.by_key[moment].words) for moment in reminder.moments], ",")
    return say("{when!c}.", when=listed([moments, *_conditions(tables, reminder)], ";"))


def _conditions(tables: Tables, reminder: Reminder) -> Iterator[Words]:
    if reminder.factions:
        yield say("if somebody plays {factions}", factions=listed([Name(name) for name in reminder.factions]))
    if reminder.beside:
        yield say("beside {factions}", factions=listed([Name(name) for name in reminder.beside]))
    if reminder.note is not None:
        kinds = (
            listed([_NOTES[kind] for kind in reminder.note.kinds]) if reminder.note.kinds else say("promissory note")
        )
        if reminder.note.lies == "received":
            yield say("while [the Hive] has a player's {note}", note=kinds)
        else:
            yield say("while a player has [the Hive]'s {note}", note=kinds)
    for card in tables.strategy_cards.cards:
        if card.key == reminder.strategy_card:
            yield say("with {what}", what=Name(card.name))
    if reminder.turning_token:
        yield say("while a token with two sides lies on the map")
    if reminder.turn is not None:
        yield say("on [the Hive]'s turn") if reminder.turn == "hive" else say("on a player's turn")
    for place in reminder.where:
        yield _WHERE[place, reminder.both]
    if reminder.pages:
        pages = listed([say("page {number}", number=PAGES[page][1]) for page in reminder.pages])
        yield (
            say("if {page} is played", page=pages)
            if len(reminder.pages) == 1
            else say("if {pages} are played", pages=pages)
        )


_WHERE: dict[tuple[InBattle, bool], Words] = {
    ("with_own_units", False): say("in a battle where that player has units in it, or some player"),
    ("with_own_units", True): say("in a battle where both players have units in it"),
    ("with_own_planet", False): say("in a battle where a player has a planet in the system"),
    ("with_own_planet", True): say("in a battle where both players have a planet in the system"),
}
_NOTES: dict[Note, Words] = {
    "alliance": say("Alliance"),
    "faction": say("Faction"),
    "support_for_the_throne": say("Support for the throne"),
    "political_secret": say("Political secret"),
    "trade_agreement": say("Trade agreement"),
    "ceasefire": say("Ceasefire"),
}


# --- the pages to look things up in: the rules, and the tables of new games


pages = Blueprint("lookup", __name__)


@pages.get("/tables")
def tables() -> View:
    """The tables of new games, and which of them are our defaults, to be checked against the table's own copy."""
    found = games().house.tables()
    return render_template(
        "lookup/tables.html", tables=found, map=template_view(found), kinds=KIND_WORDS, game_id=_came_from()
    )


@pages.get("/doings")
def doings() -> View:
    """What players own and do to the Hive, by what it changes: where that acts, and how the app plays it."""
    found = by_switch(games().house.tables())
    return render_template("lookup/doings.html", switches=found, game_id=_came_from())


def _came_from() -> str:
    """The game that a page about rules was opened from; empty if it names none that there is."""
    return known_game(request.args.get("back", ""))


@pages.get("/games/<game_id>/played")
def played(game_id: str) -> View:
    """How a game is played: its level, the advanced pages, and each option with what it changes."""
    present = games().present(game_id)
    game = present.session.game
    pages_played = [(words, number, is_played(game, page)) for page, (words, number) in PAGES.items()]
    return render_template(
        "lookup/played.html",
        game_id=present.id,
        name=present.name,
        game=game,
        changed=changed_by_options(game),
        pages_played=pages_played,
        differing=changed_tables(game.tables),
    )


@pages.get("/rules")
def rules() -> View:
    """The rules, to be searched by parts of words as one types."""
    query = request.args.get("q", "")[:80].strip()
    words = query.casefold().split()
    found = [rule for rule in load_rulebook().rules if all(word in _searched(rule) for word in words)]
    sections: dict[str, list[Rule]] = {}
    for rule in found:
        sections.setdefault(rule.section, []).append(rule)
    template = "lookup/_found.html" if wants_fragment() else "lookup/rules.html"
    page = render_template(template, sections=sections, q=query, count=len(found), game_id=_came_from())
    response = make_response(page)
    response.headers["Vary"] = "HX-Request"
    return response


def _searched(rule: Rule) -> str:
    """All the words that a rule is found by: the ledger's, also in the page's language, and those of its reminders."""
    reminders = " ".join(shown.text for shown in shown_as_reminder(load_tables(), rule.id))
    here = " ".join(told(Name(text), language()) for text in (rule.section, rule.gist))
    return f"{rule.id} {rule.section} {rule.gist} {here} {reminders}".casefold()


@pages.get("/rules/<rule_id>")
def rule(rule_id: str) -> View:
    """One rule in the ledger's words, and where it is shown as a reminder."""
    found = load_rulebook().by_id.get(rule_id)
    if found is None:
        return message(say("Not found"), say("No rule has this name. Look for it among the rules."), NOT_FOUND)
    shown = shown_as_reminder(load_tables(), rule_id)
    return render_template("lookup/rule.html", rule=found, shown=shown, game_id=_came_from())
