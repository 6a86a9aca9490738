"""Laws that elect the Hive: it resolves their abilities as soon as it can. Rule: 29.elected-laws."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Opportunity
from hive.effects import laws_in_force
from hive.model.game import Game, Law
from hive.naming import by_now
from hive.rules.laws.in_play import card_of, duty, elects_hive, repeal
from hive.steps import Ask, Choice, Item, Procedure, asked
from hive.words import Name, Words, say

RESOLVED = "resolved"
NOT_NOW = Choice("later", say("Not possible"), say("[the Hive] keeps it"), beside=True)
"""The answer by which the Hive keeps the law for another moment."""


def opportunity(game: Game, now: Opportunity) -> Procedure[bool]:
    """Whether the Hive resolves a law that elects it, and that comes up at this moment; it is then discarded.

    Rule: 29.elected-laws.
    """
    law = due(game, now)
    if law is None:
        return False
    line = duty(game, law)
    answer = yield from asked(
        Ask(
            key=keys.ELECTED_LAW,
            text=say("[The Hive] resolves {law} now", law=Name(law.name)),
            choices=(
                Choice(RESOLVED, say("Done"), say("discard the law")),
                NOT_NOW,
            ),
            rule=line.rule,
            detail=_WORDS[now],
        )
    )
    if answer == RESOLVED:
        repeal(game, law.name)
    return bool(answer == RESOLVED)


_WORDS: dict[Opportunity, Words] = {
    "hive_has_acted": say("One of its command tokens leaves the board. Then [the Hive] acts once more."),
    "player_is_elected": say("Nobody votes on this agenda: [the Hive] elects by its priorities."),
}


def comes_up(game: Game, now: Opportunity) -> bool:
    """Whether such a law is in play: it can be resolved at this moment. Rule: 29.elected-laws."""
    return due(game, now) is not None


def due(game: Game, now: Opportunity) -> Law | None:
    """The law that elects the Hive and comes up at this moment, if one does. Rule: 29.elected-laws."""
    return next((law for law in laws_in_force(game) if elects_hive(game, law) and _comes_up(game, law, now)), None)


def _comes_up(game: Game, law: Law, now: Opportunity) -> bool:
    card = card_of(game, law)
    return card is not None and card.opportunity == now


def draw_action_cards(game: Game) -> list[Item]:
    """What laws that elect the Hive bring it at the end of the status phase. Rule: 29.elected-laws."""
    lines = []
    for law in laws_in_force(game):
        card = card_of(game, law)
        if card is not None and card.action_cards and elects_hive(game, law):
            game.hive.action_cards += card.action_cards
            source, number = Name(law.name), card.action_cards
            text = say("{law}: draw {number} more face down for [the Hive].", law=source, number=number)
            lines.append(Item(text, by_now(game.hive.action_cards), "29.elected-laws"))
    return lines
