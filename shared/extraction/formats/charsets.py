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
_ERAS = EncodingEra.MODERN_WEB | EncodingEra.LEGACY_ISO | EncodingEra.DOS
_HIGH = re.compile(rb"[\x80-\xff]")
_SHIFTED = re.compile(rb"\x1b\$[@AB(]")  # East Asian ISO 2022 encodings, whose bytes are all ASCII
_FEW = 4  # bytes beyond ASCII, too few to detect a language
_SHORT = 40
_MOST = 0.7
_MOST_NULS = 0.25
_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\ufffd]")  # except escape, which colours logs
_NO_LATIN = re.compile("[^\x00-\u024f\u2000-\u20cf]")
# A letter of another alphabet or a symbol within a Latin word: the text has another encoding.
_MIXED = re.compile(
    "(?<=[A-Za-z\u00c0-\u024f])[\u00a1-\u00a9\u00ab-\u00b4\u00b6\u00b8-\u00b9\u00bb-\u00bf\u00d7\u00f7\u0370-\u05ff\u2070-\u209f"
    "\u2190-\u25ff](?=[A-Za-z\u00c0-\u024f])"
)
_CAPITALS = ("cp1251", "koi8-r", "cp866", "iso8859-5", "cp1253", "cp1250", "cp1254", "cp1252")
_LETTERS_IN_CAPITALS = 0.9  # of the letters of a text in capitals
_LEAST_LETTERS = 6
_HALF_WIDTH = re.compile("[\uff66-\uff9f]")
_NO_LETTERS = frozenset(range(0xB1, 0xC0))
_LEAST_KANA, _LATE_KANA = 6, 0.15  # the share of those whose bytes are no letters of Cyrillic or Greek
_EAST_ASIAN = re.compile("[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]")


def prepare() -> None:
    """Loads the detector's own files, as a sandboxed process can open none."""
    for sample in ("Größe für 5 €".encode("cp1252") * 9, "日本語の文章です。".encode("shift_jis") * 9):
        chardet.detect(sample, encoding_era=_ERAS)


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
            return text
        text = data.decode("utf-8-sig", errors="replace")
        broken = len(re.findall("\ufffd+", text))
        whole = sum(map(len, re.findall("[^\x00-\x7f\ufffd]+", text)))
        if broken and whole >= max(2, 4 * (broken - 1)):  # few bytes are broken
            return text
    for encoding in filter(None, (_detect(data), "utf-8-sig", "cp1252")):
        if (text := _decoded(data, encoding)) is not None:
            return text
    return data.decode("latin-1")


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
    if _is_half_width(sample):
        return "cp932"
    detected = chardet.detect(sample, encoding_era=_ERAS, compat_names=False)
    name = _detect_in_capitals(sample, detected["confidence"]) or detected["encoding"]
    if name is None:  # UTF-16 of East Asia without a mark: in the right byte order nearly all letters are East Asian
        texts = {name: _decoded(sample, name) or "" for name in ("utf-16-le", "utf-16-be")}
        share = {name: len(_EAST_ASIAN.findall(text)) / max(1, len(text)) for name, text in texts.items()}
        best = max(share, key=share.__getitem__)
        return best if share[best] > _MOST else None
    text = sample.decode(name, errors="replace")
    western = _decoded(sample, "cp1252")
    if western is not None and len(_MIXED.findall(western)) < len(_MIXED.findall(text)):
        return "cp1252"
    high, foreign = len(_HIGH.findall(sample)), len(_NO_LATIN.findall(text))
    # A short sample, or one with few bytes beyond ASCII, fits many encodings and most often is Western European.
    is_likely = high >= _FEW or not foreign
    if b"\0" in sample or not high:
        is_likely = True
    elif len(sample) < _SHORT:
        is_likely = 2 * foreign > sum(map(str.isalpha, text))
    return _SUPERSETS.get(name, name) if is_likely else None


def _is_half_width(sample: bytes) -> bool:
    """Whether a sample is Shift-JIS with half-width katakana, whose bytes are letters in many other encodings."""
    text = _decoded(sample, "cp932") or ""
    kana = _HALF_WIDTH.findall(text)
    late = sum(byte in _NO_LETTERS for byte in sample)
    return len(kana) >= _LEAST_KANA and late >= _LATE_KANA * len(kana)


def _detect_in_capitals(sample: bytes, most: float) -> str | None:
    """The encoding of a text in capitals alone, of which the detector knows too little: the one in which the same text
    in small letters is detected most certainly. None for any other text, or if none has more certainty than most."""
    if any(map(bytes.islower, re.findall(rb"[A-Za-z]", sample))):
        return None
    best = None
    for name in _CAPITALS:
        text = _decoded(sample, name) or ""
        letters = [letter for letter in text if letter.isalpha()]
        capitals = sum(map(str.isupper, letters))
        if len(letters) < _LEAST_LETTERS or capitals < _LETTERS_IN_CAPITALS * len(letters):
            continue
        small = text.replace("İ", "i").lower().encode(name, errors="replace")
        found = chardet.detect(small, encoding_era=_ERAS, compat_names=False)
        if found["encoding"] == name and found["confidence"] > most:
            best, most = name, found["confidence"]
    return best
