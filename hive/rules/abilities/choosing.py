"""Which technology and which upgrade the Hive gains, and where the others fell out. Rules: page 13."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from hive.catalog.tables import Colour, Upgrade
from hive.model.game import Game
from hive.reasons import Why
from hive.rules.criteria.criteria import incomplete_technology_objectives
from hive.rules.diagrams.sieves import Mark, Naming, Sieve, holding, why_of_sieves
from hive.words import Name, Words, say, sentence

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
    return why_of_sieves(line, sieves, chosen, Naming[Colour](lambda one: sentence(Name(one)), str))


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


def best_upgrades(game: Game, strength: Strength) -> list[Upgrade]:
    """The upgrades among which the choice lies: highest share, then strongest or weakest unit."""
    out = {*game.hive.upgrades, *game.hive.purged}
    lacking = [upgrade for upgrade in game.tables.technologies.upgrades if upgrade.name not in out]
    if not lacking:
        return []
    best = max(share(game, upgrade) for upgrade in lacking)
    nearest = [upgrade for upgrade in lacking if share(game, upgrade) == best]
    pick = max if strength == "strongest" else min
    cost = pick(upgrade_strength(game, upgrade) for upgrade in nearest)
    return [upgrade for upgrade in nearest if upgrade_strength(game, upgrade) == cost]


_STRENGTH_OF: dict[Strength, Words] = {
    "strongest": say("cost of its unit, the highest stays"),
    "weakest": say("cost of its unit, the lowest stays"),
}


def why_upgrade(game: Game, strength: Strength, chosen: str) -> Why:
    """Why an upgrade is gained, before it is. Rules: 13.technology.upgrade, 13.technology.upgrade-strength."""
    every = [upgrade.name for upgrade in game.tables.technologies.upgrades]
    by_name = game.tables.technologies.by_name
    lacking = [one for one in every if one not in game.hive.upgrades and one not in game.hive.purged]
    shares = {one: share(game, by_name[one]) for one in every}
    nearest = [one for one in lacking if shares[one] == max(shares[other] for other in lacking)]
    has = say("[The Hive] has it already.")
    gained = {one: Mark(say("no") if one in lacking else say("yes"), has) for one in every}
    percents = {one: Mark(percent(shares[one])) for one in every}
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
    return why_of_sieves(line, sieves, chosen, Naming[str](Name, str))


def percent(part: Fraction) -> Words:
    """A share as a number."""
    return say("{percent} %", percent=part.numerator * 100 // part.denominator)
