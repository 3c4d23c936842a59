"""SQLite's errors as StoreUnavailable: the message for users has no path, the remedy for operators has."""

import sqlite3
from pathlib import Path

from orc.errors import StoreUnavailable

_SPACE = "Free space on the disk that holds {path}, which needs no restart, or move ORC_DATA_DIR to another disk."
_RIGHTS = "Give the user of this process read and write access to {path} and its directory."
_DAMAGE = (
    "Stop the app. Replace {path} with a backup, or with what `sqlite3 {path} .recover` can read. Or move it away "
    "together with its -wal and -shm files; the next start creates an empty database."
)
_DEVICE = "Check the disk that holds {path}: its free space, its limits (ulimit -f) and the system's log."
_FAULTS: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: ("cannot be written: the disk is full", _SPACE),
    sqlite3.SQLITE_IOERR: ("cannot be read or written: the disk reports an error", _DEVICE),
    sqlite3.SQLITE_READONLY: ("cannot be written: it is read-only", _RIGHTS),
    sqlite3.SQLITE_PERM: ("cannot be opened", _RIGHTS),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", _RIGHTS),
    sqlite3.SQLITE_CORRUPT: ("is damaged", _DAMAGE),
    sqlite3.SQLITE_NOTADB: ("is damaged, or is not an SQLite database", _DAMAGE),
}


def failure_of(error: sqlite3.DatabaseError | OSError, path: Path) -> StoreUnavailable:
    """The failure with its remedy, and with SQLite's name of the error."""
    if isinstance(error, OSError):
        name, fault, remedy = type(error).__name__, "cannot be opened", _RIGHTS
    else:
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        fault, remedy = _FAULTS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, ("does not answer", ""))
    return StoreUnavailable(f"The local database {fault} ({name}).", remedy.format(path=path))


def other_release(path: Path, found: int, known: int) -> StoreUnavailable:
    """The failure of a file whose schema is newer than this release's."""
    return StoreUnavailable(
        "The local database was written by another release.",
        f"{path} has schema {found}; this release knows schemas up to {known}. Run the release that wrote it, or move "
        "the file away.",
    )
