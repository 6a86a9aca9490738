"""(7) Technology: basic technologies and unit upgrades, and where others fell out.

Rules: page 13.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from hive import keys
from hive.catalog.tables import Colour, Upgrade
from hive.model.game import Game
from hive.rules.abilities.outcome import Outcome
from hive.rules.criteria import incomplete_technology_objectives
from hive.rules.deck import draw
from hive.rules.diagrams.deciding import Mark, Sieve, holding, why_of_sieves
from hive.rules.moments import TechnologyResearched, UpgradeGained, happen, moment
from hive.steps import Ask, Choice, Item, Procedure, Shown, Why, meant
from hive.words import Name, Words, printed, say, sentence

Strength = Literal["strongest", "weakest"]
STRENGTH_WORDS: dict[Strength, Words] = {"strongest": say("the strongest"), "weakest": say("the weakest")}


def open_colours(game: Game) -> list[Colour]:
    """The colours below their maximum. Rule: 13.technology.maximum."""
    maximum = game.tables.technologies.maximum_level
    return [colour for colour in game.tables.technologies.colours if game.hive.technologies.get(colour, 0) < maximum]


def wanted_colours(game: Game) -> list[Colour]:
    """The colours that an open objective wants: those nearest to its number and not yet there (Q52).

    Rule: 13.technology.objective.
    """
    for objective in incomplete_technology_objectives(game):
        needed = objective.technologies_per_colour
        short = [colour for colour in open_colours(game) if needed and game.hive.technologies[colour] < needed]
        if short:
            most = max(game.hive.technologies[colour] for colour in short)
            return [colour for colour in short if game.hive.technologies[colour] == most]
    return []


def why_colour(game: Game, drawn: str | None, wanted: Sequence[Colour], chosen: Colour, note: Words) -> Why:
    """Why a technology is of this colour, before it is gained.

    Rules: 13.technology.primary, 13.technology.maximum, 13.technology.objective.
    """
    colours, free = game.tables.technologies.colours, open_colours(game)
    maximum = game.tables.technologies.maximum_level
    full = say("It is at its maximum already.")
    levels = {one: Mark(_of(game.hive.technologies.get(one, 0), maximum), full) for one in colours}
    sieves = [holding(say("level"), "13.technology.maximum", colours, levels, free.__contains__)]
    if wanted:
        not_next = say("It is not what the open objective wants next.")
        sieves.append(_yes_no(say("wanted by an objective"), "13.technology.objective", free, wanted, not_next))
    left = sieves[-1].left
    shown = [one for one in left if one == drawn]
    if shown:
        told = say("The card shows {colour}.", colour=Name(drawn or ""))
        sieves.append(_yes_no(say("shown on the card"), "13.technology.primary", left, shown, told))
    line = say("{colour!c}: {reason}.", colour=Name(chosen), reason=note)
    return why_of_sieves(line, sieves, chosen, lambda one: sentence(Name(one)))


def _of(have: int, most: int) -> Words:
    return say("{have} of {number}", have=have, number=most)


def _yes_no(label: Words, rule: str, among: Sequence[Colour], kept: Sequence[Colour], told: Words) -> Sieve[Colour]:
    marks = {one: Mark(say("yes") if one in kept else say("no"), told) for one in among}
    return holding(label, rule, among, marks, lambda one: one in kept)


def share(game: Game, upgrade: Upgrade) -> Fraction:
    """How much of an upgrade's prerequisites is fulfilled (Q53). Rule: 13.technology.upgrade."""
    needed = upgrade.prerequisites
    fulfilled = sum(min(number, game.hive.technologies.get(colour, 0)) for colour, number in needed.items())
    return Fraction(fulfilled, sum(needed.values()) or 1)


def upgrade_strength(game: Game, upgrade: Upgrade) -> float:
    """The cost of an upgrade's unit, 0 without one. Rules: 13.technology.upgrade-strength, 13.technology.valkyrie."""
    return game.tables.units.by_key[upgrade.unit].cost if upgrade.unit else 0


def _lacking(game: Game) -> list[Upgrade]:
    out = {*game.hive.upgrades, *game.hive.purged}
    return [upgrade for upgrade in game.tables.technologies.upgrades if upgrade.name not in out]


def _nearest(game: Game) -> list[Upgrade]:
    """The upgrades that are lacking of whose prerequisites the highest share is fulfilled."""
    shares = [(share(game, upgrade), upgrade) for upgrade in _lacking(game)]
    return [upgrade for part, upgrade in shares if part == max(part for part, _ in shares)]


