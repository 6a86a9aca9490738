"""What players have used: what they own and do, each as an event that sets what its row in decks/doings.yaml says.

Nobody is asked about any of it: the table looks it up by its name. Rules: 1.scope.unchanged-rules, 24.2.trigger.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import get_args

from hive import keys
from hive.catalog.tables.acts import (
    Act,
    AgendaNow,
    Bends,
    BoardAct,
    Elsewhere,
    Happens,
    Rerolls,
    Says,
    Stands,
    StrategyCards,
)
from hive.catalog.tables.doings import Doing, DoingKind, stands
from hive.catalog.tables.effects import PathOpened, Rerolled
from hive.effects import begin
from hive.effects.leaders import commanding
from hive.fields import AnyField
from hive.model.game import PLAYERS, Game, Player, ToldEarly
from hive.rules.board import Tracked, board_of
from hive.rules.combat.countermeasures import BEGINS, no_card_of, no_sabotage, sabotage
from hive.rules.combat.units import no_roll
from hive.rules.events import doing_hits as on_board
from hive.rules.events.doing_belongings import (
    FUNDS,
    agenda_now,
    bend,
    bend_fields,
    funds_fields,
    no_bend,
    no_funds,
    other_card,
    paid,
    told_twice,
)
from hive.rules.events.doing_where import (
    Reach,
    depends_on_user,
    limits_of,
    no_neighbour,
    not_this_battle,
    on_the_card,
    owners,
    spend,
    used_up,
    with_the_hive,
)
from hive.rules.events.kinds import Args, Event, nobody_may, who_may, who_or_nobody
from hive.rules.laws import elects_hive
from hive.rules.notes import back_to_hive
from hive.rules.options import players_of
from hive.steps import Procedure, Tell, told_alone
from hive.words import Name, Words, say

USED = "used."
RULE = "1.scope.unchanged-rules"
WHO, WHERE = "who", "where"
_CARDS: tuple[DoingKind, ...] = ("action_card", "tf_action_card")
BOARD: tuple[type[BoardAct], ...] = get_args(BoardAct)


def doings_of(game: Game) -> list[Doing]:
    """What the factions and the boxes at this table can have, in the order of the table."""
    return [one for one in game.tables.doings.doings if at_this_table(game, one)]


def at_this_table(game: Game, doing: Doing) -> bool:
    """Whether the factions and the boxes at this table can have it."""
    mode = game.tables.doings.mode
    return doing.comes_with(game.settings.boxes, mode) and (
        doing.faction is None or mode != "standard" or bool(players_of(game, (doing.faction,)))
    )


def used(game: Game, name: str, events: Mapping[str, Event]) -> Event | None:
    """The event of something that players own or do, by its name in the log; None if this table cannot have it."""
    doing = game.tables.doings.by_key.get(name.removeprefix(USED)) if name.startswith(USED) else None
    return event_for(doing, events) if doing is not None and at_this_table(game, doing) else None


def event_for(doing: Doing, events: Mapping[str, Event]) -> Event:
    """What a row does, as an event."""
    return Event(
        USED + doing.doing,
        Name(doing.name),
        events["speaker"].group,
        RULE,
        lambda game, args: _use(game, doing, args, events),
        lambda game: _fields(game, doing, events),
        impossible=lambda game: _impossible(game, doing, events),
        idle=lambda game, args: _idle(game, doing, args),
        against=lambda game: _against(game, doing),
    )


def _against(game: Game, doing: Doing) -> Words:
    able = owners(game, doing)
    return used_up(game, doing, able) or nobody_may(game, partial(_refused, doing), able)


# --- who has it


def _names_a_player(doing: Doing) -> bool:
    """Whether it matters which player uses it."""
    kinds = {act.kind for act in doing.does}
    return (
        doing.sabotage != "no"
        or doing.each_time
        or depends_on_user(doing.where)
        or bool(kinds & {"stands", "lays_tile", "takes_planet"})
        or any(act.kind == "pieces" and not act.neutral for act in doing.does)
        or any(act.kind == "loses" and act.becomes == "replaced" for act in doing.does)
        or any(isinstance(act, Bends) and isinstance(act.effect, PathOpened) for act in doing.does)
    )


def _refused(doing: Doing, game: Game, seat: Player) -> Words:
    """Why a player cannot use it now, though another could, or nothing."""
    return no_card_of(game, seat) if doing.kind in _CARDS else ""


def _who(game: Game, doing: Doing, args: Args) -> Player:
    able = owners(game, doing)
    return next((seat for seat in able if seat == args.get(WHO)), able[0])


# --- what the table has to say


def _fields(game: Game, doing: Doing, events: Mapping[str, Event]) -> tuple[AnyField, ...]:
    """Only what its acts need; who uses it, only where that matters and can be either."""
    able = owners(game, doing)
    fields: list[AnyField] = []
    if len(able) > 1 and _names_a_player(doing):
        fields.append(who_may(game, partial(_refused, doing), able))
    for act in () if minded(game, doing) else doing.does:
        fields += [
            one for one in _fields_of(game, doing, act, events) if one.name not in {field.name for field in fields}
        ]
    return tuple(fields)


def _fields_of(game: Game, doing: Doing, act: Act, events: Mapping[str, Event]) -> tuple[AnyField, ...]:
    if isinstance(act, BOARD):
        return on_board.act_fields(limits_of(game, doing), act)
    if isinstance(act, FUNDS):
        return funds_fields(game, act)
    if isinstance(act, Happens):
        known = {"number"} if act.number else set[str]()
        if len(owners(game, doing)) == 1 and events[act.event].fields is who_or_nobody:
            # Whoever owns it has caused it.
            known.add(WHO)
        return tuple(one for one in events[act.event].fields(game) if one.name not in known)
    if isinstance(act, Bends):
        return bend_fields(game, act, owners(game, doing))
    return ()


def _impossible(game: Game, doing: Doing, events: Mapping[str, Event]) -> Words:
    """Why it can do nothing now: the first of its acts that cannot."""
    if words := with_the_hive(game, doing):
        return words
    return "" if minded(game, doing) else no_act(game, doing, {}, events)


def _idle(game: Game, doing: Doing, args: Args) -> Words:
    """Why it changes nothing where the table has said it is used, or nothing."""
    user = _who(game, doing, args)
    if words := no_neighbour(game, doing.where, [user]):
        return words
    if doing.where and not minded(game, doing) and not _user_reaches(game, doing, args, user):
        return say("{who!c} cannot use it there.", who=game.name(user))
    if words := on_board.no_way(limits_of(game, doing, user), args):
        return words
    if words := next((words for act in doing.does if isinstance(act, FUNDS) and (words := told_twice(act, args))), ""):
        return words
    bending = (act for act in doing.does if isinstance(act, Bends))
    return next((words for act in bending if (words := no_bend(game, act, args))), "")


def _user_reaches(game: Game, doing: Doing, args: Args, user: Player) -> bool:
    """Whether the place that is told, or else any, is one that this player can reach with it."""
    limits = limits_of(game, doing, user)
    spots = [on_board.spots(limits, act) for act in doing.does if isinstance(act, BOARD)]
    return not isinstance(limits, Reach) or all(
        args[WHERE] in there if args.get(WHERE) else bool(there) for there in spots
    )


def minded(game: Game, doing: Doing) -> bool:
    """Whether the app knows by itself when it acts, and the table says at most that somebody has it."""
    return doing.each_time and isinstance(board_of(game), Tracked)


def by_the_app(game: Game, doing: Doing) -> bool:
    """Whether it is always so, and nobody has to say anything."""
    standing = bool(commanding(game, doing)) and any(stands(doing))
    return standing or (doing.how == "itself" and (not doing.each_time or minded(game, doing)))


def no_act(game: Game, doing: Doing, args: Args, events: Mapping[str, Event]) -> Words:
    """Why it can do nothing, there if a place is told, or nothing."""
    if args.get(WHERE) and not all(_can_be_there(game, doing, act, str(args[WHERE])) for act in doing.does):
        return say("There is nothing to do there.")
    users = [seat for seat in owners(game, doing) if args.get(WHO, seat) == seat]
    if words := not_this_battle(game, doing.where) or no_neighbour(game, doing.where, users):
        return words
    return next((words for act in doing.does if (words := _no_act(game, doing, act, events))), "")


def _can_be_there(game: Game, doing: Doing, act: Act, where: str) -> bool:
    """Whether a place is among those where an act can be done, if it is done at one."""
    return not isinstance(act, BOARD) or where in on_board.spots(limits_of(game, doing), act)


def _no_act(game: Game, doing: Doing, act: Act, events: Mapping[str, Event]) -> Words:
    if isinstance(act, BOARD):
        return on_board.no_act(limits_of(game, doing), act)
    if isinstance(act, FUNDS):
        return no_funds(game, act)
    if isinstance(act, Happens):
        return "" if act.unless_impossible else events[act.event].impossible(game)
    if isinstance(act, AgendaNow) and game.phase != "action":
        return say("It is used as an action.")
    if isinstance(act, Bends) and (words := no_bend(game, act, {})):
        return words
    if isinstance(act, Rerolls) and (words := no_roll(game, act.rolls)):
        return words
    if isinstance(act, Rerolls) or (isinstance(act, Bends) and act.until in _IN_BATTLE):
        fights = bool(game.battle) or not isinstance(board_of(game), Tracked)
        return "" if fights else say("The app fights no battle now.")
    if isinstance(act, Bends) and act.until == "agenda" and game.phase != "agenda":
        return say("No agenda is voted on now.")
    return ""


STARTS = {
    keys.SPACE_COMBAT: ("space_start", "combat_start"),
    keys.GROUND_COMBAT: ("ground_start", "combat_start"),
}
"""The moments of the combat that a question opens: it begins once what fires before it has fired."""
_IN_BATTLE = ("roll", "combat_round", "combat", "battle")


# --- what happens


def _use(game: Game, doing: Doing, args: Args, events: Mapping[str, Event]) -> Procedure[None]:
    """What is told before its combat has begun acts as that begins: space cannons and bombardment come first (Q115)."""
    if minded(game, doing):
        yield _kept_in_mind(game, doing, _who(game, doing, args))
    elif doing.when in STARTS.get(game.battle_step, ()):
        game.told_early.append(ToldEarly(doing.doing, dict(args)))
        yield Tell(say("{source}: it acts as the combat begins.", source=Name(doing.name)), RULE)
    else:
        yield from now(game, doing, args, events)


def now(game: Game, doing: Doing, args: Args, events: Mapping[str, Event]) -> Procedure[None]:
    """The Hive tries to cancel it where it can; then it does what it says. Rule: 24.2.trigger."""
    seat = _who(game, doing, args)
    spend(game, doing, seat)
    _known_from_now_on(game, doing, args)
    tries = _concerns_hive(game, doing, args) and not no_sabotage(game, seat)
    if tries and (yield from sabotage(game, seat, genome=doing.kind == "genome")) == BEGINS:
        return
    yield from acts(game, doing, args, events)
    for line in back_to_hive(game, seat, doing.hives) if doing.hives is not None else ():
        yield told_alone(line)


def _concerns_hive(game: Game, doing: Doing, args: Args) -> bool:
    """Whether the Hive may cancel it at all: what is done to a law, if it elects the Hive. Rule: 24.2.trigger."""
    if doing.sabotage == "directly_on_its_law":
        return any(elects_hive(game, law) for law in game.laws if law.name == args.get("law"))
    return doing.sabotage != "no"


def _known_from_now_on(game: Game, doing: Doing, args: Args) -> None:
    """Whoever has used a spliced card has it, and is offered it at its moment; where nobody says who, either."""
    if doing.spliced and not any(act.kind == "stands" for act in doing.does):
        using = [seat for seat in PLAYERS if args.get(WHO, seat) == seat]
        game.owned[doing.doing] = [seat for seat in PLAYERS if seat in (*game.owned.get(doing.doing, ()), *using)]


def acts(game: Game, doing: Doing, args: Args, events: Mapping[str, Event]) -> Procedure[None]:
    """Do what it says, one thing after the other."""
    for act in doing.does:
        yield from _act(game, doing, act, args, events)


def _act(game: Game, doing: Doing, act: Act, args: Args, events: Mapping[str, Event]) -> Procedure[None]:
    source = Name(doing.name)
    if isinstance(act, BOARD):
        who = _who(game, doing, args)
        yield from on_board.do(limits_of(game, doing, who), source, act, args, who)
    elif isinstance(act, StrategyCards) and act.change == "other":
        yield from other_card(game, source, args)
    elif isinstance(act, AgendaNow):
        yield from agenda_now(game, source, _who(game, doing, args))
    elif isinstance(act, FUNDS):
        yield paid(game, source, act, args)
    elif isinstance(act, Happens) and act.unless_impossible and events[act.event].impossible(game):
        return
    elif isinstance(act, Happens) and act.event == "planet_exhausted":
        yield from on_board.exhaust(limits_of(game, doing, _who(game, doing, args)))
    elif isinstance(act, Happens):
        told: Args = {WHO: _who(game, doing, args), **args}
        yield from events[act.event].procedure(game, {"number": act.number, **told} if act.number else told)
    elif isinstance(act, Bends):
        yield bend(game, source, act, args, _who(game, doing, args))
    elif isinstance(act, Rerolls):
        effect = Rerolled(kind="rerolled", say="the Hive rolls its dice again", rolls=act.rolls)
        begin(game, doing.name, effect, "roll", ("hive",))
        yield Tell(say("{source}: [the Hive] rolls its dice again.", source=source), RULE)
    elif isinstance(act, Stands):
        yield _own(game, doing, act, _who(game, doing, args))
    elif isinstance(act, Says | Elsewhere):
        yield Tell(say("{source}: {words}.", source=source, words=Name(act.say)), RULE)


def _own(game: Game, doing: Doing, act: Stands, seat: Player) -> Tell:
    """What holds from now on, or no more."""
    return _has(game, doing, seat, Name(act.effect.say))


def _kept_in_mind(game: Game, doing: Doing, seat: Player) -> Tell:
    """What acts by itself from now on, or no more."""
    return _has(game, doing, seat, say("the app minds it at its moment"))


def _has(game: Game, doing: Doing, seat: Player, words: Words) -> Tell:
    """Somebody has it; the second time takes it back. What a faction has anyway is only said."""
    source = Name(doing.name)
    if doing.inborn or seat in commanding(game, doing):
        return Tell(say("{source}: {words}. The app minds it by itself.", source=source, words=words), RULE)
    having = [one for one in game.owned.get(doing.doing, []) if one != seat]
    if seat in game.owned.get(doing.doing, []):
        for key in on_the_card(game, doing):
            game.owned[key] = having
            if not having:
                del game.owned[key]
        if not having:
            return Tell(say("{source} no longer counts.", source=source), RULE)
        return Tell(say("{source} of {who} no longer counts.", source=source, who=game.name(seat)), RULE)
    for key in on_the_card(game, doing):
        game.owned[key] = [*having, seat]
    text = say("{who!c} has {source} from now on: {words}.", who=game.name(seat), source=source, words=words)
    return Tell(text, RULE)
