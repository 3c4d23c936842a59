"""What the host sends to the child."""

from typing import TypedDict


class Job(TypedDict):
    """One file, its length in bytes, which part of it to read (counted from 0; only PDFs have more than one) and the
    limits to do it in."""

    extension: str
    length: int
    part: int
    parts: int
    memory_bytes: int
    cpu_seconds: int
    max_characters: int
