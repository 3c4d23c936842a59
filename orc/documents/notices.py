"""The fixed sentences of answers, in the language of the question: English, German, French, Spanish, Italian,
Portuguese or Dutch, and some in further languages (D-363, D-379, D-405)."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Self

from orc.documents.questions.question_language import language_of_answer, question_language


class Notice(str):
    """A sentence in English, with its translations by language."""

    __slots__ = ("by_language",)

    by_language: Mapping[str, str]

    def __new__(cls, english: str, **translations: str) -> Self:
        notice = super().__new__(cls, english)
        notice.by_language = MappingProxyType({"en": english, **translations})
        return notice

    @classmethod
    def read(cls, path: Path) -> dict[str, Self]:
        """The sentences in a JSON file, by name: the translations of each by language."""
        texts: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
        return {name: cls(by_language.pop("en"), **by_language) for name, by_language in texts.items()}

    @classmethod
    def of(cls, other: "Notice") -> Self:
        """The same sentence as a notice of this kind."""
        return cls(str(other), **{code: text for code, text in other.by_language.items() if code != "en"})

    def to(self, question: str, languages: Collection[str] = ()) -> str:
        """The sentence in the language of the question. If that is not told, in the documents' only language, unless
        the question has English words; else in English."""
        return self.by_language.get(language_of_answer(question, languages) or "en", str(self))

    def is_english(self, question: str) -> bool:
        """Whether the sentence is in English for this question."""
        return self.to(question) == str(self)

    def begins(self, answer: str) -> bool:
        """Whether an answer begins with the sentence, in any language, up to a placeholder in it."""
        return answer.startswith(tuple(each.partition("{")[0] for each in self.by_language.values()))


class _Refusal(Notice):
    """That the documents have no answer; one that was not found because of their language is a refusal too."""

    __slots__ = ()

    def begins(self, answer: str) -> bool:
        return super().begins(answer) or NOT_FOUND_IN_LANGUAGE.begins(answer)


_NOTICES = Notice.read(Path(__file__).with_name("notices.json"))
NOT_FOUND_IN_LANGUAGE = _NOTICES["not_found_in_language"]
"""Has a placeholder for the language of the documents, which is not that of the question."""
NOT_IN_DOCUMENTS = _Refusal.of(_NOTICES["not_in_documents"])
TRANSLATION_NEEDS_MODEL = _NOTICES["translation_needs_model"]
PART_NOT_IN_DOCUMENTS = _NOTICES["part_not_in_documents"]
"""Has a placeholder for one question of several."""
NO_QUESTION = _NOTICES["no_question"]
LENGTH_REACHED, FILTERED, STOPPED_EARLY = (_NOTICES[name] for name in ("length_reached", "filtered", "stopped_early"))
PROMPT_CUT = _NOTICES["prompt_cut"]
TOOL_LIMIT = _NOTICES["tool_limit"]
"""Has a placeholder for the number of calls."""
SERVER_LOST = _NOTICES["server_lost"]
"""Has a placeholder for the server's name."""
UNFOUND_QUOTATION = _NOTICES["unfound_quotation"]
"""Has a placeholder for the quotation."""
STEP_FAILED, STEP_SKIPPED = _NOTICES["step_failed"], _NOTICES["step_skipped"]
"""Have placeholders for the number, the tool and the reason."""
WRONG_ARGUMENTS = _NOTICES["wrong_arguments"]
"""The reason why a call was not sent."""
PLAN_REFUSED = _NOTICES["plan_refused"]
TOOL_OF_SERVER = _NOTICES["tool_of_server"]
TOOL_FAILED = _NOTICES["tool_failed"]
"""Has placeholders for the tool and the reason."""
NOTHING_IN_IT, NO_PASSAGE = _NOTICES["nothing_in_it"], _NOTICES["no_passage"]
NO_SUCH_PAGE, EMPTY_PAGE = _NOTICES["no_such_page"], _NOTICES["empty_page"]
"""Have placeholders for the document, the pages and, in the first, the number of its pages."""
NOT_IN_PAGES = _NOTICES["not_in_pages"]
"""Has a placeholder for the document."""
PAGES_LEFT_OUT = _NOTICES["pages_left_out"]
"""Has placeholders for the document and the pages."""
HELLO, YOU_ARE_WELCOME, GOODBYE = (_NOTICES[name] for name in ("hello", "you_are_welcome", "goodbye"))
"""What is said without a model to greetings, thanks and farewells."""
INTRODUCTION = _NOTICES["introduction"]
"""What is said without a model and without documents."""
_REASONS: Mapping[str, Mapping[str, str]] = json.loads(
    Path(__file__).with_name("file_reasons.json").read_text(encoding="utf-8")
)  # those of formats.REASONS in languages other than English


def not_used(blob_name: str, code: str, message: str, question: str) -> str:
    """The sentence that a file could not be used. The message, in English, is the reason in a language without a
    translation of the code."""
    reason = _REASONS.get(code, {}).get(question_language(question) or "en", message)
    return _NOTICES["not_used"].to(question).format(blob_name, reason)
