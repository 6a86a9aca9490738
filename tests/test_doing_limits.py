"""How often what players own can be used, and against what it cannot."""

from __future__ import annotations

import pytest

from driving import fresh_game, layout
from hive.board import pieces
from hive.board.layout import lay_out
from hive.catalog.options import with_options
from hive.catalog.reading import load_options, load_rulebook, load_tables
from hive.effects import end
from hive.engine.entries import Event
from hive.engine.errors import Forbidden, Refused
from hive.engine.session import Session
from hive.model.galaxy import TokenPlaced
from hive.model.game import Duration, Game, NoteHeld, PlayerSetup, Spent, ToldEarly
from hive.rules.acts.core import verb_of
from hive.rules.events.doings import event_of
from hive.rules.events.kinds import stands_against
from hive.rules.events.limits import owners, spend, use_of, used_up
from hive.rules.laws import stopping_choices, turn_ended
from hive.steps import Ask


def at_the_table(one: str = "Yssaril Tribes", other: str = "Embers of Muaat", tracked: bool = True) -> Game:
    game = fresh_game(galaxy=layout() if tracked else None)
    game.settings.p1, game.settings.p2 = PlayerSetup("Ada", one, "blue"), PlayerSetup("Ben", other, "green")
    game.settings.boxes = ["base", "pok", "codex", "te"]
    game.phase, game.active, game.stage = "action", "p1", ""
    game.hive.action_cards = 4
    return game


def against(game: Game, key: str) -> tuple[str, bool]:
    event = event_of(game, f"used.{key}")
    assert event is not None
    reason, forcible = stands_against(game, event)
    return str(reason), forcible


def places(game: Game, key: str, name: str = "where") -> set[str]:
    """Where something can be used, or ``to`` which place, as its form offers it."""
    event = event_of(game, f"used.{key}")
    assert event is not None
    found = next((field for field in event.fields(game) if field.name == name), None)
    return {choice.value for choice in getattr(found, "choices", ())}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_is_exhausted_is_not_offered_again_before_the_status_phase() -> None:
    game = at_the_table()
    session = Session(game)
    session.settle()
    session.apply(Event("used.mageon_implants", {}))
    assert against(game, "mageon_implants") == ("It is exhausted until the status phase.", True)
    with pytest.raises(Forbidden):
        session.apply(Event("used.mageon_implants", {}))
    assert game.hive.action_cards == 3
    end(game, "turn", "round", "battle")
    assert against(game, "mageon_implants")[0]
    end(game, "status")
    assert against(game, "mageon_implants") == ("", True)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_the_table_may_say_that_it_was_readied_and_used_again() -> None:
    game = at_the_table()
    session = Session(game)
    session.settle()
    session.apply(Event("used.mageon_implants", {}))
    session.apply(Event("used.mageon_implants", {}, forced=True))
    assert game.hive.action_cards == 2


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_is_purged_never_comes_back() -> None:
    game = at_the_table()
    session = Session(game)
    session.settle()
    session.apply(Event("used.kyver_blade_and_key", {"which": "taken"}))
    end(game, "status", "round")
    assert against(game, "kyver_blade_and_key") == ("It has been used, and is out of the game.", True)


@pytest.mark.rule("1.scope.unchanged-rules")
def test_an_action_card_can_be_used_as_often_as_it_is_drawn() -> None:
    game = at_the_table()
    session = Session(game)
    session.settle()
    session.apply(Event("used.insubordination", {"who": "p1"}))
    assert not game.spent and against(game, "insubordination")[0] == ""


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_technology_that_both_have_can_be_used_by_each() -> None:
    game = at_the_table()
    game.settings.boxes = ["base", "pok"]
    game.battle, game.battle_on = "210", "Lodor"
    pieces.put(game, "p1", "pds", 1, "210", "Lodor")
    game.spent = [Spent("magen_defense_grid", "status")]
    assert against(game, "magen_defense_grid")[0] == ""
    game.spent *= 2
    assert against(game, "magen_defense_grid")[0]


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(
    ("key", "until", "words"),
    [
        ("ambush", "combat", "It has been used in this combat."),
        ("impulse_core", "combat", "It has been used in this combat."),
        ("harrow", "combat_round", "It has been used in this round of combat."),
        ("dunlain_reaper", "combat_round", "It has been used in this round of combat."),
        ("watchful_ojz", "combat_round", "It has been used in this round of combat."),
        ("neural_parasite_tf", "turn", "It has been used in this turn."),
    ],
)
def test_what_acts_at_one_moment_acts_there_once(key: str, until: Duration, words: str) -> None:
    doing = load_tables().doings.by_key[key]
    game = at_the_table()
    assert used_up(game, doing, ["p1"]) == ""
    spend(game, doing, "p1")
    assert used_up(game, doing, ["p1"]) == words
    end(game, until)
    assert used_up(game, doing, ["p1"]) == ""


