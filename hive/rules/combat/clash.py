"""One combat of a battle: who is in it, what it costs, how it is drawn, and what is told of it.

Who fights on a planet is said planet by planet: :mod:`hive.rules.combat.defence`.

Players choose their losses themselves. Expected is what costs them least: whoever can sustain damage does so first,
then the cheapest units go. What the table has taken off the map itself is gone already, and nothing more is expected.

Rules: 5.4, 31.action.joint, 31.combat.joint, Q106, Q120, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

from hive import keys
from hive.board.movement import move_value
from hive.catalog.tables import Foe, Owner
from hive.effects import end
from hive.model.game import FOES, NEUTRAL, PLAYERS
from hive.rules.combat.fight import HERE, Fight
from hive.rules.combat.units import Kind, combatants, ground_forces, ships
from hive.rules.diagrams.damage import (
    Arena,
    Damage,
    able_to_sustain,
    as_flagships,
    assign_hits,
    can_sustain,
    hit_lines,
    leaving,
    unit_words,
)
from hive.steps import Ask, Choice, Item, Number, Peak, Piece, Procedure, Shown, Sides, Tell
from hive.words import Words, count, listed, say, sentence


def in_combat(fight: Fight, planet: str | None) -> dict[str, int]:
    """The Hive's units that fight: its ships in space, or its ground forces on a planet.

    An option can keep fighters that cannot move out of asteroid fields, unless the Hive ignores these (M47).
    """
    units, game = fight.units("hive", planet), fight.game
    if planet is not None:
        return ground_forces(game, units)
    slow = move_value(game.tables, "fighter", game.hive.upgrades) < 1
    ignored = "asteroid_field" in game.tables.units.ignored_anomalies
    held = slow and not ignored and not game.tables.figures.slow_fighters_fight.value
    if held and "asteroid_field" in fight.survey.anomalies(fight.position):
        units = {key: number for key, number in units.items() if game.tables.units.kind_of(key) != "fighter"}
    return ships(game, units)


def hits_on_hive(fight: Fight, name: str, label: Words, planet: str | None, units: Mapping[str, int]) -> Number:
    """The stepper for hits on some Hive units, bounded by what destroys them all. Each player enters their own."""
    damaged = damaged_in(fight, planet)
    whole = sum(number - damaged.get(key, 0) for key, number in units.items() if can_sustain(fight.game, key))
    most = sum(units.values()) + whole
    return Number(name, label, maximum=most, note=say("{hits} to destroy all", hits=count(most, "hit")), together=True)


def bombarded(fight: Fight, hits: int) -> int:
    """How many units some hits of a bombardment destroy: an option can make them more (M46)."""
    return hits * fight.game.tables.figures.bombardment_destroys.value


def take_hits(fight: Fight, planet: str | None, units: Mapping[str, int], hits: int) -> Damage:
    """Book hits on some Hive units by the damage diagrams, and have the table told.

    Rules: 5.4.damage-space, 5.4.damage-ground.
    """
    arena: Arena = "space" if planet is None else "ground"
    taken = assign_hits(fight.game, arena, units, damaged_in(fight, planet), hits)
    fight.board.damage("hive", taken.sustained, (fight.position, planet))
    fight.board.lose("hive", taken.destroyed, (fight.position, planet))
    fight.tell(*hit_lines(fight.game, arena, taken))
    fight.capture(planet, taken.destroyed)
    return taken


def clear(fight: Fight, seat: Owner, planet: str) -> None:
    """Take a side's ground forces off a planet, and have the table told. Structures stay until somebody takes it."""
    lose(fight, seat, planet, ground_forces(fight.game, fight.units(seat, planet)))


def clear_space(fight: Fight, seats: Sequence[Owner]) -> None:
    """Take the ships of some sides out of space, with what they carried, and have the table told.

    Ships of an ally that stay carry for the player who has lost the own ones. Rule: 31.action.transport.
    """
    staying = [seat for seat in PLAYERS if seat not in seats and ships(fight.game, fight.units(seat))]
    for seat in seats:
        there = fight.units(seat)
        gone = ships(fight.game, there) if staying and seat in PLAYERS else there
        lose(fight, seat, None, gone)
    clear_carried(fight, PLAYERS)


def clear_players(fight: Fight, planet: str) -> None:
    """Take all ground forces but for the Hive's, and those that coexist out of the combat, off a planet, and say so."""
    beside = fight.coexisting(planet)
    for seat in FOES:
        if seat in fight.players or seat not in beside:
            clear(fight, seat, planet)


