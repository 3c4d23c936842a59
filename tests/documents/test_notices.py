"""The language of a refusal."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS

TOLD = {
    "sv": ["Hur gammal måste man vara?", "Vad kostar kortet?", "Får jag ha husdjur?", "När öppnar gymmet?"],
    "da": ["Hvad koster kortet?", "Hvornår åbner butikken?", "Hvor høj er huslejen?"],
    "no": ["Hva koster kortet?", "Når åpner butikken?", "Hvor mye er depositumet?"],
    "fi": ["Kuka on vuokranantaja?", "Paljonko vuokra on?", "Saako kissaa pitää?"],
    "pl": ["Ile kosztuje hulajnoga?", "Kto jest burmistrzem?", "Czy można palić?"],
    "cs": ["Kolik stojí nájem?", "Kdo je starosta?", "Mohu mít psa?"],
    "ro": ["Cât costă chiria?", "Cine este proprietarul?", "Care este termenul de preaviz și unde?"],
    "hu": ["Mennyi a bérleti díj?", "Ki a bérbeadó?", "Mikor kezdődik a szerződés?"],
    "tr": ["Kira ne kadar?", "Ev sahibi kimdir?", "Depozito kaç lira?"],
    "el": ["Πόσο είναι το ενοίκιο;"],
    "ru": ["Во сколько нужно выехать?", "Кто мэр?", "Какой залог?"],
    "uk": ["Хто орендодавець?", "Скільки коштує оренда?", "Чи можна палити?"],
    "ar": ["كم الإيجار؟", "متى يبدأ العقد؟"],
    "he": ["מה שכר הדירה?"],
    "hi": ["किराया कितना है?", "मालिक कौन है?"],
    "th": ["ค่าเช่าเท่าไร"],
    "vi": ["Tiền thuê là bao nhiêu?", "Ai là chủ nhà?"],
    "id": ["Berapa harga sewa?", "Siapa pemiliknya?"],
    "zh": ["租金是多少？"],
    "ja": ["家賃はいくらですか？", "大家は誰ですか？"],
    "ko": ["임대료는 얼마입니까?"],
}
# Names, quotations, and languages without a notice of their own.
ENGLISH = [
    "Who is Nguyễn Văn Anh?",
    "Is Hur a tenant?",
    "Who is Kim?",
    "What does 契約 mean?",
    "What does “Hva koster det” mean?",
    "Колко струва наемът?",
    "Кој е сопственикот?",
    "اجاره چقدر است؟",
    "کرایہ کتنا ہے؟",
    "भाडे किती आहे?",
    "Koľko je nájom?",
    "Кім ол?",
    "Kan det være sådan?",
]


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(("language", "question"), [(code, each) for code in TOLD for each in TOLD[code]])
def test_a_refusal_is_in_the_language_of_the_question(language: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.to(question) == NOT_IN_DOCUMENTS.by_language[language] != NOT_IN_DOCUMENTS


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("question", ENGLISH)
def test_a_refusal_is_in_english_if_the_language_is_not_certain(question: str) -> None:
    assert NOT_IN_DOCUMENTS.to(question) == NOT_IN_DOCUMENTS


@pytest.mark.parametrize(
    ("question", "languages", "language"),
    [
        ("Sauna?", {"nl"}, "nl"),
        ("Há piscina?", {"pt"}, "pt"),
        ("Er der strøm?", {"da"}, "da"),
        ("Er der strøm?", set(), "en"),  # Danish or Norwegian, and never German
        ("Sauna?", {"nl", "de"}, "en"),
        ("Is there a sauna?", {"nl"}, "en"),
    ],
)
def test_a_question_without_a_language_is_refused_in_that_of_the_documents(
    question: str, languages: set[str], language: str
) -> None:
    assert NOT_IN_DOCUMENTS.to(question, languages) == NOT_IN_DOCUMENTS.by_language[language]