@pytest.mark.rule("1.scope.unchanged-rules")
def test_what_is_told_before_its_combat_is_told_once() -> None:
    doing = load_tables().doings.by_key["indoctrination"]
    game = at_the_table()
    game.told_early = [ToldEarly("indoctrination", {})]
    assert used_up(game, doing, ["p1"]) == "It has been used in this combat."


@pytest.mark.rule("30.ability.protected-systems")
def test_what_spares_mecatol_rex_spares_the_spawning_systems_of_the_hive() -> None:
    game = at_the_table()
    galaxy = game.galaxy
    assert galaxy is not None
    spawning = {galaxy.spawning[one] for one in ("main", "aux1", "aux2", "mecatol_rex", "home_p1", "home_p2")}
    other = next(position for position in sorted(galaxy.systems) if position not in spawning)
    for position in (*sorted(spawning), other):
        pieces.put(game, "hive", "cruiser", 1, position, None)
    assert {other, galaxy.spawning["main"]} <= places(game, "courageous_to_the_end")
    assert other in places(game, "adjudicator_baal") and not places(game, "adjudicator_baal") & spawning


@pytest.mark.rule("30.ability.protected-systems")
def test_what_spares_the_nexus_spares_the_spawning_systems_of_the_hive() -> None:
    game = at_the_table(one="Ghosts of Creuss")
    galaxy = game.galaxy
    assert galaxy is not None
    spawning = {galaxy.spawning[one] for one in ("main", "aux1", "aux2")}
    rex = galaxy.spawning["mecatol_rex"]
    taken = {*galaxy.spawning.values(), "home_p1", "home_p2"}
    nexus = next(
        one for one in galaxy.systems if game.tables.tiles.by_number[galaxy.systems[one].tile].role == "wormhole_nexus"
    )
    other = next(one for one in sorted(galaxy.systems) if one not in {*taken, nexus})
    for position in (*sorted(spawning), rex, nexus, other):
        pieces.put(game, "p1", "cruiser", 1, position, None)
    found = places(game, "riftwalker_meian")
    assert {rex, other} <= found and not found & {*spawning, nexus}


@pytest.mark.rule("13.technology.exotrireme-ii")
def test_a_direct_hit_misses_dreadnoughts_with_exotrireme_ii() -> None:
    game = at_the_table()
    pieces.put(game, "hive", "dreadnought", 1, "210", None)
    pieces.damage(game, "hive", "dreadnought", 1, "210", None)
    assert against(game, "direct_hit")[0] == ""
    game.hive.upgrades.append("Exotrireme II")
    assert against(game, "direct_hit")[0] == "The Hive has no such unit on the board."


@pytest.mark.rule("1.scope.unchanged-rules")
def test_stellar_converter_spares_legendary_planets() -> None:
    game = at_the_table()
    galaxy = game.galaxy
    assert galaxy is not None
    by_name = {one.name: one for tile in game.tables.tiles.tiles for one in tile.planets}
    offered = {spot.partition("/")[2] for spot in places(game, "stellar_converter")}
    assert offered and not [name for name in offered if name in by_name and by_name[name].legendary]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_an_exhausted_nullification_field_does_not_end_a_turn_of_the_hive() -> None:
    game = at_the_table("Xxcha Kingdom")
    assert "ends.Nullification Field" in {one.value for one in stopping_choices(game, {"p1"})}
    turn_ended(game, "hive", "Nullification Field")
    assert stopping_choices(game, {"p1"}) == ()
    end(game, "status")
    assert stopping_choices(game, {"p1"})


