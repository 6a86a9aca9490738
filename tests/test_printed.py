"""Every row of what players own and do, of laws and of directives says what is printed on it: tests/printed.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from hive.catalog.documents import LOADER
from hive.catalog.reading import load_tables
from hive.catalog.tables.acts import (
    Act,
    Attaches,
    Bends,
    CardAct,
    DestroysPlanet,
    Exhausts,
    Gains,
    GivesUp,
    Happens,
    Hits,
    LaysTile,
    LaysToken,
    Loses,
    MovesHive,
    Pieces,
    Puts,
    Removes,
    Repairs,
    Says,
    Stands,
    StrategyCards,
    SwapsSystems,
    TakesPlanet,
    Token,
)
from hive.catalog.tables.cards import Agenda
from hive.catalog.tables.doings import Doing
from hive.catalog.tables.effects import (
    AbilityOff,
    AsFlagship,
    BorderClosed,
    CannonGained,
    ClosedTo,
    HitsCancelled,
    NoBombardment,
    NoLanding,
    PathBlocked,
    PathOpened,
    Rerolled,
    RiftAt,
    RollModifier,
    WayOpened,
    WormholeAt,
    WormholesCut,
    WormholesJoined,
    WormholesLead,
)

PRINTED = yaml.load((Path(__file__).parent / "printed.yaml").read_text(encoding="utf-8"), LOADER)
FIELDS = ("where", "whose", "number", "until", "use", "sabotage")
TABLES = load_tables()
EXCEPTIONS = {
    (row, field): one["why"] for one in PRINTED["exceptions"] for row in one["rows"] for field in one["fields"]
}
Facts = dict[str, object]


def as_set(where: object) -> set[object]:
    """One place or several; none where it can be used anywhere."""
    return set(where if isinstance(where, list) else [where]) - {"any"}


# --- what our rows of what players own and do say

_BESIDE = {"system": "its_system", "planet": "its_planet", "near": "its_system_and_next", "breach": "active_breach"}
_ON_ITS_PLANET = ("commit", "ground_start")
_SABOTAGE = {
    "no": "none",
    "directly": "direct",
    "indirectly": "indirect",
    "directly_on_its_law": "direct_if_hive_owns_it",
}
_HAND = ("action_card", "tf_action_card")


def places(act: Act) -> set[str]:
    """Where an act is done: in space, on a planet, in a whole system, or where a thing of its owner stands."""
    if isinstance(act, Hits | Loses | Pieces):
        around = {"mecatol_rex_or_next_to_it"} if isinstance(act, Loses) and act.around else set()
        free = {"no_units"} if isinstance(act, Pieces) and act.neutral else set()
        beside = {"its_planet"} if isinstance(act, Pieces) and act.beside else set()
        alike = {"of_its_type"} if isinstance(act, Loses) and act.alike else set()
        return ({act.arena} - {"anywhere"}) | around | free | beside | alike
    if isinstance(act, TakesPlanet):
        return {"ground", "coexisting" if act.coexisting else "no_units"}
    if isinstance(act, Attaches):
        return {"ground", "own_planet"}
    if isinstance(act, DestroysPlanet | Exhausts) or (isinstance(act, Happens) and act.event == "planet_exhausted"):
        return {"ground"}
    if isinstance(act, Happens) and act.event == "diplomacy_rider":
        return {"system", "own_planet"}
    if isinstance(act, LaysTile | Token | SwapsSystems):
        return {"system"}
    if isinstance(act, MovesHive):
        return {"space"}
    if isinstance(act, Bends | Stands):
        return _of_effect(act)
    return set()


def _of_effect(act: Bends | Stands) -> set[str]:
    effect, found = act.effect, set[str]()
    if isinstance(act, Bends) and act.where:
        found.add("system")
    if isinstance(act, Stands) and act.beside:
        found |= {_BESIDE[act.at]} | ({"ground"} if act.at == "planet" else set())
    if isinstance(effect, AbilityOff) and effect.arena != "anywhere":
        found.add(effect.arena)
    if isinstance(effect, NoLanding):
        found.add("ground")
    if isinstance(effect, CannonGained) and effect.adjacent:
        found.add("its_system_and_next")
    if isinstance(effect, WormholesLead):
        found.add("wormhole")
    if isinstance(effect, PathOpened):
        found.add("with_own_ships")
    if isinstance(effect, ClosedTo):
        found |= {effect.anomaly, "with_own_ships"}
    if isinstance(effect, PathBlocked | RiftAt | WormholeAt):
        one = effect.units[0]
        found.add("its_system" if one == "flagship" else "with_own_structure" if one == "pds" else f"with_own_{one}")
    return found


def number(act: Act) -> object:
    """How many of what it is about."""
    if isinstance(act, Hits):
        return act.number or "counted"
    if isinstance(act, Loses):
        return "all" if act.every else "half" if act.half else act.number or "counted"
    if isinstance(act, Repairs):
        return "all" if act.every else 1
    if isinstance(act, Bends | Stands):
        return _number_of_effect(act)
    if isinstance(act, Gains | GivesUp):
        return next(iter(act.what.values()))
    if isinstance(act, Pieces):
        moved = [*act.units.values()][:1] if act.change == "swap" else [*act.units.values()]
        return "counted" if act.beside else act.number or sum(moved) or "counted"
    if isinstance(act, StrategyCards):
        return "counted" if act.change == "goods" else 1
    if isinstance(act, Says):
        return "none"
    if isinstance(act, TakesPlanet) and act.coexisting:
        return "all"
    if isinstance(act, MovesHive | LaysTile | Exhausts):
        return "all"
    return 2 if isinstance(act, SwapsSystems) else getattr(act, "number", 0) or 1


def _number_of_effect(act: Bends | Stands) -> object:
    effect = act.effect
    if isinstance(effect, HitsCancelled):
        return effect.number or "counted"
    if isinstance(effect, RollModifier):
        return effect.bonus
    if isinstance(effect, AsFlagship):
        return 1
    if isinstance(effect, Rerolled):
        return "all"
    return effect.number if isinstance(effect, BorderClosed) else "none"


def until(act: Act) -> str:
    """How long it lasts."""
    if isinstance(act, Bends):
        return "at_once" if isinstance(act.effect, Rerolled) else act.until
    if isinstance(act, StrategyCards) and act.change == "close":
        return "round"
    if isinstance(act, LaysToken | Attaches):
        return "game"
    return "always" if isinstance(act, Stands) else "at_once"


def use(doing: Doing) -> str:
    """What becomes of it, and so how often it is used."""
    if doing.use is not None:
        return doing.use
    if doing.kind in _HAND:
        return "discard"
    if doing.kind == "promissory":
        return "return"
    stands = all(isinstance(act, Stands) for act in doing.does)
    return "always" if not doing.optional and (stands or doing.when == "always") else "each_time"


def facts_of_doing(doing: Doing) -> Facts:
    where: set[str] = {f"not_{one}" for one in doing.not_against} | {*doing.where}
    for act in doing.does:
        where |= places(act)
    if doing.each_time and doing.beside and "its_planet" not in where:
        where |= {"its_planet", "ground"} if doing.when in _ON_ITS_PLANET else {"its_system"}
    numbers = [number(act) for act in doing.does]
    return {
        "where": where,
        "whose": doing.whose,
        "number": numbers[0] if len({*numbers}) == 1 or doing.kind != "edict" else numbers,
        "until": next((lasts for act in doing.does if (lasts := until(act)) != "at_once"), "at_once"),
        "use": use(doing),
        "sabotage": _SABOTAGE[doing.sabotage],
    }


# --- what our rows of laws and directives say

_ELECTED = {"elect_player": "elected", "elect_planet": "controller"}


def facts_of_agenda(agenda: Agenda) -> Facts:
    amounts = [one.bonus for one in agenda.bends if isinstance(one, RollModifier)]
    amounts += [number for act in agenda.acts for number in _amounts_of_act(act)]
    amounts = [*dict.fromkeys(amounts), *agenda.amounts.values()]
    law = agenda.type == "law"
    return {
        "where": _where_of_agenda(agenda),
        "whose": _ELECTED.get(agenda.outcome, "all"),
        "number": (amounts[0] if len(amounts) == 1 else amounts) if amounts else agenda.action_cards or "none",
        "until": "always" if law else "at_once",
        "use": "discard" if agenda.once or not law else "always",
        "sabotage": "none",
    }


def _amounts_of_act(act: CardAct) -> list[int]:
    found = [*act.what.values()] if isinstance(act, Gains | GivesUp) else []
    found += [act.number, act.keep or ""] if isinstance(act, Removes) else []
    found += [*act.units.values()] if isinstance(act, Puts) else []
    return [one for one in found if isinstance(one, int)]


def _where_of_agenda(agenda: Agenda) -> set[str]:
    found = {"ground"} if agenda.outcome == "elect_planet" else set[str]()
    found |= {agenda.trait} if agenda.trait else set()
    found |= {"not_home", "not_mecatol_rex"} if agenda.no_home_or_rex else set()
    for effect in agenda.bends:
        if isinstance(effect, WormholesCut | WormholesJoined):
            found |= {*effect.wormholes}
        if isinstance(effect, WormholesCut) and effect.role:
            found.add(effect.role)
        if isinstance(effect, NoBombardment):
            found |= {"ground", effect.trait}
        if isinstance(effect, WayOpened):
            found.add(effect.anomaly)
    return found


# --- the tests

OURS: dict[str, dict[str, Facts]] = {
    "doings": {one.doing: facts_of_doing(one) for one in TABLES.doings.doings},
    "laws": {one.name: facts_of_agenda(one) for one in TABLES.agendas.agendas if one.type == "law"},
    "directives": {one.name: facts_of_agenda(one) for one in TABLES.agendas.agendas if one.type == "directive"},
}
ROWS = [(group, row) for group in OURS for row in PRINTED[group]]


def differing(group: str, row: str) -> dict[str, tuple[object, object]]:
    """The fields in which a row of ours is not what is printed: what is printed, and what we say."""
    printed, ours = PRINTED[group][row], OURS[group][row]
    found = {}
    for field in FIELDS:
        wanted = as_set(printed[field]) if field == "where" else printed[field]
        if wanted != ours[field]:
            found[field] = (printed[field], ours[field])
    return found


@pytest.mark.parametrize("group", OURS)
def test_each_row_of_ours_has_its_printed_facts_and_none_is_missing(group: str) -> None:
    assert list(PRINTED[group]) and {*PRINTED[group]} == {*OURS[group]}
    for row, facts in PRINTED[group].items():
        assert list(facts) == [*FIELDS, "unsure"], row


@pytest.mark.parametrize(("group", "row"), ROWS)
def test_a_row_says_what_is_printed_field_by_field(group: str, row: str) -> None:
    assert {one: both for one, both in differing(group, row).items() if (row, one) not in EXCEPTIONS} == {}


def test_an_exception_is_needed_has_its_reason_and_stands_once() -> None:
    needed = {(row, field) for group, row in ROWS for field in differing(group, row)}
    listed = [(row, field) for one in PRINTED["exceptions"] for row in one["rows"] for field in one["fields"]]
    assert [one for one in listed if one not in needed] == []
    assert len(listed) == len(set(listed))
    assert all(len(one["why"]) > 20 for one in PRINTED["exceptions"])
