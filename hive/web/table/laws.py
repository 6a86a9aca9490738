"""The laws in play as the pages show them: what each means for the Hive, and whether it can come up now."""

from __future__ import annotations

from dataclasses import dataclass

from hive.model.game import Game
from hive.rules.laws import duty, elects_hive, matters_now
from hive.web.words import Run, anchor, runs
from hive.words import Name, Words


@dataclass(frozen=True)
class LawView:
    """A law in play. ``hive``: the Hive was elected; ``now``: it can come up in the present phase."""

    name: str
    elected: tuple[Run, ...]
    duty: Words
    rule: str
    hive: bool
    now: bool
    anchor: str


def laws_view(game: Game) -> tuple[LawView, ...]:
    """The laws in play, in the order in which they came."""
    return tuple(
        LawView(
            name=law.name,
            elected=runs(_elected(game, law.elected)),
            duty=duty(game, law).text,
            rule=duty(game, law).rule,
            hive=elects_hive(game, law),
            now=matters_now(game, law),
            anchor=anchor(f"laws.{law.name}"),
        )
        for law in game.laws
    )


def _elected(game: Game, elected: str) -> Words:
    """Whom or what a law has elected: a side by its name, or a name out of the tables."""
    return next((game.name(seat) for seat in game.seats if game.name(seat) == elected), Name(elected))
