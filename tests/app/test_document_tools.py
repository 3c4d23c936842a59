"""The tools beside document_chat as other MCP clients reach them: each with its schema, all of the caller's own."""

from itertools import pairwise
from typing import Any

import pytest

from tests.app.conftest import AsUser
from tests.app.samples import BRAKE, HANDBOOK, LEASE, PARKING_NOTE
from tests.app.test_tools_for_others import tools
from tests.support.app import Api
from tests.support.files import make_pdf

SHIPS = [f"Ships, ships and pilots of berth {n}. " + "Ships moor with pilots. " * 60 for n in range(12)]
CANTEEN = "The canteen serves fish on Fridays. " * 20 + "It is closed while ships arrive. " + "It is on the hill. " * 20
TWO = {"harbour.txt": "\n\n".join(SHIPS).encode(), "canteen.txt": CANTEEN.encode()}
MOORING = "Where do ships moor with pilots?"


async def call(api: Api, conversation: str, tool: str, **arguments: object) -> dict[str, Any]:
    async with tools(api, conversation) as client:
        result = await client.call_tool(tool, arguments)
    found = dict(result.structured_content or {})
    assert result.is_error == ("error" in found)
    return found


@pytest.mark.req("BX-05")
async def test_each_tool_says_what_it_takes_and_gives(api: Api) -> None:
    async with tools(api, "") as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(listed) == {
        "document_chat",
        "load_document_chunk",
        "locate_passage",
        "query_documents",
        "search_documents",
    }
    for tool in listed.values():
        assert tool.description
        assert tool.output_schema
        assert tool.input_schema["additionalProperties"] is False


