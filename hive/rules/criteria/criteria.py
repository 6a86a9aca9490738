"""The tests that decks/criteria.yaml names. Rules: page 6 and 11.secondary.objective."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hive.catalog.tables import Criterion, Objective
from hive.model.game import Game
from hive.rules.area.funds import tokens_in_pools
from hive.rules.area.planets import structures
from hive.rules.criteria.stockpile import deficit
from hive.rules.objectives.board import board_of
from hive.rules.objectives.confirming import TAKES_IMPERIAL
from hive.rules.objectives.public import completes_at_least, home_lacks, is_completed, scoring_established, unscored
from hive.rules.objectives.questions import structure_objective_incomplete
from hive.steps import Procedure
from hive.words import Name, Words, count, listed, say


@dataclass(frozen=True)
class Verdict:
    """Whether a criterion is met, and the numbers that decided it; ``figure`` is what a table has of them."""

    met: bool
    because: Words
    figure: Words = ""

    @property
    def short(self) -> Words:
        """What stands in a table: the number, or whether it is met."""
        return self.figure or (say("yes") if self.met else say("no"))


def criteria_established(game: Game) -> bool:
    """Whether strategy card criteria count in this round (Q41).

    Rules: 6.first-round.no-criteria, 11.secondary.first-round, 32.easy.first-two-rounds, 32.expert.from-the-start.
    """
    return scoring_established(game)


def judge(game: Game, criterion: Criterion) -> Procedure[Verdict]:
    """Test one criterion, asking the board where the tracked numbers do not settle it."""
    if criterion.test == "completed_objectives_at_least":
        return (yield from _completed_objectives(game, criterion))
    if criterion.test == "controls_mecatol_rex":
        yield from board_of(game).rex_confirmed(TAKES_IMPERIAL)
    if criterion.test == "structure_objective_incomplete":
        return (yield from _structure_objective(game, criterion))
    return KNOWN_TESTS[criterion.test](game, criterion)


def _number(criterion: Criterion) -> int:
    assert criterion.number is not None, "the table checks that the test has its number"
    return criterion.number


def _below(have: int, criterion: Criterion) -> Words:
    return say("{have}, asks under {number}", have=have, number=_number(criterion))


def _at_least(have: int, criterion: Criterion) -> Words:
    return say("{have} of {number}", have=have, number=_number(criterion))


def _controls_mecatol_rex(game: Game, _: Criterion) -> Verdict:
    met = game.hive.spawning_planets.get("mecatol_rex", 0) > 0
    return Verdict(
        met, say("[the Hive] controls Mecatol Rex") if met else say("[the Hive] does not control Mecatol Rex")
    )


def _completed_objectives(game: Game, criterion: Criterion) -> Procedure[Verdict]:
    number = _number(criterion)
    met = yield from completes_at_least(game, number, criterion.rule)
    lacking = home_lacks(game)
    if lacking:
        return Verdict(False, say("[the Hive] completes no public objective: {reason}", reason=lacking))
    return Verdict(
        met,
        say("at least {number} completed public objectives", number=number)
        if met
        else say("fewer than {number} completed public objectives", number=number),
    )


def _command_tokens_below(game: Game, criterion: Criterion) -> Verdict:
    have = tokens_in_pools(game)
    return Verdict(
        have < _number(criterion),
        say(
            "{command_tokens} in the pools, fewer than {number} asked",
            command_tokens=count(have, "command token"),
            number=_number(criterion),
        ),
        _below(have, criterion),
    )


def _speaker_left_of_hive(game: Game, _: Criterion) -> Verdict:
    return Verdict(game.speaker == game.settings.left, say("{who} is the Speaker", who=game.name(game.speaker)))


def _deficient(game: Game, criterion: Criterion) -> Verdict:
    lacks = [lack for lack in (deficit(game, item) for item in criterion.items) if lack]
    return Verdict(bool(lacks), listed([lack.words for lack in lacks]) if lacks else say("nothing deficient"))


def _structure_objective(game: Game, criterion: Criterion) -> Procedure[Verdict]:
    wanted = [objective for objective in unscored(game) if objective.group == "structure"]
    if not wanted:
        return Verdict(False, say("no structure objective is open"))
    known = [(objective, is_completed(game, objective)) for objective in wanted]
    missed = [objective for objective, met in known if met is False]
    if missed:
        return Verdict(True, board_of(game).lacking(missed[0]))
    doubtful = [objective.name for objective, met in known if met is None]
    if not doubtful:
        return Verdict(False, say("every structure objective is complete"))
    met = yield from structure_objective_incomplete(game, doubtful, criterion.rule)
    names = listed([Name(name) for name in doubtful])
    return Verdict(met, say("{names} not complete", names=names) if met else say("{names} complete", names=names))


def _technology_objective(game: Game, _: Criterion) -> Verdict:
    wanted = incomplete_technology_objectives(game)
    if wanted:
        return Verdict(True, say("{names} not complete", names=listed([Name(objective.name) for objective in wanted])))
    return Verdict(False, say("no technology objective is incomplete"))


def incomplete_technology_objectives(game: Game) -> list[Objective]:
    """The open technology objectives that the Hive does not meet now (Q43)."""
    return [
        objective
        for objective in unscored(game)
        if objective.group == "technology" and not is_completed(game, objective)
    ]


def _influence_at_least(game: Game, criterion: Criterion) -> Verdict:
    have = game.hive.bank.influence
    return Verdict(
        have >= _number(criterion),
        say("{have} influence in the bank, at least {number} asked", have=have, number=_number(criterion)),
        _at_least(have, criterion),
    )


def _influence_below(game: Game, criterion: Criterion) -> Verdict:
    have = game.hive.bank.influence
    return Verdict(
        have < _number(criterion),
        say("{have} influence in the bank, fewer than {number} asked", have=have, number=_number(criterion)),
        _below(have, criterion),
    )


def _hive_not_speaker(game: Game, _: Criterion) -> Verdict:
    return Verdict(game.speaker != "hive", say("{who} is the Speaker", who=game.name(game.speaker)))


def _structures_below(game: Game, criterion: Criterion) -> Verdict:
    have = structures(game)
    return Verdict(
        have < _number(criterion),
        say(
            "{structures} built, fewer than {number} asked",
            structures=count(have, "structure"),
            number=_number(criterion),
        ),
        _below(have, criterion),
    )


def _upgrades_below(game: Game, criterion: Criterion) -> Verdict:
    have = len(game.hive.upgrades)
    return Verdict(
        have < _number(criterion),
        say("{upgrades} gained, fewer than {number} asked", upgrades=count(have, "upgrade"), number=_number(criterion)),
        _below(have, criterion),
    )


KNOWN_TESTS: dict[str, Callable[[Game, Criterion], Verdict]] = {
    "controls_mecatol_rex": _controls_mecatol_rex,
    "command_tokens_below": _command_tokens_below,
    "speaker_left_of_hive": _speaker_left_of_hive,
    "deficient": _deficient,
    "technology_objective_incomplete": _technology_objective,
    "influence_at_least": _influence_at_least,
    "influence_below": _influence_below,
    "hive_not_speaker": _hive_not_speaker,
    "structures_below": _structures_below,
    "upgrades_below": _upgrades_below,
}
