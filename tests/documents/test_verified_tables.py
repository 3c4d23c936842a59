"""Statements about a table, verified by its rows, columns and units."""

import pytest

from orc.documents.verification.claims import supports_claim


def test_tables_in_thousands_bear_out_the_whole_figure() -> None:
    assert supports_claim("Revenue (in thousands) 12,345", "Revenue was $12.345 million.")
    assert supports_claim("Revenue (in thousands) 12,345", "Revenue was 12,345 thousand euros.")
    assert not supports_claim("Revenue (in thousands) 12,345", "Revenue was 12,346 thousand euros.")
    assert supports_claim("Paid on 2024-03-14.", "It was paid on 14 March 2024.")
    assert not supports_claim("Paid on 2024-03-14.", "It was paid on 15 March 2024.")


BICYCLES = """Bicycles of the season

Model | frame | weight kg | price euros | delivery days
Comet | aluminium | 11.2 | 899 | 5
Falcon | carbon | 7.8 | 3,250 | 21
Otter | steel | 14.5 | 640 | 3
Wren Kids | steel | 9.1 | 310 | 4
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize("separator", [" | ", "\t", ","])
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The Comet is delivered in 5 days.", True),
        ("The Comet is delivered in 899 days.", False),
        ("The Wren Kids weighs 9.1 kg.", True),
        ("The Wren Kids weighs 310 kg.", False),
        ("The Otter costs 640 euros.", True),
        ("The Otter costs 14.5 euros.", False),
        ("The Falcon has a carbon frame and weighs 7.8 kg.", True),
        ("The Falcon costs 3250 euros.", True),
        ("The Comet has an aluminium frame.", True),
        ("The Comet has a steel frame.", False),
        ("The Comet is cheaper than the Falcon.", True),
        ("The Falcon is cheaper than the Comet.", False),
        ("The Falcon is lighter than the Comet.", True),
        ("The Wren Kids is the cheapest.", True),
        ("The Otter is the cheapest.", False),
        ("The Falcon is the most expensive.", True),
        ("The Comet is the heaviest.", False),
    ],
)
def test_a_row_supports_the_figure_in_the_requested_column(claim: str, verified: bool, separator: str) -> None:
    table = BICYCLES.replace("3,250", "3250") if separator == "," else BICYCLES
    assert supports_claim(table.replace(" | ", separator), claim) is verified


@pytest.mark.req("BX-01", "AN-05")
def test_a_figure_with_its_magnitude_is_not_scaled_again() -> None:
    report = (
        "Revenue rose to $412.6 million.\n\nPumps | 168.9\nValves | 243.7\n\nAll amounts are in millions of dollars."
    )
    assert supports_claim(report, "Revenue rose to $412.6 million.")
    assert supports_claim(report, "Pumps brought $168.9 million.")
    assert not supports_claim(report, "Revenue rose to $412.6 billion.")
    assert not supports_claim(report, "Pumps brought $168.9 billion.")


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Revenue in France was 17,644 in 2024.", True),
        ("Revenue in France was 17,644 thousand pounds in 2024.", True),
        ("Revenue in France was £17.6 million in 2024.", True),
        ("Revenue in France was 15,020 in 2024.", False),
        ("Revenue in France was 9,873 in 2024.", False),
        ("Total revenue was £81,845 million.", False),
        ("Revenue was £81,845 million.", False),
    ],
)
def test_a_cell_is_compared_in_the_unit_of_its_table(claim: str, verified: bool) -> None:
    """Too few words of these statements show their language for its way to write numbers."""
    report = (
        "This was a year of steady progress.\n\nRevenue by region (in thousands of pounds)\n\n"
        "Region | 2024 | 2023\nFrance | 17,644 | 15,020\nNordics | 9,873 | 9,115\nTotal | 81,845 | 78,442"
    )
    assert supports_claim(report, claim) is verified


BALANCES = """Balance sheet (in thousands of dollars)

 | June 30, 2023 | June 30, 2022
