"""Agendas that change the Hive's command tokens. Rules: page 29, 14.counter.fleet-removal, Q61."""

from __future__ import annotations

from hive import keys
from hive.model.game import Game
from hive.naming import items
from hive.rules.agenda.outcomes import AGAINST, FOR
from hive.rules.area.funds import tokens_in_reinforcements
from hive.rules.decrees.board import board_of
from hive.rules.moments.calling import Handler, at, on
from hive.rules.moments.kinds import AgendaResolved
from hive.steps import Item, Procedure, Tell
from hive.words import Name, say

_RULE = "1.scope.unchanged-rules"


@on(AgendaResolved, agenda="Armed Forces Standardization", outcome="hive")
def pools_as_told(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The pools of the elected side become as told, as far as its tokens go; the Hive has no fleet pool (Q61)."""
    tokens, amount = game.hive.tokens, game.tables.laws.amount
    tokens.tactic = tokens.strategy = 0
    tokens.tactic = min(amount(resolved.agenda, "tactic"), tokens_in_reinforcements(game))
    tokens.strategy = min(amount(resolved.agenda, "strategy"), tokens_in_reinforcements(game))
    return [_pools(game)]


@on(AgendaResolved, agenda="Clandestine Operations")
def tokens_removed(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Tokens leave any pools, or the fleet pool; for that of the Hive the strategy pool pays (page 14)."""
    number = game.tables.laws.amount(resolved.agenda, resolved.outcome)
    return _lose(game, number, from_any=resolved.outcome == FOR)


@on(AgendaResolved, agenda="Wormhole Research", outcome=AGAINST)
def tokens_of_those_against_it(game: Game, resolved: AgendaResolved) -> list[Item]:
    """Whoever voted against it removes tokens from its command sheet."""
    number = game.tables.laws.amount(resolved.agenda, "command_tokens")
    return _lose(game, number, from_any=True) if resolved.voted == AGAINST else []


def _lose(game: Game, number: int, from_any: bool) -> list[Item]:
    """Tokens go to the reinforcements: from any pool the fuller one gives, an even one keeps its strategy tokens."""
    tokens, lost = game.hive.tokens, 0
    for _ in range(number):
        if from_any and tokens.tactic and tokens.tactic >= tokens.strategy:
            tokens.tactic -= 1
        elif tokens.strategy:
            tokens.strategy -= 1
        else:
            break
        lost += 1
    text = say("[The Hive] loses {tokens}.", tokens=items(lost, "command_tokens"))
    return [Item(text, rule=_RULE), _pools(game)] if lost else []


def _pools(game: Game) -> Item:
    tokens = game.hive.tokens
    text = say("Its pools: {tactic} tactic, {strategy} strategy.", tactic=tokens.tactic, strategy=tokens.strategy)
    return Item(text, rule=_RULE)


@at(AgendaResolved, agenda="Shared Research", outcome=AGAINST)
def token_at_home(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side places a token from its reinforcements in its home system."""
    lines = yield from board_of(game).token_at_home()
    yield from told(resolved, lines)


@at(AgendaResolved, agenda="Wormhole Reconstruction", outcome=AGAINST)
def tokens_at_wormholes(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """Each side places a token from its reinforcements in each system with a wormhole and its ships."""
    lines = yield from board_of(game).tokens_at_wormholes()
    yield from told(resolved, lines)


def told(resolved: AgendaResolved, lines: list[Item]) -> Procedure[None]:
    """Tell what an agenda does, if anything."""
    if lines:
        text = say("{agenda}: what it does", agenda=Name(resolved.agenda))
        yield Tell(text, _RULE, key=keys.DECREE, confirm="done", items=tuple(lines))


HANDLERS: tuple[Handler, ...] = (
    pools_as_told,
    tokens_removed,
    tokens_of_those_against_it,
    token_at_home,
    tokens_at_wormholes,
)
