"""Where alone, how often and against what not players use what they own; and what an act of it is.

Rules: 1.scope.unchanged-rules, 30.ability.protected-systems.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Never, cast

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey, players_planets
from hive.catalog.tables import Anomaly
from hive.catalog.tables.base import Frozen
from hive.catalog.tables.doings import Doing, Only, Spared, Use, stands
from hive.catalog.tables.galaxy import Trait
from hive.effects import having_leader, kept_from_commanding
from hive.fields import AnyField, Choice, OneOf
from hive.model.game import PLAYERS, Duration, Game, Player, Spent, other_player
from hive.naming import system_label, term
from hive.rules.acts.core import Places, Scene, Verb
from hive.rules.board import Tracked, board_of, tracked
from hive.rules.combat.units import shielded
from hive.rules.diagrams import damage
from hive.rules.events.combat import GROUND, WHERE, label, place_of
from hive.rules.events.kinds import Args
from hive.rules.notes import holder, received
from hive.rules.objectives.confirming import may_be_neighbor
from hive.rules.options import faction_of, players_of
from hive.steps import Procedure
from hive.words import Words, listed, say, sentence

NOTHING_TOLD: Args = {}
TO = "to"


@dataclass(frozen=True)
class Spot:
    """A place, one planet of it or none in particular, and who uses something there."""

    game: Game
    survey: Survey
    position: str
    planet: str | None
    seat: Player

    @property
    def planets(self) -> list[str]:
        """The planet that is meant, or all of the system."""
        return [self.planet] if self.planet else [*self.survey.system(self.position).planets]


@dataclass(frozen=True, kw_only=True)
class Used(Scene):
    """Something that players own or do: who can have it, or just who uses it, and what the table has told of it.

    Without a galaxy the table sees where alone it can be used, and against what not.
    """

    doing: Doing
    users: tuple[Player, ...]
    taken: bool = True

    @property
    def user(self) -> Player:
        """Who uses it."""
        return self.users[0]


@dataclass(frozen=True, kw_only=True)
class Reach(Used):
    """The same on a tracked board."""

    board: Tracked

    @property
    def survey(self) -> Survey:
        """The galaxy as it stands now."""
        return self.board.survey

    def reached(self, places: dict[str, Words]) -> dict[str, Words]:
        """Those of some places in which it can be used, and against which.

        Where Mecatol Rex or the nexus is safe, the Hive's spawning systems are, too.
        Rule: 30.ability.protected-systems.
        """
        survey = self.survey
        open_to = {spot: words for spot, words in places.items() if not self._safe(spot)}
        if not (where := self.doing.where):
            return open_to
        return {
            spot: words
            for spot, words in open_to.items()
            if any(fits(where, Spot(self.game, survey, *place_of(spot), seat)) for seat in self.users)
        }

    def _safe(self, spot: str) -> bool:
        (position, planet), spared = place_of(spot), self.doing.not_against
        if not spared:
            return False
        game, survey = self.game, self.survey
        protected = position in {survey.where("main"), survey.where("aux1"), survey.where("aux2")}
        role = game.tables.tiles.by_number[survey.system(position).tile].role
        factions = [one for one in game.tables.factions.factions if f"{one.short.lower()}_home" in spared]
        seats = game.seats if "home" in spared else players_of(game, [one.name for one in factions])
        safe: dict[Spared, bool] = {
            "mecatol_rex": protected or position == survey.mecatol_rex,
            "wormhole_nexus": protected or role == "wormhole_nexus",
            "legendary": planet is not None and survey.planet(position, planet).legendary,
            "fracture": role == "fracture",
        }
        return position in {survey.home(seat) for seat in seats} or any(safe.get(one, False) for one in spared)


def at_places(
    do: Callable[[Reach, Never, str, Never], Procedure[None]],
    spots: Callable[[Reach, Never], Places],
    ends: Callable[[Reach, Never], Places] | None = None,
    all_over: Callable[[Never], bool] = lambda act: False,
    more: Callable[[Reach, Never], tuple[AnyField, ...]] = lambda reach, act: (),
    nothing: Callable[[Reach, Never], Words] | None = None,
    by_whom: Callable[[Never], bool] = lambda act: False,
) -> Verb:
    """What is done at a place of a map, and may go from there to one of its ``ends``; or ``all_over`` its places.

    What can be in one place alone is not asked.
    """

    def done(reach: Reach, act: Never) -> Procedure[None]:
        for spot in [*spots(reach, act)] if all_over(act) else [told_where(reach, spots(reach, act))]:
            position, planet = place_of(spot)
            yield from do(reach, act, position, cast(Never, planet))

    def fields(reach: Reach, act: Never) -> tuple[AnyField, ...]:
        if all_over(act):
            return ()
        to = where_of(ends(reach, act), TO, say("Where to?")) if ends else ()
        return (*where_of(spots(reach, act)), *to, *more(reach, act))

    def hindered(reach: Reach, act: Never) -> Words:
        return "" if spots(reach, act) else (nothing or no_place)(reach, act)

    return Verb(asking=done, fields=fields, hindered=hindered, spots=spots, by_whom=by_whom)


def where_of(spots: Places, name: str = WHERE, label: Words | None = None) -> tuple[OneOf, ...]:
    """What asks for one of some places; nothing where there is no choice."""
    if len(spots) < 2:
        return ()
    choices = tuple(Choice(spot, sentence(words)) for spot, words in spots.items())
    return (OneOf(name, label or say("Where"), choices),)


def told_where(use: Used, spots: Places, name: str = WHERE) -> str:
    """The place that the table has told, or the only one there is."""
    return str(use.args.get(name) or next(iter(spots)))


def systems_on_map(reach: Reach) -> Places:
    """All systems of the map."""
    return {at: system_label(reach.game, at) for at in sorted(reach.survey.positions)}


def planets_on_map(reach: Reach) -> Places:
    """All planets of the map."""
    return {f"{at}/{name}": label(reach.board, at, name) for at, name in reach.board.planets()}


def in_battle(reach: Reach, found: Places) -> Places:
    """In a battle those of some places that are in its system, if there are any."""
    here = {spot: words for spot, words in found.items() if place_of(spot)[0] == reach.game.battle}
    return here or found


def no_place(reach: Reach, _: Frozen) -> Words:
    """What it would need, where nothing on the map is so."""
    if not reach.doing.where:
        return say("There is no place for it on the map.")
    wanted = listed([term("where", one) for one in reach.doing.where])
    return say("There is no place for it on the map, which has to be: {wanted}.", wanted=wanted)


def no_way(reach: Reach) -> Words:
    """Why what moves cannot go from one place to the other, or nothing."""
    start, end = (str(reach.args.get(name, "")).partition("/")[0] for name in (WHERE, TO))
    if not start or not end or not any(one in reach.doing.where for one in _OF_A_WAY):
        return ""
    return "" if end in reach.survey.adjacent[start] else say("These systems are not next to each other.")


# What is said of two places.
_OF_A_WAY: tuple[Only, ...] = ("next", "next_with_other_ships")


def depends_on_user(where: Collection[Only]) -> bool:
    """Whether it matters who uses it."""
    return any("own" in one.split("_") or one in ("neighbour", "no_other_ships") for one in where)


def fits(where: Sequence[Only], spot: Spot) -> bool:
    """Whether all of what is said of the place holds."""
    of_places = [one for one in where if one not in _NOW and one not in _OF_A_WAY]
    return all(_HOLDS[one](spot) if one in _HOLDS else _with_own(one, spot) for one in of_places)


def not_now(game: Game, where: Sequence[Only], seats: Sequence[Player]) -> Words:
    """Why it is nothing for the battle that is fought, for this hour, or for any of these players, or nothing."""
    failed = next((one for one in where if one in _NOW and not _NOW[one](game, seats)), None)
    return "" if failed is None else say("It is used {where}.", where=term("where", failed))


def _fought(game: Game, arena: damage.Arena) -> bool:
    ground = game.battle_on or game.battle_step == keys.GROUND_COMBAT
    return not game.battle or (arena == "ground") == bool(ground)


def _shielded(game: Game, seats: Sequence[Player]) -> bool:
    """Whether units of one of these players shield the planet that is fought for, as far as is known."""
    board, at, planet = board_of(game), game.battle, game.battle_on
    if not isinstance(board, Tracked) or not at or not planet:
        return True
    return any(shielded(game, board.units(seat, at, planet), seat) for seat in seats)


# What is not of a place that is told, but of the battle that is fought, of the round, or of who uses it.
_NOW: dict[Only, Callable[[Game, Sequence[Player]], bool]] = {
    "space": lambda game, _: _fought(game, "space"),
    "ground": lambda game, _: _fought(game, "ground"),
    "own_planetary_shield": _shielded,
    "neighbour": lambda game, seats: any(may_be_neighbor(game, seat) for seat in seats),
    "two_not_passed": lambda game, _: sum(not game.area(seat).passed for seat in game.seats) > 1,
}


def _with_own(one: Only, spot: Spot) -> bool:
    """A limit of the form: with, next to, or with or next to something of one's own."""
    relation, _, thing = one.partition("_own_")
    near = tuple(spot.survey.adjacent[spot.position])
    places = {"with": (spot.position,), "next_to": near, "with_or_next_to": (spot.position, *near)}[relation]
    return any(_has(spot.survey, at, spot.seat, thing) for at in places)


