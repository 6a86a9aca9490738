"""Who takes a planet, and what the table has mended of it.

Mecatol Rex, or a planet of the Hive, changes hands on its sheet: was it taken, or was the map wrong? A planet of the
Hive that is destroyed, or that lies under another tile from now on, is lost.

Rules: 36.wilds.ignore, 14.gain.mecatol-rex, page 21, 4.2.loss-trigger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.catalog.tables import Foe, Owner, Seat
from hive.model.game import FOES, MONUMENT, NEUTRAL, PLAYERS, Game
from hive.naming import hive_loses
from hive.rules.area import custodians_line, discard_worth, hive_takes_custodians, takes_mecatol_rex
from hive.rules.board import PlanetAt, Tracked, known_board
from hive.rules.diagrams.damage import unit_words
from hive.rules.moments import HookAt, PlanetGained, PlanetTaken, UncontrolledTaken, UnitsDestroyed, happen, moment
from hive.steps import Ask, Choice, Item, Peak, Procedure, Shown, Tell, question
from hive.words import PlanetName, Words, listed, say


def uncontrolled(survey: Survey, place: PlanetAt) -> UncontrolledTaken:
    """The moment of it, with the resources of a hazardous planet."""
    planet = survey.planet(*place)
    return UncontrolledTaken(planet.resources if "hazardous" in planet.traits else None)


def units_leave(board: Tracked, seat: Owner, place: PlanetAt, stays: str = "") -> list[Item]:
    """What hands take off a planet that changes hands; a monument of the players is destroyed, if it does not stay.

    Rule: 37.monuments.hive-destroys.
    """
    game, where, lines = board.game, PlanetName(place[1], place[0]), []
    units = {key: number for key, number in board.units(seat, *place).items() if key != stays}
    others = {key: number for key, number in units.items() if (seat, key) != (NEUTRAL, MONUMENT)}
    if others:
        who, words = game.name(seat), unit_words(game, others)
        text = say("Remove {who}'s {units} from {planet}.", who=who, units=words, planet=where)
        lines.append(Item(text, rule="1.scope.unchanged-rules"))
    if len(others) < len(units):
        text = say("Destroy your monument on {planet}: take the neutral space dock off.", planet=where)
        lines.append(Item(text, rule="37.monuments.hive-destroys"))
    return lines


def destroyed(game: Game, sides: Iterable[Mapping[str, int]]) -> list[Item]:
    """What it brings that the Hive has destroyed what stood on a planet of which the table says that it took it.

    Rule: 37.war.distribution (M58).
    """
    fallen = sum((Counter(units) for units in sides), Counter())
    fallen.pop(MONUMENT, None)
    return happen(game, UnitsDestroyed(tuple(fallen.items()))) if fallen else []


def player_takes(board: Tracked, place: PlanetAt, seat: Seat | None) -> Procedure[None]:
    """A player, or nobody, controls a planet from now on; the Hive pays if it was its own.

    Hive and neutral units leave what a player takes. Mecatol Rex brings counters, but not when an ally hands
    it on (Q60), nor to whom the map shows in control already. Rules: 4.2.loss-trigger, 14.gain.mecatol-rex.
    """
    position, planet = place
    owner, peak = board.control(place), rex_peak(board, place, seat)
    if seat in PLAYERS:
        yield from moment(board.game, HookAt("control_gained", position, planet, by=seat))
    neutral = units_leave(board, NEUTRAL, place, stays=MONUMENT)
    left = [*take_off(board, "hive", place), *neutral] if seat in PLAYERS else []
    pieces.set_control(board.game, position, planet, seat)
    if seat is not None:
        yield Tell(
            say("{who!c} takes {planets}.", who=board.game.name(seat), planets=PlanetName(place[1], place[0])),
            "4.2.loss-trigger",
            items=tuple(left),
            shown=Shown(peak=peak),
        )
    if owner == "hive":
        text = hive_loses(board.named(place))
        yield from discard_worth(board.game, text, board.kind(position))
        if seat in PLAYERS:
            yield from moment(board.game, PlanetTaken(board.kind(position)))
    if seat in PLAYERS and place == board.mecatol_rex and owner not in PLAYERS:
        yield from takes_mecatol_rex(board.game, seat, owner)


def rex_peak(board: Tracked, place: PlanetAt, seat: Seat | None) -> Peak | None:
    """That a side is about to take Mecatol Rex, and from whom. Rule: 14.gain.mecatol-rex."""
    owner = board.control(place)
    if place != board.mecatol_rex or seat is None or seat == owner:
        return None
    who, name = board.game.name(seat), PlanetName(place[1], place[0])
    if owner is None:
        return Peak("mecatol_rex", say("{who!c} takes {planets}", who=who, planets=name))
    from_whom = board.game.name(owner)
    return Peak("mecatol_rex", say("{who!c} takes {planet} from {owner}", who=who, planet=name, owner=from_whom))


def taking_lines(board: Tracked, place: PlanetAt) -> list[Item]:
    """What hands do beside the control token when the Hive takes a planet. Rule: 21.invasion.custodians."""
    lines = [line for seat in give_way(board, place) for line in units_leave(board, seat, place)]
    if _has_custodians(board, place):
        lines.append(custodians_line(board.game))
    return lines


def hive_takes(board: Tracked, place: PlanetAt) -> list[Item]:
    """Book what :func:`taking_lines` tells; out comes what else it brings. Rules: 21.invasion.custodians, Q35."""
    custodians, gained = _has_custodians(board, place), board.control(place) != "hive"
    for seat in give_way(board, place):
        take_off(board, seat, place)
    pieces.set_control(board.game, *place, "hive")
    if custodians:
        hive_takes_custodians(board.game)
    return happen(board.game, PlanetGained("hive", place[0], not board.survey.not_hives(place[0]))) if gained else []


def _has_custodians(board: Tracked, place: PlanetAt) -> bool:
    """They stay on Mecatol Rex until the first ground forces come; then the agenda phase is unlocked (Q35)."""
    return place == board.mecatol_rex and board.control(place) is None and not board.game.agenda_unlocked


def give_way(board: Tracked, place: PlanetAt) -> list[Foe]:
    """Whose units leave a planet that the Hive takes: those that coexist stay. Rule: 33.coexist.order."""
    beside = board.survey.system(place[0]).planets[place[1]].coexisting
    return [seat for seat in FOES if seat not in beside]


def take_off(board: Tracked, seat: Owner, place: PlanetAt) -> list[Item]:
    """Take a side's units off a planet and say so."""
    lines = units_leave(board, seat, place)
    board.lose(seat, board.units(seat, *place), place)
    return lines


