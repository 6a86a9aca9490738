"""A player activates a system of the Hive: what stops that, and all up to the battle there.

In this order, before support cards are drawn (Q109).

Rules: pages 12 and 21, 29.elected-laws, 27.received.resolve.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Condition, Foe, Seat, SpawningSystem
from hive.model.game import PLAYERS, Game, Player, other_player
from hive.naming import planet, system_label
from hive.rules.abilities.board import lock, lock_holds, locked_systems
from hive.rules.board import Tracked, tracked
from hive.rules.combat.battle import (
    Battle,
    after_fight,
    not_won,
    offer_warfare,
    resolve_system,
    support_missing,
    won_together,
)
from hive.rules.combat.fight import Fought, booked, cards_played, draw_support, stays_and_leaves, support_lines
from hive.rules.combat.units import combatants, ships, under_cannons
from hive.rules.deck import discard_used, no_card
from hive.rules.laws import RESOLUTIONS, RESOLVED, enders, turn_ended
from hive.rules.moments import HookAt, moment
from hive.rules.notes import back_from_hive, name_of
from hive.steps import Ask, Card, Choice, Confirmed, Item, Procedure, Shown, Tell, anew, asked, filled, question
from hive.words import Name, Words, count, listed, say, sentence

THE_SYSTEM = say("the system")
_NO_CARD = Item(say("No card is left."), rule="3.1.depleted")


def hive_ends_it(game: Game, seat: Player, where: Words = THE_SYSTEM, systems: tuple[str, ...] = ()) -> Procedure[bool]:
    """Whether the Hive ends the turn of a player by a law that elects it. Rule: 29.elected-laws."""
    for source in enders(game, seat):
        law, who = Name(source), game.name(seat)
        answer = yield from question(
            keys.ELECTED_LAW, "turn_ends", source=law, who=who, choices=RESOLUTIONS, systems=systems
        )
        if answer == RESOLVED:
            yield turn_ended(game, seat, source, where)
            return True
    return False


def kept_out(game: Game, seat: Player, where: Words = THE_SYSTEM, systems: tuple[str, ...] = ()) -> Procedure[bool]:
    """Whether the player's Ceasefire, which the Hive has, keeps the player out. Rule: 27.received.resolve."""
    back = back_from_hive(game, seat, "ceasefire")
    if back:
        note, who = name_of(game, seat, "ceasefire"), game.name(seat)
        yield Confirmed(
            say("{note}: {who} moves no units into {system}", note=note, who=who, system=where),
            "27.received.resolve",
            key=keys.CEASEFIRE,
            items=tuple(back),
            systems=systems,
            shown=Shown(say("Activation")),
        )
    return bool(back)


# --- a player activates a system of the Hive on a tracked galaxy, up to the battle there


NONE = "none"
ACTIVATE = "activate"
TOGETHER = "together"
ON = "on"


def fights(game: Game) -> tuple[Choice, ...]:
    """How a player's turn brings combat with the Hive: it begins here, or has ended without a galaxy.

    Rules: 21.draw.player-activation, 14.gain.combat.
    """
    if (board := tracked(game)) is not None:
        note = say("then the battle")
        return (Choice(ACTIVATE, say("Enter a Hive system"), note),) if hive_systems(board) else ()
    angry = count(game.tables.figures.counters_combat.value, "aggression counter")
    return (
        Choice("fought", say("Fought [the Hive]"), angry),
        Choice("fought_both", say("Both fought"), say("{angry} each", angry=angry)),
    )


def no_activation(game: Game) -> Words:
    """Why nobody can activate a system with Hive units, or why no support can be drawn; or nothing."""
    if (board := tracked(game)) is None:
        return no_card(game)
    return "" if hive_systems(board) else say("[The Hive] has neither units nor planets on the board.")


def activation(game: Game, seat: Player) -> Procedure[object]:
    """A player activates a system of the Hive: which, and all that follows; None if it was none after all.

    Rule: 21.draw.player-activation.
    """
    if (board := tracked(game)) is None:
        yield from support_told(game, seat)
        return None
    position = yield from activated(board, seat)
    return None if position is None else (yield from activate(board, seat, position))


def hive_systems(board: Tracked) -> list[str]:
    """The systems with units or planets of the Hive, and those that its space cannons reach from next to them.

    Rules: 21.draw.player-activation, 13.technology.pds-ii.
    """
    survey = board.survey
    its = {one for one in survey.positions if survey.is_in(one)}
    return sorted(its | under_cannons(board.game, survey))


