"""The keys of steps. Under these names the log keeps answers, and reminders, scenarios and simulated players know them.

A key never changes, as logs hold it. Some begin a family: what follows the dot says of what a step asks.
"""

from __future__ import annotations

from typing import Final

KEYS: Final[dict[str, str]] = {}
"""Every key, and what its step is about."""
FAMILIES: Final[dict[str, str]] = {}
"""Every beginning that keys share, up to its dot, and what their steps are about."""


def _key(key: str, about: str) -> str:
    KEYS[key] = about
    return key


def _family(beginning: str, about: str) -> str:
    FAMILIES[beginning] = about
    return beginning


def known(key: str) -> bool:
    """Whether a step can have this key."""
    return key in KEYS or any(key.startswith(beginning) and key != beginning for beginning in FAMILIES)


# --- set-up and the course of the game
TOLD = _key("done", "something that happens and needs no answer")
SET_UP = _key("set_up", "one part of the table's set-up")
REVEAL = _key("reveal", "which public objective is revealed")
OPEN_OBJECTIVE = _key("open_objective", "which public objectives lie open where a game begins in the middle")
SCORED_BEFORE = _key("scored_before", "who has scored such an objective")
NONE_LEFT = _key("none_left", "whether no public objective is left to reveal")
TIE = _key("tie", "influence and trade goods where all have reached their points")
TRANSFER = _key("transfer", "what the Hive moves into its stockpile")

# --- strategy phase
HIVE_PICKS = _key("hive_picks", "the strategy card that the Hive takes")
PLAYER_PICKS = _key("player_picks", "the strategy card that a player takes")
STRATEGY_CARD = _key("strategy_card", "the strategy card that the table takes for the Hive")
UNPICKED = _key("unpicked", "trade goods on the strategy cards that are left")

# --- action phase
PLAYER_TURN = _key("player_turn", "a player's turn")
CARD_PLAYED = _key("card_played", "what a strategy card brings that a player has played")
DIPLOMACY_SYSTEM = _key("diplomacy_system", "into which system a player's Diplomacy brings the Hive's command token")
SPEAKER = _key("speaker", "who becomes the Speaker")
HIVE_TURN = _key("hive_turn", "the Hive's turn begins")
ANY_TARGET = _key("any_target", "whether there is any target for the Hive")
PASS = _key("pass", "the Hive passes")
STRATEGIC_ACTION = _key("strategic_action", "the strategy card that the Hive plays")
ACTION_CANCELLED = _key("action_cancelled", "a player has cancelled the strategic action of the Hive")
SECONDARY = _key("secondary", "the secondary ability that the Hive uses or not")
AGREEMENT = _key("agreement", "the commodities that a player's Trade Agreement brings the Hive")
TRADE_AGREEMENT = _key("trade_agreement", "whether a player uses the Hive's Trade Agreement")
TECHNOLOGY_COLOUR = _key("technology_colour", "the technology that the table chooses for the Hive")
UPGRADE = _key("upgrade", "the unit upgrade that the table chooses for the Hive")
CLEANUP = _key("cleanup", "what leaves the board when a turn ends")
WON = _key("won", "who has won the game, and by what")
DRAWN = _key("drawn", "cards drawn at the table's wish")

# --- placing units
PRODUCTION_SITE = _key("production_site", "where a ship is placed")
FEWEST_CAPACITY_SHIPS = _key("fewest_capacity_ships", "where a ship is placed among the fewest capacity ships")
PLACE_SHIPS = _key("place_ships", "ships to place")
PLACE_STRUCTURES = _key("place_structures", "structures to build")
SHIPS_CAME = _key("ships_came", "which player ships are where the table has said that players are")
TIED_PLACES = _key("tied_places", "which of tied places helps the Hive most")

# --- tactical action
FACTS = _key("facts", "whether the players are where the app has them")
TACTICAL_ACTION = _key("tactical_action", "what the Hive moves, and how it ended")
SHIP_ORIGIN = _key("ship_origin", "from which of tied systems a ship moves")
DESTINATION = _key("destination", "which of tied destinations the Hive goes to")
OTHER_DESTINATION = _key("other_destination", "where the Hive goes at the table's word")
RIFT = _key("rift", "the dice for a gravity rift")
RIFT_LOST = _key("rift_lost", "what a gravity rift took")
WORMHOLE_SHIPS = _key("wormhole_ships", "which ships of the Hive went through a wormhole")
WORMHOLES = _key("wormholes", "the dice for ships that went through a wormhole")
WORMHOLES_CHANGED = _key("wormholes_changed", "what became of ships that went through a wormhole")

