"""The tables of marks are those of the Unicode version that this Python knows."""

import unicodedata

from orc.text import combining, joining

EVERY = [chr(code) for code in range(0x80, 0x110000) if not 0xD800 <= code < 0xE000]
HANGUL = {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}


def decomposed(char: str) -> str:
    return unicodedata.normalize("NFKD", char)


def test_every_combining_mark_is_in_the_table() -> None:
    assert combining() == {char for char in EVERY if unicodedata.combining(decomposed(char)[0])}


def test_every_character_that_joins_the_one_before_is_in_the_table() -> None:
    pairs = [unicodedata.decomposition(char).split() for char in EVERY]
    second = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and pair[0][0] != "<"} | HANGUL
    assert joining() == combining() | {char for char in EVERY if decomposed(char)[0] in second}
