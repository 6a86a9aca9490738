"""The galactic events that take a page or less: monuments, mercenaries, Minor Factions and their like.

The flagship of Rapid Mobilization stands among the starting units: :mod:`hive.rules.setup.new_game`; that Zealous
Orthodoxy lets the Hive perform a stratagem twice, in :mod:`hive.rules.combat.rounds`.

Rules: pages 36 to 38.
"""

from __future__ import annotations

from hive import keys
from hive.board.growing import refill_wilds
from hive.catalog.tables import SpawningSystem, Upgrade
from hive.model.game import Game, Player
from hive.naming import by_now, planet, planet_label, system_label, system_name, units
from hive.rules.abilities.area import researched, upgrade_strength, which_upgrade
from hive.rules.area import gain_counters, gain_points
from hive.rules.board import Tracked, board_of, known_board
from hive.rules.moments import (
    ObjectiveScored,
    PlanetGained,
    PlanetTaken,
    Source,
    StatusPhaseBegins,
    StrategyPhaseBegins,
    TableSetUp,
    UncontrolledTaken,
    at,
    moment,
    on,
)
from hive.rules.objectives.scoring import change_points
from hive.rules.setup.set_up import SET_UP, gains_neighbours, passages, players_mobilize
from hive.steps import Confirmed, Item, Number, Procedure, Shown, Tell, filled, question
from hive.words import Name, Words, count, printed, say


@on(PlanetGained, Source(option="minor_factions"))
def secret_for_a_whole_system(game: Game, gained: PlanetGained) -> list[Item]:
    """The Hive draws a secret objective once it controls all planets of a Minor Faction system, whosever they were.

    Rule: 36.minor.secret.
    """
    minor, at = game.tables.galaxy.minor_factions, gained.system
    if gained.by != "hive" or minor is None:
        return []
    if not at:
        drawn = say("then draw {secrets} face down", secrets=count(minor.secrets, "secret objective"))
        text = say("Does [the Hive] control all planets of a Minor Faction system now? Book it under the corrections.")
        return [Item(text, drawn, "36.minor.secret")]
    if at not in minor.slots or not gained.whole:
        return []
    game.hive.secrets += minor.secrets
    text = say("Draw {cards} face down for [the Hive].", cards=count(minor.secrets, "secret objective"))
    note = say("it controls all planets of {system}", system=system_label(game, at))
    return [Item(text, note, "36.minor.secret")]


# --- rapid Mobilization: what the Hive begins with besides


_YIELD, _RESEARCH = "37.mobilization.extra-yield", "37.mobilization.research"


@at(TableSetUp, Source(option="rapid_mobilization"))
def fracture_from_the_beginning(game: Game, _: TableSetUp) -> Procedure[None]:
    """The Fracture lies there with its ingress tokens. Rules: 37.mobilization.ingress, 37.mobilization.ingress-zone."""
    yield from passages(game)


@at(TableSetUp)
def mobilized(game: Game, _: TableSetUp) -> Procedure[None]:
    """All gain the planets next to the own home system, the Hive first, with what that brings; it researches (M56).

    Rules: 37.mobilization.extra-yield, 37.mobilization.research.
    """
    figures = game.tables.figures
    if figures.start_neighbour_infantry.value:
        lines, planets = yield from gains_neighbours(game, figures.start_neighbour_infantry.value)
        if lines:
            text = say("Rapid Mobilization: [the Hive] gains planets next to its home system")
            yield Confirmed(text, _YIELD, key=keys.SET_UP, items=tuple(lines), shown=SET_UP)
        for taken in planets:
            yield from moment(game, taken)
    if game.tables.setup.mobilized:
        yield from players_mobilize(game, figures.start_neighbour_infantry.value)
    if figures.start_technologies.value:
        gained = yield from researched(game, figures.start_technologies.value, _RESEARCH)
        text = say("Rapid Mobilization: [the Hive] researches")
        yield Confirmed(text, _RESEARCH, key=keys.SET_UP, items=gained, shown=SET_UP)


# --- dangerous Wilds: a hazardous planet that nobody controlled brings the Hive a unit upgrade


UPGRADE, IGNORE, BASIC = "36.wilds.upgrade", "36.wilds.ignore", "36.wilds.basic"
_YES, _MOST = "yes", 6
_SHOWN = say("Dangerous Wilds")


