"""What a battle has left of the players' units, and of neutral ones: said by the table, where they are on the board.

Filled in is what the hits of the Hive are expected to have cost them (:mod:`hive.rules.combat.expected`). Nothing is
asked of who books nothing, has booked the losses meanwhile, or was not hit. Rule: 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Foe
from hive.model.game import FOES, NEUTRAL, PLAYERS
from hive.rules.combat.after import heading
from hive.rules.combat.capacity import may_be_short
from hive.rules.combat.expected import expected, fighting, where
from hive.rules.combat.fight import Fight, Landed
from hive.rules.combat.losses import clear_carried
from hive.rules.diagrams.damage import Hits, can_sustain, unit_words
from hive.steps import Ask, Choice, Filled, Number, Procedure, Shown
from hive.words import Name, Words, listed, say

UNHURT, LATER = keys.ASKED_SINCE[keys.SURVIVORS], keys.ASKED_SINCE[keys.LEFT_IN_SPACE]
_NONE = Hits({}, {}, 0)
_STAYED = Landed({}, ())


@dataclass(frozen=True)
class _Left:
    """Units of a type that a side may have left at a place, with the number to expect.

    ``damaged``: of those that are left.
    """

    seat: Foe
    unit: str
    planet: str | None
    damaged: bool
    value: int
    maximum: int

    @property
    def name(self) -> str:
        """The name of its number in the log."""
        there = "" if self.planet is None else f".{self.planet}"
        return f"{self.seat}.{'damaged_' if self.damaged else ''}{self.unit}{there}"


def survivors(fight: Fight) -> Procedure[None]:
    """Ask what is left of the players' units, and book it; more ground forces than have landed are asked about anew."""
    detail: Words = ""
    while True:
        answer = yield from _said(fight, keys.SURVIVORS, detail)
        if answer is None or answer.choice == UNHURT:
            return
        detail = _too_many(fight, answer.numbers)
        if not detail:
            return _book(fight, keys.SURVIVORS, answer.numbers)


def survivors_in_space(fight: Fight) -> Procedure[None]:
    """Ask what is left in space before anything lands, where ships that carry it may be lost (Q139)."""
    answer = (yield from _said(fight, keys.LEFT_IN_SPACE, "")) if may_be_short(fight) else None
    if answer is None or answer.choice == LATER:
        return
    if answer.choice != UNHURT:
        _book(fight, keys.LEFT_IN_SPACE, answer.numbers)
    fight.tolls[None].booked = [*fight.tolls[None].on]


def _said(fight: Fight, key: str, detail: Words) -> Procedure[Filled | None]:
    return fight.ask(lambda: _asked(fight, key, detail))


def _book(fight: Fight, key: str, numbers: Mapping[str, int]) -> None:
    doubtful = list(_doubtful(fight, key))
    _count_losses(fight, doubtful, numbers)
    for one in doubtful:
        place = (where(fight, one.seat, one.planet), one.planet)
        setting = pieces.set_damaged if one.damaged else pieces.set_units
        setting(fight.game, one.seat, one.unit, numbers[one.name], *place)
    # What was carried goes with the last ship; allies may have retreated from each other.
    for position in sorted({where(fight, one.seat, None) for one in doubtful if one.planet is None}):
        clear_carried(fight, PLAYERS, position)
        clear_carried(fight, (NEUTRAL,), position)


def _count_losses(fight: Fight, doubtful: Sequence[_Left], numbers: Mapping[str, int]) -> None:
    """Keep what the battle has cost by type: what stood there and is not left, wherever else some of it has landed."""
    for seat, unit in dict.fromkeys((one.seat, one.unit) for one in doubtful):
        places = [one for one in doubtful if (one.seat, one.unit) == (seat, unit) and not one.damaged]
        stood = sum(fight.board.units(seat, where(fight, seat, one.planet), one.planet).get(unit, 0) for one in places)
        lost = stood - sum(numbers[one.name] for one in places)
        if lost > 0:
            fight.destroyed[unit] = fight.destroyed.get(unit, 0) + lost


