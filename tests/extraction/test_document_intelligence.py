"""Azure Document Intelligence, against a local server of its REST API; the real service was not tried."""

from asyncio import StreamWriter
from collections.abc import AsyncIterator

import pytest

from orc.domain import ExtractedText
from orc.errors import ConfigurationError, DocumentFailure, ModelRejected, ModelUnavailable
from shared.adapters import readers
from shared.extraction.document_intelligence import DocumentIntelligenceExtractor
from shared.extraction.extractor import SubprocessExtractor
from shared.settings import Settings
from tests.support import files
from tests.support.loopback import LoopbackServer, Received, free_port, send_json

CONTENT = "𝐑ent: 4,200 euros.\nNotice: ninety days."
FIRST = len("𝐑ent: 4,200 euros.\n")
READ = {
    "status": "succeeded",
    "analyzeResult": {
        "content": CONTENT,
        "pages": [
            {"pageNumber": 1, "spans": [{"offset": 0, "length": FIRST}]},
            {"pageNumber": 2, "spans": []},
            {"pageNumber": 3, "spans": [{"offset": FIRST, "length": len(CONTENT) - FIRST}]},
        ],
    },
}

SCAN = files.make_scanned_pdf(3)

type Reply = tuple[int, object, dict[str, str]]


class Service(LoopbackServer):
    """Takes each analysis, and answers what is asked about it in turn with these."""

    def __init__(self, *answers: Reply, begun: tuple[Reply, ...] = ()) -> None:
        super().__init__()
        self._answers = list(answers)
        self._begun = list(begun)
        self.elsewhere = ""
        self.retry_after = "2"

    async def respond(self, received: Received, writer: StreamWriter) -> None:
        if received.method == "POST" and not self._begun:
            operation = f"{self.elsewhere or self.address}/documentintelligence/operations/1"
            await send_json(
                writer, {}, status=202, headers={"operation-location": operation, "retry-after": self.retry_after}
            )
            return
        status, body, headers = (self._begun if received.method == "POST" else self._answers).pop(0)
        await send_json(writer, body, status=status, headers=headers)


class Waits(list[float]):
    """The seconds that were waited, without waiting."""

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
async def local() -> AsyncIterator[SubprocessExtractor]:
    extractor = SubprocessExtractor()
    yield extractor
    await extractor.aclose()


async def read(local: SubprocessExtractor, address: str, waits: Waits, data: bytes, name: str) -> ExtractedText:
    extractor = DocumentIntelligenceExtractor(local, endpoint=address, api_key="the key", sleep=waits)
    try:
        return await extractor.extract(data, name=name)
    finally:
        await extractor.aclose()


def answered(body: object, *, status: int = 200, **headers: str) -> Reply:
    return status, body, {name.replace("_", "-"): value for name, value in headers.items()}


async def test_a_scan_is_read_page_by_page_by_the_service(local: SubprocessExtractor, waits: Waits) -> None:
    async with Service(answered({"status": "running"}, retry_after="3"), answered(READ)) as service:
        text = await read(local, service.address, waits, SCAN, "scan.pdf")
    assert text == ExtractedText("𝐑ent: 4,200 euros.\n\n\n\nNotice: ninety days.", "𝐑ent: 4,200 euros.", (0, 20, 22))
    assert waits == [2, 3]
    begun, *asked = service.requests
    assert begun.path.startswith("/documentintelligence/documentModels/prebuilt-read:analyze?api-version=")
    assert "stringIndexType=unicodeCodePoint" in begun.path
    assert begun.body == SCAN
    assert {request.headers["ocp-apim-subscription-key"] for request in (begun, *asked)} == {"the key"}


async def test_locally_readable_files_are_not_sent(local: SubprocessExtractor, waits: Waits) -> None:
    async with Service() as service:
        assert (await read(local, service.address, waits, files.make_pdf(["Text"]), "a.pdf")).text == "Text"
        for data, name in ((files.make_damaged_pdf(), "a.pdf"), (files.make_docx([]), "a.docx")):
            with pytest.raises(DocumentFailure):
                await read(local, service.address, waits, data, name)
    assert service.requests == []


