"""(8) Imperial: objectives and secret objectives. Rules: page 13."""

from __future__ import annotations

from hive.model.game import Game
from hive.rules.abilities.outcome import Outcome, without_questions
from hive.rules.area.points import gain_points
from hive.rules.objectives.confirming import rex_confirmed
from hive.rules.objectives.public import score_public_objective, scoring_established
from hive.rules.objectives.reveal import attempt_secret, draw_secrets
from hive.steps import Item, Procedure
from hive.words import count, say


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Score a public objective; gain a point for Mecatol Rex or draw secrets; attempt a secret (Q54). A win ends it.

    Rules: 13.imperial.score, 13.imperial.rex, 13.imperial.secrets, 13.imperial.secret-attempt.
    """
    points = game.hive.victory_points
    lines = yield from score_public_objective(game, rex=True)
    if game.winner is not None:
        return Outcome(tuple(lines), moves_plastic=True)
    yield from rex_confirmed(game, say("what Imperial brings [the Hive]"))
    drawn: list[Item] = []
    if game.hive.spawning_planets.get("mecatol_rex", 0):
        gained = game.tables.figures.imperial_rex_points.value
        gain_points(game, "hive", gained)
        text = say("[The Hive] gains {points} for Mecatol Rex.", points=count(gained, "victory point"))
        lines.append(Item(text, rule="13.imperial.rex"))
    else:
        drawn.append(draw_secrets(game, icons, "13.imperial.secrets"))
    if scoring_established(game) and game.winner is None:
        brought = lines if game.hive.victory_points != points else []
        drawn.extend((yield from attempt_secret(game, "action", brought)))
    return Outcome((*lines, *drawn), moves_plastic=True)


@without_questions
def secondary(game: Game) -> Outcome:
    """Draw one secret objective, without an attempt to score (Q81). Rule: 13.imperial.secondary."""
    number = game.tables.figures.imperial_secondary_secrets.value
    return Outcome((draw_secrets(game, number, "13.imperial.secondary"),), moves_plastic=True)