@at(StrategyPhaseBegins, Source(option="dangerous_wilds"))
def refilled(game: Game, _: StrategyPhaseBegins) -> Procedure[None]:
    """A round is over: neutral infantry comes back to hazardous planets that nobody controls (M49). Rule: 35.scope."""
    if game.round <= 1:
        return
    if not isinstance(board_of(game), Tracked):
        text = say("Dangerous Wilds: refill the neutral infantry on hazardous planets that nobody controls.")
        yield Tell(text, "35.scope")
        return
    lines, came = [], refill_wilds(game)
    for (position, name), number in came.items():
        there, where = units(game, number, "infantry"), planet_label(game, position, name)
        lines.append(Item(say("Put {units} of the neutral side on {planet}.", units=there, planet=where)))
    if lines:
        text, systems = say("Dangerous Wilds: neutral infantry comes back"), tuple(one for one, _ in came)
        yield Tell(text, "35.scope", keys.WILDS, "done", items=tuple(lines), systems=systems)


@at(UncontrolledTaken, Source(option="dangerous_wilds"))
def from_the_wilds(game: Game, taken: UncontrolledTaken) -> Procedure[None]:
    """The strongest upgrade whose prerequisites are met, but for as many as the planet has resources, or a technology.

    Rules: 36.wilds.upgrade, 36.wilds.ignore, 36.wilds.basic, 3.1.discard-after-decision.
    """
    resources = taken.hazardous if taken.known else (yield from _told(game))
    if resources is None:
        return
    best = within_reach(game, resources)
    if not best:
        gained = yield from researched(game, 1, BASIC)
        text = say("No unit upgrade is within reach: [the Hive] researches a technology instead.")
        yield Confirmed(text, BASIC, key=keys.WILDS, items=gained, shown=Shown(_SHOWN))
        return
    upgrade = yield from which_upgrade(best, heading=_SHOWN)
    if upgrade.name not in game.hive.upgrades:
        game.hive.upgrades.append(upgrade.name)
    ignored = count(missing(game, upgrade), "prerequisite")
    lines = (
        Item(say("Give [the Hive] {upgrade}.", upgrade=Name(upgrade.name)), say("the strongest"), UPGRADE),
        Item(say("It ignores {ignored} of {most}.", ignored=ignored, most=resources), rule=IGNORE),
        Item(printed(upgrade.effect, {}), rule=upgrade.rule),
    )
    text = say("[The Hive] gains {upgrade} from the hazardous planet", upgrade=Name(upgrade.name))
    yield Confirmed(text, UPGRADE, key=keys.WILDS, items=lines, shown=Shown(_SHOWN))


def missing(game: Game, upgrade: Upgrade) -> int:
    """How many prerequisites of an upgrade the Hive lacks."""
    had = game.hive.technologies
    return sum(max(0, number - had.get(colour, 0)) for colour, number in upgrade.prerequisites.items())


def within_reach(game: Game, ignored: int) -> list[Upgrade]:
    """The strongest upgrades that the Hive lacks and that need no more than it may ignore. Rule: 36.wilds.ignore."""
    able = [
        one
        for one in game.tables.technologies.upgrades
        if one.name not in {*game.hive.upgrades, *game.hive.purged} and missing(game, one) <= ignored
    ]
    return [one for one in able if upgrade_strength(game, one) == max(upgrade_strength(game, other) for other in able)]


def _told(game: Game) -> Procedure[int | None]:
    """Without a galaxy the table says whether the planet is hazardous, and its resources."""
    answer = yield from filled(
        question(keys.WILD_PLANET, numbers=(Number("resources", say("Resources of the planet"), maximum=_MOST),))
    )
    return answer.numbers["resources"] if answer.choice == _YES else None


# --- mercenaries for Hire: cards that players gain, of which the second makes the Hive angry


COUNTER, MAXIMUM = "36.mercenaries.counter", "36.mercenaries.maximum"


def hired(game: Game, seat: Player) -> Procedure[None]:
    """A player has gained a mercenary card; the second brings an aggression counter. Rule: 36.mercenaries.counter."""
    player = game.players[seat]
    player.mercenaries += 1
    number = count(player.mercenaries, "mercenary card")
    lines = []
    if player.mercenaries == 2:
        gained = count(gain_counters(game, seat, 1), "aggression counter")
        lines.append(Item(say("{who} gains {items}.", who=game.name(seat), items=gained), rule=COUNTER))
    left = game.tables.figures.mercenaries_maximum.value - _gained(game)
    note = say("{number} can yet be gained", number=left)
    lines.append(Item(say("{who} has {items}.", who=game.name(seat), items=number), note, MAXIMUM))
    yield Tell(say("{who} hires a mercenary.", who=game.name(seat)), COUNTER, items=tuple(lines))


