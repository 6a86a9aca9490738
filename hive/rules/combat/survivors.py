"""What a battle leaves, and what leaves the board by itself.

Only on a tracked galaxy: else the table takes it off by itself.

Allies carry for each other. The app knows printed capacities alone, so the table has the last word.

Filled in is what the hits of the Hive are expected to have cost them (:mod:`hive.rules.combat.clash`). Nothing is asked
of who books nothing, has booked the losses meanwhile, or was not hit.

Rules: page 21, 1.scope.unchanged-rules, 31.action.transport (Q139), 21.combat.no-retreat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Foe, Seat
from hive.model.game import FOES, NEUTRAL, PLAYERS, Game, Player, other_player
from hive.naming import system_label, units
from hive.rules.board import Tracked, known_board
from hive.rules.combat.clash import clear_carried, clear_space, expected, fighting, heading, lose, player_ships, where
from hive.rules.combat.fight import Fight, Landed
from hive.rules.combat.units import ships
from hive.rules.diagrams.damage import Damage, can_sustain, unit_words
from hive.steps import Ask, Choice, Filled, Item, Number, Procedure, Shown, question
from hive.words import Name, PlanetName, Words, listed, say, sentence

_DOCK = "space_dock"


def cleanup(game: Game, position: str | None = None) -> list[Item]:
    """Take off the Hive's fighters, its infantry in space, what is too much on its planets, and docks left alone.

    In all systems, or in one. Rules: 21.cleanup.fighters, 21.cleanup.infantry, Q32.
    """
    board, lines = known_board(game), list[Item]()
    for one in sorted(board.systems) if position is None else [position]:
        lines += _fighters(board, one)
        lines += _infantry(board, one)
        lines += _docks(board, one)
    return lines


def repairs(game: Game) -> list[Item]:
    """Repair all damaged units, neutral ones too, as the base game does now. Rule: 1.scope.unchanged-rules."""
    repaired = known_board(game).repair()
    return [Item(say("Repair all damaged units."), rule="1.scope.unchanged-rules")] if repaired else []


def adrift(game: Game, position: str, side: Sequence[Seat] = PLAYERS) -> list[Item]:
    """Take what stands in space off the board where no ship of a side is left, and say whose it was.

    Allies carry for each other.

    Rules: 1.scope.unchanged-rules, 31.action.transport, Q116.
    """
    board, lines = known_board(game), list[Item]()
    there = {seat: board.units(seat, position) for seat in side}
    if any(ships(game, found) for found in there.values()):
        return lines
    for seat, found in there.items():
        board.lose(seat, found, (position, None))
        if found:
            lost = unit_words(game, found)
            text = say("{who!c} loses {units} in space.", who=game.name(seat), units=lost)
            lines.append(Item(text, rule="1.scope.unchanged-rules"))
    return lines


def _fighters(board: Tracked, position: str) -> list[Item]:
    gone = board.units("hive", position).get("fighter", 0)
    if not gone:
        return []
    pieces.take(board.game, "hive", "fighter", gone, position)
    where = system_label(board.game, position)
    text = say("Remove {units} in {system}.", units=units(board.game, gone, "fighter"), system=where)
    return [Item(text, say("fighters leave at the end of every turn"), "21.cleanup.fighters")]


def _infantry(board: Tracked, position: str) -> list[Item]:
    """Infantry in space has no planet to stay on (Q32)."""
    game, maximum = board.game, board.game.tables.figures.planet_infantry_maximum.value
    lines = []
    for name in (None, *board.systems[position].planets):
        there = board.units("hive", position, name).get("infantry", 0)
        excess = there - (0 if name is None else maximum)
        if excess > 0:
            pieces.take(game, "hive", "infantry", excess, position, name)
            where = say("in space in {system}", system=system_label(game, position))
            note = say("no infantry stays in space")
            if name is not None:
                where = say("on {planet}", planet=PlanetName(name, position))
                note = say("a planet keeps at most {maximum}", maximum=maximum)
            text = say("Remove {units} {where}.", units=units(game, excess, "infantry"), where=where)
            lines.append(Item(text, note, "21.cleanup.infantry"))
    return lines


def _docks(board: Tracked, position: str) -> list[Item]:
    """A space dock in space is destroyed once nothing but ships of others is with it, as those of the Saar are.

    Rule: 1.scope.unchanged-rules.
    """
    if not any(board.units(seat, position).get(_DOCK) for seat in PLAYERS):
        return []
    survey = board.survey
    others = any(survey.ship_count(position, side) for side in ("hive", NEUTRAL))
    if not others or any(survey.ship_count(position, seat) for seat in PLAYERS):
        return []
    lines = []
    for seat in PLAYERS:
        docks = board.units(seat, position).get(_DOCK, 0)
        if docks:
            pieces.take(board.game, seat, _DOCK, docks, position)
            lost, where = units(board.game, docks, _DOCK), system_label(board.game, position)
            text = say("{who!c} loses {units} in {system}.", who=board.game.name(seat), units=lost, system=where)
            lines.append(Item(text, say("only ships of others are with it"), "1.scope.unchanged-rules"))
    return lines


# --- what a battle leaves: who retreats, what ships still carry, and what is left of the players' units


ALL_CARRIED = keys.ASKED_SINCE[keys.UNCARRIED]


def look_before(fight: Fight, position: str) -> None:
    """Keep how many units the players' ships in a system can carry, and how many they do, before any is lost."""
    fight.carried_before[position] = _room(fight, position), len(_carried(fight, position))


