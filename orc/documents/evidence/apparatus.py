"""Tells the lines around a text, such as navigation, references, code and attributes, from its statements. Pure."""

import re

from orc.documents.evidence.passage_sentences import Sentence
from orc.patterns import regex

_LONGEST_LINK = 160
_NAVIGATION = regex(
    r"\W{0,5}(?:(?:jump|skip) to (?:the )?(?:main|content|navigation|search)|for other uses?\b|back to (?:the )?top"
    r"|\(?redirected from|from wikipedia|main articles?:|see also\b|(?:sign|log) in\W{0,5}\Z|all rights reserved"
    r"|share (?:this|on)\b|toggle [^.]{0,60}(?:subsection|contents|menu|navigation)|(?:©|\(c\)|copyright) (?:©|\d)"
    r"|zu[mr] (?:inhalt|navigation)|hauptartikel:|siehe auch\b|aller au contenu|articles? détaillés?|voir aussi\b"
    r"|(?:ir|saltar) al contenido|artículo principal|véase también|vai al contenuto|voce principale|vedi anche\b"
    r"|(?:ir|saltar|pular) para o conteúdo|ver também|(?:ga )?naar (?:de )?inhoud|zie ook\b|hoppa till innehåll"
    r"|przejdź do (?:treści|nawigacji)|zobacz też|přeskočit na obsah|viz též|içeriğe (?:geç|atla)"
    r"|перейти к (?:содержимому|навигации|поиску)|см\. также|перейти до вмісту|див\. також|跳[转轉至]到?[内內导導]|参见"
    r"|本文へ|コンテンツへ|본문으로)",
    re.IGNORECASE,
)
_REFERENCE = regex(
    r"[\^↑]|!\[|(?:\[?\d{1,3}[\].)] )?[\"“„«][^\"”»]{1,200}[\"”»] \(?(?:https?://|www\.)"
    r"|.{0,300}\bpp?\. ?(?:\d|[ivxlc]+\b)[^a-z.]{0,60}\.?\Z"
    r"|\W{0,5}(?:retrieved|archived|accessed)\b(?=[^a-z]{0,4}(?:\(|\d|from|on\b|january|february|march|april|may|june|july"
    r"|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec))"
    r"|\W{0,5}(?:abgerufen am|zugriff am|archiviert|consulté le|archivé|consultado (?:el|em)|archivado|consultato il"
    r"|geraadpleegd|gearchiveerd|hämtad|дата обращения|архивировано)\b"
    r"|.{0,300}(?:\bfrom the original on\b|\b(?:ISBN|ISSN|PMID|OCLC|JSTOR)\b.? ?\d|\b(?:doi|arXiv) ?: ?\S)"
    r"|(?:\d{1,3}[.)] )?[^.:]{2,60}: [^.:]{0,60}\b(?:press|publish(?:ers?|ing)|verlag|éditions?|editorial|uitgeverij"
    r"|editora|editore)\b[^.:]{0,30}\.?\Z",
    re.IGNORECASE,
)
_NAMED = r"[A-ZÀ-Þ][\w'’-]{1,30}, (?:[A-ZÀ-Þ]\.[ -]?){1,3}"  # Smith, J. K.
_AUTHORS = regex(rf"(?:\[?\d{{1,3}}[\].] ?)?{_NAMED}(?:[,;&(]|and\b|und\b|et\b|y\b|e\b|en\b|\Z)")
_ATTRIBUTE = regex(r"\{[:%#]|\W{0,3}[a-z][a-z\d]{0,20}(?:[_-][a-z\d]{1,20}){0,3}: \S|<[a-z/!][^>]{0,200}>\Z")
_CODE = regex(
    r"##\s{1,9}(?:\[\d|[-\d.<>\[\]\s]{1,80}\Z)|(?:>>>|#>) ?\S|\$ [a-z]|[^\W\d]\w{0,40}(?:_\w{1,40}|\(\))\Z"
    r"|\S{1,40} ?(?:<-|:=|=>|\|>)|```|(?:<\w{1,12}>\s{0,9}){2}"
)
_LINK = regex(
    r"\]\([^()\s]{1,400}\)|\(?\b(?:https?://|www\.)[^\s)]{1,400}(?: [^\s)]{0,80}\))?\)?"
    r"|\b[\w-]{1,40}(?:\.[\w-]{1,40}){1,4}/[^\s)]{0,300}\)?"
)
_QUOTED_CODE = regex(r"`[^`\n]{1,200}`")
_MARK, _DIGIT = regex(r"[#$%&*+/<=>@\[\\\]^_`{|}~]"), regex(r"\d")
_REFERENCES = regex(
    r"[#\W\d]{0,12}(?:references|bibliography|works cited|literature cited|citations|footnotes|endnotes|external links"
    r"|further reading|einzelnachweise|literatur(?:verzeichnis)?|fußnoten|weblinks|références|bibliographie"
    r"|liens externes|notes et références|referencias|bibliografía|enlaces externos|riferimenti|bibliografia"
    r"|collegamenti esterni|referências|ligações externas|referenties|literatuur|externe links|voetnoten|källor"
    r"|externa länkar|przypisy"
    r"|linki zewnętrzne|literatura|kaynakça|dış bağlantılar|список литературы|литература|примечания|ссылки|примітки"
    r"|посилання|المراجع|参考文献|参考资料|外部リンク|脚注|참고 ?문헌|각주)\W{0,5}",
    re.IGNORECASE,
)
_MOST_MARKS, _OF_DIGITS, _FEWEST_LETTERS, _MOST_LINK = 0.35, 0.5, 20, 0.6


def is_apparatus(sentence: Sentence) -> bool:
    """Whether a sentence is no statement of its text but a line around it: a link of a page, an entry of a list of
    references, a line of code or of its output, an attribute. A row of a table is none."""
    if sentence.row:
        return False
    if any(_REFERENCES.fullmatch(title) for title in (sentence.text, *sentence.titles)):
        return True
    return is_apparatus_line(sentence.text)


def is_apparatus_line(text: str) -> bool:
    """The same of a line without the headings over it."""
    if _REFERENCE.match(text) or _AUTHORS.match(text) or _ATTRIBUTE.match(text) or _CODE.match(text):
        return True
    if len(text) <= _LONGEST_LINK and _NAVIGATION.match(text):
        return True
    linked = _LINK.sub("]", text)
    is_link = len(linked) < (1 - _MOST_LINK) * len(text) and sum(map(str.isalpha, linked)) < _FEWEST_LETTERS
    plain = _QUOTED_CODE.sub("", linked).lstrip("#")
    marks = len(_MARK.findall(plain)) + _OF_DIGITS * len(_DIGIT.findall(plain))
    return is_link or marks > _MOST_MARKS * len("".join(plain.split()))