# --- combat
ACTIVATE = _key("activate", "which system a player activates")
OWN_TOKEN = _key("own_token", "whether to go on where a player's own command token lies in the system already")
CEASEFIRE = _key("ceasefire", "a Ceasefire keeps a player out of a system")
PLAYERS_MOVE = _key("players_move", "the players move into the system that one of them has activated")
ALLY_TOKEN = _key("ally_token", "whether the ally who fought beside a player has placed a command token as well")
SUPPORT = _key("support", "the support that the Hive draws")
SPACE_CANNON = _key("space_cannon", "space cannons before a combat")
SPACE_COMBAT = _key("space_combat", "a space combat begins")
STRATAGEM = _key("stratagem", "the stratagem of the Hive as a combat begins")
BARRAGE = _key("barrage", "anti-fighter barrage before the first round of a space combat")
ROUND_BEGINS = _key("round_begins", "what is done, and who retreats, before the dice of a round")
SPACE_COMBAT_ROUND = _key("space_combat_round", "a round of a space combat")
SPACE_COMBAT_RESULT = _key("space_combat_result", "who has won a space combat")
RETREAT = _key("retreat", "where players retreat to")
INVASION = _key("invasion", "whether players invade")
BOMBARDMENT = _key("bombardment", "the Hive bombards a planet before its ground combat")
LANDING = _key("landing", "where the Hive lands")
SPACE_CANNON_DEFENCE = _key("space_cannon_defence", "space cannons against a landing")
GROUND_COMBAT = _key("ground_combat", "a ground combat begins")
GROUND_COMBAT_ROUND = _key("ground_combat_round", "a round of a ground combat")
GROUND_COMBAT_RESULT = _key("ground_combat_result", "who has won a ground combat")
PLANET_TAKEN_BY = _key("planet_taken_by", "who takes a planet")
LEFT_IN_SPACE = _key("left_in_space", "what a space combat has left of the players' ships, before anything lands")
UNCARRIED = _key("uncarried", "what of the players no ship carries any more")
SURVIVORS = _key("survivors", "what a battle has left of the players' units on the board")
BATTLE_OVER = _key("battle_over", "what is left after a battle")
SUSTAINED_SHIP = _key("sustained_ship", "which ship sustained damage")
DIRECT_HIT = _key("direct_hit", "the Hive's random card against a ship")
SABOTAGE = _key("sabotage", "the Hive's random card against an action card")
RETALIATION = _key("retaliation", "what the Hive destroys in return for Stellar Atomics")
SPECIAL_COMMODITIES = _key("special_commodities", "what units were worth that the Hive has destroyed")
WAR_POINT = _key("war_point", "the Hive gains a point for special commodities")
MONUMENT = _key("monument", "whether a monument of the Hive is destroyed with its planet")
MOBILIZED = _key("mobilized", "on which planet a player begins with a further space dock, and its ships")
NEIGHBOURS = _key("neighbours", "how many planets next to its home system the Hive begins with")
HITS = _key("hits", "hits on the Hive")
TAKE_TOKENS = _key("take_tokens", "which command tokens of the Hive leave the board")
WEAKEST = _key("weakest", "units that the Hive gives up")
WEAKEST_TIED = _key("weakest_tied", "which of equally weak units the Hive gives up")
WEAKEST_UNITS = _key("weakest_units", "which units of the Hive an effect can harm")
REPAIRED = _key("repaired", "which unit of a player is repaired")
PLAYERS_UNITS = _key("players_units", "which units of a player come or go by what somebody has used")
UNITS_LOST = _key("units_lost", "which units of the Hive left the board")