Inventories | 9,310 | 9,877
Trade receivables | 21,440 | 19,872
"""
RESULTS = "Results (in $ million)\n\n | Fiscal 2023 | Fiscal 2022\nRevenue | 48.2 | 44.9\nNet income | 5.1 | 4.4\n"
STAFF = "The company employed 140 people at the end of 2023 (2022: 120). It has three offices and a shop."
BESTAND = "Bilanz\n\n | 30.06.2023 | 30.06.2022\nVorräte | 9.310 | 9.877\nForderungen | 21.440 | 19.872"
IN_PROSE = "Revenue for fiscal 2023 was $48.2 million, compared with $44.9 million in fiscal 2022. Margins were stable."


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "claim", "verified"),
    [
        (BALANCES, "Inventories were 9,310 at June 30, 2023.", True),
        (BALANCES, "Inventories were 9,877 at June 30, 2022.", True),
        (BALANCES, "Inventories were 9,877 at June 30, 2023.", False),
        (BALANCES, "Inventories were 9,310 at June 30, 2022.", False),
        (BALANCES, "In 2023, inventories fell from 9,877 to 9,310.", True),
        (BALANCES, "Inventories fell from 9,877 in 2022 to 9,310 in 2023.", True),
        (BALANCES, "Inventories fell from 9,310 in 2022 to 9,877 in 2023.", False),
        (BALANCES, "Inventories rose from 9,310 to 9,877.", False),
        (BALANCES, "Inventories were 9,310 and 9,877 in 2023 and 2022, respectively.", True),
        (BALANCES, "Inventories were 9,877 and 9,310 in 2023 and 2022, respectively.", False),
        (STAFF, "At the end of 2023, the company employed 140 people.", True),
        (STAFF, "The company employed 140 people at the end of 2022.", False),
        (BESTAND, "Die Vorräte sanken von 9.877 auf 9.310.", True),
        (BESTAND, "Die Vorräte stiegen von 9.310 auf 9.877.", False),
        (BALANCES, "Compared with 2022, inventories fell to 9,310.", True),
        *(
            (text, claim, verified)
            for text in (RESULTS, IN_PROSE)
            for claim, verified in (
                ("Revenue was $48.2 million in fiscal 2023.", True),
                ("Revenue was $44.9 million in fiscal 2023.", False),
                ("Revenue rose from $44.9 million to $48.2 million.", True),
                ("Revenue fell from $48.2 million to $44.9 million.", False),
            )
        ),
    ],
)
def test_a_figure_of_another_year_is_not_verified(text: str, claim: str, verified: bool) -> None:
    assert supports_claim(text, claim) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("In 2023, inventories were 9,310.", True),
        ("In 2023, inventories were 9,877.", False),
        ("Inventories fell from 9,877 to 9,310.", True),
        ("Inventories rose from 9,310 to 9,877.", False),
    ],
)
@pytest.mark.parametrize("heads", ["2023 2022", "June 30, 2023 June 30, 2022", "June 30,\n2023 2022"])
def test_a_table_without_bars_has_its_years_above_its_figures(heads: str, claim: str, verified: bool) -> None:
    table = f"{heads}\nInventories 9,310 9,877\nTrade receivables 21,440 19,872\nTotal assets 88,120 84,233"
    assert supports_claim(table, claim) is verified


RETAILER = """Selected figures (in millions)

 | Year ended January 28, 2023 | Year ended January 29, 2022
Net sales | 812.4 | 774.9
Gross profit | 301.2 | 288.5"""
NAMED = "Fiscal 2022 ended January 28, 2023; fiscal 2021 ended January 29, 2022. " + RETAILER


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "claim", "verified"),
    [
        (RETAILER, "Net sales were $812.4 million in fiscal 2022.", True),
        (RETAILER, "Net sales were $812.4 million in fiscal 2023.", True),
        (RETAILER, "Gross profit was $288.5 million in FY21.", True),
        (RETAILER, "Gross profit was $301.2 million in fiscal 2020.", False),
        (RETAILER, "Gross profit was $288.5 million in fiscal 2023.", False),
        (NAMED, "Net sales were $812.4 million in fiscal 2022.", True),
        (NAMED, "Net sales were $774.9 million in fiscal 2022.", False),
        (RETAILER, "Net sales were $774.9 million in fiscal 2022.", True),
        (BALANCES, "Inventories were 9,877 in fiscal 2021.", False),
    ],
)
def test_a_fiscal_year_may_end_early_in_the_next_one(text: str, claim: str, verified: bool) -> None:
    assert supports_claim(text, claim) is verified


TIMETABLE = """Bus timetable

