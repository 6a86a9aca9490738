"""Reminders are shown where they matter, to whom they concern, and nowhere else."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from werkzeug.test import TestResponse

from driving import expected_answer, fresh_game, fresh_session, layout
from hive import keys
from hive.board import pieces
from hive.catalog.reading import load_rulebook, load_tables
from hive.catalog.tables import Reminder
from hive.catalog.tables.doings import Only
from hive.catalog.tables.texts import InBattle
from hive.engine.entries import Answer, Correct
from hive.engine.session import Session
from hive.model.game import PLAYERS, Game, Law, NoteHeld, Player
from hive.rules.options import (
    MOST_OPEN,
    card_reminders,
    changed_by_options,
    passed_in_phase,
    played,
    reminded,
    reminders_for,
    step_passed,
)
from hive.scenarios.report import rule_report
from hive.simulate.game import Setting, started
from hive.simulate.moves import bold_habits
from hive.simulate.players import Table as Players
from hive.steps import Ask, Item, Step, Tell
from serving import Table, app_in

TABLES = load_tables()
STEPS = sorted({step for moment in TABLES.moments.moments for step in moment.steps})


@pytest.fixture
def game() -> Game:
    """Ada of Sol and Ben of Hacan in the action phase, on Ada's turn; nobody has a card or a note."""
    game = fresh_game()
    game.phase, game.active = "action", "p1"
    return game


def at(key: str, card: int | None = None) -> Step:
    return Tell(key, "1.scope.unchanged-rules", key=key, strategy_card=card)


def after(game: Game, *keys: str) -> Game:
    """The game once these steps are over, one after the other."""
    for key in keys:
        step_passed(game, key)
    return game


def rules(lines: tuple[Item, ...]) -> set[str]:
    return {line.rule for line in lines}


def shown(game: Game, *keys: str) -> set[str]:
    return {rule for key in keys for rule in rules(reminders_for(game, at(key)))}


def marked(request: pytest.FixtureRequest) -> set[str]:
    """The rules that a test has marked as reminders."""
    return {rule for mark in request.node.iter_markers("reminder") for rule in mark.args}


# --- every table, step by step


EVERYWHERE = [
    pytest.param(("player_picks", "strategy_card", "hive_picks"), marks=pytest.mark.reminder("omega.reference.phases")),
    pytest.param(
        ("player_turn",),
        marks=pytest.mark.reminder(
            "30.ability.protected-systems",
            "30.ability.hive-commander",
            "30.ability.reactor-meltdown",
            "30.transaction.ally-restriction",
            "30.transaction.neighbors",
            "31.move.through-ally",
            "31.move.land-on-ally",
            "31.action.joint",
            "31.action.transport",
            "31.attrition.start",
            "31.maneuver.start",
            "31.ability.neither-own-nor-other",
            "31.ability.activation-triggers",
            "31.ability.no-harm",
            "31.ability.shared-planets",
            "31.ability.shared-planets-limits",
        ),
    ),
    pytest.param(
        ("activate",),
        marks=pytest.mark.reminder(
            "21.combat.no-retreat",
            "30.ability.protected-systems",
            "31.move.through-ally",
            "31.move.land-on-ally",
            "31.action.joint",
            "31.action.transport",
            "31.attrition.start",
            "31.maneuver.start",
            "31.combat.joint",
        ),
    ),
    pytest.param(
        ("space_cannon", "space_combat", "space_combat_round", "space_combat_result", "retreat", "hits"),
        marks=pytest.mark.reminder(
            "21.combat.no-retreat",
            "30.ability.hive-commander",
            "31.combat.joint",
            "31.combat.hits-on-allies",
            "31.ability.neither-own-nor-other",
            "31.ability.no-harm",
            "31.attrition.reward",
        ),
    ),
    pytest.param(
        ("ground_combat", "ground_combat_round"),
        marks=pytest.mark.reminder(
            "21.combat.no-retreat",
            "30.ability.hive-commander",
            "31.combat.joint",
            "31.combat.hits-on-allies",
            "31.ability.neither-own-nor-other",
            "31.ability.no-harm",
            "31.attrition.reward",
            "31.maneuver.reward",
        ),
    ),
    pytest.param(("tactical_action", "planet_taken_by", "planet_gained")),
    pytest.param(
        ("hive_turn", "any_target"),
        marks=pytest.mark.reminder("omega.reference.phases", "omega.reference.action-symbols"),
    ),
    pytest.param(("payment", "note", "interference"), marks=pytest.mark.reminder("30.transaction.neighbors")),
    pytest.param(
        ("counteroffer",), marks=pytest.mark.reminder("30.transaction.neighbors", "omega.reference.action-symbols")
    ),
    pytest.param(("sabotage",), marks=pytest.mark.reminder("30.cancel.sabotage")),
    pytest.param(("exchange_planets",), marks=pytest.mark.reminder("31.control.exchange-state")),
    pytest.param(
        ("imperial_scores",),
        marks=pytest.mark.reminder("31.objective.ally-not-other", "31.ability.shared-planets-limits"),
    ),
    pytest.param(
        ("players_score",),
        marks=pytest.mark.reminder(
            "31.objective.ally-not-other",
            "31.ability.shared-planets-limits",
            "31.control.exchange-planets",
            "omega.reference.phases",
        ),
    ),
    pytest.param(
        ("hive_scores", "status"),
        marks=pytest.mark.reminder("omega.reference.phases", "31.control.exchange-planets"),
    ),
    pytest.param(("agenda", "agenda_end"), marks=pytest.mark.reminder("omega.reference.phases")),
    pytest.param(("set_up", "strategic_action", "pass", "facts", "reveal", "production_site", "destination")),
]


