"""``python -m bench.fuzz``: see :mod:`bench.fuzz.running`."""

import sys

from bench.fuzz.running import main

sys.exit(main())
