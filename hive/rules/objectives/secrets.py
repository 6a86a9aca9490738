"""Secret objectives of the Hive. Rules: 28.1, 5.5 and Q68."""

from __future__ import annotations

from typing import Literal

from hive import keys
from hive.model.game import Game
from hive.rules.area.points import gain_points
from hive.rules.notes.notes import support_ends
from hive.steps import Ask, Choice, Item, Procedure, Shown, asked
from hive.words import count

SecretPhase = Literal["action", "status", "agenda"]
PHASES: tuple[SecretPhase, ...] = ("action", "status", "agenda")


def draw_secrets(game: Game, number: int, rule: str) -> Item:
    """Draw secret objectives face down; there is no limit. Rules: 5.5.no-limits, 5.5.face-down."""
    game.hive.secrets += number
    text = f"Draw {count(number, 'secret objective')} face down for the Hive."
    return Item(text, f"now {game.hive.secrets}", rule)


def attempt_secret(game: Game, phase: SecretPhase) -> Procedure[list[Item]]:
    """With at least 4 secret objectives in hand, reveal a random one and score it if it names this phase.

    Rules: 28.1.secret.attempt, 28.1.secret.match, 28.1.secret.match-reshuffle, 28.1.secret.mismatch.
    """
    minimum = game.tables.figures.secret_attempt_minimum.value
    if game.hive.secrets < minimum:
        return []
    answer = yield from asked(
        Ask(
            key=keys.SECRET_PHASE,
            text="Reveal a random secret objective of the Hive: which phase does it name?",
            choices=tuple(Choice(name, f"{name.capitalize()} phase") for name in PHASES),
            rule="28.1.secret.attempt",
            detail=f"The Hive holds {game.hive.secrets}, at least {minimum}. It scores a card of the {phase} phase.",
            shown=Shown("Secret objective", expects=False),
        )
    )
    if not game.hive.secrets:
        return []
    if answer != phase:
        game.hive.secrets -= 1
        text = "Shuffle that secret objective back into its deck."
        return [Item(text, f"{answer} phase, not {phase} phase", "28.1.secret.mismatch")]
    points = game.tables.figures.secret_points.value
    back = game.hive.secrets - 1
    game.hive.secrets = 0
    game.hive.scored_secrets += 1
    gain_points(game, "hive", points)
    return [
        Item(f"The Hive scores the secret objective: {count(points, 'victory point')}.", rule="28.1.secret.match"),
        Item(f"Shuffle its other {back} back into the deck.", rule="28.1.secret.match-reshuffle"),
        *support_ends(game, "hive"),
    ]
