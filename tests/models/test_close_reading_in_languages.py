"""Questions in German, Romance, Slavic and other languages whose answer says it in another form, and those whose answer
would be of another kind (D-514, D-527)."""

import pytest

from orc.documents.evidence.passage_sentences import sentences_of_text
from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.questions.further_languages import further_kind
from orc.documents.questions.german import compound_endings, words_in_compounds
from orc.documents.questions.inflections import are_slavic_forms
from orc.documents.questions.kinds import asked_kind
from orc.documents.questions.romance import romance_kind
from orc.documents.text.tokens import content_words
from tests.models.test_extractive import ask

CLUB = """\
# Satzung des Rudervereins Alster

## § 1 Beitritt und Austritt

(1) Der Austritt ist nur zum Monatsende möglich.
    Er ist dem Verein mit einer Frist von drei Wochen zu erklären.

## § 2 Ausschuss

(1) Der Ausschuss besteht aus fünf Mitgliedern. Er entscheidet mit einfacher Mehrheit.

(2) Der Ausschuss wird auf die Dauer von vier Jahren gewählt. Er bleibt im Amt, bis ein neuer Ausschuss gewählt ist.

(3) Je zwei seiner Mitglieder können gemeinsam unterschreiben.

"""
REGLEMENT = """\
# Reglement van de roeiclub

1. Het erelidmaatschap is voor het leven.
2. Ereleden betalen geen bijdrage.
"""
STOWARZYSZENIE = """\
---
title: "Regulamin"
description: "Regulamin klubu wioślarskiego"
---

# Regulamin klubu wioślarskiego

1. Zmiany regulaminu wymagają zgody rady klubu.
2. Studenci są zwolnieni z opłacania składek.
"""
COCINA = """\
# Cocina de casa

## Receta 1: Bizcocho de limón (fácil)

### Ingredientes

- 3 huevos
- 2 limones
- 1 cucharada de sal

### Pasos

1. Precalienta el horno a 170°C.
2. Hornea el bizcocho durante 40 minutos.

## Receta 2: Pollo con verduras

### Ingredientes

- 1 pollo
- 4 zanahorias

### Pasos

1. Hornea a 210°C durante una hora.
2. Agrega tres cucharadas de sal.
"""
GITA = """\
# Una gita al lago

- **Quando andare:** Maggio. Fiori e poca gente.
- **Da evitare:** Agosto. Troppo caldo e parcheggi pieni.
"""
GIKAI = """\
# 議案第7号 図書館条例の改正

>（山田花子館長）

#### 延滞料のうち、市の収入は

延滞料のうち、市の収入になる額は。

令和3年度は42件で8,400円の収入。

図書館の利用申請は年120件程度。

### 討論
なし
"""


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (CLUB, "Wie viele Leute sitzen im Ausschuss?", "fünf Mitgliedern"),
        (CLUB, "Für wie lange wird der Ausschuss gewählt?", "vier Jahren"),
        (REGLEMENT, "Voor hoe lang is men erelid?", "voor het leven"),
        (STOWARZYSZENIE, "Kto może zmienić regulamin?", "rady klubu"),
        (STOWARZYSZENIE, "kto nie płaci składek?", "Studenci"),
        (COCINA, "¿A qué temperatura se hornea el bizcocho?", "170"),
        (COCINA, "¿Cuánta sal lleva el pollo?", "tres cucharadas"),
        (COCINA, "¿Cuáles son los ingredientes de la receta 2?", "4 zanahorias"),
        (GITA, "Perché evitare agosto?", "Troppo caldo"),
        (GIKAI, "延滞料は市の収入になりますか？", "8,400円"),
        (GIKAI, "館長は誰ですか？", "山田花子"),
        (GIKAI, "討論はありましたか？", "なし"),
    ],
)
async def test_the_answer_says_it_in_another_form(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"rules.md": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (CLUB, "Wie viele Mitglieder hat der Verein?"),
        ("Der Vorstand besteht aus der Vorsitzenden und zwei Stellvertretern.\n", "Wer ist die Vorsitzende?"),
        (COCINA, "¿Para cuántas personas es el bizcocho?"),
        (GIKAI, "図書館の利用率は何パーセントですか？"),
        (GIKAI, "延滞料の申請には何日かかりますか？"),
        (GIKAI, "図書館の電話番号は？"),
    ],
)
async def test_an_answer_of_another_kind_is_none(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"rules.md": text}))


