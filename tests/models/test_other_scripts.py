"""Questions in Thai, Hindi and Vietnamese, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

THAI = """\
ห้องสมุดประชาชนเมืองริมน้ำเปิดให้บริการตั้งแต่เก้าโมงเช้าถึงหกโมงเย็นทุกวันยกเว้นวันจันทร์ \
สมาชิกยืมหนังสือได้ครั้งละห้าเล่มเป็นเวลาสองสัปดาห์ หากคืนช้าต้องเสียค่าปรับวันละสองบาทต่อเล่ม \
ชั้นสองของอาคารมีห้องอ่านหนังสือสำหรับเด็กและมุมคอมพิวเตอร์ ผู้อำนวยการคนปัจจุบันคือคุณมาลี ใจดี \
ซึ่งเคยทำงานที่พิพิธภัณฑ์ประจำจังหวัดมาก่อน ไฟในห้องโถงดับเองเวลาสี่ทุ่ม
"""
HINDI = """\
शहर का पुस्तकालय सोमवार को छोड़कर हर दिन खुला रहता है। सदस्य एक बार में पाँच किताबें दो सप्ताह के लिए ले सकते हैं।
देर से लौटाने पर प्रति किताब दो रुपये का जुर्माना देना होता है। दूसरी मंज़िल पर बच्चों का कमरा बनाया गया है।
"""
VIETNAMESE = """\
Thư viện thành phố mở cửa tất cả các ngày trừ thứ Hai. Thành viên được mượn năm cuốn sách trong hai tuần.
Người trả sách muộn phải nộp phạt hai nghìn đồng cho mỗi cuốn. Phòng đọc cho trẻ em đã được xây ở tầng hai.
"""


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "fact"),
    [
        (THAI, "สมาชิกยืมหนังสือได้ครั้งละกี่เล่ม", "ห้าเล่ม"),
        (THAI, "ผู้อำนวยการคนปัจจุบันคือใคร", "มาลี"),
        (HINDI, "सदस्य एक बार में कितनी किताबें ले सकते हैं?", "पाँच किताबें"),
        (VIETNAMESE, "Thành viên được mượn bao nhiêu cuốn sách?", "năm cuốn sách"),
    ],
)
async def test_the_answer_is_quoted_in_the_language_of_the_document(text: str, question: str, fact: str) -> None:
    assert fact in await ask(question, {"rules.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (THAI, "กองทัพเรือรบชนะสงครามครั้งนั้นในปีใด"),
        (THAI, "ดาวเคราะห์ดวงใดอยู่ใกล้ดวงอาทิตย์มากที่สุด"),
        (THAI, "นักวิทยาศาสตร์ค้นพบธาตุออกซิเจนได้อย่างไร"),
        (HINDI, "ऑक्सीजन नाम किसके द्वारा दिया गया था?"),
        (HINDI, "समिति का गठन कब किया गया था?"),
        (VIETNAMESE, "Hiệp ước đã được ký bởi những người nào?"),
        (VIETNAMESE, "Con tàu này đã bị chìm khi nào?"),
    ],
)
async def test_words_and_letters_that_any_text_contains_are_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"rules.txt": text}))


async def test_a_short_thai_word_is_found_within_a_phrase() -> None:
    assert "สี่ทุ่ม" in await ask("ไฟ", {"rules.txt": THAI})
