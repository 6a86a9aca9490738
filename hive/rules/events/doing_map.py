"""What players own and do that changes a tracked map: tiles, control, attachments, and where ships of the Hive are.

Rules: 1.scope.unchanged-rules, 4.2.loss-trigger, 33.coexist.order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hive.board import pieces
from hive.board.adjacency import hex_at
from hive.board.growing import remove_system, set_tile
from hive.catalog.tables.acts import Attaches, BoardAct, Exhausts, LaysTile, MovesHive, Pieces, TakesPlanet
from hive.fields import AnyField
from hive.model.game import PLAYERS, Player
from hive.naming import system_label
from hive.rules.area.planets import out_of_the_game
from hive.rules.control.board import board_of as planets_of
from hive.rules.control.mended import Stood
from hive.rules.diagrams.damage import unit_words
from hive.rules.events.doing_pieces import TO, Rearranging
from hive.rules.events.kinds import Args
from hive.steps import Item, Procedure, Tell
from hive.words import Name, Words, say

_RULE = "1.scope.unchanged-rules"


class Remaking(Rearranging):
    """The side that knows what stands where: what becomes of the map itself."""

    def rearranging_fields(self, act: BoardAct) -> tuple[AnyField, ...]:
        """Ships of the Hive go to a neighbour of where they are, where that is known."""
        if isinstance(act, TakesPlanet) and act.coexisting:
            return ()
        if not isinstance(act, MovesHive):
            return super().rearranging_fields(act)
        return (*self._where_of(self._spots_of(act)), *self._where_of(self._ends_of(act), TO, say("Where to")))

    def rearrange(self, source: Name, act: BoardAct, args: Args, who: Callable[[], Player]) -> Procedure[None]:
        """Do it on the board; planets that change hands by it, or are gone, have their consequences."""
        stood = planets_of(self.game).stood()
        if isinstance(act, Pieces) and act.neutral:
            # The card of a planet goes back before neutral units come: none stay where anybody has control.
            position, _, planet = self._told_where(args, self._spots_of(act)).partition("/")
            if planet:
                pieces.set_control(self.game, position, planet, None)
            yield from self._follows(stood)
            yield from super().rearrange(source, act, args, who)
        else:
            yield from self._remake(source, act, args, who)
            yield from self._follows(stood)

    def _follows(self, stood: Stood) -> Procedure[None]:
        """What follows from planets that changed hands, or are gone. Rule: 4.2.loss-trigger."""
        follows = planets_of(self.game).mended(stood, sure=True)
        if follows is not None:
            yield from follows

    def _remake(self, source: Name, act: BoardAct, args: Args, who: Callable[[], Player]) -> Procedure[None]:
        if isinstance(act, TakesPlanet) and act.coexisting:
            for at, _, name in (spot.partition("/") for spot in self._spots_of(act)):
                yield self._taken_over(source, at, name, who())
        elif isinstance(act, LaysTile | TakesPlanet | Attaches | MovesHive) or (isinstance(act, Pieces) and act.beside):
            position, _, planet = self._told_where(args, self._spots_of(act)).partition("/")
            if isinstance(act, Pieces):
                yield self._come_beside(source, act, position, who())
            elif isinstance(act, LaysTile):
                yield from self._tile(source, act, position, who())
            elif isinstance(act, TakesPlanet):
                yield self._taken_over(source, position, planet, who())
            elif isinstance(act, Attaches):
                yield self._attached(source, act, position, planet)
            else:
                yield self._sent(source, position, self._told_where(args, self._ends_of(act), TO))
        else:
            yield from super().rearrange(source, act, args, who)

    # --- where

    def _all_spots_of(self, act: BoardAct) -> dict[str, Words]:
        game, survey = self.game, self.survey
        if isinstance(act, LaysTile):
            return {at: system_label(game, at) for at in sorted(survey.positions) if hex_at(at) or not act.tile}
        if isinstance(act, TakesPlanet):
            return {f"{at}/{name}": self._label(at, name) for at, name in self._to_take(act)}
        if isinstance(act, Exhausts) and act.of == "system":
            return {at: system_label(game, at) for at in sorted(survey.positions) if survey.controlled(at)}
        if isinstance(act, Exhausts):
            return {f"{at}/{name}": self._label(at, name) for at, name in self._hives()}
        if isinstance(act, Attaches):
            return {
                f"{at}/{name}": self._label(at, name)
                for at, name in self._planets()
                if survey.system(at).planets[name].control in PLAYERS
                and act.attachment not in survey.system(at).planets[name].attachments
            }
        if isinstance(act, MovesHive):
            sailing = [at for at in sorted(survey.positions) if survey.ships(at)]
            return self._in_battle({at: system_label(game, at) for at in sailing})
        if isinstance(act, Pieces) and act.beside:
            hosts = [at for at in sorted(survey.positions) if any(self._hosts(act, at, seat) for seat in PLAYERS)]
            return {at: system_label(game, at) for at in hosts}
        if isinstance(act, Pieces) and act.neutral:
            return {spot: words for spot, words in super()._all_spots_of(act).items() if self._empty(spot)}
        return super()._all_spots_of(act)

    def _ends_of(self, act: BoardAct) -> dict[str, Words]:
        if not isinstance(act, MovesHive):
            return super()._ends_of(act)
        starts = list(self._spots_of(act))
        ends: Iterable[str] = self.survey.adjacent[starts[0]] if len(starts) == 1 else self.survey.positions
        ends = [at for at in ends if not self.survey.in_the_fracture(at)]
        if "next_with_other_ships" in self.where:
            ends = [at for at in ends if any(self.survey.ship_count(at, seat) for seat in PLAYERS)]
        return {at: system_label(self.game, at) for at in sorted(ends)}

    def _planets(self) -> Iterator[tuple[str, str]]:
        yield from ((at, name) for at, name in self._places() if name is not None)

    def _to_take(self, act: TakesPlanet) -> Iterator[tuple[str, str]]:
        """Planets of the Hive without any of its units, or those where units of a player coexist."""
        for at, name in self._planets():
            there = self.survey.system(at).planets[name]
            fits = bool(there.coexisting) if act.coexisting else not self.units("hive", at, name)
            if there.control == "hive" and fits:
                yield at, name

    def _empty(self, spot: str) -> bool:
        """Whether no side has ships there, or no units on the planet."""
        position, _, planet = spot.partition("/")
        return not any(self.units(seat, position, planet or None) for seat in self.game.seats)

    def _hosts(self, act: Pieces, position: str, seat: Player) -> dict[str, int]:
        """To how many units of a player something comes in a system, by their planets."""
        planets = {name: self.units(seat, position, name) for name in self.survey.system(position).planets}
        hosts = {name: sum(there.get(unit, 0) for unit in act.beside) for name, there in planets.items()}
        return {name: number for name, number in hosts.items() if number}

    # --- what is done

    def _come_beside(self, source: Name, act: Pieces, position: str, seat: Player) -> Tell:
        """So many units come to each of those that host them."""
        game, lines = self.game, []
        for planet, hosts in self._hosts(act, position, seat).items():
            came: dict[str, int] = {unit: min(n * hosts, self._left(seat, unit)) for unit, n in act.units.items()}
            for unit, number in came.items():
                pieces.put(game, seat, unit, number, position, planet)
            units, where = unit_words(game, came) or say("nothing"), self._label(position, planet)
            text = say("{units} of {who}: {where}.", units=units, who=game.name(seat), where=where)
            lines.append(Item(text, rule=_RULE))
        where = system_label(game, position)
        return Tell(say("{source}: {system}", source=source, system=where), _RULE, items=tuple(lines))

    def _tile(self, source: Name, act: LaysTile, position: str, seat: Player) -> Procedure[None]:
        gone = self.units("hive", position, None)
        where, tile = system_label(self.game, position), Name(act.tile)
        if act.tile:
            text = say("{source}: lay tile {tile} in place of {system}.", source=source, tile=tile, system=where)
            set_tile(self.game, position, act.tile)
            for other in (one for one in self.game.seats if one != seat):
                for unit, number in self.units(other, position, None).items():
                    pieces.take(self.game, other, unit, number, position)
            yield Tell(text, _RULE, systems=(position,))
        else:
            text = say("{source}: take {system} off the map, with all that is in it.", source=source, system=where)
            remove_system(self.game, position)
            yield Tell(text, _RULE)
        yield from out_of_the_game(self.game, gone)

    def _taken_over(self, source: Name, position: str, planet: str, seat: Player) -> Tell:
        place = self.survey.system(position).planets[planet]
        beside = next((one for one in place.coexisting if one in PLAYERS), None)
        owner: Player = "p1" if beside == "p1" else "p2" if beside == "p2" else seat
        pieces.set_control(self.game, position, planet, owner)
        pieces.set_coexisting(self.game, position, planet, owner, False)
        pieces.set_coexisting(self.game, position, planet, "hive", True)
        who, where = self.game.name(owner), self._label(position, planet)
        return Tell(say("{source}: {who} controls {planet} now.", source=source, who=who, planet=where), _RULE)

    def _attached(self, source: Name, act: Attaches, position: str, planet: str) -> Tell:
        pieces.attach(self.game, position, planet, act.attachment)
        return Tell(say("{source} on {planet}.", source=source, planet=self._label(position, planet)), _RULE)

    def _sent(self, source: Name, position: str, to: str) -> Tell:
        pieces.send(self.game, "hive", position, to)
        one, two = system_label(self.game, position), system_label(self.game, to)
        text = say("{source}: move all [the Hive]'s ships from {one} to {two}.", source=source, one=one, two=two)
        return Tell(text, _RULE, detail=say("What they carry comes along; fight what follows."), systems=(position, to))
