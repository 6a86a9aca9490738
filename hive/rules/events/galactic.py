"""Events of galactic events and optional pages, of systems that come during the game, and of the Hive Mind deck.

Rules: pages 3 and 35 to 38.
"""

from __future__ import annotations

from hive import keys
from hive.board import pieces
from hive.fields import AnyField, Number, OneOf
from hive.model.game import MONUMENT, NEUTRAL, PLAYERS, Game
from hive.naming import planet_label, purpose_words, system_name
from hive.rules.board import Tracked, board_of, tracked
from hive.rules.control import changing
from hive.rules.deck import discard_used, draw, no_card, realign
from hive.rules.events.combat import WHERE, loss_fields, place_of, units_lost
from hive.rules.events.kinds import Args, event, nobody_may, who, who_may
from hive.rules.events.table import bring_the_fracture, hive_discovers
from hive.rules.galactic import small_events, war
from hive.rules.galactic.small_events import hired, no_mercenary
from hive.rules.galactic.war import (
    destroy,
    destroyable,
    hit_planets,
    no_token,
    retaliates,
    token_given_up,
    token_placed,
)
from hive.rules.objectives.scoring import change_points
from hive.steps import CardField, Choice, Procedure, Shown, Tell
from hive.words import Amount, Words, count, say, sentence

ELSEWHERE = "elsewhere"


def _zealous_before(game: Game) -> Words:
    first = game.event_cards.zealous
    if first is None:
        return ""
    return say("The alliance reference card of {who} lies on Zealous Orthodoxy already.", who=game.name(first))


def _atomics_fields(game: Game) -> tuple[AnyField, ...]:
    """Who, and what it took from the Hive: on which planet, or how many units that are counted."""
    if (board := tracked(game)) is None:
        ground = destroyable(game, game.hive.units)
        return (who_may(game, no_token), *(field for field in loss_fields(game) if field.name in ground))
    hit = tuple(Choice(f"{at}/{name}", sentence(planet_label(game, at, name))) for at, name in hit_planets(board))
    where = OneOf(WHERE, say("Which planet was hit"), (*hit, Choice(ELSEWHERE, say("None of [the Hive]"))))
    return (who_may(game, no_token), where)


@event("atomics", _atomics_fields, against=lambda game: nobody_may(game, no_token))
def _atomics(game: Game, args: Args) -> Procedure[None]:
    """A player has used the action of the event. Rules: 37.atomics.retaliation, 37.atomics.control-token."""
    seat = args["who"]
    yield from _atomics_hit(game, args)
    text = say("{who!c} has used Stellar Atomics.", who=game.name(seat))
    yield Tell(text, "1.scope.unchanged-rules", items=tuple(token_given_up(game, seat)))
    lines = yield from retaliates(game, seat)
    if lines is not None:
        token = token_placed(game)
        yield Tell(say("[The Hive] has retaliated."), "37.atomics.retaliation", items=(*lines, token))


def _atomics_hit(game: Game, args: Args) -> Procedure[None]:
    """All ground forces and structures leave the planet of the Hive; without a galaxy the table has taken them off."""
    if (board := tracked(game)) is None:
        if any(int(args.get(key, 0)) for key in game.hive.units):
            yield from units_lost(game, args)
        return
    position, planet = place_of(args[WHERE])
    if planet is not None:
        lines = destroy(board, (position, planet))
        text = say("Stellar Atomics: {planet}", planet=planet_label(game, position, planet))
        yield Tell(text, "35.scope", items=tuple(lines), systems=(position,))


@event("war", lambda _: (Number("number", say("What they cost"), maximum=war.MOST, minimum=1),))
def _war(game: Game, args: Args) -> Procedure[None]:
    """The Hive has destroyed units of players in another way. Rules: 37.war.no-small-units, 37.war.distribution."""
    lines = war.gain(game, int(args["number"]))
    yield Tell(say("Total War"), "37.war.distribution", items=tuple(lines))


@event("war_point", who)
def _war_point(game: Game, args: Args) -> Procedure[None]:
    """A player has used the action of the event. Rule: 35.scope."""
    yield from change_points(game, args["who"], game.tables.figures.war_points.value)


def _monument_fields(game: Game) -> tuple[AnyField, ...]:
    standing = tuple(Choice(one, sentence(system_name(game, one))) for one in game.event_cards.monuments)
    return (OneOf("system", say("In which system"), standing),)


@event(
    "monument",
    _monument_fields,
    impossible=lambda game: "" if game.event_cards.monuments else say("No monument of [the Hive] is left."),
)
def _monument(game: Game, args: Args) -> Procedure[None]:
    system = next((one for one in game.event_cards.monuments if one == args["system"]), None)
    if system is not None:
        yield from small_events.destroyed(game, system)


