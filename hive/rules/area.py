"""The Hive area: funds, points, counters, planets and plastic.

Rules: pages 1, 2, 4, 8, 12 and 14, 28.1, 28.4, 21, 34.unrelenting.lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hive import keys
from hive.board.survey import Survey
from hive.catalog.tables import Seat, SpawningSystem, UnitType
from hive.model.game import PLAYERS, SPAWNING_SYSTEMS, Bank, Game, Player, Stockpile
from hive.naming import by_now, hive_gains, items, units
from hive.steps import Ask, Choice, Item, Peak, Procedure, Tell, question
from hive.words import Name, Words, count, listed, say

STANDARD = "standard"


def yields(game: Game) -> int:
    """The resources, and as much influence, that all the Hive's planets replenish, but for those with purged cards.

    Rules: 4.1.yield-spawning, 4.1.yield-standard, 4.1.counts-as-spawning, 4.1.no-planet-cards, 28.5.bank-maximum,
    36.conventions.no-yield.
    """
    figures, hive = game.tables.figures, game.hive
    spawning = max(0, sum(hive.spawning_planets.values()) - hive.barren_spawning) * figures.yield_spawning.value
    return spawning + max(0, hive.standard_planets - hive.barren_standard) * figures.yield_standard.value


def controlled_planets(game: Game) -> int:
    """How many planets the Hive controls, of whatever kind."""
    return sum(game.hive.spawning_planets.values()) + game.hive.standard_planets


def controlled_spawning_systems(game: Game) -> list[SpawningSystem]:
    """The spawning systems, homes and Mecatol Rex in which the Hive controls a planet.

    Rules: 4.1.counts-as-spawning, 8.advanced.counts-as-spawning.
    """
    return [system for system in SPAWNING_SYSTEMS if game.hive.spawning_planets.get(system, 0) > 0]


def planets_in(game: Game, system: SpawningSystem) -> int:
    """How many planets a spawning system holds; for a player whose faction is not known, as many as any home."""
    figures, tiles = game.tables.figures, game.tables.tiles
    if system == "main":
        return figures.start_planets_main.value
    if system in ("aux1", "aux2"):
        return figures.start_planets_auxiliary.value
    if system == "mecatol_rex":
        return max(len(tile.planets) for tile in tiles.tiles if tile.role == "mecatol_rex")
    player = game.settings.p1 if system == "home_p1" else game.settings.p2
    homes = tiles.homes_of(player.faction) or [tile.tile for tile in tiles.tiles if tile.home_of]
    return max(len(tiles.by_number[number].planets) for number in homes)


def worth_of(game: Game, where: str) -> int:
    """The resources, and as much influence, of one planet in a spawning system, or of a standard one.

    Rules: 4.1.yield-spawning, 4.1.yield-standard.
    """
    figures = game.tables.figures
    return (figures.yield_standard if where == STANDARD else figures.yield_spawning).value


def discard_worth(game: Game, text: Words, *planets: str) -> Procedure[None]:
    """Discard what planets are worth from bank or stockpile, as the players say.

    In: what happened, in words; of each planet its spawning system, or :data:`STANDARD`. One source for all of it
    (Q140); from the stockpile, what is missing is forgiven (Q47). Nobody is asked where one alone holds anything.
    Rules: 4.2.loss-spawning, 4.2.loss-standard, 4.2.loss-source.
    """
    worth = sum(worth_of(game, where) for where in planets)
    rule = "4.2.loss-standard" if {*planets} == {STANDARD} else "4.2.loss-spawning"
    source = _only_source(game)
    if source is None:
        source = yield from _source(game, worth, text)
    lines = _from_bank(game, worth, rule) if source == "bank" else _from_stockpile(game, worth, rule)
    yield Tell(say("{text}.", text=text), rule, items=tuple(lines))


def _source(game: Game, worth: int, text: Words) -> Ask:
    """What the players say: bank or stockpile. Rule: 4.2.loss-source."""
    hive, both = game.hive, listed([items(worth, "resources"), items(worth, "influence")])
    bank = Choice("bank", say("Its bank"), say("holds {sums}; trade goods fill gaps", sums=_of(hive.bank)))
    kept = Choice("stockpile", say("Its stockpile"), say("holds {sums}; nothing fills gaps", sums=_of(hive.stockpile)))
    return question(keys.DISCARD_SOURCE, both=both, text=text, choices=(bank, kept))


def _only_source(game: Game) -> str | None:
    """The place that alone holds anything of a planet's worth, or may; None where there is a choice."""
    hive = game.hive
    if not (hive.stockpile.resources or hive.stockpile.influence):
        return "bank"
    return None if hive.bank.resources or hive.bank.influence or hive.trade_goods else "stockpile"


