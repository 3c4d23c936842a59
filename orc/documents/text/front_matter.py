"""Front matter: what the first lines of a file say of it, as `title: Rules of the club`. Pure."""

from orc.patterns import regex

_FENCE = "---"
_LONGEST = 8_000
_MEMBER = regex(r"[a-z][\w-]{0,30}:(?:\s|\Z)")
_WITHIN = regex(r"[A-Za-z][\w-]{0,30}:(?:\s|\Z)|[ \t]|[-#]|\Z")


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
