"""Prints the tables of a soak test."""

from collections.abc import Iterable, Sequence
from statistics import median

from benchmarks.soak.hosts import Host, Life
from benchmarks.soak.record import Record
from benchmarks.tables import show

_WARM_SECONDS = 20
_EXAMPLES = 8


def report(record: Record, hosts: Sequence[Host], title: str) -> None:
    users = {conversation.user for conversation in record.conversations}
    counts = [("users", len(users)), ("conversations", len(record.conversations)), *sorted(record.counts.items())]
    show(title, ("done", "times"), [(name, f"{value:,}") for name, value in counts])
    show(
        "Broken promises, which must be zero",
        ("", "times"),
        [(name, f"{len(found):,}") for name, found in record.violations.items()],
    )
    show("Recovery, seconds from the kill to the end", ("", "of", "p50", "p95", "longest"), _recovery(record))
    show(
        "The longest life of each host",
        ("", "minutes", "MB start", "median", "end", "growth", "files start", "median", "end", "growth"),
        [_life(host) for host in hosts],
    )
    show("Errors that clients received", ("", "times"), [(code, f"{n:,}") for code, n in record.codes.most_common()])
    tracebacks = sum(host.tracebacks() for host in hosts)
    print(f"\n{tracebacks:,} tracebacks in the logs of the hosts")
    for name, found in record.violations.items():
        for what in found[:_EXAMPLES]:
            print(f"{name}: {what}")


def _recovery(record: Record) -> Iterable[tuple[str, ...]]:
    for name, seconds in sorted(record.recovery.items()):
        ordered = sorted(seconds)
        p95 = ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)]
        yield name, f"{len(ordered)}", f"{median(ordered):.1f}", f"{p95:.1f}", f"{ordered[-1]:.1f}"


def _life(host: Host) -> tuple[str, ...]:
    """The row of a host's longest life. Its start is that of a process that has warmed up."""
    longest: Life = max(host.lives, key=lambda life: life.samples[-1].age if life.samples else 0)
    samples = [sample for sample in longest.samples if sample.age >= _WARM_SECONDS] or longest.samples
    if not samples:
        return f"host {host.number}", *(["-"] * 9)
    minutes = f"{samples[-1].age / 60:.1f}"
    return (
        f"host {host.number}",
        minutes,
        *_course([s.memory_mb for s in samples]),
        *_course([s.files for s in samples]),
    )


def _course(values: Sequence[float]) -> tuple[str, ...]:
    start, end = values[0], values[-1]
    return f"{start:,.0f}", f"{median(values):,.0f}", f"{end:,.0f}", f"{end - start:+,.0f}"
