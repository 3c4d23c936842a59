"""Removes instructions about the form of the answer from a question, as no document contains them."""

import re

from orc.documents.text.function_words import function_words
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_NUMBER = r"(?:\d{1,2}|an?|one|two|three|four|five|six|no|the nearest)"
_UNIT = r"(?:us ?)?(?:usd|eur|gbp|dollars?|euros?|pounds?|\$|€|£)?[ -]?(?:in )?(?:millions?|thousands?|billions?)"
_ANSWER = r"(?:(?:the|your|an?|its|this|final) )*(?:answers?|responses?|results?|repl(?:y|ies)|figures?|values?)"
_PARTS_OF_TEXT = r"(?:sentences?|words?|paragraphs?|bullets?(?: points?)?|lines?)"
_COUNTS = (
    (1, "an?|one|eine?[nmr]?|une?|una?|um|uma|uno|één|een"),
    (2, "two|zwei|deux|dos|due|dois|duas|twee"),
    (3, "three|drei|trois|tres|tre|três|drie"),
    (4, "four|vier|quatre|cuatro|quattro|quatro"),
    (5, "five|fünf|cinq|cinco|cinque|vijf"),
    (6, "six|sechs|seis|sei|zes"),
    (7, "seven|sieben|sept|siete|sette|sete|zeven"),
    (8, "eight|acht|huit|ocho|otto|oito"),
    (9, "nine|neun|neuf|nueve|nove|negen"),
    (10, "ten|zehn|dix|diez|dieci|dez|tien"),
)
_COUNT = rf"(?:[1-9]|10|{'|'.join(words for _, words in _COUNTS)})"
_COUNTED_PARTS = (
    r"(?:(?:short|brief|kurzen?|courtes?|cortas?|curtas?|brevi|korte|bullet|key|main|wichtigsten?) )?"
    r"(?:sentences?|(?:bullet[ -]?)?points?|bullets?|lines?|s[aä]tze?n?|(?:stich)?punkte?n?|stichworte?n?|zeilen?"
    r"|phrases?|frases?|fras[ei]|oraci(?:ón|ones)|puntos?|lignes?|líneas?|righe|linhas?|punt[io]|pontos?|zin(?:nen)?"
    r"|punten|regels?)"
)
_FORM = (
    rf"(?:{_NUMBER} )?(?:\w+ )?(?:{_PARTS_OF_TEXT}|tables?|lists?|json|markdown|english|german|french|spanish|italian)"
)
_DECIMALS = r"decimals?(?: (?:places?|points?|digits?))?"
_PLACES = rf"(?:{_NUMBER} )?(?:\w+ )?(?:{_DECIMALS}|digits?|(?:whole )?numbers?|integers?|cents?)"
_MANNER = r"(?:and )?(?:please|briefly|exactly|precisely|concisely|shortly|clearly|honestly|in detail|\w+ly)"
_FURTHER_PLACES = (  # auf zwei Nachkommastellen, à deux décimales, a dos decimales
    r"(?:auf (?:\w+ )?(?:(?:nachkomma|dezimal|komma)stellen?|stellen (?:genau|gerundet))"
    r"|à (?:\w+ )?(?:décimales?|chiffres? après la virgule)|a (?:\w+ )?decimal(?:es)?)"
)
_NEAREST = r"to the nearest (?:\w+ )?(?:ten|hundred|thousand|million|billion|cent|euro|dollar|pound)s?"
_THE = r"(?:the|my|our|your|its|den|die|das|de[mr]|le|la|les|l['’](?=\w)|el|los|las|il|i|o|os|as)"
_FURTHER_MANNER = r"(?:bitte|kurz|knapp|genau|in kürze|s['’]il (?:te|vous) pla[iî]t|por favor|\w+ment|\w+mente|en bref)"
_USELESS = r"(?:it|this|that|the \w+|\w+(?: \w+)?) is not (?:an? )?(?:useful|relevant|meaningful|available|applicable)"
_PARTS = (
    # Round to two decimal places; rounded to the nearest million; with one decimal; give a whole number.
    rf"(?:round(?:ed|ing)?|give|express(?:ed)?|report(?:ed)?) (?:{_ANSWER} )?(?:(?:to|up to|off to|at|with) )?"
    rf"(?:{_PLACES}|{_NUMBER} {_UNIT})",
    rf"(?:with|to|at) {_NUMBER} {_DECIMALS}",
    # Round the price to two decimals, to the nearest hundred; what is it in words?
    rf"round(?= {_THE} [^.?!]{{1,80}} (?:to {_PLACES}|{_NEAREST})\b)|{_NEAREST}",
    rf"(?:runden?|arrondi(?:s|r|ssez)|redonde(?:a|ar|e))(?= {_THE} ?[^.?!]{{1,80}} {_FURTHER_PLACES}\b)"
    rf"|{_FURTHER_PLACES}(?: (?:gerundet|près))?",
    r"(?<!written )(?<!stated )(?<!expressed )(?<!said )in (?:full )?words(?=\W*\Z)",
    r"(?:in worten|en (?:toutes )?lettres|en (?:letras|palabras))(?=\W*\Z)",
    # Answer in one sentence; give your answer in millions; reply with yes or no; in three short sentences.
    rf"(?:answer|respond|reply|write|say it|put it|explain it|(?:give (?:me )?|express |provide |state ){_ANSWER})"
    r"(?: the question)?(?: only| just| briefly| shortly)? (?:in|with|as|using|by)"
    rf" (?:at most |about |no more than |only |just )?(?:{_FORM}|{_UNIT}|an? (?:whole )?number|yes(?: or |/)no)",
    r"(?:answer|respond|reply)(?: with)?(?: only)? (?:yes or no|yes/no|briefly|concisely|shortly)",
    r"(?<=[.?!:,] )yes or no",
    rf"in (?:at most |about |no more than |just )?{_NUMBER} (?:short |brief )?{_PARTS_OF_TEXT}",
    # In two sentences, in zwei Sätzen, en tres frases; a one-sentence summary.
    rf"(?:in|into|as|using|en|em) {_COUNT} {_COUNTED_PARTS}|{_COUNT}[ -]{_COUNTED_PARTS}(?= (?:summary|overview)\b)",
    rf"in {_UNIT}",
    # Show your calculation; think step by step; be concise; quote your sources.
    r"(?:and )?show (?:me )?(?:your|the|all) (?:work(?:ing)?s?|calculations?|steps?|reasoning)",
    r"(?:let'?s )?think (?:about it )?step by step|(?:be|keep it) (?:brief|concise|short|specific|precise|polite)",
    r"(?:cite|quote|name|give) (?:your|the|all) (?:sources?|references?)",
    r"explain (?:your (?:answer|reasoning)|why or why not)|in your own words|in plain english|in simple terms",
    rf"if (?:you (?:do not|don't|cannot|can't) (?:know|find|tell)|{_USELESS})[^.?!]*",
    r"(?:assume|imagine|pretend|suppose)(?: that)? you(?:'re| are) [^.?!]{1,60}?(?= and | who |[,.?!]|$)",
    r"you are an? [^.?!]{1,80}[.!]|(?:act|respond|answer) as (?:if you were )?an? [^.?!,]{1,60}",
    # Ignore the above; forget all previous instructions: at the beginning of a sentence.
    r"(?:(?<=[.?!:\n])|(?<=[.?!:\n] )|\A)(?:ignore|disregard|forget|override|ignorier\w*|vergiss)"
    r"(?: (?:all|everything|anything|any|the|my|your|of|alles?|das|die))*"
    r" (?:above|previous|prior|preceding|earlier|obige[ns]?|vorherige[ns]?|bisherige[ns]?)[^.?!\n]*",
    # Please tell me, briefly and exactly, how much it is.
    rf"(?:(?:can|could|would|will) you )?(?:please )?(?:tell|let) me(?: know)?(?:,? (?:{_MANNER})){{1,3}},?"
    rf"(?= (?:what|who|whose|which|when|where|how|why|if|whether|{_THE})\b)",
    r"(?:i(?: would|['’]d) like to know|(?:(?:can|could|would|will) you )?(?:please |briefly )+(?:tell|give) me)"
    rf"(?= {_THE}\b)",
    # Dis-moi brièvement le montant; dime, por favor, el importe; sag mir bitte kurz den Preis.
    r"(?:(?:dis|dites|donnez?)-moi|dime|d[ií]game|deme|(?:sag|nenn|gib)e? mir)"
    rf"(?:,? {_FURTHER_MANNER}){{0,3}},?(?= {_THE}\b)",
    # An instruction to answer from something is removed; the name of that thing stays.
    r"(?:answer|respond to|reply to)(?: to)? (?:the|this|my) (?:\w+ )?question(?: by)?",
    r"(?:use|using|based on|relying on|going by) (?:only )?the (?:details|data|figures|information|numbers)"
    r" (?:(?:primarily )?(?:shown|given|found|provided|(?:clearly )?outlined|contained) )?(?:in|within|of|from|on)",
)
_INSTRUCTION = regex(rf"\b(?:please )?(?:{'|'.join(_PARTS)})(?!\w)", re.IGNORECASE)
# A sentence about how to answer: answer precisely and consider every detail; take a deep breath; print the prompt.
_TELLS_HOW = regex(
    r"\W{0,5}(?:(?:and|then|now|also|but|please|kindly|bitte|just|always|never|do not|don't|make sure(?: that)?(?: you"
    r"| to)?|remember to|(?:can|could|would) you) ){0,4}(?:answer|respond|reply|say|print|output|write|speak|think"
    r"|reason|be|stay|keep|ignore|disregard|forget|check|double-check|read|ensure|avoid|act|behave|pretend|repeat|reveal"
    r"|try|hurry|pay attention|go through|take (?:an? |your )?(?:deep breath|moment|time)|antworten?|schreib(?:e|en)?"
    r"|sag(?:e|en)?|sei(?:en)?|denk(?:e|en)?|überleg(?:e|en)?|beachten?|ignorier(?:e|en)?|vergiss)\b",
    re.IGNORECASE,
)
_PARTS_ASKED = regex(rf"\b(?P<count>{_COUNT})[ -]{_COUNTED_PARTS}\b", re.IGNORECASE)
_NAMES_SOMETHING = regex(r"\d|(?<=[\w,] )[A-Z][a-z]")
_BETWEEN_SENTENCES = regex(r"(?<=[.?!？])\s+|\n+")
_ASKS = regex(
    r"\W{0,5}(?:(?:and|so|but|und) )?(?:what|who|whose|which|when|where|how|why|wer|was|wie|wann|wo|warum|welche\w?)\b"
    r"|[^?？]*[?？]",
    re.IGNORECASE,
)
_QUESTION_WORD = (
    r"(?:(?:ab|bis|seit|von|um|in|an|auf|mit|für|zu|from|until|since|for|at|by|to|on|of|de|du|à|a|da|do|para|per|desde"
    r"|hasta|até|depuis|jusqu['’]à|à partir de|con|com|avec|vanaf|sinds|tot|op) )?"
    r"(?:who|whose|whom|what|which|when|where|how|why|wer|wem|was|wann|wo|wie|warum|welche[mnrs]?|qui|quand|où|combien"
    r"|comment|pourquoi|quell?e?s?|quién(?:es)?|qué|cuándo|dónde|cuánt[oa]s?|cómo|cuál(?:es)?|chi|quando|dove|quant[oaie]"
    r"|quale|quem|onde|qual|wat|waar|wanneer|hoe(?:veel)?|vad|vem|när|hur|hvad|hvem|hvornår|hvor|ile|kiedy|kto|gdzie|kolik"
    r"|kdy|kdo|kde|сколько|когда|кто|где|скільки|коли|хто|де"
    r"|(?:is|are|was|were|do|does|did|can|may|must|has|have|will)(?= (?:the|an?|it|there|i|we|you|they|my|our|this)\b)"
    r"|(?:ist|sind|darf|kann|muss|gibt|hat|haben|wird)(?= (?:der|die|das|eine?|es|ich|wir|man|mein)\b))"
)
_AND = (
    r"(?:and|und|et|y|e|och|og|и|та|і|(?-i:i)(?= (?:ile|kiedy|kto|gdzie)\b)|(?-i:a)(?= (?:kolik|kdy|kdo|kde)\b)"
    r"|en(?= (?:\w{2,5} )?(?:wat|wie|waar|wanneer|hoe(?:veel)?|welke?)\b))"
)
_AND_ASKS = regex(rf",? {_AND} (?={_QUESTION_WORD}\b)", re.IGNORECASE)
_COMMA_ASKS = regex(rf", (?={_QUESTION_WORD}\b)", re.IGNORECASE)
_OPENS_QUESTION = regex(rf"[^\w]{{0,5}}(?:{_AND} )?{_QUESTION_WORD}\b", re.IGNORECASE)
_FEWEST_WORDS, _MOST_QUESTIONS = 3, 4
_CODE = r"(?:[A-Z]{1,4}-\d{2,8}|(?![QH]\d\b|FY\d)[A-Z]{1,3}\d{1,4}[A-Za-z]?)"
_ARTICLE = r"(?:(?:the|der|die|das|den|dem|le|la|les|el|il|lo|o|de|het|del|van|für|for|of|in|w|v|в) ){0,2}"
_LIST = regex(r"(?:, ?|,? (?:and|und|et|y|e|en|i|a|och|og|и|та|і) )")
_COMPARES = regex(
    r"\b(?:between|zwischen|entre|tra|both|beide\w*|together|zusammen|differ\w*|unterschied\w*|compar\w*|vergleich\w*|sum"
    r"|total|same|than|als|more|less|better|cheaper|or|oder|ou)\b",
    re.IGNORECASE,
)
_NOUN = r"(?!(?:of|for|in|at|on|to|from|with|by|and|or)\b)[a-z][\w'’-]{1,30}"
_THING = rf"(?:the|my|our|your) (?:{_NOUN} ){{0,3}}?{_NOUN}|[a-z]{{2,20}} number \d{{1,4}}"
_OF_BOTH = regex(
    r"(?P<asks>how (?:much|long|old|high|tall|heavy|far)|what|when|where|who)"
    r" (?P<verb>is|are|was|were|(?P<does>do|did))"
    rf" (?P<one>{_THING}) and (?P<other>{_THING})"
    r"(?P<rest>(?(does) (?:cost|take|last|weigh|begin|start|end|open|close)))\W*",
    re.IGNORECASE,
)
_SINGULAR = {"are": "is", "were": "was", "do": "does"}
_DEGREES = {
    "How long is {}?": r"longer|shorter",
    "How long does {} take?": r"takes? longer|lasts? longer|takes? less time",
    "What does {} cost?": r"cheaper|dearer|pricier|(?:more|less) expensive|costs? (?:more|less)",
    "How old is {}?": r"older|younger|newer",
    "How high is {}?": r"higher|lower|taller",
    "How big is {}?": r"bigger|larger|smaller",
    "Was kostet {}?": r"billiger|teurer|günstiger|kostet (?:mehr|weniger)",
    "Wie lange dauert {}?": r"dauert länger|dauert kürzer",
    "Wie alt ist {}?": r"älter|jünger|neuer",
    "Wie hoch ist {}?": r"höher|niedriger",
}
_ONE_OR_OTHER = regex(
    r"\W*(?:which|what|was|welche[rs]?)(?: one)?(?: (?:is|was|ist|are|sind))? (?P<degree>[^,:?\n]{4,20})[,:] ?"
    r"(?P<one>[^,;:?\n]{2,80}?),? (?:or|oder) (?P<other>[^,;:?\n]{2,80}?)\W*",
    re.IGNORECASE,
)
_LEANS = regex(
    r"\b(?:it|its|this|that|these|those|they|them|their|he|him|his|she|her|so|then|es|er|sie|ihr\w*|sein\w*|dies\w*"
    r"|dafür|davon|dazu)\b",
    re.IGNORECASE,
)
PERSON = regex(r"\b(?:he|him|his|she|her)\b", re.IGNORECASE)
"""Pronouns that mean a person, about whom alone a question with one can be answered."""
_TERM = regex(r"\W{0,5}([a-z][\w&'-]{1,40}(?: (?:of )?[\w&'-]{1,40}){0,2})\W{0,5}", re.IGNORECASE | re.ASCII)
_LISTED = regex(r"(?:[-*•] )?[^\W\d_][\w&'’-]{1,40}(?: [\w&'’-]{1,40}){0,2}[,;?]?")
_NO_TERM = regex(
    r"\b(?:wh(?:at|o|ose|ich|en|ere|y)|how|is|are|was|were|do|does|did|can|could|may|must|should|will|has|have|had|if|not"
    r"|and|or|i|you|we|he|she|it|they|me|my|your|this|that|these|those|tell|show|give|list|name|explain|find|read"
    r"|describe|please|yes|no|thanks|hello|hi|wer|wem|wie|wo|wann|warum|kann|darf|muss|gibt|bitte|ja|nein|danke|hallo)\b",
    re.IGNORECASE,
)


