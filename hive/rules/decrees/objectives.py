"""Directives that reveal objectives, bring technologies or a secondary. Rules: page 29, 14.counter.fleet-removal."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.naming import items
from hive.rules.abilities.choosing import open_colours
from hive.rules.abilities.secondary import free_secondary
from hive.rules.agenda.outcomes import FOR
from hive.rules.decrees.tokens import told
from hive.rules.decrees.words import RULE
from hive.rules.moments.calling import Handler, at
from hive.rules.moments.kinds import AgendaResolved
from hive.rules.objectives.reveal import hidden_objectives, reveal_besides
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import Name, say, sentence


@at(AgendaResolved, agenda="Incentive Program")
def another_objective(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """A public objective of the first stage is revealed, or of the second, if any is left."""
    stage = 1 if resolved.outcome == FOR else 2
    if any(objective.stage == stage for objective in hidden_objectives(game)):
        text = say("Incentive Program: which public objective is revealed?")
        yield from reveal_besides(game, text, (stage,))


@at(AgendaResolved, agenda="Research Grant Reallocation", outcome="hive")
def granted(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """The Hive gains a technology that helps it most, and pays one token of its strategy pool for the fleet pool."""
    colours = open_colours(game)
    if not colours:
        return
    colour = yield from asked(
        Ask(
            key=keys.TECHNOLOGY_COLOUR,
            text=say("Which technology helps [the Hive] most?"),
            choices=tuple(Choice(one, sentence(Name(one))) for one in colours),
            rule="1.scope.most-helpful",
            shown=Shown(expects=False),
        )
    )
    chosen = next(one for one in colours if one == colour)
    game.hive.technologies[chosen] = game.hive.technologies.get(chosen, 0) + 1
    level = say("now level {level}", level=game.hive.technologies[chosen])
    text = say("Lay {colour!a} technology face down for [the Hive].", colour=_COLOURS[chosen])
    lines = [Item(text, level, RULE)]
    if game.hive.tokens.strategy:
        game.hive.tokens.strategy -= 1
        lost = say("[The Hive] loses {tokens} of its strategy pool.", tokens=items(1, "command_tokens"))
        lines.append(Item(lost, say("in place of its fleet pool"), "14.counter.fleet-removal"))
    yield from told(resolved, lines)


@at(AgendaResolved, agenda="Galactic Crisis Pact")
def secondary_for_all(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side may resolve the secondary of the elected strategy card without a command token."""
    card = next(card for card in game.tables.strategy_cards.cards if card.key == resolved.outcome)
    yield from free_secondary(game, card, Name(resolved.agenda))


_COLOURS = {"blue": say("blue"), "green": say("green"), "red": say("red"), "yellow": say("yellow")}

HANDLERS: tuple[Handler, ...] = (another_objective, granted, secondary_for_all)
