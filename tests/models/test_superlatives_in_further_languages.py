"""Questions for the row with the largest or smallest figure, in languages other than English and German."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

BIKES = """\
Fiets | Per uur | Per dag | Borg
Stadsfiets | 3,50 | 11,00 | 50
Elektrische fiets | 8,00 | 29,50 | 150
Bakfiets | 9,00 | 35,00 | 120
Kinderfiets | 2,00 | 7,00 | 25
"""
CABINS = """\
Stuga | Bäddar | Pris per natt (kr) | Avstånd till sjön (m)
Björkbo | 4 | 900 | 120
Ekbacken | 2 | 650 | 800
Lindhem | 8 | 1 800 | 300
"""
GOODS = """\
Vare | Pris (kr.) | Lager | Vægt (kg)
Stol | 499 | 31 | 6
Bord | 1.899 | 4 | 28
Lampe | 249 | 57 | 3
"""
SHOPS = """\
Butikk | Omsetning (kr) | Ansatte
Bergen | 4 210 000 | 12
Molde | 1 950 000 | 19
Hamar | 2 600 000 | 5
"""
ROOMS = """\
Pokój | Cena za noc (zł) | Łóżka | Powierzchnia (m2)
Lipowy | 220 | 2 | 18
Dębowy | 310 | 3 | 27
Sosnowy | 180 | 1 | 12
Rodzinny | 420 | 5 | 24
"""
COURSES = """\
Kurz | Cena (Kč) | Počet míst | Délka (hodiny)
Keramika | 1200 | 10 | 12
Tkaní | 1850 | 6 | 20
Kresba | 950 | 15 | 8
"""
TOWNS = """\
Город | Население | Площадь (км2) | Средняя зарплата (руб.)
Красноборск | 48 200 | 61 | 38 500
Севергино | 112 700 | 140 | 52 100
Озёрное | 17 900 | 230 | 31 000
"""
FLATS = """\
Кімната | Ціна за добу (грн) | Місць | Площа (м2)
Вишнева | 900 | 2 | 16
Калинова | 1400 | 4 | 30
Соснова | 750 | 1 | 32
"""
CHAMBERS = """\
Chambre | Prix par nuit (€) | Lits | Surface (m2)
Lavande | 85 | 2 | 16
Mimosa | 120 | 3 | 14
Olivier | 65 | 1 | 11
Romarin | 95 | 2 | 21
"""
STAFF = """\
Empleado | Salario (€) | Ventas
Marta | 2.450 | 310
Jorge | 1.980 | 420
Elena | 3.100 | 150
"""
WINES = """\
Vino | Annata | Prezzo (€) | Bottiglie
Barolo | 2016 | 48 | 120
Chianti | 2019 | 17 | 640
Soave | 2021 | 12 | 300
"""
BEACHES = """\
Praia | Distância (km) | Visitantes | Estacionamento (€)
Areal | 12 | 48 000 | 3,50
Calheta | 30 | 21 500 | 5,00
Dunas | 7 | 33 200 | 2,00
"""


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question", "row"),
    [
        (BIKES, "Welke fiets is per uur het goedkoopst?", "Kinderfiets"),
        (BIKES, "Voor welke fiets is de borg het hoogst?", "Elektrische fiets"),
        (BIKES, "Welke fiets is per dag het duurst?", "Bakfiets"),
        (CABINS, "Vilken stuga är billigast?", "Ekbacken"),
        (CABINS, "Vilken stuga har flest bäddar?", "Lindhem"),
        (GOODS, "Hvilken vare er dyrest?", "Bord"),
        (GOODS, "Hvilken vare har det største lager?", "Lampe"),
        (SHOPS, "Hvilken butikk har høyest omsetning?", "Bergen"),
        (SHOPS, "Hvilken butikk har færrest ansatte?", "Hamar"),
        (ROOMS, "Który pokój jest najtańszy?", "Sosnowy"),
        (ROOMS, "Który pokój ma największą powierzchnię?", "Dębowy"),
        (COURSES, "Který kurz je nejdražší?", "Tkaní"),
        (COURSES, "Který kurz má nejvíce míst?", "Kresba"),
        (TOWNS, "В каком городе самая высокая средняя зарплата?", "Севергино"),
        (TOWNS, "Какой город самый большой по площади?", "Озёрное"),
        (FLATS, "Яка кімната найдешевша?", "Соснова"),
        (FLATS, "У якій кімнаті найбільше місць?", "Калинова"),
        (CHAMBERS, "Quelle chambre est la moins chère ?", "Olivier"),
        (CHAMBERS, "Quelle chambre a la plus petite surface ?", "Olivier"),
        (STAFF, "¿Quién tiene el salario más alto?", "Elena"),
        (STAFF, "¿Qué empleado tiene más ventas?", "Jorge"),
        (WINES, "Qual è il vino più caro?", "Barolo"),
        (WINES, "Qual è il vino meno caro?", "Soave"),
        (BEACHES, "Qual é a praia com o estacionamento mais caro?", "Calheta"),
        (BEACHES, "Qual praia tem menos visitantes?", "Calheta"),
    ],
)
async def test_the_row_with_the_extreme_is_the_only_one_of_the_answer(table: str, question: str, row: str) -> None:
    answer = await ask(question, {"data.csv": table})
    labels = [line.split(" | ")[0] for line in table.splitlines()[1:]]
    assert [label for label in labels if label in answer] == [row]


@pytest.mark.req("AN-06")
@pytest.mark.parametrize(
    ("table", "question"),
    [
        (BIKES, "Welke fiets is het zwaarst?"),
        (CABINS, "Vilken stuga är störst till ytan?"),
        (SHOPS, "Hvilken butikk har lavest husleie?"),
        (ROOMS, "Który pokój ma najwyższą temperaturę?"),
        (COURSES, "Který kurz má nejvyšší hodnocení?"),
        (TOWNS, "В каком городе самая высокая температура?"),
        (CHAMBERS, "Quelle chambre a la température la plus élevée ?"),
        (STAFF, "¿Qué empleado tiene más vacaciones?"),
        (WINES, "Quale vino ha la gradazione più alta?"),
        (BEACHES, "Qual praia tem a temperatura mais alta?"),
    ],
)
async def test_an_extreme_of_something_that_no_column_has_is_not_answered(table: str, question: str) -> None:
    assert NOT_IN_DOCUMENTS.begins(await ask(question, {"data.csv": table}))
