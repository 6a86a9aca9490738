"""The set-up of the table step by step, also of a game that is under way.

Points, funds, cards and units of such a game are corrections.

Rules: pages 1, 2 and 32, 28.1.public, page 37; from decks/setup.yaml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from string import Formatter

from hive import keys
from hive.board import pieces
from hive.board.growing import add_fracture
from hive.board.layout import ION_STORM
from hive.catalog.tables import BOX_WORDS, Box, Colour, Seat, SetupItem, SpawningSystem
from hive.model.galaxy import System, TokenPlaced
from hive.model.game import ITEM_TYPES, NEUTRAL, PLAYERS, Game, Player
from hive.naming import items, on_planet, planet, planet_label, position_name, system_label, system_name, units
from hive.naming import items as goods
from hive.rules.area import STANDARD, custodians_have_left, worth_of
from hive.rules.board import PlanetAt, Tracked, board_of, known_board, plastic_left, tracked
from hive.rules.control.taking import uncontrolled, units_leave
from hive.rules.moments import TableSetUp, UncontrolledTaken, moment
from hive.rules.objectives.scoring import hidden_choices, hidden_objectives, laid_open, reveal_next
from hive.rules.options import changed_by_options, galactic, players_of
from hive.rules.setup.new_game import starting_stockpile
from hive.steps import Ask, Choice, Confirmed, Item, Number, Procedure, Shown, Tell, how_many, meant, question, which_of
from hive.words import Argument, Name, Words, count, listed, printed, say, sentence

RANDOM_SIDE = say("a random side")
"""The side of a token that nobody has chosen."""


@dataclass(frozen=True)
class Placed:
    """A tile to lay out: its slot, its number, and whose home it is, if it is a player's."""

    slot: str
    tile: str
    owner: Words = ""

    @property
    def words(self) -> Words:
        """What hands do, without the verb."""
        tile, slot = Name(self.tile), position_name(self.slot)
        if self.owner:
            return say("{tile} at {slot} ({who})", tile=tile, slot=slot, who=self.owner)
        return say("{tile} at {slot}", tile=tile, slot=slot)


def known(board: Tracked, item: SetupItem) -> tuple[str, tuple[Placed, ...], tuple[Words, ...]]:
    """What an item of the checklist says, empty where it is left out; its tiles, and what stands in its systems.

    The tiles are those on its slots; those of Minor Factions only where it names them. Rule: 36.minor.systems.
    """
    minor, kinds = board.game.tables.galaxy.minor_factions, board.game.tables.galaxy.template.kinds
    of_kinds = (slot for kind in item.kinds for slot in kinds.get(kind, []))
    slots = [slot for slot in of_kinds if minor is None or slot not in minor.slots]
    laid = (slot for slot in (*slots, *item.slots) if slot in board.survey.positions)
    placed = tuple(Placed(slot, board.survey.system(slot).tile, _owner(board, slot)) for slot in laid)
    standing = (_standing(board, system) for system in item.systems)
    return item.text if item.known is None else item.known, placed, tuple(words for words in standing if words)


def ion_side(game: Game) -> Words:
    """The side that the ion storm token shows."""
    if (board := tracked(game)) is not None:
        for position in board.survey.positions:
            for token in board.survey.system(position).tokens:
                if token.key == ION_STORM and token.side:
                    return Name(token.side)
    return RANDOM_SIDE


def _owner(board: Tracked, slot: str) -> Words:
    """Whose home lies at a slot, or behind the gate there; empty for any other."""
    survey, tiles = board.survey, board.game.tables.tiles
    tile = tiles.by_number[survey.system(slot).tile]
    behind = tiles.homes_of(tile.faction) if tile.role == "gate" and tile.faction else []
    for seat in PLAYERS:
        home = survey.home(seat)
        if home is not None and (home == slot or survey.system(home).tile in behind):
            return board.game.name(seat)
    return ""


