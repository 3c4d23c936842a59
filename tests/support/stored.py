"""What the local set-up has on disk, read and changed behind the app's back."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any


def stored_items(data_dir: Path, item_type: str | None = None, *, of: str = "") -> list[dict[str, Any]]:
    """The bodies of items of a type, or of all; of is a part of the partition, such as a conversation."""
    query = "SELECT body FROM items WHERE (? IS NULL OR type = ?) AND instr(partition, ?) ORDER BY rowid"
    with closing(sqlite3.connect(f"file:{data_dir / 'orc.db'}?mode=ro", uri=True)) as database:
        return [json.loads(body) for (body,) in database.execute(query, (item_type, item_type, of or '"'))]


@contextmanager
def refusing_writes(data_dir: Path, conversation: str, condition: str) -> Iterator[None]:
    """The store fails every write to the conversation that meets the SQL condition on the new row."""
    when = f"instr(new.partition, '{conversation}') AND ({condition})"
    events = {f"refuse_{event}": event for event in ("insert", "update")}
    with closing(sqlite3.connect(data_dir / "orc.db", timeout=10, isolation_level=None)) as database:
        for name, event in events.items():
            database.execute(
                f"CREATE TRIGGER {name} BEFORE {event} ON items WHEN {when} BEGIN SELECT RAISE(ABORT, 'disk full'); END"
            )
        try:
            yield
        finally:
            for name in events:
                database.execute(f"DROP TRIGGER {name}")