@pytest.mark.parametrize("keys", EVERYWHERE)
def test_every_table_is_reminded_of_exactly_this(
    game: Game, request: pytest.FixtureRequest, keys: tuple[str, ...]
) -> None:
    for key in keys:
        assert shown(game, key) == marked(request), key


@pytest.mark.reminder("31.elimination", "31.attrition.reward", "31.maneuver.reward")
def test_whose_turn_it_is_tells_what_matters_in_a_battle(game: Game) -> None:
    game.active = "hive"
    assert shown(game, "tactical_action", "planet_gained") == {"31.elimination"}
    rewards = {"31.attrition.reward", "31.maneuver.reward"}
    assert not rewards & shown(game, *FIGHTING)
    game.active = "p1"
    assert rewards <= shown(game, *FIGHTING) and "31.elimination" not in shown(game, *FIGHTING)


# --- battles, step by step


TOGETHER = {"31.combat.joint", "31.combat.hits-on-allies", "31.ability.neither-own-nor-other", "31.ability.no-harm"}
REWARDS = {"31.attrition.reward", "31.maneuver.reward"}
BATTLES = ("hives_battle", "space_battle", "ground_battle")
OF_BATTLES = {step for name in BATTLES for step in TABLES.moments.by_key[name].steps}
DRAWN = 200


def drawn_steps() -> Iterator[tuple[Game, Step, str]]:
    """Games of bold tables, one seed after the other, at each step of a battle, and the system of that."""
    for seed in count():
        played = started(Setting(seed, 2, bold=True), TABLES)
        table = Players(Random(f"{seed}/table"), bold_habits(Random(f"{seed}/habits")))
        while played.game.round <= 2 and (entry := table.next_entry(played.session)) is not None:
            played.session.apply(entry)
            step = played.session.pending
            announced = step.undertaking.destination if isinstance(step, Ask) and step.undertaking else ""
            position = played.game.battle or announced
            if step is not None and step.key in OF_BATTLES and position:
                yield played.game, step, position


def units_of(game: Game, position: str, seat: Player, planets_alone: bool = False) -> set[str]:
    """The types of units that a player has in a system, or on its planets."""
    system = pieces.galaxy_of(game).systems[position]
    places = [*system.planets.values(), *([] if planets_alone else [system])]
    return {unit for place in places for unit, number in place.units.get(seat, {}).items() if number}


