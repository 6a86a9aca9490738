"""The whole battle for an active system, from its space area to the last planet.

Rules: pages 21 and 31, 14.gain.combat, 13.technology.pds-ii, 1.scope.unchanged-rules (Q29, Q30, Q107, Q115).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hive import keys
from hive.board.survey import Survey
from hive.catalog.tables import Foe, NoUnitAbilities, Seat
from hive.effects import begin, effects, end
from hive.model.game import FOES, PLAYERS, Game, Player
from hive.naming import hive_loses, units
from hive.rules.area import angered, counters, counters_in
from hive.rules.board import Tracked, known_board
from hive.rules.combat.clash import (
    Clash,
    Winner,
    ally_number,
    clear_space,
    close,
    drawn_sides,
    fighters_in_space,
    hear_of_the_ally,
    in_combat,
    player_ships,
    there,
    ways,
)
from hive.rules.combat.countermeasures import cannon_fire
from hive.rules.combat.defence import defend
from hive.rules.combat.fight import Fight, Fought, icons_that_count
from hive.rules.combat.invasion import alone, fight_coexisting, invade, take_over
from hive.rules.combat.rounds import combat
from hive.rules.combat.survivors import look_before, survivors, survivors_in_space, take_uncarried
from hive.rules.diagrams.damage import unit_words
from hive.rules.moments import BattleOver, moment
from hive.steps import ELSEWHERE, Ask, Card, Choice, Confirmed, Item, Procedure, Shown, Tell, Why, meant, question
from hive.words import PlanetName, Words, count, listed, say, sentence


@dataclass(frozen=True)
class Support:
    """The fighters and infantry that come to a system, with the words for the table."""

    fighters: int
    infantry: int
    items: tuple[Item, ...] = ()


def unit_support(
    game: Game,
    survey: Survey,
    position: str,
    cards: Sequence[Card],
    active: Seat = "hive",
    joining: Sequence[Player] = (),
) -> Support:
    """The fighters and infantry that the Hive receives in an active system, once all ships have moved.

    A player who is ``active`` or ``joining`` counts as having units there, whether or not the board shows them yet.
    With no card left to draw nothing comes. Rules: 3.1.depleted, 21.units.condition, 21.units.per-capacity-ship,
    21.units.icons, 21.units.aggression, 33.coexist.counter.
    """
    ships = survey.capacity_ships([position]) if cards else 0
    coming: set[Seat] = {active, *joining}
    present = {*survey.players_with_units(position), *coming}
    angry = sum(
        counters(game, seat) if seat in coming else counters_in(game, survey, seat, position)
        for seat in PLAYERS
        if seat in present
    )
    icons = icons_that_count(cards)
    number = ships * game.level.units_per_capacity_ship + max(icons, angry) if ships else 0
    if not number:
        return Support(0, 0, _nothing_comes(bool(cards)))
    text = say("Put {units} into space.", units=_both(game, number))
    besides = say("{number} more for icons", number=icons)
    if angry > icons:
        besides = say("{number} more for counters", number=angry)
    note = say(
        "{capacity_ships}, {units_per_capacity_ship} each, and {besides}",
        capacity_ships=count(ships, "carrying ship"),
        units_per_capacity_ship=game.level.units_per_capacity_ship,
        besides=besides,
    )
    return Support(number, number, (Item(text, note, "21.units.placement", sign="fighter"),))


def _both(game: Game, number: int) -> Words:
    return listed([units(game, number, "fighter"), units(game, number, "infantry")])


def _nothing_comes(drawn: bool) -> tuple[Item, ...]:
    """Why no support comes. Rules: 21.units.condition, 3.1.depleted."""
    text = say("No fighters and no infantry come.")
    if drawn:
        return (Item(text, say("no ship that carries is there"), "21.units.condition", aside=True),)
    return (Item(text, say("the Hive Mind deck is depleted"), "3.1.depleted", aside=True),)


def support_missing(
    game: Game, survey: Survey, position: str, cards: Sequence[Card], active: Player
) -> Procedure[None]:
    """Where a player has activated a system and no support comes, tell why. Rules: 21.units.condition, 3.1.depleted."""
    found = unit_support(game, survey, position, cards, active)
    if not found.fighters:
        for item in found.items:
            yield Tell(item.text, item.rule, why=Why(sentence(item.note)))


def place_support(game: Game, position: str, support: Support) -> None:
    """Put the support into the space area of the active system. Rule: 21.units.placement."""
    known_board(game).put("hive", {"fighter": support.fighters, "infantry": support.infantry}, (position, None))


def bring_support(fight: Fight, told: Support | None = None) -> None:
    """Put what comes to the active system there, as far as it has not come yet, and have the table told.

    Whoever takes part in the battle counts, so more can come once the table has said who does. ``told``: the support
    that the table has put there already. Rules: 21.units.placement, 21.units.aggression.
    """
    game, position = fight.game, fight.position
    in_it = [seat for seat in PLAYERS if seat in fight.players]
    whole = unit_support(game, fight.survey, position, fight.cards, fight.active, in_it)
    more = whole.fighters - fight.supported
    if more <= 0:
        return
    support = whole if not fight.supported else _besides(game, more, whole)
    fight.supported += more
    place_support(game, position, support)
    if support != told:
        fight.tell(*support.items)


def _besides(game: Game, more: int, whole: Support) -> Support:
    text = say("Also put {list} into space.", list=_both(game, more))
    note = say("in all: {note}", note=whole.items[0].note)
    return Support(more, more, (Item(text, note, "21.units.aggression", sign="fighter"),))


# --- with whom the Hive was in combat, and attrition and maneuver warfare of the allies


FIGHTERS: dict[str, tuple[Player, ...]] = {
    "done": (),
    "fought_p1": ("p1",),
    "fought_p2": ("p2",),
    "fought_both": PLAYERS,
}


def fight_choices(game: Game) -> tuple[Choice, ...]:
    """How a tactical action ended: without combat, or with combat between the Hive and whom."""
    p1, p2 = game.name("p1"), game.name("p2")
    return (
        Choice("done", say("Done"), say("no combat with [the Hive]")),
        Choice("fought_p1", say("Fought {who}", who=p1), say("[the Hive] in combat with this player")),
        Choice("fought_p2", say("Fought {who}", who=p2), say("[the Hive] in combat with this player")),
        Choice("fought_both", say("Fought both"), say("[the Hive] in combat with both players")),
    )


def after_fight(game: Game, fought: Collection[Player], destroyed: tuple[tuple[str, int], ...] = ()) -> Procedure[None]:
    """Each player in combat with the Hive gains a counter, however many there were; then they are over.

    In: who was in combat, what it is known to have cost them. Rule: 14.gain.combat.
    """
    for seat in PLAYERS:
        if seat in fought:
            yield angered(game, seat, game.tables.figures.counters_combat.value, "14.gain.combat")
    if fought or destroyed:
        yield from moment(game, BattleOver(destroyed))


# --- attrition and maneuver warfare of the allies: when it is offered, and what it takes from the Hive


Warfare = Literal["attrition", "maneuver"]
KINDS: tuple[Warfare, ...] = ("attrition", "maneuver")
NO = "no"
_NAMES: dict[Warfare, Words] = {"attrition": say("Attrition warfare"), "maneuver": say("Maneuver warfare")}


def nothing_to_win(game: Game, kind: Warfare) -> Words:
    """Why a kind of warfare brings nothing, or nothing."""
    if kind == "attrition":
        return say("The Hive Mind deck is depleted.") if game.deck.depleted else ""
    return "" if game.hive.secrets else say("[The Hive] holds no secret objectives.")


def not_won(combat: Fought, nothing_left: Collection[Foe]) -> Words:
    """Why a combat was not won by both players, or nothing; in: who has nothing left that fought in it (Q122)."""
    if combat.winner == "players" and {*combat.players} - {*nothing_left} >= {*PLAYERS}:
        return ""
    where = say("in space") if combat.planet is None else say("on {planet}", planet=PlanetName(combat.planet))
    return say("You have not both won {where}, with a unit of each of you left.", where=where)


def won_together(combats: Sequence[Fought], failed: Sequence[Words]) -> tuple[Warfare, ...]:
    """What can have been won by these combats of one tactical action, of which some have ``failed`` (Q122, Q134).

    Both players were in each of them, and won it; maneuver warfare has no space combat, and at least one on the ground.
    Rules: 31.attrition.reward, 31.maneuver.reward.
    """
    if not combats or failed:
        return ()
    return ("attrition",) if any(one.planet is None for one in combats) else ("maneuver",)


def offer_warfare(game: Game, kinds: Sequence[Warfare]) -> Procedure[bool]:
    """Ask whether the players have conducted warfare together; whether they have.

    Rules: 31.attrition.start, 31.maneuver.start.
    """
    kinds = [kind for kind in kinds if not nothing_to_win(game, kind)]
    if not kinds:
        return False
    won = [Choice(kind, _NAMES[kind], say("won, and a unit of each of you is left")) for kind in kinds]
    ask = question(
        keys.WARFARE,
        choices=(Choice(NO, say("No")), *won),
        rule=f"31.{kinds[0]}.reward",
        items=(_begun(kind) for kind in kinds),
    )
    meaning: dict[str, Warfare | None] = {NO: None, **{kind: kind for kind in kinds}}
    kind = yield from meant(ask, meaning)
    if kind is not None:
        yield from reward(game, kind)
    return kind is not None


def _begun(kind: Warfare) -> Item:
    text = say("{warfare}: each of you has placed a command token of the tactic pool for it.", warfare=_NAMES[kind])
    return Item(text, rule=f"31.{kind}.start", aside=True)


def reward(game: Game, kind: Warfare) -> Procedure[None]:
    """What the players win. Rules: 31.attrition.reward, 31.maneuver.reward."""
    yield from (_cards(game) if kind == "attrition" else _secrets(game))


def _cards(game: Game) -> Procedure[None]:
    """Cards leave the active deck unseen (Q57)."""
    discarded = 0
    while discarded < game.tables.figures.attrition_cards.value and not game.deck.depleted:
        active = game.deck.secondary if game.deck.secondary_active else game.deck.primary
        game.deck.discard.append(active.pop(0))
        discarded += 1
    cards, rule = count(discarded, "card"), "31.attrition.reward"
    text = say("Discard {cards} from the top of the active deck.", cards=cards)
    line = Item(text, say("{number} left to draw", number=game.deck.left), rule)
    told = say("{cards} of the Hive Mind deck discarded, unseen", cards=cards)
    yield Confirmed(told, rule, key=keys.ATTRITION_WON, items=(line,))


def _secrets(game: Game) -> Procedure[None]:
    """Secret objectives of the Hive go back unseen."""
    drawn = min(game.tables.figures.maneuver_secrets.value, game.hive.secrets)
    game.hive.secrets -= drawn
    secrets, rule = count(drawn, "secret objective"), "31.maneuver.reward"
    text = say(
        "Draw {secrets} of [the Hive] unseen, at random, and shuffle what was drawn into the deck.", secrets=secrets
    )
    line = Item(text, say("[the Hive] keeps {number}", number=game.hive.secrets), rule)
    told = hive_loses(secrets)
    yield Confirmed(told, rule, key=keys.MANEUVER_WON, items=(line,))


# --- the whole battle for an active system, from its space area to the last planet


Holder = Literal["hive", "players"] | None
NO_SHIPS = "none"


def space_combat(fight: Fight) -> Procedure[Holder]:
    """Resolve all that happens in space; return who holds it. What leaves the board is booked.

    A combat takes place where both sides have ships left once space cannons have fired (Q107).
    Rules: 21.combat.no-retreat, 1.scope.unchanged-rules.
    """
    answer = yield from fight.ask(lambda: _opening(fight))
    if answer is not None and answer.choice == NO_SHIPS:
        _nobody_came(fight)
        return "hive"
    if answer is not None:
        hear_of_the_ally(fight, answer.numbers)
        fight.way = answer.choice
    fight.players = fighters_in_space(fight)
    bring_support(fight)
    look_before(fight, fight.position)
    came = bool(fight.players)
    fired = yield from cannon_fire(fight)
    fight.stopped = came and not fight.players and not any(player_ships(fight, seat) for seat in PLAYERS)
    if not _both_left(fight):
        return holder_of_space(fight)
    clash = Clash(fight, fired=fired)
    winner = yield from combat(clash)
    return _settle(fight, winner)


def _both_left(fight: Fight) -> bool:
    """Whether both sides have ships for a combat; those of a player who is active need not be on the board."""
    players = [seat for seat in fight.players if seat in there(fight) or fight.active != "hive"]
    return bool(players) and bool(in_combat(fight, None))


def holder_of_space(fight: Fight) -> Holder:
    """Who has ships in the system, the Hive first."""
    if in_combat(fight, None):
        return "hive"
    return "players" if any(player_ships(fight, seat) for seat in FOES) else None


def _settle(fight: Fight, winner: Winner) -> Holder:
    """Whoever has lost leaves the space area, with what it carried; who has retreated is gone from there already."""
    if winner != "players":
        clear_space(fight, fight.players)
    if winner in ("players", "nobody"):
        clear_space(fight, ("hive",))
    return "players" if winner == "players" else holder_of_space(fight)


def _nobody_came(fight: Fight) -> None:
    """No player ship is there, as the table says: the map no longer shows any, nor what they carried."""
    fight.players = []
    for seat in PLAYERS:
        units = fight.units(seat)
        fight.board.lose(seat, units, (fight.position, None))
        if units:
            words = say("{what} of {who}", what=unit_words(fight.game, units), who=fight.game.name(seat))
            text = say("The map no longer shows {units} in {system}.", units=words, system=fight.label)
            fight.tell(Item(text, say("no ships came, as you say")))


# --- what is asked


def _opening(fight: Fight) -> Ask | None:
    """How the space combat is fought; None if there is none. On a player's turn, also whether the ally is in it."""
    mine = in_combat(fight, None)
    if not mine or not there(fight):
        return None
    known = any(player_ships(fight, seat) for seat in FOES)
    none_came = Choice(NO_SHIPS, say("No ships came"), say("no player ship is in the system"))
    return question(
        keys.SPACE_COMBAT,
        system=fight.label,
        choices=(*ways(fight), *([none_came] if fight.active != "hive" else ())),
        items=_sides(fight, mine),
        numbers=ally_number(fight),
        shown=Shown(say("Space combat"), expects=known, sides=drawn_sides(fight, None, there(fight))),
    )