@pytest.mark.req("RE-07")
async def test_a_busy_service_is_asked_again_no_sooner_than_it_says(local: SubprocessExtractor, waits: Waits) -> None:
    busy = answered({}, status=429, retry_after="7")
    async with Service(answered({}, status=503), answered(READ), begun=(busy,)) as service:
        text = await read(local, service.address, waits, SCAN, "scan.pdf")
    assert "ninety days" in text.text
    assert waits == [7, 2, 1]


async def test_a_service_that_is_down_may_be_tried_again(local: SubprocessExtractor, waits: Waits) -> None:
    with pytest.raises(ModelUnavailable):
        await read(local, f"http://127.0.0.1:{free_port()}", waits, SCAN, "scan.pdf")
    assert len(waits) == 4


@pytest.mark.parametrize(
    "replies",
    [
        Service(answered({"status": "failed", "error": {"code": "InvalidContent"}})),
        Service(begun=(answered({"error": {"code": "InvalidRequest"}}, status=400),)),
        Service(answered({"status": "succeeded", "analyzeResult": {"content": "", "pages": []}})),
    ],
    ids=["failed", "refused", "nothing read"],
)
async def test_a_scan_that_the_service_cannot_read_has_no_text(
    local: SubprocessExtractor, waits: Waits, replies: Service
) -> None:
    async with replies as service:
        with pytest.raises(DocumentFailure) as failure:
            await read(local, service.address, waits, SCAN, "scan.pdf")
    assert failure.value.code == "document_without_text"


@pytest.mark.parametrize(
    ("service", "code"),
    [
        (Service(begun=(answered({}, status=401),)), "text_recognition_auth"),
        (Service(answered({"status": "succeeded"})), "text_recognition_protocol"),
        (Service(answered({"state": "new"})), "text_recognition_protocol"),
        (Service(answered([])), "text_recognition_protocol"),
    ],
)
async def test_an_answer_that_is_none_is_an_error_of_the_service(
    local: SubprocessExtractor, waits: Waits, service: Service, code: str
) -> None:
    async with service:
        with pytest.raises(ModelRejected) as failure:
            await read(local, service.address, waits, SCAN, "scan.pdf")
    assert failure.value.code == code


async def test_the_key_is_sent_to_nobody_else(local: SubprocessExtractor, waits: Waits) -> None:
    async with Service() as other, Service() as service:
        service.elsewhere = other.address
        with pytest.raises(ModelRejected):
            await read(local, service.address, waits, SCAN, "scan.pdf")
    assert other.requests == []


async def test_the_service_is_used_where_it_is_configured() -> None:
    async with Service(answered({"status": "failed"})) as service:
        service.retry_after = "0"
        settings = {"DOCUMENT_INTELLIGENCE_ENDPOINT": service.address, "DOCUMENT_INTELLIGENCE_KEY": "the key"}
        for environment, requests in (({}, 0), (settings, 1)):
            configured = readers(Settings.from_environ(environment))
            with pytest.raises(DocumentFailure):
                await configured.text.extract(files.make_scanned_pdf(), name="scan.pdf")
            await configured.aclose()
            assert len([request for request in service.requests if request.method == "POST"]) == requests


def test_a_key_without_its_endpoint_is_a_mistake() -> None:
    with pytest.raises(ConfigurationError, match="DOCUMENT_INTELLIGENCE_ENDPOINT"):
        Settings.from_environ({"DOCUMENT_INTELLIGENCE_KEY": "the key"})


@pytest.mark.req("SE-14")
async def test_a_scan_at_the_service_takes_no_slot_of_this_machine(local: SubprocessExtractor) -> None:
    told: list[str] = []

    async def waits(_: float) -> None:
        told.append("waits for the service")

    async with Service(answered(READ)) as service:
        extractor = DocumentIntelligenceExtractor(local, endpoint=service.address, api_key="the key", sleep=waits)
        await extractor.extract(SCAN, name="scan.pdf", read=lambda: told.append("read here"))
        await extractor.aclose()
    assert told == ["read here", "waits for the service"]
