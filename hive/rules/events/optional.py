"""Events that only some games have: of galactic events and optional pages, of factions, and of what comes to the board.

So are those of the expedition, of Twilight's Fall, and of the Hive Mind deck. Rules: pages 3, 30 and 33 to 38.
"""

from __future__ import annotations

from hive import keys
from hive.board import pieces
from hive.fields import AnyField, Number, OneOf
from hive.model.game import MONUMENT, NEUTRAL, PLAYERS, Game, Player, other_player
from hive.naming import by_now, hive_loses, items, planet_label, purpose_words, system_name, units
from hive.rules.abilities.area import researched
from hive.rules.action.turns import GIFT, give_back, lend, not_lent
from hive.rules.acts.units import players_give_up
from hive.rules.area import capture, release
from hive.rules.board import Tracked, known_board, tracked
from hive.rules.control import changing
from hive.rules.deck import discard_used, draw, no_card, realign
from hive.rules.events.combat import WHERE, loss_fields, place_of, units_lost
from hive.rules.events.kinds import Args, event, nobody_may, seats, who, who_may
from hive.rules.events.limits import on_the_card
from hive.rules.events.table import bring_the_fracture, hive_discovers
from hive.rules.exploration.expedition import player_joins, slice_words
from hive.rules.galactic import small_events, war
from hive.rules.galactic.small_events import hired, no_mercenary
from hive.rules.galactic.war import (
    VALKYRIE,
    becomes_tyrant,
    destroy,
    destroyable,
    hit_planets,
    loses_ability,
    loses_valkyrie,
    no_token,
    retaliates,
    token_given_up,
    token_placed,
    would_be_given,
    would_gain,
)
from hive.rules.objectives.scoring import change_points
from hive.rules.options import VUIL_RAITH, names_of, players_of
from hive.rules.transactions.payment import pillage, sources
from hive.steps import CardField, Choice, Confirmed, Item, Procedure, Shown, Tell, told_alone
from hive.words import Amount, Name, Words, count, say, sentence

GIFT_LENT, GIFT_BACK = "gift_lent", "gift_back"
CAPTURE, RETURN = "capture", "return"


# --- the Keleres


@event("influence_spent", lambda _: (Number("number", say("Influence"), maximum=40, minimum=1),))
def _influence_spent(game: Game, args: Args) -> Procedure[None]:
    """The Hive pays from its bank, and what is missing with trade goods. Rule: 30.ability.keleres."""
    asked = int(args["number"])
    influence = min(asked, game.hive.bank.influence)
    goods = min(asked - influence, game.hive.trade_goods)
    game.hive.bank.influence -= influence
    game.hive.trade_goods -= goods
    rule = "30.ability.keleres"
    lines = []
    if influence:
        taken = say("Take {influence} from [the Hive]'s bank.", influence=items(influence, "influence"))
        lines.append(Item(taken, by_now(game.hive.bank.influence), rule))
    if goods:
        taken = say("Take {goods} from [the Hive]'s funds.", goods=items(goods, "trade_goods"))
        lines.append(Item(taken, by_now(game.hive.trade_goods), rule))
    short = asked - influence - goods
    if short:
        missing = say("[The Hive] cannot pay the other {influence}.", influence=items(short, "influence"))
        lines.append(Item(missing, rule=rule))
    spent = items(asked - short, "influence")
    text = say("[The Hive] spends {influence} for {who}", influence=spent, who=names_of(game, ("Council Keleres",)))
    yield Confirmed(text, rule, key=keys.INFLUENCE_SPENT, items=tuple(lines))


# --- the Mentak


event("pillaged", lambda game: (OneOf("source", say("From where"), sources(game)),))(
    lambda game, args: pillage(game, args["source"])
)


# --- the Vuil'raith


def _capture_fields(game: Game) -> tuple[AnyField, ...]:
    changes = (Choice(CAPTURE, say("Captured")), Choice(RETURN, say("Returned")))
    ships = game.tables.units.larger_ships
    choices = tuple(Choice(unit.key, Name(unit.name)) for unit in ships)
    most = max(unit.plastic or 0 for unit in ships)
    return (
        OneOf("change", say("Change"), changes),
        OneOf("unit", say("Unit"), choices),
        Number("number", say("Ships"), maximum=most, minimum=1),
    )


@event("captured", _capture_fields)
def _captured(game: Game, args: Args) -> Procedure[None]:
    """Captured plastic is not in the Hive's reinforcements until it is returned. Rule: 30.transaction.vuil-raith."""
    unit, number = str(args["unit"]), int(args["number"])
    if args["change"] == RETURN:
        number = min(number, game.hive.captured.get(unit, 0))
        release(game, unit, number)
        text = say("{units} back in [the Hive]'s reinforcements", units=units(game, number, unit))
    else:
        number = capture(game, unit, number)
        text = say(
            "{who} captures {units} of [the Hive]", who=names_of(game, (VUIL_RAITH,)), units=units(game, number, unit)
        )
    yield Tell(text, "30.transaction.vuil-raith", key=keys.CAPTURED)