def _room(fight: Fight, position: str) -> int:
    """How many units the players' ships there carry, and docks in space; by the capacities that are printed."""
    return sum(_capacities(fight, position))


def _capacities(fight: Fight, position: str) -> Iterator[int]:
    """Of each ship there, and of each dock that stands in space as ships do."""
    by_key = fight.game.tables.units.by_key
    for seat in PLAYERS:
        for unit, number in fight.board.units(seat, position).items():
            if by_key[unit].category != "ground_force":
                yield from (by_key[unit].capacity for _ in range(number))


def _kept_by_docks(fight: Fight, seat: Player, position: str) -> int:
    """How many fighters a player's docks on the planets there keep: no ship has to carry those."""
    by_key = fight.game.tables.units.by_key
    docks = (fight.board.units(seat, position, planet) for planet in fight.survey.system(position).planets)
    return sum(number * by_key[unit].capacity for units in docks for unit, number in units.items())


def _carried(fight: Fight, position: str) -> list[tuple[Player, str]]:
    """What of the players needs to be carried there, unit by unit: what goes first where there is no room, first.

    Who fights before who stands aside, fighters before ground forces, which may land.
    """
    tables = fight.game.tables.units
    ground = [unit.key for unit in tables.of("ground_force")]
    fighters = [unit.key for unit in tables.units if tables.kind_of(unit.key) == "fighter"]
    found: list[tuple[Player, str]] = []
    for seat in sorted(PLAYERS, key=lambda seat: seat not in fight.players):
        there = fight.board.units(seat, position)
        flying = [(seat, unit) for unit in fighters for _ in range(there.get(unit, 0))]
        found += flying[_kept_by_docks(fight, seat, position) :]
        found += [(seat, unit) for unit in ground for _ in range(there.get(unit, 0))]
    return found


def may_be_short(fight: Fight) -> bool:
    """Whether hits of the Hive can have cost the players ships without which not all is carried."""
    toll = fight.tolls.get(None)
    if toll is None or not set(toll.on) - set(toll.booked):
        return False
    # Who has won has at least one ship left.
    there = sorted(_capacities(fight, fight.position), reverse=True)
    lost = min(toll.hits, len(there) - 1) if toll.known else len(there) - 1
    return sum(there[lost:]) < min(sum(there), len(_carried(fight, fight.position)))


