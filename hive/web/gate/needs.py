"""Who may do what: each page and each post of the app, with what a device needs for it.

What does not stand here is refused to everybody; a test walks through all addresses of the app.
"""

from __future__ import annotations

from enum import Enum, auto


class Need(Enum):
    """What a device needs: to be the host, to be one that may begin games, or a code.

    Any code of the game lets it ``WATCH``, any but a spectator's ``PLAY``, and some things are the ``TABLE``'s alone.
    """

    NOTHING = auto()
    BEGIN = auto()
    HOST = auto()
    WATCH = auto()
    PLAY = auto()
    TABLE = auto()


_ENDPOINTS: dict[Need, tuple[str, ...]] = {
    Need.NOTHING: (
        *("static", "htmx_script", "lobby.index", "lobby.change_theme", "lobby.change_text", "lobby.change_keys"),
        *("lobby.change_sound", "lobby.change_awake"),
        *("lookup.doings", "lookup.rule", "lookup.rules", "lookup.tables"),
        *("paper.deck", "paper.index", "paper.quick_reference"),
        *("screens.join", "screens.join_by_hand"),
        # These two guard themselves, and tell nothing of any game.
        *("hosting.health", "hosting.figures"),
    ),
    Need.BEGIN: (
        *("lobby.example", "lobby.copy"),
        *("setup.begin", "setup.by_hand", "setup.by_slot", "setup.draw_event", "setup.galaxy", "setup.homebrew"),
        *("setup.name_homebrew", "setup.new_game", "setup.one_slot", "setup.paste"),
    ),
    Need.HOST: (
        *("lobby.backup", "lobby.delete", "lobby.import_game"),
        *("copies.begin", "copies.card", "copies.delete", "copies.diagram", "copies.export", "copies.galaxy"),
        *("copies.index", "copies.one", "copies.pools", "copies.replace", "copies.upload"),
    ),
    Need.WATCH: (
        *("table.table", "following.stream", "following.position", "screens.since", "screens.wall", "screens.watch"),
        *("screens.come_along", "story.at", "story.story", "story.walk"),
        *("lookup.played", "mind.threats", "mind.units", "mind.why", "paper.layout", "paper.sheet"),
    ),
    Need.PLAY: (
        *("table.all_set_up", "table.answer", "table.correct", "table.corrections", "table.event"),
        *("table.event_place", "table.events", "table.guide", "table.log", "table.mark", "table.middle"),
        *("table.moved", "table.redo", "table.set_middle", "table.share", "table.since", "table.undo", "table.used"),
        *("map.galaxy_map", "map.mend_system", "map.system_sheet", "map.systems", "map.tap_system"),
        *("mind.keep_note", "mind.note", "mind.wrong"),
        *("lobby.export", "lobby.game_menu", "lobby.rename", "lobby.rematch_of", "screens.screens"),
    ),
    Need.TABLE: ("screens.change_codes",),
}
NEEDS: dict[str, Need] = {endpoint: need for need, endpoints in _ENDPOINTS.items() for endpoint in endpoints}