def clear_carried(fight: Fight, side: Sequence[Owner], position: str = "") -> None:
    """What stands in space once no ship of its side is left goes with the last one; allies carry for each other.

    In: the system, if it is not the active one. Rules: 1.scope.unchanged-rules, 31.action.transport, Q116.
    """
    there = {seat: fight.board.units(seat, position or fight.position) for seat in side}
    if not any(ships(fight.game, units) for units in there.values()):
        for seat, units in there.items():
            lose(fight, seat, None, units, position)


def lose(fight: Fight, seat: Owner, planet: str | None, units: Mapping[str, int], position: str = "") -> None:
    """Take units of a side off the board, and have the table told. In: the system, if it is not the active one."""
    units = {key: number for key, number in units.items() if number}
    fight.board.lose(seat, units, (position or fight.position, planet))
    if units:
        where = say("in space") if planet is None else say("on {planet}", planet=fight.planet(planet))
        lost = unit_words(fight.game, units)
        text = say("{who!c} loses {units} {where}.", who=fight.game.name(seat), units=lost, where=where)
        fight.tell(Item(text, rule="1.scope.unchanged-rules", drawn=leaving(seat, units)))
    if seat == "hive":
        fight.capture(planet, units)
    else:
        fight.destroyed.update(units)


def damaged_in(fight: Fight, planet: str | None) -> dict[str, int]:
    """How many of the Hive's units in space here, or on a planet, have sustained damage."""
    return fight.board.damaged("hive", fight.position, planet)


# --- which players take part in a battle in space


ALLY = "ally"
_GONE = "gone_"


def player_ships(fight: Fight, seat: Foe) -> dict[str, int]:
    """The ships of a player, or neutral ones, in the system, as far as the board knows."""
    return ships(fight.game, fight.units(seat))


def there(fight: Fight) -> list[Foe]:
    """Who may have ships there: those on the board, the player who has activated the system, the ally who acts too.

    Neutral ships defend against the Hive; where a player attacks it they are not in the way (M13).
    """
    came = {fight.active, *([fight.ally] if fight.joined else [])}
    foes = FOES if fight.active == "hive" else PLAYERS
    return [seat for seat in foes if seat in came or player_ships(fight, seat)]


def fighters_in_space(fight: Fight) -> list[Foe]:
    """Who fights in space: all who have ships there, if the Hive attacks; the active player, and the ally who wants to.

    Where nobody has asked, that is the ally who acts too. Rule: 31.combat.joint (Q118, Q120).
    """
    if fight.active == "hive":
        return there(fight)
    beside = fight.joined if fight.allied is None else fight.allied
    return [seat for seat in PLAYERS if seat == fight.active or beside]


def ally_number(fight: Fight) -> tuple[Number, ...]:
    """Whether the ally takes part as well: the ally who is there chooses. Asked once in a battle of a player (Q120)."""
    if fight.ally is None or fight.allied is not None:
        return ()
    value = 1 if fight.ally in there(fight) else 0
    label = say("{ally} fights beside {who}", ally=fight.game.name(fight.ally), who=fight.game.name(fight.active))
    return (Number(ALLY, label, maximum=1, value=value, yes_no=True),)


def hear_of_the_ally(fight: Fight, numbers: Mapping[str, int]) -> None:
    """Keep what the table has said of the ally for the rest of the battle. Rule: 31.action.joint."""
    if ALLY in numbers:
        fight.allied = bool(numbers[ALLY])


# --- who is gone before a combat begins


def gone_numbers(fight: Fight, theirs: Words) -> tuple[Number, ...]:
    """Of each of two players, whether what is fired before a combat has left nothing: then it is none of theirs (Q107).

    One player alone, or both together, are told by an answer.
    """
    if len(fight.players) < len(PLAYERS):
        return ()
    names = {seat: fight.game.name(seat) for seat in fight.players}
    labels = {seat: say("No {theirs} of {who} is left", theirs=theirs, who=names[seat]) for seat in names}
    return tuple(Number(f"{_GONE}{seat}", label, maximum=1, yes_no=True) for seat, label in labels.items())


