"""Japanese questions: the unit of the number that they ask for, and which of their pairs of letters mean something.
Pure (D-514)."""

import re
from collections.abc import Sequence

from orc.patterns import regex

_COUNTER = regex(r"何(?P<unit>パーセント|か月|ヶ月|カ月|週間|時間|日間|年間|[件人日円個歳年時分回台枚本名社戸点票割])")
_NUMBER = r"[\d〇一二三四五六七八九十百千万億][\d,.〇一二三四五六七八九十百千万億]{0,12}"
_TELEPHONE = regex(r"\d{2,4}[-‐–ー－（(]\d{2,4}[-‐–ー－）)]\d{3,4}|\d{10}")
_SPELLINGS = {"パーセント": "(?:パーセント|[%％])", "日": "日(?!付)"}
_ENDINGS = (
    "ですか でしたか でしょうか ありますか ありましたか いますか いましたか ませんか なりますか なりましたか なるか "
    "かかりますか しますか しましたか されますか されましたか できますか ください ぐらいですか "
    "はいくらでしたか はいくつですか はどこでしたか はいつでしたか はだれですか はなぜですか はどうですか "
    "はどれくらいですか はどのくらいですか はなんですか がありますか はありますか "
    "について とは には では から まで これは それは"
)
_OF_ENDINGS = frozenset(ending[i : i + 2] for ending in _ENDINGS.split() for i in range(len(ending) - 1))
# The pairs of letters across a particle, and those of words of asking.
_NO_WORD = regex(r"[はがをの][\u30a0-\u30ff\u4e00-\u9fff]|[\u30a0-\u30ff\u4e00-\u9fff][はがをにの]|.?[何誰].?")


def counter_asked(question: str) -> re.Pattern[str] | None:
    """The pattern of a number with the unit that a question asks for, or of a telephone number: 何件, 10件. None if it
    asks for none."""
    if "電話番号" in question:
        return _TELEPHONE
    found = _COUNTER.search(question)
    if found is None:
        return None
    unit = _SPELLINGS.get(found["unit"], found["unit"])
    return re.compile(rf"(?<![月年第]){_NUMBER} ?{unit}")


def without_endings(words: Sequence[str]) -> Sequence[str]:
    """The words of a question in compared form without pairs of Japanese letters that mean nothing, unless it has no
    others."""
    return [word for word in words if not (word in _OF_ENDINGS or _NO_WORD.fullmatch(word))] or words