def misfits(game: Game, step: Step, position: str) -> set[str]:
    """What is shown at a step of a battle although it cannot matter there, by what the map shows."""
    found, there = rules(reminders_for(game, step)), [seat for seat in PLAYERS if units_of(game, position, seat)]
    planets = pieces.galaxy_of(game).systems[position].planets.values()
    wrong = (TOGETHER | REWARDS) & found if len(there) < 2 else set()
    wrong |= found & REWARDS if game.active == "hive" else set()
    wrong |= found - {"27.given.printed", "31.elimination"} if not there else set()
    held = game.active == "hive" and any(planet.control in PLAYERS for planet in planets)
    wrong |= found & {"31.elimination"} if not held else set()
    landed = {unit for seat in PLAYERS for unit in units_of(game, position, seat, planets_alone=True)}
    if step.key == keys.LANDING and not landed & {"infantry", "mech"}:
        wrong |= found - {"27.given.printed", "31.elimination"}
    return wrong


@pytest.mark.reminder(*TOGETHER, *REWARDS, "31.elimination", "21.combat.no-retreat", "30.ability.hive-commander")
def test_at_200_drawn_steps_of_battles_what_is_shown_matters_there() -> None:
    seen: set[str] = set()
    for game, step, position in islice(drawn_steps(), DRAWN):
        assert misfits(game, step, position) == set(), (step.key, position)
        seen |= rules(reminders_for(game, step))
        seen |= {f"{step.key} undefended"} if not any(units_of(game, position, seat) for seat in PLAYERS) else set()
    assert seen >= {*TOGETHER, *REWARDS, "31.elimination", "21.combat.no-retreat", "landing undefended"}, seen


@pytest.mark.parametrize("key", ["player_turn", "players_move"])
def test_the_ion_storm_is_thought_of_where_ships_of_players_move(game: Game, key: str) -> None:
    storm = "If your ships use the wormhole of the ion storm, it turns."
    assert not [line for line in reminders_for(game, at(key)) if storm in line.text]
    game = fresh_game(galaxy=layout())
    game.phase, game.active = "action", "p1"
    (position,) = pieces.turning_tokens(game)
    assert [line.rule for line in reminders_for(game, at(key)) if storm in line.text] == ["1.scope.unchanged-rules"]
    pieces.remove_token(game, position, "ion_storm")
    assert not [line for line in reminders_for(game, at(key)) if storm in line.text]


def added(game: Game, before: Game) -> dict[str, set[str]]:
    """What one table is reminded of and another is not, step by step."""
    found = {key: shown(game, key) - shown(before, key) for key in STEPS}
    assert all(shown(before, key) <= shown(game, key) for key in STEPS)
    return {key: rules for key, rules in found.items() if rules}


# --- factions, notes, cards, pages


def with_faction(faction: str, *cards: int) -> Game:
    """On Ada's turn; Ben plays a faction, and Ada has strategy cards."""
    game = fresh_game()
    game.phase, game.active = "action", "p1"
    game.settings.p2.faction = faction
    for number in cards:
        game.strategy_cards[number].owner = "p1"
    return game


@pytest.mark.reminder("30.ability.mahact")
def test_the_mahact_are_reminded_before_the_game_and_when_notes_pass(
    request: pytest.FixtureRequest, game: Game
) -> None:
    reminded = added(with_faction("Mahact Gene-Sorcerers"), game)
    assert reminded == dict.fromkeys(
        ["counteroffer", "draw.transaction", "interference", "note", "payment", "set_up"], marked(request)
    )


@pytest.mark.reminder("30.ability.nekro-basic")
def test_the_nekro_gain_basic_technologies_of_the_hive_in_combat(request: pytest.FixtureRequest, game: Game) -> None:
    reminded = added(with_faction("Nekro Virus"), game)
    assert set(reminded) == {
        *("space_cannon", "space_cannon_defence", "space_combat", "space_combat_round", "space_combat_result"),
        *("retreat", "hits", "invasion", "landing"),
        *("ground_combat", "ground_combat_round", "ground_combat_result"),
    }
    assert all(rules == marked(request) for rules in reminded.values())


