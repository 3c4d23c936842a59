"""Statements about names with words in brackets: each name has its own."""

import pytest

from orc.documents.verification.claims import supports_claim

SHARED = """We share data with companies that work for us: Monetra (payments), Cloudvelt (hosting, in Frankfurt) and \
Mailbird Post (newsletters). The present chair is Kofi Addo (elected in 2024); the treasurer is Ann Lee \
(elected in 2021)."""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    "statement",
    [
        "Monetra handles payments.",
        "Cloudvelt hosts the data in Frankfurt.",
        "Mailbird Post sends the newsletters.",
        "We share data with Monetra and Cloudvelt.",
        "Monetra handles payments and Cloudvelt hosting.",
        "Kofi Addo was elected in 2024.",
    ],
)
def test_a_name_has_the_words_in_its_brackets(statement: str) -> None:
    assert supports_claim(SHARED, statement)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    "statement",
    ["Cloudvelt handles payments.", "Monetra hosts the data.", "Mailbird Post does the hosting in Frankfurt."],
)
def test_a_name_does_not_have_the_words_in_the_brackets_of_another(statement: str) -> None:
    assert not supports_claim(SHARED, statement)
