"""Systems and rules within the words of a step lead to their pages, wherever no button or link stands already."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from driving import expected_answer, fresh_game, layout
from serving import Table, app_in

ENTRIES = 60
TAPPED = ("a", "button", "summary", "label")


class Taps(HTMLParser):
    """What can be tapped on a page: the ways out of the step's words, and what stands within something else."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ways: set[str] = set()
        self.nested: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAPPED:
            return
        told = dict(attrs)
        if self.open:
            self.nested.append(f"{self.open[-1]} > {tag} {told}")
        self.open.append(tag)
        if told.get("class") == "named":
            self.ways.add(str(told.get("href")))

    def handle_endtag(self, tag: str) -> None:
        if tag in TAPPED:
            self.open.remove(tag)


def test_words_of_a_step_lead_to_their_systems_and_nothing_is_tapped_within_something_else(tmp_path: Path) -> None:
    table = Table(app_in(tmp_path))
    game_id = table.games.create("Test", fresh_game().settings, seed="test", layout=layout())
    ways: set[str] = set()
    for _ in range(ENTRIES):
        html = table.client.get(f"/games/{game_id}").text
        assert Taps(html).nested == []
        form = html[html.index('<form id="answer"') :]
        ways |= Taps(form[: form.index("</form>")]).ways
        present = table.games.present(game_id)
        pending = present.session.pending
        assert pending is not None
        table.games.answer(game_id, present.position, pending.key, expected_answer(present.session.game, pending))
    assert [way for way in ways if way.startswith(f"/games/{game_id}?at=")]
    assert all(table.client.get(way).status_code == 200 for way in sorted(ways))
