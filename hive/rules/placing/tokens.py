"""Command tokens of the Hive on the board, and what nobody has heard of the players.

Nobody books every move of the players. Where the Hive has units it is only in doubt whether players have left: players
who go there say so.

Rules: 12.warfare.remove, 28.4.tokens, 33.faction.breaches-removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import Foe, Seat
from hive.model.board_counts import holds_units, places_in
from hive.model.galaxy import PlanetState, System
from hive.model.game import FOES, PLAYERS, Game, Player
from hive.naming import items, system_label, system_labels, units
from hive.rules.board import Tracked, board_of
from hive.rules.diagrams.systems import decide
from hive.rules.options import CRIMSON_REBELLION, players_of
from hive.rules.placing.places import LAST_KNOWN, labels, settle
from hive.steps import Ask, Choice, Item, Procedure, Shown, anew, asked
from hive.words import PlanetName, Words, listed, say

# What might have come to a system: something that is hardly there at all, and something that blocks and outweighs.
_ARRIVALS: tuple[str, ...] = ("fighter", "war_sun")


def might_be(system: System) -> Iterator[System]:
    """The system as it might be without anybody having said so."""
    left = _without_players(system, [system]) if any(system.units.get(seat) for seat in PLAYERS) else None
    if left is not None:
        yield left
    if holds_units(system, *PLAYERS):
        yield _without_players(system, places_in(system))
    if holds_units(system, "hive"):
        return
    for seat in PLAYERS:
        for unit in _ARRIVALS:
            yield _with_one_more(system, seat, unit)
        if any(planet.control not in PLAYERS for planet in system.planets.values()):
            yield _taken(system, seat)
            if left is not None:
                yield _taken(left, seat)
    yield _with_one_more(_with_one_more(system, "p1", _ARRIVALS[0]), "p2", _ARRIVALS[0])


def _without_players(system: System, places: Iterable[System | PlanetState]) -> System:
    """Without the players' units in some of its places: its space area, its planets."""
    emptied = deepcopy(system)
    left = [id(place) for place in places]
    for place, there in zip(places_in(emptied), places_in(system), strict=True):
        if id(there) in left:
            for seat in PLAYERS:
                place.units.pop(seat, None)
    return emptied


def _taken(system: System, seat: Player) -> System:
    """All planets that no player is known to hold in a player's hands."""
    held = {
        name: planet if planet.control in PLAYERS else replace(planet, control=seat, units={seat: {"infantry": 1}})
        for name, planet in system.planets.items()
    }
    return replace(system, planets=held)


def _with_one_more(system: System, seat: Seat, unit: str) -> System:
    side = dict(system.units.get(seat, {}))
    side[unit] = side.get(unit, 0) + 1
    return replace(system, units={**system.units, seat: side})


def players_known(game: Game, system: System) -> Words:
    """The units of players, and neutral ones, in a system in words, as last known; empty without any."""
    sides = [(seat, _units(game, system, seat)) for seat in FOES]
    known = [say("{who} {units}", who=game.name(seat), units=listed(there)) for seat, there in sides if there]
    return listed(known, ";") if known else ""


def _units(game: Game, system: System, seat: Foe) -> list[Words]:
    words: list[Words] = [units(game, number, key) for key, number in system.units.get(seat, {}).items()]
    for name, planet in system.planets.items():
        words += [
            say("{units} on {planet}", units=units(game, number, key), planet=PlanetName(name, system.position))
            for key, number in planet.units.get(seat, {}).items()
        ]
    return words


# --- tokens that leave a tracked galaxy


@dataclass(frozen=True)
class Tokens:
    """Command tokens that leave the board: the systems in which they lie, and whether the table has taken them off."""

    positions: list[str]
    confirmed: bool


def tokens_to_remove(board: Tracked, number: int) -> Procedure[Tokens]:
    """The systems whose Hive command token leaves the board, by negative priority; at most so many.

    A token serves no objective. Where player ships that nobody has booked could change the choice, the table confirms
    them with it. Rules: 12.warfare.remove, 5.3.use, 5.3.block-order, 1.scope.unchanged-rules.
    """
    return (yield from anew(lambda: _chosen(board, number)))


def _chosen(board: Tracked, number: int) -> Procedure[Tokens]:
    game, survey = board.game, board.survey
    chosen, tied = ranked_tokens(game, survey, number)
    # Where systems tie, the question between them has these to look at and to mend.
    waiting = [one for one in survey.with_token_of("hive") if one not in tied]
    rests_on = [one for one in waiting if _matters(game, survey, number, one)]
    while len(chosen) < number and tied:
        found = yield from settle(game, say("Take a command token"), labels(game, tied), "12.warfare.remove")
        chosen.append(found)
        tied = [position for position in tied if position != found]
    if rests_on:
        yield from asked(_ask_tokens(game, survey, chosen, rests_on))
    return Tokens(chosen, bool(rests_on))


