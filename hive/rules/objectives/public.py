"""Public objectives of the Hive: which it has completed, and what the table is asked about them.

Rules: 28.1.public, 28.1 and Q36 to Q44.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.catalog.tables import Objective, Seat
from hive.fields import NO_YES
from hive.model.game import Game
from hive.naming import items
from hive.rules.area import gain_points
from hive.rules.board import board_of
from hive.rules.moments import ObjectiveScored, happen
from hive.rules.objectives.confirming import (
    Facts,
    completion_confirmed,
    rex_facts,
    rivals_facts,
    scored_by_the_table,
    together,
)
from hive.rules.objectives.on_board import met, progress
from hive.steps import Ask, Choice, Item, Procedure, Shown, agreed, question, told_alone
from hive.words import Name, Words, count, listed, say


def meets_objectives(game: Game, names: Sequence[str], number: int, rule: str) -> Procedure[bool]:
    """Whether the Hive meets at least so many of the named objectives."""
    these, wants = listed([Name(name) for name in names], "or"), _wants(game, names)
    ask = question(keys.MEETS_OBJECTIVES, objectives=these, rule=rule, items=wants)
    if number > 1:
        ask = question(keys.MEETS_OBJECTIVES, "several", number=number, objectives=these, rule=rule, items=wants)
    return agreed(ask)


def structure_objective_incomplete(game: Game, names: Sequence[str], rule: str) -> Procedure[bool]:
    """Whether at least one of the named structure objectives is not met by the Hive."""
    no = Choice("incomplete", say("No") if len(names) == 1 else say("Not all"))
    answer = yield from question(
        keys.STRUCTURE_OBJECTIVE_INCOMPLETE,
        objectives=listed([Name(name) for name in names]),
        choices=(no,),
        rule=rule,
        items=_wants(game, names),
    )
    return answer == "incomplete"


def _wants(game: Game, names: Sequence[str]) -> tuple[Item, ...]:
    objectives = game.tables.objectives.by_name
    return tuple(Item(Name(name), Name(objectives[name].wants)) for name in names)


# --- public objectives: which the Hive meets, pays and scores


def scoring_established(game: Game) -> bool:
    """Whether the Hive stockpiles, has criteria and scores in this round.

    Rules: 28.1.first-round, 6.first-round.no-criteria, 32.easy.first-two-rounds, 32.expert.from-the-start.
    """
    return game.round > game.level.rounds_without_criteria


def rule_of_the_first_rounds(game: Game, rule: str) -> str:
    """The rule to cite where :func:`scoring_established` says no: the standard one, or that of another level."""
    return rule if game.settings.difficulty == "standard" else game.level.rules["rounds_without_criteria"]


def unscored(game: Game, seat: Seat = "hive") -> list[Objective]:
    """The revealed objectives that a side has not scored: highest points first, then the oldest (Q36).

    Rules: 4.2.reference-objective, 28.1.public.
    """
    by_name = game.tables.objectives.by_name
    revealed = [by_name[objective.name] for objective in game.objectives if seat not in objective.scored_by]
    return sorted(revealed, key=lambda objective: -objective.points)


def missing_items(game: Game, objective: Objective) -> dict[str, int]:
    """What the stockpile lacks of an objective's items. Rule: 28.1.count-stockpile."""
    lacking = {item: needed - game.hive.stockpile.of(item) for item, needed in objective.spend.items()}
    return {item: number for item, number in lacking.items() if number > 0}


def can_pay(game: Game, objective: Objective) -> bool:
    """Whether stockpile and trade goods together cover an objective about tokens.

    Trade goods fill gaps one for one, but never stand in for command tokens (Q39). Rule: 28.1.count-stockpile.
    """
    missing = missing_items(game, objective)
    return not missing.get("command_tokens") and sum(missing.values()) <= game.hive.trade_goods


def is_completed(game: Game, objective: Objective) -> bool | None:
    """Whether the Hive meets an objective now; None where only the table can tell."""
    if objective.spend:
        return can_pay(game, objective)
    if objective.group == "technology":
        return all(one.have >= one.need for one in progress(game, objective))
    return met(game, objective)


def meets(game: Game, objective: Objective, rule: str) -> Procedure[bool]:
    """Whether the Hive meets an objective now, asking the board where it must."""
    known = is_completed(game, objective)
    if known is not None:
        return known
    text = say("Does [the Hive] meet {objective}?", objective=Name(objective.name))
    asks_for = say("It asks for: {condition}.", condition=Name(objective.wants))
    ask = Ask(
        keys.meets(objective.name), text, NO_YES, rule, asks_for, shown=Shown(say("Public objectives"), expects=False)
    )
    return (yield from agreed(ask))


def home_lacks(game: Game) -> Words:
    """What keeps the Hive from scoring any public objective, as part of a sentence, if something does (Q102)."""
    return "" if board_of(game).home_held() else say("it lacks a planet of its main spawning system")


