"""The pages about the Hive's mind: why it goes nowhere else, what threatens the players, its units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flask import Blueprint, current_app, make_response, redirect, render_template, request, url_for

from hive.board.movement import move_value
from hive.catalog.tables import AbilitiesOff, CombatValue, Seat, UnitType, Zone
from hive.effects import effects
from hive.engine.errors import JsonObject
from hive.games.present import Present
from hive.model.game import PLAYERS, Game
from hive.naming import enough, system_short, system_tile
from hive.naming import units as unit_words
from hive.rules.area import counters, faction_bonus
from hive.rules.combat.units import KIND_WORDS, ROLLS, combat_value, faded, upgrades
from hive.rules.deck import SIDES
from hive.rules.diagrams.damage import can_sustain
from hive.rules.tactical import intent
from hive.rules.tactical.intent import Threat
from hive.rules.tactical.telling import why_not_there
from hive.steps import Ask, Compared, Marks, Rival, Step, Tell, Undertaking, Why
from hive.store import write_document
from hive.web.door import NOT_FOUND, GamePage, View, framed, games
from hive.web.drawing.galaxy import game_map, map_view
from hive.web.drawing.shapes import MapView
from hive.web.messages import message
from hive.words import Name, Typed, Words, count, listed, printed, say, sentence

# --- the Hive's units as they are now


@dataclass(frozen=True)
class UnitNow:
    """A type of unit of the Hive as it is now.

    ``on_board`` is how many of it stand there, ``hit`` the lowest die that hits in combat, None for a unit that rolls
    none; ``bent`` says what changes its values, by the source; ``locked``: the upgrade that it needs is not gained.
    """

    unit: UnitType
    name: Words
    on_board: int
    dice: int
    hit: int | None
    move: int
    sustains: bool
    abilities: tuple[Words, ...]
    bent: tuple[Words, ...]
    locked: bool


def units_now(game: Game) -> tuple[UnitNow, ...]:
    """Every type of unit, in the order of the tables."""
    return tuple(_unit_now(game, unit) for unit in game.tables.units.units)


def faction_words(game: Game) -> Words:
    """What the Hive's faction adds to all of them. Rule: 1.setup.faction."""
    ability = game.tables.units.faction_ability
    if game.hive.ability_lost:
        return say("{ability} is lost: it adds nothing any more.", ability=Name(ability.name))
    return say(
        "{ability} is counted already: it adds {bonus} to each combat roll.",
        ability=Name(ability.name),
        bonus=ability.combat_bonus,
    )


def _unit_now(game: Game, unit: UnitType) -> UnitNow:
    value, _ = combat_value(game, unit.key, "combat")
    return UnitNow(
        unit=unit,
        name=sentence(Name(unit.name)),
        on_board=game.hive.units.get(unit.key, 0),
        dice=value.dice if value else 0,
        hit=min(SIDES, max(1, value.hit - _bonus_of(game, unit))) if value else None,
        move=move_value(game.tables, unit.key, game.hive.upgrades),
        sustains=can_sustain(game, unit.key),
        abilities=tuple(_abilities(game, unit)),
        bent=tuple(_bent(game, unit, value)),
        locked=unit.needs_upgrade is not None and unit.needs_upgrade not in game.hive.upgrades,
    )


def _bonus_of(game: Game, unit: UnitType) -> int:
    """What is added to each combat roll of a unit."""
    bent = effects(game).roll_modifiers(game.tables.units.kind_of(unit.key))
    return faction_bonus(game) + sum(bent.values())


def _abilities(game: Game, unit: UnitType) -> Iterator[Words]:
    """What a unit can do beside its combat, unless it is off now."""
    if faded(game, "hive") or any(unit.key in one.effect.units for one in effects(game).of(AbilitiesOff)):
        return
    for kind, words in KIND_WORDS.items():
        value, _ = combat_value(game, unit.key, ROLLS[kind])
        if value:
            yield say("{ability} {hit} ({dice})", ability=words, hit=value.hit, dice=count(value.dice, "die", "dice"))
    if unit.planetary_shield:
        yield say("Planetary shield")
    if unit.ignores_planetary_shield:
        yield say("Ignores planetary shields")
    if unit.lends_combat:
        yield say("+{bonus} to other ships there", bonus=unit.lends_combat)
    if unit.hits_when_sustaining:
        yield say("{hits} when it sustains", hits=count(unit.hits_when_sustaining, "hit"))


