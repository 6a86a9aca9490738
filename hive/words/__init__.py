"""Words that stay words: messages and what they tell of, until a page tells them in its language."""

from hive.words.arguments import (
    THE_HIVE,
    Amount,
    Capital,
    Listed,
    Name,
    PlanetName,
    PlayerName,
    RuleName,
    Strong,
    SystemName,
    Typed,
    count,
    listed,
    sentence,
)
from hive.words.kept import heard, heard_or_plain
from hive.words.message import Argument, BadMessage, Message, asks, printed, say
from hive.words.spoken import Spoken, words_of_error
from hive.words.worded import ENGLISH, Language, Piece, Whose, Worded, Words, kept, pieces, told

__all__ = [
    "ENGLISH",
    "THE_HIVE",
    "Amount",
    "Argument",
    "BadMessage",
    "Capital",
    "Language",
    "Listed",
    "Message",
    "Name",
    "Piece",
    "PlanetName",
    "PlayerName",
    "RuleName",
    "Spoken",
    "Strong",
    "SystemName",
    "Typed",
    "Whose",
    "Worded",
    "Words",
    "asks",
    "count",
    "heard",
    "heard_or_plain",
    "kept",
    "listed",
    "pieces",
    "printed",
    "say",
    "sentence",
    "told",
    "words_of_error",
]
