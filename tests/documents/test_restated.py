"""Statements that repeat a sentence without its exception, condition or the like are not verified."""

import pytest

from orc.documents.verification.claims import supports_claim

BOATS = """# Rules of the boat house

All boats except canoes may be taken out on Sundays. Nobody except the warden may open the gate. Life jackets must be \
worn at all times. The warden may close the river after heavy rain. Guests should sign the book.

If the water is above two metres, rowing is prohibited. Keys are returned on the same day unless the warden agrees \
otherwise. Training takes place provided that a coach is present.

The old boat is heavier than the new boat. The café sells fewer drinks in winter than in summer.
"""
LIBRARY = """# Minutes of the library board

The motion to open a second branch was rejected. Ms Okoye proposed to sell the bookmobile. The board discussed whether \
the reading room should open on Sundays. The board approved a new roof and turned down the request for a lift.

The auditors may inspect the accounts. The director informs the council. The library lends the school its projector. \
The owner employs six gardeners.

Most of the 30 volunteers attended the training. Some readers complained about the noise. Half of the books were moved.

The bus from the station takes 12 minutes, the tram 20 minutes. A ticket costs 9 EUR without dinner and 31 EUR with \
dinner. The roof does not leak, but the wall leaks every year.

Applications must be sent no later than 3 May. The exhibition opens on 7 June. The hall is free from 12 August. \
Refunds are paid within 14 days of the request. Guests must leave by 11 am.

Anna sold the cart to Bert for 900 EUR. Ms Arden lent Mr Boyle her kayak. Jonas Weber signed for Alfa. Petra Lang \
signed for Nordwerk. The court opens at 08:00 and closes at 21:30.

| Branch | Loans 2023 | Loans 2024 |
|---|---|---|
| North | 410 | 377 |
| South | 350 | 391 |
"""
HAUS = """# Hausordnung

Alle Bewohner außer den Untermietern dürfen den Garten nutzen. Grillen ist erlaubt, es sei denn, es weht starker Wind. \
Falls die Kasse geschlossen ist, gilt der Automat. Der Verwalter darf die Wohnungen besichtigen. Der Antrag auf eine \
neue Haustür wurde abgelehnt. Die meisten Keller sind trocken. Der Nordflügel ist älter als der Südflügel.
"""
REGLEMENT = """# Règlement

Tous les adhérents sauf les mineurs peuvent voter. Les chiens sont admis, sauf si un enfant est présent. S'il pleut, \
la course est reportée. Le président peut convoquer les membres. La proposition de construire un parking a été \
rejetée. La salle A est plus grande que la salle B.
"""
REGLAMENTO = """# Reglamento

Todos los socios excepto los menores pueden votar. Si llueve, la carrera se aplaza. La mayoría de las salas están \
cerradas. El presidente puede expulsar a los socios.
"""
REGOLE = """# Regole

Tutti gli inquilini eccetto gli studenti pagano la tassa. Se piove, la gara viene rinviata. La proposta di vendere il \
giardino è stata respinta. La torre alta è più vecchia della torre bassa.
"""
REGELS = """# Huisregels

Alle leden behalve junioren mogen stemmen. De poort blijft dicht, tenzij er een vrachtwagen komt. De meeste zalen zijn \
gesloten. Het bestuur mag leden schorsen.
"""
ZASADY = """# Zasady

Wszyscy lokatorzy z wyjątkiem studentów płacą opłatę. Brama pozostaje zamknięta, chyba że przyjedzie karetka. Prezes \
może zwołać zebranie. Wnioski należy składać do 15 maja.
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (BOATS, "All boats may be taken out on Sundays.", False),
        (BOATS, "Canoes may be taken out on Sundays.", False),
        (BOATS, "Only canoes may be taken out on Sundays.", False),
        (BOATS, "All boats including canoes may be taken out on Sundays.", False),
        (BOATS, "All boats except kayaks may be taken out on Sundays.", False),
        (BOATS, "All boats apart from canoes may be taken out on Sundays.", True),
        (BOATS, "Canoes may not be taken out on Sundays.", True),
        (BOATS, "The warden may open the gate.", True),
        (BOATS, "The warden may not open the gate.", False),
        (HAUS, "Alle Bewohner dürfen den Garten nutzen.", False),
        (HAUS, "Untermieter dürfen den Garten nutzen.", False),
        (HAUS, "Untermieter dürfen den Garten nicht nutzen.", True),
        (REGLEMENT, "Tous les adhérents peuvent voter.", False),
        (REGLEMENT, "Les mineurs ne peuvent pas voter.", True),
        (REGLAMENTO, "Los menores pueden votar.", False),
        (REGOLE, "Gli studenti pagano la tassa.", False),
        (REGELS, "Junioren mogen stemmen.", False),
        (ZASADY, "Wszyscy lokatorzy płacą opłatę.", False),
    ],
)
def test_what_is_excepted_is_not_verified(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (BOATS, "Rowing is prohibited.", False),
        (BOATS, "The water is above two metres.", False),
        (BOATS, "If rowing is prohibited, the water is above two metres.", False),
        (BOATS, "Rowing is prohibited unless the water is above two metres.", False),
        (BOATS, "Rowing is allowed if the water is above two metres.", False),
        (BOATS, "Rowing is not allowed if the water is above two metres.", True),
        (BOATS, "Keys are returned on the same day if the warden agrees otherwise.", False),
        (BOATS, "Unless the warden agrees otherwise, keys are returned on the same day.", True),
        (BOATS, "Training does not take place unless a coach is present.", True),
        (BOATS, "Training takes place unless a coach is present.", False),
        (HAUS, "Grillen ist erlaubt, wenn starker Wind weht.", False),
        (HAUS, "Grillen ist nicht erlaubt, wenn starker Wind weht.", True),
        (HAUS, "Der Automat gilt.", False),
        (REGLEMENT, "La course est reportée.", False),
        (REGLEMENT, "La course est reportée s'il pleut.", True),
        (REGLEMENT, "Les chiens sont admis si un enfant est présent.", False),
        (REGLAMENTO, "La carrera se aplaza.", False),
        (REGOLE, "La gara viene rinviata.", False),
        (REGELS, "De poort blijft dicht als er een vrachtwagen komt.", False),
        (ZASADY, "Brama pozostaje zamknięta, jeśli przyjedzie karetka.", False),
    ],
)
def test_what_holds_in_a_case_is_verified_of_this_case_only(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
def test_a_statement_may_leave_out_the_case_that_the_question_names() -> None:
    asked = "Is rowing prohibited if the water is above two metres?"
    assert supports_claim(BOATS, "Rowing is prohibited.", question=asked)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (LIBRARY, "A second branch will be opened.", False),
        (LIBRARY, "A second branch will not be opened.", True),
        (LIBRARY, "The board approved a lift.", False),
        (LIBRARY, "The board approved a new roof.", True),
        (LIBRARY, "The request for a lift was rejected.", True),
        (LIBRARY, "Ms Okoye sold the bookmobile.", False),
        (LIBRARY, "Ms Okoye proposed to sell the bookmobile.", True),
        (LIBRARY, "The reading room opens on Sundays.", False),
        (HAUS, "Es gibt eine neue Haustür.", False),
        (REGLEMENT, "Un parking sera construit.", False),
        (REGOLE, "Il giardino è stato venduto.", False),
    ],
)
def test_what_is_proposed_or_rejected_is_not_verified_as_done(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (BOATS, "Life jackets may be worn at all times.", False),
        (BOATS, "The warden must close the river after heavy rain.", False),
        (BOATS, "Guests must sign the book.", False),
        (BOATS, "Guests should sign the book.", True),
        (LIBRARY, "All of the 30 volunteers attended the training.", False),
        (LIBRARY, "Most of the 30 volunteers attended the training.", True),
        (LIBRARY, "Most readers complained about the noise.", False),
        (LIBRARY, "Most of the books were moved.", False),
        (HAUS, "Der Verwalter muss die Wohnungen besichtigen.", False),
        (HAUS, "Alle Keller sind trocken.", False),
        (REGLEMENT, "Le président doit convoquer les membres.", False),
        (REGLAMENTO, "Todas las salas están cerradas.", False),
        (REGELS, "Het bestuur moet leden schorsen.", False),
        (REGELS, "Alle zalen zijn gesloten.", False),
        (ZASADY, "Prezes musi zwołać zebranie.", False),
    ],
)
def test_a_statement_is_not_stronger_than_its_source(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (BOATS, "The new boat is heavier than the old boat.", False),
        (BOATS, "The new boat is lighter than the old boat.", True),
        (BOATS, "The old boat is lighter than the new boat.", False),
        (BOATS, "The café sells fewer drinks in summer than in winter.", False),
        (BOATS, "The café sells more drinks in summer than in winter.", True),
        (LIBRARY, "South had more loans in 2023 than North.", False),
        (LIBRARY, "South had more loans in 2024 than North.", True),
        (LIBRARY, "The loans of North were higher in 2024 than in 2023.", False),
        (HAUS, "Der Südflügel ist älter als der Nordflügel.", False),
        (HAUS, "Der Südflügel ist jünger als der Nordflügel.", True),
        (REGLEMENT, "La salle B est plus grande que la salle A.", False),
        (REGOLE, "La torre bassa è più vecchia della torre alta.", False),
    ],
)
def test_exchanged_sides_of_a_comparison_are_not_verified(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (LIBRARY, "The accounts may inspect the auditors.", False),
        (LIBRARY, "The accounts may be inspected by the auditors.", True),
        (LIBRARY, "The council informs the director.", False),
        (LIBRARY, "The council is informed by the director.", True),
        (LIBRARY, "The school lends the library its projector.", False),
        (LIBRARY, "Six gardeners employ the owner.", False),
        (LIBRARY, "Bert bought the cart from Anna for 900 EUR.", True),
        (LIBRARY, "Anna bought the cart from Bert for 900 EUR.", False),
        (LIBRARY, "Mr Boyle borrowed a kayak from Ms Arden.", True),
        (LIBRARY, "Both Jonas Weber and Petra Lang signed for Alfa.", False),
        (REGLEMENT, "Les membres peuvent convoquer le président.", False),
    ],
)
def test_who_does_something_is_not_exchanged_with_whom_it_is_done_to(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (LIBRARY, "Applications must be sent after 3 May.", False),
        (LIBRARY, "Applications must be sent by 3 May.", True),
        (LIBRARY, "The exhibition opens before 7 June.", False),
        (LIBRARY, "The hall is free until 12 August.", False),
        (LIBRARY, "Refunds are paid at least 14 days after the request.", False),
        (LIBRARY, "Refunds are paid 14 days before the request.", False),
        (LIBRARY, "Guests must leave after 11 am.", False),
        (LIBRARY, "The court is open from 8 am to 9:30 pm.", True),
        (LIBRARY, "The court opens at 21:30.", False),
        (ZASADY, "Wnioski należy składać po 15 maja.", False),
    ],
)
def test_what_lies_before_a_date_is_not_verified_after_it(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("statement", "verified"),
    [
        ("A ticket costs 9 EUR with dinner.", False),
        ("A ticket costs 31 EUR without dinner.", False),
        ("With dinner a ticket costs 31 EUR.", True),
        ("The bus takes 20 minutes.", False),
        ("The tram takes 20 minutes.", True),
        ("The wall does not leak.", False),
        ("The wall leaks every year.", True),
    ],
)
def test_the_parts_of_a_sentence_keep_their_own_words(statement: str, verified: bool) -> None:
    assert supports_claim(LIBRARY, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
def test_a_noun_of_a_german_statement_about_an_english_text_is_no_name() -> None:
    text = "Members may use the sauna only with a supervisor. Children must not use the sauna."
    assert not supports_claim(text, "Kinder dürfen die Sauna benutzen.")


@pytest.mark.req("BX-01", "AN-05")
def test_a_sentence_with_two_words_for_an_exception_verifies_itself() -> None:
    sentence = "All rooms except the attic are heated, and all doors apart from the gate are locked."
    assert supports_claim(f"Night rules. {sentence} The request was turned down and rejected.", sentence)


CREW = """# Crew