def _has(survey: Survey, position: str, seat: Player, thing: str) -> bool:
    """Whether a player, or of a planet the ally, has it in a system; else units, ships, or such a unit."""
    if thing == "planet":
        return bool(players_planets(survey, position))
    if thing == "units":
        return survey.has_units(position, seat)
    if thing == "ships":
        return bool(survey.ship_count(position, seat))
    system = survey.system(position)
    standing = [system.units, *(planet.units for planet in system.planets.values())]
    units = {unit for there in standing for unit, number in there.get(seat, {}).items() if number}
    if thing == "bombardment":
        return any(survey.tables.units.by_key[unit].bombardment for unit in units)
    return thing in units


def _own_planet(spot: Spot) -> bool:
    return any(name in players_planets(spot.survey, spot.position) for name in spot.planets)


def _alone(spot: Spot) -> bool:
    """Whether no other side has ships there; the ally is none. Rule: 31.ability.neither-own-nor-other."""
    others = (owner for owner in spot.survey.system(spot.position).units if owner not in PLAYERS)
    return not any(spot.survey.ship_count(spot.position, owner) for owner in others)


def _no_home(spot: Spot) -> bool:
    return spot.position not in {spot.survey.home(seat) for seat in spot.game.seats}


def _with_units(spot: Spot) -> bool:
    return spot.survey.has_units(spot.position, spot.seat)


