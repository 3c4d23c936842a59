"""Without a model, a question for what something is, is answered by the sentence that defines it."""

import pytest

from tests.models.test_extractive import ask

TENANCY = """\
Wer eine Wohnung bezieht, kann das als Hauptmieter oder als Untermieter tun. Ein Zimmer mietet der Untermieter vom
Hauptmieter. Hauptmieter ist derjenige, der eine Wohnung direkt vom Vermieter mietet. Sind Sie selbst Hauptmieter, sind
Sie Vertragspartner.
"""
WORK = """\
La réversibilité du télétravail est garantie. Le forfait télétravail est exonéré de cotisations. Le télétravail est
organisé à domicile. Le télétravail désigne toute forme d'organisation où les fonctions sont exercées hors des locaux.
"""
STATUTES = """\
El socio paga una cuota. La condición de socio se pierde por baja. Un socio es una persona que participa en la
asociación. El socio es admitido por la junta.
"""
SERVICE = """\
Пользуясь Vesta Plus, вы соглашаетесь с такой передачей. Мы можем так изменить условия. Vesta Plus — услуга подписки для
читателей. Такую услугу можно отменить.
"""
DEPOSIT = """\
Kaucja jest zwracana po miesiącu. Najemca wpłaca kaucję przelewem. Kaucja to kwota, którą najemca wpłaca przed
wprowadzeniem się.
"""
RENTED = """\
A deposit is paid by the tenant. The deposit is kept for two months. An annex is attached. The annex is a list of the
rooms. The word "deposit" means a sum that secures the rent.
"""
MODEL = "公司称，KNM还可以帮你规划路线。这款名为KNM（可训练模型）的系统可以阅读家谱。公司希望KNM可以推动行业。"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            TENANCY,
            "Was ist ein Hauptmieter?",
            "Hauptmieter ist derjenige, der eine Wohnung direkt vom Vermieter mietet. [1]",
        ),
        (
            WORK,
            "Qu'est-ce que le télétravail ?",
            "Le télétravail désigne toute forme d'organisation où les fonctions sont exercées hors des locaux. [1]",
        ),
        (STATUTES, "¿Qué es un socio?", "Un socio es una persona que participa en la asociación. [1]"),
        (SERVICE, "Что такое Vesta Plus?", "Vesta Plus — услуга подписки для читателей. [1]"),
        (DEPOSIT, "Co to jest kaucja?", "Kaucja to kwota, którą najemca wpłaca przed wprowadzeniem się. [1]"),
        (RENTED, "What is a deposit?", 'The word "deposit" means a sum that secures the rent. [1]'),
        (RENTED, "What is the annex?", "The annex is a list of the rooms. [1]"),
        (MODEL, "KNM是什么？", "这款名为KNM（可训练模型）的系统可以阅读家谱。 [1]"),
    ],
)
async def test_a_definition_is_quoted_alone(document: str, question: str, answer: str) -> None:
    assert await ask(question, {"text.txt": document}) == answer


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            "Il servizio di alias dei numeri di telefono è attivo solo in Italia. Si possono creare 50 alias email.",
            "Dove è attivo il servizio di alias dei numeri di telefono?",
            "solo in Italia",
        ),
        (
            "Il servizio di alias dei numeri di telefono è attivo solo in Italia. Si possono creare 50 alias email.",
            "Quanti alias email si possono creare?",
            "50 alias",
        ),
        (
            "The phone number masking service is available in Norway only. It is run by Bandwidth.",
            "Where is the phone number masking service available?",
            "in Norway only",
        ),
    ],
)
async def test_a_question_about_telephone_numbers_asks_for_none(document: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"text.txt": document})
