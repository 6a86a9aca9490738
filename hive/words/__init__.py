"""Words that stay words: messages and what they tell of, until a page tells them in its language."""

from hive.words.kept import heard, heard_or_plain
from hive.words.message import (
    NEUTRAL_SIDE,
    THE_HIVE,
    Amount,
    Argument,
    BadMessage,
    Figure,
    Listed,
    Message,
    Name,
    PlanetName,
    PlayerName,
    RuleName,
    Spoken,
    Strong,
    SystemName,
    Typed,
    asks,
    count,
    listed,
    printed,
    say,
    sentence,
    words_of_error,
)
from hive.words.worded import ENGLISH, Language, Piece, Worded, Words, in_terminal, kept, pieces, told