def _of(sums: Bank | Stockpile) -> Words:
    """Resources and influence, each by its name."""
    return listed([items(sums.resources, "resources"), items(sums.influence, "influence")])


def _from_bank(game: Game, worth: int, rule: str) -> list[Item]:
    """Rule: 4.2.loss-trade-goods."""
    bank = game.hive.bank
    resources, influence = min(worth, bank.resources), min(worth, bank.influence)
    goods = min(2 * worth - resources - influence, game.hive.trade_goods)
    bank.resources -= resources
    bank.influence -= influence
    game.hive.trade_goods -= goods
    paid = listed([items(resources, "resources"), items(influence, "influence")])
    lines = [Item(say("The bank gives {paid}.", paid=paid), rule=rule)]
    if goods:
        text = say("The funds give {trade_goods}.", trade_goods=items(goods, "trade_goods"))
        lines.append(Item(text, say("for the balance"), "4.2.loss-trade-goods"))
    return lines


def _from_stockpile(game: Game, worth: int, rule: str) -> list[Item]:
    stockpile = game.hive.stockpile
    resources, influence = min(worth, stockpile.resources), min(worth, stockpile.influence)
    stockpile.resources -= resources
    stockpile.influence -= influence
    given = listed([items(resources, "resources"), items(influence, "influence")])
    return [Item(say("The stockpile gives {given}.", given=given), rule=rule)]


# --- the Hive's plastic: what is left in its reinforcements, and which ships it may take


def in_reinforcements(game: Game, key: str) -> int:
    """How many pieces of a unit are left (Q31).

    A ship that needs an upgrade the Hive lacks counts as unavailable (Q79). What a player has captured is not at hand.
    Rule: 30.transaction.vuil-raith.
    """
    unit = game.tables.units.by_key[key]
    if unit.needs_upgrade is not None and unit.needs_upgrade not in game.hive.upgrades:
        return 0
    if unit.plastic is None:
        raise ValueError(f"{unit.plural} are not limited by plastic")
    return max(0, _in_use(game, unit) - game.hive.units.get(key, 0) - game.hive.captured.get(key, 0))


def _in_use(game: Game, unit: UnitType) -> int:
    """How many pieces are in the game: those of the second colour once all others are out of it.

    Rules: 35.fighters.pink-ships, 35.fighters.pink-last.
    """
    plastic, fallen = unit.plastic or 0, game.hive.fallen.get(unit.key, 0)
    return plastic - fallen + (unit.pink if fallen >= plastic else 0)


def fall(game: Game, destroyed: Mapping[str, int]) -> list[Item]:
    """Ships that are destroyed leave the game for good where an option has them do so; what is only removed does not.

    Rule: 35.fighters.pink-last (M43).
    """
    limited = {unit.key: unit for unit in game.tables.units.larger_ships}
    ships = {key: number for key, number in destroyed.items() if number > 0 and key in limited}
    if not ships or not game.tables.figures.ships_fall.value:
        return []
    for key, number in ships.items():
        before, most = game.hive.fallen.get(key, 0), most_fallen(limited[key])
        game.hive.fallen[key] = min(before + number, most)
    gone = listed([units(game, number, key) for key, number in ships.items()])
    pink = [limited[key] for key in ships if game.hive.fallen[key] >= (limited[key].plastic or 0) and limited[key].pink]
    note: Words = (
        say("from now on its {units} are pink", units=listed([Name(one.plural) for one in pink])) if pink else ""
    )
    return [Item(say("Out of the game: {units} of [the Hive].", units=gone), note, "35.fighters.pink-last")]


def out_of_the_game(game: Game, destroyed: Mapping[str, int]) -> Procedure[None]:
    """Ships fall where no battle tells of it: say so at once."""
    for line in fall(game, destroyed):
        yield Tell(line.text, line.rule, items=(Item(line.note, rule=line.rule),) if line.note else ())


def most_fallen(unit: UnitType) -> int:
    """How many ships of a type there are to fall at all, in both colours."""
    return (unit.plastic or 0) + unit.pink


def available_ships(game: Game) -> list[UnitType]:
    """The non-fighter ships in the reinforcements, weakest first (Q45). Rule: 5.2.strength."""
    ships = game.tables.units.larger_ships
    return sorted((ship for ship in ships if in_reinforcements(game, ship.key)), key=lambda ship: ship.cost)


