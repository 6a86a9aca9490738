"""Scoring: what the Hive and the players score, and what it costs.

Rules: 28.1, 14.gain.six-points, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from hive import keys
from hive.catalog.tables import Objective, Seat
from hive.model.game import Game, Player
from hive.rules.area.points import after_points, gain_points, had, six_points_lines
from hive.rules.board import board_of
from hive.rules.moments import ObjectiveScored, happen
from hive.rules.objectives.public import mark_scored, unscored
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, anew, asked, told_alone
from hive.words import Name, Words, count, listed, say


def change_points(game: Game, seat: Seat, points: int) -> Procedure[None]:
    """A side gains or loses victory points."""
    before = had(game)
    gain_points(game, seat, points)
    yield from _tell_points(game, seat, before)


def score_objective(game: Game, seat: Seat, objective: Objective) -> Procedure[None]:
    """A side scores a revealed public objective, unless it has done so before."""
    if objective not in unscored(game, seat):
        yield Tell(
            say("{who!c} has scored {objective} before.", who=game.name(seat), objective=Name(objective.name)),
            "28.1.public",
        )
        return
    before = had(game)
    ended = mark_scored(game, seat, objective)
    yield Tell(say("{who!c} scores {objective}.", who=game.name(seat), objective=Name(objective.name)), "28.1.public")
    yield from _tell_points(game, seat, before)
    yield from _told_ended(ended)


def score_secret(game: Game, seat: Seat) -> Procedure[None]:
    """A side scores a secret objective; that of a player lies with the player, and is counted alone."""
    if seat == "hive":
        game.hive.secrets = max(0, game.hive.secrets - 1)
        game.hive.scored_secrets += 1
    else:
        game.players[seat].scored_secrets += 1
    yield Tell(say("{who!c} scores a secret objective.", who=game.name(seat)), "1.scope.unchanged-rules")
    yield from change_points(game, seat, game.tables.figures.secret_points.value)
    yield from _told_ended(happen(game, ObjectiveScored(seat)))


def _told_ended(ended: list[Item]) -> list[Tell]:
    """Support for the Throne goes back. Rules: 27.received.support-return, 27.given.support-return."""
    return [told_alone(item) for item in ended]


def _tell_points(game: Game, seat: Seat, before: Mapping[Player, int]) -> Procedure[None]:
    points = game.hive.victory_points if seat == "hive" else game.players[seat].victory_points
    yield Tell(
        say("{who!c} has {points}.", who=game.name(seat), points=count(points, "victory point")),
        "28.1.win.players",
    )
    yield from _counters_told(game, before)


def _counters_told(game: Game, before: Mapping[Player, int]) -> list[Tell]:
    return [Tell(line.text, line.rule, items=(line,)) for line in six_points_lines(game, before)]


def after_correction(game: Game) -> list[Tell]:
    """What victory points that were set by hand bring: counters at six points, and the end of the game.

    Everything else that gains points has done so by itself; then nothing is left to tell.
    """
    before = had(game)
    after_points(game)
    return _counters_told(game, before)


# --- the players say what they score: in the status phase, and with Imperial


PUBLIC, SECRET, REX, DONE = "public", "secret", "rex", "done"


@dataclass(frozen=True)
class Before:
    """What the sides had scored as a time of scoring began: however it is told, what has come since then counts."""

    public: dict[Seat, frozenset[str]]
    secrets: dict[Seat, int]

    @classmethod
    def of(cls, game: Game) -> Before:
        """What they have scored now."""
        return cls(
            {seat: frozenset(_scored(game, seat)) for seat in game.seats},
            {seat: _secrets(game, seat) for seat in game.seats},
        )

    def number(self, game: Game, seat: Seat) -> int:
        """How many public objectives this side has scored since."""
        return len(_scored(game, seat) - self.public[seat])

    def used(self, game: Game, seat: Seat) -> set[str]:
        """The kinds of which this side has scored one since."""
        public = {PUBLIC} if self.number(game, seat) else set()
        return public | ({SECRET} if _secrets(game, seat) > self.secrets[seat] else set())


def _scored(game: Game, seat: Seat) -> set[str]:
    return {objective.name for objective in game.objectives if seat in objective.scored_by}


def _secrets(game: Game, seat: Seat) -> int:
    return game.hive.scored_secrets if seat == "hive" else game.players[seat].scored_secrets


@dataclass(frozen=True)
class _Scoring:
    """A time at which players score: the key and the words of its question, and whom it asks.

    ``extra`` is what they can score besides public objectives; ``order`` says in which order the sides score.
    """

    key: str
    text: Words
    players: Sequence[Player]
    extra: str
    order: Words = ""


def status_phase_scores(
    game: Game, players: Sequence[Player], before: Before | None = None, order: Words = ""
) -> Procedure[None]:
    """Each of these players scores at most one public and one secret objective, as in the base game.

    In: what they had scored as the phase began; in which order the sides score, in words. Where an option has the
    Hive score more, players score any number of public ones. Rule: 35.scope.
    """
    who = listed([game.name(seat) for seat in players])
    what = say("What does {who} score?", who=who) if len(players) == 1 else say("What do {players} score?", players=who)
    yield from _scores(game, _Scoring(keys.PLAYERS_SCORE, what, players, SECRET, order), before)


def imperial_scores(game: Game, player: Player) -> Procedure[None]:
    """Imperial lets a player score one public objective, and brings a point to who controls Mecatol Rex.

    As in the base game; the ally's planet does not count for it. Rule: 31.ability.shared-planets-limits.
    """
    what = say("What does {who} score with Imperial?", who=game.name(player))
    extra = REX if board_of(game).may_hold_rex(player) else ""
    yield from _scores(game, _Scoring(keys.IMPERIAL_SCORES, what, [player], extra))


def _scores(game: Game, scoring: _Scoring, before: Before | None = None) -> Procedure[None]:
    many = scoring.key == keys.PLAYERS_SCORE and game.tables.figures.status_objectives.value > 1
    before, rex = before or Before.of(game), set[Player]()

    def done() -> set[tuple[str, str]]:
        """What is used up, also by what the table has told while this was asked."""
        used = {
            (seat, kind) for seat in scoring.players for kind in before.used(game, seat) if kind != PUBLIC or not many
        }
        return used | {(seat, REX) for seat in rex}

    while game.winner is None:
        answer = yield from anew(lambda: _asked(game, scoring, done()))
        if answer == DONE:
            return
        seat, _, name = answer.partition(".")
        player: Player = "p1" if seat == "p1" else "p2"
        if name == SECRET:
            yield from score_secret(game, player)
        elif name == REX:
            rex.add(player)
            yield from change_points(game, player, extra_points(game, REX))
        else:
            yield from score_objective(game, player, game.tables.objectives.by_name[name])


def _asked(game: Game, scoring: _Scoring, done: Collection[tuple[str, str]]) -> Procedure[str]:
    """What is scored next, asked anew where the table mends objectives or points; nothing where nothing is left."""
    choices = [choice for seat in scoring.players for choice in _choices(game, seat, scoring.extra, done)]
    if not choices:
        return DONE
    return (
        yield from asked(
            Ask(
                scoring.key,
                scoring.text,
                (Choice(DONE, say("That is all")), *choices),
                "1.scope.unchanged-rules",
                scoring.order,
                anew=True,
                shown=Shown(say("Score"), layout="sides"),
            )
        )
    )


def _choices(game: Game, seat: Player, extra: str, done: Collection[tuple[str, str]]) -> list[Choice]:
    name = game.name(seat)
    choices = []
    if (seat, PUBLIC) not in done:
        for objective in unscored(game, seat):
            points = count(objective.points, "victory point")
            choices.append(
                Choice(
                    f"{seat}.{objective.name}",
                    say("{who}: {objective}", who=name, objective=Name(objective.name)),
                    points,
                    Name(objective.name),
                )
            )
    if extra and (seat, extra) not in done:
        what = say("a secret objective") if extra == SECRET else say("Mecatol Rex")
        choices.append(
            Choice(
                f"{seat}.{extra}",
                say("{who}: {objective}", who=name, objective=what),
                count(extra_points(game, extra), "victory point"),
                what,
            )
        )
    return choices


def extra_points(game: Game, extra: str) -> int:
    """What a secret objective brings, or Mecatol Rex with Imperial."""
    figures = game.tables.figures
    return (figures.secret_points if extra == SECRET else figures.imperial_rex_points).value
