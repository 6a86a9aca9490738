"""What comes of a vote: laws enacted and repealed, directives carried out by the table. Rules: page 29."""

from __future__ import annotations

from hive.catalog.tables import Agenda
from hive.model.game import Game
from hive.rules.agenda.outcomes import AGAINST, FOR, QUASH
from hive.rules.laws.in_play import duty, elects_hive, enact, repeal
from hive.rules.moments.calling import done_by_themselves, happen, moment
from hive.rules.moments.kinds import AgendaResolved
from hive.steps import Choice, Item, Procedure, Tell
from hive.words import Name, Words, listed, say

_UNCHANGED = "1.scope.unchanged-rules"


def resolve(game: Game, agenda: Agenda, won: Choice, voted: str = "") -> Procedure[Agenda | None]:
    """Put the outcome into effect as far as the app tracks it. Out: a law that is voted on again at once, or None.

    ``voted``: what the Hive voted for, empty if it did not.

    Rules: 29.outcome.quash, 29.elected-laws.
    """
    if won.value == QUASH:
        yield Tell(say("{agenda} is quashed: discard it.", agenda=Name(agenda.name)), "29.outcome.quash")
        return None
    found = AgendaResolved(agenda.name, won.value, voted)
    lines = [*_law(game, agenda, won), *_repealed(game, agenda, won), *happen(game, found)]
    if agenda.points and not agenda.acts and agenda.name not in done_by_themselves():
        lines.append(Item(say("Enter victory points that change under “Something happened”."), rule=_UNCHANGED))
    yield Tell(_what_won(agenda, won), _UNCHANGED, items=tuple(lines))
    yield from moment(game, found)
    if agenda.effect != "votes_again":
        return None
    return game.tables.agendas.by_name.get(won.value)


def _what_won(agenda: Agenda, won: Choice) -> Words:
    if won.value in (FOR, AGAINST):
        return say("{agenda}: {outcome}.", agenda=Name(agenda.name), outcome=won.label)
    return say("{agenda}: {outcome} is elected.", agenda=Name(agenda.name), outcome=won.label)


def _law(game: Game, agenda: Agenda, won: Choice) -> list[Item]:
    """A law stays in play, but for one that was voted down; everything else is done now."""
    if agenda.type != "law" or won.value == AGAINST:
        return [Item(say("Do what the card says for “{outcome}”, and discard it.", outcome=won.label), rule=_UNCHANGED)]
    brought = enact(game, agenda.name, "" if won.value == FOR else won.label)
    law = game.laws[-1]
    lines = [Item(say("The law stays in play until it is repealed."), rule=_UNCHANGED), *brought]
    return [*lines, duty(game, law)] if elects_hive(game, law) else lines


def _repealed(game: Game, agenda: Agenda, won: Choice) -> list[Item]:
    """The laws that the outcome takes out of play."""
    if agenda.effect in ("repeals_the_elected", "votes_again"):
        gone = [won.value]
    elif agenda.effect == "repeals_all" and won.value == FOR:
        gone = [law.name for law in game.laws]
    else:
        return []
    left = [line for name in gone for line in repeal(game, name)]
    return [Item(say("Out of play: {laws}.", laws=listed([Name(name) for name in gone])), rule=_UNCHANGED), *left]
