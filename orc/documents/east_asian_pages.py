"""The pages that a question in Chinese, Japanese or Korean names. Pure."""

from collections.abc import Iterator

from orc.patterns import regex

_FIGURES = {figure: value for value, figure in enumerate("一二三四五六七八九", 1)} | {"两": 2, "兩": 2}
_KOREAN = ("첫", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열")
_NUMBER = r"(?:\d{1,12}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两兩三四五六七八九])"
_ORDINAL = rf"(?:{'|'.join(_KOREAN)}) ?번째"
_UNIT = r"(?:[页頁]|ページ|쪽|페이지)"
_TO = r"\s?(?:[-–—~〜～到至]|から|부터)\s?"
_AND = r"\s?(?:[、,，と和与與及]|와|과)\s?"
_NEXT = rf"(?:(?:\s?{_UNIT})?(?:{_TO}|{_AND})第?\s?"
# A number before the word is one of pages too, in "a summary of 3 pages": what follows must speak of one page.
_OF_ONE = (
    r"(?=目|に(?:は|も|何|書|記|載|あ)|は|を(?:要約|読|訳|翻訳|見|表示|教|説明|まとめ)|の(?:内容|本文|文|記述|上|下|中|最|冒頭|表|図)"
    r"|から|まで|と(?!し)|では|[?？。、]|\s*\Z|에(?!서)|에서는|을|를|의 ?내용|은|는| ?(?:내용|요약|읽|보여|번역))"
)
_FROM_END = r"(?:倒[数數]第|(?:最後|後ろ|うしろ)から|(?:뒤|끝)에서 ?)"
_LAST = r"(?:最[后後]的?|倒[数數]|最後の|最終|[末尾](?=[页頁])|마지막 ?)"
_FIRST = r"(?:前|最初の|처음 ?|첫 ?(?=쪽|페이지))"

MENTION = (
    rf"{_FROM_END}(?:{_NUMBER}|{_ORDINAL}) ?(?:番目の)?{_UNIT}目?"
    rf"|(?:{_LAST}|(?<!\w){_FIRST}){_NUMBER}?\s?{_UNIT}"
    rf"|{_ORDINAL} ?{_UNIT}|{_NUMBER}番目のページ"
    rf"|第\s?{_NUMBER}{_NEXT}{_NUMBER}){{0,9}}\s?{_UNIT}目?"
    rf"|(?<![\d.全約総])\d{{1,12}}{_NEXT}\d{{1,12}}){{0,9}}\s?(?:ページ|頁|쪽|페이지)(?:目|{_OF_ONE})"
)
"""Matches a mention of pages."""

OTHERS = (
    r"除了?第|(?<=[页頁])(?:之|以)?(?:后|後|前|外)|(?<=ページ)(?:以(?:降|外|前|後)|の(?:前|後)|より)"
    r"|(?<=ページ目)(?:以(?:降|外|前|後)|の(?:前|後)|より)|(?<=쪽) ?(?:이후|이전|제외)|(?<=페이지) ?(?:이후|이전|제외)"
)
"""Matches what asks for other pages than the named ones."""

READING = """
说了什么 说些什么 讲了什么 讲什么 讲些什么 写了什么 写着什么 写什么 有什么内容 有哪些内容 都有什么 上有什么 里有什么
上写了什么 上写着什么 的内容是什么 的内容 内容 说的是什么 讲的是什么 写的是什么 请问 告诉我
說了什麼 說些什麼 講了什麼 講什麼 寫了什麼 寫著什麼 有什麼內容 上有什麼 裡有什麼 上寫了什麼 的內容是什麼 的內容
說的是什麼 請問
には何が書いてありますか までには何が書いてありますか には何が書かれていますか に何が書いてある に書いてあること
は何について書いてありますか の内容は何ですか の内容を教えてください を読んでください を見せて を表示して
は何を言っていますか には何がありますか にはなんと書いてありますか には何と書いてありますか には何が書いてあるの
에는 에 무엇이 뭐가 뭐라고 무슨 내용이 내용은 무엇인가요 뭐예요 적혀 있나요 쓰여 있습니까 있어요 있나 나와
의 내용을 보여줘 보여주세요 알려줘 알려주세요 읽어줘 읽어주세요
"""
"""What a question that asks only for pages says beside them."""

_PART = regex(rf"(?P<number>{_NUMBER})|(?P<ordinal>{_ORDINAL})|(?P<to>{_TO})")
_COUNTS = regex(rf"(?P<back>{_FROM_END})|(?P<last>{_LAST})|(?P<first>{_FIRST})")


def pages_in(mention: str, pages: int) -> Iterator[int]:
    """The numbers of the pages that a mention names, also of those that a document of so many pages does not have."""
    kind = _COUNTS.match(mention)
    parts = list(_PART.finditer(mention, kind.end() if kind else 0))
    if kind:
        count = next((_value(part[0]) for part in parts if not part["to"]), 1)
        if kind["back"]:
            yield max(0, pages + 1 - count)
        elif kind["last"]:
            yield from range(max(1, pages - count + 1), pages + 1)
        else:
            yield from (*range(1, min(count, pages + 1)), count)
        return
    before, is_range = 0, False
    for part in parts:
        if part["to"]:
            is_range = before > 0
            continue
        number = _value(part[0])
        yield from range(before + 1, min(number - 1, pages) + 1) if is_range else ()
        yield number
        before, is_range = number, False


def _value(number: str) -> int:
    if number.isdecimal():
        return int(number)
    if number.endswith("번째"):
        return 1 + _KOREAN.index(number.removesuffix("번째").strip())
    tens, ten, ones = number.rpartition("十")
    return (10 * _FIGURES.get(tens, 1) if ten else 0) + _FIGURES.get(ones, 0)
