"""Scores an answer without a judge, by where evidence stands among its passages and citations. Pure; the benchmarks use
these functions too."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from orc.documents.citations.quotes import verbatim_places
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.text import normalized

_LEAST_WORDS = 3
_GLUED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_WORD = re.compile(rf"\d+(?:\.\d+)*|{_GLUED}|(?:(?!{_GLUED})[^\W\d])+")  # in scripts without spaces, each character

type Span = tuple[int, int]

RANKS = (1, 5, 10)
"""Among so many first passages evidence is looked for; a search asks for as many as the last."""


def holds(start: int, end: int, evidence: Iterable[Span]) -> bool:
    """Whether a span holds evidence: it shares at least half of the shorter of the two with a span of evidence."""
    return any(2 * (min(end, b) - max(start, a)) >= min(end - start, b - a) for a, b in evidence)


def first_rank(hits: Iterable[bool]) -> int:
    """The rank of the first hit, from 1; 0 if there is none."""
    return next((rank for rank, hit in enumerate(hits, 1) if hit), 0)


def recall(ranks: Collection[int], least: int) -> float:
    """The share of ranks among the first `least`."""
    return sum(0 < rank <= least for rank in ranks) / len(ranks)


def reciprocal_rank(ranks: Collection[int]) -> float:
    """The mean of 1/rank (MRR)."""
    return sum(1 / rank for rank in ranks if rank) / len(ranks)


def auroc(right: Sequence[float], wrong: Sequence[float]) -> float:
    """The share of pairs in which the right one is higher; a tie counts as half."""
    others = sorted(wrong)
    return sum(bisect_left(others, a) + bisect_right(others, a) for a in right) / 2 / (len(right) * len(others))


def quote_places(text: str, quote: str) -> list[Span]:
    """Where a quote stands in a text: verbatim except for white space or, for three words or more, with other
    punctuation or capitals, as in copies of printed text."""
    places = list(verbatim_places(text, quote))
    words = re.findall(r"[^\W_]+", quote)
    if places or len(words) < _LEAST_WORDS:
        return places
    loose = re.compile(r"(?<![^\W_])" + r"[\W_]{1,20}".join(map(re.escape, words)) + r"(?![^\W_])", re.IGNORECASE)
    return [match.span() for match in loose.finditer(text)]


def says(text: str, answer: str) -> bool:
    """Whether a text contains an answer as words and figures. Case, white space, punctuation and commas within figures
    are ignored."""
    return f" {_words(answer)} " in f" {_words(text)} "


def _words(text: str) -> str:
    plain = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", normalized("NFKC", text).casefold())
    return " ".join(_WORD.findall(plain))


def score(record: Mapping[str, Any], judgement: Mapping[str, Any] | None = None) -> tuple[dict[str, float], list[str]]:
    """Returns the values of one question by name, and sentences that explain them. A measure that does not apply to the
    question or its outcome has no value."""
    if record["status"] != "completed":
        return {"failed": 1.0}, [f"Failed: {record['reason'].rstrip('.')}. It counts for no other measure."]
    values: dict[str, float] = {"failed": 0.0}
    reasons: list[str] = []
    question = record["question"]
    is_declined = judgement.get("declined") if judgement else None
    cites_none = not record["citations"] or NOT_IN_DOCUMENTS.begins(record["answer"].strip())
    if question["answerable"] is False:
        is_refused = cites_none if is_declined is None else is_declined
        values["unanswerable_answered"] = float(not is_refused)
        by = "the answer cites a source" if is_declined is None else "the judge says that it was answered"
        reasons.append("Not answerable, and not answered: right." if is_refused else f"Not answerable, but {by}.")
    elif question["answerable"]:
        values["false_not_found"] = float(cites_none or bool(is_declined))
        if values["false_not_found"]:
            why = "it cites nothing" if cites_none else "the judge says that it declines"
            reasons.append(f"Answerable, but counted as not found: {why}.")
    if record["gold"]:
        _score_evidence(record, values, reasons)
    if question["answers"]:
        found = next((answer for answer in question["answers"] if says(record["answer"], answer)), None)
        values["answer_said"] = float(found is not None)
        reasons.append(f"The answer says “{found}”." if found else "The answer says none of the expected answers.")
    if record["citations"]:
        verified = sum(citation["verified"] for citation in record["citations"])
        values["verified"] = verified / len(record["citations"])
        reasons.append(f"{verified} of {len(record['citations'])} cited statements are verified.")
    for name in ("confidence", "first_token", "time", "tokens"):
        if record[name] is not None:
            values[name] = float(record[name])
    if judgement and "correct" in judgement:
        values["judged_correct"], values["judged_grounded"] = judgement["correct"], judgement["grounded"]
        reasons.append(f"The judge: {judgement['reason']}")
    return values, reasons


def _score_evidence(record: Mapping[str, Any], values: dict[str, float], reasons: list[str]) -> None:
    """Scores the positions of the question's quotes. A quote in no document is evidence that nothing holds."""
    gold, passages, offered = record["gold"], record["passages"], record["offered"]
    everything = _places(gold)
    missing = [quote["quote"] for quote in gold if not quote["places"]]
    values["quotes_missing"] = len(missing) / len(gold)
    reasons += [f"The extracted text of no document contains the quote “{quote}”." for quote in missing]
    rank = first_rank(_is_evidence(passage, everything) for passage in passages)
    values |= {f"evidence_at_{least}": float(0 < rank <= least) for least in RANKS}
    reasons.append(
        f"Passage {rank} of the search holds evidence." if rank else "No passage of the search holds evidence."
    )
    if offered is not None:
        given = passages[:offered]
        held = [quote for quote in gold if any(_is_evidence(passage, _places([quote])) for passage in given)]
        values["evidence_offered"] = len(held) / len(gold)
        reasons.append(f"Passages for the answer: {len(given)}. They hold {len(held)} of {len(gold)} quotes.")
    supporting = sum(_is_evidence(citation, everything) for citation in record["citations"])
    values["evidence_cited"] = float(supporting > 0)
    if record["citations"]:
        values["citations_supporting"] = supporting / len(record["citations"])
        reasons.append(f"{supporting} of {len(record['citations'])} citations are evidence.")


def _places(gold: Iterable[Mapping[str, Any]]) -> dict[str, list[Span]]:
    places: dict[str, list[Span]] = {}
    for quote in gold:
        for place in quote["places"]:
            places.setdefault(place["document"], []).append((place["start"], place["end"]))
    return places


def _is_evidence(found: Mapping[str, Any], places: Mapping[str, Sequence[Span]]) -> bool:
    return holds(found["start"], found["end"], places.get(found["document"], ()))
