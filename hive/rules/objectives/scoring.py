"""Scoring: objectives that are revealed, secret ones, and what scoring costs.

A game is set up with so many of each stage. One after the other is revealed, those of the first stage before those of
the second; cards can reveal others besides.

Rules: 28.1.win.no-objective, 1.setup.purge-objectives, 28.1, 5.5 and Q68, 14.gain.six-points, 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hive import keys
from hive.catalog.tables import Objective, Seat
from hive.model.game import Game, Player, RevealedObjective
from hive.naming import by_now
from hive.rules.area import after_points, check_victory, gain_points
from hive.rules.board import board_of
from hive.rules.moments import ObjectiveScored, happen
from hive.rules.objectives.public import mark_scored, unscored
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, anew, question, told_alone, which_of
from hive.words import Name, Words, count, listed, say

NONE_LEFT = "none"
STAGES = (1, 2)
_SHOWN = Shown(say("Public objectives"), expects=False, kind="search")


def hidden_objectives(game: Game, stages: Sequence[int] = STAGES) -> list[Objective]:
    """The public objectives of stages that can still be revealed with the boxes on the table, by name in each stage."""
    shown = {objective.name for objective in game.objectives}
    hidden = [
        objective
        for objective in game.tables.objectives.objectives
        if objective.stage in stages and not objective.purged and objective.box in game.settings.boxes
        if objective.name not in shown
    ]
    return sorted(hidden, key=lambda objective: (objective.stage, objective.name))


def hidden_choices(game: Game, stages: Sequence[int] = STAGES) -> list[Choice]:
    """The same, to choose from."""
    hidden = hidden_objectives(game, stages)
    return [Choice(one.name, Name(one.name), listed([Name("I" * one.stage), Name(one.wants)], ",")) for one in hidden]


def left_to_reveal(game: Game) -> dict[int, int]:
    """By stage how many of the objectives that the game was set up with are not revealed yet."""
    figures, by_name = game.tables.figures, game.tables.objectives.by_name
    wanted = {1: figures.objectives_stage_one.value, 2: figures.objectives_stage_two.value}
    out = Counter[int](by_name[one.name].stage for one in game.objectives if not one.besides)
    return {stage: max(0, number - out[stage]) for stage, number in wanted.items()}


def reveal_next(game: Game, text: Words) -> Procedure[None]:
    """The table names the next objective of the game, of the stage whose turn it is; with none left the Hive wins.

    Rule: 28.1.win.no-objective.
    """
    left = left_to_reveal(game)
    stage = next((stage for stage in STAGES if left[stage]), None)
    if stage is None and (yield from _none_is_left(game, expected=True)):
        return
    yield from _reveal(game, text, STAGES if stage is None else (stage,), ends=True)


def reveal_any(game: Game, text: Words) -> Procedure[None]:
    """The table names an objective of either stage that was revealed beside the course of the game."""
    yield from _reveal(game, text, STAGES)


def reveal_besides(game: Game, text: Words, stages: Sequence[int]) -> Procedure[None]:
    """The table names an objective that a card reveals: it is not one of those that the game was set up with."""
    yield from _reveal(game, text, stages, besides=True)


def _reveal(
    game: Game, text: Words, stages: Sequence[int], ends: bool = False, besides: bool = False
) -> Procedure[None]:
    """The table names an objective that is not on it; nothing if none is left.

    ``ends``: the game goes on to the next objective, so that the Hive wins without one. Rule: 28.1.win.no-objective.
    """
    while True:
        choices, out = _choices(game, stages, ends), _how_many_are_out(game)
        name = yield from Ask(keys.REVEAL, text, choices, "28.1.win.no-objective", out, shown=_SHOWN)
        if name == NONE_LEFT and (not ends or (yield from _none_is_left(game, expected=False))):
            return
        # An event may have revealed the same one meanwhile.
        if name != NONE_LEFT and name not in [objective.name for objective in game.objectives]:
            break
    objective = game.tables.objectives.by_name[name]
    laid_open(game, objective, besides)
    points = count(objective.points, "victory point")
    yield Tell(say("{objective} is revealed, {points}.", objective=Name(name), points=points), "28.1.public")


def _choices(game: Game, stages: Sequence[int], ends: bool) -> tuple[Choice, ...]:
    choices = hidden_choices(game, stages)
    none_left = Choice(
        NONE_LEFT, say("None is left"), say("a public objective cannot be revealed: [the Hive] wins") if ends else ""
    )
    return (*choices, *([none_left] if not choices or (ends and game.phase != "setup") else []))


def _how_many_are_out(game: Game) -> Words:
    """How many of the objectives of the game are on the table, as far as the app knows."""
    left, figures = left_to_reveal(game), game.tables.figures
    one, two = figures.objectives_stage_one.value, figures.objectives_stage_two.value
    return say(
        "On the table: {first} of {one} of stage I, {second} of {two} of stage II.",
        first=one - left[1],
        one=one,
        second=two - left[2],
        two=two,
    )


def _none_is_left(game: Game, expected: bool) -> Procedure[bool]:
    """Whether the table says as well that no objective is left; then the Hive wins.

    ``expected``: all that the game was set up with are out. Rule: 28.1.win.no-objective.
    """
    wins, more = Choice(NONE_LEFT, say("None: [the Hive] wins")), Choice("back", say("One is left"))
    answer = yield from question(
        keys.NONE_LEFT, choices=(wins, more) if expected else (more, wins), detail=_how_many_are_out(game)
    )
    if answer != NONE_LEFT:
        return False
    game.objectives_ran_out = True
    check_victory(game)
    return True


def laid_open(game: Game, objective: Objective, besides: bool = False) -> RevealedObjective:
    """Put an objective on the table; one more than its stage has in a game came by a card."""
    revealed = RevealedObjective(objective.name, besides=besides or not left_to_reveal(game)[objective.stage])
    game.objectives.append(revealed)
    return revealed


# --- secret objectives of the Hive


SecretPhase = Literal["action", "status", "agenda"]
PHASES: dict[SecretPhase, Words] = {
    "action": say("action phase"),
    "status": say("status phase"),
    "agenda": say("agenda phase"),
}


def draw_secrets(game: Game, number: int, rule: str) -> Item:
    """Draw secret objectives face down; there is no limit. Rules: 5.5.no-limits, 5.5.face-down."""
    game.hive.secrets += number
    text = say("Draw {cards} face down for [the Hive].", cards=count(number, "secret objective"))
    return Item(text, by_now(game.hive.secrets), rule)


def attempt_secret(game: Game, phase: SecretPhase, brought: Sequence[Item] = ()) -> Procedure[list[Item]]:
    """With at least 4 secret objectives in hand, reveal a random one and score it if it names this phase.

    ``brought``: what has changed the Hive's points just before: the table hears it with the question, where it shows.
    Rules: 28.1.secret.attempt, 28.1.secret.match, 28.1.secret.match-reshuffle, 28.1.secret.mismatch.
    """
    if game.hive.secrets < game.tables.figures.secret_attempt_minimum.value:
        return []
    yield from map(told_alone, brought)
    cards = count(game.hive.secrets, "secret objective")
    shown = Shown(say("Imperial"), expects=False) if phase == "action" else None
    named = yield from which_of(question(keys.SECRET_PHASE, cards=cards, phase=PHASES[phase], shown=shown), PHASES)
    if not game.hive.secrets:
        return []
    if named != phase:
        game.hive.secrets -= 1
        text = say("Shuffle that secret objective back into its deck.")
        note = say("{named}, not {phase}", named=PHASES[named], phase=PHASES[phase])
        return [Item(text, note, "28.1.secret.mismatch")]
    return _scored(game)


def _scored(game: Game) -> list[Item]:
    """Rules: 28.1.secret.match, 28.1.secret.match-reshuffle."""
    points = game.tables.figures.secret_points.value
    back = game.hive.secrets - 1
    game.hive.secrets = 0
    game.hive.scored_secrets += 1
    gain_points(game, "hive", points)
    text = say("[The Hive] scores the secret objective: {points}.", points=count(points, "victory point"))
    return [
        Item(text, rule="28.1.secret.match"),
        Item(say("Shuffle its other {number} back into the deck.", number=back), rule="28.1.secret.match-reshuffle"),
        *happen(game, ObjectiveScored("hive")),
    ]


# --- scoring: what the Hive and the players score, and what it costs


def change_points(game: Game, seat: Seat, points: int) -> Procedure[None]:
    """A side gains or loses victory points."""
    yield from _tell_points(game, seat, gain_points(game, seat, points))


def score_objective(game: Game, seat: Seat, objective: Objective) -> Procedure[None]:
    """A side scores a revealed public objective, unless it has done so before."""
    who, name = game.name(seat), Name(objective.name)
    if objective not in unscored(game, seat):
        yield Tell(say("{who!c} has scored {objective} already.", who=who, objective=name), "28.1.public")
        return
    brought = mark_scored(game, seat, objective)
    yield Tell(say("{who!c} scores {objective}.", who=who, objective=name), "28.1.public")
    yield from _tell_points(game, seat, brought)


def score_secret(game: Game, seat: Seat) -> Procedure[None]:
    """A side scores a secret objective; that of a player lies with the player, and is counted alone."""
    if seat == "hive":
        game.hive.secrets = max(0, game.hive.secrets - 1)
    game.area(seat).scored_secrets += 1
    yield Tell(say("{who!c} scores a secret objective.", who=game.name(seat)), "1.scope.unchanged-rules")
    yield from change_points(game, seat, game.tables.figures.secret_points.value)
    # Support for the Throne goes back (27.received.support-return, 27.given.support-return).
    yield from map(told_alone, happen(game, ObjectiveScored(seat)))


def _tell_points(game: Game, seat: Seat, brought: Sequence[Item]) -> Procedure[None]:
    """Tell the points of a side, and what they have brought."""
    has = count(game.area(seat).victory_points, "victory point")
    yield Tell(say("{who!c} has {items}.", who=game.name(seat), items=has), "28.1.win.players")
    yield from map(told_alone, brought)


def after_correction(game: Game) -> list[Tell]:
    """What victory points that were set by hand bring: counters at six points, and the end of the game.

    Everything else that gains points has done so by itself; then nothing is left to tell.
    """
    return [told_alone(line) for line in after_points(game)]


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
            {seat: frozenset(_scored_by(game, seat)) for seat in game.seats},
            {seat: game.area(seat).scored_secrets for seat in game.seats},
        )

    def number(self, game: Game, seat: Seat) -> int:
        """How many public objectives this side has scored since."""
        return len(_scored_by(game, seat) - self.public[seat])

    def used(self, game: Game, seat: Seat) -> set[str]:
        """The kinds of which this side has scored one since."""
        public = {PUBLIC} if self.number(game, seat) else set()
        return public | ({SECRET} if game.area(seat).scored_secrets > self.secrets[seat] else set())


def _scored_by(game: Game, seat: Seat) -> set[str]:
    return {objective.name for objective in game.objectives if seat in objective.scored_by}


def status_phase_scores(
    game: Game, players: Sequence[Player], before: Before | None = None, order: Words = ""
) -> Procedure[None]:
    """Each of these players scores at most one public and one secret objective, as in the base game.

    In: what they had scored as the phase began; in which order the sides score, in words. Where an option has the
    Hive score more, players score any number of public ones. Rule: 35.scope.
    """
    who = listed([game.name(seat) for seat in players])
    what = say("What does {who} score?", who=who) if len(players) == 1 else say("What do {players} score?", players=who)
    many = game.tables.figures.status_objectives.value > 1
    yield from _scores(game, _question(keys.PLAYERS_SCORE, what, order), players, SECRET, before, many)


def imperial_scores(game: Game, player: Player) -> Procedure[None]:
    """Imperial lets a player score one public objective, and brings a point to who controls Mecatol Rex.

    As in the base game; the ally's planet does not count for it. Rule: 31.ability.shared-planets-limits.
    """
    what = say("What does {who} score with Imperial?", who=game.name(player))
    extra = REX if board_of(game).may_hold_rex(player) else ""
    yield from _scores(game, _question(keys.IMPERIAL_SCORES, what), [player], extra)


def _question(key: str, text: Words, order: Words = "") -> Ask:
    """In: in which order the sides score, in words."""
    return Ask(key, text, (), "1.scope.unchanged-rules", order, anew=True, shown=Shown(say("Score"), kind="score"))


def _scores(
    game: Game, question: Ask, players: Sequence[Player], extra: str, before: Before | None = None, many: bool = False
) -> Procedure[None]:
    """What is scored, one after the other, asked anew where the table mends objectives or points.

    ``extra`` is what the players can score besides public objectives; ``many``: any number of these.
    """
    before, rex = before or Before.of(game), set[Player]()

    def left() -> Iterator[Choice]:
        """What is not used up, also by what the table has told while this was asked."""
        for seat in players:
            used = before.used(game, seat) - ({PUBLIC} if many else set())
            yield from _who_scores(game, seat, extra, used | ({REX} if seat in rex else set()))

    def asked() -> Procedure[str]:
        number = {seat: before.number(game, seat) + (SECRET in before.used(game, seat)) for seat in players}
        so_far = [say("{who} {number}", who=game.name(seat), number=number[seat]) for seat in players]
        choices = (Choice(DONE, say("That is all"), say("{players}", players=listed(so_far, ","))), *left())
        return (yield from replace(question, choices=choices)) if len(choices) > 1 else DONE

    while game.winner is None:
        answer = yield from anew(asked)
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


def _who_scores(game: Game, seat: Player, extra: str, used: Collection[str]) -> Iterator[Choice]:
    scored: list[tuple[str, Words, int]] = []
    if PUBLIC not in used:
        scored += [(one.name, Name(one.name), one.points) for one in unscored(game, seat)]
    if extra and extra not in used:
        what = say("a secret objective") if extra == SECRET else say("Mecatol Rex")
        scored.append((extra, what, extra_points(game, extra)))
    for value, name, points in scored:
        text = say("{who}: {objective}", who=game.name(seat), objective=name)
        yield Choice(f"{seat}.{value}", text, count(points, "victory point"), name)


def extra_points(game: Game, extra: str) -> int:
    """What a secret objective brings, or Mecatol Rex with Imperial."""
    figures = game.tables.figures
    return (figures.secret_points if extra == SECRET else figures.imperial_rex_points).value
