"""A title at the top of a PDF that is too long for one line (D-452)."""

from collections.abc import Callable, Sequence
from statistics import median

import pypdfium2

from shared.extraction.formats.pdf_lines import Box, cells_of
from shared.extraction.formats.pdf_paragraphs import Letter, letter_at

type Line = Sequence[Box]

_MOST_LINES = 4
_LARGE = 1.15  # of the height of the lines below
_LINES_READ = 12  # that show how large other text is
_LEAST_OTHERS = 4  # lines that show how wide the page's text is
_USUAL_WIDTH = 0.7  # of a page, of which the lines do not show it
_FARTHEST = 2.0  # of a font's size: the next line of a title is no further below
_SPACE = 0.2  # of a font's size
_INSIDE = 0.1  # points: from the edge of a letter


def with_title(text: str, lines: Sequence[Line], text_in: Callable[[Box], str], page: pypdfium2.PdfTextPage) -> str:
    """The text of a document's first page with those lines, in which the title is one line, with a blank one below it:
    its lines are at the top, in the same large type, and the first word of each would not have fitted on the one
    above."""
    written = text.split("\n")
    title = [number for number, line in enumerate(written[: 2 * _MOST_LINES]) if line.strip()][:_MOST_LINES]
    said = ["".join(text_in(box) for box in line) for line in lines[: len(title)]]
    same = 0
    while (
        same < len(said) and _letters(said[same]) == _letters(written[title[same]]) and len(cells_of(lines[same])) == 1
    ):
        same += 1
    first = [_first_letter(page, line, written[at]) for line, at in zip(lines[:same], title, strict=False)]
    count = 1
    while count < same and (above := first[count - 1]) and (below := first[count]):
        is_near = 0 < above.base - below.base < _FARTHEST * below.size
        if not (is_near and abs(above.size - below.size) < 0.05 * below.size and above.font == below.font):
            break
        count += 1
    others = [_first_letter(page, line, "") for line in lines[count : count + _LINES_READ]]
    heights = [letter.size for letter in others if letter]
    if count in {1, _MOST_LINES} or not first[0] or first[0].size < _LARGE * median(heights or [0.0]):
        return text
    left, right = min(line[0][0] for line in lines), max(line[-1][2] for line in lines)
    room = right - left if len(lines) - count >= _LEAST_OTHERS else _USUAL_WIDTH * page.page.get_width()
    for number in range(1, count):
        below, size = first[number], first[0].size
        wide = lines[number - 1][-1][2] - lines[number - 1][0][0] + _SPACE * size
        if below is None or wide + below.word_end - lines[number][0][0] <= room:
            return text
    below_title = written[title[count - 1] + 1 :]
    return "\n".join([" ".join(written[at].strip() for at in title[:count]), "", *below_title])


def _first_letter(page: pypdfium2.PdfTextPage, line: Line, written: str) -> Letter | None:
    word = written.split(None, 1)[0] if written.strip() else "-"
    return letter_at(page, line[0], line[0][0] + _INSIDE, len(word))


def _letters(line: str) -> str:
    return "".join(line.split())
