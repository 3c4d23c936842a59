"""Logs faults for operators, each at most once a minute, however many calls fail."""

import logging
import time

_AGAIN_SECONDS = 60.0


class FaultLog:
    """Logs a fault with its remedy. The text may contain paths and is for logs only."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger
        self._logged_at: dict[str, float] = {}

    def log(self, fault: str, remedy: str) -> None:
        """Logs the fault unless it was logged within the last minute."""
        now = time.monotonic()
        if now - self._logged_at.get(fault, -_AGAIN_SECONDS) >= _AGAIN_SECONDS:
            self._logged_at[fault] = now
            self._logger.error("%s %s", fault, remedy)
