"""Total War: the Hive gains special commodities for what it destroys, and points for them. Rules: page 37."""

from __future__ import annotations

from collections.abc import Mapping

from hive import keys
from hive.model.game import Game
from hive.naming import by_now, planet
from hive.rules.area.points import gain_points_told
from hive.rules.board import board_of
from hive.rules.moments import BattleOver, HivesTurnBegins, UnitsDestroyed, at, on
from hive.steps import Ask, Choice, Item, Number, Procedure, Shown, Tell, filled
from hive.words import Amount, Words, count, listed, say

WORTH, MOST = "worth", 99
_GAINED, _SPREAD, _POINT = "37.war.no-small-units", "37.war.distribution", "37.war.victory-point"


def played(game: Game) -> bool:
    """Whether destroyed units bring special commodities at all."""
    return bool(game.tables.figures.war_point_commodities.value)


def worth(game: Game, destroyed: Mapping[str, int]) -> int:
    """What destroyed units bring: their cost; fighters and infantry bring nothing. Rule: 37.war.no-small-units."""
    by_key = game.tables.units.by_key
    return sum(
        int(by_key[key].cost) * number for key, number in destroyed.items() if key not in ("fighter", "infantry")
    )


def home_names(game: Game) -> list[str]:
    """The home planets of the Hive on which special commodities can lie, and those on which some do still."""
    return list(dict.fromkeys((*board_of(game).home_planets(), *game.event_cards.special_commodities)))


def held(game: Game) -> int:
    """The special commodities on all home planets of the Hive."""
    return sum(game.event_cards.special_commodities.values())


def _words(number: int) -> Amount:
    return count(number, "special commodity", "special commodities")


def gain(game: Game, number: int) -> list[Item]:
    """Spread special commodities evenly over the Hive's home planets; without any there is nowhere to put them.

    Rule: 37.war.distribution.
    """
    lines, homes = gone(game), board_of(game).home_planets()
    if not number or not homes:
        return lines
    there, came = game.event_cards.special_commodities, dict.fromkeys(homes, 0)
    for _ in range(number):
        fewest = min(homes, key=lambda name: there.get(name, 0))
        there[fewest] = there.get(fewest, 0) + 1
        came[fewest] += 1
    shares = [
        say("{number} on {planet}", number=more, planet=planet(game, name)) for name, more in came.items() if more
    ]
    text = say("[The Hive] gains {commodities}: {shares}.", commodities=_words(number), shares=listed(shares))
    return [*lines, Item(text, by_now(held(game)), _SPREAD)]


def gone(game: Game) -> list[Item]:
    """What lay on a planet that the Hive no longer controls has gone with it."""
    there, homes, lines = game.event_cards.special_commodities, board_of(game).home_planets(), []
    for name in [name for name in there if name not in homes]:
        number = there.pop(name)
        if number:
            text = say(
                "{commodities} of [the Hive] went with {planet}.", commodities=_words(number), planet=planet(game, name)
            )
            lines.append(Item(text, rule="35.scope"))
    return lines


def told(game: Game, known: int) -> Procedure[None]:
    """Ask what the Hive has destroyed, as far as the app knows it, and spread what it brings.

    Rules: 37.war.no-small-units, 37.war.distribution (M58).
    """
    answer = yield from filled(
        Ask(
            key=keys.SPECIAL_COMMODITIES,
            text=say("Total War: what were the units worth that [the Hive] has destroyed?"),
            choices=(Choice("done", say("Done")),),
            rule=_GAINED,
            detail=say("Their cost together; fighters, infantry and structures bring nothing."),
            numbers=(Number(WORTH, say("Special commodities"), maximum=MOST, value=min(MOST, known)),),
            shown=Shown(say("Total War")),
        )
    )
    lines = gain(game, answer.numbers.get(WORTH, 0))
    if lines:
        yield Tell(say("Total War"), _SPREAD, items=tuple(lines))


@at(BattleOver)
def after_a_battle(game: Game, over: BattleOver) -> Procedure[None]:
    """A battle with the Hive is over: the table says what fell that the app does not know."""
    if played(game):
        yield from told(game, worth(game, dict(over.destroyed)))


@on(UnitsDestroyed)
def at_once(game: Game, fallen: UnitsDestroyed) -> list[Item]:
    """The Hive has destroyed units without a battle (M58)."""
    return gain(game, worth(game, dict(fallen.units))) if played(game) else []


@at(HivesTurnBegins)
def a_point_for_them(game: Game, begins: HivesTurnBegins) -> Procedure[None]:
    """With enough of them the Hive discards that many for a point. Rule: 37.war.victory-point."""
    figures = game.tables.figures
    needed = figures.war_point_commodities.value
    lines = gone(game) if needed else []
    there = game.event_cards.special_commodities
    if needed and held(game) >= needed:
        for _ in range(needed):
            there[max(there, key=lambda name: there[name])] -= 1
        lines.append(Item(say("Discard {commodities}.", commodities=_words(needed)), _left(game), _POINT))
        more = gain_points_told(game, "hive", figures.war_points.value)
        points = count(figures.war_points.value, "victory point")
        text = say("Total War: [the Hive] gains {points}", points=points)
        yield Tell(text, _POINT, key=keys.WAR_POINT, confirm="done", items=(*lines, *more))
    elif lines:
        yield Tell(say("Total War"), "35.scope", items=tuple(lines))


def _left(game: Game) -> Words:
    there = game.event_cards.special_commodities
    shares = [say("{number} on {planet}", number=number, planet=planet(game, name)) for name, number in there.items()]
    return listed(shares)
