"""Finding passages and documents over real stores, as the routes and tools ask for it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from orc.documents.paths import blob_path
from orc.documents.records import Document
from orc.documents.registry import DocumentRegistry, ProcessingSettings
from orc.documents.search.fusion import with_related
from orc.documents.search.retriever import Retriever
from orc.documents.search.synonyms import Synonyms
from orc.domain import Caller, Chunk, ExtractedText, ScoredChunk
from orc.ports import DOCUMENT_ITEMS
from shared.blobs.local import LocalBlobStore
from shared.composition.documents import build_registry
from shared.stores.sqlite import SqliteDatabase, SqliteDocumentIndex, SqliteItemStore

CALLER = Caller("org", "user")
SIZE = 120
LIGHTHOUSE = (
    "The keeper climbs the stairs each evening. The lamp burns oil from the north coast.\n\n"
    "In winter the fog signal sounds every ninety seconds, day and night, until it clears.\n\n"
    "The lens was ground in Birmingham. It floats on a bath of mercury and turns by clockwork.\n\n"
    "Supplies come by boat once a month. The boat also takes the post to the mainland."
)
BAKERY = (
    "Dough rests for twelve hours in the cellar. Salt is added last.\n\n"
    "The oven is lit at three in the morning and holds two hundred loaves at a time.\n\n"
    "Rye bread keeps for a week. The boat takes none of it."
)


class PlainText:
    async def extract(self, data: bytes, *, name: str, **_: object) -> ExtractedText:
        return ExtractedText(data.decode(), title=name.rpartition(".")[0])


@dataclass
class Library:
    registry: DocumentRegistry
    blobs: LocalBlobStore
    retriever: Retriever
    index: SqliteDocumentIndex

    async def put(self, name: str, text: str) -> Document:
        await self.blobs.put(
            blob_path(CALLER.conversation("conversation"), name), text.encode(), content_type="text/plain"
        )
        document, _ = await self.registry.ensure_registered(CALLER.conversation("conversation"), name)
        return document


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    database = SqliteDatabase(tmp_path / "orc.db")
    index, blobs = SqliteDocumentIndex(database), LocalBlobStore(tmp_path / "blobs")
    settings = ProcessingSettings(chunk_size=SIZE, chunk_overlap=20, ttl_seconds=3600)
    registry = build_registry(SqliteItemStore(database, DOCUMENT_ITEMS), blobs, index, PlainText(), settings)
    yield Library(registry, blobs, Retriever(index, registry), index)
    await database.aclose()


async def test_a_passage_can_come_with_its_neighbours(library: Library) -> None:
    document = await library.put("lighthouse.txt", LIGHTHOUSE)
    [alone] = await library.retriever.passages(CALLER, "Birmingham", [document], top_k=1)
    [wider] = await library.retriever.passages(CALLER, "Birmingham", [document], top_k=1, neighbours=1)
    assert wider.chunk.chunk_id == alone.chunk.chunk_id
    assert "fog signal" in wider.chunk.text
    assert "once a month" in wider.chunk.text
    assert LIGHTHOUSE[wider.chunk.start : wider.chunk.end] == wider.chunk.text


@pytest.mark.req("RG-06")
async def test_passages_below_the_threshold_are_left_out(library: Library) -> None:
    documents = [await library.put("lighthouse.txt", LIGHTHOUSE), await library.put("bakery.txt", BAKERY)]
    found = await library.retriever.passages(CALLER, "Which boat takes the post?", documents, top_k=5)
    assert len(found) > 1
    assert [passage.score for passage in found] == sorted((passage.score for passage in found), reverse=True)
    threshold = found[0].score
    kept = await library.retriever.passages(
        CALLER, "Which boat takes the post?", documents, top_k=5, score_threshold=threshold
    )
    assert kept == found[:1]


async def test_the_document_that_says_most_of_the_query_comes_first(library: Library) -> None:
    documents = [await library.put("a.txt", BAKERY), await library.put("b.txt", LIGHTHOUSE)]
    ranked = await library.retriever.rank_documents(CALLER, "boat to the mainland with the post", documents)
    assert [found.document.blob_name for found in ranked] == ["b.txt", "a.txt"]
    assert ranked[0].score > ranked[1].score
    assert ranked[0].sources == ("bm25",)


async def test_a_document_is_found_by_its_file_name(library: Library) -> None:
    documents = [await library.put("KeeperHandbook2024.txt", BAKERY), await library.put("other.txt", LIGHTHOUSE)]
    ranked = await library.retriever.rank_documents(CALLER, "handbook 2024", documents)
    assert [(found.document.blob_name, found.sources) for found in ranked] == [("KeeperHandbook2024.txt", ("name",))]


async def test_a_query_that_fits_nothing_ranks_nothing(library: Library) -> None:
    assert await library.retriever.rank_documents(CALLER, "zeppelin", [await library.put("a.txt", BAKERY)]) == []


@pytest.mark.parametrize("name", ["NetflixAnnualReport2019.txt", "netflixannualreport.txt", "netflix_annual_2019.txt"])
async def test_names_are_taken_apart_wherever_they_are_glued(library: Library, name: str) -> None:
    documents = [await library.put("other.txt", BAKERY), await library.put(name, BAKERY + " Yes.")]
    ranked = await library.retriever.rank_documents(CALLER, "Netflix annual report: is there salt?", documents)
    assert ranked[0].document.blob_name == name
    assert ranked[0].sources == ("bm25", "name")


async def test_a_filing_is_found_by_company_and_year_before_wordier_ones(library: Library) -> None:
    names = [f"{company}_{year}_10K.txt" for company in ("ACMEWIDGETS", "BETATOOLS") for year in (2017, 2018, 2019)]
    told = "Capital spending of 2018 and of 2019: what it was reported to be by the end of the year. {name}"
    documents = [
        await library.put(name, told.format(name=name)) for name in names if name != "ACMEWIDGETS_2019_10K.txt"
    ]
    wanted = await library.put("ACMEWIDGETS_2019_10K.txt", "Capital spending was reported by the end of it.")
    question = "How much was Acme Widgets' capital spending, as it was reported by the end of the year 2019?"
    ranked = await library.retriever.rank_documents(CALLER, question, [*documents, wanted])
    assert ranked[0].document == wanted


async def test_passages_of_the_named_document_rank_first(library: Library) -> None:
    documents = [await library.put(f"Harbour_{year}.txt", f"{LIGHTHOUSE}\n\n{year}.") for year in (2018, 2019)]
    for year in ("2018", "2019"):
        question = f"In the harbour report of {year}, where was the lens ground?"
        [best] = await library.retriever.passages(CALLER, question, documents, top_k=1)
        assert best.blob_name == f"Harbour_{year}.txt"
        assert "Birmingham" in best.chunk.text


REPORT = (
    "Capital expenditures matter to us. We plan capital expenditures with care and review capital expenditures.\n\n"
    "Capital expenditures may be delayed. Our capital expenditures depend on permits that we may not get in time.\n\n"
    "Our view of capital expenditures has not changed. Capital expenditures follow demand, and so they always will.\n\n"
    "We finance capital expenditures from operations. Capital expenditures are approved by the board every year.\n\n"
    "Statement of what came in and went out\nPurchases of property, plant and equipment (412) (398)\nOther, net 7 9"
)


async def test_a_figure_is_found_by_what_it_is_computed_from(library: Library) -> None:
    report = await library.put("report.txt", REPORT)
    question = "What were the capital expenditures?"
    found = await library.retriever.passages(CALLER, question, [report], top_k=5)
    assert any("Purchases of property" in passage.chunk.text for passage in found[:3])
    assert [passage.score for passage in found] == sorted((passage.score for passage in found), reverse=True)
    assert len({passage.chunk.chunk_id for passage in found}) == len(found)


async def test_the_statement_that_a_question_is_answered_from_is_among_the_first(library: Library) -> None:
    talk = "\n\n".join(
        f"Whether it is a liability of region {n} is for the board to say; no liability is." for n in range(9)
    )
    rows = "Accounts payable 12 14\nAccrued expenses 7 8\nDeferred revenue 3 4\nLong-term debt 40 44"
    report = await library.put("report.txt", f"{talk}\n\n{rows}\n\n{talk}")
    found = await library.retriever.passages(CALLER, "What is the largest liability?", [report], top_k=5)
    assert any("Long-term debt 40 44" in passage.chunk.text for passage in found)


async def test_a_deployers_own_words_are_searched_for_too(library: Library) -> None:
    document = await library.put("lighthouse.txt", LIGHTHOUSE)
    synonyms = Synonyms({"klaxon": ["fog signal"]})
    retriever = Retriever(library.index, library.registry, synonyms=synonyms)
    [first, *_] = await retriever.passages(CALLER, "How often does the klaxon go?", [document], top_k=3)
    assert "ninety seconds" in first.chunk.text


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("What is the R&D spend?", "research and development expenses"),
        ("Is the quick ratio of Acme healthy?", "total current liabilities"),
        ("How large were the Capital Expenditures?", "purchases of property, plant and equipment"),
        ("What about SG&A?", "selling, general and administrative expenses"),
        ("Does it know where I am?", "geolocation"),
    ],
)
def test_known_terms_have_the_phrases_of_statements_and_policies(question: str, phrase: str) -> None:
    assert phrase in Synonyms.with_built_in().of(question)


def test_a_longer_term_takes_the_place_of_those_in_it() -> None:
    synonyms = Synonyms({"tax": ["levy"], "tax rate": ["share of profit"]})
    assert synonyms.of("What is the tax rate?") == ["share of profit"]
    assert synonyms.of("What is the tax?") == ["levy"]
    assert synonyms.of("What is the rate?") == []


def test_related_chunks_displace_none_of_the_best_three_of_five() -> None:
    def scored(prefix: str, count: int) -> list[ScoredChunk]:
        return [
            ScoredChunk("c1", Chunk(f"{prefix}{n}", n, n + 1, "x", None), 1 - n / 10, ("bm25",)) for n in range(count)
        ]

    merged = with_related(scored("own", 6), scored("other", 3))
    assert [each.chunk.chunk_id for each in merged] == [
        *("own0", "other0", "own1", "other1", "own2", "own3", "other2", "own4", "own5")
    ]
    assert [each.chunk.chunk_id for each in with_related([], scored("other", 2))] == ["other0", "other1"]
    assert len(with_related(scored("own", 3), scored("own", 3))) == 3


async def test_the_report_of_the_year_asked_for_comes_first(library: Library) -> None:
    opening = "Annual report for the fiscal year ended December 31, {}. We make boats of wood. We sell boats to all."
    reports = [
        await library.put(
            "0.txt", f"{opening.format(2021)}\n\nThe sales of Acme were 7 in 2021 and 8 in 2022. In 2022 we will build."
        ),
        await library.put(
            "1.txt", f"{opening.format(2022)}\n\nThe sales of Acme were 7 in 2021 and 8 in 2022. In 2021 we had built."
        ),
    ]
    for question, file_name in (("What were the sales of Acme in FY21?", "0.txt"), ("Sales of Acme, 2022?", "1.txt")):
        ranked = await library.retriever.rank_documents(CALLER, question, reports)
        assert ranked[0].document.blob_name == file_name
        [first, *_] = await library.retriever.passages(CALLER, question, reports, top_k=2)
        assert first.blob_name == file_name


async def test_a_title_of_years_alone_names_no_document(library: Library) -> None:
    table = await library.put("a.txt", "2022 | 2021\n\nCost of boats 3 4")
    bakery = await library.put("b.txt", f"Bakery of the cellar in 2022 and 2021\n\n{BAKERY}")
    ranked = await library.retriever.rank_documents(
        CALLER, "How long does dough rest, in 2022 and 2021?", [table, bakery]
    )
    assert ranked[0].document.blob_name == "b.txt"
    assert "name" not in next(each.sources for each in ranked if each.document.blob_name == "a.txt")


async def test_passages_say_how_they_were_found(library: Library) -> None:
    document = await library.put("lighthouse.txt", LIGHTHOUSE)
    passages = await library.retriever.passages(CALLER, "the fog signal", [document], top_k=2)
    by_meaning_too = Retriever(library.index, library.registry, by_words=SqliteDocumentIndex(library.index._database))
    assert library.retriever.retrieval_of(passages) == "lexical"
    assert by_meaning_too.retrieval_of(passages) == "lexical_fallback"
    assert by_meaning_too.retrieval_of([replace(passages[0], sources=("embedding",))]) == "hybrid"


async def test_other_words_are_found_whose_stems_would_be_cut_again(library: Library) -> None:
    manual = await library.put("manual.txt", "Width: 60 cm\n\nNoise level: 42 dB\n\nColour: white")
    [first, *_] = await library.retriever.passages(CALLER, "How loud is it?", [manual], top_k=3)
    assert "42 dB" in first.chunk.text


PAY = (
    "Die Ausbildung beginnt am 1. September. Die Probezeit beträgt vier Monate.\n\n"
    "Die Vergütung wird spätestens am letzten Arbeitstag des Monats gezahlt.\n\n"
    "Der Urlaub umfasst 27 Arbeitstage. Überstunden werden in Freizeit ausgeglichen."
)
STAY = (
    "Check-in is from 3 pm. Breakfast is served in the hall until ten.\n\n"
    "The fee for a parking space is 12 euros a night and is paid on departure.\n\n"
    "Dogs are welcome in the garden rooms. The sauna opens at noon."
)


@pytest.mark.parametrize(
    ("text", "own", "question"),
    [
        (PAY, {"Lohn": ["Vergütung"]}, "Wann wird der Lohn bezahlt?"),
        (PAY, {"Lohn": ["Vergütung"]}, "wann wirt der Lohn bezahlt?"),
        (PAY, {"Lohn": ["Arbeitstag"]}, "Wann wird der Lohn gezahlt?"),
        (PAY, {"frei": ["Urlaub"]}, "Wie viele Tage habe ich frei?"),
        (STAY, {"price": ["fee"]}, "What is the price of parking?"),
        (STAY, {"cost": ["charge"]}, "How much does parking cost?"),
        (STAY, {"hound": ["dog"]}, "Are hounds allowed?"),
    ],
)
async def test_a_deployers_own_words_make_no_answer_less_likely(
    library: Library, text: str, own: dict[str, list[str]], question: str
) -> None:
    document = await library.put("terms.txt", text)
    with_own = Retriever(library.index, library.registry, synonyms=Synonyms.with_built_in(own))
    before = await library.retriever.passages(CALLER, question, [document], top_k=5)
    after = await with_own.passages(CALLER, question, [document], top_k=5)
    sure = {passage.chunk.chunk_id: passage.confidence or 0.0 for passage in after}
    assert all(sure[passage.chunk.chunk_id] >= (passage.confidence or 0.0) for passage in before)
