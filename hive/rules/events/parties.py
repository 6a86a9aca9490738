"""Events between the sides: transactions, promissory notes, laws, and the two allies.

Rules: pages 25, 26, 27, 29, 30 and 31.
"""

from __future__ import annotations

from functools import partial

from hive import keys
from hive.fields import AnyField, Number, OneOf
from hive.model.game import PLAYERS, Game, Player
from hive.rules.area import trade_goods_come
from hive.rules.board import Tracked, board_of, known_board, tracked
from hive.rules.combat.battle import Warfare, nothing_to_win, reward
from hive.rules.control.changing import exchangeable, hand_over, planets_to_hand_over
from hive.rules.events.kinds import Args, event, nobody_may, seats, who_may
from hive.rules.laws import duty, elects_hive, enact, repeal
from hive.rules.notes import KINDS, back_from_hive, back_to_hive, most_commodities, name_of, received
from hive.rules.transactions.arms import arms_transaction, interference, no_arms_now, no_interference_now
from hive.rules.transactions.payment import refusal
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, question
from hive.words import Name, Words, say

# --- transactions


def _no_interference(game: Game) -> Words:
    """Rules: 25.interference.when, 30.transaction.once-per-round."""
    return no_interference_now(game) or nobody_may(game, refusal)


event("interference", lambda game: (who_may(game, refusal),), against=_no_interference)(
    lambda game, args: interference(game, args["who"])
)


def _in_turn(game: Game) -> tuple[Player, ...]:
    """The player whose turn it is."""
    return tuple(seat for seat in PLAYERS if not no_arms_now(game, seat))


def _no_arms(game: Game) -> Words:
    """Rules: 26.when, 30.transaction.once-per-round."""
    seats = _in_turn(game)
    return nobody_may(game, refusal, seats) if seats else say("It is not a player's turn.")


event("arms_transaction", lambda game: (who_may(game, refusal, _in_turn(game) or PLAYERS),), against=_no_arms)(
    lambda game, args: arms_transaction(game, args["who"])
)


# --- promissory notes


def _notes_out(game: Game) -> tuple[Choice, ...]:
    """Every note that does not lie with its owner: whose it is, and its kind."""
    theirs = [(note.owner, note.kind) for note in game.hive.notes]
    received = [Choice(f"{owner}.{kind}", name_of(game, owner, kind), say("with [the Hive]")) for owner, kind in theirs]
    given = [
        Choice(f"hive.{kind}", name_of(game, "hive", kind), say("with {who}", who=game.name(seat)))
        for seat in PLAYERS
        for kind in game.players[seat].notes
    ]
    return (*received, *given)


def _note_fields(game: Game) -> tuple[AnyField, ...]:
    notes = _notes_out(game)
    if not notes:
        return ()
    most = [most_commodities(game, seat) for seat in received(game, "trade_agreement")]
    goods = (Number("commodities", say("Commodities for [the Hive]"), maximum=max(most)),) if most else ()
    return (OneOf("note", say("Which note"), notes), *goods)


@event("note_back", _note_fields)
def _note_back(game: Game, args: Args) -> Procedure[None]:
    """A note was used as printed, or goes back for another reason.

    With a player's Trade Agreement the Hive gains the player's commodities, as trade goods (Q51).
    Rules: 27.received.resolve, 27.given.printed.
    """
    owner, _, name = str(args.get("note", "")).partition(".")
    lines: list[Item] = []
    for kind in (kind for kind in KINDS if kind == name):
        for seat in PLAYERS:
            lines += back_from_hive(game, seat, kind) if owner == seat else []
            lines += back_to_hive(game, seat, kind) if owner == "hive" else []
    if name == "trade_agreement" and owner in PLAYERS:
        lines += trade_goods_come(game, int(args.get("commodities", 0)), "27.received.resolve")
    text = lines[0].text if lines else say("Every promissory note lies with its owner.")
    yield Tell(text, "27.received.resolve", items=tuple(lines))


# --- laws that come and go by other means than a vote, and those that the Hive resolves


_NOBODY = "nobody"


def _hidden(game: Game) -> tuple[AnyField, ...]:
    """All laws that can be in play, those that are included: another side may have them now."""
    laws = [one for one in game.tables.agendas.agendas if one.type == "law" and not one.purged]
    names = sorted(one.name for one in laws if one.box in game.settings.boxes)
    choices = tuple(Choice(name, Name(name)) for name in names)
    who = (*seats(game), Choice(_NOBODY, say("Nobody")))
    return (OneOf("law", say("Law"), choices), OneOf("who", say("Elected"), who))