def take_gone(fight: Fight, planet: str | None, numbers: Mapping[str, int], all_gone: bool) -> None:
    """Take off whoever is gone; they take no part in the combat that follows. Rule: 14.gain.combat (Q107)."""
    gone = [seat for seat in fight.players if all_gone or numbers.get(f"{_GONE}{seat}")]
    fight.players = [seat for seat in fight.players if seat not in gone]
    if planet is None:
        clear_space(fight, gone)
        return
    for seat in gone:
        clear(fight, seat, planet)


# --- what the hits of the Hive are expected to cost the players' units on the board


def where(fight: Fight, seat: Foe, planet: str | None) -> str:
    """The system in which a player's units stand that fought there: who has retreated from space is elsewhere."""
    return fight.position if planet is not None else fight.away.get(seat, fight.position)


def fighting(fight: Fight, seat: Foe, planet: str | None) -> dict[str, int]:
    """A player's units on the board that fought in space, or on a planet, weakest first."""
    return combatants(fight.game, fight.board.units(seat, where(fight, seat, planet), planet), planet)


def expected(fight: Fight, planet: str | None, more: int = 0, spare: int = 0) -> dict[Foe, Damage]:
    """The losses of each player on whom hits fell, with so many hits ``more``; so many units are left over."""
    toll = fight.tolls.get(planet)
    seats = [] if toll is None else [seat for seat in toll.on if seat not in toll.booked]
    there = {seat: fighting(fight, seat, planet) for seat in seats}
    taken = {seat: Damage(Counter(), Counter(), 0) for seat in seats}
    hits, at_fighters = (more, 0) if toll is None else (max(0, toll.hits - toll.sustained) + more, toll.on_fighters)
    others = _by_cost(fight, there)
    falling = [one for one in others if one[1] == "fighter"][:at_fighters]
    for one in falling:
        others.remove(one)
    for seat, unit in _sustaining(fight, planet, there)[:hits]:
        taken[seat].sustained[unit] += 1
        hits -= 1
    falling += others[: max(0, min(hits, len(others) - spare))]
    for seat, unit in falling:
        taken[seat].destroyed[unit] += 1
    return taken


def none_left(fight: Fight, planet: str | None, more: int) -> bool:
    """Whether with so many hits ``more`` nothing is left of the players who fight now, all on the board."""
    toll = fight.tolls.get(planet)
    if toll is not None and (not toll.known or toll.booked):
        return False
    there = {seat: fighting(fight, seat, planet) for seat in fight.players}
    hits = more + (0 if toll is None else toll.hits)
    needed = sum(sum(units.values()) for units in there.values()) + len(_sustaining(fight, planet, there))
    return all(there.values()) and bool(there) and hits >= needed


def sustained_for_a_combat(fight: Fight, planet: str | None) -> None:
    """What a ship has sustained just because a note lends it that costs nothing, also once the note is back."""
    by_key, toll = fight.game.tables.units.by_key, fight.tolls.get(planet)
    lent = [
        unit
        for seat in fight.players
        for unit in as_flagships(fight.game, seat)
        if able_to_sustain(fight.game, unit, 1, seat) and not by_key[unit].sustain_damage
    ]
    if toll is not None:
        toll.sustained += len(lent)


def _sustaining(fight: Fight, planet: str | None, there: dict[Foe, dict[str, int]]) -> list[tuple[Foe, str]]:
    """The units that can still sustain damage, one by one."""
    return [
        (seat, unit)
        for seat, units in there.items()
        for unit, number in units.items()
        for _ in range(
            able_to_sustain(fight.game, unit, number, seat)
            - fight.board.damaged(seat, where(fight, seat, planet), planet).get(unit, 0)
        )
    ]


def _by_cost(fight: Fight, there: dict[Foe, dict[str, int]]) -> list[tuple[Foe, str]]:
    """All units one by one, the cheapest first."""
    by_key = fight.game.tables.units.by_key
    every = [(seat, unit) for seat, units in there.items() for unit, number in units.items() for _ in range(number)]
    return sorted(every, key=lambda one: by_key[one[1]].cost)


# --- what the steps of a combat draw


def drawn_sides(fight: Fight, planet: str | None, players: Sequence[Foe] | None = None) -> Sides:
    """Both sides of a combat, as far as the board knows: their ships in space, or their ground forces on a planet.

    ``players`` are those in it, where the battle does not know them yet.
    """
    seats: tuple[Owner, ...] = ("hive", *(fight.players if players is None else players))
    there = {seat: combatants(fight.game, fight.units(seat, planet), planet) for seat in seats}
    damaged = {seat: fight.board.damaged(seat, fight.position, planet) for seat in seats}
    drawn = tuple(piece for seat in seats for piece in _pieces(seat, there[seat], damaged[seat]))
    hits = expected(fight, planet) if players is None else {}
    lost = tuple(
        Piece(seat, unit, number) for seat in hits for unit, number in reversed(list(hits[seat].destroyed.items()))
    )
    return Sides(seats, _but(drawn, lost), _gives_up(fight, planet, there["hive"], damaged["hive"]), lost)