def open_systems(board: Tracked) -> list[str]:
    """Those of these systems that players may activate now."""
    closed = closed_systems(board)
    return [position for position in hive_systems(board) if position not in closed]


def closed_systems(board: Tracked) -> set[str]:
    """The systems that players may not activate now.

    Rules: 12.diplomacy.lock, 32.higher.mecatol-rex-first, 32.higher.auxiliary-first.
    """
    unmet = {position for condition in _unmet(board) for position in _positions(board, condition.systems)}
    return unmet | set(locked_systems(board.survey)) if lock_holds(board.game) else unmet


def _unmet(board: Tracked) -> list[Condition]:
    """What players must control first, and do not: one of them each planet (M3)."""
    return [condition for condition in board.game.tables.galaxy.conditions if _lacking(board, condition)]


def _lacking(board: Tracked, condition: Condition) -> list[str]:
    """The planets of a condition that no player controls."""
    places = [board.survey.system(position) for position in _positions(board, condition.control)]
    return [name for place in places for name, one in place.planets.items() if one.control not in PLAYERS]


def _positions(board: Tracked, systems: Sequence[SpawningSystem]) -> list[str]:
    found = (board.survey.where(name) for name in systems)
    return [position for position in found if position is not None]


def _barred(board: Tracked) -> Iterator[Item]:
    """Why systems of the Hive are missing among those that a player can activate."""
    game = board.game
    for condition in _unmet(board):
        closed = [one for one in _positions(board, condition.systems) if one in hive_systems(board)]
        if closed:
            text = say(
                "Before you may activate {systems}, one of you must control {planets}.",
                systems=listed([system_label(game, position) for position in closed], "or"),
                planets=listed([planet(game, name) for name in _lacking(board, condition)]),
            )
            yield Item(text, say("correct the map if you do"), condition.rule)


def activated(board: Tracked, seat: Player) -> Procedure[str | None]:
    """Ask which system of the Hive a player activates; None if none after all."""
    while (position := (yield from anew(lambda: asked(_which_system(board, seat))))) != NONE:
        if (yield from _places_a_token(board, seat, position)):
            return position
    return None


def _places_a_token(board: Tracked, seat: Player, position: str) -> Procedure[bool]:
    """Whether a player places a command token in a system; where one lies already, the table says whether to go on.

    Rule: 1.scope.unchanged-rules.
    """
    if seat not in _tokens(board, position):
        return True
    who, where = board.game.name(seat), system_label(board.game, position)
    ask = question(keys.OWN_TOKEN, who=who, system=where, systems=(position,))
    return (yield from ask) == ON


def _which_system(board: Tracked, seat: Player) -> Ask:
    """The systems to choose from; asked anew, as the table may book that the Hive's units have come or gone."""
    game, systems = board.game, open_systems(board)
    return question(
        keys.ACTIVATE,
        who=game.name(seat),
        choices=(Choice(position, sentence(system_label(game, position))) for position in systems),
        items=(*lock(game), *_barred(board)),
        systems=systems,
    )


def activate(board: Tracked, seat: Player, position: str) -> Procedure[Battle]:
    """A player activates a system of the Hive: support cards, moves, units, the battle, a counter for who fought.

    In this order (Q109). Rules: 21.draw.player-activation, 21.units.placement, 14.gain.combat.
    """
    keep = list(board.game.deck.in_use)
    pieces.put_command_token(board.game, seat, position)
    held, where = board.survey.has_units(position), system_label(board.game, position)
    if held and (yield from hive_ends_it(board.game, seat, where, (position,))):
        return Battle((), None, (), ())
    yield from moment(board.game, HookAt("activated_with_owner_structures", position))
    barred = held and (yield from kept_out(board.game, seat, where, (position,)))
    cards: list[Card] = (yield from draw_support(board.game)) if held else []
    if barred and seat not in board.survey.players_with_units(position):
        discard_used(board.game, keep)
        return Battle((), "hive", (), ())
    ally = other_player(seat)
    stood = bool(ships(board.game, board.units(ally, position)))
    said = (yield from _move_in(board, seat, position, cards)) if held and not barred else None
    if held:
        yield from support_missing(board.game, board.survey, position, cards, seat)
    battle = yield from resolve_system(board, position, cards, seat, joined=bool(said))
    discard_used(board.game, keep)
    yield from after_fight(board.game, battle.fought, battle.destroyed)
    acted = yield from _warfare(board, position, battle.combats)
    if not acted and said is None and ally in battle.fought and ally not in _tokens(board, position):
        acted = (yield from _placed_a_token(board, ally, position, stood)) == "yes"
    if acted:
        pieces.put_command_token(board.game, ally, position)
    return battle


