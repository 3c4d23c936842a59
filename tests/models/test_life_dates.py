"""Without a model, the dates and places of a life are found in the brackets after a name, as articles write them."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.verification.claims import supports_claim
from tests.models.test_extractive import ask

ENGLISH = """\
# Edda Falk

**Edda Maria Falk** (3 May 1871, Visby – 19 June 1940, Turku) was a Finnish painter of ships. Her studio, which the town
bought in 1981 on the hundred and tenth anniversary of her birth, is a museum.
"""
MAYOR = "Nils Falk (1902–1905) was mayor of Visby. He collected coins of silver and gave them to the town.\n"
GERMAN = """\
Karl Brenner (* 9. April 1804 in Ulm; † 2. Mai 1861 in Graz) war ein Baumeister. Er errichtete die Alte Brücke, die im
Jahr 1998 saniert wurde.
"""


@pytest.mark.req("AN-07", "AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (ENGLISH, "When was Edda Falk born?", "3 May 1871"),
        (ENGLISH, "When did Edda Falk die?", "19 June 1940"),
        (ENGLISH, "Where was Edda Falk born?", "Visby"),
        (GERMAN, "Wann wurde Karl Brenner geboren?", "9. April 1804"),
        (GERMAN, "Wo ist Karl Brenner gestorben?", "Graz"),
    ],
)
async def test_a_birth_and_a_death_are_found(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"life.md": text})


@pytest.mark.req("AN-07")
async def test_a_term_of_office_is_no_life() -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask("When was Nils Falk born?", {"life.md": MAYOR}))


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Edda Falk was born in Visby in 1871. She died on 19 June 1940 in Turku.", "Falk died in 1940."),
        (ENGLISH, "Edda Falk died in Turku."),
        (ENGLISH, "Edda Falk was born on 3 May 1871."),
    ],
)
def test_statements_about_them_are_verified(text: str, statement: str) -> None:
    assert supports_claim(text, statement)


@pytest.mark.req("BX-01", "AN-05")
def test_the_year_of_a_death_is_none_of_a_birth() -> None:
    assert not supports_claim(ENGLISH, "Edda Falk was born in 1940.")
