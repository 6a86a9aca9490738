"""Laws that come and go by other means than a vote, and those that the Hive resolves. Rules: page 29."""

from __future__ import annotations

from hive.fields import AnyField, OneOf
from hive.model.game import Game
from hive.rules.events.kinds import Args, Event, seats
from hive.rules.laws import duty, elects_hive, enact, repeal
from hive.steps import Choice, Procedure, Tell
from hive.words import Name, say

_NOBODY = "nobody"


def _enacted(game: Game, args: Args) -> Procedure[None]:
    name, who = str(args["law"]), args["who"]
    brought = enact(game, name, "" if who == _NOBODY else game.name(who))
    line = duty(game, game.laws[-1])
    yield Tell(say("{law} is in play.", law=Name(name)), line.rule, items=(line, *brought))


def _repealed(game: Game, args: Args) -> Procedure[None]:
    name = str(args["law"])
    left = repeal(game, name)
    yield Tell(say("{law} is out of play.", law=Name(name)), "1.scope.unchanged-rules", items=tuple(left))


def _resolved(game: Game, args: Args) -> Procedure[None]:
    law = Name(args["law"])
    if args["then"] == "discarded":
        left, text = repeal(game, law), say("[The Hive] resolves {law}; it is discarded.", law=law)
    else:
        left, text = [], say("[The Hive] resolves {law}; it is still in play.", law=law)
    yield Tell(text, "29.elected-laws", items=tuple(left))


def _hidden(game: Game) -> tuple[AnyField, ...]:
    """All laws that can be in play, those that are included: another side may have them now."""
    laws = [one for one in game.tables.agendas.agendas if one.type == "law" and not one.purged]
    names = sorted(one.name for one in laws if one.box in game.settings.boxes)
    choices = tuple(Choice(name, Name(name)) for name in names)
    who = (*seats(game), Choice(_NOBODY, say("Nobody")))
    return (OneOf("law", say("Law"), choices), OneOf("who", say("Elected"), who))


def _in_play(game: Game) -> tuple[AnyField, ...]:
    return (OneOf("law", say("Law"), tuple(Choice(law.name, Name(law.name)) for law in game.laws)),)


def _of_the_hive(game: Game) -> tuple[AnyField, ...]:
    names = tuple(Choice(law.name, Name(law.name)) for law in game.laws if elects_hive(game, law))
    then = (Choice("stays", say("It stays")), Choice("discarded", say("It is discarded")))
    return (OneOf("law", say("Law"), names), OneOf("then", say("Then"), then))


EVENTS: tuple[Event, ...] = (
    Event(
        "law_resolved",
        say("[The Hive] resolves a law that elected it"),
        "Laws",
        "29.elected-laws",
        _resolved,
        _of_the_hive,
        impossible=lambda game: (
            "" if any(elects_hive(game, law) for law in game.laws) else say("No law has elected [the Hive].")
        ),
    ),
    Event(
        "law_repealed",
        say("A law is repealed or lost"),
        "Laws",
        "1.scope.unchanged-rules",
        _repealed,
        _in_play,
        impossible=lambda game: "" if game.laws else say("No law is in play."),
    ),
    Event(
        "law_enacted",
        say("A law comes into play, or to another side"),
        "Laws",
        "1.scope.unchanged-rules",
        _enacted,
        _hidden,
    ),
)
