"""Relic fragments and relics of the Hive. Rules: page 23."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import get_args

from hive.catalog.tables import Fragment
from hive.catalog.tables.cards import TRAITS
from hive.model.game import Game
from hive.naming import by_now
from hive.rules.area.points import gain_points
from hive.steps import Item
from hive.words import Amount, Name, Words, count, listed, say

FRAGMENTS: tuple[Fragment, ...] = get_args(Fragment)
# Unknown fragments are none of these: the Hive keeps them, and they bring it no relic.
FRAGMENT: dict[Fragment, Amount] = {
    "cultural": count(1, "cultural relic fragment"),
    "hazardous": count(1, "hazardous relic fragment"),
    "industrial": count(1, "industrial relic fragment"),
    "unknown": count(1, "unknown relic fragment"),
}
PLANETARY: tuple[Fragment, ...] = TRAITS


def gain_fragment(game: Game, kind: Fragment, number: int = 1) -> list[Item]:
    """Keep relic fragments, and purge them for relics as soon as there are enough; return what hands do.

    Rules: 23.fragment.keep, 23.fragment.four-alike, 23.fragment.two-each.
    """
    fragments = game.hive.fragments
    fragments[kind] = fragments.get(kind, 0) + number
    text = say("Lay {fragments} face up into [the Hive]'s play area.", fragments=FRAGMENT[kind].of(number))
    return [Item(text, by_now(fragments[kind]), "23.fragment.keep"), *_purged(game)]


def lose_fragment(game: Game, kind: Fragment, number: int = 1) -> int:
    """Take relic fragments out of the Hive's play area, as many as lie there; return how many went."""
    gone = min(number, game.hive.fragments.get(kind, 0))
    game.hive.fragments[kind] = game.hive.fragments.get(kind, 0) - gone
    return gone


def gain_relic(game: Game) -> list[Item]:
    """Gain a relic, the first one, or the first ones, with a victory point; return what hands do.

    Rules: 23.relic.face-down, 23.relic.victory-point, 35.exploration.victory-points.
    """
    hive, points = game.hive, game.tables.figures.relic_points.value
    hive.relics += 1
    note = say("nobody reads it; now {relics}", relics=count(hive.relics, "relic"))
    lines = [
        Item(say("Draw a relic card face down and lay it into [the Hive]'s play area."), note, "23.relic.face-down")
    ]
    scoring = game.tables.figures.relics_that_score
    if hive.relic_scored + hive.more_relics_scored < scoring.value:
        first, hive.relic_scored = not hive.relic_scored, True
        hive.more_relics_scored += not first
        gain_points(game, "hive", points)
        text = say("[The Hive] gains {victory_points}.", victory_points=count(points, "victory point"))
        lines.append(Item(text, say("its first relic") if first else say("its next relic"), scoring.rule))
    return lines


def _purged(game: Game) -> list[Item]:
    """Purge sets of fragments for relics as long as there is one."""
    lines: list[Item] = []
    while purged := _complete_set(game):
        for kind, number in purged.items():
            lose_fragment(game, kind, number)
        rule, note = _why_purged(game, purged)
        kinds = [say("{number} {kind}", number=number, kind=Name(kind)) for kind, number in purged.items()]
        lines += [Item(say("Purge relic fragments: {kinds}.", kinds=listed(kinds, ",")), note, rule), *gain_relic(game)]
    return lines


def _why_purged(game: Game, purged: Mapping[Fragment, int]) -> tuple[str, Words]:
    figures = game.tables.figures
    if len(purged) == 1 and set(purged.values()) == {figures.fragments_alike.value}:
        return figures.fragments_alike.rule, say("enough of one type")
    if figures.fragments_mixed.value:
        return figures.fragments_mixed.rule, say("enough in all")
    return figures.fragments_each.rule, say("enough of each type")


def _complete_set(game: Game) -> dict[Fragment, int]:
    """A set of fragments that brings a relic: as many of one type, or of each; empty without one.

    Where any mix does it, unknown fragments as well, those of which there are most go first.
    Rules: 35.exploration.fragments-alike, 35.exploration.fragments-mixed.
    """
    held, figures = game.hive.fragments, game.tables.figures
    alike, each = figures.fragments_alike.value, figures.fragments_each.value
    for kind in PLANETARY:
        if held.get(kind, 0) >= alike:
            return {kind: alike}
    if mixed := figures.fragments_mixed.value:
        return _mixed_set(held, mixed)
    return dict.fromkeys(PLANETARY, each) if all(held.get(kind, 0) >= each for kind in PLANETARY) else {}


def _mixed_set(held: Mapping[Fragment, int], number: int) -> dict[Fragment, int]:
    """So many fragments in any mix, unknown ones first; empty without as many."""
    if sum(held.values()) < number:
        return {}
    each = [kind for kind in reversed(FRAGMENTS) for _ in range(held.get(kind, 0))]
    return dict(Counter(each[:number]))