def weakest_ships(game: Game, number: int) -> dict[str, int]:
    """The cheapest non-fighter ships that a number of free placements takes, one after the other.

    Rule: 12.warfare.ship-instead.
    """
    taken: dict[str, int] = {}
    for ship in available_ships(game):
        share = min(number - sum(taken.values()), in_reinforcements(game, ship.key))
        if share:
            taken[ship.key] = share
    return taken


def capture(game: Game, key: str, number: int) -> int:
    """A player takes pieces of a unit out of the Hive's reinforcements, as many as are there; return how many."""
    taken = min(number, in_reinforcements(game, key))
    game.hive.captured[key] = game.hive.captured.get(key, 0) + taken
    return taken


def release(game: Game, key: str, number: int) -> None:
    """Captured pieces of a unit come back into the Hive's reinforcements, or leave the game, as many as are tracked."""
    if game.tables.figures.ships_fall.value:
        game.hive.fallen[key] = game.hive.fallen.get(key, 0) + min(number, game.hive.captured.get(key, 0))
    left = max(0, game.hive.captured.get(key, 0) - number)
    game.hive.captured[key] = left
    if not left:
        del game.hive.captured[key]


def structures(game: Game) -> int:
    """The Hive's built structures: PDS and mechs. Rules: 1.setup.mech-double-nature, 6.standard.construction."""
    return sum(game.hive.units.get(unit.key, 0) for unit in game.tables.units.structures)


# --- the Hive's funds, victory points, aggression counters, custodians, and the end of the game


@dataclass(frozen=True)
class Payment:
    """What was paid out of the bank and out of the trade goods in the funds."""

    resources: int
    trade_goods: int


def purchasing_power(game: Game) -> int:
    """How many resources the Hive can pay for units. Rules: 8.payment.resources, 8.payment.trade-goods."""
    return game.hive.bank.resources + game.hive.trade_goods


def pay(game: Game, cost: int) -> Payment:
    """Pay a cost in resources, trade goods making up the balance, as far as both go.

    Rules: 8.payment.resources, 8.payment.trade-goods.
    """
    payment = price(game, cost)
    game.hive.bank.resources -= payment.resources
    game.hive.trade_goods -= payment.trade_goods
    return payment


def price(game: Game, cost: int) -> Payment:
    """What :func:`pay` would take. The table may have lowered the funds by hand since a ship was announced."""
    resources = min(cost, game.hive.bank.resources)
    return Payment(resources, min(cost - resources, game.hive.trade_goods))


def tokens_in_pools(game: Game) -> int:
    """The Hive's command tokens "in all": tactic and strategy pool (Q40)."""
    return game.hive.tokens.tactic + game.hive.tokens.strategy


def tokens_in_reinforcements(game: Game) -> int:
    """How many of the faction's command tokens are neither in pools, nor on the board, nor in the stockpile (Q40).

    Those that a player has captured are not there either, nor those on an expedition that is not over
    (33.expedition.count).
    """
    tokens = game.hive.tokens
    claimed = sum(seat == "hive" for seat in game.expedition.values()) if game.unclaimed else 0
    used = tokens_in_pools(game) + tokens.board + tokens.captured + game.hive.stockpile.command_tokens + claimed
    return max(0, game.tables.figures.command_token_supply.value - used)


def gain_tokens(game: Game, number: int) -> int:
    """Gain command tokens into the tactic pool, as far as the reinforcements go; return how many came."""
    gained = min(number, tokens_in_reinforcements(game))
    game.hive.tokens.tactic += gained
    return gained


def redistribute_tokens(game: Game) -> None:
    """Spread the tokens evenly over both pools, an odd one going to the tactic pool.

    Rules: 28.4.redistribute, 12.leadership.redistribute.
    """
    total = tokens_in_pools(game)
    game.hive.tokens.strategy = total // 2
    game.hive.tokens.tactic = total - total // 2


def pools(game: Game, rule: str, note: Words = "") -> Item:
    """How many tokens lie in the Hive's pools."""
    tokens = game.hive.tokens
    text = say("Its pools: {tactic} tactic, {strategy} strategy.", tactic=tokens.tactic, strategy=tokens.strategy)
    return Item(text, note, rule)