def _asked(fight: Fight, key: str, detail: Words) -> Ask | None:
    doubtful = list(_doubtful(fight, key))
    # The last unit of who has won alone is left.
    if sum(1 if one.damaged else one.maximum for one in doubtful) < 2 and not _several(fight, doubtful):
        return None
    seats = [seat for seat in FOES if any(one.seat == seat for one in doubtful)]
    names = listed([fight.game.name(seat) for seat in seats])
    known = all(toll.known for toll in fight.tolls.values())
    told = (
        say("Filled in is what the hits of [the Hive] cost at least. Change what went otherwise.")
        if known
        else say("The app does not know all hits of [the Hive]: take off what you have lost.")
    )
    later = Choice(LATER, say("Say it later"), say("after the invasion"), beside=True)
    return Ask(
        key=key,
        text=say("What is left of {names} in {system}?", names=names, system=fight.label),
        choices=(
            Choice("so", say("So it is")),
            Choice(UNHURT, say("Nothing was lost"), beside=True),
            *([later] if key == keys.LEFT_IN_SPACE else ()),
        ),
        rule="1.scope.unchanged-rules",
        detail=detail or told,
        numbers=tuple(_number(fight, one, several=len(seats) > 1) for one in doubtful),
        shown=Shown(heading(fight)),
    )


def _several(fight: Fight, doubtful: Sequence[_Left]) -> bool:
    """Whether somebody else, whose units are not on the board, can have won where all units in doubt are lost."""
    tolls = [fight.tolls[one.planet] for one in doubtful if one.planet in fight.tolls]
    return any(len(toll.on) > 1 for toll in tolls)


def _doubtful(fight: Fight, key: str = keys.SURVIVORS) -> Iterator[_Left]:
    """What may be left, in space alone or everywhere: of those on whom hits fell, and of those who have landed."""
    planets = () if key == keys.LEFT_IN_SPACE else fight.survey.system(fight.position).planets
    for seat in FOES:
        for planet in (None, *planets):
            yield from _in_doubt(fight, seat, planet)


def _in_doubt(fight: Fight, seat: Foe, planet: str | None) -> Iterator[_Left]:
    """What of a player may be left at a place: what hits fell on there; what landed may also stand elsewhere."""
    toll, landed = fight.tolls.get(planet), fight.landed.get(seat, _STAYED)
    hit = toll is not None and seat in toll.on and not (toll.known and not toll.hits and not toll.on_fighters)
    hit = hit and toll is not None and seat not in toll.booked
    came = landed.units if sum(landed.units.values()) > 1 and planet in (None, *landed.planets) else {}
    there = fighting(fight, seat, planet) if hit or (came and planet is not None) else {}
    position = where(fight, seat, planet)
    standing, hurt = fight.board.units(seat, position, planet), fight.board.damaged(seat, position, planet)
    lost = expected(fight, planet, spare=1).get(seat, _NONE) if hit else _NONE
    for unit in dict.fromkeys((*there, *came) if planet is None else (*came, *there)):
        number, landing = standing.get(unit, 0), came.get(unit, 0)
        left = number - lost.destroyed.get(unit, 0)
        most = number + landing if planet is None else max(number, landing)
        yield _Left(seat, unit, planet, False, left, most)
        fell = hit and (planet is not None or unit in there)
        if can_sustain(fight.game, unit, seat) and (fell or unit in landed.damaged):
            damaged = min(left, hurt.get(unit, 0) + lost.sustained.get(unit, 0))
            yield _Left(seat, unit, planet, True, damaged, most)


def _too_many(fight: Fight, numbers: Mapping[str, int]) -> Words:
    """Who has more ground forces left than have landed, or stand there as the table has mended it; or nothing."""
    for seat, landed in fight.landed.items():
        said = [one for one in _doubtful(fight) if one.seat == seat and not one.damaged]
        for unit, number in landed.units.items():
            places = [one for one in said if one.unit == unit]
            shown = sum(fight.units(seat, one.planet).get(unit, 0) for one in places)
            if sum(numbers[one.name] for one in places) > max(number, shown):
                whole = unit_words(fight.game, {unit: number})
                return say("{who!c} has landed {units}: no more can be left.", who=fight.game.name(seat), units=whole)
    return ""


def _number(fight: Fight, one: _Left, several: bool) -> Number:
    """How it is asked for, with whose it is where it is of ``several`` players."""
    unit = fight.game.tables.units.by_key[one.unit]
    label = say("{units!c}", units=Name(unit.plural))
    if one.damaged and one.planet is not None:
        label = say("{units!c} damaged on {planet}", units=Name(unit.plural), planet=fight.planet(one.planet))
    elif one.damaged:
        label = say("{units!c} damaged", units=Name(unit.plural))
    elif one.planet is not None:
        label = say("{units!c} on {planet}", units=Name(unit.plural), planet=fight.planet(one.planet))
    elif unit.category == "ground_force":
        label = say("{units!c} in space", units=Name(unit.plural))
    if several:
        label = say("{who!c}: {units}", who=fight.game.name(one.seat), units=label)
    return Number(one.name, label, maximum=one.maximum, value=one.value)
