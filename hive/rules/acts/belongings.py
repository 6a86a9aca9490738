"""What acts do to belongings, and what they bend. Rules: page 29, 14.counter.fleet-removal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from hive.catalog.tables import Fragment, PlanetsExhausted, Seat
from hive.catalog.tables.acts import Bends, Gains, GivesUp
from hive.effects import begin
from hive.fields import AnyField, Choice, OneOf
from hive.model.game import Game
from hive.naming import by_now, items, term
from hive.rules.acts.core import UNCHANGED, Scene, Verb, Verbs, amount, sides
from hive.rules.area import (
    draw_cards,
    gain_points,
    lose_all_trade_goods,
    owned,
    pools,
    trade_goods_come,
)
from hive.rules.exploration.exploring import (
    FRAGMENT,
    FRAGMENTS,
    gain_fragment,
    gain_relic,
    held_fragments,
    lose_fragment,
)
from hive.rules.notes import givable
from hive.rules.objectives.scoring import draw_secrets
from hive.steps import Item
from hive.words import Name, Words, count, say

Amount = TypeVar("Amount")
_FRAGMENT = "fragment"
"""What the table says of what leaves the Hive: which fragment."""
_WHICH, _TAKEN, _DISCARDED = "which", "taken", "discarded"


def _gains(scene: Scene, act: Gains) -> list[Item]:
    told = [(thing, amount(scene, number)) for thing, number in act.what.items()]
    return [line for side in sides(scene, act) for thing, number in told for line in _COME[thing](scene, side, number)]


def _brings(scene: Scene, act: Gains) -> Words:
    """Action cards, or how many of such relic fragments the Hive has."""
    for thing, number in act.what.items():
        if thing == "action_cards":
            return count(amount(scene, number), "action card")
        for fragment in FRAGMENTS:
            if thing == f"{fragment}_fragments":
                return say("[the Hive] has {items}", items=scene.game.hive.fragments.get(fragment, 0))
    return ""


def gives_up(scene: Scene, act: GivesUp) -> list[Item]:
    """What the Hive gives up but for notes: a card is drawn for each. Rule: 27.draw."""
    told: list[tuple[str, int | str]] = [(thing, number) for thing, number in act.what.items() if thing != "notes"]
    if scene.args.get(_WHICH) == _DISCARDED:
        scene, told = replace(scene, taken=False), [("action_cards", act.discards)]
    return [line for side in sides(scene, act) for thing, number in told for line in _GO[thing](scene, side, number)]


def _hives_alone(change: Callable[[Scene, Amount], list[Item]]) -> Callable[[Scene, Seat, Amount], list[Item]]:
    """What players have of it they change themselves."""
    return lambda scene, side, number: change(scene, number) if side == "hive" else []


def _fragments_come(kind: Fragment, scene: Scene, number: int) -> list[Item]:
    return gain_fragment(scene.game, kind, number)


def _goods_come(scene: Scene, number: int) -> list[Item]:
    lines = trade_goods_come(scene.game, number, scene.rule)
    if not scene.named:
        return lines
    text = say("{law}: [the Hive] gains {goods}.", law=scene.called, goods=items(number, "trade_goods"))
    return [replace(line, text=text) for line in lines]


def points_change(scene: Scene, side: Seat, number: int) -> list[Item]:
    """A side gains victory points, or loses them; what that brings is told as well."""
    more, who = gain_points(scene.game, side, number), scene.game.name(side)
    points = count(abs(number), "victory point")
    text = say("{who!c} gains {items}.", who=who, items=points)
    if number < 0:
        text = say("{who!c} loses {items}.", who=who, items=points)
    return [Item(text, scene.called if scene.named else "", scene.rule), *more]


def _so_many(number: int | str, there: int) -> int:
    """As many as there are of so many, or all."""
    return there if number == "all" else min(int(number), there)


def discard(game: Game, number: int | str, rule: str, taken: bool = False) -> list[Item]:
    """Action cards leave the Hive's hand, as many as it holds of so many, or all; a player may have ``taken`` them."""
    hive = game.hive
    lost = _so_many(number, hive.action_cards)
    hive.action_cards -= lost
    cards = count(lost, "random action card")
    text = say("[The Hive] loses {items}.", items=cards) if taken else say("[The Hive] discards {cards}.", cards=cards)
    return [Item(text, by_now(hive.action_cards), rule)] if lost else []


def _commodities_go(scene: Scene, number: int | str) -> list[Item]:
    hive = scene.game.hive
    lost = _so_many(number, hive.commodities)
    hive.commodities -= lost
    text = say("[The Hive] loses {items}.", items=count(lost, "commodity", "commodities"))
    return [Item(text, rule=scene.rule)] if lost else []


def _fragments_go(scene: Scene, number: int | str) -> list[Item]:
    """Of the kind that is told, or else of the first."""
    held = held_fragments(scene.game)
    kind = next((one for one in held if one == scene.args.get(_FRAGMENT)), held[0])
    gone = lose_fragment(scene.game, kind, int(number))
    text = say("Take {fragment} from [the Hive].", fragment=FRAGMENT[kind])
    return [Item(text, rule=scene.rule)] * gone


