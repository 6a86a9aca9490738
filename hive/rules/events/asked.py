"""What events know without a galaxy: the table says how many units there are, and what leaves the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hive import keys
from hive.fields import AnyField, Number
from hive.model.game import Game, Player
from hive.rules.area.planets import controlled_planets, out_of_the_game, remove
from hive.rules.combat.asked import AskedCombat
from hive.rules.diagrams import damage
from hive.rules.events.growing import ingress_lines
from hive.rules.events.kinds import Args, damage_rule, given_up, lost, whose_diagram
from hive.rules.exploration.exploring import explore_told
from hive.rules.galactic import war
from hive.rules.galactic.atomics import destroyable, retaliation_told
from hive.steps import Item, Procedure, Shown, Tell
from hive.words import Name, Words, count, say, sentence

HIGHEST = 40
GROUND = ("infantry", "mech")


class AskedEvents(AskedCombat):
    """The side on which the table says what is there."""

    # --- support

    def support_fields(self) -> tuple[AnyField, ...]:
        """Nothing: the support is the same whoever comes."""
        return ()

    def support(self, args: Args) -> Procedure[None]:
        """Draw the support for the system that somebody activates. Rule: 21.draw.player-activation."""
        yield from self.activation(None)

    # --- plastic that leaves the board

    def hit_fields(self, arena: damage.Arena) -> tuple[AnyField, ...]:
        """How often the Hive is hit, and what it has there."""
        game = self.game
        types = _ships(game) if arena == "space" else GROUND
        sustaining = tuple(key for key in types if game.tables.units.by_key[key].sustain_damage)
        return (
            Number("hits", say("Hits on [the Hive]"), maximum=40, minimum=1),
            *_unit_fields(game, types, lambda units: say("{units!c} of [the Hive] there", units=units), ""),
            *_unit_fields(game, sustaining, lambda units: say("{units!c} already damaged", units=units), "damaged_"),
        )

    def hits(self, arena: damage.Arena, args: Args) -> Procedure[damage.Hits]:
        """The Hive's units take hits. Rules: 5.4.damage-space, 5.4.damage-ground."""
        game = self.game
        types = _ships(game) if arena == "space" else GROUND
        present = {key: int(args.get(key, 0)) for key in types}
        damaged = {key: int(args.get(f"damaged_{key}", 0)) for key in types}
        hits = damage.assign_hits(game, arena, present, damaged, int(args["hits"]))
        lines = damage.hit_lines(game, arena, hits)
        number = count(int(args["hits"]), "hit")
        in_space = say("[The Hive] takes {hits} in space", hits=number)
        on_the_ground = say("[The Hive] takes {hits} on the ground", hits=number)
        yield Tell(
            in_space if arena == "space" else on_the_ground,
            damage_rule(game, arena),
            key=keys.HITS,
            confirm="done",
            detail=whose_diagram(game, arena),
            items=tuple(lines),
            shown=Shown(say("Hits on [the Hive]")),
        )
        yield from _book_losses(game, hits.destroyed)
        return hits

    def harm_fields(self) -> tuple[AnyField, ...]:
        """How many units an effect harms, and which it can hit."""
        types = (*_ships(self.game), *GROUND, "pds")
        number = Number("number", say("Units harmed"), maximum=40, minimum=1)
        return (number, *_unit_fields(self.game, types, lambda units: say("{units!c} it can hit", units=units), ""))

    def weakest(self, args: Args) -> Procedure[dict[str, int]]:
        """An effect harms units, the weakest of those that it can hit. Rule: 5.4.negative-effects."""
        game = self.game
        present = {key: int(args.get(key, 0)) for key in (*_ships(game), *GROUND, "pds")}
        chosen = yield from damage.given_up(game, present, int(args["number"]))
        rule = "5.4.negative-effects"
        line = Item(given_up(game, chosen), say("weakest first"), rule)
        text = say("An effect harms units of [the Hive]")
        yield Tell(text, rule, key=keys.WEAKEST, confirm="done", items=(line,))
        yield from _book_losses(game, chosen)
        return chosen

    def loss_fields(self) -> tuple[AnyField, ...]:
        """How many units of each type have left the board."""
        game = self.game
        return tuple(
            Number(key, sentence(Name(game.tables.units.by_key[key].plural)), maximum=number, firm=False)
            for key, number in game.hive.units.items()
            if number
        )

    def units_lost(self, args: Args) -> Procedure[None]:
        """Hive plastic left the board. Rule: 2.hive.components."""
        game = self.game
        gone = {key: int(args.get(key, 0)) for key in game.hive.units if int(args.get(key, 0))}
        yield Tell(lost(game, gone), "2.hive.components")
        yield from _book_losses(game, gone)

    def no_units(self, arena: damage.Arena | None = None) -> Words:
        """Nobody knows that there are none."""
        return ""

    def no_plastic(self) -> Words:
        """Why no plastic can leave the board, or nothing."""
        return "" if any(self.game.hive.units.values()) else say("No Hive plastic is on the board.")

    # --- planets

    def explores_planet(self) -> Procedure[None]:
        """The Hive explores a planet; the table says of which kind. Rule: 23.draw."""
        yield from explore_told(self.game)

    def nothing_to_explore(self) -> bool:
        """Whether the Hive controls no planet."""
        return not controlled_planets(self.game)

    def no_frontier(self) -> bool:
        """Nobody knows that there is none."""
        return False

    def exchange_fields(self) -> tuple[AnyField, ...]:
        """Nothing: the table knows the planet."""
        return ()

    def exchange(self, args: Args) -> tuple[Words, Item] | None:
        """The table hands it over."""
        return None

    def book_exchange(self, args: Args) -> None:
        """Nothing: the table knows whose the planet is."""

    def no_exchange(self) -> bool:
        """Nobody knows that there is none."""
        return False

    # --- Stellar Atomics

    def atomics_fields(self) -> tuple[AnyField, ...]:
        """How many ground forces and structures of the Hive were destroyed, of what is counted."""
        ground = destroyable(self.game, self.game.hive.units)
        return tuple(field for field in self.loss_fields() if field.name in ground)

    def atomics_hit(self, args: Args) -> Procedure[None]:
        """The table has taken them off."""
        if any(int(args.get(key, 0)) for key in self.game.hive.units):
            yield from self.units_lost(args)

    def retaliates(self, seat: Player) -> Procedure[list[Item] | None]:
        """The table finds the planet, and what it destroys there can bring something (M58).

        Rules: 37.atomics.retaliation, 37.war.distribution.
        """
        lines = yield from retaliation_told(self.game, seat)
        if lines is not None and war.played(self.game):
            yield from war.told(self.game, 0)
        return lines

    # --- systems that come during the game

    def fracture(self) -> Procedure[None]:
        """The table lays it out. Rule: 33.fracture.ingress."""
        text = say("Lay The Fracture beside the map, with its neutral units.")
        yield Tell(text, "33.scope", keys.FRACTURE, "done", items=ingress_lines(tracked=False))

    def fracture_lies(self) -> bool:
        """The table sees it."""
        return False

    def discover(self) -> Procedure[None]:
        """The table tries it for the Hive. Rules: 35.exploration.hive-discovers, 35.exploration.hive-systems."""
        rule = self.game.tables.galaxy.discoveries[0]
        lines = (
            Item(
                say("Only with a ship of [the Hive] in a system at the edge that is no home."),
                rule="35.exploration.hive-discovers",
            ),
            Item(
                say(
                    "Roll a die: on 1 to 4 draw a random red tile, else a blue one. Lay it next to a system of zone "
                    "{beside}; it is of zone {zone}.",
                    beside=rule.beside,
                    zone=rule.zone,
                ),
                rule="35.exploration.hive-systems",
            ),
        )
        text = say("[The Hive] tries to discover a system")
        yield Tell(text, "35.exploration.hive-discovers", keys.DISCOVERED, "done", items=lines)


def _ships(game: Game) -> tuple[str, ...]:
    return tuple(unit.key for unit in game.tables.units.ships)


def _unit_fields(game: Game, types: tuple[str, ...], label: Callable[[Name], Words], prefix: str) -> list[Number]:
    by_key = game.tables.units.by_key
    most = {key: game.hive.units.get(key, 0) if by_key[key].plastic is not None else HIGHEST for key in types}
    fields = [Number(f"{prefix}{key}", label(Name(by_key[key].plural)), maximum=most[key]) for key in types]
    return [field for field in fields if field.maximum]


def _book_losses(game: Game, lost: Mapping[str, int]) -> Procedure[None]:
    for key, number in lost.items():
        if game.tables.units.by_key[key].plastic is not None:
            remove(game, key, number)
    yield from out_of_the_game(game, lost)