@pytest.mark.req("QA-05")
async def test_a_chunk_is_loaded_with_its_place(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    file_id = api.documents(conversation)["lease.pdf"]["file_id"]
    chunk = await call(api, conversation, "load_document_chunk", file_id=file_id, chunk_id="chunk_1")
    text = api.http.get(f"/api/documents/{file_id}/text?start={chunk['start']}&end={chunk['end']}").json()["text"]
    assert (chunk["chunk_id"], chunk["text"]) == ("chunk_1", text)
    assert chunk["page"] in (1, 2, 3)
    unknown = await call(api, conversation, "load_document_chunk", file_id=file_id, chunk_id="chunk_9")
    assert unknown["error"]["code"] == "invalid_arguments"
    assert "chunk_0 to chunk_1" in unknown["error"]["message"]
    neither = await call(api, conversation, "load_document_chunk", file_id=file_id)
    assert neither["error"]["message"] == "either chunk_id or page is needed"


LONG_PAGE = " ".join(f"Sentence {n} of the long page is here." for n in range(120))
PAGES = [
    "A short beginning.",
    LONG_PAGE,
    "",
    "A short end.",
    " ".join(f"Row {n} of the last page." for n in range(1500)),
]


@pytest.mark.req("QA-05")
async def test_a_page_is_loaded_wholly(api: Api) -> None:
    conversation = api.with_documents({"long.pdf": make_pdf(PAGES)})
    file_id = api.documents(conversation)["long.pdf"]["file_id"]

    async def page(number: int) -> dict[str, Any]:
        return await call(api, conversation, "load_document_chunk", file_id=file_id, page=number)

    short, long = await page(1), await page(2)
    assert "A short beginning." in short["text"]
    parts = [long, *long["further_chunks"]]
    assert "Sentence 0 of" in long["text"]
    assert "Sentence 119 of" in parts[-1]["text"]
    assert len({part["chunk_id"] for part in parts}) == len(parts) > 2
    assert all(earlier["end"] >= later["start"] - 2 for earlier, later in pairwise(parts))
    assert long["next_chunk_id"] is None
    after = await page(4)
    assert any("A short end." in part["text"] for part in [after, *after["further_chunks"]])
    empty = await page(3)
    assert empty["error"]["message"] == "page: page 3 of this document has no text."
    beyond = await page(9)
    assert beyond["error"]["message"] == "page: this document has 5 pages."


@pytest.mark.req("QA-05")
async def test_a_page_that_is_too_long_says_where_it_goes_on(api: Api) -> None:
    conversation = api.with_documents({"long.pdf": make_pdf(PAGES)})
    file_id = api.documents(conversation)["long.pdf"]["file_id"]
    loaded = await call(api, conversation, "load_document_chunk", file_id=file_id, page=5)
    parts = [loaded, *loaded["further_chunks"]]
    assert sum(len(part["text"]) for part in parts) <= 20_000
    rest = await call(api, conversation, "load_document_chunk", file_id=file_id, chunk_id=loaded["next_chunk_id"])
    assert parts[-1]["start"] < rest["start"] <= parts[-1]["end"] + 2
    assert (rest["further_chunks"], rest["next_chunk_id"]) == ([], None)


@pytest.mark.req("QA-05", "DC-24")
async def test_a_chunk_is_loaded_only_of_a_document_with_the_wanted_metadata(api: Api) -> None:
    conversation = api.with_documents({"note.md": PARKING_NOTE})
    file_id = api.documents(conversation)["note.md"]["file_id"]
    api.http.patch(f"/api/documents/{file_id}", json={"metadata": {"port": "North"}})
    chunk = {"file_id": file_id, "chunk_id": "chunk_0"}
    assert "text" in await call(api, conversation, "load_document_chunk", **chunk, metadata={"port": "north"})
    refused = await call(api, conversation, "load_document_chunk", **chunk, metadata={"port": "south"})
    assert refused["error"]["code"] == "document_not_found"


@pytest.mark.req("AN-02")
async def test_each_named_document_that_has_words_of_the_question_has_a_passage(api: Api) -> None:
    conversation = api.with_documents({**TWO, "cat.txt": b"A cat sleeps."})
    arguments = {"question": MOORING, "document_names": [*TWO, "cat.txt"]}
    passages = (await call(api, conversation, "document_chat", **arguments))["metadata"]["passages"]
    assert [each["blob_name"] for each in passages] == ["harbour.txt"] * 7 + ["canteen.txt"]


@pytest.mark.req("AN-04")
def test_a_turn_without_a_model_has_the_best_passages_alone(extractive: Api) -> None:
    conversation = extractive.with_documents(TWO)
    turn = extractive.ask(MOORING, conversation, list(TWO))
    assert {each["blob_name"] for each in turn.one("step_complete")["result"]["passages"]} == {"harbour.txt"}


@pytest.mark.req("AN-03")
async def test_the_first_result_of_each_query_precedes_the_lower_ones_of_another(api: Api) -> None:
    text = "\n\n".join([*SHIPS, "The canteen serves fish on Fridays. " + "It is on the hill. " * 80])
    conversation = api.with_documents({"harbour.txt": text.encode()})
    query = {"query": "ships and pilots", "top_k": 2}
    alone = await call(api, conversation, "search_documents", **query)
    fused = await call(api, conversation, "search_documents", **query, queries=["when the canteen serves fish"])
    assert all("canteen" not in passage["text"] for passage in alone["passages"])
    assert [("canteen serves" in passage["text"]) for passage in fused["passages"]] == [False, True]


@pytest.mark.req("BX-11")
async def test_a_passage_is_located_on_its_page(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "note.md": PARKING_NOTE})
    documents = api.documents(conversation)
    file_id = documents["lease.pdf"]["file_id"]
    text = api.http.get(f"/api/documents/{file_id}/text").json()["text"]
    start = text.index(BRAKE)
    span = {"start": start, "end": start + len(BRAKE)}
    found = await call(api, conversation, "locate_passage", file_id=file_id, **span)
    assert (found["blob_name"], found["text"]) == ("lease.pdf", BRAKE)
    by_route = api.http.get(f"/api/documents/{file_id}/regions", params=span).json()
    assert found["pages"] == by_route["pages"]
    assert [(page["page"], len(page["rects"])) for page in found["pages"]] == [(3, 1)]
    note = documents["note.md"]["file_id"]
    assert (await call(api, conversation, "locate_passage", file_id=note, start=0, end=5))["pages"] == []


