"""What acts do to belongings, and what they bend. Rules: page 29, 14.counter.fleet-removal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from hive.catalog.tables import Fragment, PlanetsExhausted, Seat
from hive.catalog.tables.acts import Bends, CardAct, Gains, GivesUp
from hive.effects import begin
from hive.model.game import Game, NoteHeld
from hive.naming import by_now, items
from hive.rules.acts.core import UNCHANGED, Asking, Plain, Scene, amount, sides
from hive.rules.area import draw_cards, gain_points_told, lose_all_trade_goods, pools, trade_goods_come
from hive.rules.exploration.exploring import (
    FRAGMENT,
    FRAGMENTS,
    gain_fragment,
    gain_relic,
    held_fragments,
    lose_fragment,
)
from hive.rules.notes import back_from_hive
from hive.rules.objectives.scoring import draw_secrets
from hive.steps import Item
from hive.words import Name, Words, count, say

Amount = TypeVar("Amount")
NOTE_TOLD, FRAGMENT_TOLD = "note", "fragment"
"""What the table says of what leaves the Hive: which notes (the second one is ``note_2``), and which fragment."""


def _gains(scene: Scene, act: Gains) -> list[Item]:
    told = [(thing, amount(scene, number)) for thing, number in act.what.items()]
    return [line for side in sides(scene, act) for thing, number in told for line in _COME[thing](scene, side, number)]


def _gives_up(scene: Scene, act: GivesUp) -> list[Item]:
    told = act.what.items()
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
    text = say("{law}: [the Hive] gains {goods}.", law=Name(scene.source), goods=items(number, "trade_goods"))
    return [replace(line, text=text) for line in lines]


def points_change(scene: Scene, side: Seat, number: int) -> list[Item]:
    """A side gains victory points, or loses them; what that brings is told as well."""
    more, who = gain_points_told(scene.game, side, number), scene.game.name(side)
    points = count(abs(number), "victory point")
    text = say("{who!c} gains {points}.", who=who, points=points)
    if number < 0:
        text = say("{who!c} loses {points}.", who=who, points=points)
    return [Item(text, Name(scene.source) if scene.named else "", scene.rule), *more]


def _so_many(number: int | str, there: int) -> int:
    """As many as there are of so many, or all."""
    return there if number == "all" else min(int(number), there)


def discard(game: Game, number: int | str, rule: str, taken: bool = False) -> list[Item]:
    """Action cards leave the Hive's hand, as many as it holds of so many, or all; a player may have ``taken`` them."""
    hive = game.hive
    lost = _so_many(number, hive.action_cards)
    hive.action_cards -= lost
    cards = count(lost, "random action card")
    text = say("[The Hive] loses {cards}.", cards=cards) if taken else say("[The Hive] discards {cards}.", cards=cards)
    return [Item(text, by_now(hive.action_cards), rule)] if lost else []


def _commodities_go(scene: Scene, number: int | str) -> list[Item]:
    hive = scene.game.hive
    lost = _so_many(number, hive.commodities)
    hive.commodities -= lost
    text = say("[The Hive] loses {commodities}.", commodities=count(lost, "commodity", "commodities"))
    return [Item(text, rule=scene.rule)] if lost else []


def _fragments_go(scene: Scene, number: int | str) -> list[Item]:
    """Of the kind that is told, or else of the first."""
    held = held_fragments(scene.game)
    kind = next((one for one in held if one == scene.args.get(FRAGMENT_TOLD)), held[0])
    gone = lose_fragment(scene.game, kind, int(number))
    text = say("Take {fragment} from [the Hive].", fragment=FRAGMENT[kind])
    return [Item(text, rule=scene.rule)] * gone


def note_value(note: NoteHeld) -> str:
    """What a note is called in the log."""
    return f"{note.owner}.{note.kind}"


def named_notes(args: Mapping[str, object]) -> list[object]:
    """The notes that the table has named."""
    return [value for name, value in args.items() if name.startswith(NOTE_TOLD)]


def _notes_go(scene: Scene, number: int | str) -> list[Item]:
    """The notes that are named go back, or all where the Hive has no more."""
    held, named = scene.game.hive.notes, named_notes(scene.args)
    notes = [one for one in held if note_value(one) in named] or held[: _so_many(number, len(held))]
    return [line for one in notes for line in back_from_hive(scene.game, one.owner, one.kind)]


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
    text = say("[The Hive] loses {goods}.", goods=items(lost, "trade_goods"))
    return [Item(text, rule=scene.rule)] if lost else []


def _tokens_go(scene: Scene, number: int | str, of: Sequence[str] = ("tactic", "strategy")) -> list[Item]:
    """Tokens go to the reinforcements: of two pools the fuller one gives, an even one keeps its strategy tokens."""
    tokens, lost = scene.game.hive.tokens, 0
    left = {"tactic": tokens.tactic, "strategy": tokens.strategy}
    while lost != number and any(left[pool] for pool in of):
        left[max(of, key=lambda pool: left[pool])] -= 1
        lost += 1
    tokens.tactic, tokens.strategy = left["tactic"], left["strategy"]
    text = say("[The Hive] loses {tokens}.", tokens=items(lost, "command_tokens"))
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
    "notes": _hives_alone(_notes_go),
    "reserve_tokens": _hives_alone(_reserve_tokens_go),
    # The Hive's strategy pool pays for the fleet pool that it does not have.
    "strategy_tokens": _hives_alone(lambda scene, number: _tokens_go(scene, number, ["strategy"])),
    "tactic_tokens": _hives_alone(lambda scene, number: _tokens_go(scene, number, ["tactic"])),
    "trade_goods": _hives_alone(_goods_go),
    "victory_points": lambda scene, side, number: points_change(scene, side, -int(number)),
}


_LATER: dict[str, Words] = {
    "per_technology": say("Next strategy phase a planet of [the Hive] is exhausted for each technology."),
    "with_specialty": say("Next strategy phase all planets of [the Hive] with a technology specialty are exhausted."),
    "at_home": say("Next strategy phase all planets of [the Hive]'s main spawning system are exhausted."),
}


def _bends(scene: Scene, act: Bends) -> list[Item]:
    begin(scene.game, scene.source, act.effect, act.until, sides(scene, act))
    if isinstance(act.effect, PlanetsExhausted):
        return [Item(_LATER[act.effect.which], rule=scene.rule)]
    return [Item(say("{source}: {effect}.", source=Name(scene.source), effect=Name(act.effect.say)), rule=scene.rule)]


PLAIN: Mapping[type[CardAct], Plain] = {Bends: _bends, Gains: _gains, GivesUp: _gives_up}
ASKING: Mapping[type[CardAct], Asking] = {}
