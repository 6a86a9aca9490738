"""A combat of the Hive round by round, with its stratagem, or fought by the table itself.

Rules: page 22, 30.cancel.stratagem, 38.wild.stratagem-face-up, 38.zealous.twice, Q34, Q115, 1.scope.unchanged-rules,
5.4.damage-space, 5.4.damage-ground, 21.combat.no-retreat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hive import keys
from hive.board import pieces
from hive.catalog.tables import AbilitiesOff, NoSustain, NoUnitAbilities
from hive.catalog.tables.effects import NoRolls
from hive.effects import effects, end
from hive.model.game import NEUTRAL, PLAYERS, Game, Player
from hive.rules.combat.clash import (
    BY_HAND,
    CLEARED,
    Clash,
    Winner,
    damaged_in,
    hits_on_hive,
    none_left,
    sustained_for_a_combat,
    take_hits,
    who_has_won,
)
from hive.rules.combat.countermeasures import ask, barrage
from hive.rules.combat.fight import (
    CANCELS,
    HITS,
    MORE_DICE,
    PLAYER_BY_PLAYER,
    Dice,
    Fought,
    Stratagem,
    defined,
    no_card,
    no_card_line,
    of_both_cards,
    performances,
    stratagem,
)
from hive.rules.combat.survivors import retreat, retreat_numbers, retreating
from hive.rules.combat.units import ROLLS, hits_when_sustaining, hive_roll, upgrades
from hive.rules.deck import symbol_rule
from hive.rules.diagrams.damage import able_to_sustain, unit_words, weakest_units
from hive.rules.moments import HookAt, moment
from hive.steps import Ask, Choice, Filled, Item, Number, Procedure, Turned, question
from hive.words import Name, Words, count, listed, say

CANCELLED, NO_PROFIT, BOTH = "stratagem_cancelled", "no_stratagem", "both_effects"
Stratagems = tuple[Stratagem, ...]


def begin(clash: Clash) -> Procedure[None]:
    """Play an action card for the stratagem of a combat as its first round begins, if it profits; once in a combat.

    That is after space cannons and bombardment have fired, and before any die of the combat is rolled. A cancelled one
    has cost its card all the same; one that is not played has not. Rules: 22.play, 22.discard, 22.requirement,
    22.no-waste, 22.first-round-only, 22.per-combat, 30.cancel.stratagem (Q107, Q115). An event can let it perform more
    than one in a row, a card each: 38.zealous.twice, 38.zealous.card-each, 38.zealous.no-waste.
    """
    for _ in range(performances(clash.fight.game)):
        if not (yield from _performed(clash)):
            return


def _performed(clash: Clash) -> Procedure[bool]:
    """Play one card, unless the Hive gains nothing or has none; whether it was played."""
    game = clash.fight.game
    answer = yield from clash.fight.ask(lambda: _question(clash))
    alone, both = _stratagems(clash)
    if not alone and not both:
        return False
    if answer is None:
        clash.notes = clash.notes or (no_card_line(game, clash.arena),)
        return False
    if answer.choice == NO_PROFIT:
        return False
    # Whatever is printed on the card has no effect.
    game.hive.action_cards -= 1
    if answer.choice != CANCELLED:
        found = both if answer.choice == BOTH else alone
        clash.notes = (*clash.notes, *(_line(clash, one) for one in found))
        clash.stratagem.update({one.symbol: one.number for one in found})
    return True


def _stratagems(clash: Clash) -> tuple[Stratagems, Stratagems]:
    """What the Hive would perform in a combat; and with a card that lies face up and begins with ACTION.

    Nothing if its support card brings none, or where it gains nothing by it.
    """
    game, cards = clash.fight.game, clash.fight.cards
    symbol = defined(game, clash.arena, cards)
    if symbol is None:
        return (), ()

    def gaining(symbols: Sequence[str]) -> Stratagems:
        return tuple(stratagem(game, one, len(clash.fight.players)) for one in symbols if profits(clash, one))

    return gaining([symbol]), gaining(of_both_cards(game, cards))


def _question(clash: Clash) -> Ask | None:
    """The card that is played, what it does, and what the table can say against it; None if none is played."""
    game, (alone, both) = clash.fight.game, _stratagems(clash)
    symbol = defined(game, clash.arena, clash.fight.cards)
    if not (alone or both) or no_card(game) or symbol is None:
        return None
    drawn = Turned(symbol)
    lines = (_card(game, symbol), *(_line(clash, one) for one in alone), *_if_both(clash, both))
    return question(
        keys.STRATAGEM,
        clash=clash.name,
        choices=(*_done(game), *_against(clash, (*alone, *both))),
        rule=symbol_rule("22.*", symbol),
        items=(replace(line, drawn=drawn) for line in lines),
        shown=clash.shown(expects=not _face_up(game)),
    )


def _face_up(game: Game) -> bool:
    return bool(game.tables.figures.stratagem_both_effects.value)


def _card(game: Game, symbol: str) -> Item:
    """The card that is paid for it. Rules: 22.play, 38.wild.stratagem-face-up."""
    note = say("for its stratagem; {left} left", left=count(game.hive.action_cards - 1, "action card"))
    if _face_up(game):
        text = say("Discard 1 random action card of [the Hive] face up.")
        return Item(text, note, "38.wild.stratagem-face-up")
    return Item(say("Discard 1 random action card of [the Hive] face down."), note, "22.play")


def _if_both(clash: Clash, both: Stratagems) -> list[Item]:
    """What a card that begins with ACTION brings. Rule: 38.wild.stratagem-face-up."""
    if not both:
        return []
    effects = listed([one.words for one in both], ";")
    text = say("If its text begins with ACTION: {effects}.", effects=effects)
    return [Item(text, say("the first support card's effect, then the second's"), "38.wild.stratagem-face-up")]


def _done(game: Game) -> tuple[Choice, ...]:
    """Rules: 38.wild.stratagem-face-up, 38.wild.stratagem-normal."""
    if not _face_up(game):
        return (Choice("on", say("Done")),)
    return (
        Choice(BOTH, say("It begins with ACTION"), say("both effects")),
        Choice("on", say("It does not"), say("as usual")),
    )


def _line(clash: Clash, found: Stratagem) -> Item:
    return Item(say("Stratagem: {effect}.", effect=found.words), _whose(clash, found.symbol), found.rule, aside=True)


def profits(clash: Clash, symbol: str) -> bool:
    """Whether a stratagem gains the Hive anything, or anything more, as far as the board knows.

    Rules: 22.no-waste, 38.zealous.no-waste, Q34.
    """
    hive = clash.hive()
    if not hive:
        return False
    if symbol == MORE_DICE:
        return bool(hive_roll(clash.fight.game, clash.key, hive))
    if symbol == PLAYER_BY_PLAYER:
        return _uncertain(clash) or bool(_losing_a_die(clash))
    return symbol == CANCELS or _uncertain(clash) or _withstood(clash) > clash.stratagem[HITS]


def _withstood(clash: Clash) -> int:
    """How many hits the players' units can take at most."""
    game = clash.fight.game
    return sum(
        number + able_to_sustain(game, unit, number, seat)
        for seat in clash.fight.players
        for unit, number in clash.units(seat).items()
    )


