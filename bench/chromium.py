"""The browser that draws: where it is, and how it is started on a machine without a screen."""

from __future__ import annotations

import os
import shutil

# A frame that is kept from page to page takes four fifths of what a new one for each takes. The other names are those
# that Playwright puts out, of whatever a page can notice: only the last list counts.
FEATURES = "RenderDocument,PaintHolding,AvoidUnnecessaryBeforeUnloadCheckSync,AvoidCorsURLLoaderRestartOnRedirect"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
FLAGS.append(f"--disable-features={FEATURES},ThirdPartyStoragePartitioning")
# The one without windows takes two thirds of the other's processor time.
CHROMIUMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]


def find_browser() -> str | None:
    """The path of a Chromium: the one that CHROMIUM names, else the first that is found."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else CHROMIUMS
    return next((found for name in names if (found := shutil.which(name))), None)
