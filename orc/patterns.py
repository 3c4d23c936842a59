"""Regular expressions that cost nothing at import."""

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")


class _Pattern:
    """Compiles its source when a method is first read, and from then on has the methods of the compiled pattern as its
    own attributes, so that a call costs no more than one of the pattern itself."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """re.compile, delayed until the pattern is first used: a process has hundreds of patterns and a first turn needs
    some of them. An error in the source is raised then."""
    return cast("re.Pattern[str]", _Pattern(source, flags))
