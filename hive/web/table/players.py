"""The two players, the public objectives and the score as the pages show them, and the side of one player."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game, Player, other_player
from hive.rules.notes import name_of, note_words
from hive.store import Opens, Question
from hive.web.devices import OWN_TAB, own_tab
from hive.web.door import games
from hive.web.steps.asking import asked_now
from hive.web.table.hive import StrategyCardView, cards_of
from hive.web.table.place import looking_at
from hive.web.words import anchor
from hive.words import say


@dataclass(frozen=True)
class Score:
    """The victory points of a side, how many it needs, and whether the Hive lacks one of them alone."""

    seat: Seat
    name: str
    points: int
    goal: int
    anchor: str
    danger: bool = False


@dataclass(frozen=True)
class NoteView:
    """A promissory note in front of a player: one of the Hive's, or one of theirs that the Hive has received."""

    words: str
    anchor: str


@dataclass(frozen=True)
class PlayerView:
    """A player as the table sees them."""

    seat: Player
    name: str
    faction: str
    points: int
    goal: int
    counters: int
    counter_maximum: int
    calmed: bool
    traded: bool
    notes: tuple[NoteView, ...]
    passed: bool
    speaker: bool
    tyrant: bool
    custodians: bool
    active: bool
    strategy_cards: tuple[StrategyCardView, ...]
    points_anchor: str
    counters_anchor: str


@dataclass(frozen=True)
class Mark:
    """Whether a side has scored an objective."""

    seat: Seat
    name: str
    initial: str
    scored: bool


@dataclass(frozen=True)
class ObjectiveView:
    """A revealed public objective."""

    name: str
    points: int
    wants: str
    marks: tuple[Mark, ...]


def scores(game: Game) -> tuple[Score, ...]:
    """The victory points of all three."""
    points, goal = game.hive.victory_points, game.tables.figures.hive_victory.value
    hive = Score("hive", say("[Hive]"), points, goal, anchor("hive.victory_points"), danger=points == goal - 1)
    players = [
        Score(seat, game.name(seat), game.players[seat].victory_points, _goal(game, seat), _points(seat))
        for seat in _seated(game)
    ]
    return (hive, *players)


def _points(seat: Player) -> str:
    return anchor(f"players.{seat}.victory_points")


def _seated(game: Game) -> tuple[Player, Player]:
    return PLAYERS if game.settings.left == "p1" else ("p2", "p1")


def _goal(game: Game, seat: Player) -> int:
    """Until one of the two has the higher number, both go for it; then the lower one is enough for the other."""
    figures = game.tables.figures
    own = game.players[seat].victory_points
    other = game.players[other_player(seat)].victory_points
    return figures.ally_victory.value if own < figures.player_victory.value <= other else figures.player_victory.value


def players_view(game: Game) -> tuple[PlayerView, ...]:
    """Both players, the one on the Hive's left first."""
    return tuple(_player(game, seat) for seat in _seated(game))


def _player(game: Game, seat: Player) -> PlayerView:
    chosen = game.settings.p1 if seat == "p1" else game.settings.p2
    area = game.players[seat]
    return PlayerView(
        seat=seat,
        name=chosen.name,
        faction=chosen.king or chosen.faction,
        points=area.victory_points,
        goal=_goal(game, seat),
        counters=area.counters,
        counter_maximum=game.level.counter_maximum,
        calmed=area.calmed,
        traded=area.traded,
        notes=_notes(game, seat),
        passed=area.passed,
        speaker=game.speaker == seat,
        tyrant=game.tyrant == seat,
        custodians=game.custodians == seat,
        active=game.active == seat and game.phase == "action",
        strategy_cards=cards_of(game, seat),
        points_anchor=_points(seat),
        counters_anchor=anchor(f"players.{seat}.counters"),
    )


def _notes(game: Game, seat: Player) -> tuple[NoteView, ...]:
    """Rule: 27.received.display."""
    kinds = [note.kind for note in game.hive.notes if note.owner == seat]
    theirs = [
        NoteView(say("{note} with [the Hive]", note=note_words(kind)), anchor(f"notes.{seat}.{kind}")) for kind in kinds
    ]
    held = game.players[seat].notes
    hives = [
        NoteView(say("has {what}", what=name_of(game, "hive", kind)), anchor(f"notes.hive.{kind}")) for kind in held
    ]
    return (*theirs, *hives)


def objectives_view(game: Game) -> tuple[ObjectiveView, ...]:
    """The revealed public objectives, oldest first."""
    by_name = game.tables.objectives.by_name
    initials = _initials(game)
    views = []
    for revealed in game.objectives:
        objective = by_name[revealed.name]
        marks = tuple(Mark(seat, game.name(seat), initials[seat], seat in revealed.scored_by) for seat in initials)
        views.append(ObjectiveView(objective.name, objective.points, objective.wants, marks))
    return tuple(views)


def _initials(game: Game) -> dict[Seat, str]:
    """One letter for each side, or two where two sides begin alike."""
    seats: tuple[Seat, ...] = ("hive", *_seated(game))
    names = {seat: "Hive" if seat == "hive" else str(game.name(seat)) for seat in seats}
    letters = {seat: name[:1].upper() for seat, name in names.items()}
    if len(set(letters.values())) == len(letters):
        return letters
    return {seat: name[:2].capitalize() for seat, name in names.items()}


# --- the side of the player whose device shows the table


@dataclass(frozen=True)
class OwnObjective:
    """A public objective, and whether this player has scored it."""

    name: str
    points: int
    wants: str
    scored: bool


@dataclass(frozen=True)
class MineView:
    """A player's own side of the table. ``books``: their move can be booked at this step."""

    player: PlayerView
    books: bool
    objectives: tuple[OwnObjective, ...]


def mine_of(game: Game, opened: Opens | None, books: str | None) -> MineView | None:
    """The side of the player who has opened the game by a code of theirs; None on any other screen.

    In: as what the screen has the game open, and whose move can be booked.
    """
    seat = next((one for one in PLAYERS if one == opened), None)
    if seat is None:
        return None
    player = next(one for one in players_view(game) if one.seat == seat)
    by_name = game.tables.objectives.by_name
    known = [(by_name[revealed.name], seat in revealed.scored_by) for revealed in game.objectives]
    objectives = (OwnObjective(one.name, one.points, one.wants, scored) for one, scored in known)
    # What is still to be scored comes first.
    return MineView(player, books == seat, tuple(sorted(objectives, key=lambda one: one.scored)))


# --- where a player's own side of the table is left for a page, and where it is come back to


def own_side() -> str | None:
    """The tab to which what is entered on a page comes back: a player's own side, where the page was opened there."""
    return OWN_TAB if looking_at(request.values).tab == OWN_TAB else None


def asked_on_own_side(game_id: str) -> Question | None:
    """What is asked before an entry that a player makes on their own side; None where another makes it, or elsewhere.

    Such an entry comes back to that side, unless the game asks something else by then: that stands on the first tab.
    """
    own = own_side() is not None and own_tab(game_id) is not None
    return asked_now(games().present(game_id)) if own else None
