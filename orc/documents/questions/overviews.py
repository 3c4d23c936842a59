"""Tells questions that ask for an overview of documents from those about something called a summary. Pure."""

import json
import re
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from orc.documents.text.tokens import content_words
from orc.patterns import regex

SUMMARY = regex(
    r"\b(?:summar\w+|(?:overviews?|outlin(?:e[ds]?|ing)|gist|tl;?dr|recap(?:s|ped|ping|itulat\w+)?|synops[ei]s)\b|resum\w+"
    r"|résum\w+|riassu\w+|zusammenfass\w+"
    r"|überblick"
    r"|fass(?:e|en|t)?\b.{0,80}\bzusammen|samenvat\w+|vat\b.{0,80}\bsamen|s[ao]mm[ae]nfatt?\w+|opp?summer\w*"
    r"|sammendrag|streść|streszcz\w+|podsumuj|podsumowa\w+|o czym (?:jest|mówi)|shrň\w*|shrnutí|o čem (?:je|pojednává)"
    r"|о ч[её]м (?:эт\w+|данн\w+|документ|договор|текст|речь)\b|кратко изложи\w*|подсумуй|стисло"
    r"|про що (?:ц\w{1,2}|документ|договір|текст|йдеться)\b"
    r"|what (?:stands out|is (?:special|unusual|remarkable))|(?:was|worum|wovon) (?:fällt|sticht|geht|handelt|steht)"
    r"(?: es| hier| da| mir| dir| ihnen| besonders){0,2}(?: auf| heraus| hervor| drin| darin)?\W*\Z"
    r"|(?:wichtigste|zentrale)[nrs]? (?:punkte?|aussagen?|themen?|inhalte?)|de quoi (?:parle|s'agit))"
    r"|\b(?:de qué (?:se )?trata|di (?:che )?cosa (?:parla|tratta)|do que (?:se )?(?:trata|fala)|waar gaat"
    r"|(?:worum|um was) geht es in)"
    r"(?: (?:el|la|il|o|este|esta|questo|het|de|dit|dem|der|diesem))? ?"
    r"(?:documento|contrat(?:o|to)|te(?:x|s)to|informe|relat[óo]rio|document|contract|tekst|rapport|vertrag|dokument"
    r"|bericht|text|brief|pdf)?(?: over)?\W*\Z"
    r"|总结|概述|摘要|要約|まとめ|概要|요약",
    re.IGNORECASE,
)
"""Words that ask for a summary, or for what documents are about, beside which a question may name a topic."""

_LONGEST, _MOST_REMEMBERED = 300, 64
_LETTER = r"\w\u0300-\u036f\u0610-\u061a\u064b-\u0652\u0900-\u0963\u0e00-\u0e7f"  # with the marks on letters
_GLUED = ("ja", "zh", "ko", "th")  # words are not, or not always, apart
_WORDS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def _apart(words: str, language: str) -> re.Pattern[str]:
    return regex(words if language in _GLUED else rf"(?<![{_LETTER}])(?:{words})(?![{_LETTER}])")