Hana repairs the sails and Omar repairs the engine. The green boat carries the tents, while the white boat carries the \
food. Guests may not board without a life jacket. Children sail with an adult. At least 4 sailors must be on deck. The \
jetty holds at most 12 people.
"""
MANNSCHAFT = """# Mannschaft

Hana repariert die Segel und Omar repariert den Motor. Ohne Schwimmweste dürfen Gäste nicht an Bord. Mindestens 4 \
Segler müssen an Deck sein.
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (CREW, "Omar repairs the sails.", False),
        (CREW, "Hana repairs the engine.", False),
        (CREW, "Omar repairs the engine.", True),
        (CREW, "Hana and Omar repair the sails and the engine.", True),
        (CREW, "The white boat carries the tents.", False),
        (CREW, "The green boat carries the tents.", True),
        (MANNSCHAFT, "Omar repariert die Segel.", False),
        (MANNSCHAFT, "Hana repariert die Segel.", True),
    ],
)
def test_what_one_of_two_does_is_not_verified_of_the_other(text: str, statement: str, verified: bool) -> None:
    assert supports_claim(text, statement) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "statement", "verified"),
    [
        (CREW, "Guests may not board with a life jacket.", False),
        (CREW, "Guests may board with a life jacket.", True),
        (CREW, "Guests may not board without a life jacket.", True),
        (MANNSCHAFT, "Mit Schwimmweste dürfen Gäste nicht an Bord.", False),
        (CREW, "More than 4 sailors must be on deck.", False),
        (CREW, "At least 4 sailors must be on deck.", True),
        (CREW, "Four or more sailors must be on deck.", True),
        (CREW, "The jetty holds fewer than 12 people.", False),
        (MANNSCHAFT, "Mehr als 4 Segler müssen an Deck sein.", False),
        ("More than 4 sailors must be on deck.", "More than 4 sailors must be on deck.", True),
    ],
)
def test_with_for_without_and_more_than_for_at_least_are_not_verified(
    text: str, statement: str, verified: bool
) -> None:
    assert supports_claim(text, statement) is verified


