"""The character encoding of a file: as it declares, else UTF-8, else as detected from its bytes (D-074)."""

import codecs
import re
from contextlib import suppress

import chardet
from chardet import EncodingEra

_SAMPLE = 1 << 16
_MARKS = (  # UTF-32 first, because its marks begin with those of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"""<(?:meta[^>]{0,200}charset|\?xml[^>]{0,200}encoding)\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})""", re.IGNORECASE
)
# As the WHATWG defines these names: a page cannot declare UTF-16 in ASCII, and Latin-1 means Windows-1252.
_READ_AS = {"utf-16": "utf-8", "utf-16le": "utf-8", "utf-16be": "utf-8", "iso-8859-1": "cp1252", "latin1": "cp1252"}
# The superset of a detected encoding that programs write under its name.
_SUPERSETS = {"gb2312": "gb18030", "euc_kr": "cp949", "euc-kr": "cp949", "iso8859-1": "cp1252"}
_ERAS = EncodingEra.MODERN_WEB | EncodingEra.LEGACY_ISO | EncodingEra.LEGACY_MAC | EncodingEra.DOS
_LEFT_OUT = ("mac-greek", "mac-turkish", "mac-iceland", "mac-latin2", "iso8859-14", "iso8859-16")
# How much more or less common files of an encoding are than others of the same likelihood.
_DOS = ("cp437", "cp850", "cp852", "cp855", "cp857", "cp858", "cp860", "cp861", "cp862", "cp863", "cp865", "cp869")
_WEIGHTS = {
    **dict.fromkeys(_DOS, 0.95),
    **dict.fromkeys(("mac-roman", "mac-cyrillic"), 0.95),
    **dict.fromkeys(("iso8859-3", "iso8859-4", "iso8859-10", "iso8859-13", "cp775"), 0.4),
    "cp1252": 1.15,
    "cp1250": 1.05,
    "cp1251": 1.05,
    "cp1257": 0.85,
}
# A text with few bytes beyond ASCII most often is Western European, the more if they are letters of one such language.
_FEW, _WEIGHT_OF_FEW = 4, 1.2
_SEVERAL, _WEIGHT_OF_WESTERN = 7, 1.2
_LOANED, _WEIGHT_OF_LOANED = re.compile("[Žž](?![aeiou])"), 0.7  # the same bytes in Windows-1250, where it is frequent
_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_TWICE = re.compile(
    "[\xc2-\xf4][\x80-\xbf\u20ac\u2018-\u201e\u2020-\u2022\u2030\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u02c6\u02dc]"
)
_HIGH = re.compile(rb"[\x80-\xff]")
_SHIFTED = re.compile(rb"\x1b\$[@AB(]")  # East Asian ISO 2022 encodings, whose bytes are all ASCII
_MOST = 0.7
_MOST_NULS = 0.25
_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\ufffd]")  # except escape, which colours logs
_LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_OTHER = "\u0370-\u06ff\u0e00-\u0e7f\ufb1d-\ufdff\ufe70-\ufefc\uff66-\uff9f"
_IDEOGRAPHS = "\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af"
_ODD = re.compile(
    "[\x80-\x9f\xa4\xa6\xac\ue000-\uf8ff\ufffd]"
    f"|(?<=[{_LATIN}])[{_OTHER}]|[{_OTHER}](?=[{_LATIN}])"
    # Symbols that follow no letter, those that precede none, and those that are within no word.
    f"|(?<=[{_LATIN}])[\xa1-\xa3\xa5\xa7\xa8\xaf\xb1\xb4\xb8\xbc-\xbf\xd7\xf7\u02c6-\u02dd\u2018\u201a\u201e"
    "\u2020-\u2022\u2030\u2039\u2070-\u209f\u2190-\u25ff]"
    "|[\xa2\xa8\xa9\xae\xaf\xb1-\xb4\xb6-\xb9\xbc-\xbe\xd7\xf7\u02c6-\u02dd\u2020-\u2022\u2030\u203a\u2122"
    f"\u2070-\u209f\u2190-\u25ff](?=[{_LATIN}])"
    f"|(?<=[{_LATIN}])\u20ac(?=[{_LATIN}])"
    # A letter where a currency sign stands.
    r"|(?<![^\W\d_])(?![àáåèéêíòóôöúÀÁÅÈÉÊÍÒÓÔÖőŐ])[\xc0-\u024f](?![^\W\d_])"  # no word of one letter
    r"|(?<=\d)[ \xa0]?[\xc4\xc7\xdb\xd5\u0131\u05d0](?!\w)|(?<![^\W\d_])[\xc0-\u05ff](?=\d)"
    r"|\b[\xd0\xf0](?=[^\W\d_])"  # no Icelandic word begins with it
    # A dash within a word of few letters.
    r"|(?<=\b[a-z])\u2013(?=[aeiou])|(?<=[a-z])\u2013(?=[aeiou][a-z]?\b)"
    # One character of East Asia that continues a Latin word.
    rf"|(?<=[{_LATIN}])[{_IDEOGRAPHS}](?![{_IDEOGRAPHS}])|(?<![{_IDEOGRAPHS}])[{_IDEOGRAPHS}](?=[{_LATIN}])"
)
# The letters of languages that are written in Latin script, with those of their frequent loans.
_WESTERN = tuple(
    frozenset("abcdefghijklmnopqrstuvwxyz" + beyond)
    for beyond in (
        "äöüßéèàç",
        "àâæçéèêëîïôœùûüñ",
        "àèéìíîòóùú",
        "áéíñóúüçªº",
        "áâãàçéêíóôõúüªº",
        "àçèéíïòóúü",
        "åäöæøéüáèà",
        "äëïöüéèêçáóíúà",
    )
)
_ALPHABETS = (
    *_WESTERN,
    *(
        frozenset("abcdefghijklmnopqrstuvwxyz" + beyond).difference(unused)
        for beyond, unused in (
            ("áðéíóúýþæö", "qw"),
            ("äöüõšž", "qwx"),
            ("ąćęłńóśźż", "qvx"),
            ("áčďéěíňóřšťúůýž", "qwx"),
            ("áäčďéíľĺňóôŕšťúýž", "qwx"),
            ("áéíóöőúüű", "qwx"),
            ("ăâîşţșț", "qwy"),
            ("čćđšž", "qwxy"),
            ("ąčęėįšųūž", "qwx"),
            ("āčēģīķļņšūž", "qwxy"),
            ("çğıöşüâîû\u0307", "qwx"),
        )
    ),
)
_WEIGHT_OF_FOREIGN, _WORDS_COMPARED = 0.5, 40
_NOT_WESTERN = re.compile(r"ç(?![aouâãáóôõúàs\W])|[ëö](?!\w)")  # frequent in other encodings, rare in Western Europe
_WESTERN_SYMBOLS = frozenset("€£©°«»¿¡")
# What the detector may not know in a short text or in capitals, and whose bytes are rarely letters of other languages.
_PLAINLY_WESTERN = frozenset("àâçéêïôùüñáíóúäößåÀÂÉÊÏÔÙÜÑÁÍÓÚÄÅ€£©°")
_PLAIN_SYMBOLS = frozenset("€©")
_LEAST_LIKELIHOOD, _LEAST_OF_SYMBOLS = 0.004, 0.03
_WORD = re.compile(r"[^\W\d_]+")
_ALONE = re.compile(rf"(?<![^\W\d_])[{_OTHER}](?![^\W\d_])")
_SERBIAN = re.compile("[ЂђЉљЊњЋћЏџЈј]")
_NOT_SERBIAN = re.compile("[ыьэюящйґієї]")
_ICELANDIC, _NOT_ICELANDIC = re.compile("[ÐÞðþ]"), re.compile("[ÇÜçü]")
_EXAMINED = 4_096
_WEIGHT_OF_ODD, _LEAST_SHARE = 1.5, 0.02
_CAPITALS = (
    *("cp1251", "koi8-r", "koi8-u", "cp866", "iso8859-5", "mac-cyrillic", "cp1253", "iso8859-7", "cp1254"),
    *("cp1252", "iso8859-15", "mac-roman", "cp850", "cp1250", "iso8859-2", "cp852"),
)
_LETTERS_IN_CAPITALS = 0.9  # of the letters of a text in capitals
_LEAST_LETTERS = 6
_HALF_WIDTH = re.compile("[\uff66-\uff9f]")
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_NO_LETTERS = frozenset(range(0xB1, 0xC0))
_LEAST_KANA, _LATE_KANA = 6, 0.15  # the share of those whose bytes are no letters of Cyrillic or Greek
_HALF_WIDTH_CONFIDENCE = 0.25
_EAST_ASIAN = re.compile("[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]")