# --- what follows from a map that the table has mended in the middle of a game


TAKEN, MENDED = "taken", "mended"


@dataclass(frozen=True)
class HeldPlanet:
    """A planet of the Hive: where it lies, on which tile, and as what it counts."""

    place: PlanetAt
    tile: str
    kind: str


@dataclass(frozen=True)
class Stood:
    """How planets stood before the map was mended: who controlled Mecatol Rex, and those of the Hive."""

    rex: Seat | None = None
    hives: tuple[HeldPlanet, ...] = ()


def stood(game: Game) -> Stood:
    """How planets stand before the table mends the map; nothing where no map is known."""
    board = known_board(game)
    rex, survey = board.mecatol_rex, board.survey
    places = [(position, name) for position in survey.positions for name in survey.controlled(position)]
    hives = (HeldPlanet(place, survey.system(place[0]).tile, board.kind(place[0])) for place in places)
    return Stood(board.control(rex) if rex is not None else None, tuple(hives))


def _off_the_map(board: Tracked, before: Iterable[HeldPlanet]) -> list[HeldPlanet]:
    """Those planets that are gone with their tile, or are destroyed; a token that was laid by mistake is no planet."""
    systems = board.systems.values()
    left = {name for system in systems for name in system.planets}
    tiles = {system.tile for system in systems}
    printed = {one.name for tile in board.game.tables.tiles.tiles for one in tile.planets}
    return [one for one in before if one.place[1] not in left and (one.place[1] in printed or one.tile not in tiles)]


