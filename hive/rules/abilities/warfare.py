"""(6) Warfare: command tokens off the board, and free ships. Rules: page 12."""

from __future__ import annotations

from hive import keys
from hive.board import pieces
from hive.model.game import Game, Player
from hive.naming import items, system_label, system_name, units
from hive.rules.abilities.diplomacy import NO_SYSTEM
from hive.rules.abilities.outcome import Outcome, Taken, no_ship_found_place, no_ship_placed, placed
from hive.rules.area.planets import controlled_spawning_systems, place, weakest_ships
from hive.rules.board import Tracked, board_of
from hive.rules.placing.places import book, hears_of_players, place_words
from hive.rules.placing.ships import ask_free_ships, plan_free_ships
from hive.rules.placing.tokens import remove_tokens, tokens_to_remove
from hive.steps import Ask, Choice, Item, Mended, Procedure, Shown, anew, asked
from hive.words import listed, say, sentence


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Take as many command tokens off the board as there are icons; a free ship for each that is missing.

    Rules: 12.warfare.remove, 12.warfare.gain, 12.warfare.ship-instead.
    """
    taken = yield from _take_tokens(game, icons)
    lines = [*taken.lines, *([_gained(taken.number)] if taken.number else [])]
    if taken.number == icons:
        return Outcome(tuple(lines), moves_plastic=True, confirmed=taken.confirmed)
    return (yield from place_ships(game, icons - taken.number, lines, "12.warfare.ship-instead"))


def secondary(game: Game) -> Procedure[Outcome]:
    """Place the weakest non-fighter ship. Rule: 12.warfare.secondary."""
    ships = game.tables.figures.warfare_secondary_ships.value
    return (yield from place_ships(game, ships, [], "12.warfare.secondary"))


def _gained(removed: int) -> Item:
    return Item(
        say("[The Hive] gains {tokens} in its tactic pool.", tokens=items(removed, "command_tokens")),
        rule="12.warfare.gain",
    )


def place_ships(game: Game, number: int, before: list[Item], rule: str) -> Procedure[Outcome]:
    """Place the cheapest non-fighter ships of the reinforcements free of charge, as many as find a place.

    Rules: 12.warfare.ship-instead, 12.warfare.ship-location, 12.warfare.ship-condition.
    """
    if not weakest_ships(game, number):
        return no_ship_placed(before, say("No ship is left in [the Hive]'s reinforcements."), rule)
    if not controlled_spawning_systems(game):
        none = say("[The Hive] controls no planet in a spawning system.")
        return no_ship_placed(before, none, "12.warfare.ship-condition")
    board, closed = board_of(game), set[str]()
    if isinstance(board, Tracked):
        return (yield from anew(lambda: _placed_on_the_map(board, number, before, rule, closed)))
    return (yield from _placed_as_told(game, number, before, rule))


def _placed_on_the_map(
    board: Tracked, number: int, before: list[Item], rule: str, closed: set[str]
) -> Procedure[Outcome]:
    game = board.game
    in_turn = [key for key, share in weakest_ships(game, number).items() for _ in range(share)]
    plan = yield from plan_free_ships(board, in_turn, closed)
    answer = yield from asked(ask_free_ships(board, plan, before, rule, closed))
    if (yield from hears_of_players(board, answer, closed)):
        raise Mended
    placed = plan[: int(answer)]
    if not placed:
        return no_ship_found_place(before)
    book(game, placed)
    lines = [
        Item(say("Placed {unit}, free of charge.", unit=place_words(game, one)), one.because, rule) for one in placed
    ]
    return Outcome((*before, *lines), moves_plastic=True, confirmed=True)


def _placed_as_told(game: Game, number: int, before: list[Item], rule: str) -> Procedure[Outcome]:
    ships = weakest_ships(game, number)
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


def _take_tokens(game: Game, number: int) -> Procedure[Taken]:
    """Take at most so many of the Hive's tokens off the board, into its tactic pool. Rule: 12.warfare.remove."""
    board, tokens = board_of(game), game.hive.tokens
    if isinstance(board, Tracked):
        found = yield from tokens_to_remove(board, number)
        return Taken(len(found.positions), remove_tokens(game, found.positions), found.confirmed)
    removed = min(number, tokens.board)
    tokens.board -= removed
    tokens.tactic += removed
    text = say("Take {tokens} of [the Hive] off the board.", tokens=items(removed, "command_tokens"))
    how = say("no spawning system first, then most ship strength, fewest planets, least influence and resources")
    return Taken(removed, [Item(text, how, "12.warfare.remove")] if removed else [])


# --- of a player


def token_back(game: Game, seat: Player) -> Procedure[None]:
    """A player's Warfare takes one of the player's command tokens back; without a galaxy the table knows where it lies.

    Rule: 1.scope.unchanged-rules.
    """
    board = board_of(game)
    if not isinstance(board, Tracked) or not board.survey.with_token_of(seat):
        return
    position = yield from anew(lambda: asked(_tokens_of(board, seat)))
    if position != NO_SYSTEM:
        pieces.take_command_token(game, seat, position)


def _tokens_of(board: Tracked, seat: Player) -> Ask:
    """The systems in which a player's command tokens lie."""
    systems = board.survey.with_token_of(seat)
    return Ask(
        key=keys.TOKEN_BACK,
        text=say("Which command token does {who} take back?", who=board.game.name(seat)),
        choices=(
            *(Choice(position, sentence(system_label(board.game, position))) for position in systems),
            Choice(NO_SYSTEM, say("None")),
        ),
        rule="1.scope.unchanged-rules",
        anew=True,
        systems=tuple(systems),
        shown=Shown(say("Warfare"), expects=False),
    )
