"""Twilight's Fall: splice cards that concern the Hive, the Tyrant, and the benediction phase.

Rules: page 34.
"""

from __future__ import annotations

from hive import keys
from hive.catalog.tables import Seat
from hive.model.game import PLAYERS, Game
from hive.rules.abilities.technology import gain_upgrade
from hive.rules.moments import SpeakerChanged, StatusPhaseEnds, UpgradeGained, at, on
from hive.rules.objectives.scoring import draw_secrets
from hive.steps import Ask, Choice, Item, Procedure, Shown, Tell, asked
from hive.words import Name, Words, listed, say, sentence

VALKYRIE = "Valkyrie Particle Weave"
_HEADING = say("Splice cards")


@on(UpgradeGained, option="twilights_fall")
def splice_card_of_valkyrie(game: Game, gained: UpgradeGained) -> list[Item]:
    """The splice card of the technology lies with the Hive from now on. Rule: 34.valkyrie.gained."""
    if gained.upgrade != VALKYRIE:
        return []
    text = say("Lay the splice card {card} face up in [the Hive]'s play area.", card=Name(VALKYRIE))
    return [Item(text, rule="34.valkyrie.gained")]


def would_gain(game: Game) -> Procedure[None]:
    """In place of a splice card the Hive gains an upgrade. Rules: 34.splice.never, 34.splice.upgrade."""
    gained = yield from gain_upgrade(game, "strongest")
    never = Item(say("[The Hive] gains no splice card."), rule="34.splice.never", aside=True)
    yield Tell(
        say("[The Hive] gains a unit upgrade in place of a splice card"),
        "34.splice.upgrade",
        key=keys.SPLICED,
        confirm="done",
        why=gained.whys[0] if gained.whys else None,
        items=(*gained.items, never),
        shown=Shown(_HEADING),
    )


def would_be_given() -> Procedure[None]:
    """A card that a player would give the Hive is purged. Rule: 34.splice.given."""
    text = say("Purge the splice card: [the Hive] never takes one from a player.")
    yield Tell(text, "34.splice.given", key=keys.SPLICED, items=(Item(text, rule="34.splice.given"),))


def loses_valkyrie(game: Game) -> Procedure[None]:
    """Its technology card is purged, and the Hive never gains it again. Rule: 34.valkyrie.lost."""
    game.hive.upgrades = [one for one in game.hive.upgrades if one != VALKYRIE]
    game.hive.purged.append(VALKYRIE)
    text = say("Purge the technology card {card}: [the Hive] can use it no more.", card=Name(VALKYRIE))
    yield _lost(Name(VALKYRIE), text, "34.valkyrie.lost")


def loses_ability(game: Game) -> Procedure[None]:
    """The paradigm Brood Swarm covers the ability (M26). Rule: 34.unrelenting.lost."""
    game.hive.ability_lost = True
    ability = Name(game.tables.units.faction_ability.name)
    text = say(
        "Lay the paradigm Brood Swarm face down over {ability} on the faction sheet: [the Hive] can use it no more.",
        ability=ability,
    )
    yield _lost(ability, text, "34.unrelenting.lost")


def _lost(card: Name, text: Words, rule: str) -> Tell:
    words = say("[The Hive] loses {card}", card=card)
    return Tell(words, rule, key=keys.SPLICED, confirm="done", items=(Item(text, rule=rule),), shown=Shown(_HEADING))


# --- who is the Tyrant in Twilight's Fall, and the benediction phase


@at(SpeakerChanged, option="twilights_fall")
def token_follows_the_speaker(game: Game, changed: SpeakerChanged) -> Procedure[None]:
    """The new Speaker decides who is the Tyrant, as the seats lie around the Hive (Q72); nothing else does (M32).

    Rules: 34.tyrant.left, 34.tyrant.right, 34.tyrant.hive-speaker.
    """
    if changed.speaker == "hive":
        tyrant: Seat | None = yield from _player_as_tyrant(game)
        rule = "34.tyrant.hive-speaker"
    elif changed.speaker == game.settings.left:
        tyrant, rule = "hive", "34.tyrant.left"
    else:
        tyrant, rule = None, "34.tyrant.right"
    yield from becomes_tyrant(game, tyrant, rule)


def becomes_tyrant(game: Game, tyrant: Seat | None, rule: str) -> Procedure[None]:
    """The benediction token goes to a side, or to the common area. Rules: 34.tyrant.left, 34.tyrant.right."""
    game.tyrant = tyrant
    if tyrant is None:
        text = say("Nobody is the Tyrant: put the benediction token into the common area.")
    else:
        text = say("{who!c} is the Tyrant: the benediction token goes there.", who=game.name(tyrant))
    yield Tell(text, rule, items=(Item(text, rule=rule),))


def _player_as_tyrant(game: Game) -> Procedure[Seat]:
    """Players decide which of them it is. Rule: 34.tyrant.hive-speaker."""
    answer = yield from asked(
        Ask(
            key=keys.TYRANT,
            text=say("Which of you becomes the Tyrant?"),
            choices=tuple(Choice(seat, sentence(game.name(seat))) for seat in PLAYERS),
            rule="34.tyrant.hive-speaker",
            shown=Shown(say("Benediction token"), expects=False),
        )
    )
    return next(seat for seat in PLAYERS if seat == answer)


@at(StatusPhaseEnds, option="twilights_fall")
def benediction_phase(game: Game, _: StatusPhaseEnds) -> Procedure[None]:
    """It comes in place of the agenda phase, and is left out while nobody is the Tyrant.

    Rules: 34.benediction.hive-tyrant, 34.benediction.player-tyrant, 34.benediction.hive-is-player.
    """
    if game.tyrant is None:
        return
    lines = _of_the_hive(game) if game.tyrant == "hive" else _of_a_player(game, game.tyrant)
    yield Tell(
        say("Benediction phase: {who} is the Tyrant", who=game.name(game.tyrant)),
        lines[0].rule,
        key=keys.BENEDICTION,
        confirm="done",
        items=lines,
        shown=Shown(say("Benediction phase")),
    )


def _of_the_hive(game: Game) -> tuple[Item, ...]:
    """Rule: 34.benediction.hive-tyrant."""
    rule, number = "34.benediction.hive-tyrant", game.tables.figures.tyrant_secrets.value
    both = listed([game.name(seat) for seat in PLAYERS])
    return (
        Item(say("Draw no edicts: search for Censure and reveal it."), rule=rule),
        Item(say("Put a control token of {players} each on it.", players=both), rule=rule),
        draw_secrets(game, number, rule),
    )


def _of_a_player(game: Game, tyrant: Seat) -> tuple[Item, ...]:
    """Rules: 34.benediction.player-tyrant, 34.benediction.hive-is-player."""
    rule = "34.benediction.player-tyrant"
    edicts = say(
        "{who} draws the edicts and resolves one; you decide as if you were the Speaker.", who=game.name(tyrant)
    )
    none = say("No edict brings [the Hive] a benefit.")
    counts = say("[The Hive] counts as a player on edicts.")
    return (
        Item(edicts, rule=rule),
        Item(none, rule=rule, aside=True),
        Item(counts, rule="34.benediction.hive-is-player", aside=True),
    )
