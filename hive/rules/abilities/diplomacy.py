"""(2) Diplomacy: readied spawning system planets. Rules: page 12."""

from __future__ import annotations

from collections.abc import Sequence

from hive import keys
from hive.board import pieces
from hive.board.survey import Survey
from hive.model.game import PLAYERS, Game, Player
from hive.naming import items, system_label
from hive.rules.abilities.outcome import Outcome, Readied
from hive.rules.area.funds import take_tokens_evenly, tokens_in_pools, tokens_in_reinforcements
from hive.rules.board import Tracked, board_of
from hive.rules.placing.places import planet_labels, refill, with_fewest_infantry
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, anew, asked
from hive.words import PlanetName, Words, count, listed, say, sentence

TOKEN_RULE = "30.ability.diplomacy-token"
NO_SYSTEM = "none"


def primary(game: Game, icons: int) -> Procedure[Outcome]:
    """Ready as many spawning system planets as there are icons. Rules: 12.diplomacy.primary, 12.diplomacy.lock."""
    readied = yield from _ready(game, icons, "12.diplomacy.primary")
    return Outcome((*readied.items, *lock(game)), moves_plastic=readied.moves_plastic)


def lock_holds(game: Game) -> bool:
    """Whether Diplomacy lies exhausted with the Hive. Rule: 12.diplomacy.lock."""
    card = game.strategy_cards[game.tables.strategy_cards.number_of["diplomacy"]]
    return card.owner == "hive" and card.exhausted


def lock(game: Game) -> tuple[Item, ...]:
    """What the players may not do while Diplomacy lies exhausted with the Hive; nothing otherwise.

    Rules: 12.diplomacy.lock, 12.diplomacy.lock-rex.
    """
    if not lock_holds(game):
        return ()
    where: Words = say("a system with a Hive planet and no Hive capacity ship")
    board = board_of(game)
    if isinstance(board, Tracked):
        locked = [system_label(game, position) for position in locked_systems(board.survey)]
        where = listed(locked, "or") if locked else say("{systems}; now there is none", systems=where)
    return (
        Item(
            say("You may not activate {system}.", system=where),
            say("while Diplomacy lies exhausted with [the Hive]"),
            "12.diplomacy.lock",
            aside=True,
        ),
        Item(say("Mecatol Rex stays open."), rule="12.diplomacy.lock-rex", aside=True),
    )


def secondary(game: Game) -> Procedure[Outcome]:
    """Ready one spawning system planet. Rule: 12.diplomacy.secondary."""
    number = game.tables.figures.diplomacy_secondary_planets.value
    return (yield from _ready(game, number, "12.diplomacy.secondary"))


def chosen_by_player(game: Game, source: Words, seat: Player | None = None) -> Procedure[None]:
    """A player chooses a system; of the others only the Hive places a command token there.

    In: what lets the player choose, in words, and who it is, if that is known. Rule: 30.ability.diplomacy-token.
    """
    board = board_of(game)
    lines = _on_the_map(board, source, seat) if isinstance(board, Tracked) else _as_told(game, source)
    for line in (yield from lines):
        yield Tell(line.text, line.rule, items=(line,))


def _ready(game: Game, number: int, rule: str) -> Procedure[Outcome]:
    """Each planet is readied at most once (Q49), and gives nothing once its card is purged.

    Rules: 12.diplomacy.to-stockpile, 12.diplomacy.infantry, 36.conventions.no-yield.
    """
    board = board_of(game)
    readied = (yield from _readied(board, number)) if isinstance(board, Tracked) else _readied_as_told(game, number)
    if not readied.number:
        return Outcome((Item(say("[The Hive] controls no spawning system planet to ready."), rule=rule),))
    gain = readied.giving * game.tables.figures.yield_spawning.value
    game.hive.stockpile.resources += gain
    game.hive.stockpile.influence += gain
    stockpile = Item(
        say("{goods} to the stockpile.", goods=listed([items(gain, "resources"), items(gain, "influence")])),
        say("{planets} readied", planets=count(readied.number, "spawning system planet")),
        "12.diplomacy.to-stockpile",
    )
    return Outcome((stockpile, *readied.lines), moves_plastic=True)


def locked_systems(survey: Survey) -> list[str]:
    """Those with a planet of the Hive and none of its capacity ships, Mecatol Rex aside."""
    return [
        position
        for position in sorted(survey.positions)
        if position != survey.mecatol_rex and survey.controlled(position) and not survey.capacity_ships([position])
    ]


def _readied(board: Tracked, most: int) -> Procedure[Readied]:
    """Ready planets and refill their infantry. Rules: 12.diplomacy.primary, 12.diplomacy.infantry."""
    places = yield from with_fewest_infantry(board, most)
    names = listed(list(planet_labels(board.game, places).values()))
    readied = Item(say("Readied: {planets}.", planets=names), say("the fewest infantry"), "12.diplomacy.primary")
    giving = sum(not board.survey.system(position).planets[name].barren for position, name in places)
    return Readied(len(places), giving, [readied, *refill(board, places, "12.diplomacy.infantry")])


