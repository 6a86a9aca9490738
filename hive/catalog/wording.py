"""What pydantic finds wrong, in plain sentences: what stands there, what may stand there, which word was meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from hive.catalog.documents import Data, Keys
from hive.words import Typed, Words, listed, say

MOST_NAMED = 40
"""So many words are named to choose from."""
_MISSING = "the field is missing"
# What a field's value is called where that is not the field's own name.
_NOUNS = {
    "keep": "block",
    "card": "strategy card",
    "key": "card or unit",
    "standard_ship": "ship",
    "advanced_ship": "ship",
    "starting_carriers": "spawning system",
    "technology": "colour",
    "colours": "colour",
    "prerequisites": "colour",
    "items": "item",
    "spend": "item",
    "units": "unit",
    "damaged": "unit",
    "planets": "spawning system",
    "technologies": "colour",
    "strategy_cards": "strategy card",
    "strategy_cards_taken": "strategy card",
    "trade_goods_on_cards": "strategy card",
    "support": "kind of support",
    "anomalies": "anomaly",
    "ignored_anomalies": "anomaly",
    "speakers": "side",
    "systems": "spawning system",
    "control": "spawning system",
    "wormholes": "wormhole",
    "sides": "wormhole",
    "specialties": "colour",
    "traits": "trait",
    "kinds": "kind of system",
    "hive": "unit",
    "p1": "unit",
    "p2": "unit",
}
# A value of the right form; most that have a form are ids of rules.
_EXAMPLES: dict[str | int, str] = {"key": "orange"}
# Lists of one length, told in the words of the game.
_WHOLE_LISTS = {
    ("HiveMindDeck", "cards"): "a Hive Mind deck has 36 cards, this one has {count}",
    ("StrategyCards", "cards"): "there are 8 strategy cards, here are {count}",
    ("Technologies", "colours"): "there are 4 colours of technology, here are {count}",
}
_TYPES = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping of fields to values",
    "model_type": "a mapping of fields to values",
    "model_attributes_type": "a mapping of fields to values",
}
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}


def problems(model: type[BaseModel], data: Data, error: ValidationError) -> list[tuple[Keys, str]]:
    """Return where and what for each thing that pydantic found, in the order of the fields, none twice."""
    found: dict[Keys, str] = {}
    for detail in error.errors():
        keys = _known_keys(data, detail)
        found.setdefault(keys, _sentence(model, keys, detail))
    return [(keys, text) for keys, text in found.items() if not _misspelt(keys, text, found)]


def near(word: str, known: Sequence[str]) -> str:
    """Return " Did you mean '...'?" for the nearest known word, or the choice if there is none near."""
    words = meant(word, known)
    return f" {words}" if words else ""


def meant(word: str, known: Sequence[str]) -> Words:
    """The same as a sentence of its own; empty if there is nothing to choose from, or too much."""
    closest = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if closest:
        return say("Did you mean '{word}'?", word=Typed(closest[0]))
    if 0 < len(known) <= MOST_NAMED:
        return say("Choose one of: {words}.", words=listed([Typed(one) for one in known], ","))
    return ""


def with_meant(sentence: Words, word: str, known: Sequence[str]) -> Words:
    """A sentence, and the one behind it that says which word was meant, if there is any."""
    return listed([one for one in (sentence, meant(word, known)) if one], " ")


def _misspelt(keys: Keys, text: str, found: dict[Keys, str]) -> bool:
    """Whether a field is missing only because it is misspelt, which has a message of its own."""
    meant = f"Did you mean '{keys[-1]}'?" if keys else ""
    beside = (other for around, other in found.items() if around[:-1] == keys[:-1])
    return text == _MISSING and any(other.endswith(meant) for other in beside if other.startswith("no field is called"))


def _sentence(model: type[BaseModel], keys: Keys, detail: ErrorDetails) -> str:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "missing":
        return _MISSING
    if kind == "extra_forbidden":
        return f"no field is called '{keys[-1]}'.{near(str(keys[-1]), _fields_around(model, keys))}"
    if kind == "literal_error":
        return _not_among(keys, value, str(context["expected"]))
    if kind == "union_tag_invalid":
        return _not_among((*keys, "kind"), context["tag"], str(context["expected_tags"]))
    if kind == "union_tag_not_found":
        return f"the field {context['discriminator']} is missing"
    if kind in _TYPES:
        return f"this must be {_TYPES[kind]}, not {_described(value)}{_quotes_hint(kind, value)}"
    if kind in _BOUNDS:
        words, bound = _BOUNDS[kind]
        return f"this must be {words} {context[bound]:g}, not {value}"
    if kind in ("too_short", "too_long"):
        return _wrong_length(model, keys, len(value), context)
    return _about_text(kind, keys, value, context) or f"{detail['msg']}"


def _about_text(kind: str, keys: Keys, value: Any, context: dict[str, Any]) -> str:
    if kind == "string_too_short":
        return "the text is empty"
    if kind == "string_too_long":
        return f"the text has {len(value)} characters; at most {context['max_length']} fit"
    if kind == "string_pattern_mismatch":
        example = _EXAMPLES.get(keys[-1], "6.critical.politics")
        return f"'{value}' is not of the right form; it looks like '{example}'"
    if kind == "value_error":
        return str(context["error"])
    return ""


def _not_among(keys: Keys, value: Any, expected: str) -> str:
    words = re.findall(r"'([^']*)'", expected)
    if isinstance(value, str) and words:
        return f"no {_noun(keys, value)} is called '{value}'.{near(value, words)}"
    return f"this must be {expected}, not {_described(value)}"


def _noun(keys: Keys, value: str) -> str:
    names = [key for key in keys if isinstance(key, str)]
    # The key of a mapping, such as a colour in "prerequisites", is called after the mapping.
    if len(names) > 1 and names[-1] == value:
        names.pop()
    name = names[-1] if names else "word"
    return _NOUNS.get(name, name.replace("_", " "))


def _wrong_length(model: type[BaseModel], keys: Keys, count: int, context: dict[str, Any]) -> str:
    if keys and (words := _WHOLE_LISTS.get((model.__name__, str(keys[-1])))):
        return words.format(count=count)
    if "min_length" in context:
        return f"this needs at least {_entries(context['min_length'])}, here {_are(count)}"
    return f"this can have at most {_entries(context['max_length'])}, here {_are(count)}"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _are(count: int) -> str:
    return {0: "is none", 1: "is 1"}.get(count, f"are {count}")


def _described(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text '{value}'" if len(value) <= 40 else f"the text '{value[:40]}...'"
    return "a list" if isinstance(value, list) else "a mapping"


def _quotes_hint(kind: str, value: Any) -> str:
    if kind == "string_type" and not isinstance(value, list | dict | None):
        return "; put it in quotes"
    if kind in ("int_type", "float_type", "bool_type") and re.fullmatch(r"[0-9.]+|true|false", str(value)):
        return "; take off the quotes" if isinstance(value, str) else ""
    return ""


def _known_keys(data: Data, detail: ErrorDetails) -> Keys:
    """Return pydantic's location without its own additions, which stand in no file ("[key]", names of types)."""
    keys: list[int | str] = []
    for key in detail["loc"]:
        if isinstance(data, dict) and data.get("kind") == key:
            # The kind of an effect says which fields it has, and stands in the location though it is no field.
            continue
        if isinstance(data, dict) and (key in data or detail["type"] == "missing"):
            keys.append(key)
            data = data.get(str(key))
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            keys.append(key)
            data = data[key]
        else:
            break
    return tuple(keys)


def _fields_around(model: type[BaseModel], keys: Keys) -> list[str]:
    """Return the names of the fields that may stand beside the last key."""
    here: Any = model
    for key in keys[:-1]:
        # What a mapping holds is not among the fields: the key of a planet leads nowhere.
        if isinstance(key, str) and key in here.model_fields:
            here = _model_in(here.model_fields[key].annotation)
    return list(here.model_fields)


def _model_in(annotation: Any) -> Any:
    """Return the model that an annotation holds: itself, or what its list holds."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _model_in(part)) is not None), None)
