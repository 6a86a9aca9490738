"""Events of the two allies: attrition and maneuver warfare, and planets that they hand over. Rules: page 31."""

from __future__ import annotations

from collections.abc import Iterator

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.effects import effects
from hive.fields import AnyField, OneOf
from hive.model.game import PLAYERS, Game, Player, other_player
from hive.rules.events.kinds import Args, Event
from hive.steps import Ask, Choice, Item, Procedure, Tell, asked
from hive.words import count

GROUND = ("infantry", "mech")
STRUCTURES = ("pds", "space_dock")


def _not_a_players_turn(game: Game) -> str:
    return "" if game.phase == "action" and game.active in PLAYERS else "It is not a player's turn."


# --- attrition and maneuver warfare


def _attrition(game: Game, _: Args) -> Procedure[None]:
    """Both have paid and have won together: cards leave the active deck unseen (Q57).

    Rules: 31.attrition.start, 31.attrition.reward.
    """
    begun = Item("Each of you has placed a command token of the tactic pool for it.", rule="31.attrition.start")
    won = Item("Both have won the same space combat and all the same ground combats.", rule="31.attrition.reward")
    if not (yield from _both_have_won(keys.ATTRITION, "Attrition warfare: is it won?", begun, won)):
        return
    wanted = game.tables.figures.attrition_cards.value
    discarded = 0
    while discarded < wanted and not game.deck.depleted:
        active = game.deck.secondary if game.deck.secondary_active else game.deck.primary
        game.deck.discard.append(active.pop(0))
        discarded += 1
    text = f"{count(discarded, 'card')} of the Hive Mind deck discarded, unseen"
    note = f"{game.deck.left} left to draw"
    line = Item(f"Discard {count(discarded, 'card')} from the top of the active deck.", note, "31.attrition.reward")
    yield Tell(text, "31.attrition.reward", key=keys.ATTRITION_WON, confirm="done", items=(line,))


def _maneuver(game: Game, _: Args) -> Procedure[None]:
    """Both have paid and have won on the ground: secret objectives of the Hive go back unseen.

    Rules: 31.maneuver.start, 31.maneuver.reward.
    """
    begun = Item(
        "Each of you has placed a command token of the tactic pool for it, and there was no space combat.",
        rule="31.maneuver.start",
    )
    won = Item("Both have won all the same ground combats.", rule="31.maneuver.reward")
    if not (yield from _both_have_won(keys.MANEUVER, "Maneuver warfare: is it won?", begun, won)):
        return
    drawn = min(game.tables.figures.maneuver_secrets.value, game.hive.secrets)
    game.hive.secrets -= drawn
    secrets = count(drawn, "secret objective")
    text = f"Draw {secrets} of the Hive unseen, at random, and shuffle what was drawn into the deck."
    line = Item(text, f"the Hive keeps {game.hive.secrets}", "31.maneuver.reward")
    yield Tell(f"The Hive loses {secrets}", "31.maneuver.reward", key=keys.MANEUVER_WON, confirm="done", items=(line,))


def _both_have_won(key: str, text: str, begun: Item, won: Item) -> Procedure[bool]:
    answer = yield from asked(
        Ask(
            key=key,
            text=text,
            choices=(Choice("won", "Won", "all of this holds"), Choice("not", "Not won")),
            rule=won.rule,
            items=(begun, won),
        )
    )
    return bool(answer == "won")


def _no_secrets(game: Game) -> str:
    return _not_a_players_turn(game) or ("" if game.hive.secrets else "The Hive holds no secret objectives.")


def _no_cards(game: Game) -> str:
    return _not_a_players_turn(game) or ("The Hive Mind deck is depleted." if game.deck.depleted else "")


# --- planets that change hands


def _exchangeable(game: Game) -> Iterator[tuple[Player, str, str]]:
    """Each planet of a player on which the ally has a ground force or a structure: the ally, its system, its name.

    Rule: 31.control.exchange-planets.
    """
    galaxy = pieces.galaxy_of(game)
    survey = Survey(galaxy, game.tables, effects(game))
    for position in sorted(galaxy.systems):
        for seat in PLAYERS:
            for planet in survey.controlled(position, seat):
                there = pieces.units_at(galaxy, other_player(seat), position, planet)
                if any(there.get(key) for key in (*GROUND, *STRUCTURES)):
                    yield other_player(seat), position, planet


def _exchange_fields(game: Game) -> tuple[AnyField, ...]:
    if game.galaxy is None:
        return ()
    planets = tuple(
        Choice(f"{position}/{planet}", planet, f"to {game.name(seat)}")
        for seat, position, planet in _exchangeable(game)
    )
    return (OneOf("planet", "Which planet", planets),)


def _exchange(game: Game, args: Args) -> Procedure[None]:
    """A planet card goes to the ally as it is; nothing follows from it. Rule: 31.control.exchange-planets."""
    lines = [Item("The receiver has a ground force or a structure on the planet.", rule="31.control.exchange-planets")]
    text = "A planet card goes to the ally"
    for seat, position, planet in _exchangeable(game) if game.galaxy is not None else ():
        if args["planet"] == f"{position}/{planet}":
            pieces.set_control(game, position, planet, seat)
            text = f"{game.name(other_player(seat))} hands {planet} over to {game.name(seat)}"
            lines = [Item(f"{game.name(seat)} takes the planet card.", f"in {position}", "31.control.exchange-planets")]
            break
    yield Tell(text, "31.control.exchange-planets", key=keys.EXCHANGE_PLANETS, confirm="done", items=tuple(lines))


def _no_planet_to_hand_over(game: Game) -> str:
    none = game.galaxy is not None and next(_exchangeable(game), None) is None
    return "No planet of one of you holds a ground force or a structure of the other." if none else ""


EVENTS: tuple[Event, ...] = (
    Event(
        "attrition",
        "We have won by attrition warfare",
        "Combat",
        "31.attrition.reward",
        _attrition,
        impossible=_no_cards,
        forcible=True,
    ),
    Event(
        "maneuver",
        "We have won by maneuver warfare",
        "Combat",
        "31.maneuver.reward",
        _maneuver,
        impossible=_no_secrets,
        forcible=True,
    ),
    Event(
        "exchange_planets",
        "We hand a planet over to the ally",
        "Planets",
        "31.control.exchange-planets",
        _exchange,
        _exchange_fields,
        impossible=_no_planet_to_hand_over,
    ),
)
