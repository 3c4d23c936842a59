"""German questions: how they begin, which of their words a document need not contain, and the other forms of the rest.
Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence

from orc.documents.text.everyday import Phrases, other_words
from orc.documents.text.function_words import language_by_function_words
from orc.documents.text.tokens import content_words, plain_words
from orc.patterns import regex

_ASKS = regex(
    r"\W*(?:(?:ab |bis |seit )?(?:wer|wem|wen|wessen|wann|warum|wor(?:über|um|an|in|auf|aus)"
    r"|wo(?:mit|für|von|durch|gegen|nach|hin|her)|(?:in|an|auf|aus|bei|mit|zu|von|für) welche[rnm]?|wieso|weshalb"
    r"|welche[rsnm]?|wieviele?|darf|dürfen|muss|müssen|wie viele?"
    r"|wie (?:hoch|alt|lange?|weit|schwer|groß|teuer|breit|tief|warm|laut|spät|schnell|oft|heißt|lautet|kann|komme)"
    r"|habe|haben|sind|bekomme[nt]?|bekommt|werden|wird|gibt es|gab es"
    r"|was (?:tun|kostet|verdient|passiert|ist|sind|muss|müssen|darf|dürfen|soll(?:en|te|ten)?|kann|können|hat|haben"
    r"|wird|werden|wurden?|steht|macht|bedeutet|gilt)"
    r"|wo (?:wohnt|liegt|ist|sind|kann|wird|wurde|wurden|steht|hängt|gibt|finde[nt]?|findet))\b"
    r"|(?:wie|was|wo|kann|können|hat|ist|soll|sollen|worum|woher|wohin|wofür|wie viele?|an wen|in|auf|bei|mit|für"
    r"|von)\b"
    r".*\b(?:der|das|dem|den|ist|sind|ich|wird|werden|wurden?|und|für|ein|eine[nmrs]?|im|vom|zum|zur|beim|hat|haben"
    r"|heißt|kostet|kosten|man|muss|darf|lautet|auf|gibt)\b)",
    re.IGNORECASE,
)
GERMAN_FUNCTION_WORDS = frozenset(
    content_words(
        "ich mir mich mein meine meinen meinem meiner man wir uns unser unsere unserem du dir dich dein deine sie "
        "ihnen "
        "ihr ihre ihren ihrem ihrer er sein seine seinen seinem seiner darf dürfen soll sollen sollte muss müssen "
        "kann können will wollen möchte wenn dann "
        "als ob so tun tut mache machen macht bekomme bekommt bekommen kriege erhalte erhalten gab geben habe hat "
        "hatte "
        "haben hast war waren sei wird werde werden wirst wurde worden ab am an in bis bei beim aus noch auch schon "
        "nur sehr etwa denn "
        "mal zur zu nach über unter vor vom von durch gegen ohne um auf für mit dem der die das des den ein eine "
        "einen "
        "einem einer eines kein keine wohin woher geht "
        "lautet heisst heissen beträgt droht kommt komme kommen hoch lange lang viel "
        "viele "
        "ist sind bin es er sich und oder findet statt seit pro jemand etwas alles brauche braucht gelten"
    )
)


_ASKS_IN_DUTCH = regex(r"\W*(?:en )?(?:hoe(?:veel|lang|ver)?|waar(?:om|voor|mee)?|wanneer|welke?)\b", re.IGNORECASE)
_ASKS_IN_DANISH_OR_NORWEGIAN = regex(
    r"[\W_]{0,5}(?:hv(?:em|ad|a|or|orfor|ordan|orledes|ornår|ilke[nt]?)|(?:må|kan) (?:jeg|man|vi)"
    r"|er (?:der|det|den|du|jeg|vi|her)|har (?:i|du|vi|jeg|man|den|det))\b",
    re.IGNORECASE,
)
NO_MODIFIERS = frozenset(("ur", "un", "be", "ge"))
"""Beginnings of words that make no compound: Urkunden are no Kunden."""
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue"}
_LETTERS_FOR_UMLAUT = regex(r"(?<=[aou])e")
_PREFIXES = r"(?:ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|vor|weg|weiter|zurück|zusammen|zu)"
_LAST_PREFIX = regex(rf"\w (?P<prefix>{_PREFIXES})\W*\Z", re.IGNORECASE)
_VERB = regex(
    rf"(?P<prefix>{_PREFIXES}(?=\w{{4}}))?"
    r"(?:ge|zu)?(?P<stem>[a-zäöüß]{3,20}?)(?:en|e?t|(?<=e[lr])n)"
)
GERMAN_NAME = regex(
    r"(?<!\w)(?!(?i:d(?:er|ie|as|e[nms])|eine?|im|in|am|an|auf|bei|zu[mr]?|für|von|mit|nach|seit|wenn|unsere?|ihre?|seine?"
    r"|dies\w{1,2}|jede\w?|alle|kein\w{0,2})\b)[A-ZÄÖÜ][\w.'’-]{1,40} (?:v[oa]n (?:de[rn] )?|de |zu )?[A-ZÄÖÜ][\w'’-]+"
    r"|\b(?:Frau|Herrn?) \w"
)
"""Two capitalised words that can be a person's or a company's name, unlike an article and its noun."""
# The nouns of strong verbs, by their stem: ausgeben, Ausgabe.
_NOUNS = {
    "geb": "gabe", "gib": "gabe", "nehm": "nahme", "nimm": "nahme", "nomm": "nahme", "fahr": "fuhr",
    "schneid": "schnitt", "schnitt": "schnitt", "zieh": "zug", "zog": "zug", "schließ": "schluss",
    "schloss": "schluss", "brech": "bruch", "broch": "bruch", "werf": "wurf", "worf": "wurf", "flieg": "flug",
    "flog": "flug", "wasch": "wäsche", "wähl": "wahl", "tret": "tritt", "geh": "gang", "gang": "gang",
    "steig": "stieg", "greif": "griff", "schreib": "schrift", "treib": "trieb", "spring": "sprung", "schuld": "schuld",
    "steh": "stand", "stand": "stand", "sprech": "sprache", "halt": "halt", "hilf": "hilfe", "helf": "hilfe",
}  # fmt: skip
INFLECTION = regex(r"(?<=\w{4})(?:e[nrs]?|n|s)\Z")
"""The ending of an inflected word."""
_FIRST_PART, _MOST_WORDS = "wasser", 100
_LINKS = frozenset(("", "n", "en", "e", "s", "es", "er"))
_PART, _BEGINNING, _COMPOUND, _NOMINAL = 3, 4, 7, 7
_WITHOUT_GE = regex(r"(?:be|emp|ent|er|miss|ver|zer)\w{3}|\w+ier\Z")


def is_german(question: str) -> bool:
    """Whether a question begins like a German one, or has the function words of one."""
    if asks_in_danish_or_norwegian(question) or _ASKS_IN_DUTCH.match(question):  # "der", "er" is "there" there
        return False
    return _ASKS.match(question) is not None or language_by_function_words(question) == "de"


def asks_in_danish_or_norwegian(question: str) -> bool:
    """Whether a question begins with a word of asking that only these two languages have."""
    return _ASKS_IN_DANISH_OR_NORWEGIAN.match(question) is not None


def separated_prefix(question: str) -> str:
    """The verb's prefix at the end of a German question: "an" of "Wann fangen wir an?"."""
    found = _LAST_PREFIX.search(question)
    return found["prefix"].lower() if found else ""