def best_upgrades(game: Game, strength: Strength) -> list[Upgrade]:
    """The upgrades among which the choice lies: highest share, then strongest or weakest unit."""
    nearest, pick = _nearest(game), max if strength == "strongest" else min
    cost = pick((upgrade_strength(game, upgrade) for upgrade in nearest), default=0)
    return [upgrade for upgrade in nearest if upgrade_strength(game, upgrade) == cost]


_STRENGTH_OF: dict[Strength, Words] = {
    "strongest": say("cost of its unit, the highest stays"),
    "weakest": say("cost of its unit, the lowest stays"),
}


def why_upgrade(game: Game, strength: Strength, chosen: str) -> Why:
    """Why an upgrade is gained, before it is. Rules: 13.technology.upgrade, 13.technology.upgrade-strength."""
    every = [upgrade.name for upgrade in game.tables.technologies.upgrades]
    by_name = game.tables.technologies.by_name
    lacking, nearest = [one.name for one in _lacking(game)], [one.name for one in _nearest(game)]
    has = say("[The Hive] has it already.")
    gained = {one: Mark(say("no") if one in lacking else say("yes"), has) for one in every}
    percents = {one: Mark(percent(share(game, by_name[one]))) for one in every}
    costs = {one: Mark(Name(f"{upgrade_strength(game, by_name[one]):g}")) for one in every}
    best = [upgrade.name for upgrade in best_upgrades(game, strength)]
    sieves = [
        holding(say("gained"), "13.technology.upgrade", every, gained, lacking.__contains__),
        holding(say("fulfilled prerequisites"), "13.technology.upgrade", lacking, percents, nearest.__contains__),
        holding(_STRENGTH_OF[strength], "13.technology.upgrade-strength", nearest, costs, best.__contains__),
    ]
    line = say(
        "{upgrade}: {percent} of its prerequisites, {strength}.",
        upgrade=Name(chosen),
        percent=percents[chosen].words,
        strength=STRENGTH_WORDS[strength],
    )
    return why_of_sieves(line, sieves, chosen, Name)


