"""The set-up as a checklist with the numbers of this table. Rules: pages 1, 2 and 32, from decks/setup.yaml."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from string import Formatter

from hive import keys
from hive.catalog.tables import BOX_WORDS, Box, ItemType, SetupGroup, SetupItem
from hive.model.game import Game
from hive.naming import items as goods
from hive.naming import system_name, units
from hive.rules.area.points import custodians_have_left
from hive.rules.board.sides import Tracked, board_of
from hive.rules.moments.calling import moment
from hive.rules.moments.kinds import TableSetUp
from hive.rules.objectives.reveal import reveal_next
from hive.rules.options.chosen import galactic, players_of
from hive.rules.options.reminders import changed_by_options
from hive.rules.setup.tiles import Placed, ion_side, known
from hive.rules.setup.under_way import objectives_by_now
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, meant
from hive.words import Argument, Words, count, listed, printed, say, sentence

# As the boxes are called where they are fetched.
_BOXES: dict[Box, Words] = {**BOX_WORDS, "base": say("Twilight Imperium")}


@dataclass(frozen=True)
class Line:
    """One line of the checklist with the tiles to lay out for it, where the galaxy is known."""

    text: Words
    rule: str
    placed: tuple[Placed, ...] = ()
    standing: tuple[Words, ...] = ()

    @property
    def item(self) -> Item:
        """The line as a step shows it."""
        tiles = [say("Tile {tiles}.", tiles=listed([placed.words for placed in self.placed]))] if self.placed else []
        told = [*tiles, *self.standing]
        return Item(self.text, note=listed(told, " ") if told else "", rule=self.rule)


def set_up(game: Game) -> Procedure[None]:
    """Walk through the checklist, then name the first public objectives and begin the first round.

    Where the table has set a later round, the game begins in the middle: with the objectives that lie open by then.
    Rule: 32.lower.speaker.
    """
    yield from _first_speaker(game)
    groups = game.tables.setup.pages(galactic(game))
    for number, group in enumerate(groups, 1):
        items = tuple(line.item for line in lines_of(game, group))
        if number == len(groups):
            items += changed_by_options(game)
        yield Tell(
            printed(group.title, {}),
            group.rule,
            key=keys.SET_UP,
            confirm="done",
            items=items,
            shown=Shown(say("Set up the table · {number} of {all}", number=number, all=len(groups))),
        )
    if board_of(game).rex_held():
        yield from custodians_have_left(game)
    if game.round == 1:
        yield from moment(game, TableSetUp())
    if game.round > 1:
        yield from objectives_by_now(game)
    else:
        yield from _first_objectives(game)
    game.phase, game.stage = "strategy", "begin"


def _first_objectives(game: Game) -> Procedure[None]:
    """Rule: 1.scope.unchanged-rules."""
    first = game.tables.figures.first_objectives.value
    while len(game.objectives) < first and game.winner is None:
        number = len(game.objectives) + 1
        asking = say("Which public objective is revealed? ({number} of {all})", number=number, all=first)
        yield from reveal_next(game, asking)


def _first_speaker(game: Game) -> Procedure[None]:
    """Where several can begin with the Speaker token, the table says who does. Rule: 32.lower.speaker."""
    speakers = game.tables.setup.speakers
    if len(speakers) > 1:
        question = Ask(
            key=keys.SPEAKER,
            text=say("Who begins with the Speaker token?"),
            choices=tuple(Choice(seat, sentence(game.name(seat))) for seat in speakers),
            rule="32.lower.speaker",
            shown=Shown(expects=False),
        )
        game.speaker = yield from meant(question, {seat: seat for seat in speakers})


def board_lines(game: Game) -> list[Line]:
    """What to lay out for the galaxy, in the order of page 2: the lines of the group that names kinds of slots.

    Behind them those of galactic events that name slots.
    """
    setup = game.tables.setup
    groups = (group.items for group in setup.groups if any(item.kinds for item in group.items))
    events = [item for item in setup.events if item.slots]
    return [line for items in (*groups, events) for line in _lines(game, items)]


def lines_of(game: Game, group: SetupGroup) -> list[Line]:
    """The lines of a group of the checklist, with tiles and starting units where the game tracks its galaxy.

    Rules: 2.board.*, 2.hive.start-main, 2.hive.start-auxiliary.
    """
    return _lines(game, group.items)


def _lines(game: Game, items: Iterable[SetupItem]) -> list[Line]:
    numbers, board = checklist_numbers(game), board_of(game)
    lines = []
    for item in items:
        text, placed, standing = known(board, item) if isinstance(board, Tracked) else (item.text, (), ())
        if not text or (item.factions and not players_of(game, item.factions)) or players_of(game, item.unless):
            continue
        lines.append(Line(printed(text, numbers), _rule(game, item), placed, standing))
    return lines


def _rule(game: Game, item: SetupItem) -> str:
    """The rule of an item; where it names a number of the difficulty level, the level's rule for that number."""
    words = [word for _, word, _, _ in Formatter().parse(item.text)]
    return next((game.level.rules[word] for word in words if word in game.level.rules), item.rule)


def checklist_numbers(game: Game) -> dict[str, Argument]:
    """What the placeholders of decks/setup.yaml stand for in this game."""
    figures, level = game.tables.figures, game.level
    return {
        "primary_cards": level.primary_cards,
        "secondary_cards": level.secondary_cards,
        "resources": figures.start_resources.value,
        "influence": figures.start_influence.value,
        "tactic": figures.start_tactic_tokens.value,
        "strategy": figures.start_strategy_tokens.value,
        "counters": figures.start_counters.value,
        "secrets": figures.start_secrets.value,
        "infantry": figures.start_infantry_per_planet.value,
        "starting_carriers": listed([system_name(game, system) for system in level.starting_carriers]),
        "stockpile": _stockpile(game),
        "speaker": game.name(game.speaker),
        "boxes": listed([_BOXES[box] for box in _BOXES if box in game.settings.boxes]),
        "left_player": game.name(game.settings.left),
        "right_player": game.name(game.right),
        "cruisers": units(game, figures.start_cruisers_per_system.value, "cruiser"),
        "destroyers": units(game, figures.start_destroyers_per_system.value, "destroyer"),
        "ion_side": ion_side(game),
        "objectives": count(figures.first_objectives.value, "public objective"),
    }


def _stockpile(game: Game) -> Words:
    """What the Hive's stockpile holds at first. Rule: 32.higher.stockpile."""
    figures = game.tables.figures
    first: dict[ItemType, int] = {
        "resources": figures.start_stockpile_resources.value,
        "influence": figures.start_stockpile_influence.value,
        "trade_goods": figures.start_stockpile_trade_goods.value,
        "command_tokens": figures.start_stockpile_command_tokens.value,
    }
    return listed([goods(number, item) for item, number in first.items() if number]) or say("nothing")
