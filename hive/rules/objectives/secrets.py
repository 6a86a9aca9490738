"""Secret objectives of the Hive. Rules: 28.1, 5.5 and Q68."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from hive import keys
from hive.model.game import Game
from hive.naming import by_now
from hive.rules.area.points import gain_points
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import ObjectiveScored
from hive.steps import Ask, Choice, Item, Procedure, Shown, meant, told_alone
from hive.words import Words, count, say, sentence

SecretPhase = Literal["action", "status", "agenda"]
PHASES: dict[SecretPhase, Words] = {
    "action": say("action phase"),
    "status": say("status phase"),
    "agenda": say("agenda phase"),
}


def draw_secrets(game: Game, number: int, rule: str) -> Item:
    """Draw secret objectives face down; there is no limit. Rules: 5.5.no-limits, 5.5.face-down."""
    game.hive.secrets += number
    text = say("Draw {cards} face down for [the Hive].", cards=count(number, "secret objective"))
    return Item(text, by_now(game.hive.secrets), rule)


def attempt_secret(game: Game, phase: SecretPhase, brought: Sequence[Item] = ()) -> Procedure[list[Item]]:
    """With at least 4 secret objectives in hand, reveal a random one and score it if it names this phase.

    ``brought``: what has changed the Hive's points just before: the table hears it with the question, where it shows.
    Rules: 28.1.secret.attempt, 28.1.secret.match, 28.1.secret.match-reshuffle, 28.1.secret.mismatch.
    """
    if game.hive.secrets < game.tables.figures.secret_attempt_minimum.value:
        return []
    yield from map(told_alone, brought)
    named = yield from meant(_which_phase(game, phase), {name: name for name in PHASES})
    if not game.hive.secrets:
        return []
    if named != phase:
        game.hive.secrets -= 1
        text = say("Shuffle that secret objective back into its deck.")
        note = say("{named}, not {phase}", named=PHASES[named], phase=PHASES[phase])
        return [Item(text, note, "28.1.secret.mismatch")]
    return _scored(game)


def _which_phase(game: Game, phase: SecretPhase) -> Ask:
    return Ask(
        key=keys.SECRET_PHASE,
        text=say("Reveal a random secret objective of [the Hive]: which phase does it name?"),
        choices=tuple(Choice(name, sentence(words)) for name, words in PHASES.items()),
        rule="28.1.secret.attempt",
        detail=say(
            "[The Hive] holds {cards}. It scores a card of the {phase}.",
            cards=count(game.hive.secrets, "secret objective"),
            phase=PHASES[phase],
        ),
        shown=Shown(say("Secret objective"), expects=False),
    )


def _scored(game: Game) -> list[Item]:
    """Rules: 28.1.secret.match, 28.1.secret.match-reshuffle."""
    points = game.tables.figures.secret_points.value
    back = game.hive.secrets - 1
    game.hive.secrets = 0
    game.hive.scored_secrets += 1
    gain_points(game, "hive", points)
    text = say("[The Hive] scores the secret objective: {points}.", points=count(points, "victory point"))
    return [
        Item(text, rule="28.1.secret.match"),
        Item(say("Shuffle its other {number} back into the deck.", number=back), rule="28.1.secret.match-reshuffle"),
        *happen(game, ObjectiveScored("hive")),
    ]
