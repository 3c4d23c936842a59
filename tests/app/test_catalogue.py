"""The catalogue of all that a caller has uploaded: what is known of each document, filtered, counted and ranked."""

from itertools import product

import pytest

from tests.app.conftest import AsUser
from tests.app.samples import HANDBOOK, LEASE, PARKING_NOTE
from tests.support.app import Api, checked, fields_of, problem
from tests.support.files import make_scanned_pdf

GERMAN = "# Hausordnung\n\nDie Besucher parken hinter dem Lager. Der Kran wird jede Woche geprüft.\n".encode()


def catalogue(api: Api, **query: str | int) -> dict[str, object]:
    return dict(checked(api.http.get("/api/documents", params=query)).json())


def names(api: Api, **query: str | int) -> list[str]:
    items = catalogue(api, **query)["items"]
    assert isinstance(items, list)
    return [item["blob_name"] for item in items]


@pytest.fixture
def stocked(api: Api) -> Api:
    """Somebody with documents in two conversations, uploaded in this order."""
    conversation = api.create()
    address = f"/api/conversations/{conversation}/documents"
    for name, data in (("lease.pdf", LEASE), ("note.md", PARKING_NOTE)):
        checked(api.http.post(address, files=[("files", (name, data))], data={"tags": "harbour, terms"}))
    api.until_read(conversation)
    for files in ({"handbook.pdf": HANDBOOK}, {"hausordnung.md": GERMAN}, {"scan.pdf": make_scanned_pdf()}):
        api.with_documents(files)
    return api


def test_all_documents_are_listed_newest_first_with_counts(stocked: Api) -> None:
    found = catalogue(stocked)
    assert names(stocked) == ["scan.pdf", "hausordnung.md", "handbook.pdf", "note.md", "lease.pdf"]
    assert found["total"] == 5
    assert found["counts"] == {
        "status": {"ready": 4, "failed": 1},
        "type": {"pdf": 3, "md": 2},
        "language": {"en": 3, "de": 1, "unknown": 1},
    }


def test_a_catalogue_page_has_the_total_count(stocked: Api) -> None:
    whole = names(stocked)
    pages = [catalogue(stocked, limit=2, offset=offset) for offset in (0, 2, 4, 6)]
    assert [page["total"] for page in pages] == [5, 5, 5, 5]
    assert [name for offset in (0, 2, 4, 6) for name in names(stocked, limit=2, offset=offset)] == whole


@pytest.mark.req("QA-06")
def test_a_query_ranks_the_documents_that_bear_on_it(stocked: Api) -> None:
    found = catalogue(stocked, query="How often is the brake of the crane inspected?")
    items = found["items"]
    assert isinstance(items, list)
    assert items[0]["blob_name"] == "lease.pdf"
    assert items[0]["sources"]
    scores = [item["score"] for item in items]
    assert scores == sorted(scores, reverse=True)
    assert found["total"] == len(items)
    assert "scan.pdf" not in [item["blob_name"] for item in items]


@pytest.mark.req("QA-06")
def test_the_catalogue_can_be_filtered(stocked: Api) -> None:
    assert names(stocked, language="de") == ["hausordnung.md"]
    assert names(stocked, type="pdf") == ["scan.pdf", "handbook.pdf", "lease.pdf"]
    assert names(stocked, type="text/markdown") == ["hausordnung.md", "note.md"]
    assert names(stocked, tags="Terms") == ["note.md", "lease.pdf"]
    assert names(stocked, title="crane") == ["lease.pdf"]
    assert names(stocked, until="2001-01-01") == []
    assert names(stocked, since="2001-01-01T00:00:00Z", type="md") == ["hausordnung.md", "note.md"]
    [newest, *_] = checked(stocked.http.get("/api/documents?limit=1")).json()["items"]
    assert names(stocked, since=newest["created_at"]) == ["scan.pdf"]
    assert catalogue(stocked, language="de", limit=1)["total"] == 1