POLITICS, TECHNOLOGY = 3, 7


@pytest.mark.reminder("30.ability.nekro-basic", "30.ability.nekro-secondary", "30.ability.nekro-secondary-cost")
def test_the_nekro_are_reminded_with_technology_whoever_plays_it(request: pytest.FixtureRequest) -> None:
    nekro = with_faction("Nekro Virus", TECHNOLOGY)
    assert marked(request) <= shown(nekro, "player_turn")
    assert rules(card_reminders(nekro, "technology")) == marked(request)
    assert rules(card_reminders(nekro, "leadership")) == set()
    nekro.strategy_cards[TECHNOLOGY].owner = "hive"
    assert rules(reminders_for(nekro, at("strategic_action", TECHNOLOGY))) == marked(request)
    assert rules(reminders_for(nekro, at("strategic_action", POLITICS))) == set()
    assert shown(nekro, "pass") == marked(request)
    assert not marked(request) & shown(nekro, "player_turn")


@pytest.mark.reminder("30.ability.yin-commander")
def test_the_yin_are_reminded_with_technology(request: pytest.FixtureRequest) -> None:
    without, yin = with_faction("Federation of Sol", TECHNOLOGY), with_faction("Yin Brotherhood", TECHNOLOGY)
    assert added(yin, without) == {"player_turn": marked(request)}
    assert rules(card_reminders(yin, "technology")) == marked(request)
    assert rules(reminders_for(yin, at("strategic_action", TRADE))) == set()
    yin.strategy_cards[TECHNOLOGY].owner = "hive"
    assert rules(reminders_for(yin, at("strategic_action", TECHNOLOGY))) == marked(request)


def test_words_name_who_is_concerned() -> None:
    lines = card_reminders(with_faction("Nekro Virus"), "technology")
    assert "With Technology's secondary Ben may instead gain a technology of Ada." in [line.text for line in lines]


TRADE = 5
STRATEGIC_TRADE = pytest.mark.reminder(
    "25.strategic.alternative",
    "25.strategic.timing",
    "25.strategic.neighbors",
    "25.strategic.commodities",
    "25.strategic.note",
    "25.strategic.note-alliance",
    "25.strategic.note-faction-support",
    "25.strategic.one-support",
)


@STRATEGIC_TRADE
def test_strategic_trade_is_thought_of_while_a_player_can_play_trade_and_once_it_is_played(
    request: pytest.FixtureRequest, game: Game
) -> None:
    trading = with_faction("Emirates of Hacan", TRADE)
    assert added(trading, game) == {"player_turn": marked(request)}
    assert rules(card_reminders(trading, "trade")) == marked(request)
    trading.strategy_cards[TRADE].exhausted = True
    assert added(trading, game) == {}


@STRATEGIC_TRADE
def test_the_hives_trade_brings_no_strategic_trade_nor_does_a_table_without_page_25(game: Game) -> None:
    game.strategy_cards[TRADE].owner = "hive"
    assert rules(reminders_for(game, at("strategic_action", TRADE))) == set()
    game.settings.advanced.remove("special_transactions")
    assert card_reminders(game, "trade") == ()


@pytest.mark.reminder("29.elected-laws")
@pytest.mark.parametrize(
    ("law", "keys"),
    [
        ("Classified Document Leaks", {"players_score", "imperial_scores", "hive_scores", "status"}),
        ("Fleet Regulations", {"player_turn", "players_score", "hive_scores", "status"}),
        ("Executive Sanctions", {"player_turn", "players_score", "hive_scores", "status"}),
        ("Regulated Conscription", {"player_turn"}),
        ("Shared Research", set()),
    ],
)
def test_what_a_law_means_for_the_players_is_thought_of_while_it_is_in_play(
    request: pytest.FixtureRequest, game: Game, law: str, keys: set[str]
) -> None:
    before = fresh_game()
    before.phase, before.active = "action", "p1"
    game.laws = [Law(law)]
    assert added(game, before) == dict.fromkeys(sorted(keys), marked(request))


