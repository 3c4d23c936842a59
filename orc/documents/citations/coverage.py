"""Whether an answer rests on its sources alone. Pure (D-482)."""

from collections.abc import Iterable

from orc.domain import Citation


def is_verified(text: str, citations: Iterable[Citation]) -> bool:
    """Whether a text, in which the citations' statements stand, consists of verified statements alone."""
    spans = sorted((span for citation in citations for span in citation.spans), key=lambda each: each.answer_start)
    uncited, at = list[str](), 0
    for span in spans:
        uncited.append(text[at : span.answer_start])
        at = max(at, span.answer_end)
    is_covered = not any(map(str.isalnum, "".join((*uncited, text[at:]))))
    return bool(spans) and is_covered and all(span.verified for span in spans)
