"""Log lines as JSON, with their context: trace, run, conversation and caller."""

import hashlib
import json
import logging
from datetime import UTC, datetime

from orc.domain import Caller
from orc.ports.subject import subject
from orc.ports.tracing import trace_of

_CALLER_CHARACTERS = 16


def caller_hash(caller: Caller) -> str:
    """A stable hash of the caller, which does not identify them."""
    return hashlib.sha256("\0".join(caller.partition).encode()).hexdigest()[:_CALLER_CHARACTERS]


class JsonLines(logging.Formatter):
    """One JSON object per line. operation_id is the id of the run's trace, as in Azure Monitor."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if found := subject():
            if found.run_id:
                line |= {"operation_id": trace_of(found.run_id).split("-")[1], "run_id": found.run_id}
            if found.conversation_id:
                line["conversation_id"] = found.conversation_id
            line["caller"] = caller_hash(found.caller)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def log_as_json() -> None:
    """Makes all log handlers of this process, such as the Functions host's, write JSON lines."""
    for handler in logging.getLogger().handlers:
        handler.setFormatter(JsonLines())
