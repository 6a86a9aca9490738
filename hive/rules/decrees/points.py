"""Directives that bring victory points, or take them. Rules: page 29."""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player
from hive.rules.agenda.outcomes import FOR
from hive.rules.agenda.votes import voting_order
from hive.rules.area.points import gain_points, gain_points_told
from hive.rules.moments.calling import Handler, at, on
from hive.rules.moments.kinds import AgendaResolved
from hive.rules.objectives.scoring import change_points
from hive.steps import Ask, Choice, Item, Procedure, Shown, meant
from hive.words import count, say

_RULE = "1.scope.unchanged-rules"


@on(AgendaResolved, agenda="Mutiny")
def points_of_those_who_were_for_it(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The Hive gains victory points if it voted for it, or loses them."""
    if resolved.voted != FOR:
        return []
    points = game.tables.laws.amount(resolved.agenda, "victory_points")
    gained = resolved.outcome == FOR
    gain_points(game, "hive", points if gained else -points)
    number = count(points, "victory point")
    text = say("[The Hive] gains {points}.", points=number)
    if not gained:
        text = say("[The Hive] loses {points}.", points=number)
    return [Item(text, say("it voted for it"), _RULE)]


@at(AgendaResolved, agenda="Mutiny")
def points_of_players_who_were_for_it(game: Game, resolved: AgendaResolved) -> Procedure[None]:
    """How the players voted the table knows; nobody is asked about who casts no votes."""
    voting = [seat for seat in PLAYERS if seat in voting_order(game)]
    if not voting:
        return
    meaning: dict[str, tuple[Player, ...]] = {"p1": ("p1",), "p2": ("p2",), "both": PLAYERS, "nobody": ()}
    both = (Choice("both", say("Both")),) if voting[1:] else ()
    choices = (
        *(Choice(seat, say("{who} alone", who=game.name(seat)) if both else say("Yes")) for seat in voting),
        *both,
        Choice("nobody", say("Neither") if both else say("No")),
    )
    text = say("Who of you voted for Mutiny?") if both else say("Did {who} vote for it?", who=game.name(voting[0]))
    voters = yield from meant(Ask(keys.DECREE_VOTERS, text, choices, _RULE, shown=Shown(expects=False)), meaning)
    points = game.tables.laws.amount(resolved.agenda, "victory_points")
    for seat in voters:
        yield from change_points(game, seat, points if resolved.outcome == FOR else -points)


@on(AgendaResolved, agenda="Seed of an Empire")
def points_for_the_first_or_the_last(game: Game, resolved: AgendaResolved) -> list[Item]:
    """The sides with most victory points gain some, or those with fewest; all who tie."""
    held: dict[Seat, int] = {
        seat: game.hive.victory_points if seat == "hive" else game.players[seat].victory_points for seat in game.seats
    }
    wanted = max(held.values()) if resolved.outcome == FOR else min(held.values())
    points = game.tables.laws.amount(resolved.agenda, "victory_points")
    lines: list[Item] = []
    for seat in game.seats:
        if held[seat] == wanted:
            more = gain_points_told(game, seat, points)
            text = say("{who!c} gains {points}.", who=game.name(seat), points=count(points, "victory point"))
            lines += [Item(text, rule=_RULE), *more]
    return lines


HANDLERS: tuple[Handler, ...] = (
    points_of_those_who_were_for_it,
    points_of_players_who_were_for_it,
    points_for_the_first_or_the_last,
)
