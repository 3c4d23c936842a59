"""Measures whether Orc recognises unanswerable questions: questions about their own documents, about others of the same
and of another kind, and about documents that contain their names but not the answer. Prints how well the confidence
tells them apart, and the same of rules that were fitted without the documents, or without the whole set, that they are
judged on.
"""

import gzip
import hashlib
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import articles, office_documents, small_confidence, small_documents
from benchmarks.corpus import SETS, documents, questions, set_of_document
from benchmarks.fitting import Floats, fit, probability
from benchmarks.languages import DATA, Texts
from benchmarks.made_policies import make_policies
from benchmarks.made_reports import make_reports
from benchmarks.tables import show
from orc.documents.evidence.confidence import ANSWERED, COEFFICIENTS, INTERCEPT, Evidence, bounded_confidence
from orc.documents.evidence.judging import Judge
from orc.documents.evidence.passage_sentences import read_sentences
from orc.documents.evidence.sentence_ranking import Ranking
from orc.documents.evidence.small_documents import MOST_FEW, all_small
from orc.documents.questions.question import Question
from orc.documents.search.bm25 import Scorable, best, scorable
from orc.documents.search.query import Query
from orc.documents.search.synonyms import Synonyms
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText, Passage, ScoredChunk
from shared.evaluate.scoring import auroc

_ENCYCLOPEDIA = Path(__file__).parent / "data" / "encyclopedia.jsonl.gz"
_CANDIDATES, _TOP_K = 40, 8
_SEED = 7
_MADE = ("reports", "policies")
_A_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}")
_OF_ALL, _OF_NAMED = "all", "all but tatqa"

type Gold = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Case:
    """A question put to documents. kind is own, same, other or renamed; gold is where its own document answers."""

    set: str
    question: str
    kind: str
    documents: Sequence[str]
    home: str
    gold: Gold = ()


@dataclass
class Judged:
    """A case with the measures of its best passage, and, of its own documents, the answer's sentences: how many there
    are, and how many of them are evidence. share is what a missing name or year leaves of the confidence."""

    case: Case
    evidence: tuple[float, ...]
    confidence: float
    share: float = 1.0
    lacks: bool = False
    holds: bool = False
    sentences: int = 0
    right: int = 0


def measure(_rounds: int, _turns: int) -> None:
    small_documents.measure()
    small_confidence.measure()
    office_documents.measure()
    articles.measure()
    texts, sets, asked = collected()
    corpus = {n: scorable(n, chunk_text(ExtractedText(t, n), size=2000, overlap=200)) for n, t in texts.items()}
    judged = [judge_case(case, corpus) for case in cases_of(sets, asked, texts)]
    features = np.array([each.evidence for each in judged])
    answered = np.array([float(each.case.kind == "own") for each in judged])
    _show("The confidence, as it is", judged, probability(features, np.array([*COEFFICIENTS, INTERCEPT])))
    halves = np.array([_half(each.case.home) for each in judged])
    _show("Fitted to the other half of the documents", judged, _held_out(judged, features, answered, halves))
    of_set = np.array([each.case.set for each in judged])
    _show("Fitted to the other sets", judged, _held_out(judged, features, answered, of_set))
    fitted = fit(features, answered, _weights(judged))
    names = [*list(Evidence.__dataclass_fields__)[:-5], "intercept"]
    rows = zip(names, (f"{v:.2f}" for v in fitted), map(str, (*COEFFICIENTS, INTERCEPT)), strict=True)
    show("Coefficients", ("", "fitted to all", "used"), list(rows))