_REQUESTS = {
    language: (_apart(each["asks"], language), _apart(each["rest"], language)) for language, each in _WORDS.items()
}
# A question about something, in which a summary may be that thing: how is a summary graded, does it need an overview?
_ABOUT_A_THING = regex(
    r"\W{0,5}(?:who|whose|whom|what|which|when|where|why|how"
    r"|(?:is|are|was|were|do|does|did|has|have|had|must|should|may|can|could)(?! (?:you|ye|y['’]all)\b)"
    r"|we[rnm]|was|wann|wie|wo|warum|wieso|welche[mnrs]?|ist|sind|gibt|muss|darf|kann(?! ?(?:st )?(?:du|mir|uns)\b)"
    r"|est-ce|qu['’]|que|qui|quand|où|combien|comment|pourquoi|quell?e?s?|faut-il|peut-on|doit-on|c['’]est quoi"
    r"|qué|quién(?:es)?|cuándo|cómo|dónde|cuál(?:es)?|cuánt[oa]s?|por qué|chi|che|quando|come|dove|perché|qual[ei]?"
    r"|quem|o que|onde|quais|quant[oaie]s?|wie|wat|wanneer|hoe(?:veel)?|waar(?! (?:gaat|handelt))|waarom|welke?"
    r"|vem|när|hur|hvem|hvornår|hvordan|kto|kiedy|gdzie|ile|kdo|kdy|kde|kolik|кто|когда|где|сколько|хто|коли|де)"
    r"(?:\b|(?<=['’]))",
    re.IGNORECASE,
)
_SUMMARY_ASKED = regex(  # what is the gist of it, how would you sum it up
    r"\W{0,5}(?:what|which|was|quell?e?|c['’]est quoi|cuál|qual[ei]?|wat)(?:['’]s)? ?"
    r"(?:is|are|would be|ist|wäre|est|es|è|é)?\b ?"
    r"(?:(?:the|a|an|your|die|eine|le|un|el|il|o|um|de|een) ?|l['’])?(?:[\w-]{1,20} ){0,2}"
    r"(?:summary|overview|outline|gist|recap|synopsis|zusammenfassung|überblick|résumé|resumen|riassunto|resumo"
    r"|samenvatting)"
    r"(?= (?:of|for|von|vo[nm]|des|der|de|du|di|del|do|da|van)\b|\W*\Z)"
    r"|\W{0,5}(?:how (?:would|could|can|do) (?:you|i|we|one) |wie (?:kann|könnte|lässt|lassen|würdest|würden) "
    r"|comment |cómo |come |como |hoe )(?:[\w'’-]{1,20} ){0,8}?"
    r"(?:summari[sz]e|outline|zusammenfassen|résumer(?:ais|iez)?|resumir\w{0,3}|riassumer\w{1,4}|samenvatten)\b",
    re.IGNORECASE,
)
_THING_ALONE = regex(  # what is a résumé?
    r"\W{0,5}(?:what|was|wat)(?: is|['’]s| ist) (?:an?|eine?|een) [\w-]{1,30}\W{0,5}"
    r"|\W{0,5}(?:qu['’]est[- ]ce qu['’]|c['’]est quoi )(?:une?) [\w-]{1,30}\W{0,5}"
    r"|\W{0,5}(?:qué es|che cos['’]è|cos['’]è|o que é) (?:una?|um|uma|uno) [\w-]{1,30}\W{0,5}",
    re.IGNORECASE,
)
_A_SUMMARY = regex(
    r"\b(?:summar\w+|(?:overviews?|outlin(?:e[ds]?|ing)|gist|tl;?dr|recap\w*|synops[ei]s)\b|resum\w+|résum\w+|riassu\w+"
    r"|zusammenfass\w+|überblick|samenvat\w+|sammendrag|streszcz\w+|podsumowa\w+|shrnutí)|总结|概述|摘要|要約|まとめ|概要|요약",
    re.IGNORECASE,
)


def asks_for_overview(question: str, named: Collection[str] = ()) -> bool:
    """Whether all that a message says is that it asks for a summary, the main points or the subject of documents, in
    one of 26 languages. named are the words of documents' names, which it may say too."""
    return len(question) <= _LONGEST and any(words <= {*named} for words in _beside_request(question))


@lru_cache(maxsize=_MOST_REMEMBERED)
def _beside_request(question: str) -> tuple[frozenset[str], ...]:
    """The words that a message has beside a request for an overview, in each language in which it has one."""
    said, beside = question.casefold(), list[frozenset[str]]()
    for asks, rest in _REQUESTS.values():
        left, found = asks.subn(" ", said)
        if found:
            beside.append(frozenset(content_words(rest.sub(" ", left))))
    return tuple(beside)


def is_about_summaries(question: str, topic: Collection[str]) -> bool:
    """Whether a word for a summary in a question is a thing that it asks about and not a request: how is a summary
    graded? topic are the words of the question beside it."""
    if _THING_ALONE.fullmatch(question):
        return True
    if not topic or _ABOUT_A_THING.match(question) is None or _SUMMARY_ASKED.match(question):
        return False
    return SUMMARY.search(_A_SUMMARY.sub(" ", question)) is None  # not: what are the main points of the summary
