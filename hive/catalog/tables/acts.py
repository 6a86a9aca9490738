"""What cards do: a class for each kind of act.

Those of agendas and laws say of themselves when they are done, and for whom.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from hive.catalog.tables.base import Count, Frozen, Key, Name, Unit
from hive.catalog.tables.effects import Effect

Arena = Literal["space", "ground", "anywhere", "system"]
At = Literal["system", "planet", "near", "breach"]
How = Literal["itself", "tap", "sheet", "says"]
Sentence = Annotated[str, Field(min_length=1, max_length=160)]
# A number, or the name of a figure.
Number = Count | Literal["frontier_commodities", "hazardous_infantry", "industrial_action_cards"]


class Only(Frozen):
    """When alone an act is done: all that is said must hold.

    ``outcome``, ``voted``: what an agenda came to, and what the Hive voted for. ``owns``: the Hive has the technology
    of that unit. ``points``: for the sides with most victory points, or with fewest; all who tie.
    """

    outcome: Literal["", "for", "against"] = ""
    voted: Literal["", "for", "against"] = ""
    owns: Unit | None = None
    points: Literal["", "most", "fewest"] = ""


class CardAct(Frozen):
    """What each act of an agenda says: the key of the moment ``at`` which it is done, when ``only``, and for ``who``.

    A card is done as it is resolved, if no moment is said; a law whenever its moment comes as long as it is in play.
    """

    at: Key | Literal[""] = ""
    only: Only = Only()
    who: Literal["hive", "players", "elected", "each"] = "hive"


class Gains(CardAct):
    """Things come to a side: so many, or as many as the acts before it have cost units. A player's are points alone."""

    kind: Literal["gains"]
    what: dict[
        Literal[
            "action_cards",
            "cultural_fragments",
            "hazardous_fragments",
            "industrial_fragments",
            "relics",
            "secret_objectives",
            "trade_goods",
            "unknown_fragments",
            "victory_points",
        ],
        Number | Literal["each_lost"],
    ]


class GivesUp(CardAct):
    """Things leave a side: as many as it has of so many, or ``all``. ``command_tokens`` go from any pool.

    ``reserve_tokens`` come out of its reinforcements to a player who has none of them yet. ``notes`` of the Hive go to
    the player who uses the card, so an agenda takes none. ``discards``: so many action cards are discarded instead, if
    the player wants that.
    """

    kind: Literal["gives_up"]
    what: dict[
        Literal[
            "action_cards",
            "command_tokens",
            "commodities",
            "fragments",
            "notes",
            "reserve_tokens",
            "strategy_tokens",
            "tactic_tokens",
            "trade_goods",
            "victory_points",
        ],
        Count | Literal["all"],
    ]
    discards: Count = 0


# The moments of what may ask the table, and so cannot be done in the middle of something else.
Unhurried = Literal["", "hive_researches"]


class Removes(CardAct):
    """Units leave the board: so many, all but those that a side can ``keep``, or all or half of those in a place.

    In: types of ``units``, or all of a group. ``half``: of the infantry on each planet, rounded up.
    """

    kind: Literal["removes"]
    at: Unhurried = ""
    units: list[Unit] = []
    group: Literal["", "ground_forces", "larger_ships"] = ""
    number: Count | Literal["all", "half"] = "all"
    keep: Count = 0
    where: Literal["", "near_wormholes", "each_planet", "elected"] = ""

    @model_validator(mode="after")
    def _fits(self) -> Removes:
        if bool(self.units) == bool(self.group):
            raise ValueError("give either 'units' or their 'group'")
        if self.where == "each_planet" and (self.number, self.units) != ("half", ["infantry"]):
            raise ValueError("on each planet goes 'number: half' of 'units: [infantry]'")
        if not self.where and (self.number == "half" or (self.number == "all") != bool(self.keep)):
            raise ValueError("give a 'number', what sides 'keep', or 'where' they go")
        return self


class Puts(CardAct):
    """Units come from the reinforcements to each planet, to the home system, or to what the Hive explores."""

    kind: Literal["puts"]
    at: Unhurried = ""
    units: dict[Unit, Number]
    where: Literal["each_planet", "home", "site"]

    @model_validator(mode="after")
    def _fits(self) -> Puts:
        if self.units != {"mech": 1} if self.where == "home" else list(self.units) != ["infantry"]:
            raise ValueError("infantry comes to planets, and a mech to the home system")
        return self


