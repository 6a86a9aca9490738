"""What players own and do that changes the work of the Hive, a row for each; and the moments at which anything acts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal, get_args

from pydantic import Field, field_validator, model_validator

from hive.catalog.tables.acts import Act, CardAct, GivesUp, How, Says, Stands
from hive.catalog.tables.base import Box, Count, Frozen, Key, Name, Note, Table, Unit

HOOK_AT = "HookAt"
"""The hook that has the key of its moment with it: doings act there by themselves."""
Acting = Literal["rulebook", "doings", "agendas", "laws", "notes", "options"]
"""What acts by itself at a moment."""


class Moment(Frozen):
    """A moment by its key, and how pages say it.

    ``steps``: the keys of the steps at which the table meets it, all of which lie in its ``phase`` if it has one.
    ``hook``: the class of :mod:`hive.rules.moments` that a procedure names there, so that things act by
    themselves.
    """

    moment: Key
    words: Name
    steps: list[Name] = []
    phase: Literal["strategy", "action", "status", "agenda"] | None = None
    hook: Name | None = None


class Moments(Table):
    """decks/moments.yaml: all moments, and the order in which what acts at the same one does."""

    table: Literal["moments"]
    order: list[Acting]
    moments: list[Moment]

    @field_validator("order")
    @classmethod
    def _all_of_them(cls, order: list[Acting]) -> list[Acting]:
        if sorted(order) != sorted(get_args(Acting)):
            raise ValueError(f"each of these stands here once: {', '.join(get_args(Acting))}")
        return order

    @cached_property
    def by_key(self) -> dict[str, Moment]:
        """The moments by their key."""
        return {one.moment: one for one in self.moments}

    @cached_property
    def by_hook(self) -> dict[str, str]:
        """The key of the moment of each hook, by the name of its class; HookAt has its key with it."""
        return {one.hook: one.moment for one in self.moments if one.hook and one.hook != HOOK_AT}

    @cached_property
    def at_step(self) -> dict[str, set[str]]:
        """The keys of the moments at each step, by its key."""
        found: dict[str, set[str]] = {}
        for one in self.moments:
            for step in one.steps:
                found.setdefault(step, set()).add(one.moment)
        return found

    @cached_property
    def phase_of(self) -> dict[str, str]:
        """The phase in which a step lies, by its key, of those steps that lie in one alone."""
        return {step: one.phase for one in self.moments if one.phase for step in one.steps}

    def steps_of(self, keys: Iterable[str]) -> frozenset[str]:
        """The keys of all steps of some moments."""
        return frozenset(step for key in keys for step in self.by_key[key].steps)


# --- what players own and do that changes the work of the Hive


DoingKind = Literal[
    "ability",
    "action_card",
    "agent",
    "breakthrough",
    "breakthrough_unit",
    "commander",
    "edict",
    "flagship",
    "genome",
    "hero",
    "king_mech",
    "law",
    "legendary",
    "mech",
    "paradigm",
    "plot",
    "promissory",
    "relic",
    "strategy_card",
    "technology",
    "tf_ability",
    "tf_action_card",
    "tf_unit_upgrade",
    "unit",
]
Switch = Literal[
    "ability_off",
    "adjacency",
    "board_edit",
    "cards",
    "closed_system",
    "extra_hits",
    "funds",
    "hits_left",
    "no_sustain",
    "path",
    "pick_by_player",
    "remind",
    "reroll",
    "roll_modifier",
    "strategy_cards",
    "tokens",
    "turn_ends",
    "votes",
]
Mode = Literal["standard", "twilights_fall"]
Sabotage = Literal["no", "directly", "indirectly", "directly_on_its_law"]
Use = Literal["exhaust", "purge", "discard", "attach", "each_round", "each_combat", "each_turn", "per_undamaged_mech"]
Spared = Literal[
    "home",
    "mecatol_rex",
    "legendary",
    "wormhole_nexus",
    "creuss_home",
    "rebellion_home",
    "fracture",
    "dreadnought_with_exotrireme_ii",
]
# Where alone something works, on a map that the app knows. What is called own is the user's; with_own_, next_to_own_
# and with_or_next_to_own_ name a system by what stands in it or next to it: a planet, units, ships, or such a unit.
Only = Literal[
    "space",
    "ground",
    "neighbour",
    "two_not_passed",
    "own_planetary_shield",
    "next",
    "next_with_other_ships",
    "own_planet",
    "own_planet_or_free",
    "own_home",
    "with_own_planet",
    "with_own_units",
    "with_own_mech",
    "with_own_cruiser",
    "with_own_bombardment",
    "with_or_next_to_own_ships",
    "with_or_next_to_own_infantry",
    "with_or_next_to_own_space_dock",
    "with_or_next_to_own_flagship",
    "with_or_next_to_own_destroyer",
    "next_to_own_planet",
    "next_to_own_units",
    "next_to_own_space_dock",
    "wormhole_or_own_units",
    "breach_or_own_units",
    "no_other_ships",
    "no_attachments",
    "no_custodians",
    "two_ground_forces",
    "hazardous",
    "cultural",
    "tech_specialty",
    "wormhole",
    "gravity_rift",
    "rift_or_next_to_one",
    "supernova_or_next_to_one",
    "active_breach",
    "mecatol_rex",
]
# These a faction has from the beginning: who plays it has them, and nobody has to say so.
_INBORN: tuple[DoingKind, ...] = ("ability", "flagship", "mech", "unit")
Whose = Literal["anybody", "faction", "leader", "holder", "elected", "tyrant"]
_WHOSE: dict[DoingKind, Whose] = {
    "agent": "leader",
    "commander": "leader",
    "hero": "leader",
    "promissory": "holder",
    "law": "elected",
    "edict": "tyrant",
}
# These lie before a player from the splice on.
_SPLICED: tuple[DoingKind, ...] = ("tf_ability", "tf_unit_upgrade", "genome", "king_mech")


class Doing(Frozen):
    """Something that players own or do, and what it does to the work of the Hive, one thing after the other.

    ``faction`` brings it; without one anybody can have it. ``replaced_by``: boxes with a later print of it.
    ``sabotage``: whether the Hive can cancel it, and why (24.2.trigger); what is done to a law, where that is the
    Hive's. ``use``: what becomes of it, and so how often it can be used; ``where``: each of these holds of the place
    where it is used; ``not_against``: the places and units against which it cannot be used. ``each_time``: it acts by
    itself whenever its moment comes, where its owner has ships, one of the units ``beside``, or a ``fleet`` of so many
    ships other than fighters. ``hives``: it is this note of the Hive, and goes back to it with its use.
    """

    doing: Key
    name: Name
    kind: DoingKind
    box: Box | Literal["tf"]
    faction: Name | None = None
    when: Key
    switch: Switch
    does: Annotated[list[Act], Field(min_length=1)]
    use: Use | None = None
    optional: bool = True
    sabotage: Sabotage = "no"
    where: list[Only] = []
    not_against: list[Spared] = []
    replaced_by: list[Box] = []
    each_time: bool = False
    beside: list[Unit] = []
    fleet: Count = 0
    hives: Note | None = None

    @model_validator(mode="after")
    def _acts_when_it_is_used(self) -> Doing:
        acts = [act for act in self.does if isinstance(act, CardAct)]
        if any(act.at or act.only != CardAct().only or act.who == "elected" for act in acts):
            raise ValueError("'at', 'only' and 'who: elected' go with what agendas do")
        return self

    @property
    def whose(self) -> Whose:
        """Whose it is: who holds a promissory note or has a leader need not play its faction (Q142)."""
        if self.kind in _WHOSE:
            return _WHOSE[self.kind]
        return "faction" if self.faction is not None and self.box != "tf" else "anybody"

    @property
    def spliced(self) -> bool:
        """Whether it is a card that stays with whoever has it in Twilight's Fall."""
        return self.kind in _SPLICED

    @property
    def inborn(self) -> bool:
        """Whether its faction has it from the beginning; else the table says once that somebody has it."""
        return self.kind in _INBORN

    def comes_with(self, boxes: Collection[Box], mode: Mode) -> bool:
        """Whether it is in play with these boxes: in Twilight's Fall alone the cards of that mode, and relics."""
        fall = mode == "twilights_fall"
        if self.box == "tf" or any(box in boxes for box in self.replaced_by):
            return self.box == "tf" and fall
        return self.box in boxes and (not fall or self.kind in ("relic", "legendary", "unit"))

    @property
    def how(self) -> How:
        """How the app plays it: by itself, by a tap, on the sheet of a system, or it only says what the table does."""
        if self.each_time and self.inborn:
            return "itself"
        hows: set[How] = {_how(act, self.inborn) for act in self.does}
        order: tuple[How, ...] = ("itself", "tap", "sheet")
        return next((how for how in order if how in hows), "says")


