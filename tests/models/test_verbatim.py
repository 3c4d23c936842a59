"""The sentences of answers without a model, over all documents at hand: each is part of its document."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from random import Random

import pytest

from benchmarks.corpus import documents, questions
from benchmarks.languages import DATA as LANGUAGES
from benchmarks.made_policies import make_policies
from benchmarks.made_reports import make_reports
from orc.documents.citations.markers import MarkerStream
from orc.documents.citations.source import Source
from orc.documents.citations.tracker import Citations
from orc.documents.notices import NOT_FOUND_IN_LANGUAGE, NOT_IN_DOCUMENTS
from orc.documents.search.bm25 import best, scorable
from orc.documents.search.query import Query
from orc.documents.text.chunks import chunk_text
from orc.domain import CitationSpan, ExtractedText, Passage
from orc.ports import ChatRequest, Grounding, TextDelta
from shared.extraction.formats.reader import read_file
from shared.models.extractive import ExtractiveChatModel
from tests.support import files

PROSE = """For the fiscal year ended January 28, 2023 and the fiscal year ended January 29, 2022
net sales were $23.0 billion and $19.2 billion. The gross margin was 41.2% in 2023, 2022
and 2021 respectively, and the number of stores rose from 3,200 to 3,400 between May 1, 2022
and May 1, 2023. Interest of 4.5% to 5.25% was paid on notes due 2031, 2034 and 2040 [2], see
Note 7. The board met on January 3, 2023, March 7, 2023 and June 6, 2023; 11 12 and 9 members
were there. `Comparable sales` grew by 1.5%, 2.5%, and -3.5% in the quarters, and the `dividend"""
ROWS = (
    ("Region", "Q1", "Q2", "Q3", "Q4"),
    ("West", "120", "1,135.5", "(150)", "175"),
    ("North, far", "80", "", "85 %", "$ 95"),
    ("South", "n/a", "61", "62", "64"),
)
NOTE = f"""# Sales of *all* regions [1]

| {" | ".join(ROWS[0])} |
|---|---:|---:|---:|---:|
| {" |\n| ".join(" | ".join(row) for row in ROWS[1:])} |

1. Stock was counted in [12] places【3】, and `code [1]` says so.
2) The lease – signed by “A. B.” – costs <b>EUR</b> 4 200 a month; see [1, 2] and [2019].
- Rent &amp; heating: 900 euros.[4][5]
"""
RECORD = {
    "title": "Lease of a crane",
    "parties": {"landlord": {"name": "Ann Lee", "city": "Bonn"}, "tenant": {"name": "Bob Ray", "city": "Köln"}},
    "rent": {"monthly": 1250.5, "currency": "EUR", "due": [1, 2, 3]},
    "items": [{"name": f"desk {n}", "note": f"It is old. It has {n} legs, \"more or less\"."} for n in range(30)],
    "matrix": [[1, 2, 3], [4, 5, 6]],
}  # fmt: skip
type Told = tuple[str, Passage, CitationSpan]
ASKED_OF_ALL = ("Summarise the document", "What is this about?", "What was the total in 2022?", "Who is the landlord?")


@dataclass(frozen=True)
class Case:
    name: str
    text: str
    page_starts: tuple[int, ...] = ()
    asked: tuple[str, ...] = ()


def file_cases() -> Iterator[Case]:
    table = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
    made = {
        "prose.pdf": files.make_pdf([PROSE, "", PROSE.replace("2023", "2024")]),
        "aligned.pdf": files.make_aligned_pdf(PROSE.split("\n")),
        "table.pdf": files.make_table_pdf("Sales of all regions", ROWS),
        "a.docx": files.make_docx([PROSE], heading="Sales", table=ROWS),
        "a.xlsx": files.make_xlsx(
            {"Sales": ROWS, "More": [["Part", "Stock"], *([f"part {n}", n] for n in range(300))]}
        ),
        "a.pptx": files.make_pptx([files.Slide("Results", ["Revenue grew by 3%", "Costs fell"], table=ROWS)]),
        "a.csv": "\n".join(",".join(f'"{cell}"' for cell in row) for row in ROWS).encode(),
        "a.tsv.txt": "\n".join("\t".join(row) for row in ROWS).encode(),
        "commas.txt": b"name,team,salary\nAnn,Sales,70000\nBob,Design,65000\n",
        "a.html": f"<h1>Sales</h1><table>{table}</table><p>{PROSE}</p>".encode(),
        "a.md": NOTE.encode(),
        "a.txt": f"{PROSE}\n\nRevenue 2023 2022\nNet sales 1,250.3 1,101.7\nNet profit (110.5) 62.1\n".encode(),
        "line.json": json.dumps(RECORD, separators=(",", ":"), ensure_ascii=False).encode(),
        "nested.json": json.dumps(RECORD, indent=2).encode(),
        "spaced.json": json.dumps(RECORD).encode(),
        "one_word.txt": f"The key is {'x1' * 700} and nothing else.".encode(),
    }
    for name, data in made.items():
        read = read_file(data, name.rpartition(".")[2], max_characters=1_000_000)
        asked = ("What are the sales of West in Q4?", "How much is North in Q3?", "What is the salary of Bob?")
        yield Case(name, read.text, read.page_starts, (*asked, "How often did the board meet?", "Note on desk 7?"))


@cache
def cases() -> Mapping[str, tuple[Case, ...]]:
    asked: dict[str, list[str]] = {}
    for question in questions():
        asked.setdefault(question.document, []).append(question.question)
    reports, asked_of_reports = make_reports()
    policies, asked_of_policies = make_policies()
    for each in (*asked_of_reports, *asked_of_policies):
        asked.setdefault(each.document, []).append(each.question)
    languages = json.loads(LANGUAGES.read_text(encoding="utf-8"))
    by_language = (
        Case(f"{language}.txt", "\n\n".join(text for text, _ in pairs), (), tuple(asks for _, asks in pairs))
        for language, pairs in languages.items()
    )
    texts = {"corpus": documents(), "reports": reports, "policies": policies}
    made = {kind: tuple(Case(n, t, (), tuple(asked.get(n, ()))) for n, t in of.items()) for kind, of in texts.items()}
    return {"files": tuple(file_cases()), "languages": tuple(by_language), **made}


def own_questions(text: str, chosen: Random, count: int) -> Iterator[str]:
    """Questions in words that stand together in the text, or in a line of it and somewhere above."""
    words, lines = text.split(), [line for line in text.split("\n") if line.strip()]
    for _ in range(count):
        at = chosen.randrange(len(words))
        yield f"What is {' '.join(words[at : at + chosen.randint(2, 7)])}?"
        line = chosen.randrange(len(lines))
        below, above = lines[line].split(), lines[max(0, line - chosen.randint(1, 4))].split()
        yield f"How much is {' '.join(below[:3])} of {' '.join(above[-2:])}?"


def squeezed(text: str) -> str:
    return "".join(text.split())


async def check(case: Case, asked: list[str]) -> int:
    """How many sentences of answers were looked at."""
    chunks = chunk_text(ExtractedText(case.text, case.name, case.page_starts), size=2000, overlap=200)
    index, whole = scorable(case.name, chunks), squeezed(case.text)
    seen = 0
    for question in asked:
        found = best(Query(question), [index], top_k=8)
        passages = tuple(Passage("f", case.name, f.chunk, f.score, f.sources, case.page_starts) for f in found)
        for statement, passage, span in await statements(question, passages, case):
            assert squeezed(statement), question
            assert squeezed(statement) in whole, (question, statement)
            assert span.verified, (question, statement)
            assert case.text[span.start : span.end] == span.snippet
            carried = squeezed(statement) in squeezed(passage.chunk.table_head)
            assert carried or squeezed(statement) in squeezed(span.snippet), (question, statement, span.snippet)
            seen += 1
    return seen


async def statements(question: str, passages: tuple[Passage, ...], case: Case) -> list[Told]:
    """What the answer says, each statement with the passage behind it and its span."""
    request = ChatRequest((), Grounding(question, passages, (case.name,)))
    answer = "".join([c.text async for c in ExtractiveChatModel().stream(request) if isinstance(c, TextDelta)])

    async def source_of(_: str) -> Source:
        return Source(case.text)

    markers, citations = MarkerStream(len(passages), None), Citations(question, source_of, literal=True)
    text, since = "", 0
    said: list[tuple[str, int]] = []
    for part in (*markers.feed(answer), *markers.flush()):
        if isinstance(part, str):
            text += part
            continue
        await citations.cited(part, text, passages)
        statement = text[since:].removesuffix(f"[{part}]").replace(f"**{case.name}**", "").removeprefix(" …")
        statement = re.sub("&#x(?:5b|3010|60);", lambda one: unescape(one[0]), re.sub(r"\A\s*(?:- )?", "", statement))
        since = len(text)
        said.append((statement, part))
    await citations.ended(text, passages)
    rest = text[since:].strip(" …\n-")
    parts = (text.split("{}") for text in NOT_FOUND_IN_LANGUAGE.by_language.values())
    names_language = any(rest.startswith(begins) and rest.endswith(ends) for begins, ends in parts)
    refusals = (*NOT_IN_DOCUMENTS.by_language.values(), f"**{case.name}**\n- No passage of it was found.")
    assert rest in ("", *refusals) or names_language
    spans = {number: iter(citation.spans) for number, citation in citations.found.items()}
    told = [(statement, passages[number - 1], next(spans[number])) for statement, number in said]
    assert not any(list(rest) for rest in spans.values())
    return told


@pytest.mark.req("AN-04", "BX-01")
@pytest.mark.parametrize(
    ("kind", "most", "own", "least"),
    [
        ("files", 99, 3, 150),
        ("languages", 99, 1, 30),
        ("corpus", 6, 2, 20),
        ("reports", 1, 4, 10),
        ("policies", 2, 2, 8),
        pytest.param("files", 99, 8, 400, marks=pytest.mark.long),
        *(pytest.param(kind, 999, 20, 500, marks=pytest.mark.long) for kind in ("corpus", "reports", "policies")),
    ],
)
def test_every_sentence_of_an_answer_is_part_of_the_document(kind: str, most: int, own: int, least: int) -> None:
    chosen = Random(7)
    of_kind = cases()[kind]
    seen = 0
    for case in chosen.sample(of_kind, min(most, len(of_kind))):
        told = [*ASKED_OF_ALL, *case.asked] if most > 20 else [*ASKED_OF_ALL[:2], *case.asked[:4]]
        seen += asyncio.run(check(case, [*told, *own_questions(case.text, chosen, own)]))
    assert seen > least
