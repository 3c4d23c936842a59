"""The processes that share a data directory, and which of them have ended (D-031)."""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from orc.items import new_id

_KEPT_SECONDS = 3600  # lifetime of the file of a dead process, which is longer than any lease


class LocalOwners:
    """Each process locks a file with its id, from the first use of own_id on. The system unlocks the file when the
    process ends in any way; a process whose file is locked or missing is not known to be dead."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._own: tuple[str, int] | None = None

    @property
    def own_id(self) -> str:
        """The id of this process as an owner of leases."""
        if self._own is None:
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            for path in self._directory.glob("process-*"):
                if self.is_dead(path.name):
                    with suppress(FileNotFoundError):  # another process has removed it
                        status = path.stat()
                        if not status.st_size:
                            path.write_text("dead\n", encoding="ascii")
                        elif time.time() - status.st_mtime > _KEPT_SECONDS:
                            path.unlink()
            owner_id = new_id("process")
            unnamed = self._directory / f".{owner_id}"
            file = os.open(unnamed, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            unnamed.rename(self._directory / owner_id)  # after it is locked, so that no process finds it unlocked
            self._own = owner_id, file
        return self._own[0]

    def is_dead(self, owner_id: str) -> bool:
        """Whether the process has certainly ended."""
        try:
            file = os.open(self._directory / Path(owner_id).name, os.O_RDONLY)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(file)
        return True

    def close(self) -> None:
        """Unregisters this process, which has released its leases, so that nobody takes them over."""
        if self._own is not None:
            owner_id, file = self._own
            (self._directory / owner_id).unlink(missing_ok=True)
            os.close(file)
            self._own = None
