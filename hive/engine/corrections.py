"""Corrections by hand: any tracked number, at any moment. The laws of the game still hold after each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from hive.catalog.tables import AdvancedPage, Note, Seat
from hive.engine.errors import Refused
from hive.model.game import ADVANCED_PAGES, PLAYERS, SPAWNING_SYSTEMS, Game, Law, NoteHeld, Player
from hive.model.laws import broken_laws
from hive.rules.advanced import PAGES, played
from hive.rules.laws_in_play import repeal
from hive.rules.notes import KINDS, holder, name_of, received
from hive.steps import Choice
from hive.words import sentence, system_name, whole_number

HIGHEST = 99
ACTIVE_SIDE = "active"


@dataclass(frozen=True)
class Correctable:
    """Something tracked that the table may correct: a number up to ``maximum``, or one of some choices."""

    field: str
    label: str
    group: str
    read: Callable[[Game], int | str]
    write: Callable[[Game, Any], None]
    maximum: int = HIGHEST
    choices: tuple[Choice, ...] = ()
    minimum: int = 0


def correct(game: Game, field: str, value: Any) -> None:
    """Set a tracked value. Raises Refused if there is no such value, or if the new one breaks a law of the game."""
    known = {one.field: one for one in correctables(game)}
    if field not in known:
        raise Refused("There is no such number to correct.")
    one = known[field]
    one.write(game, _checked(one, value))
    laws = broken_laws(game)
    if laws:
        raise Refused(laws[0])


def _checked(one: Correctable, value: Any) -> int | str:
    if one.choices:
        if value not in [choice.value for choice in one.choices]:
            raise Refused(f"{one.label}: choose one of {', '.join(choice.label for choice in one.choices)}.")
        return str(value)
    number = whole_number(value)
    if number is None:
        raise Refused(f"{one.label}: enter a whole number from {one.minimum} to {one.maximum}.")
    if not one.minimum <= number <= one.maximum:
        raise Refused(f"{one.label}: {number} is not from {one.minimum} to {one.maximum}.")
    return number


def correctables(game: Game) -> list[Correctable]:
    """Everything that the table may correct in this game, group by group.

    With a galaxy, the Hive's units, planets and command tokens on the board are mended there (:mod:`hive.board.edits`).
    """
    by_hand = game.galaxy is None
    return [
        *_funds(),
        *_stockpile(),
        *_tokens(game),
        *_cards_in_hand(),
        *_technologies(game),
        *(_exploration(game) if played(game, "exploration") else ()),
        *(_units(game) if by_hand else ()),
        *(_planets(game) if by_hand else ()),
        *_players(game),
        *_notes(game),
        *_deck(game),
        *_strategy_cards(game),
        *_laws(game),
        *_course(game),
        *(_page(page) for page in ADVANCED_PAGES),
    ]


def _number(
    group: str,
    label: str,
    owner: Callable[[Game], Any],
    name: str,
    field: str,
    maximum: int = HIGHEST,
    minimum: int = 0,
) -> Correctable:
    return Correctable(
        field=field,
        label=label,
        group=group,
        read=lambda game: int(getattr(owner(game), name)),
        write=lambda game, value: setattr(owner(game), name, value),
        maximum=maximum,
        minimum=minimum,
    )


def _funds() -> list[Correctable]:
    return [
        _number("Funds", "Resources", lambda game: game.hive.bank, "resources", "hive.bank.resources"),
        _number("Funds", "Influence", lambda game: game.hive.bank, "influence", "hive.bank.influence"),
        _number("Funds", "Trade goods", lambda game: game.hive, "trade_goods", "hive.trade_goods"),
        _number("Funds", "Commodities", lambda game: game.hive, "commodities", "hive.commodities"),
    ]


def _stockpile() -> list[Correctable]:
    names = ("resources", "influence", "trade_goods", "command_tokens")
    return [
        _number(
            "Stockpile",
            sentence(name.replace("_", " ")),
            lambda game: game.hive.stockpile,
            name,
            f"hive.stockpile.{name}",
        )
        for name in names
    ]


def _tokens(game: Game) -> list[Correctable]:
    supply = game.tables.figures.command_token_supply.value
    labels = {"tactic": "Tactic pool", "strategy": "Strategy pool"}
    if game.galaxy is None:
        labels["board"] = "On the board"
    return [
        _number("Command tokens", label, lambda game: game.hive.tokens, name, f"hive.tokens.{name}", supply)
        for name, label in labels.items()
    ]


def _cards_in_hand() -> list[Correctable]:
    labels = {
        "action_cards": "Action cards",
        "secrets": "Secret objectives",
        "scored_secrets": "Scored secret objectives",
        "victory_points": "Victory points",
    }
    return [_number("The Hive", label, lambda game: game.hive, name, f"hive.{name}") for name, label in labels.items()]


def _entry(
    group: str, label: str, field: str, place: Callable[[Game], dict[Any, int]], key: Any, maximum: int
) -> Correctable:
    def write(game: Game, value: int) -> None:
        place(game)[key] = value

    return Correctable(field, label, group, lambda game: place(game).get(key, 0), write, maximum)


def _technologies(game: Game) -> list[Correctable]:
    maximum = game.tables.technologies.maximum_level
    levels = [
        _entry(
            "Technology",
            f"{colour.capitalize()} level",
            f"hive.technologies.{colour}",
            lambda game: game.hive.technologies,
            colour,
            maximum,
        )
        for colour in game.tables.technologies.colours
    ]
    return [*levels, *(_upgrade(upgrade.name) for upgrade in game.tables.technologies.upgrades)]


def _upgrade(name: str) -> Correctable:
    def write(game: Game, value: str) -> None:
        others = [upgrade for upgrade in game.hive.upgrades if upgrade != name]
        game.hive.upgrades = [*others, name] if value == "yes" else others

    return Correctable(
        f"hive.upgrades.{name}",
        name,
        "Technology",
        lambda game: "yes" if name in game.hive.upgrades else "no",
        write,
        choices=(Choice("no", "No"), Choice("yes", "Yes")),
    )


def _exploration(game: Game) -> list[Correctable]:
    group = "Exploration"
    fragments = [
        _entry(
            group,
            f"{card.fragment.capitalize()} relic fragments",
            f"hive.fragments.{card.fragment}",
            lambda game: game.hive.fragments,
            card.fragment,
            card.count,
        )
        for card in game.tables.exploration.cards
        if card.fragment is not None
    ]
    relics = _number(group, "Relics", lambda game: game.hive, "relics", "hive.relics")
    words = "The first relic has brought its point"
    return [*fragments, relics, _flag(group, words, lambda game: game.hive, "relic_scored", "hive.relic_scored")]


def _units(game: Game) -> list[Correctable]:
    return [
        _entry(
            "Plastic on the board",
            sentence(unit.plural),
            f"hive.units.{unit.key}",
            lambda game: game.hive.units,
            unit.key,
            unit.plastic,
        )
        for unit in game.tables.units.units
        if unit.plastic
    ]


def _most_planets(game: Game) -> int:
    """More planets than these no system can hold: those of the fullest tile, and those that tokens bring."""
    tiles = game.tables.tiles
    return max(len(tile.planets) for tile in tiles.tiles) + sum(token.planet is not None for token in tiles.tokens)


def _planets(game: Game) -> list[Correctable]:
    most = _most_planets(game)
    spawning = [
        _entry(
            "Planets",
            sentence(system_name(game, system)),
            f"hive.spawning_planets.{system}",
            lambda game: game.hive.spawning_planets,
            system,
            most,
        )
        for system in SPAWNING_SYSTEMS
    ]
    return [
        *spawning,
        _number("Planets", "Standard planets", lambda game: game.hive, "standard_planets", "hive.standard_planets"),
    ]


def _players(game: Game) -> list[Correctable]:
    rows = []
    for seat in PLAYERS:
        name = game.name(seat)
        rows.append(_number(name, "Victory points", _player(seat), "victory_points", f"players.{seat}.victory_points"))
        maximum = game.level.counter_maximum
        rows.append(
            _number(name, "Aggression counters", _player(seat), "counters", f"players.{seat}.counters", maximum)
        )
        rows.append(_flag(name, "Has passed", _player(seat), "passed", f"players.{seat}.passed"))
        traded = "Has begun a transaction in this round"
        rows.append(_flag(name, traded, _player(seat), "traded", f"players.{seat}.traded"))
        rows.append(_flag(name, "Calm until the turn ends", _player(seat), "calmed", f"players.{seat}.calmed"))
        six = f"Has had the counters for {game.tables.figures.counters_points_threshold.value} points"
        rows.append(_flag(name, six, _player(seat), "reached_six", f"players.{seat}.reached_six"))
    return rows


def _player(seat: Any) -> Callable[[Game], Any]:
    return lambda game: game.players[seat]


def _flag(group: str, label: str, owner: Callable[[Game], Any], name: str, field: str) -> Correctable:
    return Correctable(
        field,
        label,
        group,
        lambda game: "yes" if getattr(owner(game), name) else "no",
        lambda game, value: setattr(owner(game), name, value == "yes"),
        choices=(Choice("no", "No"), Choice("yes", "Yes")),
    )


def _notes(game: Game) -> list[Correctable]:
    """Where each promissory note lies; the points of Support for the Throne are corrected by themselves."""
    hives = [_hives_note(game, kind) for kind in KINDS]
    return [*hives, *(_players_note(game, seat, kind) for seat in PLAYERS for kind in KINDS)]


def _hives_note(game: Game, kind: Note) -> Correctable:
    def write(game: Game, value: str) -> None:
        for seat in PLAYERS:
            game.players[seat].notes = [note for note in game.players[seat].notes if note != kind]
            if seat == value:
                game.players[seat].notes.append(kind)

    return Correctable(
        f"notes.hive.{kind}",
        sentence(name_of(game, "hive", kind)),
        "Promissory notes lie with",
        lambda game: holder(game, kind) or "hive",
        write,
        choices=tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats),
    )


def _players_note(game: Game, owner: Player, kind: Note) -> Correctable:
    def write(game: Game, value: str) -> None:
        note = NoteHeld(kind, owner)
        others = [other for other in game.hive.notes if other != note]
        game.hive.notes = [*others, note] if value == "hive" else others

    return Correctable(
        f"notes.{owner}.{kind}",
        name_of(game, owner, kind),
        "Promissory notes lie with",
        lambda game: "hive" if owner in received(game, kind) else owner,
        write,
        choices=tuple(Choice(seat, sentence(game.name(seat))) for seat in (owner, "hive")),
    )


def _deck(game: Game) -> list[Correctable]:
    draws = Correctable(
        "settings.draws",
        "Who draws",
        "Hive Mind deck",
        lambda game: game.settings.draws,
        lambda game, value: setattr(game.settings, "draws", value),
        choices=(Choice("app", "The app"), Choice("table", "The printed deck")),
    )
    total = len(game.tables.hive_mind.cards)
    piles = [_pile("primary", "Primary cards", total), _pile("secondary", "Secondary cards", total)]
    return [draws, *piles]


def _pile(name: str, label: str, total: int) -> Correctable:
    """A pile of the deck: cards come from the discard pile or go there."""

    def write(game: Game, value: int) -> None:
        pile, discard = getattr(game.deck, name), game.deck.discard
        if value > len(pile) + len(discard):
            raise Refused(f"{label}: the discard pile holds only {len(discard)} more.")
        while len(pile) > value:
            discard.append(pile.pop())
        while len(pile) < value:
            pile.append(discard.pop(0))

    return Correctable(
        f"deck.{name}", label, "Hive Mind deck", lambda game: len(getattr(game.deck, name)), write, total
    )


def _strategy_cards(game: Game) -> list[Correctable]:
    rows = []
    seats = (Choice("nobody", "Nobody"), *(Choice(seat, sentence(game.name(seat))) for seat in game.seats))
    for number in sorted(game.strategy_cards):
        name = game.card_name(number)
        rows.append(_owner(number, name, seats))
        rows.append(
            _flag("Strategy cards", f"{name} exhausted", _card(number), "exhausted", f"cards.{number}.exhausted")
        )
        rows.append(
            _number(
                "Strategy cards", f"Trade goods on {name}", _card(number), "trade_goods", f"cards.{number}.trade_goods"
            )
        )
    return rows


def _card(number: int) -> Callable[[Game], Any]:
    return lambda game: game.strategy_cards[number]


def _owner(number: int, name: str, seats: tuple[Choice, ...]) -> Correctable:
    def write(game: Game, value: str) -> None:
        game.strategy_cards[number].owner = None if value == "nobody" else _seat(value)

    return Correctable(
        f"cards.{number}.owner",
        f"{name} lies with",
        "Strategy cards",
        lambda game: game.strategy_cards[number].owner or "nobody",
        write,
        choices=seats,
    )


def _laws(game: Game) -> list[Correctable]:
    """Of each law in play whom it elected, or that it is in play no longer."""
    sides = tuple(Choice(game.name(seat), sentence(game.name(seat))) for seat in game.seats)
    last = (Choice(_NO_SIDE, "No side"), Choice(_REPEALED, "Not in play"))
    return [_law(law, (*sides, *_elected(law, sides), *last)) for law in game.laws]


_NO_SIDE, _REPEALED = "no side", "repealed"


def _elected(law: Law, sides: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What is elected, where that is no side: a planet, for example."""
    known = ["", *(side.value for side in sides)]
    return () if law.elected in known else (Choice(law.elected, law.elected),)