@event("law_enacted", _hidden)
def _enacted(game: Game, args: Args) -> Procedure[None]:
    name, who = str(args["law"]), args["who"]
    brought = enact(game, name, "" if who == _NOBODY else game.name(who))
    line = duty(game, game.laws[-1])
    yield Tell(say("{law} is in play.", law=Name(name)), line.rule, items=(line, *brought))


@event(
    "law_repealed",
    lambda game: (OneOf("law", say("Law"), tuple(Choice(law.name, Name(law.name)) for law in game.laws)),),
)
def _repealed(game: Game, args: Args) -> Procedure[None]:
    name = str(args["law"])
    left = repeal(game, name)
    yield Tell(say("{law} is out of play.", law=Name(name)), "1.scope.unchanged-rules", items=tuple(left))


def _of_the_hive(game: Game) -> tuple[AnyField, ...]:
    names = tuple(Choice(law.name, Name(law.name)) for law in game.laws if elects_hive(game, law))
    then = (Choice("stays", say("It stays")), Choice("discarded", say("It is discarded")))
    return (OneOf("law", say("Law"), names), OneOf("then", say("Then"), then))


@event("law_resolved", _of_the_hive)
def _resolved(game: Game, args: Args) -> Procedure[None]:
    law = Name(args["law"])
    if args["then"] == "discarded":
        left, text = repeal(game, law), say("[The Hive] resolves {law}; it is discarded.", law=law)
    else:
        left, text = [], say("[The Hive] resolves {law}; it is still in play.", law=law)
    yield Tell(text, "29.elected-laws", items=tuple(left))


# --- attrition and maneuver warfare


def _not_now(game: Game, kind: Warfare) -> Words:
    """The turn may have passed before the table says it."""
    if game.phase not in ("action", "status"):
        return say("Warfare together belongs to a player's tactical action.")
    return nothing_to_win(game, kind)


@event("attrition", against=lambda game: _not_now(game, "attrition"))
def _attrition(game: Game, _: Args) -> Procedure[None]:
    """Both have paid and have won together. Rules: 31.attrition.start, 31.attrition.reward."""
    begun = _holds(say("Each of you has placed a command token of the tactic pool for it."), "31.attrition.start")
    won = _holds(say("Both have won the same space combat and all the same ground combats."), "31.attrition.reward")
    if (yield from question(keys.ATTRITION, items=(begun, won))) == "won":
        yield from reward(game, "attrition")


@event("maneuver", against=lambda game: _not_now(game, "maneuver"))
def _maneuver(game: Game, _: Args) -> Procedure[None]:
    """Both have paid and have won on the ground. Rules: 31.maneuver.start, 31.maneuver.reward."""
    begun = _holds(
        say("Each of you has placed a command token of the tactic pool for it, and there was no space combat."),
        "31.maneuver.start",
    )
    won = _holds(say("Both have won all the same ground combats."), "31.maneuver.reward")
    if (yield from question(keys.MANEUVER, items=(begun, won))) == "won":
        yield from reward(game, "maneuver")


def _holds(text: Words, rule: str) -> Item:
    """What has to hold for it: a fact to look at, with nothing to do for hands."""
    return Item(text, rule=rule, aside=True)


# --- planets that change hands


def _exchange_fields(game: Game) -> tuple[AnyField, ...]:
    """The planets that can be handed over; without a galaxy the table knows the planet."""
    if (board := tracked(game)) is None:
        return ()
    return (OneOf("planet", say("Which planet"), planets_to_hand_over(board)),)


def _no_planet_to_hand_over(game: Game) -> Words:
    board = board_of(game)
    none = isinstance(board, Tracked) and next(exchangeable(board), None) is None
    return say("No planet of one of you holds a ground force or a structure of the other.") if none else ""


@event("exchange_planets", _exchange_fields, impossible=_no_planet_to_hand_over)
def _exchange(game: Game, args: Args) -> Procedure[None]:
    """A planet card goes to the ally as it is, if both agree; nothing follows from it.

    Rule: 31.control.exchange-planets.
    """
    rule = "31.control.exchange-planets"
    there = Item(say("The receiver has a ground force or a structure on the planet."), rule=rule)
    # Without a galaxy the table knows whose it is.
    handing = partial(hand_over, known_board(game), str(args.get("planet", "")))
    text, line = handing(agreed=False) or (say("A planet card goes to the ally"), there)
    choices = (Choice("done", say("Done")), Choice("no", say("No"), say("one of you does not agree")))
    answer = yield from Ask(keys.EXCHANGE_PLANETS, text, choices, rule, items=(line,), shown=Shown(expects=False))
    if answer == "done":
        handing()
