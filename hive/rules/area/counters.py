"""Players gain aggression counters, and whoever comes to Mecatol Rex first the custodians. Rules: page 14, 21."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.naming import items
from hive.rules.area.points import gain_counters, gain_points, meddle
from hive.steps import Item, Procedure, Tell
from hive.words import count, say


def gain_points_told(game: Game, seat: Seat, points: int) -> list[Item]:
    """Give a side victory points; out: the lines of the counters that this brings. Rule: 14.gain.six-points."""
    before = had(game)
    gain_points(game, seat, points)
    return six_points_lines(game, before)


def had(game: Game) -> dict[Player, int]:
    """How many counters each player has, before points come."""
    return {seat: game.players[seat].counters for seat in PLAYERS}


def six_points_lines(game: Game, before: Mapping[Player, int]) -> list[Item]:
    """Whoever has gained counters since then has them for reaching six points. Rule: 14.gain.six-points."""
    threshold = game.tables.figures.counters_points_threshold.value
    gained = {seat: game.players[seat].counters - number for seat, number in before.items()}
    return [
        Item(
            say(
                "{who} gains {counters} for reaching {points}.",
                who=game.name(seat),
                counters=count(number, "aggression counter"),
                points=count(threshold, "point"),
            ),
            rule="14.gain.six-points",
        )
        for seat, number in gained.items()
        if number
    ]


def takes_mecatol_rex(game: Game, seat: Player, owner: Seat | None) -> Iterator[Tell]:
    """A player has taken Mecatol Rex: counters, and from nobody the custodians, for a point of the player.

    ``owner`` is who held it before. Rules: 14.gain.mecatol-rex, 28.6.deck-agenda, 1.scope.unchanged-rules.
    """
    figures, who = game.tables.figures, game.name(seat)
    if owner is not None:
        yield from custodians_have_left(game)
    elif not game.agenda_unlocked:
        game.agenda_unlocked, game.custodians = True, seat
        lines = gain_points_told(game, seat, figures.custodians_points.value)
        points = count(figures.custodians_points.value, "victory point")
        text = say(
            "The custodians leave: {who} gains {points}, and the agenda phase is unlocked.", who=who, points=points
        )
        yield Tell(text, "28.6.deck-agenda", items=tuple(lines))
    yield angered(game, seat, figures.counters_mecatol_rex.value, "14.gain.mecatol-rex")


def custodians_have_left(game: Game) -> Iterator[Tell]:
    """A side holds Mecatol Rex, so the custodians are gone, whoever took them. Rule: 28.6.deck-agenda."""
    if not game.agenda_unlocked:
        game.agenda_unlocked = True
        text = say("Mecatol Rex is held: the custodians have left it, and the agenda phase is unlocked.")
        yield Tell(text, "28.6.deck-agenda")


def calm(game: Game, seat: Player) -> None:
    """A player counts as having no counters for the rest of the turn. Rule: 14.counter.fleet-removal-calm."""
    game.players[seat].calmed = True
    meddle(game)


def fleet_token_lost(game: Game, cause: Player | None) -> Procedure[None]:
    """A token of the fleet pool is to go: the Hive has none, and loses one of its strategy pool.

    A player's ability does that once the Hive has activated a system: an action that is announced stands (Q133).
    Rules: 14.counter.fleet-removal, 14.counter.fleet-removal-calm.
    """
    taken = min(game.tables.figures.fleet_removal_tokens.value, game.hive.tokens.strategy)
    game.hive.tokens.strategy -= taken
    lost = say("[The Hive] loses {tokens} of its strategy pool.", tokens=items(taken, "command_tokens"))
    text = lost if taken else say("The strategy pool is empty.")
    yield Tell(text, "14.counter.fleet-removal", items=(Item(text, rule="14.counter.fleet-removal"),))
    if cause is not None:
        calm(game, cause)
        game.hive.activating = False
        text = say("{who} counts as having no aggression counters until the turn ends.", who=game.name(cause))
        yield Tell(text, "14.counter.fleet-removal-calm", items=(Item(text, rule="14.counter.fleet-removal-calm"),))


def custodians_line(game: Game) -> Item:
    """What the table does when the Hive takes Mecatol Rex from the custodians. Rule: 21.invasion.custodians (Q35)."""
    points = count(game.tables.figures.custodians_points.value, "victory point")
    text = say("The custodians leave: [the Hive] pays nothing and gains {points}.", points=points)
    return Item(text, say("the agenda phase is unlocked"), "21.invasion.custodians")


def hive_takes_custodians(game: Game) -> None:
    """Book what :func:`custodians_line` tells. Rules: 21.invasion.custodians, 28.6.deck-agenda (Q35)."""
    game.agenda_unlocked, game.custodians = True, "hive"
    gain_points(game, "hive", game.tables.figures.custodians_points.value)


def angered(game: Game, seat: Player, number: int, rule: str) -> Tell:
    """Give a player counters up to the maximum, and return the step that tells of it."""
    gained = gain_counters(game, seat, number)
    who, now, maximum = game.name(seat), game.players[seat].counters, game.level.counter_maximum
    if not gained:
        most = count(maximum, "aggression counter")
        return Tell(say("{who} stays at {number} of {most}.", who=who, number=now, most=most), rule)
    counters = count(gained, "aggression counter")
    text = say(
        "{who} gains {counters}, {number} of {maximum}.", who=who, counters=counters, number=now, maximum=maximum
    )
    return Tell(text, rule)
