"""What players own and do that moves pieces, tokens and tiles of a map. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Never, cast

from hive import keys
from hive.board import pieces
from hive.board.adjacency import hex_at
from hive.board.growing import exchange, remove_system, set_destroyed, set_tile
from hive.catalog.tables import Owner
from hive.catalog.tables.acts import (
    Attaches,
    DestroysPlanet,
    LaysTile,
    LaysToken,
    MovesHive,
    Pieces,
    Repairs,
    SwapsSystems,
    TakesPlanet,
    Token,
)
from hive.catalog.tables.base import Frozen
from hive.fields import NO_YES, AnyField, Choice, OneOf
from hive.model.galaxy import TokenPlaced
from hive.model.game import NEUTRAL, PLAYERS, Game, Player, other_player
from hive.naming import system_label
from hive.rules.abilities.board import chosen_by_player, diplomacy_token, give_diplomacy_token, lies_there
from hive.rules.acts.core import UNCHANGED, Places, Verb, Verbs
from hive.rules.area import controlled_planets, out_of_the_game
from hive.rules.board import Place, plastic_left
from hive.rules.combat.survivors import adrift
from hive.rules.combat.units import of_category
from hive.rules.control.changing import lost_told, planet_lost
from hive.rules.control.taking import Stood, mended, stood
from hive.rules.diagrams.damage import unit_words
from hive.rules.events.combat import label, loss_fields, numbers, place_of, units_lost
from hive.rules.events.harm import one_planet, planet_fields, planets_told
from hive.rules.events.limits import (
    TO,
    Reach,
    Used,
    at_places,
    in_battle,
    planets_on_map,
    systems_on_map,
    told_where,
)
from hive.steps import Item, Procedure, Tell, question, which_of
from hive.words import Name, PlanetName, Words, say

TOKEN = "token"


def _before(unit: str) -> str:
    return f"hurt.{unit}"


def hurt_before(game: Game, hurt: Mapping[str, int]) -> dict[str, int]:
    """How many units of each type had sustained damage as a round of combat began, as what an event has to know."""
    return {_before(unit.key): hurt.get(unit.key, 0) for unit in game.tables.units.units if unit.sustain_damage}


def _follows(reach: Reach, before: Stood) -> Procedure[None]:
    """What follows from planets that changed hands, or are gone. Rule: 4.2.loss-trigger."""
    follows = mended(reach.game, before, sure=True)
    if follows is not None:
        yield from follows


def _with_what_follows(verb: Verb) -> Verb:
    def done(reach: Reach, act: Never) -> Procedure[None]:
        before = stood(reach.game)
        if verb.asking is not None:
            yield from verb.asking(cast(Never, reach), act)
        yield from _follows(reach, before)

    return replace(verb, asking=done)


def _standing(reach: Reach, units: Collection[str], places: Places, seats: Collection[Player]) -> Places:
    """Those of some places where one of these players has a unit of one of these types."""

    there = {spot: {unit for seat in seats for unit in reach.board.units(seat, *place_of(spot))} for spot in places}
    return {spot: words for spot, words in places.items() if not there[spot].isdisjoint(units)}


def _all_places(reach: Reach) -> Places:
    return systems_on_map(reach) | planets_on_map(reach)


# --- tiles and planets


def _tile_places(reach: Reach, act: LaysTile) -> Places:
    return reach.reached({at: words for at, words in systems_on_map(reach).items() if hex_at(at) or not act.tile})


def _lay_tile(reach: Reach, act: LaysTile, position: str, _: None) -> Procedure[None]:
    gone = reach.board.units("hive", position, None)
    source, where, tile = reach.called, system_label(reach.game, position), Name(act.tile)
    if act.tile:
        text = say("{source}: lay tile {tile} in place of {system}.", source=source, tile=tile, system=where)
        set_tile(reach.game, position, act.tile)
        yield Tell(text, UNCHANGED, systems=(position,))
    else:
        text = say("{source}: take {system} off the map, with all that is in it.", source=source, system=where)
        remove_system(reach.game, position)
        yield Tell(text, UNCHANGED)
    yield from out_of_the_game(reach.game, gone)


def _hexes(reach: Reach, _: SwapsSystems) -> Places:
    return reach.reached({at: words for at, words in systems_on_map(reach).items() if hex_at(at) is not None})


def _swap_systems(reach: Reach, act: SwapsSystems, position: str, _: None) -> Procedure[None]:
    other = told_where(reach, _hexes(reach, act), TO)
    one, two = system_label(reach.game, position), system_label(reach.game, other)
    exchange(reach.game, position, other)
    yield Tell(say("{source}: {one} and {two} change places.", source=reach.called, one=one, two=two), UNCHANGED)


def _destroy(reach: Reach, _: DestroysPlanet, position: str, planet: str) -> Procedure[None]:
    set_destroyed(reach.game, position, planet, True)
    words = PlanetName(planet, position)
    yield Tell(say("{source}: {planet} is destroyed.", source=reach.called, planet=words), UNCHANGED)


def _to_take(reach: Reach, act: TakesPlanet) -> Places:
    """Planets of the Hive without any of its units, or those where units of a player coexist."""

    def fits(position: str, name: str) -> bool:
        there = reach.survey.system(position).planets[name]
        open_to = bool(there.coexisting) if act.coexisting else not reach.board.units("hive", position, name)
        return there.control == "hive" and open_to

    return reach.reached({spot: words for spot, words in planets_on_map(reach).items() if fits(*spot.split("/"))})


def _take(reach: Reach, _: TakesPlanet, position: str, planet: str) -> Procedure[None]:
    game = reach.game
    coexisting = reach.survey.system(position).planets[planet].coexisting
    owner = next((seat for one in coexisting for seat in PLAYERS if seat == one), reach.user)
    pieces.set_control(game, position, planet, owner)
    pieces.set_coexisting(game, position, planet, owner, False)
    pieces.set_coexisting(game, position, planet, "hive", True)
    who, where = game.name(owner), label(reach.board, position, planet)
    yield Tell(say("{source}: {who} controls {planet} now.", source=reach.called, who=who, planet=where), UNCHANGED)


def _to_attach(reach: Reach, act: Attaches) -> Places:
    def fits(position: str, name: str) -> bool:
        there = reach.survey.system(position).planets[name]
        return there.control in PLAYERS and act.attachment not in there.attachments

    return reach.reached({spot: words for spot, words in planets_on_map(reach).items() if fits(*spot.split("/"))})


def _attach(reach: Reach, act: Attaches, position: str, planet: str) -> Procedure[None]:
    pieces.attach(reach.game, position, planet, act.attachment)
    where = label(reach.board, position, planet)
    yield Tell(say("{what} on {planet}.", what=reach.called, planet=where), UNCHANGED)


# --- ships of the Hive


def _sailing(reach: Reach, _: MovesHive) -> Places:
    """Of what moves, the places are limited to which it comes."""
    return in_battle(reach, {at: words for at, words in systems_on_map(reach).items() if reach.survey.ships(at)})


def _to_sail(reach: Reach, act: MovesHive) -> Places:
    """Ships of the Hive go to a neighbour of where they are, where that is known; they retreat to what is their own."""
    starts, survey = list(_sailing(reach, act)), reach.survey
    ends: Iterable[str] = survey.adjacent[starts[0]] if len(starts) == 1 else survey.positions
    met = {at: any(survey.ship_count(at, seat) for seat in PLAYERS) for at in ends if not survey.in_the_fracture(at)}
    ends = [at for at in met if met[at] or "next_with_other_ships" not in reach.doing.where]
    if "no_other_ships" in reach.doing.where:
        ends = [at for at in ends if not met[at] and (survey.has_units(at, "hive") or survey.controlled(at, "hive"))]
    return {at: system_label(reach.game, at) for at in sorted(ends)}


def _send(reach: Reach, act: MovesHive, position: str, _: None) -> Procedure[None]:
    to = told_where(reach, _to_sail(reach, act), TO)
    pieces.send(reach.game, "hive", position, to)
    one, two = system_label(reach.game, position), system_label(reach.game, to)
    text = say("{source}: move all [the Hive]'s ships from {one} to {two}.", source=reach.called, one=one, two=two)
    yield Tell(text, UNCHANGED, detail=say("What they carry comes along; fight what follows."), systems=(position, to))


# --- tokens


def _token_places(reach: Reach, act: Token) -> Places:
    spots = systems_on_map(reach)
    lying = {at: say("off the board: {system}", system=spots[at]) for at in spots if reach.board.has_token("hive", at)}
    free = {at: words for at, words in spots.items() if at not in lying}
    if act.change == "either":
        return lying | reach.reached(free)
    return reach.reached(free if act.change == "put" else {at: spots[at] for at in lying})


def _command_token(reach: Reach, act: Token, position: str, _: None) -> Procedure[None]:
    source, where = reach.called, system_label(reach.game, position)
    if act.change == "lift" or (act.change == "either" and reach.board.has_token("hive", position)):
        pieces.take_command_token(reach.game, "hive", position)
        text = say("{source}: take [the Hive]'s command token out of {system}.", source=source, system=where)
        yield Tell(text, UNCHANGED)
        return
    lies = reach.board.has_token("hive", position)
    line = lies_there(where) if lies else diplomacy_token(reach.game, where)
    if line is None:
        yield Tell(say("[The Hive] has no command token to place."), UNCHANGED)
        return
    if not lies:
        give_diplomacy_token(reach.game)
        pieces.put_command_token(reach.game, "hive", position)
    yield Tell(say("{source}: {system}", source=source, system=where), line.rule, items=(line,))


def _to_lay(reach: Reach, act: LaysToken) -> Places:
    if act.costs:
        return reach.reached(_standing(reach, act.costs, _all_places(reach), reach.users))
    return reach.reached(in_battle(reach, systems_on_map(reach)))


def _which_token(reach: Reach, act: LaysToken) -> tuple[AnyField, ...]:
    by_key = reach.game.tables.tiles.tokens_by_key
    choices = tuple(Choice(token, Name(by_key[token].name)) for token in act.tokens)
    return (OneOf(TOKEN, say("Which token"), choices),) if choices[1:] else ()


def _lay(reach: Reach, act: LaysToken, position: str, planet: str | None) -> Procedure[None]:
    game, token = reach.game, str(reach.args.get(TOKEN, act.tokens[0]))
    gone = next((unit for unit in act.costs if reach.board.units(reach.user, position, planet).get(unit)), None)
    if gone is not None:
        pieces.take(game, reach.user, gone, 1, position, planet)
    if act.moves:
        for at in sorted(reach.survey.positions):
            if any(placed.key == token for placed in reach.survey.system(at).tokens):
                pieces.remove_token(game, at, token)
    for other in act.tokens if act.turns else ():
        pieces.remove_token(game, position, other)
    pieces.lay_token(game, position, TokenPlaced(token))
    name, where = Name(game.tables.tiles.tokens_by_key[token].name), system_label(game, position)
    yield Tell(say("{source}: {token} in {system}.", source=reach.called, token=name, system=where), UNCHANGED)


# --- repairs


def _hurt(reach: Reach, act: Repairs, spot: str, seat: Player) -> dict[str, int]:
    """The damaged units of a player there that it repairs."""
    found = {u: n for u, n in reach.board.damaged(seat, *place_of(spot)).items() if u in (act.units or (u,))}
    if act.older:
        found = {unit: min(number, int(reach.args.get(_before(unit), number))) for unit, number in found.items()}
    return {unit: number for unit, number in found.items() if number}


def _to_repair(reach: Reach, act: Repairs) -> Places:
    """Where anything can be repaired, whoever has it."""
    found = {
        spot: words
        for spot, words in _all_places(reach).items()
        if any(_hurt(reach, act, spot, one) for one in PLAYERS)
    }
    return reach.reached(in_battle(reach, found))


def _repair(reach: Reach, act: Repairs, position: str, planet: str | None) -> Procedure[None]:
    """Repair all of a player's units there, or one; of several types the player says which."""
    game, spot = reach.game, f"{position}/{planet or ''}"
    # Where nobody has said whose, it is of those who have something to repair.
    seats = [reach.user] if "who" in reach.args else [reach.user, other_player(reach.user)]
    seat = next((one for one in seats if _hurt(reach, act, spot, one)), reach.user)
    hurt = _hurt(reach, act, spot, seat)
    if not hurt:
        return
    if not act.every:
        hurt = {(yield from _which_type(reach, hurt, position)): 1}
    for unit, fewer in hurt.items():
        number = reach.board.damaged(seat, position, planet)[unit]
        pieces.set_damaged(game, seat, unit, number - fewer, position, planet)
    words, where = unit_words(game, hurt), label(reach.board, position, planet)
    yield Tell(say("{source}: {units} repaired: {where}.", source=reach.called, units=words, where=where), UNCHANGED)


