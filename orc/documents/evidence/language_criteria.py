"""Decides whether one sentence can answer a question in another language than English and German (D-362, D-396)."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from orc.documents.evidence.answer_criteria import AnswerCriteria
from orc.documents.evidence.asked_days import without_other_days
from orc.documents.evidence.data_lines import may_have_figure
from orc.documents.evidence.language_forms import (
    ASKS_NAME,
    COUNTED,
    DEED,
    FURTHER_HEAD,
    HAS_MANY,
    HAS_THING,
    HEAD,
    LEADERS,
    MASS,
    MAY,
    NUMBER_OF,
    OF_AGE,
    OF_ONE,
    UNTIL,
    WHO,
    WHO_IS,
    WITHIN,
)
from orc.documents.evidence.near_misses import ASKS_WHAT
from orc.documents.evidence.others_asked import without_others_asked
from orc.documents.evidence.passage_sentences import Sentence
from orc.documents.evidence.permissions import deed_asked
from orc.documents.evidence.persons import names_someone
from orc.documents.evidence.sentence_ranking import LEAST
from orc.documents.evidence.superlatives import WHICH, extreme_asked
from orc.documents.questions.answer_kind import COLUMN_HEADS, Kind, is_headed
from orc.documents.questions.covered_amounts import states_cover
from orc.documents.questions.further_languages import further_kind
from orc.documents.questions.german import asks_in_danish_or_norwegian
from orc.documents.questions.inflections import are_forms, are_slavic_forms
from orc.documents.questions.question import LIGHT_WORDS, Question
from orc.documents.questions.question_language import question_languages
from orc.documents.questions.romance import romance_kind
from orc.documents.questions.shared_kinds import ADDRESS, ASKS_REASON, SHARED_KINDS
from orc.documents.text.everyday import Phrases, decisive_synonyms, says
from orc.documents.text.everyday_by_language import everyday_words
from orc.documents.text.opposites import opposites_of
from orc.documents.text.recurrence import recurring_periods
from orc.documents.text.tokens import content_words
from orc.patterns import regex

_ROMANCE = frozenset(("fr", "es", "it", "pt"))
_SLAVIC = frozenset(("pl", "cs", "ru", "uk"))
_LANGUAGES = _ROMANCE | {"nl", "sv", "da", "no", "pl", "cs", "ru", "uk"}
# What has another number than that of a telephone.
_OTHER_NUMBER = regex(
    r"\b(?:compte|cuenta|conto|conta|kont[oa]\w{0,8}|rekening\w{0,7}|iban|(?:bank|plus)giro|client\w?|clientes?|klant\w{0,7}"
    r"|kund\w{0,8}|commande|pedido|ordine|encomenda|bestel\w{0,8}|order\w{0,7}|zamówieni\w|factur[ae]|facture|fattura|fatura"
    r"|faktur\w{0,7}|nip|pesel|siret|nif|cif|kvk|btw|org\.?nr)\b[^.;\d]{0,25}\d",
    re.IGNORECASE,
)
_TELEPHONE = regex(r"\b(?:t[eé]l\w*|m[oó]vil|cellulare|mobi\w+|ring\w*|bel\w*|тел\w*)\b|\+\d", re.IGNORECASE)
_LONG_WORD = regex(r"[^\W\d_]{4,30}")
_TIMES = frozenset(
    content_words(
        "jours heures semaines mois días horas semanas meses giorni ore settimane mesi dias dagen uren weken maanden "
        "dagar timmar veckor månader dni godzin tygodni miesięcy dní hodin týdnů měsíců дней часов недель месяцев"
    )
)
# Of a place or a size, the title of the document says what has it, but not each of its sentences.
_SITUATED = regex(
    r"\b(?:se trouve|situ[ée]\w*|se encuentra|ubicad\w+|si trova|situat\w+|fica|localizad\w+|ligt|bevindt|gevestigd"
    r"|ligger"
    rf"|finns|belägen|beläget|znajduje|mieści|leży|nachází|leží|находится|расположен\w*|знаходиться)\b|{ADDRESS}",
    re.IGNORECASE,
)
_LABEL = regex(
    r"(?:[^\W\d_] ?:\s{0,3}|\b(?:antal|antall|aantal|liczba|počet|число|количество|кількість)\b[^.]{0,40})\Z",
    re.IGNORECASE,
)
# What follows one of these is not counted: 48 heures avant l'opération, 950 kronor per elev.
_APART = regex(
    r"\b(?:per|par|por|pro|avant|après|antes|después|prima|dopo|voor|före|för|efter|før|etter|przed|dla|za)\b",
    re.IGNORECASE,
)
_IS_ARTICLE = regex(r"un[eao]?|uma?|een|e[nt]t?", re.IGNORECASE)
_REACH, _NEARBY = 4, 100
# The number of an item or a section counts nothing.
_MARK = regex(r"\A(?:#{1,6} (?:[^\W\d_]{3,20} \d{1,3}(?:[.:)]|\Z))?|\(?\d{1,3}[.)] {1,3})")
# Words of asking, of being and of having.
_OPEN = LIGHT_WORDS | frozenset(
    content_words(
        "t est è é e com con avec trouve situe situé appelle nom nombre nome encuentra ubica llama trova chiama "
        "situato fica chama tiene ha hay tem avoir être peut doit faut date type tipo objet objeto depuis "
        "heet hete heeft hebben staat ligt bevindt noemt naam heter namn finns har ligger heder hedder navn hører ma "
        "mają znajduje nazywa nazwa imię jmenuje název má mají находится называется зовут название имя есть является "
        "var är blev waren byl byla bylo byli byly był była było byli были был была было був були v ve "
        "passe pasa succede acontece gebeurt händer sker dzieje stane произойдёт станеться utiliser utilise usar "
        "usare utilizar utilizzare gebruiken använda bruge bruke używać používat "
        "знаходиться називається назва bedraagt wynosi составляет utgör udgør utgjør становить činí op "
        "tot tengo tenemos tenho temos abbiamo devo debo dois devons posso puedo peux puis heb ik moet måste ska "
        "skall om mam masz "
        "mamy muszę musimy mogę można trzeba mám musím mohu нужно должен могу "
        "vara bli być zijn être ser estar essere przyjść wejść iść komma gå kommen gaan venir aller ir andare vir "
        "mig dig sig oss gör göra gøre gjøre faire hacer "
        "fare fazer doen robić dělat hago haces estoy estamos voy vamos vais vou vado andiamo faccio sto stiamo "
        "fais suis "
        "sommes ben bent er jestem jesteśmy idę jag je "
        "wyniosła wyniósł wyniosło činil činila činily составил составила составили"
    )
)
# How many there are is not said beside the figure; the others have no meaning.
_UNSAID = frozenset(
    content_words(
        "antal antall aantal liczba počet число количество кількість nombre número numero è é ci si ce y il la le "
        "de het den det"
    )
)
# Tesorera: Lola Prado. La alcaldesa, Lola Prado.
_LABELLED = regex(r":\s?\S|[^\W\d_], [^\W\d_a-zà-ÿ][^\W\d_]+ [^\W\d_a-zà-ÿ]\w")
# La franchigia è di 75 euro: not that of the sentence before.
_OWN_SUBJECT = regex(r"(?:l[aeo]s?|el|il|i|gli|[ao]s?|un[ae]?) [^\W\d_]{3}|l['’][^\W\d_]{3}", re.IGNORECASE)
_GERMANIC = frozenset(("nl", "sv", "da", "no"))
_ENDING = regex(r"(?<=\w{4})(?:e[nrt]?|ar?|n|s|t)\Z")
# A landlord is not a tenant: verhuurder, huurder.
_OTHER_THING = regex(r"\w{1,2}|ver|her|ont|onder|över|over|under|fore|före|för|for|mot|ute")
_PREFIX = regex(
    r"(?:op|af|uit|aan|in|mee|toe|bij|over|door|om|na|weg|voor|terug)ge(?=\w{3})|(?:ver|ont|her|över|under)(?=\w{3})"
)
_BEGINNING, _STEM = 4, 5
_MOST_NEEDED = 4
_UNCERTAIN = 0.65


class LanguageCriteria:
    """The kind of answer that a question asks for, and the words that a sentence with such an answer must have: its
    verb and noun, of which synonyms are known, its head and one word that is no name. has_compounds means that a
    compound counts as its head."""

    has_forms = True

    def __init__(self, question: Question) -> None:
        self._text = question.text
        languages = _languages(question)
        is_romance = languages <= _ROMANCE
        self.has_compounds = languages <= _GERMANIC
        self._is_slavic = languages <= _SLAVIC
        self._kind: Kind | None = (romance_kind if is_romance else further_kind)(question.text)
        left_out = _OPEN | (self._kind.words if self._kind else frozenset())
        self._asked = frozenset(question.words)
        self._required = frozenset(word for word in question.words if word not in left_out and not word[0].isdecimal())
        of_age = OF_AGE.search(question.text) if self._kind is None else None
        self._required -= frozenset(content_words(of_age["age"] or of_age["bare"]) if of_age else ())
        self._synonyms = {word: decisive_synonyms().get(word, frozenset((word,))) for word in self._required}
        is_open = self._kind is None and not ASKS_WHAT.match(question.text)
        if is_open or UNTIL.match(question.text):  # closed, of what is to be open
            self._synonyms = {word: others | opposites_of(word) for word, others in self._synonyms.items()}
        self._loose = everyday_words(languages, content_words(question.text))
        self._attributes = self._required - question.names
        self._extreme, _, self._heads = extreme_asked(question.text)
        asked = WHICH.search(question.text)
        self._unsaid = _UNSAID.union(content_words(question.text[: asked.start(1)]) if asked else ())
        found = (HEAD if is_romance else FURTHER_HEAD).match(question.text)
        head = frozenset(content_words(found["noun"])[:1] if found else ())
        counted, mass = COUNTED.match(question.text), MASS.match(question.text)
        self._counted = self._attributes.intersection(content_words(counted["noun"])[:1] if counted else ())
        head = head.union(content_words(mass["one"] or mass["other"])[:1] if mass else ())
        numbered = NUMBER_OF.search(question.text)
        head = head.union(content_words(numbered["noun"])[:1] if numbered else ())
        self._deed = head if DEED.match(question.text) else frozenset[str]()
        always = head.union(w for w in self._required if w in decisive_synonyms()) | deed_asked(
            question.text, further=True
        )
        within = WITHIN.search(question.text) if self._kind is None else None
        if within and len(self._attributes) > 1:  # is heating included in the rent
            always -= frozenset(content_words(within["noun"]))
        self._decisive = self._attributes.intersection(always)
        thing = HAS_THING.search(question.text)
        self._periods = recurring_periods(question.text)
        self._thing = self._attributes.intersection(content_words(thing["noun"])) if thing else frozenset[str]()
        self._asks_who = WHO.match(question.text) is not None
        holder = WHO_IS.match(question.text)
        self._asks_holder = holder is not None
        for word in self._required.intersection(content_words((holder and holder["leads"]) or "")):
            self._synonyms[word] = self._synonyms[word].union(*map(decisive_synonyms().__getitem__, LEADERS))
        is_of_all = HAS_MANY.search(question.text) and not (MAY.search(question.text) or OF_ONE.search(question.text))
        self._counts_all = bool(self._counted - _TIMES and is_of_all)
        kind = self._kind
        self._needs_own = kind is not None and (kind.heads == COLUMN_HEADS["place"] or kind in SHARED_KINDS)
        words = "|".join(map(re.escape, _LONG_WORD.findall(question.text))) or "(?!)"
        self._of_asked = regex(
            rf"\b(?:du|de l[ae']|del(?:la|l['’])?|d[oa]|van (?:de|het)) ?(?:{words})\b", re.IGNORECASE
        )
        self._asked_words = regex(rf"\b(?:{words})\b", re.IGNORECASE)

    @property
    def is_applicable(self) -> bool:
        """Whether the question has a word or a kind that a sentence must have."""
        is_short = len(self._required) <= _MOST_NEEDED or self._kind is ASKS_REASON
        return is_short and bool(self._required or self._kind)

    @property
    def asking(self) -> frozenset[str]:
        """The words for the kind of answer."""
        return self._kind.words if self._kind else frozenset()

    @property
    def asks_figure(self) -> bool:
        """Whether the question asks for an amount or a measure."""
        return self._kind is not None and self._kind.is_figure

    def may_have_figure(self, sentence: Sentence) -> bool:
        """Whether a sentence has a measure of the kind that the question asks for, not just a number, or is a row."""
        return may_have_figure(self._kind, sentence)

    def lack_figures(self, sentences: Sequence[Sentence], share: float) -> bool:
        """Whether the question asks for an amount or a measure and none of these sentences, of which the best meets
        this share, has any."""
        kind = self._kind
        if share or kind is None or not self.asks_figure:
            return False
        return not any(sentence.row or kind.pattern.search(sentence.text) for sentence in sentences)

    def leave_open(self, _sentences: Sequence[Sentence]) -> bool:
        """Whether one of these sentences has all but what is asked for, which is known in English and German only."""
        return False

    def excludes(self, share: float, of_document: frozenset[str]) -> bool:
        """Whether a document has no answer, given the share of its best sentence."""
        if self._thing and not self._thing <= self._covered(of_document):
            return True
        return share < LEAST and (len(self._attributes) <= 3 or bool(self._extreme) or self._kind is ASKS_REASON)

    def without_others(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """The sentences that are not about another person, week or floor than the question's."""
        kept = without_others_asked(self._text, sentences, has_kind=self._kind is not None)
        return without_other_days(self._text, kept)

    def field_worth(self, _sentence: Sentence) -> float:
        """How much speaks for a sentence as the labelled field that is asked for, known in English and German only."""
        return 0.0

    def share(self, sentence: Sentence) -> float:
        """The share of the required words that the sentence covers, with its heading and, since verbs need no pronoun,
        the sentence before. At least that of a possible answer; 0 if the sentence lacks the kind or a decisive word."""
        own = sentence.words | sentence.headings
        around = own | sentence.scope | frozenset(content_words(sentence.row.kind) if sentence.row else ())
        if self._kind is None:
            is_possible = not sentence.is_title or _LABELLED.search(sentence.text) is not None
        elif sentence.row is not None:
            is_possible = self._kind.is_in_row(sentence.row, sentence.text, around, self._asked)
        else:
            is_possible = self._kind.is_in(self._said_beyond(sentence), around, is_data=False)
            is_possible = is_possible and (not self._needs_own or self._says_of_what(sentence, own))
        if ASKS_NAME.search(self._text) and sentence.row is None:
            is_possible = is_possible and names_someone(sentence.text, self._asked)
        if self._kind is not None and self._kind.heads == COLUMN_HEADS["phone"]:
            is_possible = is_possible and not (
                _OTHER_NUMBER.search(sentence.text) and not _TELEPHONE.search(sentence.text)
            )
        is_possible = is_possible and not states_cover(sentence.text, self._text) and self._has_count(sentence)
        periods = recurring_periods(sentence.text) if self._periods and sentence.row else frozenset[str]()
        is_possible = is_possible and (not periods or not periods.isdisjoint(self._periods))
        if not (is_possible or (self._asks_holder and sentence.row is None)):
            return 0.0
        if sentence.row is not None and self._extreme and not (extreme := self._extreme & self._required) & own:
            # A row of figures does not say that it has the largest; it must have all else that the question names.
            is_priced = any(sign in sentence.row.over for sign in "€$£¥")
            is_headed_so = not self._heads or is_priced or is_headed(around, self._heads)
            known = [*around, *content_words(sentence.row.over)]
            names = (any(are_forms(word, other) for other in known) for word in self._required - extreme - self._unsaid)
            return float(is_possible and is_headed_so and all(names))
        figure = self._kind if self._kind and self._kind.is_figure else None
        begins_anew = figure and _OWN_SUBJECT.match(sentence.text) and not figure.is_alone_in(sentence.text)
        covered = self._covered(around - (sentence.named - own) if begins_anew else around | sentence.context)
        covered_here = self._covered(around) if self._kind is None else covered
        if self._asks_holder and sentence.row is None:
            of_holder = self._covered(own | (sentence.context if sentence.leans_back else frozenset()))
            is_possible = bool(of_holder & self._attributes) and names_someone(sentence.text, self._asked)
        if self._asks_who and sentence.row is None and not self._attributes <= self._covered(around, loose=False):
            is_possible = is_possible and names_someone(sentence.text, self._asked)
        always = self._decisive - self._deed if sentence.row else self._decisive
        if not is_possible or not always <= covered_here or (self._required and not covered):
            return 0.0
        attributes = (self._attributes - (sentence.named - own)) or self._attributes
        if attributes and not attributes & covered_here:
            return 0.0  # it only has the name, or that of the document
        share = len(covered) / len(self._required) if self._required else 1.0
        return max(LEAST, share if share == 1 else min(share, _UNCERTAIN))

    def _said_beyond(self, sentence: Sentence) -> str:
        """The text of a sentence without the mark of an item and, for a place or a measure, the question's words: "in
        the garage" does not say where the garage is."""
        said = _MARK.sub("", sentence.text)
        return self._asked_words.sub(" ", said) if self._needs_own else said

    def _says_of_what(self, sentence: Sentence, own: frozenset[str]) -> bool:
        """Whether a sentence itself says what has the place or the measure, rather than the title, or which measure it
        is, or is an address."""
        if sentence.is_title and not (self.asks_figure or ":" in sentence.text):
            return False
        own = own - frozenset(content_words(" ".join(self._of_asked.findall(sentence.text))))
        of_what = self._covered(own | sentence.context if sentence.leans_back else own)
        says_which = self.asking & own if self.asks_figure else _SITUATED.search(sentence.text)
        return bool(of_what or says_which)

    def _has_count(self, sentence: Sentence) -> bool:
        """Whether a sentence of prose has a number before the thing that the question counts, or after its label."""
        if not self._counted or self._deed or sentence.row or self._kind is None:
            return True
        said = _MARK.sub("", sentence.text)
        found = list(self._kind.pattern.finditer(said))
        if self._counts_all:
            found = [n for n in found if said[: n.start()].strip("-*• ") or not _IS_ARTICLE.fullmatch(n[0])]
            limits = [limit.start() for limit in MAY.finditer(said)]
            found = [
                n for n in found if not any(";" not in said[min(n.start(), at) : max(n.start(), at)] for at in limits)
            ]
        after = (_APART.split(said[number.end() :][:_NEARBY], maxsplit=1)[0] for number in found)
        following = [content_words(text)[:_REACH] for text in after]
        before = [said[max(number.start() - _NEARBY, 0) : number.start()] for number in found]
        labels = filter(_LABEL.search, before)
        return bool(self._covered(frozenset(chain(*following, *map(content_words, labels)))) & self._counted)

    def _covered(self, words: frozenset[str], *, loose: bool = True) -> frozenset[str]:
        """The required words that these words cover: by a synonym, the same beginning or the head of a compound; with
        loose, by a synonym of everyday words too."""
        beginnings = {word[:_BEGINNING] for word in words if len(word) >= _BEGINNING}
        stems = {word[:_STEM] for word in words if len(word) > _STEM} if self._is_slavic else set[str]()
        return frozenset(
            word
            for word, others in self._synonyms.items()
            if not others.isdisjoint(words)
            or (loose and says(words, self._loose.get(word, ())))
            or (len(word) > _BEGINNING and word[:_BEGINNING] in beginnings and _begins_alike(word, words))
            or (stems and any(len(other) > _STEM and other[:_STEM] in stems for other in others))
            or (self._is_slavic and any(are_slavic_forms(word, other) for other in words))
            or (
                self.has_compounds
                and any(_is_compound_of(word, other) or _is_compound_of(other, word) for other in words)
            )
        )


