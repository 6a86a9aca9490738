"""Every kind of screen: where it is in the app, and which game shows it. Pictures and tests of the browser go by it."""

from __future__ import annotations

from dataclasses import dataclass

from hive import keys

COPY = "our_rulebook"
"""The copy of the rulebook that the pages of copies show."""


@dataclass(frozen=True)
class Screen:
    """A screen to take pictures of.

    ``says`` tells in a line what it shows. ``path`` stands behind the address of the game, where there is one. ``game``
    begins the name of a file in tests/exports; ``until``: the game goes on as expected up to a step of this key.
    ``opens`` is what is tapped there before the picture, ``sizes`` are those at which it is a screen of its own, and
    ``shown`` is the one in which the docs show it. ``empty``: before the first game.
    """

    name: str
    says: str
    path: str = ""
    game: str = ""
    until: str = ""
    opens: str = ""
    shown: str = ""
    empty: bool = False
    sizes: tuple[str, ...] = ("phone", "tablet", "laptop")

    @property
    def table(self) -> tuple[str, str]:
        """Screens for which this is the same share a game."""
        return self.game, self.until


LATE, PAUSED = "17", "26"
"""A game whose galaxy is full: its fifth round begins with the next answers; one that has lain for some time."""
TAB, ROOM, WALL = ("phone",), ("tablet", "laptop"), ("wall",)
"""What is a tab of its own on the phone alone, what has room, and a television across the room."""

