"""What players own and do that moves pieces, tokens and tiles of a tracked galaxy. Rule: 1.scope.unchanged-rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from hive import keys
from hive.board import pieces
from hive.board.adjacency import hex_at
from hive.board.growing import exchange, set_destroyed
from hive.catalog.tables import Owner
from hive.catalog.tables.acts import (
    BoardAct,
    DestroysPlanet,
    LaysToken,
    MovesHive,
    Pieces,
    Repairs,
    SwapsSystems,
    Token,
)
from hive.catalog.tables.doings import Only, Spared
from hive.fields import AnyField, Choice, OneOf
from hive.model.galaxy import TokenPlaced
from hive.model.game import NEUTRAL, PLAYERS, Player
from hive.model.seats import MONUMENT
from hive.naming import system_label
from hive.rules.abilities.players_diplomacy import diplomacy_token, give_diplomacy_token, lies_there
from hive.rules.combat.units import of_category
from hive.rules.control.board import board_of as planets_of
from hive.rules.diagrams.damage import unit_words
from hive.rules.events.doing_repairs import Repairing
from hive.rules.events.doing_where import OF_A_WAY, WORDS, Spot, fits
from hive.rules.events.kinds import Args
from hive.rules.options.chosen import players_of
from hive.steps import Item, Procedure, Tell
from hive.words import Name, PlanetName, Words, listed, say, sentence

WHERE, TO, TOKEN = "where", "to", "token"
_RULE = "1.scope.unchanged-rules"
# So many of what no plastic limits are put at once.
_PLENTY = 10


class Rearranging(Repairing):
    """The side that knows what stands where: pieces of players, tokens and tiles."""

    spared: tuple[Spared, ...] = ()
    where: tuple[Only, ...] = ()
    users: tuple[Player, ...] = PLAYERS

    def rearranging_fields(self, act: BoardAct) -> tuple[AnyField, ...]:
        """What the table has to say of it; what can be in one place alone is not asked."""
        where = self._where_of(self._spots_of(act))
        if isinstance(act, SwapsSystems) or (isinstance(act, Pieces) and act.change == "move"):
            return (*where, *self._where_of(self._ends_of(act), TO, say("Where to")))
        if isinstance(act, LaysToken) and len(act.tokens) > 1:
            by_key = self.game.tables.tiles.tokens_by_key
            choices = tuple(Choice(token, Name(by_key[token].name)) for token in act.tokens)
            return (OneOf(TOKEN, say("Which token"), choices), *where)
        return where

    def nothing_to_rearrange(self, act: BoardAct) -> Words:
        """Why it changes nothing now, or nothing."""
        return "" if self._spots_of(act) else self.no_place()

    def no_place(self) -> Words:
        """What it would need, where nothing on the map is so."""
        if not self.where:
            return say("There is no place for it on the map.")
        wanted = listed([WORDS[one] for one in self.where])
        return say("There is no place for it on the map, which has to be: {wanted}.", wanted=wanted)

    def rearrange(self, source: Name, act: BoardAct, args: Args, who: Callable[[], Player]) -> Procedure[None]:
        """Do it on the board."""
        spot = self._told_where(args, self._spots_of(act))
        position, _, planet = spot.partition("/")
        if isinstance(act, Repairs):
            yield from self.repaired(source, act, spot, args, who())
        elif isinstance(act, Token):
            yield self._token(source, act, position)
        elif isinstance(act, LaysToken):
            gone = next((unit for unit in act.costs if self.units(who(), position, planet or None).get(unit)), None)
            if gone is not None:
                pieces.take(self.game, who(), gone, 1, position, planet or None)
            yield self._laid(source, act, position, str(args.get(TOKEN, act.tokens[0])))
        elif isinstance(act, SwapsSystems):
            other = self._told_where(args, self._ends_of(act), TO)
            one, two = system_label(self.game, position), system_label(self.game, other)
            exchange(self.game, position, other)
            yield Tell(say("{source}: {one} and {two} change places.", source=source, one=one, two=two), _RULE)
        elif isinstance(act, DestroysPlanet):
            set_destroyed(self.game, position, planet, True)
            words = PlanetName(planet, position)
            yield Tell(say("{source}: {planet} is destroyed.", source=source, planet=words), _RULE)
        elif isinstance(act, Pieces):
            yield from self._moved(source, act, (position, planet or None), args, who())

    # --- monuments

    def monument_places(self) -> tuple[Choice, ...]:
        """The planets that players control outside the home systems, as long as there can be one more."""
        standing, homes = planets_of(self.game).monuments(), {self.survey.home(seat) for seat in self.game.seats}
        if len(standing) >= self.game.tables.figures.monuments_of_players.value:
            return ()
        return tuple(
            Choice(f"{at}/{name}", sentence(self._label(at, name)))
            for at in sorted(self.survey.positions)
            for seat in PLAYERS
            for name in self.survey.controlled(at, seat)
            if at not in homes and name not in standing
        )

    def no_monument(self) -> Words:
        """Why players can build none now, or nothing."""
        return "" if self.monument_places() else say("There is no place for another monument of yours.")

    def build_monument(self, where: str) -> Procedure[None]:
        """A neutral space dock comes to the planet. Rule: 37.monuments.players."""
        position, _, planet = where.partition("/")
        pieces.put(self.game, NEUTRAL, MONUMENT, 1, position, planet)
        text = say("Your monument, a neutral space dock, stands on {planet}.", planet=self._label(position, planet))
        yield Tell(text, "37.monuments.players", systems=(position,))

    # --- where

    def _spots_of(self, act: BoardAct) -> dict[str, Words]:
        """The places where it can be done, with their words; in a battle only those of its system, if any."""
        places = self._all_spots_of(act)
        # Of what moves, the places are limited to which it comes.
        moves = isinstance(act, MovesHive) or (isinstance(act, Pieces) and act.change == "move")
        return places if moves else self.reached(places)

    def no_way(self, args: Args) -> Words:
        """Why what moves cannot go from one place to the other, or nothing."""
        start, end = (str(args.get(name, "")).partition("/")[0] for name in (WHERE, TO))
        if not start or not end or not any(one in self.where for one in OF_A_WAY):
            return ""
        return "" if end in self.survey.adjacent[start] else say("These systems are not next to each other.")

    def reached(self, places: dict[str, Words]) -> dict[str, Words]:
        """Those of some places in which it can be used, and against which.

        Where Mecatol Rex or the nexus is safe, the Hive's spawning systems are, too.
        Rule: 30.ability.protected-systems.
        """
        survey = self.survey
        open_to = {spot: words for spot, words in places.items() if not self._safe(*spot.partition("/")[::2])}
        if not self.where:
            return open_to
        return {
            spot: words
            for spot, words in open_to.items()
            if any(fits(self.where, Spot(self.game, survey, *spot.partition("/")[::2], seat)) for seat in self.users)
        }

    def _safe(self, position: str, planet: str) -> bool:
        survey, spared = self.survey, self.spared
        if not spared:
            return False
        protected = {survey.where("main"), survey.where("aux1"), survey.where("aux2")}
        role = self.game.tables.tiles.by_number[survey.system(position).tile].role
        if "home" in spared and position in {survey.home(seat) for seat in self.game.seats}:
            return True
        if "mecatol_rex" in spared and position in {survey.mecatol_rex, *protected}:
            return True
        if "wormhole_nexus" in spared and (role == "wormhole_nexus" or position in protected):
            return True
        if "legendary" in spared and planet and survey.planet(position, planet).legendary:
            return True
        factions = [one for one in self.game.tables.factions.factions if f"{one.short.lower()}_home" in spared]
        homes = [survey.home(seat) for seat in players_of(self.game, [one.name for one in factions])]
        return position in homes or ("fracture" in spared and role == "fracture")

    def _all_spots_of(self, act: BoardAct) -> dict[str, Words]:
        everywhere: dict[str, Words] = {at: system_label(self.game, at) for at in sorted(self.survey.positions)}
        planets = {f"{at}/{name}": self._label(at, name) for at, name in self._places() if name}
        if isinstance(act, Token):
            holds = act.change == "lift"
            return {at: words for at, words in everywhere.items() if self._has_token(at) == holds}
        if isinstance(act, SwapsSystems):
            return {at: words for at, words in everywhere.items() if hex_at(at) is not None}
        if isinstance(act, DestroysPlanet):
            return planets
        if isinstance(act, LaysToken) and act.costs:
            return self._standing(act.costs, everywhere | planets, self.users)
        if isinstance(act, Repairs | Pieces):
            return self._in_battle(self._with_pieces(act, everywhere, planets))
        return self._in_battle(everywhere) if isinstance(act, LaysToken) else everywhere

    def _with_pieces(
        self, act: Repairs | Pieces, everywhere: dict[str, Words], planets: dict[str, Words]
    ) -> dict[str, Words]:
        if isinstance(act, Repairs):
            return {spot: words for spot, words in (everywhere | planets).items() if self.hurt_at(act, spot)}
        places = {"space": everywhere, "ground": planets, "anywhere": everywhere | planets}[act.arena]
        if act.change == "put":
            return places
        if act.change == "swap":
            old, new = act.units
            able = [seat for seat in PLAYERS if self._left(seat, new)]
            return self._standing([old], planets if act.arena == "ground" else everywhere | planets, able)
        either = everywhere | planets if act.arena == "ground" else places
        return self._standing([one.key for one in self.game.tables.units.units], either, PLAYERS)

    def _ends_of(self, act: BoardAct) -> dict[str, Words]:
        if isinstance(act, Pieces) and act.arena == "ground":
            return self.reached({f"{at}/{name}": self._label(at, name) for at, name in self._places() if name})
        found: dict[str, Words] = {at: system_label(self.game, at) for at in sorted(self.survey.positions)}
        return self.reached({at: words for at, words in found.items() if isinstance(act, Pieces) or hex_at(at)})

    def _standing(
        self, units: Collection[str], places: Mapping[str, Words], seats: Collection[Player]
    ) -> dict[str, Words]:
        """Those of some places where one of these players has a unit of one of these types."""

        def there(spot: str) -> bool:
            position, _, planet = spot.partition("/")
            return any(unit in units for seat in seats for unit in self.units(seat, position, planet or None))

        return {spot: words for spot, words in places.items() if there(spot)}

    def _has_token(self, position: str) -> bool:
        return "hive" in self.survey.system(position).command_tokens

    def _in_battle(self, found: dict[str, Words]) -> dict[str, Words]:
        here = {spot: words for spot, words in found.items() if spot.partition("/")[0] == self.game.battle}
        return here or found

    def _where_of(self, spots: Mapping[str, Words], name: str = WHERE, label: Words | None = None) -> tuple[OneOf, ...]:
        if len(spots) < 2:
            return ()
        choices = tuple(Choice(spot, sentence(words)) for spot, words in spots.items())
        return (OneOf(name, label or say("Where"), choices),)

    def _told_where(self, args: Args, spots: Mapping[str, Words], name: str = WHERE) -> str:
        return str(args.get(name) or next(iter(spots)))

    # --- what is done

    def _token(self, source: Name, act: Token, position: str) -> Tell:
        where = system_label(self.game, position)
        if act.change == "lift":
            pieces.take_command_token(self.game, "hive", position)
            text = say("{source}: take [the Hive]'s command token out of {system}.", source=source, system=where)
            return Tell(text, _RULE)
        line = lies_there(where) if self._has_token(position) else diplomacy_token(self.game, where)
        if line is None:
            return Tell(say("[The Hive] has no command token to place."), _RULE)
        if not self._has_token(position):
            give_diplomacy_token(self.game)
            pieces.put_command_token(self.game, "hive", position)
        return Tell(say("{source}: {system}", source=source, system=where), line.rule, items=(line,))

    def _laid(self, source: Name, act: LaysToken, position: str, token: str) -> Tell:
        if act.moves:
            for at in sorted(self.survey.positions):
                if any(placed.key == token for placed in self.survey.system(at).tokens):
                    pieces.remove_token(self.game, at, token)
        for other in act.tokens if act.turns else ():
            pieces.remove_token(self.game, position, other)
        pieces.lay_token(self.game, position, TokenPlaced(token))
        name, where = Name(self.game.tables.tiles.tokens_by_key[token].name), system_label(self.game, position)
        return Tell(say("{source}: {token} in {system}.", source=source, token=name, system=where), _RULE)

    def _moved(
        self, source: Name, act: Pieces, spot: tuple[str, str | None], args: Args, seat: Player
    ) -> Procedure[None]:
        """Put a player's units there, move them, or change their type."""
        game, (position, planet) = self.game, spot
        owner: Owner = NEUTRAL if act.neutral else seat
        wanted: dict[str, int] = {unit: number for unit, number in act.units.items()}
        if act.change == "move":
            there = self.units(seat, position, planet)
            wanted = yield from self._which_units(source, act, there, position, seat)
            to, _, onto = self._told_where(args, self._ends_of(act), TO).partition("/")
            for unit, number in wanted.items():
                pieces.transfer(game, seat, unit, number, (position, planet), (to, onto or None))
            position, planet = to, onto or None
        elif act.change == "swap":
            (old, number), (new, _) = wanted.items()
            wanted = {new: pieces.take(game, seat, old, min(number, self._left(seat, new)), position, planet)}
            # A ship that takes the place of a structure stands in space.
            planet = None if game.tables.units.by_key[new].category == "ship" else planet
            pieces.put(game, seat, new, wanted[new], position, planet)
        elif act.lands and (aboard := of_category(game, self.units(seat, position, None), "ground_force")):
            wanted = dict.fromkeys(aboard, 1)
            if len(aboard) > 1:
                wanted = yield from self._which_units(source, act, aboard, position, seat)
            for unit, number in wanted.items():
                pieces.transfer(game, seat, unit, number, (position, None), (position, planet))
        else:
            if not wanted:
                wanted = yield from self._which_units(source, act, self._any_of(planet, seat), position, seat)
            wanted = {unit: min(number, self._left(owner, unit)) for unit, number in wanted.items()}
            for unit, number in wanted.items():
                pieces.put(game, owner, unit, number, position, planet)
        lines = self._lives_there(position, planet, seat) if act.coexist and planet is not None else []
        units, where = unit_words(game, wanted) or say("nothing"), self._label(position, planet)
        text = say(
            "{source}: {units} of {who}: {where}.", source=source, units=units, who=game.name(owner), where=where
        )
        # What no ship carries is lost, where it left and where it came to.
        ends = dict.fromkeys((spot[0], position)) if owner in PLAYERS else {}
        yield Tell(text, _RULE, items=(*lines, *(line for at in ends for line in self.adrift(at))))

    def _lives_there(self, position: str, planet: str, seat: Player) -> list[Item]:
        """A player's units live beside those of another side; without any, ground forces bring control of the planet.

        Rule: 33.coexist.order.
        """
        game, control = self.game, self.survey.system(position).planets[planet].control
        others = any(self.units(owner, position, planet) for owner in game.owners if owner != seat)
        lands = bool(of_category(game, self.units(seat, position, planet), "ground_force"))
        if others or not lands or control in PLAYERS:
            pieces.set_coexisting(game, position, planet, seat, True)
            return []
        pieces.set_control(game, position, planet, seat)
        if control == "hive":
            # What the Hive loses with it is told by itself.
            return []
        where = self._label(position, planet)
        return [Item(say("{who!c} controls {planet} now.", who=game.name(seat), planet=where), rule=_RULE)]

    def _which_units(
        self, source: Name, act: Pieces, there: Mapping[str, int], position: str, seat: Player
    ) -> Procedure[dict[str, int]]:
        """The units that a player means, no more than the act allows."""
        most = act.number or sum(there.values())
        text: Words = say("{source}: which units of {who}?", source=source, who=self.game.name(seat))
        if act.number:
            text = say(
                "{source}: which units of {who}, at most {most}?", source=source, who=self.game.name(seat), most=most
            )
        offered = {unit: min(number, most) for unit, number in there.items()}
        while True:
            wanted = yield from self._numbers(keys.PLAYERS_UNITS, text, offered, {}, _RULE, position)
            if sum(wanted.values()) <= most:
                return wanted
            text = say(
                "{source}: those are more than {most}. Which units of {who}?",
                source=source,
                most=most,
                who=self.game.name(seat),
            )

    def _any_of(self, planet: str | None, seat: Player) -> dict[str, int]:
        """Units that a player can put there, with how many are left in the reinforcements."""
        ground = planet is not None
        units = [one.key for one in self.game.tables.units.units if (one.category != "ship") == ground]
        return {unit: left for unit in units if (left := self._left(seat, unit))}

    def _left(self, owner: Owner, unit: str) -> int:
        """How many pieces of a unit a side still has beside the board. Rule: 1.scope.unchanged-rules."""
        plastic = self.game.tables.units.by_key[unit].players_plastic
        if plastic is None:
            return _PLENTY
        on_board = sum(self.units(owner, *place).get(unit, 0) for place in self._places())
        return max(0, plastic - on_board)
