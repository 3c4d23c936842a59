"""Replies to small talk without a model."""

from collections.abc import Collection

from orc.documents.notices import GOODBYE, HELLO, INTRODUCTION, YOU_ARE_WELCOME
from orc.graphs.planning.about_orc import question_about_orc
from orc.graphs.planning.small_talk import farewell_language, greeting_language, thanks_language


def reply_to_talk(text: str, languages: Collection[str] = ()) -> str:
    """The reply, in its language, to a text that is small talk; if several have its words, in one of these."""
    if thanked := thanks_language(text, languages):
        return YOU_ARE_WELCOME.by_language[thanked]
    if parting := farewell_language(text, languages):
        return GOODBYE.by_language[parting]
    greeted = greeting_language(text, languages)
    introduction = INTRODUCTION.by_language.get(greeted or question_about_orc(text) or "en", INTRODUCTION)
    return f"{HELLO.by_language[greeted]} {introduction}" if greeted else introduction
