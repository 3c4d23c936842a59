"""Questions for what something is, and how texts in fourteen languages define it. Pure (D-495)."""

import re

from orc.patterns import regex

_ASKS = regex(
    r"\W*(?:(?:what|who) (?:is|are|was|were) (?:an? |the )?"
    r"|(?:was|wer) (?:ist|sind|war|waren|bedeutet|heißt|versteht man unter) (?:eine?[nmr]? |d(?:er|ie|as|em) )?"
    r"|qu['’]est[- ]ce qu(?:e |['’])(?:l[ea]s? |l['’]|une? |du |des )?"
    r"|qu[eé] (?:es|son|significa) (?:un[ao]? |el |l[ao]s? )?"
    r"|(?:che )?cos(?:a |['’] ?)(?:è|sono|significa) (?:un[ao]? |un['’]|il |l[aeo] |l['’]|i |gli )?"
    r"|o que (?:é|são|significa) (?:uma? |[oa]s? )?"
    r"|wat (?:is|zijn|betekent) (?:een |de |het )?"
    r"|(?:что|кто|що|хто) (?:(?:это )?так(?:ое|ая|ой|ие|е|а|ий|і)|значит|означает|означає) (?:это )?"
    r"|(?:co|kto) to (?:jest|są) |czym (?:jest|są) |co (?:znaczy|oznacza|to je|je|jsou|znamená) )"
    r"(?P<term>[^?]{2,60}?)\W*\Z",
    re.IGNORECASE,
)
_ASKS_AFTER = regex(
    r"\W*(?P<term>[^?？\s][^?？]{1,40}?)"
    r"(?:是什[么麼]|とは(?:何|なん|どん)|って(?:何|なん)|(?:이?란|은|는) (?:무엇|뭐))",
    re.IGNORECASE,
)
_BARE = regex(r"\W*(?:the|my|our|its|der|die|das|mein|meine) (?P<term>(?:[\w-]+ )?[\w-]+)\W*\Z", re.IGNORECASE)
_DEED = r"(?:(?:not|also|only|always|usually) )?(?:\w{2,20}ed|paid|made|kept|held|sent|set|put|given|taken|due|to be)\b"
_COPULA = rf"(?:is|are|was|were)(?! {_DEED})"  # not: a deposit is paid by the tenant
_IN_ENGLISH = rf"[\"'”’)]?(?: \([^()]*\))?,? (?:{_COPULA}|means?|shall mean|refers?|denotes?|stands? for|[-–—]) "
# Elsewhere the term is the subject, and a noun follows the copula: not "le télétravail est organisé".
_ARTICLE = r"(?:(?:eine?|der|die|das|l[aeo]s?|el|il|i|gli|une?|una?|uma?|os?|as?|de|het|een) |l['’]|un['’])?"
_ELSEWHERE = (
    r"[\"'”’»)*]{0,3} (?:(?:bedeutet|bezeichnet|heißt|désigne(?:nt)?|signifie|s['’]entend|se define|se entiende"
    r"|si intende|designa|significa|consist[ea]|betekent) "
    r"|(?:ist|sind) (?:eine?|d(?:er|ie|as)|jede|alle|solche|(?-i:[A-ZÄÖÜ]))"
    r"|(?:est|sont) (?:une?|l[ea]s?|des|celui|celle|ce|toute?)\b|(?:est|sont) [ld]['’]"
    r"|(?:es|son) (?:una?|el|l[ao]s?|aquel|toda?|quien)|(?:è|sono) (?:un|il|l[aeo]|i|gli|chi|quell)"
    r"|(?:é|são) (?:uma?|[oa]s?|aquel|tod[oa]|quem)|(?:is|zijn) (?:een|de|het|degene)"
    r"|(?:[-–—] )?(?:это|то есть|означает|це|означає|to|jest to|je to|znamená|oznacza)\b"
    r"|(?:jest|są|je|jsou) (?!\w{3,20}[nt][aeoyiáéí]?\b))"
)
_BEFORE = r"\b(?:unter|als|par|por|per|con|met) (?:\w{1,5} )?"
_IN_EAST_ASIA = r"(?:[」』”）)]?(?:是|とは|は[、，]?|이?란|은|는)| ?[（(])"
_UNDERSTOOD = r"[\"“”»]? (?:versteht|verstehen|gilt|gelten|wird|on entend|se entiende|si intende|entende-se|wordt)\b"


def definition_asked(question: str) -> str | None:
    """The source of a pattern for sentences that define what a question asks about; None if it asks for no
    definition."""
    if found := _ASKS_AFTER.match(question):
        return f"(?i:{re.escape(found['term'])}{_IN_EAST_ASIA})"
    found = _ASKS.match(question) or _BARE.match(question)
    if found is None:
        return None
    term = re.escape(found["term"])
    subject = rf"(?:\A|[.:;–] )\W{{0,4}}{_ARTICLE}[\"“„«*]{{0,3}}{term}"
    understood = rf"{_BEFORE}[\"“„«]?{term}{_UNDERSTOOD}"
    return f'(?i:{term}{_IN_ENGLISH}|["“„«]{term}["”“»]\\)|{subject}{_ELSEWHERE}|{understood})'


def names_one_thing(question: str) -> bool:
    """Whether a question only names the thing that it asks about, such as "the rent?"."""
    return _BARE.match(question) is not None
