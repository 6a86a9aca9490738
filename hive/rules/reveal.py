"""Public objectives are revealed by the table. Rules: 28.1.win.no-objective, 1.setup.purge-objectives."""

from __future__ import annotations

from hive.catalog.tables import Objective
from hive.model.game import Game, RevealedObjective
from hive.rules.points import check_victory
from hive.steps import Ask, Choice, Procedure, Tell
from hive.words import count

NONE_LEFT = "none"


def hidden_objectives(game: Game) -> list[Objective]:
    """The public objectives that can still be revealed with the boxes on the table, by name within each stage."""
    shown = {objective.name for objective in game.objectives}
    hidden = [
        objective
        for objective in game.tables.objectives.objectives
        if not objective.purged and objective.box in game.settings.boxes and objective.name not in shown
    ]
    return sorted(hidden, key=lambda objective: (objective.stage, objective.name))


def reveal_objective(game: Game, text: str) -> Procedure[None]:
    """The table names the revealed objective, or says that none is left, and then the Hive wins."""
    while True:
        choices = [
            Choice(objective.name, objective.name, f"{'I' * objective.stage}, {objective.wants}")
            for objective in hidden_objectives(game)
        ]
        none_left = Choice(NONE_LEFT, "None is left", "a public objective cannot be revealed: the Hive wins")
        name = yield Ask("reveal", text, (*choices, none_left), "28.1.win.no-objective", search=True)
        # An event may have revealed the same one meanwhile.
        if name not in [objective.name for objective in game.objectives]:
            break
    if name == NONE_LEFT:
        game.objectives_ran_out = True
        check_victory(game)
        return
    game.objectives.append(RevealedObjective(name))
    points = game.tables.objectives.by_name[name].points
    yield Tell(f"{name} is revealed, {count(points, 'victory point')}.", "28.1.public")