class CommandToken(CardAct):
    """A command token comes from the reinforcements into the home system, or to all ships at wormholes."""

    kind: Literal["command_token"]
    at: Unhurried = ""
    where: Literal["home", "ships_at_wormholes"]


class GainsCommodities(CardAct):
    """The Hive gains commodities, and converts them."""

    kind: Literal["gains_commodities"]
    at: Unhurried = ""
    number: Number


class Replenishes(CardAct):
    """What the explored planet is worth goes to the stockpile."""

    kind: Literal["replenishes"]


class CardGoes(CardAct):
    """What becomes of the card itself."""

    kind: Literal["card_goes"]
    to: Literal["purged", "discarded"]


class Says(Frozen):
    """What the table does, where nothing that the app tracks changes.

    ``how``: or the app has it at its own place, by itself, or as an answer or an event there.
    """

    kind: Literal["says"]
    say: Sentence
    how: Literal["says", "itself", "tap"] = "says"


class Hits(Frozen):
    """Hits on the Hive; without a ``number`` the table says how many. ``units``: those that alone can take them.

    ``exhausts``: the planet that is bombarded is exhausted.
    """

    kind: Literal["hits"]
    arena: Arena
    number: Count = 0
    units: list[Unit] = []
    assign: Literal["hive", "player"] = "hive"
    exhausts: bool = False


class Loses(Frozen):
    """Units of the Hive leave the board without a hit; without a ``number`` the table says how many, or all do.

    ``damaged``: those that have sustained damage alone. ``alike``: of the type of a ship that its user lost.
    ``becomes``: they are captured, only damaged, or a unit of the player takes the place of each. ``half``: half of
    them, rounded up. ``around``: in the system of Mecatol Rex alone, or in each system next to it, as far as there are
    any. ``exhausts``: the planet is exhausted as well, and need not have such units.
    """

    kind: Literal["loses"]
    arena: Arena
    number: Count = 0
    every: bool = False
    half: bool = False
    around: Literal["", "mecatol_rex", "next_to_mecatol_rex"] = ""
    units: list[Unit] = []
    damaged: bool = False
    alike: bool = False
    chosen_by: Literal["hive", "player"] = "player"
    becomes: Literal["gone", "captured", "damaged", "replaced"] = "gone"
    exhausts: bool = False


class Bends(CardAct):
    """An effect that is kept for a time, and binds those it is for. ``where``: in one system, which the table names."""

    kind: Literal["bends"]
    effect: Effect
    until: Literal["roll", "combat_round", "combat", "battle", "action", "turn", "agenda", "round", "game"]
    where: bool = False


class Stands(Frozen):
    """An effect that holds as long as somebody has its source.

    ``beside``: only where such a unit of the owner stands, in the ``system`` of a battle or on its ``planet``, in the
    system or ``near`` it, or anywhere with an active ``breach`` while the system has one, too.
    """

    kind: Literal["stands"]
    effect: Effect
    beside: list[Unit] = []
    at: At = "system"


class Repairs(Frozen):
    """Damaged units of a player in a system are repaired: all of them, or one that the player chooses.

    ``older``: only what has not sustained its damage in this round of combat.
    """

    kind: Literal["repairs"]
    every: bool = False
    older: bool = False
    units: list[Unit] = []


class Happens(Frozen):
    """What an event of the app does already; ``number``, where that is known without the table.

    ``unless_impossible``: where it cannot happen any more, it is left out.
    """

    kind: Literal["happens"]
    event: Name
    number: Count = 0
    unless_impossible: bool = False


class Token(Frozen):
    """A command token of the Hive is put on the board, or taken off it; ``either``: as the table says."""

    kind: Literal["token"]
    change: Literal["put", "lift", "either"]


class AgendaNow(Frozen):
    """An agenda is revealed and voted on at once, as if the player were the Speaker."""

    kind: Literal["agenda_now"]


class TurnLost(Frozen):
    """The Hive loses its turn: the one that begins, or its next one."""

    kind: Literal["turn_lost"]