def _which_type(reach: Reach, hurt: Mapping[str, int], position: str) -> Procedure[str]:
    """Which type is repaired: the most costly one is expected."""
    by_key = reach.game.tables.units.by_key
    types = sorted(hurt, key=lambda unit: -by_key[unit].cost)
    if len(types) == 1:
        return types[0]
    left = {unit: Name(by_key[unit].name) for unit in types}
    return (yield from which_of(question(keys.REPAIRED, source=reach.called, systems=(position,)), left))


# --- units of players


def _unit_places(reach: Reach, act: Pieces) -> Places:
    """Where they stand that move, or to where they come: neutral ones where no side has ships, or no units."""
    systems, both = systems_on_map(reach), _all_places(reach)
    if act.beside:
        return reach.reached(
            {at: words for at, words in systems.items() if any(_hosts(reach, act, at, seat) for seat in PLAYERS)}
        )
    places = {"space": systems, "ground": planets_on_map(reach), "anywhere": both}[act.arena]
    if act.change == "move":
        every = [one.key for one in reach.game.tables.units.units]
        return in_battle(reach, _standing(reach, every, both if act.arena == "ground" else places, PLAYERS))
    if act.change == "swap":
        old, new = act.units
        able = [seat for seat in PLAYERS if plastic_left(reach.board, seat, new)]
        places = _standing(reach, [old], places if act.arena == "ground" else both, able)
    found = in_battle(reach, places)
    return reach.reached({spot: words for spot, words in found.items() if not act.neutral or _empty(reach, spot)})


