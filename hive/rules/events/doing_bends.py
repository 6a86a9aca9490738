"""What players use that bends something for a time: what the table says of it, and how it begins.

Rule: 1.scope.unchanged-rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from hive.board.adjacency import slots_around, wormholes_in
from hive.catalog.tables import Seat
from hive.catalog.tables.acts import Bends
from hive.catalog.tables.effects import (
    AsFlagship,
    BorderClosed,
    Effect,
    HitsCancelled,
    NoLanding,
    VoteDemanded,
    WormholesLead,
)
from hive.effects import begin
from hive.fields import AnyField, Choice, Number, OneOf
from hive.model.game import PLAYERS, Game, Player
from hive.naming import planet_label, system_label
from hive.rules.agenda.outcomes import outcomes
from hive.rules.board.sides import Tracked, board_of
from hive.rules.combat.rolls import no_roll
from hive.rules.diagrams.planets import invadable
from hive.rules.events.kinds import Args
from hive.steps import Tell
from hive.words import Name, Words, say, sentence

RULE = "1.scope.unchanged-rules"
HITS, WHERE, TO, OUTCOME, SHIP = "hits", "where", "to", "outcome", "ship"


def bend_fields(game: Game, act: Bends, owners: Sequence[Player]) -> tuple[AnyField, ...]:
    """What the table has to say of an effect of one of these players."""
    if isinstance(act.effect, HitsCancelled) and act.effect.told:
        return (Number(HITS, say("Hits cancelled"), maximum=20, minimum=1),)
    if isinstance(act.effect, NoLanding):
        planets = _landing_places(game)
        choices = tuple(Choice(at, sentence(words)) for at, words in planets.items())
        return (OneOf(WHERE, say("Where"), choices),) if len(choices) > 1 else ()
    if isinstance(act.effect, VoteDemanded):
        found = _outcomes(game)
        return (OneOf(OUTCOME, say("Which outcome"), found),) if found else ()
    if isinstance(act.effect, AsFlagship):
        ships = _lent_to(game, owners)
        return (OneOf(SHIP, say("Which ship"), ships),) if len(ships) > 1 else ()
    systems = _systems(game, act)
    if systems and isinstance(act.effect, BorderClosed):
        return OneOf(WHERE, say("Where"), systems), OneOf(TO, say("And the system next to it"), systems)
    return (OneOf(WHERE, say("Where"), systems),) if systems else ()


def no_bend(game: Game, act: Bends, args: Args) -> Words:
    """Why it can bend nothing now, or there if a place is told; or nothing."""
    if isinstance(act.effect, NoLanding) and not _landing_places(game):
        return say("[The Hive] lands on no planet now.")
    if isinstance(act.effect, VoteDemanded) and not _outcomes(game):
        return say("No agenda is voted on now.")
    if isinstance(act.effect, HitsCancelled) and (words := no_roll(game, act.effect.rolls)):
        return words
    ends = str(args.get(WHERE, "")), str(args.get(TO, ""))
    if isinstance(act.effect, BorderClosed) and all(ends) and not _side_by_side(game, *ends):
        return say("These systems do not lie side by side.")
    return ""


def _outcomes(game: Game) -> tuple[Choice, ...]:
    """The outcomes of the agenda that is voted on."""
    if game.phase != "agenda" or not game.agendas:
        return ()
    return tuple(outcomes(game, game.tables.agendas.by_name[game.agendas[-1]]))


def _lent_to(game: Game, owners: Sequence[Player]) -> tuple[Choice, ...]:
    """The ships in the battle to which a note can lend something; all types where none of theirs are on the map."""
    if not game.battle:
        return ()
    larger = game.tables.units.larger_ships
    there = [one for one in larger if any(one.key in game.beside.get(seat, ()) for seat in owners)]
    return tuple(Choice(one.key, sentence(Name(one.name))) for one in there or larger)


def _systems(game: Game, act: Bends) -> tuple[Choice, ...]:
    if not act.where:
        return ()
    board = board_of(game)
    if not isinstance(board, Tracked):
        return ()
    survey, tiles = board.survey, game.tables.tiles
    systems = sorted(survey.positions)
    if isinstance(act.effect, WormholesLead):
        systems = [at for at in systems if {*wormholes_in(survey.system(at), tiles)} - {"delta"}]
    return tuple(Choice(at, sentence(system_label(game, at))) for at in systems)


def _landing_places(game: Game) -> dict[str, Words]:
    """The planets of the battle on which the Hive can land now, where they are known."""
    board, at = board_of(game), game.battle
    if not at or not isinstance(board, Tracked):
        return {}
    return {f"{at}/{name}": planet_label(game, at, name) for name in invadable(game, board.survey, at)}


def _side_by_side(game: Game, one: str, other: str) -> bool:
    """Whether two systems lie side by side, as far as that is known."""
    return not isinstance(board_of(game), Tracked) or other in slots_around(one)


def bend(game: Game, source: Name, act: Bends, args: Args, owner: Player) -> Tell:
    """An effect that lasts for a time."""
    bound: dict[str, tuple[Seat, ...]] = {"hive": ("hive",), "players": PLAYERS, "all": game.seats}
    if isinstance(act.effect, NoLanding):
        return _kept_off(game, source, act.effect, args)
    effect, position = _told(game, act.effect, args, owner), str(args.get(WHERE, "")) if act.where else ""
    if isinstance(effect, BorderClosed):
        _open_oldest(game, source, effect.number)
    begin(game, str(source), effect, act.until, bound[act.binds], owner, position)
    words = say("{source}: {words}.", source=source, words=Name(effect.say))
    if isinstance(effect, BorderClosed) and position:
        one, two, what = system_label(game, position), system_label(game, effect.other), Name(effect.say)
        words = say("{source}: {words}: {one}, {two}.", source=source, words=what, one=one, two=two)
    elif position:
        where = system_label(game, position)
        words = say("{source}: {words}, in {system}.", source=source, words=Name(effect.say), system=where)
    return Tell(words, RULE)


def _told(game: Game, effect: Effect, args: Args, owner: Player) -> Effect:
    """An effect with what the table has said of it."""
    if isinstance(effect, HitsCancelled) and effect.told:
        return effect.model_copy(update={"number": int(args[HITS])})
    if isinstance(effect, AsFlagship):
        ships = [str(args[SHIP])] if args.get(SHIP) else [one.value for one in _lent_to(game, [owner])]
        return effect.model_copy(update={"unit": next(iter(ships), "")})
    if isinstance(effect, BorderClosed):
        return effect.model_copy(update={"other": str(args.get(TO, ""))})
    if isinstance(effect, VoteDemanded):
        return effect.model_copy(update={"outcome": str(args.get(OUTCOME, ""))})
    return effect


def _open_oldest(game: Game, source: Name, number: int) -> None:
    """Where all its tokens lie, the one that has lain longest goes to the new border."""
    lying = [one for one in game.effects if one.source == source and isinstance(one.effect, BorderClosed)]
    for one in lying[: max(0, len(lying) - number + 1)]:
        game.effects.remove(one)


def _kept_off(game: Game, source: Name, effect: NoLanding, args: Args) -> Tell:
    """What would land on a planet stays in space."""
    planets = _landing_places(game)
    where = str(args.get(WHERE) or next(iter(planets)))
    begin(game, str(source), effect, "battle", ("hive",), position=where)
    words = planets[where]
    return Tell(say("{source}: [the Hive] does not land on {planet}.", source=source, planet=words), RULE)
