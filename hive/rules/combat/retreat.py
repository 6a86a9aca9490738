"""Players retreat from a space combat; the Hive never does. Rules: 21.combat.no-retreat, 1.scope.unchanged-rules."""

from __future__ import annotations

from hive import keys
from hive.board import pieces
from hive.naming import system_label
from hive.rules.combat.fight import Fight
from hive.steps import Ask, Choice, Procedure, Shown
from hive.words import listed, say


def may_retreat(fight: Fight) -> bool:
    """Whether there is a neighbouring system without Hive ships that ships can retreat to."""
    return bool(_open_neighbours(fight))


def retreat(fight: Fight) -> Procedure[None]:
    """Ask where the players retreat to, and move their ships there with what they carry."""
    answer = yield from fight.ask(lambda: _where(fight))
    if answer is None:
        return
    for seat in fight.players:
        units = fight.units(seat)
        for unit, number in units.items():
            for _ in range(number):
                pieces.move(fight.game, seat, unit, fight.position, answer.choice)
        if units:
            pieces.put_command_token(fight.game, seat, answer.choice)


def _where(fight: Fight) -> Ask | None:
    neighbours = _open_neighbours(fight)
    if not neighbours:
        return None
    names = listed([fight.game.name(seat) for seat in fight.players])
    return Ask(
        key=keys.RETREAT,
        text=say("Where does {names} retreat to?", names=names)
        if len(fight.players) == 1
        else say("Where do {names} retreat to?", names=names),
        choices=tuple(Choice(position, system_label(fight.game, position)) for position in neighbours),
        rule="1.scope.unchanged-rules",
        detail=say(
            "One where they have a unit or a planet; a command token of theirs goes there. Elsewhere: mend the map."
        ),
        shown=Shown(say("Space combat"), expects=False),
    )


def _open_neighbours(fight: Fight) -> list[str]:
    """Neighbours without Hive ships, but for asteroid fields, supernovas and nebulae: none of them is active."""
    survey, seen = fight.survey, fight.board.chart()
    barred = seen.closed | seen.nebulae
    return [
        position
        for position in sorted(seen.adjacent[fight.position])
        if position not in barred and not survey.ship_count(position)
    ]
