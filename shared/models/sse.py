"""Server-sent events, parsed from a stream of bytes."""

from collections.abc import Iterator


class EventData:
    """Splits a stream into the data of its events; comments and other fields are ignored.

    An incomplete event at the end of a stream, without its blank line, is dropped.
    """

    def __init__(self) -> None:
        self._line = b""
        self._data: list[bytes] = []
        self._skip_newline = False

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """The data of the events that this piece completes. Must be consumed before the next piece is fed."""
        if self._skip_newline and piece:
            piece = piece.removeprefix(b"\n")  # the second half of a CRLF
            self._skip_newline = False
        self._skip_newline |= piece.endswith(b"\r")
        lines = (self._line + piece).splitlines(keepends=True)
        self._line = lines.pop() if lines and not lines[-1].endswith((b"\n", b"\r")) else b""
        for line in lines:
            field, _, value = line.rstrip(b"\r\n").partition(b":")
            if field == b"data":
                self._data.append(value.removeprefix(b" "))
            elif not (field or value) and self._data:
                data, self._data = b"\n".join(self._data), []
                yield data
