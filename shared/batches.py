"""Batches of bounded size."""

from collections.abc import Callable, Iterable, Iterator


def in_batches[T](values: Iterable[T], size: Callable[[T], int], *, most: int, most_together: int) -> Iterator[list[T]]:
    """The values in order, in batches of limited length. The sizes of a batch together do not exceed most_together
    unless a single value does."""
    batch: list[T] = []
    together = 0
    for value in values:
        added = size(value)
        if len(batch) == most or (batch and together + added > most_together):
            yield batch
            batch, together = [], 0
        batch.append(value)
        together += added
    if batch:
        yield batch
