"""The log of every game in one SQLite file. It knows nothing of rules: data are plain JSON."""

from hive.store.errors import (
    EntryUnknown,
    GameUnknown,
    ImportRefused,
    NameRefused,
    StalePosition,
    StoreBroken,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
)
from hive.store.log import Store
from hive.store.records import NAME_LENGTH
from hive.store.rows import Entry, GameRow, Head, Json, JsonObject, NewEntry, Snapshot
from hive.store.transfer import MAX_DOCUMENT_BYTES, read_document

__all__ = [
    "MAX_DOCUMENT_BYTES",
    "NAME_LENGTH",
    "Entry",
    "EntryUnknown",
    "GameRow",
    "GameUnknown",
    "Head",
    "ImportRefused",
    "Json",
    "JsonObject",
    "NameRefused",
    "NewEntry",
    "Snapshot",
    "StalePosition",
    "Store",
    "StoreBroken",
    "StoreError",
    "StoreFull",
    "StoreLocked",
    "StoreNewer",
    "StoreReadOnly",
    "read_document",
]
