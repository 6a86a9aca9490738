"""Prints each figure as one JSON object a line: name, value, unit, bound. Ends with 1 if a bound is missed.

python -m bench [--only MEASURE,...]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from bench import back, galaxy, options, simulated, sizes, steps, walk

MEASURES = (
    steps.steps_without_a_map,
    steps.steps_on_a_map,
    steps.late_against_early,
    steps.german_against_english,
    steps.spanish_against_english,
    options.five_options_against_none,
    back.undo_late,
    back.undo_on_a_map,
    sizes.page_sizes,
    sizes.map_sizes,
    walk.walk_of_a_tap,
    galaxy.decisions_on_full_board,
    simulated.games_per_minute,
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="What the app costs.")
    names = {measure.__name__: measure for measure in MEASURES}
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(names), metavar="MEASURE,...")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.only) - names.keys():
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    met = True
    for measure in (names[name] for name in asked.only):
        for figure in measure():
            print(json.dumps(figure.as_row()), flush=True)
            met = met and figure.met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