SCREENS = (
    Screen("first-empty", "The first page, before the first game", "/", empty=True),
    Screen("first", "The first page goes on with the last game", "/", shown="tablet"),
    Screen("new", "A new game: two names are enough", "/new"),
    Screen("new-galaxy", "Its galaxy, at random", "/new/galaxy?galaxy=random&p1_name=Ada&p2_name=Ben&seed=ours"),
    Screen("new-string", "A map string", "/new/galaxy/paste?galaxy=string&p1_name=Ada&p2_name=Ben&seed=ours"),
    Screen("new-hand", "The galaxy slot by slot", "/new/galaxy/hand?galaxy=hand&p1_name=Ada&p2_name=Ben&seed=ours"),
    Screen("new-slot", "The tile of a slot", "/new/galaxy/slot/203?galaxy=hand&p1_name=Ada&p2_name=Ben&seed=ours"),
    Screen("new-slots", "Every slot in a list", "/new/galaxy/slots?galaxy=hand&p1_name=Ada&p2_name=Ben&seed=ours"),
    Screen("set-up", "The set-up, step by step", game="01"),
    Screen("set-up-map", "The set-up beside its map", game="02"),
    Screen("set-up-asked", "The set-up of a galaxy that is not tracked", game="03"),
    Screen("middle", "A game in the middle: its numbers", "/middle/1", game="03"),
    Screen("middle-board", "A game in the middle: its board", "/middle/4", game="02"),
    Screen("middle-place", "A game in the middle: a system of its board", "/middle/4?at=207", game="02"),
    Screen("player-turn", "A player's turn late in a game", game=LATE, until=keys.PLAYER_TURN, shown="laptop"),
    Screen("map", "The map on a phone", "?tab=map", game=LATE, until=keys.PLAYER_TURN, sizes=TAB, shown="phone"),
    Screen("map-near", "Seven hexes of it", "?tab=map&near=207", game=LATE, until=keys.PLAYER_TURN),
    Screen("map-larger", "The map, larger", "/map?zoom=2", game=LATE, until=keys.PLAYER_TURN, sizes=TAB),
    Screen("place", "A system is open", "?at=207", game=LATE, until=keys.PLAYER_TURN, shown="phone"),
    Screen("place-player", "What the other player has there", "?at=207&who=p2", game=LATE, until=keys.PLAYER_TURN),
    Screen("moved-from", "What a player moved: where from", "?do=moved&who=p2", game=LATE, until=keys.PLAYER_TURN),
    Screen("moved", "What a player moved: where to", "?do=moved&who=p2&start=301", game=LATE, until=keys.PLAYER_TURN),
    Screen("built", "What a player built", "?do=built&at=205", game=LATE, until=keys.PLAYER_TURN),
    Screen("more", "Whatever else happened", "?tab=more", game=LATE, until=keys.PLAYER_TURN, sizes=TAB),
    Screen("players", "The players", "?tab=players", game=LATE, until=keys.PLAYER_TURN, sizes=TAB),
    Screen("hive", "The Hive's numbers", "?tab=hive", game=LATE, until=keys.PLAYER_TURN, sizes=TAB),
    Screen("log", "The log", "?tab=log", game=LATE, until=keys.PLAYER_TURN, sizes=TAB),
    Screen("strategy", "The Hive picks a strategy card", game=LATE, until=keys.HIVE_PICKS),
    Screen("player-picks", "A player picks a strategy card", game=LATE, until=keys.PLAYER_PICKS),
    Screen("facts", "Is the board so?", game=LATE, until=keys.FACTS, shown="tablet"),
    Screen("facts-place", "A system corrected before the Hive decides", "?at=207", game=LATE, until=keys.FACTS),
    Screen("where-were-we", "Where were we?", game=PAUSED),
    Screen("hive-turn", "The Hive's turn begins", game=LATE, until=keys.HIVE_TURN),
    Screen("hive-moves", "The Hive moves", game=LATE, until=keys.TACTICAL_ACTION, shown="tablet"),
    Screen("why", "Why there?", game=LATE, until=keys.TACTICAL_ACTION, opens="details.why summary"),
    Screen("why-not", "Why not there?", "/why", game=LATE, until=keys.TACTICAL_ACTION),
    Screen("why-not-here", "Why not this system?", "/why/210", game=LATE, until=keys.TACTICAL_ACTION, shown="tablet"),
    Screen("wrong", "That's wrong", "/wrong", game=LATE, until=keys.TACTICAL_ACTION),
    Screen("ships", "The Hive produces several ships", game=LATE, until=keys.PRODUCTION_SITE),
    Screen("ships-told", "The same where the table keeps the galaxy", game="18", until=keys.PRODUCTION_SITE),
    Screen("ships-placed", "The Hive produces its last ship", game="30"),
    Screen("rift", "The dice of a gravity rift", game="19"),
    Screen("exploring", "The Hive explores", game="21"),
    Screen("before-combat", "Before a combat", game="11"),
    Screen("combat", "A round of combat", game=LATE, until=keys.SPACE_COMBAT_ROUND, shown="tablet"),
    Screen("combat-by-hand", "A combat fought by hand", game="13"),
    Screen("landing", "The Hive lands", game="14"),
    Screen("ground-combat", "A ground combat", game=LATE, until=keys.GROUND_COMBAT_ROUND),
    Screen("transaction", "A transaction", game="15"),
    Screen("interference", "Interference", game="16"),
    Screen("direct-hit", "A direct hit", game="22"),
    Screen("printed-card", "Tap what the printed card shows", game="23"),
    Screen("clean-up", "A turn ends", game="28"),
    Screen("scoring", "The players score", game="29", shown="phone"),
    Screen("hive-scores", "The Hive scores", game="29", until=keys.HIVE_SCORES),
    Screen("agenda", "An agenda", game=LATE),
    Screen("players-vote", "The players vote before it", game="18", until=keys.PLAYERS_VOTE),
    Screen("votes", "The Hive votes", game=LATE, until=keys.VOTES),
    Screen("end", "The end of a game", game="05", shown="tablet"),
    Screen("story", "The story of a game", "/story", game=LATE, until=keys.PLAYER_TURN),
    Screen("walk", "A walk through its log", "/story/at?at=380", game=LATE, until=keys.PLAYER_TURN, shown="tablet"),
    Screen("threats", "What threatens us?", "/threats", game=LATE, until=keys.PLAYER_TURN),
    Screen("units", "The Hive's units as they are now", "/units", game=LATE, until=keys.PLAYER_TURN),
    Screen(
        "played", "How a game is played: its level, options and pages", "/played", game=LATE, until=keys.PLAYER_TURN
    ),
    Screen("events", "What happened at the table", "/events", game=LATE, until=keys.PLAYER_TURN),
    Screen(
        "event-place", "Something happened in a system", "/events/hits_space?at=205", game=LATE, until=keys.PLAYER_TURN
    ),
    Screen("used", "What the players use", "/used", game=LATE, until=keys.PLAYER_TURN),
    Screen("corrections", "Numbers corrected by hand", "/corrections", game=LATE, until=keys.PLAYER_TURN),
    Screen("whole-log", "Every line", "/log", game=LATE, until=keys.PLAYER_TURN),
    Screen("systems", "The galaxy as a list", "/systems", game=LATE, until=keys.PLAYER_TURN),
    Screen("sheet", "A system as a sheet", "/systems/207", game=LATE, until=keys.PLAYER_TURN),
    Screen("menu", "The menu of a game", "/menu", game=LATE, until=keys.PLAYER_TURN),
    Screen("screens", "More screens: codes to scan", "/screens", game=LATE, until=keys.PLAYER_TURN),
    Screen("watch", "A spectator's screen", "/watch", game=LATE, until=keys.PLAYER_TURN),
    Screen("wall", "The wall view", "/wall", game=LATE, until=keys.PLAYER_TURN, sizes=(*ROOM, "wall")),
    Screen("wall-moves", "The wall while the Hive moves", "/wall", game=LATE, until=keys.TACTICAL_ACTION, sizes=WALL),
    Screen("wall-facts", "The wall while the board is asked about", "/wall", game=LATE, until=keys.FACTS, sizes=WALL),
    Screen("wall-fight", "The wall in a battle", "/wall", game=LATE, until=keys.SPACE_COMBAT_ROUND, sizes=WALL),
    Screen("wall-peak", "The wall as the Hive scores", "/wall", game="29", until=keys.HIVE_SCORES, sizes=WALL),
    Screen("wall-scoring", "The wall while players score", "/wall", game="29", sizes=WALL),
    Screen("paper", "On paper", "/paper"),
    Screen("deck", "The deck to print", "/paper/deck"),
    Screen("reference", "A quick reference", "/paper/reference"),
    Screen("layout", "The galaxy to lay out", "/layout", game=LATE, until=keys.PLAYER_TURN),
    Screen("table-sheet", "The table as it stands, on paper", "/sheet", game=LATE, until=keys.PLAYER_TURN),
    Screen("rules", "The rules, to be searched", "/rules"),
    Screen("rules-found", "Rules that are found", "/rules?q=combat"),
    Screen("rule", "One rule", "/rules/5.2.block-order"),
    Screen("tables", "What is our default", "/tables"),
    Screen("doings", "What players own and do to the Hive", "/doings"),
    Screen("nothing", "There is no such page", "/nothing"),
    Screen("copies", "Your copies", "/copies"),
    Screen("copy", "A copy in pictures", f"/copies/{COPY}"),
    Screen("copy-card", "A card by tapping", f"/copies/{COPY}/cards/5", shown="phone"),
    Screen("copy-diagram", "A diagram by putting blocks in order", f"/copies/{COPY}/diagrams/positive"),
    Screen("copy-damage", "Who takes hits", f"/copies/{COPY}/diagrams/space"),
    Screen("copy-galaxy", "Template and zones", f"/copies/{COPY}/galaxy?slot=207"),
    Screen("copy-pools", "Pools and thresholds", f"/copies/{COPY}/pools"),
)
"""All of them, in the order in which a table meets them."""
