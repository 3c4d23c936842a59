"""Measures how often `verified` is wrong: true statements that are not verified, and false ones that are. The true ones
are people's answers from the evidence, and cells of its tables; the false ones are derived from them."""

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import Asked, articles, documents, questions
from benchmarks.tables import show
from orc.documents.text.sentences import sentence_spans
from orc.documents.verification.claims import supports_claim

_STATEMENTS = Path(__file__).parent / "data" / "statements.json"
_SEED = 14
_LEAST_PROSE = 4  # words
_DIGITS = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*")
_NAME = re.compile(r"(?<=[a-z] )[A-Z][a-z]{2,}\b")
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|can|may|will|should|must|has|have|had|could|would|does|did)\b(?! not\b)")
_ARTICLES_APART = 6
_LONGEST_SENTENCE = 220
_NOT = {  # how a language denies, and the words before which it does
    "ar": (r"\b(?:لا|لم|لن|ليس|غير) ", r"(?<= )(?=[يت]\w{3,} )", "لا "),
    "el": (r"\b(?:δεν|μην) ", r"(?<= )(?=(?:είναι|ήταν|έχει|είχε|μπορεί) )", "δεν "),
    "hi": (r"(?<!\S)नहीं ", r"(?<= )(?=(?:है|था|थी|थे)[ ।])", "नहीं "),
    "ro": (r"\bnu ", r"(?<= )(?=(?:este|sunt|era|erau|are|avea|poate) )", "nu "),
    "ru": (r"\b(?:не|нет) ", r"(?<= )(?=(?:был|имеет|стал|может|явля)\w*)", "не "),
    "th": (r"ไม่", r"(?<=[\u0e00-\u0e7f])(?=เป็น|สามารถ)", "ไม่"),
    "vi": (r"\bkhông ", r"(?<= )(?=(?:được|có|thể) )", "không "),
    "zh": (r"不(?=能|会|是|可|允|需|应)|没(?=有)|未(?=能|被)", r"(?=可以|能够|是一)", "不"),
}
_ROW = re.compile(r"^([A-Za-z][^|\n]{3,60}?) \| (?:[^|\n]*\| )*?\$? *(\d[\d,.]*)(?= \||$)", re.MULTILINE)


@dataclass(frozen=True)
class _Judged:
    """A statement about a passage, and the question that it answers."""

    passage: str
    statement: str
    question: str


def measure(_rounds: int, _turns: int) -> None:
    true, false = dict(_true()), dict(_false())
    for title, kinds, wrong in (("True statements, doubted", true, False), ("False statements, verified", false, True)):
        rows = []
        for kind, cases in kinds.items():
            count = sum(supports_claim(each.passage, each.statement, question=each.question) is wrong for each in cases)
            rows.append((kind, str(count), str(len(cases)), f"{count / len(cases):.3f}"))
        show(title, ("", "count", "of", "share"), rows)
    _measure_small_documents()
    _measure_articles()


def _measure_small_documents() -> None:
    rows = []
    for name, texts in json.loads(_STATEMENTS.read_text(encoding="utf-8")).items():
        verdicts = [(True, "", supports_claim(each["text"], said)) for each in texts for said in each["true"]]
        verdicts += [
            (False, kind, supports_claim(each["text"], said))
            for each in texts
            for kind, statements in each["false"].items()
            for said in statements
        ]
        for title, wrong in (
            ("true, doubted", [not verified for is_true, _, verified in verdicts if is_true]),
            ("false, verified", [verified for is_true, _, verified in verdicts if not is_true]),
            *(
                (f"  {kind}", [verified for _, other, verified in verdicts if other == kind])
                for kind in dict.fromkeys(kind for _, kind, _ in verdicts if kind)
            ),
        ):
            share = f"{sum(wrong) / len(wrong):.3f}"
            rows.append((f"{name}: {title}", str(sum(wrong)), str(len(wrong)), share))
    show("Statements about small documents", ("", "count", "of", "share"), rows)


def _measure_articles() -> None:
    """Sentences of every sixth article of an encyclopedia, as they are and with their denial left out or one added."""
    rows = []
    for language, (denial, place, word) in _NOT.items():
        true, false = list[bool](), list[bool]()
        for article in [each for each in articles() if each["language"] == language][::_ARTICLES_APART]:
            for paragraph in article["text"].split("\n\n"):
                for sentence in (paragraph[start:end] for start, end in sentence_spans(paragraph)):
                    changed = re.sub(denial, "", sentence, count=1)
                    changed = changed if changed != sentence else re.sub(place, word, sentence, count=1)
                    if changed != sentence and len(sentence) <= _LONGEST_SENTENCE:
                        true.append(supports_claim(paragraph, sentence))
                        false.append(supports_claim(paragraph, changed))
        doubted = true.count(False)
        rows.append(
            (language, f"{doubted} of {len(true)}", f"{sum(false)} of {len(false)}", f"{sum(false) / len(false):.3f}")
        )
    header = ("", "as they are, doubted", "a denial left out or added, verified", "share")
    show("Sentences of articles", header, rows)


