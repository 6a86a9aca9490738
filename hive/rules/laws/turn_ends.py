"""Effects that stop a side once it has activated a system: its turn ends, or nothing moves in (Q114).

Rules: 29.elected-laws, 27.given.printed, 27.received.resolve.
"""

from __future__ import annotations

from collections.abc import Collection

from hive.catalog.tables import Seat, TurnMayEnd
from hive.effects import effects
from hive.model.game import PLAYERS, Game, Spent
from hive.rules.laws.in_play import repeal
from hive.rules.notes.notes import back_to_hive, holder, name_of
from hive.rules.options.chosen import players_of
from hive.steps import Choice, Item, Tell
from hive.words import Name, Words, listed, say

ENDS = "ends."
CEASEFIRE = "ceasefire"
NULLIFICATION = "Nullification Field"
XXCHA = ("Xxcha Kingdom",)
_STARLANCER, _NULLIFICATION, _SPLICED = "starlancer", "nullification_field", "nullification_field_tf"
_THE_SYSTEM = say("the system")


def enders(game: Game, seat: Seat) -> list[str]:
    """The laws that can end the turn of a player by the Hive, or that of the Hive, once it has activated a system."""
    found = [one for one in effects(game).of(TurnMayEnd, seat) if one.owner is None]
    return [one.source for one in found if seat == "hive" or "hive" not in one.seats]


def _owned(game: Game, there: Collection[Seat]) -> list[str]:
    """What a player has said to have that can end the turn of the Hive where that player stands, if it is ready."""
    spent = {game.tables.doings.by_key[one.doing].name for one in game.spent}
    found = effects(game).of(TurnMayEnd)
    return [one.source for one in found if one.owner in there and one.source not in spent]


def stopping_choices(game: Game, there: Collection[Seat]) -> tuple[Choice, ...]:
    """The choices by which the table stops the Hive, whose consequences differ (Q114).

    In: the players who have units in the activated system, as far as they are known.
    """
    if not there:
        return ()
    ends = say("ends the turn of [the Hive] at once")
    xxcha = [seat for seat in players_of(game, XXCHA) if seat in there]
    starlancer = game.tables.doings.by_key[_STARLANCER]
    mahact = [
        seat for seat in players_of(game, (starlancer.faction or "",)) if seat in there and game.hive.tokens.captured
    ]
    keeper, exhausted = holder(game, "ceasefire"), any(one.doing == _NULLIFICATION for one in game.spent)
    return (
        *(Choice(f"{ENDS}{name}", Name(name), ends) for name in enders(game, "hive")),
        *(Choice(f"{ENDS}{NULLIFICATION}", Name(NULLIFICATION), ends) for _ in xxcha[:1] if not exhausted),
        *(Choice(f"{ENDS}{name}", Name(name), ends) for name in dict.fromkeys(_owned(game, there))),
        *(Choice(f"{ENDS}{starlancer.name}", Name(starlancer.name), ends) for _ in mahact[:1]),
        *([Choice(CEASEFIRE, say("Ceasefire"), say("no ship moves there"))] if keeper in there else []),
    )


def turn_ended(game: Game, seat: Seat, source: str, where: Words = _THE_SYSTEM) -> Tell:
    """Discard what ends a side's turn, or use it up, and say so. The command token stays where it was placed."""
    repeal(game, source)
    law, who = Name(source), game.name(seat)
    stays = say("{who!c}'s command token stays in {system}; nothing else happens there.", who=who, system=where)
    used = Item(say("{law} is discarded.", law=law))
    starlancer = game.tables.doings.by_key[_STARLANCER]
    if source == starlancer.name:
        text = say(
            "{who} gives [the Hive]'s command token of that fleet pool back.",
            who=_of(game, (starlancer.faction or "",)),
        )
        used = Item(text, rule="1.scope.unchanged-rules")
        game.hive.tokens.captured = 0
    if source == NULLIFICATION:
        owning = [one.owner for one in effects(game).of(TurnMayEnd) if one.owner is not None and one.source == source]
        game.spent.append(Spent(_SPLICED if owning else _NULLIFICATION, "status"))
        whose = game.name(owning[0]) if owning else _of(game, XXCHA)
        text = say("{who} exhausts {card} and spends 1 command token of the strategy pool.", who=whose, card=law)
        used = Item(text, rule="1.scope.unchanged-rules")
    return Tell(
        text=say("{law} ends the turn of {who}.", law=law, who=who),
        rule="1.scope.unchanged-rules" if source in (NULLIFICATION, starlancer.name) else "29.elected-laws",
        items=(Item(stays), used),
    )


def _of(game: Game, factions: Collection[str]) -> Words:
    return listed([game.name(player) for player in players_of(game, factions)])


def kept_out(game: Game, where: Words = _THE_SYSTEM) -> Tell:
    """The Hive's Ceasefire goes back to it: no ship of it moves into the system that it has activated.

    Rule: 27.given.printed.
    """
    keeper = next((seat for seat in PLAYERS if holder(game, "ceasefire") == seat), PLAYERS[0])
    text = say(
        "{note} keeps the ships of [the Hive] out of {system}.", note=name_of(game, "hive", "ceasefire"), system=where
    )
    stays = Item(say("The action goes on with what stands there."), rule="27.given.printed")
    return Tell(text, "27.given.printed", items=(*back_to_hive(game, keeper, "ceasefire"), stays))
