"""What a summary without a model consists of."""

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

HERONS = (
    "Jump to content\n\nFor other uses, see Heron (disambiguation).\n\n# Herons\n\n"
    "Herons are long-legged birds that wade in shallow water along rivers and lakes.\n\n"
    "## Feeding\n\nHerons feed on fish and frogs, which they spear with the bill in shallow water.\n\n"
    "## Nesting\n\nHerons nest in colonies of up to 200 pairs in tall trees near rivers and lakes.\n\n"
    "The young leave the nest after 50 days. Both parents feed the young with fish.\n\n"
    "## Ringing\n\n"
    "## References\n\n^ Marsh & Dale 1988, p. 452.\n\nMarsh, A. (1990). Herons of shallow water.\n\n"
    "Boston, MA: Boston Heights Press.\n\nRetrieved 2006-11-02.\n"
)


async def test_a_summary_has_statements_and_no_lines_around_them() -> None:
    answer = await ask("Summarise this", {"herons.md": HERONS})
    assert "long-legged birds" in answer
    for line in ("Jump to", "For other uses", "p. 452", "Boston", "Retrieved", "Marsh"):
        assert line not in answer


async def test_a_summary_has_no_heading_without_a_statement_under_it() -> None:
    answer = await ask("Summarise this", {"herons.md": HERONS})
    assert "- Herons [1]" in answer
    assert "- Feeding [1]" in answer
    assert "Ringing" not in answer
    assert "References" not in answer


async def test_a_reference_is_quoted_when_it_is_asked_for() -> None:
    assert "Boston Heights Press" in await ask("Which press in Boston published it?", {"herons.md": HERONS})


async def test_a_list_of_references_alone_is_summarised_by_its_entries() -> None:
    text = "^ Marsh & Dale 1988, p. 452.\n\n^ Moor 1990, p. 7.\n"
    assert "Moor 1990" in await ask("Summarise this", {"notes.txt": text})


async def test_a_workbook_is_summarised_by_its_rows_not_by_its_notes() -> None:
    rows = "\n".join(f"| Region {n} | {n}20 | {n}10 |" for n in range(1, 10))
    table = f"| Region | 2023 | 2022 |\n|---|---|---|\n{rows}\n| (a) Included in other regions. | | |\n"
    answer = await ask("Summarise this", {"sales.md": table})
    assert "Included" not in answer
    assert answer.count("Region ") >= 5


async def test_a_section_is_summarised_by_what_stands_under_its_heading() -> None:
    answer = await ask("Summarise the section on nesting", {"herons.md": HERONS})
    assert "The young leave the nest after 50 days." in answer
    assert "spear" not in answer


async def test_a_sum_is_refused_unless_a_document_has_it() -> None:
    note = "Retrieved 2006-11-02. Room 2 is on floor 2."
    assert await ask("What is 2+2?", {"note.txt": note}) == NOT_IN_DOCUMENTS
    assert "2 + 2" in await ask("What is 2+2?", {"sums.txt": "Lesson one. We learn that 2 + 2 = 4 in this lesson."})
