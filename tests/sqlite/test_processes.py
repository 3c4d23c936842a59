"""One SQLite file, and several processes that write it."""

import asyncio
import sys
from contextlib import aclosing
from pathlib import Path

import pytest

from orc.domain import Caller
from orc.ports import DOCUMENT_ITEMS
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore
from tests.support.forked import ROOT

WRITER = """
import asyncio, sys
from contextlib import aclosing
from pathlib import Path
from orc.domain import Caller, Chunk
from orc.errors import ItemChanged, ItemExists
from orc.ports import DOCUMENT_ITEMS, Create, Replace
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore

def counter(n):
    return {"id": "counter", "type": "counter", "schema_version": 1, "n": n}

async def add_one(store):
    while True:
        found = await store.read(("org", "user"), "counter")
        write = Replace(counter(found.body["n"] + 1), found.etag) if found else Create(counter(1))
        try:
            return await store.write(("org", "user"), [write])
        except (ItemChanged, ItemExists):
            pass

async def main(path, name):
    print("ready", flush=True)
    sys.stdin.readline()
    async with aclosing(SqliteDatabase(Path(path), busy_seconds=30)) as database:
        store, index = SqliteItemStore(database, DOCUMENT_ITEMS), SqliteDocumentIndex(database)
        for n in range(20):
            await asyncio.gather(
                add_one(store), index.add(Caller("org", "user"), f"{name}-{n}", [Chunk("chunk_0", 0, 5, "apple")])
            )

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.req("RE-03")
async def test_processes_that_write_one_new_file_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "data" / "orc.db"
    processes = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-c", WRITER, str(path), f"p{n}"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        for n in range(4)
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            assert await process.stdout.readline() == b"ready\n"
        async with asyncio.timeout(60):
            outputs = await asyncio.gather(*(process.communicate(b"go\n") for process in processes))
    finally:
        for process in processes:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert [errors for _, errors in outputs] == [b""] * 4
    async with aclosing(SqliteDatabase(path)) as database:
        found = await SqliteItemStore(database, DOCUMENT_ITEMS).read(("org", "user"), "counter")
        assert found is not None
        assert found.body["n"] == 80
        contents = [f"p{process}-{n}" for process in range(4) for n in range(20)]
        index = SqliteDocumentIndex(database)
        assert len(await index.search(Caller("org", "user"), "apple", content_ids=contents, top_k=100)) == 80