@pytest.mark.reminder("29.elected-laws")
def test_any_number_of_pds_is_thought_of_with_construction(request: pytest.FixtureRequest, game: Game) -> None:
    assert rules(card_reminders(game, "construction")) == set()
    game.laws = [Law("Homeland Defense Act")]
    assert rules(card_reminders(game, "construction")) == marked(request)
    assert rules(card_reminders(game, "politics")) == set()


FIGHTING = (
    *(
        "player_turn",
        "activate",
        "support",
        "space_cannon",
        "space_cannon_defence",
        "space_combat",
        "space_combat_round",
    ),
    *("space_combat_result", "retreat", "hits", "invasion", "landing", "ground_combat", "ground_combat_round"),
    "ground_combat_result",
)


@pytest.mark.reminder("27.received.alliance")
def test_a_received_alliance_is_thought_of_in_combat(request: pytest.FixtureRequest, game: Game) -> None:
    before = fresh_game()
    before.phase, before.active = "action", "p1"
    game.hive.notes = [NoteHeld("alliance", "p2"), NoteHeld("ceasefire", "p1")]
    assert added(game, before) == dict.fromkeys(sorted(FIGHTING), marked(request))
    lines = [line.text for line in reminders_for(game, at("space_combat")) if line.rule == "27.received.alliance"]
    assert lines == ["The Hive has Ben's Alliance: Ben cannot use the commander, even an unlocked one."]


@pytest.mark.reminder("27.given.alliance", "27.given.printed")
def test_the_hives_notes_are_thought_of_where_they_can_be_used(request: pytest.FixtureRequest, game: Game) -> None:
    before = fresh_game()
    before.phase, before.active = "action", "p1"
    game.players["p2"].notes = ["alliance"]
    reminded = added(game, before)
    assert {key for key, rules in reminded.items() if "27.given.alliance" in rules} == set(FIGHTING)
    printed = {key for key, rules in reminded.items() if "27.given.printed" in rules}
    assert printed == {
        *("tactical_action", "invasion", "landing", "ground_combat_result", "planet_taken_by", "planet_gained"),
        *("player_turn", "agenda", "agenda_end"),
    }
    game.players["p2"].notes = ["ceasefire"]
    assert "27.given.alliance" not in shown(game, *STEPS)


@pytest.mark.parametrize(
    ("page", "key"),
    [
        pytest.param("stratagems", "draw.support", marks=pytest.mark.reminder("omega.reference.action-symbols")),
        pytest.param("stratagems", "support", marks=pytest.mark.reminder("omega.reference.action-symbols")),
        pytest.param("arms_transactions", "draw.asset", marks=pytest.mark.reminder("omega.reference.action-symbols")),
        pytest.param("countermeasures", "sabotage", marks=pytest.mark.reminder("30.cancel.sabotage")),
    ],
)
def test_a_page_that_is_not_played_is_not_thought_of(
    game: Game, request: pytest.FixtureRequest, page: str, key: str
) -> None:
    assert marked(request) <= shown(game, key)
    game.settings.advanced = [one for one in game.settings.advanced if one != page]
    assert not marked(request) & shown(game, key)


@pytest.mark.reminder("30.transaction.neighbors")
def test_without_any_transaction_nobody_thinks_of_neighbors(request: pytest.FixtureRequest, game: Game) -> None:
    game.settings.advanced = ["special_transactions"]
    assert marked(request) <= shown(game, "player_turn")
    game.settings.advanced = []
    assert not played(game, "arms_transactions")
    assert not marked(request) & shown(game, *STEPS)


# --- what stands open


def test_what_is_shown_at_the_fewest_steps_stands_open(game: Game) -> None:
    found = reminded(game, at("player_turn"))
    narrow = {"30.ability.reactor-meltdown", "30.transaction.ally-restriction", "31.ability.activation-triggers"}
    assert len(found.open) == 1 and rules(found.open) < narrow
    assert {*found.open, *found.rest} == {*reminders_for(game, at("player_turn"))}
    assert not {*found.open} & {*found.rest}


