"""Events around planets, objectives and players. Rules: 4.2, page 14, 28.1."""

from __future__ import annotations

from hive.catalog.tables import Seat
from hive.fields import AnyField, OneOf
from hive.model.game import PLAYERS, Game
from hive.rules.abilities.board import chosen_by_player
from hive.rules.area.planets import controlled_planets
from hive.rules.area.points import fleet_token_lost, gain_points
from hive.rules.control import changing
from hive.rules.events.kinds import Args, Event, any_seat, revealed_objectives, seats, who, who_or_nobody
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
from hive.steps import Choice, Procedure, Tell
from hive.words import Name, Words, say

_NOBODY = "nobody"


def _planet_lost(game: Game, _: Args) -> Procedure[None]:
    yield from changing.planet_lost(game)


def _planet_gained(game: Game, _: Args) -> Procedure[None]:
    yield from changing.planet_gained(game)


def _planet_exhausted(game: Game, _: Args) -> Procedure[None]:
    yield from changing.planet_exhausted(game)


def _rex_taken(game: Game, args: Args) -> Procedure[None]:
    """Rule: 14.gain.mecatol-rex."""
    yield from changing.rex_taken(game, args["who"])


def _fleet_pool(game: Game, args: Args) -> Procedure[None]:
    """Rules: 14.counter.fleet-removal, 14.counter.fleet-removal-calm."""
    yield from fleet_token_lost(game, next((seat for seat in PLAYERS if seat == args["who"]), None))


def _points(game: Game, args: Args) -> Procedure[None]:
    yield from change_points(game, args["who"], 1 if args["change"] == "gain" else -1)


def _speaker(game: Game, args: Args) -> Procedure[None]:
    game.speaker = args["who"]
    yield Tell(say("{who!c} is the Speaker.", who=game.name(game.speaker)), "1.setup.speaker")


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


def _unscored(game: Game, args: Args) -> Procedure[None]:
    objective = game.tables.objectives.by_name[args["objective"]]
    revealed = next(one for one in game.objectives if one.name == objective.name)
    seat: Seat = args["who"]
    if seat in revealed.scored_by:
        revealed.scored_by.remove(seat)
        gain_points(game, seat, -objective.points)
    text = say("{who!c} has not scored {objective}.", who=game.name(seat), objective=Name(objective.name))
    yield Tell(text, "28.1.public")


def _objective_fields(game: Game) -> tuple[AnyField, ...]:
    return (OneOf("who", say("Who"), seats(game)), OneOf("objective", say("Objective"), revealed_objectives(game)))


def _scorable_fields(game: Game) -> tuple[AnyField, ...]:
    """The public objectives, and a secret one of whoever scores it."""
    secret = Choice(SECRET, say("A secret objective"))
    return (
        OneOf("who", say("Who"), seats(game)),
        OneOf("objective", say("Objective"), (*revealed_objectives(game), secret)),
    )


def _scored_before(game: Game, args: Args) -> Words:
    """Each side scores an objective once. Rule: 28.1.public."""
    if args["who"] not in _scorers(game, args):
        return ""
    who, objective = game.name(args["who"]), Name(args["objective"])
    return say("{who!c} has scored {objective} already.", who=who, objective=objective)


def _not_scored(game: Game, args: Args) -> Words:
    if args["who"] in _scorers(game, args):
        return ""
    who, objective = game.name(args["who"]), Name(args["objective"])
    return say("{who!c} has not scored {objective}.", who=who, objective=objective)


def _scorers(game: Game, args: Args) -> list[Seat]:
    """Who has scored the public objective that an event tells of."""
    return next((one.scored_by for one in game.objectives if one.name == args["objective"]), [])


def _reveal(game: Game, _: Args) -> Procedure[None]:
    yield from reveal_any(game, say("Which public objective is revealed?"))


def _reveal_besides(game: Game, _: Args) -> Procedure[None]:
    yield from reveal_besides(game, say("Which public objective does the card reveal?"), STAGES)


def _withdrawn(game: Game, args: Args) -> Procedure[None]:
    objective = game.tables.objectives.by_name[args["objective"]]
    revealed = next(one for one in game.objectives if one.name == objective.name)
    for seat in revealed.scored_by:
        gain_points(game, seat, -objective.points)
    game.objectives.remove(revealed)
    yield Tell(say("{objective} is not on the table.", objective=Name(objective.name)), "28.1.public")


