"""The tables that a game keeps, in the words of today: what any earlier version has written opens for good.

A game keeps its tables, so that it goes on as it was begun. Three rules bring them to what the app reads now:

1. What their words meant is raised step by step, by a function for each change of the words. They are kept for good.
2. A field that a row lacks has come later: it is taken from our row of the same name, whether it is required or not.
3. Of a list that has come later, only those rows of ours are taken that fit: none for a card that the game lacks.

Moments that a game lacks join it: a row that nothing names does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import yaml
from pydantic import BaseModel

from hive.catalog.documents import Document, Keys, Problem
from hive.catalog.tables import Moment, RuleId, Tables

JsonObject = dict[str, Any]
RAISED = "raised"
"""Stands beside the tables that are kept: how many of the functions below they need no more."""


# --- 1: what the words meant


def _space_docks(tables: JsonObject) -> None:
    """The units of players alone came after the Hive's; what they are stands in our row."""
    rows = _rows(tables, "units", "units")
    if rows and not any(row.get("key") == "space_dock" for row in rows):
        tables["units"]["units"].append({"key": "space_dock"})


def _homes_without_units(tables: JsonObject) -> None:
    """What factions begin with was not known: homes were laid without units, and the logs go on from there."""
    for faction in _rows(tables, "factions", "factions"):
        _fill(faction, {"units": {}, "placed": {}})


_SELDOM_SAID: JsonObject = {
    "faction": None,
    "use": None,
    "optional": True,
    "sabotage": "no",
    "not_against": [],
    "replaced_by": [],
    "each_time": False,
    "beside": [],
    "fleet": 0,
}
_SELDOM_SAID_OF_ACTS: dict[str, JsonObject] = {
    "hits": {"number": 0, "units": [], "assign": "hive"},
    "loses": {
        "number": 0,
        "every": False,
        "half": False,
        "around": "",
        "units": [],
        "damaged": False,
        "chosen_by": "player",
        "becomes": "gone",
    },
    "bends": {"binds": "hive", "where": False},
    "stands": {"beside": [], "at": "system"},
    "repairs": {"every": False, "older": False, "units": []},
    "happens": {"number": 0},
    "belongings": {"loses": {}, "gains": {}},
    "pieces": {"units": {}, "arena": "space", "neutral": False, "coexist": False, "beside": []},
    "lays_token": {"moves": False},
    "takes_planet": {"coexisting": False},
    "strategy_cards": {"gains": 0},
}


def _rows_whole(tables: JsonObject) -> None:
    """Doings and their acts left out what was seldom said: there, a field that is absent had this value."""
    for moment in _rows(tables, "doings", "moments"):
        moment.setdefault("steps", [])
    for doing in _rows(tables, "doings", "doings"):
        _fill(doing, _SELDOM_SAID)
        for act in _dicts(doing.get("does")):
            _fill(act, _SELDOM_SAID_OF_ACTS.get(str(act.get("kind")), {}))


_SHARED, _HIVES = "transaction", "hives_transaction"


def _one_table_of_moments(tables: JsonObject) -> None:
    """Doings and reminders had moments of their own, and each of them one that was called "transaction".

    A table of moments that is there already keeps what these do not say.
    """
    shown = _rows(tables, "reminders", "moments")
    for row in (*shown, *_rows(tables, "reminders", "reminders")) if shown else ():
        if row.get("moment") == _SHARED:
            row["moment"] = _HIVES
        elif isinstance(named := row.get("moments"), list):
            row["moments"] = [_HIVES if one == _SHARED else one for one in named]
    known = {str(row.get("moment")): row for row in _rows(tables, "moments", "moments")}
    for row in (moved := [*_rows(tables, "doings", "moments"), *shown]):
        known.setdefault(str(row.get("moment")), {}).update(row)
    if moved:
        for table in _dicts([tables.get("doings"), tables.get("reminders")]):
            table.pop("moments", None)
        for table in _dicts([tables.setdefault("moments", {"table": "moments"})]):
            table["moments"] = list(known.values())


