"""The Hive invades a system whose space it holds: where it lands, and whose the planets are then.

Rules: 21.invasion.custodians, 4.2.loss-trigger, 14.gain.mecatol-rex, 21.invasion.distribution, 21.invasion.mecatol-rex,
Q27, Q28, page 21, Q35, Q107, Q111, Q119.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Foe, NoBombardment, NoLanding, NoUnitAbilities, Seat
from hive.effects import effects
from hive.model.game import FOES, NEUTRAL, PLAYERS, Player
from hive.naming import SEVERAL, from_whom, items, units, whose_planet
from hive.rules.area import counters_in
from hive.rules.board import PlanetAt
from hive.rules.combat.clash import (
    CLEARED,
    Clash,
    Winner,
    bombarded,
    clear,
    clear_players,
    drawn_sides,
    gone_numbers,
    hits_on_hive,
    how_on_the_ground,
    in_combat,
    player_ships,
    take_gone,
    take_hits,
)
from hive.rules.combat.fight import Dice, Fight, Section
from hive.rules.combat.rounds import combat
from hive.rules.combat.units import breaks_shields, cannons_on, ground_forces, shielded, with_ability
from hive.rules.control.taking import hive_takes, player_takes, rex_peak, taking_lines, uncontrolled
from hive.rules.diagrams.damage import unit_words
from hive.rules.diagrams.systems import CONTROL, completing_planets, decide_planets, invadable, too_little_influence
from hive.rules.exploration.exploring import explore_planet, sites_of
from hive.rules.moments import HookAt, moment
from hive.rules.placing.places import planet_labels, which_place
from hive.steps import Ask, Choice, Item, Peak, Procedure, Shown, Tell, Why, question
from hive.words import Name, Words, count, listed, say


def control_lines(fight: Fight, planet: str) -> list[Item]:
    """What hands have to do when the Hive takes a planet, and who loses it. Rule: 21.invasion.custodians."""
    owner, name = _owner(fight, planet), fight.planet(planet)
    text = say("[The Hive] takes {planets}.", planets=name)
    if owner in PLAYERS:
        text = say("[The Hive] takes {place} from {who}.", place=name, who=fight.game.name(owner))
    taken = Item(text, rule="21.invasion.distribution")
    return [taken, *taking_lines(fight.board, (fight.position, planet))]


def take_control(fight: Fight, planet: str) -> Procedure[None]:
    """Book what :func:`control_lines` tells, then explore the planet if nobody controlled it before.

    What has not been told stands before the exploration. Rules: 21.invasion.custodians, 23.trigger.planet, Q35.
    """
    place = (fight.position, planet)
    owner = _owner(fight, planet)
    fight.tell(*hive_takes(fight.board, place))
    fight.taken.append(planet)
    if owner is None and sites_of(fight.game, place):
        yield from explore_planet(fight.game, place, fight.take_untold())
    if owner is None:
        yield from moment(fight.game, uncontrolled(fight.survey, place))


def lose_planet(fight: Fight, planet: str) -> Procedure[None]:
    """Players take a planet of the Hive: its units leave, its worth is discarded.

    Rules: 4.2.loss-trigger, 4.2.loss-source, 14.gain.mecatol-rex.
    """
    if _owner(fight, planet) == "hive":
        fight.lost.append(planet)
    seat = yield from _who_takes(fight, planet)
    yield from player_takes(fight.board, (fight.position, planet), seat)


def alone(fight: Fight) -> dict[str, Player]:
    """The planets here on which nobody but one player has units, which coexist; the players' monuments are none."""
    found = {}
    for name, planet in fight.survey.system(fight.position).planets.items():
        there = [seat for seat in fight.game.seats if any(planet.units.get(seat, {}).values())]
        if len(there) == 1 and there[0] in planet.coexisting and there[0] != "hive":
            found[name] = there[0]
    return found


def take_over(fight: Fight, before: Mapping[str, Player]) -> Procedure[None]:
    """Whose coexisting units are the only ones that a battle has left on a planet controls it from now on.

    ``before``: where it was so already. Rules: 33.scope, 4.2.loss-trigger.
    """
    for planet, seat in alone(fight).items():
        if planet not in before:
            if _owner(fight, planet) == "hive":
                fight.lost.append(planet)
            yield from player_takes(fight.board, (fight.position, planet), seat)


def _owner(fight: Fight, planet: str) -> Seat | None:
    return fight.board.control((fight.position, planet))