def _unit_ends(reach: Reach, act: Pieces) -> Places:
    if act.change != "move":
        return {}
    return reach.reached(planets_on_map(reach) if act.arena == "ground" else systems_on_map(reach))


def _empty(reach: Reach, spot: str) -> bool:
    """Whether no side has ships there, or no units on the planet."""
    return not any(reach.board.units(seat, *place_of(spot)) for seat in reach.game.seats)


def _hosts(reach: Reach, act: Pieces, position: str, seat: Player) -> dict[str, int]:
    """To how many units of a player something comes in a system, by their planets."""
    planets = {name: reach.board.units(seat, position, name) for name in reach.survey.system(position).planets}
    hosts = {name: sum(there.get(unit, 0) for unit in act.beside) for name, there in planets.items()}
    return {name: number for name, number in hosts.items() if number}


def _pieces(reach: Reach, act: Pieces, position: str, planet: str | None) -> Procedure[None]:
    """The card of a planet goes back before neutral units come: none stay where anybody has control."""
    before = stood(reach.game)
    if act.neutral:
        if planet:
            pieces.set_control(reach.game, position, planet, None)
        yield from _follows(reach, before)
    yield from (_come_beside(reach, act, position) if act.beside else _arrange(reach, act, (position, planet)))
    if not act.neutral:
        yield from _follows(reach, before)