def _laws_in_agendas(tables: JsonObject) -> None:
    """What laws bent stood in a table of its own, with the numbers of what agendas did, which the rules knew by name.

    Without that table it is what our rows say.
    """
    laws = tables.pop("laws", None)
    rows = {row.get("law"): row for row in _dicts(laws.get("laws"))} if isinstance(laws, dict) else {}
    for agenda in _rows(tables, "agendas", "agendas") if rows else ():
        row = rows.get(agenda.get("name"), {})
        bends = [{"kind": "stands", "effect": effect} for effect in _dicts(row.get("effects"))]
        amounts = dict(row.get("amounts") or {})
        acts = deepcopy(_done_by_agendas().get(str(agenda.get("name")), []))
        used = [_with_amounts(act, amounts) for act in acts]
        left = {name: number for name, number in amounts.items() if not any(name in one for one in used)}
        agenda.update(does=[*bends, *acts], amounts=left)


def _with_amounts(act: JsonObject, amounts: JsonObject) -> set[str]:
    """Numbers stood under what they count, or under the outcome with which they mattered; out: those of this act."""
    what, units, used = act.get("what", {}), act.get("units", ()), set()
    for name, number in amounts.items():
        if name == act.get("only", {}).get("outcome"):
            what.update(dict.fromkeys(what, number))
        elif name in what:
            what[name] = number if type(what[name]) is int else what[name]
        elif act["kind"] == "puts" and name in units:
            units[name] = number
        elif "keep" in act and name in units:
            act["keep"] = number
        elif type(act.get("number")) is int and (name in units or name in act.get("group", "")):
            act["number"] = number
        else:
            continue
        used.add(name)
    return used


@cache
def _done_by_agendas() -> dict[str, list[JsonObject]]:
    """What each agenda did as its row came to say it."""
    found: dict[str, list[JsonObject]] = yaml.safe_load(_DONE_BY_AGENDAS)
    return found


_DONE_BY_AGENDAS = """
Anti-Intellectual Revolution:
  - {kind: bends, only: {outcome: against}, until: round, effect: {kind: planets_exhausted, which: per_technology,
     say: a planet of the Hive is exhausted for each of its technologies}}
  - {kind: removes, at: hive_researches, group: larger_ships, number: 1}
Conventions of War: [{kind: gives_up, only: {outcome: against, voted: against}, what: {action_cards: all}}]
Enforced Travel Ban: [{kind: removes, only: {outcome: against}, who: each, units: [pds], where: near_wormholes}]
Executive Sanctions: [{kind: gives_up, only: {outcome: against}, what: {action_cards: 1}}]
Homeland Defense Act: [{kind: removes, only: {outcome: against}, who: each, units: [pds], number: 1}]
Minister of Exploration: [{kind: gains, at: planet_gained, who: elected, what: {trade_goods: 1}}]
Publicize Weapon Schematics: [{kind: gives_up, only: {outcome: against, owns: war_sun}, what: {action_cards: all}}]
Shared Research: [{kind: command_token, only: {outcome: against}, who: each, where: home}]
Wormhole Reconstruction: [{kind: command_token, only: {outcome: against}, who: each, where: ships_at_wormholes}]
Archived Secret: [{kind: gains, who: elected, what: {secret_objectives: 1}}]
Arms Reduction:
  - {kind: removes, only: {outcome: for}, who: each, units: [dreadnought], keep: 2}
  - {kind: removes, only: {outcome: for}, who: each, units: [cruiser], keep: 4}
  - {kind: bends, only: {outcome: against}, until: round, effect: {kind: planets_exhausted, which: with_specialty,
     say: all planets of the Hive with a technology specialty are exhausted}}
Compensated Disarmament:
  - {kind: removes, who: each, group: ground_forces, where: elected}
  - {kind: gains, what: {trade_goods: each_lost}}
Economic Equality:
  - {kind: gives_up, what: {trade_goods: all}}
  - {kind: gains, only: {outcome: for}, what: {trade_goods: 5}}
New Constitution:
  - {kind: bends, only: {outcome: for}, until: round, effect: {kind: planets_exhausted, which: at_home,
     say: all planets of the Hive's main spawning system are exhausted}}
Seed of an Empire:
  - {kind: gains, only: {outcome: for, points: most}, who: each, what: {victory_points: 1}}
  - {kind: gains, only: {outcome: against, points: fewest}, who: each, what: {victory_points: 1}}
Swords to Plowshares:
  - {kind: removes, only: {outcome: for}, who: each, units: [infantry], number: half, where: each_planet}
  - {kind: gains, only: {outcome: for}, what: {trade_goods: each_lost}}
  - {kind: puts, only: {outcome: against}, who: each, units: {infantry: 1}, where: each_planet}
Unconventional Measures:
  - {kind: gains, only: {outcome: for, voted: for}, what: {action_cards: 2}}
  - {kind: gives_up, only: {outcome: against, voted: for}, what: {action_cards: all}}
Wormhole Research: [{kind: gives_up, only: {outcome: against, voted: against}, what: {command_tokens: 1}}]
Articles of War: [{kind: gains, only: {outcome: against, voted: for}, what: {trade_goods: 3}}]
Political Censure:
  - {kind: gains, at: law_comes, who: elected, what: {victory_points: 1}}
  - {kind: gives_up, at: law_goes, who: elected, what: {victory_points: 1}}
Clandestine Operations:
  - {kind: gives_up, only: {outcome: for}, what: {command_tokens: 2}}
  - {kind: gives_up, only: {outcome: against}, what: {strategy_tokens: 1}}
Minister of Antiquities: [{kind: gains, who: elected, what: {relics: 1}}]
Rearmament Agreement: [{kind: puts, only: {outcome: for}, who: each, units: {mech: 1}, where: home}]
"""


