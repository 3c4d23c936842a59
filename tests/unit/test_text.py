"""Text from outside: stream-safe, valid, and normalised as unicodedata does it."""

import json
import unicodedata
from collections.abc import Iterator
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.text import MAX_MARKS, IncomingText, has_surrogates, json_line, normalized, repaired, short, stream_safe

JOINING = (
    "aeé 각가각한\u0300\u0316\u0301…①ﾊﾟｶﾞﾡﾴｱ한글\u0b47\u0b3e\u0bc6\u0bbe\u0dd9\u0dcf\u0dca ǖệﬁĳ"
    "\u0fb2\u0f71\u0f80\u0f77\u0344\uff9e"
)
FORMS: tuple[Literal["NFC", "NFKC", "NFKD"], ...] = ("NFC", "NFKC", "NFKD")


def _runs(text: str) -> Iterator[int]:
    run = 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        yield run


@pytest.mark.req("SE-12")
@given(st.text(st.sampled_from("ab\u0300\u0316\U000110ba\U0001f986"), max_size=200))
def test_no_more_than_thirty_marks_follow_each_other(text: str) -> None:
    safe = stream_safe(text)
    assert max(_runs(safe), default=0) <= MAX_MARKS
    assert stream_safe(safe) == safe
    assert safe == text or max(_runs(text)) > MAX_MARKS


def test_writing_that_has_many_marks_stays_as_it_is() -> None:
    for text in ("ệ e\u0323\u0302 נִקּוּד", "กิ๊กก๊อก", "বাংলা", "👨\u200d👩\u200d👧", "a" + "\u0301" * 30):
        assert stream_safe(text) == text


@given(st.text(st.sampled_from(JOINING), max_size=400))
def test_pieces_normalise_as_the_whole_does(text: str) -> None:
    for form in FORMS:
        assert normalized(form, text) == unicodedata.normalize(form, stream_safe(text))


def test_every_character_normalises_by_itself_as_it_should() -> None:
    every = "".join(chr(code) for code in range(0x80, 0x20000) if not 0xD800 <= code < 0xE000)
    for start in range(0, len(every), 60):
        some = " ".join(every[start : start + 60])
        for form in FORMS:
            made = unicodedata.normalize(form, some)
            assert normalized(form, some) in (made, some)
            assert normalized(form, some) == made or len(made) > 4 * len(some)


@pytest.mark.req("SE-12")
def test_a_text_of_expanding_characters_does_not_grow() -> None:
    assert len(normalized("NFKC", "\ufdfa" * 8_000)) <= 8_000 + 64
    assert normalized("NFKC", "\ufdfa") == unicodedata.normalize("NFKC", "\ufdfa")


def test_halves_of_characters_are_put_together_or_replaced() -> None:
    assert repaired("\ud83e\udd86") == "🦆"
    assert repaired("a\ud800b\udc00") == "a\ufffdb\ufffd"
    assert short("\ud800" * 3, 2) == "\\ud800…"


@pytest.mark.req("SE-12")
@given(st.lists(st.text(st.sampled_from("ab\u0300\u0316🦆"), max_size=80), max_size=6), st.booleans())
def test_how_an_incoming_text_is_cut_changes_nothing(parts: list[str], halved: bool) -> None:
    whole = "".join(parts)
    pieces = [half for char in whole for half in _halves(char)] if halved else parts
    stream = IncomingText()
    assert "".join([*map(stream.feed, pieces), stream.flush()]) == stream_safe(whole)


def _halves(char: str) -> list[str]:
    units = char.encode("utf-16-le", "surrogatepass")
    return [units[i : i + 2].decode("utf-16-le", "surrogatepass") for i in range(0, len(units), 2)]


def test_a_half_that_nothing_follows_is_replaced_at_the_end() -> None:
    stream = IncomingText()
    assert (stream.feed("a\ud83e"), stream.feed("b\ud83e"), stream.flush()) == ("a", "\ufffdb", "\ufffd")
    assert not has_surrogates("a🦆")


@pytest.mark.parametrize("end", ["\u0085", "\u2028", "\u2029", "\n", "\x1c"])
def test_json_in_one_line_is_one_for_every_reader(end: str) -> None:
    line = json_line({"text": f"a{end}é"})
    assert line.splitlines() == [line]
    assert json.loads(line) == {"text": f"a{end}é"}
