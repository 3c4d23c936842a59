"""The tokens of a query, read one after another."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cosmos_server.errors import ServiceError, bad_request

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<name>[A-Za-z_]\w*)|(?P<parameter>@\w+)|(?P<symbol><=|>=|!=|<>|[=<>()\[\]{},.:*])|(?P<end>$))""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_KEYWORDS = {"as", "from", "where", "order", "by", "offset", "limit", "asc", "desc", "and", "or", "not", "in", "value"}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int


class Reader:
    """A position in a query. The next token is examined, and consumed if it is the expected one."""

    def __init__(self, text: str, parameters: Mapping[str, Any]) -> None:
        self._text = text
        self._parameters = parameters
        self._tokens = _tokens(text)
        self._place = 0

    @property
    def next(self) -> Token:
        return self._tokens[self._place]

    def text_since(self, start: int) -> str:
        """The query's text from this offset to the end of the last consumed token."""
        last = self._tokens[self._place - 1]
        return self._text[start : last.start + len(last.text)]

    def take(self, word: str) -> bool:
        if self.next.kind not in ("name", "symbol") or self.next.text.lower() != word:
            return False
        self._place += 1
        return True

    def expect(self, word: str) -> bool:
        if not self.take(word):
            raise self.error()
        return True

    def at_name(self) -> bool:
        return self.next.kind == "name" and self.next.text.lower() not in _KEYWORDS

    def name(self, *, any_word: bool = False) -> str:
        if self.next.kind != "name" or not (any_word or self.at_name()):
            raise self.error()
        return self._advance().text

    def string(self) -> str:
        if self.next.kind != "string":
            raise self.error()
        inner = self._advance().text[1:-1]
        return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPES.get(m[2], m[2]), inner)

    def number(self) -> int | float:
        if self.next.kind != "number":
            raise self.error()
        text = self._advance().text
        return int(text) if text.lstrip("-").isdigit() else float(text)

    def parameter(self) -> Any:
        name = self._advance().text
        if name not in self._parameters:
            raise bad_request(f"Undefined parameter '{name}'.")
        return self._parameters[name]

    def count(self) -> int:
        """An integer from 0, or a parameter with one."""
        wrong = self.error()
        value = self.parameter() if self.next.kind == "parameter" else self.number()
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise wrong

    def list_of[T](self, part: Callable[[], T]) -> list[T]:
        parts = [part()]
        while self.take(","):
            parts.append(part())
        return parts

    def error(self) -> ServiceError:
        return bad_request(f"Syntax error, incorrect syntax near '{self.next.text}'.")

    def _advance(self) -> Token:
        self._place += 1
        return self._tokens[self._place - 1]


def _tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    place = 0
    while not tokens or tokens[-1].kind != "end":
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise bad_request(f"Syntax error, invalid token near '{text[place : place + 20].strip()}'.")
        tokens.append(Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup)))
        place = match.end()
    return tokens
