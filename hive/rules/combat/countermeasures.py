"""Countermeasures of the Hive, what else can come up beside a question of a battle, and dice before the first round.

Rules: page 24, 24.1.trigger, 13.technology.pds-ii, 1.scope.unchanged-rules, Q115, Q118.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from hive import keys
from hive.board import pieces
from hive.catalog.tables import Foe
from hive.catalog.tables.effects import NoCardsAfterPassing, NoSabotage
from hive.effects import effects
from hive.model.game import PLAYERS, Game, Player
from hive.naming import system_label
from hive.rules.board import tracked
from hive.rules.combat.clash import (
    CLEARED,
    Clash,
    clear_carried,
    drawn_sides,
    gone_numbers,
    hits_on_hive,
    in_combat,
    player_ships,
    take_gone,
    take_hits,
)
from hive.rules.combat.fight import Dice, Fight, Section, Toll, no_action_cards
from hive.rules.combat.units import (
    as_typed,
    cannons,
    cannons_in_reach,
    faded,
    neighbouring_cannons,
    ships,
    units_without,
    with_ability,
)
from hive.rules.diagrams.damage import as_flagships, can_sustain, end_loan
from hive.rules.options import played
from hive.steps import Ask, Choice, Filled, Item, Procedure, Shown, Tell, meant, question
from hive.words import Name, Worded, Words, count, listed, say, sentence

BEGINS, OTHERWISE, CANCELLED, DOOMED, IMMUNE = "action", "other", "cancelled", "doomed", "immune"
OTHER_SHIP = "ship"


@dataclass(frozen=True)
class Target:
    """A ship that is not the Hive's and has sustained damage: its type (or just a ship); where, on a tracked galaxy."""

    owner: Foe
    unit: str
    position: str = ""

    @property
    def value(self) -> str:
        """How the log names it."""
        return ".".join(part for part in (self.position, self.owner, self.unit) if part)

    def words(self, game: Game) -> Words:
        """How the table calls it."""
        unit = say("ship") if self.unit == OTHER_SHIP else Name(game.tables.units.by_key[self.unit].name)
        return say("{who}'s {what}", who=game.name(self.owner), what=unit)


def no_countermeasure(game: Game) -> Words:
    """Why the Hive can try no countermeasure, or nothing.

    Rules: 24.requirement, 32.complexity.optional-pages, 38.wild.countermeasure-two (Q126).
    """
    if not played(game, "countermeasures"):
        return say("Countermeasures (page 24) are not played in this game.")
    for silence in effects(game).of(NoCardsAfterPassing):
        if game.hive.passed and silence.owner == game.active:
            return say("{reason}.", reason=Name(silence.words))
    if words := no_action_cards(game):
        return say("{reason}.", reason=words)
    if not game.hive.action_cards:
        return say("[The Hive] holds no action card for a countermeasure.")
    return _too_few(game, cards_needed(game))


def no_sabotage(game: Game, owner: Player | None = None) -> Words:
    """Why the Hive can try no sabotage, of a card of that player if it is said; or nothing.

    Rules: 24.requirement, 33.faction.last-bastion, 37.atomics.sabotage (Q126).
    """
    for one in effects(game).of(NoSabotage, owner) if owner is not None else ():
        return say("{reason}.", reason=Name(one.words))
    return no_countermeasure(game) or _too_few(game, cards_needed(game) + _more_cards(game))


def no_card_of(game: Game, seat: Player) -> Words:
    """Why a player can play no action card now, or nothing. Rule: 1.scope.unchanged-rules."""
    words = no_action_cards(game, seat)
    return say("{reason}.", reason=words) if words else ""


def _too_few(game: Game, needed: int) -> Words:
    """A countermeasure that needs more cards than the hand holds is not begun (Q126)."""
    if game.hive.action_cards >= needed:
        return ""
    return say("[The Hive] holds fewer than the {needed} of a countermeasure.", needed=count(needed, "action card"))


def cards_needed(game: Game) -> int:
    """The action cards of one countermeasure. Rules: 24.1.trigger, 38.wild.countermeasure-two."""
    return game.tables.figures.countermeasure_cards.value


def _more_cards(game: Game) -> int:
    """The cards that a sabotage takes besides: the Hive's tokens on Stellar Atomics. Rule: 37.atomics.sabotage."""
    return game.event_cards.atomics if game.phase == "agenda" else 0


