"""Tabs that divide no cells: between sentences, and after the number or bullet of a list item. Pure."""

import re

from orc.documents.text.line_ends import leads_on
from orc.patterns import regex

_TABBED = regex(r"^([ \t]*+)([^\t\n]++\t[^\n]++)$", re.MULTILINE)
_STOP = regex(r"[.!?][\"'”’)]?\Z")
_ITEM = regex(
    r"(?:[-*+•‣▪◦·–—■●○]|\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?|\(?[a-z]\)|[a-z]\.|\(?[ivx]{2,5}[.)]|§ ?\d{1,4})"
)
_SHORTEST = 50  # characters of a line that is not indented


def without_prose_tabs(text: str) -> str:
    """The text with spaces for tabs within prose, as programs write them that align text with tabs, and for the tab
    after the mark of a list item. It keeps its length."""
    return _TABBED.sub(_without_tab, text) if "\t" in text else text


def _without_tab(line: re.Match[str]) -> str:
    """The line with a space for its only tab if it stands between two sentences of which one goes on in another line,
    or after a word that goes on. In a line that is not indented by spaces, which may be a row, both are long."""
    indent, words = line[1], line[2].rstrip()
    before, _, after = words.partition("\t")
    before, after = before.rstrip(), after.lstrip()
    if after and "\t" not in after and _ITEM.fullmatch(before) and any(map(str.isalpha, after.split(None, 1)[0])):
        return indent + line[2].replace("\t", " ")
    is_long = len(before) + len(after) >= _SHORTEST and after.count(" ") >= 2
    if not after or "\t" in after or not ("  " in indent or is_long):
        return line[0]
    if _STOP.search(before) is not None or before.endswith(":"):
        is_prose = not after[0].islower() and (before[0].islower() or _STOP.search(after) is None)
    else:
        is_prose = before.count(" ") > 2 and after[0].islower() and leads_on(before)
    return indent + line[2].replace("\t", " ") if is_prose else line[0]
