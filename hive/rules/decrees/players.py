"""What agendas do to the players' plastic on a tracked board: what nobody chooses is booked, the rest asked.

Rules: page 29, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Player
from hive.naming import system_label, units
from hive.rules.board import Place, Tracked
from hive.rules.combat.survivors import adrift
from hive.rules.decrees.told import RULE
from hive.rules.diagrams.damage import unit_words, weakest_units
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, filled, meant
from hive.words import Name, Words, count, say, sentence

# How many units of each type stand at a place.
Standing = Mapping[tuple[Place, str], int]


def lose_all(board: Tracked, types: Collection[str], systems: Collection[str]) -> list[Item]:
    """All units of some types in some systems go."""
    gone = [
        (place, _take(board, seat, place, there))
        for seat in PLAYERS
        for place in board.places(systems)
        if (there := board.there(place, types, seat))
    ]
    return [*(line for _, line in gone), *adrift_from(board, (place for place, _ in gone))]


def lose_from(board: Tracked, place: Place, types: Collection[str]) -> list[Item]:
    """All units of some types at one place go."""
    return [_take(board, seat, place, there) for seat in PLAYERS if (there := board.there(place, types, seat))]


def give_up(board: Tracked, types: Collection[str], number: int, seats: Sequence[Player]) -> Procedure[list[Item]]:
    """Each of these players loses so many units of some types, and says which."""
    lines: list[Item] = []
    for seat in seats:
        lines += yield from _some(board, seat, [*board.places()], types, number)
    return lines


def keep(board: Tracked, key: str, most: int) -> Procedure[list[Item]]:
    """Each player keeps so many units of a type, and says which go."""
    lines: list[Item] = []
    for seat in PLAYERS:
        too_many = board.in_all(seat, key) - most
        if too_many > 0:
            lines += yield from _some(board, seat, [*board.places()], [key], too_many)
    return lines


def lose_in(board: Tracked, position: str, number: int) -> Procedure[list[Item]]:
    """Each player loses so many units of a system, and says which."""
    every = [unit.key for unit in board.game.tables.units.units]
    lines: list[Item] = []
    for seat in PLAYERS:
        lines += yield from _some(board, seat, [*board.places([position])], every, number, position)
    return lines


def halve_infantry(board: Tracked) -> list[Item]:
    """Half of the infantry on each planet goes, rounded up."""
    return [
        _take(board, seat, place, {"infantry": (there["infantry"] + 1) // 2})
        for seat in PLAYERS
        for place in board.places()
        if place[1] and (there := board.there(place, ["infantry"], seat))
    ]


def add_infantry(board: Tracked, number: int) -> list[Item]:
    """On every planet that a player controls."""
    return [_put(board, seat, place, "infantry", number) for seat in PLAYERS for place in board.planets_of(seat)]


def replace_mechs(board: Tracked, number: int) -> list[Item]:
    """So much infantry takes the place of each mech."""
    lines = []
    for seat in PLAYERS:
        for place in board.places():
            mechs = board.there(place, ["mech"], seat)
            if mechs:
                lines.append(_take(board, seat, place, mechs))
                lines.append(_put(board, seat, place, "infantry", number * mechs["mech"]))
    return lines


def mech_at_home(board: Tracked) -> Procedure[list[Item]]:
    """A mech on a planet of the home system, if there is plastic; of several planets the player names one."""
    lines: list[Item] = []
    most = board.game.tables.units.by_key["mech"].players_plastic
    for seat in PLAYERS:
        home = board.survey.home(seat)
        planets = [place for place in board.planets_of(seat) if place[0] == home]
        if not planets or (most is not None and board.in_all(seat, "mech") >= most):
            continue
        place = planets[0]
        if len(planets) > 1:
            place = yield from meant(_which_planet(board, seat, planets), {"/".join(one): one for one in planets})
        lines.append(_put(board, seat, place, "mech", 1))
    return lines


def tokens(board: Tracked, systems: Mapping[Seat, Collection[str]]) -> list[Item]:
    """A command token comes from a player's reinforcements into each system that has none of them yet."""
    lines = []
    for seat, positions in systems.items():
        for position in positions:
            if not board.has_token(seat, position):
                pieces.put_command_token(board.game, seat, position)
                text = say(
                    "Put a command token of {who} from the reinforcements into {system}.",
                    who=board.game.name(seat),
                    system=system_label(board.game, position),
                )
                lines.append(Item(text, rule=RULE))
    return lines


