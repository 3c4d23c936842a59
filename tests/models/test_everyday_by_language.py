"""Easy paraphrases in French, Spanish, Italian, Portuguese and Dutch, without a model, and what they must not find."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.questions.question import Question
from tests.models.test_extractive import ask

ATELIER = (
    "Atelier de poterie Terre Vive\n\n"
    "Les séances débutent le 14 septembre et se terminent le 20 juin. La formatrice est Inès Carvalho. "
    "Le tarif est de 210 euros par trimestre. Les adhésions se font avant le 30 août au secrétariat. "
    "Les pièces non retirées sont gardées trois semaines. Un tablier est obligatoire. "
    "L'association est présidée par Luc Ferrand.\n\n"
    "En cas d'empêchement, il faut avertir le secrétariat au 04 79 00 11 22. "
    "Les désistements sont possibles jusqu'à dix jours avant le début."
)
PISCINA = (
    "Piscina municipal de Valdeflores\n\n"
    "La temporada comienza el 10 de junio y finaliza el 8 de septiembre. El monitor es Iván Robles. "
    "El abono mensual vale 28 euros. La inscripción se tramita en la oficina hasta el 1 de junio. "
    "Los objetos extraviados se conservan quince días. El gorro es imprescindible. "
    "Los menores de cuatro años entran sin coste."
)
CORO = (
    "Coro polifonico di Castelverde\n\n"
    "Le prove cominciano il 6 ottobre e terminano il 30 maggio. La docente è Marta Belli. "
    "La quota annuale è di 90 euro. Ci si iscrive in segreteria entro il 25 settembre. "
    "Gli spartiti si restituiscono alla fine dell'anno. È richiesta la puntualità. "
    "I farmaci scaduti vanno portati in farmacia."
)
BIBLIOTECA = (
    "Oficina de leitura de Vila Nova\n\n"
    "As sessões iniciam a 3 de outubro e terminam a 12 de junho. A formadora é Teresa Lopo. "
    "A mensalidade é de 15 euros. A inscrição faz-se na secretaria até 20 de setembro. "
    "Os livros podem ser devolvidos ao balcão. É obrigatório um caderno."
)
BAAN = (
    "Vacature kok bij De Kade\n\n"
    "De functie is voor 24 uur per week. Het loon bedraagt 15,80 euro per uur. Je ontvangt 22 verlofdagen per jaar. "
    "Mail je cv uiterlijk 4 mei naar werk@kade.example. Je hebt een diploma horeca nodig. "
    "De leidinggevende is Joris Kramer. De proefperiode duurt één maand."
)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (ATELIER, "Quand commencent les cours ?", "14 septembre"),
        (ATELIER, "Qui enseigne la poterie ?", "Inès"),
        (ATELIER, "Combien faut-il payer par trimestre ?", "210"),
        (ATELIER, "Quelle est la date limite pour s'inscrire ?", "30 août"),
        (ATELIER, "Combien de temps les pièces sont-elles conservées ?", "trois semaines"),
        (ATELIER, "Jusqu'à quand peut-on annuler ?", "dix jours"),
        (PISCINA, "¿Cuándo empieza la temporada?", "10 de junio"),
        (PISCINA, "¿Quién da clase?", "Iván"),
        (PISCINA, "¿Cuánto tiempo se guardan los objetos perdidos?", "quince días"),
        (PISCINA, "¿Hasta cuándo puedo apuntarme?", "1 de junio"),
        (PISCINA, "¿Qué edad tienen los niños que entran sin pagar?", "cuatro años"),
        (CORO, "Quando iniziano le prove?", "6 ottobre"),
        (CORO, "Chi insegna?", "Marta"),
        (CORO, "Qual è la scadenza per l'iscrizione?", "25 settembre"),
        (CORO, "Dove buttare le vecchie medicine?", "farmacia"),
        (BIBLIOTECA, "Quando começam as sessões?", "3 de outubro"),
        (BIBLIOTECA, "Quem ensina na oficina?", "Teresa"),
        (BIBLIOTECA, "Qual é o prazo para me inscrever?", "20 de setembro"),
        (BAAN, "Hoeveel verdien je?", "15,80"),
        (BAAN, "Hoeveel vrije dagen krijg ik?", "22"),
        (BAAN, "Hoeveel uur per week is de baan?", "24"),
        (BAAN, "Wat is de deadline om te solliciteren?", "4 mei"),
        (BAAN, "Welke opleiding is vereist?", "diploma"),
        (BAAN, "Wie is de baas?", "Joris"),
    ],
)
async def test_an_easy_paraphrase_finds_the_sentence_with_other_words(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


SALONE = (
    "Ambulatorio San Rocco\n\nIl medico è la dottoressa Clara Monti. Riceve il martedì dalle 9 alle 12. "
    "La parete è dipinta di verde. L'infermiere è il signor Bruno Galli."
)
WEKEN = (
    "Cursus fotografie\n\nDe docent is mevrouw Els Bakker.\n\n"
    "| Week | Onderwerp | Lokaal |\n|---|---|---|\n| 1 | Licht | A1 |\n| 2 | Portret | A2 |\n| 3 | Landschap | B1 |\n"
)
PLATOS = (
    "Menú de la semana\n\n| Plato | Calorías | Precio |\n|---|---|---|\n| Paella | 620 | 9 |\n| Fabada | 710 | 8 |\n"
    "| Menestra | 240 | 7 |\n"
)


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (SALONE, "Quando riceve il signor Galli?"),
        (WEKEN, "Wat is het onderwerp van de vijftiende week?"),
        (PLATOS, "¿Cuántas calorías tiene el gazpacho?"),
        (
            "Ingredientes: tres huevos, 200 gramos de harina y sal. Se hornea la tarta media hora.",
            "¿Cuántos huevos lleva el flan?",
        ),
        ("El bizcocho lleva 200 gramos de harina. Se hornea media hora.", "¿Cuánta mantequilla lleva el bizcocho?"),
    ],
)
async def test_a_sentence_about_another_person_or_thing_is_no_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (SALONE, "Quando riceve la dottoressa Monti?", "martedì"),
        (WEKEN, "Wat is het onderwerp van de derde week?", "Landschap"),
        (PLATOS, "¿Cuántas calorías tiene la fabada?", "710"),
        ("El bizcocho lleva 200 gramos de harina. Se hornea media hora.", "¿Cuánta harina lleva el bizcocho?", "200"),
    ],
)
async def test_the_person_or_thing_of_the_question_is_found(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.parametrize(
    ("question", "word", "other"),
    [("Hoeveel verdien je?", "verdien", "loon"), ("Quando iniziano le lezioni?", "inizian", "cominci")],
)
def test_the_synonyms_are_those_of_the_language_of_the_question(question: str, word: str, other: str) -> None:
    assert frozenset((other,)) in Question(question).loose_words[word]
    assert word not in Question(f"What does {word} mean?").loose_words


PHARE = (
    "Phare de Kerlouan\n\nLe phare a été mis en service le 3 mai 1881. La porte est vert pâle. "
    "Les volets sont en bois de chêne. L'architecte Paul Morvan est décédé en 1902. Le site a rouvert en avril 2019."
)
REMEDE = (
    "Notice Doralgine\n\nDoralgine est produit par Laboratoires Velay. Prenez deux gélules chaque jour avant le repas. "
    "Les effets indésirables sont des étourdissements."
)
MUSEO = (
    "Casa museo de Tomás Arce\n\nTomás Arce vino al mundo en Lugo en 1890. Falleció en Vigo en 1961. "
    "La fachada es celeste. Las ventanas son de madera. La junta acordó subir la cuota."
)
VILLA = (
    "Villa Rosselli\n\nLa villa fu inaugurata nel 1904. Il fondatore nacque a Prato. La cupola è azzurra. "
    "Il tetto è in legno. I lavori sono stati rinviati a maggio."
)
MOINHO = (
    "Moinho de Sendim\n\nO moinho foi inaugurado em 1932. O moleiro faleceu em 1970. As velas são azuis. "
    "O telhado é de madeira."
)
MOLEN = (
    "Molen De Hoop\n\nDe molen is gesticht in 1780. De stichter overleed in 1811. De wieken zijn donkerblauw. "
    "Het dak is van hout."
)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (PHARE, "Quand le phare a-t-il ouvert ?", "1881"),
        (REMEDE, "Qui fabrique Doralgine ?", "Velay"),
        (REMEDE, "Combien de comprimés faut-il prendre par jour ?", "deux gélules"),
        (MUSEO, "¿Dónde nació Tomás Arce?", "Lugo"),
        (MUSEO, "¿Cuándo murió Tomás Arce?", "1961"),
        (VILLA, "Quando ha aperto la villa?", "1904"),
        (MOINHO, "Quando morreu o moleiro?", "1970"),
        (MOLEN, "Wanneer stierf de oprichter?", "1811"),
    ],
)
async def test_words_of_leaflets_lives_and_places_are_found_in_other_words(
    text: str, question: str, answer: str
) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (REMEDE, "Que faire en cas de surdosage ?"),
        (MUSEO, "¿Cuándo se casó Tomás Arce?"),
        (VILLA, "Quando è morto il fondatore?"),
        (MOINHO, "Quando nasceu o moleiro?"),
        (MOLEN, "Wanneer is de stichter getrouwd?"),
    ],
)
async def test_what_a_text_does_not_tell_in_any_words_is_not_found(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (PHARE, "Quelle couleur a la porte ?", "vert"),
        (MUSEO, "¿De qué color es la fachada?", "celeste"),
        (VILLA, "Di che colore è la cupola?", "azzurra"),
        (MOINHO, "De que cor são as velas?", "azuis"),
        (MOLEN, "Welke kleur hebben de wieken?", "donkerblauw"),
    ],
)
async def test_a_question_for_a_colour_finds_it(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (PHARE, "Quelle couleur ont les volets ?"),
        (MUSEO, "¿Qué color tienen las ventanas?"),
        (VILLA, "Che colore ha il tetto?"),
        (MOINHO, "Que cor tem o telhado?"),
        (MOLEN, "Wat is de kleur van het dak?"),
    ],
)
async def test_a_material_is_no_answer_to_a_question_for_a_colour(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))
