"""Reads the full name of a question as the title and surname by which documents name the same person: David Lindqvist,
who is Mr Lindqvist in them. Pure."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from orc.patterns import regex
from orc.text import word_set

_HIS, _HERS = r"(?:Mr|Herrn?|Señor|Signor|Monsieur|M)", r"(?:Mrs|Ms|Miss|Frau|Señora|Signora|Madame|Mme)"
_ANY = r"(?:Dr|Prof|Professor)"
_FULL = regex(
    rf"(?<![\w’'-])(?:{_HIS}\.? |{_HERS}\.? )?(?P<first>[A-ZÀ-Þ][^\W\d_]{{1,30}}) (?P<last>[A-ZÀ-Þ][^\W\d_]{{2,40}}?)"
    r"(?=['’]s?(?!\w)|(?![\w’'-]))"
)
_MOST = 4
_MEN = word_set(
    "adam alan albert alexander alexandre alfred anders andreas andrew anton antoine antonio arthur axel bernard "
    "bernd björn bruno carl carlos charles christian christoph christopher claus daniel david dennis diego dirk "
    "dieter dominik eduardo edward emil enrique eric erik ernst felix fernando francesco francisco francois "
    "françois frank franz frederick fredrik friedrich georg george gerhard giovanni giuseppe gustav günter "
    "günther hannes hans harald harry heinrich heinz helmut henri henrik henry hugo ian jack jacob jakob james "
    "jan javier jens joachim joao joão johan johann johannes john jonas jonathan jorge josef joseph josé juan "
    "julian jürgen karl kevin klaus kurt lars laurent leon leonard lorenzo louis lucas ludwig luigi luis lukas "
    "manfred manuel marc marcel marco mark markus martin matthew matthias max maximilian michael michel miguel "
    "mikael moritz niklas oliver oscar oskar otto pablo paolo pascal patrick paul pedro peter philip philipp "
    "philippe pierre rafael ralf raymond richard robert roger roland rolf rudolf samuel sebastian sergio simon "
    "stefan stephen steven sven theodor thomas tim timothy tobias tom uwe victor vincent walter werner wilhelm "
    "william wolfgang"
)
_WOMEN = word_set(
    "agnes alexandra alicia alina amanda amelia amelie ana angela anita anja anke anna anne annette annika "
    "astrid barbara beatrice bettina birgit brigitte carla carmen carolina caroline catherine cecilia charlotte "
    "chiara christina christine clara claudia daniela deborah diana dorothy doris elena elisabeth elizabeth elke "
    "ella ellen emilia emily emma erika esther eva federica fiona francesca franziska françoise gabriele gertrud "
    "gisela giulia greta hanna hannah heidi heike helen helena helga ida ilse inga ingrid irene iris isabel "
    "isabella isabelle jane janet jennifer jessica johanna judith julia juliane karen karin karina katharina "
    "katherine kathrin katja laura lena linda lisa louise lucia lucy luisa luise magdalena maja margaret "
    "margarete maria marie marina marta martha martina mary mathilde melanie michelle miriam monica monika nadia "
    "nadine nancy natalia natalie nathalie nina olga olivia patricia paula petra rachel rebecca regina renate "
    "rita rosa ruth sabine sabrina sandra sara sarah silvia sofia sonja sophia sophie stefanie stephanie susan "
    "susanne sylvia sylvie tanja teresa theresa ulrike ursula valentina vanessa vera veronica veronika victoria "
    "virginia waltraud yvonne"
)


def with_titles(question: str, texts: Sequence[str]) -> str:
    """The question with the title instead of the first name of each person whose first name the texts lack and whose
    surname they have with one title that fits this first name, and with no other first name. The names of men and
    women are known if they are common."""
    asked = [found for found in islice(_FULL.finditer(question), _MOST) if found.start()]
    for found in reversed(asked):
        title = _title_of(found["first"], found["last"], texts)
        if title:
            question = f"{question[: found.start()]}{title} {found['last']}{question[found.end() :]}"
    return question


def _title_of(first: str, last: str, texts: Iterable[str]) -> str:
    """The title by which the texts name a person with this name; empty if they do not."""
    is_man, is_woman = first.casefold() in _MEN, first.casefold() in _WOMEN
    if is_man == is_woman:
        return ""
    own = re.compile(rf"(?<!\w){re.escape(first)}(?!\w)")
    of_last = re.compile(
        rf"(?:(?<!\w)(?:(?P<his>{_HIS})|(?P<hers>{_HERS})|(?P<any>{_ANY}))\.? "
        r"|(?P<other>[A-ZÀ-Þ]\.|[A-ZÀ-Þ][\w’'-]{1,30}) )?"
        rf"(?<![\w’'-]){re.escape(last)}(?!\w)"
    )
    title = ""
    for text in texts:
        if own.search(text):
            return ""
        for found in of_last.finditer(text):
            if found["other"] or found["hers" if is_man else "his"]:
                return ""
            title = title or found["his"] or found["hers"] or ""
    return "Herr" if title == "Herrn" else title
