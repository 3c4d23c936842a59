"""Front matter: what the first lines of a file say of it, as `title: Rules of the club`. Pure."""

import re

from orc.patterns import regex

_FENCE = "---"
_LONGEST = 8_000
_MEMBER = regex(r"[a-z][\w-]{0,30}:(?:\s|\Z)")
_WITHIN = regex(r"[A-Za-z][\w-]{0,30}:(?:\s|\Z)|[ \t]|[-#]|\Z")

# Members that repeat what the document is about, or say where it is kept.
_ABOUT = regex(
    r"(?P<title>(?:meta|og|seo|page|short|link)?[_-]?title)|(?:\w{1,9}[_-])?(?:description|summary|excerpt|keywords|image|url)"
    r"|tags|categor(?:y|ies)|slug|permalink|layout|lang(?:uage)?",
    re.IGNORECASE,
)
_ASKS_TITLE = regex(
    r"\b(?:titles?|named?|titels?|titres?|títulos?|titol[oi]|tytuł\w*|heißt|heisst|name[ns]?|called|appelle|llama|chiama)\b",
    re.IGNORECASE,
)


def is_about(line: str, question: str) -> bool:
    """Whether a line of front matter only names, describes or files the document, and the question does not ask for
    that."""
    name = line.partition(":")[0].strip()
    found = _ABOUT.fullmatch(name)
    if found is None or any(part in question.casefold() for part in name.casefold().replace("-", "_").split("_")):
        return False
    return not (found["title"] and _ASKS_TITLE.search(question))


def is_member(line: str) -> bool:
    """Whether a line is a name in small letters and its value, which may be empty."""
    return _MEMBER.match(line) is not None


def front_matter_end(text: str) -> int:
    """Where the text begins after its front matter between lines of dashes; 0 if it has none."""
    if not text.startswith(f"{_FENCE}\n"):
        return 0
    lines = text[:_LONGEST].split("\n")
    end = next((i for i, line in enumerate(lines[:-1]) if i and line.rstrip() == _FENCE), 0)
    members = lines[1:end]
    is_matter = bool(members) and ":" in members[0] and all(map(_WITHIN.match, members))
    return sum(map(len, lines[: end + 1])) + end + 1 if is_matter else 0