def _how(act: Act, inborn: bool) -> How:
    if isinstance(act, Says):
        return act.how
    return "itself" if isinstance(act, Stands) and inborn else "tap"


class Doings(Table):
    """decks/doings.yaml: what players own and do that changes the work of the Hive."""

    table: Literal["doings"]
    mode: Mode = "standard"
    doings: list[Doing] = []

    @cached_property
    def by_key(self) -> dict[str, Doing]:
        """The rows by their keys."""
        return {one.doing: one for one in self.doings}

    @cached_property
    def each_time(self) -> dict[str, list[Doing]]:
        """What acts by itself at each moment."""
        found: dict[str, list[Doing]] = {}
        for one in self.doings:
            if one.each_time:
                found.setdefault(one.when, []).append(one)
        return found

    @cached_property
    def capturing(self) -> list[str]:
        """The factions that capture command tokens of the Hive."""
        gives = [(one.faction or "", act.what) for one in self.doings for act in one.does if isinstance(act, GivesUp)]
        return [faction for faction, what in gives if "reserve_tokens" in what]

    def standing(self, boxes: Iterable[Box]) -> Mapping[str, list[tuple[Doing, Stands]]]:
        """What holds with these boxes as long as somebody has it, by the faction that has it from the beginning.

        Empty for what everybody has; what nobody has from the beginning by its kind, such as ``commander``.
        """
        chosen = tuple(boxes)
        if chosen not in self._standing:
            found = dict[str, list[tuple[Doing, Stands]]]()
            for one in self.doings:
                if one.comes_with(chosen, self.mode):
                    whose = one.faction or "" if one.inborn else one.kind
                    found.setdefault(whose, []).extend((one, act) for act in stands(one))
            self._standing[chosen] = found  # only when it is whole: games are played side by side
        return self._standing[chosen]

    @cached_property
    def _standing(self) -> dict[tuple[Box, ...], dict[str, list[tuple[Doing, Stands]]]]:
        return {}


def stands(doing: Doing) -> Iterator[Stands]:
    """What holds as long as somebody has it."""
    return (act for act in doing.does if isinstance(act, Stands))
