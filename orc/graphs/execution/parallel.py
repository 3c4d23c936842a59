"""Work side by side that fails as one thing does."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def one_error() -> Iterator[None]:
    """Raises the first error of a task group as what it is: as work without parallel parts would have ended."""
    try:
        yield
    except BaseExceptionGroup as failed:
        raise _first(failed) from None


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
