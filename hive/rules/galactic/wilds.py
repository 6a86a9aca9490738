"""Dangerous Wilds: a hazardous planet that nobody controlled brings the Hive a unit upgrade. Rules: page 36."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.board.growing import refill_wilds
from hive.catalog.tables import Upgrade
from hive.model.game import Game
from hive.naming import planet_label, units
from hive.rules.abilities.technology import basic_technologies, upgrade_strength
from hive.rules.board.sides import Tracked, board_of
from hive.rules.deck.hive_mind import discard_used
from hive.rules.moments.calling import Handler, at
from hive.rules.moments.kinds import StrategyPhaseBegins, UncontrolledTaken
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, asked, filled
from hive.words import Name, count, printed, say

UPGRADE, IGNORE, BASIC = "36.wilds.upgrade", "36.wilds.ignore", "36.wilds.basic"
_YES, _MOST = "yes", 6
_SHOWN = say("Dangerous Wilds")


@at(StrategyPhaseBegins, option="dangerous_wilds")
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


@at(UncontrolledTaken, option="dangerous_wilds")
def from_the_wilds(game: Game, taken: UncontrolledTaken) -> Procedure[None]:
    """The strongest upgrade whose prerequisites are met, but for as many as the planet has resources, or a technology.

    Rules: 36.wilds.upgrade, 36.wilds.ignore, 36.wilds.basic, 3.1.discard-after-decision.
    """
    keep = list(game.deck.in_use)
    resources = taken.hazardous if taken.known else (yield from _told(game))
    if resources is None:
        return
    best = within_reach(game, resources)
    if not best:
        gained = yield from basic_technologies(game, 1, BASIC)
        text = say("No unit upgrade is within reach: [the Hive] researches a technology instead.")
        discard_used(game, keep)
        yield Tell(text, BASIC, key=keys.WILDS, confirm="done", items=gained.items, shown=Shown(_SHOWN))
        return
    upgrade = best[0] if len(best) == 1 else (yield from _chosen(best))
    if upgrade.name not in game.hive.upgrades:
        game.hive.upgrades.append(upgrade.name)
    ignored = count(missing(game, upgrade), "prerequisite")
    lines = (
        Item(say("Give [the Hive] {upgrade}.", upgrade=Name(upgrade.name)), say("the strongest"), UPGRADE),
        Item(say("It ignores {ignored} of {most}.", ignored=ignored, most=resources), rule=IGNORE),
        Item(printed(upgrade.effect, {}), rule=upgrade.rule),
    )
    text = say("[The Hive] gains {upgrade} from the hazardous planet", upgrade=Name(upgrade.name))
    yield Tell(text, UPGRADE, key=keys.WILDS, confirm="done", items=lines, shown=Shown(_SHOWN))


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


def _chosen(best: Sequence[Upgrade]) -> Procedure[Upgrade]:
    """A tie goes to the table. Rule: 1.scope.most-helpful."""
    choices = tuple(Choice(one.name, Name(one.name), printed(one.effect, {})) for one in best)
    text = say("Which unit upgrade helps [the Hive] most?")
    ask = Ask(keys.UPGRADE, text, choices, "1.scope.most-helpful", shown=Shown(_SHOWN, expects=False))
    name = yield from asked(ask)
    return next(one for one in best if one.name == name)


def _told(game: Game) -> Procedure[int | None]:
    """Without a galaxy the table says whether the planet is hazardous, and its resources."""
    answer = yield from filled(
        Ask(
            key=keys.WILD_PLANET,
            text=say("Has [the Hive] taken a hazardous planet that nobody controlled?"),
            choices=(Choice("no", say("No")), Choice(_YES, say("Yes"), say("with the resources entered above"))),
            rule=UPGRADE,
            numbers=(Number("resources", say("Resources of the planet"), maximum=_MOST),),
            shown=Shown(_SHOWN, expects=False),
        )
    )
    return answer.numbers["resources"] if answer.choice == _YES else None


HANDLERS: tuple[Handler, ...] = (refilled, from_the_wilds)
