"""Events of exploration, and around planets, objectives and players.

Rules: pages 14 and 23, 4.2, 28.1.
"""

from __future__ import annotations

from hive import keys
from hive.board.growing import add_fracture, add_system, homes, new_slots, unused_tiles
from hive.catalog.tables import Fragment, Seat
from hive.catalog.tables.galaxy import Discovery
from hive.fields import AnyField, Number, OneOf
from hive.model.game import PLAYERS, Game
from hive.naming import by_now, position_name, system_label
from hive.rules.abilities.board import chosen_by_player
from hive.rules.area import controlled_planets, fleet_token_lost, gain_points
from hive.rules.board import PlanetAt, Tracked, board_of, known_board, tracked
from hive.rules.control import changing
from hive.rules.control.changing import which
from hive.rules.deck import roll
from hive.rules.events.kinds import Args, any_seat, event, no_planet_held, seats, who, who_or_nobody
from hive.rules.exploration import exploring
from hive.rules.exploration.exploring import explore_frontier, explore_planet, explore_told, frontier_systems, sites_of
from hive.rules.objectives.public import can_pay, spend, unscored
from hive.rules.objectives.scoring import (
    SECRET,
    STAGES,
    change_points,
    reveal_any,
    reveal_besides,
    score_objective,
    score_secret,
)
from hive.rules.options import played
from hive.steps import Choice, Item, Procedure, Tell, question, which_of
from hive.words import Name, Words, count, say

# On so much or less the tile that is drawn has a red back.
_RED = 4
_LAST = 10


def bring_the_fracture(game: Game) -> Procedure[None]:
    """Book The Fracture with its neutral units, and tell what hands do. Rule: 33.fracture.ingress."""
    tracked = isinstance(board_of(game), Tracked)
    systems = tuple(add_fracture(game)) if tracked else ()
    note: Words = say("tap each system on the map: “Ingress” stands among its tokens") if tracked else ""
    tokens = say("Place the ingress tokens, none into an auxiliary spawning system of [the Hive].")
    text = say("Lay The Fracture beside the map, with its neutral units.")
    lines = (Item(tokens, note, "33.fracture.ingress"),)
    yield Tell(text, "33.scope", keys.FRACTURE, "done", items=lines, systems=systems)


def may_discover(board: Tracked) -> bool:
    """Whether the Hive has a ship at the edge outside its home. Rule: 35.exploration.hive-discovers (M40)."""
    survey = board.survey
    return any(survey.ship_count(one) for one in survey.edge - homes(survey) if one[:1].isdigit())


def hive_discovers(game: Game) -> Procedure[None]:
    """The Hive tries to discover a system: a random tile, next to zone 1 where the table says (M41).

    Without a galaxy the table tries it for the Hive.

    Rules: 35.exploration.hive-discovers, 35.exploration.hive-systems.
    """
    board, rule = board_of(game), game.tables.galaxy.discoveries[0]
    if not isinstance(board, Tracked):
        yield _discovery_told(rule)
        return
    slots = new_slots(board.survey, rule.beside)
    if not may_discover(board) or not slots:
        text = say("[The Hive] discovers no system: it has no ship at the edge outside its home, or no place is free.")
        yield Tell(text, "35.exploration.hive-discovers")
        return
    die = roll(game, 1)[0]
    tiles = unused_tiles(game, ("red",) if die <= _RED else ("blue",))
    if not tiles:
        yield Tell(say("No tile of that back is left: [the Hive] discovers nothing."), "35.exploration.hive-discovers")
        return
    tile = tiles[_one_of(board, len(tiles))]
    ask = question(
        keys.DISCOVERED,
        tile=Name(tile.tile),
        near=rule.beside,
        zone=rule.zone,
        choices=(Choice(slot, position_name(slot)) for slot in slots),
        items=(Item(say("The die shows {number}.", number=die), rule="35.exploration.hive-discovers"),),
    )
    answer = yield from ask
    add_system(game, answer, tile.tile, rule.zone)


def _one_of(board: Tracked, number: int) -> int:
    """One of so many, at random: as many dice as it takes."""
    first, second = roll(board.game, 2)
    return ((first - 1) * _LAST + second - 1) % number