@pytest.mark.rule("13.technology.exotrireme-ii")
@pytest.mark.parametrize(("upgraded", "named"), [(False, True), (True, False)])
def test_without_a_galaxy_a_direct_hit_misses_them_as_well(upgraded: bool, named: bool) -> None:
    game = at_the_table(tracked=False)
    game.hive.units = {"dreadnought": 2, "flagship": 1}
    game.hive.upgrades = ["Exotrireme II"] if upgraded else []
    event = event_of(game, "used.direct_hit")
    assert event is not None
    assert ("dreadnought" in {field.name for field in event.fields(game)}) == named


def exhausting(game: Game, key: str) -> set[str]:
    """The planets that can be exhausted by what is used."""
    session = Session(game)
    session.settle()
    session.apply(Event(f"used.{key}", {"who": "p1"}))
    assert isinstance(session.pending, Ask) and session.pending.key == "planet_exhausted"
    return {choice.value for choice in session.pending.choices}


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("key", "home"), [("uprising", False), ("reparations", True)])
@pytest.mark.parametrize("tracked", [True, False], ids=["map", "asked"])
def test_an_uprising_spares_the_planets_of_home_systems(key: str, home: bool, tracked: bool) -> None:
    game = at_the_table(tracked=tracked)
    game.hive.action_cards = 0
    found = {place.partition("/")[0] for place in exhausting(game, key)}
    main = game.galaxy.spawning["main"] if game.galaxy is not None else "main"
    assert (main in found) == home
    assert found - {main}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_coup_cancels_nothing_but_a_strategic_action_that_is_announced() -> None:
    game = at_the_table()
    assert against(game, "coup_detat")[0] == "The Hive performs no strategic action now."
    game.hive.strategic = "announced"
    assert against(game, "coup_detat")[0] == ""


@pytest.mark.rule("34.scope")
def test_a_spliced_card_that_is_lost_is_offered_no_more_to_who_had_it() -> None:
    game = at_the_table()
    game.settings.options = ("twilights_fall",)
    game.owned = {"amalgamation": ["p1", "p2"], "nullification_field_tf": ["p1"], "antimass_deflectors": ["p1"]}
    game.spent = [Spent("nullification_field_tf", "status"), Spent("amalgamation", "status")]
    event = event_of(game, "splice_lost")
    assert event is not None and event.impossible(game) == ""
    for card in ("p1.amalgamation", "p1.nullification_field_tf", "p1.antimass_deflectors"):
        assert len(list(event.procedure(game, {"card": card}))) == (card != "p1.antimass_deflectors")
    assert game.owned == {"amalgamation": ["p2"], "antimass_deflectors": ["p1"]}
    assert game.spent == [Spent("amalgamation", "status")], "whoever gets a card that is lost has it readied"


