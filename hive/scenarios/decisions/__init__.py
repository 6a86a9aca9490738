"""What a scenario can do: each decision with what it needs, the procedure that it runs, and what comes of it.

The names under which a decision tells what came of it may stand under ``expect``, beside the state of the game.
docs/scenarios.md lists them all.
"""

from __future__ import annotations

from hive.scenarios.decisions import action, agenda, board, other, strategy, tactical, transactions
from hive.scenarios.decisions.decision import Decision

_MODULES = (strategy, action, board, tactical, agenda, transactions, other)

DECISIONS: dict[str, Decision] = {decision.name: decision for module in _MODULES for decision in module.DECISIONS}