def german_spellings(word: str) -> frozenset[str]:
    """The word in lower case with two letters for each umlaut, and with none of these second letters: Kündigung is
    kuendigung, and Kuendigung is kundigung, which compares equal to kündigung."""
    lower = word.casefold()
    written_out = "".join(_UMLAUTS.get(letter, letter) for letter in lower)
    return frozenset({written_out, _LETTERS_FOR_UMLAUT.sub("", lower)}) - {lower}


def german_verb_forms(word: str) -> frozenset[str]:
    """The regular infinitive, participle and finite forms of a word that may be a form of a German verb: ausdrucken,
    ausgedruckt, auszudrucken, ausdruckt. Empty for a noun."""
    found = _VERB.fullmatch(word)
    if found is None:
        return frozenset()
    prefix, stem = found["prefix"] or "", found["stem"]
    forms = {f"{prefix}{stem}en", f"{prefix}{stem}t"}
    if not _WITHOUT_GE.match(stem):
        forms |= {f"{prefix}ge{stem}t", f"{prefix}ge{stem}en"}
    if prefix:
        forms.add(f"{prefix}zu{stem}en")
    return frozenset(forms) - {word}


def german_compound_endings(word: str) -> frozenset[str]:
    """The words with which a compound can end that says what the verb does: abgeholt, Müllabholung. Empty for a
    noun."""
    found = _VERB.fullmatch(word)
    if found is None:
        return frozenset()
    stem = f"{found['prefix'] or ''}{found['stem']}"
    nouns = {f"{stem.removesuffix(verb)}{noun}" for verb, noun in _NOUNS.items() if stem.endswith(verb)}
    return frozenset({f"{stem}en", f"{stem}ung", f"{stem}ungen", stem, *nouns})


