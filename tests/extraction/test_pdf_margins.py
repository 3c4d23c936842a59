"""The number, head and foot of a PDF's page do not stand within a sentence that goes over a page break."""

import io
from collections.abc import Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from shared.extraction.formats.pdf import read_pdf
from shared.extraction.formats.pdf_page import lay_out

pytestmark = pytest.mark.req("AN-04")

OPEN = "The processor assists the customer with its duties under the law, at"
REST = "Customer's reasonable expense. It does so within ten working days."
CLOSED = "The processor keeps a record of all its processing for the customer."
HEAD = "Data processing addendum, version of 20 April 2023"


def book(
    *ends: str,
    numbers: Sequence[str] = (),
    first: int = 1,
    heads: Sequence[str] = (),
    is_drawn_first: bool = False,
    begins: str = REST,
) -> bytes:
    """Pages that end with these lines, with a head and the number of the page at the foot."""
    target = io.BytesIO()
    canvas = Canvas(target)
    for page, end in enumerate(ends):
        number = numbers[page] if numbers else str(first + page)
        if is_drawn_first:
            canvas.drawCentredString(300, 40, number)
        if heads:
            canvas.drawString(72, 800, heads[page])
        for line, text in enumerate([begins, *[CLOSED] * (3 + page % 3), end]):
            canvas.drawString(72, 740 - 14 * line, text)
        if not is_drawn_first:
            canvas.drawCentredString(300, 40, number)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def pages(data: bytes, part: int = 0, parts: int = 1) -> list[list[str]]:
    content = read_pdf(data, max_characters=100_000, part=part, parts=parts)
    texts = zip(content.page_starts, (*content.page_starts[1:], len(content.text) + 2), strict=True)
    return [[line for line in content.text[start : end - 2].split("\n") if line] for start, end in texts]


@pytest.mark.parametrize("first", [1, 17])
@pytest.mark.parametrize("is_drawn_first", [False, True])
def test_a_page_number_does_not_stand_within_a_sentence(first: int, *, is_drawn_first: bool) -> None:
    read = pages(book(OPEN, CLOSED, OPEN, CLOSED, OPEN, CLOSED, first=first, is_drawn_first=is_drawn_first))
    around = [
        (before[-1 if not is_drawn_first else 0], after[0]) for before, after in zip(read[::2], read[1::2], strict=True)
    ]
    kept = [str(first), str(first + 2), str(first + 4)] if is_drawn_first else [OPEN] * 3
    assert around == [(before, REST) for before in kept]


def test_a_page_number_after_a_whole_sentence_stays() -> None:
    assert [page[-1] for page in pages(book(*[CLOSED] * 4))] == ["1", "2", "3", "4"]


def test_a_number_that_is_not_that_of_the_page_stays() -> None:
    numbers = ["1860", "1871", "1914", "1949"]
    assert [page[-1] for page in pages(book(*[OPEN] * 4, numbers=numbers))] == numbers


def test_the_number_of_the_last_page_stays() -> None:
    assert [page[-1] for page in pages(book(*[OPEN] * 4))] == [OPEN, OPEN, OPEN, "4"]


def test_a_running_head_stands_once_and_not_within_a_sentence() -> None:
    read = pages(book(*[OPEN] * 4, heads=[HEAD] * 4))
    assert [page[0] for page in read] == [HEAD, REST, REST, REST]


def test_a_head_before_a_numbered_paragraph_stays() -> None:
    read = pages(book(*[OPEN] * 4, heads=[HEAD] * 4, begins="2. Further duties of the processor"))
    assert [page[0] for page in read] == [HEAD] * 4
    assert [page[-1] for page in read] == ["1", "2", "3", "4"]


def test_a_numbered_title_stays_although_the_page_before_has_no_end_mark() -> None:
    titles = [f"Week {number} of the course" for number in range(1, 6)]
    assert [page[0] for page in pages(book(*[OPEN] * 5, heads=titles))] == titles


