"""Rapid Mobilization on a tracked galaxy: The Fracture with its ingress tokens, and what players begin with besides.

Rules: 37.mobilization.ingress, 37.mobilization.ingress-zone.
"""

from __future__ import annotations

from hive import keys
from hive.board import pieces
from hive.board.growing import add_fracture
from hive.catalog.tables import Colour
from hive.model.galaxy import TokenPlaced
from hive.model.game import Game, Player
from hive.naming import planet_label, system_label, units
from hive.rules.board.sides import Tracked, board_of
from hive.steps import Ask, Choice, Procedure, Shown, Tell, asked, meant
from hive.words import Name, listed, say

SCOPE = "35.scope"
_RULE, _ZONE = "37.mobilization.ingress", "37.mobilization.ingress-zone"
_TOKEN, _NONE, _FIRST = "ingress", "none", 1
_SHOWN = Shown(say("Rapid Mobilization"), expects=False)


def passages(game: Game) -> Procedure[None]:
    """The Fracture comes into play; each colour has a token at a planet of its specialty, Mecatol Rex one besides.

    It lies beside the map, and the players say where the tokens go; without a galaxy the checklist has said it.
    Rule: 37.mobilization.ingress.
    """
    board = board_of(game)
    if not isinstance(board, Tracked):
        return
    if not any(board.survey.in_the_fracture(one) for one in board.survey.positions):
        systems, text = tuple(add_fracture(board.game)), say("Lay The Fracture beside the map, with its neutral units.")
        yield Tell(text, _RULE, keys.FRACTURE, "done", systems=systems, shown=_SHOWN)
    colours = board.game.tables.technologies.colours
    for number, colour in enumerate(colours):
        yield from _passage(board, colour, [*colours[number + 1 :]])
    rex = board.survey.mecatol_rex
    if rex is not None:
        pieces.lay_token(board.game, rex, TokenPlaced(_TOKEN))
        text = say("Put an ingress token into {system} as well.", system=system_label(board.game, rex))
        yield Tell(text, _RULE, systems=(rex,))


def stationed(board: Tracked, seat: Player) -> Procedure[None]:
    """A player says on which own planet the new structure stands; the ships stand in space there. Rule: 35.scope."""
    game, survey, plastic = board.game, board.survey, board.game.tables.setup.mobilized
    own = [(at, name) for at in sorted(survey.positions) for name in survey.controlled(at, seat)]
    free = {f"{at}/{name}": (at, name) for at, name in own if not board.units(seat, at, name).get("space_dock")}
    if not free:
        return
    what = listed([units(game, number, key) for key, number in plastic.items()])
    question = Ask(
        key=keys.MOBILIZED,
        text=say("Where does {who} place {units}?", who=game.name(seat), units=what),
        choices=(*(Choice(one, planet_label(game, *place)) for one, place in free.items()), Choice(_NONE, say("None"))),
        rule=SCOPE,
        detail=say("What is no ship stands on the planet, the rest in space there."),
        systems=tuple(dict.fromkeys(at for at, _ in free.values())),
        shown=_SHOWN,
    )
    place = free.get((yield from asked(question)))
    if place is not None:
        for key, number in plastic.items():
            ship = game.tables.units.by_key[key].category == "ship"
            pieces.put(game, seat, key, number, place[0], None if ship else place[1])


def _passage(board: Tracked, colour: Colour, later: list[Colour]) -> Procedure[None]:
    """One token of a colour, where the players want it; in zone 1 if no other colour can have one there any more."""
    free, rule = _free(board, colour), _RULE
    near = [one for one in free if _in_zone_1(board, one)]
    if (
        near
        and not _zone_1_has_one(board)
        and not any(_in_zone_1(board, x) for one in later for x in _free(board, one))
    ):
        free, rule = near, _ZONE
    if not free:
        return
    question = Ask(
        key=keys.INGRESS,
        text=say("Into which system goes the ingress token of the {colour} specialty?", colour=Name(colour)),
        choices=(*(Choice(one, system_label(board.game, one)) for one in free), Choice(_NONE, say("None"))),
        rule=rule,
        detail=say("At least one goes into a system of zone 1, and none into the auxiliary spawning systems."),
        systems=tuple(free),
        shown=_SHOWN,
    )
    answer = yield from meant(question, {**{one: one for one in free}, _NONE: ""})
    if answer:
        pieces.lay_token(board.game, answer, TokenPlaced(_TOKEN))


def _free(board: Tracked, colour: Colour) -> list[str]:
    """The systems with a planet of a specialty, without a token, that are no auxiliary spawning systems."""
    survey = board.survey
    barred = {survey.where("aux1"), survey.where("aux2"), survey.mecatol_rex, *_with_token(board)}
    return [
        one
        for one in sorted(survey.positions)
        if one not in barred and any(colour in planet.specialties for planet in survey.planets(one))
    ]


def _with_token(board: Tracked) -> list[str]:
    survey = board.survey
    return [one for one in survey.positions if any(placed.key == _TOKEN for placed in survey.system(one).tokens)]


def _in_zone_1(board: Tracked, position: str) -> bool:
    zone = board.survey.zone(position)
    return zone is not None and zone.zone == _FIRST


def _zone_1_has_one(board: Tracked) -> bool:
    return any(_in_zone_1(board, one) for one in _with_token(board))
