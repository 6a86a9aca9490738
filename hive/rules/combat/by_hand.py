"""A combat that the table has fought by itself: who has won, who got away, and what is left of the Hive."""

from __future__ import annotations

from hive import keys
from hive.board import pieces
from hive.model.game import NEUTRAL
from hive.rules.combat.asides import ask
from hive.rules.combat.clash import Clash, Winner
from hive.rules.combat.losses import damaged_in
from hive.rules.combat.retreat import retreat, retreat_numbers, retreating
from hive.steps import Ask, Choice, Filled, Number, Procedure
from hive.words import Name, Words, say

_WINNERS: tuple[Winner, ...] = ("hive", "players", "nobody")


def told_by_hand(clash: Clash) -> Procedure[Winner]:
    """The table has fought by itself: who has won, who has retreated, and what is left of the Hive; booked here."""
    fight = clash.fight
    fight.struck(clash.planet, None)
    detail: Words = ""
    while True:
        answer = yield from _result(clash, detail)
        if answer is None:
            return "players"
        winner = next(one for one in _WINNERS if one == answer.choice)
        leaving = retreating(fight, answer.numbers)
        if winner == "hive" and not any(answer.numbers[key] for key in clash.hive()):
            detail = say("[The Hive] can have won only with a unit left: say what is left of it.")
        elif winner != "hive" and leaving and len(leaving) == len(fight.players):
            detail = say("Where all players have retreated, [the Hive] has won.")
        else:
            break
    if winner == "hive":
        _book(clash, answer)
    yield from retreat(fight, leaving)
    return winner


def _result(clash: Clash, detail: Words) -> Procedure[Filled | None]:
    choices = (
        Choice("hive", say("[The Hive] has won"), say("no {theirs} is left", theirs=clash.theirs)),
        Choice("players", _others_have_won(clash), say("nothing of [the Hive] is left there")),
        Choice("nobody", say("Both are gone"), say("no side has anything left")),
    )

    def build() -> Ask | None:
        units = clash.hive()
        if not units:
            return None
        away = retreat_numbers(clash.fight) if clash.planet is None else ()
        return Ask(
            key=keys.SPACE_COMBAT_RESULT if clash.planet is None else keys.GROUND_COMBAT_RESULT,
            text=say("{combat!c}: who has won?", combat=clash.name),
            choices=choices,
            rule="1.scope.unchanged-rules",
            detail=detail or say("If [the Hive] has won: what is left of it?"),
            items=clash.notes,
            numbers=(*_left(clash, units), *away),
            shown=clash.shown(expects=False, layout="chosen"),
        )

    return ask(clash.fight, build) if clash.planet is None else clash.fight.ask(build)


def _others_have_won(clash: Clash) -> Words:
    return say("The neutral side has won") if clash.fight.players == [NEUTRAL] else say("The players have won")


def _left(clash: Clash, units: dict[str, int]) -> tuple[Number, ...]:
    by_key, damaged = clash.fight.game.tables.units.by_key, damaged_in(clash.fight, clash.planet)
    numbers = []
    for key, number in units.items():
        numbers.append(
            Number(key, say("{units!c} left", units=Name(by_key[key].plural)), maximum=number, value=number, of="hive")
        )
        if by_key[key].sustain_damage:
            name = say("{units!c} damaged", units=Name(by_key[key].plural))
            numbers.append(Number(f"damaged_{key}", name, maximum=number, value=damaged.get(key, 0), of="hive"))
    return tuple(numbers)


def _book(clash: Clash, answer: Filled) -> None:
    game, position = clash.fight.game, clash.fight.position
    lost = {key: number - answer.numbers[key] for key, number in clash.hive().items()}
    for key in clash.hive():
        pieces.set_units(game, "hive", key, answer.numbers[key], position, clash.planet)
        pieces.set_damaged(game, "hive", key, answer.numbers.get(f"damaged_{key}", 0), position, clash.planet)
    clash.fight.capture(clash.planet, lost)
