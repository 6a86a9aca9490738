"""What bends a number or forbids something: values with a source, gathered from the laws in play and the game.

Rules: 36.culture.leaders, 32.lower.commanders, 27.received.alliance (Q142).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from hive.catalog.tables import Bend, Effect, Owner, RollModifier, Seat
from hive.catalog.tables.acts import At, Stands
from hive.catalog.tables.doings import Doing, stands
from hive.catalog.tables.effects import Binds, LawsBlank, Roll
from hive.model.game import NEUTRAL, PLAYERS, Duration, EffectKept, Game, Law, Player, other_player
from hive.words import Name, Words, say


def begin(
    game: Game,
    source: str,
    effect: Effect,
    until: Duration,
    seats: Sequence[Seat],
    owner: Seat | None = None,
    position: str = "",
) -> None:
    """Keep an effect that binds some sides for a time; whose it is, and where alone it holds, if that matters."""
    game.effects.append(EffectKept(source, effect, until, list(seats), owner, position))


def end(game: Game, *until: Duration) -> None:
    """Durations are over: what lasted for them is gone, and what could be used but once in them is ready."""
    game.effects = [one for one in game.effects if one.until not in until]
    game.spent = [one for one in game.spent if one.until not in until]


# --- who has the leaders of a faction


# With one of these at the table no leaders are exchanged.
_KEEP_LEADERS = ("Firmament", "Obsidian")


def having_leader(game: Game, doing: Doing) -> list[Player]:
    """Who can have a leader: exchanged ones change sides, and by the Alliance the ally has the commander as well."""
    first = _first(game, doing)
    allies = [other_player(seat) for seat in first] if doing.kind == "commander" else []
    return list(dict.fromkeys((*first, *allies)))


def kept_from_commanding(game: Game, doing: Doing) -> bool:
    """Whether nobody can use a commander, as the Hive holds its owner's Alliance. Rule: 27.received.alliance."""
    held = [note.owner for note in game.hive.notes if note.kind == "alliance"]
    return doing.kind == "commander" and any(seat in held for seat in _first(game, doing))


def commanding(game: Game, doing: Doing) -> list[Player]:
    """Who has a commander that is unlocked from the start, and by each other's Alliance the ally as well.

    Rule: 32.lower.commanders.
    """
    if doing.kind != "commander" or not _some_command(game) or kept_from_commanding(game, doing):
        return []
    return having_leader(game, doing) if game.tables.figures.commanders_unlocked.value else _first(game, doing)


def _some_command(game: Game) -> bool:
    figures = game.tables.figures
    return bool(figures.commanders_unlocked.value or figures.leaders_exchanged.value)


def _first(game: Game, doing: Doing) -> list[Player]:
    """Who plays the faction of a leader, or got it by an exchange. Rule: 36.culture.leaders."""
    factions = {"p1": game.settings.p1.faction, "p2": game.settings.p2.faction}
    players = [seat for seat in PLAYERS if factions[seat] == doing.faction]
    exchanged = game.tables.figures.leaders_exchanged.value and not {*factions.values()} & {*_KEEP_LEADERS}
    return [other_player(seat) for seat in players] if exchanged else players


# --- the effects in play, and what they come to for a side


B = TypeVar("B", bound=Bend)


@dataclass(frozen=True)
class Bending(Generic[B]):
    """An effect with its source by name, and the sides that it binds.

    ``owner``: whose it is, where that matters; ``position``: the one system in which it holds, if it is one.
    """

    source: str
    effect: B
    seats: tuple[Seat, ...]
    owner: Seat | None = None
    position: str = ""

    @property
    def words(self) -> Words:
        """The source and what it does: ``Enforced Travel Ban: alpha and beta wormholes do not join``."""
        return say("{source}: {effect}", source=Name(self.source), effect=Name(self.effect.say))