def _standing(board: Tracked, name: SpawningSystem) -> Words:
    """What stands in a spawning system of the Hive, or in a player's home, as a sentence; empty if it is not there."""
    position = board.survey.where(name)
    if position is None:
        return ""
    owner: Seat = "p1" if name == "home_p1" else "p2" if name == "home_p2" else "hive"
    forces = listed(list(_forces(board.game, board.survey.system(position), owner)))
    where = system_label(board.game, position)
    return say("{system!c}: {units}.", system=where, units=forces or say("nothing"))


def _forces(game: Game, system: System, owner: Seat) -> Iterator[Words]:
    for unit, number in system.units.get(owner, {}).items():
        yield units(game, number, unit)
    for name, state in system.planets.items():
        for unit, number in state.units.get(owner, {}).items():
            there = units(game, number, unit)
            yield on_planet(there, planet(game, name))


# --- rapid Mobilization on a tracked galaxy


SCOPE = "35.scope"
_RULE, _ZONE = "37.mobilization.ingress", "37.mobilization.ingress-zone"
_TOKEN, _NONE, _FIRST = "ingress", "none", 1
_SHOWN = Shown(say("Rapid Mobilization"), expects=False)
SET_UP = Shown(kind="setup")


def passages(game: Game) -> Procedure[None]:
    """The Fracture comes into play; each colour has a token at a planet of its specialty, Mecatol Rex one besides.

    It lies beside the map, and the players say where the tokens go; without a galaxy the checklist has said it.
    Rule: 37.mobilization.ingress.
    """
    if (board := tracked(game)) is None:
        return
    if not any(board.survey.in_the_fracture(one) for one in board.survey.positions):
        systems, text = tuple(add_fracture(board.game)), say("Lay The Fracture beside the map, with its neutral units.")
        yield Tell(text, _RULE, keys.FRACTURE, "done", systems=systems, shown=_SHOWN)
    colours = board.game.tables.technologies.colours
    for number, colour in enumerate(colours):
        yield from _passage(board, colour, [*colours[number + 1 :]])
    rex = board.survey.mecatol_rex
    if rex is not None:
        pieces.lay_token(board.game, rex, TokenPlaced(_TOKEN))
        text = say("Put an ingress token into {system} as well.", system=system_label(board.game, rex))
        yield Tell(text, _RULE, systems=(rex,))


def stationed(board: Tracked, seat: Player) -> Procedure[None]:
    """A player says on which own planet the new structure stands; the ships stand in space there. Rule: 35.scope."""
    game, survey = board.game, board.survey
    # A flagship can stand there from the beginning.
    left = {key: min(n, plastic_left(board, seat, key)) for key, n in game.tables.setup.mobilized.items()}
    plastic = {key: number for key, number in left.items() if number}
    own = [(at, name) for at in sorted(survey.positions) for name in survey.controlled(at, seat)]
    free = {f"{at}/{name}": (at, name) for at, name in own if not board.units(seat, at, name).get("space_dock")}
    if not free:
        return
    what = listed([units(game, number, key) for key, number in plastic.items()])
    ask = question(
        keys.MOBILIZED,
        who=game.name(seat),
        units=what,
        choices=(Choice(one, planet_label(game, *place)) for one, place in free.items()),
        systems=(at for at, _ in free.values()),
    )
    place = free.get((yield from ask))
    if place is not None:
        for key, number in plastic.items():
            ship = game.tables.units.by_key[key].category == "ship"
            pieces.put(game, seat, key, number, place[0], None if ship else place[1])


def _passage(board: Tracked, colour: Colour, later: list[Colour]) -> Procedure[None]:
    """One token of a colour, where the players want it; in zone 1 if no other colour can have one there any more."""
    free, rule = _free(board, colour), _RULE
    near = [one for one in free if _in_zone_1(board, one)]
    others = [*_with_token(board), *(x for one in later for x in _free(board, one))]
    if near and not any(_in_zone_1(board, one) for one in others):
        free, rule = near, _ZONE
    if not free:
        return
    ask = question(
        keys.INGRESS,
        colour=Name(colour),
        choices=(Choice(one, system_label(board.game, one)) for one in free),
        rule=rule,
        systems=free,
    )
    answer = yield from meant(ask, {**{one: one for one in free}, _NONE: ""})
    if answer:
        pieces.lay_token(board.game, answer, TokenPlaced(_TOKEN))


