"""The headings over a passage."""

from orc.documents.text.headings import Headings
from orc.domain import Heading

TEXT = "# Rules\n\n## Rent\n\nIt is due.\n\n### Late rent\n\nIt costs more.\n\n## Pets\n\nNone."
HEADINGS = [
    Heading(TEXT.index(text), level, text) for level, text in [(1, "Rules"), (2, "Rent"), (3, "Late rent"), (2, "Pets")]
]


def over(words: str) -> tuple[str, ...]:
    start = TEXT.index(words)
    return Headings(HEADINGS).over(start, TEXT[start:])


def test_a_passage_is_under_its_section_and_those_around_it_without_the_title() -> None:
    assert over("It is due") == ("Rent",)
    assert over("It costs more") == ("Rent", "Late rent")
    assert over("None") == ("Pets",)


def test_a_passage_that_begins_with_a_heading_is_under_the_higher_ones() -> None:
    assert over("### Late") == ("Rent",)
    assert over("## Pets") == ()
    assert over("# Rules") == ()


def test_the_only_heading_of_a_document_is_its_title() -> None:
    assert Headings(HEADINGS[:1]).over(40, TEXT[40:]) == ()


def test_long_headings_are_shortened_and_only_the_nearest_are_told() -> None:
    deep = [Heading(n, n + 1, f"{n} {'x' * 100}") for n in range(8)]
    path = Headings([Heading(0, 1, "other"), *deep]).over(50, "text")
    assert [heading[0] for heading in path] == ["5", "6", "7"]
    assert all(len(heading) <= 60 for heading in path)