def _begins_alike(word: str, words: frozenset[str]) -> bool:
    """Whether one of the words begins as a word does, and not with its prefix alone: opgericht, opgehaald."""
    prefix = _PREFIX.match(word)
    return prefix is None or any(other.startswith(word[: prefix.end() + 2]) for other in words)


def _is_compound_of(word: str, other: str) -> bool:
    """Whether a word is a compound whose head is the other one: huurfiets, fiets."""
    befores = (
        one.removesuffix(head)
        for one in {word, _ENDING.sub("", word)}
        for head in {other, _ENDING.sub("", other)}
        if len(head) >= _BEGINNING and one.endswith(head)
    )
    return any(before and not _OTHER_THING.fullmatch(before) for before in befores)


def _languages(question: Question) -> frozenset[str]:
    if asks_in_danish_or_norwegian(question.text):
        return frozenset(("da", "no"))
    return frozenset[str]() if question.is_german else question_languages(question.text)


def criteria_for(question: Question, terms: Mapping[str, Phrases] | None = None) -> AnswerCriteria | LanguageCriteria:
    """The criteria for the question's language; terms are synonyms of its words."""
    languages = _languages(question)
    is_known = bool(languages) and languages <= _LANGUAGES
    return LanguageCriteria(question) if is_known else AnswerCriteria(question, terms)
