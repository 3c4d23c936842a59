"""Questions about the documents of a kind: how many invoices there are, which files are contracts, whether there is a
lease. Pure (D-551)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from orc.documents.questions.document_kinds import DocumentHead, kind_of
from orc.documents.records import Document
from orc.documents.text.tokens import content_words
from orc.patterns import regex
from orc.text import word_set

_HAVE = word_set(
    "have got there exist own habe haben hast gibt ai avons avez as il tengo tenemos tiene tienes hay ho abbiamo ci "
    "tenho temos há heb hebben zijn"
)
_LISTS = word_set("list show liste zeige zeig montre muestra mostra enumera toon")
_WHETHER = word_set(
    "do does have has is are any habe haben hast gibt hay tengo tenemos ai avons avez y ho abbiamo c ci tenho temos há "
    "heb hebben zijn"
)
_ARTICLES = word_set("a an any some un une una uno um uma ein eine einen een algún alguna de del d of the")
_IN = word_set("in im dans en nel nella em")
_IN_TEXTS = frozenset(("warranty", "plan", "rules", "notice", "policy"))  # is there a guarantee
_TIMES = frozenset(("minutes",))  # how many minutes do I have
_GLUED = regex(  # in scripts without spaces
    r"(?:私の|この会話に)?(?P<ja>[^\s、。はが]{2,8}?)[はが]?(?P<counts>いくつ|何[件通枚部個つ])?(?:あります|ある|持っています)(?:か)?[?？。]*"
    r"|我?有(?P<zh_counts>几|多少)?[个份张封]?(?P<zh>\S{2,6}?)吗?[?？。]*"
    r"|(?P<ko>\S{2,8}?)[이가은는]? ?(?P<ko_counts>몇 ?[개건장부통])?[가이]? ?있(?:습니까|나요|어요)[?？]*"
)


@dataclass(frozen=True, slots=True)
class KindsAsked:
    """The kinds that a document must be of, and what its names must say beside: loan agreements. is_of_files
    means that the question cannot mean what documents say."""

    kinds: frozenset[str]
    of: tuple[str, ...] = ()
    is_of_files: bool = False

    def among(self, documents: Sequence[Document]) -> list[Document] | None:
        """The documents of these kinds, by name and title. None if the question may mean what they say instead: if none
        is of the kinds, or if one lists several."""
        heads = [DocumentHead(document.blob_name, document.title or "") for document in documents]
        found = [d for d, h in zip(documents, heads, strict=True) if self.kinds <= h.kinds and h.says(self.of)]
        is_listed = any(not self.kinds.isdisjoint(head.lists) for head in heads)
        return found if self.is_of_files or (found and not is_listed) else None


def kinds_asked(
    question: str, words: Sequence[str], form: Collection[str], files: Collection[str], *, counts: bool
) -> KindsAsked | None:
    """The kinds of documents that a question of these words asks for, if the others are form or words for files. counts
    means that it asks how many there are."""
    if glued := _GLUED.fullmatch(question.strip()):
        kind = kind_of(next((glued[group] for group in ("ja", "zh", "ko") if glued[group]), ""))
        return KindsAsked(frozenset((kind.name,)), (kind.of,) if kind.of else ()) if kind else None
    told = [word for word in words if word not in form and word not in files and word not in _ARTICLES]
    named = [kind for word in told if (kind := kind_of(word))]
    sort = [word for word in told if kind_of(word) is None]
    is_sort = all(kind_of(following) for word, following in pairwise([*words, ""]) if word in sort)  # loan agreements
    if not named or not is_sort or not _IN.isdisjoint(words):
        return None
    asked = KindsAsked(
        frozenset(kind.name for kind in named),
        (*content_words(" ".join(sort)), *(kind.of for kind in named if kind.of)),
        not sort and any(word in files for word in words),
    )
    if counts:
        return None if asked.kinds & _TIMES else asked
    has = not _HAVE.isdisjoint(words)
    are_several = any(kind.is_plural for kind in named)
    asks_whether = words[0] in _WHETHER and has and asked.kinds.isdisjoint(_IN_TEXTS)
    asks_which = are_several and (has or words[0] in _LISTS)
    return asked if asks_whether or asks_which or asked.is_of_files else None