def other_words_in_german(text: str, words: Sequence[str], *, loose: bool) -> dict[str, Phrases]:
    """The phrases that can replace the words of a German question: its other words, its words and theirs in another
    spelling and, if loose, with the prefix of a separated verb and in the other forms of a verb."""
    found = other_words(words, text if loose else "", loose=loose)
    prefix = separated_prefix(text) if loose else ""
    for word in plain_words(text)[:_MOST_WORDS]:
        whole = f"{prefix}{word}"
        spelled = [content_words(each) for each in german_spellings(word) | ({whole} if prefix else set())]
        others = [form for each in spelled for phrases in other_words(each, loose=loose).values() for form in phrases]
        forms = [content_words(form) for form in german_verb_forms(whole)] if loose else []
        others += map(frozenset, filter(None, (*spelled, *forms)))
        for own in content_words(word) if others else ():
            found[own] = (*found.get(own, ()), *others)
    return found


def compound_endings(text: str, words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each of these words of a German question, the endings of compounds that contain it."""
    prefix, found = separated_prefix(text), dict[str, tuple[str, ...]]()
    for word in plain_words(text)[:_MOST_WORDS]:
        forms = {word} | german_compound_endings(word) | german_compound_endings(f"{prefix}{word}" if prefix else "")
        ends = {*content_words(" ".join(forms)), *forms_in_compounds(forms)}
        found |= {own: tuple(end for end in ends if len(end) >= 4) for own in content_words(word) if own in words}
    return found


def forms_in_compounds(words: Iterable[str]) -> list[str]:
    """The compared forms that words have at the end of a compound. They may differ from those of the words alone, as
    stemming depends on the length of a word: Regal, Stahlregal."""
    longer = content_words(" ".join(f"{_FIRST_PART}{word}" for word in words))
    return [form for word in longer if (form := word.removeprefix(_FIRST_PART))]  # none of a word in another script


def words_in_compounds(endings: Mapping[str, tuple[str, ...]], words: Iterable[str]) -> frozenset[str]:
    """Those of the words of a German question, given with the endings of compounds that contain them, that are part of
    a compound among these words or of which these words are the parts: Rasen, mähen and Rasenmähen. All are in compared
    form."""
    if not endings:
        return frozenset()
    among = frozenset(words)
    parts, parts_among = ([each for each in every if len(each) >= _PART] for every in (endings, among))
    made = frozenset(other for other in parts_among if len(other) >= _COMPOUND and _is_made_of(other, parts))
    found = set[str]()
    for word, ends in endings.items():
        begins = (  # eingeladen, Einladungsfrist
            *((word,) if len(word) >= _BEGINNING else ()),
            *(end for end in ends if len(end) >= _NOMINAL and end.endswith("ung")),
        )
        is_part = any(
            other != word and ((other.endswith(ends) and other[:2] not in NO_MODIFIERS) or other.startswith(begins))
            for other in among
        )
        is_part = is_part or any(other.startswith(word) or other.endswith(word) for other in made)
        if is_part or (len(word) >= _COMPOUND and _is_made_of(word, parts_among)):
            found.add(word)
    return frozenset(found)


def _is_made_of(compound: str, parts: Sequence[str]) -> bool:
    """Whether two of the parts, with a letter or two in between, make up the compound."""
    ends = [len(part) for part in parts if compound.endswith(part)]
    begins = [len(part) for part in parts if ends and compound.startswith(part)]
    left = len(compound)
    return any(first + last <= left and compound[first : left - last] in _LINKS for first in begins for last in ends)