def collected() -> tuple[dict[str, str], dict[str, str], list[Case]]:
    """Texts by document, the set of each, and the questions, each put to its own documents."""
    texts, sets = dict(documents()), dict(set_of_document())
    asked = [Case(q.set, q.question, "own", q.documents, q.document, q.gold) for q in questions()]
    for made, found in (make_reports(), make_policies()):
        texts |= made
        sets |= dict.fromkeys(made, found[0].set)
        asked += [Case(q.set, q.question, "own", q.documents, q.document, q.gold) for q in found]
    languages: Texts = json.loads(DATA.read_text(encoding="utf-8"))
    for language, pairs in languages.items():
        for first in (0, 3):
            name = f"{language}-{first}"
            texts[name], sets[name] = "\n\n".join(passage for passage, _ in pairs[first : first + 3]), "languages"
            asked += [Case("languages", question, "own", [name], name) for _, question in pairs[first : first + 3]]
    with gzip.open(_ENCYCLOPEDIA, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            name = row["document"]
            texts[name], sets[name] = row["text"], row["set"]
            asked += [Case(row["set"], q["question"], "own", [name], name, q["gold"]) for q in row["questions"]]
    return texts, sets, asked


def cases_of(sets: dict[str, str], asked: Sequence[Case], texts: dict[str, str]) -> Iterator[Case]:
    """Each question with its own documents, and with one or two that are not. A question of a made policy is put to
    other policies only when it names its app; those in few languages to documents in their own."""
    chance = random.Random(_SEED)
    by_set: dict[str, list[str]] = defaultdict(list)
    for name, of in sets.items():
        by_set[of].append(name)
    mixed = [of for of in by_set if of in (*SETS, "reports", "policies")]
    for case in asked:
        yield case
        count = chance.randint(1, 2)
        others = [n for n in by_set[case.set] if n not in case.documents and not _same_subject(case, n)]
        if case.set == "languages":
            yield _put_to(case, "same", [f"{case.home[:-2]}-{3 - int(case.home[-1])}"])
        elif (
            case.set != "policies"
            or case.home.removesuffix("-privacy").lower() in case.question.replace(" ", "").lower()
        ):
            yield _put_to(case, "same", chance.sample(others, count))
        if swapped := _renamed(case, by_set, chance, texts):
            yield swapped
        if case.set in mixed:
            of = chance.choice([of for of in mixed if of != case.set])
            yield _put_to(case, "other", chance.sample(by_set[of], count))


def _renamed(case: Case, by_set: dict[str, list[str]], chance: random.Random, texts: dict[str, str]) -> Case | None:
    """The question about a name that another document has, of which it does not say such things."""
    own = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", re.sub(r"_.*|-privacy", "", case.home))
    if case.set not in _MADE or own not in case.question:
        return None
    name = chance.choice(by_set[chance.choice([of for of in (*SETS, *_MADE) if of != case.set])])
    found = Counter(_A_NAME.findall(texts[name])).most_common(1)
    return Case(case.set, case.question.replace(own, found[0][0]), "renamed", [name], case.home) if found else None


def _same_subject(case: Case, name: str) -> bool:
    return case.set == "reports" and name.split("_", maxsplit=1)[0] == case.home.split("_")[0]


def _put_to(case: Case, kind: str, names: Sequence[str]) -> Case:
    return Case(case.set, case.question, kind, names, case.home)


def _half(home: str) -> bool:
    """Halves by document; all reports of a company, and all texts of a language, are in one."""
    subject = home.split("_", maxsplit=1)[0] if home.endswith("10K") else home[:-2] if home[:-2].isalpha() else home
    return hashlib.sha256(subject.encode()).digest()[0] % 2 == 1


def judge_case(case: Case, corpus: dict[str, Scorable]) -> Judged:
    found = best(Query(case.question), [corpus[name] for name in case.documents], top_k=_CANDIDATES)
    synonyms = Synonyms.with_built_in()
    phrases = synonyms.of(case.question, (each.chunk.headed_text for each in found[:_TOP_K]))
    judge = Judge(
        Question(case.question),
        phrases,
        synonyms.by_word(case.question),
        few=len(found) <= MOST_FEW,
    )
    known: dict[str, set[str]] = defaultdict(set)
    for each in found:
        known[each.content_id].update(judge.known_in(each.chunk.headed_text))
    is_small = all_small(len(corpus[name].chunks) for name in known) is True
    of_documents = {content_id: frozenset(words) for content_id, words in known.items()}
    judged_each = []
    for each in found[:_TOP_K]:
        of_document = of_documents[each.content_id]
        evidence = judge.evidence(each.chunk.headed_text, of_document, len(found), is_long=not is_small)
        judged_each.append((judge.confidence(evidence, of_document, is_small=is_small), evidence))
    nothing = judge.evidence("", frozenset(), 0)
    confidence, top = max(judged_each, key=lambda each: each[0], default=(nothing.confidence, nothing))
    *measures, share, lacks, holds, _, _ = astuple(top)
    judged = Judged(case, tuple(measures), confidence, share, lacks, holds)
    if case.gold and confidence >= ANSWERED:
        _answer(judged, found[:_TOP_K], phrases)
    return judged


def _answer(judged: Judged, found: Sequence[ScoredChunk], phrases: Sequence[str]) -> None:
    case = judged.case
    passages = [Passage(f.content_id, f.content_id, f.chunk, f.score, f.sources) for f in found]
    sentences = Ranking(read_sentences(passages), Question(case.question), phrases=phrases).answer()
    judged.sentences = len(sentences)
    judged.right = sum(
        passages[s.number - 1].file_id == case.home and any(s.start < end and start < s.end for start, end in case.gold)
        for s in sentences
    )


def _weights(judged: Sequence[Judged]) -> Floats:
    """All sets count the same, answered and unanswered questions too; but TAT-QA's half, which name no company: many of
    them are answered by another's report as well."""
    counts: dict[tuple[str, bool], int] = defaultdict(int)
    for each in judged:
        counts[each.case.set, each.case.kind == "own"] += 1
    share = {"tatqa": 0.5}
    return np.array([300 * share.get(e.case.set, 1) / counts[e.case.set, e.case.kind == "own"] for e in judged])


def _held_out(judged: Sequence[Judged], features: Floats, answered: Floats, folds: np.ndarray[Any, Any]) -> Floats:
    weights = _weights(judged)
    found: Floats = np.zeros(len(features))
    for fold in np.unique(folds):
        rest = folds != fold
        found[~rest] = probability(features[~rest], fit(features[rest], answered[rest], weights[rest]))
    return found


def _show(title: str, judged: Sequence[Judged], confidence: Floats) -> None:
    names = [*dict.fromkeys(each.case.set for each in judged), _OF_ALL, _OF_NAMED]
    rows = [
        _row(
            name,
            [
                (e, bounded_confidence(float(c), lacks=e.lacks, holds=e.holds) * e.share)
                for e, c in zip(judged, confidence, strict=True)
                if _is_of(e.case, name)
            ],
        )
        for name in names
    ]
    header = (
        "",
        "questions",
        "AUROC same",
        "other",
        "both",
        f"refused at {ANSWERED}",
        "of same",
        "of other",
        "of renamed",
        "cites",
        "sentences",
    )
    show(title, header, rows)


def _is_of(case: Case, name: str) -> bool:
    return name in (case.set, _OF_ALL) or (name == _OF_NAMED and case.set != "tatqa")


def _row(name: str, judged: Sequence[tuple[Judged, Any]]) -> list[str]:
    by_kind = {
        kind: [float(c) for e, c in judged if e.case.kind == kind] for kind in ("own", "same", "other", "renamed")
    }
    own, same, other, renamed = by_kind.values()
    known = [e for e, _ in judged if e.case.gold]
    cites = sum(e.right > 0 for e in known) / len(known) if known else None
    each = sum(e.sentences for e in known) / max(sum(e.sentences > 0 for e in known), 1) if known else None
    shares = [
        _area(own, same),
        _area(own, other),
        _area(own, same + other),
        *map(_refused, (own, same, other, renamed)),
        cites,
        each,
    ]
    return [name, str(len(own)), *("" if value is None else f"{value:.3f}" for value in shares)]


def _area(own: Sequence[float], others: Sequence[float]) -> float | None:
    return auroc(own, others) if others else None


def _refused(confidence: Sequence[float]) -> float | None:
    return sum(value < ANSWERED for value in confidence) / len(confidence) if confidence else None