@pytest.mark.parametrize(
    ("text", "question", "exception"),
    [
        (
            "Dogs are not allowed in the rooms. However, guide dogs may stay if they are announced.",
            "Are dogs allowed in the rooms?",
            "guide dogs may stay",
        ),
        (
            "O curso não pode ser dispensado. No entanto, a comissão permite um exame no lugar dele.",
            "O curso pode ser dispensado?",
            "permite um exame",
        ),
    ],
)
async def test_a_sentence_that_takes_the_quoted_one_back_is_shown(text: str, question: str, exception: str) -> None:
    assert exception in await ask(question, {"rules.txt": f"{text}\n"})


def test_a_link_to_a_section_of_the_same_document_and_tags_are_no_sentences() -> None:
    text = (
        "# Guide\n\n- [Opening hours](#opening-hours)\n- [Prices](https://example.org/#prices)\n\n</div>\n\nWelcome.\n"
    )
    said = [sentence.text for sentence in sentences_of_text(text)]
    assert said == ["# Guide", "- [Prices](https://example.org/#prices)", "Welcome."]


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("Welche Mehrheit ist nötig?", "mit vier Fünfteln der Stimmen", "die Mehrheit der Stimmen"),
        ("What majority is needed?", "a 2/3 majority of the members", "the majority of the members"),
        ("Welche Kündigungsfrist gilt?", "eine Frist von drei Wochen", "Die Frist beginnt mit der Absendung."),
        ("Wie lange ist man Mitglied?", "auf Lebenszeit", "mit Stimmrecht"),
        ("Ab welchem Betrag gilt das?", "ab € 1.000", "ab drei Stimmen"),
        ("Up to what amount may they sign?", "up to 15% of the reserves", "up to three persons"),
        ("Wann kann man gehen?", "nur zum Geschäftsjahresende", "nur mit Begleitung"),
    ],
)
def test_a_kind_of_answer_is_expected_in_english_and_german(question: str, answer: str, other: str) -> None:
    kind = asked_kind(question)
    assert kind is not None
    assert kind.pattern.search(answer)
    assert not kind.pattern.search(other)


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("À quelle température le servir ?", "Servir à 10 degrés.", "Servir après 10 minutes."),
        ("Jusqu'à quel montant peut-il signer ?", "jusqu'à 500 €", "jusqu'à 3 personnes"),
        ("¿Cuánto tarda el arroz?", "unas dos horas", "dos vasos de agua"),
        ("Con quanto anticipo si prenota?", "3 settimane prima", "3 posti liberi"),
        ("Até que valor pode assinar?", "até 15%", "até 3 pessoas"),
    ],
)
def test_a_kind_of_answer_is_expected_in_romance_languages(question: str, answer: str, other: str) -> None:
    kind = romance_kind(question)
    assert kind is not None
    assert kind.pattern.search(answer)
    assert not kind.pattern.search(other)


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("Tot welk bedrag mag het bestuur tekenen?", "tot 15% van de kas", "tot drie leden"),
        ("Welke temperatuur heeft het water?", "25 graden", "25 meter lang"),
        ("Wanneer moet het worden gemeld?", "ten minste dertig dagen vooraf", "bij het bestuur"),
        ("Voor hoe lang is men lid?", "voor het leven", "met stemrecht"),
        ("Ile zapłacę za pokój?", "220 zł", "220 metrów"),
    ],
)
def test_a_kind_of_answer_is_expected_in_further_languages(question: str, answer: str, other: str) -> None:
    kind = further_kind(question)
    assert kind is not None
    assert kind.pattern.search(answer)
    assert not kind.pattern.search(other)