def _true() -> Iterator[tuple[str, list[_Judged]]]:
    prose, short = _by_length()
    yield "answers in prose", prose
    yield "short answers about stories", [case for case, asked in short if asked.set == "fairytaleqa"]
    yield "short answers about reports, mostly worked out", [case for case, asked in short if asked.set == "tatqa"]
    yield "sentences of the documents", [_Judged(p, s, "") for p, s in _sentences()]
    yield "cells of tables", [_Judged(table, f"{label} was {value}.", "") for table, label, value, _ in _cells()]


def _false() -> Iterator[tuple[str, list[_Judged]]]:
    chance = random.Random(_SEED)
    answers = [case for case, _ in zip(_by_length()[0], iter(int, 1), strict=False)]
    figured = [case for case in answers if _DIGITS.search(case.statement)]
    changed = [_Judged(case.passage, _other_figure(case.statement), case.question) for case in figured]
    yield "one figure changed", changed
    asked = [_Judged(case.passage, case.statement, f"Is it true that {case.statement}?") for case in changed]
    yield "one figure changed, and in the question", asked
    sentences = _sentences()
    names = sorted({name for _, sentence in sentences for name in _NAME.findall(sentence)})
    renamed = [
        _Judged(passage, f"{sentence[: found.start()]}{other}{sentence[found.end() :]}", "")
        for passage, sentence in sentences
        if (found := _NAME.search(sentence)) and (other := chance.choice(names)) not in passage
    ]
    yield "a name changed", renamed
    denied = [
        _Judged(passage, f"{sentence[: found.end()]} not{sentence[found.end() :]}", "")
        for passage, sentence in sentences
        if (found := _AUXILIARY.search(sentence)) and not re.search(r"\b(?:not|no|never)\b|n['’]t", sentence)
    ]
    yield "denied", denied
    yield (
        "a denial left out",
        [
            _Judged(passage, sentence.replace(" not ", " ", 1), "")
            for passage, sentence in sentences
            if " not " in sentence
        ],
    )
    shuffled = chance.sample(answers, len(answers))
    strange = [
        _Judged(other.passage, case.statement, "")
        for case, other in zip(answers, shuffled, strict=True)
        if case is not other
    ]
    yield "a statement of another document", strange
    yield (
        "the figure of another row",
        [_Judged(table, f"{label} was {other}.", "") for table, label, _, other in _cells() if other],
    )
    stories = [case for case, asked in _by_length()[1] if asked.set == "fairytaleqa"]
    yield (
        "a short answer to another question about stories",
        [
            _Judged(case.passage, other.statement, case.question)
            for case, other in zip(stories, chance.sample(stories, len(stories)), strict=True)
            if other.statement.strip(" .").lower() not in case.passage.lower()
        ],
    )


def _by_length() -> tuple[list[_Judged], list[tuple[_Judged, Asked]]]:
    prose, short = [], []
    for asked in questions():
        case = _Judged(_evidence(asked), asked.answer, asked.question)
        if len(asked.answer.split()) >= _LEAST_PROSE:
            prose.append(case)
        else:
            short.append((case, asked))
    return prose, short


def _evidence(asked: Asked) -> str:
    text = documents()[asked.document]
    return "\n".join(text[start:end] for start, end in asked.gold)


def _sentences() -> list[tuple[str, str]]:
    """The longest sentence of each evidence in prose."""
    found = {}
    for asked in questions():
        passage = _evidence(asked)
        sentences = re.findall(r"[A-Z][^.!?|\n]{30,300}[.!?](?=\s|$)", passage)
        if sentences:
            found[max(sentences, key=len)] = passage
    return [(passage, sentence) for sentence, passage in found.items()]


def _other_figure(statement: str) -> str:
    def changed(match: re.Match[str]) -> str:
        digits = match[0]
        return f"{9 - int(digits[0]) or 5}{digits[1:]}"

    return _DIGITS.sub(changed, statement, count=1)


def _cells() -> list[tuple[str, str, str, str]]:
    """For rows of tables in the evidence: the label and a figure of the row, and a figure that only another row has, if
    there is one."""
    found = []
    for table in dict.fromkeys(_evidence(asked) for asked in questions() if asked.set == "tatqa"):
        rows = _ROW.findall(table)
        values = defaultdict(set)
        for line in table.split("\n"):
            for value in _DIGITS.findall(line):
                values[value].add(line)
        for label, value in rows[:2]:
            others = [
                other
                for _, other in rows
                if len(values[other]) == 1 and other != value and other not in "".join(values[value])
            ]
            if len(value) > 2 and not re.fullmatch(r"(?:19|20)\d\d", value):
                found.append((table, label, value, others[-1] if others else ""))
    return found
