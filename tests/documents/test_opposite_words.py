"""A statement with the opposite of a word of its source is not verified."""

import pytest

from orc.documents.verification.claims import supports_claim

HALL = (
    "Keys are collected after payment of the deposit. The hall must be cleaned before it is handed back. Deliveries "
    "are accepted within opening hours. The projector is switched off after use. The caretaker lives above the hall. "
    "The first hour costs 20 euros. The oldest part of the hall dates from 1890. Parking is free on weekends. The fee "
    "doubled in 2023. The cheapest room costs 12 euros. The lights in the corridor are on all night."
)
HALLE = (
    "Die Daten werden innerhalb Deutschlands gespeichert. Die Musik endet vor Mitternacht. Der Vertrag beginnt am "
    "1. März 2024. Im Sommer ist die Heizung ausgeschaltet. Das älteste Mitglied ist Ida Brand."
)
KASSE = "Die Einnahmen stiegen von 8.400 Euro auf 9.150 Euro. Ein Helm ist verpflichtend."
SALLE = "Les données sont conservées en Allemagne. Le bail commence le 1er mars 2024. Le chauffage est éteint en été."
SALA = "La factura se envía antes de la entrega. El contrato comienza el 1 de marzo de 2024. La piscina está dentro."


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        (HALL, "The hall is cleaned before it is handed back.", "The hall is cleaned after it is handed back."),
        (HALL, "You collect the keys after payment.", "You collect the keys before payment."),
        (HALL, "Deliveries are accepted within opening hours.", "Deliveries are accepted outside opening hours."),
        (HALL, "The projector is turned off after use.", "The projector is switched on after use."),
        (HALL, "The corridor lights are on all night.", "The lights in the corridor are off at night."),
        (HALL, "The caretaker lives above the hall.", "The caretaker lives below the hall."),
        (HALL, "The first hour costs 20 euros.", "The last hour costs 20 euros."),
        (HALL, "The oldest part dates from 1890.", "The youngest part dates from 1890."),
        (HALL, "Parking is free on weekends.", "Parking is free on weekdays."),
        (HALL, "In 2023 the fee doubled.", "In 2023 the fee halved."),
        (HALL, "The cheapest room costs 12 euros.", "The most expensive room costs 12 euros."),
        (HALLE, "Die Daten bleiben innerhalb Deutschlands.", "Die Daten werden außerhalb Deutschlands gespeichert."),
        (HALLE, "Die Musik muss vor Mitternacht enden.", "Die Musik endet nach Mitternacht."),
        (HALLE, "Der Vertrag beginnt am 1. März 2024.", "Der Vertrag endet am 1. März 2024."),
        (HALLE, "Die Heizung ist im Sommer ausgeschaltet.", "Die Heizung ist im Sommer eingeschaltet."),
        (HALLE, "Ida Brand ist das älteste Mitglied.", "Das jüngste Mitglied ist Ida Brand."),
        (SALLE, "Les données restent en Allemagne.", "Les données sont conservées hors d'Allemagne."),
        (SALLE, "Le bail commence le 1er mars 2024.", "Le bail se termine le 1er mars 2024."),
        (SALLE, "En été, le chauffage est éteint.", "Le chauffage est allumé en été."),
        (KASSE, "Die Einnahmen stiegen auf 9.150 Euro.", "Die Einnahmen sanken auf 9.150 Euro."),
        (KASSE, "Ein Helm ist verpflichtend.", "Ein Helm ist freiwillig."),
        (SALA, "La factura se envía antes de la entrega.", "La factura se envía después de la entrega."),
        (SALA, "El contrato comienza el 1 de marzo de 2024.", "El contrato termina el 1 de marzo de 2024."),
    ],
)
def test_a_statement_with_the_opposite_of_a_word_is_not_verified(text: str, true: str, false: str) -> None:
    assert supports_claim(text, true)
    assert not supports_claim(text, false)


@pytest.mark.req("AN-05")
def test_the_order_of_two_events_may_be_told_from_either() -> None:
    text = "Expenses are approved before they are incurred. The report is sent after the meeting."
    assert supports_claim(text, "Expenses are incurred after they are approved.")


LEASE = (
    "Lease between Anna Weber (landlord) and Tom Frey (tenant). The tenant pays a monthly rent of 1,250 euros. The "
    "landlord returns the deposit within 30 days. The tenant must give three months' notice."
)
ARRIENDO = "El arrendatario paga una renta de 900 euros al mes. El arrendador devuelve la fianza en 30 días."
MIETE = (
    "Der Mieter zahlt eine Monatsmiete von 1.250 Euro. Die Vermieterin gibt die Kaution innerhalb von 30 Tagen zurück."
)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "true", "false"),
    [
        (LEASE, "Der Mieter zahlt 1.250 Euro Miete.", "Der Vermieter zahlt 1.250 Euro Miete."),
        (LEASE, "Le locataire paie 1 250 euros.", "Le propriétaire paie 1 250 euros."),
        (LEASE, "El inquilino paga 1.250 euros al mes.", "El arrendador paga 1.250 euros al mes."),
        (LEASE, "Der Mieter kündigt drei Monate vorher.", "Der Vermieter kündigt drei Monate vorher."),
        (ARRIENDO, "El arrendatario paga 900 euros al mes.", "El arrendador paga 900 euros al mes."),
        (ARRIENDO, "El arrendador devuelve la fianza.", "El arrendatario devuelve la fianza."),
        (MIETE, "The tenant pays 1,250 euros.", "The landlord pays 1,250 euros."),
        (MIETE, "The landlord returns it within 30 days.", "The tenant returns it within 30 days."),
    ],
)
def test_in_each_language_a_party_is_not_verified_for_the_other(text: str, true: str, false: str) -> None:
    assert supports_claim(text, true)
    assert not supports_claim(text, false)


POOL = (
    "L'entrée coûte 4,50 euros pour un adulte et 2,80 euros pour un enfant. Location de serviette : 2 euros. La carte "
    "de dix entrées coûte 38 euros."
)


@pytest.mark.req("AN-05")
@pytest.mark.parametrize(
    ("statement", "verified"),
    [
        ("An adult pays 4.50 euros for admission.", True),
        ("An adult pays 5 euros for admission.", False),
        ("L'entrée coûte 5 euros pour un adulte.", False),
        ("The card for ten entries costs 38 euros.", True),
        ("Towel rental: 38 euros.", False),
    ],
)
def test_a_price_is_not_verified_by_a_rounded_one_or_one_of_another_thing(statement: str, verified: bool) -> None:
    assert supports_claim(POOL, statement) is verified