@pytest.mark.parametrize(
    ("word", "other"),
    [("zmienić", "zmiany"), ("składek", "składka"), ("płaci", "opłacania"), ("członkiem", "członków")],
)
def test_forms_of_a_slavic_word_have_its_consonants(word: str, other: str) -> None:
    (one,), (two,) = content_words(word), content_words(other)
    assert are_slavic_forms(one, two)


@pytest.mark.parametrize(("word", "other"), [("kredyt", "kretyn"), ("procent", "oprocentowanie"), ("zima", "zmiana")])
def test_other_slavic_words_are_no_forms(word: str, other: str) -> None:
    (one,), (two,) = content_words(word), content_words(other)
    assert not are_slavic_forms(one, two)


@pytest.mark.parametrize(
    ("question", "word", "text"),
    [
        ("Wie lange vorher wird eingeladen?", "eingeladen", "die Einladungsfrist beträgt"),
        ("Wer darf die Regeln ändern?", "ändern", "für Regeländerungen"),
        ("Wann darf man austreten?", "austreten", "der Vereinsaustritt"),
    ],
)
def test_the_noun_of_a_german_verb_is_found_in_compounds(question: str, word: str, text: str) -> None:
    (compared,) = content_words(word)
    assert words_in_compounds(compound_endings(question, (compared,)), content_words(text)) == {compared}


