"""``python -m bench.faults``: see :mod:`bench.faults.running`."""

import sys

from bench.faults.running import main

sys.exit(main())