def _discovery_told(rule: Discovery) -> Tell:
    """What the table does for the Hive."""
    discovers = "35.exploration.hive-discovers"
    only = say("Only with a ship of [the Hive] in a system at the edge that is no home.")
    where = say(
        "Roll a die: on 1 to 4 draw a random red tile, else a blue one. Lay it next to a system of zone "
        "{beside}; it is of zone {zone}.",
        beside=rule.beside,
        zone=rule.zone,
    )
    lines = Item(only, rule=discovers), Item(where, rule="35.exploration.hive-systems")
    return Tell(say("[The Hive] tries to discover a system"), discovers, keys.DISCOVERED, "done", items=lines)


# --- events of exploration: what the Hive explores, and the fragments and relics that it gains or loses


GAIN, LOSE, FRACTURE = "gain", "lose", "fracture"


def _no_planet(game: Game) -> Words:
    board = board_of(game)
    none = not (_explorable(board) if isinstance(board, Tracked) else controlled_planets(game))
    return _not_played(game) or (say("[The Hive] controls no planet with a trait.") if none else "")


@event("explore_planet", impossible=_no_planet)
def _planet(game: Game, _: Args) -> Procedure[None]:
    """The table says which of its planets the Hive explores, or of which kind. Rule: 23.draw."""
    if (board := tracked(game)) is None:
        return (yield from explore_told(game))
    place = yield from which(board, question(keys.EXPLORED_PLANET), _explorable(board))
    if place is not None:
        yield from explore_planet(game, place)


def _explorable(board: Tracked) -> list[PlanetAt]:
    """The Hive's planets that have a trait."""
    return [place for place in board.planets_of("hive") if sites_of(board.game, place)]


def _no_frontier(game: Game) -> Words:
    none = isinstance(board_of(game), Tracked) and not frontier_systems(game)
    return _not_played(game) or (say("No Hive ship stands with a frontier token.") if none else "")


@event("explore_frontier", impossible=_no_frontier)
def _frontier(game: Game, _: Args) -> Procedure[None]:
    systems = frontier_systems(game)
    position = systems[0] if systems else ""
    if len(systems) > 1:
        labels = {at: system_label(game, at) for at in systems}
        position = yield from which_of(question(keys.EXPLORED_FRONTIER, systems=systems), labels)
    yield from explore_frontier(game, position)


def _fragment_fields(game: Game) -> tuple[AnyField, ...]:
    gains = [Choice(f"{GAIN}.{kind}", say("Gains {kind}", kind=Name(kind))) for kind in exploring.FRAGMENTS]
    losses = [
        Choice(f"{LOSE}.{kind}", say("Loses {kind}", kind=Name(kind)))
        for kind in exploring.FRAGMENTS
        if _held(game, kind)
    ]
    return (OneOf("fragment", say("Fragment"), (*gains, *losses)),)


def _not_played(game: Game) -> Words:
    return "" if played(game, "exploration") else say("Exploration (page 23) is not played in this game.")


@event("fragment", _fragment_fields, impossible=_not_played)
def _fragment(game: Game, args: Args) -> Procedure[None]:
    """Rules: 23.fragment.keep, 23.fragment.four-alike, 23.fragment.two-each."""
    change, _, name = str(args["fragment"]).partition(".")
    kind = next(kind for kind in exploring.FRAGMENTS if kind == name)
    if change == GAIN:
        lines = exploring.gain_fragment(game, kind)
        text = say("[The Hive] gains {kind!a} relic fragment", kind=Name(kind))
    else:
        exploring.lose_fragment(game, kind)
        taken = say("Take {fragment} from [the Hive].", fragment=exploring.FRAGMENT[kind])
        lines = [Item(taken, by_now(_held(game, kind)), "23.fragment.keep")]
        text = say("[The Hive] loses {kind!a} relic fragment", kind=Name(kind))
    yield Tell(text, "23.fragment.keep", keys.FRAGMENT, "done", items=tuple(lines))


