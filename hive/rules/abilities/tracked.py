"""What the Hive's abilities do on a tracked galaxy. Rules: page 12."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.board import pieces
from hive.board.sides import Tracked
from hive.model.game import PLAYERS, Game, Player
from hive.naming import system_label
from hive.rules.abilities.locked import locked_systems
from hive.rules.abilities.outcome import Outcome, Readied, Taken, no_planet_free, no_ship_found_place, none_left
from hive.rules.abilities.players_diplomacy import (
    NO_SYSTEM,
    RULE,
    diplomacy_token,
    give_diplomacy_token,
    lies_there,
)
from hive.rules.area.planets import in_reinforcements, weakest_ships
from hive.rules.placing.infantry import refill, with_fewest_infantry
from hive.rules.placing.places import (
    Placement,
    book,
    hears_of_players,
    place_words,
    placed_choices,
    placement_items,
    planet_labels,
    planets_known,
    unit_words_of,
)
from hive.rules.placing.ships import ask_free_ships, plan_free_ships
from hive.rules.placing.structures import free_planets, plan_structures
from hive.rules.placing.tokens import remove_tokens, tokens_to_remove
from hive.steps import Ask, Choice, Item, Mended, Procedure, Shown, anew, asked
from hive.words import PlanetName, Words, listed, say, sentence


class TrackedAbilities(Tracked):
    """The side that finds the places, and has the table confirm them."""

    def build(self, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
        """The board says on which planets structures are built, and is asked anew when the table mends it.

        Rules: 12.construction.placement, 12.construction.one-per-planet, 12.construction.objective-location.
        """
        return (yield from anew(lambda: self._build(wanted, rule)))

    def _build(self, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
        game = self.game
        # The table may have found some of them on the board meanwhile.
        in_turn = [key for key, number in wanted for _ in range(min(number, in_reinforcements(game, key)))]
        if not in_turn:
            return none_left(game, (key for key, _ in wanted), rule)
        plan = yield from plan_structures(self, in_turn)
        if not plan:
            return no_planet_free()
        systems = tuple(dict.fromkeys(one.position for one in plan))
        known = planets_known(self.survey, systems, "12.construction.placement")
        built = plan[: int((yield from asked(_ask_structures(game, plan, known, rule))))]
        if not built:
            return no_planet_free()
        book(game, built)
        lines = [Item(say("Built {unit}.", unit=place_words(game, one)), one.because, rule) for one in built]
        return Outcome(tuple(lines), moves_plastic=True, confirmed=True)

    def room_for_structures(self) -> bool:
        """Whether the board shows one. Rule: 12.construction.one-per-planet."""
        return bool(free_planets(self.survey))

    def place_ships(self, number: int, before: list[Item], rule: str) -> Procedure[Outcome]:
        """The board says where free ships go, and is asked anew whenever the table mends it.

        Rules: 12.warfare.ship-location, 12.warfare.ship-condition.
        """
        closed: set[str] = set()
        return (yield from anew(lambda: self._place(number, before, rule, closed)))

    def _place(self, number: int, before: list[Item], rule: str, closed: set[str]) -> Procedure[Outcome]:
        game = self.game
        in_turn = [key for key, share in weakest_ships(game, number).items() for _ in range(share)]
        plan = yield from plan_free_ships(self, in_turn, closed)
        answer = yield from asked(ask_free_ships(self, plan, before, rule, closed))
        if (yield from hears_of_players(self, answer, closed)):
            raise Mended
        placed = plan[: int(answer)]
        if not placed:
            return no_ship_found_place(before)
        book(game, placed)
        lines = [
            Item(say("Placed {unit}, free of charge.", unit=place_words(game, one)), one.because, rule)
            for one in placed
        ]
        return Outcome((*before, *lines), moves_plastic=True, confirmed=True)

    def take_tokens(self, number: int) -> Procedure[Taken]:
        """Take so many of the Hive's tokens off the board, a line for each. Rule: 12.warfare.remove."""
        tokens = yield from tokens_to_remove(self, number)
        return Taken(len(tokens.positions), remove_tokens(self.game, tokens.positions), tokens.confirmed)

    def token_back(self, seat: Player) -> Procedure[None]:
        """Ask which of those on the board, and take it off. Rule: 1.scope.unchanged-rules."""
        if not self.survey.with_token_of(seat):
            return
        position = yield from anew(lambda: asked(self._tokens_of(seat)))
        if position != NO_SYSTEM:
            pieces.take_command_token(self.game, seat, position)

    def _tokens_of(self, seat: Player) -> Ask:
        """The systems in which a player's command tokens lie."""
        systems = self.survey.with_token_of(seat)
        return Ask(
            key=keys.TOKEN_BACK,
            text=say("Which command token does {who} take back?", who=self.game.name(seat)),
            choices=(
                *(Choice(position, sentence(system_label(self.game, position))) for position in systems),
                Choice(NO_SYSTEM, say("None")),
            ),
            rule="1.scope.unchanged-rules",
            anew=True,
            systems=tuple(systems),
            shown=Shown(say("Warfare"), expects=False),
        )

    def ready(self, most: int) -> Procedure[Readied]:
        """Ready planets and refill their infantry. Rules: 12.diplomacy.primary, 12.diplomacy.infantry."""
        places = yield from with_fewest_infantry(self, most)
        names = listed(list(planet_labels(self.game, places).values()))
        readied = Item(say("Readied: {planets}.", planets=names), say("the fewest infantry"), "12.diplomacy.primary")
        giving = sum(not self.survey.system(position).planets[name].barren for position, name in places)
        return Readied(len(places), giving, [readied, *refill(self, places, "12.diplomacy.infantry")])

    def token_from_diplomacy(self, source: Words, seat: Player | None) -> Procedure[list[Item]]:
        """Ask for the system, and put the token there. Rule: 30.ability.diplomacy-token."""
        position = yield from anew(lambda: asked(self._diplomacy_system(source, seat)))
        if position == NO_SYSTEM:
            return []
        where = system_label(self.game, position)
        if "hive" in self.galaxy.systems[position].command_tokens:
            return [lies_there(where)]
        line = diplomacy_token(self.game, where)
        if line is None:
            return []
        give_diplomacy_token(self.game)
        pieces.put_command_token(self.game, "hive", position)
        return [line]

    def _diplomacy_system(self, source: Words, seat: Player | None) -> Ask:
        """Systems with a planet of the player, but where Mecatol Rex is safe, and so the Hive's spawning systems.

        Rule: 30.ability.protected-systems.
        """
        survey = self.survey
        seats = [seat] if seat else [*PLAYERS]
        safe = {survey.mecatol_rex, *(survey.where(one) for one in ("main", "aux1", "aux2"))}
        systems = [one for one in sorted(survey.positions) if one not in safe and self._planets_of(one, seats)]
        return Ask(
            key=keys.DIPLOMACY_SYSTEM,
            text=say("{source}: which system is chosen?", source=source),
            choices=(*(self._diplomacy_choice(one, seats) for one in systems), Choice(NO_SYSTEM, say("None"))),
            rule=RULE,
            detail=say("A command token of [the Hive] goes there, and none of the ally's."),
            systems=tuple(systems),
            shown=Shown(source, expects=False, layout="search"),
            anew=True,
        )

    def _diplomacy_choice(self, position: str, seats: Sequence[Player]) -> Choice:
        return Choice(position, sentence(system_label(self.game, position)), listed(self._planets_of(position, seats)))

    def _planets_of(self, position: str, seats: Sequence[Player]) -> list[PlanetName]:
        return [PlanetName(name, position) for seat in seats for name in self.survey.controlled(position, seat)]

    def locked(self, kind: Words) -> Words:
        """The systems that the lock closes to the players. Rules: 12.diplomacy.lock, 12.diplomacy.lock-rex."""
        locked = [system_label(self.game, position) for position in locked_systems(self.survey)]
        return listed(locked, "or") if locked else say("{systems}; now there is none", systems=kind)


def _ask_structures(game: Game, plan: list[Placement], known: list[Item], rule: str) -> Ask:
    return Ask(
        key=keys.PLACE_STRUCTURES,
        text=say("Build {units}", units=unit_words_of(game, plan)),
        choices=placed_choices(len(plan)),
        rule=rule,
        items=(*placement_items(game, plan, "12.construction.placement"), *known),
        anew=True,
        systems=tuple(dict.fromkeys(one.position for one in plan)),
        shown=Shown(say("Construction")),
    )
