"""What an ability of the Hive has done; those for what lies in the Hive area, and those for technologies.

(1) Leadership, (3) Politics, (5) Trade, (7) Technology, (8) Imperial. Rules: pages 12 and 13.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from hive import keys
from hive.catalog.tables import Colour, Upgrade
from hive.model.game import Game
from hive.naming import by_now, hive_gains, items, unit_name, units
from hive.rules.area import (
    convert_commodities,
    draw_cards,
    gain_points,
    gain_tokens,
    gain_trade_goods,
    in_reinforcements,
    pools,
    redistribute_tokens,
    stations_pay,
)
from hive.rules.board import board_of
from hive.rules.criteria import incomplete_technology_objectives
from hive.rules.deck import discard_used, draw
from hive.rules.diagrams.deciding import Mark, holding, why_of_sieves, yes_or_no
from hive.rules.moments import CommoditiesGained, TechnologyResearched, UpgradeGained, happen, moment
from hive.rules.notes import back_to_hive, holder
from hive.rules.objectives.confirming import rex_confirmed
from hive.rules.objectives.public import score_public_objective, scoring_established
from hive.rules.objectives.scoring import attempt_secret, draw_secrets
from hive.rules.placing.places import placed_choices
from hive.steps import Ask, Choice, Item, Procedure, Shown, Why, agreed, meant, question, which_of
from hive.words import Figure, Name, Words, count, listed, printed, say, sentence


@dataclass(frozen=True)
class Outcome:
    """The lines of an ability, and whether hands must still act on them.

    ``confirmed`` is true where the table has just answered a question that told it all of these lines.
    ``moves_plastic`` is true where a line moves plastic, cards or tokens on the table. ``whys`` says of what was chosen
    on the way why it was, and where the others fell out. ``nothing``: it gives the Hive nothing, as its last line says.
    """

    items: tuple[Item, ...]
    moves_plastic: bool = False
    confirmed: bool = False
    whys: tuple[Why, ...] = ()
    nothing: bool = False


def none_left(game: Game, wanted: Iterable[str], rule: str) -> Outcome:
    """No structure can be built: of the types that would be, none is left."""
    types = listed([unit_name(game, key) for key in wanted if not in_reinforcements(game, key)], "or")
    none = Item(say("No {types} is left in [the Hive]'s reinforcements.", types=types), rule=rule)
    return Outcome((none,), nothing=True)


def no_planet_free() -> Outcome:
    """No structure can be built: no planet is free. Rule: 12.construction.one-per-planet."""
    none = Item(say("Every planet of [the Hive] has a structure."), rule="12.construction.one-per-planet")
    return Outcome((none,), nothing=True)


NO_PLACE = say("No ship finds a place.")


def no_ship_placed(before: Sequence[Item], why: Words, rule: str = "12.warfare.ship-condition") -> Outcome:
    """No ship is placed, and why, after what the table is told first. Rule: 12.warfare.ship-condition."""
    return Outcome((*before, Item(why, rule=rule)), bool(before), confirmed=why is NO_PLACE, nothing=not before)


def placed(
    game: Game, ask: Ask, wanted: Mapping[str, int], done: Callable[[Words], Words], otherwise: Outcome
) -> Procedure[Outcome]:
    """Place as many of the wanted units as the table could, one after the other, by the rule that the question tells.

    They are counted from then on. In: what is ``done`` with units of a type, in words; what comes of it if none could
    be. Rules: 12.construction.placement, 12.warfare.ship-location.
    """
    left = int((yield from replace(ask, choices=placed_choices(sum(wanted.values())))))
    if not left:
        return otherwise
    found = {}
    for key, number in wanted.items():
        found[key] = min(left, number)
        left -= found[key]
    board_of(game).put("hive", found)
    lines = [Item(done(units(game, number, key)), rule=ask.rule) for key, number in found.items()]
    return Outcome(tuple(lines), moves_plastic=True, confirmed=True)


# --- abilities for what lies in the Hive area: (1) Leadership, (3) Politics, (5) Trade, (8) Imperial


def leadership_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Gain a token for every full 4 influence in the bank, whatever the icons. Rule: 12.leadership.primary."""
    return _gain(game, game.tables.figures.leadership_primary_influence.value, "12.leadership.primary")


