"""Prints each figure as one JSON object a line: name, value, unit, bound. Ends with 1 if a bound is missed."""

from __future__ import annotations

import json
import sys

from bench import back, galaxy, options, simulated, sizes, steps, walk

MEASURES = (
    steps.steps_without_a_map,
    steps.steps_on_a_map,
    steps.late_against_early,
    options.five_options_against_none,
    back.undo_late,
    back.undo_on_a_map,
    sizes.page_sizes,
    sizes.map_sizes,
    walk.walk_of_a_tap,
    galaxy.decisions_on_full_board,
    simulated.games_per_minute,
)


def main() -> int:
    met = True
    for measure in MEASURES:
        for figure in measure():
            print(json.dumps(figure.as_row()), flush=True)
            met = met and figure.met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
