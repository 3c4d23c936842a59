"""Questions in French, Spanish, Italian and Portuguese."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.questions.question_language import question_language
from tests.models.test_extractive import ask

MOREAU = (
    "Julien Moreau habite à Lyon depuis dix ans. Il aime le cyclisme. L'entreprise Solara vend des panneaux solaires "
    "dans toute la France. Elle a été fondée par Claire Dubois."
)
MUSEE = (
    "Le musée est ouvert du mardi au dimanche de 10 h à 18 h. L'entrée coûte 12 euros. Le siège de l'association est "
    "à Bordeaux. Le musée a été fondé en 1923. Téléphone : 05 56 01 02 03. Courriel : contact@musee.example. "
    "Le directeur est Paul Lefèvre, âgé de 52 ans."
)
RUIZ = (
    "Ana Ruiz vive en Sevilla con su familia. La empresa Lumina fabrica lámparas de vidrio. "
    "La sede de Lumina está en Valencia."
)
ALQUILER = (
    "El alquiler mensual es de 850 euros. El contrato dura dos años. El arrendador es Luis Gómez, de 61 años, teléfono "
    "954 123 456."
)
BIANCHI = "Marco Bianchi abita a Torino. La ditta Fiordaliso produce biciclette elettriche e le vende in tutta Europa."
CORSO = (
    "Il corso dura sei mesi e costa 900 euro. La sede della scuola è a Bologna. Il direttore è Carlo Neri e ha 48 anni."
)
SOUSA = "Rita Sousa mora no Porto. A empresa Marelua vende conservas de peixe em toda a Europa."
LOJA = "A loja abre às 9 horas e fecha às 19 horas. A entrega custa 4 euros. A gerente chama-se Marta Dias."
TABLE = "| Nom | Poste | Bureau |\n|---|---|---|\n| Anne Petit | Comptable | Lille |\n| Marc Roux | Pilote | Nantes |\n"


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (MOREAU, "Quelle est la profession de Julien Moreau ?"),
        (MOREAU, "Quel âge a Julien Moreau ?"),
        (MOREAU, "Quel est le numéro de téléphone de Julien Moreau ?"),
        (MOREAU, "Combien coûte un panneau solaire ?"),
        (MOREAU, "Où se trouve le siège de Solara ?"),
        (MOREAU, "Quand Julien Moreau est-il né ?"),
        (MUSEE, "Quel est le salaire du directeur ?"),
        (TABLE, "Quel âge a Anne Petit ?"),
        (TABLE, "Quel est le numéro de téléphone d'Anne Petit ?"),
        (RUIZ, "¿Cuál es el salario de Ana Ruiz?"),
        (RUIZ, "¿Cuál es el teléfono de Ana Ruiz?"),
        (RUIZ, "¿Cuánto cuesta una lámpara?"),
        (RUIZ, "¿Quién fundó Lumina?"),
        (ALQUILER, "¿Dónde vive el arrendador?"),
        (BIANCHI, "Qual è la professione di Marco Bianchi?"),
        (BIANCHI, "Quanto guadagna Marco Bianchi?"),
        (BIANCHI, "Dov'è la sede di Fiordaliso?"),
        (CORSO, "Quanto costa il libro?"),
        (SOUSA, "Qual é a profissão de Rita Sousa?"),
        (SOUSA, "Quem fundou a Marelua?"),
        (LOJA, "Onde fica a loja?"),
        (LOJA, "Qual é o e-mail da loja?"),
    ],
)
async def test_a_sentence_with_only_the_name_does_not_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (MOREAU, "Où habite Julien Moreau ?", "à Lyon"),
        (MOREAU, "Qui a fondé Solara ?", "Claire Dubois"),
        (MUSEE, "Combien coûte l'entrée ?", "12 euros"),
        (MUSEE, "Quels sont les horaires du musée ?", "10 h"),
        (MUSEE, "Quel est le numéro de téléphone du musée ?", "05 56"),
        (MUSEE, "Où est le siège de l'association ?", "Bordeaux"),
        (MUSEE, "Quel âge a le directeur ?", "52 ans"),
        (TABLE, "Quel est le poste de Marc Roux ?", "Pilote"),
        (RUIZ, "¿Dónde está la sede de Lumina?", "Valencia"),
        (ALQUILER, "¿Cuánto cuesta el alquiler?", "850 euros"),
        (ALQUILER, "¿Cuánto dura el contrato?", "dos años"),
        (ALQUILER, "¿Cuántos años tiene el arrendador?", "61 años"),
        (BIANCHI, "Dove abita Marco Bianchi?", "Torino"),
        (CORSO, "Qual è il prezzo del corso?", "900 euro"),
        (CORSO, "Quanti anni ha il direttore?", "48 anni"),
        ("La caution est rendue après le départ.", "Quand la caution est-elle rendue ?", "après le départ"),
        ("Gli adulti pagano dodici euro.", "Quanto paga un adulto?", "dodici euro"),
        (SOUSA, "Onde mora Rita Sousa?", "Porto"),
        (LOJA, "Quanto custa a entrega?", "4 euros"),
        (LOJA, "A que horas fecha a loja?", "19 horas"),
    ],
)
async def test_a_sentence_of_the_kind_that_is_asked_for_answers(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What is the rent?", "en"),
        ("Wie hoch ist die Miete?", "de"),
        ("Combien coûte le loyer ?", "fr"),
        ("¿Cuánto cuesta el alquiler?", "es"),
        ("Quanto costa l'affitto?", "it"),
        ("Quanto custa a renda?", "pt"),
        ("Hoeveel kost het kantoor?", "nl"),
        ("Ile kosztuje czynsz?", "pl"),
        ("Is there a de facto minimum?", None),
        ("Fasse das Dokument zusammen.", "de"),
        ("Résume le document.", "fr"),
        ("Pouvez-vous résumer ce contrat ?", "fr"),
        ("Resume este documento.", "es"),
        ("Compara los dos contratos.", "es"),
        ("Riassumi il documento.", "it"),
        ("Por favor, resuma o contrato.", "pt"),
        ("Vat het document samen.", "nl"),
        ("Wat staat er in het contract over opzegging?", "nl"),
        ("Compare the two contracts.", "en"),
        ("VAT of the invoice", None),
        ("Prix total ?", "fr"),
        ("horario piscina", "es"),
        ("Affitto mensile?", "it"),
        ("Meus documentos", "pt"),
        ("Huur bedrag?", "nl"),
        ("Miete?", "de"),
        ("Contract date?", None),
        ("What does 'Wie hoch ist die Miete' mean?", "en"),
        ("What is meant by “das ist der Vertrag und die Miete”?", "en"),
    ],
)
def test_the_language_of_a_question_is_told_by_its_own_words(question: str, language: str | None) -> None:
    assert question_language(question) in (language, "en" if language is None else language)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("question", "refusal"),
    [
        ("What is the rent of the tower?", "The documents do not contain an answer to this."),
        ("Wie hoch ist die Miete?", "Die Dokumente enthalten keine Antwort auf diese Frage."),
        ("Wie teuer?", "Die Dokumente enthalten keine Antwort auf diese Frage."),
        ("Was tun bei Zahnweh?", "Die Dokumente enthalten keine Antwort auf diese Frage."),
        ("wogegen hilft das", "Die Dokumente enthalten keine Antwort auf diese Frage."),
        ("Quel est le loyer de la tour ?", "Les documents ne contiennent pas de réponse à cette question."),
        ("¿Cuál es el alquiler de la torre?", "Los documentos no contienen ninguna respuesta a esta pregunta."),
        ("¿Hay gimnasio?", "Los documentos no contienen ninguna respuesta a esta pregunta."),
        ("Qual è l'affitto della torre?", "I documenti non contengono una risposta a questa domanda."),
        ("Qual é a renda da torre?", "Os documentos não contêm uma resposta a esta pergunta."),
        ("Hoeveel huur kost de toren?", "De documenten bevatten geen antwoord op deze vraag."),
        ("Ile kosztuje czynsz za wieżę?", "Dokumenty nie zawierają odpowiedzi na to pytanie."),
    ],
)
async def test_a_refusal_is_in_the_language_of_the_question(question: str, refusal: str) -> None:
    said = await ask(question, {"note.txt": "Goats eat grass and sleep at night."})
    assert said == refusal
    assert NOT_IN_DOCUMENTS.begins(said)