def _bent(game: Game, unit: UnitType, value: CombatValue | None) -> Iterator[Words]:
    """What makes its values other than printed: upgrades first, then effects on its rolls."""
    for upgrade in upgrades(game):
        if upgrade.unit == game.tables.units.kind_of(unit.key):
            yield say("{upgrade}: {effect}", upgrade=Name(upgrade.name), effect=printed(upgrade.effect, {}))
    if value:
        for source, bonus in effects(game).roll_modifiers(game.tables.units.kind_of(unit.key)).items():
            yield say("{source}: {bonus}", source=Name(source), bonus=Name(f"{bonus:+d}"))
    if unit.sustain_damage and not can_sustain(game, unit.key):
        yield say("cannot sustain damage now")


@dataclass(frozen=True)
class UnitsPage(GamePage):
    """The page: the units, and what else bends the Hive's play now."""

    units: tuple[UnitNow, ...]
    effects: tuple[Words, ...]
    faction: Words
    brings: int


def units_page(present: Present) -> UnitsPage:
    """The Hive's units, as the game stands."""
    game = present.session.game
    return UnitsPage(
        *framed(present),
        units=units_now(game),
        effects=tuple(one.words for one in effects(game).in_play if "hive" in one.seats),
        faction=faction_words(game),
        brings=game.level.units_per_capacity_ship,
    )


# --- what threatens us: the map with the targets of an engage lit, and why, with the counters as they are


@dataclass(frozen=True)
class ThreatView:
    """A system with units of players: what an engage would come to there."""

    position: str
    label: Words
    place: Words
    counters: Words
    ships: Words


@dataclass(frozen=True)
class Group:
    """Systems that are threatened alike."""

    kind: str
    heading: Words
    threats: tuple[ThreatView, ...]


@dataclass(frozen=True)
class Anger:
    """The counters of a player as they count now, and the most there can be."""

    seat: Seat
    name: Words
    counters: int
    most: int


@dataclass(frozen=True)
class ThreatPage(GamePage):
    """The page: counters, zones, systems in groups, and the map; the last two only where a galaxy is tracked.

    ``passed``: the Hive attacks nothing more in this round, so what is told is what the next one could bring.
    """

    anger: tuple[Anger, ...]
    zones: tuple[Zone, ...]
    groups: tuple[Group, ...]
    map: MapView | None
    passed: bool


_HEADINGS: dict[str, Words] = {
    "now": say("It can be attacked now"),
    "far": say("A target, but nothing that carries gets there"),
    "soon": say("One more counter makes it a target"),
    "safe": say("No target yet"),
}
_NEXT_ROUND: dict[str, Words] = {
    "now": say("In the next round it could attack, as the board stands"),
    "far": say("A target in the next round, but nothing that carries gets there"),
    "soon": say("One more counter makes it a target of the next round"),
}
"""The headings once the Hive has passed."""


def threat_page(present: Present) -> ThreatPage:
    """What threatens the players, as the game stands."""
    game = present.session.game
    found = intent.threats(game)
    return ThreatPage(
        *framed(present),
        anger=tuple(
            Anger(seat, sentence(game.name(seat)), counters(game, seat), game.level.counter_maximum) for seat in PLAYERS
        ),
        zones=tuple(game.tables.galaxy.zones.zones),
        groups=groups_of(game, found),
        map=map_of(game, found) if game.tracked else None,
        passed=game.hive.passed,
    )


def _kind(threat: Threat) -> str:
    if threat.missing == 0:
        return "now" if threat.comes else "far"
    return "soon" if threat.missing == 1 else "safe"


