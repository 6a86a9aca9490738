"""What may stand under ``given.galaxy``: the board, as far as it differs from the default one."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hive.catalog.tables import Count, Frozen, Name, Unit

Units = dict[Unit, Count]


class GivenUnits(Frozen):
    """The units of each side at a place; a side that is not named has there what it has at the start."""

    hive: Units | None = None
    p1: Units | None = None
    p2: Units | None = None
    neutral: Units | None = None


class GivenPlanet(Frozen):
    """What is given of a planet."""

    control: Literal["hive", "p1", "p2", "nobody"] | None = None
    units: GivenUnits = GivenUnits()
    damaged: GivenUnits = GivenUnits()
    attachments: list[Name] = Field(default_factory=list)
    coexisting: list[Literal["hive", "p1", "p2"]] = Field(default_factory=list)


class GivenControl(Frozen):
    """Which planets each side controls, by their names or, all planets of a system, by its position."""

    hive: list[Name] = Field(default_factory=list)
    p1: list[Name] = Field(default_factory=list)
    p2: list[Name] = Field(default_factory=list)
    nobody: list[Name] = Field(default_factory=list)


class GivenCommandTokens(Frozen):
    """In which systems each side has a command token."""

    hive: list[Name] = Field(default_factory=list)
    p1: list[Name] = Field(default_factory=list)
    p2: list[Name] = Field(default_factory=list)


class GivenHomes(Frozen):
    """In which slot the home system of each player lies, or the gate to it."""

    p1: Name | None = None
    p2: Name | None = None


class GivenGalaxy(Frozen):
    """The board: what differs from the default one with the starting units on it."""

    tiles: dict[Name, Name] = Field(default_factory=dict)
    ion_side: Literal["alpha", "beta"] = "alpha"
    homes: GivenHomes = GivenHomes()
    empty: bool = False
    units: dict[Name, GivenUnits] = Field(default_factory=dict)
    damaged: dict[Name, GivenUnits] = Field(default_factory=dict)
    planets: dict[Name, GivenPlanet] = Field(default_factory=dict)
    control: GivenControl = GivenControl()
    command_tokens: GivenCommandTokens = GivenCommandTokens()
    tokens: dict[Name, list[Name]] = Field(default_factory=dict)
    frontier: list[Name] | None = None
    fracture: bool = False