def take_uncarried(fight: Fight) -> Procedure[None]:
    """Ask what is left of what was carried where the battle has cost the ships, and take the rest off. Rule: Q139.

    There, and where ships have retreated to.
    """
    for position in [*fight.carried_before]:
        answer = yield from fight.ask(partial(_asked, fight, position))
        if answer is None:
            continue
        del fight.carried_before[position]
        if answer.choice == ALL_CARRIED:
            continue
        for seat, unit in dict.fromkeys(_carried(fight, position)):
            there = fight.board.units(seat, position)[unit]
            lose(fight, seat, None, {unit: there - answer.numbers[f"{seat}.{unit}"]}, position)
        # The fighters that were left may be among it.
        clear_carried(fight, PLAYERS, position)


def _asked(fight: Fight, position: str) -> Ask | None:
    """Filled in is what finds room; more than the app knows of has been carried before, and is still."""
    there, (room_before, number_before) = _carried(fight, position), fight.carried_before[position]
    now = _room(fight, position)
    more = max(0, number_before - room_before) if now else 0
    number = len(there) - now - more
    if number <= 0 or now >= room_before:
        return None
    gone = Counter(there[:number])
    names = listed([fight.game.name(seat) for seat in PLAYERS if any(one == seat for one, _ in there)])
    where = system_label(fight.game, position)
    return question(
        keys.UNCARRIED,
        names=names,
        system=where,
        numbers=(
            _number(fight, seat, unit, number := fight.board.units(seat, position)[unit], number - gone[seat, unit])
            for seat, unit in dict.fromkeys(there)
        ),
        shown=Shown(heading(fight)),
    )


def _number(fight: Fight, seat: Player, unit: str, most: int, left: int) -> Number:
    units = say("{units!c}", units=Name(fight.game.tables.units.by_key[unit].plural))
    label = say("{who!c}: {units}", who=fight.game.name(seat), units=units)
    return Number(f"{seat}.{unit}", label, maximum=most, value=left)


# --- players retreat from a space combat, each for themselves; the Hive never does


_RETREATS = "retreat_"
GONE = "gone"


def retreat_numbers(fight: Fight) -> tuple[Number, ...]:
    """Whether each player in the combat retreats, neutral units never; none where no system is open to them."""
    if not _open_neighbours(fight):
        return ()
    labels = {seat: say("{who!c} retreats", who=fight.game.name(seat)) for seat in fight.players if seat in PLAYERS}
    named = say("Stays"), say("Retreats")
    return tuple(Number(f"{_RETREATS}{seat}", labels[seat], maximum=1, yes_no=True, named=named) for seat in labels)


def retreating(fight: Fight, numbers: Mapping[str, int]) -> list[Player]:
    """Who has said so."""
    return [seat for seat in PLAYERS if seat in fight.players and numbers.get(f"{_RETREATS}{seat}")]


def retreat(fight: Fight, leaving: Iterable[Player]) -> Procedure[None]:
    """Ask where each of some players retreats to, and move their ships there with what they carry.

    Whoever has retreated is no longer in the combat. What a player has in space without a ship stays with the ships of
    the ally, and goes along with the last ones (31.action.transport).
    """
    for seat in leaving:
        answer = yield from fight.ask(partial(_where, fight, seat))
        if answer is None:
            continue
        fight.players = [one for one in fight.players if one != seat]
        if answer.choice == GONE:
            clear_space(fight, [seat])
            continue
        if player_ships(fight, seat) or not player_ships(fight, other_player(seat)):
            _move(fight, seat, answer.choice)
        pieces.put_command_token(fight.game, seat, answer.choice)
        if not any(player_ships(fight, one) for one in PLAYERS):
            _move(fight, other_player(seat), answer.choice)
        look_before(fight, answer.choice)


