"""What this table plays with: its options, its factions, the advanced pages, and reminders of what the app cannot play.

Only what listens at moments, and events, are held against them: a rule reads tables, and asks for no option by name.

What they say, and when, stands in decks/reminders.yaml.

Rules: 32.complexity.optional-pages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from hive import keys
from hive.board.pieces import known_system, turning_tokens
from hive.catalog.tables import AdvancedPage, Reminder
from hive.catalog.tables.texts import InBattle
from hive.effects import laws_in_force
from hive.model.galaxy import PlanetState, System
from hive.model.game import PLAYERS, Game, Player, other_player
from hive.steps import Ask, Item, Step, Tell
from hive.words import Words, listed, printed, say, sentence


def chosen(game: Game, option: str) -> bool:
    """Whether a game is played with an option, named by its id."""
    return option in game.settings.options


def galactic(game: Game) -> bool:
    """Whether the game is played with a galactic event. Rule: 35.scope."""
    return game.tables.played_with.galactic


# --- which factions the players play, as far as the table has said so


VUIL_RAITH, CRIMSON_REBELLION = "Vuil'raith Cabal", "Crimson Rebellion"


def faction_of(game: Game, seat: Player) -> str:
    """The faction of a player; empty if nobody has said which it is."""
    return (game.settings.p1 if seat == "p1" else game.settings.p2).faction


def players_of(game: Game, factions: Collection[str]) -> list[Player]:
    """The players who play one of these factions."""
    return [seat for seat in PLAYERS if faction_of(game, seat) in factions]


def names_of(game: Game, factions: Collection[str]) -> Words:
    """Who plays one of these factions."""
    return listed([game.name(seat) for seat in players_of(game, factions)])


# --- the advanced pages of the rulebook: which of them a game plays


PAGES: dict[AdvancedPage, tuple[Words, int]] = {
    "stratagems": (say("Stratagems"), 22),
    "exploration": (say("Exploration"), 23),
    "countermeasures": (say("Countermeasures"), 24),
    "special_transactions": (say("Special transactions"), 25),
    "arms_transactions": (say("Arms transactions"), 26),
}
"""What each of them is called, and its number."""


def played(game: Game, page: AdvancedPage) -> bool:
    """Whether the table plays an advanced page. Rule: 32.complexity.optional-pages."""
    return page in game.settings.advanced


# --- reminders of rules that the app cannot play for the table, at the steps where they matter


MOST_OPEN = 3


@dataclass(frozen=True)
class Reminded:
    """What the table is reminded of at a step: what matters just now stands open, the rest behind a link."""

    open: tuple[Item, ...] = ()
    rest: tuple[Item, ...] = ()


NOTHING = Reminded()


def reminders_for(game: Game, step: Step) -> tuple[Item, ...]:
    """What the table is reminded of at a step, what concerns only some tables first."""
    return tuple(item for reminder in _found(game, step) for item in _items(game, reminder, step))


def reminded(game: Game, step: Step) -> Reminded:
    """The reminders at a step. None stands open that an earlier step of the phase has shown."""
    found = [(one, items) for one in _found(game, step) if (items := list(_items(game, one, step)))]
    if not found:
        return NOTHING
    passed = passed_in_phase(game)
    new = [(one, items) for one, items in found if _new(game, one, step.key, passed)]
    new.sort(key=lambda shown: (_general(shown[0]), len(game.tables.moments.steps_of(shown[0].moments))))
    # What concerns only some tables matters at this one; of what holds at every table, one is enough.
    own = [item for one, items in new if not _general(one) for item in items][:MOST_OPEN]
    lines = own or [item for _, items in new for item in items][:1]
    rest = [item for _, items in found for item in items if item not in lines]
    return Reminded(tuple(lines), tuple(rest))


def step_passed(game: Game, key: str) -> None:
    """Keep in mind that a step is over."""
    if key in game.passed_steps:
        game.passed_steps.remove(key)
    game.passed_steps.append(key)


def passed_in_phase(game: Game) -> frozenset[str]:
    """The keys of the steps that are over in the running phase: all since the last step of another."""
    phase_of = game.tables.moments.phase_of
    return frozenset(takewhile(lambda key: phase_of.get(key, game.phase) == game.phase, reversed(game.passed_steps)))


def _found(game: Game, step: Step) -> list[Reminder]:
    return sorted(_mattering(game, step.key, _cards_at(game, step)), key=_general)


def _new(game: Game, reminder: Reminder, key: str, passed: Collection[str]) -> bool:
    """Whether a reminder matters just now. Those of a strategy card do when the card is played, not while it can be."""
    if reminder.strategy_card is not None:
        return key != keys.PLAYER_TURN
    return game.tables.moments.steps_of(reminder.moments).isdisjoint(passed)


def card_reminders(game: Game, card: str) -> tuple[Item, ...]:
    """What the table is reminded of when a player has played a strategy card, named by its key."""
    found = _mattering(game, keys.CARD_PLAYED, [card])
    return tuple(item for reminder in found for item in _items(game, reminder))


def _general(reminder: Reminder) -> bool:
    return not (reminder.factions or reminder.note or reminder.strategy_card or reminder.law)


def _mattering(game: Game, key: str, cards: list[str]) -> list[Reminder]:
    """The reminders that are shown at a step of this key to this table, where it is about these strategy cards."""
    now = game.tables.moments.at_step.get(key, set())
    offered = (one for one in game.tables.reminders.reminders if not now.isdisjoint(one.moments))
    return [one for one in offered if _matters(game, one, cards)]


def _matters(game: Game, reminder: Reminder, cards: list[str]) -> bool:
    if reminder.strategy_card is not None and reminder.strategy_card not in cards:
        return False
    if reminder.law is not None and all(law.name != reminder.law for law in laws_in_force(game)):
        return False
    if reminder.turning_token and not turning_tokens(game):
        return False
    if reminder.turn is not None and reminder.turn != ("player" if game.active in PLAYERS else game.active):
        return False
    return not reminder.pages or any(played(game, page) for page in reminder.pages)


def _cards_at(game: Game, step: Step) -> list[str]:
    """The keys of the strategy cards that a step is about: can be played, are played, or are given up."""
    if step.key == keys.PLAYER_TURN and game.active is not None:
        numbers = game.readied_cards_of(game.active)
    elif step.key == keys.STRATEGIC_ACTION:
        numbers = [step.strategy_card] if isinstance(step, Tell) and step.strategy_card is not None else []
    else:
        # The Hive gives up its unused cards when it passes.
        numbers = game.readied_cards_of("hive") if step.key == keys.PASS else []
    return [game.tables.strategy_cards.by_number[number].key for number in numbers]


def changed_by_options(game: Game) -> tuple[Item, ...]:
    """What the options of a game change for its players, a line each, whoever's turn it is."""
    lines = (
        replace(_line(game, one, seat), aside=True)
        for one in game.tables.reminders.reminders
        if one.option is not None
        for seat in (_concerned(game, one, None) if one.factions else [None])
    )
    # One that comes up with several strategy cards is one line here.
    return tuple({str(line.text): line for line in lines}.values())