def ranked_tokens(game: Game, survey: Survey, number: int) -> tuple[list[str], list[str]]:
    """The tokens that go first by negative priority, and those that tie for the last place among them."""
    waiting = survey.with_token_of("hive")
    if len(waiting) <= number:
        return waiting, []
    chosen: list[str] = []
    while len(chosen) < number:
        left = decide(survey, waiting, game.tables.priorities.negative, {}).left
        if len(left) > number - len(chosen):
            return chosen, list(left)
        chosen += left
        waiting = [position for position in waiting if position not in left]
    return chosen, []


def _matters(game: Game, survey: Survey, number: int, position: str) -> bool:
    """Whether other tokens would go if the players' ships in a system were not as last known."""
    others = (survey.with_system(other) for other in might_be(survey.system(position)))
    return any(_sorted(game, other, number) != _sorted(game, survey, number) for other in others)


def _sorted(game: Game, survey: Survey, number: int) -> tuple[list[str], list[str]]:
    chosen, tied = ranked_tokens(game, survey, number)
    return sorted(chosen), sorted(tied)


def _ask_tokens(game: Game, survey: Survey, chosen: list[str], rests_on: list[str]) -> Ask:
    tokens = items(len(chosen), "command_tokens")
    return Ask(
        key=keys.TAKE_TOKENS,
        text=say("Take {tokens} of [the Hive] off the board", tokens=tokens),
        choices=(Choice("done", say("Done")),),
        rule="12.warfare.remove",
        items=(
            *(_out_of(game, position) for position in chosen),
            *(_known(game, survey, position) for position in rests_on),
        ),
        anew=True,
        systems=tuple(rests_on),
        shown=Shown(say("Command tokens")),
    )


def _known(game: Game, survey: Survey, position: str) -> Item:
    """Whom the choice rests on."""
    there = players_known(game, survey.system(position)) or say("no units of players")
    return Item(say("{system}: {there}.", system=system_label(game, position), there=there), LAST_KNOWN)


def _out_of(game: Game, position: str) -> Item:
    text = say("Take [the Hive]'s command token out of {system}.", system=system_label(game, position))
    return Item(text, rule="12.warfare.remove")


def remove_tokens(game: Game, positions: list[str]) -> list[Item]:
    """Take the Hive's command tokens out of these systems into its tactic pool, and say so."""
    for position in positions:
        pieces.take_command_token(game, "hive", position)
    game.hive.tokens.tactic += len(positions)
    return [_out_of(game, position) for position in positions]


def clear_tokens(game: Game) -> list[Item]:
    """Take the command tokens of all sides off the board, and say so. Rules: 28.4.tokens, Q97."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return _clear_hives(game)
    lines = []
    for seat in ("hive", *PLAYERS):
        positions = board.survey.with_token_of(seat)
        for position in positions:
            pieces.take_command_token(game, seat, position)
        if positions:
            tokens = items(len(positions), "command_tokens")
            text = say("Take {who}'s {tokens} off the board.", who=game.name(seat), tokens=tokens)
            where = say("in {systems}", systems=system_labels(game, positions))
            lines.append(Item(text, where, "28.4.tokens"))
    return lines


def _clear_hives(game: Game) -> list[Item]:
    """The Hive's tokens leave the board; those of the players are theirs to take."""
    tokens = game.hive.tokens
    on_board, tokens.board = tokens.board, 0
    text = say("Take [the Hive]'s {tokens} off the board.", tokens=items(on_board, "command_tokens"))
    return [Item(text, rule="28.4.tokens")] if on_board else []


def remove_breaches(game: Game) -> list[Item]:
    """Take the active breaches off systems with ships of the Hive; without a galaxy the table does, if any can be.

    Rule: 33.faction.breaches-removed.
    """
    board, lines = board_of(game), []
    if not isinstance(board, Tracked):
        text = say("Remove the active breaches from systems with ships of [the Hive].")
        return [Item(text, rule="33.faction.breaches-removed")] if players_of(game, (CRIMSON_REBELLION,)) else []
    survey = board.survey
    for position in sorted(survey.positions):
        if not survey.ship_count(position):
            continue
        for key in [placed.key for placed in survey.system(position).tokens]:
            if game.tables.tiles.tokens_by_key[key].joins:
                pieces.remove_token(game, position, key)
                text = say("Remove the active breach from {system}.", system=system_label(game, position))
                lines.append(Item(text, rule="33.faction.breaches-removed"))
    return lines