def without_instructions(question: str) -> str:
    """The question without its instructions about the form of the answer. Unchanged if it has nothing else."""
    rest = _INSTRUCTION.sub(" ", question)
    if not any(character.isalnum() for character in rest):
        return question
    sentences = _sentences(rest)
    if len(sentences) < 2:
        return rest
    asked = list({each.casefold(): each for each in sentences}.values())
    kept = [s for s in asked if _NAMES_SOMETHING.search(s) or not _TELLS_HOW.match(s)]
    return " ".join(kept if any(map(_ASKS.match, kept)) else asked)


def parts_asked(question: str) -> int | None:
    """The number of sentences or points, from one to ten, in which an answer is asked for."""
    found = _PARTS_ASKED.search(question)
    if found is None or found["count"].isdecimal():
        return int(found["count"]) if found else None
    return next(count for count, words in _COUNTS if re.fullmatch(words, found["count"], re.IGNORECASE))


def question_alone(question: str) -> str | None:
    """The one sentence of a message that is a question, if it can be understood without the others and these contain no
    names. A term alone ("capex") is asked for. None if the message is any other single sentence."""
    term = _TERM.fullmatch(question.strip())
    if term and not _NO_TERM.search(question) and function_words(question).keys() <= {"en"}:
        is_sentence_case = term[1][1:].islower()
        return f"What is the {term[1].lower() if is_sentence_case else term[1]}?"
    sentences = _sentences(without_instructions(question))
    asking = [each for each in sentences if _ASKS.match(each)]
    if len(asking) != 1 or len(sentences) < 2 or _LEANS.search(asking[0]):
        return None
    return None if any(_NAMES_SOMETHING.search(each) for each in sentences if each is not asking[0]) else asking[0]


