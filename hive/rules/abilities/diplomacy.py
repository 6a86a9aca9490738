"""(2) Diplomacy: readied spawning system planets. Rules: page 12."""

from __future__ import annotations

from hive.model.game import Game, Player
from hive.naming import items
from hive.rules.abilities.board import board_of
from hive.rules.abilities.outcome import Outcome
from hive.steps import Item, Procedure, Tell
from hive.words import Words, count, listed, say


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Ready as many spawning system planets as there are icons. Rules: 12.diplomacy.primary, 12.diplomacy.lock."""
    readied = yield from _ready(game, icons, "12.diplomacy.primary")
    return Outcome((*readied.items, *lock(game)), moves_plastic=readied.moves_plastic)


def lock_holds(game: Game) -> bool:
    """Whether Diplomacy lies exhausted with the Hive. Rule: 12.diplomacy.lock."""
    card = game.strategy_cards[game.tables.strategy_cards.number_of["diplomacy"]]
    return card.owner == "hive" and card.exhausted


def lock(game: Game) -> tuple[Item, ...]:
    """What the players may not do while Diplomacy lies exhausted with the Hive; nothing otherwise.

    Rules: 12.diplomacy.lock, 12.diplomacy.lock-rex.
    """
    if not lock_holds(game):
        return ()
    where = board_of(game).locked(say("a system with a Hive planet and no Hive capacity ship"))
    return (
        Item(
            say("You may not activate {system}.", system=where),
            say("while Diplomacy lies exhausted with [the Hive]"),
            "12.diplomacy.lock",
            aside=True,
        ),
        Item(say("Mecatol Rex stays open."), rule="12.diplomacy.lock-rex", aside=True),
    )


def secondary(game: Game) -> Procedure[Outcome]:
    """Ready one spawning system planet. Rule: 12.diplomacy.secondary."""
    number = game.tables.figures.diplomacy_secondary_planets.value
    return (yield from _ready(game, number, "12.diplomacy.secondary"))


def chosen_by_player(game: Game, source: Words, seat: Player | None = None) -> Procedure[None]:
    """A player chooses a system; of the others only the Hive places a command token there.

    In: what lets the player choose, in words, and who it is, if that is known. Rule: 30.ability.diplomacy-token.
    """
    for line in (yield from board_of(game).token_from_diplomacy(source, seat)):
        yield Tell(line.text, line.rule, items=(line,))


def _ready(game: Game, number: int, rule: str) -> Procedure[Outcome]:
    """Each planet is readied at most once (Q49), and gives nothing once its card is purged.

    Rules: 12.diplomacy.to-stockpile, 12.diplomacy.infantry, 36.conventions.no-yield.
    """
    readied = yield from board_of(game).ready(number)
    if not readied.number:
        return Outcome((Item(say("[The Hive] controls no spawning system planet to ready."), rule=rule),))
    gain = readied.giving * game.tables.figures.yield_spawning.value
    game.hive.stockpile.resources += gain
    game.hive.stockpile.influence += gain
    stockpile = Item(
        say("{goods} to the stockpile.", goods=listed([items(gain, "resources"), items(gain, "influence")])),
        say("{planets} readied", planets=count(readied.number, "spawning system planet")),
        "12.diplomacy.to-stockpile",
    )
    return Outcome((stockpile, *readied.lines), moves_plastic=True)
