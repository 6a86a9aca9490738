"""The log of every game, in one SQLite file or a PostgreSQL database. It knows no rules: data are plain JSON."""

from hive.store.errors import (
    AddressRefused,
    BackupRefused,
    EntryUnknown,
    FileLost,
    GameUnknown,
    ImportRefused,
    JournalAlone,
    JournalForeign,
    NameRefused,
    SchemaMissing,
    StalePosition,
    StoreBroken,
    StoreDown,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreOlder,
    StoreReadOnly,
    StoreRefused,
)
from hive.store.gamelist import CODE_LENGTH, LETTERS, OPENS, Door, Opens, told_code, typed_code
from hive.store.log import Question, Share, Store
from hive.store.records import NAME_LENGTH
from hive.store.tables import (
    Entry,
    GamePage,
    GameRow,
    Head,
    Json,
    JsonObject,
    NamedHead,
    NewEntry,
    Snapshot,
    Stand,
    Written,
)
from hive.store.transfer import MAX_DOCUMENT_BYTES, read_document, write_document
