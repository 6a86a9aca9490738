"""What lies on the cards of the galactic events that a game is played with."""

from __future__ import annotations

from dataclasses import dataclass, field

from hive.catalog.tables import Seat, SpawningSystem


@dataclass
class EventCards:
    """What the app tracks of galactic events, each as long as its card is played with.

    ``zealous``: whose alliance reference card lies on Zealous Orthodoxy. ``atomics``: the Hive's control tokens on
    Stellar Atomics. ``special_commodities``: those of Total War on each home planet of the Hive, by its name.
    ``monuments``: the spawning systems in which a Hive monument stands. ``beneath``: the commodities beneath each
    monument of the players, by its planet, where a galaxy is tracked; the monument is a neutral space dock there.
    """

    zealous: Seat | None = None
    atomics: int = 0
    monuments: list[SpawningSystem] = field(default_factory=list)
    special_commodities: dict[str, int] = field(default_factory=dict)
    beneath: dict[str, int] = field(default_factory=dict)
