"""What can happen beside the course of the game: each event starts a procedure, also while another one waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.rules import damage
from hive.rules.hive_mind import discard_used, draw, realign
from hive.rules.objectives import mark_scored
from hive.rules.planets import planet_exhausted, planet_gained, planet_lost
from hive.rules.points import gain_counters, gain_points
from hive.rules.reinforcements import remove
from hive.rules.reveal import reveal_objective
from hive.rules.support import draw_support, support_lines
from hive.steps import CardField, Choice, Item, Procedure, Tell
from hive.words import count, listed, sentence, units

Group = Literal["Combat", "Planets", "Objectives", "Players", "Hive Mind"]
Args = Mapping[str, Any]

DRAW_FIELDS: dict[str, tuple[CardField, ...]] = {
    "influence": ("icons",),
    "multiplier": ("icons",),
    "asset": ("action", "icons"),
    "transaction": ("promissory_note",),
    "selection": ("choice",),
}


@dataclass(frozen=True)
class Field:
    """One thing that an event has to know: one of some choices, or a number of at most ``maximum``."""

    name: str
    label: str
    choices: tuple[Choice, ...] = ()
    minimum: int = 0
    maximum: int = 0


@dataclass(frozen=True)
class Event:
    """An event as the table says it, what it has to know, and the procedure that it starts."""

    name: str
    title: str
    group: Group
    rule: str
    procedure: Callable[[Game, Args], Procedure[object]]
    fields: Callable[[Game], tuple[Field, ...]] = lambda game: ()
    note: str = ""


def _players(game: Game) -> tuple[Choice, ...]:
    return tuple(Choice(seat, game.name(seat)) for seat in PLAYERS)


def _seats(game: Game) -> tuple[Choice, ...]:
    return tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats)


# --- combat


def _combat(game: Game, args: Args) -> Procedure[None]:
    """Rule: 14.gain.combat."""
    for seat in PLAYERS if args["who"] == "both" else (args["who"],):
        yield _angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")


def _angered(game: Game, seat: Player, number: int, rule: str) -> Tell:
    gained = gain_counters(game, seat, number)
    note = f"now {game.players[seat].counters} of {game.level.counter_maximum}"
    text = f"{game.name(seat)} gains {count(gained, 'aggression counter')}."
    return Tell(text, rule, items=(Item(text, note, rule),))


def _unit_fields(game: Game, keys: tuple[str, ...], label: str, prefix: str) -> list[Field]:
    by_key = game.tables.units.by_key
    return [
        Field(f"{prefix}{key}", f"{sentence(by_key[key].plural)}{label}", maximum=by_key[key].plastic or 40)
        for key in keys
    ]


SPACE = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "war_sun")
GROUND = ("infantry", "mech")


def _hit_fields(arena: damage.Arena) -> Callable[[Game], tuple[Field, ...]]:
    def fields(game: Game) -> tuple[Field, ...]:
        keys = SPACE if arena == "space" else GROUND
        sustaining = tuple(key for key in keys if game.tables.units.by_key[key].sustain_damage)
        return (
            Field("hits", "Hits on the Hive", minimum=1, maximum=40),
            *_unit_fields(game, keys, " of the Hive there", ""),
            *_unit_fields(game, sustaining, " already damaged", "damaged_"),
        )

    return fields


def _hits(arena: damage.Arena) -> Callable[[Game, Args], Procedure[damage.Hits]]:
    def procedure(game: Game, args: Args) -> Procedure[damage.Hits]:
        keys = SPACE if arena == "space" else GROUND
        present = {key: int(args.get(key, 0)) for key in keys}
        damaged = {key: int(args.get(f"damaged_{key}", 0)) for key in keys}
        hits = damage.assign_hits(game, arena, present, damaged, int(args["hits"]))
        rule = "5.4.damage-space" if arena == "space" else "5.4.damage-ground"
        lines = [Item(f"{_units(game, hits.sustained)} sustain damage.", rule=rule)] if hits.sustained else []
        if hits.destroyed:
            lines.append(Item(f"Remove {_units(game, hits.destroyed)}.", rule=rule))
        if hits.left_over:
            lines.append(Item(f"{count(hits.left_over, 'hit')} left over.", "no unit is left to take them", rule))
        text = f"The Hive takes {count(int(args['hits']), 'hit')} {'in space' if arena == 'space' else 'on the ground'}"
        yield Tell(text, rule, key="hits", confirm="done", items=tuple(lines))
        _book_losses(game, hits.destroyed)
        return hits

    return procedure


def _units(game: Game, chosen: Mapping[str, int]) -> str:
    return listed([units(game, number, key) for key, number in chosen.items()])


def _book_losses(game: Game, lost: Mapping[str, int]) -> None:
    for key, number in lost.items():
        if game.tables.units.by_key[key].plastic is not None:
            remove(game, key, number)


def _weakest(game: Game, args: Args) -> Procedure[dict[str, int]]:
    """Rule: 5.4.negative-effects."""
    present = {key: int(args.get(key, 0)) for key in (*SPACE, *GROUND, "pds")}
    chosen = damage.weakest_units(game, present, int(args["number"]))
    lines = (Item(f"The Hive gives up {_units(game, chosen) or 'nothing'}.", "weakest first", "5.4.negative-effects"),)
    yield Tell("An effect harms units of the Hive", "5.4.negative-effects", key="weakest", confirm="done", items=lines)
    _book_losses(game, chosen)
    return chosen


def _weakest_fields(game: Game) -> tuple[Field, ...]:
    number = Field("number", "Units harmed", minimum=1, maximum=40)
    return (number, *_unit_fields(game, (*SPACE, *GROUND, "pds"), " it can hit", ""))


def _units_lost(game: Game, args: Args) -> Procedure[None]:
    lost = {key: int(args.get(key, 0)) for key in game.hive.units if int(args.get(key, 0))}
    _book_losses(game, lost)
    yield Tell(f"The Hive has lost {_units(game, lost) or 'nothing'}.", "2.hive.components")


def _units_lost_fields(game: Game) -> tuple[Field, ...]:
    return tuple(
        Field(key, sentence(game.tables.units.by_key[key].plural), maximum=number)
        for key, number in game.hive.units.items()
        if number
    )


# --- players


def _rex_taken(game: Game, args: Args) -> Procedure[None]:
    """Rule: 14.gain.mecatol-rex."""
    yield _angered(game, args["who"], game.tables.figures.counters_mecatol_rex.value, "14.gain.mecatol-rex")


def _fleet_pool(game: Game, args: Args) -> Procedure[None]:
    """Rules: 14.counter.fleet-removal, 14.counter.fleet-removal-calm."""
    taken = min(1, game.hive.tokens.strategy)
    game.hive.tokens.strategy -= taken
    text = "The Hive loses 1 command token of its strategy pool." if taken else "The strategy pool is empty."
    yield Tell(text, "14.counter.fleet-removal", items=(Item(text, rule="14.counter.fleet-removal"),))
    cause: Player | None = args["who"] if args["who"] in PLAYERS else None
    if cause is not None:
        game.players[cause].calmed = True
        text = f"{game.name(cause)} counts as having no aggression counters until the turn ends."
        yield Tell(text, "14.counter.fleet-removal-calm", items=(Item(text, rule="14.counter.fleet-removal-calm"),))


def _points(game: Game, args: Args) -> Procedure[None]:
    seat: Seat = args["who"]
    change = 1 if args["change"] == "gain" else -1
    counters_before = {player: game.players[player].counters for player in PLAYERS}
    gain_points(game, seat, change)
    points = game.hive.victory_points if seat == "hive" else game.players[seat].victory_points
    yield Tell(f"{sentence(game.name(seat))} has {count(points, 'victory point')}.", "28.1.win.players")
    yield from _six_points(game, counters_before)


def _six_points(game: Game, before: Mapping[Player, int]) -> Procedure[None]:
    for player in PLAYERS:
        gained = game.players[player].counters - before[player]
        if gained:
            text = f"{game.name(player)} gains {count(gained, 'aggression counter')} for reaching six points."
            yield Tell(text, "14.gain.six-points", items=(Item(text, rule="14.gain.six-points"),))


def _speaker(game: Game, args: Args) -> Procedure[None]:
    game.speaker = args["who"]
    yield Tell(f"{sentence(game.name(game.speaker))} is the Speaker.", "1.setup.speaker")


# --- objectives


def _scored(game: Game, args: Args) -> Procedure[None]:
    objective = game.tables.objectives.by_name[args["objective"]]
    seat: Seat = args["who"]
    revealed = next(one for one in game.objectives if one.name == objective.name)
    before = {player: game.players[player].counters for player in PLAYERS}
    if seat in revealed.scored_by:
        yield Tell(f"{sentence(game.name(seat))} has scored {objective.name} before.", "28.1.public")
        return
    mark_scored(game, seat, objective)
    yield Tell(f"{sentence(game.name(seat))} scores {objective.name}.", "28.1.public")
    yield from _six_points(game, before)


def _unscored(game: Game, args: Args) -> Procedure[None]:
    objective = game.tables.objectives.by_name[args["objective"]]
    revealed = next(one for one in game.objectives if one.name == objective.name)
    seat: Seat = args["who"]
    if seat in revealed.scored_by:
        revealed.scored_by.remove(seat)
        gain_points(game, seat, -objective.points)
    yield Tell(f"{sentence(game.name(seat))} has not scored {objective.name}.", "28.1.public")


def _objective_fields(game: Game) -> tuple[Field, ...]:
    names = tuple(Choice(objective.name, objective.name) for objective in game.objectives)
    return (Field("who", "Who", _seats(game)), Field("objective", "Objective", names))


def _reveal(game: Game, _: Args) -> Procedure[None]:
    yield from reveal_objective(game, "Which public objective is revealed?")


# --- the Hive Mind


def _support(game: Game, _: Args) -> Procedure[None]:
    """Rule: 21.draw.player-activation."""
    keep = list(game.deck.in_use)
    cards = yield from draw_support(game)
    lines = support_lines(cards) or [Item("No card is left to draw.", rule="3.1.depleted")]
    text = "Support for the Hive in the system that the players activate"
    yield Tell(text, "21.draw.player-activation", key="support", confirm="done", items=tuple(lines))
    discard_used(game, keep)


def _draw_cards(game: Game, args: Args) -> Procedure[None]:
    keep = list(game.deck.in_use)
    purpose = str(args["purpose"])
    drawn = 0
    for _ in range(int(args["number"])):
        drawn += (yield from draw(game, purpose, DRAW_FIELDS[purpose], "3.1.decisions")) is not None
    text = f"Drawn: {count(drawn, f'{purpose} card')}"
    yield Tell(text, "3.1.decisions", key="drawn", confirm="done")
    discard_used(game, keep)


def _draw_cards_fields(_: Game) -> tuple[Field, ...]:
    purposes = tuple(Choice(purpose, purpose.capitalize()) for purpose in DRAW_FIELDS)
    return (Field("purpose", "For", purposes), Field("number", "How many", minimum=1, maximum=9))


def _realign(game: Game, _: Args) -> Procedure[None]:
    realign(game)
    yield Tell("The Hive Mind deck is realigned.", "3.2.realignment")


def _custodians(game: Game, _: Args) -> Procedure[None]:
    game.agenda_unlocked = True
    yield Tell("The agenda phase is unlocked.", "28.6.deck-agenda")


def _who(game: Game) -> tuple[Field, ...]:
    return (Field("who", "Who", _players(game)),)


def _who_or_both(game: Game) -> tuple[Field, ...]:
    return (Field("who", "Who", (*_players(game), Choice("both", "Both"))),)


def _who_or_nobody(game: Game) -> tuple[Field, ...]:
    return (Field("who", "Caused by", (*_players(game), Choice("nobody", "No player"))),)


def _any_seat(game: Game) -> tuple[Field, ...]:
    return (Field("who", "Who", _seats(game)),)


def _points_fields(game: Game) -> tuple[Field, ...]:
    changes = (Choice("gain", "+1 point"), Choice("lose", "-1 point"))
    return (Field("who", "Who", _seats(game)), Field("change", "Change", changes))


EVENTS: dict[str, Event] = {
    event.name: event
    for event in (
        Event("support", "We activate a system with Hive units", "Combat", "21.draw.player-activation", _support),
        Event("combat", "Combat with the Hive ended", "Combat", "14.gain.combat", _combat, _who_or_both),
        Event(
            "hits_space",
            "The Hive takes hits in space",
            "Combat",
            "5.4.damage-space",
            _hits("space"),
            _hit_fields("space"),
        ),
        Event(
            "hits_ground",
            "The Hive takes hits on the ground",
            "Combat",
            "5.4.damage-ground",
            _hits("ground"),
            _hit_fields("ground"),
        ),
        Event("weakest", "An effect harms Hive units", "Combat", "5.4.negative-effects", _weakest, _weakest_fields),
        Event(
            "units_lost", "Hive plastic left the board", "Combat", "2.hive.components", _units_lost, _units_lost_fields
        ),
        Event(
            "planet_lost", "The Hive lost a planet", "Planets", "4.2.loss-trigger", lambda game, _: planet_lost(game)
        ),
        Event(
            "planet_gained",
            "The Hive took a planet",
            "Planets",
            "4.1.yield-standard",
            lambda game, _: planet_gained(game),
        ),
        Event(
            "planet_exhausted",
            "A Hive planet is exhausted",
            "Planets",
            "4.2.loss-trigger",
            lambda game, _: planet_exhausted(game),
        ),
        Event("rex_taken", "A player took Mecatol Rex", "Planets", "14.gain.mecatol-rex", _rex_taken, _who),
        Event("custodians", "The custodians left Mecatol Rex", "Planets", "28.6.deck-agenda", _custodians),
        Event("scored", "A side scored an objective", "Objectives", "28.1.public", _scored, _objective_fields),
        Event(
            "unscored",
            "An objective was not scored after all",
            "Objectives",
            "28.1.public",
            _unscored,
            _objective_fields,
        ),
        Event("points", "Victory points changed", "Objectives", "28.1.win.players", _points, _points_fields),
        Event("reveal", "A public objective is revealed", "Objectives", "28.1.win.no-objective", _reveal),
        Event(
            "fleet_pool",
            "Tokens leave the Hive's fleet pool",
            "Players",
            "14.counter.fleet-removal",
            _fleet_pool,
            _who_or_nobody,
        ),
        Event("speaker", "The Speaker changes", "Players", "1.setup.speaker", _speaker, _any_seat),
        Event(
            "draw_cards",
            "Draw Hive Mind cards for something else",
            "Hive Mind",
            "3.1.decisions",
            _draw_cards,
            _draw_cards_fields,
        ),
        Event("realign", "Realign the Hive Mind deck", "Hive Mind", "3.2.realignment", _realign),
    )
}


def impossible(game: Game, event: Event) -> str:
    """Why an event cannot happen now, or an empty text."""
    if event.name in ("scored", "unscored") and not game.objectives:
        return "No public objective is revealed."
    if event.name == "units_lost" and not any(game.hive.units.values()):
        return "No Hive plastic is on the board."
    if event.name in ("support", "draw_cards") and game.deck.depleted:
        return "The Hive Mind deck is depleted."
    if event.name == "custodians" and game.agenda_unlocked:
        return "The agenda phase is unlocked already."
    if event.name in ("planet_lost", "planet_exhausted") and not _controls_planets(game):
        return "The Hive controls no planet."
    return ""


def _controls_planets(game: Game) -> bool:
    return bool(game.hive.standard_planets or any(game.hive.spawning_planets.values()))