def sustaining_units(game: Game, seat: Foe) -> list[str]:
    """The types of ships of which some of a side can sustain damage."""
    return [unit.key for unit in game.tables.units.ships if can_sustain(game, unit.key, seat)]


def sustaining_ships(game: Game) -> list[tuple[Target, Words]]:
    """The players' ships that may have sustained damage, with their words; on a tracked galaxy those on the board.

    Rule: 24.1.trigger.
    """
    if (board := tracked(game)) is None:
        types = [Target(seat, unit) for seat in PLAYERS for unit in sustaining_units(game, seat)]
        return [(target, target.words(game)) for target in types]
    sustaining = {seat: sustaining_units(game, seat) for seat in PLAYERS}
    targets = [
        Target(seat, unit, position)
        for position in sorted(board.systems)
        for seat in PLAYERS
        for unit in sustaining[seat]
        if board.units(seat, position).get(unit)
    ]
    return [
        (target, say("{what} in {system}", what=target.words(game), system=system_label(game, target.position)))
        for target in targets
    ]


def hit_name(game: Game) -> Name:
    """What a direct hit is called in this game. Rule: 34.countermeasure.names."""
    return Name(game.tables.setup.countermeasures.direct_hit.name)


def sabotage_name(game: Game) -> Name:
    """What a sabotage is called in this game. Rule: 34.countermeasure.names."""
    return Name(game.tables.setup.countermeasures.sabotage.name)


# --- direct hit


def which_ship(game: Game, targets: Sequence[Target]) -> Procedure[Target]:
    """Ask which of some ships has sustained damage."""
    several = len({target.owner for target in targets}) > 1
    by_key = game.tables.units.by_key
    ask = question(
        keys.SUSTAINED_SHIP,
        choices=(
            Choice(target.value, target.words(game) if several else Name(by_key[target.unit].name))
            for target in targets
        ),
        systems=(target.position for target in targets if target.position),
        shown=Shown(sentence(hit_name(game)), expects=False),
    )
    return (yield from meant(ask, {target.value: target for target in targets}))


def direct_hit(game: Game, target: Target) -> Procedure[str]:
    """The Hive tries a direct hit on a ship that has sustained damage; what came of it is booked and returned.

    No card is played at a ship that is destroyed anyway, or that direct hits cannot destroy. Rules: 24.1.trigger,
    24.1.outcome, 24.discard, 24.1.no-waste, 24.1.immune, 30.cancel.direct-hit, 24.cancelled-card-stays.
    """
    outcome: str = yield from _direct_hit(game, target)
    if outcome in (BEGINS, DOOMED):
        end_loan(game, target.owner, target.unit)
    if outcome in (DOOMED, IMMUNE):
        rule = "24.1.no-waste" if outcome == DOOMED else "24.1.immune"
        kept = say("No {hit} on {ship}: [the Hive] keeps its action card.", hit=hit_name(game), ship=target.words(game))
        yield Tell(kept, rule)
        return outcome
    drawn = _paid(game, cards_needed(game))
    if outcome == BEGINS and target.position and target.unit != OTHER_SHIP:
        pieces.take(game, target.owner, target.unit, 1, target.position)
    hit, ship = hit_name(game), target.words(game)
    came = {
        BEGINS: say("The {hit} destroys {ship}", hit=hit, ship=ship),
        OTHERWISE: say("The {hit} on {ship} fails", hit=hit, ship=ship),
        CANCELLED: say("The {hit} on {ship} is cancelled", hit=hit, ship=ship),
    }[outcome]
    rule = "24.cancelled-card-stays" if outcome == CANCELLED else "24.1.outcome"
    yield Tell(say("{came}; {left}.", came=came, left=_left(game)), rule, items=drawn)
    return outcome


def _direct_hit(game: Game, target: Target) -> Ask:
    called, cards = game.tables.setup.countermeasures.direct_hit, _Cards(cards_needed(game))
    hit = Name(called.name)
    return question(
        keys.DIRECT_HIT,
        turned=cards.turned(hit, target.words(game)),
        begins=cards.begins,
        otherwise=cards.otherwise,
        hit=hit,
        hits=Name(called.plural),
        items=(cards.go,),
        systems=(target.position,) if target.position else (),
        shown=Shown(sentence(hit), expects=False),
    )