Stop | Weekdays | Saturday | Sunday
Station | 8:05 | 9:05 | 10:05
Hospital | 8:21 | 9:21 | –
Harbour | 8:40 | – | 10:40"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("On Saturday the bus stops at the Hospital at 9:21.", True),
        ("On Sundays the bus leaves the Harbour at 10:40.", True),
        ("On weekdays the bus leaves the Harbour at 8:40.", True),
        ("On Saturday the bus leaves the Harbour at 10:40.", False),
        ("On Sunday the bus stops at the Hospital at 9:21.", False),
        ("On Sundays the bus stops at the Hospital at 8:21.", False),
    ],
)
def test_an_empty_cell_has_no_figure_of_another_column(claim: str, verified: bool) -> None:
    assert supports_claim(TIMETABLE, claim) is verified


TRAINS = """Valley Railway

Station | Train 1 | Train 2 | Train 3
Ashby | 9:05 | 11:20 | 15:40
Corley Halt | 9:31 | 11:46 | –

The buffet car is attached to train 2 only."""
LOCKERS = "\n\n".join(f"Rule {i}. Locker {i * 7} belongs to member {i}, who pays {i + 3} euros." for i in range(1, 30))
READINGS = """2024

Monat | Strom kWh | Gas kWh
Januar | 412 | 1890
März | 355 | 1320

2023

Monat | Strom kWh | Gas kWh
Januar | 440 | 2010
März | 362 | 1400
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "claim", "verified"),
    [
        (TRAINS, "Train 2 leaves Ashby at 11:20.", True),
        (TRAINS, "Train 1 leaves Ashby at 11:20.", False),
        (TRAINS, "The buffet car is attached to train 2 only.", True),
        (TRAINS, "The buffet car is attached to train 1 only.", False),
        (LOCKERS, "Member 20 pays 23 euros.", True),
        (LOCKERS, "Member 20 pays 20 euros.", False),
        (LOCKERS, "Locker 140 belongs to member 20.", True),
        (LOCKERS, "Locker 140 belongs to member 21.", False),
        (READINGS, "Im Januar 2024 wurden 412 kWh Strom verbraucht.", True),
        (READINGS, "Im Januar 2024 wurden 440 kWh Strom verbraucht.", False),
        (READINGS, "Im Januar 2024 wurden 1890 kWh Strom verbraucht.", False),
        (READINGS, "Im März 2023 waren es 1400 kWh Gas.", True),
        (READINGS, "Im März 2023 waren es 1320 kWh Gas.", False),
    ],
)
def test_what_is_said_of_another_number_is_not_verified(text: str, claim: str, verified: bool) -> None:
    assert supports_claim(text, claim) is verified


DECISION = """Decision of the panel

The claimant is liable for two thirds of the damage, since the respondent used only one of three lines.
Water is supplied from 25 April to 10 October. The road leads from Quay Street to Mill Lane."""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The claimant is liable for two thirds of the damage.", True),
        ("The respondent is liable for two thirds of the damage.", False),
        ("Water is supplied from 25 April to 10 October.", True),
        ("Water is supplied from 10 October to 25 April.", False),
        ("The road leads from Quay Street to Mill Lane.", True),
        ("The road leads from Mill Lane to Quay Street.", False),
        ("Wasser wird vom 25. April bis zum 10. Oktober geliefert.", True),
        ("Wasser wird vom 10. Oktober bis zum 25. April geliefert.", False),
    ],
)
def test_parties_and_the_ends_of_ranges_are_not_exchanged(claim: str, verified: bool) -> None:
    assert supports_claim(DECISION, claim) is verified


PRICES = """Tierarztpraxis Lindqvist

Kastration Kater: 95,00 Euro
Impfung Tollwut: 42,00 Euro
Mikrochip setzen: 45,00 Euro