def _who_takes(fight: Fight, planet: str) -> Procedure[Player]:
    """Who of those who have won a planet controls it: the table says, the active player is proposed (Q121)."""
    won = [seat for seat in PLAYERS if seat in fight.players]
    if len(won) == 1:
        return won[0]
    winners = sorted(won, key=lambda seat: seat != fight.active)
    ask = question(
        keys.PLANET_TAKEN_BY,
        planet=fight.planet(planet),
        choices=(Choice(seat, fight.game.name(seat)) for seat in winners),
    )
    answer = yield from fight.ask(lambda: ask)
    return next((seat for seat in winners if answer is not None and answer.choice == seat), winners[0])


# --- where the Hive lands in a system


def landings(fight: Fight, chosen: Sequence[str]) -> dict[str, int]:
    """The infantry that lands on each invaded planet, in the order of planet priority.

    All of it is committed, in shares as equal as possible; odd ones and, where there are fewer infantry than planets,
    all of them go to the first planets; of even ones to those that the table has ``chosen``. Rules:
    21.invasion.distribution, 21.invasion.mecatol-rex, 18.mecatol-rex.no-invasion, Q28. What an effect keeps
    off a planet stays in space (1.scope.unchanged-rules).
    """
    kept_off = {one.position for one in effects(fight.game).of(NoLanding)}
    groups = _invaded(fight)
    planets = [planet for group in groups for planet in sorted(group, key=lambda one: one not in chosen)]
    share, odd = divmod(_infantry(fight), max(1, len(planets)))
    shares = {planet: share + (place < odd) for place, planet in enumerate(planets)}
    landing = {planet: number for planet, number in shares.items() if f"{fight.position}/{planet}" not in kept_off}
    return {planet: number for planet, number in landing.items() if number}


def tied(fight: Fight, chosen: Sequence[str]) -> list[str]:
    """The planets of which the table has to say where one of the odd infantry lands, as the diagram leaves them even.

    ``chosen``: what it has said already. Empty where it makes no difference. Rules: 1.scope.most-helpful, Q04.
    """
    groups = _invaded(fight)
    odd = _infantry(fight) % max(1, sum(map(len, groups)))
    for group in groups:
        if odd < len(group):
            left = [planet for planet in group if planet not in chosen]
            return left if len(group) - len(left) < odd else []
        odd -= len(group)
    return []


def _infantry(fight: Fight) -> int:
    return fight.units("hive").get("infantry", 0)


def _invaded(fight: Fight) -> list[list[str]]:
    """The planets that the Hive invades, by priority, in groups of even ones."""
    if not _infantry(fight):
        return []
    return by_priority(fight, invadable(fight.game, fight.survey, fight.position))


def by_priority(fight: Fight, planets: Sequence[str]) -> list[list[str]]:
    """Planets of the system by positive planet priority; even ones form a group. Rules: 5.2.planets, Q04."""
    game, survey = fight.game, fight.survey
    left: list[PlanetAt] = [(fight.position, planet) for planet in planets]
    serving = completing_planets(game, survey, left, CONTROL)
    groups = []
    while left:
        even = decide_planets(survey, left, game.tables.priorities.positive_planet, serving).left
        groups.append([planet for _, planet in even])
        left = [place for place in left if place not in even]
    return groups


def defenders(fight: Fight, planet: str) -> dict[Foe, dict[str, int]]:
    """The ground forces that are not the Hive's on a planet and do not coexist, as far as the board knows."""
    beside = fight.coexisting(planet)
    found = {seat: ground_forces(fight.game, fight.units(seat, planet)) for seat in FOES if seat not in beside}
    return {seat: units for seat, units in found.items() if units}


def fought_beside(fight: Fight, planet: str) -> list[Foe]:
    """The players whose coexisting ground forces on a planet the Hive fights: none with 0 aggression counters there.

    Rules: 33.coexist.no-combat, 33.coexist.counter.
    """
    return [
        seat
        for seat in PLAYERS
        if seat in fight.coexisting(planet)
        and ground_forces(fight.game, fight.units(seat, planet))
        and counters_in(fight.game, fight.survey, seat, fight.position)
    ]


def defending_cannons(fight: Fight, planet: str) -> bool:
    """Whether players, or neutral units, have space cannons on a planet."""
    return any(cannons_on(fight.game, fight.units(seat, planet), seat) for seat in FOES)


