"""Sides score, and the table hears what comes of it. Rules: 28.1, 14.gain.six-points."""

from __future__ import annotations

from collections.abc import Mapping

from hive.catalog.tables import Objective, Seat
from hive.model.game import Game, Player
from hive.rules.area.points import after_points, gain_points, had, six_points_lines
from hive.rules.moments.calling import happen
from hive.rules.moments.kinds import ObjectiveScored
from hive.rules.objectives.public import mark_scored, unscored
from hive.steps import Item, Procedure, Tell, told_alone
from hive.words import Name, count, say


def change_points(game: Game, seat: Seat, points: int) -> Procedure[None]:
    """A side gains or loses victory points."""
    before = had(game)
    gain_points(game, seat, points)
    yield from _tell_points(game, seat, before)


def score_objective(game: Game, seat: Seat, objective: Objective) -> Procedure[None]:
    """A side scores a revealed public objective, unless it has done so before."""
    if objective not in unscored(game, seat):
        yield Tell(
            say("{who!c} has scored {objective} before.", who=game.name(seat), objective=Name(objective.name)),
            "28.1.public",
        )
        return
    before = had(game)
    ended = mark_scored(game, seat, objective)
    yield Tell(say("{who!c} scores {objective}.", who=game.name(seat), objective=Name(objective.name)), "28.1.public")
    yield from _tell_points(game, seat, before)
    yield from _told_ended(ended)


def score_secret(game: Game, seat: Seat) -> Procedure[None]:
    """A side scores a secret objective; that of a player lies with the player, and is counted alone."""
    if seat == "hive":
        game.hive.secrets = max(0, game.hive.secrets - 1)
        game.hive.scored_secrets += 1
    else:
        game.players[seat].scored_secrets += 1
    yield Tell(say("{who!c} scores a secret objective.", who=game.name(seat)), "1.scope.unchanged-rules")
    yield from change_points(game, seat, game.tables.figures.secret_points.value)
    yield from _told_ended(happen(game, ObjectiveScored(seat)))


def _told_ended(ended: list[Item]) -> list[Tell]:
    """Support for the Throne goes back. Rules: 27.received.support-return, 27.given.support-return."""
    return [told_alone(item) for item in ended]


def _tell_points(game: Game, seat: Seat, before: Mapping[Player, int]) -> Procedure[None]:
    points = game.hive.victory_points if seat == "hive" else game.players[seat].victory_points
    yield Tell(
        say("{who!c} has {points}.", who=game.name(seat), points=count(points, "victory point")),
        "28.1.win.players",
    )
    yield from _counters_told(game, before)


def _counters_told(game: Game, before: Mapping[Player, int]) -> list[Tell]:
    return [Tell(line.text, line.rule, items=(line,)) for line in six_points_lines(game, before)]


def after_correction(game: Game) -> list[Tell]:
    """What victory points that were set by hand bring: counters at six points, and the end of the game.

    Everything else that gains points has done so by itself; then nothing is left to tell.
    """
    before = had(game)
    after_points(game)
    return _counters_told(game, before)
