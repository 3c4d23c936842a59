"""Questions that compare the documents themselves: the two candidates, which offer is cheaper, what changed between
2021 and 2024. Pure (D-520)."""

import re
from collections.abc import Collection, Mapping

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
    r"(?: of (?:the )?(?:two )?)? (?P<thing>[^\W\d_]{2,20})\b",
    re.IGNORECASE,
)
_COMPARATIVE = regex(
    r"\b(?:(?P<money>cheap(?:er|est)|dear(?:er|est)|(?:more|less|most|least) expensive|billig(?:er|ste[nrs]?)"
    r"|günstig(?:er|ste[nrs]?)|teu(?:rer|erste[nrs]?)|(?:plus|moins) ch(?:er|ère)s?"
    r"|(?:más|menos|più|meno|mais) car[oa]s?"
    r"|(?:más|mais) barat[oa]s?|goedkop(?:er|ste?)|duur(?:der|ste))"
    r"|(?P<time>first|last|earlier|earliest|later|latest|sooner|longer|longest|shorter|shortest|faster|fastest"
    r"|zuerst|zuletzt|früher|später|länger|kürzer|schneller|(?:la|am) \w{4,12}sten|en premier"
    r"|plus (?:tôt|tard|longtemps|long(?:ue)?|vite)"
    r"|primero|antes|después"
    r"|más (?:tarde|largo|larga|tiempo|rápid[oa])|prima|dopo|più (?:tardi|lung[oa]|a lungo|veloce)"
    r"|eerst|eerder|later|langer|korter))\b",
    re.IGNORECASE,
)


def choice_asked(question: str) -> tuple[str, frozenset[str]] | None:
    """What decides between documents where a question asks which of them is the cheaper one or ends first: "money" or
    "time", and the words beside it that say of what. None for other questions."""
    found, compared = _ASKS_CHOICE.match(question), _COMPARATIVE.search(question)
    if found is None or compared is None or DOCUMENT_NOUNS.isdisjoint(content_words(found["thing"])):
        return None
    rest = f"{question[found.end() : compared.start()]} {question[compared.end() :]}"
    return str(compared.lastgroup), frozenset(content_words(rest))
