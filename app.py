"""The Hive Wars companion. ``python app.py`` serves it on this machine."""

from __future__ import annotations

import sys

from hive.web.factory import create_app
from hive.web.serve import serve

__all__ = ["create_app"]

if __name__ == "__main__":
    sys.exit(serve())