def _but(drawn: Sequence[Piece], lost: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces without those that are lost, whole ones of a type first."""
    gone = Counter({(one.seat, one.unit): one.number for one in lost})
    found = []
    for piece in reversed(drawn):
        taken = min(piece.number, gone[piece.seat, piece.unit])
        gone[piece.seat, piece.unit] -= taken
        found.append(replace(piece, number=piece.number - taken))
    return tuple(piece for piece in reversed(found) if piece.number)


def _pieces(seat: Owner, units: Mapping[str, int], damaged: Mapping[str, int]) -> list[Piece]:
    """Units of a side, the strongest first, damaged ones before whole ones of their type."""
    found = []
    for unit, number in reversed(list(units.items())):
        hurt = min(number, damaged.get(unit, 0))
        found += [Piece(seat, unit, hurt, hurt=True), Piece(seat, unit, number - hurt)]
    return [piece for piece in found if piece.number]


def _gives_up(
    fight: Fight, planet: str | None, units: Mapping[str, int], damaged: Mapping[str, int]
) -> tuple[Piece, ...]:
    """What each further hit costs the Hive, hit by hit, equal ones together. Rules: 5.4."""
    arena: Arena = "space" if planet is None else "ground"
    order: list[Piece] = []
    before = assign_hits(fight.game, arena, units, damaged, 0)
    for hits in range(1, 2 * sum(units.values()) + 1):
        taken = assign_hits(fight.game, arena, units, damaged, hits)
        if taken.left_over:
            break
        for unit in units:
            if taken.sustained.get(unit, 0) > before.sustained.get(unit, 0):
                order.append(Piece("hive", unit, 1, hurt=True))
            if taken.destroyed.get(unit, 0) > before.destroyed.get(unit, 0):
                order.append(Piece("hive", unit, 1))
        before = taken
    return tuple(replace(piece, number=len(list(equal))) for piece, equal in groupby(order))


# --- one combat of a battle: in space, or on a planet


Winner = Literal["hive", "players", "nobody", "retreated"]
BY_HAND = "by_hand"
CLEARED = "cleared"
_WAYS: tuple[Choice, ...] = (
    Choice(HERE, say("Fight it here"), say("the app rolls for [the Hive]")),
    Choice("dice", say("Roll by hand"), say("the app says what [the Hive] rolls, and takes its hits")),
    Choice(BY_HAND, say("We fight it by hand"), say("say only who has won, and what is left of [the Hive]")),
)


@dataclass
class Clash:
    """One combat: in space, or on a planet. Both sides have units for it when it begins (Q107).

    ``fired``: something was fired before it, so that units may be gone that the map still shows. ``stratagem`` is what
    the Hive performs in its first round, by symbol what all its effects are worth, told there by ``notes``.
    ``booked``: whose units the board knew as it began.
    """

    fight: Fight
    planet: str | None = None
    fired: bool = False
    stratagem: Counter[str] = field(default_factory=Counter)
    notes: tuple[Item, ...] = ()
    booked: tuple[Foe, ...] = ()

    @property
    def key(self) -> Kind:
        """Its kind."""
        return "space_combat" if self.planet is None else "ground_combat"

    @property
    def arena(self) -> Arena:
        """Where it is fought."""
        return "space" if self.planet is None else "ground"

    @property
    def name(self) -> Words:
        """How the table calls it."""
        if self.planet is None:
            return say("space combat in {system}", system=self.fight.label)
        return say("ground combat on {planet}", planet=self.fight.planet(self.planet))

    def shown(self, expects: bool = True, by_hand: bool = False) -> Shown:
        """How its questions are shown: below both sides as they stand; ``by_hand``: how it has ended."""
        heading = say("Space combat") if self.planet is None else say("Ground combat")
        return Shown(heading, expects, "result" if by_hand else "fight", sides=drawn_sides(self.fight, self.planet))

    @property
    def theirs(self) -> Words:
        """What the Hive fights against."""
        if self.fight.players == [NEUTRAL]:
            return say("neutral ship") if self.planet is None else say("neutral ground force")
        return say("player ship") if self.planet is None else say("player ground force")

    def hive(self) -> dict[str, int]:
        """The Hive's units in it."""
        return in_combat(self.fight, self.planet)

    def units(self, seat: Foe) -> dict[str, int]:
        """The units of a player, or neutral ones, in it, as far as the board knows."""
        return combatants(self.fight.game, self.fight.units(seat, self.planet), self.planet)

    def nobody_left(self) -> bool:
        """Whether the table has taken all units of those who fight the Hive off the board meanwhile."""
        players = self.fight.players
        return bool(players) and all(seat in self.booked and not self.units(seat) for seat in players)

    def next_round(self) -> None:
        """What belongs to the first round alone is over. Rule: 22.first-round-only."""
        self.stratagem, self.notes = Counter(), ()
        end(self.fight.game, "combat_round")


def ways(fight: Fight) -> list[Choice]:
    """How a combat can be fought, the way of the last one first."""
    last = [choice for choice in _WAYS if choice.value == fight.way]
    return [*last, *(choice for choice in _WAYS if choice not in last)]


def how_on_the_ground(clash: Clash, known: Words) -> Ask:
    """How a ground combat is fought. In: what is known of the other side."""
    text, choices = sentence(clash.name), tuple(ways(clash.fight))
    return Ask(keys.GROUND_COMBAT, text, choices, "1.scope.unchanged-rules", known, shown=clash.shown())


# --- what is told once a combat or a whole battle is over, and what stands above it


def heading(fight: Fight) -> Words:
    """What stands above what is left to do."""
    return say("After the battle") if _battled(fight) else say("After the move")


def _battled(fight: Fight) -> bool:
    """Whether anybody has fought: nobody has where nothing was fired, and no combat begun."""
    return bool(fight.way or fight.combats or fight.tolls)


def who_has_won(fight: Fight, winner: Winner) -> Procedure[None]:
    """Tell who has won a space combat: the next screen shows it."""
    where, won = fight.label, [seat for seat in fight.players if player_ships(fight, seat)] or fight.players
    names = [fight.game.name(seat) for seat in won]
    beside = [seat for seat in PLAYERS if seat not in fight.players and player_ships(fight, seat)]
    standing = listed([fight.game.name(seat) for seat in beside])
    if winner in ("hive", "retreated"):
        text = say("[The Hive] has won the space combat in {system}.", system=where)
    elif (winner == "nobody" or not names) and standing:
        text = say(
            "Of those who fought nobody is left after the space combat in {system}; {names} stood aside.",
            system=where,
            names=standing,
        )
    elif winner == "nobody" or not names:
        text = say("Nobody is left after the space combat in {system}.", system=where)
    elif len(names) == 1:
        text = say("{who!c} has won the space combat in {system}.", who=names[0], system=where)
    else:
        text = say("{names} have won the space combat in {system}.", names=listed(names), system=where)
    yield Tell(text, "1.scope.unchanged-rules")


def _peak(fight: Fight) -> Peak | None:
    """That the Hive has won Mecatol Rex by a combat, or who has won all that was fought."""
    if fight.board.mecatol_rex in {(fight.position, one.planet) for one in fight.combats if one.planet in fight.taken}:
        return Peak("mecatol_rex", say("[The Hive] takes Mecatol Rex"))
    taken, lost = len(fight.taken), len(fight.lost)
    told = ((taken, say("planet taken") if taken == 1 else say("planets taken")),) * bool(taken)
    told += ((lost, say("planet lost") if lost == 1 else say("planets lost")),) * bool(lost)
    winners = {"hive" if one.winner == "retreated" else one.winner for one in fight.combats}
    if winners == {"hive"}:
        return Peak("won", say("[The Hive] has won the battle"), told)
    if winners == {"players"}:
        return Peak("lost", say("[The Hive] has lost the battle"), told)
    return None


def close(fight: Fight) -> Procedure[None]:
    """Tell what has not been told yet."""
    if not fight.untold:
        return
    where = fight.label
    text = say("After the battle in {system}", system=where) if _battled(fight) else say("In {system}", system=where)
    shown = Shown(text if _battled(fight) else heading(fight), peak=_peak(fight))
    told = fight.take_untold()
    yield Tell(
        text, "1.scope.unchanged-rules", keys.BATTLE_OVER, "done", items=told, systems=(fight.position,), shown=shown
    )