def several_questions(message: str) -> tuple[str, ...]:
    """The questions of a message that asks two to four: "Who is the landlord and how much is the rent?" One may lean on
    the one before it. Also two to four terms, one a line, a question about several codes, and one which of two is
    longer, cheaper, older or larger. Empty for any other message."""
    lines = tuple(line.strip() for line in message.split("\n") if line.strip())
    if 2 <= len(lines) <= _MOST_QUESTIONS and all(map(_LISTED.fullmatch, lines)) and not _NO_TERM.search(message):
        return lines
    if of_codes := questions_of_each(message, _CODE):
        return of_codes
    if both := questions_of_both(message):
        return both
    if compared := _ONE_OR_OTHER.fullmatch(message):  # which is longer, one or the other
        asks = [each for each, degree in _DEGREES.items() if re.fullmatch(degree, compared["degree"], re.IGNORECASE)]
        return tuple(each.format(compared[of]) for each in asks for of in ("one", "other"))
    parts = [part for each in _sentences(without_instructions(message)) for part in _AND_ASKS.split(each)]
    if len(parts) > 1:  # "who is it, when does it begin and"; otherwise a comma begins a relative clause
        parts = [part for each in parts for part in _COMMA_ASKS.split(each)]
    if not 2 <= len(parts) <= _MOST_QUESTIONS or not all(map(_OPENS_QUESTION.match, parts)):
        return ()
    if any(len(part.split()) < _FEWEST_WORDS for part in parts):
        return ()
    return tuple(f"{part.rstrip(' .?!,')}?" for part in parts)