def _breach(spot: Spot, *sides: str) -> bool:
    return any(token.key in sides for token in spot.survey.system(spot.position).tokens)


def _near(anomaly: Anomaly) -> Callable[[Spot], bool]:
    return lambda spot: any(anomaly in spot.survey.anomalies(at) for at in spot.survey.in_and_adjacent(spot.position))


def _trait(trait: Trait) -> Callable[[Spot], bool]:
    return lambda spot: any(trait in spot.survey.planet(spot.position, name).traits for name in spot.planets)


def _bare(spot: Spot) -> bool:
    there = spot.survey.system(spot.position).planets
    return not any(there[name].attachments for name in spot.planets)


def _garrisoned(spot: Spot) -> bool:
    there = spot.survey.system(spot.position).planets
    standing = (there[name].units.get("hive", {}) for name in spot.planets)
    return any(sum(units.get(unit, 0) for unit in GROUND) > 1 for units in standing)


_HOLDS: dict[Only, Callable[[Spot], bool]] = {
    "own_planet": _own_planet,
    "own_planet_or_free": lambda spot: _own_planet(spot) or (_no_home(spot) and _alone(spot)),
    "own_home": lambda spot: spot.position == spot.survey.home(spot.seat),
    "wormhole_or_own_units": lambda spot: bool(spot.survey.wormholes(spot.position)) or _with_units(spot),
    "breach_or_own_units": lambda spot: (
        _breach(spot, "active_breach", "inactive_breach") or (_no_home(spot) and _with_units(spot))
    ),
    "no_other_ships": _alone,
    "no_attachments": _bare,
    "no_custodians": lambda spot: spot.position != spot.survey.mecatol_rex or spot.game.agenda_unlocked,
    "two_ground_forces": _garrisoned,
    "hazardous": _trait("hazardous"),
    "cultural": _trait("cultural"),
    "tech_specialty": lambda spot: any(spot.survey.planet(spot.position, name).specialties for name in spot.planets),
    "wormhole": lambda spot: bool(spot.survey.wormholes(spot.position)),
    "gravity_rift": lambda spot: "gravity_rift" in spot.survey.anomalies(spot.position),
    "rift_or_next_to_one": _near("gravity_rift"),
    "supernova_or_next_to_one": _near("supernova"),
    "active_breach": lambda spot: _breach(spot, "active_breach"),
    "mecatol_rex": lambda spot: spot.position == spot.survey.mecatol_rex,
}


# --- how often what players own can be used, and against what it cannot


