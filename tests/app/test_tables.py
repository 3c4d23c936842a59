"""Questions about tables: a figure is found, given to the model and cited with its row and its column."""

from collections.abc import Sequence

import pytest

from tests.support.app import Api, StubProcess, checked
from tests.support.files import make_docx, make_drawn_pdf, make_table_pdf, make_xlsx
from tests.support.openai_stub import Reply

TITLE = "Cargo by berth"
HEADINGS = ["Berth", "Timber", "Grain", "Scrap", "Cement"]
ROWS = [[f"Berth {n}", f"{n}120", f"{n}150", f"{n}160", f"{n}175"] for n in range(10, 90)]
TABLE = [HEADINGS, *ROWS]
PROSE = "The harbour office counts all cargo on the quay, before customs. " * 4


def lines(table: Sequence[Sequence[str]], mark: str) -> str:
    return "\n".join(mark.join(row) for row in table)


FILES = {
    "cargo.pdf": make_table_pdf(TITLE, TABLE, rows_on_page=30),
    "cargo.docx": make_docx([PROSE, TITLE], table=TABLE),
    "cargo.xlsx": make_xlsx({TITLE: TABLE}),
    "cargo.csv": lines(TABLE, ";").encode(),
    "cargo.html": (
        f"<p>{PROSE}</p><table><caption>{TITLE}</caption>"
        + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in TABLE)
        + "</table>"
    ).encode(),
    "cargo.md": f"{PROSE}\n\n## {TITLE}\n\n{lines([HEADINGS, ['---'] * 5, *ROWS], ' | ')}".encode(),
    "cargo.txt": f"{PROSE}\n\n{TITLE}\n{lines(TABLE, chr(9))}".encode(),
}


@pytest.mark.req("AN-06", "QA-04")
@pytest.mark.parametrize("name", FILES)
def test_a_row_deep_in_a_table_is_found_by_column_headings(api: Api, name: str) -> None:
    file = checked_file(api, name)
    query = {"query": "How much cement did berth 77 take?", "top_k": 1}
    [best] = checked(api.http.post("/api/search", json=query)).json()["passages"]
    assert "Berth 77" in best["text"]
    assert "Cement" not in best["text"]
    head = best["table_head"].split("\n")
    assert all(heading in head[-1] for heading in HEADINGS)
    assert name.endswith(".csv") or TITLE in head[0]
    text = checked(api.http.get(f"/api/documents/{file}/text")).json()["text"]
    assert text[best["start"] : best["end"]] == best["text"]
    assert all(line in text[: best["start"]] for line in head)


def checked_file(api: Api, name: str) -> str:
    conversation = api.with_documents({name: FILES[name]})
    return str(api.documents(conversation)[name]["file_id"])


@pytest.mark.req("AN-06")
def test_a_passage_inside_a_table_is_prompted_with_its_headings(api: Api, stub: StubProcess) -> None:
    big = ("\n\n".join(f"Chapter {n}\n" + PROSE * 3 for n in range(100)) + "\n\n").encode()
    conversation = api.with_documents({"cargo.txt": big + FILES["cargo.txt"]})
    stub.script(Reply(text="Berth 77 took 77175 tonnes of cement [1]."))
    turn = api.ask("How much cement did berth 77 take?", conversation, ["cargo.txt"])
    prompt = str(stub.requests()[-1]["messages"][0]["content"])
    source = next(part for part in prompt.split("\n\n[") if "Berth 77" in part)
    assert "\n".join([TITLE, "\t".join(HEADINGS)]) in source
    citation = turn.one("citation")
    assert citation["verified"]
    assert "Berth 77" in citation["snippet"]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize("name", FILES)
def test_without_a_model_the_cell_answers_with_its_row_and_its_heading(extractive: Api, name: str) -> None:
    conversation = extractive.with_documents({name: FILES[name]})
    turn = extractive.ask("How much cement did berth 77 take?", conversation, [name])
    lines = [line.rpartition(" [")[0] for line in turn.text.split("\n")]
    assert lines == ["77175", "- Berth 77", "- Cement"]
    cited = turn.of("citation")[-1]
    assert "77175" in cited["snippet"]
    head = cited["table_head"].split("\n")
    assert all(heading in head[-1] for heading in HEADINGS)
    assert name.endswith(".csv") or TITLE in head[0]


@pytest.mark.req("AN-06")
def test_a_balance_sheet_answers_for_the_requested_date(extractive: Api) -> None:
    days = [(-410.0, "January 28, 2023"), (-490.0, "January 29, 2022")]
    rows = [
        [(72.0, label), (-410.0, now), (-490.0, before)]
        for label, now, before in [("Cash", "96.3", "71.8"), ("Inventories", "141.9", "128.4")]
    ]
    conversation = extractive.with_documents({"balance.pdf": make_drawn_pdf([days, *rows])})
    turn = extractive.ask("What were the inventories on January 28, 2023?", conversation, ["balance.pdf"])
    assert turn.text.startswith("141.9")
    assert all(citation["verified"] for citation in turn.of("citation"))