@pytest.mark.reminder("27.received.alliance", "29.elected-laws")
def test_what_concerns_this_table_stands_open_before_the_rest(game: Game) -> None:
    game.laws, game.hive.notes = [Law("Regulated Conscription")], [NoteHeld("alliance", "p2")]
    found = reminded(game, at("player_turn"))
    assert {"27.received.alliance", "29.elected-laws"} == rules(found.open)
    game.laws += [Law("Minister of Commerce")]
    assert len(reminded(game, at("player_turn")).open) <= MOST_OPEN


def test_what_an_earlier_step_of_the_phase_has_shown_is_folded(game: Game) -> None:
    after(game, "player_turn")
    assert reminded(game, at("player_turn")).open == ()
    assert rules(reminded(game, at("activate")).open) < {"21.combat.no-retreat", "31.combat.joint"}
    fight = reminded(after(game, "activate", "space_cannon"), at("space_combat"))
    assert fight.open == () and len(fight.rest) == len(reminders_for(game, at("space_combat")))


@STRATEGIC_TRADE
@pytest.mark.reminder("30.ability.nekro-secondary", "30.ability.nekro-secondary-cost")
def test_what_a_strategy_card_brings_stands_open_when_it_is_played_and_not_while_it_can_be() -> None:
    trading = with_faction("Emirates of Hacan", TRADE)
    assert not {rule for rule in rules(reminded(trading, at("player_turn")).open) if rule.startswith("25.")}
    nekro = after(with_faction("Nekro Virus"), "player_turn", "strategic_action")
    assert "30.ability.nekro-secondary" in rules(reminded(nekro, at("strategic_action", TECHNOLOGY)).open)


def test_the_steps_of_a_phase_are_read_back_to_its_beginning(game: Game) -> None:
    after(
        game, "sabotage", "agenda", "player_picks", "hive_picks", "player_turn", "activate", "hive_turn", "player_turn"
    )
    assert passed_in_phase(game) == {"activate", "hive_turn", "player_turn"}
    game.phase = "status"
    assert passed_in_phase(after(game, "players_score")) == {"players_score"}


def test_however_long_a_phase_is_each_step_of_it_is_kept_in_mind_once(game: Game) -> None:
    after(game, "activate", *["player_turn", "hive_turn"] * 200)
    assert passed_in_phase(game) == {"activate", "hive_turn", "player_turn"}
    assert len(game.passed_steps) == 3


# --- all of them


def test_reminders_and_doings_say_by_the_same_words_where() -> None:
    assert {*get_args(InBattle)} < {*get_args(Only)}


def test_every_entry_of_the_kind_remind_is_shown_or_proven() -> None:
    report = rule_report()
    modes = {"standard", "advanced", "easy", "expert"}
    entries = [rule for rule in load_rulebook().rules if rule.support == "remind"]
    open_ones = [rule.id for rule in entries if modes & set(map(str, rule.modes)) and report.standing(rule) == "open"]
    assert open_ones == []


def test_a_reminder_is_told_of_no_rule_that_has_none() -> None:
    ids = {reminder.rule for reminder in TABLES.reminders.reminders}
    assert all(TABLES.reminders.of_rule(rule) for rule in ids)
    assert TABLES.reminders.of_rule("8.card") == []


# --- in a game and on its pages


def until(session: Session, key: str) -> None:
    for _ in range(300):
        step = session.pending
        assert step is not None
        if step.key == key:
            return
        session.apply(Answer(step.key, expected_answer(session.game, step)))
    raise AssertionError(f"{key} was never asked")


def test_a_strategy_card_of_a_player_brings_its_reminders_without_a_tap() -> None:
    session = fresh_session()
    until(session, "player_turn")
    seat = session.game.active
    for card in session.game.strategy_cards.values():
        card.owner = None
    session.game.strategy_cards[TRADE].owner = seat
    # A correction has the turn asked anew, with the card that lies there now.
    session.apply(Correct("hive.trade_goods", 1))
    session.apply(Answer("player_turn", f"card.{TRADE}"))
    told = [one.step for one in session.news if isinstance(one.step, Tell) and one.step.key == keys.CARD_PLAYED]
    assert [step.text for step in told] == [f"{session.game.name(seat or 'hive')} plays Trade."]
    assert len(told[0].items) == 8


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(app_in(tmp_path))