def _sides(fight: Fight, mine: dict[str, int]) -> list[Item]:
    game = fight.game
    lines = [
        Item(say("{who!c}: {units}.", who=game.name("hive"), units=unit_words(game, mine)), drawn=ELSEWHERE, aside=True)
    ]
    for seat in there(fight):
        known = unit_words(game, player_ships(fight, seat)) or say("no ships known here")
        text = say("{who}: {units}.", who=game.name(seat), units=known)
        lines.append(Item(text, drawn=ELSEWHERE, aside=True))
    if fight.active == "hive" and fight.in_a_nebula:
        bonus = game.tables.figures.nebula_defence.value
        text = say("You defend in a nebula: +{bonus} to each of your combat rolls.", bonus=bonus)
        lines.append(Item(text, rule="1.scope.unchanged-rules", aside=True))
    return lines


# --- the whole battle for an active system, from the support of the Hive to the last planet


def abilities_fade(fight: Fight) -> None:
    """In an entropic scar no unit has its unit abilities, and none is used against it from outside.

    The Hive's keep theirs where it ignores that anomaly. Rules: 1.scope.unchanged-rules, 32.higher.anomalies.
    """
    end(fight.game, "battle")
    if "entropic_scar" in fight.survey.anomalies(fight.position):
        spared = "entropic_scar" in fight.game.tables.units.ignored_anomalies
        fading = NoUnitAbilities(kind="no_unit_abilities", say="units have no unit abilities")
        begin(fight.game, "Entropic scar", fading, "battle", PLAYERS if spared else fight.game.seats)
        told = [one.words for one in effects(fight.game).of(NoUnitAbilities, PLAYERS[0])]
        fight.tell(*(Item(words, rule="1.scope.unchanged-rules", aside=True) for words in told))