# --- sabotage


def sabotage(game: Game, owner: Player, genome: bool = False) -> Procedure[str]:
    """The Hive tries to cancel a player's action card, or a genome, that affects it; always, once for each (Q64, M33).

    Rules: 24.2.trigger, 24.2.outcome, 24.discard, 30.cancel.sabotage, 37.atomics.sabotage.
    """
    name, more = game.name(owner), _more_cards(game)
    card, against = say("The action card of {name}", name=name), say("that of {name}", name=name)
    if genome:
        card, against = say("The genome of {name}", name=name), say("the genome of {name}", name=name)
    cards = _Cards(cards_needed(game) + more, every=more > 0)
    outcome: str = yield from _sabotage(game, name, against, cards, more)
    drawn = _paid(game, cards.number)
    came = say("{card} takes effect; {left}.", card=card, left=_left(game))
    if outcome == BEGINS:
        came = say("{card} is cancelled; {left}.", card=card, left=_left(game))
    yield Tell(came, "24.2.outcome", items=drawn)
    return outcome


def _sabotage(game: Game, name: Worded, against: Words, cards: _Cards, more: int) -> Ask:
    called = sabotage_name(game)
    cannot = say("Players cannot cancel {sabotage!a} of [the Hive].", sabotage=called)
    return question(
        keys.SABOTAGE,
        turned=cards.turned(called, against),
        begins=cards.begins,
        otherwise=cards.otherwise,
        name=name,
        items=(cards.go, *_tokens_say(more), Item(cannot, rule="30.cancel.sabotage")),
        shown=Shown(sentence(called), expects=False),
    )


def _tokens_say(more: int) -> list[Item]:
    """Why a sabotage takes more cards. Rule: 37.atomics.sabotage."""
    if not more:
        return []
    text = say("Stellar Atomics: {cards} more, and each has to begin with ACTION.", cards=count(more, "card"))
    note = say("for each control token of [the Hive] on it, in the agenda phase")
    return [Item(text, note, "37.atomics.sabotage")]


# --- the Hive's cards


@dataclass(frozen=True)
class _Cards:
    """The cards that are turned over: how many, and whether ``every`` one has to begin with ACTION.

    Rules: 24.1.outcome, 38.wild.countermeasure-two, 37.atomics.sabotage (Q126).
    """

    number: int
    every: bool = False

    def turned(self, what: Words, against: Words) -> Words:
        """What the Hive does with them, by the name of the countermeasure."""
        if self.number == 1:
            return say("{what!c}: [the Hive] turns over a random action card against {card}", what=what, card=against)
        cards = count(self.number, "random action card")
        return say("{what!c}: [the Hive] turns over {cards} against {card}", what=what, cards=cards, card=against)

    @property
    def begins(self) -> Words:
        """The answer with which a countermeasure succeeds."""
        if self.number == 1:
            return say("It begins with ACTION")
        return say("Each begins with ACTION") if self.every else say("One of them begins with ACTION")

    @property
    def otherwise(self) -> Words:
        """The answer with which it fails."""
        if self.number == 1:
            return say("It does not")
        return say("Not each of them") if self.every else say("None of them does")

    @property
    def go(self) -> Item:
        """Where the cards go. Rule: 24.discard."""
        if self.number == 1:
            text = say("[The Hive]'s card goes to the discard pile.")
            return Item(text, say("whatever comes of it; its text is ignored"), "24.discard")
        text = say("[The Hive]'s cards go to the discard pile.")
        return Item(text, say("whatever comes of it; its text is ignored"), "24.discard")


def _paid(game: Game, number: int) -> tuple[Item, ...]:
    """The cards leave the Hive's hand, and what it draws then; fewer are left only where the table has corrected it.

    Rules: 24.discard, 38.wild.countermeasure-draw.
    """
    game.hive.action_cards = max(0, game.hive.action_cards - number)
    figure = game.tables.figures.countermeasure_draws
    if not figure.value:
        return ()
    game.hive.action_cards += figure.value
    text = say("Draw {cards} for [the Hive].", cards=count(figure.value, "action card"))
    return (Item(text, say("whatever came of it"), figure.rule),)


