"""A statement denies what its source denies, in languages with other words and other word orders for it."""

import pytest

from orc.documents.verification.claims import supports_claim

# For two things: that they are allowed, and that they are not.
ALLOWED = [
    ("Honden zijn toegestaan", "Honden zijn niet toegestaan", "Katten zijn toegestaan", "Katten zijn niet toegestaan"),
    ("Gasten mogen roken", "Gasten mogen nooit roken", "Huurders mogen koken", "Huurders mogen niet koken"),
    ("Hundar är tillåtna", "Hundar är inte tillåtna", "Katter är tillåtna", "Katter är inte tillåtna"),
    ("Hunde er tilladt", "Hunde er ikke tilladt", "Katte er tilladt", "Katte er ikke tilladt"),
    ("Psy są dozwolone", "Psy nie są dozwolone", "Koty są dozwolone", "Koty nie są dozwolone"),
    ("Psi jsou povoleni", "Psi nejsou povoleni", "Kočky jsou povoleny", "Kočky nejsou povoleny"),
    ("Собаки разрешены", "Собаки не разрешены", "Кошки разрешены", "Кошки не разрешены"),
    ("Собаки дозволені", "Собаки не дозволені", "Коти дозволені", "Коти не дозволені"),
    ("Köpeklere izin verilir", "Köpeklere izin verilmez", "Kedilere izin verilir", "Kedilere izin verilmez"),
    ("يسمح بالكلاب", "لا يسمح بالكلاب", "يسمح بالقطط", "لا يسمح بالقطط"),
    ("الكلاب مسموحة", "الكلاب غير مسموحة", "القطط مسموحة", "القطط ليست مسموحة"),
    ("הכלבים מותרים בבניין", "הכלבים אינם מותרים בבניין", "החתולים מותרים בבניין", "החתולים לא מותרים בבניין"),
    ("犬は許可されています", "犬は許可されていません", "猫は許可されています", "猫は許可されていません"),
    ("犬を飼うことができます", "犬を飼うことができません", "猫を飼うことができる", "猫を飼うことができない"),
    ("租客可以养狗", "租客不可以养狗", "押金可以退还", "押金不可以退还"),
    ("本楼有电梯", "本楼没有电梯", "房间有阳台", "房间无阳台"),
    ("개는 허용됩니다", "개는 허용되지 않습니다", "고양이는 허용됩니다", "고양이는 허용되지 않습니다"),
    ("주차장이 있습니다", "주차장이 없습니다", "보증금은 반환됩니다", "보증금은 반환 안 됩니다"),
    ("कुत्तों की अनुमति है", "कुत्तों की अनुमति नहीं है", "बिल्लियों की अनुमति है", "बिल्लियों की अनुमति नहीं है"),
    ("Koirat ovat sallittuja", "Koirat eivät ole sallittuja", "Kissat ovat sallittuja", "Kissat eivät ole sallittuja"),
    ("A kutyák szabadok", "A kutyák nem szabadok", "A macskák szabadok", "A macskák nem szabadok"),
    ("Câinii sunt permiși", "Câinii nu sunt permiși", "Pisicile sunt permise", "Pisicile nu sunt permise"),
    ("Οι σκύλοι επιτρέπονται", "Οι σκύλοι δεν επιτρέπονται", "Οι γάτες επιτρέπονται", "Οι γάτες δεν επιτρέπονται"),
    ("Chó được phép vào", "Chó không được phép vào", "Mèo được phép vào", "Mèo không được phép vào"),
    ("Anjing boleh masuk", "Anjing tidak boleh masuk", "Kucing boleh masuk", "Kucing tidak boleh masuk"),
]


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(("one", "not_one", "other", "not_other"), ALLOWED)
@pytest.mark.parametrize("between", [".\n\n", ". "])
def test_the_opposite_of_a_sentence_is_not_verified(
    one: str, not_one: str, other: str, not_other: str, between: str
) -> None:
    stop = "。" if "は" in one or "可以" in one or "有" in one else "."
    between = between.replace(".", stop)
    for true, false in (((not_one, other), (one, not_other)), ((one, not_other), (not_one, other))):
        text = f"{between.join(true)}{stop}"
        assert [supports_claim(text, claim) for claim in (*true, *false)] == [True, True, False, False]


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        # a prohibition
        ("Roken is verboden in huis.", "Roken is niet toegestaan in huis", "Roken is niet verboden in huis"),
        ("Курение в здании запрещено.", "В здании запрещено курение", "Курение в здании разрешено"),
        ("Binada sigara içmek yasaktır.", "Binada sigara içmek yasak", "Binada sigara içmek yasak değildir"),
        ("喫煙は禁止されています。", "喫煙は禁止です", "喫煙は許可されています"),
        ("室内禁止吸烟。", "禁止室内吸烟", "室内允许吸烟"),
        ("التدخين ممنوع في المبنى.", "يمنع التدخين في المبنى", "التدخين مسموح في المبنى"),
        ("Dogs are not prohibited.", "Dogs are allowed", "Dogs are not allowed"),
        # what is missing
        ("Honden mogen met verlof naar binnen.", "Honden mogen met verlof binnen", "Honden mogen zonder verlof binnen"),
        ("未经同意不得养狗。", "经同意可以养狗", "未经同意可以养狗"),
        (
            "許可なしに犬を飼うことはできません。",
            "許可なしに犬を飼うことはできない",
            "許可なしに犬を飼うことができます",
        ),
        # another clause
        ("Honden zijn verboden, maar katten zijn toegestaan.", "Katten zijn toegestaan", "Honden zijn toegestaan"),
        ("Honden zijn toegestaan en katten zijn verboden.", "Honden zijn toegestaan", "Katten zijn toegestaan"),
        ("Собаки не разрешены, а кошки разрешены.", "Кошки разрешены", "Собаки разрешены"),
        ("犬は許可されていませんが、猫は許可されています。", "猫は許可されています", "犬は許可されています"),
        ("개는 허용되지 않지만 고양이는 허용됩니다.", "고양이는 허용됩니다", "개는 허용됩니다"),
        # words that deny nothing, and bounds
        ("借主は敷金を支払わなければなりません。", "借主は敷金を支払う必要があります", "借主は敷金を支払わない"),
        (
            "세입자는 보증금을 내지 않으면 안 됩니다.",
            "세입자는 보증금을 내야 합니다",
            "세입자는 보증금을 내지 않습니다",
        ),
        ("Niet alleen honden zijn toegestaan.", "Honden zijn toegestaan", "Honden zijn niet toegestaan"),
        ("Hyran är inte mer än 500 kronor.", "Hyran är högst 500 kronor", "Hyran är mer än 500 kronor"),
        ("租金不超过500元。", "租金最多500元", "租金超过500元"),
        # a word with a prefix
        ("Het contract is ongeldig.", "Het contract is ongeldig", "Het contract is geldig"),
        ("Avtalet är ogiltigt.", "Avtalet är ogiltigt", "Avtalet är giltigt"),
        ("Хранение велосипедов недопустимо.", "Хранение велосипедов недопустимо", "Хранение велосипедов допустимо"),
        ("The contract is invalid.", "The contract is invalid", "The contract is valid"),
    ],
)
def test_a_denial_is_that_of_the_source(text: str, true: str, false: str) -> None:
    assert supports_claim(text, true)
    assert not supports_claim(text, false)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        ("Депозит 500 евро не возвращается.", "The 500 euros are not returned", "The 500 euros are returned"),
        ("保証金500ユーロは返金されません。", "The 500 euros are not returned", "The 500 euros are returned"),
        ("The 500 euros are not returned.", "De 500 euro wordt niet teruggegeven", "De 500 euro wordt teruggegeven"),
        ("The 500 euros are not returned.", "Die 500 Euro sind nicht zurückzugeben", "Die 500 Euro sind zurückzugeben"),
    ],
)
def test_a_translation_denies_what_its_source_denies(text: str, true: str, false: str) -> None:
    assert supports_claim(text, true)
    assert not supports_claim(text, false)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        ("Dogs are allowed in the garden.\n\nКошки разрешены.", "Кошки разрешены", "Кошки не разрешены"),
        ("Dogs are allowed in the garden.\n\n租客可以养猫。", "租客可以养猫", "租客不可以养猫"),
        ("Dogs are allowed in the garden.\n\nالقطط مسموح بها.", "القطط مسموح بها", "القطط غير مسموح بها"),
        ("Собаки разрешены в саду.\n\nThe garage is open.", "The garage is open", "The garage is not open"),
        (
            "House rules of the building\n\nDogs are allowed in the garden.\n\nLes chats sont autorisés ici.",
            "Les chats sont autorisés ici",
            "Les chats ne sont pas autorisés ici",
        ),
    ],
)
def test_a_part_of_a_document_in_another_language_is_compared_in_it(text: str, true: str, false: str) -> None:
    assert supports_claim(text, true)
    assert not supports_claim(text, false)
