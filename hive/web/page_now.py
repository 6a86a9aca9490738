"""What to do now: the open step in words, its one next tap, and what happened just before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from hive.games import Present
from hive.model.game import PLAYERS, Game
from hive.rules.events import EVENTS
from hive.steps import Ask, Card, Choice, Draw, Item, Step, Tell, Why
from hive.web.page_cards import SYMBOL_TITLES, CardView, DrawField, draw_fields, shown_cards
from hive.web.page_log import Happening, happened
from hive.web.page_words import Run, phase_words, runs
from hive.words import sentence

Layout = Literal["tiles", "list", "row", "search", "sides"]

NO_ANSWER_EXPECTED = (
    "player_picks",
    "strategy_card",
    "discard_source",
    "secret_phase",
    "speaker",
    "reveal",
    "technology_colour",
    "upgrade",
    "planet_gained",
    "planet_lost",
    "planet_exhausted",
    "fewest_capacity_ships",
    "meets",
    "structure_objective_incomplete",
)
SCORING = ("players_score", "imperial_scores")
KICKERS: dict[str, str] = {
    "set_up": "Set up the table",
    "reveal": "Public objectives",
    "hive_picks": "Strategy card",
    "player_picks": "Strategy card",
    "production_site": "Ship production",
    "fewest_capacity_ships": "Ship production",
    "has_target": "Tactical action",
    "tactical_action": "Tactical action",
    "strategic_action": "Strategic action",
    "secret_phase": "Secret objective",
    "meets": "Public objectives",
    "players_score": "Score",
    "imperial_scores": "Score",
    "none_left": "Public objectives",
    "hive_scores": "Score",
    "draw": "Hive Mind deck",
    "hive_turn": "The Hive Mind",
    "any_target": "The Hive Mind",
    "pass": "The Hive's turn",
    "placed": "Strategic action",
    "secondary": "Secondary ability",
}
CARD_ASKS = ("player_turn", "player_picks", "strategy_card")
QUICK_EVENTS: dict[str, tuple[str, ...]] = {
    "player_turn": ("support", "planet_lost"),
    "tactical_action": ("planet_gained", "planet_lost"),
}
LINKED_EVENTS: dict[str, str] = {"hits_space": "Hits in space", "hits_ground": "Hits on the ground"}
SHORT_NEWS, LONG_NOTE = 6, 60


@dataclass(frozen=True)
class Button:
    """One answer as a button."""

    value: str
    label: str
    note: str = ""
    number: str = ""
    kind: str = ""
    worded: tuple[Run, ...] = ()


@dataclass(frozen=True)
class Now:
    """The first thing on the table screen.

    ``go`` is the one next tap, ``second`` the quieter one beside it, ``choices`` the big buttons in the page.
    """

    key: str
    kicker: str
    symbol: str
    plain: str
    headline: tuple[Run, ...]
    detail: str = ""
    rule: str = ""
    lines: tuple[Item, ...] = ()
    why: Why | None = None
    layout: Layout = "tiles"
    choices: tuple[Button, ...] = ()
    fields: tuple[DrawField, ...] = ()
    go: Button | None = None
    second: Button | None = None
    cards: tuple[CardView, ...] = ()
    happened: tuple[Happening, ...] = ()
    quick: tuple[Button, ...] = ()
    linked: tuple[Button, ...] = ()
    over: str = ""

    @property
    def main_news(self) -> Happening:
        """The step that says most about what just happened."""
        return max(self.happened, key=lambda one: (len(one.lines), one.why is not None))

    @property
    def folded(self) -> bool:
        """Whether what just happened is too long to stand open."""
        return sum(1 + len(one.lines) for one in self.happened) > SHORT_NEWS


def now_of(present: Present) -> Now:
    """What the table has to do now."""
    step = present.session.pending
    if step is None:
        return _over(present)
    if isinstance(step, Draw):
        return _draw(present, step)
    return _ask(present, step) if isinstance(step, Ask) else _tell(present, step)


def _base(present: Present, step: Step, text: str) -> dict[str, Any]:
    game = present.session.game
    return {
        "key": step.key,
        "kicker": _kicker(present, step),
        "symbol": _symbol(present, step),
        "plain": text,
        "headline": runs(game, text),
        "rule": step.rule,
        "cards": shown_cards(present),
        "happened": happened(game, present.words),
        "quick": _quick(game, step),
        "linked": tuple(Button(*event) for event in LINKED_EVENTS.items() if step.key in QUICK_EVENTS),
    }


def _tell(present: Present, step: Tell) -> Now:
    return Now(
        **_base(present, step, step.text),
        detail=step.detail,
        lines=step.items,
        why=step.why,
        go=Button("done", "Done"),
    )


def _ask(present: Present, step: Ask) -> Now:
    game = present.session.game
    buttons = [_button(game, step, choice) for choice in step.choices]
    go, second = None, None
    if not step.key.startswith(NO_ANSWER_EXPECTED):
        go, buttons = buttons[0], buttons[1:]
        second = next((button for button in buttons if button.label == "Not possible" or len(buttons) == 1), None)
        buttons = [button for button in buttons if button is not second]
    return Now(
        **_base(present, step, step.text),
        detail=step.detail,
        lines=step.items,
        why=step.why,
        layout=_layout(step, buttons),
        choices=tuple(buttons),
        go=go,
        second=second,
    )


def _layout(step: Ask, buttons: list[Button]) -> Layout:
    if step.search:
        return "search"
    if step.key in SCORING:
        return "sides"
    if step.key == "tactical_action":
        return "row"
    return "list" if any(len(button.note) > LONG_NOTE for button in buttons) else "tiles"


def _button(game: Game, step: Ask, choice: Choice) -> Button:
    label, note, number, kind = choice.label, choice.note, "", ""
    strategy_card = choice.value.removeprefix("card.")
    objective = game.tables.objectives.by_name.get(choice.value) if step.search else None
    side = choice.value.partition(".")[0]
    if step.key in CARD_ASKS and strategy_card.isdigit():
        name, number, kind = game.card_name(int(strategy_card)), strategy_card, "strategy"
        label, note = name, "play this card" if step.key == "player_turn" else note
    elif objective is not None:
        note, number, kind = objective.wants, "I" * objective.stage, "objective"
    elif step.key in SCORING and side in PLAYERS:
        label, kind = label.removeprefix(f"{game.name(PLAYERS[side == 'p2'])}: "), side
    return Button(choice.value, sentence(label), note, number, kind, runs(game, sentence(label)))


def _draw(present: Present, step: Draw) -> Now:
    game = present.session.game
    fields = draw_fields(game, step)
    article = "an" if step.purpose[0] in "aeiou" else "a"
    return Now(
        **_base(present, step, f"Draw {article} {step.purpose} card"),
        detail=f"{step.detail} From the {step.deck} deck. Say what it shows; the app needs no more of it.".strip(),
        fields=fields,
        go=Button("drawn", "Drawn") if len(fields) > 1 else None,
    )


def _over(present: Present) -> Now:
    game = present.session.game
    players = f"{game.name('p1')} and {game.name('p2')}"
    if game.winner == "players":
        text = f"{players} win"
        detail = "Both have the victory points that the alliance needs. The Hive is driven back."
    else:
        text = "The Hive wins"
        detail = (
            "No public objective is left to reveal."
            if game.objectives_ran_out
            else f"It has {game.hive.victory_points} victory points. Nothing is left that could stop it."
        )
    return Now(
        key="over",
        kicker=f"The game is over · round {game.round}",
        symbol="",
        plain=text,
        headline=runs(game, text),
        detail=detail,
        happened=happened(game, present.words),
        over=game.winner or "hive",
    )


def _kicker(present: Present, step: Step) -> str:
    game = present.session.game
    if step.key == "set_up" and isinstance(step, Tell):
        titles = [group.title for group in game.tables.setup.groups]
        if step.text in titles:
            return f"{KICKERS['set_up']} · {titles.index(step.text) + 1} of {len(titles)}"
    if step.key == "player_turn" and game.active in PLAYERS:
        chosen = game.settings.p1 if game.active == "p1" else game.settings.p2
        return chosen.faction or "A player's turn"
    symbol = _symbol(present, step)
    if symbol:
        return SYMBOL_TITLES[symbol]
    known = next((words for key, words in KICKERS.items() if step.key.startswith(key)), "")
    return known or phase_words(game)


def _symbol(present: Present, step: Step) -> str:
    """The action symbol that the step goes back to."""
    if step.key.startswith("has_target."):
        return "red_star" if step.key.endswith("engage") else "green_compass"
    if step.key not in ("tactical_action", "strategic_action"):
        return ""
    defined = [
        told.reply.action
        for told in present.session.told
        if isinstance(told.step, Draw) and told.step.purpose == "definition" and isinstance(told.reply, Card)
    ]
    return str(defined[-1] or "") if defined else ""


def _quick(game: Game, step: Step) -> tuple[Button, ...]:
    """Events without questions of their own that the step often brings."""
    events = [EVENTS[name] for name in QUICK_EVENTS.get(step.key, ())]
    return tuple(Button(event.name, event.title) for event in events if not event.impossible(game))
