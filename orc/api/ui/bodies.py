"""Request bodies of AI SDK clients: the messages of a chat, of which the last one is the question."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from orc.api.bodies import BodyKind
from orc.api.metadata import BOUNDS
from orc.api.models import RequestBody
from orc.domain import CitationStyle, OnBusy
from orc.errors import InvalidRequest
from orc.input_strings import MAX_ENTRIES, safe_strings

CHAT_ID = 200


class UIMessageBody(RequestBody):
    """A UIMessage. Of earlier messages only the id and the role are read."""

    model_config = ConfigDict(extra="ignore")

    id: str = Field(min_length=1, max_length=200)
    role: Literal["system", "user", "assistant"]
    parts: list[dict[str, Any]] = Field([], description="Of a question: its texts, and files as data URLs.")


class ChatBody(RequestBody):
    """The request of useChat: all messages of the chat, or in `message` the last one alone. Applications may add
    blob_names, filters, citation_style and on_busy, which mean the same as for a turn; other fields are ignored."""

    model_config = ConfigDict(extra="ignore")
    body_kind: ClassVar[BodyKind] = "upload"

    id: str = Field(
        min_length=1, max_length=CHAT_ID, pattern="^[^/]*$", description="It stands in addresses: no slash."
    )
    messages: list[UIMessageBody] = Field([])
    message: UIMessageBody | None = None
    trigger: Literal["submit-message", "regenerate-message"] = "submit-message"
    message_id: str | None = Field(None, alias="messageId", max_length=200)
    blob_names: list[str] = Field([])
    filters: dict[str, str] = Field({}, description=BOUNDS)
    citation_style: CitationStyle = "inline"
    on_busy: OnBusy = "interrupt"

    @model_validator(mode="before")
    @classmethod
    def _take_in(cls, value: Any) -> Any:
        """Drops the parts of earlier messages, which may contain whole documents, before texts are validated."""
        if not isinstance(value, Mapping):
            return value
        fields = {field.alias or name for name, field in cls.model_fields.items()}
        body = {name: each for name, each in value.items() if name in fields}
        if isinstance(messages := body.get("messages"), list):
            mappings = (each if isinstance(each, Mapping) else {} for each in messages)
            heads = [{name: each.get(name) for name in ("id", "role")} for each in mappings]
            question = max((i for i, head in enumerate(heads) if head["role"] == "user"), default=len(heads))
            body["messages"] = [*heads[:question], *messages[question : question + 1], *heads[question + 1 :]][
                -MAX_ENTRIES:
            ]
        return safe_strings(body)

    @property
    def history(self) -> list[UIMessageBody]:
        """The messages, oldest first. Raises InvalidRequest if there are none."""
        if bool(self.messages) == (self.message is not None):
            raise InvalidRequest.of("messages", "send messages, or message alone")
        return [self.message] if self.message else self.messages

    @property
    def is_whole(self) -> bool:
        """Whether the messages before the question were sent too."""
        return self.message is None


class UIChat(BaseModel):
    """A chat as useChat expects it: its messages are UIMessages of the AI SDK."""

    id: str
    conversation_id: str
    messages: list[dict[str, Any]]