def _words_of_laws(tables: JsonObject) -> None:
    """When a law matters, in words for people, was called its moment."""
    for agenda in _rows(tables, "agendas", "agendas"):
        if "moment" in agenda:
            agenda["matters"] = agenda.pop("moment")


def _exploration_does(tables: JsonObject) -> None:
    """What an exploration card did stood in its kind; of any other card, in its deck."""
    others: dict[str, JsonObject] = {
        "cultural": {"kind": "replenishes"},
        "frontier": {"kind": "gains_commodities", "number": "frontier_commodities"},
        "hazardous": {"kind": "puts", "units": {"infantry": "hazardous_infantry"}, "where": "site"},
        "industrial": {"kind": "gains", "what": {"action_cards": "industrial_action_cards"}},
    }
    for card in _rows(tables, "exploration", "cards"):
        kind, deck = str(card.pop("kind", "")), str(card.get("deck"))
        fragment, attachment, token = (card.pop(field, None) for field in ("fragment", "attachment", "token"))
        attaches = {"kind": "attaches", "attachment": attachment}
        laid = [{"kind": "lays_token", "tokens": [token]}, {"kind": "card_goes", "to": "purged"}]
        rule, does = {
            "relic_fragment": ("23.fragment.keep", [{"kind": "gains", "what": {f"{fragment}_fragments": 1}}]),
            "attachment_resources_influence": ("23.card.resource-influence", [attaches]),
            "attachment_tech_specialty": ("23.card.technology-specialty", [attaches]),
            "gamma_wormhole": ("23.card.gamma-wormhole", laid),
            "mirage": ("23.card.mirage", laid),
            "ion_storm": ("2.board.ion-card", []),
            "other": (f"23.{kind}.{deck}", [others.get(deck, {}), {"kind": "card_goes", "to": "discarded"}]),
        }.get(kind, ("", []))
        if rule:
            card.update(rule=rule, does=deepcopy(does))


def _one_vocabulary(tables: JsonObject) -> None:
    """What leaves the Hive or comes to it, and dice that are rolled again, had kinds of their own in doings."""
    for doing in _rows(tables, "doings", "doings"):
        if isinstance(doing.get("does"), list):
            doing["does"] = [new for act in doing["does"] for new in (_raised(act) if isinstance(act, dict) else [act])]


def _raised(act: JsonObject) -> list[JsonObject]:
    kind, number = act.get("kind"), act.get("number", 1)
    if kind == "belongings":
        away, here = act.get("loses"), act.get("gains")
        discards = {"discards": act["discards"]} if "discards" in act else {}
        gone = {"kind": "gives_up", "what": away, **discards}
        return [*([gone] if away or discards else []), *([{"kind": "gains", "what": here}] if here else [])]
    if kind == "rerolls":
        effect = {"kind": "rerolled", "say": "the Hive rolls its dice again", "rolls": act.get("rolls")}
        return [{"kind": "bends", "effect": effect, "until": "roll", "binds": "hive", "where": False}]
    named = {"gives_note": "notes", "gives_fragment": "fragments", "captures_token": "reserve_tokens"}
    return [{"kind": "gives_up", "what": {named[kind]: number}}] if kind in named else [act]


def _who_is_bound(tables: JsonObject) -> None:
    """Whom an effect of doings binds was said beside whom it is for."""
    for doing in _rows(tables, "doings", "doings"):
        for act in _dicts(doing.get("does")):
            if act.get("kind") == "bends" and (bound := act.pop("binds", "hive")) != "hive":
                act["who"] = "each" if bound == "all" else bound