def bombarded_planets(fight: Fight, planets: Sequence[str]) -> list[str]:
    """The planet at which the Hive's ships fire: of those with ground forces the one with most; several are even.

    A law can forbid it; a planetary shield stops it, unless a ship there ignores shields (1.scope.unchanged-rules).
    All ships fire at one planet: the rulebook is silent, and where most stand it helps the Hive most
    (1.scope.most-helpful, Q119).
    """
    if not bombardment(fight):
        return []
    breaking = breaks_shields(fight.game, in_combat(fight, None))
    open_to_fire = [
        planet
        for planet in planets
        if defenders(fight, planet)
        and not not_bombarded(fight, planet)
        and (breaking or not any(shielded(fight.game, fight.units(seat, planet), seat) for seat in FOES))
    ]
    most = max((_strength(fight, planet) for planet in open_to_fire), default=0)
    return [planet for planet in open_to_fire if _strength(fight, planet) == most]


def not_bombarded(fight: Fight, planet: str) -> Words:
    """By what units on a planet cannot be bombarded, in words; empty if they can. Rule: 1.scope.unchanged-rules."""
    traits = fight.survey.planet(fight.position, planet).traits
    found = effects(fight.game).of(NoBombardment)
    barred = [Name(one.words) for one in found if one.effect.trait in traits]
    faded = [Name(one.words) for one in effects(fight.game).of(NoUnitAbilities, fight.active)]
    return next(iter((*barred, *faded)), "")


def bombardment(fight: Fight) -> tuple[Section, ...]:
    """The Hive's ships that bombard."""
    firing = with_ability(fight.game, in_combat(fight, None), "bombardment")
    return (("bombardment", firing),) if firing else ()


def _strength(fight: Fight, planet: str) -> int:
    return sum(sum(units.values()) for units in defenders(fight, planet).values())


# --- the Hive invades a system whose space it holds


CANNON_HITS = "cannon_hits"


def invade(fight: Fight) -> Procedure[bool]:
    """Land on every planet that the Hive may take, fight where somebody stands there, and take control.

    False if players turn out to have ships in the system: they are fought before anything lands.
    Rules: 21.invasion.distribution, 21.invasion.mecatol-rex, 21.invasion.custodians.
    """
    shares = yield from _landing_told(fight)
    if _players_in_space(fight):
        return False
    yield from _passed_over(fight)
    if shares is None:
        return True
    fired_at, firing = (yield from _bombarded(fight, list(shares))), bombardment(fight)
    for planet, number in shares.items():
        pieces.take(fight.game, "hive", "infantry", number, fight.position)
        pieces.put(fight.game, "hive", "infantry", number, fight.position, planet)
        yield from moment(fight.game, HookAt("commit", fight.position, planet))
    for planet in shares:
        if not _contested(fight, planet):
            yield from take_control(fight, planet)
    for planet in shares:
        if planet not in fight.taken:
            yield from _fight_for(fight, planet, firing if planet == fired_at else ())
    return True


def fight_coexisting(fight: Fight) -> Procedure[None]:
    """On each planet the Hive's ground forces fight those that coexist there, once nobody else is left to fight.

    Rules: 33.coexist.order, 33.coexist.no-combat.
    """
    for planet in fight.survey.system(fight.position).planets:
        clash = Clash(fight, planet)
        while (beside := fought_beside(fight, planet)) and clash.hive() and not defenders(fight, planet):
            fight.players = beside[:1]
            if not fight.way:
                yield from _how(clash)
            winner = yield from combat(clash)
            if winner in ("hive", "nobody"):
                clear(fight, beside[0], planet)
            if winner != "hive":
                clear(fight, "hive", planet)


def _passed_over(fight: Fight) -> Procedure[None]:
    """Why nothing lands on Mecatol Rex. Rule: 21.invasion.mecatol-rex."""
    game, survey = fight.game, fight.survey
    if fight.position != survey.mecatol_rex or not fight.units("hive").get("infantry"):
        return
    for planet in too_little_influence(game, survey):
        why = say(
            "[The Hive] has {influence} in its bank, and needs {needed} while nobody controls the planet.",
            influence=items(game.hive.bank.influence, "influence"),
            needed=game.tables.figures.mecatol_rex_influence.value,
        )
        text = say("[The Hive] does not land on {planet}.", planet=fight.planet(planet))
        yield Tell(text, "21.invasion.mecatol-rex", why=Why(why))