def _law(law: Law, choices: tuple[Choice, ...]) -> Correctable:
    def write(game: Game, value: str) -> None:
        if value == _REPEALED:
            repeal(game, law.name)
        for one in game.laws:
            if one.name == law.name:
                one.elected = "" if value == _NO_SIDE else value

    return Correctable(f"laws.{law.name}", law.name, "Laws", lambda _: law.elected or _NO_SIDE, write, choices=choices)


def _seat(value: str) -> Seat:
    seats: dict[str, Seat] = {seat: seat for seat in get_args(Seat)}
    return seats[value]


def _course(game: Game) -> list[Correctable]:
    seats = tuple(Choice(seat, sentence(game.name(seat))) for seat in game.seats)
    return [
        _number("Course of the game", "Round", lambda game: game, "round", "round", minimum=1),
        Correctable(
            "speaker",
            "Speaker",
            "Course of the game",
            lambda game: game.speaker,
            lambda game, value: setattr(game, "speaker", value),
            choices=seats,
        ),
        Correctable(
            ACTIVE_SIDE,
            "Whose turn it is",
            "Course of the game",
            lambda game: game.active or "hive",
            lambda game, value: setattr(game, "active", value),
            choices=seats,
        ),
        _flag("Course of the game", "Agenda phase unlocked", lambda game: game, "agenda_unlocked", "agenda_unlocked"),
        _flag(
            "Course of the game", "No objective was left", lambda game: game, "objectives_ran_out", "objectives_ran_out"
        ),
        _flag("Course of the game", "The Hive has passed", lambda game: game.hive, "passed", "hive.passed"),
    ]


def _page(page: AdvancedPage) -> Correctable:
    """Whether an advanced page is played from now on. Rule: 32.complexity.optional-pages."""

    def write(game: Game, value: str) -> None:
        kept = [one for one in ADVANCED_PAGES if one in game.settings.advanced and one != page]
        game.settings.advanced = [*kept, page] if value == "yes" else kept

    name, number = PAGES[page]
    return Correctable(
        f"settings.advanced.{page}",
        f"{name} (page {number})",
        "Advanced pages",
        lambda game: "yes" if played(game, page) else "no",
        write,
        choices=(Choice("no", "Left out"), Choice("yes", "Played")),
    )
