import pytest

from shared.extraction.formats.charsets import declared_in, decode
from shared.extraction.formats.content import Unreadable
from shared.extraction.formats.text import read_text

JAPANESE = "クレーンのブレーキは二週間ごとに検査する。"
CHINESE = "起重机的制动器每两周检查一次，由港口办公室负责记录。访客请把车停在仓库后面。"
TAIWANESE = "起重機的煞車每兩週檢查一次，由港口辦公室負責記錄。訪客請把車停在倉庫後面。"
KOREAN = "크레인의 브레이크는 이 주마다 검사한다. 방문객은 창고 뒤에 주차하십시오."
RUSSIAN = "Тормоз крана проверяется каждые две недели, не реже."
GREEK = "Ο γερανός ελέγχεται κάθε δύο εβδομάδες στο λιμάνι."
TURKISH = "Vincin freni iki haftada bir kontrol edilir, aylık rapor."
POLISH = "Hamulec dźwigu sprawdza się co dwa tygodnie, goście."
GERMAN = "Die Bremse des Krans wird alle zwei Wochen geprüft, für 5 €."
FRENCH = "Le frein de la grue est vérifié toutes les deux semaines, été."

WRITTEN = [
    (JAPANESE, ("shift_jis", "cp932", "euc_jp", "iso2022_jp")),
    (CHINESE, ("gb18030", "gbk")),
    (TAIWANESE, ("big5",)),
    (KOREAN, ("euc_kr", "cp949")),
    (RUSSIAN, ("koi8_r", "cp1251", "iso8859_5", "cp866")),
    (GREEK, ("iso8859_7", "cp1253")),
    (TURKISH, ("iso8859_9", "cp1254")),
    (POLISH, ("iso8859_2", "cp1250")),
    (GERMAN, ("cp1252", "iso8859_15")),
    (FRENCH, ("cp1252", "iso8859_1")),
]
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-16", "utf-32", "utf-8", "utf-8-sig")


@pytest.mark.req("RG-01")
@pytest.mark.parametrize(
    ("text", "encoding"), [(text, encoding) for text, encodings in WRITTEN for encoding in (*encodings, *WIDE)]
)
def test_a_short_text_is_read_as_it_was_written(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text
    assert decode("\n".join([text] * 3_000).encode(encoding))[-len(text) :] == text


@pytest.mark.parametrize("text", ["Straße 5", "naïve café", "It’s 5 €", "Öl"])
def test_a_few_bytes_beyond_ascii_are_those_of_western_windows(text: str) -> None:
    assert decode(text.encode("cp1252")) == text


@pytest.mark.req("RG-01")
@pytest.mark.parametrize(
    "text",
    [
        "Die Miete beträgt 700 € – fällig „monatlich“. Größe: 60 m².\n",
        "Name;Ort;Betrag\nMüller;Köln;12,50 €\nGroß;Düsseldorf;9,00 €\nÖztürk;Fürth;7,20 €\n",
        "Precio: 12,50 €\nAño: 2024\n",
        "Preço: 12 €\nSão Paulo: 9 €\n",
    ],
)
def test_western_prices_are_not_taken_for_hebrew(text: str) -> None:
    assert decode(text.encode("cp1252")) == text


CAPITALS = "ПРАЙС-ЛИСТ\nВАКЦИНАЦИЯ СОБАКИ 1200 РУБЛЕЙ\nЗАКРЫТО ПО ВОСКРЕСЕНЬЯМ\n"


@pytest.mark.req("RG-01")
@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        *((encoding, CAPITALS) for encoding in ("koi8-r", "cp1251", "cp866")),
        ("cp1253", "ΤΙΜΟΚΑΤΑΛΟΓΟΣ\nΕΜΒΟΛΙΟ ΣΚΥΛΟΥ 40 ΕΥΡΩ\nΚΥΡΙΑΚΗ ΚΛΕΙΣΤΑ"),
        ("cp1250", "CENNIK USŁUG\nSZCZEPIENIE KOTA 80 ZŁ\nZAMKNIĘTE W ŚRODĘ"),
        ("cp1254", "FİYAT LİSTESİ\nKÖPEK AŞISI 400 LİRA\nPAZAR GÜNÜ KAPALI"),
        ("cp1252", "PREISLISTE\nÖLWECHSEL 80 EUR\nPRÜFUNG DER BREMSEN 40 EUR"),
        ("cp1252", "CAFÉ CRÈME 3,20\nFERMÉ LE DIMANCHE"),
        ("cp1251", "Прайс-лист\nВакцинация собаки 1200 рублей"),
    ],
)
def test_a_text_in_capitals_is_read_as_it_was_written(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    "text",
    [
        "ﾌﾘｺﾐｻｷ ﾐﾂﾋﾞｼUFJｷﾞﾝｺｳ\nｺｳｻﾞﾒｲｷﾞ ﾔﾏﾀﾞﾀﾛｳ\nｷﾝｶﾞｸ 35,000ｴﾝ\n",
        "見積書\nﾎﾞﾙﾄ 120円\nﾅｯﾄ 80円\n合計 200円",
    ],
)
def test_half_width_katakana_is_japanese(text: str) -> None:
    assert decode(text.encode("cp932")) == text


