"""What the Hive's abilities do without a galaxy: the table finds the places. Rules: page 12."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.board.sides import Asked
from hive.model.game import Game, Player
from hive.naming import items, system_name, units
from hive.rules.abilities.outcome import Outcome, Readied, Taken, no_planet_free, no_ship_found_place
from hive.rules.abilities.players_diplomacy import NO_SYSTEM, diplomacy_token, give_diplomacy_token
from hive.rules.area.planets import controlled_planets, controlled_spawning_systems, place, structures, weakest_ships
from hive.rules.objectives.public import is_completed, unscored
from hive.rules.placing.places import placed_choices
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import Name, Words, count, listed, say


class AskedAbilities(Asked):
    """The side on which the table says how many were placed."""

    def build(self, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
        """The table builds structures, as many as find a free planet. Rules: 12.construction.placement, Q50."""
        game = self.game
        wanted = _on_free_planets(game, wanted)
        total = sum(number for _, number in wanted)
        if not total:
            return no_planet_free()
        told = listed([units(game, number, key) for key, number in wanted])
        built = yield from placed(
            keys.PLACE_STRUCTURES,
            say("Build {units}", units=told),
            total,
            rule,
            _placement(game, rule),
            say("Construction"),
        )
        if not built:
            return no_planet_free()
        lines = []
        for key, number in wanted:
            now = min(built, number)
            built -= now
            place(game, key, now)
            lines.append(Item(say("Built {units}.", units=units(game, now, key)), rule=rule))
        return Outcome(tuple(lines), moves_plastic=True, confirmed=True)

    def room_for_structures(self) -> bool:
        """As far as numbers tell. Rule: 12.construction.one-per-planet."""
        return _free_planets(self.game) > 0

    def place_ships(self, number: int, before: list[Item], rule: str) -> Procedure[Outcome]:
        """The table places free ships. Rules: 12.warfare.ship-location, 12.warfare.ship-condition."""
        game, ships = self.game, weakest_ships(self.game, number)
        text = say("Place {units}", units=listed([units(game, share, key) for key, share in ships.items()]))
        told = [*before, *_places(game)]
        left = yield from placed(keys.PLACE_SHIPS, text, sum(ships.values()), rule, told, say("Ship production"))
        if not left:
            return no_ship_found_place(before)
        lines = list(before)
        for key, share in ships.items():
            now = min(left, share)
            left -= now
            place(game, key, now)
            lines.append(Item(say("Placed {units}, free of charge.", units=units(game, now, key)), rule=rule))
        return Outcome(tuple(lines), moves_plastic=True, confirmed=True)

    def take_tokens(self, number: int) -> Procedure[Taken]:
        """Take as many of the Hive's tokens as there are off the board, in one line. Rule: 12.warfare.remove."""
        yield from ()
        tokens = self.game.hive.tokens
        removed = min(number, tokens.board)
        tokens.board -= removed
        tokens.tactic += removed
        text = say("Take {tokens} of [the Hive] off the board.", tokens=items(removed, "command_tokens"))
        how = say("no spawning system first, then most ship strength, fewest planets, least influence and resources")
        return Taken(removed, [Item(text, how, "12.warfare.remove")] if removed else [])

    def token_back(self, seat: Player) -> Procedure[None]:
        """The table knows where its tokens lie."""
        yield from ()

    def ready(self, most: int) -> Procedure[Readied]:
        """The table readies planets and refills their infantry. Rules: 12.diplomacy.primary, 12.diplomacy.infantry."""
        yield from ()
        held = sum(self.game.hive.spawning_planets.values())
        number = min(most, held)
        full, refilled = self.game.tables.figures.infantry_refill.value, count(number, "spawning system planet")
        text = say("Refill the infantry to {most} on the {planets} with the fewest.", most=full, planets=refilled)
        ties = say("ties: influence, then resources, then what helps [the Hive] most")
        giving = max(0, min(number, held - self.game.hive.barren_spawning))
        return Readied(number, giving, [Item(text, ties, "12.diplomacy.infantry")])

    def token_from_diplomacy(self, source: Words, seat: Player | None) -> Procedure[list[Item]]:
        """The table puts the token where the player chooses. Rule: 30.ability.diplomacy-token."""
        line = diplomacy_token(self.game, say("the chosen system"))
        if line is None:
            return []
        answer = yield from asked(
            Ask(
                key=keys.DIPLOMACY_SYSTEM,
                text=say("{source}: a command token of [the Hive] goes into the chosen system", source=source),
                choices=(
                    Choice("done", say("Done")),
                    Choice(NO_SYSTEM, say("None"), say("no system is chosen, or its token lies there"), beside=True),
                ),
                rule=line.rule,
                items=(line,),
            )
        )
        if answer != NO_SYSTEM:
            give_diplomacy_token(self.game)
            self.game.hive.tokens.board += 1
        return []

    def locked(self, kind: Words) -> Words:
        """The lock in words: the table sees which systems it closes. Rule: 12.diplomacy.lock."""
        return kind


def placed(key: str, text: Words, number: int, rule: str, lines: Sequence[Item], heading: Words) -> Procedure[int]:
    """How many of a number of units the table could place, one after the other, by the rule told in ``lines``.

    Rules: 12.construction.placement, 12.warfare.ship-location.
    """
    answer = yield from asked(
        Ask(
            key=key,
            text=text,
            choices=placed_choices(number),
            rule=rule,
            items=tuple(lines),
            shown=Shown(heading),
        )
    )
    return int(answer)


def _free_planets(game: Game) -> int:
    return max(0, controlled_planets(game) - structures(game))


def _on_free_planets(game: Game, wanted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The first of the wanted structures, one for each planet without any. Rule: 12.construction.one-per-planet."""
    free = _free_planets(game)
    fitting = []
    for key, number in wanted:
        fitting.append((key, min(number, free)))
        free -= min(number, free)
    return [(key, number) for key, number in fitting if number]


def _placement(game: Game, rule: str) -> list[Item]:
    outside = [objective for objective in unscored(game) if _wants_outside(game, objective.name)]
    home_last = Item(
        say("Planets outside the main spawning system come first."),
        say("for {objectives}", objectives=listed([Name(objective.name) for objective in outside])),
        "12.construction.objective-location",
    )
    return [
        *([home_last] if outside else []),
        Item(
            say(
                "One by one, each in the system with the fewest Hive structures, on a planet that [the Hive] controls."
            ),
            say("ties: spawning systems, least ship strength, most planets, influence, resources"),
            "12.construction.placement",
        ),
        Item(say("Never two Hive structures on one planet."), say("mechs count"), "12.construction.one-per-planet"),
    ]


def _wants_outside(game: Game, name: str) -> bool:
    objective = game.tables.objectives.by_name[name]
    return (
        objective.group == "structure" and objective.outside_home_system and is_completed(game, objective) is not True
    )


def _places(game: Game) -> list[Item]:
    """Rules: 12.warfare.ship-location, 12.warfare.ship-condition."""
    names = [system_name(game, system) for system in controlled_spawning_systems(game)]
    return [
        Item(
            say("One by one, each in the spawning system with the fewest Hive ships."),
            say("ties: least ship strength, most planets, influence, resources"),
            "12.warfare.ship-location",
        ),
        Item(
            say("Only {systems} can take them, and only without player ships.", systems=listed(names, "or")),
            say("at least 1 Hive planet there"),
            "12.warfare.ship-condition",
        ),
    ]
