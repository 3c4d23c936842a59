"""What is on this machine for its user alone: the data directory, its files, and sockets."""

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

_OTHERS = 0o077
_LONGEST_ADDRESS = 100  # bytes: an address of a socket has 104 on macOS, 108 on Linux
_OWN = ("orc.db*", "blobs", "function-key", "blob-receipts.*", "poison.jsonl", "payloads", "processes")


def keep_private(directory: Path) -> None:
    """Makes the directory, and takes from others what they may do with it and with the data that is there already, as
    umask() does for what comes. Other files that lie there are left as they are."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (directory, *_data_in(directory)):
        with suppress(FileNotFoundError):  # another process that uses the directory has removed it
            mode = path.lstat().st_mode
            if mode & _OTHERS and not path.is_symlink():
                path.chmod(mode & ~_OTHERS & 0o7777)


def umask() -> None:
    """What this process makes from now on is for its user alone."""
    os.umask(_OTHERS)


def _data_in(directory: Path) -> Iterator[Path]:
    for pattern in _OWN:
        for path in directory.glob(pattern):
            yield path
            if path.is_dir() and not path.is_symlink():
                for folder, folders, files in path.walk():
                    yield from (folder / name for name in (*folders, *files))


def private_socket(directory: Path, kind: str) -> Path:
    """A path for a new socket, in the directory or, where that is too long an address, in a new one. Sockets that ended
    processes have left are removed."""
    for left in directory.glob(f"{kind}-*.sock"):
        if not _is_listening(left):
            left.unlink(missing_ok=True)
    path = directory / f"{kind}-{secrets.token_hex(4)}.sock"
    return path if len(os.fsencode(path)) <= _LONGEST_ADDRESS else Path(mkdtemp(prefix="orc-")) / path.name


def leave(path: Path) -> None:
    """Removes a private socket, and the directory that was made for it."""
    path.unlink(missing_ok=True)
    if path.parent.name.startswith("orc-"):
        with suppress(OSError):
            path.parent.rmdir()


def _is_listening(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:  # too long an address, or no time to answer: not ours to remove
            return True
    return True