def _relic_fields(game: Game) -> tuple[AnyField, ...]:
    losses = (Choice(LOSE, say("Loses one")),) if game.hive.relics else ()
    return (OneOf("change", say("Change"), (Choice(GAIN, say("Gains one")), *losses)),)


@event("relic", _relic_fields, impossible=_not_played)
def _relic(game: Game, args: Args) -> Procedure[None]:
    """Rules: 23.relic.face-down, 23.relic.victory-point."""
    if args["change"] == GAIN:
        lines, text = exploring.gain_relic(game), say("[The Hive] gains a relic")
    else:
        game.hive.relics = max(0, game.hive.relics - 1)
        now = by_now(game.hive.relics)
        lines = [Item(say("Take 1 relic from [the Hive]."), now, "23.relic.face-down")]
        text = say("[The Hive] loses a relic")
    yield Tell(text, "23.relic.face-down", keys.RELIC, "done", items=tuple(lines))


def _purged_fields(game: Game) -> tuple[AnyField, ...]:
    whose = [seat for seat in game.seats if seat != "hive" or game.hive.relics]
    choices = [Choice(seat, say("A relic of {who}", who=game.name(seat))) for seat in whose]
    if not known_board(game).fracture_lies():
        choices.append(Choice(FRACTURE, say("The Fracture comes into play"), say("with its neutral units")))
    points = Number("number", say("Victory points for it"), maximum=5, value=1, minimum=1)
    return OneOf("whose", say("What it does"), tuple(choices)), points


@event("relic_purged", _purged_fields)
def _relic_purged(game: Game, args: Args) -> Procedure[None]:
    """A relic leaves the game, and whose it was gains victory points; or The Fracture comes into play instead."""
    if args["whose"] == FRACTURE:
        yield from bring_the_fracture(game)
        return
    seat, number = next(seat for seat in game.seats if seat == args["whose"]), int(args["number"])
    if seat == "hive":
        game.hive.relics = max(0, game.hive.relics - 1)
    gain_points(game, seat, number)
    gains = say("{who!c} gains {items}.", who=game.name(seat), items=count(number, "victory point"))
    text, rule = say("A relic of {who} leaves the game", who=game.name(seat)), "1.scope.unchanged-rules"
    yield Tell(text, rule, keys.RELIC, "done", items=(Item(gains, rule=rule),))


def _held(game: Game, kind: Fragment) -> int:
    return game.hive.fragments.get(kind, 0)


# --- events around planets, objectives and players


_NOBODY = "nobody"


def _points_fields(game: Game) -> tuple[AnyField, ...]:
    changes = (Choice("gain", say("+1 point")), Choice("lose", say("-1 point")))
    return (*any_seat(game), OneOf("change", say("Change"), changes))


@event("speaker", any_seat)
def _speaker(game: Game, args: Args) -> Procedure[None]:
    game.speaker = args["who"]
    yield Tell(say("{who!c} is the Speaker.", who=game.name(game.speaker)), "1.setup.speaker")


def _scorable_fields(game: Game) -> tuple[AnyField, ...]:
    """The public objectives, and a secret one of whoever scores it."""
    return (*any_seat(game), _objectives(game, Choice(SECRET, say("A secret objective"))))


def _scored_before(game: Game, args: Args) -> Words:
    """Each side scores an objective once. Rule: 28.1.public."""
    if args["who"] not in _scorers(game, args):
        return ""
    who, objective = game.name(args["who"]), Name(args["objective"])
    return say("{who!c} has scored {objective} already.", who=who, objective=objective)


@event("scored", _scorable_fields, idle=_scored_before)
def _scored(game: Game, args: Args) -> Procedure[None]:
    """The Hive pays for an objective about tokens, as far as it can. Rules: 28.1.spend-stockpile, 28.1.secret.match."""
    if args["objective"] == SECRET:
        yield Tell(say("{who!c} scores a secret objective.", who=game.name(args["who"])), "28.1.public")
        yield from score_secret(game, args["who"])
        return
    objective = game.tables.objectives.by_name[args["objective"]]
    if args["who"] == "hive" and objective in unscored(game) and can_pay(game, objective):
        spent = spend(game, objective)
        if spent:
            yield Tell(say("[The Hive] {spent}.", spent=spent), "28.1.spend-stockpile")
    yield from score_objective(game, args["who"], objective)


