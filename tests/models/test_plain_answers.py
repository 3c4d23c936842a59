"""Plain questions about plain sentences, without a model: figures in words, times, colours and dates."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The fee is 9.", "What is the fee?"),
        ("The fee is nine euros.", "What is the fee?"),
        ("The price is 12.", "What is the price?"),
        ("Die Gebühr beträgt neun Euro.", "Wie hoch ist die Gebühr?"),
        ("The meeting starts at ten.", "When does the meeting start?"),
        ("Die Sitzung beginnt um zehn.", "Wann beginnt die Sitzung?"),
        ("Breakfast is from seven to ten.", "When is breakfast?"),
        ("The bus leaves at half past six.", "What time does the bus leave?"),
        ("The invoice is due upon receipt.", "When is the invoice due?"),
        ("Die Rechnung ist bei Erhalt fällig.", "Wann ist die Rechnung fällig?"),
        ("There are twelve employees.", "How many employees are there?"),
        ("The room holds thirty people.", "How many people does the room hold?"),
        ("Es gibt zwanzig Angestellte.", "Wie viele Angestellte gibt es?"),
        ("The trip takes a week.", "How long does the trip take?"),
        ("Die Reise dauert eine Woche.", "Wie lange dauert die Reise?"),
        ("Our guide Ann is thirty.", "How old is Ann?"),
        ("The lease runs until 31 December 2027.", "When does the lease expire?"),
        ("Delivered,2026-03-04,12", "What was delivered on 4 March 2026?"),
        ("The red car costs 900 euros.", "How much does the red car cost?"),
        ("The north gate closes at six. The south gate closes at nine.", "When does the south gate close?"),
        ("Le musée ouvre à neuf heures.", "Quand ouvre le musée ?"),
        ("El museo abre a las nueve.", "¿A qué hora abre el museo?"),
        ("Il museo apre alle nove.", "A che ora apre il museo?"),
        ("Il tetto è nuovo e rosso.", "Di che colore è il tetto?"),
        ("La voiture est bleue.", "De quelle couleur est la voiture ?"),
        ("A casa é branca.", "De que cor é a casa?"),
        ("Le chantier coûte 4 millions d'euros.", "Combien coûte le chantier ?"),
        ("Der Weg ist anderthalb Kilometer lang.", "Wie lang ist der Weg?"),
        ("Im Werk arbeiten rund 1.200 Beschäftigte.", "Wie viele Menschen arbeiten im Werk?"),
        ("The fee is waived for students.", "How much do students pay?"),
        ("The office closes between Christmas and New Year.", "When is the office closed?"),
        ("The discount amounts to a quarter of the price.", "How high is the discount?"),
        ("Der Rabatt beträgt ein Viertel des Preises.", "Wie hoch ist der Rabatt?"),
        ("Die Datensicherung erfolgt nächtlich.", "Wie oft erfolgt die Datensicherung?"),
        ("The chair is elected by a simple majority.", "What majority is needed to elect the chair?"),
        ("We used a linear model.", "Which model was used?"),
        ("Dr Mary Hope heads the laboratory.", "Who is in charge of the laboratory?"),
        ("Payment is possible by card or in cash.", "What payment methods are accepted?"),
        ("The battery lasts eight hours.", "What is the battery life?"),
        ("The factory in Leeds was sold to Brinkmann AG.", "Who bought the factory in Leeds?"),
        ("The river is 120 km long.", "What is the length of the river?"),
        ("We interviewed 40 nurses.", "How many people were interviewed?"),
        ("The warranty is void if the seal is broken.", "When is the warranty void?"),
        ("Der Vertrag endet im Mai 2026.", "Bis wann läuft der Vertrag?"),
        ("Der Eintritt ist frei.", "Was kostet der Eintritt?"),
        ("Kinder zahlen die Hälfte.", "Wie viel zahlen Kinder?"),
        ("Der Verein wurde 1988 gegründet.", "Wie alt ist der Verein?"),
        ("Der Jahresbeitrag beträgt 40 Euro.", "Was kostet die Mitgliedschaft?"),
        ("Der Turm ist 120 Meter hoch.", "Welche Höhe hat der Turm?"),
        ("Der Austritt ist zum Jahresende möglich.", "Wann ist der Austritt möglich?"),
        ("The loan bears interest at 4 % per year.", "What is the interest rate?"),
        ("The buyer bears the transport costs.", "Who pays for transport?"),
        ("The castle dates from the 12th century.", "How old is the castle?"),
        ("Error 42 means that the disk is full.", "Why do I get error 42?"),
        ("The bird flew to the sea to find its mother.", "Why did the bird fly to the sea?"),
        ("Children under eight must not use the appliance.", "From what age can children use the appliance?"),
        ("Hauptursache der Verspätungen war Schnee.", "Warum gab es Verspätungen?"),
        ("Das Darlehen wird mit 4 % verzinst.", "Wie hoch ist der Zinssatz?"),
        ("Die Transportkosten trägt der Käufer.", "Wer zahlt den Transport?"),
        ("Die Burg stammt aus dem zwölften Jahrhundert.", "Wann wurde die Burg gebaut?"),
        ("Der Wolf fraß die Ziege.", "Wer hat die Ziege gefressen?"),
        ("Le château date du XIIe siècle.", "De quand date le château ?"),
        ("O museu fecha às segundas-feiras.", "Quando fecha o museu?"),
        ("Museet är stängt på måndagar.", "När är museet stängt?"),
        ("Музей закрыт по понедельникам.", "Когда закрыт музей?"),
    ],
)
async def test_a_plain_sentence_answers(text: str, question: str) -> None:
    answer = (await ask(question, {"note.txt": text})).removesuffix(" [1]")
    assert answer == text.rsplit(". ", maxsplit=1)[-1]


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The red car costs 900 euros. The blue car is old.", "How much does the blue car cost?"),
        ("The north gate closes at six.", "When does the south gate close?"),
        ("The fee is high.", "What is the fee?"),
        ("The meeting starts at ten per cent of capacity.", "When does the meeting start?"),
        ("The trip is long.", "How long does the trip take?"),
        ("There are many employees.", "How many employees are there?"),
        ("Il tetto è nuovo.", "Di che colore è il tetto?"),
        ("La voiture est neuve.", "De quelle couleur est la voiture ?"),
        ("El coche es nuevo.", "¿De qué color es el coche?"),
    ],
)
async def test_a_sentence_without_what_is_asked_does_not_answer(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))