Die Praxis ist von 9 bis 12 Uhr geöffnet und nimmt alle Tiere an."""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("A microchip costs 45 euros.", True),
        ("A microchip costs 42 euros.", False),
        ("A rabies jab costs 45 euros.", False),  # nothing tells which price this is
        ("The price of the microchip is 45 euros in this practice.", True),
        ("The price of the microchip is 95 euros in this practice.", False),
    ],
)
def test_a_translation_has_its_figure_beside_related_words(claim: str, verified: bool) -> None:
    assert supports_claim(PRICES, claim) is verified


ROOMS = """| Room | Floor | Beds | Price | Balcony | Guest |
|---|---|---|---|---|---|
| 101 | 1 | 2 | 89 | yes | Lena Ford |
| 102 | 1 | 1 | 69 | no | Omar Said |
| 201 | 2 | 2 | 95 | no | Ida Kraus |
"""
HALLS = """Raum | Plätze | Beamer | Küche | Miete
Saal Nord | 120 | ja | nein | 250 €
Saal Süd | 80 | nein | ja | 180 €
"""
ROOM_TABLES = {
    "en": ROOMS,
    "de": HALLS,
    "fr": "Chambre | Balcon | Prix\n12 | oui | 80\n14 | non | 75",
    "nl": "Zaal | Keuken | Prijs\nNoord | ja | 80\nZuid | nee | 75",
    "pl": "Pokój | Balkon | Cena\nA1 | tak | 80\nB2 | nie | 75",
    "marks": "Hall | Stage | Price\nNorth | ✓ | 80\nSouth | – | 75",
}


@pytest.mark.req("AN-05")
@pytest.mark.parametrize(
    ("table", "claim", "verified"),
    [
        ("en", "Room 102 has a balcony.", False),
        ("en", "Room 101 has a balcony.", True),
        ("en", "Room 101 does not have a balcony.", False),
        ("en", "Ida Kraus has no balcony.", True),
        ("en", "Room 102 costs 69.", True),
        ("en", "Room 102 costs 95.", False),
        ("en", "Room 101 has a balcony and costs 89.", True),
        ("de", "Saal Nord hat keine Küche.", True),
        ("de", "Saal Nord hat eine Küche.", False),
        ("de", "Saal Süd hat keinen Beamer.", True),
        ("de", "Der Saal Süd hat eine Küche.", True),
        ("de", "Der Saal Süd kostet 180 €.", True),
        ("fr", "La chambre 14 n'a pas de balcon.", True),
        ("fr", "La chambre 14 a un balcon.", False),
        ("nl", "Zaal Zuid heeft geen keuken.", True),
        ("nl", "Zaal Zuid heeft een keuken.", False),
        ("pl", "Pokój B2 nie ma balkonu.", True),
        ("pl", "Pokój B2 ma balkon.", False),
        ("marks", "The hall South has no stage.", True),
        ("marks", "The hall South has a stage.", False),
    ],
)
def test_a_cell_that_says_no_denies_its_heading(table: str, claim: str, verified: bool) -> None:
    assert supports_claim(ROOM_TABLES[table], claim) is verified


@pytest.mark.req("AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Bus 7 runs from Harbour to Airport.", True),
        ("Bus 7 runs from Airport to Harbour.", False),
        ("Bus 4 goes from Harbour to Market.", False),
    ],
)
def test_a_row_has_its_start_and_its_goal_in_their_columns(claim: str, verified: bool) -> None:
    buses = "Line | From | To | Fare\nBus 4 | Market | Harbour | 2.40 EUR\nBus 7 | Harbour | Airport | 4.80 EUR"
    assert supports_claim(buses, claim) is verified


@pytest.mark.req("AN-05")
@pytest.mark.parametrize(
    ("passage", "claim", "verified"),
    [
        ("Mr Hall keeps the keys.", "The lease does not say who keeps the keys.", False),
        ("Die Miete beträgt 900 Euro.", "Die Miete ist im Vertrag nicht angegeben.", False),
        ("Le loyer est de 900 euros.", "Le bail ne précise pas le loyer.", False),
        ("The lease does not say who repairs the roof.", "The lease does not say who repairs the roof.", True),
    ],
)
def test_what_is_not_said_cannot_be_cited(passage: str, claim: str, verified: bool) -> None:
    assert supports_claim(passage, claim) is verified


DOCTORS = """Doctor | Specialty | Days | Fee EUR | New patients
Dr Amara Diallo | Cardiology | Mon-Wed | 95 | yes
Dr Li Wen | Dermatology | Thu-Fri | 60 | yes
Dr Sofia Rossi | Neurology | Tue | 120 | no
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Dr Rossi accepts new patients.", False),
        ("Dr Rossi does not accept new patients.", True),
        ("Dr Diallo accepts new patients.", True),
        ("Dr Sofia Rossi works on Tuesdays.", True),
        ("Dr Li Wen is the most expensive doctor.", False),
    ],
)
def test_a_last_name_names_the_row_and_a_day_may_be_abbreviated(claim: str, verified: bool) -> None:
    assert supports_claim(DOCTORS, claim) is verified