def groups_of(game: Game, found: Sequence[Threat]) -> tuple[Group, ...]:
    """The systems by how they are threatened, what presses most first."""
    of_kind = {kind: tuple(_view(game, one) for one in found if _kind(one) == kind) for kind in _HEADINGS}
    headings = {**_HEADINGS, **_NEXT_ROUND} if game.hive.passed else _HEADINGS
    return tuple(Group(kind, headings[kind], threats) for kind, threats in of_kind.items() if threats)


def _view(game: Game, threat: Threat) -> ThreatView:
    players = listed([game.name(seat) for seat in threat.seats])
    if threat.missing is None:
        told = say("{players}: it cannot be a target now", players=players)
    else:
        has = count(threat.counters, "counter")
        told = say(
            "{players}: {counters}, {enough}", players=players, counters=has, enough=enough(threat.threshold or 0)
        )
    label = sentence(system_short(game, threat.position))
    return ThreatView(threat.position, label, system_tile(game, threat.position), told, _ships(game, threat))


def _ships(game: Game, threat: Threat) -> Words:
    """The capacity ships that can come, or are there already."""
    coming: list[Words] = [
        say("{unit} from {system}", unit=unit_words(game, 1, unit), system=system_short(game, origin))
        for unit, origin in threat.ships
    ]
    there: list[Words] = [say("a ship that carries is there")] if threat.standing else []
    ships = listed([*there, *coming], ",")
    return say("in reach: {ships}", ships=ships) if ships else say("no ship that carries gets there")


def map_of(game: Game, found: Sequence[Threat]) -> MapView:
    """The galaxy with what can be attacked, what only lacks a ship, and what lacks one counter.

    Once the Hive has passed nothing can be attacked: what could be then is a target of the next round.
    """
    by_kind = {kind: tuple(one.position for one in found if _kind(one) == kind) for kind in _HEADINGS}
    now, far = by_kind["now"], by_kind["far"]
    marks = Marks(targets=(*now, *far)) if game.hive.passed else Marks(targets=far, candidates=now)
    return map_view(game, game.tables, marks, by_kind["soon"])


# --- why the Hive chooses nothing else: any candidate can be tapped, and says where it fell out


_NOTHING_ELSE = say("Why nothing else?")


@dataclass(frozen=True)
class Tapped:
    """A candidate on the page: how it is asked about, and why it was chosen or where it fell out."""

    at: str
    rival: Rival


@dataclass(frozen=True)
class WhyPage(GamePage):
    """The page: the candidate that was tapped, if any was, and why not it; the others; the table, or the map.

    ``place`` is the position of the system that was tapped, ``tile`` its tile; ``decision`` the number of the decision
    among those of the step, and ``also`` what the others of them chose.
    """

    headline: Words
    answer: Tapped | None
    line: Words
    others: tuple[Tapped, ...]
    place: str = ""
    tile: Words = ""
    map: MapView | None = None
    compared: Compared | None = None
    decision: int = 0
    also: tuple[Tapped, ...] = ()


def why_page(present: Present, at: str) -> WhyPage | None:
    """Why not that. ``at`` names the candidate, empty for none; None where nothing was chosen among several."""
    step = present.session.pending
    if isinstance(step, Ask) and step.undertaking is not None:
        return _of_systems(present, step, step.undertaking, at)
    decisions = step.why.decisions if isinstance(step, Ask | Tell) and step.why else ()
    return _of_decision(present, decisions, at) if decisions else None


def _of_systems(present: Present, step: Ask, undertaking: Undertaking, at: str) -> WhyPage:
    """Where a tactical action goes, against any system of the galaxy."""
    game = present.session.game
    answer = _system(game, undertaking, at)
    possible = step.marks.candidates if step.marks else ()
    others = (_system(game, undertaking, one) for one in possible if one not in (undertaking.destination, at))
    page = _page(present, answer, step.why, tuple(one for one in others if one), say("Why not somewhere else?"))
    drawn = game_map(game, step, at)
    return replace(page, place=at, tile=system_tile(game, at), map=drawn) if answer else replace(page, map=drawn)