def _come_beside(reach: Reach, act: Pieces, position: str) -> Procedure[None]:
    """So many units come to each of those that host them."""
    game, seat, lines = reach.game, reach.user, []
    for planet, hosts in _hosts(reach, act, position, seat).items():
        came: dict[str, int] = {
            unit: min(n * hosts, plastic_left(reach.board, seat, unit)) for unit, n in act.units.items()
        }
        for unit, number in came.items():
            pieces.put(game, seat, unit, number, position, planet)
        units, where = unit_words(game, came) or say("nothing"), label(reach.board, position, planet)
        text = say("{units} of {who}: {where}.", units=units, who=game.name(seat), where=where)
        lines.append(Item(text, rule=UNCHANGED))
    where = system_label(game, position)
    yield Tell(say("{source}: {system}", source=reach.called, system=where), UNCHANGED, items=tuple(lines))


def _arrange(reach: Reach, act: Pieces, spot: Place) -> Procedure[None]:
    """Put a player's units there, move them, or change their type."""
    game, seat, (position, planet) = reach.game, reach.user, spot
    owner: Owner = NEUTRAL if act.neutral else seat
    wanted: dict[str, int] = {unit: number for unit, number in act.units.items()}
    if act.change == "move":
        wanted = yield from _which_units(reach, act, reach.board.units(seat, position, planet), position)
        onto = place_of(told_where(reach, _unit_ends(reach, act), TO))
        _carry(reach, wanted, spot, onto)
        position, planet = onto
    elif act.change == "swap":
        (old, number), (new, _) = wanted.items()
        wanted = {
            new: pieces.take(game, seat, old, min(number, plastic_left(reach.board, seat, new)), position, planet)
        }
        # A ship that takes the place of a structure stands in space.
        planet = None if game.tables.units.by_key[new].category == "ship" else planet
        pieces.put(game, seat, new, wanted[new], position, planet)
    elif act.lands and (aboard := of_category(game, reach.board.units(seat, position, None), "ground_force")):
        wanted = dict.fromkeys(aboard, 1)
        if len(aboard) > 1:
            wanted = yield from _which_units(reach, act, aboard, position)
        _carry(reach, wanted, (position, None), spot)
    else:
        if not wanted:
            wanted = yield from _which_units(reach, act, _any_of(reach, planet), position)
        wanted = {unit: min(number, plastic_left(reach.board, owner, unit)) for unit, number in wanted.items()}
        for unit, number in wanted.items():
            pieces.put(game, owner, unit, number, position, planet)
    lines = _lives_there(reach, position, planet) if act.coexist and planet is not None else []
    units, where = unit_words(game, wanted) or say("nothing"), label(reach.board, position, planet)
    who = game.name(owner)
    text = say("{source}: {units} of {who}: {where}.", source=reach.called, units=units, who=who, where=where)
    # What no ship carries is lost, where it left and where it came to.
    ends = dict.fromkeys((spot[0], position)) if owner in PLAYERS else {}
    yield Tell(text, UNCHANGED, items=(*lines, *(line for at in ends for line in adrift(game, at))))