def test_a_catalogue_is_its_owners_alone(stocked: Api, as_user: AsUser) -> None:
    assert catalogue(as_user()) == {"items": [], "total": 0, "counts": {"status": {}, "type": {}, "language": {}}}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("since=soon", "since"),
        ("since=1", "since"),
        ("until=1700000000.5", "until"),
        ("colour=red", "colour"),
        ("language=xx", "language"),
        ("language=", "language"),
        ("type=abc", "type"),
    ],
)
def test_a_catalogue_cannot_be_asked_for_just_anything(api: Api, query: str, field: str) -> None:
    status, told = problem(api.http.get(f"/api/documents?{query}"))
    assert (status, fields_of(told)) == (422, [field])


@pytest.mark.req("RG-03")
def test_document_metadata_comes_from_the_text_and_the_uploader(stocked: Api) -> None:
    by_name = {item["blob_name"]: item for item in checked(stocked.http.get("/api/documents")).json()["items"]}
    lease, german, scan = by_name["lease.pdf"], by_name["hausordnung.md"], by_name["scan.pdf"]
    assert (lease["title"], lease["pages"], lease["language"]) == ("Lease of the crane", 3, "en")
    assert lease["tags"] == ["harbour", "terms"]
    assert any("crane" in keyword.lower() for keyword in lease["keywords"])
    assert lease["summary"].startswith("The parties keep a copy of these terms")
    assert (german["title"], german["language"]) == ("Hausordnung", "de")
    assert german["summary"].startswith("Die Besucher parken hinter dem Lager.")
    assert not {"die", "der", "hinter"} & {keyword.lower() for keyword in german["keywords"]}
    text = stocked.http.get(f"/api/documents/{german['file_id']}/text").json()
    assert german["characters"] == text["characters"] == len(text["text"])
    assert (scan["status"], scan["title"], scan["summary"]) == ("failed", None, None)


EDGES = (
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+23:59",
    "0001-01-01",
    "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59.999999-23:59",
    "9999-12-31T23:59:59",
    "2016-12-31T23:59:60Z",
    "10000-01-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "-0001-01-01T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00-99:99",
    "253402300800",
    "-62135596801",
    "1e400",
    "9" * 400,
)


def test_dates_at_the_edges_of_the_calendar_work_or_are_refused(api: Api) -> None:
    api.with_documents({"note.md": PARKING_NOTE})
    headers = {"accept": "application/json, text/event-stream"}
    for moment, field in product(EDGES, ("since", "until")):
        arguments = {"name": "query_documents", "arguments": {field: moment}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": arguments}
        listed = api.http.get("/api/documents", params={field: moment})
        searched = api.http.post("/api/search", json={"query": "crane", "filters": {field: moment}})
        called = checked(api.http.post("/api/mcp", json=message, headers=headers)).json()["result"]
        assert listed.status_code in (200, 422), (field, moment)
        assert searched.status_code == listed.status_code, (field, moment)
        assert called.get("isError", False) == (listed.status_code == 422), (field, moment)


def test_dates_beyond_the_calendar_bound_what_lies_within(api: Api) -> None:
    api.with_documents({"note.md": PARKING_NOTE})
    first, last = "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"
    assert names(api, since=first, until=last) == ["note.md"]
    assert names(api, since="0300-01-01") == ["note.md"]
    assert names(api, since=last) == names(api, until=first) == names(api, until="0300-01-01") == []


@pytest.mark.req("QA-06")
def test_filters_that_no_document_can_meet_are_refused_with_what_there_is(api: Api) -> None:
    filters = {"language": "klingon", "type": "exe"}
    status, told = problem(api.http.post("/api/search", json={"query": "crane", "filters": filters}))
    assert (status, fields_of(told)) == (422, ["filters.language", "filters.type"])
    messages = [wrong["message"] for wrong in told["errors"]]
    assert messages[0].startswith("is not an ISO 639-1 language code")
    assert messages[1].startswith("unknown type; the types are pdf, docx")


@pytest.mark.req("QA-06")
@pytest.mark.parametrize(
    "query", ["language=EN", "language=eng", "language=en-GB", "language=kab", "type=.PDF", "type=log"]
)
def test_languages_and_types_are_known_however_they_are_written(api: Api, query: str) -> None:
    assert checked(api.http.get(f"/api/documents?{query}")).json()["total"] == 0