def _system(game: Game, undertaking: Undertaking, position: str) -> Tapped | None:
    found = why_not_there(game, undertaking, position)
    if found is None:
        return None
    label = sentence(system_short(game, position))
    return Tapped(position, Rival(position, label, found.words, found.rule, found.fell == "chosen"))


def _of_decision(present: Present, decisions: Sequence[Why], at: str) -> WhyPage:
    """A choice among a few: the table of all, and each as far as it got. An unknown candidate has no answer."""
    number, key = _about(at)
    if number >= len(decisions):
        number, key = 0, ""
    why = decisions[number]
    every = [Tapped(_asked_about(number, rival.key), rival) for rival in why.rivals]
    answer = next((one for one in every if one.rival.key == key), None)
    page = _page(present, answer, why, [one for one in every if one is not answer and (answer or not one.rival.chosen)])
    chosen = (
        Tapped(_asked_about(place, rival.key), rival)
        for place, one in enumerate(decisions)
        for rival in one.rivals
        if rival.chosen and one is not why
    )
    return replace(page, compared=why.compared, decision=number, also=tuple(chosen))


def _page(
    present: Present, answer: Tapped | None, why: Why | None, others: Sequence[Tapped], asks: Words = _NOTHING_ELSE
) -> WhyPage:
    """``asks`` is what the page asks as long as nothing is tapped, as the link does that leads to it."""
    return WhyPage(
        *framed(present),
        headline=_headline(answer.rival) if answer else asks,
        answer=answer,
        line=why.line if why else "",
        others=tuple(others),
    )


def _headline(rival: Rival) -> Words:
    if rival.chosen:
        return say("Why {candidate}?", candidate=rival.label)
    return say("Why not {candidate}?", candidate=rival.label)


def _asked_about(decision: int, key: str) -> str:
    """How a candidate of a decision stands in an address."""
    return f"{decision}.{key}"


def _about(at: str) -> tuple[int, str]:
    """Which candidate of which decision an address means."""
    decision, _, key = at.partition(".")
    return (int(decision), key) if decision.isdecimal() else (0, "")


# --- notes of the table that a decision is wrong: the situation as a scenario, and the game cut there


LONGEST_NOTE = 500
KINDS = ("yaml", "json")
_NAME = re.compile(r"[A-Za-z0-9_-]+-[0-9]+")


@dataclass(frozen=True)
class WrongPage:
    """The page: what the app has decided and why, the situation, and the notes that were kept of this game."""

    id: str
    name: str
    headline: Words
    line: Words
    situation: str
    kept: tuple[int, ...]
    just: bool


def wrong_page(present: Present, folder: Path, just: bool = False) -> WrongPage:
    """A note about the open step. ``just``: it has just been kept."""
    step = present.session.pending
    why = step.why if isinstance(step, Ask | Tell) else None
    return WrongPage(
        present.id,
        present.name,
        step.text if isinstance(step, Ask | Tell) else "",
        why.line if why else "",
        _situation(present, ""),
        kept_notes(folder, present.id),
        just,
    )