# Where each is offered and where not. On the map of these tests the Hive lives in 310 (Tren'lak, Quinarra), 209
# (Primor, cultural) and 205 (Hope's End, hazardous), Ada in 316 (Jord), Ben in 304; Mecatol Rex lies in 000.
PDS = {"310/Tren'lak": {"hive": "pds"}, "205/Hope's End": {"hive": "pds"}}
ON_PLANETS = {"310/Quinarra": {"hive": "infantry"}, "205/Hope's End": {"hive": "infantry"}}
WHERE_PRINTED = {
    "reactor_meltdown": ("", PDS, {}, {"205/Hope's End"}, {"310/Tren'lak"}),
    "seethe": ("Obsidian", ON_PLANETS, {}, {"205/Hope's End"}, {"310/Quinarra"}),
    "unstable_planet": (
        "",
        {"209/Primor": {"hive": "infantry"}},
        {},
        {"205/Hope's End"},
        {"209/Primor", "310/Quinarra"},
    ),
    "signal_jamming": ("", {"315": {"p1": "cruiser"}}, {}, {"315", "211", "314"}, {"316", "301", "310"}),
    "stymie": ("Arborec", {}, {}, {"210", "205", "000"}, {"310", "316", "304"}),
    "scepter_of_dominion": (
        "Mahact Gene-Sorcerers",
        {"210/Lodor": {"p1": "infantry"}, "316": {"p1": "cruiser"}},
        {},
        {"210"},
        {"211", "316"},
    ),
    "terraform": (
        "Titans of Ul",
        {},
        {"p1": ["210/Lodor", "000/Mecatol Rex"], "p2": ["211/Lisis"]},
        {"210/Lodor", "211/Lisis"},
        {"000/Mecatol Rex", "316/Jord", "301/Atlas"},
    ),
    "nano_forge": (
        "",
        {},
        {"p1": ["210/Lodor", "205/Hope's End"], "p2": ["211/Lisis"]},
        {"210/Lodor", "211/Lisis"},
        {"316/Jord", "304/Arretze", "205/Hope's End", "301/Atlas"},
    ),
    "lucky_shot": (
        "",
        {"210": {"hive": "cruiser"}, "106": {"hive": "cruiser"}},
        {"p1": ["210/Lodor"]},
        {"210"},
        {"106"},
    ),
    "tactical_bombardment": ("", {"205": {"p1": "dreadnought"}, "209": {"p1": "cruiser"}}, {}, {"205"}, {"209", "310"}),
    "neural_parasite": (
        "Obsidian",
        {"205/Hope's End": {"hive": "infantry"}, "209/Primor": {"hive": "infantry"}, "210/Lodor": {"p1": "infantry"}},
        {},
        {"209/Primor"},
        {"205/Hope's End"},
    ),
    "gurno_aggero": (
        "Clan of Saar",
        {"210": {"hive": "fighter"}, "301": {"hive": "fighter"}, "315": {"p1": "space_dock"}},
        {},
        {"210"},
        {"301"},
    ),
    "unit_dsgn_flayesh": (
        "Nekro Virus",
        {**{at: {"hive": "infantry"} for at in ("207/Lazar", "207/Sakulag", "211/Velnor")}, "207": {"p1": "cruiser"}},
        {},
        {"207/Lazar"},
        {"207/Sakulag", "211/Velnor"},
    ),
    "the_silver_flame": ("", {"316": {"hive": "cruiser"}, "210": {"hive": "cruiser"}}, {}, {"316"}, {"210"}),
    "claire_gibson": ("Federation of Sol", {}, {"p1": ["210/Lodor"]}, {"210/Lodor"}, {"211/Lisis", "205/Hope's End"}),
    "kuuasi_aun_jalatai": ("Council Keleres", {}, {"p1": ["210/Lodor"]}, {"210", "316"}, {"211", "205"}),
    "awaken": ("Titans of Ul", {}, {"p1": ["210/Lodor"]}, {"210/Lodor"}, {"211/Lisis"}),
    "reclamation": ("Winnu", {}, {}, {"000/Mecatol Rex"}, {"210/Lodor"}),
    "creuss_iff": (
        "Ghosts of Creuss",
        {"210": {"hive": "cruiser"}, "211": {"hive": "cruiser"}},
        {"p1": ["210/Lodor"]},
        {"210", "301", "304"},
        {"211", "310"},
    ),
    "icarus_drive": ("Ghosts of Creuss", {"210/Lodor": {"p1": "mech"}}, {}, {"210/Lodor"}, {"211", "210"}),
    "riftwalker_meian": ("Ghosts of Creuss", {"211": {"p1": "cruiser"}}, {}, {"211", "102"}, {"105", "302"}),
    "resonance_generator": ("Crimson Rebellion", {"211": {"p1": "cruiser"}}, {}, {"211"}, {"210", "316"}),
    "exile_i": ("Crimson Rebellion", {"211": {"p1": "destroyer"}}, {}, {"211", "210"}, {"301"}),
    "stellar_genesis": (
        "Embers of Muaat",
        {},
        {"p1": ["210/Lodor", "211/Lisis"]},
        {"106", "211"},
        {"301", "316"},
    ),
    "peace_accords": (
        "Xxcha Kingdom",
        {},
        {"p1": ["210/Lodor", "101/Vefut II"], "hive": ["211/Lisis", "301/Atlas", "000/Mecatol Rex"]},
        {"211/Lisis"},
        {"301/Atlas", "310/Quinarra", "000/Mecatol Rex"},
    ),
    "peace_accords_tf": (
        "Xxcha Kingdom",
        {},
        {"p1": ["101/Vefut II"], "hive": ["201/Cormund", "000/Mecatol Rex", "301/Atlas"]},
        {"201/Cormund"},
        {"000/Mecatol Rex", "301/Atlas"},
    ),
    "the_dragon_freed": (
        "Obsidian",
        {"210": {"p1": "flagship"}, **{at: {"hive": "infantry"} for at in ("210/Lodor", "211/Lisis", "301/Atlas")}},
        {},
        {"210/Lodor", "211/Lisis"},
        {"301/Atlas"},
    ),
    "locust": (
        "",
        {"316": {"p1": "cruiser"}, "211/Lisis": {"hive": "infantry"}, "301/Atlas": {"hive": "infantry"}},
        {},
        {"211/Lisis"},
        {"301/Atlas"},
    ),
    "starflare": ("", {at: {"hive": "cruiser"} for at in ("208", "207", "210")}, {}, {"208", "207"}, {"210"}),
    "event_horizon": ("", {at: {"hive": "cruiser"} for at in ("104", "103", "210")}, {}, {"104", "103"}, {"210"}),
    "alraith_ix_ianovar": ("Vuil'raith Cabal", {}, {}, {"104", "201"}, {"210", "103"}),
    "ahk_syl_fier": ("", {"210": {"p1": "cruiser"}, "211": {"p1": "destroyer"}}, {}, {"210"}, {"211"}),
    "ancient_burial_sites": ("", {}, {}, {"209/Primor"}, {"205/Hope's End", "310/Quinarra"}),
    "ghost_ship": ("", {"102": {"hive": "cruiser"}}, {}, {"202", "212"}, {"102", "210/Lodor", "302"}),
    "experimental_battlestation": (
        "",
        {"210": {"hive": "cruiser"}, "301": {"hive": "cruiser"}, "315/Tar'mann": {"p1": "space_dock"}},
        {},
        {"210"},
        {"301"},
    ),
    "it_feeds_on_carrion": (
        "Vuil'raith Cabal",
        {"210": {"hive": "cruiser"}, "301": {"hive": "cruiser"}, "315/Tar'mann": {"p1": "space_dock"}},
        {},
        {"210"},
        {"301"},
    ),
}