def prepare() -> None:
    """Loads the detector's own files, as a sandboxed process can open none."""
    for sample in ("Größe für 5 €".encode("cp1252") * 9, "日本語の文章です。".encode("shift_jis") * 9):
        _likelihoods(sample)


def declared_in(data: bytes) -> str | None:
    """The encoding that an HTML or XML declaration names, as browsers interpret it; None without one."""
    if found := _DECLARED.search(data[:4096]):
        name = found[1].decode().lower()
        return _READ_AS.get(name, name)
    return None


def decode(data: bytes, declared: str | None = None) -> str:
    """Decodes the text by its byte order mark, else the declared encoding, else UTF-8, else the detected one. Never
    fails."""
    for mark, encoding in _MARKS:
        if data.startswith(mark) and not (encoding == "utf-32" and len(data) % 4):
            return data.decode(encoding, errors="replace")
    if declared and (text := _decoded(data, declared)) is not None:
        return text
    if b"\0" not in data[:_SAMPLE] and _SHIFTED.search(data[:_SAMPLE]) is None:
        if (text := _decoded(data, "utf-8-sig")) is not None:
            return _encoded_once(text)
        text = data.decode("utf-8-sig", errors="replace")
        broken = len(re.findall("\ufffd+", text))
        whole = sum(map(len, re.findall("[^\x00-\x7f\ufffd]+", text)))
        if broken and whole >= max(2, 4 * (broken - 1)):  # few bytes are broken
            return text
    for encoding in filter(None, (_detect(data), "utf-8-sig", "cp1252")):
        if (text := _decoded(data, encoding)) is not None:
            return text
    return data.decode("latin-1")


