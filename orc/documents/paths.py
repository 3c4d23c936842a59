"""Validates file names from callers and makes blob paths from them: bare names only, always in the caller's folder."""

import re
from urllib.parse import quote, unquote

from orc.domain import Caller, ConversationKey
from orc.errors import InvalidRequest
from orc.patterns import regex
from orc.text import normalized

CONTAINER = "documents"
EXTRACTED = "extracted"
MAX_NAME_BYTES = 255

_SEPARATORS = regex(r"[/\\]")
_CONTROLS = regex(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
# Zero-width and direction characters make a name look like another. The joiners U+200C and U+200D are ordinary spelling
# between letters or emoji of the scripts that use them; elsewhere they are refused too.
_INVISIBLE = regex(
    r"[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    r"|(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f\u200c\u200d])"
)
_DRIVE = regex(r"[A-Za-z]:")
# Separators, dots and controls in URL encodings: escaped, in overlong UTF-8, or in the old %u form. Real file names do
# not contain these escapes, although they may contain "%20".
_ENCODED = regex(r"%(?:2e|2f|5c|[01][\da-f]|7f|c[01]|e0%[89]|f0%8|u00(?:2e|2f|5c))", re.IGNORECASE)


def normalize_blob_names(value: object, *, limit: int, field: str = "blob_names") -> tuple[str, ...]:
    """The turn's document names: trimmed, without empty names and duplicates, in the given order and form.

    Raises InvalidRequest if the value is not a list of strings, if it has more than limit names (too_many_documents),
    or if a name is not a bare file name.
    """
    if not isinstance(value, list | tuple):
        raise InvalidRequest.of(field, "must be a list of strings")
    names: dict[str, str] = {}
    for index, name in enumerate(value):
        if not isinstance(name, str):
            raise InvalidRequest.of(f"{field}.{index}", "must be a string")
        if trimmed := name.strip():
            names.setdefault(trimmed, f"{field}.{index}")
    if len(names) > limit:
        raise InvalidRequest.of(field, f"{len(names)} documents named; the limit is {limit}", code="too_many_documents")
    for name, where in names.items():
        check_blob_name(name, field=where)
    return tuple(names)


def check_blob_name(name: str, *, field: str) -> str:
    """Returns the name of a new document, in composed form (NFC), if it is a bare file name however it is interpreted;
    else raises InvalidRequest."""
    problem, name = "", normalized("NFC", name)
    if not name.strip():
        problem = "must not be empty"
    elif len(name.encode(errors="surrogatepass")) > MAX_NAME_BYTES:
        problem = f"must not be longer than {MAX_NAME_BYTES} bytes in UTF-8"
    elif name.startswith(".") or name.endswith(".") or name != name.strip():
        problem = "must not begin with a dot or space, nor end with one"
    elif _INVISIBLE.search(name):
        problem = "must not contain invisible or direction-changing characters"
    else:
        readings = [name, normalized("NFKC", name)]  # a lenient reader decodes repeatedly
        while (decoded := normalized("NFKC", unquote(readings[-1]))) != readings[-1]:
            readings.append(decoded)
        if any(_SEPARATORS.search(each) or _DRIVE.match(each) or not each.strip(" .") for each in readings):
            problem = "must be a file name without a folder"
        elif any(_CONTROLS.search(each) or _ENCODED.search(each) for each in readings):
            problem = "must not contain control characters or encoded separators"
    if problem:
        raise InvalidRequest.of(field, problem, code="invalid_blob_name")
    return name


def identity_problem(value: str) -> str | None:
    """Why an id of an organization or user cannot be stored, in words for a log; None if it can. Stores accept all
    other ids: partition keys, and folders, whose names have at most MAX_NAME_BYTES with their escapes."""
    if not value.strip():
        return "is empty"
    if _CONTROLS.search(value):
        return "has control characters or an unpaired surrogate"
    if len(_segment(value)) > MAX_NAME_BYTES:
        return f"makes a folder's name of more than {MAX_NAME_BYTES} characters, three for each byte that is escaped"
    return None


def caller_folder(caller: Caller) -> str:
    """`organization/user`, each as one path segment, whatever characters the ids contain."""
    return f"{_segment(caller.organization_id)}/{_segment(caller.user_id)}"


def caller_folders(caller: Caller) -> tuple[str, str]:
    """The folders of everything that is stored as blobs for the caller: uploads, and what was made from them."""
    return (f"{CONTAINER}/{caller_folder(caller)}", f"{EXTRACTED}/{caller_folder(caller)}")


def owner_of_path(path: str) -> Caller | None:
    """The owner of a blob's folder; None if it is in nobody's."""
    container, *parts = path.split("/")
    return Caller(unquote(parts[0]), unquote(parts[1])) if container in (CONTAINER, EXTRACTED) and parts[2:] else None


def blob_path(key: ConversationKey, name: str) -> str:
    """The path of a document: `documents/organization/user/conversation/name`."""
    check_blob_name(name, field="blob_name")
    return f"{conversation_folder(key)}/{name}"


def conversation_folder(key: ConversationKey) -> str:
    """The folder of a conversation's uploads, as container/organization/user/conversation."""
    return f"{CONTAINER}/{caller_folder(key.caller)}/{_segment(key.conversation_id)}"


def parse_blob_path(path: str) -> tuple[ConversationKey, str]:
    """The conversation and name of a path that blob_path made; ValueError for any other."""
    try:
        _, organization, user, conversation, name = path.split("/")
        key = ConversationKey(unquote(organization), unquote(user), unquote(conversation))
        if blob_path(key, name) == path:
            return key, name
    except InvalidRequest as error:
        raise ValueError(f"not a document's path: {error}") from error
    raise ValueError("not a document's path")


def _segment(value: str) -> str:
    if not value:
        raise ValueError("a path segment must not be empty")
    if not value.strip("."):
        return "%2E" * len(value)
    segment = quote(value, safe="")
    return f"%2E{segment[1:]}" if segment[0] == "." else segment  # a leading dot would hide the folder