def _free(board: Tracked, colour: Colour) -> list[str]:
    """The systems with a planet of a specialty, without a token, that are no auxiliary spawning systems."""
    survey = board.survey
    barred = {survey.where("aux1"), survey.where("aux2"), survey.mecatol_rex, *_with_token(board)}
    return [
        one
        for one in sorted(survey.positions)
        if one not in barred and any(colour in planet.specialties for planet in survey.planets(one))
    ]


def _with_token(board: Tracked) -> list[str]:
    survey = board.survey
    return [one for one in survey.positions if any(placed.key == _TOKEN for placed in survey.system(one).tokens)]


def _in_zone_1(board: Tracked, position: str) -> bool:
    zone = board.survey.zone(position)
    return zone is not None and zone.zone == _FIRST


# --- the planets next to their home systems that all sides gain in the set-up


EXTRA_YIELD = "37.mobilization.extra-yield"
_MOST = 20


Neighbours = tuple[list[Item], list[UncontrolledTaken]]
"""The planets next to its home system that the Hive gains: what hands do, and the moment of each one."""


def gains_neighbours(game: Game, infantry: int) -> Procedure[Neighbours]:
    """The Hive gains the planets next to its home system. Rule: 37.mobilization.extra-yield (M56)."""
    board = board_of(game)
    return _on_the_map(board, infantry) if isinstance(board, Tracked) else (yield from _told(game, infantry))


def players_mobilize(game: Game, infantry: int) -> Procedure[None]:
    """The players gain the planets next to their homes after the Hive, then say where the rest stands.

    Without a galaxy the checklist has said it. Rule: 35.scope.
    """
    board = known_board(game)
    for seat in PLAYERS:
        lines = [
            line for place in _free_places(board, seat) for line in _begins_on(board, seat, place, infantry, SCOPE)
        ]
        if lines:
            text = say("Rapid Mobilization: {who} gains planets next to the home system", who=game.name(seat))
            yield Confirmed(text, SCOPE, key=keys.SET_UP, items=tuple(lines), shown=SET_UP)
        yield from stationed(board, seat)


def _on_the_map(board: Tracked, infantry: int) -> Neighbours:
    places = _free_places(board, "hive")
    taken = [uncontrolled(board.survey, place) for place in places]
    lines = [line for place in places for line in _begins_on(board, "hive", place, infantry, EXTRA_YIELD)]
    worth = sum(worth_of(board.game, board.kind(position)) for position, _ in places)
    return [*lines, *yields_besides(board.game, worth)], taken


def _told(game: Game, infantry: int) -> Procedure[Neighbours]:
    """The table says how many there are."""
    number = Number("planets", say("Planets"), maximum=_MOST)
    ask = question(keys.NEIGHBOURS, units=units(game, infantry, "infantry"), numbers=(number,))
    planets = yield from how_many(ask)
    game.hive.standard_planets += planets
    taken = [UncontrolledTaken(known=False)] * planets
    return yields_besides(game, planets * worth_of(game, STANDARD)), taken


def _free_places(board: Tracked, seat: Seat) -> list[PlanetAt]:
    """The planets next to a side's home that nobody controls, and not in The Fracture (M11)."""
    survey = board.survey
    home = survey.home(seat)
    near = sorted(survey.adjacent[home]) if home is not None else []
    return [
        (position, name)
        for position in near
        if not survey.in_the_fracture(position)
        for name, state in survey.system(position).planets.items()
        if state.control is None
    ]