def _objectives(game: Game, *others: Choice) -> OneOf:
    """The public objectives on the table, to choose from, and others."""
    public = (Choice(objective.name, Name(objective.name)) for objective in game.objectives)
    return OneOf("objective", say("Objective"), (*public, *others))


def _not_scored(game: Game, args: Args) -> Words:
    if args["who"] in _scorers(game, args):
        return ""
    who, objective = game.name(args["who"]), Name(args["objective"])
    return say("{who!c} has not scored {objective}.", who=who, objective=objective)


@event("unscored", lambda game: (*any_seat(game), _objectives(game)), idle=_not_scored)
def _unscored(game: Game, args: Args) -> Procedure[None]:
    objective = game.tables.objectives.by_name[args["objective"]]
    revealed = next(one for one in game.objectives if one.name == objective.name)
    seat: Seat = args["who"]
    if seat in revealed.scored_by:
        revealed.scored_by.remove(seat)
        gain_points(game, seat, -objective.points)
    text = say("{who!c} has not scored {objective}.", who=game.name(seat), objective=Name(objective.name))
    yield Tell(text, "28.1.public")


def _scorers(game: Game, args: Args) -> list[Seat]:
    """Who has scored the public objective that an event tells of."""
    return next((one.scored_by for one in game.objectives if one.name == args["objective"]), [])


@event("withdrawn", lambda game: (_objectives(game),))
def _withdrawn(game: Game, args: Args) -> Procedure[None]:
    objective = game.tables.objectives.by_name[args["objective"]]
    revealed = next(one for one in game.objectives if one.name == objective.name)
    for seat in revealed.scored_by:
        gain_points(game, seat, -objective.points)
    game.objectives.remove(revealed)
    yield Tell(say("{objective} is not on the table.", objective=Name(objective.name)), "28.1.public")


def _who_took_them(game: Game) -> tuple[AnyField, ...]:
    """A side, which gains the point; or nobody, or a side whose point is entered already."""
    nobody = Choice(_NOBODY, say("Nobody gains a point"))
    return (OneOf("who", say("Who took them"), (*seats(game), nobody), untold=_NOBODY),)


@event(
    "custodians",
    _who_took_them,
    impossible=lambda game: say("The agenda phase is unlocked already.") if game.agenda_unlocked else "",
)
def _custodians(game: Game, args: Args) -> Procedure[None]:
    """Who takes them gains a point. Rules: 28.6.deck-agenda, 1.scope.unchanged-rules, 21.invasion.custodians."""
    game.agenda_unlocked = True
    yield Tell(say("The agenda phase is unlocked."), "28.6.deck-agenda")
    seat = next((seat for seat in game.seats if seat == args["who"]), None)
    if seat is not None:
        game.custodians = seat
        yield from change_points(game, seat, game.tables.figures.custodians_points.value)


# --- events that are played as another chapter says


event("planet_lost", impossible=no_planet_held)(lambda game, _: changing.planet_lost(game))
event("planet_gained")(lambda game, _: changing.planet_gained(game))
event("planet_exhausted", impossible=no_planet_held)(lambda game, _: changing.planet_exhausted(game))
event("rex_taken", who)(lambda game, args: changing.rex_taken(game, args["who"]))
event("points", _points_fields)(
    lambda game, args: change_points(game, args["who"], 1 if args["change"] == "gain" else -1)
)
event("reveal")(lambda game, _: reveal_any(game, say("Which public objective is revealed?")))
event("reveal_besides")(lambda game, _: reveal_besides(game, say("Which public objective is revealed?"), STAGES))
event("fleet_pool", who_or_nobody)(
    lambda game, args: fleet_token_lost(game, next((seat for seat in PLAYERS if seat == args["who"]), None))
)
event("diplomacy_rider")(lambda game, _: chosen_by_player(game, say("Diplomacy Rider"), sparing=False))
