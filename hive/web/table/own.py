"""Where a player's own side of the table is left for a page, and where it is come back to."""

from __future__ import annotations

from flask import request

from hive.store import Question
from hive.web.devices import OWN_TAB, own_tab
from hive.web.door import games
from hive.web.table.entered import asked_now
from hive.web.table.looking import looking_at


def own_side() -> str | None:
    """The tab to which what is entered on a page comes back: a player's own side, where the page was opened there."""
    return OWN_TAB if looking_at(request.values).tab == OWN_TAB else None


def asked_on_own_side(game_id: str) -> Question | None:
    """What is asked before an entry that a player makes on their own side; None where another makes it, or elsewhere.

    Such an entry comes back to that side, unless the game asks something else by then: that stands on the first tab.
    """
    own = own_side() is not None and own_tab(game_id) is not None
    return asked_now(games().present(game_id)) if own else None