def _against(clash: Clash, found: Stratagems) -> tuple[Choice, ...]:
    """What the table can say against a stratagem. Rules: 30.cancel.stratagem, 22.no-waste, 38.zealous.no-waste, Q34."""
    cancelled = Choice(
        CANCELLED, say("You cancel the stratagem"), say("by what cancels an action card; the card stays discarded")
    )
    wasted = Choice(NO_PROFIT, say("No stratagem"), say("it gains [the Hive] nothing: it keeps the card"))
    # The board may not know the players' units, nor what was fired away before.
    unknown = not any(one.symbol == CANCELS for one in found) and (clash.fired or _uncertain(clash))
    doubtful = unknown or bool(clash.stratagem)
    return (cancelled, wasted) if doubtful else (cancelled,)


def _uncertain(clash: Clash) -> bool:
    """Whether a player may fight with more than the board shows: those who have activated the system themselves."""
    return clash.fight.active != "hive" and any(not clash.units(seat) for seat in clash.fight.players)


def _losing_a_die(clash: Clash) -> dict[Words, Words]:
    """The weakest unit of each player that has a die to lose, by the player's name; of equals the worse one (Q33)."""
    game = clash.fight.game
    found: dict[Words, Words] = {}
    for seat in clash.fight.players:
        for unit in weakest_units(game, clash.units(seat), 1, seat):
            value = game.tables.units.by_key[unit].combat
            if value is not None and value.dice > clash.stratagem[PLAYER_BY_PLAYER]:
                found[game.name(seat)] = unit_words(game, {unit: 1})
    return found


def _whose(clash: Clash, symbol: str) -> Words:
    """Who rolls fewer dice, or how many players it counts."""
    if symbol == PLAYER_BY_PLAYER:
        losing = _losing_a_die(clash).items()
        return listed([say("{who}: {unit}", who=name, unit=unit) for name, unit in losing], ";")
    there = len(clash.fight.players)
    sides = count(there, "side") if NEUTRAL in clash.fight.players else count(there, "player")
    return say("in the first round; {players} in the combat", players=sides)