@pytest.mark.rule("1.scope.unchanged-rules", "31.ability.shared-planets")
@pytest.mark.parametrize("key", WHERE_PRINTED)
def test_it_can_be_used_where_its_card_allows_it_and_nowhere_else(key: str) -> None:
    faction, units, control, offered, barred = WHERE_PRINTED[key]
    game = at_the_table(faction or "Yssaril Tribes", "Barony of Letnev")
    if game.tables.doings.by_key[key].whose == "holder":
        game = at_the_table("Barony of Letnev", faction)
    for place, standing in units.items():
        position, _, planet = place.partition("/")
        for seat, unit in standing.items():
            pieces.put(game, seat, unit, 1, position, planet or None)
    for seat, planets in control.items():
        for place in planets:
            pieces.set_control(game, *place.split("/"), seat)
    spots = spots_of(game, key)
    assert offered <= spots and not spots & barred


def spots_of(game: Game, key: str) -> set[str]:
    """Where Ada can use something."""
    doing = game.tables.doings.by_key[key]
    use = use_of(game, doing, "p1")
    verbs = [(verb_of(type(use), act), act) for act in doing.does]
    return {spot for verb, act in verbs if verb.spots is not None for spot in verb.spots(use, act)}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_breaches_that_are_active_alone_bring_a_mech() -> None:
    game = at_the_table("Crimson Rebellion")
    assert not spots_of(game, "revenant")
    pieces.lay_token(game, "210", TokenPlaced("active_breach"))
    assert spots_of(game, "revenant") == {"210/Lodor"}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_planets_without_attachments_alone_change_sides() -> None:
    game = at_the_table()
    for position, planet in (("211", "Lisis"), ("301", "Atlas")):
        pieces.set_control(game, position, planet, "hive")
    assert {"211/Lisis", "301/Atlas"} == spots_of(game, "maxis_central_control")
    pieces.galaxy_of(game).systems["301"].planets["Atlas"].attachments.append("tomb_of_emphidia")
    assert spots_of(game, "maxis_central_control") == {"211/Lisis"}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_the_hive_is_sent_to_ships_of_players_next_to_it_alone() -> None:
    game = at_the_table("Mahact Gene-Sorcerers")
    game.battle = "210"
    for position in ("210", "211", "315", "301"):
        pieces.put(game, "p1", "cruiser", 1, position, None)
    pieces.put(game, "hive", "cruiser", 1, "210", None)
    assert places(game, "airo_shir_aur", "to") == {"211", "315"}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_the_hive_retreats_to_systems_of_its_own_without_ships_of_players_alone() -> None:
    game = at_the_table()
    for seat, position in (("hive", "210"), ("hive", "211"), ("hive", "202"), ("hive", "301"), ("p2", "202")):
        pieces.put(game, seat, "cruiser", 1, position, None)
    pieces.set_control(game, "209", "Primor", "hive")
    game.battle = "210"
    assert "202" not in places(game, "rout", "to") and "301" not in places(game, "rout", "to")
    assert places(game, "rout", "to") == {"209", "211"}