@pytest.mark.req("BX-11")
@pytest.mark.parametrize(("start", "end"), [(5, 5), (0, 10**6), (0, 25_000)])
async def test_a_span_that_cannot_be_located_is_refused(api: Api, start: int, end: int) -> None:
    long = make_pdf(["word " * 2_000] * 3)
    conversation = api.with_documents({"long.pdf": long})
    file_id = api.documents(conversation)["long.pdf"]["file_id"]
    refused = await call(api, conversation, "locate_passage", file_id=file_id, start=start, end=end)
    assert refused["error"]["code"] == "invalid_arguments"
    assert refused["error"]["message"].startswith("end: ")


@pytest.mark.req("QA-06")
async def test_the_catalogue_is_queried(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "note.md": PARKING_NOTE})
    api.with_documents({"handbook.pdf": HANDBOOK})
    found = await call(api, conversation, "query_documents", query="brake of the crane", type="pdf")
    assert found["documents"][0]["blob_name"] == "lease.pdf"
    assert found["documents"][0]["summary"]
    newest = await call(api, conversation, "query_documents", limit=1)
    assert (newest["total"], len(newest["documents"])) == (3, 1)
    assert newest["counts"]["type"] == {"pdf": 2, "md": 1}
    wrong = await call(api, conversation, "query_documents", limit=0, colour="red")
    assert wrong["error"]["code"] == "invalid_arguments"
    assert "colour" in wrong["error"]["message"]
    unmet = await call(api, conversation, "query_documents", language="xx")
    assert "language: is not an ISO 639-1 language code" in unmet["error"]["message"]


async def test_a_search_is_of_the_conversation_when_it_has_documents(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    api.with_documents({"handbook.pdf": HANDBOOK})
    query = "brake of the crane and paid holiday"
    own = await call(api, conversation, "search_documents", query=query)
    assert {passage["blob_name"] for passage in own["passages"]} == {"lease.pdf"}
    assert BRAKE in own["passages"][0]["text"].replace("\n", " ")
    assert [document["blob_name"] for document in own["documents"]] == ["lease.pdf"]
    assert own["total"] == 1
    everywhere = await call(api, conversation, "search_documents", query=query, scope="all")
    elsewhere = await call(api, api.create(), "search_documents", query=query)
    for found in (everywhere, elsewhere):
        assert {passage["blob_name"] for passage in found["passages"]} == {"lease.pdf", "handbook.pdf"}
        assert found["total"] == 2
    file_id = api.documents(conversation)["lease.pdf"]["file_id"]
    chosen = await call(api, api.create(), "search_documents", query=query, file_ids=[file_id], top_k=1)
    assert [passage["file_id"] for passage in chosen["passages"]] == [file_id]


@pytest.mark.req("SE-02")
async def test_no_tool_reaches_anothers_documents(api: Api, as_user: AsUser) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    file_id = api.documents(conversation)["lease.pdf"]["file_id"]
    stranger = as_user()
    own = stranger.create()
    for calls in (
        ("load_document_chunk", {"chunk_id": "chunk_0", "file_id": file_id}, {"file_id": "file-none-1"}),
        ("search_documents", {"query": "brake", "file_ids": [file_id]}, {"file_ids": ["file-none-1"]}),
        ("locate_passage", {"start": 0, "end": 5, "file_id": file_id}, {"file_id": "file-none-1"}),
    ):
        tool, arguments, missing = calls
        foreign = await call(stranger, own, tool, **arguments)
        assert foreign == await call(stranger, own, tool, **{**arguments, **missing})
        assert foreign["error"]["code"] == "document_not_found"
        refused = await call(stranger, conversation, tool, **arguments)
        assert refused["error"]["code"] == "conversation_not_found"
    assert (await call(stranger, own, "search_documents", query="brake"))["passages"] == []
    assert (await call(stranger, own, "query_documents"))["total"] == 0
