"""What players own and do is offered by its name at its moment, where its owner is."""

from __future__ import annotations

import pytest

from driving import fresh_game, layout
from hive import keys
from hive.board import pieces
from hive.engine.entries import Event
from hive.engine.session import Session
from hive.model.game import Game, Player, PlayerSetup, Spent
from hive.rules.events.doings import at_its_moment, offered
from hive.steps import Ask, Choice
from hive.web.steps.scene import quick
from hive.words import say


def fighting(one: str, other: str, there: dict[str, list[str]]) -> Game:
    """Ada and Ben with their factions in a battle, and the types of their units there."""
    game = fresh_game(galaxy=layout())
    game.settings.p1, game.settings.p2 = PlayerSetup("Ada", one, "blue"), PlayerSetup("Ben", other, "green")
    game.settings.boxes = ["base", "pok", "codex", "te"]
    game.phase, game.active = "action", "hive"
    game.battle = "210"
    game.beside = {"p1": there.get("p1", []), "p2": there.get("p2", [])}
    return game


def step(key: str) -> Ask:
    return Ask(key, say("What now?"), (Choice("done", say("Done")),), "1.scope.unchanged-rules")


def named(game: Game, key: str) -> set[str]:
    return {one.doing for one in offered(game, step(key))}


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(
    ("faction", "key", "doing"),
    [
        ("Titans of Ul", keys.SPACE_CANNON, "tellurian"),
        ("Nomad", keys.SPACE_COMBAT_ROUND, "the_thundarian"),
        ("Yin Brotherhood", keys.SPACE_COMBAT_ROUND, "devotion"),
        ("Ral Nel Consortium", keys.ROUND_BEGINS, "watchful_ojz"),
        ("Ral Nel Consortium", keys.RETREAT, "last_dispatch"),
        ("Firmament", keys.SPACE_COMBAT_ROUND, "heavens_eye"),
        ("Yin Brotherhood", keys.GROUND_COMBAT, "indoctrination"),
        ("L1Z1X Mindnet", keys.GROUND_COMBAT_ROUND, "harrow"),
        ("Mentak Coalition", keys.SPACE_COMBAT, "ambush"),
        ("Argent Flight", keys.BARRAGE, "raid_formation"),
    ],
)
def test_what_a_faction_has_is_offered_at_its_moment_in_combat(faction: str, key: str, doing: str) -> None:
    units = {"p1": ["cruiser", "flagship", "infantry", "mech"]}
    assert doing in named(fighting(faction, "Winnu", units), key)
    assert doing not in named(fighting("Winnu", "Arborec", units), key)
    assert doing not in named(fighting(faction, "Winnu", units), keys.STATUS)


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(
    ("faction", "key", "doing"),
    [
        ("Arborec", keys.TACTICAL_ACTION, "dirzuga_rophal"),
        ("Naalu Collective", keys.TACTICAL_ACTION, "foresight"),
        ("Firmament", keys.PLAYERS_MOVE, "myru_vos"),
        ("Titans of Ul", keys.PLAYERS_MOVE, "awaken"),
        ("Emirates of Hacan", keys.UNPICKED, "quantum_datahub_node"),
    ],
)
def test_production_and_movement_have_their_offers_too(faction: str, key: str, doing: str) -> None:
    game = fighting(faction, "Winnu", {})
    game.battle, game.beside = "", {}
    assert doing in named(game, key)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_whoever_is_not_in_the_battle_is_offered_nothing_there() -> None:
    assert "the_thundarian" not in named(fighting("Nomad", "Winnu", {"p2": ["cruiser"]}), keys.SPACE_COMBAT_ROUND)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_flagship_does_its_work_only_where_it_stands() -> None:
    assert "last_dispatch" not in named(fighting("Ral Nel Consortium", "Winnu", {"p1": ["cruiser"]}), keys.RETREAT)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_table_that_has_none_of_it_sees_no_button_more() -> None:
    game = fighting("Federation of Sol", "Winnu", {"p1": ["cruiser"], "p2": ["cruiser"]})
    assert quick(game, step(keys.SPACE_COMBAT_ROUND)) == ()
    assert at_its_moment(game, step(keys.SPACE_COMBAT_ROUND))


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_is_exhausted_is_not_among_the_buttons() -> None:
    game = fighting("Nomad", "Winnu", {"p1": ["cruiser"]})
    assert "used.the_thundarian" in [button.value for button in quick(game, step(keys.SPACE_COMBAT_ROUND))]
    game.spent = [Spent("the_thundarian", "status")]
    assert "used.the_thundarian" not in [button.value for button in quick(game, step(keys.SPACE_COMBAT_ROUND))]


def test_on_a_turn_of_their_own_a_link_leads_to_all_of_it() -> None:
    game = fighting("Yssaril Tribes", "Winnu", {})
    assert named(game, keys.PLAYER_TURN) == set()
    assert "mageon_implants" in {one.doing for one in at_its_moment(game, step(keys.PLAYER_TURN))}


def in_twilights_fall(having: dict[str, list[Player]], there: dict[str, list[str]]) -> Game:
    game = fighting("Federation of Sol", "Winnu", there)
    game.tables = game.tables.model_copy(
        update={"doings": game.tables.doings.model_copy(update={"mode": "twilights_fall"})}
    )
    game.owned = having
    return game


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(
    ("having", "there", "offers"),
    [
        ({"devotion_tf": ["p1"]}, {"p1": ["cruiser"]}, True),
        ({"devotion_tf": ["p1"]}, {"p2": ["cruiser"]}, False),
        ({}, {"p1": ["cruiser"]}, False),
    ],
)
def test_a_spliced_card_is_offered_where_its_owner_fights(
    having: dict[str, list[Player]], there: dict[str, list[str]], offers: bool
) -> None:
    game = in_twilights_fall(having, there)
    assert named(game, keys.SPACE_COMBAT_ROUND) == ({"devotion_tf"} if offers else set())


@pytest.mark.rule("1.scope.unchanged-rules")
def test_whoever_has_used_a_spliced_card_has_it_from_then_on() -> None:
    game = in_twilights_fall({}, {})
    game.battle, game.beside = "", {}
    session = Session(game)
    session.settle()
    assert "limit_genome" not in named(game, keys.TACTICAL_ACTION)
    pieces.put_command_token(game, "hive", "210")
    session.apply(Event("used.limit_genome", {"who": "p1"}))
    assert "limit_genome" in named(game, keys.TACTICAL_ACTION)
