"""Abilities for what lies on the board: (2) Diplomacy, (4) Construction, (6) Warfare.

Rules: page 12.
"""

from __future__ import annotations

from dataclasses import replace

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey, players_planets
from hive.model.game import Game, Player
from hive.naming import items, system_label, system_name
from hive.rules.abilities.area import (
    NO_PLACE,
    Outcome,
    no_planet_free,
    no_ship_placed,
    none_left,
    placed,
)
from hive.rules.area import (
    controlled_planets,
    controlled_spawning_systems,
    in_reinforcements,
    structures,
    take_tokens_evenly,
    tokens_in_pools,
    tokens_in_reinforcements,
    weakest_ships,
)
from hive.rules.board import Tracked, board_of, known_board, tracked
from hive.rules.diagrams.damage import unit_words
from hive.rules.objectives.public import is_completed, unscored
from hive.rules.placing.places import (
    book,
    hears_of_players,
    place_words,
    placed_choices,
    placement_items,
    planet_labels,
    planets_known,
    refill,
    unit_words_of,
    with_fewest_infantry,
)
from hive.rules.placing.ships import (
    ask_free_ships,
    free_planets,
    plan_free_ships,
    plan_structures,
    remove_tokens,
    tokens_to_remove,
)
from hive.steps import Ask, Choice, Item, Mended, Procedure, Shown, anew, asked, question, told_alone
from hive.words import Name, PlanetName, Words, count, listed, say, sentence

TOKEN_RULE = "30.ability.diplomacy-token"
NO_SYSTEM = "none"