def _left(game: Game) -> Words:
    return say("{cards} of [the Hive] left", cards=count(game.hive.action_cards, "action card"))


# --- what can come up beside the answer to a question of a battle in space


SUSTAINED = "sustained"


def ask(fight: Fight, build: Callable[[], Ask | None]) -> Procedure[Filled | None]:
    """Ask a question in which ships take hits, and once more after each direct hit; numbers stay as they were typed.

    Wherever a player's ship can sustain damage the Hive can try one: in a round, by its space cannons, in a combat that
    the table fights by hand. Rules: 24.any-time, 24.1.trigger.
    """
    typed: Mapping[str, int] = {}

    def whole() -> Ask | None:
        asked = build()
        if asked is None:
            return None
        return replace(asked, choices=(*asked.choices, *_sustained(fight)), numbers=as_typed(asked.numbers, typed))

    while True:
        answer = yield from fight.ask(whole)
        if answer is None or answer.choice != SUSTAINED:
            return answer
        typed = answer.numbers
        yield from _resolve_direct_hit(fight)


def _sustained(fight: Fight) -> tuple[Choice, ...]:
    """Offered where the Hive can try a direct hit at all. Rules: 24.requirement, 24.1.trigger."""
    if no_countermeasure(fight.game) or not _targets(fight):
        return ()
    note = say("[the Hive] may try {hit!a}", hit=hit_name(fight.game))
    return (Choice(SUSTAINED, say("A ship of ours sustained damage"), note),)


def _targets(fight: Fight) -> list[Target]:
    """The ships in the combat that can sustain damage; of a player whose ships are not on the board every type."""
    found = []
    for seat in fight.players:
        there, able = ships(fight.game, fight.units(seat)), sustaining_units(fight.game, seat)
        found += [Target(seat, unit, fight.position) for unit in able if unit in there or not there]
    return found


def _resolve_direct_hit(fight: Fight) -> Procedure[None]:
    targets = _targets(fight)
    target = targets[0] if len(targets) == 1 else (yield from which_ship(fight.game, targets))
    known, lent = bool(ships(fight.game, fight.units(target.owner))), as_flagships(fight.game, target.owner)
    outcome = yield from direct_hit(fight.game, target)
    if outcome == BEGINS or as_flagships(fight.game, target.owner) != lent:
        # The hit that it had sustained costs nothing else.
        fight.tolls.setdefault(None, Toll()).sustained += 1
    if outcome == BEGINS and target.unit != OTHER_SHIP:
        fight.destroyed[target.unit] += 1
    if known:
        clear_carried(fight, PLAYERS)


# --- dice before the first round: space cannon and anti-fighter barrage of both sides


def may_have(fight: Fight, unit: str) -> bool:
    """Whether the players may fight with such a unit: a player whose ships are not on the board may have any."""
    return any(unit in there or not there for there in (player_ships(fight, seat) for seat in fight.players))


def hive_cannons(fight: Fight) -> tuple[Section, ...]:
    """The Hive's space cannons that fire at player ships there, on any turn; from next to it, at ships that come.

    Rule: 13.technology.pds-ii (Q118).
    """
    if not fight.players:
        return ()
    survey, off = fight.survey, units_without(fight.game, "space_cannon", "space")
    there = Counter(cannons(fight.game, survey, "hive", fight.position))
    if fight.active != "hive":
        there.update(neighbouring_cannons(fight.game, survey, fight.position))
    firing = {key: number for key, number in there.items() if key not in off}
    return (("space_cannon", firing),) if firing else ()


def hive_barrage(fight: Fight) -> tuple[Section, ...]:
    """The Hive's anti-fighter barrage, if there may be fighters to fire at."""
    firing = with_ability(fight.game, in_combat(fight, None), "anti_fighter_barrage")
    return (("anti_fighter_barrage", firing),) if firing and may_have(fight, "fighter") else ()


def barrage_on_hive(fight: Fight) -> bool:
    """Whether there are Hive fighters, and players may have units with anti-fighter barrage."""
    game = fight.game
    if not fighters(fight) or any(faded(game, seat) for seat in fight.players):
        return False
    lent = any(as_flagships(game, seat) for seat in fight.players)
    return lent or any(may_have(fight, unit.key) for unit in game.tables.units.units if unit.anti_fighter_barrage)