def _revealed_fields(game: Game) -> tuple[AnyField, ...]:
    return (OneOf("objective", say("Objective"), revealed_objectives(game)),)


def _no_objective(game: Game) -> Words:
    return "" if game.objectives else say("No public objective is revealed.")


def _no_planet(game: Game) -> Words:
    return "" if controlled_planets(game) else say("[The Hive] controls no planet.")


def _custodians(game: Game, args: Args) -> Procedure[None]:
    """Who takes them gains a point. Rules: 28.6.deck-agenda, 1.scope.unchanged-rules, 21.invasion.custodians."""
    game.agenda_unlocked = True
    yield Tell(say("The agenda phase is unlocked."), "28.6.deck-agenda")
    seat = next((seat for seat in game.seats if seat == args["who"]), None)
    if seat is not None:
        game.custodians = seat
        yield from change_points(game, seat, game.tables.figures.custodians_points.value)


def _who_took_them(game: Game) -> tuple[AnyField, ...]:
    """A side, which gains the point; or nobody, or a side whose point is entered already."""
    nobody = Choice(_NOBODY, say("Nobody gains a point"))
    return (OneOf("who", say("Who took them"), (*seats(game), nobody), untold=_NOBODY),)


def _points_fields(game: Game) -> tuple[AnyField, ...]:
    changes = (Choice("gain", say("+1 point")), Choice("lose", say("-1 point")))
    return (OneOf("who", say("Who"), seats(game)), OneOf("change", say("Change"), changes))


EVENTS: tuple[Event, ...] = (
    Event(
        "planet_lost",
        say("[The Hive] lost a planet"),
        "Planets",
        "4.2.loss-trigger",
        _planet_lost,
        impossible=_no_planet,
    ),
    Event(
        "planet_gained",
        say("[The Hive] took a planet"),
        "Planets",
        "4.1.yield-standard",
        _planet_gained,
    ),
    Event(
        "planet_exhausted",
        say("A Hive planet is exhausted"),
        "Planets",
        "4.2.loss-trigger",
        _planet_exhausted,
        impossible=_no_planet,
    ),
    Event("rex_taken", say("A player took Mecatol Rex"), "Planets", "14.gain.mecatol-rex", _rex_taken, who),
    Event(
        "custodians",
        say("The custodians left Mecatol Rex"),
        "Planets",
        "28.6.deck-agenda",
        _custodians,
        _who_took_them,
        impossible=lambda game: say("The agenda phase is unlocked already.") if game.agenda_unlocked else "",
    ),
    Event(
        "scored",
        say("A side scored an objective"),
        "Objectives",
        "28.1.public",
        _scored,
        _scorable_fields,
        idle=_scored_before,
    ),
    Event(
        "unscored",
        say("An objective was not scored after all"),
        "Objectives",
        "28.1.public",
        _unscored,
        _objective_fields,
        impossible=_no_objective,
        idle=_not_scored,
    ),
    Event("points", say("Victory points changed"), "Objectives", "28.1.win.players", _points, _points_fields),
    Event(
        "withdrawn",
        say("A revealed objective is not on the table"),
        "Objectives",
        "28.1.public",
        _withdrawn,
        _revealed_fields,
        impossible=_no_objective,
    ),
    Event("reveal", say("A public objective is revealed"), "Objectives", "28.1.win.no-objective", _reveal),
    Event(
        "reveal_besides",
        say("A card reveals a public objective besides"),
        "Objectives",
        "1.scope.unchanged-rules",
        _reveal_besides,
    ),
    Event(
        "fleet_pool",
        say("Tokens leave [the Hive]'s fleet pool"),
        "Players",
        "14.counter.fleet-removal",
        _fleet_pool,
        who_or_nobody,
    ),
    Event(
        "diplomacy_rider",
        say("Diplomacy Rider: a system is chosen"),
        "Players",
        "30.ability.diplomacy-token",
        lambda game, _: chosen_by_player(game, say("Diplomacy Rider")),
    ),
    Event("speaker", say("The Speaker changes"), "Players", "1.setup.speaker", _speaker, any_seat),
)