def diplomacy_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Ready as many spawning system planets as there are icons. Rules: 12.diplomacy.primary, 12.diplomacy.lock."""
    readied = yield from _ready(game, icons, "12.diplomacy.primary")
    return Outcome((*readied.items, *lock(game)), moves_plastic=readied.moves_plastic)


def lock_holds(game: Game) -> bool:
    """Whether Diplomacy lies exhausted with the Hive. Rule: 12.diplomacy.lock."""
    card = game.strategy_cards[game.tables.strategy_cards.number_of["diplomacy"]]
    return card.owner == "hive" and card.exhausted


def lock(game: Game) -> tuple[Item, ...]:
    """What the players may not do while Diplomacy lies exhausted with the Hive; nothing otherwise.

    Rules: 12.diplomacy.lock, 12.diplomacy.lock-rex.
    """
    if not lock_holds(game):
        return ()
    where: Words = say("a system with a Hive planet and no Hive ship that carries")
    if (board := tracked(game)) is not None:
        locked = [system_label(game, position) for position in locked_systems(board.survey)]
        where = listed(locked, "or") if locked else say("{systems}; now there is none", systems=where)
    note, rex = say("while Diplomacy lies exhausted with [the Hive]"), say("Mecatol Rex stays open.")
    barred = Item(say("You may not activate {system}.", system=where), note, "12.diplomacy.lock", aside=True)
    return barred, Item(rex, rule="12.diplomacy.lock-rex", aside=True)


def diplomacy_secondary(game: Game) -> Procedure[Outcome]:
    """Ready one spawning system planet. Rule: 12.diplomacy.secondary."""
    number = game.tables.figures.diplomacy_secondary_planets.value
    return (yield from _ready(game, number, "12.diplomacy.secondary"))


def chosen_by_player(game: Game, source: Words, sparing: bool = True) -> Procedure[None]:
    """A player chooses a system; of the others only the Hive places a command token there.

    In: what lets the player choose, in words, and whether it spares Mecatol Rex. Rule: 30.ability.diplomacy-token.
    """
    board = board_of(game)
    lines = _on_the_map(board, source, sparing) if isinstance(board, Tracked) else _as_told(game, source)
    yield from map(told_alone, (yield from lines))


def _ready(game: Game, number: int, rule: str) -> Procedure[Outcome]:
    """Each planet is readied at most once (Q49), and gives nothing once its card is purged.

    Rules: 12.diplomacy.to-stockpile, 12.diplomacy.infantry, 36.conventions.no-yield.
    """
    board = board_of(game)
    found = (yield from _readied(board, number)) if isinstance(board, Tracked) else _readied_as_told(game, number)
    readied, giving, lines = found
    if not readied:
        return Outcome((Item(say("[The Hive] controls no spawning system planet to ready."), rule=rule),))
    gain = giving * game.tables.figures.yield_spawning.value
    game.hive.stockpile.resources += gain
    game.hive.stockpile.influence += gain
    goods = listed([items(gain, "resources"), items(gain, "influence")])
    planets = say("{planets} readied", planets=count(readied, "spawning system planet"))
    stockpile = Item(say("{goods} to the stockpile.", goods=goods), planets, "12.diplomacy.to-stockpile")
    return Outcome((stockpile, *lines), moves_plastic=True)


def locked_systems(survey: Survey) -> list[str]:
    """Those with a planet of the Hive and none of its capacity ships, Mecatol Rex aside."""
    return [
        position
        for position in sorted(survey.positions)
        if position != survey.mecatol_rex and survey.controlled(position) and not survey.capacity_ships([position])
    ]


def _readied(board: Tracked, most: int) -> Procedure[tuple[int, int, list[Item]]]:
    """Ready planets and refill their infantry: how many, how many of them give anything, and what hands do.

    Rules: 12.diplomacy.primary, 12.diplomacy.infantry.
    """
    places = yield from with_fewest_infantry(board, most)
    names = listed(list(planet_labels(board.game, places).values()))
    readied = Item(say("Readied: {planets}.", planets=names), say("the fewest infantry"), "12.diplomacy.primary")
    giving = sum(not board.survey.system(position).planets[name].barren for position, name in places)
    return len(places), giving, [readied, *refill(board, places, "12.diplomacy.infantry")]


def _readied_as_told(game: Game, most: int) -> tuple[int, int, list[Item]]:
    """The same where the table readies them and refills their infantry.

    Rules: 12.diplomacy.primary, 12.diplomacy.infantry.
    """
    held = sum(game.hive.spawning_planets.values())
    number = min(most, held)
    full, refilled = game.tables.figures.infantry_refill.value, count(number, "spawning system planet")
    text = say("Refill the infantry to {most} on the {planets} with the fewest.", most=full, planets=refilled)
    ties = say("ties: influence, then resources, then what helps [the Hive] most")
    giving = max(0, min(number, held - game.hive.barren_spawning))
    return number, giving, [Item(text, ties, "12.diplomacy.infantry")]


# --- of a player


def diplomacy_token(game: Game, where: Words) -> Item | None:
    """What hands do with the token; None if the Hive has none to place, neither in reinforcements nor in its pools."""
    note = say("only [the Hive] places one")
    if tokens_in_reinforcements(game):
        text = say("Put a Hive command token from its reinforcements into {system}.", system=where)
        return Item(text, note, TOKEN_RULE)
    if not tokens_in_pools(game):
        return None
    text = say("Put a Hive command token of its command sheet into {system}.", system=where)
    return Item(text, say("none is left in the reinforcements"), TOKEN_RULE)


def give_diplomacy_token(game: Game) -> None:
    """Take the token out of the fuller pool where the reinforcements have none, as in the base game."""
    if not tokens_in_reinforcements(game):
        take_tokens_evenly(game, 1)


def lies_there(where: Words) -> Item:
    """A side never has two command tokens in a system."""
    return Item(say("A command token of [the Hive] lies in {system} already.", system=where), rule=TOKEN_RULE)


def _on_the_map(board: Tracked, source: Words, sparing: bool) -> Procedure[list[Item]]:
    """Ask for the system, and put the token there. Rule: 30.ability.diplomacy-token."""
    position = yield from anew(lambda: asked(_diplomacy_system(board, source, sparing)))
    if position == NO_SYSTEM:
        return []
    where = system_label(board.game, position)
    if "hive" in board.survey.system(position).command_tokens:
        return [lies_there(where)]
    line = diplomacy_token(board.game, where)
    if line is None:
        return []
    give_diplomacy_token(board.game)
    pieces.put_command_token(board.game, "hive", position)
    return [line]


def _diplomacy_system(board: Tracked, source: Words, sparing: bool) -> Ask:
    """Systems with a planet of the player or the ally; where Mecatol Rex is spared, so are the Hive's spawning systems.

    Rules: 30.ability.protected-systems, 31.ability.shared-planets.
    """
    survey = board.survey
    safe = {survey.mecatol_rex, *(survey.where(one) for one in ("main", "aux1", "aux2"))} if sparing else set()
    choices = []
    for position in sorted(survey.positions - safe):
        planets = [PlanetName(name, position) for name in players_planets(survey, position)]
        if planets:
            note: Words = listed(planets) if len(planets) < len(survey.system(position).planets) else ""
            choices.append(Choice(position, sentence(system_label(board.game, position)), note))
    return question(
        keys.DIPLOMACY_SYSTEM,
        source=source,
        choices=choices,
        systems=(one.value for one in choices),
        shown=Shown(expects=False, kind="search"),
    )


def _as_told(game: Game, source: Words) -> Procedure[list[Item]]:
    """The table puts the token where the player chooses. Rule: 30.ability.diplomacy-token."""
    line = diplomacy_token(game, say("the chosen system"))
    if line is None:
        return []
    answer = yield from question(keys.DIPLOMACY_SYSTEM, "told", source=source, rule=line.rule, items=(line,))
    if answer != NO_SYSTEM:
        give_diplomacy_token(game)
        game.hive.tokens.board += 1
    return []


# --- (4) Construction: PDS and mechs


def construction_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Build as many PDS as there are icons, and mechs when no PDS is left.

    Rules: 12.construction.primary, 12.construction.mechs.
    """
    pds = min(icons, in_reinforcements(game, "pds"))
    mechs = min(icons - pds, in_reinforcements(game, "mech"))
    return (yield from build(game, [("pds", pds), ("mech", mechs)], "12.construction.primary"))


