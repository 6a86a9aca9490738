"""Stellar Atomics and Total War, and what becomes of splice cards and the Tyrant in Twilight's Fall.

Votes that Stellar Atomics lowers stand in :mod:`hive.rules.agenda.votes`, sabotages in
:mod:`hive.rules.combat.countermeasures`. Rules: pages 34 and 37.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from hive import keys
from hive.catalog.tables import NoActionCards, NoVote, Seat
from hive.effects import begin
from hive.model.game import PLAYERS, Game, Player
from hive.naming import by_now, hive_loses, on_planet, planet, planet_label
from hive.rules.abilities.area import gain_upgrade
from hive.rules.acts.core import UNCHANGED
from hive.rules.area import gain_points
from hive.rules.board import Place, Tracked, board_of, tracked
from hive.rules.diagrams.damage import leaving, unit_words
from hive.rules.moments import (
    AgendaRevealed,
    BattleOver,
    HivesTurnBegins,
    Source,
    SpeakerChanged,
    StatusPhaseEnds,
    UnitsDestroyed,
    UpgradeGained,
    at,
    happen,
    on,
)
from hive.rules.objectives.scoring import draw_secrets
from hive.rules.placing.places import planet_labels, settle
from hive.steps import Confirmed, Item, Number, Procedure, Shown, Tell, anew, how_many, question, which_of
from hive.words import Amount, Name, Words, count, listed, say

VALKYRIE = "Valkyrie Particle Weave"
_HEADING = say("Splice cards")


@on(UpgradeGained, Source(option="twilights_fall"))
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
    yield Confirmed(
        say("[The Hive] gains a unit upgrade in place of a splice card"),
        "34.splice.upgrade",
        key=keys.SPLICED,
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
    words = hive_loses(card)
    return Confirmed(words, rule, key=keys.SPLICED, items=(Item(text, rule=rule),), shown=Shown(_HEADING))


# --- who is the Tyrant in Twilight's Fall, and the benediction phase


@at(SpeakerChanged, Source(option="twilights_fall"))
def token_follows_the_speaker(game: Game, changed: SpeakerChanged) -> Procedure[None]:
    """The new Speaker decides who is the Tyrant, as the seats lie around the Hive (Q72); nothing else does (M32).

    Rules: 34.tyrant.left, 34.tyrant.right, 34.tyrant.hive-speaker.
    """
    if changed.speaker == "hive":
        tyrant: Seat | None = yield from which_of(question(keys.TYRANT), {seat: game.name(seat) for seat in PLAYERS})
        rule = "34.tyrant.hive-speaker"
    elif changed.speaker == game.settings.left:
        tyrant, rule = "hive", "34.tyrant.left"
    else:
        tyrant, rule = None, "34.tyrant.right"
    yield from becomes_tyrant(game, tyrant, rule)


def becomes_tyrant(game: Game, tyrant: Seat | None, rule: str) -> Procedure[None]:
    """The benediction token goes to a side, or to the common area. Rules: 34.tyrant.left, 34.tyrant.right."""
    game.tyrant = tyrant
    if tyrant is None:
        text = say("Nobody is the Tyrant: put the benediction token into the common area.")
    else:
        text = say("{who!c} is the Tyrant: the benediction token goes there.", who=game.name(tyrant))
    yield Tell(text, rule, items=(Item(text, rule=rule),))


@at(StatusPhaseEnds, Source(option="twilights_fall"))
def benediction_phase(game: Game, _: StatusPhaseEnds) -> Procedure[None]:
    """It comes in place of the agenda phase, and is left out while nobody is the Tyrant.

    Rules: 34.benediction.hive-tyrant, 34.benediction.player-tyrant, 34.benediction.hive-is-player.
    """
    if game.tyrant is None:
        return
    lines = _of_the_hive(game) if game.tyrant == "hive" else _of_a_player(game, game.tyrant)
    yield Confirmed(
        say("Benediction phase: {who} is the Tyrant", who=game.name(game.tyrant)),
        lines[0].rule,
        key=keys.BENEDICTION,
        items=lines,
        shown=Shown(say("Benediction phase")),
    )


def _of_the_hive(game: Game) -> tuple[Item, ...]:
    """Rule: 34.benediction.hive-tyrant."""
    rule, number = "34.benediction.hive-tyrant", game.tables.figures.tyrant_secrets.value
    both = listed([game.name(seat) for seat in PLAYERS])
    return (
        Item(say("Draw no edicts: search for Censure and reveal it."), rule=rule),
        Item(say("Put a control token of {players} each on it.", players=both), rule=rule),
        draw_secrets(game, number, rule),
    )


def _of_a_player(game: Game, tyrant: Seat) -> tuple[Item, ...]:
    """Rules: 34.benediction.player-tyrant, 34.benediction.hive-is-player."""
    rule = "34.benediction.player-tyrant"
    edicts = say(
        "{who} draws the edicts and resolves one; you decide as if you were the Speaker.", who=game.name(tyrant)
    )
    return (
        Item(edicts, rule=rule),
        Item(say("No edict brings [the Hive] a benefit."), rule=rule, aside=True),
        Item(say("[The Hive] counts as a player on edicts."), rule="34.benediction.hive-is-player", aside=True),
    )


# --- stellar Atomics and Total War


WORTH, MOST = "worth", 99
_GAINED, _SPREAD, _POINT = "37.war.no-small-units", "37.war.distribution", "37.war.victory-point"


def plays_total_war(game: Game) -> bool:
    """Whether destroyed units bring special commodities at all."""
    return bool(game.tables.figures.war_point_commodities.value)


def worth(game: Game, destroyed: Mapping[str, int]) -> int:
    """What destroyed units bring: their cost; fighters and infantry bring nothing. Rule: 37.war.no-small-units."""
    by_key = game.tables.units.by_key
    return sum(
        int(by_key[key].cost) * number for key, number in destroyed.items() if key not in ("fighter", "infantry")
    )


def home_names(game: Game) -> list[str]:
    """The home planets of the Hive on which special commodities can lie, and those on which some do still."""
    return list(dict.fromkeys((*board_of(game).home_planets(), *game.event_cards.special_commodities)))


def held(game: Game) -> int:
    """The special commodities on all home planets of the Hive."""
    return sum(game.event_cards.special_commodities.values())


def _words(number: int) -> Amount:
    return count(number, "special commodity", "special commodities")


def gain(game: Game, number: int) -> list[Item]:
    """Spread special commodities evenly over the Hive's home planets; without any there is nowhere to put them.

    Rule: 37.war.distribution.
    """
    lines, homes = gone(game), board_of(game).home_planets()
    if not number or not homes:
        return lines
    there, came = game.event_cards.special_commodities, dict.fromkeys(homes, 0)
    for _ in range(number):
        fewest = min(homes, key=lambda name: there.get(name, 0))
        there[fewest] = there.get(fewest, 0) + 1
        came[fewest] += 1
    shares = _shares(game, {name: more for name, more in came.items() if more})
    text = say("[The Hive] gains {commodities}: {shares}.", commodities=_words(number), shares=shares)
    return [*lines, Item(text, by_now(held(game)), _SPREAD)]


def gone(game: Game) -> list[Item]:
    """What lay on a planet that the Hive no longer controls has gone with it."""
    there, homes, lines = game.event_cards.special_commodities, board_of(game).home_planets(), []
    for name in [name for name in there if name not in homes]:
        number = there.pop(name)
        if number:
            text = say(
                "{commodities} of [the Hive] went with {planet}.", commodities=_words(number), planet=planet(game, name)
            )
            lines.append(Item(text, rule="35.scope"))
    return lines


def worth_told(game: Game, known: int) -> Procedure[None]:
    """Ask what the Hive has destroyed, as far as the app knows it, and spread what it brings.

    Rules: 37.war.no-small-units, 37.war.distribution (M58).
    """
    number = Number(WORTH, say("Special commodities"), maximum=MOST, value=min(MOST, known))
    if lines := gain(game, (yield from how_many(question(keys.SPECIAL_COMMODITIES, numbers=(number,))))):
        yield Tell(say("Total War"), _SPREAD, items=tuple(lines))


@at(BattleOver)
def after_a_battle(game: Game, over: BattleOver) -> Procedure[None]:
    """A battle with the Hive is over: the table says what fell that the app does not know."""
    if plays_total_war(game):
        yield from worth_told(game, worth(game, dict(over.destroyed)))


@on(UnitsDestroyed)
def at_once(game: Game, fallen: UnitsDestroyed) -> list[Item]:
    """The Hive has destroyed units without a battle (M58)."""
    return gain(game, worth(game, dict(fallen.units))) if plays_total_war(game) else []


@at(HivesTurnBegins)
def a_point_for_them(game: Game, begins: HivesTurnBegins) -> Procedure[None]:
    """With enough of them the Hive discards that many for a point. Rule: 37.war.victory-point."""
    figures = game.tables.figures
    needed = figures.war_point_commodities.value
    lines = gone(game) if needed else []
    there = game.event_cards.special_commodities
    if needed and held(game) >= needed:
        for _ in range(needed):
            there[max(there, key=lambda name: there[name])] -= 1
        lines.append(Item(say("Discard {commodities}.", commodities=_words(needed)), _shares(game, there), _POINT))
        more = gain_points(game, "hive", figures.war_points.value)
        points = count(figures.war_points.value, "victory point")
        text = say("Total War: [the Hive] gains {points}", points=points)
        yield Confirmed(text, _POINT, key=keys.WAR_POINT, items=(*lines, *more))
    elif lines:
        yield Tell(say("Total War"), "35.scope", items=tuple(lines))


def _shares(game: Game, there: Mapping[str, int]) -> Words:
    return listed([on_planet(n, planet(game, name)) for name, n in there.items()])


# --- stellar Atomics


_CARD = "Stellar Atomics"
_RULE, _TARGET = "37.atomics.retaliation", "37.atomics.retaliation-target"


def destroyable(game: Game, units: Mapping[str, int]) -> dict[str, int]:
    """The ground forces and structures among some units."""
    types = game.tables.units
    structures = {unit.key for unit in types.structures}
    return {
        key: number
        for key, number in units.items()
        if key in structures or types.by_key[key].category == "ground_force"
    }


def retaliates(game: Game, seat: Player) -> Procedure[list[Item] | None]:
    """Destroy what stands on the fullest planet of a player; None if nothing does.

    Without a galaxy the table finds the planet, and what it destroys there can bring something (M58).
    Rules: 37.atomics.retaliation, 37.war.distribution.
    """
    if (board := tracked(game)) is not None:
        place = yield from anew(partial(_confirmed_at, board, seat))
        return None if place is None else destroy(board, place)
    lines = yield from _retaliation_told(game, seat)
    if lines is not None and plays_total_war(game):
        yield from worth_told(game, 0)
    return lines


def hit_planets(board: Tracked) -> Iterator[tuple[str, str]]:
    """The planets of the Hive outside its home system on which it has something to lose."""
    for position, name in board.planets_of("hive"):
        if position not in _homes(board) and forces_on(board, "hive", (position, name)):
            yield position, name


def destroy(board: Tracked, place: Place) -> list[Item]:
    """Take all ground forces and structures off a planet, and say whose they were; what that brings the Hive."""
    lines: list[Item] = []
    fallen: dict[str, int] = {}
    for seat in board.game.seats:
        gone = forces_on(board, seat, place)
        board.lose(seat, gone, place)
        if gone:
            words, where = unit_words(board.game, gone), board.named(place)
            who = board.game.name(seat)
            text = say("{who!c} loses {units} on {planet}.", who=who, units=words, planet=where)
            lines.append(Item(text, rule=_RULE, drawn=leaving(seat, gone)))
        for key, number in gone.items() if seat != "hive" else ():
            fallen[key] = fallen.get(key, 0) + number
    return [*lines, *happen(board.game, UnitsDestroyed(tuple(fallen.items())))] if fallen else lines


def forces_on(board: Tracked, seat: Seat, place: Place) -> dict[str, int]:
    """The ground forces and structures of a side on a planet."""
    return destroyable(board.game, board.units(seat, *place))


def fullest(board: Tracked, seat: Player) -> list[tuple[str, str]]:
    """The planets of a player with most ground forces and structures; of equals those with most influence (M57).

    Rule: 37.atomics.retaliation-target.
    """
    homes = _homes(board)
    places = [place for place in board.planets_of(seat) if place[0] not in homes and _number(board, place)]
    most = [place for place in places if _number(board, place) == max(map(partial(_number, board), places))]
    return [place for place in most if _influence(board, place) == max(map(partial(_influence, board), most))]


def _homes(board: Tracked) -> set[str | None]:
    return {board.survey.home(seat) for seat in board.game.seats}


def _number(board: Tracked, place: Place) -> int:
    return sum(sum(forces_on(board, seat, place).values()) for seat in board.game.seats)


def _influence(board: Tracked, place: tuple[str, str]) -> int:
    return board.survey.planet(*place).influence


def _confirmed_at(board: Tracked, seat: Player) -> Procedure[tuple[str, str] | None]:
    """The planet, once the table has said that the board is so. Raises Mended."""
    found, who = fullest(board, seat), board.game.name(seat)
    if not found:
        yield from question(keys.RETALIATION, "nowhere", who=who)
        return None
    position, planet = yield from settle(board.game, say("Retaliate"), planet_labels(board.game, found), _TARGET)
    where = planet_label(board.game, position, planet)
    number = count(_number(board, (position, planet)), "ground force or structure", "ground forces and structures")
    why = Item(say("{who} has {number} there.", who=who, number=number), say("most in one place"), _TARGET)
    yield from question(keys.RETALIATION, "map", planet=where, items=(why,), systems=(position,))
    return position, planet


def _retaliation_told(game: Game, seat: Player) -> Procedure[list[Item] | None]:
    """Without a galaxy the table finds the planet; None if there is none. Rule: 37.atomics.retaliation-target (M57)."""
    most = say("Take the planet outside the home systems with most ground forces and structures together.")
    which = Item(most, say("of equals the one with the highest influence"), _TARGET)
    answer = yield from question(keys.RETALIATION, who=game.name(seat), items=(which,))
    return None if answer == "none" else []


def token_given_up(game: Game, seat: Player) -> list[Item]:
    """A player gives up the control token on the card, and with it the votes, and the action cards of agenda phases.

    Rule: 1.scope.unchanged-rules.
    """
    votes = NoVote(kind="no_vote", say="no votes without a control token on it")
    cards = NoActionCards(kind="no_action_cards", say="no action cards in the agenda phase", phase="agenda")
    begin(game, _CARD, votes, "game", (seat,), seat)
    begin(game, _CARD, cards, "game", (seat,), seat)
    who = game.name(seat)
    return [
        Item(say("Take the control token of {who} off Stellar Atomics.", who=who), rule=UNCHANGED),
        Item(say("From now on {who} casts no votes.", who=who), rule=UNCHANGED),
        Item(say("In agenda phases {who} plays no action cards.", who=who), rule=UNCHANGED),
    ]


def no_token(game: Game, seat: Player) -> Words:
    """Why a player cannot use the event, or nothing: each has one control token on its card."""
    given_up = any(one.source == _CARD and one.owner == seat for one in game.effects)
    return say("{who!c} has used Stellar Atomics already.", who=game.name(seat)) if given_up else ""


@at(AgendaRevealed)
def silent_without_token(game: Game, _: AgendaRevealed) -> Procedure[None]:
    """Who has no control token on the card takes no part in the vote. Rule: 1.scope.unchanged-rules."""
    for seat in PLAYERS:
        if no_token(game, seat):
            text = say("Stellar Atomics: {who} casts no votes and plays no action cards.", who=game.name(seat))
            yield Tell(text, UNCHANGED)


def token_placed(game: Game) -> Item:
    """A control token of the Hive goes on the card. Rule: 37.atomics.control-token."""
    figure = game.tables.figures.atomics_tokens
    game.event_cards.atomics += figure.value
    tokens = count(figure.value, "control token")
    text = say("Put {tokens} of [the Hive] on Stellar Atomics.", tokens=tokens)
    return Item(text, by_now(game.event_cards.atomics), figure.rule)
