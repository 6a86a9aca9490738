"""What players own and do that moves pieces, tokens and tiles of a tracked galaxy. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from hive import keys
from hive.board import pieces
from hive.board.adjacency import hex_at
from hive.board.growing import exchange, remove_system, set_destroyed, set_tile
from hive.catalog.tables import Owner
from hive.catalog.tables.acts import (
    Attaches,
    BoardAct,
    DestroysPlanet,
    Exhausts,
    LaysTile,
    LaysToken,
    MovesHive,
    Pieces,
    Repairs,
    SwapsSystems,
    TakesPlanet,
    Token,
)
from hive.fields import AnyField, Choice, OneOf
from hive.model.galaxy import TokenPlaced
from hive.model.game import NEUTRAL, PLAYERS, Player
from hive.naming import system_label
from hive.rules.abilities.board import diplomacy_token, give_diplomacy_token, lies_there
from hive.rules.area.planets import out_of_the_game
from hive.rules.combat.survivors import adrift
from hive.rules.combat.units import of_category
from hive.rules.control.changing import hives
from hive.rules.control.taking import Stood, mended, stood
from hive.rules.diagrams.damage import unit_words
from hive.rules.events.combat import label, numbers
from hive.rules.events.doing_repairs import hurt_at, repaired
from hive.rules.events.doing_where import OF_A_WAY, WORDS, Reach
from hive.rules.events.kinds import Args
from hive.steps import Item, Procedure, Tell
from hive.words import Name, PlanetName, Words, listed, say, sentence

WHERE, TO, TOKEN = "where", "to", "token"
_RULE = "1.scope.unchanged-rules"
# So many of what no plastic limits are put at once.
_PLENTY = 10


def rearranging_fields(reach: Reach, act: BoardAct) -> tuple[AnyField, ...]:
    """Ships of the Hive go to a neighbour of where they are, where that is known."""
    if isinstance(act, TakesPlanet) and act.coexisting:
        return ()
    if not isinstance(act, MovesHive):
        return _fields_of_pieces(reach, act)
    return (*where_of(spots_of(reach, act)), *where_of(_ends_of(reach, act), TO, say("Where to")))


def rearrange(reach: Reach, source: Name, act: BoardAct, args: Args, who: Player) -> Procedure[None]:
    """Do it on the board; planets that change hands by it, or are gone, have their consequences."""
    before = stood(reach.game)
    if isinstance(act, Pieces) and act.neutral:
        # The card of a planet goes back before neutral units come: none stay where anybody has control.
        position, _, planet = told_where(args, spots_of(reach, act)).partition("/")
        if planet:
            pieces.set_control(reach.game, position, planet, None)
        yield from _follows(reach, before)
        yield from _rearranged(reach, source, act, args, who)
    else:
        yield from _remake(reach, source, act, args, who)
        yield from _follows(reach, before)


def _follows(reach: Reach, before: Stood) -> Procedure[None]:
    """What follows from planets that changed hands, or are gone. Rule: 4.2.loss-trigger."""
    follows = mended(reach.game, before, sure=True)
    if follows is not None:
        yield from follows


def _remake(reach: Reach, source: Name, act: BoardAct, args: Args, who: Player) -> Procedure[None]:
    if isinstance(act, TakesPlanet) and act.coexisting:
        for at, _, name in (spot.partition("/") for spot in spots_of(reach, act)):
            yield _taken_over(reach, source, at, name, who)
    elif isinstance(act, LaysTile | TakesPlanet | Attaches | MovesHive) or (isinstance(act, Pieces) and act.beside):
        position, _, planet = told_where(args, spots_of(reach, act)).partition("/")
        if isinstance(act, Pieces):
            yield _come_beside(reach, source, act, position, who)
        elif isinstance(act, LaysTile):
            yield from _tile(reach, source, act, position, who)
        elif isinstance(act, TakesPlanet):
            yield _taken_over(reach, source, position, planet, who)
        elif isinstance(act, Attaches):
            yield _attached(reach, source, act, position, planet)
        else:
            yield _sent(reach, source, position, told_where(args, _ends_of(reach, act), TO))
    else:
        yield from _rearranged(reach, source, act, args, who)


def _all_spots_of(reach: Reach, act: BoardAct) -> dict[str, Words]:
    game, survey = reach.game, reach.survey
    if isinstance(act, LaysTile):
        return {at: system_label(game, at) for at in sorted(survey.positions) if hex_at(at) or not act.tile}
    if isinstance(act, TakesPlanet):
        return {f"{at}/{name}": label(reach.board, at, name) for at, name in _to_take(reach, act)}
    if isinstance(act, Exhausts) and act.of == "system":
        return {at: system_label(game, at) for at in sorted(survey.positions) if survey.controlled(at)}
    if isinstance(act, Exhausts):
        return {f"{at}/{name}": label(reach.board, at, name) for at, name in hives(reach.board)}
    if isinstance(act, Attaches):
        return {
            f"{at}/{name}": label(reach.board, at, name)
            for at, name in _planets(reach)
            if survey.system(at).planets[name].control in PLAYERS
            and act.attachment not in survey.system(at).planets[name].attachments
        }
    if isinstance(act, MovesHive):
        sailing = [at for at in sorted(survey.positions) if survey.ships(at)]
        return in_battle(reach, {at: system_label(game, at) for at in sailing})
    if isinstance(act, Pieces) and act.beside:
        hosts = [at for at in sorted(survey.positions) if any(_hosts(reach, act, at, seat) for seat in PLAYERS)]
        return {at: system_label(game, at) for at in hosts}
    if isinstance(act, Pieces) and act.neutral:
        return {spot: words for spot, words in _spots_of_pieces(reach, act).items() if _empty(reach, spot)}
    return _spots_of_pieces(reach, act)


def _ends_of(reach: Reach, act: BoardAct) -> dict[str, Words]:
    if not isinstance(act, MovesHive):
        return _ends_of_pieces(reach, act)
    starts = list(spots_of(reach, act))
    ends: Iterable[str] = reach.survey.adjacent[starts[0]] if len(starts) == 1 else reach.survey.positions
    ends = [at for at in ends if not reach.survey.in_the_fracture(at)]
    if "next_with_other_ships" in reach.where:
        ends = [at for at in ends if any(reach.survey.ship_count(at, seat) for seat in PLAYERS)]
    return {at: system_label(reach.game, at) for at in sorted(ends)}


def _planets(reach: Reach) -> Iterator[tuple[str, str]]:
    yield from ((at, name) for at, name in reach.board.places() if name is not None)


def _to_take(reach: Reach, act: TakesPlanet) -> Iterator[tuple[str, str]]:
    """Planets of the Hive without any of its units, or those where units of a player coexist."""
    for at, name in _planets(reach):
        there = reach.survey.system(at).planets[name]
        fits = bool(there.coexisting) if act.coexisting else not reach.board.units("hive", at, name)
        if there.control == "hive" and fits:
            yield at, name


def _empty(reach: Reach, spot: str) -> bool:
    """Whether no side has ships there, or no units on the planet."""
    position, _, planet = spot.partition("/")
    return not any(reach.board.units(seat, position, planet or None) for seat in reach.game.seats)


def _hosts(reach: Reach, act: Pieces, position: str, seat: Player) -> dict[str, int]:
    """To how many units of a player something comes in a system, by their planets."""
    planets = {name: reach.board.units(seat, position, name) for name in reach.survey.system(position).planets}
    hosts = {name: sum(there.get(unit, 0) for unit in act.beside) for name, there in planets.items()}
    return {name: number for name, number in hosts.items() if number}


def _come_beside(reach: Reach, source: Name, act: Pieces, position: str, seat: Player) -> Tell:
    """So many units come to each of those that host them."""
    game, lines = reach.game, []
    for planet, hosts in _hosts(reach, act, position, seat).items():
        came: dict[str, int] = {unit: min(n * hosts, plastic_left(reach, seat, unit)) for unit, n in act.units.items()}
        for unit, number in came.items():
            pieces.put(game, seat, unit, number, position, planet)
        units, where = unit_words(game, came) or say("nothing"), label(reach.board, position, planet)
        text = say("{units} of {who}: {where}.", units=units, who=game.name(seat), where=where)
        lines.append(Item(text, rule=_RULE))
    where = system_label(game, position)
    return Tell(say("{source}: {system}", source=source, system=where), _RULE, items=tuple(lines))


def _tile(reach: Reach, source: Name, act: LaysTile, position: str, seat: Player) -> Procedure[None]:
    gone = reach.board.units("hive", position, None)
    where, tile = system_label(reach.game, position), Name(act.tile)
    if act.tile:
        text = say("{source}: lay tile {tile} in place of {system}.", source=source, tile=tile, system=where)
        set_tile(reach.game, position, act.tile)
        for other in (one for one in reach.game.seats if one != seat):
            for unit, number in reach.board.units(other, position, None).items():
                pieces.take(reach.game, other, unit, number, position)
        yield Tell(text, _RULE, systems=(position,))
    else:
        text = say("{source}: take {system} off the map, with all that is in it.", source=source, system=where)
        remove_system(reach.game, position)
        yield Tell(text, _RULE)
    yield from out_of_the_game(reach.game, gone)


def _taken_over(reach: Reach, source: Name, position: str, planet: str, seat: Player) -> Tell:
    place = reach.survey.system(position).planets[planet]
    beside = next((one for one in place.coexisting if one in PLAYERS), None)
    owner: Player = "p1" if beside == "p1" else "p2" if beside == "p2" else seat
    pieces.set_control(reach.game, position, planet, owner)
    pieces.set_coexisting(reach.game, position, planet, owner, False)
    pieces.set_coexisting(reach.game, position, planet, "hive", True)
    who, where = reach.game.name(owner), label(reach.board, position, planet)
    return Tell(say("{source}: {who} controls {planet} now.", source=source, who=who, planet=where), _RULE)


def _attached(reach: Reach, source: Name, act: Attaches, position: str, planet: str) -> Tell:
    pieces.attach(reach.game, position, planet, act.attachment)
    return Tell(say("{source} on {planet}.", source=source, planet=label(reach.board, position, planet)), _RULE)


def _sent(reach: Reach, source: Name, position: str, to: str) -> Tell:
    pieces.send(reach.game, "hive", position, to)
    one, two = system_label(reach.game, position), system_label(reach.game, to)
    text = say("{source}: move all [the Hive]'s ships from {one} to {two}.", source=source, one=one, two=two)
    return Tell(text, _RULE, detail=say("What they carry comes along; fight what follows."), systems=(position, to))


# --- pieces, tokens, tiles


def _fields_of_pieces(reach: Reach, act: BoardAct) -> tuple[AnyField, ...]:
    """What the table has to say of it; what can be in one place alone is not asked."""
    where = where_of(spots_of(reach, act))
    if isinstance(act, SwapsSystems) or (isinstance(act, Pieces) and act.change == "move"):
        return (*where, *where_of(_ends_of(reach, act), TO, say("Where to")))
    if isinstance(act, LaysToken) and len(act.tokens) > 1:
        by_key = reach.game.tables.tiles.tokens_by_key
        choices = tuple(Choice(token, Name(by_key[token].name)) for token in act.tokens)
        return (OneOf(TOKEN, say("Which token"), choices), *where)
    return where


def nothing_to_rearrange(reach: Reach, act: BoardAct) -> Words:
    """Why it changes nothing now, or nothing."""
    return "" if spots_of(reach, act) else no_place(reach)


def no_place(reach: Reach) -> Words:
    """What it would need, where nothing on the map is so."""
    if not reach.where:
        return say("There is no place for it on the map.")
    wanted = listed([WORDS[one] for one in reach.where])
    return say("There is no place for it on the map, which has to be: {wanted}.", wanted=wanted)


def _rearranged(reach: Reach, source: Name, act: BoardAct, args: Args, who: Player) -> Procedure[None]:
    """Do it on the board."""
    spot = told_where(args, spots_of(reach, act))
    position, _, planet = spot.partition("/")
    if isinstance(act, Repairs):
        yield from repaired(reach, source, act, spot, args, who)
    elif isinstance(act, Token):
        yield _token(reach, source, act, position)
    elif isinstance(act, LaysToken):
        gone = next((unit for unit in act.costs if reach.board.units(who, position, planet or None).get(unit)), None)
        if gone is not None:
            pieces.take(reach.game, who, gone, 1, position, planet or None)
        yield _laid(reach, source, act, position, str(args.get(TOKEN, act.tokens[0])))
    elif isinstance(act, SwapsSystems):
        other = told_where(args, _ends_of(reach, act), TO)
        one, two = system_label(reach.game, position), system_label(reach.game, other)
        exchange(reach.game, position, other)
        yield Tell(say("{source}: {one} and {two} change places.", source=source, one=one, two=two), _RULE)
    elif isinstance(act, DestroysPlanet):
        set_destroyed(reach.game, position, planet, True)
        words = PlanetName(planet, position)
        yield Tell(say("{source}: {planet} is destroyed.", source=source, planet=words), _RULE)
    elif isinstance(act, Pieces):
        yield from _moved(reach, source, act, (position, planet or None), args, who)


def spots_of(reach: Reach, act: BoardAct) -> dict[str, Words]:
    """The places where it can be done, with their words; in a battle only those of its system, if any."""
    places = _all_spots_of(reach, act)
    # Of what moves, the places are limited to which it comes.
    moves = isinstance(act, MovesHive) or (isinstance(act, Pieces) and act.change == "move")
    return places if moves else reach.reached(places)


def no_way_there(reach: Reach, args: Args) -> Words:
    """Why what moves cannot go from one place to the other, or nothing."""
    start, end = (str(args.get(name, "")).partition("/")[0] for name in (WHERE, TO))
    if not start or not end or not any(one in reach.where for one in OF_A_WAY):
        return ""
    return "" if end in reach.survey.adjacent[start] else say("These systems are not next to each other.")


def _spots_of_pieces(reach: Reach, act: BoardAct) -> dict[str, Words]:
    everywhere: dict[str, Words] = {at: system_label(reach.game, at) for at in sorted(reach.survey.positions)}
    planets = {f"{at}/{name}": label(reach.board, at, name) for at, name in reach.board.places() if name}
    if isinstance(act, Token):
        holds = act.change == "lift"
        return {at: words for at, words in everywhere.items() if _has_token(reach, at) == holds}
    if isinstance(act, SwapsSystems):
        return {at: words for at, words in everywhere.items() if hex_at(at) is not None}
    if isinstance(act, DestroysPlanet):
        return planets
    if isinstance(act, LaysToken) and act.costs:
        return _standing(reach, act.costs, everywhere | planets, reach.users)
    if isinstance(act, Repairs | Pieces):
        return in_battle(reach, _with_pieces(reach, act, everywhere, planets))
    return in_battle(reach, everywhere) if isinstance(act, LaysToken) else everywhere


def _with_pieces(
    reach: Reach, act: Repairs | Pieces, everywhere: dict[str, Words], planets: dict[str, Words]
) -> dict[str, Words]:
    if isinstance(act, Repairs):
        return {spot: words for spot, words in (everywhere | planets).items() if hurt_at(reach, act, spot)}
    places = {"space": everywhere, "ground": planets, "anywhere": everywhere | planets}[act.arena]
    if act.change == "put":
        return places
    if act.change == "swap":
        old, new = act.units
        able = [seat for seat in PLAYERS if plastic_left(reach, seat, new)]
        return _standing(reach, [old], planets if act.arena == "ground" else everywhere | planets, able)
    either = everywhere | planets if act.arena == "ground" else places
    return _standing(reach, [one.key for one in reach.game.tables.units.units], either, PLAYERS)


def _ends_of_pieces(reach: Reach, act: BoardAct) -> dict[str, Words]:
    if isinstance(act, Pieces) and act.arena == "ground":
        return reach.reached(
            {f"{at}/{name}": label(reach.board, at, name) for at, name in reach.board.places() if name}
        )
    found: dict[str, Words] = {at: system_label(reach.game, at) for at in sorted(reach.survey.positions)}
    return reach.reached({at: words for at, words in found.items() if isinstance(act, Pieces) or hex_at(at)})


def _standing(
    reach: Reach, units: Collection[str], places: Mapping[str, Words], seats: Collection[Player]
) -> dict[str, Words]:
    """Those of some places where one of these players has a unit of one of these types."""

    def there(spot: str) -> bool:
        position, _, planet = spot.partition("/")
        return any(unit in units for seat in seats for unit in reach.board.units(seat, position, planet or None))

    return {spot: words for spot, words in places.items() if there(spot)}


def _has_token(reach: Reach, position: str) -> bool:
    return "hive" in reach.survey.system(position).command_tokens


def in_battle(reach: Reach, found: dict[str, Words]) -> dict[str, Words]:
    """In a battle those of some places that are in its system, if there are any."""
    here = {spot: words for spot, words in found.items() if spot.partition("/")[0] == reach.game.battle}
    return here or found


def where_of(spots: Mapping[str, Words], name: str = WHERE, label: Words | None = None) -> tuple[OneOf, ...]:
    """What asks for one of some places; nothing where there is no choice."""
    if len(spots) < 2:
        return ()
    choices = tuple(Choice(spot, sentence(words)) for spot, words in spots.items())
    return (OneOf(name, label or say("Where"), choices),)


def told_where(args: Args, spots: Mapping[str, Words], name: str = WHERE) -> str:
    """The place that the table has told, or the only one there is."""
    return str(args.get(name) or next(iter(spots)))


def _token(reach: Reach, source: Name, act: Token, position: str) -> Tell:
    where = system_label(reach.game, position)
    if act.change == "lift":
        pieces.take_command_token(reach.game, "hive", position)
        text = say("{source}: take [the Hive]'s command token out of {system}.", source=source, system=where)
        return Tell(text, _RULE)
    line = lies_there(where) if _has_token(reach, position) else diplomacy_token(reach.game, where)
    if line is None:
        return Tell(say("[The Hive] has no command token to place."), _RULE)
    if not _has_token(reach, position):
        give_diplomacy_token(reach.game)
        pieces.put_command_token(reach.game, "hive", position)
    return Tell(say("{source}: {system}", source=source, system=where), line.rule, items=(line,))


def _laid(reach: Reach, source: Name, act: LaysToken, position: str, token: str) -> Tell:
    if act.moves:
        for at in sorted(reach.survey.positions):
            if any(placed.key == token for placed in reach.survey.system(at).tokens):
                pieces.remove_token(reach.game, at, token)
    for other in act.tokens if act.turns else ():
        pieces.remove_token(reach.game, position, other)
    pieces.lay_token(reach.game, position, TokenPlaced(token))
    name, where = Name(reach.game.tables.tiles.tokens_by_key[token].name), system_label(reach.game, position)
    return Tell(say("{source}: {token} in {system}.", source=source, token=name, system=where), _RULE)


def _moved(
    reach: Reach, source: Name, act: Pieces, spot: tuple[str, str | None], args: Args, seat: Player
) -> Procedure[None]:
    """Put a player's units there, move them, or change their type."""
    game, (position, planet) = reach.game, spot
    owner: Owner = NEUTRAL if act.neutral else seat
    wanted: dict[str, int] = {unit: number for unit, number in act.units.items()}
    if act.change == "move":
        there = reach.board.units(seat, position, planet)
        wanted = yield from _which_units(reach, source, act, there, position, seat)
        to, _, onto = told_where(args, _ends_of(reach, act), TO).partition("/")
        for unit, number in wanted.items():
            pieces.transfer(game, seat, unit, number, (position, planet), (to, onto or None))
        position, planet = to, onto or None
    elif act.change == "swap":
        (old, number), (new, _) = wanted.items()
        wanted = {new: pieces.take(game, seat, old, min(number, plastic_left(reach, seat, new)), position, planet)}
        # A ship that takes the place of a structure stands in space.
        planet = None if game.tables.units.by_key[new].category == "ship" else planet
        pieces.put(game, seat, new, wanted[new], position, planet)
    elif act.lands and (aboard := of_category(game, reach.board.units(seat, position, None), "ground_force")):
        wanted = dict.fromkeys(aboard, 1)
        if len(aboard) > 1:
            wanted = yield from _which_units(reach, source, act, aboard, position, seat)
        for unit, number in wanted.items():
            pieces.transfer(game, seat, unit, number, (position, None), (position, planet))
    else:
        if not wanted:
            wanted = yield from _which_units(reach, source, act, _any_of(reach, planet, seat), position, seat)
        wanted = {unit: min(number, plastic_left(reach, owner, unit)) for unit, number in wanted.items()}
        for unit, number in wanted.items():
            pieces.put(game, owner, unit, number, position, planet)
    lines = _lives_there(reach, position, planet, seat) if act.coexist and planet is not None else []
    units, where = unit_words(game, wanted) or say("nothing"), label(reach.board, position, planet)
    text = say("{source}: {units} of {who}: {where}.", source=source, units=units, who=game.name(owner), where=where)
    # What no ship carries is lost, where it left and where it came to.
    ends = dict.fromkeys((spot[0], position)) if owner in PLAYERS else {}
    yield Tell(text, _RULE, items=(*lines, *(line for at in ends for line in adrift(game, at))))