def _bombarded(fight: Fight, planets: Sequence[str]) -> Procedure[str | None]:
    """The planet at which the Hive's ships fire; of equals the table says which (Q119). Rule: 1.scope.most-helpful."""

    def build() -> Ask | None:
        even = bombarded_planets(fight, planets)
        if len(even) < 2:
            return None
        places = planet_labels(fight.game, [(fight.position, planet) for planet in even])
        return which_place(say("Bombard"), places, "1.scope.most-helpful")

    answer = yield from fight.ask(build)
    return answer.choice.partition("/")[2] if answer else next(iter(bombarded_planets(fight, planets)), None)


def _players_in_space(fight: Fight) -> bool:
    return any(player_ships(fight, seat) for seat in FOES)


def _landing_told(fight: Fight) -> Procedure[dict[str, int] | None]:
    """Tell what lands where, once ties are settled; None if the Hive does not invade, or not yet."""
    chosen: tuple[str, ...] = ()
    while (yield from fight.ask(partial(_landing, fight, chosen))) is None:
        answer = yield from fight.ask(partial(_tie, fight, chosen))
        if answer is not None:
            chosen += (answer.choice.partition("/")[2],)
        elif _players_in_space(fight) or not landings(fight, chosen):
            return None
    return landings(fight, chosen)


def _tie(fight: Fight, chosen: Sequence[str]) -> Ask | None:
    """Which of the planets that the diagram leaves even receives one more. Rules: 1.scope.most-helpful, Q04."""
    planets = tied(fight, chosen)
    if not planets or _players_in_space(fight):
        return None
    left = planet_labels(fight.game, [(fight.position, planet) for planet in planets])
    what = say("Land {units} more", units=units(fight.game, 1, "infantry"))
    return which_place(what, left, "21.invasion.distribution")


def _landing(fight: Fight, chosen: Sequence[str]) -> Ask | None:
    """What lands where, told before it counts; None if the Hive does not invade, or not yet."""
    shares = landings(fight, chosen)
    if not shares or _players_in_space(fight) or tied(fight, chosen):
        return None
    lines: list[Item] = []
    for planet, number in shares.items():
        landing = units(fight.game, number, "infantry")
        text = say("Land {units} on {planet}.", units=landing, planet=fight.planet(planet))
        lines.append(Item(text, _known(fight, planet), "21.invasion.distribution"))
        if not _contested(fight, planet):
            lines += control_lines(fight, planet)
    return Ask(
        key=keys.LANDING,
        text=_landing_headline(fight, list(shares)),
        choices=(Choice("done", say("Done")),),
        rule="21.invasion.distribution",
        detail=say("If others stand there than the map shows, tap the system and correct it first."),
        items=tuple(lines),
        shown=Shown(say("Invasion"), peak=_rex_taken(fight, list(shares))),
    )


def _rex_taken(fight: Fight, planets: Sequence[str]) -> Peak | None:
    """That Mecatol Rex is among what the Hive takes at once."""
    at_once = (planet for planet in planets if not _contested(fight, planet))
    return next(filter(None, (rex_peak(fight.board, (fight.position, planet), "hive") for planet in at_once)), None)


def _landing_headline(fight: Fight, planets: Sequence[str]) -> Words:
    """Whose planets the Hive lands on to fight for them, and which it takes at once."""
    fought = [planet for planet in planets if _contested(fight, planet)]
    taken, free = from_whom(fight.game, fight.position, [planet for planet in planets if planet not in fought])
    takes = listed([*taken, *free])
    if not fought:
        return say("[The Hive] takes {planets}", planets=takes)
    lands = _fought_over(fight, fought)
    if not takes:
        return say("[The Hive] lands on {planets}", planets=lands)
    return say("[The Hive] lands on {planets}, takes {taken}", planets=lands, taken=takes)


def _fought_over(fight: Fight, planets: Sequence[str]) -> Words:
    """Planets that somebody defends, by whose they are, or against whom they are fought for."""
    owners = {_owner(fight, planet) for planet in planets}
    if len(planets) in SEVERAL and len(owners) == 1 and (owner := owners.pop()) in PLAYERS:
        return say("{number} of {who}'s planets", number=SEVERAL[len(planets)], who=fight.game.name(owner))
    return listed([_defended(fight, planet) for planet in planets])


