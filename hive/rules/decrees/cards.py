"""Agendas that change the Hive's cards, and what goes with them. Rules: page 29."""

from __future__ import annotations

from hive.catalog.tables import NoVote
from hive.effects import begin
from hive.model.game import Game
from hive.naming import by_now
from hive.rules.agenda.outcomes import AGAINST, FOR
from hive.rules.exploration.relics import gain_relic
from hive.rules.moments.calling import Handler, on
from hive.rules.moments.kinds import AgendaResolved
from hive.rules.objectives.secrets import draw_secrets
from hive.steps import Item
from hive.words import count, say

_RULE = "1.scope.unchanged-rules"


@on(AgendaResolved, agenda="Conventions of War", outcome=AGAINST)
def cards_of_those_against_it(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Whoever voted against it discards all action cards."""
    return _discard(game, game.hive.action_cards) if resolved.voted == AGAINST else []


@on(AgendaResolved, agenda="Publicize Weapon Schematics", outcome=AGAINST)
def cards_of_those_with_war_suns(game: Game, _: AgendaResolved) -> list[Item]:
    """Whoever owns the technology of war suns discards all action cards."""
    needed = game.tables.units.by_key["war_sun"].needs_upgrade
    return _discard(game, game.hive.action_cards) if needed in game.hive.upgrades else []


@on(AgendaResolved, agenda="Executive Sanctions", outcome=AGAINST)
def random_cards(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Each side discards random action cards."""
    return _discard(game, game.tables.laws.amount(resolved.agenda, "action_cards"))


@on(AgendaResolved, agenda="Unconventional Measures")
def cards_for_those_who_were_for_it(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Whoever voted for it draws action cards, or discards them all."""
    if resolved.voted != FOR:
        return []
    if resolved.outcome == AGAINST:
        return _discard(game, game.hive.action_cards)
    number = game.tables.laws.amount(resolved.agenda, "action_cards")
    game.hive.action_cards += number
    text = say("Draw {cards} face down for [the Hive].", cards=count(number, "action card"))
    return [Item(text, by_now(game.hive.action_cards), _RULE)]


def _discard(game: Game, number: int) -> list[Item]:
    """Cards leave the Hive's hand, as many as it holds."""
    lost = min(number, game.hive.action_cards)
    game.hive.action_cards -= lost
    text = say("[The Hive] discards {cards}.", cards=count(lost, "random action card"))
    return [Item(text, by_now(game.hive.action_cards), _RULE)] if lost else []


@on(AgendaResolved, agenda="Public Execution")
def executed(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The elected side loses its action cards and the Speaker token, and votes no more in this agenda phase."""
    lines = []
    if resolved.outcome == game.speaker:
        seats = game.seats
        game.speaker = seats[(seats.index(game.speaker) + 1) % len(seats)]
        lines.append(Item(say("{who!c} becomes the Speaker.", who=game.name(game.speaker)), rule=_RULE))
    executed = next(seat for seat in game.seats if seat == resolved.outcome)
    if executed != "hive":
        silence = NoVote(kind="no_vote", say="no votes in this agenda phase")
        begin(game, resolved.agenda, silence, "phase", [executed])
        return lines
    silence = NoVote(kind="no_vote", say="the Hive casts no votes in this agenda phase")
    begin(game, resolved.agenda, silence, "phase", [executed])
    text = say("[The Hive] casts no votes in the rest of this agenda phase.")
    return [*_discard(game, game.hive.action_cards), *lines, Item(text, rule=_RULE)]


@on(AgendaResolved, agenda="Archived Secret", outcome="hive")
def another_secret(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The elected side draws secret objectives."""
    return [draw_secrets(game, game.tables.laws.amount(resolved.agenda, "secret_objectives"), "5.5.no-limits")]


@on(AgendaResolved, agenda="Minister of Antiquities", outcome="hive")
def relic_for_the_minister(game: Game, _: AgendaResolved) -> list[Item]:
    """The elected side gains a relic."""
    return gain_relic(game)


HANDLERS: tuple[Handler, ...] = (
    cards_of_those_against_it,
    cards_of_those_with_war_suns,
    random_cards,
    cards_for_those_who_were_for_it,
    executed,
    another_secret,
    relic_for_the_minister,
)