def _lives_there(reach: Reach, position: str, planet: str, seat: Player) -> list[Item]:
    """A player's units live beside those of another side; without any, ground forces bring control of the planet.

    Rule: 33.coexist.order.
    """
    game, board, control = reach.game, reach.board, reach.board.control((position, planet))
    others = any(board.units(owner, position, planet) for owner in game.owners if owner != seat)
    lands = bool(of_category(game, board.units(seat, position, planet), "ground_force"))
    if others or not lands or control in PLAYERS:
        pieces.set_coexisting(game, position, planet, seat, True)
        return []
    pieces.set_control(game, position, planet, seat)
    if control == "hive":
        # What the Hive loses with it is told by itself.
        return []
    return [
        Item(
            say("{who!c} controls {planet} now.", who=game.name(seat), planet=label(board, position, planet)),
            rule=_RULE,
        )
    ]


def _which_units(
    reach: Reach, source: Name, act: Pieces, there: Mapping[str, int], position: str, seat: Player
) -> Procedure[dict[str, int]]:
    """The units that a player means, no more than the act allows."""
    most = act.number or sum(there.values())
    text: Words = say("{source}: which units of {who}?", source=source, who=reach.game.name(seat))
    if act.number:
        text = say(
            "{source}: which units of {who}, at most {most}?", source=source, who=reach.game.name(seat), most=most
        )
    offered = {unit: min(number, most) for unit, number in there.items()}
    while True:
        wanted = yield from numbers(reach.board, keys.PLAYERS_UNITS, text, offered, {}, _RULE, position)
        if sum(wanted.values()) <= most:
            return wanted
        text = say(
            "{source}: those are more than {most}. Which units of {who}?",
            source=source,
            most=most,
            who=reach.game.name(seat),
        )


def _any_of(reach: Reach, planet: str | None, seat: Player) -> dict[str, int]:
    """Units that a player can put there, with how many are left in the reinforcements."""
    ground = planet is not None
    units = [one.key for one in reach.game.tables.units.units if (one.category != "ship") == ground]
    return {unit: left for unit in units if (left := plastic_left(reach, seat, unit))}


def plastic_left(reach: Reach, owner: Owner, unit: str) -> int:
    """How many pieces of a unit a side still has beside the board. Rule: 1.scope.unchanged-rules."""
    plastic = reach.game.tables.units.by_key[unit].players_plastic
    if plastic is None:
        return _PLENTY
    on_board = sum(reach.board.units(owner, *place).get(unit, 0) for place in reach.board.places())
    return max(0, plastic - on_board)
