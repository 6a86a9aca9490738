"""Bold tables, the laws of a game's course that they are watched by, and the command that plays many of their games."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest

from hive import keys
from hive.__main__ import main
from hive.board import pieces
from hive.catalog.reading import load_tables
from hive.engine.entries import Answer, Board, Correct, Event
from hive.engine.session import Session, Told
from hive.model.game import PLAYERS, NoteHeld, RevealedObjective
from hive.naming import units
from hive.rules.board import survey_of
from hive.rules.events.kinds import all_events
from hive.simulate import players
from hive.simulate.game import Failed, Played, Setting, simulate, started
from hive.simulate.laws import Watch, standing
from hive.simulate.moves import CAREFUL, FLEET, Booking, Habits, bold_habits, muster, tactical_action
from hive.simulate.players import few_cards, mended_fight
from hive.simulate.proof import Row, as_table, play, prove
from hive.steps import Draw, Item, Tell
from hive.words import Name, count, listed, say
from placing import answer, session_with

SEEDS = range(40)


def begun() -> Played:
    return started(Setting(2), load_tables())


# --- what bold tables try


def test_a_bold_game_is_played_again_by_its_command() -> None:
    setting = Setting(3, 1, bold=True)
    assert setting.command.endswith(" --bold")
    logs = [[entry.to_json() for entry in simulate(setting, load_tables(), replayed=False).log] for _ in range(2)]
    assert logs[0] == logs[1]


def test_every_habit_is_some_table_s_and_none_all_tables() -> None:
    drawn = [bold_habits(Random(f"{seed}/habits")) for seed in SEEDS]
    for name in vars(CAREFUL).keys() - {"uses"}:
        assert {getattr(habits, name) for habits in drawn} == {True, False}, name


def test_every_event_comes_up_at_some_table() -> None:
    moments = (players.THEIR_TURN, players.HIVES_TURN, players.UNTRACKED, players.AGENDA, players.SELDOM)
    assert {name for moment in moments for name in moment} == set(all_events())


def test_few_cards_are_left() -> None:
    game = begun().game
    corrections = list(few_cards(game, Random(1)))
    assert {one.field for one in corrections if isinstance(one, Correct)} == {"deck.primary", "deck.secondary"}


def test_a_unit_is_there_after_all_or_gone() -> None:
    game = begun().game
    home = pieces.galaxy_of(game).spawning["main"]
    found = [dict(booking.changes) for seed in SEEDS if (booking := mended_fight(game, home, Random(seed))).changes]
    now = pieces.units_at(pieces.galaxy_of(game), "hive", home)
    changes = {(field.rpartition("/")[2], int(value)) for one in found for field, value in one.items()}
    assert {value - now[unit] for unit, value in changes if unit in now} >= {-1, 1}


def test_ground_forces_come_in_the_ships_of_an_ally() -> None:
    """Where players attack together, infantry of one stands in space in a system with ships of the other alone."""
    game = begun().game
    galaxy = pieces.galaxy_of(game)
    other, target = galaxy.spawning["home_p2"], galaxy.spawning["main"]
    beside = next(one for one in survey_of(game).adjacent[target] if not galaxy.systems[one].units)
    pieces.put(game, "p1", "carrier", 4, beside)
    pieces.put(game, "p2", "infantry", 6, other, next(iter(galaxy.systems[other].planets)))
    together = Habits(together=True)
    brought = [
        move
        for seed in range(200)
        if (move := tactical_action(game, "p1", Random(seed), habits=together)) is not None and move.attacks
        for entry in move.entries
        if isinstance(entry, Board) and f"{move.position}/units/p2/infantry" in entry.changes
    ]
    assert brought


def test_the_allys_ships_come_along() -> None:
    game = begun().game
    galaxy = pieces.galaxy_of(game)
    target = galaxy.spawning["main"]
    for seat in PLAYERS:
        beside = next(one for one in survey_of(game).adjacent[target] if not galaxy.systems[one].units)
        pieces.put(game, seat, "cruiser", 2, beside)
    brought = [
        move
        for seed in range(200)
        if (move := tactical_action(game, "p1", Random(seed), habits=Habits(together=True))) is not None
        for entry in move.entries
        if isinstance(entry, Board) and f"{move.position}/units/p2/cruiser" in entry.changes
    ]
    assert brought and all(move.attacks for move in brought)


def test_a_fleet_comes_to_the_border_of_the_hive() -> None:
    game = begun().game
    booking = Booking(game)
    muster(booking, "p2", Random(1))
    (place,) = {field.partition("/")[0] for field in booking.changes}
    assert booking.units("p2", place) == {**FLEET, "infantry": 5}
    survey = survey_of(game)
    assert not survey.has_units(place) and any(survey.has_units(one) for one in survey.adjacent[place])


# --- the laws of the course of a game

_POINT = "37.war.victory-point"


def _told(session: Session, *lines: str) -> None:
    session.news = [Told(Tell(say("{who} stays.", who="Ada"), rule), None) for rule in lines]


def _counter(session: Session) -> None:
    _told(session, "14.gain.combat")


def _sixth(session: Session) -> None:
    names = [one.name for one in session.game.tables.objectives.objectives if one.stage == 1]
    session.game.objectives = [RevealedObjective(name) for name in names[:6]]


def _note(session: Session) -> None:
    session.game.hive.notes.append(NoteHeld("alliance", "p1"))


def _plastic(session: Session) -> None:
    game = session.game
    words = listed([units(game, 6, "dreadnought"), units(game, 1, "cruiser")])
    line = Item(say("Place {units}.", units=words))
    session.news = [Told(Tell(say("Ship production"), "8.phase.maximum", items=(line,)), None)]


def _adrift(session: Session) -> None:
    galaxy = pieces.galaxy_of(session.game)
    empty = next(position for position, system in galaxy.systems.items() if not system.units)
    pieces.put(session.game, "p1", "infantry", 1, empty)


@pytest.mark.parametrize(
    ("law", "breaks"),
    [
        ("what nothing carries is lost", _adrift),
        ("a counter only with a combat", _counter),
        ("no more objectives out than there are", _sixth),
        ("no note from an empty deck", _note),
        ("what is told to be placed is at hand", _plastic),
    ],
)
def test_a_law_of_the_course_is_seen_broken(law: str, breaks: Callable[[Session], None]) -> None:
    session = begun().session
    watch = Watch(standing(session.game))
    entry = Answer(keys.FACTS, "right")
    session.news = []
    assert watch.broken(session, entry) == []
    breaks(session)
    assert [one.law for one in watch.broken(session, entry)] == [law]


def test_plastic_that_was_lost_within_a_turn_can_be_placed_in_it_and_told_again() -> None:
    session = begun().session
    game = session.game
    entry, hive = Answer("arms", "done"), game.hive.units
    hive["dreadnought"] = game.tables.units.by_key["dreadnought"].plastic or 0
    watch = Watch(standing(game))
    session.news = []
    placed = Item(say("Placed {units}.", units=units(game, 1, "dreadnought")))
    told = [Told(Tell(say("Arms transaction"), "25.arms", items=(placed,)), None)]
    for change, news in ((-1, []), (1, told), (0, told)):
        hive["dreadnought"] += change
        session.news = news
        assert watch.broken(session, entry) == []


def test_what_a_player_places_is_not_the_plastic_of_the_hive() -> None:
    session = begun().session
    watch, game = Watch(standing(session.game)), session.game
    mine = say(
        "Put {units} of {who} on {place}.", units=units(game, 9, "mech"), who=game.name("p1"), place=Name("Jord")
    )
    session.news = [Told(Tell(say("Rearmament Agreement"), "29.outcomes", items=(Item(mine),)), None)]
    assert watch.broken(session, Answer(keys.FACTS, "right")) == []


@pytest.mark.rule("14.gain.combat")
@pytest.mark.reading("Q107")
def test_a_combat_brings_its_counter_until_another_system_is_activated() -> None:
    session = begun().session
    watch, over = Watch(standing(session.game)), Answer(keys.BATTLE_OVER, "done")
    session.news = [Told(Tell(say("{who} stays.", who="Ada"), "21.combat", keys.SPACE_COMBAT_ROUND), None)]
    watch.broken(session, over)
    _counter(session)
    assert watch.broken(session, over) == []
    session.news = [Told(Tell(say("{who} stays.", who="Ada"), "15.action", keys.TACTICAL_ACTION), None)]
    watch.broken(session, over)
    _counter(session)
    assert [one.law for one in watch.broken(session, over)] == ["a counter only with a combat"]
    assert watch.broken(session, Event("combat", {"who": "p1"})) == [], "the table has said so"


@pytest.mark.rule("14.gain.combat")
def test_a_combat_that_something_ends_while_its_dice_lie_there_was_fought() -> None:
    session = session_with(a209={"cruiser": 1, "fighter": 2}, h209={"cruiser": 1})
    watch = Watch(standing(session.game))
    for reply in ("activate", "209", {"choice": "dice", "ally": 0}):
        answer(session, reply)
    while session.pending is not None and session.pending.key != keys.SPACE_COMBAT_ROUND:
        answer(session, "on")
    session.news = []
    watch.broken(session, Answer(keys.ROUND_BEGINS, "on"))
    _counter(session)
    assert watch.broken(session, Event("used.harrow", {"number": 3})) == []


def test_a_note_passes_by_a_card_that_was_drawn_for_it() -> None:
    session = begun().session
    watch = Watch(standing(session.game))
    session.news = [Told(Draw("transaction", ("promissory_note",), "27.draw", 1), None)]
    assert watch.broken(session, Answer("draw.transaction", "draw")) == []
    session.news = []
    _note(session)
    assert watch.broken(session, Answer(keys.NOTE, "alliance")) == []
    session.game.players["p1"].notes.append("ceasefire")
    assert [one.law for one in watch.broken(session, Answer(keys.NOTE, "ceasefire"))] == ["no note from an empty deck"]


def test_a_board_that_is_confirmed_twice_in_a_turn_is_seen() -> None:
    session = begun().session
    watch, sheet, other = Watch(standing(session.game)), Answer(keys.FACTS, "right"), Answer(keys.DESTINATION, "101")
    session.news = []
    session.game.phase, session.game.active = "action", "hive"
    assert watch.broken(session, other) == watch.broken(session, sheet) == []
    assert [one.law for one in watch.broken(session, sheet)] == ["the board is confirmed once"]
    assert watch.broken(session, Answer(keys.ELECTED_LAW, "resolved")) == watch.broken(session, sheet) == []
    session.game.players["p1"].calmed = True
    assert watch.broken(session, other) == watch.broken(session, sheet) == []
    _told(session, "10.definition.other-type")
    assert watch.broken(session, other) == []
    session.news = []
    assert watch.broken(session, sheet) == []
    session.game.active = "p1"
    assert [one.law for one in watch.broken(session, other)] == []
    session.game.active = "hive"
    assert watch.broken(session, other) == watch.broken(session, sheet) == []


def test_a_game_that_breaks_a_law_of_its_course_names_it() -> None:
    played = begun()
    assert played.session.pending is not None
    _sixth(played.session)
    with pytest.raises(
        Failed, match="at entry 1: no more objectives out than there are: 6 of stage 1 lie there"
    ) as failed:
        played.enter(Answer(played.session.pending.key, "done"))
    assert failed.value.law == "no more objectives out than there are"


# --- many games


def test_a_row_says_how_a_game_ended() -> None:
    row = play(Setting(3, 1, "easy", galaxy=False, bold=True))
    assert row == Row(3, "easy", False, "nobody", 2)


def test_games_that_are_kept_are_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.jsonl"
    rows = [
        Row(7, "easy", True, "hive", 5),
        Row(7, "easy", False, "players", 6),
        Row(7, "standard", True, failed="a reason", law="a law"),
        Row(7, "standard", False, failed="another"),
        Row(7, "expert", True, "hive", 4),
        Row(7, "expert", False, "hive", 4),
        Row(8, "expert", False, "hive", 4),
    ]
    kept.write_text("".join(json.dumps(asdict(row)) + "\n" for row in rows) + '{"seed": 7, "lev', encoding="utf-8")
    assert list(prove([7], kept, 1)) == rows[:-1]
    assert main(["proof", "--seed", "7", "--games", "1", "--jobs", "1", "--kept", str(kept)]) == 1
    assert capsys.readouterr().out == as_table(rows[:-1]) + "\n"


def test_the_table_counts_games_by_level_and_galaxy() -> None:
    rows = [
        Row(1, "expert", True, "hive", 5),
        Row(2, "expert", True, "players", 6),
        Row(3, "expert", True, failed="a reason", law="a law"),
        Row(4, "expert", True, failed="a reason"),
        Row(1, "expert", False, failed="a reason"),
    ]
    assert as_table(rows).splitlines()[2:] == [
        "| expert | yes | 4 | 1 | 1 | 50 % | 50 % | 5.5 |",
        "| expert | no | 1 | 1 | 0 |  |  |  |",
        "",
        "1 times broken: a law",
    ]


@pytest.mark.rule("37.war.distribution", "37.war.victory-point")
def test_special_commodities_that_nobody_was_told_of_break_a_law_as_a_turn_begins() -> None:
    game = begun().game
    game.phase, game.active, game.stage = "action", "p1", ""
    session = Session(game)
    session.settle()
    game.tables = load_tables(options=("total_war",))
    watch, entry, there = Watch(standing(game)), Answer(keys.FACTS, "right"), game.event_cards.special_commodities
    law = "what Total War brings is told, and 15 of it make a point"
    session.news, there["Quinarra"] = [], 16
    assert [(one.law, one.found) for one in watch.broken(session, entry)] == [(law, "16 lie there, and 0 were told of")]
    there["Quinarra"] = 1
    for number, found in ((15, []), (14, [law])):
        line = Item(say("Discard {commodities}.", commodities=count(number, "special commodity")), "", _POINT)
        session.news = [Told(Tell(say("Total War"), _POINT, items=(line,)), None)]
        assert [one.law for one in watch.broken(session, entry)] == found
    there["Quinarra"] = 5
    session.news = []
    assert watch.broken(session, Correct("event_cards.special_commodities.Quinarra", 5)) == []


def test_what_would_change_nothing_where_it_is_used_is_not_forced() -> None:
    """Artemis Ascendent can be played against a rule, but not where its player has no planet to come to."""
    options = ("player_speaker", "twilights_fall")
    setting = Setting(18, 5, "easy", options=options, bold=True)
    assert simulate(setting, load_tables(options=options), replayed=False).game.round == 6