def _warfare(board: Tracked, position: str, combats: Sequence[Fought]) -> Procedure[bool]:
    """Offer what the players have won together, or say why nothing where both fought. Rule: 31.attrition.reward."""
    failed = [why for one in combats if (why := not_won(one, _nothing_left(board, position, one)))]
    if failed and any({*one.players} >= {*PLAYERS} and one.winner == "players" for one in combats):
        yield Tell(say("No warfare together: {reason}", reason=failed[0]), "31.attrition.reward")
    return (yield from offer_warfare(board.game, won_together(combats, failed)))


def _nothing_left(board: Tracked, position: str, combat: Fought) -> list[Foe]:
    """Whose units that were in a combat are gone from there."""
    there = {seat: board.units(seat, position, combat.planet) for seat in combat.booked}
    return [seat for seat in combat.booked if not combatants(board.game, there[seat], combat.planet)]


def _tokens(board: Tracked, position: str) -> Collection[Seat]:
    """Whose command tokens lie in a system."""
    return board.survey.system(position).command_tokens


def _placed_a_token(board: Tracked, ally: Player, position: str, stood: bool) -> Ask:
    """Whether the ally came along by an action, or stood there before. Rule: 31.action.joint."""
    choices = (
        Choice("yes", say("Yes"), say("came along, and acted as well")),
        Choice("no", say("No"), say("stood there before")),
    )
    name, where = board.game.name(ally), system_label(board.game, position)
    return question(
        keys.ALLY_TOKEN, ally=name, system=where, choices=choices[::-1] if stood else choices, systems=(position,)
    )


def _move_in(board: Tracked, seat: Player, position: str, cards: list[Card]) -> Procedure[bool | None]:
    """Wait until the players have moved, unless the map shows that they have; an ally who acts too spends a token.

    Out: whether the table has said that the ally acts too, and no Ceasefire of the ally is in the way; None where
    it was not asked. Rules: 21.units.placement (Q109), 31.action.joint, 27.received.resolve.
    """
    if ships(board.game, board.units(seat, position)):
        return None
    ally, where = other_player(seat), system_label(board.game, position)
    while (yield from anew(lambda: asked(_players_move(board, seat, position, cards)))) == TOGETHER:
        if (yield from _places_a_token(board, ally, position)):
            pieces.put_command_token(board.game, ally, position)
            return not (yield from kept_out(board.game, ally, where, (position,)))
    return False


def _players_move(board: Tracked, seat: Player, position: str, cards: list[Card]) -> Ask:
    """What comes to help the Hive is known before; how much of it, once the players are there."""
    game, where = board.game, system_label(board.game, position)
    ally = game.name(other_player(seat))
    token = say("{ally} places a command token as well", ally=ally)
    return question(
        keys.PLAYERS_MOVE,
        who=game.name(seat),
        system=where,
        ally=ally,
        choices=(Choice("done", say("Done")), Choice(TOGETHER, say("Both of us move"), token, beside=True)),
        items=(replace(line, aside=True) for line in support_lines(game, cards)),
        systems=(position,),
    )


def support_told(game: Game, seat: Player | None) -> Procedure[None]:
    """Draw the support for the system that somebody activates, unless the Hive ends the turn of who does.

    Rules: 21.draw.player-activation, 29.elected-laws, 27.received.resolve.
    """
    active = seat or next((one for one in PLAYERS if one == game.active), None)
    if active is not None and (yield from hive_ends_it(game, active)):
        return
    if active is not None:
        yield from kept_out(game, active)
    keep = list(game.deck.in_use)
    cards = yield from draw_support(game)
    told = (*support_lines(game, cards), *stays_and_leaves(game)) if cards else (_NO_CARD,)
    text = say("Support for [the Hive] in the system that the players activate")
    rule, shown = "21.draw.player-activation", Shown(say("Activation"))
    if numbers := cards_played(game, cards):
        done = (Choice("done", say("Done")),)
        ask = Ask(keys.SUPPORT, text, done, rule, items=told, numbers=numbers, shown=shown)
        booked(game, (yield from filled(ask)))
    else:
        yield Confirmed(text, rule, key=keys.SUPPORT, items=told, shown=shown)
    discard_used(game, keep)
