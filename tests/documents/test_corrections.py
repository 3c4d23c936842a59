"""The spelling of questions: which words are corrected, and to which."""

from collections.abc import Sequence

import pytest

from orc.documents.search.corrections import Spelling
from orc.documents.search.synonyms import Synonyms

LEASE = (
    "The landlord is Alba Properties. The tenant, represented by Mr Lindqvist, pays a deposit of 3,000 euros. The "
    "kitchen may be used by all. Contract no. AX-17, colour of the door: green."
)
MIETE = "Die Vermieterin ist Frau Larson. Die Kündigungsfrist beträgt drei Monate, die Kaution 900 Euro."


def corrected(question: str, text: str = LEASE, languages: Sequence[str] = ("en",)) -> str:
    return Spelling(question, languages, Synonyms({"churnrate": ["customers lost"]})).corrected([text])


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "meant"),
    [
        ("Who is the landord?", LEASE, "Who is the landlord?"),
        ("Who is the lanldord?", LEASE, "Who is the landlord?"),
        ("Who is the lamdlord?", LEASE, "Who is the landlord?"),
        ("Can I use the kittchen?", LEASE, "Can I use the kitchen?"),
        ("Who represents the tennant", LEASE, "Who represents the tenant"),
        ("Who is Mr Lidnqvist?", LEASE, "Who is Mr Lindqvist?"),
        ("What is the adress?", LEASE, "What is the address?"),
        ("How much is the insurrance?", LEASE, "How much is the insurance?"),
        ("Wie hoch ist die Kautoin?", MIETE, "Wie hoch ist die Kaution?"),
        ("wer ist die vermeiterin", MIETE, "wer ist die vermieterin"),
        ("Quel est le montant du loyre ?", "Le loyer est de 700 euros.", "Quel est le montant du loyer ?"),
        ("Hoeveel is de huru?", "De huur is 700 euro.", "Hoeveel is de huur?"),
        ("Qual é o valor do alguel?", "O aluguel é de 700 reais.", "Qual é o valor do aluguel?"),
    ],
)
def test_a_misspelt_word_is_corrected(question: str, text: str, meant: str) -> None:
    assert corrected(question, text) == meant


@pytest.mark.req("AN-07", "AN-09")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who is the lawyer?", "The layer of paint is 2 mm."),  # a word, though the text has a similar one
        ("Was kostet die Warnung?", "Die Wartung kostet 90 Euro."),
        ("Wer ist der Betriebsarzt?", "Die Betriebsart ist Dauerlauf."),
        ("Who is Anna Jansen?", "Anna Hansen is the landlord."),  # a name that is another one
        ("Wer ist Frau Larsen?", MIETE),
        ("What is the colour of the roof?", LEASE),
        ("What is the color of the door?", LEASE),
        ("Who analysed the organisation's traveller data?", LEASE),
        ("Where is ARPNET?", "ARPANET was a network."),
        ("What is AX-71?", LEASE),
        ("Open lanldord.txt", LEASE),
        ("Write to lanldord@alba.example", LEASE),
        ("What is a kolmogorov smirnov kruskal wallis kurtosis homoscedasticity test?", LEASE),
        ("What was the churnrate?", "The churn rate was 4 per cent."),  # a term with synonyms
        ("Is there wifi?", "His wife is there."),
        ("Kuinka paljon on vuokra?", "The vuokri is high."),  # a language without a dictionary
        ("¿Cuánto cuesta el alqiler?", "El alquiler es de 700 euros."),
    ],
)
def test_a_word_that_may_be_meant_stays(question: str, text: str) -> None:
    assert corrected(question, text, languages=()) == question


@pytest.mark.req("AN-09")
def test_a_question_without_signs_of_its_language_is_in_that_of_the_documents() -> None:
    assert corrected("lanldord", languages=("en",)) == "landlord"
    assert corrected("lanldord", languages=()) == "lanldord"
    assert corrected("lanldord", languages=("fi",)) == "lanldord"