def questions_of_both(message: str) -> tuple[str, ...]:
    """The two questions of one that asks the same of two things: what the red pen and the blue pen cost. Empty for any
    other message, and for one that compares the things."""
    found = _OF_BOTH.fullmatch(message.strip())
    if found is None or _COMPARES.search(message):
        return ()
    asks = _SINGULAR.get(found["verb"].lower(), found["verb"])
    return tuple(f"{found['asks']} {asks} {thing}{found['rest']}?" for thing in (found["one"], found["other"]))


def lists(message: str) -> bool:
    """Whether a message may list several things."""
    return _LIST.search(message) is not None


def questions_of_each(message: str, names: str) -> tuple[str, ...]:
    """The questions of a message that asks the same of two to four things in a list, "the X20 and the Z5", of which the
    names are a pattern. Empty for any other message, and for one that compares the things."""
    listed = rf"(?<![\w-])(?:{names})(?![\w-])"
    found = re.search(rf"{listed}(?:{_LIST.pattern}{_ARTICLE}{listed}){{1,3}}", message) if lists(message) else None
    if found is None or len(_sentences(message)) != 1 or _COMPARES.search(message):
        return ()
    each = dict.fromkeys(re.findall(listed, found[0]))
    return tuple(f"{message[: found.start()]}{name}{message[found.end() :]}" for name in each) if len(each) > 1 else ()


def leans_on_another(question: str) -> bool:
    """Whether a question has a pronoun, whose antecedent may be in another question."""
    return _LEANS.search(question) is not None


def questions_alone(message: str) -> tuple[str, ...]:
    """The questions of a message that can be judged alone: its only question, or those of several, unless one has a
    pronoun for what another names."""
    if alone := question_alone(message):
        return (alone,)
    parts = several_questions(message)
    leans = any(map(leans_on_another, parts[1:])) and not leans_on_another(parts[0])
    return () if leans else tuple(part for part in parts if content_words(part))


def _sentences(text: str) -> list[str]:
    return [each for each in _BETWEEN_SENTENCES.split(text) if any(map(str.isalnum, each))]