# --- planets and exploration
PLANET_GAINED = _key("planet_gained", "which planet the Hive takes")
PLANETS_SET = _key("planets_set", "whether planets of the Hive were lost whose control the table has set")
REX_SET = _key("rex_set", "whether Mecatol Rex was taken whose control the table has set")
PLANET_LOST = _key("planet_lost", "which planet the Hive loses")
PLANET_PURGED = _key("planet_purged", "the card of which planet is purged")
PURGED_LOST = _key("purged_lost", "whether the card of a planet that is lost was purged")
WILD_PLANET = _key("wild_planet", "whether the Hive has taken a hazardous planet that nobody controlled")
WILDS = _key("wilds", "what a hazardous planet brings the Hive")
PLANET_EXHAUSTED = _key("planet_exhausted", "which planet of the Hive is exhausted")
DISCARD_SOURCE = _key("discard_source", "from where the Hive discards a planet's worth")
TOKEN_BACK = _key("token_back", "which command token a player's Warfare takes back")
HAND_OVER = _key("hand_over", "which planet a player hands over to the ally")
EXCHANGE_PLANETS = _key("exchange_planets", "planets that players hand over")
EXPLORES = _key("explores", "which kind of planet the Hive explores")
EXPLORATION = _key("exploration", "which exploration card the Hive has drawn")
EXPLORED = _key("explored", "what an exploration brought")
FRACTURE = _key("fracture", "The Fracture comes into play")
INGRESS = _key("ingress", "into which system an ingress token goes")
DISCOVERED = _key("discovered", "where a system lies that the Hive has discovered")
CONFIRMED_ONCE = frozenset({EXPLORED, CLEANUP})
"""What was once answered with Done where nothing is told any more, or with the next step: such a log plays on."""
ASKED_SINCE = {
    SHIPS_CAME: "later",
    CLEANUP: "done",
    FACTS: "right",
    HAND_OVER: "none",
    SURVIVORS: "shown",
    LEFT_IN_SPACE: "later",
    UNCARRIED: "shown",
    INGRESS: "none",
    OWN_TOKEN: "on",
    TOKEN_BACK: "none",
    INVASION: "none",
}
"""What earlier versions did not ask, with the answer that leaves all as it was: a log without it plays on."""
EXPLORED_PLANET = _key("explored_planet", "which planet the Hive explores")
EXPLORED_FRONTIER = _key("explored_frontier", "which frontier token the Hive explores")
SPECIALTY_PRESENT = _key("specialty_present", "whether a planet has a technology specialty already")
FRAGMENT = _key("fragment", "a relic fragment of the Hive")
RELIC = _key("relic", "a relic of the Hive")

EXPEDITION = _key("expedition", "which slice of the expedition the Hive claims")
EDGE_PLACED = _key("edge_placed", "where the planet of the expedition appears")
EDGE_SITE = _key("edge_site", "into which system the planet of the expedition is put")
EDGE_TAKEN = _key("edge_taken", "who takes the planet of the expedition among sides with equally many slices")

# --- objectives and points
MEETS_OBJECTIVES = _key("meets_objectives", "whether the Hive meets some of several objectives")
STRUCTURE_OBJECTIVE_INCOMPLETE = _key("structure_objective_incomplete", "whether the Hive meets objectives now")
SECRET_PHASE = _key("secret_phase", "which phase a secret objective of the Hive names")
PLAYERS_SCORE = _key("players_score", "what players score in the status phase")
IMPERIAL_SCORES = _key("imperial_scores", "what a player scores with Imperial")
HIVE_SCORES = _key("hive_scores", "what the Hive scores")
STATUS = _key("status", "the Hive's status phase")
AGENT_EXHAUSTED = _key("agent_exhausted", "whether a player's agent is exhausted")
ATTRITION = _key("attrition", "whether attrition warfare is won")
ATTRITION_WON = _key("attrition_won", "what attrition warfare takes from the Hive")
WARFARE = _key("warfare", "whether a battle was warfare of both players together")
MANEUVER = _key("maneuver", "whether maneuver warfare is won")
MANEUVER_WON = _key("maneuver_won", "what maneuver warfare takes from the Hive")