# What has to pass before it can be used once more.
UNTIL: dict[Use, Duration] = {
    "exhaust": "status",
    "purge": "game",
    "discard": "game",
    "attach": "game",
    "each_round": "combat_round",
    "each_combat": "combat",
    "each_turn": "turn",
}
_MECH = "mech"
# Whoever cannot be reached by what spares one of these has a safe place in the spawning systems of the Hive.
_PROTECTING: tuple[Spared, ...] = ("mecatol_rex", "wormhole_nexus")


def used_up(game: Game, doing: Doing, owners: Sequence[Player]) -> Words:
    """Why it cannot be used now, or nothing. A technology that both players can have may be used by each."""
    if doing.use == "per_undamaged_mech" and not any(_unhurt(game, seat, _MECH) for seat in owners):
        return say("No undamaged mech is there to sustain damage.")
    spent = [one.until for one in game.spent if one.doing == doing.doing]
    if doing.use in UNTIL:
        spent += [UNTIL[doing.use] for one in game.told_early if one.doing == doing.doing]
    each = len(owners) if doing.kind == "technology" and game.tables.doings.mode == "standard" else 1
    return term("spent", spent[-1]) if len(spent) >= each else ""


def spend(game: Game, doing: Doing, seat: Player) -> None:
    """It has been used now, or a mech sustains damage for it; what holds from now on is used where it acts."""
    if doing.use == "per_undamaged_mech" and tracked(game) and _unhurt(game, seat, _MECH):
        pieces.damage(game, seat, _MECH, 1, game.battle)
    until = UNTIL.get(doing.use) if doing.use is not None and not any(stands(doing)) else None
    if until is not None:
        game.spent.append(Spent(doing.doing, until))


def owners(game: Game, doing: Doing) -> list[Player]:
    """The players who can have it: of a note and of leaders, whoever holds or can hold them (Q142)."""
    if doing.hives is not None and (keeper := holder(game, doing.hives)):
        return [keeper]
    if doing.faction is None or game.tables.doings.mode != "standard":
        return [*PLAYERS]
    players = players_of(game, (doing.faction,))
    if doing.whose == "holder":
        return [other_player(seat) for seat in players]
    return having_leader(game, doing) if doing.whose == "leader" else players


def with_the_hive(game: Game, doing: Doing) -> Words:
    """Why no player has a promissory note or a commander, if the Hive has the note for it, or nothing.

    Rules: 27.received.alliance, 27.received.resolve, 27.given.printed.
    """
    if kept_from_commanding(game, doing):
        return say("[The Hive] holds the Alliance of its owner.")
    theirs = [faction_of(game, seat) for seat in received(game, "faction")]
    its = doing.hives is not None and holder(game, doing.hives) is None
    return say("[The Hive] holds this note.") if its or (doing.whose == "holder" and doing.faction in theirs) else ""


def use_of(game: Game, doing: Doing, user: Player | None = None, args: Args = NOTHING_TOLD) -> Used:
    """How far something reaches, used by one of those who can have it or just by this one."""
    board, users = board_of(game), tuple(owners(game, doing)) if user is None else (user,)
    used = Used(game, doing.name, doing=doing, users=users, args=args)
    return Reach(**vars(used), board=board) if isinstance(board, Tracked) else used


def _unhurt(game: Game, seat: Player, unit: str) -> bool:
    """Whether such a unit of a player can sustain damage in the space area of the battle, as far as is known."""
    board, at = board_of(game), game.battle
    if not isinstance(board, Tracked):
        return True
    return bool(at) and board.units(seat, at).get(unit, 0) > board.damaged(seat, at).get(unit, 0)


def spared_words(doing: Doing) -> Words:
    """Where alone it can be used, and against what not, or nothing. Rule: 30.ability.protected-systems."""
    said: list[Words] = [term("where", one) for one in doing.where]
    spared = [term("spared", one) for one in doing.not_against]
    if any(one in doing.not_against for one in _PROTECTING):
        spared.append(say("[the Hive]'s main and auxiliary spawning systems"))
    if spared:
        said.append(say("not against {spared}", spared=listed(spared)))
    return listed(said, ";") if said else ""


def on_the_card(game: Game, doing: Doing) -> list[str]:
    """What its card does by itself, of which there can be more than one row: whoever has one has all of them."""
    card = doing.name, doing.kind, doing.box
    same = [one for one in game.tables.doings.doings if (one.name, one.kind, one.box) == card]
    by_itself = [one.doing for one in same if one.each_time or any(stands(one))]
    return list(dict.fromkeys((doing.doing, *by_itself)))
