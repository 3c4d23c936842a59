"""Detects the language of a question by its question words, verbs of request and function words; that of a shorter one
by common nouns. Pure."""

import re
from itertools import islice

from orc.documents.text.function_words import function_words
from orc.documents.text.german import is_german

_ASKS = {
    "en": r"who|whose|what|which|when|where|why|how",
    "fr": r"quel(?:le)?s?|qui|où|quand|combien|comment|pourquoi|est-ce|qu['’]\w+|y a-t-il|que|coûte|a-t-\w+|est-\w+"
    r"|peux-tu|pouvez-vous",
    "es": r"cu[aá]l(?:es)?|cu[aá]nt[oa]s?|d[oó]nde|qui[eé]n(?:es)?|cu[aá]ndo|cómo|qué|por qué|cuesta|tiene",
    "it": r"qual[ei]?|quant[oaie]|dove|dov['’]è|chi|quando|perché|che|cosa|come|c['’]è|costa|qual è",
    "pt": r"qua(?:l|is)|quant[oa]s?|onde|quem|quando|por que|porquê|que|como|custa|tem|fica",
    "nl": r"hoeveel|waar|waarom|wanneer|welke?|hoe|w(?:ie|at) (?:is|zijn|was|waren|heeft|kost|moet|kan|mag|staat|zegt)"
    r"|kost|kun je|kunt u",
}
_REQUESTS = {
    "en": r"summari[sz]e|compare|list|explain|describe|give|tell|show|name",
    "de": r"fass(?:e|t|en)?|erkläre?n?|vergleichen?|beschreiben?|nennen?|zeigen?|gib|geben|liste",
    "fr": r"résume[rz]?|explique[rz]?|compare[rz]?|décri(?:s|vez)|liste[rz]?|donne[rz]?|montre[rz]?|fai(?:s|tes)",
    "es": r"resum[ae]|expli(?:ca|que)|compar[ae]|describ[ae]|enumer[ae]|muestr[ae]|dime|dame|haz|haga",
    "it": r"riassum[ai]|spieg(?:a|hi)|confront[ai]|descriv[ai]|elen(?:ca|chi)|dimmi|dammi|mostra(?:mi)?|fai|faccia",
    "pt": r"resum[ae]|expli(?:ca|que)|compar[ae]|descrev[ae]|enumer[ae]|list[ae]|diga|faça|mostre",
    "nl": r"vat .{1,80} samen|leg .{1,80} uit|vergelijk|beschrijf|noem|geef|toon|laat|maak",
}
_PLEASE = r"(?:(?:please|bitte|veuillez|por favor|per favore)\W{1,3})?"
_PATTERNS = {
    language: re.compile(rf"\A\W{{0,9}}{_PLEASE}(?:{verbs})\b|\b(?:{_ASKS.get(language, r'(?!)')})\b", re.IGNORECASE)
    for language, verbs in _REQUESTS.items()
}
_ENGLISH_WORDS = re.compile(
    r"\b(?:the|what|who|which|when|where|how|why|does|did|are|my|your|any|there|(?-i:I))\b", re.IGNORECASE
)
_BEGINS_IN_ENGLISH = re.compile(
    r"\W*(?:(?:who|whose|what|which|when|where|why|how)\b"
    r"|(?:can|could|may|must|does|did|should) \w|(?:do|is|are|was|were|has|have|will|am) (?:we|you|they|it"
    r"|all)\b|do (?:[\w-]{1,20} ){1,3}(?:get|have|need|pay|receive|earn|work|run|go|use|take)\b"
    r"|(?:is|are|was|were) [\w -]{2,60} (?:\w{2,}(?:ed|ing|wn|able)\W*\Z|(?:an?|the|for) \w))",
    re.IGNORECASE,
)
# Words of questions in two or three words, without function words.
_SHORT = {
    "de": "miete preis adresse öffnungszeiten gehalt dauer betrag vertrag rechnung telefon dokumente dateien meine "
    "mein kaution kündigungsfrist frist zusammenfassung",
    "fr": "prix loyer adresse horaires salaire durée montant contrat facture téléphone fichiers mes mon préavis résumé",
    "es": "precio alquiler dirección horario sueldo duración importe contrato factura teléfono documentos archivos mis "
    "plazo resumen fecha",
    "it": "prezzo affitto indirizzo orario orari stipendio durata importo contratto fattura telefono documenti miei "
    "mio preavviso scadenza riassunto",
    "pt": "preço aluguel endereço horário salário duração contrato fatura telefone documentos arquivos ficheiros meus "
    "meu prazo resumo",
    "nl": "prijs huur adres openingstijden salaris bedrag factuur telefoonnummer documenten bestanden mijn "
    "opzegtermijn samenvatting",
}
_SHORT_WORDS = {language: frozenset(words.split()) for language, words in _SHORT.items()}
_MOST_WORDS = 4
_QUOTATION = re.compile(r"(?<!\w)[\"“„«‘'][^\"“”„«»‘’'\n]{1,300}[\"“”»’'](?!\w)")
_SIGNS = {
    "es": re.compile(r"[¿¡ñ]|ión\b|\blos\b|[aeo]l(?= \w+ción)", re.IGNORECASE),
    "pt": re.compile(r"[ãõ]|\bé\b|ç[ãõ]|(?:\A|, )\w{1,20} os? ", re.IGNORECASE),
    "it": re.compile(r"\bè\b|\b(?:dell|nell|all|dall)['’]", re.IGNORECASE),
    "fr": re.compile(r"\b(?:qu|l|d|c|s|n|j)['’]\w|[êëœ]|tion\b|-t-(?:il|elle|on)\b|\w \?", re.IGNORECASE),
}
_LONGEST = 1_000
_QUESTION_WORD, _SIGN = 2, 2
_MOST_FOUND = 3


def question_languages(question: str) -> frozenset[str]:
    """The languages that a question is equally likely to be in, of en, de, fr, es, it, pt and nl, without what it
    quotes. Empty if it has no question word or request of these, or more function words of another language."""
    text = question[:_LONGEST]
    text = _QUOTATION.sub(" ", text) if _QUOTATION.sub("", text).strip() else text
    if is_german(text):
        return frozenset(("de",))
    if "¿" in text:
        return frozenset(("es",))
    count: dict[str, int] = function_words(text)
    for language, asks in _PATTERNS.items():
        found = len(list(islice(asks.finditer(text), _MOST_FOUND)))
        is_signed = language in _SIGNS and _SIGNS[language].search(text) is not None
        count[language] = count.get(language, 0) + _QUESTION_WORD * found + _SIGN * is_signed if found else 0
    if not any(count.values()) and len(words := text.casefold().split()) <= _MOST_WORDS:
        said = {word.strip("?!.,;:") for word in words}
        count = {language: len(said & known) for language, known in _SHORT_WORDS.items()}
    most = max(count.values())
    best = frozenset(language for language, score in count.items() if score == most)
    return best if most and best <= _PATTERNS.keys() else frozenset()


def question_language(question: str) -> str | None:
    """The language of a question: en, de, fr, es, it, pt or nl. None if its words do not tell one of these."""
    languages = question_languages(question)
    return next(iter(languages)) if len(languages) == 1 else None


def begins_in_english(question: str) -> bool:
    """Whether a question begins like an English one, even if it has no articles."""
    return _BEGINS_IN_ENGLISH.match(question) is not None


def has_english_words(question: str) -> bool:
    """Whether a question has function words that are English only."""
    return _ENGLISH_WORDS.search(question) is not None