def _items(game: Game, reminder: Reminder, step: Step | None = None) -> Iterator[Item]:
    """A line for each player whom a reminder concerns; one line if it concerns nobody in particular."""
    for seat in _concerned(game, reminder, step):
        yield _line(game, reminder, seat)


def _line(game: Game, reminder: Reminder, seat: Player | None) -> Item:
    words: dict[str, Words] = {
        "who": game.name(seat) if seat else say("a player"),
        "ally": game.name(other_player(seat)) if seat else say("the ally"),
        "players": listed([game.name(player) for player in PLAYERS]),
    }
    return Item(sentence(printed(reminder.text, words)), rule=reminder.rule)


def _concerned(game: Game, reminder: Reminder, step: Step | None) -> list[Player | None]:
    there = [seat for seat in PLAYERS if _there(game, reminder, step, seat)]
    if reminder.factions:
        found = [one for one in players_of(game, reminder.factions) if one in there]
        return [one for one in found if not reminder.beside or faction_of(game, other_player(one)) in reminder.beside]
    if reminder.note is not None:
        return [seat for seat in there if _holds(game, reminder, seat)]
    enough = there == [*PLAYERS] if reminder.both else bool(there)
    return [game.active if game.active in PLAYERS else None] if enough else []


def _there(game: Game, reminder: Reminder, step: Step | None, seat: Player) -> bool:
    """Whether a player has what ``where`` says in the system of the battle, if there is one."""
    announced = step.undertaking.destination if isinstance(step, Ask) and step.undertaking else ""
    system = known_system(game, game.battle or announced)
    if system is None:
        return True
    has: dict[InBattle, bool] = {
        "with_own_units": _fights(game, system, seat, landing=step is not None and step.key == keys.LANDING),
        "with_own_planet": any(planet.control == seat for planet in system.planets.values()),
    }
    return all(has[place] for place in reminder.where)


def _fights(game: Game, system: System, seat: Player, landing: bool) -> bool:
    """Whether a player has units for what is fought: on its planet; where the Hive is about to land, ground forces."""
    planets = [planet for name, planet in system.planets.items() if game.battle_on in ("", name)]
    space: list[System | PlanetState] = [] if game.battle_on or landing else [system]
    places = [*space, *planets]
    units = {unit for place in places for unit, number in place.units.get(seat, {}).items() if number}
    kinds = game.tables.units.by_key
    return any(not landing or kinds[unit].category == "ground_force" for unit in units)


def _holds(game: Game, reminder: Reminder, seat: Player) -> bool:
    """Whether the notes of a reminder lie with a player: the Hive's, or the player's own that the Hive has received."""
    note = reminder.note
    if note is None:
        return False
    received = [held.kind for held in game.hive.notes if held.owner == seat]
    kinds = received if note.lies == "received" else game.players[seat].notes
    return any(not note.kinds or kind in note.kinds for kind in kinds)
