"""Systems that the Hive's exhausted Diplomacy closes to players. Rules: 12.diplomacy.lock, 12.diplomacy.lock-rex."""

from __future__ import annotations

from hive.board.survey import Survey


def locked_systems(survey: Survey) -> list[str]:
    """Those with a planet of the Hive and none of its capacity ships, Mecatol Rex aside."""
    return [
        position
        for position in sorted(survey.positions)
        if position != survey.mecatol_rex and survey.controlled(position) and not survey.capacity_ships([position])
    ]