# --- agenda phase and laws
AGENDA = _key("agenda", "which agenda is revealed")
AGENDA_KIND = _key("agenda_kind", "what kind of card an agenda is that is in no list")
AGENDA_REWARDS = _key("agenda_rewards", "which outcome rewards the Hive more")
AGENDA_PENALTIES = _key("agenda_penalties", "which outcome penalizes the players more")
HIVE_VOTES = _key("hive_votes", "what the Hive votes for by its own judgement")
PLAYERS_VOTE = _key("players_vote", "the players vote whose turn it is before the Hive")
VOTES = _key("votes", "how the Hive votes")
VOTED = _key("voted", "which outcome won")
VOTES_TIED = _key("votes_tied", "who wins a vote that is tied")
AGENDA_END = _key("agenda_end", "the agenda phase ends for the Hive")
POLITICAL_SECRET = _key("political_secret", "whether a player plays the Hive's Political Secret")
SILENCED = _key("silenced", "who cannot vote on an agenda")
DECREE = _key("decree", "what a law or a directive does to the Hive on the board")
DECREE_UNITS = _key("decree_units", "which units the Hive loses by a law or a directive")
DECREE_PICKS = _key("decree_picks", "which of its units a player loses by a directive")
DECREE_PLACE = _key("decree_place", "where a player places a unit by a directive")
DECREE_SHIPS = _key("decree_ships", "whether a Hive ship is where a directive says")
DECREE_VOTERS = _key("decree_voters", "which players voted for a directive")
ELECTED_OF = _key("elected_of", "who controls an elected planet that nobody had booked")
DECREE_SIDE = _key("decree_side", "which side places infantry by a directive")
DECREE_DIE = _key("decree_die", "what the die of a directive shows")
DECREE_PLANETS = _key("decree_planets", "how many planets of the Hive are exhausted by an agenda")
ELECTED_LAW = _key("elected_law", "whether the Hive resolves a law that elects it")
SWAP = _key("swap", "which strategy cards change hands by a law")
ASKED_ONCE = {DISCARD_SOURCE: "bank", FACTS: "right", PLAYERS_SCORE: "done", IMPERIAL_SCORES: "done"}
"""What was once asked where nothing is open, with the answer that comes to the same: a log that holds it plays on."""
MERGED_INTO = {ELECTED_LAW: SWAP}
"""What was once a step before another and is asked with it by now: a log that answers both plays on."""
DECREE_TOKENS = _key("decree_tokens", "how many command tokens of the Hive a law brings on the board")

# --- transactions and what players do to the Hive
PAYMENT = _key("payment", "what a player pays the Hive")
PAYMENT_SURPLUS = _key("payment_surplus", "whether a player pays exactly or with a surplus")
NOTE = _key("note", "which promissory note passes")
INTERFERENCE = _key("interference", "what a player gets for an interference")
HAND = _key("hand", "a transaction is over")
ARMS = _key("arms", "an arms transaction is over")
COUNTEROFFER = _key("counteroffer", "whether a player agrees to a counteroffer")
INFLUENCE_SPENT = _key("influence_spent", "influence that the Hive spends for a faction")
PILLAGE = _key("pillage", "whether a faction pillages the Hive as goods come")
PILLAGED = _key("pillaged", "what a faction pillages")
CAPTURED = _key("captured", "plastic of the Hive that a faction captures or returns")
ALLY_COPIED = _key("ally_copied", "a technology that the Nekro gain of the ally, and what that costs")
HANDS_SEEN = _key("hands_seen", "whose cards a faction has looked at")

TYRANT = _key("tyrant", "which player becomes the Tyrant")
BENEDICTION = _key("benediction", "the benediction phase")
SPLICED = _key("spliced", "what the Hive gains or loses in place of a splice card")
PURGED = _key("purged", "a unit upgrade that the Hive has purged")

# --- families
_DRAW = _family("draw.", "a card of the Hive Mind, for the decision that is named")
_HAS_TARGET = _family("has_target.", "whether there is a target for the type of tactical action that is named")
_MEETS = _family("meets.", "whether the Hive meets the objective that is named")


def draw(purpose: str) -> str:
    """The key of a card drawn for a decision."""
    return f"{_DRAW}{purpose}"


def has_target(action: str) -> str:
    """The key of the question for a target of a type of tactical action."""
    return f"{_HAS_TARGET}{action}"


def meets(objective: str) -> str:
    """The key of the question whether the Hive meets an objective."""
    return f"{_MEETS}{objective}"
