"""The document tool as others are offered it: passages to answer from, or, by a setting, the answer itself."""

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from orc.documents.paths import blob_path
from orc.domain import Caller
from orc.tools.built_in import CALLER_META_KEY
from shared.composition.services import build_services
from shared.settings import Settings

CALLER = Caller("organization", "user")
CONVERSATION = "conversation"
NOTE = b"Visitors park in row seven. The canteen opens at noon. Letters go to the office on the quay."
IDENTITY: Any = {
    CALLER_META_KEY: {"organization_id": "organization", "user_id": "user", "conversation_id": CONVERSATION}
}


async def answer_of_the_tool(data_dir: Path, setting: str) -> str:
    services = build_services(Settings.from_environ({"ORC_DATA_DIR": str(data_dir), "DOCUMENT_CHAT_ANSWERS": setting}))
    try:
        path = blob_path(CALLER.conversation(CONVERSATION), "note.txt")
        await services.blobs.put(path, NOTE, content_type="text/plain")
        asked = {"question": "Where do visitors park?", "document_names": ["note.txt"]}
        async with Client(services.mcp_server()) as client:
            result: Any = await client.call_tool("document_chat", asked, meta=IDENTITY)
        return str(result.structured_content["answer"])
    finally:
        await services.close()


@pytest.mark.parametrize(
    ("setting", "answer"),
    [("false", f"[1] note.txt\n{NOTE.decode()}"), ("true", "Visitors park in row seven. [1]")],
)
async def test_the_tool_gives_passages_or_by_setting_the_answer(tmp_path: Path, setting: str, answer: str) -> None:
    assert await answer_of_the_tool(tmp_path, setting) == answer
