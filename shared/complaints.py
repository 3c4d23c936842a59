"""What whoever runs the app is to hear of a fault: once a minute, however many calls it fails."""

import logging
import time

_AGAIN_SECONDS = 60.0


class Complaints:
    """Logs what is wrong and what to do. Paths may be in it: it is for the log alone."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger
        self._told: dict[str, float] = {}

    def tell(self, fault: str, remedy: str) -> None:
        now = time.monotonic()
        if now - self._told.get(fault, -_AGAIN_SECONDS) >= _AGAIN_SECONDS:
            self._told[fault] = now
            self._logger.error("%s %s", fault, remedy)
