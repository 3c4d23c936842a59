"""The archive of all that a user has: what is in it, under which names, and in how large pieces it comes."""

import io
import json
import random
import zipfile
from pathlib import Path

import pytest

from orc.domain import Caller
from orc.privacy.archive import Archive
from tests.app.parts import CALLER, Parts, parts

pytestmark = pytest.mark.req("BX-18")

PIECE = 2 * 1024 * 1024


async def archived(orc: Parts, caller: Caller = CALLER) -> zipfile.ZipFile:
    archive = Archive(orc.items, orc.conversations, orc.registry, orc.blobs)

    async def as_json(conversation_id: str) -> str:
        return json.dumps({"conversation_id": conversation_id})

    pieces = [piece async for piece in archive.pieces(caller, as_json)]
    assert max(map(len, pieces)) < PIECE
    return zipfile.ZipFile(io.BytesIO(b"".join(pieces)))


async def test_documents_are_in_the_archive_byte_for_byte(tmp_path: Path) -> None:
    data = random.Random(7).randbytes(5_000_000)
    async with parts(tmp_path) as orc:
        conversation = await orc.conversation()
        await orc.upload(conversation, "noise.txt", data)
        await orc.registry.ensure_registered(CALLER.conversation(conversation), "noise.txt")
        await orc.upload(conversation, "short.txt", b"Payment is due.")
        await orc.registry.ensure_registered(CALLER.conversation(conversation), "short.txt")
        archive = await archived(orc)
    assert archive.testzip() is None
    manifest = json.loads(archive.read("manifest.json"))
    assert archive.namelist()[-1] == "manifest.json"
    by_name = {each["name"]: each for each in manifest["documents"]}
    assert archive.read(by_name["noise.txt"]["file"]) == data
    folder = by_name["short.txt"]["file"].partition("/original/")[0]
    assert archive.read(f"{folder}/text.txt") == b"Payment is due."
    assert json.loads(archive.read(f"{folder}/document.json"))["blob_name"] == "short.txt"
    [told] = manifest["conversations"]
    assert json.loads(archive.read(f"{told['folder']}/conversation.json")) == {"conversation_id": conversation}
    assert archive.read(f"{told['folder']}/conversation.md").startswith(b"# ")


@pytest.mark.parametrize(
    "name",
    [
        "con.txt",
        "con .txt",
        "CONIN$.txt",
        "com¹.txt",
        "what?.txt",
        "at 9:30.txt",
        "pipe|.txt",
        'say "yes".txt',
        "ä" * 120 + ".txt",
    ],
)
async def test_archive_names_are_safe_and_the_stored_names_are_listed(tmp_path: Path, name: str) -> None:
    async with parts(tmp_path) as orc:
        conversation = await orc.conversation()
        await orc.upload(conversation, name, b"Payment is due.")
        await orc.registry.ensure_registered(CALLER.conversation(conversation), name)
        archive = await archived(orc)
    [document] = json.loads(archive.read("manifest.json"))["documents"]
    assert document["name"] == name
    [*folders, file] = document["file"].split("/")
    assert folders == ["documents", document["file_id"], "original"]
    assert file.endswith(".txt")
    assert len(file.encode()) <= 130
    assert not set(file) & set('<>:"/\\|?*')
    assert file.partition(".")[0].strip().lower() not in ("con", "conin$", "com¹")


async def test_the_archive_of_somebody_else_has_nothing_of_the_user(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc:
        await orc.conversation(lease=b"Payment is due.")
        archive = await archived(orc, Caller("organization", "another"))
    assert archive.namelist() == ["manifest.json"]
