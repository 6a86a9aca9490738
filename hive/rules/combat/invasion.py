"""The Hive invades a system whose space it holds. Rules: page 21, Q27, Q28, Q35, Q107, Q111, Q119."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hive import keys
from hive.board import pieces
from hive.model.game import FOES
from hive.naming import items, units
from hive.reasons import Why
from hive.rules.combat.allies import gone_numbers, player_ships, take_gone
from hive.rules.combat.clash import CLEARED, Clash, Winner, ways
from hive.rules.combat.control import control_lines, take_control
from hive.rules.combat.drawn import sides
from hive.rules.combat.fight import Dice, Fight, Section
from hive.rules.combat.landing import (
    bombarded_planets,
    bombardment,
    defenders,
    defending_cannons,
    fought_beside,
    landings,
    tied,
)
from hive.rules.combat.losses import bombarded, clear, clear_players, hits_on_hive, take_hits
from hive.rules.combat.rounds import combat
from hive.rules.diagrams.damage import unit_words
from hive.rules.diagrams.planets import too_little_influence
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import Occasion
from hive.rules.placing.places import planet_labels, which_place
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell
from hive.words import Words, count, listed, say, sentence

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
        yield from moment(fight.game, Occasion("commit", fight.position, planet))
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
    return which_place(
        say("Land {units} more", units=units(fight.game, 1, "infantry")), left, "21.invasion.distribution"
    )


def _landing(fight: Fight, chosen: Sequence[str]) -> Ask | None:
    """What lands where, told before it counts; None if the Hive does not invade, or not yet."""
    shares = landings(fight, chosen)
    if not shares or _players_in_space(fight) or tied(fight, chosen):
        return None
    lines: list[Item] = []
    for planet, number in shares.items():
        text = say(
            "Land {units} on {planet}.", units=units(fight.game, number, "infantry"), planet=fight.planet(planet)
        )
        lines.append(Item(text, _known(fight, planet), "21.invasion.distribution"))
        if not _contested(fight, planet):
            lines += control_lines(fight, planet)
    return Ask(
        key=keys.LANDING,
        text=say("[The Hive] invades {planets}", planets=listed([fight.planet(name) for name in shares])),
        choices=(Choice("done", say("Done")),),
        rule="21.invasion.distribution",
        detail=say("If others stand there than the map shows, tap the system and correct it first."),
        items=tuple(lines),
        shown=Shown(say("Invasion")),
    )


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
        hits = hits_on_hive(fight, CANNON_HITS, say("Hits of the space cannons on what lands"), planet, mine)
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
            shown=Shown(say("Bombardment") if rolls else say("Space cannon"), sides=sides(fight, planet)),
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
        return Ask(
            key=keys.GROUND_COMBAT,
            text=sentence(clash.name),
            choices=tuple(ways(fight)),
            rule="1.scope.unchanged-rules",
            detail=_known(fight, planet),
            shown=clash.shown(),
        )

    answer = yield from fight.ask(build)
    if answer is not None:
        fight.way = answer.choice