FLAT = """The monthly rent is 840 euros and the deposit is 1,680 euros. The lease starts on 1 May 2024 and ends on \
30 April 2026. Adults pay 12 euros and children pay 5 euros. Sales rose by 7 per cent while costs fell by 3 per cent.
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("statement", "verified"),
    [
        ("Die Kaution beträgt 840 Euro.", False),
        ("Die Kaution beträgt 1.680 Euro.", True),
        ("Die Miete beträgt 1.680 Euro.", False),
        ("Der Mietvertrag endet am 1. Mai 2024.", False),
        ("Der Mietvertrag beginnt am 1. Mai 2024.", True),
        ("Der Mietvertrag endet am 30. April 2026.", True),
        ("La caution est de 840 euros.", False),
        ("Le bail commence le 1er mai 2024.", True),
        ("Los niños pagan 12 euros.", False),
        ("Los adultos pagan 12 euros.", True),
        ("Gli adulti pagano 5 euro.", False),
        ("De huur is 840 euro.", True),
        ("Der Umsatz stieg um 7 Prozent.", True),
        ("Die Kosten sanken um 7 Prozent.", False),
    ],
)
def test_in_another_language_a_figure_belongs_to_the_same_thing(statement: str, verified: bool) -> None:
    assert supports_claim(FLAT, statement) is verified
