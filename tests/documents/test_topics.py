"""What a Chinese, Japanese or Korean sentence says of one topic is not verified of another."""

import pytest

from orc.documents.verification.claims import supports_claim

POOL = (
    "市民プール利用案内\n大人の料金は500円、小学生は200円、65歳以上は300円です。"
    "開館時間は9時から20時までで、火曜日は休館です。責任者は田中さん、受付は鈴木さんです。"
)
LIBRARY = (
    "社区图书馆通知\n成人证每年收费80元，学生证40元，退休人员免费。"
    "周一闭馆，周二至周日上午9点到晚上8点开放。馆长是王丽，副馆长是陈强。"
)
HALL = (
    "주민센터 수영장 안내\n성인 요금은 5000원, 어린이는 3000원입니다. 월요일은 휴관입니다. "
    "관장은 박민수, 부관장은 이영희입니다. 수건은 무료이고 사물함은 1000원입니다."
)


FLAT = (
    "物业费为每平方米每月2.8元,每季度缴纳一次。停车位月租金为350元,电动车充电免费。"
    "游泳池开放时间为上午7点至晚上9点,周一闭馆。垃圾每天早上6点收集。"
)
MUSEUM = "博物馆上午9点开门,下午5点关门。成人票30元,儿童票15元。馆长是赵敏。"
NOTICE = (
    "退職を希望する社員は、1か月前までに届け出なければならない。ごみは火曜日と金曜日に出してください。"
    "図書館は午前10時に開館し、午後8時に閉館します。"
)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("passage", "statement", "verified"),
    [
        (FLAT, "游泳池周一闭馆。", True),
        (FLAT, "游泳池周二闭馆。", False),
        (FLAT, "垃圾每天早上6点收集。", True),
        (FLAT, "垃圾在晚上6点收集。", False),
        (FLAT, "电动车充电免费。", True),
        (FLAT, "电动车充电需要收费。", False),
        (FLAT, "物业费按季度缴纳。", True),
        (FLAT, "物业费按年缴纳。", False),
        (MUSEUM, "馆长是赵敏。", True),
        (MUSEUM, "馆长是王敏。", False),
        (MUSEUM, "博物馆下午9点开门。", False),
        (NOTICE, "図書館は午後8時に閉館します。", True),
        (NOTICE, "ごみは火曜日と金曜日に出します。", True),
        (NOTICE, "ごみは月曜日と金曜日に出します。", False),
        (NOTICE, "退職は1か月前までに届け出る必要があります。", True),
        (NOTICE, "退職は1年前までに届け出る必要があります。", False),
    ],
)
def test_another_day_period_or_unit_is_not_verified(passage: str, statement: str, verified: bool) -> None:
    assert supports_claim(passage, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("passage", "statement", "verified"),
    [
        (POOL, "小学生は200円です。", True),
        (POOL, "小学生の料金は200円です。", True),
        (POOL, "小学生は300円です。", False),
        (POOL, "責任者は田中さんです。", True),
        (POOL, "責任者は鈴木さんです。", False),
        (POOL, "火曜日は休館です。", True),
        (POOL, "月曜日は休館です。", False),
        (POOL, "火曜日は開館します。", False),
        (LIBRARY, "副馆长是陈强。", True),
        (LIBRARY, "馆长是陈强。", False),
        (LIBRARY, "退休人员免费。", True),
        (LIBRARY, "学生证免费。", False),
        (LIBRARY, "周一闭馆。", True),
        (LIBRARY, "周二闭馆。", False),
        (HALL, "수건은 무료입니다.", True),
        (HALL, "사물함은 무료입니다.", False),
        (HALL, "관장은 박민수입니다.", True),
        (HALL, "관장은 이영희입니다.", False),
        (HALL, "월요일은 휴관입니다.", True),
        (HALL, "화요일은 휴관입니다.", False),
    ],
)
def test_a_statement_about_another_topic_is_not_verified(passage: str, statement: str, verified: bool) -> None:
    assert supports_claim(passage, statement) is verified