# --- a combat of the Hive round by round, or fought by the table itself


_WINNERS: tuple[Winner, ...] = ("hive", "players", "nobody")


def told_by_hand(clash: Clash) -> Procedure[Winner]:
    """The table has fought by itself: who has won, who has retreated, and what is left of the Hive; booked here."""
    fight = clash.fight
    fight.struck(clash.planet, None)
    detail: Words = ""
    while True:
        answer = yield from _result(clash, detail)
        if answer is None:
            return "players"
        winner = next(one for one in _WINNERS if one == answer.choice)
        leaving = retreating(fight, answer.numbers)
        if winner == "hive" and not any(answer.numbers[key] for key in clash.hive()):
            detail = say("[The Hive] can have won only with a unit left: say what is left of it.")
        elif winner != "hive" and leaving and len(leaving) == len(fight.players):
            detail = say("Where all players have retreated, [the Hive] has won.")
        else:
            break
    if winner == "hive":
        _book(clash, answer)
    yield from retreat(fight, leaving)
    return winner


def _result(clash: Clash, detail: Words) -> Procedure[Filled | None]:
    others = say("The neutral side has won") if clash.fight.players == [NEUTRAL] else say("The players have won")
    choices = (
        Choice("hive", say("[The Hive] has won"), say("no {theirs} is left", theirs=clash.theirs)),
        Choice("players", others, say("no unit of [the Hive] is left there")),
        Choice("nobody", say("Both are gone"), say("no side has anything left")),
    )

    def build() -> Ask | None:
        units = clash.hive()
        if not units:
            return None
        away = retreat_numbers(clash.fight) if clash.planet is None else ()
        return Ask(
            key=keys.SPACE_COMBAT_RESULT if clash.planet is None else keys.GROUND_COMBAT_RESULT,
            text=say("{combat!c}: who has won?", combat=clash.name),
            choices=choices,
            rule="1.scope.unchanged-rules",
            detail=detail or say("If [the Hive] has won: what is left of it?"),
            items=clash.notes,
            numbers=(*_left(clash, units), *away),
            shown=clash.shown(expects=False, by_hand=True),
        )

    return ask(clash.fight, build) if clash.planet is None else clash.fight.ask(build)


def _left(clash: Clash, units: dict[str, int]) -> tuple[Number, ...]:
    by_key, damaged = clash.fight.game.tables.units.by_key, damaged_in(clash.fight, clash.planet)
    numbers = []
    for key, number in units.items():
        plural = Name(by_key[key].plural)
        numbers.append(Number(key, say("{units!c} left", units=plural), maximum=number, value=number, of="hive"))
        if by_key[key].sustain_damage:
            name = say("{units!c} damaged", units=plural)
            numbers.append(Number(f"damaged_{key}", name, maximum=number, value=damaged.get(key, 0), of="hive"))
    return tuple(numbers)


def _book(clash: Clash, answer: Filled) -> None:
    game, position = clash.fight.game, clash.fight.position
    lost = {key: number - answer.numbers[key] for key, number in clash.hive().items()}
    for key in clash.hive():
        pieces.set_units(game, "hive", key, answer.numbers[key], position, clash.planet)
        pieces.set_damaged(game, "hive", key, answer.numbers.get(f"damaged_{key}", 0), position, clash.planet)
    clash.fight.capture(clash.planet, lost)


# --- a combat of the Hive, round by round: first who retreats, then the dice, then the hits


def combat(clash: Clash) -> Procedure[Winner]:
    """Fight a combat in the way that the table has chosen; return who has won. The Hive's losses are booked.

    Both sides have units for it: so the players in it are noted for their counters. What acts at the start of the
    combat acts before its first round, with which a stratagem comes (Q115); that belongs to the combat, too.
    Where the table mends the Hive's units away before anything is answered, no combat has taken place
    (14.gain.combat, 22.play, Q107).
    """
    fight = clash.fight
    fight.entering = list(fight.players)
    clash.booked = tuple(seat for seat in fight.players if clash.units(seat))
    fight.game.battle_on = clash.planet or ""
    if clash.planet is None:
        yield from moment(fight.game, HookAt("space_start", fight.position))
    else:
        yield from moment(fight.game, HookAt("ground_start", fight.position, clash.planet))
    if not clash.hive():
        fight.join()
    yield from begin(clash)
    winner = yield from _fought(clash)
    sustained_for_a_combat(fight, clash.planet)
    end(fight.game, "combat_round", "combat")
    fight.game.battle_on = ""
    if not fight.entering:
        # Whoever has retreated meanwhile is no longer among them.
        fight.combats.append(Fought(clash.planet, winner, tuple(fight.players), clash.booked))
        if clash.planet is None:
            yield from who_has_won(fight, winner)
        for seat in PLAYERS:
            if winner == "players" and seat in fight.players:
                yield from moment(fight.game, HookAt("combat_end", fight.position, clash.planet or "", by=seat))
    fight.entering = []
    return winner