def session_of(game: Game) -> Session:
    session = Session(game)
    session.settle()
    return session


@pytest.mark.rule("1.scope.unchanged-rules")
def test_who_cannot_reach_a_place_cannot_use_it_there_although_the_ally_can() -> None:
    game = at_the_table()
    game.hive.action_cards = 0
    pieces.put(game, "p2", "cruiser", 1, "210", None)
    with pytest.raises(Refused, match="Ada cannot use it there"):
        session_of(game).apply(Event("used.signal_jamming", {"who": "p1", "where": "210"}))
    session_of(game).apply(Event("used.signal_jamming", {"who": "p2", "where": "210"}))
    assert game.galaxy is not None and game.galaxy.systems["210"].command_tokens == ["hive"]


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_fragment_is_seized_from_a_neighbour_alone() -> None:
    game = at_the_table()
    game.hive.fragments["cultural"] = 1
    game.hive.action_cards = 0
    assert against(game, "seize_artifact")[0] == "It is used by a neighbor of the Hive."
    pieces.put(game, "p1", "cruiser", 1, "207", None)
    pieces.put(game, "hive", "cruiser", 1, "310", None)
    assert against(game, "seize_artifact")[0] == ""


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(("key", "faction"), [("war_funding", "Barony of Letnev"), ("shields_holding", "")])
def test_what_is_for_a_space_combat_is_not_used_on_the_ground(key: str, faction: str) -> None:
    game = at_the_table(faction or "Yssaril Tribes")
    game.battle = "210"
    assert against(game, key)[0] == ""
    game.battle_on = "Lodor"
    assert against(game, key)[0] == "It is used in a space combat."


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_magen_defense_grid_needs_a_planetary_shield_of_its_owner_on_the_planet() -> None:
    game = at_the_table()
    game.settings.boxes = ["base", "pok"]
    game.battle, game.battle_on = "210", "Lodor"
    pieces.put(game, "p1", "infantry", 2, "210", "Lodor")
    assert against(game, "magen_defense_grid")[0] == "It is used on a planet with a planetary shield of yours."
    pieces.put(game, "p2", "pds", 1, "210", "Lodor")
    assert against(game, "magen_defense_grid")[0] == ""
    with pytest.raises(Refused, match="on a planet with a planetary shield of yours"):
        session_of(game).apply(Event("used.magen_defense_grid", {"who": "p1"}))
    game.battle_on = ""
    assert against(game, "magen_defense_grid")[0] == "It is used in a ground combat."