def fighters(fight: Fight) -> dict[str, int]:
    """The Hive's fighters in the system."""
    kind_of = fight.game.tables.units.kind_of
    return {key: number for key, number in in_combat(fight, None).items() if kind_of(key) == "fighter"}


def after_the_fire(fight: Fight, rolls: list[Item], note: Words) -> tuple[Choice, ...]:
    """How it goes on; where dice of the Hive roll they can have left no player ship, and the app can roll them."""
    cleared = Choice(CLEARED, say("No player ship is left"), note, beside=True)
    return (Choice("on", say("Go on")), *([cleared] if rolls else ()), *fight.roll_choice(rolls))


def cannon_fire(fight: Fight) -> Procedure[bool]:
    """Space cannons fire first: the players' at Hive ships, the Hive's at those of the players in it; whether any did.

    Who has lost the last ship to them is in no combat. Rules: 14.gain.combat (Q107, Q115), Q118.
    """
    dice = Dice(fight)

    def build() -> Ask | None:
        mine = in_combat(fight, None)
        rolls = dice.items(*hive_cannons(fight))
        hits = hits_on_hive(fight, "hits", say("Hits on [the Hive]'s ships"), None, mine)
        numbers = (hits,) if mine and cannons_in_reach(fight.game, fight.survey, fight.position) else ()
        if not numbers and not rolls:
            return None
        return question(
            keys.SPACE_CANNON,
            system=fight.label,
            choices=after_the_fire(fight, rolls, say("after these hits")),
            rule="13.technology.pds-ii" if rolls else "1.scope.unchanged-rules",
            items=(*rolls, *_fired_at(fight, rolls)),
            numbers=(*numbers, *(gone_numbers(fight, say("ship")) if rolls else ())),
            shown=Shown(say("Space cannon"), sides=drawn_sides(fight, None)),
        )

    # Only the Hive's cannons can make a player's ship sustain damage.
    answer = yield from ask(fight, build) if hive_cannons(fight) else fight.ask(build)
    if answer is None:
        return False
    fight.struck(None, dice.hits)
    take_hits(fight, None, in_combat(fight, None), answer.numbers.get("hits", 0))
    clear_carried(fight, ("hive",))
    take_gone(fight, None, answer.numbers, answer.choice == CLEARED)
    return True


def _fired_at(fight: Fight, rolls: list[Item]) -> list[Item]:
    """At whom the Hive's space cannons fire, where somebody else is there as well (Q118, Q120)."""
    others = [seat for seat in PLAYERS if seat not in fight.players and player_ships(fight, seat)]
    if not rolls or not others:
        return []
    names = listed([fight.game.name(seat) for seat in fight.players])
    return [Item(say("The hits fall on ships of {names}.", names=names), rule="31.combat.joint", aside=True)]


# --- anti-fighter barrage of both sides, before the first round of a space combat


def barrage(clash: Clash) -> Procedure[bool]:
    """Both sides fire at fighters, after the stratagem and before anybody can retreat; whether players are left (Q115).

    It is a part of the combat: that has taken place, whoever is left.
    """
    fight, dice = clash.fight, Dice(clash.fight)

    def build() -> Ask | None:
        rolls = dice.items(*hive_barrage(fight)) if clash.hive() else []
        hits = hits_on_hive(fight, "hits", say("Your anti-fighter barrage: hits"), None, fighters(fight))
        numbers = (hits,) if barrage_on_hive(fight) else ()
        if not numbers and not rolls:
            return None
        return question(
            keys.BARRAGE,
            system=fight.label,
            choices=after_the_fire(fight, rolls, say("after this barrage")),
            items=(*rolls, *(() if numbers else _nothing_to_fire_with(fight))),
            numbers=numbers,
            shown=clash.shown(),
        )

    answer = yield from fight.ask(build)
    if answer is None:
        return True
    fight.struck(None, dice.hits, fighters=True)
    take_hits(fight, None, fighters(fight), answer.numbers.get("hits", 0))
    return answer.choice != CLEARED


def _nothing_to_fire_with(fight: Fight) -> tuple[Item, ...]:
    """Why no barrage of the players is asked about."""
    none = say("[The Hive] has no fighters there for a barrage of yours.")
    return (Item(say("You have no anti-fighter barrage there.") if fighters(fight) else none, aside=True),)