def take_tokens_evenly(game: Game, number: int) -> None:
    """Take command tokens out of both pools so that they end as even as possible, an odd one from the strategy pool.

    Rule: 4.2.transfer-command-tokens.
    """
    tokens = game.hive.tokens
    for _ in range(number):
        if tokens.tactic > tokens.strategy:
            tokens.tactic -= 1
        else:
            tokens.strategy -= 1


def owned(game: Game, thing: str, stockpile: bool = True) -> int:
    """How many of a thing the Hive has; of trade goods its stockpile counts with it, unless ``stockpile`` says no."""
    hive = game.hive
    return {
        "action_cards": hive.action_cards,
        "command_tokens": tokens_in_pools(game),
        "commodities": hive.commodities,
        "fragments": sum(hive.fragments.values()),
        "influence": hive.bank.influence,
        "reserve_tokens": tokens_in_reinforcements(game),
        "resources": hive.bank.resources,
        "strategy_tokens": hive.tokens.strategy,
        "tactic_tokens": hive.tokens.tactic,
        "trade_goods": hive.all_trade_goods if stockpile else hive.trade_goods,
        "victory_points": hive.victory_points,
    }.get(thing, 0)


def lose_all_trade_goods(game: Game) -> int:
    """The Hive loses those of its funds and those of its stockpile (Q137); return how many went."""
    gone = game.hive.all_trade_goods
    game.hive.trade_goods = game.hive.stockpile.trade_goods = 0
    return gone


def gain_trade_goods(game: Game, number: int) -> None:
    """Trade goods come to the Hive's funds; the Mentak may have an eye on them. Rules: 4.1.funds, 30.ability.mentak."""
    game.hive.trade_goods += number
    game.hive.goods_came = game.hive.goods_came or number > 0


def trade_goods_come(game: Game, number: int, rule: str) -> list[Item]:
    """Trade goods come to the Hive's funds, and are told, if any. Rule: 4.1.funds."""
    gain_trade_goods(game, number)
    text = hive_gains(items(number, "trade_goods"))
    return [Item(text, by_now(game.hive.trade_goods), rule)] if number else []


def draw_cards(game: Game, number: int, rule: str) -> Item:
    """Draw action cards: there is no limit to the Hive's hand. Rules: 5.5.no-limits, 5.5.face-down."""
    game.hive.action_cards += number
    text = say("Draw {cards} face down for [the Hive].", cards=count(number, "action card"))
    return Item(text, by_now(game.hive.action_cards), rule)


def stations_pay(game: Game) -> int:
    """Once commodities are converted each space station of the Hive brings trade goods (M15); return how many came.

    Rules: 33.station.trade-good, 33.station.no-yield.
    """
    number = game.hive.stations * game.tables.figures.station_trade_goods.value
    gain_trade_goods(game, number)
    return number


def convert_commodities(game: Game) -> int:
    """Exchange commodities for trade goods as often as possible (Q51); return how many trade goods came.

    Where an option says what each of them becomes, all go once there are enough: there is no limit to what the Hive
    can have (M39). Rules: 12.trade.conversion, 35.commerce.conversion.
    """
    figures = game.tables.figures
    if (each := figures.conversion_all.value) and game.hive.commodities >= figures.conversion_commodities.value:
        goods, game.hive.commodities = game.hive.commodities * each, 0
        gain_trade_goods(game, goods)
        return goods
    times = game.hive.commodities // figures.conversion_commodities.value
    game.hive.commodities -= times * figures.conversion_commodities.value
    gain_trade_goods(game, times * figures.conversion_trade_goods.value)
    return times * figures.conversion_trade_goods.value


# --- victory points, aggression counters, custodians, the Hive's faction ability, and the end of the game


def counters_in(game: Game, survey: Survey, seat: Player, position: str) -> int:
    """A player's aggression counters as they count in a system: one less with nothing but coexisting units there.

    Rule: 33.coexist.counter.
    """
    less = int(survey.only_coexisting(position, seat))
    return max(0, counters(game, seat) - less)


def gain_points(game: Game, seat: Seat, points: int) -> list[Item]:
    """Give a side victory points (or take some, never below zero); out: the lines of what follows from them."""
    area = game.area(seat)
    area.victory_points = max(0, area.victory_points + points)
    return after_points(game)