@dataclass(frozen=True)
class Effects:
    """All effects in play, in the order in which they came."""

    in_play: tuple[Bending[Bend], ...] = ()

    def of(self, kind: type[B], seat: Owner = "hive") -> list[Bending[B]]:
        """The effects of a kind that bind a side; what binds both players binds neutral units as well."""
        found = [one for one in self.in_play if isinstance(one.effect, kind) and _binds(one.seats, seat)]
        return cast(list[Bending[B]], found)

    def roll_modifiers(self, unit: str, seat: Seat = "hive", roll: Roll = "combat") -> dict[str, int]:
        """What is added to the rolls of a side's units of a type, by the source, whoever they are rolled against."""
        return {
            one.source: one.effect.bonus
            for one in self.of(RollModifier, seat)
            if roll in one.effect.rolls and not one.effect.against_owner and unit in (one.effect.units or (unit,))
        }


def _binds(seats: Sequence[Seat], owner: Owner) -> bool:
    return all(seat in seats for seat in PLAYERS) if owner == NEUTRAL else owner in seats


NOTHING = Effects()
"""Nothing is bent: the map as it is printed."""


def effects(game: Game) -> Effects:
    """What is in play now: laws by age, what stands by itself, then what the state keeps for a time."""
    kept = [Bending[Bend](one.source, one.effect, tuple(one.seats), one.owner, one.position) for one in game.effects]
    found = (*_of_laws(game), *_standing(game), *kept)
    return Effects(found) if found else NOTHING


def laws_in_force(game: Game) -> list[Law]:
    """The laws in play, by age, as far as they do anything: none while something makes them blank."""
    return [] if laws_blank(game) else game.laws


def laws_blank(game: Game) -> str:
    """What makes the laws in play blank, by its name, or nothing."""
    return next((one.source for one in game.effects if isinstance(one.effect, LawsBlank)), "")


def _standing(game: Game) -> Iterator[Bending[Bend]]:
    """What holds by itself: what a faction begins with, unlocked commanders, and what players have said to have."""
    settings, known = game.settings, game.tables.doings
    held = known.standing(settings.boxes)
    for seat in PLAYERS:
        faction = (settings.p1 if seat == "p1" else settings.p2).faction
        for doing, act in (*held.get(faction, ()), *(held.get("", ()) if game.battle else ())):
            yield from _stands(game, doing, act, seat)
    for doing, act in held.get("commander", ()) if _some_command(game) else ():
        for seat in commanding(game, doing):
            if seat not in game.owned.get(doing.doing, ()):
                yield from _stands(game, doing, act, seat)
    for doing, owners in [(known.by_key[key], seats) for key, seats in game.owned.items() if key in known.by_key]:
        for act in () if kept_from_commanding(game, doing) else stands(doing):
            for owner in owners:
                yield from _stands(game, doing, act, owner)


def _stands(game: Game, doing: Doing, act: Stands, owner: Player) -> Iterator[Bending[Bend]]:
    if not act.beside or _beside(game, act, owner):
        yield Bending(doing.name, act.effect, _sides(game, owner, act.effect.binds), owner)


def _beside(game: Game, act: Stands, owner: Player) -> bool:
    """Whether the unit on which an effect hangs stands where a battle is fought, or where it reaches that."""
    there = game.beside.get(owner, [])
    return any((unit if act.at == "system" else standing_at(unit, act.at)) in there for unit in act.beside)


def standing_at(unit: str, at: At) -> str:
    """How ``Game.beside`` calls a unit that stands elsewhere than just in the system of a battle."""
    return f"{unit}@{at}"


def on_the_planet(unit: str) -> str:
    """How ``Game.beside`` calls a unit on the planet for which a battle is fought."""
    return standing_at(unit, "planet")


def _of_laws(game: Game) -> Iterator[Bending[Bend]]:
    cards = game.tables.agendas.by_name
    for law in laws_in_force(game):
        for effect in cards[law.name].bends if law.name in cards else ():
            yield Bending(law.name, effect, _bound(game, law, effect))


def _bound(game: Game, law: Law, effect: Bend) -> tuple[Seat, ...]:
    return _sides(game, owner_of(game, law), effect.binds)


def _sides(game: Game, owner: Seat | None, binds: Binds) -> tuple[Seat, ...]:
    if binds == "all":
        return game.seats
    if binds == "hive":
        return ("hive",)
    owns = binds == "owner"
    return tuple(seat for seat in game.seats if owner is not None and (seat == owner) == owns)


def owner_of(game: Game, law: Law) -> Seat | None:
    """The side that a law elects; None where it elects none."""
    return next((seat for seat in game.seats if law.elected == game.name(seat)), None)
