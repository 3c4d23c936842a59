"""Files that only their user may access: the data directory, its contents, and sockets."""

import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

_OTHERS = 0o077
_LONGEST_ADDRESS = 100  # bytes: an address of a socket has 104 on macOS, 108 on Linux
_OWN = ("orc.db*", "blobs", "function-key", "blob-receipts.*", "poison.jsonl", "payloads", "processes")


def keep_private(directory: Path) -> None:
    """Creates the directory, and revokes other users' permissions on it and on the product's existing data in it; umask
    covers new files. Other files in the directory are unchanged."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    paths = [directory]
    for path in [path for pattern in _OWN for path in directory.glob(pattern)]:
        paths.append(path)
        if path.is_dir() and not path.is_symlink():
            paths += [folder / name for folder, folders, files in path.walk() for name in (*folders, *files)]
    for path in paths:
        with suppress(FileNotFoundError):  # another process that uses the directory has removed it
            mode = path.lstat().st_mode
            if mode & _OTHERS and not path.is_symlink():
                path.chmod(mode & ~_OTHERS & 0o7777)


def umask() -> None:
    """Makes the files that this process creates from now on private to its user."""
    os.umask(_OTHERS)


def private_socket(directory: Path, kind: str) -> Path:
    """A path for a new socket, in the directory or, if that address would be too long, in a new one. Removes the
    sockets of ended processes."""
    for existing in directory.glob(f"{kind}-*.sock"):
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(str(existing))
            except (ConnectionRefusedError, FileNotFoundError):
                existing.unlink(missing_ok=True)
            except OSError:  # too long an address, or a full backlog: the socket may be in use
                continue
    path = directory / f"{kind}-{secrets.token_hex(4)}.sock"
    return path if len(os.fsencode(path)) <= _LONGEST_ADDRESS else Path(mkdtemp(prefix="orc-")) / path.name


def leave(path: Path) -> None:
    """Removes a private socket, and the directory that was created for it."""
    path.unlink(missing_ok=True)
    if path.parent.name.startswith("orc-"):
        with suppress(OSError):
            path.parent.rmdir()
