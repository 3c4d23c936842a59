"""Compares what Chinese, Japanese and Korean sentences say of their topics (D-428)."""

import re
from collections.abc import Sequence

from orc.documents.text.sentences import is_row, sentence_spans

_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_PART_END = re.compile(r"[、，；,;]\s*|(?<=[가-힣][고며])\s|(?<=지만)\s")
_SPACE = re.compile(r"\s+")
_MARKS = "은는이가はがも是为為"
_ENDING = re.compile(
    r"(?:입니다|합니다|됩니다|이다|이고|이며|이에요|예요|하고|하며|다|です|でした|である|だ|となります|になります|であり|で|了)?[。.．!！\s]*\Z"
)
_DAY = re.compile(
    r"(?<![\u3400-\u9fff])[月火水木金土日]曜日?|(?:周|星期|礼拜|禮拜)[一二三四五六日天]|[월화수목금토일]요일"
)
_RANGE = re.compile(r"[至到~〜～–-]|から|まで|부터|까지")
_CLOSED_OR_OPEN = (
    re.compile("休館|休業|休み|定休|閉館|闭馆|閉館|休息|关闭|關閉|休馆|휴관|휴무|휴업"),
    re.compile("開館|営業|開いて|开馆|開館|开放|開放|营业|營業|개관|영업|운영"),
)
_LEAST_TOPIC, _MOST_PARTS, _LONGEST = 2, 40, 400  # characters of a topic, parts of a sentence, characters of a claim


def topics_agree(passage: str, claim: str) -> bool:
    """Whether a claim does not say of a topic what a sentence says of another one, nor of a day what it says of another
    day. Only claims of one topic in these scripts are compared."""
    claim = _SPACE.sub("", claim)
    if not _CJK.search(claim) or len(claim) > _LONGEST or len(_parts(claim)) > 1:
        return True
    said = _ENDING.sub("", claim)
    verdicts = list[bool]()
    for line in passage.split("\n"):
        if is_row(line) or not _CJK.search(line):
            continue
        for start, end in sentence_spans(line):
            parts = _parts(line[start:end])
            if any(said.startswith(part) or part.startswith(said) for part in parts):
                return True
            verdicts.append(_is_exchanged(said, parts) or _is_of_another_day(said, parts))
    return not any(verdicts)


def _parts(sentence: str) -> Sequence[str]:
    return [_SPACE.sub("", part) for part in _PART_END.split(sentence, _MOST_PARTS) if part.strip()]


def _is_exchanged(said: str, parts: Sequence[str]) -> bool:
    """Whether a part begins with the claim's topic, and only others, with topics of their own, have the rest."""
    begun = ((i for i in range(len(said) + 1) if not part.startswith(said[: i + 1])) for part in parts)
    beginning = said[: max((next(lengths, len(said)) for lengths in begun), default=0)]
    topic, rest = beginning.rstrip(_MARKS), said.removeprefix(beginning).lstrip(_MARKS)
    having = [part for part in parts if rest and rest in part]
    others = [part[: part.index(rest)].rstrip(_MARKS) for part in having]
    return (
        len(topic) >= _LEAST_TOPIC
        and bool(having)
        and not any(part.startswith(topic) for part in having)
        and all(len(other) >= _LEAST_TOPIC and other not in said for other in others)
    )


def _is_of_another_day(said: str, parts: Sequence[str]) -> bool:
    """Whether the parts with what the claim says of a day say it of another day, or those with its day say that what
    is open is closed or the reverse."""
    day = _DAY.match(said)
    if not day:
        return False
    rest = said[day.end() :].lstrip(_MARKS)
    heads = [part[: part.index(rest)] for part in parts if rest and rest in part]
    if heads and all(_DAY.search(head) and not _RANGE.search(head) and day[0] not in head for head in heads):
        return True
    sides = [side.search(said) is not None for side in _CLOSED_OR_OPEN]
    there = [[side.search(part) is not None for side in _CLOSED_OR_OPEN] for part in parts if day[0] in part]
    return any(sides) and bool(there) and all(each[::-1] == sides for each in there)
