"""The log of every game, in one SQLite file or a PostgreSQL database. It knows no rules: data are plain JSON."""

from hive.store.codes import CODE_LENGTH, LETTERS, OPENS, Door, Opens, told_code, typed_code
from hive.store.errors import (
    BackupRefused,
    EntryUnknown,
    FileLost,
    GameUnknown,
    ImportRefused,
    JournalAlone,
    JournalForeign,
    NameRefused,
    StalePosition,
    StoreBroken,
    StoreDown,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
    StoreRefused,
)
from hive.store.log import Store
from hive.store.place import AddressRefused
from hive.store.records import NAME_LENGTH
from hive.store.rows import Entry, GameRow, Head, Json, JsonObject, NamedHead, NewEntry, Snapshot, Stand, Written
from hive.store.shares import Question, Share
from hive.store.transfer import MAX_DOCUMENT_BYTES, read_document, write_document

__all__ = [
    "CODE_LENGTH",
    "LETTERS",
    "MAX_DOCUMENT_BYTES",
    "NAME_LENGTH",
    "OPENS",
    "AddressRefused",
    "BackupRefused",
    "Door",
    "Entry",
    "EntryUnknown",
    "FileLost",
    "GameRow",
    "GameUnknown",
    "Head",
    "ImportRefused",
    "JournalAlone",
    "JournalForeign",
    "Json",
    "JsonObject",
    "NameRefused",
    "NamedHead",
    "NewEntry",
    "Opens",
    "Question",
    "Share",
    "Snapshot",
    "StalePosition",
    "Stand",
    "Store",
    "StoreBroken",
    "StoreDown",
    "StoreError",
    "StoreFull",
    "StoreLocked",
    "StoreNewer",
    "StoreReadOnly",
    "StoreRefused",
    "Written",
    "read_document",
    "told_code",
    "typed_code",
    "write_document",
]