def lose_worth(game: Game, planets: Iterable[HeldPlanet]) -> Procedure[None]:
    """The Hive loses planets that are no longer on the map. Rules: 4.2.loss-trigger, 4.2.loss-source."""
    for one in planets:
        planet = PlanetName(one.place[1], one.place[0])
        yield from discard_worth(game, hive_loses(planet), one.kind)


def mended(game: Game, before: Stood, sure: bool) -> Procedure[None] | None:
    """What follows when the table has mended the map; None if nothing, and where no map is.

    ``sure``: the table has said with it that planets were taken. Rules: 4.2.loss-trigger, 14.gain.mecatol-rex.
    """
    board = known_board(game)
    if game.phase == "setup":
        return None
    rex = board.mecatol_rex
    now = board.control(rex) if rex is not None else None
    taken = rex if may_be_taken(game, now, before.rex) else None
    gone = _off_the_map(board, before.hives)
    lost = [one.place for one in before.hives if one.place != taken and _changed_hands(board, one.place)]

    def follow() -> Procedure[None]:
        yield from lose_worth(game, gone)
        if lost and (sure or (yield from _were_they_lost(lost)) != MENDED):
            for place in lost:
                owner = board.control(place)
                pieces.set_control(game, *place, "hive")
                yield from player_takes(board, place, owner)
        if taken is not None:
            yield from _taken_or_mended(board, taken, before.rex, sure)

    return follow() if gone or lost or taken else None


def _changed_hands(board: Tracked, place: PlanetAt) -> bool:
    """Whether a planet of the Hive lies where it lay, and is the Hive's no more."""
    position, name = place
    planets = board.systems[position].planets if position in board.systems else {}
    return name in planets and planets[name].control != "hive"


def _taken_or_mended(board: Tracked, rex: PlanetAt, before: Seat | None, sure: bool) -> Procedure[None]:
    """If it was taken, that happens as it does otherwise. Rules: 14.gain.mecatol-rex, 21.invasion.custodians."""
    now = board.control(rex)
    if now is None or (not sure and (yield from was_it_taken(board.game, rex, now, before)) == MENDED):
        return
    pieces.set_control(board.game, *rex, before)
    if now != "hive":
        yield from player_takes(board, rex, now)
        return
    lines = taking_lines(board, rex)
    lines += hive_takes(board, rex)
    text = say("[The Hive] takes {planets}.", planets=PlanetName(rex[1], rex[0]))
    yield Tell(text, "21.invasion.custodians", items=tuple(lines))


def _were_they_lost(lost: Sequence[PlanetAt]) -> Ask:
    """Whether the Hive has lost planets that are somebody else's on their sheets. Rule: 4.2.loss-trigger."""
    planets = listed([PlanetName(name, position) for position, name in lost])
    return question(keys.PLANETS_SET, planets=planets, systems=(position for position, _ in lost))


def may_be_taken(game: Game, now: Seat | None, before: Seat | None) -> bool:
    """Whether who controls Mecatol Rex now may have taken it; an ally hands it on without consequences (Q60)."""
    if now is None or now == before:
        return False
    return before not in PLAYERS if now in PLAYERS else not game.agenda_unlocked and before is None


def was_it_taken(game: Game, rex: PlanetAt, now: Seat, before: Seat | None) -> Ask:
    """Whether Mecatol Rex was taken by who controls it from now on, as its sheet says."""
    planet = PlanetName(rex[1], rex[0])
    return question(
        keys.REX_SET,
        who=game.name(now),
        planet=planet,
        choices=(Choice(TAKEN, say("Taken"), _brings(game, now, before)),),
        systems=(rex[0],),
        shown=Shown(planet, expects=False),
    )


def _brings(game: Game, seat: Seat, before: Seat | None) -> Words:
    """What comes of it, for whom and from whom it was taken."""
    if game.agenda_unlocked or before is not None:
        return say("brings aggression counters")
    if seat == "hive":
        return say("brings the point for the custodians, and the agenda phase")
    return say("brings aggression counters, the point for the custodians, and the agenda phase")
