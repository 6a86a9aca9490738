"""The pages of the table's own copies of the rulebook. A change is kept only once the whole copy fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for

from hive.board.layout import KIND_WORDS
from hive.catalog.copying import LONGEST_NAME, called, new_copy, option_id, read_copy, stem_of, uploaded, with_file
from hive.catalog.documents import LARGEST_FILE, TableError
from hive.catalog.reading import load_rulebook
from hive.games.beginning import House
from hive.web.copies.parts import (
    DIAGRAMS,
    BadCopy,
    Copy,
    Doubtful,
    card_changed,
    card_rows,
    checked,
    copy_of,
    deck_doubts,
    diagram_changed,
    diagrams,
    pool_rows,
    pools_changed,
    slot_changed,
    thresholds,
    totals,
)
from hive.web.door import NOT_FOUND, UNPROCESSABLE, View, games
from hive.web.drawing.galaxy import template_view
from hive.web.messages import message
from hive.web.paper import faces
from hive.words import Typed, Words, say

_NOTHING_KEPT = say("Nothing was kept. This does not fit:")

pages = Blueprint("copies", __name__)


@pages.get("/copies")
def index() -> View:
    """The copies that are kept, and how to begin one."""
    return _index()


def _index(error: Words = "", wrong: Sequence[str] = ()) -> str:
    kept = [(stem, _name(stem, text)) for stem, text in games().store.copies().items()]
    return render_template("copies/index.html", kept=kept, error=error, wrong=wrong, longest_name=LONGEST_NAME)


def _name(stem: str, text: str) -> Words:
    try:
        return Typed(read_copy(text, stem).option.name)
    except TableError:
        return say("{copy} (cannot be read)", copy=Typed(stem))


@pages.post("/copies")
def begin() -> View:
    """Begin a copy under a name."""
    name = " ".join(request.form.get("name", "").split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        return _index(say("A name has at most {most} characters that can be shown.", most=LONGEST_NAME)), UNPROCESSABLE
    stem = stem_of(name, _taken())
    games().store.keep_copy(stem, new_copy(stem, name))
    return redirect(url_for("copies.card", copy_id=stem, number=1), code=303)


def _taken() -> list[str]:
    return [*games().house.options()]


@pages.post("/copies/upload")
def upload() -> View:
    """Keep the copy in a file as one more; what does not fit in it is told line by line, and then nothing is kept."""
    try:
        text, file = _file()
        found = uploaded(text, stem_of(file, []), games().house.tables(), load_rulebook())
    except BadCopy as error:
        return _index(error.words), UNPROCESSABLE
    except TableError as error:
        return _index(_NOTHING_KEPT, error.messages), UNPROCESSABLE
    stem = _kept_beside(found)
    return redirect(url_for("copies.one", copy_id=stem), code=303)


def _file() -> tuple[str, str]:
    """The text of the posted file, and what it is called. Raises BadCopy."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise BadCopy(say("Choose the file of a copy or of a table."))
    try:
        text = file.stream.read(LARGEST_FILE + 1).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadCopy(say("This is no text. Save the file as UTF-8.")) from error
    return text, file.filename.rpartition("/")[2].removesuffix(".yaml").removesuffix(".yml")


def _kept_beside(text: str) -> str:
    """Keep a copy beside those that there are, also where one has its name; returns its id."""
    stem = option_id(text)
    if games().store.copies().get(stem) == text:
        return stem
    taken = _taken()
    if stem in taken:
        read, stem = read_copy(text, stem), stem_of(stem, taken)
        number = stem.rpartition("_")[2]
        text = called(read, stem, f"{read.option.name[: LONGEST_NAME - 5]} ({number})")
    games().store.keep_copy(stem, text)
    return stem


@pages.post("/copies/<copy_id>/upload")
def replace(copy_id: str) -> View:
    """Put an edited file in the place of a copy, or of one of its tables."""

    def put(copy: Copy) -> View:
        house: House = games().house
        try:
            text, file = _file()
            found = with_file(copy.read, text, stem_of(file, []), house.tables(), load_rulebook())
            games().store.keep_copy(copy.id, checked(found, copy.id, house.tables()))
        except BadCopy as error:
            return _one(copy, error.words), UNPROCESSABLE
        except TableError as error:
            return _one(copy, _NOTHING_KEPT, error.messages), UNPROCESSABLE
        return redirect(url_for("copies.one", copy_id=copy.id), code=303)

    return _with_copy(copy_id, put)


@pages.get("/copies/<copy_id>")
def one(copy_id: str) -> View:
    """A copy in pictures: its deck, its diagrams, its galaxy."""
    return _with_copy(copy_id, _one)


def _one(copy: Copy, error: Words = "", wrong: Sequence[str] = ()) -> str:
    return render_template(
        "copies/one.html",
        copy=copy,
        cards=faces(copy.tables),
        doubts=deck_doubts(copy.tables.hive_mind.cards, copy.tables),
        diagrams=diagrams(copy),
        map=template_view(copy.tables),
        error=error,
        wrong=wrong,
    )