def keep(folder: Path, present: Present, said: str, document: JsonObject) -> None:
    """Keep a note: the situation with what the table says to it, and the exported game. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{present.id}-{present.position}"
    (folder / f"{stem}.yaml").write_text(_situation(present, said[:LONGEST_NOTE]), encoding="utf-8")
    (folder / f"{stem}.json").write_bytes(write_document(document))


def kept_notes(folder: Path, game_id: str) -> tuple[int, ...]:
    """The lines of a game of which notes were kept, the last first."""
    found = (path.stem.rpartition("-") for path in folder.glob("*.yaml"))
    return tuple(sorted((int(line) for game, _, line in found if game == game_id and line.isdigit()), reverse=True))


def file_of(folder: Path, game_id: str, position: int, kind: str) -> Path | None:
    """A file of a note; None if there is none."""
    stem = f"{game_id}-{position}"
    path = folder / f"{stem}.{kind}"
    return path if kind in KINDS and _NAME.fullmatch(stem) and path.is_file() else None


def _situation(present: Present, said: str) -> str:
    step = present.session.pending
    title = str(step.text) if isinstance(step, Ask | Tell) else "The game as it stands"
    told = [f"# Line {present.position} of {present.name!a}: {title}"]
    if isinstance(step, Ask | Tell) and step.why:
        told.append(f"# The app: {step.why.line}")
    told += [f"# The table: {line}" for line in said.splitlines() if line.strip()]
    told.append("# python -m hive resolve FILE; under expect stands what the app has decided, or what to say there")
    do, expect = _decision(step)
    from hive.scenarios.given import written  # only here: a start does without the scenarios

    return "\n".join([*told, written(present.session.game, title, do, expect)])


def _decision(step: Step | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is resolved again, and what came of it: where a tactical action goes, or what the Hive would do now."""
    if isinstance(step, Ask) and step.undertaking is not None:
        going = step.undertaking
        do = {"choose_destination": {"type": going.action, "icons": going.icons}}
        return do, {"destination": going.destination}
    return {"define_action": {}}, {"action": "engage"}


# --- the pages about the Hive's mind: to look at, beside the table


SERVER_ERROR = 500

pages = Blueprint("mind", __name__)


@pages.get("/games/<game_id>/why")
@pages.get("/games/<game_id>/why/<at>")
def why(game_id: str, at: str = "") -> View:
    """Why the Hive has not chosen another system, card, technology or ship; back to the table once it is over."""
    page = why_page(games().present(game_id), at)
    if page is None:
        return redirect(url_for("table.table", game_id=game_id), code=303)
    if at and page.answer is None:
        if page.map:
            return message(
                say("Not found"),
                say("The galaxy has no system “{typed}”. Choose one on the map.", typed=Typed(at[:40])),
                NOT_FOUND,
            )
        words = say("“{at}” was not among what the Hive could choose here.", at=Typed(at[:40]))
        return message(say("Not found"), words, NOT_FOUND)
    return render_template("mind/why.html", page=page)


@pages.get("/games/<game_id>/wrong")
def wrong(game_id: str) -> View:
    """A note that the table thinks a decision wrong, and the notes that were kept of this game."""
    just = request.args.get("kept") == "yes"
    return render_template("mind/wrong.html", page=wrong_page(games().present(game_id), _notes(), just))


@pages.post("/games/<game_id>/wrong")
def keep_note(game_id: str) -> View:
    """Keep a note with the situation and the game as it stands."""
    present = games().present(game_id)
    try:
        keep(_notes(), present, request.form.get("said", ""), games().store.export_game(game_id))
    except OSError:
        words = say("The folder of notes cannot be written. The game itself is safe; copy the situation by hand.")
        return message(say("The note is not kept"), words, SERVER_ERROR)
    return redirect(url_for("mind.wrong", game_id=game_id, kept="yes"), code=303)


@pages.get("/games/<game_id>/notes/<int:line>.<kind>")
def note(game_id: str, line: int, kind: str) -> View:
    """A file of a note that was kept."""
    path = file_of(_notes(), game_id, line, kind)
    if path is None:
        return message(say("Not found"), say("No note was kept of this line."), NOT_FOUND)
    response = make_response(path.read_bytes())
    response.headers["Content-Type"] = "application/json" if kind == "json" else "text/yaml; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{path.name}"'
    return response


def _notes() -> Path:
    """The folder of notes, beside the secret key."""
    return Path(current_app.instance_path) / "notes"


@pages.get("/games/<game_id>/threats")
def threats(game_id: str) -> View:
    """What threatens the players, with the counters as they are."""
    return render_template("mind/threats.html", page=threat_page(games().present(game_id)))


@pages.get("/games/<game_id>/units")
def units(game_id: str) -> View:
    """The Hive's units as they are now."""
    return render_template("mind/units.html", page=units_page(games().present(game_id)))
