"""Technologies and upgrades of page 13: what the Hive uses of them, and when it has Antimass Deflectors."""

from __future__ import annotations

import pytest

from driving import fresh_game
from hive.catalog.tables import Colour
from hive.model.game import Game
from hive.rules.abilities.area import best_upgrades, gain_upgrade, has_antimass_deflectors, research
from hive.rules.area import in_reinforcements
from hive.steps import Ask, Card, Draw, Item

COLOURS: tuple[Colour, ...] = ("blue", "green", "red", "yellow")


def with_levels(**levels: int) -> Game:
    game = fresh_game()
    for colour in COLOURS:
        game.hive.technologies[colour] = levels.get(colour, 0)
    return game


def gained(game: Game, upgrade: str) -> list[Item]:
    """The lines with which the Hive gains an upgrade, all others being gained already."""
    game.hive.upgrades = [one.name for one in game.tables.technologies.upgrades if one.name != upgrade]
    procedure = gain_upgrade(game, "strongest")
    with pytest.raises(StopIteration) as end:
        next(procedure)
    assert game.hive.upgrades[-1] == upgrade
    lines: tuple[Item, ...] = end.value.value.items
    return list(lines)


RULES = {
    "Infantry II": "13.technology.infantry-ii",
    "Fighter II": "13.technology.fighter-ii",
    "Cruiser II": "13.technology.cruiser-ii",
    "Exotrireme II": "13.technology.exotrireme-ii",
    "PDS II": "13.technology.pds-ii",
    "Valkyrie Particle Weave": "13.technology.valkyrie",
}

EFFECTS = [
    pytest.param(
        "Infantry II", "7 or more. Nothing else on the card", marks=pytest.mark.rule("13.technology.infantry-ii")
    ),
    pytest.param(
        "Fighter II",
        "8 or more and have move 2. Nothing else on the card",
        marks=pytest.mark.rule("13.technology.fighter-ii"),
    ),
    pytest.param(
        "Cruiser II",
        "6 or more and have move 3. They do not become capacity ships",
        marks=pytest.mark.rule("13.technology.cruiser-ii"),
    ),
    pytest.param(
        "Exotrireme II",
        "move 2 and are safe from direct hits. Nothing else on the card",
        marks=pytest.mark.rule("13.technology.exotrireme-ii"),
    ),
    pytest.param(
        "PDS II",
        "player ships that move into a neighbouring system which a player has activated",
        marks=pytest.mark.rule("13.technology.pds-ii"),
    ),
    pytest.param("Valkyrie Particle Weave", "As printed", marks=pytest.mark.rule("13.technology.valkyrie")),
    pytest.param("Carrier II", "As printed", marks=pytest.mark.rule("13.technology.printed")),
    pytest.param("Destroyer II", "As printed", marks=pytest.mark.rule("13.technology.printed")),
    pytest.param("War Sun", "As printed", marks=pytest.mark.rule("13.technology.printed")),
]


@pytest.mark.parametrize(("upgrade", "words"), EFFECTS)
def test_a_gained_upgrade_says_what_the_hive_uses_of_it(upgrade: str, words: str) -> None:
    effect = gained(fresh_game(), upgrade)[-1]
    assert words in effect.text
    assert effect.rule == RULES.get(upgrade, "13.technology.printed")


def test_every_upgrade_says_what_it_does() -> None:
    assert {upgrade.name for upgrade in fresh_game().tables.technologies.upgrades} == {
        str(effect.values[0]) for effect in EFFECTS
    }


@pytest.mark.rule("13.technology.cruiser-ii")
def test_an_upgraded_cruiser_is_no_capacity_ship() -> None:
    game = fresh_game()
    gained(game, "Cruiser II")
    capacity_ships = {unit.key for unit in game.tables.units.units if unit.capacity_ship}
    assert capacity_ships == {"carrier", "dreadnought", "flagship", "war_sun"}


@pytest.mark.rule("13.technology.printed")
def test_the_war_sun_upgrade_brings_war_suns_into_the_reinforcements() -> None:
    game = fresh_game()
    assert in_reinforcements(game, "war_sun") == 0
    game.hive.upgrades = ["War Sun"]
    assert in_reinforcements(game, "war_sun") == 2


@pytest.mark.rule("13.technology.antimass-deflectors")
@pytest.mark.parametrize("missing", COLOURS)
def test_without_one_of_the_colours_there_are_no_antimass_deflectors(missing: Colour) -> None:
    levels = {colour: 0 if colour == missing else 3 for colour in COLOURS}
    assert not has_antimass_deflectors(with_levels(**levels))
    assert has_antimass_deflectors(with_levels(**levels | {missing: 1}))


@pytest.mark.rule("13.technology.antimass-deflectors")
def test_antimass_deflectors_are_told_once_with_the_technology_that_brings_them() -> None:
    game = with_levels(blue=1, green=1, red=1)
    procedure = research(game, 3, "strongest", "13.technology.primary")
    assert isinstance(next(procedure), Draw)
    procedure.send(Card(technology="red"))
    procedure.send(Card(technology="yellow"))
    reply = Card(technology="yellow")
    try:
        asked = procedure.send(reply)
        assert isinstance(asked, Ask)
        procedure.send(asked.choices[0].value)
    except StopIteration as end:
        rules = [item.rule for item in end.value.items]
    assert rules.count("13.technology.antimass-deflectors") == 1
    assert rules.index("13.technology.antimass-deflectors") == 2


@pytest.mark.rule("13.technology.upgrade", "13.technology.secondary")
def test_share_comes_before_strength_for_the_strongest_and_for_the_weakest() -> None:
    game = with_levels(blue=2, yellow=1)
    assert [upgrade.name for upgrade in best_upgrades(game, "strongest")] == ["Exotrireme II"]
    assert [upgrade.name for upgrade in best_upgrades(game, "weakest")] == ["Carrier II"]
    game = with_levels(green=1, yellow=1)
    assert [upgrade.name for upgrade in best_upgrades(game, "strongest")] == ["Cruiser II"]
    assert [upgrade.name for upgrade in best_upgrades(game, "weakest")] == ["Cruiser II"]


@pytest.mark.rule("13.technology.upgrade-strength")
def test_an_upgrade_without_a_unit_cost_is_the_weakest_and_never_the_strongest() -> None:
    game = with_levels(red=2, yellow=1)
    game.hive.upgrades = ["Valkyrie Particle Weave"]
    assert [upgrade.name for upgrade in best_upgrades(game, "weakest")] == ["PDS II"]
    assert [upgrade.name for upgrade in best_upgrades(game, "strongest")] == ["Destroyer II"]


@pytest.mark.rule("13.technology.upgrade")
def test_a_hive_with_every_upgrade_gains_none() -> None:
    game = fresh_game()
    game.hive.upgrades = [upgrade.name for upgrade in game.tables.technologies.upgrades]
    with pytest.raises(StopIteration) as end:
        next(gain_upgrade(game, "strongest"))
    assert [item.text for item in end.value.value.items] == ["The Hive has every unit upgrade."]