def percent(part: Fraction) -> Words:
    """A share as a number."""
    return say("{percent} %", percent=part.numerator * 100 // part.denominator)


# --- (7) Technology: basic technologies and unit upgrades


@dataclass(frozen=True)
class Gained:
    """What was gained in lines for the table, and why that."""

    items: tuple[Item, ...] = ()
    whys: tuple[Why, ...] = ()

    def __add__(self, more: Gained) -> Gained:
        return Gained((*self.items, *more.items), (*self.whys, *more.whys))


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Research a basic technology for each icon, then gain the strongest upgrade.

    Rules: 13.technology.primary, 13.technology.upgrade.
    """
    return (yield from research(game, icons, "strongest", "13.technology.primary"))


def secondary(game: Game) -> Procedure[Outcome]:
    """Research one basic technology, then gain the weakest upgrade. Rule: 13.technology.secondary."""
    number = game.tables.figures.technology_secondary_technologies.value
    return (yield from research(game, number, "weakest", "13.technology.secondary"))


def research(game: Game, number: int, strength: Strength, rule: str) -> Procedure[Outcome]:
    """Research so many basic technologies, as long as there are cards, then gain one unit upgrade."""
    gained = yield from basic_technologies(game, number, rule)
    upgrade = yield from gain_upgrade(game, strength, gained.items)
    both = gained + upgrade
    return Outcome(both.items, moves_plastic=True, whys=both.whys)


def basic_technologies(game: Game, number: int, rule: str) -> Procedure[Gained]:
    """Research so many basic technologies, as long as there are cards. Rule: 13.technology.primary.

    What acts upon one tells of it with what it does, before the next is researched.
    """
    gained = Gained()
    for _ in range(number):
        card = yield from draw(game, "research", ("technology",), rule)
        if card is None:
            return gained + Gained((Item(say("No research card is left."), rule="3.1.depleted"),))
        new = yield from gain_technology(game, card.technology, rule, wanted_colours(game))
        told = new.whys and (yield from moment(game, TechnologyResearched(new.items)))
        gained += replace(new, items=()) if told else new
    return gained


def gain_technology(game: Game, drawn: str | None, rule: str, wanted: Sequence[Colour] = ()) -> Procedure[Gained]:
    """Gain the basic technology that a card shows, or one that is wanted more; the table names one for a full colour.

    Rules: 13.technology.maximum, 13.technology.objective, Q52.
    """
    colour, note = yield from _choose_colour(game, drawn, wanted)
    if colour is None or colour not in open_colours(game):
        return Gained((Item(say("Every colour is at its maximum."), rule="13.technology.maximum"),))
    why = why_colour(game, drawn, wanted, colour, note)
    had_all = has_antimass_deflectors(game)
    game.hive.technologies[colour] += 1
    level = game.hive.technologies[colour]
    text = say("Lay {colour!a} technology face down for [the Hive].", colour=Name(colour))
    lines = [Item(text, say("{reason}; now level {level}", reason=note, level=level), rule)]
    if has_antimass_deflectors(game) and not had_all:
        text = say("[The Hive] has Antimass Deflectors: its ships may enter and cross asteroid fields.")
        lines.append(Item(text, say("one of each colour"), "13.technology.antimass-deflectors"))
    return Gained(tuple(lines), (why,))


def has_antimass_deflectors(game: Game) -> bool:
    """Whether the Hive has a basic technology of every colour. Rule: 13.technology.antimass-deflectors."""
    return all(game.hive.technologies.get(colour, 0) for colour in game.tables.technologies.colours)


def _choose_colour(game: Game, drawn: str | None, wanted: Sequence[Colour]) -> Procedure[tuple[Colour | None, Words]]:
    shown = Name(drawn or "")
    if wanted:
        candidates, note, rule = wanted, say("an objective wants it"), "13.technology.objective"
    elif drawn in open_colours(game):
        return next(colour for colour in open_colours(game) if colour == drawn), say("as drawn")
    else:
        note, rule = say("{colour} is at its maximum", colour=shown), "13.technology.maximum"
        candidates = open_colours(game)
    if not candidates:
        return None, note
    if drawn in candidates or len(candidates) == 1:
        return next((colour for colour in candidates if colour == drawn), candidates[0]), note
    answer = yield from meant(
        Ask(
            key=keys.TECHNOLOGY_COLOUR,
            text=say("Which technology helps [the Hive] most?"),
            choices=tuple(Choice(colour, sentence(Name(colour))) for colour in candidates),
            rule=rule,
            detail=say("The card shows {colour}: {reason}.", colour=shown, reason=note),
            shown=Shown(expects=False),
        ),
        {colour: colour for colour in candidates},
    )
    return answer, note


def which_upgrade(
    best: Sequence[Upgrade], detail: Words = "", before: Sequence[Item] = (), heading: Words = ""
) -> Procedure[Upgrade]:
    """Which of the best unit upgrades helps the Hive most. Rule: 1.scope.most-helpful."""
    if len(best) == 1:
        return best[0]
    choices = tuple(Choice(one.name, Name(one.name), printed(one.effect, {})) for one in best)
    text, shown = say("Which unit upgrade helps [the Hive] most?"), Shown(heading, expects=False)
    ask = Ask(keys.UPGRADE, text, choices, "1.scope.most-helpful", detail, items=tuple(before), shown=shown)
    return (yield from meant(ask, {one.name: one for one in best}))


def gain_upgrade(game: Game, strength: Strength, before: Sequence[Item] = ()) -> Procedure[Gained]:
    """Gain one unit upgrade; a tie goes to the table. Rules: 13.technology.upgrade, 1.scope.most-helpful."""
    best = best_upgrades(game, strength)
    if not best:
        return Gained((Item(say("[The Hive] has every unit upgrade."), rule="13.technology.upgrade"),))
    upgrade = yield from which_upgrade(best, say("These tie in fulfilled prerequisites and in strength."), before)
    name = upgrade.name
    had, why = share(game, upgrade), why_upgrade(game, strength, name)
    brought = happen(game, UpgradeGained(name)) if name not in game.hive.upgrades else []
    if name not in game.hive.upgrades:
        game.hive.upgrades.append(name)
    strong = STRENGTH_WORDS[strength]
    note = say("{percent} of its prerequisites, {strength}", percent=percent(had), strength=strong)
    given = Item(say("Give [the Hive] {upgrade}.", upgrade=Name(name)), note, "13.technology.upgrade")
    return Gained((given, Item(printed(upgrade.effect, {}), rule=upgrade.rule), *brought), (why,))
