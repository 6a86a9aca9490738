"""Stellar Atomics: the Hive retaliates against the player who has used it, and is weaker in the agenda phase for it.

Rules: page 37. Votes are lowered in :mod:`hive.rules.agenda.votes`, sabotages in
:mod:`hive.rules.combat.countermeasures`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from hive import keys
from hive.board import pieces
from hive.catalog.tables import NoActionCards, NoVote, Seat
from hive.effects import begin
from hive.model.game import PLAYERS, Game, Player
from hive.naming import by_now, planet_label
from hive.rules.board import Place, Tracked, board_of
from hive.rules.diagrams.damage import leaving, unit_words
from hive.rules.galactic import war
from hive.rules.moments import AgendaRevealed, UnitsDestroyed, at, happen
from hive.rules.placing.places import planet_labels, settle
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, anew, asked
from hive.words import Words, count, say

DONE, NONE = "done", "none"
_CARD, _UNCHANGED = "Stellar Atomics", "1.scope.unchanged-rules"
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
    board = board_of(game)
    if isinstance(board, Tracked):
        place = yield from anew(partial(_confirmed_at, board, seat))
        return None if place is None else destroy(board, place)
    lines = yield from _retaliation_told(game, seat)
    if lines is not None and war.played(game):
        yield from war.told(game, 0)
    return lines


def hit_planets(board: Tracked) -> Iterator[tuple[str, str]]:
    """The planets of the Hive outside its home system on which it has something to lose."""
    for position, planet in board.planets_of("hive"):
        if position not in _homes(board) and on(board, "hive", (position, planet)):
            yield position, planet


def destroy(board: Tracked, place: Place) -> list[Item]:
    """Take all ground forces and structures off a planet, and say whose they were; what that brings the Hive."""
    lines: list[Item] = []
    fallen: dict[str, int] = {}
    for seat in board.game.seats:
        gone = on(board, seat, place)
        for key, number in gone.items():
            pieces.take(board.game, seat, key, number, *place)
        if gone:
            words, where = unit_words(board.game, gone), board.named(place)
            who = board.game.name(seat)
            text = say("{who!c} loses {units} on {planet}.", who=who, units=words, planet=where)
            lines.append(Item(text, rule=_RULE, drawn=leaving(seat, gone)))
        for key, number in gone.items() if seat != "hive" else ():
            fallen[key] = fallen.get(key, 0) + number
    return [*lines, *happen(board.game, UnitsDestroyed(tuple(fallen.items())))] if fallen else lines


def on(board: Tracked, seat: Seat, place: Place) -> dict[str, int]:
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
    return sum(sum(on(board, seat, place).values()) for seat in board.game.seats)


def _influence(board: Tracked, place: tuple[str, str]) -> int:
    return board.survey.planet(*place).influence


def _confirmed_at(board: Tracked, seat: Player) -> Procedure[tuple[str, str] | None]:
    """The planet, once the table has said that the board is so. Raises Mended."""
    found = fullest(board, seat)
    who = board.game.name(seat)
    if not found:
        text = say("[The Hive] retaliates: {who} has nothing on a planet outside the home systems", who=who)
        yield from asked(_question(text, (Choice(NONE, say("So it is")),)))
        return None
    position, planet = yield from settle(board.game, say("Retaliate"), planet_labels(board.game, found), _TARGET)
    where = planet_label(board.game, position, planet)
    text = say("[The Hive] retaliates: all ground forces and structures on {planet} are destroyed", planet=where)
    number = count(_number(board, (position, planet)), "ground force or structure", "ground forces and structures")
    why = Item(say("{who} has {number} there.", who=who, number=number), say("most in one place"), _TARGET)
    yield from asked(_question(text, (Choice(DONE, say("Done")),), (why,), (position,)))
    return position, planet


def _retaliation_told(game: Game, seat: Player) -> Procedure[list[Item] | None]:
    """Without a galaxy the table finds the planet; None if there is none. Rule: 37.atomics.retaliation-target (M57)."""
    text = say(
        "[The Hive] retaliates: destroy all ground forces and structures on a planet of {who}", who=game.name(seat)
    )
    which = Item(
        say("Take the planet outside the home systems with most ground forces and structures together."),
        say("of equals the one with the highest influence"),
        _TARGET,
    )
    none = Choice(NONE, say("Nothing stands there"), say("on any planet outside the home systems"))
    answer = yield from asked(_question(text, (Choice(DONE, say("Done")), none), (which,)))
    return None if answer == NONE else []


def _question(
    text: Words, choices: tuple[Choice, ...], items: tuple[Item, ...] = (), systems: tuple[str, ...] = ()
) -> Ask:
    return Ask(
        key=keys.RETALIATION,
        text=text,
        choices=choices,
        rule=_RULE,
        detail=say("If others stand there than the map shows, tap the system and correct it first.") if systems else "",
        items=items,
        systems=systems,
        anew=True,
        shown=Shown(say("Stellar Atomics")),
    )


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
        Item(say("Take the control token of {who} off Stellar Atomics.", who=who), rule=_UNCHANGED),
        Item(say("From now on {who} casts no votes.", who=who), rule=_UNCHANGED),
        Item(say("In agenda phases {who} plays no action cards.", who=who), rule=_UNCHANGED),
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
            yield Tell(text, _UNCHANGED)


def token_placed(game: Game) -> Item:
    """A control token of the Hive goes on the card. Rule: 37.atomics.control-token."""
    figure = game.tables.figures.atomics_tokens
    game.event_cards.atomics += figure.value
    tokens = count(figure.value, "control token")
    text = say("Put {tokens} of [the Hive] on Stellar Atomics.", tokens=tokens)
    return Item(text, by_now(game.event_cards.atomics), figure.rule)