PISCINE = (
    "Piscine municipale de Vernon\nLa piscine est ouverte du mardi au vendredi de 12 h à 20 h. Le lundi, elle est "
    "fermée. "
    "On peut emprunter deux planches par personne. La directrice est Claire Masson. Les objets perdus sont gardés "
    "trois "
    "mois. Les enfants de moins de six ans entrent gratuitement. Compte : FR76 1027 8000 0112."
)
CAMPING = (
    "Camping Los Pinos\nDirección: camino del Molino, 7, Lorca\nResponsable: Martín Ochoa\nLa recepción atiende de "
    "lunes a "
    "sábado. Los domingos permanece cerrada. Cada parcela cuesta 24 euros por noche. Se pueden alquilar dos "
    "bicicletas por "
    "familia. Está prohibido el uso del teléfono móvil en la sala. La nómina se abona el último día hábil del mes."
)
VELA = (
    "Corso di vela Onda Lunga\nLa direttrice è Giada Ferri. Il lunedì la scuola è chiusa. Ogni allievo può portare un "
    "ospite. La barca è lunga sei metri. Svuotare il serbatoio quando si accende la spia blu."
)
OFICINA = (
    "Oficina de bicicletas Roda Viva\nLocal: largo da Estação, 12\nO responsável é o Rui Tavares. Ao sábado está "
    "fechada. "
    "Cada cliente pode deixar duas bicicletas. É proibido fumar na oficina. Aceitamos cartões."
)
ZWEMBAD = (
    "Zwembad De Golf\nHet zwembad is open van dinsdag tot en met zaterdag. Op zondag is het gesloten. Per gezin "
    "mogen twee "
    "kluisjes worden gebruikt. De directeur is Henk Bakker. Neem een eigen handdoek mee. Een perceel is 120 vierkante "
    "meter groot. Meester Daan neemt de klas van juf Annelies over. Juf Annelies heeft een zoon gekregen."
)
KLUB = (
    "Klub szachowy Wieża\nKlub jest otwarty od wtorku do piątku. W soboty jest zamknięty. Składka miesięczna wynosi "
    "40 zł. "
    "Każdy członek może wypożyczyć dwie książki. Prezesem klubu jest Marek Wrona. Termin płatności: 10. dzień "
    "miesiąca. "
    "W środy wstęp jest wolny. Zwierzęta nie są wpuszczane."
)
GYM = (
    "Gymmet Styrkan\nGymmet är öppet måndag till fredag. På lördagar är det stängt. Medlemsavgiften är 290 kronor. "
    "Varje "
    "medlem får ta med två gäster. Föreståndare är Lena Holm. Passen leds av Amir Rashid. Bryggan är 40 meter lång. "
    "Vid fel "
    "i duschen ringer du vaktmästaren. Värme och vatten ingår, el betalas för sig. Hyran är 7 850 kronor."
)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (PISCINE, "Est-ce que c'est ouvert le lundi ?", "Le lundi, elle est fermée."),
        (PISCINE, "Qui dirige la piscine ?", "Claire Masson"),
        (PISCINE, "Mon fils de quatre ans doit-il payer ?", "gratuitement"),
        (CAMPING, "¿Está abierta la recepción los domingos?", "Los domingos permanece cerrada."),
        (CAMPING, "¿Quién lleva el camping?", "Martín Ochoa"),
        (CAMPING, "¿Dónde está el camping?", "camino del Molino"),
        (CAMPING, "¿Cuánto cuesta una noche?", "24 euros"),
        (CAMPING, "¿Puedo usar el móvil en la sala?", "prohibido"),
        (CAMPING, "¿Cuándo se paga la nómina?", "último día hábil"),
        (VELA, "La scuola è aperta il lunedì?", "Il lunedì la scuola è chiusa."),
        (VELA, "Quanto è lunga la barca?", "sei metri"),
        (VELA, "Quando devo svuotare il serbatoio?", "spia blu"),
        (OFICINA, "A oficina está aberta ao sábado?", "Ao sábado está fechada."),
        (OFICINA, "Onde fica a oficina?", "largo da Estação"),
        (OFICINA, "Posso pagar com cartão?", "Aceitamos cartões"),
        (ZWEMBAD, "Is het zwembad open op zondag?", "Op zondag is het gesloten."),
        (ZWEMBAD, "Wat moet ik meenemen?", "handdoek"),
        (ZWEMBAD, "Hoe groot is een perceel?", "120 vierkante"),
        (ZWEMBAD, "Wie vervangt juf Annelies?", "Meester Daan"),
        (KLUB, "Czy klub jest otwarty w sobotę?", "W soboty jest zamknięty."),
        (KLUB, "Kto kieruje klubem?", "Marek Wrona"),
        (KLUB, "Do kiedy mam zapłacić?", "10. dzień"),
        (KLUB, "Kiedy wstęp jest darmowy?", "W środy"),
        (KLUB, "Czy mogę przyjść z psem?", "Zwierzęta"),
        (GYM, "Är gymmet öppet på lördag?", "På lördagar är det stängt."),
        (GYM, "Vem leder passen?", "Amir Rashid"),
        (GYM, "Hur lång är bryggan?", "40 meter"),
        (GYM, "Vad gör jag om duschen går sönder?", "vaktmästaren"),
        (GYM, "Ingår värmen i hyran?", "Värme och vatten ingår"),
    ],
)
async def test_a_plain_question_finds_the_sentence_that_says_it(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"rules.txt": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (PISCINE, "Combien de planches a la piscine ?"),
        (PISCINE, "Où se trouve la piscine ?"),
        (PISCINE, "Pourquoi est-ce fermé le lundi ?"),
        (PISCINE, "Quand la piscine a-t-elle été construite ?"),
        (PISCINE, "Quel est le numéro de téléphone ?"),
        (CAMPING, "¿Cuántas bicicletas tiene el camping?"),
        (CAMPING, "¿Cuánto mide una parcela?"),
        (CAMPING, "¿Por qué está cerrada los domingos?"),
        (VELA, "Quanti ospiti ha la scuola?"),
        (VELA, "Quanto pesa la barca?"),
        (OFICINA, "Quantas bicicletas tem a oficina?"),
        (OFICINA, "Porque está fechada ao sábado?"),
        (ZWEMBAD, "Hoeveel kluisjes heeft het zwembad?"),
        (ZWEMBAD, "Waar is het zwembad?"),
        (ZWEMBAD, "Hoe diep is het zwembad?"),
        (KLUB, "Ile książek ma klub?"),
        (KLUB, "Gdzie jest klub?"),
        (KLUB, "Dlaczego klub jest zamknięty w soboty?"),
        (GYM, "Hur många gäster har gymmet?"),
        (GYM, "Hur stort är gymmet?"),
        (GYM, "Varför är det stängt på lördagar?"),
    ],
)
async def test_a_limit_a_time_or_the_fact_itself_is_no_other_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"rules.txt": text}))
