"""Exploration: where the Hive explores, what is drawn, what the card does; relic fragments and relics.

The table draws the card from the physical deck and says which one it is; the rest follows. Everything that hands have
to do comes in one step.

Rules: page 23, 23.draw, P. 13, 5.5, 28.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

from hive import keys
from hive.catalog.tables import ExplorationCard, Fragment
from hive.catalog.tables.acts import (
    Attaches,
    CardGoes,
    GainsCommodities,
    LaysToken,
    Replenishes,
)
from hive.catalog.tables.cards import TRAITS
from hive.catalog.tables.galaxy import SystemToken, Worth
from hive.model.game import Game
from hive.naming import by_now, hive_gains, items, system_label
from hive.rules.abilities.area import gain_commodities, gain_technology
from hive.rules.acts.core import UNCHANGED, Scene, Site, Verb, Verbs, amount, brings, perform
from hive.rules.area import gain_points, gain_trade_goods, worth_of
from hive.rules.board import PlanetAt, Tracked, board_of, known_board, tracked
from hive.rules.moments import PlanetGained, happen
from hive.rules.options import played
from hive.steps import Choice, Item, Procedure, Shown, Tell, agreed, anew, question
from hive.words import Amount, Name, Words, count, listed, say, sentence

FRAGMENTS: tuple[Fragment, ...] = get_args(Fragment)
# Unknown fragments are none of these: the Hive keeps them, and they bring it no relic.
FRAGMENT: dict[Fragment, Amount] = {
    "cultural": count(1, "cultural relic fragment"),
    "hazardous": count(1, "hazardous relic fragment"),
    "industrial": count(1, "industrial relic fragment"),
    "unknown": count(1, "unknown relic fragment"),
}
PLANETARY: tuple[Fragment, ...] = TRAITS


def held_fragments(game: Game) -> list[Fragment]:
    """The kinds of relic fragments that the Hive has."""
    return [kind for kind, number in game.hive.fragments.items() if number]


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
        text = hive_gains(count(points, "victory point"))
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


# --- exploration: where the Hive explores, what is drawn, and what the card does


EDGE = "Thunder's Edge"
"""The planet that comes with the last slice of the expedition."""


def active_system(game: Game, site: Site) -> Words:
    """How the table finds the system of a site."""
    return system_label(game, site.position) if site.position else say("the active system")


# --- the exploration cards that can be drawn for a site, and what each brings in a few words


OTHER = "other"


def card_choices(game: Game, site: Site) -> dict[str, ExplorationCard]:
    """The cards that can be drawn for a site, by the value of their answer; all that are discarded as one.

    What there is only once, and lies on the board already, is left out; so is what does nothing.
    """
    lying = known_board(game).lying()
    of_the_deck = game.tables.exploration.of(site.deck, game.settings.boxes)
    cards = [card for card in of_the_deck if card.does and not lying & _only_once(game, card)]
    named = {card.name: card for card in cards if not card.discarded}
    others = [card for card in cards if card.discarded]
    return named | ({OTHER: others[0]} if others else {})


def _only_once(game: Game, card: ExplorationCard) -> set[str]:
    """The keys of what a card puts on the board, and what there is only once."""
    attached = {act.attachment for act in card.does if isinstance(act, Attaches)}
    return {token.token for token in _tokens(game, card) if token.planet is not None} | attached


def _tokens(game: Game, card: ExplorationCard) -> list[SystemToken]:
    by_key = game.tables.tiles.tokens_by_key
    return [by_key[act.tokens[0]] for act in card.does if isinstance(act, LaysToken)]


def has_specialty(game: Game, site: Site) -> Procedure[bool]:
    """Whether a planet has a technology specialty. Rule: 23.card.technology-specialty-present."""
    if (board := tracked(game)) is not None:
        return bool(board.survey.planet(site.position, site.planet).specialties)
    return (yield from agreed(question(keys.SPECIALTY_PRESENT)))


def yields_of(game: Game, site: Site) -> Words:
    """What a planet replenishes, in words."""
    worth = worth_of(game, site.worth)
    return listed([items(worth, "resources"), items(worth, "influence")])


def adds(worth: Worth) -> Words:
    """What an attachment adds to its planet, in words; empty if it adds neither resources nor influence."""
    resources, influence = items(worth.resources, "resources"), items(worth.influence, "influence")
    adds = [say("+{amount}", amount=amount) for amount in (resources, influence) if amount.number]
    return listed(adds) if adds else ""


# --- what exploration cards do


def resolve(game: Game, site: Site, card: ExplorationCard) -> Procedure[list[Item]]:
    """Resolve a card; return all that hands have to do. A frontier token that is explored leaves the board."""
    lines = []
    if site.deck == "frontier":
        text = say("Take the frontier token out of {active_system}.", active_system=active_system(game, site))
        lines.append(Item(text, rule=UNCHANGED))
        board_of(game).take_frontier(site.position)
    return lines + (yield from perform(Scene(game, card.name, card.rule, site=site), card.does))


def _lays(scene: Scene, act: LaysToken) -> list[Item]:
    """The Hive gains the planet that comes with a token. Rules: 23.card.gamma-wormhole, 23.card.mirage."""
    game, position, rule = scene.game, scene.site.position, scene.rule
    board, token = board_of(game), game.tables.tiles.tokens_by_key[act.tokens[0]]
    name, where = Name(token.name), active_system(game, scene.site)
    board.lay_token(position, token.token)
    if token.planet is None:
        return [Item(say("Put {token!a} token into {active_system}.", token=name, active_system=where), rule=rule)]
    board.give((position, token.planet.name), "hive")
    return [
        Item(say("Put the planet {card} into {where}.", card=name, where=where), rule=rule),
        Item(say("Put a Hive control token on {card}.", card=name), rule=rule),
        *happen(game, PlanetGained("hive")),
    ]


def _attaches(scene: Scene, act: Attaches) -> Procedure[list[Item]]:
    """It brings a technology of its specialty, or trade goods where it has none, or the planet has one already.

    Rules: 23.card.resource-influence, 23.card.technology-specialty, 23.card.technology-specialty-present.
    """
    game, site, rule = scene.game, scene.site, scene.rule
    attachment, goods = game.tables.tiles.attachments_by_key[act.attachment], game.tables.figures.attachment_trade_goods
    side: Worth | None = None if attachment.specialty else attachment
    if side is None and (yield from has_specialty(game, site)):
        side, rule = attachment.instead or Worth(), "23.card.technology-specialty-present"
    board_of(game).attach((site.position, site.planet), act.attachment)
    if side is None:
        gained = yield from gain_technology(game, attachment.specialty, rule)
        note, brought = say("with its {colour} side up", colour=Name(attachment.specialty or "")), gained.items
    else:
        gain_trade_goods(game, goods.value)
        text = hive_gains(items(goods.value, "trade_goods"))
        note, brought = say("the side with {adds}", adds=adds(side)), (Item(text, by_now(game.hive.trade_goods), rule),)
    card = scene.called
    attached = Item(say("Attach {card} to {site}.", card=card, site=site.name), note, rule)
    return [attached, *brought, Item(say("Lay the card {card} into the common area.", card=card), rule=rule)]


def _attachment_adds(scene: Scene, act: Attaches) -> Words:
    attachment = scene.game.tables.tiles.attachments_by_key[act.attachment]
    return adds(attachment) or say("{colour} technology specialty", colour=Name(attachment.specialty or ""))


def _replenishes(scene: Scene, _: Replenishes) -> list[Item]:
    """What the planet replenishes goes to the stockpile. Rules: 23.other.cultural, 4.1.yield-standard."""
    game, site, stockpile = scene.game, scene.site, scene.game.hive.stockpile
    worth = worth_of(game, site.worth)
    stockpile.resources += worth
    stockpile.influence += worth
    note = say(
        "{site} is readied; now {resources} and {influence}",
        site=site.name,
        resources=stockpile.resources,
        influence=stockpile.influence,
    )
    return [Item(say("Put {yields} into [the Hive]'s stockpile.", yields=yields_of(game, site)), note, scene.rule)]


def _gains_commodities(scene: Scene, act: GainsCommodities) -> Procedure[list[Item]]:
    """Rules: 23.other.frontier, 5.5.no-limits, 12.trade.conversion."""
    return (yield from gain_commodities(scene.game, amount(scene, act.number), scene.rule))


def _card_goes(scene: Scene, act: CardGoes) -> list[Item]:
    """Rule: 23.other.discard."""
    if act.to == "discarded":
        return [Item(say("Discard the card."), rule="23.other.discard")]
    return [Item(say("Purge the card {card}.", card=scene.called), rule=scene.rule)]


VERBS: Verbs = {
    Scene: {
        Attaches: Verb(asking=_attaches, note=_attachment_adds),
        CardGoes: Verb(_card_goes),
        GainsCommodities: Verb(
            asking=_gains_commodities,
            note=lambda scene, act: count(amount(scene, act.number), "commodity", "commodities"),
        ),
        LaysToken: Verb(_lays),
        Replenishes: Verb(
            _replenishes,
            note=lambda scene, _: say("{goods} to the stockpile", goods=yields_of(scene.game, scene.site)),
        ),
    }
}


# --- the Hive explores planets and frontier tokens


NOTHING = "nothing"


def explore_planet(game: Game, place: PlanetAt, before: Sequence[Item] = ()) -> Procedure[None]:
    """Explore a planet that nobody controlled before, one card for each of its traits, in their order (Q70).

    In: the planet; what the table has to be told first. Rules: 23.trigger.planet, 23.draw, Q70.
    """
    for site in sites_of(game, place):
        yield from _explore(game, site, before)
        before = ()


def sites_of(game: Game, place: PlanetAt) -> list[Site]:
    """What there is to explore on a planet: each of its traits, none where the page is not played."""
    board, (position, name) = board_of(game), place
    if not isinstance(board, Tracked) or not played(game, "exploration"):
        return []
    traits = board.survey.planet(position, name).traits
    return [Site(trait, Name(name), board.kind(position), position, name) for trait in traits]


def explore_unplaced(game: Game) -> Procedure[None]:
    """The Hive has taken a standard planet, and no galaxy is tracked: the table says whether it is explored, and how.

    Rules: 23.trigger.planet, 23.draw.
    """
    if played(game, "exploration"):
        no = Choice(NOTHING, say("No"), say("somebody controlled it before, or it has no trait"))
        yield from explore_told(game, no)


def explore_told(game: Game, *others: Choice) -> Procedure[None]:
    """The table says that the Hive explores a planet, and no galaxy is tracked, or one of ``others``. Rule: 23.draw."""
    choices = (*(Choice(trait, sentence(Name(trait))) for trait in TRAITS), *others)
    deck = yield from question(keys.EXPLORES, "" if others else "which", choices=choices)
    trait = next((trait for trait in TRAITS if trait == deck), None)
    if trait is not None:
        yield from _explore(game, Site(trait, say("the {trait} planet", trait=Name(trait))))


def frontier_systems(game: Game) -> list[str]:
    """The systems that are known to hold a Hive ship and a frontier token. Rule: 23.trigger.frontier."""
    survey = known_board(game).survey
    return [one for one in sorted(survey.positions) if survey.system(one).frontier and survey.ship_count(one)]


def explore_frontier(game: Game, position: str = "") -> Procedure[None]:
    """Explore the frontier token of a system, if a Hive ship stands with it; without a galaxy that is not asked.

    Rules: 23.trigger.frontier, 23.draw.
    """
    known = isinstance(board_of(game), Tracked)
    if played(game, "exploration") and (not known or position in frontier_systems(game)):
        where = system_label(game, position) if position else say("the active system")
        yield from _explore(game, Site("frontier", where, position=position))


def frontier_reminder(game: Game) -> list[Item]:
    """Without a galaxy the table sees by itself whether a tactical action ends at a frontier token."""
    text = say(
        "If the action ends with a Hive ship at a frontier token, [the Hive] explores it: say so under the events."
    )
    return [Item(text, rule="23.trigger.frontier", aside=True)] if played(game, "exploration") else []


def _explore(game: Game, site: Site, before: Sequence[Item] = ()) -> Procedure[None]:
    """Have a card drawn and named, resolve it, and tell all of it with the next step; a planet that it brings is next.

    Rules: 23.draw, 23.card.mirage-explore.
    """
    card = yield from _drawn(game, site, before)
    if card is None:
        return
    lines = yield from resolve(game, site, card)
    what = say("Another card") if card.discarded else Name(card.name)
    yield Tell(
        say("{site!c}: {what}", site=site.name, what=what),
        "23.draw",
        keys.EXPLORED,
        items=tuple(lines),
        systems=site.systems,
        shown=Shown(say("Exploration")),
    )
    for planet in [token.planet for token in _tokens(game, card) if token.planet is not None]:
        for trait in planet.traits:
            yield from _explore(
                game, Site(trait, Name(planet.name), position=site.position, planet=site.position and planet.name)
            )


def _drawn(game: Game, site: Site, before: Sequence[Item]) -> Procedure[ExplorationCard | None]:
    """Which card the table has drawn; None where there was nothing to explore after all."""
    why, rule = say("somebody controlled the planet before"), "23.trigger.planet"
    if site.deck == "frontier":
        why, rule = say("no frontier token lies there"), "23.trigger.frontier"

    def attempt() -> Procedure[ExplorationCard | None]:
        cards = card_choices(game, site)
        choices = tuple(
            Choice(value, _label(card), brings(Scene(game, card.name, site=site), card.does[0]))
            for value, card in cards.items()
        )
        answer = yield from question(
            keys.EXPLORATION,
            site=site.name,
            deck=Name(site.deck),
            choices=(*choices, Choice(NOTHING, say("No exploration"), why)),
            rule=rule,
            items=before,
            systems=site.systems,
        )
        return cards.get(answer)

    return (yield from anew(attempt))


def _label(card: ExplorationCard) -> Words:
    return say("Any other card") if card.discarded else Name(card.name)