def _carry(reach: Reach, units: Mapping[str, int], one: Place, other: Place) -> None:
    for unit, number in units.items():
        pieces.transfer(reach.game, reach.user, unit, number, one, other)


def _lives_there(reach: Reach, position: str, planet: str) -> list[Item]:
    """A player's units live beside those of another side; without any, ground forces bring control of the planet.

    Rule: 33.coexist.order.
    """
    game, board, seat, control = reach.game, reach.board, reach.user, reach.board.control((position, planet))
    others = any(board.units(owner, position, planet) for owner in game.owners if owner != seat)
    lands = bool(of_category(game, board.units(seat, position, planet), "ground_force"))
    if others or not lands or control in PLAYERS:
        pieces.set_coexisting(game, position, planet, seat, True)
        return []
    pieces.set_control(game, position, planet, seat)
    if control == "hive":
        # What the Hive loses with it is told by itself.
        return []
    words = say("{who!c} controls {planet} now.", who=game.name(seat), planet=label(board, position, planet))
    return [Item(words, rule=UNCHANGED)]


def _which_units(reach: Reach, act: Pieces, there: Mapping[str, int], position: str) -> Procedure[dict[str, int]]:
    """The units that a player means, no more than the act allows."""
    source, who = reach.called, reach.game.name(reach.user)
    most = act.number or sum(there.values())
    ask = question(keys.PLAYERS_UNITS, source=source, who=who, systems=(position,))
    if act.number:
        ask = question(keys.PLAYERS_UNITS, "limited", source=source, who=who, most=most, systems=(position,))
    offered = {unit: min(number, most) for unit, number in there.items()}
    while True:
        wanted = yield from numbers(reach.board, ask, offered, {})
        if sum(wanted.values()) <= most:
            return wanted
        ask = question(keys.PLAYERS_UNITS, "too_many", source=source, who=who, most=most, systems=(position,))


def _any_of(reach: Reach, planet: str | None) -> dict[str, int]:
    """Units that a player can put there, with how many are left in the reinforcements."""
    ground = planet is not None
    units = [one.key for one in reach.game.tables.units.units if (one.category != "ship") == ground]
    return {unit: left for unit in units if (left := plastic_left(reach.board, reach.user, unit))}


