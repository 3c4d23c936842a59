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
    ],
)
async def test_a_definition_is_quoted_alone(document: str, question: str, answer: str) -> None:
    assert await ask(question, {"text.txt": document}) == answer