def test_a_head_with_the_page_number_does_not_stand_before_a_small_letter() -> None:
    heads = [f"Duties of the processor {number}" for number in range(1, 6)]
    read = pages(book(*[OPEN] * 5, heads=heads, begins="the expense of the customer."))
    assert [page[0] for page in read] == [heads[0], *["the expense of the customer."] * 4]


@pytest.mark.parametrize(
    "foot", ["12 May 2021 Page {}", "Page {} of 5", "Rules 2021, page {}", "v1.2 - {}", "Duties of the processor {}"]
)
def test_a_foot_with_the_page_number_does_not_stand_within_a_sentence(foot: str) -> None:
    feet = [foot.format(number) for number in range(1, 6)]
    read = pages(book(*[OPEN] * 5, numbers=feet, begins="the expense of the customer."))
    assert [page[-1] for page in read] == [feet[0], *[OPEN] * 3, feet[4]]


@pytest.mark.parametrize("foot", ["Lot {}", "Week {} of the course", "Price 450 euros", "Deposit {} EUR"])
def test_a_last_line_that_is_not_of_the_page_stays_within_a_sentence(foot: str) -> None:
    feet = [foot.format(number) for number in range(101, 106)]
    read = pages(book(*[OPEN] * 5, numbers=feet, begins="the expense of the customer."))
    assert [page[-1] for page in read] == feet


@pytest.mark.parametrize(
    ("foot", "end", "begins"),
    [
        ("and never more shall I return", "and thought of all that used to be", "The fox went down to the sea"),
        ("Yours faithfully", "and will arrive within the next three days", "Dear Anna"),
        ("See the report of 2003", "The law was changed by the council in the spring of this year", "The council met"),
    ],
)
def test_a_repeated_last_line_stays_where_no_sentence_surely_goes_on(foot: str, end: str, begins: str) -> None:
    assert [page[-1] for page in pages(book(*[end] * 5, numbers=[foot] * 5, begins=begins))] == [foot] * 5


def test_the_repeated_titles_of_slides_stay() -> None:
    titles = ["Covered", "Covered", "Covered", "Not covered", "Not covered", "Not covered"]
    read = pages(book(*["delays of more than six hours"] * 6, heads=titles, begins="cancelled flights"))
    assert [page[0] for page in read] == titles


def test_margins_that_stay_are_no_part_of_a_sentence() -> None:
    text = read_pdf(
        book(*["Dogs shall never"] * 5, heads=[HEAD] * 5, begins="allowed here."), max_characters=9_999
    ).text
    blocks = text.split("\n\n")
    assert blocks.count(HEAD) == 5
    assert {"1", "2", "3", "4", "5"} <= {*blocks}


def test_pages_that_are_read_in_two_parts_lose_the_same_numbers() -> None:
    for feet, begins in (((), REST), (["Yours faithfully"] * 12, "Dear Anna")):
        data = book(*[OPEN] * 12, numbers=feet, begins=begins)
        assert [*pages(data, 0, 2), *pages(data, 1, 2)] == pages(data)


@pytest.mark.parametrize(("foot", "is_left_out"), [("Page {} of 5", True), ("{}/5", True), ("- {} -", False)])
def test_a_foot_that_tells_its_page_goes_after_a_short_line_too(foot: str, *, is_left_out: bool) -> None:
    end = "All of the money has been spent on the repairs"
    feet = [foot.format(number) for number in range(1, 6)]
    read = pages(book(*[end] * 5, numbers=feet, begins="of the town and of the harbour as well."))
    assert (read[2][-1] == end) == is_left_out


def test_the_words_of_a_page_without_its_number_have_their_places() -> None:
    data = book(*[OPEN] * 4, heads=[HEAD] * 4, is_drawn_first=True)
    text = "\n".join(pages(data)[1])
    _, _, boxes = lay_out(data, 1, text)
    assert all(box or character.isspace() for character, box in zip(text, boxes, strict=True))
    assert (boxes[0] or (0.0,))[0] == pytest.approx(72 / 595, abs=0.01)
