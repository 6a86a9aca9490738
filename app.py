"""The Hive Wars companion. ``python app.py`` serves it on this machine."""

from __future__ import annotations

import gc
import sys

gc.disable()  # What a start makes stays: it is not looked through for garbage until the app serves.

from hive.web.factory import create_app  # noqa: E402
from hive.web.serve import serve  # noqa: E402

__all__ = ["create_app"]

if __name__ == "__main__":
    sys.exit(serve())
