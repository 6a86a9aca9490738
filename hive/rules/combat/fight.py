"""What the steps of one battle share, and the support cards that are drawn for it.

How one works in the combats of a battle on a tracked galaxy: :mod:`hive.rules.combat.rounds`.

Rules: pages 15, 21 and 22, 30.transaction.vuil-raith. What comes on a tracked galaxy: :mod:`hive.rules.combat.battle`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hive import keys
from hive.board.survey import Survey
from hive.catalog.tables import Foe, NoActionCards, Owner, Seat
from hive.catalog.tables.effects import Captures
from hive.effects import effects, end
from hive.model.game import FOES, PLAYERS, Game, Player, other_player
from hive.naming import system_label
from hive.rules.area import fall
from hive.rules.board import Tracked
from hive.rules.combat.units import (
    OPEN,
    Kind,
    Rolled,
    RollLine,
    against,
    as_typed,
    cancelled,
    hits_left,
    hive_roll,
    look_around,
    more_dice,
    rolled_again,
    rolled_lines,
    to_roll,
)
from hive.rules.deck import draw, roll, symbol_rule
from hive.rules.diagrams.damage import Arena, unit_words
from hive.rules.options import played
from hive.steps import Ask, Card, CardField, Choice, Filled, Item, Mended, Number, Procedure, filled
from hive.words import Name, PlanetName, Words, count, say

ARENAS: tuple[Arena, Arena] = ("space", "ground")
PLAYED = "stratagems"
_COMBAT: dict[Arena, Words] = {"space": say("space combat"), "ground": say("ground combat")}
# The symbols by what they do: more dice of the Hive, fewer of each player, hits of the Hive, hits on it cancelled.
MORE_DICE, PLAYER_BY_PLAYER, HITS, CANCELS = "blue_arrow", "yellow_arrow", "red_star", "green_compass"


@dataclass(frozen=True)
class Stratagem:
    """A stratagem in one combat: its symbol, and the dice or hits that it is worth there.

    Only the yellow arrow counts player by player.
    """

    symbol: str
    number: int

    @property
    def rule(self) -> str:
        """The entry of the rulebook that tells its effect."""
        return symbol_rule("22.*", self.symbol)

    @property
    def words(self) -> Words:
        """Its effect in words."""
        hits, dice, more = (count(self.number, *one) for one in (("hit",), ("die", "dice"), ("more die", "more dice")))
        effects_of: dict[str, Words] = {
            MORE_DICE: say("the strongest Hive unit rolls {dice}", dice=more),
            PLAYER_BY_PLAYER: say("the weakest unit of each player there rolls {dice} fewer", dice=dice),
            HITS: say("[the Hive] produces {hits}", hits=hits),
            CANCELS: say("[the Hive] cancels {hits}", hits=hits),
        }
        return effects_of[self.symbol]


def defined(game: Game, arena: Arena, cards: Sequence[Card]) -> str | None:
    """The symbol of the stratagem for combats of a kind: the first support card's in space, the second's on the ground.

    None without the green check, without that card, and where the page is not played. Rules: 22.check,
    22.card.first-space, 22.card.second-ground, 32.complexity.optional-pages.
    """
    place = ARENAS.index(arena)
    card = cards[place] if place < len(cards) else None
    return card.action if played(game, "stratagems") and card is not None and card.choice else None


def of_both_cards(game: Game, cards: Sequence[Card]) -> tuple[str, ...]:
    """The symbols of a stratagem whose card is played face up and begins with ACTION: the first card's, the second's.

    Nothing where the card is played face down. Rule: 38.wild.stratagem-face-up.
    """
    if not game.tables.figures.stratagem_both_effects.value:
        return ()
    return tuple(card.action for card in cards[: len(ARENAS)] if card.action is not None)


def performances(game: Game) -> int:
    """How often in a row the Hive may perform a stratagem, a card each. Rules: 22.play, 38.zealous.twice."""
    return game.tables.figures.zealous_stratagems.value if game.event_cards.zealous in PLAYERS else 1


def stratagem(game: Game, symbol: str, players: int) -> Stratagem:
    """What a symbol is worth in a combat with so many players. Rules: 22.blue-arrow, 22.red-star, 22.green-compass."""
    share = game.tables.figures.stratagem_per_player.value
    return Stratagem(symbol, share if symbol == PLAYER_BY_PLAYER else share * players)


def no_card(game: Game) -> Words:
    """Why the Hive can play no action card, in words; empty if it can. Rules: 22.requirement, Q125."""
    if words := no_action_cards(game):
        return words
    return "" if game.hive.action_cards else say("[the Hive] holds no action card")


def no_action_cards(game: Game, seat: Seat = "hive") -> Words:
    """By what a side can play no action cards now, in words; empty if it can. Rule: 1.scope.unchanged-rules, Q125."""
    found = (one for one in effects(game).of(NoActionCards, seat) if one.effect.phase in ("", game.phase))
    return next((Name(one.words) for one in found), "")


def no_card_line(game: Game, arena: Arena) -> Item:
    """Why a stratagem is not performed though its support card shows the check. Rule: 22.requirement."""
    return Item(say("No stratagem in {combat}.", combat=_COMBAT[arena]), no_card(game), "22.requirement", aside=True)


# --- where no board is tracked


def stratagem_lines(game: Game, cards: Sequence[Card]) -> list[Item]:
    """The stratagems of some support cards in words, where no board tells how many players are in a combat.

    Rules: 22.check, 22.requirement, 22.first-round-only, 22.no-waste, 22.per-combat.
    """
    lines = []
    for arena in ARENAS:
        symbol = defined(game, arena, cards)
        if symbol is not None and no_card(game):
            lines.append(no_card_line(game, arena))
        elif symbol is not None:
            found = stratagem(game, symbol, 1)
            note = say("in each first round; per combat [the Hive] discards a random action card if it gains by it")
            text = say("{combat!c}: {effect} for each player there.", combat=_COMBAT[arena], effect=found.words)
            if symbol == PLAYER_BY_PLAYER:
                text = say("{combat!c}: {effect}.", combat=_COMBAT[arena], effect=found.words)
            lines.append(Item(text, note, found.rule))
    return [*lines, *_changed(game)] if any(line.rule != "22.requirement" for line in lines) else lines


def _changed(game: Game) -> list[Item]:
    """What an event changes of a stratagem, where the table performs it. Rules: page 38."""
    lines = []
    if game.tables.figures.stratagem_both_effects.value:
        text = say("Play the card face up: if it begins with ACTION, the effects of both support cards count.")
        lines.append(Item(text, say("the first support card's effect, then the second's"), "38.wild.stratagem-face-up"))
    if performances(game) > 1:
        text = say("[The Hive] performs it a second time, with another card, if that gains it anything.")
        lines.append(Item(text, rule="38.zealous.twice"))
    return lines


def cards_played(game: Game, cards: Sequence[Card]) -> tuple[Number, ...]:
    """The stepper for the action cards that the table has discarded for stratagems, if there are any. Rule: 22.play."""
    possible = any(defined(game, arena, cards) for arena in ARENAS) and not no_card(game)
    if not possible:
        return ()
    note = say("one for each combat in which it performed a stratagem")
    if performances(game) > 1:
        note = say("one for each time that it performed a stratagem")
    return (Number(PLAYED, say("Action cards discarded for stratagems"), maximum=game.hive.action_cards, note=note),)


def booked(game: Game, answer: Filled) -> str:
    """Book the action cards that an answer says were discarded for stratagems; return its choice. Rule: 22.discard."""
    game.hive.action_cards = max(0, game.hive.action_cards - answer.numbers.get(PLAYED, 0))
    return answer.choice


# --- support cards


def draw_support(game: Game) -> Procedure[list[Card]]:
    """Draw the group of support cards, as many as the deck still holds (Q56).

    Only the icons of the second one count (Q07). Symbol and check are read where stratagems are played; without them
    the icons stand for the first card as well, since a printed card has to be told by something.
    """
    cards: list[Card] = []
    stratagems = played(game, "stratagems")
    for number in range(game.tables.figures.support_cards.value):
        fields: tuple[CardField, ...] = ("action", "choice") if stratagems else ()
        fields = (*fields, "icons") if number or not stratagems else fields
        card = yield from draw(game, "support", fields, "15.support.draw")
        if card is not None:
            cards.append(card)
    return cards


def support_lines(game: Game, cards: list[Card]) -> list[Item]:
    """What the support cards bring, in words, where no board tells how many ships and players are there.

    A single card brings what the capacity ships do as well, without icons (Q30).
    Rules: 21.units.condition, 21.units.per-capacity-ship, 32.easy.capacity-support, 32.expert.capacity-support.
    """
    lines = stratagem_lines(game, cards)
    if cards:
        each = game.level.units_per_capacity_ship
        text = say(
            "[The Hive] adds fighters and infantry: {each} of each for every carrying ship, {icons} of each besides.",
            each=each,
            icons=icons_that_count(cards),
        )
        note = say("none without such a ship; more, if the counters of the players there are higher")
        lines.append(Item(text, note, game.level.rules["units_per_capacity_ship"]))
    return lines


def stays_and_leaves(game: Game) -> Iterator[Item]:
    """That the Hive stays, and what leaves as the turn ends, where the table sees to it.

    Rules: 21.combat.no-retreat, 21.cleanup.fighters, 21.cleanup.infantry.
    """
    stays = say("[The Hive] fights until one side has won; players may retreat.")
    yield Item(stays, rule="21.combat.no-retreat", aside=True)
    most = game.tables.figures.planet_infantry_maximum.value
    text = say("As the turn ends Hive fighters leave, and infantry in space and above {most} on a planet.", most=most)
    yield Item(text, rule="21.cleanup.fighters")


def icons_that_count(cards: Sequence[Card]) -> int:
    """The icons of the second card count; alone, the first one has none (Q30). Rule: 21.units.icons."""
    return (cards[1].icons or 0) if len(cards) > 1 else 0


# --- ships that are captured


_RULE = "30.transaction.vuil-raith"


def captured(game: Game, fought: Collection[Player], destroyed: Mapping[str, int]) -> list[Item]:
    """Ships that fall in a space combat with the Vuil'raith do not come back into the reinforcements, and that is told.

    ``fought``: who is in combat. Other units are limited by no plastic, or are structures as the Hive's mechs are
    (1.setup.mech-double-nature).
    """
    found = {seat: effects(game).of(Captures, seat) for seat in PLAYERS}
    capturing = [seat for seat in PLAYERS if any(seat in fought or one.effect.any_loss for one in found[seat])]
    limited = {unit.key for unit in game.tables.units.larger_ships}
    ships: dict[str, int] = {key: number for key, number in destroyed.items() if number > 0 and key in limited}
    if not capturing or not ships:
        return []
    for key, number in ships.items():
        game.hive.captured[key] = game.hive.captured.get(key, 0) + number
    text = say("{who} captures {units}.", who=game.name(capturing[0]), units=unit_words(game, ships))
    return [Item(text, say("not in the reinforcements until it is returned"), _RULE)]


# --- what the steps of one battle share


ROLL = "roll"
# The way of fighting in which the app rolls for the Hive.
HERE = "fight"
# Units of the Hive that roll, by the kind of roll and their types.
Section = tuple[Kind, Mapping[str, int]]
# While one of these is asked, dice of a combat roll: hits that are told beside its answer are hits of that combat.
_OF_DICE = tuple(key for key, rolls in OPEN.items() if {"anti_fighter_barrage", "combat"} & {*rolls})
_OF_A_COMBAT = (*_OF_DICE, keys.ROUND_BEGINS)


@dataclass(frozen=True)
class Fought:
    """A combat that is over: in space, or on a planet; who has won, and who was in it.

    ``booked``: whose units the board knew as it began.
    """

    planet: str | None
    winner: str
    players: tuple[Foe, ...]
    booked: tuple[Foe, ...] = ()


@dataclass
class Toll:
    """What one place of a battle costs the players: the hits of the Hive, of which some fall on fighters alone.

    ``known``: the app has rolled all of them. ``on``: the players on whose units they fell. ``booked``: those whose
    losses the table has taken off the map itself. ``sustained``: hits that ships took of which the map shows nothing.
    """

    hits: int = 0
    on_fighters: int = 0
    known: bool = True
    sustained: int = 0
    on: list[Foe] = field(default_factory=list)
    booked: list[Foe] = field(default_factory=list)


@dataclass(frozen=True)
class Landed:
    """What of a player came down from space, by type, and on which planets; which types had damaged units."""

    units: Mapping[str, int]
    planets: tuple[str, ...]
    damaged: tuple[str, ...] = ()


@dataclass
class Fight:
    """A battle on its way.

    ``players`` take part in what is fought now, neutral units among them: in space, or on one planet. ``way`` is how
    the table fights, the last time that it said so. ``untold`` is what hands have to do with the next step: it stands
    first there. ``fought``: which players were in combat; ``entering``: who will have been once anything of it is
    answered. ``allied``: whether the ally of the active player takes part in space, once that is known; ``joined``: the
    table has said that the ally acts too. ``supported``: how many fighters, and as many infantry, have come.
    ``destroyed``: the units of players that have left the board in it, as far as that is known. ``stopped``: no player
    ship came, or is left, to land anything. ``tolls`` are what space, and each planet by its name, have cost the
    players; ``landed`` what of theirs came down from space; ``away``: to where they have retreated; ``carried_before``:
    how many units their ships could carry there, and where they have retreated to, before any were lost, and how many
    they did.
    """

    board: Tracked
    position: str
    cards: list[Card]
    active: Seat
    players: list[Foe] = field(default_factory=list)
    way: str = ""
    untold: list[Item] = field(default_factory=list)
    fought: list[Player] = field(default_factory=list)
    entering: list[Foe] = field(default_factory=list)
    combats: list[Fought] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    allied: bool | None = None
    joined: bool = False
    supported: int = 0
    destroyed: Counter[str] = field(default_factory=Counter)
    stopped: bool = False
    tolls: dict[str | None, Toll] = field(default_factory=dict)
    landed: dict[Foe, Landed] = field(default_factory=dict)
    away: dict[Foe, str] = field(default_factory=dict)
    carried_before: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game in which it is fought."""
        return self.board.game

    @property
    def ally(self) -> Player | None:
        """The ally of the player whose turn it is; None on the Hive's turn."""
        return None if self.active == "hive" else other_player(self.active)

    @property
    def survey(self) -> Survey:
        """The board as it stands now."""
        return self.board.survey

    @property
    def rolling(self) -> bool:
        """Whether the app rolls for the Hive."""
        return self.way == HERE

    @property
    def label(self) -> Words:
        """How the table finds the system."""
        return system_label(self.game, self.position)

    def planet(self, name: str) -> PlanetName:
        """A planet here, for a message."""
        return PlanetName(name, self.position)

    def units(self, seat: Owner, planet: str | None = None) -> dict[str, int]:
        """A side's units in space here, or on a planet."""
        return self.board.units(seat, self.position, planet)

    def coexisting(self, planet: str) -> list[Seat]:
        """The sides whose units on a planet here coexist. Rule: 33.coexist.order."""
        return self.survey.system(self.position).planets[planet].coexisting

    def tell(self, *lines: Item) -> None:
        """Have the table told something with the next step."""
        self.untold.extend(lines)

    def struck(self, planet: str | None, hits: int | None, fighters: bool = False) -> None:
        """Keep the hits of the Hive on the players who fight now, in space or on a planet; None if the table knows."""
        toll = self.tolls.setdefault(planet, Toll())
        toll.known = toll.known and hits is not None
        toll.hits += 0 if fighters else hits or 0
        toll.on_fighters += hits or 0 if fighters else 0
        toll.on = [seat for seat in FOES if seat in toll.on or seat in self.players]

    def _standing(self) -> dict[tuple[Foe, str | None], int]:
        """How many units each player has in space, and on each planet."""
        places = (None, *self.survey.system(self.position).planets)
        return {(seat, place): sum(self.units(seat, place).values()) for seat in FOES for place in places}

    def _losses_booked(self, before: Mapping[tuple[Foe, str | None], int]) -> None:
        """Whoever has fewer units than ``before`` some corrections: the table books those losses itself."""
        for (seat, place), number in self._standing().items():
            if number < before.get((seat, place), 0):
                self.tolls.setdefault(place, Toll()).booked.append(seat)

    def take_untold(self) -> tuple[Item, ...]:
        """What has not been told yet, for the step that tells it now."""
        untold, self.untold = tuple(self.untold), []
        return untold

    def capture(self, planet: str | None, destroyed: Mapping[str, int]) -> None:
        """Ships of the Hive that fall in space can be captured, or leave the game.

        Rules: 30.transaction.vuil-raith, 35.fighters.pink-last.
        """
        if planet is None:
            self.tell(*(captured(self.game, self.fought, destroyed) or fall(self.game, destroyed)))

    def join(self) -> None:
        """Note that the players who enter a combat with the Hive are in it. Rule: 14.gain.combat."""
        self.fought = [seat for seat in PLAYERS if seat in self.fought or seat in self.entering]
        self.entering = []

    def ask(self, build: Callable[[], Ask | None]) -> Procedure[Filled | None]:
        """Ask what ``build`` makes of the board, anew whenever the table mends it; None once there is nothing to ask.

        Hits that it tells meanwhile belong to the combat: that takes place, also where they leave nothing (Q107), and
        ships that fall in space can be captured (30.transaction.vuil-raith).
        What has not been told stands first. Where dice are asked for, "roll here" has the app roll from then on;
        numbers stay as they were typed.
        """
        untold = self.take_untold()
        typed: Mapping[str, int] = {}
        while True:
            look_around(self.game, self.survey, self.position)
            ask = build()
            if ask is None:
                self.untold = [*untold, *self.untold]
                return None
            items, numbers = (*untold, *ask.items), as_typed(ask.numbers, typed)
            question = replace(ask, items=items, numbers=numbers, anew=True, systems=(self.position,))
            stood, standing = self.units("hive"), self._standing()
            self.game.battle_step = question.key
            try:
                answer = yield from filled(question)
            except Mended as mended:
                self._losses_booked(standing)
                if mended.hit and question.key in _OF_DICE:
                    self.join()
                if mended.hit and question.key in _OF_A_COMBAT:
                    now = self.units("hive")
                    self.capture(None, {key: number - now.get(key, 0) for key, number in stood.items()})
                    untold = (*untold, *self.take_untold())
                continue
            self.join()
            if answer.choice != ROLL:
                end(self.game, "roll")
                return answer
            self.way, typed = HERE, answer.numbers

    def in_this_place(self, kind: Kind) -> dict[str, int]:
        """What the system adds to the Hive's dice: a nebula helps who defends it. Rule: 1.scope.unchanged-rules."""
        defends = self.active != "hive" and kind == "space_combat"
        nebula = {"nebula": self.game.tables.figures.nebula_defence.value} if defends and self.in_a_nebula else {}
        return nebula | against(self.game, kind, self.players)

    @property
    def in_a_nebula(self) -> bool:
        """Whether the system is a nebula."""
        return "nebula" in self.survey.anomalies(self.position)

    def roll_choice(self, dice: list[Item]) -> tuple[Choice, ...]:
        """The choice to let the app roll, where there are dice that it has not rolled."""
        roll_here = Choice(ROLL, say("Roll here"), say("the app rolls for [the Hive]"))
        return (roll_here,) if dice and not self.rolling else ()


