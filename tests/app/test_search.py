"""Search over the caller's documents: passages with scores and retrievers, filtered, and nobody else's."""

import asyncio
from pathlib import Path

import pytest

from tests.app.conftest import AsUser, app_host, client
from tests.app.samples import BRAKE, HANDBOOK, HOLIDAYS, LEASE, PARKING, PARKING_NOTE
from tests.support.app import Api, checked, fields_of, problem
from tests.support.embeddings_stub import EmbeddingsStub
from tests.support.files import make_scanned_pdf
from tests.support.waiting import eventually

GERMAN = "# Hausordnung\n\nDie Besucher parken hinter dem Lager. Der Kran wird jede Woche geprüft.\n".encode()


def search(api: Api, query: str, **fields: object) -> list[dict[str, object]]:
    return list(checked(api.http.post("/api/search", json={"query": query, **fields})).json()["passages"])


def names(passages: list[dict[str, object]]) -> set[object]:
    return {passage["blob_name"] for passage in passages}


@pytest.mark.req("RG-06")
def test_a_passage_can_be_opened_at_its_offsets(api: Api) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    [best, *_] = found = search(api, "How often is the brake inspected?")
    assert BRAKE in str(best["text"])
    assert best["file_id"] == api.documents(conversation)["lease.pdf"]["file_id"]
    part = api.http.get(f"/api/documents/{best['file_id']}/text?start={best['start']}&end={best['end']}").json()
    assert part["text"] == best["text"]
    [page] = [page for page in part["pages"] if page["page"] == best["page"]]
    assert page["start"] <= part["start"] < page["end"]
    assert all(passage["sources"] and isinstance(passage["score"], float) for passage in found)
    assert len({(passage["file_id"], passage["chunk_id"]) for passage in found}) == len(found) <= 5


@pytest.mark.req("RG-06")
def test_top_k_and_the_threshold_bound_what_is_found(api: Api) -> None:
    api.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK, "note.md": PARKING_NOTE})
    everything = search(api, "Where do visitors of the crane park on paid holiday?", top_k=50)
    assert len(everything) >= 3
    assert search(api, "Where do visitors of the crane park on paid holiday?", top_k=1) == everything[:1]
    scores = sorted({float(str(passage["score"])) for passage in everything}, reverse=True)
    assert scores[0] > scores[-1]
    kept = search(api, "Where do visitors of the crane park on paid holiday?", top_k=50, score_threshold=scores[0])
    assert kept == [passage for passage in everything if passage["score"] == scores[0]]


@pytest.mark.req("RG-06")
def test_filters_choose_the_documents(api: Api) -> None:
    conversation = api.create()
    address = f"/api/conversations/{conversation}/documents"
    files = [("files", ("note.md", PARKING_NOTE)), ("files", ("copy.txt", PARKING_NOTE))]
    checked(api.http.post(address, files=files, data={"tags": "Site, 2026"}))
    api.upload(conversation, {"hausordnung.md": GERMAN, "lease.pdf": LEASE})
    api.until_read(conversation)
    query = "Besucher visitors park parken crane"
    assert {"hausordnung.md", "lease.pdf"} < names(search(api, query))
    assert names(search(api, query, filters={"language": "de"})) == {"hausordnung.md"}
    assert names(search(api, query, filters={"type": "pdf"})) == {"lease.pdf"}
    assert names(search(api, query, filters={"tags": ["site"], "type": "md"})) == {"note.md"}
    assert names(search(api, query, filters={"title": "lease of"})) == {"lease.pdf"}
    assert names(search(api, query, filters={"until": "2001-01-01"})) == set()
    assert names(search(api, query, filters={"since": "2001-01-01", "language": "de"})) == {"hausordnung.md"}
    keyword = api.documents(conversation)["hausordnung.md"]["keywords"][0]
    assert names(search(api, query, filters={"keywords": [keyword.upper()]})) == {"hausordnung.md"}


def test_a_search_can_be_of_some_files_or_of_one_conversation(api: Api) -> None:
    here = api.with_documents({"lease.pdf": LEASE, "note.md": PARKING_NOTE})
    there = api.with_documents({"handbook.pdf": HANDBOOK})
    query = "crane visitors holiday"
    lease = api.documents(here)["lease.pdf"]["file_id"]
    assert names(search(api, query)) == {"lease.pdf", "note.md", "handbook.pdf"}
    assert names(search(api, query, file_ids=[lease])) == {"lease.pdf"}
    assert names(search(api, query, conversation_id=there)) == {"handbook.pdf"}
    assert search(api, query, file_ids=[lease], conversation_id=there) == []
    assert search(api, query, file_ids=[]) == []


