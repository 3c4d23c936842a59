"""Labels that a caller gives a document: tags, and metadata by key; and the metadata that a deployment requires."""

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field

from orc.documents.formats import SUPPORTED_TYPES
from orc.documents.text.languages import is_code
from orc.errors import InvalidRequest
from orc.text import repaired

MAX_KEYS = 20
MAX_KEY = 64
MAX_VALUE = 500


@dataclass(frozen=True, slots=True)
class UploadInfo:
    """Data of an upload other than its bytes: their SHA-256, whether they are plain text regardless of the name, tags
    and metadata, and the id of the original if it is a copy. None leaves the stored value unchanged."""

    sha256: str | None = None
    is_text: bool = False
    tags: tuple[str, ...] | None = None
    metadata: Mapping[str, str] | None = None
    source_id: str | None = None


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file to be uploaded; its name is a checked blob name. field is named if its metadata is refused."""

    name: str
    mime_type: str
    pieces: bytes | AsyncIterator[bytes]
    sent: UploadInfo
    field: str = "metadata"


@dataclass(frozen=True, slots=True)
class MetadataRules:
    """The keys that every document must have, and the defaults of keys that were not sent."""

    required: tuple[str, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict[str, str])

    def completed(self, metadata: Mapping[str, str]) -> dict[str, str]:
        return {**self.defaults, **metadata}

    def named_in(self, metadata: Mapping[str, str]) -> dict[str, str] | None:
        """Those of the metadata that a rule names, checked; None if there are none."""
        keys = {*self.required, *self.defaults}
        return checked_metadata({key: metadata[key] for key in metadata if key in keys}, name="metadata") or None

    def missing(self, metadata: Mapping[str, str]) -> list[str]:
        return [key for key in self.required if not metadata.get(key)]

    def check(self, metadata: Mapping[str, str], *, name: str) -> None:
        """Raises InvalidRequest with the first required key that has no value; name is the request's field."""
        if missing := self.missing(metadata):
            raise InvalidRequest.of(f"{name}.{missing[0]}", "is required", code="document_metadata_missing")


def checked_metadata(value: object, *, name: str) -> dict[str, str]:
    """The metadata as it is stored: trimmed, within limits. InvalidRequest names the field and the limit."""
    if not isinstance(value, Mapping):
        raise InvalidRequest.of(name, "must be a JSON object of strings")
    if len(value) > MAX_KEYS:
        raise InvalidRequest.of(name, f"{len(value)} keys; the limit is {MAX_KEYS}")
    checked: dict[str, str] = {}
    for given, each in value.items():
        key = str(given).strip()
        where = f"{name}.{key[:MAX_KEY]}"
        if problem := _problem(key, each):
            raise InvalidRequest.of(where, problem)
        if key in checked:
            raise InvalidRequest.of(where, "is given twice")
        checked[key] = str(each).strip()
    return checked


def _problem(key: str, value: object) -> str | None:
    if not key or len(key) > MAX_KEY or not key.isprintable():
        return f"a key has 1 to {MAX_KEY} printable characters"
    if not isinstance(value, str):
        return "must be a string"
    if len(value) > MAX_VALUE:
        return f"{len(value)} characters; the limit is {MAX_VALUE}"
    return None


def found_metadata(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The part of a blob's metadata that is within the limits, as there is nobody to report an error to."""
    found: dict[str, str] = {}
    for key, value in ((repaired(key).strip(), repaired(value).strip()) for key, value in pairs):
        if len(found) < MAX_KEYS and _problem(key, value) is None:
            found[key] = value
    return found


def checked_type(value: str) -> str:
    """A file type that documents can have, as an extension or a MIME type. ValueError lists the types."""
    wanted = _fold(value).lstrip(".")
    if wanted not in SUPPORTED_TYPES and wanted not in SUPPORTED_TYPES.values():
        raise ValueError(f"unknown type; the types are {', '.join(SUPPORTED_TYPES)}, and their MIME types")
    return value


def checked_time(value: object) -> object:
    """Raises ValueError for what is no time in ISO 8601, such as a number, which would be seconds since 1970."""
    if not isinstance(value, str) or value[4:5] != "-":
        raise ValueError("must be a time in ISO 8601, such as 2026-11-26T12:00:00Z")
    return value


def checked_language(value: str) -> str:
    """A language code that documents can have; else ValueError."""
    if not is_code(value):
        raise ValueError("is not an ISO 639-1 language code, such as en")
    return value


def agrees(wanted: Mapping[str, str], metadata: Mapping[str, str]) -> bool:
    """Whether a document's metadata has every wanted value, ignoring case."""
    return all(_fold(value) == _fold(metadata.get(key, "")) for key, value in wanted.items())


def _fold(value: str) -> str:
    return value.strip().casefold()