@pytest.mark.rule("1.scope.unchanged-rules")
def test_a_crisis_comes_while_two_sides_have_not_passed() -> None:
    game = at_the_table()
    game.players["p1"].passed = True
    assert against(game, "crisis")[0] == ""
    game.players["p2"].passed = True
    assert against(game, "crisis")[0] == "It is used while two sides have not passed."
    game.players["p1"].passed, game.players["p2"].passed, game.hive.passed = False, False, True
    assert against(game, "crisis")[0] == "The Hive has passed."


@pytest.mark.rule("1.scope.unchanged-rules")
def test_flux_takes_a_token_off_the_board_or_puts_one_beside_ships_of_its_user() -> None:
    game = at_the_table()
    game.hive.action_cards = 0
    game.settings.options = ("twilights_fall",)
    game.tables = with_options(game.tables, load_rulebook(), ["twilights_fall"], load_options())
    pieces.put(game, "p1", "cruiser", 1, "210", None)
    pieces.put_command_token(game, "hive", "310")
    near = spots_of(game, "flux")
    assert "310" in near and "210" in near and "309" not in near
    session_of(game).apply(Event("used.flux", {"who": "p1", "where": "310"}))
    assert game.galaxy is not None and game.galaxy.systems["310"].command_tokens == []
    session_of(game).apply(Event("used.flux", {"who": "p1", "where": "210"}))
    assert game.galaxy.systems["210"].command_tokens == ["hive"]
    assert game.galaxy.systems["310"].command_tokens == []


@pytest.mark.rule("1.scope.unchanged-rules")
def test_in_a_battle_it_is_used_there_or_not_at_all() -> None:
    game = at_the_table("Ghosts of Creuss")
    for position in ("211", "102"):
        pieces.put(game, "hive", "cruiser", 1, position, None)
    assert spots_of(game, "dimensional_splicer") == {"102"}
    game.battle = "211"
    assert spots_of(game, "dimensional_splicer") == set(), "no wormhole, and the fight is not where one is"
    game.battle = "102"
    assert spots_of(game, "dimensional_splicer") == {"102"}


@pytest.mark.rule("1.scope.unchanged-rules")
def test_no_more_ships_come_by_survival_instinct_than_are_printed() -> None:
    game = at_the_table("Ral Nel Consortium")
    pieces.put(game, "p1", "cruiser", 3, "210", None)
    session = session_of(game)
    with pytest.raises(Refused, match="not next to each other"):
        session.apply(Event("used.survival_instinct", {"to": "301", "where": "210"}))
    session.apply(Event("used.survival_instinct", {"to": "211", "where": "210"}))
    assert isinstance(session.pending, Ask) and [one.maximum for one in session.pending.numbers] == [2]


@pytest.mark.rule("27.received.faction")
@pytest.mark.reading("Q142")
def test_a_note_that_the_hive_holds_is_used_by_no_player() -> None:
    game = at_the_table("Yin Brotherhood")
    pieces.put(game, "hive", "infantry", 3, "210", "Lodor")
    game.hive.notes.append(NoteHeld("faction", "p2"))
    assert against(game, "greyfire_mutagen")[0] == "", "it holds another one"
    game.hive.notes.append(NoteHeld("faction", "p1"))
    assert against(game, "greyfire_mutagen")[0] == "The Hive holds this note."


@pytest.mark.rule("27.received.alliance")
def test_the_commander_of_an_alliance_that_the_hive_holds_is_used_by_no_player() -> None:
    game = at_the_table("Federation of Sol")
    game.hive.notes.append(NoteHeld("alliance", "p2"))
    assert against(game, "claire_gibson")[0] == "", "it holds another one"
    game.hive.notes.append(NoteHeld("alliance", "p1"))
    assert against(game, "claire_gibson")[0] == "The Hive holds the Alliance of its owner."


