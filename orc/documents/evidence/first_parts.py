"""The first sentences or paragraphs of a document, for questions that count them. Pure."""

import re
from collections.abc import Sequence
from itertools import islice

from orc.documents.evidence.apparatus import is_apparatus
from orc.documents.evidence.passage_sentences import Sentence
from orc.patterns import regex

_NUMBERS = (
    r"first|1st|opening|erste[mnrs]?|premi(?:er|ère)|primer[ao]?|prim[ao]|primeir[ao]|eerste|första|første|pierwsz\w{1,3}"
    r"|první\w{0,2}|перв\w{2,3}|перш\w{1,3}|第一|第1|最初の|첫 ?번째|첫",
    r"second|2nd|zweite[mnrs]?|deuxième|second[ea]?|segund[ao]|second[ao]|tweede|andra|anden|andre|drug\w{1,3}"
    r"|druh\w{1,3}|втор\w{2,3}|друг\w{1,3}|第二|第2|두 ?번째",
    r"third|3rd|dritte[mnrs]?|troisième|tercer[ao]?|terz[ao]|terceir[ao]|derde|tredje|trzeci\w{0,3}|třetí\w{0,2}"
    r"|трет\w{1,3}|третє|第三|第3|세 ?번째",
)
_SENTENCE = (
    r"sentence|satz(?:es)?|phrase|frase|oración|zin|mening(?:en)?|sætning(?:en)?|setning(?:en)?|zdani[ea]|vět[auy]|предложени[еия]"
    r"|реченн[іяє]|句话?|[のつ]?文|문장"
)
_PARAGRAPH = (
    r"paragraph|abs(?:atz|chnitt)(?:es)?|paragraphe|párrafo|paragrafo|parágrafo|alinea|stycket?|afsnit(?:tet)?|avsnitt(?:et)?"
    r"|akapit\w{0,2}|odstav\w{1,3}|абзац\w{0,2}|段落?|단락|문단"
)
_ASKS = (
    r"(?:what (?:does|is|are|do)|what['’]s|quote|cite|show(?: me)?|read(?: me)?|repeat|give me|tell me"
    r"|was (?:sagt|steht|lautet)|wie lautet|zitiere?|lies|zeige?(?: mir)?|que dit|quelle? est|qué dice|cuál es|cita"
    r"|(?:che )?cosa dice|qual è|o que diz|qual é|wat (?:staat er|zegt|is)|citeer|vad säger|hvad siger|hva sier|co mówi"
    r"|jakie jest|co říká|что (?:говорит(?:ся)?|сказано)|процитируй|що (?:говорить(?:ся)?|сказано)|请?引用)"
)
_OF_DOCUMENT = (
    r"(?: (?:of|in|from|des|der|im|in der|du|de la|de|del|della|do|da|van|van het|av|w|v|в) (?:(?:the|this|that|dem|den"
    r"|diesem|dieser|ce|cet|cette|le|la|el|este|esta|il|questo|questa|o|het|dit|deze) )?(?:documents?|dokuments?"
    r"|textes?|texts?|texto|testo|tekst|articles?|artikels?|artículo|articolo|artigo|papers?|files?|stor(?:y|ies)|page"
    r"|документе|тексте|тексті|dokumentu|tekstu|dokumentet|texten|teksten))?"
)
_ARTICLE = r"(?:(?:the|der|die|das|den|im|in|la|le|el|il|lo|o|a|de|het|det|в|у|w|v) )?(?:very )?"
_AT_END = (
    r"(?: (?:say|says|about|aus|dit|verbatim|out|vor|wörtlich))?"
    r"(?:说了?什么|讲了?什么|是什么|(?:は|には)?何(?:です|が書いてあります)?か?|을? ?인용(?:해 ?줘|해 ?주세요)?)?"
)
_PARTS = tuple(
    regex(
        rf"\W{{0,5}}(?:{_ASKS})? ?{_ARTICLE}(?:{number}) ?(?:(?P<sentence>{_SENTENCE})|(?P<paragraph>{_PARAGRAPH}))"
        rf"{_OF_DOCUMENT}{_AT_END}\W{{0,5}}",
        re.IGNORECASE,
    )
    for number in _NUMBERS
)
_BETWEEN_PARAGRAPHS, _LONGEST, _BEGINNING = 2, 200, 1_500  # characters


def asks_for_part(question: str) -> bool:
    """Whether a question asks what the first, second or third sentence or paragraph of a document says."""
    return len(question) <= _LONGEST and any(part.fullmatch(question) for part in _PARTS)


def part_at_opening(question: str, opening: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of the part that a question asks for, from those at the beginning of a document in their order,
    without titles and lines around the text. Empty if there are not so many, or for another question."""
    if not opening or opening[0].start > _BEGINNING:
        return []
    said = [s for s in opening if not s.is_title and not is_apparatus(s)]
    for number, part in enumerate(_PARTS):
        if found := part.fullmatch(question[:_LONGEST]):
            if found["sentence"]:
                return said[number : number + 1]
            return next(islice(_paragraphs(said), number, None), [])
    return []


def _paragraphs(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    paragraphs = list[list[Sentence]]()
    for s in sentences:
        if paragraphs and s.start - paragraphs[-1][-1].end < _BETWEEN_PARAGRAPHS:
            paragraphs[-1].append(s)
        else:
            paragraphs.append([s])
    return paragraphs