def _fought(clash: Clash) -> Procedure[Winner]:
    if clash.fight.way == BY_HAND:
        return (yield from told_by_hand(clash))
    if clash.planet is None and not (yield from barrage(clash)):
        return "hive"
    return (yield from fight_rounds(clash))


def fight_rounds(clash: Clash) -> Procedure[Winner]:
    """Fight round after round until one side is gone; return who has won. The Hive's losses are booked.

    Rules: 21.combat.no-retreat, 1.scope.unchanged-rules.
    """
    fight, number = clash.fight, 1
    while clash.hive() and not clash.nobody_left():
        yield from moment(fight.game, HookAt("round_start", fight.position, clash.planet or ""))
        leaving = yield from _round_begins(clash, number)
        # What the table marks as damaged up to here is of the round before.
        hurt = {seat: fight.board.damaged(seat, fight.position, clash.planet) for seat in PLAYERS}
        answer = yield from _round(clash, number, leaving)
        if answer is None:
            break
        if answer.choice == BY_HAND:
            clash.notes = clash.notes if clash.stratagem else ()
            return (yield from told_by_hand(clash))
        _take(clash, answer.numbers["hits"])
        if answer.choice == CLEARED:
            return "hive" if clash.hive() else "nobody"
        # From a system without Hive ships nobody has to retreat, and nobody does without ships.
        if leaving and clash.hive() and not clash.nobody_left():
            yield from retreat(fight, leaving)
            if not fight.players:
                return "retreated"
        number += 1
        yield from moment(fight.game, HookAt("round_end", fight.position, clash.planet or "", hurt=hurt))
        clash.next_round()
    if clash.nobody_left():
        return "hive" if clash.hive() else "nobody"
    return "players"


def _round_begins(clash: Clash, number: int) -> Procedure[list[Player]]:
    """Before the dice: what the last ones have cost is taken off the board, and each player says who retreats (Q115).

    Nothing is asked where there is neither.
    """
    fight = clash.fight
    removals = bool(fight.untold)

    def build() -> Ask | None:
        numbers = retreat_numbers(fight) if clash.planet is None else ()
        if not clash.hive() or not (numbers or removals):
            return None
        return question(
            keys.ROUND_BEGINS,
            number=number,
            clash=clash.name,
            detail=say("Players who retreat say so now, before the dice.") if numbers else "",
            numbers=numbers,
            shown=clash.shown(),
        )

    answer = yield from fight.ask(build)
    return [] if answer is None else retreating(fight, answer.numbers)


def _round(clash: Clash, number: int, leaving: list[Player]) -> Procedure[Filled | None]:
    """One question a round: the Hive's dice, the hits on the Hive, and whether it goes on."""
    fight, dice = clash.fight, Dice(clash.fight)

    def build() -> Ask | None:
        units = clash.hive()
        if not units:
            return None
        rolls = dice.combat(clash.key, units, clash.stratagem)
        return Ask(
            key=keys.SPACE_COMBAT_ROUND if clash.planet is None else keys.GROUND_COMBAT_ROUND,
            text=say("Round {number} of the {clash}", number=number, clash=clash.name),
            choices=(
                *_endings(clash, number, dice.hits, leaving),
                *fight.roll_choice(rolls),
                Choice(BY_HAND, say("We fought it by hand")),
            ),
            rule="1.scope.unchanged-rules",
            items=(*clash.notes, *rolls, *_leaving(clash, leaving), *_reminders(clash, units), *_bent(clash, units)),
            numbers=(_hits(clash, units),),
            shown=clash.shown(),
        )

    answer = yield from ask(fight, build) if clash.planet is None else fight.ask(build)
    if answer is not None and answer.choice != BY_HAND:
        fight.struck(clash.planet, dice.hits)
    return answer


def _leaving(clash: Clash, leaving: list[Player]) -> list[Item]:
    """Who has said that this round is the last one."""
    texts = [say("{who!c} retreats after this round.", who=clash.fight.game.name(seat)) for seat in leaving]
    return [Item(text, rule="1.scope.unchanged-rules", aside=True) for text in texts]


