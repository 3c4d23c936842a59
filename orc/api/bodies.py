"""Receives the bodies of requests within limits on their size, speed, duration and number at once."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass
from typing import Literal, Self

from starlette.types import Message, Receive

from orc.domain import Caller
from orc.errors import Busy, OrcError, PayloadTooLarge, RequestTimeout, TooManyRequests

type BodyKind = Literal["upload", "turn", "other"]

_RETRY_SECONDS = 5
_OTHER_BODIES = 16


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """json_bytes, turn_bytes and upload_bytes limit whole requests: a turn contains texts, an upload files.
    bytes_per_second must arrive on average in each period of stall_seconds, and the whole body within seconds.
    uploads_at_once limits a caller's concurrent uploads, all_bytes the bytes that the process receives at the same
    time."""

    json_bytes: int
    turn_bytes: int
    upload_bytes: int
    stall_seconds: float = 10
    bytes_per_second: int = 4096
    seconds: float = 600
    uploads_at_once: int = 16
    all_bytes: int = 2 << 30

    @property
    def caller_bytes(self) -> int:
        """The limit of one caller's concurrent bodies: the largest upload, and some others."""
        return self.upload_bytes + _OTHER_BODIES * self.json_bytes

    def too_large(self) -> PayloadTooLarge:
        limits = f"{self.upload_bytes} bytes for an upload, {self.turn_bytes} for a turn, {self.json_bytes} for others"
        return PayloadTooLarge(f"The request is too large: the limit is {limits}.")


class Intake:
    """Counts the bodies that this process receives: each caller's uploads, and the bytes of their bodies."""

    def __init__(self, limits: BodyLimits) -> None:
        self.limits = limits
        self._uploads: Counter[Caller] = Counter()
        self._bytes: Counter[Caller] = Counter()

    def enter(self, caller: Caller) -> None:
        if self._uploads[caller] >= self.limits.uploads_at_once:
            raise _too_many(f"The limit is {self.limits.uploads_at_once} uploads at a time.")
        self._uploads[caller] += 1

    def leave(self, caller: Caller) -> None:
        self._uploads[caller] -= 1
        if not self._uploads[caller]:
            del self._uploads[caller]

    def take(self, caller: Caller, more: int) -> None:
        if self._bytes[caller] + more > self.limits.caller_bytes:
            raise _too_many(f"The limit is {self.limits.caller_bytes} bytes of requests at a time.")
        if self._bytes.total() + more > self.limits.all_bytes:
            raise Busy("The server is receiving too much data at the moment. Please try again.")
        self._bytes[caller] += more

    def release(self, caller: Caller, taken: int) -> None:
        self._bytes[caller] -= taken
        if not self._bytes[caller]:
            del self._bytes[caller]


def _too_many(message: str) -> TooManyRequests:
    return TooManyRequests(message, code="too_many_uploads", retry_after_seconds=_RETRY_SECONDS)


class Body:
    """The body of one request. An upload counts against the limits until its files are stored, when its context ends;
    any other body counts until it has arrived. Entering the context raises PayloadTooLarge, TooManyRequests or Busy if
    the body is refused. declared is the size in the request's head, if any; failure is the error with which receive
    aborted the body."""

    def __init__(self, intake: Intake, caller: Caller, receive: Receive, declared: int | None, kind: BodyKind) -> None:
        self._intake, self._caller, self._receive = intake, caller, receive
        self._declared, self._upload = declared or 0, kind == "upload"
        limits = intake.limits
        self._limit = {"upload": limits.upload_bytes, "turn": limits.turn_bytes, "other": limits.json_bytes}[kind]
        self._taken = self._received = self._in_time = 0
        self._waited = self._waited_in_all = 0.0
        self._ended = False
        self.failure: OrcError | None = None

    def __enter__(self) -> Self:
        if self._declared > self._limit:
            raise self._intake.limits.too_large()
        if self._upload:
            self._intake.enter(self._caller)
        try:
            self._reserve(self._declared)
        except OrcError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._release()
        if self._upload:
            self._intake.leave(self._caller)

    async def receive(self) -> Message:
        """The next message of the request. Raises RequestTimeout, PayloadTooLarge, TooManyRequests or Busy, which ends
        the body.
        """
        if self._ended:
            return await self._receive()
        try:
            limits, began = self._intake.limits, time.monotonic()
            left = min(limits.stall_seconds - self._waited, limits.seconds - self._waited_in_all)
            try:
                async with asyncio.timeout(left):
                    message = await self._receive()
            except TimeoutError:
                raise RequestTimeout("The request body arrived too slowly.") from None
            waited, size = time.monotonic() - began, len(message.get("body", b""))
            self._waited += waited
            self._waited_in_all += waited
            self._in_time += size
            if self._in_time >= limits.bytes_per_second * limits.stall_seconds:
                self._in_time, self._waited = 0, 0.0
            self._received += size
            if self._received > self._limit:
                raise limits.too_large()
            self._reserve(self._received)
        except OrcError as failure:
            self.failure = failure
            raise
        if not message.get("more_body", False):
            self._ended = True
            if not self._upload:
                self._release()
        return message

    def _reserve(self, size: int) -> None:
        if size > self._taken:
            self._intake.take(self._caller, size - self._taken)
            self._taken = size

    def _release(self) -> None:
        self._intake.release(self._caller, self._taken)
        self._taken = 0
