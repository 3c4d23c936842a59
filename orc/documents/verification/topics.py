"""Compares what Chinese, Japanese and Korean sentences say of their topics (D-428)."""

from collections import defaultdict
from collections.abc import Sequence

from orc.documents.text.sentences import is_row, sentence_spans
from orc.patterns import regex

_CJK = regex("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_PART_END = regex(r"[、，；,;]\s*|(?<=[가-힣][고며])\s|(?<=지만)\s")
_SPACE = regex(r"\s+")
_MARKS = "은는이가はがも是为為"
_ENDING = regex(
    r"(?:입니다|합니다|됩니다|이다|이고|이며|이에요|예요|하고|하며|다|です|でした|である|だ|となります|になります|であり|で|了)?[。.．!！\s]*\Z"
)
_DAY = regex(r"(?<![\u3400-\u9fff])[月火水木金土日]曜日?|(?:周|星期|礼拜|禮拜)[一二三四五六日天]|[월화수목금토일]요일")
_RANGE = regex(r"[至到~〜～–-]|から|まで|부터|까지")
_OPPOSITES = (
    (
        regex("休館|休業|休み|定休|閉館|闭馆|閉館|休息|关闭|關閉|休馆|휴관|휴무|휴업"),
        regex("開館|営業|開いて|开馆|開館|开放|開放|营业|營業|개관|영업|운영"),
    ),
    (regex("免[费費]|無料|무료|不收[费費]"), regex("(?<!不)收[费費取]|有料|유료")),
    (regex("早上|上午|清晨|午前|朝|오전|아침"), regex("下午|晚上|傍晚|午後|夕方|夜|오후|저녁|밤")),
)
_PERIODS = tuple(
    map(
        regex,
        (
            "[每毎按]年|年に|매년",
            "[每按]季|四半期|분기",
            "[每毎按]月|月に|매월|매달",
            "[每毎按][周週]|매주",
            "[每毎][天日]|按[天日]|매일",
        ),
    )
)
_COUNTED = regex(
    r"(?<!\d)(?P<number>\d{1,12})\s?(?:(?P<month>[かヶカヵ箇個个]月|개월)|(?P<week>週間|[周週]|주)|(?P<hour>時間|小[时時]|시간)"
    r"|(?P<minute>分钟|分鐘|分間|분)|(?P<year>年(?=[前後以内間])|年间|년)|(?P<day>日間|天|일))"
)
_IS = regex(r"(?P<topic>[^\W\d_]{2,12}?)(?:是|は|은|는)(?P<name>[\u30a0-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,5})")
_MARKED = regex(".{2,}[は은는是]")
_LEAST_TOPIC, _MOST_PARTS, _LONGEST = 2, 40, 400  # characters of a topic, parts of a sentence, characters of a claim


def topics_agree(passage: str, claim: str) -> bool:
    """Whether a claim says of its topic, or of a day, what a sentence says of that topic or day and not of another one.
    The claim must also count with the unit that the passage counts with, such as days or months, if the passage has
    the number. Only claims of one topic in these scripts are compared; others agree.

    The passage says "大人は500円、子供は300円": "子供は500円" does not agree."""
    claim = _SPACE.sub("", claim)
    if not _CJK.search(claim) or len(claim) > _LONGEST or len(_parts(claim)) > 1:
        return True
    statement = _ENDING.sub("", claim)
    named, verdicts = _IS.fullmatch(statement), list[bool]()
    for line in passage.split("\n"):
        if is_row(line) or not _CJK.search(line):
            continue
        for start, end in sentence_spans(line):
            parts = _parts(line[start:end])
            rest = statement.removeprefix(_beginning(statement, parts)).lstrip(_MARKS)
            if any(statement.startswith(part) or part.startswith((statement, rest or statement)) for part in parts):
                return True
            others = (_IS.fullmatch(_ENDING.sub("", part[:_LONGEST])) for part in parts) if named else ()
            is_another = any(other and named and other["topic"] == named["topic"] for other in others)
            verdicts.append(
                is_another
                or _is_exchanged(statement, parts)
                or _is_of_another_day(statement, parts)
                or _is_opposite(statement, parts)
            )
    if any(verdicts):
        return False
    units_by_number = defaultdict[str, set[str]](set)
    for found in _COUNTED.finditer(passage):
        units_by_number[found["number"]].add(str(found.lastgroup))
    return all(
        found["number"] not in units_by_number or found.lastgroup in units_by_number[found["number"]]
        for found in _COUNTED.finditer(claim)
    )


def _parts(sentence: str) -> Sequence[str]:
    return [_SPACE.sub("", part) for part in _PART_END.split(sentence, _MOST_PARTS) if part.strip()]


def _is_exchanged(statement: str, parts: Sequence[str]) -> bool:
    """Whether a part begins with the claim's topic, and only others, with topics of their own, have the rest."""
    beginning = _beginning(statement, parts)
    topic, rest = beginning.rstrip(_MARKS), statement.removeprefix(beginning).lstrip(_MARKS)
    having = [part for part in parts if rest and rest in part]
    others = [part[: part.index(rest)].rstrip(_MARKS) for part in having]
    return (
        len(topic) >= _LEAST_TOPIC
        and bool(having)
        and not any(part.startswith(topic) for part in having)
        and all(len(other) >= _LEAST_TOPIC and other not in statement for other in others)
    )


def _is_of_another_day(statement: str, parts: Sequence[str]) -> bool:
    """Whether the parts with what the claim says of a day say it of another day."""
    day = _DAY.search(statement)
    days, there = (set(_DAY.findall(text)) for text in (statement, "、".join(parts)))
    is_about = len(_beginning(statement, parts).rstrip(_MARKS)) >= _LEAST_TOPIC
    if is_about and there and not days <= there and not any(map(_RANGE.search, parts)):
        return True
    rest = statement[day.end() :].lstrip(_MARKS) if day else ""
    heads = [part[: part.index(rest)] for part in parts if rest and rest in part]
    return bool(day and heads) and all(
        _DAY.search(head) and not _RANGE.search(head) and not (day and day[0] in head) for head in heads
    )


def _is_opposite(statement: str, parts: Sequence[str]) -> bool:
    """Whether the parts with the claim's day or topic say that what is open is closed, or the like, or give another
    period than the claim."""
    day, topic = _DAY.search(statement), _beginning(statement, parts).rstrip(_MARKS)
    is_topic = len(topic) >= _LEAST_TOPIC
    places = [i for i, part in enumerate(parts) if (day[0] in part if day else is_topic and part.startswith(topic))]
    for sides in _OPPOSITES:
        stated = [side.search(statement) is not None for side in sides]
        there = [[side.search(parts[i]) is not None for side in sides] for i in places]
        if sum(stated) == 1 and there and all(each[::-1] == stated for each in there):
            return True
    periods = [period for period in _PERIODS if period.search(statement)]
    following = "、".join(parts[places[0] :]) if places and periods else ""
    return any(each.search(following) for each in _PERIODS) and not any(each.search(following) for each in periods)


def _beginning(statement: str, parts: Sequence[str]) -> str:
    """The longest beginning of the claim that a part begins with, up to the mark of its topic if it has one."""
    ends = ((i for i in range(len(statement) + 1) if not part.startswith(statement[: i + 1])) for part in parts)
    longest = statement[: max((next(lengths, len(statement)) for lengths in ends), default=0)]
    marked = _MARKED.match(longest)
    return marked[0] if marked else longest