def _hits(clash: Clash, units: dict[str, int]) -> Number:
    """The stepper for the hits of the round, with room for those that a stratagem cancels. Rule: 22.green-compass."""
    names = listed([clash.fight.game.name(seat) for seat in clash.fight.players])
    number = hits_on_hive(clash.fight, "hits", say("Hits of {players}", players=names), clash.planet, units)
    cancels = clash.stratagem[CANCELS]
    if not cancels:
        return number
    note = say("the stratagem cancels {cancels} of them", cancels=cancels)
    return replace(number, maximum=number.maximum + cancels, note=note)


def _cancelled(clash: Clash, hits: int) -> int:
    """The hits that a stratagem has cancelled, told with the next step. Rule: 22.green-compass."""
    cancelled = min(hits, clash.stratagem[CANCELS])
    if cancelled:
        text = say("{hits} cancelled.", hits=count(cancelled, "hit"))
        clash.fight.tell(Item(text, say("by the stratagem"), "22.green-compass", aside=True))
    return cancelled


def _endings(clash: Clash, number: int, hits: int | None, leaving: list[Player]) -> tuple[Choice, ...]:
    """Whether it goes on; that no unit of the players is left is expected once hits enough for all have fallen."""
    lost = say("or [the Hive] has lost its last ship")
    if clash.planet is not None:
        lost = say("or [the Hive] has lost its last ground force")
    after = say("Retreat") if len(leaving) == len(clash.fight.players) else say("Round {number}", number=number + 1)
    on = Choice("on", say("Fight on"), lost, short=after)
    cleared = Choice(CLEARED, say("No {theirs} is left", theirs=clash.theirs), say("after the hits of this round"))
    over = clash.nobody_left() or (hits is not None and none_left(clash.fight, clash.planet, hits))
    return (cleared, replace(on, beside=True)) if over else (on, replace(cleared, beside=True))


def _reminders(clash: Clash, units: dict[str, int]) -> list[Item]:
    """Hits that the Hive produces once it is hit, told in advance: they count in the same round."""
    if clash.planet is None:
        return []
    game, lines = clash.fight.game, []
    for key, number in units.items():
        hits = hits_when_sustaining(game, key)
        if hits and number > damaged_in(clash.fight, clash.planet).get(key, 0):
            unit, more = Name(game.tables.units.by_key[key].name), count(hits, "hit")
            text = say("Each {unit} that sustains damage produces {hits}.", unit=unit, hits=more)
            lines.append(Item(text, rule="1.setup.faction", aside=True))
    for upgrade in upgrades(game):
        if upgrade.answers_hits:
            name, more = Name(upgrade.name), count(upgrade.answers_hits, "more hit")
            text = say("{upgrade}: {more_hits} if [the Hive] is hit in this round.", upgrade=name, more_hits=more)
            lines.append(Item(text, rule=upgrade.rule, aside=True))
    return lines


def _bent(clash: Clash, units: dict[str, int]) -> list[Item]:
    """What the units in the combat cannot do, and by what. Rule: 1.scope.unchanged-rules."""
    there = {*units, *(unit for seat in clash.fight.players for unit in clash.units(seat))}
    found = effects(clash.fight.game)
    words = [one.words for one in found.of(NoRolls) if ROLLS[clash.key] in one.effect.rolls]
    words += [one.words for one in found.of(NoSustain) if there & {*one.effect.units}]
    words += [one.words for one in found.of(NoUnitAbilities) if one.owner is not None]
    if clash.planet is not None:
        words += [one.words for one in found.of(AbilitiesOff) if there & {*one.effect.units}]
    return [Item(say("{words}.", words=one), rule="1.scope.unchanged-rules", aside=True) for one in words]


def _take(clash: Clash, hits: int) -> None:
    """Book the hits of a round on the Hive, and what it produces by them on the ground, cancelled hits included (Q128).

    Rule: 13.technology.valkyrie.
    """
    fight = clash.fight
    taken = take_hits(fight, clash.planet, clash.hive(), hits - _cancelled(clash, hits))
    if clash.planet is None or not hits:
        return
    produced = sum(hits_when_sustaining(fight.game, key) * number for key, number in taken.sustained.items())
    produced += sum(upgrade.answers_hits for upgrade in upgrades(fight.game))
    if produced:
        fight.struck(clash.planet, produced)
        text = say("[The Hive] has produced {more_hits} in this round.", more_hits=count(produced, "more hit"))
        fight.tell(Item(text, say("by being hit"), aside=True))
