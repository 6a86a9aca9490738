"""What the table calls what it can mend in a system."""

from __future__ import annotations

from hive.catalog.tables import Owner, UnitType
from hive.model.game import Game
from hive.naming import planet as planet_name
from hive.words import Name, Words, say


def units_words(game: Game, seat: Owner, unit: UnitType, planet: str | None) -> Words:
    """What a number of units counts."""
    who, units = game.name(seat), Name(unit.plural)
    if planet is None:
        return say("{who}'s {units}", who=who, units=units)
    return say("{who}'s {units} on {planet}", who=who, units=units, planet=planet_name(game, planet))


def damaged_words(game: Game, seat: Owner, unit: UnitType, planet: str | None) -> Words:
    """What a number of damaged units counts."""
    who, units = game.name(seat), Name(unit.plural)
    if planet is None:
        return say("{who}'s damaged {units}", who=who, units=units)
    return say("{who}'s damaged {units} on {planet}", who=who, units=units, planet=planet_name(game, planet))


def control_words(game: Game, planet: str) -> Words:
    """What is asked about control of a planet."""
    return say("control of {planet}", planet=planet_name(game, planet))


def coexisting_words(game: Game, seat: Owner, planet: str) -> Words:
    """What is asked about units that live beside those of who controls their planet."""
    return say("{who}'s units coexist on {planet}", who=game.name(seat), planet=planet_name(game, planet))


def attachment_words(game: Game, attachment: str, planet: str) -> Words:
    """What is asked about an attachment of a planet."""
    return say("{attachment} on {planet}", attachment=Name(attachment), planet=planet_name(game, planet))