def _says_how(tables: JsonObject) -> None:
    """What the app has at its own place was a kind of its own in doings, beside what they only say."""
    for doing in _rows(tables, "doings", "doings"):
        for act in _dicts(doing.get("does")):
            if act.get("kind") == "elsewhere":
                act["kind"] = "says"
            elif act.get("kind") == "says":
                act.setdefault("how", "says")


def _table_judges(tables: JsonObject) -> None:
    """What an agenda weighs for the vote of the Hive was not said: the table judged, and goes on with that."""
    for agenda in _rows(tables, "agendas", "agendas"):
        agenda.setdefault("weighs", None)


RAISINGS: tuple[Callable[[JsonObject], None], ...] = (
    _space_docks,
    _homes_without_units,
    _rows_whole,
    _one_table_of_moments,
    _laws_in_agendas,
    _words_of_laws,
    _exploration_does,
    _one_vocabulary,
    _who_is_bound,
    _says_how,
    _table_judges,
)
"""Each changes the data of tables that were written before it. The next one comes behind the others; none goes."""


def raise_files(documents: Iterable[Document]) -> None:
    """Put what now stands in another table there. In: the files of a whole set of tables, a later one before ours."""
    data = [one.data for one in documents if isinstance(one.data, dict)]
    tables = {str(one.get("table")): one for one in data}
    for function in (_one_table_of_moments, *RAISINGS[RAISINGS.index(_words_of_laws) :]):
        function(tables)


def with_our_acts(agendas: Document, ours: Document) -> None:
    """Have a file of agendas from before their rows said what they do, do what ours of the same name do."""
    tables = {"agendas": agendas.data} if isinstance(agendas.data, dict) else {}
    rows = _rows(tables, "agendas", "agendas")
    if any("does" in row for row in rows):
        return
    known = {row.get("name"): row for row in _rows({"agendas": ours.data}, "agendas", "agendas")}
    for row in rows:
        like = known.get(row.get("name"), {})
        row.update({field: like[field] for field in ("does", "amounts") if field in like})


def with_our_figures(figures: Document, ours: Document) -> None:
    """Have a file of figures say as ours does what it leaves out."""
    if isinstance(figures.data, dict) and isinstance(ours.data, dict):
        _fill(figures.data, ours.data)


class LaterWords(ValueError):
    """The tables are of a later version of the app."""


def raise_words(tables: JsonObject) -> None:
    """Bring the data of stored tables to the words of today. Raises LaterWords."""
    done = tables.pop(RAISED, 0)
    if type(done) is not int or not 0 <= done <= len(RAISINGS):
        raise LaterWords
    for function in RAISINGS[done:]:
        function(tables)


def _rows(tables: JsonObject, table: str, field: str) -> Sequence[JsonObject]:
    """The rows of a table, as far as there are any: what is stored may come from anyone."""
    found = tables.get(table)
    return _dicts(found.get(field)) if isinstance(found, dict) else []


def _dicts(rows: Any) -> list[JsonObject]:
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _fill(row: JsonObject, seldom_said: JsonObject) -> None:
    for field, value in seldom_said.items():
        row.setdefault(field, value)


# --- 2: what has come later


class Completed:
    """Stored data with what has come later: the whole ``data``, and the places of it that were ``filled`` from ours.

    ``lacking``: some row lacks a field, and no row of ours has its name.
    """

    def __init__(self, stored: JsonObject, *ours: JsonObject) -> None:
        """In: our tables, and others for the rows that ours lack."""
        self.filled: list[Keys] = []
        self.lacking = False
        self.data: JsonObject = self._fields(Tables, stored, ours, ())

    def _fields(self, model: type[BaseModel], stored: JsonObject, ours: Sequence[JsonObject], keys: Keys) -> JsonObject:
        found = dict(stored)
        for name, kind in _kinds(model).items():
            if name in found and kind is None:
                continue
            known = [one[name] for one in ours if name in one]
            if kind is not None and name in found:
                found[name] = self._value(kind, found[name], known, (*keys, name))
            elif known:
                found[name] = deepcopy(known[0])
                self.filled.append((*keys, name))
            else:
                self.lacking = True
        return found

    def _value(self, kind: _Kind, stored: Any, ours: Sequence[Any], keys: Keys) -> Any:
        if kind.rows and isinstance(stored, list):
            named = [_by_name(kind, rows) for rows in ours]
            rows = [*stored, *_lacked(named[0], _by_name(kind, stored))] if kind.only_named and named else stored
            return [self._row(kind, row, named, (*keys, place)) for place, row in enumerate(rows)]
        if kind.rules and isinstance(stored, dict):
            # The rules of the numbers beside it, of which some may be new.
            return {**next(iter(_dicts(ours)), {}), **stored}
        model = None if kind.rows else kind.model_of(stored)
        if model is None:
            return stored
        like = [one for one in _dicts(ours) if kind.model_of(one) is model]
        return self._fields(model, stored, like, keys)

    def _row(self, kind: _Kind, row: Any, ours: Sequence[dict[str, list[JsonObject]]], keys: Keys) -> Any:
        """A row, from ours of its name; where several have that, from the one that is most alike."""
        model = kind.model_of(row)
        if model is None:
            return row
        named = [rows.get(_name(model, row), []) for rows in ours]
        return self._fields(model, row, [max(rows, key=lambda one: _alike(one, row)) for rows in named if rows], keys)