@dataclass(frozen=True)
class Battle:
    """What came of it: players in combat with the Hive, who holds the space, planets taken and lost, each combat.

    ``destroyed``: the units of players that it is known to have cost.
    """

    fought: tuple[Player, ...]
    space: Holder
    taken: tuple[str, ...]
    lost: tuple[str, ...]
    combats: tuple[Fought, ...] = field(default=(), compare=False)
    destroyed: tuple[tuple[str, int], ...] = field(default=(), compare=False)


def resolve_system(
    board: Tracked, position: str, cards: list[Card], active: Seat, told: Support | None = None, joined: bool = False
) -> Procedure[Battle]:
    """Resolve an active system once all ships have moved: support, space combat, invasion.

    In: the galaxy with its planets; the support cards; which side has activated it; the support that the table has put
    there already, if it was told; whether it has said that the active player's ally acts as well (31.action.joint). The
    counters of those who fought, and the end of the turn, are for the caller
    (14.gain.combat, :mod:`hive.rules.combat.activation`). Players land where they hold the space, and where neither
    side has ships on the board: theirs may not be booked. Rules: 21.units.placement, 21.combat.no-retreat,
    21.invasion.distribution, Q29, Q107, Q139.
    """
    fight = Fight(board, position, cards, active, joined=joined)
    board.game.battle = position
    fight.players, coexisting = there(fight) if joined else [], alone(fight)
    abilities_fade(fight)
    bring_support(fight, told)
    space = yield from space_combat(fight)
    if active == "hive":
        while space == "hive" and not (yield from invade(fight)):
            space = yield from space_combat(fight)
        if space == "hive":
            yield from fight_coexisting(fight)
    elif not fight.stopped and (space == "players" or (space is None and not fight.fought)):
        yield from survivors_in_space(fight)
        yield from take_uncarried(fight)
        yield from defend(fight)
    yield from survivors(fight)
    yield from take_uncarried(fight)
    yield from take_over(fight, coexisting)
    yield from close(fight)
    end(board.game, "roll", "combat_round", "combat", "battle")
    board.game.battle, board.game.battle_step, board.game.beside, board.game.told_early = "", "", {}, []
    fallen = tuple(fight.destroyed.items())
    return Battle(tuple(fight.fought), space, tuple(fight.taken), tuple(fight.lost), tuple(fight.combats), fallen)
