"""What the local host keeps is for its user alone, on a machine that has others."""

import stat
from pathlib import Path
from socket import AF_UNIX, socket

from tests.app.conftest import app_host, client
from tests.support.hosts import RunningHost
from tests.support.processes import descriptors

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def _open_to_others(directory: Path) -> dict[str, str]:
    """The paths that others could look into, with their modes."""
    found = [path for path in (directory, *directory.rglob("*")) if path.name != "host.log"]
    modes = {str(path.relative_to(directory)): path.lstat().st_mode for path in found}
    return {name: stat.filemode(mode) for name, mode in modes.items() if mode & OTHERS}


def _use(host: RunningHost) -> None:
    with client(host) as api:
        conversation = api.with_documents({"note.txt": b"Visitors park in row seven."})
        assert api.ask("Where do visitors park?", conversation, ["note.txt"]).status == "completed"


def test_a_new_data_directory_is_private_with_all_in_it(tmp_path: Path) -> None:
    directory = tmp_path / "new"
    with app_host(directory, {}) as host:
        _use(host)
        names = {path.name for path in directory.rglob("*")}
        assert {"orc.db", "orc.db-wal", "orc.db-shm", "note.txt", "function-key", "blob-receipts.jsonl"} <= names
        assert _open_to_others(directory) == {}


def test_a_directory_that_was_open_is_made_private(tmp_path: Path) -> None:
    with app_host(tmp_path, {}) as host:
        _use(host)
    for path in (tmp_path, *tmp_path.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    elsewhere = tmp_path.with_name("elsewhere.txt")
    elsewhere.touch(mode=0o644)
    (tmp_path / "blobs" / "link").symlink_to(elsewhere)
    other = tmp_path / "not-of-the-app.txt"
    other.touch(mode=0o644)
    with app_host(tmp_path, {}) as host:
        _use(host)
        assert set(_open_to_others(tmp_path)) <= {"blobs/link", other.name}
    assert elsewhere.stat().st_mode & OTHERS
    assert other.stat().st_mode & OTHERS


def test_the_host_listens_on_the_port_of_its_address_alone(tmp_path: Path) -> None:
    """The engine of orchestrations, which asks nobody who they are, has a socket in the data directory."""
    with app_host(tmp_path, {}) as host:
        _use(host)
        assert [f"http://127.0.0.1:{port}" for port in _ports(host.process.pid)] == [host.url]
        [engine] = tmp_path.glob("durable-*.sock")
        assert stat.S_ISSOCK(engine.stat().st_mode)
        assert not engine.stat().st_mode & OTHERS
    assert not list(tmp_path.glob("*.sock"))


def test_sockets_of_hosts_that_were_killed_are_removed(tmp_path: Path) -> None:
    left = tmp_path / "durable-left.sock"
    with socket(AF_UNIX) as engine:
        engine.bind(str(left))
    assert left.exists()
    with app_host(tmp_path, {}):
        assert not left.exists()


def test_a_data_directory_with_a_long_name_has_its_socket_elsewhere(tmp_path: Path) -> None:
    with app_host(tmp_path / ("a" * 120), {}) as host, client(host) as api:
        begun = api.http.post("/api/orc/background", json={"question": "Hello?"}).json()
        assert api.follow(begun["conversation_id"]).status == "completed"


def _ports(pid: int) -> list[int]:
    """Where a process listens."""
    sockets = {str(file.readlink()) for file in descriptors(pid) if file.is_symlink()}
    listening = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                listening.append(int(fields[1].rpartition(":")[2], 16))
    return listening
