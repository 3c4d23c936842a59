"""Cuts what a sentence of a document has at its edges of the markup around it: fences of code, brackets of JSON, one of
two marks of bold type."""

import re

_FENCE_BEFORE = re.compile(r"\A\s*(?:`{3,}|~{3,})[\w+#.-]{0,20}\s+")  # with the language of the code
_FENCE_AFTER = re.compile(r"\s(?:`{3,}|~{3,})\s*\Z")
_MEMBER = re.compile(r"[\s{\[]*\"[^\"\n]{1,80}\"\s*:")
_TEXT = re.compile(r"\"(?:[^\"\\]|\\.)*(?P<end>\")?")
_UNFINISHED = re.compile(r"[\s{\[]*\"[^\"\n]{1,80}\"\s*:\s*\"(?=[^\"]*\Z)")
_STRONG_BEFORE = re.compile(r"\A\s*\*\*(?=[^\s*])")
_STRONG_AFTER = re.compile(r"(?<=[^\s*])\*\*\s*\Z")
_OPENING, _CLOSING = "{[", "}]"


def without_edges(text: str) -> str:
    """The text without a fence of code before or after it, and without a mark of bold type at an edge if its other one
    is in another sentence. A member of a JSON object also without brackets at its edges that are opened or closed in
    other sentences, and without the name of a value that goes on in the next sentence.

    The text '{"rent": 900,' becomes '"rent": 900,'."""
    text = _FENCE_AFTER.sub("", _FENCE_BEFORE.sub("", text)) or text
    text = _without_half_emphasis(text)
    if not _MEMBER.match(text):
        return text
    if unfinished := _UNFINISHED.match(text):
        return text[unfinished.end() :] or text
    marks = _TEXT.sub(lambda quoted: "." * len(quoted[0]), text)
    opened, unmatched = list[int](), set[int]()
    for at, mark in enumerate(marks):
        if mark in _OPENING:
            opened.append(at)
        elif mark in _CLOSING and opened:
            opened.pop()
        elif mark in _CLOSING:
            unmatched.add(at)
    unmatched.update(opened)
    start, end = 0, len(text)
    while start < end and (start in unmatched or text[start].isspace()):
        start += 1
    while end > start and (end - 1 in unmatched or text[end - 1].isspace()):
        end -= 1
    return text[start:end]


def _without_half_emphasis(text: str) -> str:
    """The text without the mark of bold type at one of its edges if the other one is in another sentence: "**Note."."""
    if text.count("**") != 1:
        return text
    return _STRONG_BEFORE.sub("", _STRONG_AFTER.sub("", text)) or text