# --- without a map the table moves its own pieces


_CHANGE = "change"
_LOSES = "loses"


def _on_your_board(use: Used, _: Frozen) -> Procedure[None]:
    yield Tell(say("{source}: do what it says on your board.", source=use.called), UNCHANGED)


def _gone(use: Used, act: Frozen) -> Procedure[None]:
    yield from _on_your_board(use, act)
    if any(use.args.get(unit.key) for unit in use.game.tables.units.units):
        yield from units_lost(use.game, use.args)
    for kind in planets_told(use):
        yield from lost_told(use.game, kind, None)


def _taken(use: Used, act: Frozen) -> Procedure[None]:
    yield from _on_your_board(use, act)
    for kind in planets_told(use):
        yield from lost_told(use.game, kind, use.user)


def _neutral(use: Used, act: Pieces) -> Procedure[None]:
    """Neutral units may take a planet."""
    yield from _on_your_board(use, act)
    if use.args.get(_LOSES) == "yes":
        yield from planet_lost(use.game)


def _neutral_fields(use: Used, act: Pieces) -> tuple[AnyField, ...]:
    takes = act.neutral and act.arena == "ground" and controlled_planets(use.game)
    return (OneOf(_LOSES, say("[The Hive] loses that planet"), NO_YES),) if takes else ()


def _on_the_ground(use: Used, _: DestroysPlanet) -> tuple[AnyField, ...]:
    by_key = use.game.tables.units.by_key
    there = (field for field in loss_fields(use.game) if by_key[field.name].category != "ship")
    return (*there, *one_planet(use))


def _no_token(use: Used, act: Token) -> Words:
    nothing = act.change == "lift" and not use.game.hive.tokens.board
    return say("[The Hive] has no command token on the board.") if nothing else ""


def _which_change(use: Used, act: Token) -> tuple[AnyField, ...]:
    choices = (Choice("put", say("It comes onto the board")), Choice("lift", say("It goes off the board")))
    lies = act.change == "either" and use.game.hive.tokens.board
    return (OneOf(_CHANGE, say("Command token of [the Hive]"), choices),) if lies else ()


def _command_token_told(use: Used, act: Token) -> Procedure[None]:
    if use.args.get(_CHANGE, act.change) != "lift":
        yield from chosen_by_player(use.game, use.called)
        return
    tokens = use.game.hive.tokens
    tokens.board = max(0, tokens.board - 1)
    yield Tell(say("{source}: take a command token of [the Hive] off the board.", source=use.called), UNCHANGED)


_REMADE: Mapping[type[Frozen], Verb] = {
    LaysTile: at_places(_lay_tile, _tile_places, by_whom=lambda act: True),
    SwapsSystems: at_places(_swap_systems, _hexes, _hexes),
    DestroysPlanet: at_places(_destroy, lambda reach, _: reach.reached(planets_on_map(reach))),
    TakesPlanet: at_places(_take, _to_take, all_over=lambda act: act.coexisting, by_whom=lambda act: True),
    Attaches: at_places(_attach, _to_attach),
    MovesHive: at_places(_send, _sailing, _to_sail),
    Token: at_places(_command_token, _token_places),
    LaysToken: at_places(_lay, _to_lay, more=_which_token),
    Repairs: at_places(_repair, _to_repair),
}
VERBS: Verbs = {
    Reach: {
        **{kind: _with_what_follows(verb) for kind, verb in _REMADE.items()},
        Pieces: at_places(_pieces, _unit_places, _unit_ends, by_whom=lambda act: not act.neutral),
    },
    Used: {
        **dict.fromkeys((Attaches, LaysToken, MovesHive, Repairs, SwapsSystems), Verb(asking=_on_your_board)),
        LaysTile: Verb(asking=_gone, fields=lambda use, _: (*loss_fields(use.game), *planet_fields(use))),
        DestroysPlanet: Verb(asking=_gone, fields=_on_the_ground),
        TakesPlanet: Verb(
            asking=_taken, fields=lambda use, act: planet_fields(use) if act.coexisting else one_planet(use)
        ),
        Pieces: Verb(asking=_neutral, fields=_neutral_fields),
        Token: Verb(asking=_command_token_told, fields=_which_change, hindered=_no_token),
    },
}