def _move(fight: Fight, seat: Player, position: str) -> None:
    """Move whatever the board knows of a player in space there."""
    if fight.units(seat):
        fight.away[seat] = position
    for unit, number in fight.units(seat).items():
        for _ in range(number):
            pieces.move(fight.game, seat, unit, fight.position, position)


def _where(fight: Fight, seat: Player) -> Ask | None:
    neighbours, who = _open_neighbours(fight), fight.game.name(seat)
    if not neighbours:
        return None
    theirs = say("a unit or a planet of {who} is there", who=who)
    known = [position for position in neighbours if fight.survey.is_in(position, seat)]
    order = sorted(neighbours, key=lambda one: one not in known)
    return question(
        keys.RETREAT,
        who=who,
        choices=(Choice(at, sentence(system_label(fight.game, at)), theirs if at in known else "") for at in order),
    )


def _open_neighbours(fight: Fight) -> list[str]:
    """Neighbours without ships of the Hive or neutral ones (M13), but for asteroid fields, supernovas and nebulae.

    None of them is active.
    """
    survey, seen = fight.survey, fight.board.chart()
    barred = seen.closed | seen.nebulae
    return [
        position
        for position in sorted(seen.adjacent[fight.position])
        if position not in barred and not any(survey.ship_count(position, side) for side in ("hive", NEUTRAL))
    ]


# --- what a battle has left of the players' units


SO, UNHURT, LATER = "so", keys.ASKED_SINCE[keys.SURVIVORS], keys.ASKED_SINCE[keys.LEFT_IN_SPACE]
_NONE = Damage(Counter(), Counter(), 0)


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
    return fight.ask(lambda: _left_asked(fight, key, detail))


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
            fight.destroyed[unit] += lost


def _left_asked(fight: Fight, key: str, detail: Words) -> Ask | None:
    doubtful = list(_doubtful(fight, key))
    # The last unit of who has won alone is left.
    if sum(1 if one.damaged else one.maximum for one in doubtful) < 2 and not _several(fight, doubtful):
        return None
    seats = [seat for seat in FOES if any(one.seat == seat for one in doubtful)]
    names = listed([fight.game.name(seat) for seat in seats])
    told = say("Filled in is what the hits of [the Hive] cost at least. Change what went otherwise.")
    if not all(toll.known for toll in fight.tolls.values()):
        told = say("The app does not know all hits of [the Hive]: take off what you have lost.")
    later = Choice(LATER, say("Say it later"), say("after the invasion"), beside=True)
    return Ask(
        key=key,
        text=say("What is left of {names} in {system}?", names=names, system=fight.label),
        choices=(
            Choice(SO, say("So it is")),
            Choice(UNHURT, say("Nothing was lost"), beside=True),
            *([later] if key == keys.LEFT_IN_SPACE else ()),
        ),
        rule="1.scope.unchanged-rules",
        detail=detail or told,
        numbers=tuple(_left_number(fight, one, several=len(seats) > 1) for one in doubtful),
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
    toll, landed = fight.tolls.get(planet), fight.landed.get(seat, Landed({}, ()))
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


def _left_number(fight: Fight, one: _Left, several: bool) -> Number:
    """How it is asked for, with whose it is where it is of ``several`` players."""
    unit = fight.game.tables.units.by_key[one.unit]
    plural, planet = Name(unit.plural), fight.planet(one.planet or "")
    label = say("{units!c}", units=plural)
    if one.damaged and one.planet is not None:
        label = say("{units!c} damaged on {planet}", units=plural, planet=planet)
    elif one.damaged:
        label = say("{units!c} damaged", units=plural)
    elif one.planet is not None:
        label = say("{what!c} on {planet}", what=plural, planet=planet)
    elif unit.category == "ground_force":
        label = say("{units!c} in space", units=plural)
    if several:
        label = say("{who!c}: {units}", who=fight.game.name(one.seat), units=label)
    return Number(one.name, label, maximum=one.maximum, value=one.value, of=SO)
