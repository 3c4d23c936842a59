"""Questions that compare the documents themselves: the two candidates, which offer is cheaper, what changed between
2021 and 2024. Pure (D-520)."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from orc.documents.questions.document_kinds import kind_of
from orc.documents.text.tokens import content_words
from orc.patterns import regex

DOCUMENT_NOUNS = frozenset(
    content_words(
        "document documents file files contract contracts agreement agreements policy policies lease leases offer "
        "offers quote quotes bid bids proposal proposals tender tenders report reports version versions edition "
        "editions handbook handbooks candidate candidates applicant applicants application applications cv cvs "
        "resume resumes invoice invoices dokument dokumente dokumenten vertrag verträge verträgen angebot "
        "angebote angeboten bericht berichte berichten fassung fassungen versionen bewerber bewerberin bewerbung "
        "bewerbungen kandidat kandidaten lebenslauf lebensläufe rechnung rechnungen police policen contrat "
        "contrats offre offres devis rapport rapports candidat candidats candidature facture factures contrato "
        "contratos oferta ofertas informe informes candidato candidatos presupuesto presupuestos factura facturas "
        "contratto contratti offerta offerte preventivo preventivi candidati fattura fatture proposta propostas "
        "orçamento orçamentos fatura contracten offertes rapporten"
    )
)
"""What documents are, or whom they are about, in a question about several of them."""

_BESIDE = frozenset(  # words of comparing, articles and numbers
    content_words(
        "compare comparison difference differ contrast between two three both all the each vergleiche vergleich "
        "vergleichen unterschied unterschiede zwischen den die der beiden beide alle zwei drei comparez comparer "
        "compara comparar les des deux entre los las dos ambos confronta confrontare confronto i le due tra os as "
        "dois duas vergelijk de twee tussen"
    )
)
_CHANGED = regex(
    r"\W{0,5}(?:what(?: has|['’]s| have)? changed|what are the changes"
    r"|was (?:hat sich|ist) .{0,60}(?:geändert|verändert|neu)|qu['’]est-ce qui a changé|qu['’]est-ce qui change"
    r"|qué (?:ha )?cambi(?:ado|ó)|(?:che )?cosa è cambiat[oa]"
    r"|o que mudou|wat is er (?:veranderd|gewijzigd))\b",
    re.IGNORECASE,
)
_MOST_NAMES = 50
_FILE = regex(r"\.\w{1,5}\Z")


def are_documents(topic: Collection[str], names: Collection[str]) -> bool:
    """Whether the words beside a comparison, in compared form, only say documents, of which these names are several."""
    is_several = sum(_FILE.search(name) is not None for name in names) > 1
    return is_several and not {*topic}.isdisjoint(DOCUMENT_NOUNS) and {*topic} <= DOCUMENT_NOUNS | _BESIDE


def changed_between(question: str, years: frozenset[str], forms: Mapping[str, Collection[str]]) -> frozenset[str]:
    """The names of the documents between which a question asks what has changed, by the years in them; forms has the
    words of each name. Empty if not all of the years, of which there are several, are in names of their own."""
    if len(years) < 2 or _CHANGED.match(question) is None:
        return frozenset()
    dated = {name: years.intersection(words) for name, words in [*forms.items()][:_MOST_NAMES]}
    named = {name for name, its in dated.items() if len(its) == 1}
    return frozenset(named if frozenset[str]().union(*(dated[name] for name in named)) == years else ())


_ASKS_CHOICE = regex(
    r"\W{0,5}(?:which|what|welche[rsnm]?|quel(?:le)?s?|qu[eé]|cu[aá]l(?:es)?|quale|qual|che|welke?)"
    r"(?: (?:one )?(?:of|der|von|des|de|dei|delle|dos|das|van)"
    r"(?: (?:the|my|our|these|den|meine[nr]|les|mes|los|las|mis|le|i|os|as))?"
    r"(?: (?P<count>two|three|four|five|six|zwei|drei|vier|fünf|deux|trois|quatre|dos|tres|cuatro|due|tre|quattro"
    r"|dois|duas|três|twee|drie|vier|[2-9]))?)? (?P<words>(?:[^\W\d_]{2,24} ){0,2}[^\W\d_]{2,24})\b",
    re.IGNORECASE,
)
_ASKS_ONE = regex(  # which is the cheapest offer
    r"\W{0,5}(?:which|what|was|welche[rs]?|quel(?:le)?|cu[aá]l|qual[ei]?)(?:['’]s| (?:is|ist|est|es|è|é)) "
    r"(?:the|my|our|der|die|das|le|la|el|il|[oa]|mein[e]?) (?P<words>(?:[^\W\d_]{2,24} ){0,3}[^\W\d_]{2,24})\b",
    re.IGNORECASE,
)
_WORDS = regex(r"[^\W_]+")
_ARTICLE = 4  # the longest article with its spaces, of Romance languages: la facture la plus élevée
_IN_ORDER = regex(r"(?:first|last|later|earlier|prima|dopo|primero|antes|después)\Z", re.IGNORECASE)
_COMPARATIVE = regex(
    r"\b(?:(?P<money>(?P<cheap>cheap(?:er|est)|(?:less|least) expensive|billig(?:er|ste[nrs]?)|günstig(?:er|ste[nrs]?)"
    r"|moins ch(?:er|ère)s?|(?:menos|meno) car[oa]s?|(?:más|mais) barat[oa]s?|goedkop(?:er|ste?))"
    r"|(?:dear(?:er|est)|priciest|(?:more|most) expensive|teu(?:rer|erste[nrs]?)|plus ch(?:er|ère)s?"
    r"|(?:más|più|mais) car[oa]s?|duur(?:der|ste)))"
    r"|(?P<time>(?P<early>first|earlier|earliest|sooner|soonest|oldest|zuerst|früher|älteste[nrs]?|am (?:frühesten"
    r"|ältesten)|en premier|plus (?:tôt|ancienne?)|más antigu[oa]|più vecchi[oa]"
    r"|primero|antes|prima|eerst|eerder)"
    r"|(?P<short>shorter|shortest|faster|fastest|quickest|kürzer|schneller|am (?:kürzesten|schnellsten)|kürzeste[nrs]?"
    r"|plus (?:court|courte|vite)|más (?:cort[oa]|rápid[oa])|più (?:brev[ei]|veloce)|korter)"
    r"|(?P<long>longer|longest|länger|am längsten|längste[nrs]?|plus (?:longtemps|long(?:ue)?)|más (?:larg[oa]|tiempo)"
    r"|più (?:lung[oa]|a lungo)|langer)"
    r"|last|later|latest|newest|most recent|zuletzt|später|neu(?:e)?ste[nrs]?|am (?:spätesten|neu(?:e)?sten)"
    r"|plus (?:tard|récente?)|después|más (?:tarde|reciente)|dopo|più (?:tardi|recente))"
    r"|(?P<figure>(?P<low>lowest|smallest|least|lower|smaller|am (?:niedrigsten|kleinsten|geringsten)"
    r"|niedrigste[nrs]?|kleinste[nrs]?|geringste[nrs]?|plus (?:bas(?:se)?|petite?|faible)|más baj[oa]|menor"
    r"|più bass[oa]|mais baix[oa]|laagste)"
    r"|highest|largest|biggest|greatest|higher|larger|bigger|am (?:höchsten|größten)|höchste[nrs]?|größte[nrs]?"
    r"|plus (?:élevée?|haute?|grande?|grosse?)|más alt[oa]|mayor|più alt[oa]|mais alt[oa]|maior|hoogste))\b",
    re.IGNORECASE,
)
_COUNTS = {
    word: count
    for count, words in {
        2: "two zwei deux dos due dois duas twee 2",
        3: "three drei trois tres tre três drie 3",
        4: "four vier quatre cuatro quattro 4",
        5: "five fünf 5",
        6: "six 6",
        7: "7",
        8: "8",
        9: "9",
    }.items()
    for word in words.split()
}
_LEAST = frozenset(("cheap", "early", "short", "low"))


@dataclass(frozen=True, slots=True)
class Choice:
    """What decides between documents: the thing that they are, as the question calls it, the words that tell of which
    sort, and their number if it has one; "money", "date" or "duration", or "figure" for any amount; the words that say
    of what, and the comparative; and whether the least decides."""

    thing: str
    sort: frozenset[str]
    count: int | None
    by: str
    words: frozenset[str]
    comparative: frozenset[str]
    is_least: bool


def choice_asked(question: str) -> Choice | None:
    """What decides between documents where a question asks which of them is the cheaper one, ends first or has the
    highest total. None for other questions."""
    compared = _COMPARATIVE.search(question)
    found = (_ASKS_ONE.match(question) or _ASKS_CHOICE.match(question)) if compared else None
    if found is None or compared is None:
        return None
    words = [*_WORDS.finditer(question, found.start("words"), found.end("words"))]
    thing = next((word for word in words if kind_of(word[0]) or _is_document(word[0])), None)
    is_one = found.re.pattern == _ASKS_ONE.pattern
    if thing is None or (is_one and (compared.start() > thing.end() + _ARTICLE or _IN_ORDER.match(compared[0]))):
        return None
    begins, ends = compared.span()
    sort = [word[0] for word in words if word.end() < thing.start() and not begins <= word.start() < ends]
    rest = " ".join(word[0] for word in _WORDS.finditer(question, thing.end()) if not begins <= word.start() < ends)
    by = "duration" if compared["short"] or compared["long"] else "date" if compared["time"] else ""
    by = by or ("money" if compared["money"] else "figure")
    return Choice(
        thing[0],
        frozenset(content_words(" ".join(sort))),
        None if is_one else _COUNTS.get((found["count"] or "").lower()),
        by,
        frozenset(content_words(rest)),
        frozenset(content_words(compared[0])),
        is_least=any(compared[group] for group in _LEAST),
    )


def _is_document(word: str) -> bool:
    return not DOCUMENT_NOUNS.isdisjoint(content_words(word))