def after_points(game: Game) -> list[Item]:
    """What a change of victory points brings: counters at six points, which are told, and the end of the game.

    Rule: 14.gain.six-points.
    """
    figures, lines = game.tables.figures, list[Item]()
    reached = count(figures.counters_points_threshold.value, "point")
    for seat, player in game.players.items():
        if not player.reached_six and player.victory_points >= figures.counters_points_threshold.value:
            player.reached_six = True
            if gained := gain_counters(game, seat, figures.counters_six_points.value):
                who, more = game.name(seat), count(gained, "aggression counter")
                text = say("{who} gains {counters} for reaching {points}.", who=who, counters=more, points=reached)
                lines.append(Item(text, rule="14.gain.six-points"))
    check_victory(game)
    return lines


def check_victory(game: Game) -> None:
    """Name the winner, if there is one; who reached the goal first stays the winner (Q67).

    An option can have points wait for the end of a status phase (M45).
    Rules: 28.1.win.hive, 28.1.win.no-objective, 28.1.win.players.
    """
    goals = {"hive": hive_has_won(game), "players": players_have_won(game)}
    if game.winner is not None and goals[game.winner]:
        return
    if game.tables.figures.points_wait.value:
        goals = {"hive": game.objectives_ran_out, "players": home_purged(game)}
    game.winner = "hive" if goals["hive"] else "players" if goals["players"] else None


def victory(game: Game) -> Tell | None:
    """Who has won and by what, once somebody has.

    Rules: 28.1.win.hive, 28.1.win.no-objective, 28.1.win.players, 36.conventions.victory.
    """
    players, reached = listed([game.name(seat) for seat in PLAYERS]), count(game.hive.victory_points, "victory point")
    if game.winner is None:
        return None
    if game.winner == "players" and home_purged(game):
        rule = "36.conventions.victory"
        text = say("{players} win: all planet cards of [the Hive]'s home system are purged", players=players)
    elif game.winner == "players":
        points = listed([say("{number}", number=game.players[seat].victory_points) for seat in PLAYERS])
        text = say("{players} win with {points} victory points", players=players, points=points)
        rule = "28.1.win.players"
    elif game.objectives_ran_out:
        rule, text = "28.1.win.no-objective", say("[The Hive] wins: no public objective is left to reveal")
    else:
        rule, text = "28.1.win.hive", say("[The Hive] wins with {points}", points=reached)
    return Tell(text, rule, key=keys.WON)


def points_peak(game: Game, before: int) -> Peak | None:
    """That the Hive has scored, or is a point from winning for the first time; nothing where its points are the same.

    In: the points that it had before. Rule: 28.1.win.hive.
    """
    now, goal = game.hive.victory_points, game.tables.figures.hive_victory.value
    if now <= before:
        return None
    if before < goal - 1 <= now < goal and not game.tables.figures.points_wait.value:
        return Peak("danger", say("[The Hive] is one point from winning"), points=(now, goal))
    gained = count(now - before, "victory point")
    return Peak("scores", say("[The Hive] scores {points}", points=gained), points=(now, goal))


def hive_has_won(game: Game) -> bool:
    """Rules: 28.1.win.hive, 28.1.win.no-objective."""
    return game.objectives_ran_out or game.hive.victory_points >= game.tables.figures.hive_victory.value


def players_have_won(game: Game) -> bool:
    """Rules: 28.1.win.players, 36.conventions.victory."""
    figures = game.tables.figures
    lower, higher = sorted(player.victory_points for player in game.players.values())
    return home_purged(game) or (higher >= figures.player_victory.value and lower >= figures.ally_victory.value)


def home_purged(game: Game) -> bool:
    """Whether all planet cards of the Hive's main spawning system are purged (M46). Rule: 36.conventions.victory."""
    return game.hive.home_purged >= game.tables.figures.start_planets_main.value


def meddle(game: Game) -> None:
    """Something has changed that the Hive decides by in its turn: it decides anew, by what may not be confirmed yet.

    Rules: 14.counter.fleet-removal-calm, 25.interference.option-calm, 25.interference.option-negative.
    """
    game.hive.meddled, game.confirmed = game.active == "hive", False


def gain_counters(game: Game, seat: Player, number: int) -> int:
    """Add aggression counters up to the maximum; return how many came.

    Rules: 14.counter.maximum, 14.counter.permanent, 32.easy.counter-maximum, 32.expert.counter-maximum.
    """
    player = game.players[seat]
    gained = max(0, min(number, game.level.counter_maximum - player.counters))
    player.counters += gained
    if gained:
        meddle(game)
    return gained


def counters(game: Game, seat: Player) -> int:
    """How many aggression counters a player counts as having now (Q62). Rule: 14.counter.fleet-removal-calm."""
    player = game.players[seat]
    return 0 if player.calmed else player.counters