def text(response: TestResponse) -> str:
    return response.get_data(as_text=True)


def test_on_a_players_turn_all_stand_behind_one_tap_what_matters_just_now_first(table: Table) -> None:
    game_id = table.games.create("Test", fresh_game().settings, seed="test", layout=layout())
    table.until(game_id, "player_turn")
    page = text(table.client.get(f"/games/{game_id}"))
    assert 'id="reminders"' not in page
    folded = page[page.index('<details id="remember"') :].partition("</details>")[0]
    assert '<summary class="button">17 reminders</summary>' in folded and folded.count("<li>") == 17
    present = table.games.present(game_id)
    step = present.session.pending
    assert step is not None
    (first,) = reminded(present.session.game, step).open
    assert html.escape(str(first.text)[:20], quote=False) in folded.partition("</li>")[0]
    assert page.index('id="headline"') < page.index('class="choices') < page.index('id="remember"')


def test_at_other_steps_those_that_matter_just_now_stand_open(table: Table) -> None:
    game_id = table.import_kept("29")
    page = text(table.client.get(f"/games/{game_id}"))
    shown = page[page.index('id="reminders"') :].partition("</div>")[0]
    assert shown.count("<li>") >= 1
    assert re.search(r'<summary class="button">\d+ more reminders?</summary>', page)


def test_what_stood_open_in_a_phase_does_not_again_unless_the_step_is_undone(table: Table) -> None:
    game_id = table.games.create("Test", fresh_game().settings, seed="test", layout=layout())

    def go_on() -> None:
        present = table.games.present(game_id)
        step = present.session.pending
        assert step is not None
        table.games.answer(game_id, present.position, step.key, expected_answer(present.session.game, step))

    def stand_open() -> int:
        present = table.games.present(game_id)
        return len(reminded(present.session.game, present.session.pending).open) if present.session.pending else 0

    table.until(game_id, "player_turn")
    first = table.position(game_id)
    assert stand_open() == 1
    go_on()
    table.until(game_id, "player_turn")
    assert stand_open() == 0
    assert re.search(r">\d+ reminders</summary>", text(table.client.get(f"/games/{game_id}")))
    table.games.forget(game_id)
    assert stand_open() == 0
    table.games.undo(game_id, table.position(game_id), first)
    assert stand_open() == 1


def test_a_step_without_reminders_shows_none(table: Table) -> None:
    game_id = table.begin()
    table.until(game_id, "reveal")
    assert 'class="reminders"' not in text(table.client.get(f"/games/{game_id}"))


def test_a_rule_is_found_by_the_words_of_its_reminder_and_says_where_it_is_shown(table: Table) -> None:
    found = text(table.client.get("/rules?q=without+hubris"))
    assert "30.ability.mahact" in found
    page = text(table.client.get("/rules/30.ability.mahact"))
    assert "During the set-up, in a transaction with the Hive; if somebody plays Mahact Gene-Sorcerers." in page
    assert "A player plays without Hubris." in page


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """An app of which only the rules are read."""
    return Table(app_in(tmp_path_factory.mktemp("book")))


@pytest.mark.parametrize("reminder", TABLES.reminders.reminders, ids=lambda one: one.rule)
def test_every_reminder_leads_to_its_rule_which_says_when_it_is_shown(book: Table, reminder: Reminder) -> None:
    rule = reminder.rule
    assert f'href="/rules/{rule}"' in text(book.client.get(f"/rules?q={rule}"))
    assert "The app shows it" in text(book.client.get(f"/rules/{rule}"))


@pytest.mark.rule("34.splice.cards-revealed")
def test_what_an_option_changes_is_told_once_however_often_it_comes_up() -> None:
    game = fresh_game()
    game.tables = load_tables(options=("twilights_fall",))
    lines = [str(line.text) for line in changed_by_options(game)]
    assert lines and len(lines) == len({*lines})