def _defended(fight: Fight, planet: str) -> Words:
    """A planet with its owner; where nobody controls it, with those who stand there."""
    there = defenders(fight, planet)
    against: list[Words] = [fight.game.name(seat) for seat in PLAYERS if seat in there]
    against += [say("neutral units")] if NEUTRAL in there else []
    if _owner(fight, planet) in PLAYERS or not against:
        return whose_planet(fight.game, fight.position, planet)
    return say("{planet} against {whom}", planet=fight.planet(planet), whom=listed(against))


def _contested(fight: Fight, planet: str) -> bool:
    return bool(defenders(fight, planet)) or defending_cannons(fight, planet)


def _known(fight: Fight, planet: str) -> Words:
    known = [
        say("{who}: {units}", who=fight.game.name(seat), units=unit_words(fight.game, there))
        for seat, there in defenders(fight, planet).items()
    ]
    return listed(known, ";") if known else say("nobody defends it")


def _fight_for(fight: Fight, planet: str, firing: tuple[Section, ...]) -> Procedure[None]:
    """One planet that somebody defends, or whose space cannons fire at what lands.

    A combat takes place where both sides have ground forces left after bombardment and space cannon defence (Q107).
    """
    clash = Clash(fight, planet)
    clash.fired = yield from _fire_first(clash, firing)
    fight.players = list(defenders(fight, planet))
    winner: Winner = "hive" if clash.hive() else "players"
    if fight.players and clash.hive():
        if not fight.way:
            yield from _how(clash)
        winner = yield from combat(clash)
    if winner == "hive":
        fight.tell(*control_lines(fight, planet))
        yield from take_control(fight, planet)
    else:
        clear(fight, "hive", planet)
    if winner == "nobody":
        clear_players(fight, planet)


def _fire_first(clash: Clash, firing: tuple[Section, ...]) -> Procedure[bool]:
    """The Hive's ships bombard the planet, its space cannons fire at what lands; whether any did."""
    fight, planet, dice = clash.fight, clash.planet or "", Dice(clash.fight)

    def build() -> Ask | None:
        fight.players, mine = list(defenders(fight, planet)), clash.hive()
        rolls = dice.items(*firing) if fight.players and bombardment(fight) else []
        cannons = bool(mine) and defending_cannons(fight, planet)
        if not rolls and not cannons:
            return None
        hits = hits_on_hive(fight, CANNON_HITS, say("Your space cannons: hits on what lands"), planet, mine)
        cleared = Choice(CLEARED, say("No {theirs} is left", theirs=clash.theirs), beside=True)
        fired = say("Bombardment of {planet}", planet=fight.planet(planet))
        return Ask(
            key=keys.BOMBARDMENT if rolls else keys.SPACE_CANNON_DEFENCE,
            text=fired if rolls else say("Space cannons on {planet}", planet=fight.planet(planet)),
            choices=(Choice("on", say("Go on")), *([cleared] if rolls else ()), *fight.roll_choice(rolls)),
            rule="1.scope.unchanged-rules",
            detail=_known(fight, planet),
            items=(*rolls, *(_destroying(fight) if rolls else ())),
            numbers=(*((hits,) if cannons else ()), *(gone_numbers(fight, clash.theirs) if rolls else ())),
            shown=Shown(say("Bombardment") if rolls else say("Space cannon"), sides=drawn_sides(fight, planet)),
        )

    answer = yield from fight.ask(build)
    if answer is None:
        return False
    fight.struck(planet, dice.hits)
    take_hits(fight, planet, clash.hive(), answer.numbers.get(CANNON_HITS, 0))
    take_gone(fight, planet, answer.numbers, answer.choice == CLEARED)
    return True


def _destroying(fight: Fight) -> list[Item]:
    """Where a hit of a bombardment destroys more than one unit, that it does."""
    units = bombarded(fight, 1)
    text = say("Each hit of a bombardment destroys {units}.", units=count(units, "unit"))
    return [Item(text, rule="35.scope", aside=True)] if units > 1 else []


def _how(clash: Clash) -> Procedure[None]:
    """How the combat is fought, where the table has not said so in this battle."""
    fight, planet = clash.fight, clash.planet or ""

    def build() -> Ask | None:
        if not clash.hive() or not (defenders(fight, planet) or fought_beside(fight, planet)):
            return None
        return how_on_the_ground(clash, _known(fight, planet))

    answer = yield from fight.ask(build)
    if answer is not None:
        fight.way = answer.choice
