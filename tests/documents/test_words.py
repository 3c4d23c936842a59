import pytest

from orc.documents.words import content_words


def test_words_meet_whatever_their_form() -> None:
    assert content_words("Companies increased prices") == content_words("the company’s increasing price")
    assert content_words("regulation of a generous donor") == content_words("regulations by generously donors")
    assert content_words("Größe, naïve CAFÉ") == content_words("grösse NAIVE cafe")
    assert content_words("U.S. revenue of 1,250.50") == ["us", "revenu", "1250.5"]


def test_words_without_meaning_are_left_out() -> None:
    assert content_words("What is the of and their?") == []


def test_scripts_without_spaces_come_as_pairs_of_characters() -> None:
    assert content_words("東京タワー") == ["東京", "京タ", "タワ", "ワー"]
    assert content_words("山 is 人口") == ["山", "人口"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("المدينة", "والمدينة"),
        ("عاملين", "العامل"),
        ("أحمد", "احمد"),
        ("краны", "кран"),
        ("рабочих", "рабочий"),
        ("πλοίο", "πλοία"),
        ("किताबें", "किताब"),
        ("adulto", "adulti"),
        ("IŞIK", "ışık"),
        ("הספרייה", "ספריות"),
        ("שבנמל", "נמל"),
        ("ذهب ٢٠١٩", "ذهب 2019"),
        ("१२", "12"),
        ("किताब", "क़िताब"),
        ("یادداشت", "يادداشت"),
        ("informa\u00adtion", "information"),
        ("క్రేన్\u200c", "క్రేన్"),
        ("Łódź", "lodz"),
        ("ＡＢＣ１２", "abc12"),
        ("ọkọ̀ báwo", "oko bawo"),
    ],
)
def test_forms_of_a_word_meet_in_other_scripts_and_languages(one: str, other: str) -> None:
    assert content_words(one) == content_words(other)


def test_accents_that_tell_vietnamese_words_apart_are_kept() -> None:
    assert content_words("bạn mạ") != content_words("bán mả")
