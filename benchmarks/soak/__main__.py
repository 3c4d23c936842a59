"""`python -m benchmarks.soak` (or `make soak`) sends mixed traffic to hosts that are killed, over stores that fail.

It then checks every promise, prints a table, and exits with 1 if any promise was broken."""

import argparse
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.soak.checks import Checks
from benchmarks.soak.client import Client
from benchmarks.soak.faults import BadStores, Killer
from benchmarks.soak.hosts import Host, Watch
from benchmarks.soak.record import Record
from benchmarks.soak.report import report
from benchmarks.soak.traffic import Names, User
from tests.app.conftest import SETUPS, model_settings
from tests.support.app import stub_of
from tests.support.forked import begin_run, end_run
from tests.support.stored import Stored, StoredInCloud, StoredOnDisk
from tests.support.waiting import eventually

_STORES = {"sqlite": "local", "cosmos": "cloud"}
_SETTLE_SECONDS = 180
_WIPE_SECONDS = 60
_SAMPLE_SECONDS = 2.0
_PROGRESS_SECONDS = 30
_GRACE_SECONDS = "2"  # short, so that SIGTERM finds turns to hand over
_SPARED = 3  # one of this many users has stores that never fail


def main() -> int:
    arguments = _arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    begin_run(at_once=True)
    try:
        with ExitStack() as stack:
            kept = nullcontext(arguments.keep) if arguments.keep else TemporaryDirectory()
            return _soak(arguments, Path(stack.enter_context(kept)), stack)
    except KeyboardInterrupt:
        print("Interrupted. All started processes have ended.")
        return 130
    finally:
        end_run()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="of traffic, before the checks (default: 10)")
    parser.add_argument("--hosts", type=int, default=2, help="processes over the same stores (default: 2)")
    parser.add_argument("--store", choices=_STORES, default="sqlite", help="default: sqlite; cosmos is our own server")
    parser.add_argument(
        "--users", type=int, default=12, help="concurrent users, each with its own conversations (default: 12)"
    )
    parser.add_argument("--turns", type=int, default=50_000, help="maximum number of questions (default: 50,000)")
    parser.add_argument("--kill-every", type=float, default=20, help="seconds between kills, on average; 0 for none")
    parser.add_argument("--seed", type=int, default=1, help="of names, traffic and faults")
    parser.add_argument("--keep", type=Path, help="keep data and logs in this directory")
    return parser.parse_args()


def _soak(arguments: argparse.Namespace, home: Path, stack: ExitStack) -> int:
    record, over = Record(), threading.Event()
    users = [f"user-{number}" for number in range(arguments.users)]
    bad_stores = [user for number, user in enumerate(users) if number % _SPARED]
    faults = home / "faults"
    faults.mkdir(parents=True)
    stub = stack.enter_context(stub_of("benchmarks.soak.model"))
    stores = stack.enter_context(SETUPS[_STORES[arguments.store]]())
    settings = {
        "IDENTITY": "easyauth",
        "RATE_LIMIT_PER_MINUTE": "0",
        "READ_LIMIT_PER_MINUTE": "0",
        "MAX_CONCURRENT_RUNS": "0",
        "SHUTDOWN_GRACE_SECONDS": _GRACE_SECONDS,
        "FAULTS": str(faults),
        **model_settings(stub),
        **stores,
    }
    hosts = stack.enter_context(_running(arguments, home, settings, record))
    rng = random.Random(arguments.seed)
    killer = Killer(hosts, record, rng, seconds=arguments.minutes * 60, every=arguments.kill_every)
    bad = BadStores(faults, bad_stores, record, random.Random(arguments.seed + 1))
    names = Names(arguments.seed, arguments.turns)
    traffic = [User(user, hosts, record, names, f"{arguments.seed} {user}", over) for user in users]
    with Watch(hosts, _SAMPLE_SECONDS), ThreadPoolExecutor(len(users) + 2) as threads:
        works = [threads.submit(user.run) for user in traffic]
        works += [threads.submit(bad.run, over)] if bad_stores else []
        works += [threads.submit(killer.run, over)] if arguments.kill_every else []
        try:
            _wait_for_traffic(arguments.minutes * 60, works, record)
            over.set()
            for work in works:
                work.result()
        except BaseException:
            over.set()
            for host in hosts:  # releases the client threads
                host.kill_what_is_left()
            raise
        _print("Traffic has ended. Waiting for running turns.")
        _check(hosts, record, users, bad_stores, _stored(stores, home))
        _stop(hosts)
    title = f"Soak: {arguments.minutes:g} minutes, {len(hosts)} hosts, {arguments.store}, seed {arguments.seed}"
    report(record, hosts, title)
    print("\nEverything that must be zero is." if not record.failures else f"\n{record.failures} violations.")
    return 1 if record.failures else 0


@contextmanager
def _running(
    arguments: argparse.Namespace, home: Path, settings: Mapping[str, str], record: Record
) -> Iterator[list[Host]]:
    """Hosts over one data directory. With the cloud's stores, each host has a directory of its own."""
    hosts = []
    for number in range(arguments.hosts):
        data = home / "data" if arguments.store == "sqlite" else home / f"data-{number}"
        hosts.append(Host(number, home, {**settings, "ORC_DATA_DIR": str(data)}, record))
    try:
        for host in hosts:
            host.start()
        yield hosts
    finally:
        for host in hosts:
            host.kill_what_is_left()


def _wait_for_traffic(seconds: float, works: Sequence[Future[None]], record: Record) -> None:
    """Prints progress while the traffic runs. Returns early if all work has ended or a part of the soak test has
    failed."""
    began = time.monotonic()
    while (left := began + seconds - time.monotonic()) > 0:
        done, _ = wait(works, timeout=min(left, _PROGRESS_SECONDS), return_when=FIRST_EXCEPTION)
        minutes, kills = (
            (time.monotonic() - began) / 60,
            sum(n for name, n in record.counts.items() if name[:3] == "SIG"),
        )
        _print(f"{minutes:.1f} min: {record.counts['turns']:,} turns, {kills} kills, {record.failures} violations")
        if any(work.exception() for work in done):
            return


def _check(
    hosts: list[Host],
    record: Record,
    users: Sequence[str],
    bad_stores: Sequence[str],
    stored: Stored,
) -> None:
    never = threading.Event()
    clients = {user: Client(user, hosts, record, random.Random(user), never) for user in users}
    checks = Checks(clients, record, bad_stores)
    try:
        checks.settle(_SETTLE_SECONDS)
        _print("Comparing each conversation with what its client received.")
        checks.check()
        _print("Deleting all conversations; nothing may be left.")
        checks.wipe(stored, _WIPE_SECONDS)
    finally:
        for client in clients.values():
            client.close()


def _stop(hosts: Sequence[Host]) -> None:
    for host in hosts:
        host.die(signal.SIGTERM)
    eventually(lambda: not any(host.leaves_something for host in hosts), seconds=60)


def _stored(stores: Mapping[str, str], home: Path) -> Stored:
    if cosmos := stores.get("COSMOS_CONNECTION_STRING"):
        return StoredInCloud(cosmos, stores["AZURE_STORAGE_CONNECTION_STRING"])
    return StoredOnDisk(home / "data")


def _print(what: str) -> None:
    print(what, flush=True)


if __name__ == "__main__":
    sys.exit(main())