@pytest.mark.req("RG-06")
@pytest.mark.same_in_stores
@pytest.mark.parametrize(
    "query", ["wheelbarrow", "Wheelbarrow brochure", "wheelbarrow-brochure.md", "brochure wheelbarrow"]
)
def test_a_word_that_only_a_name_has_finds_the_documents_of_that_name(api: Api, query: str) -> None:
    api.with_documents({"wheelbarrow-brochure.md": GERMAN, "lease.pdf": LEASE, "note.md": PARKING_NOTE})
    assert names(search(api, query)) == {"wheelbarrow-brochure.md"}
    assert names(search(api, query, top_k=1)) == {"wheelbarrow-brochure.md"}
    assert search(api, "volcano") == []


def test_documents_that_are_not_ready_are_left_out(api: Api) -> None:
    conversation = api.with_documents({"scan.pdf": make_scanned_pdf(), "note.md": PARKING_NOTE})
    assert names(search(api, "visitors")) == {"note.md"}
    scan = api.documents(conversation)["scan.pdf"]["file_id"]
    assert search(api, "visitors", file_ids=[scan]) == []


@pytest.mark.req("SE-02")
def test_anothers_documents_are_neither_searched_nor_found_by_id(api: Api, as_user: AsUser) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    file_id = api.documents(conversation)["lease.pdf"]["file_id"]
    stranger = as_user()
    assert search(stranger, "crane") == []
    for theirs, missing in (
        ({"file_ids": [file_id]}, {"file_ids": ["file-none-1"]}),
        ({"conversation_id": conversation}, {"conversation_id": "00000000-0000-4000-8000-000000000000"}),
    ):
        answers = [
            problem(stranger.http.post("/api/search", json={"query": "crane", **ids})) for ids in (theirs, missing)
        ]
        assert answers[0] == answers[1]
        assert answers[0][0] == 404


@pytest.mark.in_any_store
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": "  "}, "query"),
        ({}, "query"),
        ({"query": "crane", "top_k": 0}, "top_k"),
        ({"query": "crane", "top_k": 51}, "top_k"),
        ({"query": "crane", "score_threshold": -1}, "score_threshold"),
        ({"query": "crane", "top_k": True}, "top_k"),
        ({"query": "crane", "top_k": "3"}, "top_k"),
        ({"query": "crane", "score_threshold": True}, "score_threshold"),
        ({"query": "crane", "filters": {"since": 1}}, "filters.since"),
        ({"query": "crane", "user_id": "somebody"}, "user_id"),
        ({"query": "crane", "filters": {"colour": "red"}}, "filters.colour"),
        ({"query": "crane", "filters": {"since": "yesterday"}}, "filters.since"),
        ({"query": "x" * 8001}, "query"),
    ],
)
def test_a_search_that_cannot_be_made_is_refused_with_its_field(api: Api, body: dict[str, object], field: str) -> None:
    status, told = problem(api.http.post("/api/search", json=body))
    assert (status, fields_of(told)) == (422, [field])


@pytest.mark.in_any_store
def test_without_an_embedding_model_retrieval_is_lexical(extractive: Api) -> None:
    conversation = extractive.with_documents({"handbook.pdf": HANDBOOK})
    passages = search(extractive, "How many days of paid holiday are there?", conversation_id=conversation)
    assert HOLIDAYS in str(passages[0]["text"])
    assert PARKING not in str(passages)
    for query, retrieval in (("How many days of paid holiday are there?", "lexical"), ("zzzz qqqq", None)):
        body = {"query": query, "conversation_id": conversation}
        assert checked(extractive.http.post("/api/search", json=body)).json().get("retrieval") == retrieval


@pytest.mark.req("RG-05")
@pytest.mark.parametrize("route", ["turn", "search"])
async def test_a_route_says_that_it_searched_by_words_after_the_embeddings_changed(tmp_path: Path, route: str) -> None:
    async with EmbeddingsStub() as stub:
        settings = {"OPENAI_BASE_URL": stub.base_url, "OPENAI_API_KEY": "key", "OPENAI_EMBEDDING_MODEL": "embed"}
        await asyncio.to_thread(search_with_changed_embeddings, tmp_path, settings, stub, route)


def search_with_changed_embeddings(folder: Path, settings: dict[str, str], stub: EmbeddingsStub, route: str) -> None:
    with app_host(folder, settings | {"DOCUMENT_SUMMARIES": "simple"}) as host, client(host) as api:
        conversation = api.with_documents({"lease.pdf": LEASE})

        def retrieval() -> object:
            if route == "search":
                query = {"query": "How often is the brake inspected?", "conversation_id": conversation}
                return checked(api.http.post("/api/search", json=query)).json()["retrieval"]
            turn = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
            return turn.one("step_complete")["result"]["metadata"]["retrieval"]

        assert retrieval() == "hybrid"
        stub.dimensions = 64
        assert retrieval() == "lexical_fallback"
        eventually(lambda: retrieval() == "hybrid", seconds=30)