@pytest.mark.rule("1.scope.unchanged-rules")
def test_greyfire_mutagen_is_for_planets_with_two_ground_forces_of_the_hive() -> None:
    game = at_the_table("Yin Brotherhood")
    pieces.put(game, "hive", "infantry", 1, "210", "Lodor")
    alone = places(game, "greyfire_mutagen")
    pieces.put(game, "hive", "mech", 1, "210", "Lodor")
    assert places(game, "greyfire_mutagen") - alone == {"210/Lodor"}


@pytest.mark.rule("36.culture.leaders")
@pytest.mark.reading("Q142")
def test_leaders_are_of_whoever_has_them() -> None:
    game = at_the_table("Federation of Sol", "Titans of Ul")
    by_key = game.tables.doings.by_key
    assert owners(game, by_key["tellurian"]) == ["p2"]
    assert owners(game, by_key["claire_gibson"]) == ["p1", "p2"], "the ally has it by the Alliance"
    game.tables = with_options(game.tables, load_rulebook(), ["cultural_exchange_program"], load_options())
    assert owners(game, by_key["tellurian"]) == ["p1"]
    assert owners(game, by_key["claire_gibson"]) == ["p2", "p1"]
    game.settings.p2 = PlayerSetup("Ben", "Obsidian", "green")
    assert owners(game, by_key["vos_hollow"]) == ["p2"], "the Obsidian exchange no leaders"


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.reading("Q142")
def test_the_ally_places_infantry_on_an_own_planet_by_the_commander_of_sol() -> None:
    game = at_the_table("Federation of Sol")
    pieces.set_control(game, "210", "Lodor", "p2")
    session = session_of(game)
    session.apply(Event("used.claire_gibson", {"who": "p2", "where": "210/Lodor"}))
    assert game.galaxy is not None and game.galaxy.systems["210"].planets["Lodor"].units == {"p2": {"infantry": 1}}


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize("key", ["riftwalker_meian", "ghost_ship"])
def test_homes_behind_their_gates_are_spared_and_the_gates_are_not(key: str) -> None:
    game = fresh_game(galaxy=lay_out(load_tables(), ["base", "pok", "te"], {"p1": "17", "p2": "94"}, "a seed"))
    game.settings.boxes = ["base", "pok", "codex", "te"]
    game.settings.p1 = PlayerSetup("Ada", "Ghosts of Creuss", "blue")
    game.settings.p2 = PlayerSetup("Ben", "Crimson Rebellion", "green")
    galaxy = pieces.galaxy_of(game)
    homes = {galaxy.spawning["home_p1"], galaxy.spawning["home_p2"]}
    gates = {at for at, system in galaxy.systems.items() if system.tile in ("17", "94")}
    assert homes == {"creuss", "rebellion"} and len(gates) == 2
    assert gates <= spots_of(game, key) and not homes & spots_of(game, key)


@pytest.mark.rule("1.scope.unchanged-rules")
@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("stellar_converter", {"none", "standard"}),
        ("adjudicator_baal", {"planets_standard"}),
        ("the_silver_flame", {"planets_home_p1", "planets_home_p2"}),
    ],
)
def test_without_a_galaxy_only_planets_that_can_be_lost_to_it_are_named(key: str, kinds: set[str]) -> None:
    game = at_the_table("Embers of Muaat", tracked=False)
    game.hive.standard_planets = 1
    game.hive.spawning_planets = {"main": 2, "aux1": 1, "mecatol_rex": 1, "home_p1": 1, "home_p2": 1}
    event = event_of(game, f"used.{key}")
    assert event is not None
    numbers = {field.name for field in event.fields(game) if field.name.startswith("planets_")}
    assert numbers | places(game, key, "planet") == kinds


@pytest.mark.rule("1.scope.unchanged-rules")
def test_the_silver_flame_takes_no_planets_in_the_home_of_another() -> None:
    game = at_the_table(tracked=False)
    game.hive.spawning_planets = {"home_p1": 1, "home_p2": 1}
    session = Session(game)
    session.settle()
    with pytest.raises(Refused, match="It cannot be used against these planets"):
        session.apply(Event("used.the_silver_flame", {"who": "p1", "planets_home_p2": 1}))
