"""Little upkeep: before a decision counts, the table confirms those facts about the players on which it rests.

Nobody books every move of the players. So a decision is tried on galaxies that might be: the players' units gone from a
system, or come to it, its planets in a player's hands. Where that leads elsewhere, the fact is shown as last known, to
be confirmed with one tap or mended; what cannot change the outcome is not asked. Of systems with Hive units it is only
in doubt whether players have left them: players who go there say so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

from hive.catalog.remembered import Remembered
from hive.catalog.tables import Seat
from hive.model.board_counts import holds_units
from hive.model.galaxy import System
from hive.model.game import PLAYERS, Game
from hive.naming import system_label, system_labels
from hive.rules.objectives.confirming import Facts, holders_of, is_it_so, vouch
from hive.rules.objectives.doubts import with_free_planets_taken
from hive.rules.placing.unheard import might_be, players_known
from hive.rules.tactical.intent import in_play
from hive.rules.tactical.moves import TacticalType
from hive.rules.tactical.sight import Sight
from hive.steps import Ask, Item, Procedure, anew, asked
from hive.words import PlanetName, Words, count, listed, say

# What matters beside single systems: who holds which planets, all over the galaxy.
HOLDERS = "holders"

# The same sheet is asked again whenever its turn is replayed; a long game comes to some hundred.
_REMEMBERED = Remembered[tuple[str, ...]](kept=4096)

Outcome = Callable[[Sight], Hashable]
Look = Callable[[], Sight]
# What else may matter before the turn is over: systems, and other facts.
Later = tuple[Collection[str], Facts]


def confirmed(
    game: Game,
    look: Look,
    actions: Sequence[TacticalType],
    outcome: Outcome,
    what_for: Words,
    later: Callable[[Sight], Later],
) -> Procedure[None]:
    """Have the table confirm, or mend, all that an outcome rests on; nothing is asked where nothing can change it.

    In: what looks at the galaxy as it is now; the types of action that it is about; what comes out where the galaxy
    looks like this; what is decided, in words, which tells outcomes apart; what may matter ``later`` in the same turn,
    as the table is asked once in it. The board may change meanwhile.
    """

    def matter() -> tuple[str, ...]:
        seen = look()
        systems = systems_that_matter(seen, outcome, in_play(game, seen, actions))
        return (*systems, HOLDERS) if holders_matter(game, seen, outcome) else tuple(systems)

    def known() -> tuple[str, ...]:
        return _REMEMBERED.get(game.tables, (game, tuple(actions), what_for), matter)

    def confirm() -> Procedure[None]:
        systems = [one for one in known() if one not in game.vouched] if not game.confirmed else []
        if systems:
            seen = look()
            more, besides = later(seen)
            shown = tuple(dict.fromkeys((*systems, *(one for one in more if one not in game.vouched))))
            sheet = _sheet(game, seen, shown, what_for, besides)
            yield from asked(sheet)
            vouch(game, (*shown, *sheet.systems))

    yield from anew(confirm)


def systems_that_matter(seen: Sight, outcome: Outcome, among: Iterable[str]) -> list[str]:
    """Those among some systems whose player units, if they were not as last known, would lead to another outcome."""
    now = outcome(seen)
    survey = seen.survey
    return [
        position
        for position in sorted(survey.positions & set(among))
        if any(outcome(seen.with_system(other)) != now for other in might_be(survey.system(position)))
    ]


def holders_matter(game: Game, seen: Sight, outcome: Outcome) -> bool:
    """Whether it could lead to another outcome that players hold many more planets than anybody has booked."""
    if not any(come.requirement.looks_around for _, come in seen.objectives):
        return False
    now = outcome(seen)
    return any(outcome(seen.on(game, board)) != now for board in with_free_planets_taken(seen.survey))


# --- the sheet


def _sheet(game: Game, seen: Sight, matter: Sequence[str], what_for: Words, besides: Facts) -> Ask:
    there = {position: _there(game, seen.survey.system(position)) for position in matter if position != HOLDERS}
    known, empty = [one for one in there if there[one]], [one for one in there if not there[one]]
    items = [_known(game, position, there[position]) for position in known]
    if empty:
        items.append(
            Item(
                nobody_in(system_labels(game, empty)),
                count(len(empty), "system"),
                aside=True,
            )
        )
    held, holding = holders_of(game, seen.survey) if HOLDERS in matter else ((), ())
    more = [one for one in besides[0] if one not in held and one.system not in known]
    systems = dict.fromkeys((*known, *empty, *holding, *besides[1]))
    return is_it_so(((*items, *held, *more), tuple(systems)), what_for)


def nobody_in(systems: Words) -> Words:
    """That players have nothing in these systems, by their names or how many they are."""
    return say("No units or planets of players in {empty}.", empty=systems)


def _there(game: Game, system: System) -> Words:
    """All that is known of players in a system: their units, and who holds a planet that can change hands unheard."""
    words = [known] if (known := players_known(game, system)) else []
    owners: tuple[Seat, ...] = PLAYERS if holds_units(system, "hive") else ("hive", *PLAYERS)
    for owner in owners:
        planets = [PlanetName(name, system.position) for name, one in system.planets.items() if one.control == owner]
        if planets:
            words.append(say("{who} holds {planets}", who=game.name(owner), planets=listed(planets)))
    return listed(words, ";") if words else ""


def _known(game: Game, position: str, there: Words) -> Item:
    return Item(
        say("{system!c}: {there}", system=system_label(game, position), there=there), system=position, there=there
    )
