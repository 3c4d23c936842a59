"""Parses SEARCH_SYNONYMS, a deployer's own synonyms for search."""

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

type _Phrase = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
type _Phrases = Annotated[tuple[_Phrase, ...], Field(min_length=1, max_length=50)]

_SYNONYMS = TypeAdapter(Annotated[dict[_Phrase, _Phrases], Field(max_length=2000)])


def parse_synonyms(value: object) -> object:
    """The phrases by term, from the variable's JSON text or the file that it names. Raises ValueError with the
    problem."""
    if not isinstance(value, str):
        return value
    try:
        text = value if value.lstrip().startswith("{") else Path(value).read_text(encoding="utf-8")
        return _SYNONYMS.validate_python(json.loads(text))
    except OSError as error:
        raise ValueError(f"is neither JSON nor a file that can be read ({error.strerror})") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][:2])
        raise ValueError(f"{where}: {first['msg']}" if where else first["msg"]) from None
    except (ValueError, RecursionError):
        raise ValueError("must be a JSON object {term: [phrase, ...]}, or the path of a file that holds one") from None