def _reserve_tokens_go(scene: Scene, number: int | str) -> list[Item]:
    scene.game.hive.tokens.captured += int(number)
    tokens = items(int(number), "command_tokens")
    text = say("Take {tokens} out of [the Hive]'s reinforcements into your fleet pool.", tokens=tokens)
    return [Item(text, rule=scene.rule)]


def _goods_go(scene: Scene, number: int | str) -> list[Item]:
    hive = scene.game.hive
    if number == "all":
        lost = lose_all_trade_goods(scene.game)
    else:
        lost = _so_many(number, hive.trade_goods)
        hive.trade_goods -= lost
    text = say("[The Hive] loses {items}.", items=items(lost, "trade_goods"))
    return [Item(text, rule=scene.rule)] if lost else []


def _tokens_go(scene: Scene, number: int | str, of: Sequence[str] = ("tactic", "strategy")) -> list[Item]:
    """Tokens go to the reinforcements: of two pools the fuller one gives, an even one keeps its strategy tokens."""
    tokens, lost = scene.game.hive.tokens, 0
    left = {"tactic": tokens.tactic, "strategy": tokens.strategy}
    while lost != number and any(left[pool] for pool in of):
        left[max(of, key=lambda pool: left[pool])] -= 1
        lost += 1
    tokens.tactic, tokens.strategy = left["tactic"], left["strategy"]
    text = say("[The Hive] loses {items}.", items=items(lost, "command_tokens"))
    return [Item(text, rule=scene.rule), pools(scene.game, UNCHANGED)] if lost else []


# What changes, for whom, and by how many.
_COME: dict[str, Callable[[Scene, Seat, int], list[Item]]] = {
    "action_cards": _hives_alone(lambda scene, number: [draw_cards(scene.game, number, scene.rule)]),
    **{f"{one}_fragments": _hives_alone(partial(_fragments_come, one)) for one in FRAGMENTS},
    "relics": _hives_alone(lambda scene, number: [line for _ in range(number) for line in gain_relic(scene.game)]),
    "secret_objectives": _hives_alone(lambda scene, number: [draw_secrets(scene.game, number, "5.5.no-limits")]),
    "trade_goods": _hives_alone(_goods_come),
    "victory_points": points_change,
}
_GO: dict[str, Callable[[Scene, Seat, int | str], list[Item]]] = {
    "action_cards": _hives_alone(lambda scene, number: discard(scene.game, number, scene.rule, scene.taken)),
    "command_tokens": _hives_alone(_tokens_go),
    "commodities": _hives_alone(_commodities_go),
    "fragments": _hives_alone(_fragments_go),
    "reserve_tokens": _hives_alone(_reserve_tokens_go),
    # The Hive's strategy pool pays for the fleet pool that it does not have.
    "strategy_tokens": _hives_alone(lambda scene, number: _tokens_go(scene, number, ["strategy"])),
    "tactic_tokens": _hives_alone(lambda scene, number: _tokens_go(scene, number, ["tactic"])),
    "trade_goods": _hives_alone(_goods_go),
    "victory_points": lambda scene, side, number: points_change(scene, side, -int(number)),
}


def _bends(scene: Scene, act: Bends) -> list[Item]:
    begin(scene.game, scene.source, act.effect, act.until, sides(scene, act))
    if isinstance(act.effect, PlanetsExhausted):
        return [Item(term("which", act.effect.which), rule=scene.rule)]
    return [Item(say("{source}: {effect}.", source=scene.called, effect=Name(act.effect.say)), rule=scene.rule)]


# --- what the table says of what the Hive gives up


def which(scene: Scene, act: GivesUp) -> tuple[AnyField, ...]:
    """Which fragment leaves the Hive, where it has more; and whether it discards cards instead."""
    kinds, fields = held_fragments(scene.game), list[AnyField]()
    if "fragments" in act.what and len(kinds) > 1:
        fields.append(OneOf(_FRAGMENT, say("Fragment"), tuple(Choice(one, FRAGMENT[one]) for one in kinds)))
    if act.discards:
        shown = Choice(_TAKEN, say("A player takes the card that is shown"))
        away = Choice(_DISCARDED, say("[The Hive] discards {cards}", cards=count(act.discards, "action card")))
        fields.append(OneOf(_WHICH, say("What happens"), (shown, away)))
    return tuple(fields)


def nothing_to_give(scene: Scene, act: GivesUp) -> Words:
    """Why the Hive has nothing of the kind, or nothing."""
    if "reserve_tokens" in act.what and scene.game.hive.tokens.captured:
        return say("A command token of [the Hive] is captured already.")
    if any(owned(scene.game, thing, stockpile=number == "all") for thing, number in act.what.items()):
        return ""
    if "notes" in act.what and givable(scene.game):
        return ""
    return _NONE.get(next(iter(act.what)), say("[The Hive] has nothing of the kind."))


_NONE: dict[str, Words] = {
    "fragments": say("[The Hive] has no relic fragment."),
    "notes": say("[The Hive] has no promissory note to give."),
    "reserve_tokens": say("No command token is left in [the Hive]'s reinforcements."),
}


BELONGINGS = say("[the Hive]'s belongings")
VERBS: Verbs = {
    Scene: {
        Bends: Verb(_bends),
        Gains: Verb(_gains, heading=BELONGINGS, note=_brings),
        GivesUp: Verb(gives_up, fields=which, hindered=nothing_to_give),
    }
}
