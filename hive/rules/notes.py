"""Promissory notes.

A player's note that the Hive has received lies with its owner as a reminder; the Hive has one note of each kind to
give. How a note passes: :mod:`hive.rules.transactions.payment`.

Rules: page 27, 28.6.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import get_args

from hive import keys
from hive.catalog.reading import load_notes
from hive.catalog.tables import Note, NoVote, Seat
from hive.effects import begin, having_leader
from hive.model.game import PLAYERS, Game, NoteHeld, Player, Spent
from hive.rules.area import gain_points, trade_goods_come
from hive.rules.moments import AgendaRevealed, ObjectiveScored, Source, VoteBegins, at, on
from hive.rules.options import faction_of
from hive.steps import Ask, Confirmed, Item, Number, Procedure, Shown, Tell, agreed, filled, question
from hive.words import Words, count, listed, printed, say

KINDS: tuple[Note, ...] = get_args(Note)


def note_words(kind: Note) -> Words:
    """What a kind of notes is called."""
    return printed(load_notes().by_key[kind].name, {})


# --- where they lie


def receivable(game: Game, owner: Player) -> list[Note]:
    """The kinds of a player's notes that the Hive has not received."""
    held = {note.kind for note in game.hive.notes if note.owner == owner}
    return [kind for kind in KINDS if kind not in held]


def givable(game: Game) -> list[Note]:
    """The kinds of the Hive's notes that no player holds."""
    return [kind for kind in KINDS if holder(game, kind) is None]


def holder(game: Game, kind: Note) -> Player | None:
    """The player who holds a note of the Hive, or nobody."""
    return next((seat for seat in PLAYERS if kind in game.players[seat].notes), None)


def received(game: Game, kind: Note) -> list[Player]:
    """The players whose note of a kind the Hive has received."""
    return [note.owner for note in game.hive.notes if note.kind == kind]


def name_of(game: Game, owner: Seat, kind: Note) -> Words:
    """``Ada's Alliance``, ``the Hive's Ceasefire``."""
    return say("{who}'s {what}", who=game.name(owner), what=note_words(kind))


def back_from_hive(game: Game, owner: Player, kind: Note) -> list[Item]:
    """The Hive's part in a player's note ends; with Support for the Throne its victory point. Empty if it has none.

    Rule: 27.received.support-return.
    """
    if owner not in received(game, kind):
        return []
    game.hive.notes.remove(NoteHeld(kind, owner))
    text = say("Give {note} back to {who}.", note=name_of(game, owner, kind), who=game.name(owner))
    rule = "27.received.alliance-return" if kind == "alliance" else load_notes().by_key[kind].received_rule
    return [Item(text, _point_lost(game, "hive", kind), rule)]


def back_to_hive(game: Game, player: Player, kind: Note) -> list[Item]:
    """A player gives a note of the Hive back; with Support for the Throne the victory point, too. Empty without it.

    Rule: 27.given.support-return.
    """
    if holder(game, kind) != player:
        return []
    game.players[player].notes.remove(kind)
    text = say("{who} gives {note} back.", who=game.name(player), note=name_of(game, "hive", kind))
    rule = "27.given.alliance-return" if kind == "alliance" else load_notes().by_key[kind].given_rule
    return [Item(text, _point_lost(game, player, kind), rule)]


def _point_lost(game: Game, seat: Seat, kind: Note) -> Words:
    """Take the victory point of Support for the Throne from its holder; what to say of it."""
    if kind != "support_for_the_throne":
        return ""
    points = game.tables.figures.support_points.value
    gain_points(game, seat, -points)
    return say("{who} loses {items}", who=game.name(seat), items=count(points, "victory point"))


# --- when they go back


def ready_cards(game: Game, exhausted: Collection[Player] = PLAYERS) -> list[Item]:
    """The notes that go back in the ready cards step.

    ``exhausted``: the players with an agent that would be readied; the faction note of another one stays (Q103).
    Rules: 28.6.notes, 27.received.alliance-return, 27.received.faction, 27.given.alliance-return.
    """
    lines = []
    for seat in PLAYERS:
        lines.extend(back_from_hive(game, seat, "alliance"))
        agents = back_from_hive(game, seat, "faction") if seat in exhausted else []
        if agents:
            lines.extend(
                [*agents, Item(say("Do not ready {who}'s agents.", who=game.name(seat)), rule="27.received.faction")]
            )
        lines.extend(back_to_hive(game, seat, "alliance"))
    return lines


# --- a player's Trade Agreement that the Hive has received, once that player replenishes commodities


MOST_COMMODITIES = 99
"""More than a player can ever have, where the tables know no commodity value."""
RULE = "27.received.resolve"


def agreements_resolved(game: Game) -> Procedure[None]:
    """With Trade, whoever plays it, players may replenish commodities: those of an agreement all go to the Hive.

    Rule: 27.received.resolve.
    """
    for seat in received(game, "trade_agreement"):
        answer = yield from filled(_replenishes(game, seat))
        if answer.choice != "replenished":
            continue
        # Commodities that come from a player are trade goods for the Hive (Q51).
        goods = trade_goods_come(game, answer.numbers["commodities"], RULE)
        lines = [*back_from_hive(game, seat, "trade_agreement"), *goods]
        number = count(answer.numbers["commodities"], "commodity", "commodities")
        text = say("{who} gives [the Hive] {commodities}", who=game.name(seat), commodities=number)
        yield Tell(text, RULE, items=tuple(lines))


def most_commodities(game: Game, seat: Player) -> int:
    """The most commodities that a player can have: the faction's value with all that can raise it.

    For a faction of which nothing is known, the highest value that one has.
    """
    factions, faction = game.tables.factions, game.tables.factions.by_name.get(faction_of(game, seat))
    known = [one.commodities for one in factions.factions if one.commodities is not None]
    if faction is not None and faction.commodities is not None:
        known = [faction.commodities]
    raised = sum(number for box, number in factions.commodities_raised.items() if box in game.settings.boxes)
    return max(known) + raised if known else MOST_COMMODITIES