@dataclass
class Dice:
    """The Hive's dice in one step: told to the table, or rolled by the app.

    A die that is rolled stays with its type of unit: where the table mends how many roll, only what is new is rolled,
    and who went and came back has the dice that it had. ``hits`` are those of the last roll; None where the table
    rolls.
    """

    fight: Fight
    hits: int | None = 0
    rolled: dict[tuple[Kind, str], list[int]] = field(default_factory=dict)
    again: dict[Kind, int] = field(default_factory=dict)

    def items(self, *sections: Section) -> list[Item]:
        """The lines of some rolls, one after the other."""
        self.hits = 0
        return [line for kind, units in sections for line in self.combat(kind, units, Counter())]

    def combat(self, kind: Kind, units: Mapping[str, int], stratagem: Counter[str]) -> list[Item]:
        """The lines of one roll, with the dice and the hits of a stratagem. Rules: 22.blue-arrow, 22.red-star."""
        game = self.fight.game
        lines = hive_roll(game, kind, units, self.fight.in_this_place(kind))
        lines += more_dice(game, lines, stratagem[MORE_DICE])
        less = cancelled(game, kind) if lines else []
        more = rolled_again(game, kind, self.rolled, self.again) if lines else []
        if not self.fight.rolling:
            self.hits = None if lines else 0
            return [*to_roll(game, kind, lines), *more, *less]
        rolled = [Rolled(line, self._roll(kind, line)) for line in lines]
        self.hits = hits_left(game, kind, sum(one.hits for one in rolled) + stratagem[HITS])
        return [*rolled_lines(game, kind, rolled, stratagem[HITS], tuple(self.fight.players)), *more, *less]

    def _roll(self, kind: Kind, line: RollLine) -> tuple[int, ...]:
        """The dice of a line: those that its type of unit has rolled already, and as many new ones as it lacks."""
        there = self.rolled.setdefault((kind, "stratagem" if line.more else line.unit), [])
        there += roll(self.fight.game, max(0, line.dice - len(there)))
        return tuple(there[: line.dice])