@pages.get("/copies/<copy_id>/export.yaml")
def export(copy_id: str) -> View:
    """A copy as one file, for friends and to be edited."""

    def file(copy: Copy) -> View:
        response = Response(games().store.copies()[copy.id], mimetype="application/yaml")
        response.headers["Content-Disposition"] = f'attachment; filename="{copy.id}.yaml"'
        return response

    return _with_copy(copy_id, file)


@pages.post("/copies/<copy_id>/delete")
def delete(copy_id: str) -> View:
    """Delete a copy; games that were begun with it keep what it said."""
    games().store.delete_copy(copy_id)
    return redirect(url_for("copies.index"), code=303)


@pages.route("/copies/<copy_id>/cards/<int:number>", methods=["GET", "POST"])
def card(copy_id: str, number: int) -> View:
    """One card by tapping what it shows; then comes the next, or all of them where it was opened from these."""

    def shown(copy: Copy) -> View:
        last, then = len(copy.tables.hive_mind.cards), request.values.get("then", "")
        every = url_for("copies.one", copy_id=copy_id, _anchor=f"card-{number}")
        if not 1 <= number <= last:
            return redirect(url_for("copies.one", copy_id=copy_id), code=303)
        go_on = url_for("copies.card", copy_id=copy_id, number=number + 1) if number < last else None
        return _changed(
            copy,
            lambda: card_changed(copy, number - 1, request.form),
            every if then == "all" else go_on or url_for("copies.diagram", copy_id=copy_id, name="positive"),
            "copies/card.html",
            rows=card_rows(copy, number - 1, request.form),
            face=faces(copy.tables)[number - 1],
            number=number,
            last=last,
            then=then,
        )

    return _with_copy(copy_id, shown)


@pages.route("/copies/<copy_id>/diagrams/<name>", methods=["GET", "POST"])
def diagram(copy_id: str, name: str) -> View:
    """A diagram by putting its blocks in order."""
    if name not in DIAGRAMS:
        return redirect(url_for("copies.one", copy_id=copy_id), code=303)

    def shown(copy: Copy) -> View:
        found = next(one for one in diagrams(copy) if one.key == name)
        here = url_for("copies.diagram", copy_id=copy_id, name=name)
        change = lambda: diagram_changed(copy, name, request.form)  # noqa: E731
        return _changed(copy, change, here, "copies/diagram.html", diagram=found, titles=DIAGRAMS)

    return _with_copy(copy_id, shown)


@pages.route("/copies/<copy_id>/galaxy", methods=["GET", "POST"])
def galaxy(copy_id: str) -> View:
    """Template and zones by tapping the map: a slot, then its zone, or with which it changes places."""

    def shown(copy: Copy) -> View:
        slot = request.values.get("slot", "")
        here = url_for("copies.galaxy", copy_id=copy_id, slot=slot)
        kinds = copy.tables.galaxy.kind_of
        return _changed(
            copy,
            lambda: slot_changed(copy, slot, request.form),
            here,
            "copies/galaxy.html",
            map=template_view(copy.tables),
            slot=slot if slot in kinds else "",
            kinds=KIND_WORDS,
        )

    return _with_copy(copy_id, shown)


@pages.route("/copies/<copy_id>/pools", methods=["GET", "POST"])
def pools(copy_id: str) -> View:
    """Thresholds, planet totals and the pools of tiles, on one page."""

    def shown(copy: Copy) -> View:
        return _changed(
            copy,
            lambda: pools_changed(copy, request.form),
            url_for("copies.one", copy_id=copy_id),
            "copies/pools.html",
            thresholds=thresholds(copy, request.form),
            totals=totals(copy, request.form),
            pools=pool_rows(copy, request.form),
        )

    return _with_copy(copy_id, shown)


def _with_copy(copy_id: str, show: Callable[[Copy], View]) -> View:
    """What a page shows of a copy; where it no longer fits the tables, what is wrong in it."""
    text = games().store.copies().get(copy_id)
    if text is None:
        return message(say("Not found"), say("Nothing is kept under this name."), NOT_FOUND)
    try:
        return show(copy_of(text, copy_id, games().house.tables()))
    except TableError as error:
        return _index(say("This copy no longer fits:"), error.messages), UNPROCESSABLE


def _changed(copy: Copy, change: Callable[[], str], after: str, template: str, **shown: Any) -> View:
    """Show a page, or keep what it posts and go on; what does not fit is said on it, and nothing is kept."""
    if request.method == "GET":
        return render_template(template, copy=copy, error="", **shown)
    try:
        games().store.keep_copy(copy.id, checked(change(), copy.id, games().house.tables()))
    except BadCopy as error:
        doubtful = isinstance(error, Doubtful)
        return render_template(template, copy=copy, error=error.words, doubtful=doubtful, **shown), UNPROCESSABLE
    return redirect(after, code=303)
