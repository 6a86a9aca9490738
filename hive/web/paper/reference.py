"""The quick reference: what a table looks up most, on one page, in the words of the ledger and out of the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hive.catalog.tables import CombatValue, DamageBlock, DamageDiagram, Rule, Rulebook, Tables, UnitType, Zone
from hive.web.table.cards import ACTION_WORDS
from hive.words import Name, Words, listed, say, sentence

# What stands below each heading. One page is all there is: what comes in has to push something out.
_HEADINGS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (
        say("Strategy phase"),
        ("6.transfer.start", "6.critical.before-each", "6.selection.draw", "8.phase.maximum", "8.standard.ship"),
    ),
    (
        say("[The Hive]'s turn"),
        ("10.definition", "10.definition.other-type", "10.pass.choice-icon", "10.pass.deck-empty"),
    ),
    (
        say("Targets and moves"),
        (
            "15.engage.target",
            "15.engage.threshold",
            "15.infest.target",
            "15.infest.mecatol-rex",
            "5.1.fully-defended",
            "15.move.maximum",
            "15.move.maximum-aggression",
        ),
    ),
    (
        say("Support and combat"),
        (
            "21.units.per-capacity-ship",
            "21.units.icons",
            "22.check",
            "22.play",
            "21.combat.no-retreat",
            "21.cleanup.fighters",
            "21.cleanup.infantry",
        ),
    ),
    (
        say("Countermeasures"),
        ("24.1.outcome", "24.2.outcome"),
    ),
    (
        say("Aggression counters"),
        ("14.gain.combat", "14.gain.six-points", "14.gain.mecatol-rex", "14.counter.maximum"),
    ),
    (
        say("Players' strategy cards"),
        ("11.secondary.choice-icon", "11.secondary.cost", "11.secondary.leadership"),
    ),
    (
        say("Status and agenda"),
        ("28.1.public", "28.2.secrets", "28.3.action-cards", "28.4.tokens", "28.5.bank-maximum", "29.votes.total"),
    ),
    (
        say("The end"),
        ("28.1.win.hive", "28.1.win.players"),
    ),
)
_SYMBOLS = (
    ("blue_arrow", "10.symbol.blue-arrow", "22.blue-arrow"),
    ("yellow_arrow", "10.symbol.yellow-arrow", "22.yellow-arrow"),
    ("red_star", "10.symbol.red-star", "22.red-star"),
    ("green_compass", "10.symbol.green-compass", "22.green-compass"),
)


@dataclass(frozen=True)
class Symbol:
    """An action symbol: what it means on the Hive's turn, and as a stratagem."""

    symbol: str
    word: Words
    action: Rule
    stratagem: Rule


@dataclass(frozen=True)
class UnitRow:
    """A unit of the Hive as a row of a table; what it has not is empty."""

    key: str
    name: Words
    cost: str
    combat: str
    move: str
    notes: Words


@dataclass(frozen=True)
class Reference:
    """All that stands on the page."""

    symbols: tuple[Symbol, ...]
    headings: tuple[tuple[Words, tuple[Rule, ...]], ...]
    systems: tuple[str, ...]
    planets: tuple[str, ...]
    negative: tuple[str, ...]
    space: tuple[Words, ...]
    ground: tuple[Words, ...]
    units: tuple[UnitRow, ...]
    zones: tuple[Zone, ...]


def reference(tables: Tables, rulebook: Rulebook) -> Reference:
    """The quick reference of a game's tables, or of those of new games."""
    rules = rulebook.by_id
    return Reference(
        symbols=tuple(
            Symbol(symbol, ACTION_WORDS[symbol], rules[action], rules[stratagem])
            for symbol, action, stratagem in _SYMBOLS
        ),
        headings=tuple((title, tuple(rules[rule] for rule in ids)) for title, ids in _HEADINGS),
        systems=tuple(block.say for block in tables.priorities.positive.blocks),
        planets=tuple(block.say for block in tables.priorities.positive_planet.blocks),
        negative=tuple(block.say for block in tables.priorities.negative.blocks),
        space=_damage(tables, tables.damage.space),
        ground=_damage(tables, tables.damage.ground),
        units=tuple(_row(unit) for unit in tables.units.units if unit.plastic != 0),
        zones=tuple(tables.galaxy.zones.zones),
    )


def _damage(tables: Tables, diagram: DamageDiagram) -> tuple[Words, ...]:
    return tuple(damage_words(tables, block) for block in diagram.blocks)


def damage_words(tables: Tables, block: DamageBlock) -> Words:
    """A block of a damage diagram in words."""
    unit = Name(tables.units.by_key[block.unit].name)
    return (
        say("{unit!c} sustains damage", unit=unit)
        if block.action == "sustain"
        else say("{unit!c} is destroyed", unit=unit)
    )


def _row(unit: UnitType) -> UnitRow:
    notes: list[Words] = []
    if unit.capacity_ship:
        notes.append(say("capacity ship"))
    if unit.sustain_damage:
        notes.append(say("sustains"))
    for words, dice in _abilities(unit):
        notes.append(say("{ability} {dice}", ability=words, dice=Name(_dice(dice))))
    return UnitRow(
        key=unit.key,
        name=sentence(Name(unit.name)),
        cost=f"{unit.cost:g}" if unit.cost else "",
        combat=_dice(unit.combat) if unit.combat else "",
        move=str(unit.move or ""),
        notes=listed(notes, ","),
    )


def _abilities(unit: UnitType) -> Sequence[tuple[Words, CombatValue]]:
    known = (
        (say("barrage"), unit.anti_fighter_barrage),
        (say("bombardment"), unit.bombardment),
        (say("space cannon"), unit.space_cannon),
    )
    return [(words, dice) for words, dice in known if dice is not None]


def _dice(value: CombatValue) -> str:
    return f"{value.hit}" if value.dice == 1 else f"{value.hit} (×{value.dice})"
