"""Events of exploration: what the Hive explores, and the fragments and relics that it gains or loses. Rules: p. 23."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Fragment
from hive.fields import AnyField, Number, OneOf
from hive.model.game import Game
from hive.naming import by_now, system_label
from hive.rules.area.planets import controlled_planets
from hive.rules.area.points import gain_points
from hive.rules.board import Tracked, board_of
from hive.rules.control.changing import which
from hive.rules.diagrams.systems import Place
from hive.rules.events.growing import bring_the_fracture
from hive.rules.events.kinds import Args, Event
from hive.rules.exploration import exploring
from hive.rules.exploration.exploring import explore_frontier, explore_planet, explore_told, frontier_systems, sites_of
from hive.rules.options import played
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Name, Words, count, say, sentence

GAIN, LOSE, FRACTURE = "gain", "lose", "fracture"
MOST_POINTS = 5


def _planet(game: Game, _: Args) -> Procedure[None]:
    """The table says which of its planets the Hive explores, or of which kind. Rule: 23.draw."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return (yield from explore_told(game))
    text = say("Which planet does [the Hive] explore?")
    place = yield from which(
        board, keys.EXPLORED_PLANET, text, _explorable(board), "23.trigger.planet", say("Exploration")
    )
    if place is not None:
        yield from explore_planet(game, place)


def _explorable(board: Tracked) -> list[Place]:
    """The Hive's planets that have a trait."""
    return [place for place in board.planets_of("hive") if sites_of(board.game, place)]


def _frontier(game: Game, _: Args) -> Procedure[None]:
    systems = frontier_systems(game)
    position = systems[0] if systems else ""
    if len(systems) > 1:
        position = yield from asked(
            Ask(
                key=keys.EXPLORED_FRONTIER,
                text=say("Which frontier token does [the Hive] explore?"),
                choices=tuple(Choice(one, sentence(system_label(game, one))) for one in systems),
                rule="23.trigger.frontier",
                systems=tuple(systems),
                shown=Shown(say("Exploration"), expects=False),
            )
        )
    yield from explore_frontier(game, position)


def _fragment(game: Game, args: Args) -> Procedure[None]:
    """Rules: 23.fragment.keep, 23.fragment.four-alike, 23.fragment.two-each."""
    change, _, name = str(args["fragment"]).partition(".")
    kind = next(kind for kind in exploring.FRAGMENTS if kind == name)
    if change == GAIN:
        lines = exploring.gain_fragment(game, kind)
        text = say("[The Hive] gains {kind!a} relic fragment", kind=Name(kind))
    else:
        exploring.lose_fragment(game, kind)
        taken = say("Take {fragment} from [the Hive].", fragment=exploring.FRAGMENT[kind])
        lines = [Item(taken, by_now(_held(game, kind)), "23.fragment.keep")]
        text = say("[The Hive] loses {kind!a} relic fragment", kind=Name(kind))
    yield Tell(text, "23.fragment.keep", keys.FRAGMENT, "done", items=tuple(lines))


def _relic(game: Game, args: Args) -> Procedure[None]:
    """Rules: 23.relic.face-down, 23.relic.victory-point."""
    if args["change"] == GAIN:
        lines, text = exploring.gain_relic(game), say("[The Hive] gains a relic")
    else:
        game.hive.relics = max(0, game.hive.relics - 1)
        now = by_now(game.hive.relics)
        lines = [Item(say("Take 1 relic from [the Hive]."), now, "23.relic.face-down")]
        text = say("[The Hive] loses a relic")
    yield Tell(text, "23.relic.face-down", keys.RELIC, "done", items=tuple(lines))


def _relic_purged(game: Game, args: Args) -> Procedure[None]:
    """A relic leaves the game, and whose it was gains victory points; or The Fracture comes into play instead."""
    if args["whose"] == FRACTURE:
        yield from bring_the_fracture(game)
        return
    seat, number = next(seat for seat in game.seats if seat == args["whose"]), int(args["number"])
    if seat == "hive":
        game.hive.relics = max(0, game.hive.relics - 1)
    gain_points(game, seat, number)
    gains = say("{who!c} gains {points}.", who=game.name(seat), points=count(number, "victory point"))
    text, rule = say("A relic of {who} leaves the game", who=game.name(seat)), "1.scope.unchanged-rules"
    yield Tell(text, rule, keys.RELIC, "done", items=(Item(gains, rule=rule),))


def _purged_fields(game: Game) -> tuple[AnyField, ...]:
    whose = [seat for seat in game.seats if seat != "hive" or game.hive.relics]
    choices = [Choice(seat, say("A relic of {who}", who=game.name(seat))) for seat in whose]
    if not board_of(game).fracture_lies():
        choices.append(Choice(FRACTURE, say("The Fracture comes into play"), say("with its neutral units")))
    points = Number("number", say("Victory points for it"), maximum=MOST_POINTS, value=1, minimum=1)
    return OneOf("whose", say("What it does"), tuple(choices)), points


def _held(game: Game, kind: Fragment) -> int:
    return game.hive.fragments.get(kind, 0)


def _fragment_fields(game: Game) -> tuple[AnyField, ...]:
    gains = [Choice(f"{GAIN}.{kind}", say("Gains {kind}", kind=Name(kind))) for kind in exploring.FRAGMENTS]
    losses = [
        Choice(f"{LOSE}.{kind}", say("Loses {kind}", kind=Name(kind)))
        for kind in exploring.FRAGMENTS
        if _held(game, kind)
    ]
    return (OneOf("fragment", say("Fragment"), (*gains, *losses)),)


def _relic_fields(game: Game) -> tuple[AnyField, ...]:
    losses = (Choice(LOSE, say("Loses one")),) if game.hive.relics else ()
    return (OneOf("change", say("Change"), (Choice(GAIN, say("Gains one")), *losses)),)


def _not_played(game: Game) -> Words:
    return "" if played(game, "exploration") else say("Exploration (page 23) is not played in this game.")


def _no_planet(game: Game) -> Words:
    board = board_of(game)
    none = not (_explorable(board) if isinstance(board, Tracked) else controlled_planets(game))
    return _not_played(game) or (say("[The Hive] controls no planet with a trait.") if none else "")


def _no_frontier(game: Game) -> Words:
    none = isinstance(board_of(game), Tracked) and not frontier_systems(game)
    return _not_played(game) or (say("No Hive ship stands with a frontier token.") if none else "")


EVENTS: tuple[Event, ...] = (
    Event(
        "explore_planet",
        say("[The Hive] explores a planet"),
        "Planets",
        "23.trigger.planet",
        _planet,
        impossible=_no_planet,
        page="exploration",
    ),
    Event(
        "explore_frontier",
        say("[The Hive] explores a frontier token"),
        "Planets",
        "23.trigger.frontier",
        _frontier,
        impossible=_no_frontier,
        page="exploration",
    ),
    Event(
        "fragment",
        say("[The Hive] gains or loses a relic fragment"),
        "Planets",
        "23.fragment.keep",
        _fragment,
        _fragment_fields,
        impossible=_not_played,
        page="exploration",
    ),
    Event(
        "relic",
        say("[The Hive] gains or loses a relic"),
        "Planets",
        "23.relic.victory-point",
        _relic,
        _relic_fields,
        impossible=_not_played,
        page="exploration",
    ),
    Event(
        "relic_purged",
        say("Unravel: a relic leaves the game, or The Fracture comes"),
        "Planets",
        "1.scope.unchanged-rules",
        _relic_purged,
        _purged_fields,
        option="twilights_fall",
    ),
)