def _begins_on(board: Tracked, seat: Seat, place: PlanetAt, infantry: int, rule: str) -> Iterator[Item]:
    """Book that a side begins the game with a planet, and say what hands do."""
    game = board.game
    yield from units_leave(board, NEUTRAL, place)
    pieces.set_control(game, *place, seat)
    pieces.put(game, seat, "infantry", infantry, *place)
    text = say(
        "Put {units} and a control token of {who} on {planet}.",
        units=units(game, infantry, "infantry"),
        who=game.name(seat),
        planet=planet_label(game, *place),
    )
    yield Item(text, rule=rule)


def yields_besides(game: Game, worth: int) -> list[Item]:
    """Put the worth of planets into the bank, resources and as much influence, and say so."""
    if not worth:
        return []
    game.hive.bank.resources += worth
    game.hive.bank.influence += worth
    both, bank = (items(worth, "resources"), items(worth, "influence")), game.hive.bank
    text = say("Add {resources} and {influence} to [the Hive]'s bank.", resources=both[0], influence=both[1])
    now = say("now {resources} and {influence}", resources=bank.resources, influence=bank.influence)
    return [Item(text, now, EXTRA_YIELD)]


# --- a game that begins in the middle: which public objectives lie open by now, and who has scored them


NO_OTHER = "none"


def objectives_by_now(game: Game) -> Procedure[None]:
    """The table names each objective that lies open, and who has scored it; the points have been told before."""
    while known := hidden_choices(game):
        name = yield from Ask(
            keys.OPEN_OBJECTIVE,
            _which(len(game.objectives)),
            (Choice(NO_OTHER, say("That is all") if game.objectives else say("None lies open")), *known),
            "28.1.public",
            shown=Shown(say("Public objectives"), kind="search"),
        )
        if name == NO_OTHER:
            return
        # An event may have revealed the same one meanwhile.
        objective = next((one for one in hidden_objectives(game) if one.name == name), None)
        if objective is not None:
            revealed = laid_open(game, objective)
            revealed.scored_by = yield from _scored(game, name)


def _which(known: int) -> Words:
    if not known:
        return say("Which public objective lies open?")
    shown = count(known, "objective")
    return say("Which other public objective lies open? So far the app knows {objectives}.", objectives=shown)


def _scored(game: Game, name: str) -> Procedure[list[Seat]]:
    groups = [list(group) for number in range(len(game.seats) + 1) for group in combinations(game.seats, number)]
    meaning: dict[str, list[Seat]] = {"_".join(group) or NO_OTHER: group for group in groups}
    choices = tuple(
        Choice(value, sentence(listed([game.name(seat) for seat in group])) if group else say("Nobody"))
        for value, group in meaning.items()
    )
    ask = question(keys.SCORED_BEFORE, objective=Name(name), choices=choices)
    return (yield from meant(ask, meaning))


# --- the set-up as a checklist with the numbers of this table


# As the boxes are called where they are fetched.
_BOXES: dict[Box, Words] = {**BOX_WORDS, "base": say("Twilight Imperium")}


@dataclass(frozen=True)
class Line:
    """One line of the checklist with the tiles to lay out for it, where the galaxy is known."""

    text: Words
    rule: str
    placed: tuple[Placed, ...] = ()
    standing: tuple[Words, ...] = ()

    @property
    def item(self) -> Item:
        """The line as a step shows it."""
        tiles = [say("Tile {tiles}.", tiles=listed([placed.words for placed in self.placed]))] if self.placed else []
        told = [*tiles, *self.standing]
        return Item(self.text, note=listed(told, " ") if told else "", rule=self.rule)


def set_up(game: Game) -> Procedure[None]:
    """Walk through the checklist, then name the first public objectives and begin the first round.

    Where the table has set a later round, the game begins in the middle: with the objectives that lie open by then.
    Rule: 32.lower.speaker.
    """
    yield from _first_speaker(game)
    groups = game.tables.setup.pages(galactic(game))
    for number, group in enumerate(groups, 1):
        items = tuple(line.item for line in lines_of(game, group.items))
        if number == len(groups):
            items += changed_by_options(game)
        yield Confirmed(
            printed(group.title, {}),
            group.rule,
            key=keys.SET_UP,
            items=items,
            shown=Shown(say("Set up the table · {number} of {all}", number=number, all=len(groups)), kind="setup"),
        )
    if board_of(game).rex_held():
        yield from custodians_have_left(game)
    if game.round == 1:
        yield from moment(game, TableSetUp())
    if game.round > 1:
        yield from objectives_by_now(game)
    else:
        yield from _first_objectives(game)
    game.phase, game.stage = "strategy", "begin"


