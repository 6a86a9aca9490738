"""What players have used: what they own and do, each as an event that sets what its row in decks/doings.yaml says.

Nobody is asked about any of it: the table looks it up by its name, is offered it at its moment, or it acts by itself.
Rules: 1.scope.unchanged-rules, 24.2.trigger, 14.counter.fleet-removal, 30.ability.keleres.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Never, cast

from hive import keys
from hive.catalog.reading import load_events
from hive.catalog.tables import EventRow
from hive.catalog.tables.acts import Act, Happens, Says, Stands
from hive.catalog.tables.doings import Doing, stands
from hive.catalog.tables.effects import LostEachStatus
from hive.effects import commanding, effects, on_the_planet
from hive.fields import AnyField
from hive.model.game import PLAYERS, Game, Player, ToldEarly
from hive.rules.acts.core import UNCHANGED, Verb, Verbs, do, verb_of
from hive.rules.acts.units import give_up
from hive.rules.board import Tracked, board_of, known_board
from hive.rules.combat.countermeasures import BEGINS, no_card_of, no_sabotage, sabotage
from hive.rules.events import harm, rearranging
from hive.rules.events.combat import WHERE
from hive.rules.events.kinds import Args, Event, all_events, nobody_may, who_may, who_or_nobody
from hive.rules.events.limits import (
    Reach,
    Used,
    depends_on_user,
    no_way,
    not_now,
    on_the_card,
    owners,
    spend,
    use_of,
    used_up,
    with_the_hive,
)
from hive.rules.laws import elects_hive
from hive.rules.moments import HookAt, Source, StatusPhaseBegins, at
from hive.rules.notes import back_to_hive
from hive.rules.options import chosen, played, players_of
from hive.steps import Confirmed, Item, Procedure, Step, Tell, told_alone
from hive.words import Name, Words, say

USED = "used."
WHO = "who"


def events_of(game: Game) -> dict[str, Event]:
    """The events of a game: of an advanced page while it is played, of a faction if somebody plays it, of an
    option where it is chosen.

    Rule: 32.complexity.optional-pages.
    """
    return {row.event: all_events()[row.event] for row in load_events().events if _in_play(game, row)}


def event_of(game: Game, name: str) -> Event | None:
    """An event of a game by its name, what players own and do included; None if this table cannot have it."""
    return events_of(game).get(name) or used(game, name)


def _in_play(game: Game, row: EventRow) -> bool:
    left_out = row.page is not None and not played(game, row.page)
    left_out |= bool(row.option) and not chosen(game, row.option)
    return not left_out and (not row.factions or bool(players_of(game, row.factions)))


def doings_of(game: Game) -> list[Doing]:
    """What the factions and the boxes at this table can have, in the order of the table."""
    return [one for one in game.tables.doings.doings if at_this_table(game, one)]


def at_this_table(game: Game, doing: Doing) -> bool:
    """Whether the factions and the boxes at this table can have it."""
    mode = game.tables.doings.mode
    return doing.comes_with(game.settings.boxes, mode) and (
        doing.faction is None or mode != "standard" or bool(players_of(game, (doing.faction,)))
    )


def used(game: Game, name: str) -> Event | None:
    """The event of something that players own or do, by its name in the log; None if this table cannot have it."""
    doing = game.tables.doings.by_key.get(name.removeprefix(USED)) if name.startswith(USED) else None
    return used_event(doing) if doing is not None and at_this_table(game, doing) else None


def used_event(doing: Doing) -> Event:
    """What a row does, as an event."""
    return Event(
        USED + doing.doing,
        Name(doing.name),
        UNCHANGED,
        lambda game, args: _use(game, doing, args),
        lambda game: _fields(game, doing),
        impossible=lambda game: _impossible(game, doing),
        idle=lambda game, args: _idle(game, doing, args),
        against=lambda game: _against(game, doing),
    )


def _against(game: Game, doing: Doing) -> Words:
    able = owners(game, doing)
    return used_up(game, doing, able) or nobody_may(game, partial(_refused, doing), able)


# --- what its acts are


def _happens_fields(use: Used, act: Happens) -> tuple[AnyField, ...]:
    event = all_events()[act.event]
    known = {"number"} if act.number else set[str]()
    if len(use.users) == 1 and event.fields is who_or_nobody:
        # Whoever owns it has caused it.
        known.add(WHO)
    return tuple(one for one in event.fields(use.game) if one.name not in known)


def _cannot_happen(use: Used, act: Happens) -> Words:
    return "" if act.unless_impossible else all_events()[act.event].impossible(use.game)


def _happens(use: Used, act: Happens) -> Procedure[None]:
    event = all_events()[act.event]
    if act.unless_impossible and event.impossible(use.game):
        return
    if act.event == "planet_exhausted":
        yield from harm.exhaust(use)
        return
    told: Args = {WHO: use.user, **use.args}
    yield from event.procedure(use.game, {"number": act.number, **told} if act.number else told)


def _stands(use: Used, act: Stands) -> list[Item]:
    """What holds from now on, or no more."""
    return [Item(_has(use, Name(act.effect.say)), rule=UNCHANGED)]


def _says(use: Used, act: Says) -> list[Item]:
    return [Item(say("{source}: {words}.", source=use.called, words=Name(act.say)), rule=UNCHANGED)]


VERBS: Verbs = {
    Used: {
        Happens: Verb(asking=_happens, fields=_happens_fields, hindered=_cannot_happen),
        Stands: Verb(_stands),
        Says: Verb(_says),
    },
    Reach: {Stands: Verb(_stands, by_whom=lambda act: True)},
}


# --- what the table has to say


def _names_a_player(doing: Doing) -> bool:
    """Whether it matters which player uses it."""
    acts = any(verb_of(Reach, act).by_whom(cast(Never, act)) for act in doing.does)
    return doing.sabotage != "no" or doing.each_time or depends_on_user(doing.where) or acts


def _refused(doing: Doing, game: Game, seat: Player) -> Words:
    """Why a player cannot use it now, though another could, or nothing."""
    hand = no_card_of(game, seat) if doing.kind in ("action_card", "tf_action_card") else ""
    return hand or not_now(game, doing.where, [seat])


def _who(game: Game, doing: Doing, args: Args) -> Player:
    able = owners(game, doing)
    return next((seat for seat in able if seat == args.get(WHO)), able[0])


def _fields(game: Game, doing: Doing) -> tuple[AnyField, ...]:
    """Only what its acts need; who uses it, only where that matters and can be either."""
    use, fields = use_of(game, doing), dict[str, AnyField]()
    if len(use.users) > 1 and _names_a_player(doing):
        fields[WHO] = who_may(game, partial(_refused, doing), use.users)
    for act in () if minded(game, doing) else doing.does:
        for one in verb_of(type(use), act).fields(cast(Never, use), cast(Never, act)):
            fields.setdefault(one.name, one)
    return tuple(fields.values())


# --- why it can do nothing


def _impossible(game: Game, doing: Doing) -> Words:
    """Why it can do nothing now: the first of its acts that cannot."""
    return with_the_hive(game, doing) or ("" if minded(game, doing) else no_act(game, doing, {}))


def _idle(game: Game, doing: Doing, args: Args) -> Words:
    """Why it changes nothing where the table has said it is used, or nothing."""
    use = use_of(game, doing, _who(game, doing, args), args)
    if words := not_now(game, doing.where, use.users):
        return words
    if minded(game, doing):
        return ""
    if isinstance(use, Reach):
        if doing.where and not all(_reaches(use, act) for act in doing.does):
            return say("{who!c} cannot use it there.", who=game.name(use.user))
        return no_way(use) or _hindered(use)
    return harm.not_these(use) or _hindered(use)


def _reaches(use: Used, act: Act) -> bool:
    """Whether an act can be done at the place that is told, or else anywhere, if it is done at a place."""
    if (spots := verb_of(type(use), act).spots) is None:
        return True
    there = spots(cast(Never, use), cast(Never, act))
    return use.args[WHERE] in there if use.args.get(WHERE) else bool(there)


def _hindered(use: Used) -> Words:
    acts = use.doing.does
    return next(
        (words for act in acts if (words := verb_of(type(use), act).hindered(cast(Never, use), cast(Never, act)))), ""
    )


def minded(game: Game, doing: Doing) -> bool:
    """Whether the app knows by itself when it acts, and the table says at most that somebody has it."""
    return doing.each_time and isinstance(board_of(game), Tracked)


def by_the_app(game: Game, doing: Doing) -> bool:
    """Whether it is always so, and nobody has to say anything."""
    standing = bool(commanding(game, doing)) and any(stands(doing))
    return standing or (doing.how == "itself" and (not doing.each_time or minded(game, doing)))


def no_act(game: Game, doing: Doing, args: Args) -> Words:
    """Why it can do nothing, there if a place is told, or nothing."""
    use = use_of(game, doing)
    if args.get(WHERE) and not all(_reaches(replace(use, args={WHERE: args[WHERE]}), act) for act in doing.does):
        return say("There is nothing to do there.")
    users = [seat for seat in use.users if args.get(WHO, seat) == seat]
    return not_now(game, doing.where, users) or _hindered(use)


STARTS = {
    keys.SPACE_COMBAT: ("space_start", "combat_start"),
    keys.GROUND_COMBAT: ("ground_start", "combat_start"),
}
"""The moments of the combat that a question opens: it begins once what fires before it has fired."""


# --- what happens


def _use(game: Game, doing: Doing, args: Args) -> Procedure[None]:
    """What is told before its combat has begun acts as that begins: space cannons and bombardment come first (Q115)."""
    if minded(game, doing):
        use = use_of(game, doing, _who(game, doing, args))
        yield Tell(_has(use, say("the app minds it at its moment")), UNCHANGED)
    elif doing.when in STARTS.get(game.battle_step, ()):
        game.told_early.append(ToldEarly(doing.doing, dict(args)))
        yield Tell(say("{source}: it acts as the combat begins.", source=Name(doing.name)), UNCHANGED)
    else:
        yield from now(game, doing, args)


def now(game: Game, doing: Doing, args: Args) -> Procedure[None]:
    """The Hive tries to cancel it where it can; then it does what it says. Rule: 24.2.trigger."""
    seat = _who(game, doing, args)
    spend(game, doing, seat)
    _known_from_now_on(game, doing, args)
    tries = _concerns_hive(game, doing, args) and not no_sabotage(game, seat)
    if tries and (yield from sabotage(game, seat, genome=doing.kind == "genome")) == BEGINS:
        return
    yield from acts(game, doing, args)
    for line in back_to_hive(game, seat, doing.hives) if doing.hives is not None else ():
        yield told_alone(line)


def _concerns_hive(game: Game, doing: Doing, args: Args) -> bool:
    """Whether the Hive may cancel it at all: what is done to a law, if it elects the Hive. Rule: 24.2.trigger."""
    if doing.sabotage == "directly_on_its_law":
        return any(elects_hive(game, law) for law in game.laws if law.name == args.get("law"))
    return doing.sabotage != "no"


def _known_from_now_on(game: Game, doing: Doing, args: Args) -> None:
    """Whoever has used a spliced card has it, and is offered it at its moment; where nobody says who, either."""
    if doing.spliced and not any(stands(doing)):
        using = [seat for seat in PLAYERS if args.get(WHO, seat) == seat]
        game.owned[doing.doing] = [seat for seat in PLAYERS if seat in (*game.owned.get(doing.doing, ()), *using)]


def acts(game: Game, doing: Doing, args: Args) -> Procedure[None]:
    """Do what it says, one thing after the other."""
    use = use_of(game, doing, _who(game, doing, args), args)
    for act in doing.does:
        lines, heading = (yield from do(use, act)), verb_of(type(use), act).heading
        if heading and lines:
            yield Tell(say("{source}: {what}", source=use.called, what=heading), UNCHANGED, items=tuple(lines))
        else:
            yield from (Tell(line.text, line.rule) for line in lines)


def _has(use: Used, words: Words) -> Words:
    """Somebody has it; the second time takes it back. What a faction has anyway is only said."""
    game, doing, source, seat = use.game, use.doing, use.called, use.user
    if doing.inborn or seat in commanding(game, doing):
        return say("{source}: {words}. The app minds it by itself.", source=source, words=words)
    before, who = game.owned.get(doing.doing, []), game.name(seat)
    having = [*(one for one in before if one != seat), *([] if seat in before else [seat])]
    for key in on_the_card(game, doing):
        game.owned[key] = [*having]
        if not having:
            del game.owned[key]
    if seat in having:
        return say("{who!c} has {source} from now on: {words}.", who=who, source=source, words=words)
    if having:
        return say("{source} of {who} no longer counts.", source=source, who=who)
    return say("{source} no longer counts.", source=source)


# --- what is offered where it can be used now, without a question and without a tap


def at_its_moment(game: Game, step: Step) -> list[Doing]:
    """All that can be used at a step, in the order of the table."""
    now = game.tables.moments.at_step.get(step.key, set())
    known = (one for one in game.tables.doings.doings if one.when in now)
    return [one for one in known if at_this_table(game, one) and not by_the_app(game, one)]


def offered(game: Game, step: Step) -> list[Doing]:
    """What a faction at this table brings to a step, and takes part in what goes on there.

    In Twilight's Fall that is what a player is known to have: whoever has used a spliced card once has it.
    """
    # On a turn of their own players think of what they have by themselves, and find it among all that can happen.
    if step.key == keys.PLAYER_TURN:
        return []
    known = [one for one in at_its_moment(game, step) if does_something(one)]
    return [one for one in known if any(_takes_part(game, one, seat) for seat in _having(game, one))]


def _having(game: Game, doing: Doing) -> list[Player]:
    """Who is known to have it: of a faction from the beginning, or spliced."""
    if game.tables.doings.mode != "standard":
        return game.owned.get(doing.doing, [])
    return owners(game, doing) if doing.faction is not None else []


def does_something(doing: Doing) -> bool:
    """Whether it changes the game now, and neither only says what the table does nor holds from now on."""
    return not {act.kind for act in doing.does} & {"says", "stands"}


def _takes_part(game: Game, doing: Doing, seat: Player) -> bool:
    """Whether a player has units in the battle, and the one that does it; without a battle nobody is left out."""
    if not game.battle:
        return True
    there = game.beside.get(seat, [])
    if doing.kind in ("flagship", "mech"):
        return doing.kind in there or on_the_planet(doing.kind) in there
    kinds = game.tables.units.by_key
    return any(unit in kinds for unit in there)


# --- what acts by itself whenever its moment comes: nobody has to say so


@at(HookAt, Source(doings=True))
def told_early(game: Game, hook: HookAt) -> Procedure[None]:
    """What was told before a combat acts as it begins, unless nothing is left for it. Rule: 1.scope.unchanged-rules."""
    begins = next((step for step, moments in STARTS.items() if moments[0] == hook.moment), "")
    due = [one for one in game.told_early if game.tables.doings.by_key[one.doing].when in STARTS.get(begins, ())]
    for one in due:
        game.told_early.remove(one)
        doing = game.tables.doings.by_key[one.doing]
        if words := no_act(game, doing, one.args):
            yield Tell(say("{source}: {reason}", source=Name(doing.name), reason=words), UNCHANGED)
        else:
            yield from now(game, doing, one.args)


@at(HookAt, Source(doings=True))
def by_itself(game: Game, hook: HookAt) -> Procedure[None]:
    """Each thing whose moment it is acts, where its owner has what it takes. Rule: 1.scope.unchanged-rules."""
    for doing in game.tables.doings.each_time.get(hook.moment, ()):
        for seat in _owners(game, doing):
            where = f"{hook.system}/{hook.planet}".rstrip("/")
            args = {"who": seat, "where": where, **rearranging.hurt_before(game, hook.hurt.get(seat, {}))}
            if _has_it(game, doing, seat, hook) and not no_act(game, doing, args):
                yield from acts(game, doing, args)


def _owners(game: Game, doing: Doing) -> list[Player]:
    """Who has it: by the faction from the beginning, or because the table has said so."""
    if not doing.inborn:
        return [seat for seat in PLAYERS if seat in game.owned.get(doing.doing, ())]
    return players_of(game, (doing.faction or "",)) if doing in doings_of(game) else []


def _has_it(game: Game, doing: Doing, seat: Player, hook: HookAt) -> bool:
    """Whether the owner has the units there on which it hangs, or has brought the moment about."""
    if hook.by is not None:
        return hook.by == seat
    there = _standing(game, seat, hook.system, hook.planet)
    by_key = game.tables.units.by_key
    ships = {unit: number for unit, number in there.items() if by_key[unit].category == "ship"}
    large = {unit.key for unit in game.tables.units.larger_ships}
    if doing.fleet:
        return sum(number for unit, number in ships.items() if unit in large) >= doing.fleet
    if doing.beside:
        return any(unit in there for unit in doing.beside)
    return bool(there if hook.planet else ships)


def _standing(game: Game, seat: Player, position: str, planet: str) -> Counter[str]:
    """The units of a player in a system, or on one planet, as far as they are known."""
    board = known_board(game)
    places = board.places([position]) if position in board.systems else ()
    units = (Counter(board.units(seat, *place)) for place in places if not planet or place[1] == planet)
    return sum(units, Counter())


@at(StatusPhaseBegins, Source(doings=True))
def lost_each_status(game: Game, _: StatusPhaseBegins) -> Procedure[None]:
    """What costs the Hive units in each status phase does so now. Rule: 5.4.negative-effects."""
    for one in effects(game).of(LostEachStatus):
        lines = yield from give_up(game, one.effect.units, one.effect.number)
        if lines:
            text = say("{words}.", words=one.words)
            yield Confirmed(text, UNCHANGED, key=keys.DECREE, items=tuple(lines))