def _some(
    board: Tracked, seat: Seat, places: Sequence[Place], types: Collection[str], number: int, where: str = ""
) -> Procedure[list[Item]]:
    """So many of some units go: all where there are no more, else those that the player names."""
    standing = {(place, key): n for place in places for key, n in board.there(place, types, seat).items()}
    if sum(standing.values()) > number:
        answer = yield from filled(_which(board, seat, standing, number, where))
        numbers = answer.numbers
        standing = {one: numbers.get(_field(*one), 0) for one in standing}
    gone: dict[Place, dict[str, int]] = {}
    for (place, key), lost in standing.items():
        if lost:
            gone.setdefault(place, {})[key] = lost
    return [*(_take(board, seat, place, lost) for place, lost in gone.items()), *adrift_from(board, gone)]


def _which(board: Tracked, seat: Seat, standing: Standing, number: int, where: str) -> Ask:
    """The weakest are what to expect."""
    present: dict[str, int] = {}
    for (_, key), there in standing.items():
        present[key] = present.get(key, 0) + there
    weakest = weakest_units(board.game, present, number, seat)
    numbers = []
    for (place, key), there in standing.items():
        expected = min(there, weakest.get(key, 0))
        weakest[key] = weakest.get(key, 0) - expected
        plural = sentence(Name(board.game.tables.units.by_key[key].plural))
        label = say("{units}: {place}", units=plural, place=board.named(place))
        numbers.append(Number(_field(place, key), label, maximum=there, value=expected))
    who, lost = board.game.name(seat), count(number, "unit")
    text = say("{who!c} loses {units}: which?", units=lost, who=who)
    if where:
        text = say(
            "{who!c} loses {units} in {system}: which?", units=lost, who=who, system=system_label(board.game, where)
        )
    done = (Choice("done", say("Done")),)
    systems = tuple(dict.fromkeys(place[0] for place, _ in standing))
    return Ask(keys.DECREE_PICKS, text, done, RULE, numbers=tuple(numbers), systems=systems)


def _which_planet(board: Tracked, seat: Seat, planets: Sequence[tuple[str, str]]) -> Ask:
    return Ask(
        key=keys.DECREE_PLACE,
        text=say("Where does {who} place {units}?", who=board.game.name(seat), units=units(board.game, 1, "mech")),
        choices=tuple(Choice("/".join(place), board.named(place)) for place in planets),
        rule=RULE,
        shown=Shown(expects=False),
    )


def adrift_from(board: Tracked, places: Iterable[Place], side: Sequence[Seat] = PLAYERS) -> list[Item]:
    """What was carried goes with a side's last ship of a system. Rules: 31.action.transport, Q116."""
    in_space = dict.fromkeys(position for position, planet in places if planet is None)
    return [line for position in in_space for line in adrift(board.game, position, side)]


def _take(board: Tracked, seat: Seat, place: Place, gone: Mapping[str, int]) -> Item:
    for key, number in gone.items():
        pieces.take(board.game, seat, key, number, *place)
    who, lost = board.game.name(seat), unit_words(board.game, gone)
    return Item(_removed(who, lost, board.named(place)), rule=RULE)


def _put(board: Tracked, seat: Seat, place: Place, key: str, number: int) -> Item:
    pieces.put(board.game, seat, key, number, *place)
    text = say(
        "Put {units} of {who} on {place}.",
        units=units(board.game, number, key),
        who=board.game.name(seat),
        place=board.named(place),
    )
    return Item(text, rule=RULE)


def _field(place: Place, key: str) -> str:
    position, on = place
    return f"{position}.{key}" if on is None else f"{position}/{on}.{key}"


def _removed(who: Words, lost: Words, place: Words) -> Words:
    return say("Remove {units} of {who} from {place}.", units=lost, who=who, place=place)
