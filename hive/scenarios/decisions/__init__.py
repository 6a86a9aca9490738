"""What a scenario can do: each decision with what it needs, the procedure that it runs, and what comes of it.

The names under which a decision tells what came of it may stand under ``expect``, beside the state of the game.
docs/scenarios.md lists them all.
"""

from __future__ import annotations

from hive.scenarios.decisions import action, other, strategy
from hive.scenarios.decisions.decision import Decision

DECISIONS: dict[str, Decision] = {
    decision.name: decision for decision in (*strategy.DECISIONS, *action.DECISIONS, *other.DECISIONS)
}
