"""Where passages stand on the pages of a document, over HTTP: regions, words and images."""

import io
from typing import Any

import httpx2
import pytest
from PIL import Image

from tests.app.conftest import AsUser, client
from tests.app.samples import BRAKE, LEASE, NOTICE, PARKING, PARKING_NOTE, RENT
from tests.support.app import Api, checked, fields_of, principal, problem
from tests.support.files import make_pdf, make_xlsx
from tests.support.hosts import RunningHost
from tests.support.stored import Stored

pytestmark = pytest.mark.req("BX-11")


def lease(api: Api, name: str = "lease.pdf") -> str:
    """The address of the lease."""
    return addresses(api, {name: LEASE})[name]


def addresses(api: Api, files: dict[str, bytes]) -> dict[str, str]:
    documents = api.documents(api.with_documents(files))
    return {name: f"/api/documents/{document['file_id']}" for name, document in documents.items()}


def got(api: Api, address: str, **query: int) -> Any:
    return checked(api.http.get(address, params=query)).json()


def span_of(api: Api, document: str, words: str) -> dict[str, int]:
    start = got(api, f"{document}/text")["text"].index(words)
    return {"start": start, "end": start + len(words)}


def test_the_region_of_a_cited_sentence_covers_its_words(extractive_host: RunningHost) -> None:
    with client(extractive_host) as api:
        conversation = api.with_documents({"lease.pdf": LEASE})
        [citation] = api.ask("How often is the brake inspected?", conversation, ["lease.pdf"]).of("citation")
        document = f"/api/documents/{citation['file_id']}"
        regions = got(api, f"{document}/regions", start=citation["start"], end=citation["end"])
        [region] = regions["pages"]
        assert region["page"] == citation["page"] == 3
        assert regions["text"]["match"] == citation["snippet"] == BRAKE
        page = got(api, f"{document}/pages/3")
        assert {name: page[name] for name in ("width", "height")} == {
            name: region[name] for name in ("width", "height")
        }
        [rect] = region["rects"]
        within = [word["text"] for word in page["words"] if abs(word["y"] - rect["y"]) < 0.001]
        assert " ".join(within) == BRAKE


@pytest.mark.in_any_store
def test_words_have_their_offsets_in_the_documents_text(api: Api) -> None:
    document = lease(api)
    text = got(api, f"{document}/text")["text"]
    words = got(api, f"{document}/pages/2")["words"]
    assert [text[word["start"] : word["end"]] for word in words] == [word["text"] for word in words]
    assert NOTICE in " ".join(word["text"] for word in words)
    assert all(0 <= word["x"] < word["x"] + word["width"] <= 1 for word in words)


@pytest.mark.in_any_store
def test_a_span_over_pages_has_rectangles_on_each(api: Api) -> None:
    document = lease(api)
    first, last = span_of(api, document, RENT), span_of(api, document, BRAKE)
    regions = got(api, f"{document}/regions", start=first["start"], end=last["end"])
    assert [page["page"] for page in regions["pages"]] == [1, 2, 3]
    assert all(page["rects"] for page in regions["pages"])
    assert regions["text"]["match"].startswith(RENT)


@pytest.mark.in_any_store
@pytest.mark.parametrize("name", ["note.md", "book.xlsx"])
def test_a_format_without_page_images_has_the_text_around_the_span(api: Api, name: str) -> None:
    files = {"note.md": PARKING_NOTE, "book.xlsx": make_xlsx({"Parking": [["Note"], [PARKING]]})}
    document = addresses(api, {name: files[name]})[name]
    regions = got(api, f"{document}/regions", **span_of(api, document, PARKING))
    assert regions["pages"] == []
    whole = got(api, f"{document}/text")["text"]
    text = regions["text"]
    assert text["before"] + text["match"] + text["after"] == whole
    assert text["match"] == PARKING
    for address in (f"{document}/pages/1.png", f"{document}/pages/1"):
        status, said = problem(api.http.get(address))
        assert (status, said["code"]) == (404, "page_images_unavailable")


