"""The Hive explores planets and frontier tokens. Rules: page 23.

The table draws the card from the physical deck and says which one it is; the rest follows. Everything that hands have
to do comes in one step.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.catalog.tables import ExplorationCard
from hive.catalog.tables.cards import TRAITS
from hive.model.game import Game
from hive.naming import system_label
from hive.rules.area.planets import STANDARD
from hive.rules.board.sides import Tracked, board_of
from hive.rules.diagrams.planets import Place
from hive.rules.exploration.cards import card_choices, note_of
from hive.rules.exploration.effects import resolve
from hive.rules.exploration.sites import Site
from hive.rules.options.chosen import played
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, anew, asked
from hive.words import Name, Words, say, sentence

NOTHING = "nothing"
_NOT_UNCONTROLLED = Choice(NOTHING, say("No exploration"), say("somebody controlled the planet before"))
_NO_TOKEN = Choice(NOTHING, say("No exploration"), say("no frontier token lies there"))


def explore_planet(game: Game, place: Place, before: Sequence[Item] = ()) -> Procedure[None]:
    """Explore a planet that nobody controlled before, one card for each of its traits, in their order (Q70).

    In: the planet; what the table has to be told first. Rules: 23.trigger.planet, 23.draw, Q70.
    """
    for site in sites_of(game, place):
        yield from _explore(game, site, before)
        before = ()


def sites_of(game: Game, place: Place) -> list[Site]:
    """What there is to explore on a planet: each of its traits, none where the page is not played."""
    board, (position, name) = board_of(game), place
    if not isinstance(board, Tracked) or not played(game, "exploration"):
        return []
    traits = board.survey.planet(position, name).traits
    return [Site(trait, name, board.kind(position), position, name) for trait in traits]


def explore_unplaced(game: Game) -> Procedure[None]:
    """The Hive has taken a standard planet, and no galaxy is tracked: the table says whether it is explored, and how.

    Rules: 23.trigger.planet, 23.draw.
    """
    if played(game, "exploration"):
        yield from _explore_trait(
            game, (Choice(NOTHING, say("No"), say("somebody controlled it before, or it has no trait")),)
        )


def explore_told(game: Game) -> Procedure[None]:
    """The table says that the Hive explores a planet, and no galaxy is tracked. Rule: 23.draw."""
    yield from _explore_trait(game, ())


def _explore_trait(game: Game, others: tuple[Choice, ...]) -> Procedure[None]:
    deck = yield from asked(
        Ask(
            key=keys.EXPLORES,
            text=say("Does [the Hive] explore the planet?")
            if others
            else say("Which kind of planet does [the Hive] explore?"),
            choices=(*(Choice(trait, sentence(Name(trait))) for trait in TRAITS), *others),
            rule="23.trigger.planet",
            detail=say("It explores a planet that nobody controlled before, by its trait.") if others else "",
            shown=Shown(say("Exploration"), expects=False),
        )
    )
    trait = next((trait for trait in TRAITS if trait == deck), None)
    if trait is not None:
        yield from _explore(game, Site(trait, say("the {trait} planet", trait=Name(trait)), STANDARD))


def frontier_systems(game: Game) -> list[str]:
    """The systems that are known to hold a Hive ship and a frontier token. Rule: 23.trigger.frontier."""
    board = board_of(game)
    if not isinstance(board, Tracked):
        return []
    survey = board.survey
    return [one for one in sorted(survey.positions) if survey.system(one).frontier and survey.ship_count(one)]


def explore_frontier(game: Game, position: str = "") -> Procedure[None]:
    """Explore the frontier token of a system, if a Hive ship stands with it; without a galaxy that is not asked.

    Rules: 23.trigger.frontier, 23.draw.
    """
    if not played(game, "exploration"):
        return
    if isinstance(board_of(game), Tracked) and position not in frontier_systems(game):
        return
    where = system_label(game, position) if position else say("the active system")
    yield from _explore(game, Site("frontier", where, STANDARD, position))


def frontier_reminder(game: Game) -> list[Item]:
    """Without a galaxy the table sees by itself whether a tactical action ends at a frontier token."""
    text = say(
        "If the action ends with a Hive ship at a frontier token, [the Hive] explores it: say so under the events."
    )
    return [Item(text, rule="23.trigger.frontier")] if played(game, "exploration") else []


def _explore(game: Game, site: Site, before: Sequence[Item] = ()) -> Procedure[None]:
    """Have a card drawn and named, resolve it, and tell all of it with the next step; Mirage is explored next.

    Rules: 23.draw, 23.card.mirage-explore.
    """
    card = yield from _drawn(game, site, before)
    if card is None:
        return
    lines = yield from resolve(game, site, card)
    what = say("Another card") if card.kind == "other" else Name(card.name)
    yield Tell(
        say("{site!c}: {what}", site=Name(site.name), what=what),
        "23.draw",
        keys.EXPLORED,
        items=tuple(lines),
        systems=site.systems,
        shown=Shown(say("Exploration")),
    )
    if card.kind == "mirage":
        yield from _explore_mirage(game, site, card)


def _drawn(game: Game, site: Site, before: Sequence[Item]) -> Procedure[ExplorationCard | None]:
    """Which card the table has drawn; None where there was nothing to explore after all."""

    def attempt() -> Procedure[ExplorationCard | None]:
        cards = card_choices(game, site)
        choices = tuple(Choice(value, _label(card), note_of(game, site, card)) for value, card in cards.items())
        answer = yield from asked(
            Ask(
                key=keys.EXPLORATION,
                text=say("[The Hive] explores {site}: {deck} card", site=Name(site.name), deck=Name(site.deck)),
                choices=(*choices, _NO_TOKEN if site.deck == "frontier" else _NOT_UNCONTROLLED),
                rule="23.trigger.frontier" if site.deck == "frontier" else "23.trigger.planet",
                detail=say("Draw it: which one is it?"),
                items=tuple(before),
                anew=True,
                systems=site.systems,
                shown=Shown(say("Exploration"), expects=False),
            )
        )
        return cards.get(answer)

    return (yield from anew(attempt))


def _label(card: ExplorationCard) -> Words:
    return say("Any other card") if card.kind == "other" else Name(card.name)


def _explore_mirage(game: Game, site: Site, card: ExplorationCard) -> Procedure[None]:
    """Rule: 23.card.mirage-explore."""
    for trait in game.tables.tiles.planets[card.name].traits:
        yield from _explore(game, Site(trait, card.name, STANDARD, site.position, site.position and card.name))