@dataclass(frozen=True)
class _Kind:
    """What a field holds: values of some ``models``, in ``rows`` or not; or the ``rules`` of the numbers beside it.

    Of several models each has its own ``kind``, by which they stand here; one alone stands at "".
    """

    models: Mapping[str, type[BaseModel]]
    rows: bool
    rules: bool

    @property
    def only_named(self) -> bool:
        """Whether its rows do nothing but have a name for others."""
        return Moment in self.models.values()

    def model_of(self, stored: Any) -> type[BaseModel] | None:
        """The model of stored data; None if it has none."""
        if not isinstance(stored, dict):
            return None
        return self.models.get("" if len(self.models) == 1 else str(stored.get("kind")))


@cache
def _kinds(model: type[BaseModel]) -> dict[str, _Kind | None]:
    """What each field of a model holds; None for a plain value."""
    return {name: _kind(field.annotation) for name, field in model.model_fields.items()}


def _kind(annotation: Any) -> _Kind | None:
    models = _models(annotation)
    if not models and annotation != dict[str, RuleId]:
        return None
    named = {"": models[0]} if len(models) == 1 else {_own_kind(one): one for one in models}
    return _Kind(named, rows=get_origin(annotation) is list, rules=annotation == dict[str, RuleId])


def _own_kind(model: type[BaseModel]) -> str:
    (kind,) = get_args(model.model_fields["kind"].annotation)
    return str(kind)


def _models(kind: Any) -> list[type[BaseModel]]:
    """The models of a value, or of the rows of a list."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    inner = get_args(kind)[:1] if get_origin(kind) is Annotated else get_args(kind)
    return [model for one in inner for model in _models(one)] if get_origin(kind) in _AROUND else []


_AROUND = (list, Annotated, Union, UnionType)


def _name(model: type[BaseModel], row: JsonObject) -> str:
    return str(row.get(named_by(model)))


@cache
def named_by(model: type[BaseModel]) -> str:
    """The field that says what a row is called: the first of its own, not one of those of what it is a kind of."""
    return next((field for field in model.__annotations__ if field in model.model_fields), "")


def _by_name(kind: _Kind, rows: Any) -> dict[str, list[JsonObject]]:
    found: dict[str, list[JsonObject]] = {}
    for row in _dicts(rows):
        model = kind.model_of(row)
        if model is not None:
            found.setdefault(_name(model, row), []).append(row)
    return found


def _lacked(ours: dict[str, list[JsonObject]], stored: Mapping[str, object]) -> list[JsonObject]:
    return [row for name, rows in ours.items() if name not in stored for row in rows]


def _alike(one: JsonObject, other: JsonObject) -> int:
    return sum(field in one and one[field] == value for field, value in other.items())


# --- 3: what the game lacks


def without_misfits(completed: Completed, problems: Iterable[Problem]) -> bool:
    """Take those rows of ours out that do not fit the game's tables; whether there were any."""
    rows = {row for kind, keys, _ in problems if (row := _row_of_ours(completed.filled, (kind, *keys)))}
    for *way, index in sorted(rows, key=lambda row: (row[:-1], row[-1]), reverse=True):
        around: Any = completed.data
        for key in way:
            around = around[key]
        del around[index]
    return bool(rows)


def _row_of_ours(filled: Iterable[Keys], place: Keys) -> Keys:
    """The row in which a place lies, if it came with a list of ours."""
    for keys in filled:
        if place[: len(keys)] == keys:
            return next((place[: end + 1] for end in range(len(keys), len(place)) if isinstance(place[end], int)), ())
    return ()