@pytest.mark.in_any_store
def test_a_span_beyond_the_limits_is_refused_with_the_limit(api: Api) -> None:
    long = addresses(api, {"long.pdf": make_pdf([*["A page."] * 11, "x" * 20_001])})["long.pdf"]
    count = got(api, f"{long}/text")["characters"]
    refused = {
        (3, 3): "greater than start",
        (0, count + 1): f"at most {count}",
        (0, count): "the limit is 20000",
        (0, 11 * len("A page.\n\n")): "the span is on 11 pages; the limit is 10",
    }
    for (start, end), words in refused.items():
        status, said = problem(api.http.get(f"{long}/regions", params={"start": start, "end": end}))
        assert (status, fields_of(said)) == (422, ["end"])
        assert words in said["detail"]


@pytest.mark.in_any_store
def test_the_image_of_a_page_is_as_wide_as_asked(api: Api) -> None:
    document = lease(api)
    page = got(api, f"{document}/pages/1")
    for query, width in (("", 1_200), ("?width=640", 640), ("?width=2400", 2_400)):
        response = checked(api.http.get(f"{document}/pages/1.png{query}"))
        assert response.headers["content-type"] == "image/png"
        image = Image.open(io.BytesIO(response.content))
        assert image.size == (width, round(width * page["height"] / page["width"]))


def test_page_image_is_private_and_answers_304_for_its_etag(api: Api, as_user: AsUser) -> None:
    address = f"{lease(api)}/pages/1.png"
    first = checked(api.http.get(address))
    assert (first.headers["cache-control"], first.headers["x-content-type-options"]) == ("private, no-cache", "nosniff")
    known = {"If-None-Match": first.headers["etag"]}
    again = api.http.get(address, headers=known)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert api.http.get(f"{address}?width=640", headers=known).status_code == 200
    assert as_user().http.get(address, headers=known).status_code == 404


@pytest.mark.in_any_store
def test_a_page_that_the_document_does_not_have_is_a_404(api: Api) -> None:
    document = lease(api)
    for address in (f"{document}/pages/4.png", f"{document}/pages/0.png", f"{document}/pages/4"):
        status, said = problem(api.http.get(address))
        assert (status, said["code"]) == (404, "page_not_found")
        assert "3 pages" in said["detail"]


@pytest.mark.in_any_store
@pytest.mark.parametrize("width", ["15", "2401", "wide"])
def test_an_image_of_a_width_beyond_the_limits_is_refused(api: Api, width: str) -> None:
    status, said = problem(api.http.get(f"{lease(api)}/pages/1.png?width={width}"))
    assert (status, fields_of(said)) == (422, ["width"])


def test_page_images_are_stored_once_and_deleted_with_the_document(api: Api, stored: Stored) -> None:
    document = lease(api)

    def made() -> list[str]:
        [content] = {d["content_id"] for d in stored.items("document") if document.endswith(d["file_id"])}
        owner = next(d["user_id"] for d in stored.items("document") if document.endswith(d["file_id"]))
        return sorted(path for path in stored.blobs() if f"/{content}/" in path and owner in path)

    for _ in range(2):
        shown(api, f"{document}/pages/1.png")
        shown(api, f"{document}/pages/1.png?width=641")
        got(api, f"{document}/pages/1")
        got(api, f"{document}/regions", **span_of(api, document, RENT))
    kept = made()
    assert [path.rpartition(".")[2] for path in kept] == ["png", "json"]
    assert api.http.delete(document).status_code == 204
    assert not set(kept) & set(stored.blobs())


def shown(api: Api, address: str) -> httpx2.Response:
    return checked(api.http.get(address))


def test_a_page_of_anothers_document_does_not_exist(host: RunningHost, api: Api) -> None:
    document = lease(api)
    shown(api, f"{document}/pages/1.png")
    with client(host, principal("organization", "a stranger")) as stranger:
        for address in ("pages/1.png", "pages/1", "regions?start=0&end=5"):
            assert problem(stranger.http.get(f"{document}/{address}"))[0] == 404