# --- the Nekro


@event("ally_copied")
def _ally_copied(game: Game, _: Args) -> Procedure[None]:
    """The ally of the Nekro pays for the technology with a ship that it names, and a command token.

    Rules: 30.ability.nekro-secondary, 30.ability.nekro-secondary-cost.
    """
    rule = "30.ability.nekro-secondary-cost"
    (nekro,) = players_of(game, ("Nekro Virus",))
    other = other_player(nekro)
    ally, ships = game.name(other), [unit.key for unit in game.tables.units.larger_ships]
    lines = yield from players_give_up(game, ships, 1, [other])
    if not lines:
        lines = [Item(say("{who!c} returns 1 ship other than a fighter to the reinforcements.", who=ally), rule=rule)]
    token = say("{who!c} returns 1 command token to the reinforcements.", who=ally)
    where = say("of a pool, or of the map: on the sheet of its system")
    text = say("{who!c} gains a technology of {ally}", who=game.name(nekro), ally=ally)
    yield Confirmed(text, rule, key=keys.ALLY_COPIED, items=(*lines, Item(token, where, rule)))


# --- the Yssaril


def _no_hand(game: Game) -> Words:
    return "" if game.hive.action_cards or game.hive.secrets else say("[The Hive] holds no cards.")


@event("hands_seen", impossible=_no_hand)
def _hands_seen(game: Game, _: Args) -> Procedure[None]:
    """Each hand is shuffled before it goes back. Rule: 30.ability.yssaril-look."""
    cards, secrets, rule = game.hive.action_cards, game.hive.secrets, "30.ability.yssaril-look"
    held = [cards for cards in (count(cards, "action card"), count(secrets, "secret objective")) if cards.number]
    shuffled = (say("Shuffle [the Hive]'s {cards} and put all back, face down.", cards=cards) for cards in held)
    text = say("{who} has looked at [the Hive]'s cards", who=names_of(game, ("Yssaril Tribes",)))
    yield Confirmed(text, rule, key=keys.HANDS_SEEN, items=tuple(Item(one, rule=rule) for one in shuffled))


# --- the Deepwrought


def _purgeable(game: Game) -> tuple[AnyField, ...]:
    """No faction upgrade, and no war sun; those that the Hive has stand first. Rule: 33.faction.deepwrought."""
    held = game.hive.upgrades
    left = [one for one in game.tables.technologies.upgrades if one.purgeable and one.name not in game.hive.purged]
    left.sort(key=lambda one: one.name not in held)
    has = say("[the Hive] has it")
    choices = tuple(Choice(one.name, Name(one.name), has if one.name in held else "") for one in left)
    return (OneOf("upgrade", say("Which upgrade"), choices),)


@event("deepwrought_hero", _purgeable)
def _hero(game: Game, args: Args) -> Procedure[None]:
    """The Hive alone purges the upgrade, whether it has it or not, and researches.

    Rules: 33.faction.deepwrought, 33.faction.deepwrought-research.
    """
    name, rule = str(args["upgrade"]), "33.faction.deepwrought"
    game.hive.upgrades = [one for one in game.hive.upgrades if one != name]
    game.hive.purged.append(name)
    number = game.tables.figures.hero_technologies.value
    gained = yield from researched(game, number, "33.faction.deepwrought-research")
    text = say("Purge {upgrade} of [the Hive]; yours stays.", upgrade=Name(name))
    yield Confirmed(hive_loses(Name(name)), rule, key=keys.PURGED, items=(Item(text, rule=rule), *gained))


# --- the Naalu


event(GIFT_LENT, impossible=not_lent)(lambda game, _: lend(game))


@event(GIFT_BACK, impossible=lambda game: "" if game.prescient else say("{note} is with the Naalu.", note=GIFT))
def _gift_back(game: Game, _: Args) -> Procedure[None]:
    """The note is back early, or was never lent (Q105). Rule: 1.scope.unchanged-rules."""
    yield from map(told_alone, give_back(game))


# --- the event of the expedition: a player claims a slice


def _fields(game: Game) -> tuple[AnyField, ...]:
    """Whose turn it is stands first: a slice is claimed at the end of one's own turn."""
    order = sorted(PLAYERS, key=lambda seat: seat != game.active)
    slices = tuple(Choice(str(number), slice_words(game, number)) for number in game.unclaimed)
    return (
        OneOf("who", say("Who"), tuple(Choice(seat, game.name(seat)) for seat in order), untold=order[0]),
        OneOf("slice", say("Slice"), slices),
    )


event("expedition", _fields)(lambda game, args: player_joins(game, args["who"], int(args["slice"])))


# --- events of Twilight's Fall: splice cards, and the benediction token


NOBODY, _VALKYRIE, _ABILITY = "nobody", "valkyrie", "ability"


def _cards(game: Game) -> tuple[AnyField, ...]:
    """The splice cards in the Hive's play area that mean something to it."""
    valkyrie = (Choice(_VALKYRIE, Name(VALKYRIE)),) if VALKYRIE in game.hive.upgrades else ()
    ability = Choice(_ABILITY, Name(game.tables.units.faction_ability.name))
    return (OneOf("card", say("Which card"), (*(() if game.hive.ability_lost else (ability,)), *valkyrie)),)