def construction_secondary(game: Game) -> Procedure[Outcome]:
    """Build one mech. Rule: 12.construction.secondary."""
    wanted = game.tables.figures.construction_secondary_mechs.value
    mechs = min(wanted, in_reinforcements(game, "mech"))
    return (yield from build(game, [("mech", mechs)], "12.construction.secondary"))


def build(game: Game, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
    """Build structures in this order, as many as find a free planet; the table may know of fewer (Q50).

    Rules: 12.construction.placement, 12.construction.one-per-planet, 12.construction.objective-location.
    """
    if not sum(number for _, number in wanted):
        return none_left(game, (key for key, _ in wanted), rule)
    if (board := tracked(game)) is not None:
        return (yield from anew(lambda: _structures_on_the_map(board, wanted, rule)))
    return (yield from _structures_as_told(game, wanted, rule))


def room_for_structures(game: Game) -> bool:
    """Whether a planet of the Hive is known to be free of structures. Rule: 12.construction.one-per-planet."""
    board = board_of(game)
    return bool(free_planets(board.survey)) if isinstance(board, Tracked) else _free_by_numbers(game) > 0


def _structures_on_the_map(board: Tracked, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
    game = board.game
    # The table may have found some of them on the board meanwhile.
    in_turn = [key for key, number in wanted for _ in range(min(number, in_reinforcements(game, key)))]
    if not in_turn:
        return none_left(game, (key for key, _ in wanted), rule)
    plan = yield from plan_structures(board, in_turn)
    if not plan:
        return no_planet_free()
    systems = tuple(dict.fromkeys(one.position for one in plan))
    known = planets_known(board.survey, systems, "12.construction.placement")
    ask = question(
        keys.PLACE_STRUCTURES,
        "map",
        units=unit_words_of(game, plan),
        choices=placed_choices(len(plan)),
        rule=rule,
        items=(*placement_items(game, plan, "12.construction.placement"), *known),
        systems=systems,
    )
    answer = yield from _headed(ask)
    built = plan[: int(answer)]
    if not built:
        return no_planet_free()
    book(game, built)
    lines = [Item(say("Built {units}.", units=place_words(game, one)), one.because, rule) for one in built]
    return Outcome(tuple(lines), moves_plastic=True, confirmed=True)


def _structures_as_told(game: Game, wanted: list[tuple[str, int]], rule: str) -> Procedure[Outcome]:
    fitting = _on_free_planets(game, wanted)
    if not fitting:
        return no_planet_free()
    ask = _headed(question(keys.PLACE_STRUCTURES, units=unit_words(game, fitting), rule=rule, items=_placement(game)))
    return (yield from placed(game, ask, fitting, lambda built: say("Built {units}.", units=built), no_planet_free()))


def _headed(ask: Ask) -> Ask:
    """Whether the Hive plays the card, or joins in with a player's; an arms transaction builds as well."""
    plays = say("[The Hive] plays {card}", card=Name("Construction"))
    joins = say("Construction: [the Hive] joins in")
    heading = {"12.construction.primary": plays, "12.construction.secondary": joins}.get(ask.rule, ask.shown.heading)
    return replace(ask, shown=replace(ask.shown, heading=heading))


def _free_by_numbers(game: Game) -> int:
    return max(0, controlled_planets(game) - structures(game))


def _on_free_planets(game: Game, wanted: list[tuple[str, int]]) -> dict[str, int]:
    """The first of the wanted structures, one for each planet without any. Rule: 12.construction.one-per-planet."""
    free = _free_by_numbers(game)
    fitting = {}
    for key, number in wanted:
        fitting[key] = min(number, free)
        free -= fitting[key]
    return {key: number for key, number in fitting.items() if number}


def _placement(game: Game) -> list[Item]:
    about_structures = [one for one in unscored(game) if one.group == "structure" and one.outside_home_system]
    outside = [Name(objective.name) for objective in about_structures if not is_completed(game, objective)]
    text = say("One by one, each in the system with the fewest Hive structures, on a planet that [the Hive] controls.")
    ties = say("ties: spawning systems, least ship strength, most planets, influence, resources")
    lines = [
        Item(text, ties, "12.construction.placement"),
        Item(say("Never two Hive structures on one planet."), say("mechs count"), "12.construction.one-per-planet"),
    ]
    if outside:
        text = say("Planets outside the main spawning system come first.")
        note = say("for {what}", what=listed(outside))
        lines.insert(0, Item(text, note, "12.construction.objective-location"))
    return lines


# --- (6) Warfare: command tokens off the board, and free ships


def warfare_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Take as many command tokens off the board as there are icons; a free ship for each that is missing.

    Rules: 12.warfare.remove, 12.warfare.gain, 12.warfare.ship-instead.
    """
    number, taken = yield from _take_tokens(game, icons)
    lines = [*taken.items]
    if number:
        text = say("[The Hive] gains {tokens} in its tactic pool.", tokens=items(number, "command_tokens"))
        lines.append(Item(text, rule="12.warfare.gain"))
    if number == icons:
        return replace(taken, items=tuple(lines))
    plays = say("[The Hive] plays {card}", card=Name("Warfare"))
    return (yield from place_ships(game, icons - number, lines, "12.warfare.ship-instead", plays))


def warfare_secondary(game: Game) -> Procedure[Outcome]:
    """Place the weakest non-fighter ship. Rule: 12.warfare.secondary."""
    ships = game.tables.figures.warfare_secondary_ships.value
    uses = say("[The Hive] uses the secondary of {card}", card=Name("Warfare"))
    return (yield from place_ships(game, ships, [], "12.warfare.secondary", uses))


def place_ships(game: Game, number: int, before: list[Item], rule: str, heading: Words) -> Procedure[Outcome]:
    """Place the cheapest non-fighter ships of the reinforcements free of charge, as many as find a place.

    Rules: 12.warfare.ship-instead, 12.warfare.ship-location, 12.warfare.ship-condition.
    """
    if not weakest_ships(game, number):
        return no_ship_placed(before, say("No ship is left in [the Hive]'s reinforcements."), rule)
    if not controlled_spawning_systems(game):
        return no_ship_placed(before, say("[The Hive] controls no planet in a spawning system."))
    board, closed = board_of(game), set[str]()
    if isinstance(board, Tracked):
        return (yield from anew(lambda: _placed_on_the_map(board, number, before, rule, heading, closed)))
    return (yield from _placed_as_told(game, number, before, rule))


def _placed_on_the_map(
    board: Tracked, number: int, before: list[Item], rule: str, heading: Words, closed: set[str]
) -> Procedure[Outcome]:
    game = board.game
    in_turn = [key for key, share in weakest_ships(game, number).items() for _ in range(share)]
    plan = yield from plan_free_ships(board, in_turn, closed)
    answer = yield from ask_free_ships(board, plan, before, rule, heading, closed)
    if (yield from hears_of_players(board, answer, closed)):
        raise Mended
    placed = plan[: int(answer)]
    if not placed:
        return no_ship_placed(before, NO_PLACE)
    book(game, placed)
    lines = [
        Item(say("Placed {units}, free of charge.", units=place_words(game, one)), one.because, rule) for one in placed
    ]
    return Outcome((*before, *lines), moves_plastic=True, confirmed=True)


def _placed_as_told(game: Game, number: int, before: list[Item], rule: str) -> Procedure[Outcome]:
    ships = weakest_ships(game, number)
    ask = question(keys.PLACE_SHIPS, units=unit_words(game, ships), rule=rule, items=(*before, *_places(game)))
    nowhere = no_ship_placed(before, NO_PLACE)
    came = yield from placed(game, ask, ships, lambda one: say("Placed {units}, free of charge.", units=one), nowhere)
    return replace(came, items=(*before, *came.items)) if came is not nowhere else came


def _places(game: Game) -> list[Item]:
    """Rules: 12.warfare.ship-location, 12.warfare.ship-condition."""
    names = [system_name(game, system) for system in controlled_spawning_systems(game)]
    text = say("One by one, each in the spawning system with the fewest Hive ships.")
    ties = say("ties: least ship strength, most planets, influence, resources")
    only = say("Only {systems} can take them, and only without player ships.", systems=listed(names, "or"))
    condition = Item(only, say("at least 1 Hive planet there"), "12.warfare.ship-condition")
    return [Item(text, ties, "12.warfare.ship-location"), condition]


def _take_tokens(game: Game, number: int) -> Procedure[tuple[int, Outcome]]:
    """Take at most so many of the Hive's tokens off the board, into its tactic pool; out comes how many as well.

    Rule: 12.warfare.remove.
    """
    board, tokens = board_of(game), game.hive.tokens
    if isinstance(board, Tracked):
        found = yield from tokens_to_remove(board, number)
        lines = remove_tokens(game, found.positions)
        return len(found.positions), Outcome(tuple(lines), moves_plastic=True, confirmed=found.confirmed)
    removed = min(number, tokens.board)
    tokens.board -= removed
    tokens.tactic += removed
    text = say("Take {tokens} of [the Hive] off the board.", tokens=items(removed, "command_tokens"))
    how = say("no spawning system first, then most ship strength, fewest planets, least influence and resources")
    return removed, Outcome((Item(text, how, "12.warfare.remove"),) if removed else (), moves_plastic=True)


# --- of a player


def token_back(game: Game, seat: Player) -> Procedure[None]:
    """A player's Warfare takes one of the player's command tokens back; without a galaxy the table knows where it lies.

    Rule: 1.scope.unchanged-rules.
    """
    board = known_board(game)
    if not board.survey.with_token_of(seat):
        return
    position = yield from anew(lambda: asked(_tokens_of(board, seat)))
    if position != NO_SYSTEM:
        pieces.take_command_token(game, seat, position)


def _tokens_of(board: Tracked, seat: Player) -> Ask:
    """The systems in which a player's command tokens lie."""
    systems = board.survey.with_token_of(seat)
    return question(
        keys.TOKEN_BACK,
        who=board.game.name(seat),
        choices=(Choice(position, sentence(system_label(board.game, position))) for position in systems),
        systems=systems,
    )
