"""Plain questions whose answer has another form of their words, without a model."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

CLASSES = "Class | Day | Time | Trainer\nPilates | Thursday | 17:15 | Ruth\nYoga | Monday | 18:00 | Sam\n"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("The tenant of the studio is Brightwater Pottery.", "Who rents the studio?", "Brightwater Pottery"),
        (CLASSES, "Who teaches Pilates?", "Ruth"),
        ("The budget was approved by the governors on 2 February.", "Who approved the budget?", "the governors"),
        ("Vermieterin der Wohnung ist Frau Hildegard Baumann.", "Wer vermietet die Wohnung?", "Hildegard Baumann"),
        ("As of December 31, 2023, we employed 7,292 people.", "How many employees are there?", "7,292"),
        ("The cake serves 12.", "How many people does the cake feed?", "12"),
        ("The key to the boathouse is with the caretaker.", "Who has the key to the boathouse?", "the caretaker"),
        ("Repairs are the landlord's responsibility.", "Who does the repairs?", "landlord"),
        ("Die Reparaturen macht der Hausmeister.", "Wer macht die Reparaturen?", "Hausmeister"),
        (
            "Den Schlüssel zum Vereinshaus hat die Kassenwartin.",
            "Wer hat den Schlüssel zum Vereinshaus?",
            "Kassenwartin",
        ),
        ("The bell tower dates from 1412.", "How old is the bell tower?", "1412"),
        ("Bake the cake at 180 °C for 40 minutes.", "How hot must the oven be for the cake?", "180 °C"),
        ("Net total  2,060.00\nVAT 20%  412.00\nTotal  2,472.00\n", "How much is the total?", "2,472.00"),
        ("There are now 43 names on the waiting list.", "How many people are on the waiting list?", "43"),
        ("Ann Lee is in charge of the cake stall. It opens at ten.", "Who looks after the cakes?", "Ann Lee"),
        ("Head office is in Leeds. Managing director since 2015 is Ann Lee.", "Who runs the company?", "Ann Lee"),
        ("The bridge is nineteen days behind plan.", "How far behind plan is the bridge?", "nineteen days"),
        ("The line is 4.7 kilometres long. It took two years.", "How long is the line in km?", "4.7"),
        ("In 2023 the firm turned over 58 million euros.", "What was the turnover in 2023?", "58 million"),
        ("Tracking study\n\nThe work was paid for by the Lee Trust.", "Who paid for the study?", "Lee Trust"),
        ("No | Player | Goals\n1 | Kim | 0\n7 | Lou | 12\n", "How many goals has number 7?", "12"),
        ("The padlock code is 4711.", "What is the padlock code?", "4711"),
        ("In an emergency dial 0161 496 0999. We open at nine.", "What number do I call?", "0161 496 0999"),
        ("Opening hours\n\nNovember to March: 10 am to 4 pm", "When are you open in January?", "10 am to 4 pm"),
        ("Power supply: 230 V\nSound level: 45 dB", "How loud is it?", "45 dB"),
        ("Minutes taken by Jo Park.", "Who wrote the minutes?", "Jo Park"),
        ("**Agence :** Cap Ouest – votre conseillère : Ada Roy", "Qui est notre conseillère à l'agence ?", "Ada Roy"),
        ("Départ d'Angers en train à 9 h 12, arrivée à 11 h 40.", "À quelle heure part le train d'Angers ?", "9 h 12"),
        ("Aviso\n\nLa concejala de Obras, Pilar Gil", "¿Quién es la concejala de Obras?", "Pilar Gil"),
        ("Hay un aparcamiento gratuito en la plaza.", "¿Dónde puedo aparcar gratis?", "en la plaza"),
        ("We operate 69 distribution centres.", "How many distribution centers are operated?", "69"),
        ("The census was run by the Coast Institute.", "Who conducted the census?", "Coast Institute"),
        ("Cake: three tiers, collected by aunt Jo on Friday.", "Who picks up the cake?", "aunt Jo"),
        ("Laboratory: Fridays, led by Tom Wilk", "Who runs the lab?", "Tom Wilk"),
        ("Landlord: Ada Nye, 4 Pier Row\n\nThe tenant may not sublet the flat.", "Who owns the flat?", "Ada Nye"),
        ("Der Chor probt montags. Geleitet wird er von Frau Roy.", "Wer leitet den Chor?", "Frau Roy"),
        ("Working from home is possible on two days a week.", "Can I work from home?", "possible"),
        ("Ein Handtuch ist Pflicht. Der Kurs dauert eine Stunde.", "Muss ich ein Handtuch mitbringen?", "Pflicht"),
        ("Whoever brings an own cup pays ten cents less.", "Is there a discount for my own cup?", "ten cents less"),
        ("- Private car: 0.32 euros per kilometre.\n- Hotels: 90 euros.", "What is the mileage rate?", "0.32 euros"),
        ("Sales rose in the north and fell in repairs.", "In which department did sales fall?", "repairs"),
        ("The tenancy begins on 1 May. The flat is on the first floor.", "When can I move in?", "1 May"),
        ("Dear Tom,\n\nthe boiler is fixed.\n\nYours sincerely,\nAnn Lee", "Who signed the letter?", "Ann Lee"),
        ("Hallo Kim,\n\nder Raum ist gebucht.\n\nViele Grüße\nUlf Bach", "Wer hat den Brief geschrieben?", "Ulf"),
    ],
)
async def test_a_plain_question_finds_the_answer_in_other_words(text: str, question: str, answer: str) -> None:
    assert answer in await ask(question, {"note.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The tenant of the studio pays 900 euros.", "Who rents the garage?"),
        (CLASSES, "Who teaches judo?"),
        ("All repairs carry a six-month guarantee.", "Who carried out the repairs?"),
        ("The key to the boathouse hangs behind the door.", "Who has the key to the boathouse?"),
        ("The jetty was closed on 3 May. It is in Hull.", "Who closed the jetty?"),
        ("Der Schlüssel zum Vereinshaus hängt im Büro.", "Wer hat den Schlüssel zum Vereinshaus?"),
        ("Das Vereinshaus wurde 1987 gebaut.", "Wer hat das Vereinshaus gebaut?"),
        ("Auf alle Reparaturen gibt es zwei Jahre Garantie.", "Wer macht die Reparaturen?"),
        ("The budget was approved on 2 February.", "Who audited the budget?"),
        ("The bell tower is 40 metres high.", "How old is the bell tower?"),
        (
            "The rent is 850 pounds a month. The tenant pays a deposit of 1,650 pounds.",
            "How much is the rent per year?",
        ),
        ("The hand stays numb for four hours after the operation.", "What is the success rate of the operation?"),
        ("The padlock code will be changed on 1 June.", "What is the new padlock code?"),
        ("Company profile\n\nIn 2023 the firm turned over 58 million.", "What profit did the firm make in 2023?"),
        ("Mean foraging range was 3.8 hectares for hedgehogs.", "foraging range of badgers"),
        ("The head office is in Leeds.", "Who runs the company?"),
        ("The line took two years to build.", "How long is the line in km?"),
        ("The cake is cut in slices.", "How many people does the cake feed?"),
    ],
)
async def test_what_the_text_does_not_say_is_refused(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"note.txt": text}))