def _value(game: Game, seat: Player) -> int:
    """What a player replenishes to, as far as it is known."""
    faction = game.tables.factions.by_name.get(faction_of(game, seat))
    return (faction.commodities if faction else None) or 1


def _replenishes(game: Game, seat: Player) -> Ask:
    who = game.name(seat)
    return question(
        keys.AGREEMENT,
        who=who,
        numbers=(
            Number(
                "commodities",
                say("Commodities of {who}", who=who),
                maximum=most_commodities(game, seat),
                value=_value(game, seat),
            ),
        ),
    )


# --- what promissory notes do while they lie with somebody, and at moments of the game


_DUE_AT_A_TURN: tuple[Note, ...] = ("trade_agreement", "ceasefire")


def effect_received(game: Game, owner: Player, kind: Note) -> Item:
    """What a player's note means while the Hive has it. Rule: 27.received.resolve."""
    row = load_notes().by_key[kind]
    effect = printed(row.while_received, {"who": game.name(owner)})
    text = say("{note}: {effect}", note=note_words(kind), effect=effect)
    return Item(text, say("[The Hive] has received it"), row.received_rule)


def effect_given(game: Game, player: Player, kind: Note) -> Item:
    """What a note of the Hive means while a player holds it. Rule: 27.given.printed."""
    row, who = load_notes().by_key[kind], game.name(player)
    text = say("{note}: {effect}", note=note_words(kind), effect=printed(row.while_given, {"who": who}))
    return Item(text, say("[the Hive]'s, with {who}", who=who), row.given_rule)


def due_at_a_turn(game: Game, seat: Player) -> tuple[Item, ...]:
    """What the Hive's next opportunity for a note may be in a player's turn. Rule: 27.received.resolve."""
    due = [note.kind for note in game.hive.notes if note.owner == seat and note.kind in _DUE_AT_A_TURN]
    return tuple(effect_received(game, seat, kind) for kind in due)


# --- in the ready cards step


def exhausted_of(game: Game, seats: Collection[Player]) -> list[Spent]:
    """The exhausted agents of some players of which the table has told. Rule: 27.received.faction."""
    by_key = game.tables.doings.by_key
    spent = [(one, by_key[one.doing]) for one in game.spent if one.doing in by_key]
    return [one for one, doing in spent if doing.kind == "agent" and {*seats} & {*having_leader(game, doing)}]


def exhausted_agents(game: Game) -> Procedure[list[Player]]:
    """Whose agents would be readied, of the players whose faction note the Hive has received (Q103).

    Rule: 27.received.faction.
    """
    exhausted = []
    for seat in received(game, "faction"):
        known = bool(exhausted_of(game, [seat]))
        answer = yield from question(keys.AGENT_EXHAUSTED, who=game.name(seat), shown=Shown(expects=known))
        if answer == "yes":
            exhausted.append(seat)
    return exhausted


# --- what promissory notes do at moments of the game, and when they go back for it


@at(AgendaRevealed, Source(note="political_secret"))
def silenced(game: Game, _: AgendaRevealed) -> Procedure[None]:
    """The Hive uses the Political Secret of players on the agenda just revealed; the notes then go back.

    It acts as page 27 says, and no more (Q124). Rule: 27.received.resolve.
    """
    players, lines = received(game, "political_secret"), []
    for seat in players:
        lines.append(effect_received(game, seat, "political_secret"))
        lines.extend(back_from_hive(game, seat, "political_secret"))
    silence = NoVote(kind="no_vote", say="no vote on this agenda")
    begin(game, str(note_words("political_secret")), silence, "agenda", players)
    names = listed([game.name(seat) for seat in players])
    text = say("On this agenda {names} cannot vote, play action cards or use faction abilities", names=names)
    yield Confirmed(text, "27.received.resolve", key=keys.SILENCED, items=tuple(lines))


@at(VoteBegins, Source(note="political_secret", held="by_player"))
def kept_from_voting(game: Game, _: VoteBegins) -> Procedure[None]:
    """Whether the Hive's Political Secret is played on this agenda; it then goes back.

    Where it is, the Hive draws neither influence cards nor a multiplier card. Rule: 27.given.political-secret.
    """
    seat = holder(game, "political_secret")
    if seat is None:
        return
    played = yield from agreed(question(keys.POLITICAL_SECRET, who=game.name(seat)))
    if lines := back_to_hive(game, seat, "political_secret") if played else []:
        silence = NoVote(kind="no_vote", say="the Hive casts no votes on this agenda")
        begin(game, str(note_words("political_secret")), silence, "agenda", ["hive"])
        text = say("[The Hive] casts no votes on this agenda.")
        yield Tell(text, "27.given.political-secret", items=tuple(lines))


@on(ObjectiveScored, Source(note="support_for_the_throne"))
def support_of_a_player_ends(game: Game, scored: ObjectiveScored) -> list[Item]:
    """The Hive gives it back when its owner scores; the activation of a system changes nothing (Q124).

    Rule: 27.received.support-return.
    """
    return [] if scored.by == "hive" else back_from_hive(game, scored.by, "support_for_the_throne")


@on(ObjectiveScored, Source(note="support_for_the_throne", held="by_player"))
def support_of_the_hive_ends(game: Game, scored: ObjectiveScored) -> list[Item]:
    """The player gives it back when the Hive scores. Rule: 27.given.support-return."""
    if scored.by != "hive":
        return []
    return [item for seat in PLAYERS for item in back_to_hive(game, seat, "support_for_the_throne")]
