"""Everyday questions in further languages, without a model: other words for what the text says, and what it lacks."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from orc.documents.questions.question import Question
from tests.models.test_extractive import ask

CAMPING = (
    "Huisreglement van camping De Berk\n\n"
    "De camping is open van april tot oktober. Een staanplaats kost 24 euro per nacht. Honden mogen mee "
    "aan de lijn. De receptie is open van 9 tot 18 uur. De beheerder is Anna de Wit. De borg is 50 euro. "
    "Vertrek vóór 11 uur."
)
STUGA = (
    "Regler för stugan Björkbo\n\n"
    "Stugan har fyra bäddar. Hyran är 1 200 kronor per natt. Incheckning sker från kl. 15 och utcheckning "
    "före kl. 11. Hunden måste hållas kopplad. Ägaren heter Karin Lund. Rökning är förbjuden. "
    "Depositionen är 500 kronor."
)
SOMMERHUS = (
    "Regler for sommerhuset\n\n"
    "Huset har seks sovepladser. Lejen er 900 kroner pr. nat. Ankomst er tidligst kl. 16, og afrejse "
    "senest kl. 10. Hunde er tilladt. Ejeren hedder Lone Holm. Depositummet er 1.000 kroner."
)
PENSJONAT = (
    "Regulamin pensjonatu Pod Lipą\n\n"
    "Doba hotelowa zaczyna się o 14 i kończy o 11. Pokój dwuosobowy kosztuje 220 zł za noc. Śniadanie "
    "jest wliczone w cenę. Psy są mile widziane. Właścicielką jest Maria Nowak. Parking jest bezpłatny. "
    "Cisza nocna trwa od 22 do 6."
)
DOM = (
    "Правила гостевого дома\n\n"
    "Заезд с 14:00, выезд до 12:00. Двухместный номер стоит 3000 рублей в сутки. Завтрак подают с 8 до 10 "
    "часов. Курить в доме запрещено. Хозяйка дома — Ольга Петрова. Залог составляет 2000 рублей."
)
PENZION = (
    "Pravidla penzionu\n\n"
    "Pokoj stojí 900 Kč za noc. Příjezd je od 14 hodin a odjezd do 10 hodin. Majitelkou je Eva Malá. Psi "
    "jsou povoleni. Snídaně se podává od 8 do 10 hodin."
)
HOTEL = (
    "Правила готелю\n\n"
    "Номер коштує 900 гривень за добу. Заїзд з 14:00, виїзд до 12:00. Власниця — Олена Коваль. Сніданок "
    "подають з 8 до 10 години."
)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (CAMPING, "Wat kost een plaats per nacht?", "24"),
        (CAMPING, "Wanneer is de camping open?", "april"),
        (CAMPING, "Hoe laat moet ik vertrekken?", "11"),
        (CAMPING, "Wie is de beheerder?", "Anna"),
        (CAMPING, "Wie leidt de camping?", "Anna"),
        (CAMPING, "Hoeveel bedraagt de waarborg?", "50"),
        (CAMPING, "Mag mijn hond mee?", "Honden"),
        (CAMPING, "Hoe laat gaat de receptie open?", "9"),
        (STUGA, "Vad kostar stugan per natt?", "1 200"),
        (STUGA, "Hur många bäddar finns det?", "fyra"),
        (STUGA, "När måste man checka ut?", "11"),
        (STUGA, "Vem äger stugan?", "Karin"),
        (STUGA, "Får man röka?", "förbjuden"),
        (STUGA, "Hur stor är depositionen?", "500"),
        (STUGA, "När kan jag checka in?", "15"),
        (SOMMERHUS, "Hvad koster huset per nat?", "900"),
        (SOMMERHUS, "Hvor mange sovepladser er der?", "seks"),
        (SOMMERHUS, "Hvornår er afrejse?", "10"),
        (SOMMERHUS, "Hvem ejer huset?", "Lone"),
        (SOMMERHUS, "Må jeg tage min hund med?", "Hunde"),
        (PENSJONAT, "Ile kosztuje pokój?", "220"),
        (PENSJONAT, "O której zaczyna się doba?", "14"),
        (PENSJONAT, "Kto jest właścicielem pensjonatu?", "Maria"),
        (PENSJONAT, "Czy mogę zabrać psa?", "Psy"),
        (PENSJONAT, "Kiedy jest cisza nocna?", "22"),
        (PENSJONAT, "Ile kosztuje parking?", "bezpłatny"),
        (DOM, "Сколько стоит номер?", "3000"),
        (DOM, "Во сколько нужно выехать?", "12"),
        (DOM, "Когда подают завтрак?", "8"),
        (DOM, "Можно ли курить?", "запрещено"),
        (DOM, "Какой залог?", "2000"),
        (DOM, "Кто хозяйка дома?", "Ольга"),
        (PENZION, "Kolik stojí pokoj?", "900"),
        (PENZION, "Kdo je majitel penzionu?", "Eva"),
        (PENZION, "Kdy se podává snídaně?", "8"),
        (HOTEL, "Скільки коштує номер?", "900"),
        (HOTEL, "Хто власник готелю?", "Олена"),
        (HOTEL, "Коли подають сніданок?", "8"),
    ],
)
async def test_a_sentence_with_the_kind_and_the_subject_asked_for_answers(
    text: str, question: str, answer: str
) -> None:
    assert answer in await ask(question, {"rules.txt": text})


@pytest.mark.req("AN-07")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (CAMPING, "Wat kost de wifi?"),
        (CAMPING, "Hoe oud is Anna de Wit?"),
        (CAMPING, "Wat is het telefoonnummer van de receptie?"),
        (CAMPING, "Hoeveel staanplaatsen zijn er?"),
        (CAMPING, "Welke kleur heeft de poort?"),
        (CAMPING, "Hoe lang duurt het ontbijt?"),
        (CAMPING, "Wanneer werd de camping opgericht?"),
        (CAMPING, "Mag ik barbecueën?"),
        (STUGA, "Vad kostar frukosten?"),
        (STUGA, "Hur gammal är Karin Lund?"),
        (STUGA, "Vilken färg har stugan?"),
        (STUGA, "Vad är telefonnumret till ägaren?"),
        (STUGA, "Hur långt är det till sjön?"),
        (STUGA, "När byggdes stugan?"),
        (STUGA, "Får man grilla?"),
        (SOMMERHUS, "Hvad koster morgenmaden?"),
        (SOMMERHUS, "Hvor gammel er Lone Holm?"),
        (SOMMERHUS, "Hvilken farve har huset?"),
        (SOMMERHUS, "Hvornår blev huset bygget?"),
        (PENSJONAT, "Ile kosztuje kolacja?"),
        ("Rower należy zwrócić do godziny 21.", "Kto jest właścicielem?"),
        (PENSJONAT, "Ile lat ma Maria Nowak?"),
        (PENSJONAT, "Jaki jest numer telefonu pensjonatu?"),
        (PENSJONAT, "Kiedy zbudowano pensjonat?"),
        (PENSJONAT, "Ile pokoi ma pensjonat?"),
        (DOM, "Сколько стоит ужин?"),
        (DOM, "Сколько лет Ольге Петровой?"),
        (DOM, "Какого цвета дом?"),
        (DOM, "Какой номер телефона?"),
        (DOM, "Когда построен дом?"),
        (DOM, "Сколько комнат в доме?"),
        (PENZION, "Kolik stojí večeře?"),
        (PENZION, "Kolik let je Evě Malé?"),
        (PENZION, "Jakou barvu má penzion?"),
        (HOTEL, "Скільки коштує вечеря?"),
        (HOTEL, "Скільки років Олені Коваль?"),
        (HOTEL, "Якого кольору готель?"),
    ],
)
async def test_what_the_text_does_not_say_is_refused(text: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"rules.txt": text}))


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("De borgsom bedraagt 200 euro. De huurprijs is 900 euro per maand.", "Hoe hoog is de borg?"),
        ("De minimumleeftijd is 18 jaar.", "Hoe oud moet je zijn?"),
        ("Het maandsalaris bedraagt 3.150 euro. Bij ziekte wordt het salaris doorbetaald.", "Wat is het salaris?"),
        ("Werkgever is Van Dam Logistiek. De werkgever betaalt het loon.", "Wie is de werkgever?"),
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
    first = text.split(". ", maxsplit=1)[0].rstrip(".")
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


@pytest.mark.parametrize(
    ("question", "is_overview"),
    [
        ("О чём этот документ?", True),
        ("О чём договорились стороны?", False),
        ("Про що цей документ?", True),
        ("O czym jest ten dokument?", True),
        ("Sammanfatta dokumentet", True),
        ("Opsummer dokumentet", True),
        ("Vat dit samen", True),
    ],
)
def test_a_summary_is_asked_for_in_further_languages(question: str, is_overview: bool) -> None:
    assert Question(question).wants_overview is is_overview