def leadership_secondary(game: Game) -> Procedure[Outcome]:
    """Gain a token for every full 8 influence in the bank. Rule: 12.leadership.secondary."""
    return _gain(game, game.tables.figures.leadership_secondary_influence.value, "12.leadership.secondary")


def _gain(game: Game, influence_per_token: int, rule: str) -> Procedure[Outcome]:
    yield from ()
    influence = game.hive.bank.influence
    due = influence // influence_per_token
    gained = gain_tokens(game, due)
    redistribute_tokens(game)
    note: Words = say("1 for every {share} of {influence} influence", share=influence_per_token, influence=influence)
    if gained < due:
        lack = say("{tokens} due, the reinforcements hold no more", tokens=due)
        note = listed([note, lack], ";")
    gains = Item(hive_gains(items(gained, "command_tokens")), note, rule)
    evenly = say("spread evenly, an odd one to tactic")
    return Outcome((gains, pools(game, "12.leadership.redistribute", evenly)))


# --- (3) Politics: the Speaker token and action cards


def politics_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Take or keep the Speaker token, then draw action cards. Rules: 12.politics.speaker, 12.politics.cards."""
    yield from ()
    text = say("[The Hive] keeps the Speaker token.")
    if game.speaker != "hive":
        text, game.speaker = say("Give the Speaker token to [the Hive]."), "hive"
    speaker = Item(text, rule="12.politics.speaker")
    return Outcome((speaker, draw_cards(game, icons, "12.politics.cards")), moves_plastic=True)


def politics_secondary(game: Game) -> Procedure[Outcome]:
    """Draw one action card. Rule: 12.politics.secondary."""
    yield from ()
    cards = game.tables.figures.politics_secondary_cards.value
    return Outcome((draw_cards(game, cards, "12.politics.secondary"),), moves_plastic=True)


# --- (5) Trade: trade goods and commodities


def trade_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Gain 3 trade goods, then as many commodities as there are icons.

    Rules: 12.trade.trade-goods, 12.trade.commodities.
    """
    goods = game.tables.figures.trade_primary_goods.value
    gain_trade_goods(game, goods)
    line = Item(hive_gains(items(goods, "trade_goods")), rule="12.trade.trade-goods")
    commodities = yield from gain_commodities(game, icons, "12.trade.commodities")
    return Outcome((line, *commodities))


def trade_secondary(game: Game) -> Procedure[Outcome]:
    """Gain one commodity. Rule: 12.trade.secondary."""
    number = game.tables.figures.trade_secondary_commodities.value
    return Outcome(tuple((yield from gain_commodities(game, number, "12.trade.secondary"))))


def gain_commodities(game: Game, number: int, rule: str) -> Procedure[list[Item]]:
    """Gain commodities without a limit, then convert what no Trade Agreement takes.

    Rules: 5.5.no-limits, 12.trade.conversion, 27.given.trade-agreement, 33.station.trade-good,
    35.commerce.conversion.
    """
    figures = game.tables.figures
    game.hive.commodities += number
    text = hive_gains(count(number, "commodity", "commodities"))
    gained = Item(text, by_now(game.hive.commodities), rule)
    lines = [gained, *happen(game, CommoditiesGained("hive"))]
    taken = yield from _trade_agreement(game, gained)
    if taken:
        return [*lines, *taken]
    converted = convert_commodities(game)
    if not converted:
        return lines
    rule = figures.conversion_all.rule if figures.conversion_all.value else figures.conversion_trade_goods.rule
    note = say("{number} left", number=count(game.hive.commodities, "commodity", "commodities"))
    become = Item(say("Its commodities become {goods}.", goods=items(converted, "trade_goods")), note, rule)
    return [*lines, become, *_from_stations(game)]


def _from_stations(game: Game) -> list[Item]:
    """Rule: 33.station.trade-good."""
    goods = stations_pay(game)
    if not goods:
        return []
    stations = count(game.hive.stations, "space station")
    text = say("[The Hive] gains {goods} more.", goods=items(goods, "trade_goods"))
    return [Item(text, say("{stations} of its own", stations=stations), "33.station.trade-good")]


