"""What the host tells the child."""

from typing import TypedDict


class Job(TypedDict):
    """One file, its length in bytes, and the limits to read it in."""

    extension: str
    length: int
    memory_bytes: int
    cpu_seconds: int
    max_characters: int
