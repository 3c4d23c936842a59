"""Reads the input of a request of the OpenAI API, a text or a list of messages with files, into a question."""

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from orc.documents.formats import SUPPORTED_TYPES
from orc.errors import InvalidRequest

_TEXTS = ("input_text", "text", "output_text")
_FILES = ("input_file", "file")
_APPLICATION_ROLES = ("system", "developer")
_STEPS = ("file_search_call", "mcp_call", "reasoning")
_STEPS_OF_OTHERS = (
    *("function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "mcp_list_tools"),
    *("web_search_call", "code_interpreter_call", "image_generation_call"),
)
_SHOWN_AS = {"input_image": "[image]", "image_url": "[image]", "input_audio": "[audio]", "refusal": ""}
_MESSAGE_FIELDS = frozenset({"type", "role", "content", "id", "status", "phase"})
_FILE_FIELDS = frozenset({"type", "file_id", "file_data", "file_url", "filename", "detail", "prompt_cache_breakpoint"})
_EXTENSIONS = {mime_type: extension for extension, mime_type in reversed(list(SUPPORTED_TYPES.items()))}


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file of a message: its id, or its bytes with a name. field is its position in the request. is_only_id means
    that the field itself is the id."""

    field: str
    file_id: str | None = None
    name: str = ""
    data: bytes = b""
    is_only_id: bool = False

    @property
    def id_field(self) -> str:
        """The position of the id in the request."""
        return self.field if self.is_only_id else f"{self.field}.file_id"


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message of the input. field is its position in the request."""

    role: str
    text: str
    files: tuple[SentFile, ...] = ()
    field: str = "input"


@dataclass(frozen=True, slots=True)
class InputQuestion:
    """The question of an input: its last user messages as one text, with their files. instructions are those of the
    application (system and developer messages), earlier the messages before the question, messages all of them."""

    question: str
    files: tuple[SentFile, ...]
    instructions: tuple[str, ...]
    earlier: tuple[SentMessage, ...]
    messages: tuple[SentMessage, ...] = ()


def read_question(given: object, *, field: str = "input") -> InputQuestion:
    """Reads an input. InvalidRequest names the first part that is malformed or not supported."""
    messages = read_messages(given, field=field, is_history=True)
    talk = [message for message in messages if message.role not in _APPLICATION_ROLES]
    first = len(talk)
    while first and talk[first - 1].role == "user":
        first -= 1
    last = talk[first:]
    if not last:
        raise InvalidRequest.of(field, "must end with a user message")
    return InputQuestion(
        question="\n\n".join(message.text for message in last if message.text),
        files=tuple(file for message in last for file in message.files),
        instructions=tuple(m.text for m in messages if m.role in _APPLICATION_ROLES and m.text),
        earlier=tuple(talk[:first]),
        messages=tuple(messages),
    )


def read_messages(given: object, *, field: str, is_history: bool = False) -> list[SentMessage]:
    """Reads a text or a list of items into messages. With is_history, a client may send back a whole output, and a chat
    that it began with another model: tool calls and reasoning are skipped, and an image or a sound before the last
    item leaves a word in its message."""
    if isinstance(given, str):
        return [SentMessage("user", given.strip(), field=field)]
    if not isinstance(given, list) or not given:
        raise InvalidRequest.of(field, "must be a text or a list of messages")
    messages = list[SentMessage]()
    for position, each in enumerate(given):
        is_earlier = is_history and position < len(given) - 1
        skipped = (*_STEPS, *_STEPS_OF_OTHERS) if is_earlier else _STEPS if is_history else ()
        if not (isinstance(each, Mapping) and each.get("type") in skipped):
            messages.append(_message(each, f"{field}.{position}", is_earlier=is_earlier))
    return messages


def _message(given: object, field: str, *, is_earlier: bool) -> SentMessage:
    if not isinstance(given, Mapping):
        raise InvalidRequest.of(field, "must be a message")
    if (kind := given.get("type", "message")) != "message":
        raise InvalidRequest.of(f"{field}.type", f"items of type {kind} are not supported; send messages")
    role, content = given.get("role"), given.get("content")
    if role not in ("user", "assistant", *_APPLICATION_ROLES):
        raise InvalidRequest.of(f"{field}.role", "must be user, assistant, system or developer")
    _refuse_unknown_fields(given, _MESSAGE_FIELDS, field)
    parts = [{"type": "input_text", "text": content}] if isinstance(content, str) else content
    if not isinstance(parts, list):
        raise InvalidRequest.of(f"{field}.content", "must be a text or a list of parts")
    texts, files = list[str](), list[SentFile]()
    for position, part in enumerate(parts):
        where = f"{field}.content.{position}"
        kind = part.get("type") if isinstance(part, Mapping) else None
        if isinstance(part, Mapping) and kind in _TEXTS:
            if not isinstance(part.get("text"), str):
                raise InvalidRequest.of(f"{where}.text", "must be a text")
            texts.append(part["text"].strip())
        elif isinstance(part, Mapping) and kind in _FILES and role == "user":
            files.append(_file(part, where))
        elif is_earlier and kind in _SHOWN_AS:
            texts.append(_SHOWN_AS[kind])
        else:
            names = ("text", "file") if field.startswith("messages") else ("input_text", "input_file")
            message = f"{kind} is not supported; parts are {names[0]} and, in user messages, {names[1]}"
            raise InvalidRequest.of(f"{where}.type", message)
    return SentMessage(role, "\n\n".join(filter(None, texts)), tuple(files), field)


def _refuse_unknown_fields(fields: Mapping[str, Any], known_fields: frozenset[str], field: str) -> None:
    for name in fields:
        if name not in known_fields:
            raise InvalidRequest.of(f"{field}.{name}", "is not a known parameter")


def _file(part: Mapping[str, Any], field: str) -> SentFile:
    """Reads a file part of the Responses API, or of chat completions, where its fields are in `file`."""
    if part.get("type") == "file" and isinstance(part.get("file"), Mapping):
        part, field = part["file"], f"{field}.file"
    _refuse_unknown_fields(part, _FILE_FIELDS, field)
    file_id, data, name = part.get("file_id"), part.get("file_data"), part.get("filename")
    if part.get("file_url") is not None:
        raise InvalidRequest.of(f"{field}.file_url", "files are not fetched from URLs; send file_data or file_id")
    if (file_id is None) == (data is None):
        raise InvalidRequest.of(field, "needs either file_id or file_data")
    for key, value in (("file_id", file_id), ("file_data", data), ("filename", name)):
        if value is not None and not isinstance(value, str):
            raise InvalidRequest.of(f"{field}.{key}", "must be a text")
    if isinstance(file_id, str):
        return SentFile(field, file_id=file_id)
    kind, encoded = "", str(data)  # a data URL in base64, or plain base64, which has no type
    if encoded.startswith("data:"):
        head, comma, encoded = encoded.partition(",")
        kind, *options = head.removeprefix("data:").split(";")
        if not comma or "base64" not in options:
            raise InvalidRequest.of(f"{field}.file_data", "must be a data URL in base64: data:TYPE;base64,...")
    try:
        content = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidRequest.of(f"{field}.file_data", "is not valid base64") from None
    if not name:
        extension = _EXTENSIONS.get(kind.strip().lower())
        if extension is None:
            raise InvalidRequest.of(f"{field}.filename", "is required, with an extension that names the file's type")
        name = f"file-{hashlib.sha256(content).hexdigest()[:8]}.{extension}"
    return SentFile(field, name=name.strip(), data=content)