class ActionCancelled(Frozen):
    """The strategic action that the Hive has announced is cancelled, its card stays readied, and its turn ends."""

    kind: Literal["action_cancelled"]


class Pieces(Frozen):
    """Units of a player are put on the board, move, or change their type: a ship then stands in space.

    ``number``: at most so many, if it is said. ``neutral``: they belong to nobody, and come where no units of another
    side stand, on a planet that nobody controls from then on; ``coexist``: they live beside those who control the
    planet. ``beside``: as many come to each of these units of the player, all over the system. ``lands``: where the
    player has ground forces in the space of the system, it is one of those that comes down.
    """

    kind: Literal["pieces"]
    change: Literal["put", "move", "swap"]
    units: dict[Unit, Count] = {}
    number: Count = 0
    arena: Literal["space", "ground", "anywhere"] = "space"
    neutral: bool = False
    coexist: bool = False
    beside: list[Unit] = []
    lands: bool = False


class LaysToken(CardAct):
    """A token of the board is laid into a system, and lies nowhere else if ``moves``.

    ``turns``: where another of the tokens lies, that is the one, turned to its other side. ``costs``:
    a unit of one of these types, which stands there, leaves the board for it.
    """

    kind: Literal["lays_token"]
    at: Unhurried = ""
    tokens: Annotated[list[Name], Field(min_length=1)]
    moves: bool = False
    turns: bool = False
    costs: list[Unit] = []


class SwapsSystems(Frozen):
    """Two systems change places."""

    kind: Literal["swaps_systems"]


class Exhausts(Frozen):
    """Planets of the Hive are exhausted, and it pays for each: all of one system, or all that it has."""

    kind: Literal["exhausts"]
    of: Literal["system", "side"]


class DestroysPlanet(Frozen):
    """A planet leaves the game with all that stands on it."""

    kind: Literal["destroys_planet"]


class LaysTile(Frozen):
    """A tile takes the place of a system: all of the Hive there is gone, and so are its planets.

    Without a ``tile`` the system itself is gone, with all that is in it.
    """

    kind: Literal["lays_tile"]
    tile: Annotated[str, Field(max_length=80)] = ""


class TakesPlanet(Frozen):
    """A player gains control of a planet of the Hive on which it has no units; or of all where own units coexist."""

    kind: Literal["takes_planet"]
    coexisting: bool = False


class Attaches(CardAct):
    """Something is attached to a planet of a player, or to what the Hive explores."""

    kind: Literal["attaches"]
    at: Unhurried = ""
    attachment: Name


class MovesHive(Frozen):
    """A player moves all ships of the Hive out of one system into another."""

    kind: Literal["moves_hive"]


class StrategyCards(Frozen):
    """A strategy card changes hands with the Hive, is closed to it for the round, or goods come on some of them.

    ``other``: the Hive puts back the card that it has just taken, and takes another one.
    """

    kind: Literal["strategy_cards"]
    change: Literal["swap", "close", "goods", "other"]
    gains: Count = 0


# What is done on the board: where it can be, and how, either side of a board knows.
BoardAct = (
    Hits
    | Loses
    | Repairs
    | Token
    | Pieces
    | LaysToken
    | SwapsSystems
    | Exhausts
    | DestroysPlanet
    | LaysTile
    | TakesPlanet
    | Attaches
    | MovesHive
)
Act = Annotated[
    BoardAct
    | Says
    | Bends
    | Stands
    | Happens
    | Gains
    | GivesUp
    | AgendaNow
    | TurnLost
    | ActionCancelled
    | StrategyCards,
    Field(discriminator="kind"),
]


def _gives_nobody_notes(act: CardAct) -> CardAct:
    if isinstance(act, GivesUp) and "notes" in act.what:
        raise ValueError("an agenda makes the Hive give up no notes, as they go to whoever uses a card")
    return act


AgendaAct = Annotated[
    Gains | GivesUp | Removes | Puts | CommandToken | Bends | Stands,
    Field(discriminator="kind"),
    AfterValidator(_gives_nobody_notes),
]
ExplorationAct = Annotated[
    Gains | GainsCommodities | Replenishes | Puts | LaysToken | Attaches | CardGoes,
    Field(discriminator="kind"),
]
