"""What hardly any printed card shows, and what a deck would have that the rulebook's examples tell of.

Nothing of it is refused, as the faces of the cards did not reach us (Q07 to Q13): it is asked about.
Rule: 3.1.decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hive.catalog.tables import CARD_FIELDS, Difficulty, HiveMindCard, Tables, UnitType
from hive.catalog.tables.cards import CardField
from hive.web.table.cards import ACTION_WORDS, SYSTEM_WORDS
from hive.words import Name, Words, count, say


@dataclass(frozen=True)
class Doubt:
    """Something to look at again: the places of the cards that it is about, none for the whole deck."""

    places: tuple[int, ...]
    words: Words


def card_doubts(card: HiveMindCard, tables: Tables) -> list[Words]:
    """What a printed card hardly shows, in sentences."""
    left, right = (tables.units.by_key[str(key)] for key in (card.standard_ship, card.advanced_ship))
    return [*_ships(left, right), *_numbers(card, tables)]


def _ships(left: UnitType, right: UnitType) -> Iterator[Words]:
    """The left ship is the standard one, the right one comes where capacity ships are few (Q11). Rule: 8.card."""
    for unit in dict.fromkeys((left.key, right.key)):
        if unit == "fighter":
            yield say("A fighter as a ship to produce: no rule builds one.")
    if left.key == right.key:
        yield say("{ship!c} on the left and on the right: hardly any card shows that.", ship=Name(left.name))
        return
    if left.cost > right.cost:
        yield say(
            "{left!c} on the left costs more than {right} on the right: are they the other way round?",
            left=Name(left.name),
            right=Name(right.name),
        )
    elif left.plastic == 1 or left.needs_upgrade is not None:
        yield say("{ship!c} on the left, where the standard ship stands.", ship=Name(left.name))
    if not right.capacity_ship:
        yield say("{ship!c} on the right carries nothing: there stands a ship with capacity.", ship=Name(right.name))


def _numbers(card: HiveMindCard, tables: Tables) -> Iterator[Words]:
    """Icons are less than the most counters (Q08), and pairs of numbers are neighbours (Q10)."""
    levels: list[Difficulty] = [getattr(tables.difficulty, name) for name in ("easy", "standard", "expert")]
    most = max(level.counter_maximum for level in levels)
    if card.icons and card.icons >= most:
        yield say("{icons}: no player ever has more counters than that.", icons=count(card.icons, "faction icon"))
    numbers = card.initiative or ()
    if len(numbers) == 2 and (numbers[0] % 2 == 0 or numbers[1] != numbers[0] + 1):
        yield say("Initiative {first} / {second}: a pair that we know is 5 / 6.", first=numbers[0], second=numbers[1])


def like(cards: Sequence[HiveMindCard], place: int, among: frozenset[int]) -> list[Words]:
    """A sentence for each of some other cards that shows the same in every field."""
    same = (one for one in sorted(among) if one != place and _alike(cards[one], cards[place]))
    return [say("Card {number} shows the same in every field.", number=one + 1) for one in same]


def deck_doubts(cards: Sequence[HiveMindCard], tables: Tables) -> list[Doubt]:
    """Everything in a deck that is to be looked at again."""
    found = [Doubt((place,), words) for place, card in enumerate(cards) for words in card_doubts(card, tables)]
    for place, card in enumerate(cards):
        twins = tuple(one for one in range(place, len(cards)) if _alike(cards[one], card))
        if len(twins) > 1 and not any(_alike(cards[one], card) for one in range(place)):
            found.append(Doubt(twins, say("These cards show the same in every field.")))
    for words, field, value in _known(tables):
        if not any(getattr(card, field) == value for card in cards):
            found.append(Doubt((), say("No card shows {what}, and the rulebook has it.", what=words)))
    return found


def _alike(one: HiveMindCard, other: HiveMindCard) -> bool:
    return all(getattr(one, field) == getattr(other, field) for field in CARD_FIELDS)


def _known(tables: Tables) -> Iterator[tuple[Words, CardField, object]]:
    """What the rulebook's rules and examples name (Q08 to Q12): in words, its field and its value."""
    for symbol, words in ACTION_WORDS.items():
        yield say("the action symbol “{action}”", action=words), "action", symbol
    yield say("a green check"), "choice", True
    yield say("the other face of the choice icon"), "choice", False
    for icons in (1, 2, 3):
        yield count(icons, "faction icon"), "icons", icons
    yield say("initiative {numbers}", numbers=Name("8")), "initiative", (8,)
    yield say("initiative {numbers}", numbers=Name("5 / 6")), "initiative", (5, 6)
    for system, name in SYSTEM_WORDS.items():
        yield name, "spawning_system", system
    for colour in tables.technologies.colours:
        yield say("{colour!a} technology", colour=Name(colour)), "technology", colour
    for ship in ("destroyer", "cruiser"):
        yield say("{ship} on the left", ship=Name(tables.units.by_key[ship].name)), "standard_ship", ship
    flagship = Name(tables.units.by_key["flagship"].name)
    yield say("{ship} on the right", ship=flagship), "advanced_ship", "flagship"