def completes_at_least(game: Game, number: int, rule: str) -> Procedure[bool]:
    """Whether the Hive could score at least so many public objectives, each with all its tokens at hand (Q44).

    Without its home it could score none (Q102). Rule: 28.1.public.
    """
    if not board_of(game).home_held():
        return False
    judged = [objective for objective in unscored(game) if objective.of_the_board]
    others = sum(bool(is_completed(game, objective)) for objective in unscored(game) if not objective.of_the_board)
    yield from completion_confirmed(game, judged, others, number)
    if not board_of(game).home_held():
        return False
    known = {objective.name: is_completed(game, objective) for objective in unscored(game)}
    completed = [name for name, met in known.items() if met]
    open_names = [name for name, met in known.items() if met is None]
    if len(completed) >= number:
        return True
    if len(completed) + len(open_names) < number:
        return False
    return (yield from meets_objectives(game, open_names, number - len(completed), rule))


def score_public_objective(game: Game, rex: bool = False) -> Procedure[list[Item]]:
    """Score the oldest completed public objective with the highest points; return what happened.

    As any side, it needs all planets of its home system for that (Q102). ``rex``: what Mecatol Rex brings comes next.
    Rules: 28.1.public, 28.1.first-round, 32.easy.first-two-rounds.
    """
    if not scoring_established(game):
        rule = rule_of_the_first_rounds(game, "28.1.first-round")
        return [Item(say("[The Hive] scores no objective yet."), say("round {number}", number=game.round), rule)]
    said = ""
    if board_of(game).home_held():
        said = yield from scored_by_the_table(game, lambda: _rivals(game), rex)
    lacking = home_lacks(game)
    if lacking:
        return [Item(say("[The Hive] scores no public objective: {reason}.", reason=lacking), rule="28.1.public")]
    for objective in unscored(game):
        met = said == objective.name if said else (yield from meets(game, objective, "28.1.public"))
        # The table may have marked it by hand while it was asked.
        if met and objective in unscored(game):
            return score_for_hive(game, objective)
    return [Item(say("[The Hive] completes no public objective."), rule="28.1.public")]


def score_more(game: Game, times: int, untold: list[Item]) -> Procedure[list[Item]]:
    """Having scored one, score as many more, each again the oldest completed one with the highest points.

    ``untold``: what scoring has brought so far. The table hears it before it is asked about another, where it is; what
    it has not heard then is left there. Rule: 35.society.second-score.
    """
    lines: list[Item] = []
    for _ in range(times):
        for objective in unscored(game):
            if is_completed(game, objective) is None:
                yield from map(told_alone, untold)
                untold.clear()
            if (yield from meets(game, objective, "35.society.second-score")) and objective in unscored(game):
                scored = score_for_hive(game, objective, "35.society.second-score")
                lines.extend(scored)
                untold.extend(scored)
                break
    return lines


def scoring_facts(game: Game) -> Facts:
    """What nobody may have booked of all that Imperial would rest on now. Rules: 28.1.public, 13.imperial.rex."""
    rex = rex_facts(game)
    if not scoring_established(game) or not board_of(game).home_held():
        return rex
    return together(rivals_facts(game, lambda: _rivals(game)), rex)


def _rivals(game: Game) -> tuple[list[Objective], Objective | None]:
    """The objectives that the board judges and that come before one that is met in any case, and this one."""
    judged: list[Objective] = []
    for objective in unscored(game):
        if objective.of_the_board:
            judged.append(objective)
        elif is_completed(game, objective):
            return judged, objective
    return judged, None


def score_for_hive(game: Game, objective: Objective, rule: str = "28.1.public") -> list[Item]:
    """Pay for a completed objective and take its points. Rules: 28.1.spend-stockpile, 28.1.public."""
    spent = spend(game, objective)
    ended = mark_scored(game, "hive", objective)
    points = count(objective.points, "victory point")
    text = say("[The Hive] scores {objective}: {points}.", objective=Name(objective.name), points=points)
    return [Item(text, spent, rule), *ended]


def spend(game: Game, objective: Objective) -> Words:
    """Spend an objective's items from the stockpile, then trade goods from the funds; return it in words.

    Rule: 28.1.spend-stockpile.
    """
    missing = missing_items(game, objective)
    words: list[Words] = []
    for item, needed in objective.spend.items():
        from_stockpile = needed - missing.get(item, 0)
        game.hive.stockpile.add(item, -from_stockpile)
        if from_stockpile:
            words.append(say("{goods} of the stockpile", goods=items(from_stockpile, item)))
    balance = sum(missing.values())
    game.hive.trade_goods -= balance
    if balance:
        words.append(say("{goods} of the funds", goods=items(balance, "trade_goods")))
    return say("spends {goods}", goods=listed(words)) if objective.spend else ""


def mark_scored(game: Game, seat: Seat, objective: Objective) -> list[Item]:
    """Mark an objective as scored by a side, which gains its points; a side scores each objective once.

    Out: what follows from it. Rules: 27.received.support-return, 27.given.support-return.
    """
    for revealed in game.objectives:
        if revealed.name == objective.name and seat not in revealed.scored_by:
            revealed.scored_by.append(seat)
            return [*gain_points(game, seat, objective.points), *happen(game, ObjectiveScored(seat))]
    return []
