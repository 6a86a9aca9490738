"""The page on which the table looks up what it has used, by its name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hive.catalog.tables import BOX_WORDS, Doing
from hive.catalog.tables.acts import Act, Elsewhere, Says
from hive.catalog.tables.doings import DoingKind
from hive.games.present import Present
from hive.model.game import Game
from hive.rules.events import at_its_moment, by_the_app, doings_of, used_event
from hive.rules.events.limits import spared_words
from hive.web.frame import GamePage, framed
from hive.web.table.by_hand import EventView, event_view
from hive.words import Name, Words, listed, say, sentence

KIND_WORDS: dict[DoingKind, Words] = {
    "ability": say("ability"),
    "action_card": say("action card"),
    "agent": say("agent"),
    "breakthrough": say("breakthrough"),
    "breakthrough_unit": say("unit of a breakthrough"),
    "commander": say("commander"),
    "edict": say("edict"),
    "flagship": say("flagship"),
    "genome": say("genome"),
    "hero": say("hero"),
    "king_mech": say("mech"),
    "law": say("law"),
    "legendary": say("legendary planet"),
    "mech": say("mech"),
    "paradigm": say("paradigm"),
    "plot": say("plot"),
    "promissory": say("promissory note"),
    "relic": say("relic"),
    "strategy_card": say("strategy card"),
    "technology": say("technology"),
    "tf_ability": say("ability"),
    "tf_action_card": say("action card"),
    "tf_unit_upgrade": say("unit upgrade"),
    "unit": say("unit"),
}


@dataclass(frozen=True)
class UsedView:
    """Something that players own or do: what it is, when it can be used, what it says; and its event.

    ``itself``: the app minds it, and nobody has to say anything.
    """

    event: EventView
    about: Words
    says: Words
    itself: bool


@dataclass(frozen=True)
class UsedPage(GamePage):
    """All that this table can have, by name: first what can be used just now."""

    now: tuple[UsedView, ...]
    entries: tuple[UsedView, ...]


def used_page(present: Present) -> UsedPage:
    """What the factions and boxes of a game bring."""
    game = present.session.game
    step = present.session.pending
    now = {one.doing for one in at_its_moment(game, step)} if step is not None else set()
    rows = sorted(doings_of(game), key=lambda one: one.name)
    first = sorted((_view(game, one) for one in rows if one.doing in now), key=lambda one: bool(one.event.impossible))
    return UsedPage(*framed(present), tuple(first), tuple(_view(game, one) for one in rows if one.doing not in now))


def _view(game: Game, doing: Doing) -> UsedView:
    event = event_view(game, used_event(doing))
    if event.place:
        # Its form stands beside the map.
        event = replace(event, fields=())
    said = [words for act in doing.does if (words := _says(act))]
    said += [spared] if (spared := spared_words(doing)) else []
    return UsedView(event, _about(game, doing), listed(said, ";") if said else "", by_the_app(game, doing))


def _about(game: Game, doing: Doing) -> Words:
    when = Name(game.tables.moments.by_key[doing.when].words)
    kind, box = KIND_WORDS[doing.kind], doing.box
    if doing.faction is not None:
        return sentence(say("{kind}, {faction}: {when}", kind=kind, faction=Name(doing.faction), when=when))
    if box == "tf":
        return sentence(say("{kind}: {when}", kind=kind, when=when))
    return sentence(say("{kind}, {box}: {when}", kind=kind, box=BOX_WORDS[box], when=when))


def _says(act: Act) -> Words:
    """What an act says by itself; of the others the form tells it."""
    if isinstance(act, Says | Elsewhere):
        return Name(act.say)
    return Name(act.effect.say) if act.kind in ("bends", "stands") else ""