def _trade_agreement(game: Game, gained: Item) -> Procedure[list[Item]]:
    """A player who holds the Hive's Trade Agreement may take all its commodities; the note then goes back.

    Rule: 27.given.trade-agreement.
    """
    seat = holder(game, "trade_agreement")
    if seat is None or not game.hive.commodities:
        return []
    commodities, who = count(game.hive.commodities, "commodity", "commodities"), game.name(seat)
    ask = question(keys.TRADE_AGREEMENT, who=who, commodities=commodities, items=(gained,))
    used = yield from agreed(ask)
    back = back_to_hive(game, seat, "trade_agreement") if used else []
    if not back:
        return []
    game.hive.commodities = 0
    text = say("[The Hive] gives {who} {commodities}.", who=who, commodities=commodities)
    return [Item(text, rule=ask.rule), *back]


# --- (8) Imperial: objectives and secret objectives


def imperial_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Score a public objective; gain a point for Mecatol Rex or draw secrets; attempt a secret (Q54). A win ends it.

    Rules: 13.imperial.score, 13.imperial.rex, 13.imperial.secrets, 13.imperial.secret-attempt.
    """
    points = game.hive.victory_points
    lines = yield from score_public_objective(game, rex=True)
    if game.winner is not None:
        return Outcome(tuple(lines), moves_plastic=True)
    yield from rex_confirmed(game, say("what Imperial brings [the Hive]"))
    drawn: list[Item] = []
    if game.hive.spawning_planets.get("mecatol_rex", 0):
        gained = game.tables.figures.imperial_rex_points.value
        gain_points(game, "hive", gained)
        text = say("[The Hive] gains {points} for Mecatol Rex.", points=count(gained, "victory point"))
        lines.append(Item(text, rule="13.imperial.rex"))
    else:
        drawn.append(draw_secrets(game, icons, "13.imperial.secrets"))
    if scoring_established(game) and game.winner is None:
        brought = lines if game.hive.victory_points != points else []
        drawn.extend((yield from attempt_secret(game, "action", brought)))
    return Outcome((*lines, *drawn), moves_plastic=True)


def imperial_secondary(game: Game) -> Procedure[Outcome]:
    """Draw one secret objective, without an attempt to score (Q81). Rule: 13.imperial.secondary."""
    yield from ()
    number = game.tables.figures.imperial_secondary_secrets.value
    return Outcome((draw_secrets(game, number, "13.imperial.secondary"),), moves_plastic=True)


# --- (7) Technology: basic technologies and unit upgrades, and where others fell out


Strength = Literal["strongest", "weakest"]
STRENGTH_WORDS: dict[Strength, Words] = {"strongest": say("the strongest unit"), "weakest": say("the weakest unit")}


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
    had = {one: say("{number} of {all}", number=game.hive.technologies.get(one, 0), all=maximum) for one in colours}
    levels = {one: Mark(words, full) for one, words in had.items()}
    sieves = [holding(say("level"), "13.technology.maximum", colours, levels, free.__contains__)]
    if wanted:
        not_next = say("It is not what the open objective wants next.")
        sieves.append(yes_or_no(say("wanted by an objective"), "13.technology.objective", free, wanted, not_next))
    left = sieves[-1].left
    shown = [one for one in left if one == drawn]
    if shown:
        told = say("The card shows {colour}.", colour=Name(drawn or ""))
        sieves.append(yes_or_no(say("printed on the card"), "13.technology.primary", left, shown, told))
    line = say("{colour!c}: {reason}.", colour=Name(chosen), reason=note)
    return why_of_sieves(line, sieves, chosen, lambda one: sentence(Name(one)))


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
    costs = {one: Mark(Figure(upgrade_strength(game, by_name[one]))) for one in every}
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


def technology_primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Research a basic technology for each icon, then gain the strongest upgrade.

    Rules: 13.technology.primary, 13.technology.upgrade.
    """
    return (yield from research(game, icons, "strongest", "13.technology.primary"))


def technology_secondary(game: Game) -> Procedure[Outcome]:
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


def researched(game: Game, number: int, rule: str) -> Procedure[tuple[Item, ...]]:
    """The same in the middle of something else, with a decision of its own; out come the lines that tell it."""
    keep = list(game.deck.in_use)
    gained = yield from basic_technologies(game, number, rule)
    discard_used(game, keep)
    return gained.items


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
    ask = question(keys.TECHNOLOGY_COLOUR, colour=shown, reason=note, rule=rule)
    return (yield from which_of(ask, {colour: Name(colour) for colour in candidates})), note


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
