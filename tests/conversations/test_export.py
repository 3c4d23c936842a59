"""A conversation as Markdown."""

from orc.conversations.export import to_markdown
from orc.conversations.records import Conversation, Message
from orc.domain import Citation, CitationSpan

ANSWER = "The lamp is renewed [1]. The moon is cheese [1]. So it is [1]."


def test_an_export_lists_each_passage_and_says_which_are_not_verified() -> None:
    lamp = CitationSpan(0, 24, 2, 40, 60, "The lamp is renewed.", True)
    moon = CitationSpan(25, 48, 1, 0, 9, "The moon.", False)
    again = CitationSpan(49, 61, 1, 0, 9, "The moon.", False)
    spans = (lamp, moon, again)
    citation = Citation("1", "source", "file", "harbour.pdf", 2, 40, 60, lamp.snippet, (), True, spans=spans)
    at = "2026-01-01T00:00:00Z"
    answer = Message(
        message_id="m", seq=1, role="assistant", text=ANSWER, run_id="r", parent_message_id=None, created_at=at,
        citations=(citation,),
    )  # fmt: skip
    exported = to_markdown(
        Conversation(conversation_id="c", created_at=at, updated_at=at, active_message_id="m"), [answer]
    )
    assert [line for line in exported.splitlines() if line.startswith("- ")] == [
        "- [1] harbour.pdf, page 2: “The lamp is renewed.”",
        "- [1] harbour.pdf, page 1: “The moon.” (not verified)",
    ]
