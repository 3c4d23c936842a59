"""The job that the host sends to the child."""

from typing import TypedDict

PROGRESS = b"+"
"""Begins each line, before all others, that tells how many pages of a part are read, of how many in the document."""


class PageJob(TypedDict):
    """A job for one page, counted from 0: an image of this width in pixels or, without a width, the layout of its text,
    which follows the file with this many bytes."""

    number: int
    width: int
    text_bytes: int


class Job(TypedDict):
    """A file's length in bytes, the work and its limits: either one part of the file is read (counted from 0; only PDFs
    have more than one), or page describes a job for one of its pages."""

    page: PageJob | None
    extension: str
    length: int
    part: int
    parts: int
    memory_bytes: int
    cpu_seconds: int
    max_characters: int
