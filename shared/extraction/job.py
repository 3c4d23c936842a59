"""What the host sends to the child."""

from typing import TypedDict

PROGRESS = b"+"
"""Begins each line, before all others, that tells how many pages of a part are read, of how many in the document."""


class PageJob(TypedDict):
    """What is asked of a page, counted from 0: an image of width pixels, or without a width the layout of its text, of
    so many bytes, which follows the file."""

    number: int
    width: int
    text_bytes: int


class Job(TypedDict):
    """One file, its length in bytes, what to do with it and the limits to do it in: a part of it is read (counted from
    0; only PDFs have more than one), or something is asked of one of its pages."""

    page: PageJob | None
    extension: str
    length: int
    part: int
    parts: int
    memory_bytes: int
    cpu_seconds: int
    max_characters: int
