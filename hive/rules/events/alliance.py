"""Events of the two allies: attrition and maneuver warfare, and planets that they hand over. Rules: page 31."""

from __future__ import annotations

from hive import keys
from hive.model.game import PLAYERS, Game
from hive.rules.events.board import board_of
from hive.rules.events.kinds import Args, Event
from hive.steps import Ask, Choice, Item, Procedure, Tell, asked
from hive.words import Words, count, say


def _not_a_players_turn(game: Game) -> Words:
    return "" if game.phase == "action" and game.active in PLAYERS else say("It is not a player's turn.")


# --- attrition and maneuver warfare


def _attrition(game: Game, _: Args) -> Procedure[None]:
    """Both have paid and have won together: cards leave the active deck unseen (Q57).

    Rules: 31.attrition.start, 31.attrition.reward.
    """
    begun = Item(say("Each of you has placed a command token of the tactic pool for it."), rule="31.attrition.start")
    won = Item(say("Both have won the same space combat and all the same ground combats."), rule="31.attrition.reward")
    if not (yield from _both_have_won(keys.ATTRITION, say("Attrition warfare: is it won?"), begun, won)):
        return
    wanted = game.tables.figures.attrition_cards.value
    discarded = 0
    while discarded < wanted and not game.deck.depleted:
        active = game.deck.secondary if game.deck.secondary_active else game.deck.primary
        game.deck.discard.append(active.pop(0))
        discarded += 1
    text = say("{cards} of the Hive Mind deck discarded, unseen", cards=count(discarded, "card"))
    note = say("{number} left to draw", number=game.deck.left)
    line = Item(
        say("Discard {cards} from the top of the active deck.", cards=count(discarded, "card")),
        note,
        "31.attrition.reward",
    )
    yield Tell(text, "31.attrition.reward", key=keys.ATTRITION_WON, confirm="done", items=(line,))


def _maneuver(game: Game, _: Args) -> Procedure[None]:
    """Both have paid and have won on the ground: secret objectives of the Hive go back unseen.

    Rules: 31.maneuver.start, 31.maneuver.reward.
    """
    begun = Item(
        say("Each of you has placed a command token of the tactic pool for it, and there was no space combat."),
        rule="31.maneuver.start",
    )
    won = Item(say("Both have won all the same ground combats."), rule="31.maneuver.reward")
    if not (yield from _both_have_won(keys.MANEUVER, say("Maneuver warfare: is it won?"), begun, won)):
        return
    drawn = min(game.tables.figures.maneuver_secrets.value, game.hive.secrets)
    game.hive.secrets -= drawn
    secrets = count(drawn, "secret objective")
    text = say(
        "Draw {secrets} of [the Hive] unseen, at random, and shuffle what was drawn into the deck.", secrets=secrets
    )
    line = Item(text, say("[the Hive] keeps {number}", number=game.hive.secrets), "31.maneuver.reward")
    yield Tell(
        say("[The Hive] loses {secrets}", secrets=secrets),
        "31.maneuver.reward",
        key=keys.MANEUVER_WON,
        confirm="done",
        items=(line,),
    )


def _both_have_won(key: str, text: Words, begun: Item, won: Item) -> Procedure[bool]:
    answer = yield from asked(
        Ask(
            key=key,
            text=text,
            choices=(Choice("won", say("Won"), say("all of this holds")), Choice("not", say("Not won"))),
            rule=won.rule,
            items=(begun, won),
        )
    )
    return bool(answer == "won")


def _no_secrets(game: Game) -> Words:
    return _not_a_players_turn(game) or ("" if game.hive.secrets else say("[The Hive] holds no secret objectives."))


def _no_cards(game: Game) -> Words:
    return _not_a_players_turn(game) or (say("The Hive Mind deck is depleted.") if game.deck.depleted else "")


# --- planets that change hands


def _exchange(game: Game, args: Args) -> Procedure[None]:
    """A planet card goes to the ally as it is; nothing follows from it. Rule: 31.control.exchange-planets."""
    rule = "31.control.exchange-planets"
    there = Item(say("The receiver has a ground force or a structure on the planet."), rule=rule)
    text, line = board_of(game).exchange(args) or (say("A planet card goes to the ally"), there)
    yield Tell(text, rule, key=keys.EXCHANGE_PLANETS, confirm="done", items=(line,))


def _no_planet_to_hand_over(game: Game) -> Words:
    none = board_of(game).no_exchange()
    return say("No planet of one of you holds a ground force or a structure of the other.") if none else ""


EVENTS: tuple[Event, ...] = (
    Event(
        "attrition",
        say("We have won by attrition warfare"),
        "Combat",
        "31.attrition.reward",
        _attrition,
        impossible=_no_cards,
        forcible=True,
    ),
    Event(
        "maneuver",
        say("We have won by maneuver warfare"),
        "Combat",
        "31.maneuver.reward",
        _maneuver,
        impossible=_no_secrets,
        forcible=True,
    ),
    Event(
        "exchange_planets",
        say("We hand a planet over to the ally"),
        "Planets",
        "31.control.exchange-planets",
        _exchange,
        lambda game: board_of(game).exchange_fields(),
        impossible=_no_planet_to_hand_over,
    ),
)