def _readied_as_told(game: Game, most: int) -> Readied:
    """The table readies planets and refills their infantry. Rules: 12.diplomacy.primary, 12.diplomacy.infantry."""
    held = sum(game.hive.spawning_planets.values())
    number = min(most, held)
    full, refilled = game.tables.figures.infantry_refill.value, count(number, "spawning system planet")
    text = say("Refill the infantry to {most} on the {planets} with the fewest.", most=full, planets=refilled)
    ties = say("ties: influence, then resources, then what helps [the Hive] most")
    giving = max(0, min(number, held - game.hive.barren_spawning))
    return Readied(number, giving, [Item(text, ties, "12.diplomacy.infantry")])


# --- of a player


def diplomacy_token(game: Game, where: Words) -> Item | None:
    """What hands do with the token; None if the Hive has none to place, neither in reinforcements nor in its pools."""
    note = say("only [the Hive] places one")
    if tokens_in_reinforcements(game):
        text = say("Put a Hive command token from its reinforcements into {system}.", system=where)
        return Item(text, note, TOKEN_RULE)
    if not tokens_in_pools(game):
        return None
    text = say("Put a Hive command token of its command sheet into {system}.", system=where)
    return Item(text, say("none is left in its reinforcements"), TOKEN_RULE)


def give_diplomacy_token(game: Game) -> None:
    """Take the token out of the fuller pool where the reinforcements have none, as in the base game."""
    if not tokens_in_reinforcements(game):
        take_tokens_evenly(game, 1)


def lies_there(where: Words) -> Item:
    """A side never has two command tokens in a system."""
    return Item(say("A command token of [the Hive] lies in {system} already.", system=where), rule=TOKEN_RULE)


def _on_the_map(board: Tracked, source: Words, seat: Player | None) -> Procedure[list[Item]]:
    """Ask for the system, and put the token there. Rule: 30.ability.diplomacy-token."""
    position = yield from anew(lambda: asked(_diplomacy_system(board, source, seat)))
    if position == NO_SYSTEM:
        return []
    where = system_label(board.game, position)
    if "hive" in board.survey.system(position).command_tokens:
        return [lies_there(where)]
    line = diplomacy_token(board.game, where)
    if line is None:
        return []
    give_diplomacy_token(board.game)
    pieces.put_command_token(board.game, "hive", position)
    return [line]


def _diplomacy_system(board: Tracked, source: Words, seat: Player | None) -> Ask:
    """Systems with a planet of the player, but where Mecatol Rex is safe, and so the Hive's spawning systems.

    Rule: 30.ability.protected-systems.
    """
    survey = board.survey
    seats = [seat] if seat else [*PLAYERS]
    safe = {survey.mecatol_rex, *(survey.where(one) for one in ("main", "aux1", "aux2"))}
    systems = [one for one in sorted(survey.positions) if one not in safe and _planets_of(board, one, seats)]
    return Ask(
        key=keys.DIPLOMACY_SYSTEM,
        text=say("{source}: which system is chosen?", source=source),
        choices=(*(_diplomacy_choice(board, one, seats) for one in systems), Choice(NO_SYSTEM, say("None"))),
        rule=TOKEN_RULE,
        detail=say("A command token of [the Hive] goes there, and none of the ally's."),
        systems=tuple(systems),
        shown=Shown(source, expects=False, layout="search"),
        anew=True,
    )


def _diplomacy_choice(board: Tracked, position: str, seats: Sequence[Player]) -> Choice:
    return Choice(position, sentence(system_label(board.game, position)), listed(_planets_of(board, position, seats)))


def _planets_of(board: Tracked, position: str, seats: Sequence[Player]) -> list[PlanetName]:
    return [PlanetName(name, position) for seat in seats for name in board.survey.controlled(position, seat)]


def _as_told(game: Game, source: Words) -> Procedure[list[Item]]:
    """The table puts the token where the player chooses. Rule: 30.ability.diplomacy-token."""
    line = diplomacy_token(game, say("the chosen system"))
    if line is None:
        return []
    answer = yield from asked(
        Ask(
            key=keys.DIPLOMACY_SYSTEM,
            text=say("{source}: a command token of [the Hive] goes into the chosen system", source=source),
            choices=(
                Choice("done", say("Done")),
                Choice(NO_SYSTEM, say("None"), say("no system is chosen, or its token lies there"), beside=True),
            ),
            rule=line.rule,
            items=(line,),
        )
    )
    if answer != NO_SYSTEM:
        give_diplomacy_token(game)
        game.hive.tokens.board += 1
    return []