def no_mercenary(game: Game) -> Words:
    """Why no other card can be gained. Rule: 36.mercenaries.maximum."""
    most = game.tables.figures.mercenaries_maximum.value
    if _gained(game) < most:
        return ""
    return say("You have gained {most} together: that is all there can be.", most=count(most, "mercenary card"))


def _gained(game: Game) -> int:
    return sum(player.mercenaries for player in game.players.values())


# --- monuments to the Ages: the Hive's monuments, those of the players, and the points that go with them


_RULE = "37.monuments.destroyed"


def destroyed(game: Game, system: SpawningSystem) -> Procedure[None]:
    """A player destroys a monument of the Hive: it loses a point, and never builds it again.

    Rules: 37.monuments.destroyed, 37.monuments.no-rebuild.
    """
    game.event_cards.monuments = [one for one in game.event_cards.monuments if one != system]
    points = game.tables.figures.monument_points.value
    where = system_name(game, system)
    text = say("The monument of [the Hive] in {system} is destroyed.", system=where)
    lost = Item(say("[The Hive] loses {items}.", items=count(points, "victory point")), rule=_RULE)
    for_good = Item(say("It cannot be rebuilt."), rule="37.monuments.no-rebuild")
    yield Tell(text, _RULE, items=(lost, for_good))
    yield from change_points(game, "hive", -points)


@at(PlanetTaken)
def taken_with_its_planet(game: Game, taken: PlanetTaken) -> Procedure[None]:
    """Whoever takes its planet may destroy it (M54)."""
    system = next((one for one in game.event_cards.monuments if one == taken.where), None)
    if system is None:
        return
    answer = yield from question(keys.MONUMENT, system=system_name(game, system))
    if answer == "destroyed":
        yield from destroyed(game, system)


@at(StatusPhaseBegins, Source(option="monuments_to_the_ages"))
def commodities_beneath(game: Game, _: StatusPhaseBegins) -> Procedure[None]:
    """A commodity goes beneath each monument of the players; with enough of them its planet brings a point (M54).

    Rules: 37.monuments.players, 37.monuments.no-commodities.
    """
    standing, needed = known_board(game).monuments(), game.tables.figures.monument_commodities.value
    beneath = game.event_cards.beneath = {name: game.event_cards.beneath.get(name, 0) + 1 for name in standing}
    lines: list[Item] = []
    for name, number in beneath.items():
        one = count(1, "commodity", "commodities")
        text = say("Put {commodity} beneath your monument on {planet}.", commodity=one, planet=planet(game, name))
        lines.append(Item(text, by_now(number), "35.scope"))
    if lines:
        text = say("Monuments to the Ages: commodities go beneath your monuments")
        yield Tell(text, "35.scope", keys.MONUMENT, "done", items=tuple(lines))
    for name, seat in standing.items():
        if seat is not None and beneath[name] % needed == 0:
            yield from change_points(game, seat, game.tables.figures.monument_commodity_points.value)


# --- zealous Orthodoxy


def reference_card_lies(game: Game, seat: Player) -> Procedure[None]:
    """A player's alliance reference card goes on the event card, and the Hive gains its ability.

    Rules: 38.zealous.no-purge, 38.zealous.twice.
    """
    game.event_cards.zealous = seat
    who = game.name(seat)
    text = say("The alliance reference card of {who} lies on Zealous Orthodoxy.", who=who)
    kept = Item(say("{who!c} does not purge the Alliance note.", who=who), rule="38.zealous.no-purge")
    ability = say("From now on [the Hive] may perform a stratagem twice in a row, with a card each.")
    yield Tell(text, "38.zealous.no-purge", items=(kept, Item(ability, rule="38.zealous.twice")))
    yield from change_points(game, seat, game.tables.figures.zealous_points.value)


@on(ObjectiveScored)
def first_of_all(game: Game, scored: ObjectiveScored) -> list[Item]:
    """The Hive can be the first itself; then only its point is gained (M61)."""
    needed, figures = game.tables.figures.zealous_secrets.value, game.tables.figures
    first = bool(needed) and game.event_cards.zealous is None
    if scored.by != "hive" or not first or game.hive.scored_secrets < needed:
        return []
    game.event_cards.zealous = "hive"
    lines = gain_points(game, "hive", figures.zealous_points.value)
    points = count(figures.zealous_points.value, "victory point")
    text = say("Zealous Orthodoxy: [the Hive] gains {points}; put its alliance reference card there.", points=points)
    return [Item(text, say("the first with {number} scored secret objectives", number=needed), "35.scope"), *lines]