def _encoded_once(text: str) -> str:
    """The text that was encoded as UTF-8, read as a Western encoding and encoded again, if all of it was: Â£ is £."""
    if text.isascii() or not _TWICE.search(text):
        return text
    for encoding in ("latin-1", "cp1252"):
        with suppress(UnicodeError):
            return text.encode(encoding).decode()
    return text


def _decoded(data: bytes, encoding: str) -> str | None:
    with suppress(UnicodeError, LookupError):
        return data.decode(encoding)
    return None


def _detect(data: bytes) -> str | None:
    """The encoding that a sample from the first line beyond ASCII on looks like; None when it is undecided."""
    start = 0
    if (first := _HIGH.search(data)) and b"\0" not in data[:_SAMPLE]:
        start = max(data.rfind(b"\n", 0, first.start()) + 1, first.start() - _SAMPLE // 2)
    sample = data[start : start + _SAMPLE]
    if b"\0" in sample:
        # NULs between words of ASCII or UTF-8: of Latin UTF-16 half of the bytes are NUL, that of other scripts has
        # control characters or is no UTF-8.
        text = sample.decode(errors="replace")[:-1]
        if text.count("\0") < _MOST_NULS * len(text) and _CONTROL.search(text) is None:
            return "utf-8-sig"
    likely = _likelihoods(sample)
    if not likely:  # UTF-16 of East Asia without a mark: in the right byte order nearly all letters are East Asian
        texts = {name: _decoded(sample, name) or "" for name in ("utf-16-le", "utf-16-be")}
        share = {name: len(_EAST_ASIAN.findall(text)) / max(1, len(text)) for name, text in texts.items()}
        best = max(share, key=share.__getitem__)
        return best if share[best] > _MOST else None
    if (high := len(_HIGH.findall(sample))) and b"\0" not in sample:
        if _is_half_width(sample):
            likely["cp932"] = max(likely.get("cp932", 0), _HALF_WIDTH_CONFIDENCE)
        for name, likelihood in _likelihoods_in_capitals(sample[:_EXAMINED]).items():
            likely[name] = max(likely.get(name, 0), likelihood)
        western = sample.decode("cp1252", errors="replace")
        beyond = _BEYOND_ASCII.findall(western)
        if (
            high < _SEVERAL
            and _PLAINLY_WESTERN.issuperset(beyond)
            and 2 * sum(map(str.isalpha, beyond)) <= len(re.findall("[A-Za-z]", western))
            and _plausibility(western) == 1
        ):
            least = _LEAST_OF_SYMBOLS if _PLAIN_SYMBOLS.issuperset(beyond) else _LEAST_LIKELIHOOD
            likely["cp1252"] = max(likely.get("cp1252", 0), least)
        for name in likely:
            likely[name] *= _WEIGHTS.get(name, 1) * _plausibility(sample.decode(name, errors="replace")[:_EXAMINED])
        if high < _SEVERAL and "cp1252" in likely:
            letters = set(map(str.lower, beyond)) - _WESTERN_SYMBOLS
            of_one_language = any(map(letters.issubset, _WESTERN)) and not _NOT_WESTERN.search(western.lower())
            likely["cp1252"] *= _WEIGHT_OF_LOANED if _LOANED.search(western) else 1
            likely["cp1252"] *= (_WEIGHT_OF_FEW if high < _FEW else 1) * (_WEIGHT_OF_WESTERN if of_one_language else 1)
    name = max(likely, key=likely.__getitem__)
    return _SUPERSETS.get(name, name)


def _likelihoods(sample: bytes) -> dict[str, float]:
    found = chardet.detect_all(
        sample, ignore_threshold=True, encoding_era=_ERAS, exclude_encodings=_LEFT_OUT, compat_names=False
    )
    return {each["encoding"]: each["confidence"] for each in found if each["encoding"]}


def _plausibility(text: str) -> float:
    """From 1, less for each letter or symbol of a text decoded in a wrong encoding: another alphabet within a Latin
    word, a capital within a word in small letters, a symbol at a letter, words of no one language."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    odd: float = len(_ODD.findall(text))
    if len(re.findall("[A-Za-z]", text)) > len(re.findall(f"[{_OTHER}]", text)):
        odd += len(_ALONE.findall(text))
    if _NOT_SERBIAN.search(text):
        odd += len(_SERBIAN.findall(text))
    if _NOT_ICELANDIC.search(text):
        odd += len(_ICELANDIC.findall(text))
    for word in words:
        odd += not word[0].isascii() and word[1:2].isupper() and (word[0].islower() or word[2:].islower())
        if not (word.islower() or word.isupper() or word[1:].islower()):
            in_capitals = 2 * sum(map(str.isupper, word)) > len(word) > len("Ab")
            beyond = [letter for letter in (word if in_capitals else word[1:]) if not letter.isascii()]
            odd += sum(map(str.islower if in_capitals else str.isupper, beyond))
    if latin := [set(word.lower()) for word in words[:_WORDS_COMPARED] if re.match(f"[{_LATIN}]", word)]:
        of_one_language = max(sum(map(alphabet.issuperset, latin)) for alphabet in _ALPHABETS)
        odd += _WEIGHT_OF_FOREIGN * (1 - of_one_language / len(latin)) * len(words)
    return max(_LEAST_SHARE, 1 - _WEIGHT_OF_ODD * odd / max(1, len(words), odd))


def _is_half_width(sample: bytes) -> bool:
    """Whether a sample is Shift-JIS with half-width katakana, whose bytes are letters in many other encodings."""
    text = _decoded(sample, "cp932") or ""
    kana = _HALF_WIDTH.findall(text)
    late = sum(byte in _NO_LETTERS for byte in sample)
    return len(kana) >= _LEAST_KANA and not _PRIVATE.search(text) and late >= _LATE_KANA * len(kana)


def _likelihoods_in_capitals(sample: bytes) -> dict[str, float]:
    """The encodings of a text in capitals alone, of which the detector knows too little: how likely the same text in
    small letters has each of them. Empty for any other text."""
    if any(map(bytes.islower, re.findall(rb"[A-Za-z]", sample))):
        return {}
    likely = {}
    for name in _CAPITALS:
        text = _decoded(sample, name) or ""
        letters = [letter for letter in text if letter.isalpha()]
        capitals = sum(map(str.isupper, letters))
        if len(letters) < _LEAST_LETTERS or capitals < _LETTERS_IN_CAPITALS * len(letters):
            continue
        turkish = text.replace("İ", "i").replace("I", "ı") if name == "cp1254" else text
        likely[name] = _likelihoods(turkish.lower().encode(name, errors="replace")).get(name, 0)
    return likely