# --- players gain aggression counters, and whoever comes to Mecatol Rex first the custodians


def takes_mecatol_rex(game: Game, seat: Player, owner: Seat | None) -> Iterator[Tell]:
    """A player has taken Mecatol Rex: counters, and from nobody the custodians, for a point of the player.

    ``owner`` is who held it before. Rules: 14.gain.mecatol-rex, 28.6.deck-agenda, 1.scope.unchanged-rules.
    """
    figures, who = game.tables.figures, game.name(seat)
    if owner is not None:
        yield from custodians_have_left(game)
    elif not game.agenda_unlocked:
        game.agenda_unlocked, game.custodians = True, seat
        lines = gain_points(game, seat, figures.custodians_points.value)
        points = count(figures.custodians_points.value, "victory point")
        text = say(
            "The custodians leave: {who} gains {points}, and the agenda phase is unlocked.", who=who, points=points
        )
        yield Tell(text, "28.6.deck-agenda", items=tuple(lines))
    yield angered(game, seat, figures.counters_mecatol_rex.value, "14.gain.mecatol-rex")


def custodians_have_left(game: Game) -> Iterator[Tell]:
    """A side holds Mecatol Rex, so the custodians are gone, whoever took them. Rule: 28.6.deck-agenda."""
    if not game.agenda_unlocked:
        game.agenda_unlocked = True
        text = say("Mecatol Rex is held: the custodians have left it, and the agenda phase is unlocked.")
        yield Tell(text, "28.6.deck-agenda")


def calm(game: Game, seat: Player) -> None:
    """A player counts as having no counters for the rest of the turn. Rule: 14.counter.fleet-removal-calm."""
    game.players[seat].calmed = True
    meddle(game)


def fleet_token_lost(game: Game, cause: Player | None) -> Procedure[None]:
    """A token of the fleet pool is to go: the Hive has none, and loses one of its strategy pool.

    A player's ability does that once the Hive has activated a system: an action that is announced stands (Q133).
    Rules: 14.counter.fleet-removal, 14.counter.fleet-removal-calm.
    """
    taken = min(game.tables.figures.fleet_removal_tokens.value, game.hive.tokens.strategy)
    game.hive.tokens.strategy -= taken
    lost = say("[The Hive] loses {tokens} of its strategy pool.", tokens=items(taken, "command_tokens"))
    text = lost if taken else say("The strategy pool is empty.")
    yield Tell(text, "14.counter.fleet-removal", items=(Item(text, rule="14.counter.fleet-removal"),))
    if cause is not None:
        calm(game, cause)
        game.hive.activating = False
        text = say("{who} counts as having no aggression counters until the turn ends.", who=game.name(cause))
        yield Tell(text, "14.counter.fleet-removal-calm", items=(Item(text, rule="14.counter.fleet-removal-calm"),))


def custodians_line(game: Game) -> Item:
    """What the table does when the Hive takes Mecatol Rex from the custodians. Rule: 21.invasion.custodians (Q35)."""
    points = count(game.tables.figures.custodians_points.value, "victory point")
    text = say("The custodians leave: [the Hive] pays nothing and gains {points}.", points=points)
    return Item(text, say("the agenda phase is unlocked"), "21.invasion.custodians")


def hive_takes_custodians(game: Game) -> None:
    """Book what :func:`custodians_line` tells. Rules: 21.invasion.custodians, 28.6.deck-agenda (Q35)."""
    game.agenda_unlocked, game.custodians = True, "hive"
    gain_points(game, "hive", game.tables.figures.custodians_points.value)


def angered(game: Game, seat: Player, number: int, rule: str) -> Tell:
    """Give a player counters up to the maximum, and return the step that tells of it."""
    gained = gain_counters(game, seat, number)
    who, now, maximum = game.name(seat), game.players[seat].counters, game.level.counter_maximum
    if not gained:
        most = count(maximum, "aggression counter")
        return Tell(say("{who} stays at {number} of {most}.", who=who, number=now, most=most), rule)
    counters = count(gained, "aggression counter")
    text = say(
        "{who} gains {counters}, {number} of {maximum}.", who=who, counters=counters, number=now, maximum=maximum
    )
    return Tell(text, rule)


# --- the faction ability of the Hive, as long as it has it


def faction_bonus(game: Game) -> int:
    """What the ability adds to each combat roll; nothing once it is lost. Rule: 34.unrelenting.lost."""
    return 0 if game.hive.ability_lost else game.tables.units.faction_ability.combat_bonus