event("splice_taken", _cards)(
    lambda game, args: loses_valkyrie(game) if args["card"] == _VALKYRIE else loses_ability(game)
)


def _held(game: Game) -> list[tuple[str, Player]]:
    """The spliced cards that players are known to have, each with who has it."""
    by_key = game.tables.doings.by_key
    return [(key, seat) for key, seats in game.owned.items() if key in by_key and by_key[key].spliced for seat in seats]


def _held_cards(game: Game) -> tuple[AnyField, ...]:
    by_key = game.tables.doings.by_key
    choices = (
        Choice(f"{seat}.{key}", say("{what} of {who}", what=Name(by_key[key].name), who=game.name(seat)))
        for key, seat in _held(game)
    )
    return (OneOf("card", say("Which card"), tuple(choices)),)


@event("splice_lost", _held_cards)
def _lost(game: Game, args: Args) -> Procedure[None]:
    """A spliced card is gone from the table: it is offered no more, and nothing of it holds. Rule: 34.scope.

    Whoever gets it next has it readied.
    """
    found = next((one for one in _held(game) if f"{one[1]}.{one[0]}" == args["card"]), None)
    if found is None:
        return
    card, seat = game.tables.doings.by_key[found[0]], found[1]
    for key in on_the_card(game, card):
        having = [one for one in game.owned.pop(key, []) if one != seat]
        if having:
            game.owned[key] = having
        else:
            game.spent = [one for one in game.spent if one.doing != key]
    yield Tell(say("{source} of {who} no longer counts.", source=Name(card.name), who=game.name(seat)), "34.scope")


@event("tyrant", lambda game: (OneOf("who", say("Who has it"), (*seats(game), Choice(NOBODY, say("Nobody")))),))
def _token(game: Game, args: Args) -> Procedure[None]:
    tyrant = next((seat for seat in game.seats if seat == args["who"]), None)
    yield from becomes_tyrant(game, tyrant, "34.scope")


event("splice_given")(lambda _, __: would_be_given())
event("splice_gained")(lambda game, _: would_gain(game))


# --- galactic events, optional pages, what comes to the board, and the Hive Mind deck


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


@event("monument", _monument_fields)
def _monument(game: Game, args: Args) -> Procedure[None]:
    system = next((one for one in game.event_cards.monuments if one == args["system"]), None)
    if system is not None:
        yield from small_events.destroyed(game, system)


def _built_fields(game: Game) -> tuple[AnyField, ...]:
    return (OneOf("where", say("On which planet"), _monument_places(known_board(game))),)


def _of_the_table(game: Game) -> Words:
    return "" if tracked(game) else say("Without a galaxy you see to your monuments yourselves.")


@event("monument_built", _built_fields, impossible=_of_the_table)
def _built(game: Game, args: Args) -> Procedure[None]:
    """A neutral space dock comes to the planet; without a galaxy nothing that is known changes.

    Rule: 37.monuments.players.
    """
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


# What a card can be drawn for, with the fields that are read, and one such card in words.
_DRAWN: dict[str, tuple[tuple[CardField, ...], Amount]] = {
    "influence": (("icons",), count(1, "influence card")),
    "multiplier": (("icons",), count(1, "multiplier card")),
    "asset": (("action", "icons"), count(1, "asset card")),
    "transaction": (("promissory_note",), count(1, "transaction card")),
    "selection": (("choice",), count(1, "selection card")),
}


def _draw_cards_fields(_: Game) -> tuple[AnyField, ...]:
    purposes = tuple(Choice(purpose, sentence(purpose_words(purpose))) for purpose in _DRAWN)
    return (OneOf("purpose", say("For what"), purposes), Number("number", say("Cards"), maximum=9, minimum=1))


@event("draw_cards", _draw_cards_fields, impossible=no_card)
def _draw_cards(game: Game, args: Args) -> Procedure[None]:
    keep = list(game.deck.in_use)
    purpose, drawn = str(args["purpose"]), 0
    fields, one = _DRAWN[purpose]
    for _ in range(int(args["number"])):
        drawn += (yield from draw(game, purpose, fields, "3.1.decisions")) is not None
    text = say("Drawn: {cards}", cards=one.of(drawn))
    yield Confirmed(text, "3.1.decisions", key=keys.DRAWN, shown=Shown(say("Hive Mind deck")))
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


event("zealous", who, impossible=_zealous_before)(
    lambda game, args: small_events.reference_card_lies(game, args["who"])
)
event(
    "fracture",
    impossible=lambda game: say("The Fracture is in play already.") if known_board(game).fracture_lies() else "",
)(lambda game, _: bring_the_fracture(game))
event("planet_purged")(lambda game, _: changing.planet_purged(game))
event("mercenary", who, impossible=no_mercenary)(lambda game, args: hired(game, args["who"]))