@pytest.mark.req("RG-01")
@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("mac_roman", "Mitgliederversammlung des Schützenvereins\nDie Beiträge für Schüler betragen zwölf Euro"),
        ("mac_roman", "La réunion aura lieu à la mairie, à 5 € près."),
        ("mac_roman", "KÜCHE GEÖFFNET BIS ZWÖLF UHR"),
        ("mac_cyrillic", "Собрание состоится в среду вечером.\nКлючи лежат в шкафу."),
        ("iso8859-15", "Le bœuf coûte 12 € le kilo."),
        ("iso8859-15", "Der Beitrag kostet 50 € im Jahr."),
        ("cp1250", "Zebranie odbędzie się w środę.\nDzieci płacą połowę ceny."),
        ("cp1250", "Klíče jsou ve skříni za dveřmi."),
        ("cp1250", "Duminică este închis.\nSâmbătă este deschis."),
        ("cp1250", "A gyűlés szerdán este lesz."),
        ("iso8859-2", "Klucze są w szafie za drzwiami."),
        ("euc_jp", "子供は半額です。"),
        ("cp949", "총회는 수요일 저녁에 열립니다."),
        ("big5", "會議在星期三晚上舉行。"),
        ("iso8859-5", "СОБРАНИЕ СОСТОИТСЯ В СРЕДУ ВЕЧЕРОМ"),
        ("koi8-u", "ЗБОРИ ВІДБУДУТЬСЯ В СЕРЕДУ ВВЕЧЕРІ"),
        ("cp1254", "Toplantı çarşamba akşamı yapılacak."),
        ("mac_roman", "La quota és de 45 euros."),
        ("cp1250", "Prosíme, nehlučte."),
        ("cp1254", "Çarşamba"),
        ("cp1257", "Durų raktas"),
    ],
)
def test_a_line_or_two_in_an_old_encoding_are_read_as_written(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.req("RG-01")
@pytest.mark.parametrize(
    "text",
    [
        "La città è chiusa al traffico.\nIl caffè costa un euro perché è buono.\n" * 20,
        "La réunion aura lieu à la mairie.\nLes élèves paient la moitié du tarif.",
        "Don’t forget the keys.",
        "“Hello,” she said.\nThe years 2010–2012 were good.",
        "»Guten Morgen«, sagte er. „Das geht nicht.“",
        "Temperature: 20 °C ± 2 °C, § 5, ½ cup, 60 m².",
        "Widget® and Gadget™\n• First item\n• Second item",
    ],
)
def test_western_accents_and_typographic_marks_stay(text: str) -> None:
    assert decode(text.encode("cp1252")) == text


@pytest.mark.req("RG-01")
@pytest.mark.parametrize(
    "text",
    [
        *("Perché è così?", "Lunedì è chiuso.", "Più caffè, più tè", "Città e università", "VIRTÙ", "È aperto."),
        *("Le dîner coûte 18 €.", "Pâté maison, pâtes fraîches", "Sûreté", "VOCÊ", "MAÇÃ", "TVÅ", "naïve", "Öl, 5 €"),
    ],
)
def test_a_short_western_line_has_no_letter_of_another_language(text: str) -> None:
    assert decode(text.encode("cp1252")) == text


@pytest.mark.parametrize("text", ["Windows版は便利です", "Tシャツ 5枚"])
def test_a_japanese_word_may_continue_a_latin_one(text: str) -> None:
    assert decode(text.encode("cp932")) == text


def test_a_charset_is_detected_behind_a_long_ascii_part() -> None:
    text = "A line of plain ASCII.\n" * 10_000 + RUSSIAN
    assert decode(text.encode("koi8_r")) == text


@pytest.mark.parametrize("broken", [b"\xff", b"\xc3", b"\xe2\x80"])
@pytest.mark.parametrize("text", [GERMAN + FRENCH, RUSSIAN, JAPANESE])
def test_utf_8_with_a_broken_byte_stays_utf_8(text: str, broken: bytes) -> None:
    half = len(text) // 2
    for begin, end in ((text[:half], text[half:]), (text, "")):
        read = decode(begin.encode() + broken + end.encode())
        assert read.replace("\ufffd", "") == begin + end


@pytest.mark.parametrize(
    ("declaration", "encoding", "text"),
    [
        ('<meta charset="windows-1251">', "cp1251", "Да"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">', "shift_jis", "契約"),
        ('<?xml version="1.0" encoding="koi8-r"?>', "koi8_r", "Да"),
    ],
)
def test_a_declared_charset_precedes_a_detected_one(declaration: str, encoding: str, text: str) -> None:
    data = f"{declaration}<p>{text}</p>".encode(encoding)
    assert decode(data, declared_in(data)).endswith(f"<p>{text}</p>")


@pytest.mark.parametrize("declared", ["utf-8", "no-such-charset", "ascii"])
def test_a_declaration_that_does_not_hold_is_passed_over(declared: str) -> None:
    data = f'<meta charset="{declared}"><p>{RUSSIAN}</p>'.encode("cp1251")
    assert RUSSIAN in decode(data, declared_in(data))


@pytest.mark.req("RG-01")
@pytest.mark.parametrize(
    "text", ["hello\0world ", "name\0value\n", "Größe\0Höhe ", "クレーン\0ブレーキ ", "\x1b[31merror\0€ "]
)
def test_text_with_nul_bytes_is_not_taken_for_utf_16(text: str) -> None:
    assert decode(text.encode() * 50) == text * 50


@pytest.mark.req("RG-01")
def test_text_with_many_nul_bytes_is_refused_as_binary() -> None:
    with pytest.raises(Unreadable, match="document_type_mismatch"):
        read_text(b"hello\0world " * 50)
    assert (
        read_text(b"A line of text, and another one.\n" * 50 + b"\0").text == "A line of text, and another one.\n" * 50
    )


@pytest.mark.req("AN-04")
@pytest.mark.parametrize("text", ["Fee: £40 – each", "Größe für 5 €", "“Yes”, he said"])
def test_a_text_that_was_encoded_twice_is_read_as_written(text: str) -> None:
    twice = text.encode().decode("latin-1")
    assert decode(twice.encode()) == decode(text.encode()) == text
    assert decode(f"{twice} ł".encode()) == f"{twice} ł"  # not all of it