def _first_objectives(game: Game) -> Procedure[None]:
    """Rule: 1.scope.unchanged-rules."""
    first = game.tables.figures.first_objectives.value
    while len(game.objectives) < first and game.winner is None:
        number = len(game.objectives) + 1
        asking = say("Which public objective is revealed? ({number} of {all})", number=number, all=first)
        yield from reveal_next(game, asking)


def _first_speaker(game: Game) -> Procedure[None]:
    """Where several can begin with the Speaker token, the table says who does. Rule: 32.lower.speaker."""
    speakers = game.tables.setup.speakers
    if len(speakers) > 1:
        game.speaker = yield from which_of(question(keys.SPEAKER, "first"), {one: game.name(one) for one in speakers})


def board_lines(game: Game) -> list[Line]:
    """What to lay out for the galaxy, in the order of page 2: the lines of the group that names kinds of slots.

    Behind them those of galactic events that name slots.
    """
    setup = game.tables.setup
    groups = (group.items for group in setup.groups if any(item.kinds for item in group.items))
    events = [item for item in setup.events if item.slots]
    return [line for items in (*groups, events) for line in lines_of(game, items)]


def lines_of(game: Game, items: Iterable[SetupItem]) -> list[Line]:
    """The lines of a checklist, with tiles and starting units where the game tracks its galaxy.

    Rules: 2.board.*, 2.hive.start-main, 2.hive.start-auxiliary.
    """
    numbers, board = checklist_numbers(game), board_of(game)
    lines = []
    for item in items:
        text, placed, standing = known(board, item) if isinstance(board, Tracked) else (item.text, (), ())
        if not text or (item.factions and not players_of(game, item.factions)) or players_of(game, item.unless):
            continue
        lines.append(Line(printed(text, numbers), _rule(game, item), placed, standing))
    return lines


def _rule(game: Game, item: SetupItem) -> str:
    """The rule of an item; where it names a number of the difficulty level, the level's rule for that number."""
    words = [word for _, word, _, _ in Formatter().parse(item.text)]
    return next((game.level.rules[word] for word in words if word in game.level.rules), item.rule)


def checklist_numbers(game: Game) -> dict[str, Argument]:
    """What the placeholders of decks/setup.yaml stand for in this game."""
    figures, level = game.tables.figures, game.level
    return {
        "primary_cards": level.primary_cards,
        "secondary_cards": level.secondary_cards,
        "resources": figures.start_resources.value,
        "influence": figures.start_influence.value,
        "tactic": figures.start_tactic_tokens.value,
        "strategy": figures.start_strategy_tokens.value,
        "counters": figures.start_counters.value,
        "secrets": figures.start_secrets.value,
        "infantry": figures.start_infantry_per_planet.value,
        "starting_carriers": listed([system_name(game, system) for system in level.starting_carriers]),
        "stockpile": _stockpile(game),
        "speaker": game.name(game.speaker),
        "boxes": listed([_BOXES[box] for box in _BOXES if box in game.settings.boxes]),
        "left_player": game.name(game.settings.left),
        "right_player": game.name(game.right),
        "cruisers": units(game, figures.start_cruisers_per_system.value, "cruiser"),
        "destroyers": units(game, figures.start_destroyers_per_system.value, "destroyer"),
        "ion_side": ion_side(game),
        "objectives": count(figures.first_objectives.value, "public objective"),
    }


def _stockpile(game: Game) -> Words:
    """What the Hive's stockpile holds at first. Rule: 32.higher.stockpile."""
    first = starting_stockpile(game.tables)
    return listed([goods(first.of(item), item) for item in ITEM_TYPES if first.of(item)]) or say("nothing")
