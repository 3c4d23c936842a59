"""Everyday questions in further languages, without a model: other words for what the text says, and what it lacks."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("De borgsom bedraagt 200 euro. De huurprijs is 900 euro per maand.", "Hoe hoog is de borg?"),
        ("De minimumleeftijd is 18 jaar.", "Hoe oud moet je zijn?"),
        ("Honden zijn niet toegestaan.", "Mag ik mijn hond meenemen?"),
        ("Åldersgränsen är 18 år.", "Hur gammal måste man vara?"),
        ("Hundar är inte tillåtna i stugan.", "Får jag ta med min hund?"),
        ("Kaucja wynosi 200 zł.", "Ile wynosi depozyt?"),
        ("Zwierzęta nie są dozwolone.", "Czy można zabrać psa?"),
        ("Залог составляет 2000 рублей.", "Какой депозит?"),
        ("С животными нельзя.", "Можно с собакой?"),
        ("Les animaux ne sont pas admis.", "Puis-je amener mon chien ?"),
        ("No se admiten animales.", "¿Puedo llevar a mi perro?"),
        ("I cani non sono ammessi.", "Posso portare il mio cane?"),
        ("Os animais não são permitidos.", "Posso levar o meu cão?"),
        ("La cauzione è di 1600 euro. L'affitto ammonta a 800 euro.", "A quanto ammonta il deposito?"),
        ("Als Pfand sind 50 Euro zu hinterlegen. Das Rad kostet 9 Euro.", "Wie hoch ist die Kaution?"),
    ],
)
async def test_a_text_answers_in_other_words_of_its_language(text: str, question: str) -> None:
    first = text.split(". ")[0].rstrip(".")
    assert await ask(question, {"note.txt": text}) == f"{first}. [1]"


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "refusal"),
    [
        ("Katten zijn welkom in het huis.", "Mag ik mijn hond meenemen?", "De documenten bevatten geen antwoord"),
        ("Les chats sont admis.", "Puis-je amener mon chien ?", "Les documents ne contiennent pas de réponse"),
        ("Se admiten gatos.", "¿Puedo llevar a mi perro?", "Los documentos no contienen ninguna respuesta"),
        ("Os gatos são permitidos.", "Posso levar o meu cão?", "Os documentos não contêm"),
        ("I gatti sono ammessi.", "Posso portare il mio cane?", "I documenti non contengono una risposta"),
        ("Katter är tillåtna.", "Får jag ta med min hund?", "Dokumenten innehåller inget svar"),
    ],
)
async def test_cats_are_not_dogs_in_any_language(text: str, question: str, refusal: str) -> None:
    said = await ask(question, {"note.txt": text})
    assert NOT_IN_DOCUMENTS.begins(said)
    assert said.startswith(refusal)