def _built_fields(game: Game) -> tuple[AnyField, ...]:
    board = board_of(game)
    places = _monument_places(board) if isinstance(board, Tracked) else ()
    return (OneOf("where", say("On which planet"), places),)


def _nowhere_to_build(game: Game) -> Words:
    """Without a galaxy the players see to their monuments themselves."""
    if (board := tracked(game)) is None:
        return say("Without a galaxy you see to your monuments yourselves.")
    return "" if _monument_places(board) else say("There is no place for another monument of yours.")


@event("monument_built", _built_fields, impossible=_nowhere_to_build)
def _built(game: Game, args: Args) -> Procedure[None]:
    """A neutral space dock comes to the planet; without a galaxy nothing that is known changes.

    Rule: 37.monuments.players.
    """
    if isinstance(board_of(game), Tracked):
        position, _, planet = str(args["where"]).partition("/")
        pieces.put(game, NEUTRAL, MONUMENT, 1, position, planet)
        where = planet_label(game, position, planet)
        text = say("Your monument, a neutral space dock, stands on {planet}.", planet=where)
        yield Tell(text, "37.monuments.players", systems=(position,))


def _monument_places(board: Tracked) -> tuple[Choice, ...]:
    """The planets that players control outside the home systems, as long as there can be one more."""
    standing, homes = board.monuments(), {board.survey.home(seat) for seat in board.game.seats}
    if len(standing) >= board.game.tables.figures.monuments_of_players.value:
        return ()
    return tuple(
        Choice(f"{at}/{name}", sentence(planet_label(board.game, at, name)))
        for at in sorted(board.survey.positions)
        for seat in PLAYERS
        for name in board.survey.controlled(at, seat)
        if at not in homes and name not in standing
    )


# --- events of the Hive Mind deck: cards drawn for something else, and a realignment


DRAW_FIELDS: dict[str, tuple[CardField, ...]] = {
    "influence": ("icons",),
    "multiplier": ("icons",),
    "asset": ("action", "icons"),
    "transaction": ("promissory_note",),
    "selection": ("choice",),
}


CARDS: dict[str, Amount] = {
    "influence": count(1, "influence card"),
    "multiplier": count(1, "multiplier card"),
    "asset": count(1, "asset card"),
    "transaction": count(1, "transaction card"),
    "selection": count(1, "selection card"),
}


def _draw_cards_fields(_: Game) -> tuple[AnyField, ...]:
    purposes = tuple(Choice(purpose, sentence(purpose_words(purpose))) for purpose in DRAW_FIELDS)
    return (OneOf("purpose", say("For"), purposes), Number("number", say("Cards"), maximum=9, minimum=1))


@event("draw_cards", _draw_cards_fields, impossible=no_card)
def _draw_cards(game: Game, args: Args) -> Procedure[None]:
    keep = list(game.deck.in_use)
    purpose = str(args["purpose"])
    drawn = 0
    for _ in range(int(args["number"])):
        drawn += (yield from draw(game, purpose, DRAW_FIELDS[purpose], "3.1.decisions")) is not None
    text = say("Drawn: {cards}", cards=CARDS[purpose].of(drawn))
    yield Tell(text, "3.1.decisions", key=keys.DRAWN, confirm="done", shown=Shown(say("Hive Mind deck")))
    discard_used(game, keep)


@event("realign")
def _realign(game: Game, _: Args) -> Procedure[None]:
    realign(game)
    yield Tell(say("The Hive Mind deck is realigned."), "3.2.realignment")


# --- systems that come during the game


@event("discovery", who)
def _discovery(game: Game, args: Args) -> Procedure[None]:
    """A player has taken the action of the event. Rule: 35.exploration.player-systems."""
    for rule in game.tables.galaxy.discoveries[1:]:
        yield Tell(
            say(
                "A system of {who} lies next to one of zone {beside}, and is of zone {zone}.",
                who=game.name(args["who"]),
                beside=rule.beside,
                zone=rule.zone,
            ),
            rule.rule,
        )
    yield from hive_discovers(game)


@event("zealous", who, impossible=_zealous_before)
def _zealous(game: Game, args: Args) -> Procedure[object]:
    return small_events.reference_card_lies(game, args["who"])


@event(
    "fracture",
    impossible=lambda game: say("The Fracture is in play already.") if board_of(game).fracture_lies() else "",
)
def _fracture(game: Game, _: Args) -> Procedure[object]:
    return bring_the_fracture(game)


@event("planet_purged")
def _planet_purged(game: Game, _: Args) -> Procedure[object]:
    return changing.planet_purged(game)


@event("mercenary", who, impossible=no_mercenary)
def _mercenary(game: Game, args: Args) -> Procedure[object]:
    return hired(game, args["who"])
