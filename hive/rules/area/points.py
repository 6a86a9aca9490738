"""Victory points, aggression counters, and the end of the game. Rules: page 14, 28.1."""

from __future__ import annotations

from hive import keys
from hive.board.survey import Survey
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.steps import Tell
from hive.words import count, listed, say


def counters_in(game: Game, survey: Survey, seat: Player, position: str) -> int:
    """A player's aggression counters as they count in a system: one less with nothing but coexisting units there.

    Rule: 33.coexist.counter.
    """
    less = int(survey.only_coexisting(position, seat))
    return max(0, counters(game, seat) - less)


def gain_points(game: Game, seat: Seat, points: int) -> None:
    """Give a side victory points (or take some, never below zero), with all that follows from them."""
    if seat == "hive":
        game.hive.victory_points = max(0, game.hive.victory_points + points)
    else:
        player = game.players[seat]
        player.victory_points = max(0, player.victory_points + points)
    after_points(game)


def after_points(game: Game) -> None:
    """What a change of victory points brings: counters at six points, and the end of the game."""
    for seat in PLAYERS:
        _anger_at_six_points(game, seat)
    check_victory(game)


def _anger_at_six_points(game: Game, seat: Player) -> None:
    """Rule: 14.gain.six-points."""
    player, figures = game.players[seat], game.tables.figures
    if not player.reached_six and player.victory_points >= figures.counters_points_threshold.value:
        player.reached_six = True
        gain_counters(game, seat, figures.counters_six_points.value)


def check_victory(game: Game) -> None:
    """Name the winner, if there is one; who reached the goal first stays the winner (Q67).

    An option can have points wait for the end of a status phase (M45).
    Rules: 28.1.win.hive, 28.1.win.no-objective, 28.1.win.players.
    """
    goals = {"hive": hive_has_won(game), "players": players_have_won(game)}
    if game.winner is not None and goals[game.winner]:
        return
    if game.tables.figures.points_wait.value:
        goals = {"hive": game.objectives_ran_out, "players": home_purged(game)}
    game.winner = "hive" if goals["hive"] else "players" if goals["players"] else None


def victory(game: Game) -> Tell | None:
    """Who has won and by what, once somebody has.

    Rules: 28.1.win.hive, 28.1.win.no-objective, 28.1.win.players, 36.conventions.victory.
    """
    if game.winner == "players" and home_purged(game):
        players = listed([game.name(seat) for seat in PLAYERS])
        text = say("{players} win: all planet cards of [the Hive]'s home system are purged", players=players)
        return Tell(text, "36.conventions.victory", key=keys.WON)
    if game.winner == "players":
        points = listed([say("{number}", number=game.players[seat].victory_points) for seat in PLAYERS])
        players = listed([game.name(seat) for seat in PLAYERS])
        text = say("{players} win with {points} victory points", players=players, points=points)
        return Tell(text, "28.1.win.players", key=keys.WON)
    if game.winner is None:
        return None
    if game.objectives_ran_out:
        return Tell(
            say("[The Hive] wins: no public objective is left to reveal"), "28.1.win.no-objective", key=keys.WON
        )
    reached = count(game.hive.victory_points, "victory point")
    return Tell(say("[The Hive] wins with {points}", points=reached), "28.1.win.hive", key=keys.WON)


def hive_has_won(game: Game) -> bool:
    """Rules: 28.1.win.hive, 28.1.win.no-objective."""
    return game.objectives_ran_out or game.hive.victory_points >= game.tables.figures.hive_victory.value


def players_have_won(game: Game) -> bool:
    """Rules: 28.1.win.players, 36.conventions.victory."""
    figures = game.tables.figures
    lower, higher = sorted(player.victory_points for player in game.players.values())
    return home_purged(game) or (higher >= figures.player_victory.value and lower >= figures.ally_victory.value)


def home_purged(game: Game) -> bool:
    """Whether all planet cards of the Hive's main spawning system are purged (M46). Rule: 36.conventions.victory."""
    return game.hive.home_purged >= game.tables.figures.start_planets_main.value


def meddle(game: Game) -> None:
    """Something has changed that the Hive decides by in its turn: it decides anew, by what may not be confirmed yet.

    Rules: 14.counter.fleet-removal-calm, 25.interference.option-calm, 25.interference.option-negative.
    """
    game.hive.meddled, game.confirmed = game.active == "hive", False


def gain_counters(game: Game, seat: Player, number: int) -> int:
    """Add aggression counters up to the maximum; return how many came.

    Rules: 14.counter.maximum, 14.counter.permanent, 32.easy.counter-maximum, 32.expert.counter-maximum.
    """
    player = game.players[seat]
    gained = max(0, min(number, game.level.counter_maximum - player.counters))
    player.counters += gained
    if gained:
        meddle(game)
    return gained


def counters(game: Game, seat: Player) -> int:
    """How many aggression counters a player counts as having now (Q62). Rule: 14.counter.fleet-removal-calm."""
    player = game.players[seat]
    return 0 if player.calmed else player.counters
