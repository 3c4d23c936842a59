"""What makes a citation verified: the passage has what the statement states."""

import pytest

from orc.documents.verification.claims import supports_claim
from tests.documents import lease_statements as office
from tests.documents.lease_statements import CRANE_LEASE


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    "claim",
    [
        "The rent is 4,200 euros a month.",
        "Die Miete beträgt 4.200 Euro.",
        "It rises by 2,5% each year.",
        "Sales were about 12,500,000 dollars in 2023.",
        "In 2023, $12.5m came in.",
        "The rent grows by some 3% a year.",
        "A notice of 90 days ends it.",
        "Keller is the owner of the harbour.",
        "2. The owner can end it in ninety days.",
        "**Notice Period**: ninety days.",
        "Le contrat peut être résilié par Maria Keller avec un préavis de 90 jours.",
    ],
)
def test_a_claim_in_other_words_is_borne_out(claim: str) -> None:
    assert supports_claim(CRANE_LEASE, claim)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    "claim",
    [
        "The rent is 4,300 euros.",
        "The rent is 42,000 euros.",
        "It rises by 7% a year.",
        "Sales were $125 million.",
        "In 2022 the sales were $12.5 million.",
        "A notice of 60 days ends it.",
        "Peter Keller owns the harbour and the crane.",
        "The moon of the planet is made of cheese and of milk.",
    ],
)
def test_a_claim_with_details_that_the_passage_lacks_is_not_verified(claim: str) -> None:
    assert not supports_claim(CRANE_LEASE, claim)


CLUB = (
    "New members pay a fee, due in September. The regatta takes place in June, the summer party in July. "
    "Beginners train on Wednesdays, the racing crew on Mondays. "
    "Rowing is allowed until 21:30 in summer and until 17:00 in winter. "
    "Hotels are reimbursed up to €140, in London, Paris and Zurich up to €210."
)


RESULTS = (
    "Revenue rose to $182.4 million in FY23, from $160.0 million in FY22. Operating profit was $21.9 million (FY22: "
    "$24.3 million). For FY24 the board expects revenue of $200 million. "
    'This contract is made between Halden Ltd, 8 Quay Street, Bristol (the "Provider") '
    'and Orrery Trust, 2 Castle Lane, Exeter (the "Customer"). After the end of the '
    "agreement the Provider hands over all data within 14 days. The Customer pays the fee."
)


LIFTS = (
    "Der Vertrag beginnt am 1. Mai 2022 und läuft fünf Jahre. "
    "Gewartet werden sechs Aufzüge in der Kaistraße 12 bis 22. Die "
    "Auftragnehmerin haftet für Schäden bis zu 2,5 Millionen Euro. Für entgangenen Gewinn haftet sie nicht. Die "
    "Kündigung bedarf der Schriftform, mit einer Kündigungsfrist von drei Monaten. Der zuständige Techniker ist Herr "
    "Jonas Petersen. Ansprechpartnerin ist Frau Sabine Krüger."
)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("passage", "true", "false"),
    [
        (CLUB, "The regatta is held in June.", "The regatta is held in July."),
        (CLUB, "Beginners train on Wednesdays.", "Beginners train on Mondays."),
        (CLUB, "Rowing is allowed until 17:00 in winter.", "Rowing is allowed until 21:30 in winter."),
        (CLUB, "In Paris the limit is €210.", "In Paris the limit is €140."),
        (RESULTS, "FY22 revenue was $160.0 million.", "FY22 revenue was $182.4 million."),
        (RESULTS, "Operating profit was $21.9 million.", "Operating profit was $24.3 million in FY23."),
        (RESULTS, "Revenue of $200 million is expected in FY24.", "Revenue of $200 million is expected in FY23."),
        (RESULTS, "The Provider is Halden Ltd.", "The Provider is Orrery Trust."),
        (RESULTS, "The Provider hands over data within 14 days.", "The Customer hands over data within 14 days."),
        (LIFTS, "Der Vertrag beginnt am 01.05.2022.", "Der Vertrag beginnt am 01.06.2022."),
        (LIFTS, "Der Techniker ist Jonas Petersen.", "Die Technikerin ist Sabine Krüger."),
        (LIFTS, "Die Kündigungsfrist beträgt drei Monate.", "Für entgangenen Gewinn haftet die Auftragnehmerin."),
    ],
)
def test_a_figure_of_another_subject_is_not_verified(passage: str, true: str, false: str) -> None:
    assert supports_claim(passage, true)
    assert not supports_claim(passage, false)


def test_a_figure_keeps_its_unit() -> None:
    assert supports_claim("The fee is $450 or 12.5%.", "The fee is 450 $ or 12.5 percent.")
    assert supports_claim("The fee is $450.", "The fee is 450 dollars.")
    assert not supports_claim("The fee is $450.", "The fee is €450.")
    assert not supports_claim("The fee is 12.5%.", "The fee is $12.5.")


@pytest.mark.parametrize(
    ("question", "verified"),
    [
        ("", False),
        ("What was the rent in Saint Malo in 2019?", True),
        ("Was the rent in Saint Malo 4,200 euros in 2019?", False),
    ],
)
def test_names_and_years_of_an_open_question_need_no_source(question: str, verified: bool) -> None:
    claim = "In 2019 and in the port of Saint Malo the rent of the crane was 4,200 euros."
    assert supports_claim(CRANE_LEASE, claim, question=question) is verified


def test_a_year_of_the_question_does_not_replace_that_of_the_source() -> None:
    claim = "In 2022 the sales were $12.5 million."
    assert not supports_claim(CRANE_LEASE, claim, question="What were the sales in 2022?")


def test_the_name_of_the_file_needs_no_source() -> None:
    claim = "In the report of Saint Malo the rent of the crane is 4,200 euros."
    assert supports_claim(CRANE_LEASE, claim, names="saint-malo-report.pdf")


@pytest.mark.req("BX-01")
@pytest.mark.parametrize("claim", [*office.TRUE, *office.TRUE_IN_OTHER_LANGUAGES])
def test_true_statements_about_an_office_lease_are_verified(claim: str) -> None:
    assert supports_claim(office.LEASE, claim, question="What does it say?")


@pytest.mark.req("BX-01")
@pytest.mark.parametrize("claim", [*office.FALSE, *office.FALSE_IN_OTHER_LANGUAGES])
def test_false_statements_about_an_office_lease_are_not_verified(claim: str) -> None:
    assert not supports_claim(office.LEASE, claim, question="What does it say?")
    assert not supports_claim(office.LEASE, claim, question=f"Is it true that {claim}?")


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        *((claim, True) for claim in office.TRUE_OF_MIETVERTRAG),
        *((each, False) for each in office.FALSE_OF_MIETVERTRAG),
    ],
)
def test_a_german_source_is_judged_alike(claim: str, verified: bool) -> None:
    assert supports_claim(office.MIETVERTRAG, claim) is verified


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("question", "claim", "verified"),
    [
        ("Is the rent 777 euros?", "Yes.", False),
        ("Is the rent 1,250 euros?", "Yes.", True),
        ("When is the rent due?", "Yes.", False),
        ("When is the rent due?", "x", False),
        ("What is the moon made of?", "Cheese", False),
        ("Who represents the landlord?", "Keller", True),
        ("How high is the deposit?", "3,750 euros", True),
        ("How high is the deposit?", "", False),
        ("How high is the deposit?", "Here it is:", False),
        ("How high is the deposit?", "Done.", False),
        ("Is the rent 777 euros?", "No.", False),
        ("Who represents the landlord?", "Nobody", False),
        ("Who represents the landlord?", "Seagulls", False),
    ],
)
def test_a_short_answer_is_judged_with_its_question(question: str, claim: str, verified: bool) -> None:
    assert supports_claim(office.LEASE, claim, question=question) is verified


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("question", "claim", "verified"),
    [
        ("Rooms?", "3", True),
        ("Storeys?", "3", False),
        ("q", "3", False),
        ("q", "5", False),
        ("q", "27.", False),
        ("q", '```json\n{\n  "a": [\n    1\n  ]\n}\n```', False),
        ("q", "980", True),
    ],
)
def test_a_small_number_alone_needs_a_word_of_its_question(question: str, claim: str, verified: bool) -> None:
    lease = (
        "La locataire habite 5 rue des Tanneurs. Article 1. Le logement est au 27 avenue du Parmelan."
        " Flat: 3 rooms. Le loyer mensuel est fixé à 980 euros."
    )
    assert supports_claim(lease, claim, question=question) is verified


@pytest.mark.req("BX-01")
def test_the_thousands_of_one_language_are_no_fractions_of_another() -> None:
    assert supports_claim("The rent is 1,250 euros.", "Die Miete beträgt 1.250 Euro.")
    assert supports_claim(
        "The rate of the loan is 1.25 % and the fee is 1,250 euros.", "The rate of the loan is 1.25 %."
    )
    assert not supports_claim("The rent is 1,250 euros.", "The rent is 1.25 euros.")
    assert not supports_claim("Die Miete beträgt 1.250 Euro.", "Die Miete beträgt 1,25 Euro.")


HANDBOOK = (
    "Every employee has 28 days of paid holiday a year; those over fifty have 31. Core time is from 10 am to 4 pm. "
    "The Kiel office has 140 staff and the Leipzig office 95. Laptops run release 2.4.1 of the client. One third of "
    "the cost of the canteen is borne by the Tenant. The Landlord repairs the roof. The Tenant may sublet with the "
    "Landlord's consent. The price may not rise by more than 4 % a year and is payable in advance. Sales rose from "
    "$38 million in 2022 to $44 million in 2023. Breaks last half an hour."
)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Employees over fifty have 31 days of holiday.", True),
        ("Every employee has 31 days of paid holiday.", False),
        ("Core time is from 10:00 to 16:00.", True),
        ("Core time is from 10 pm to 4 am.", False),
        ("The Leipzig office has 95 staff.", True),
        ("The Kiel office has 95 staff.", False),
        ("Laptops run release 2.4.2 of the client.", False),
        ("The Tenant bears a third of the cost of the canteen.", True),
        ("The Tenant bears half of the cost of the canteen.", False),
        ("The Tenant repairs the roof.", False),
        ("The Landlord may sublet with the Tenant's consent.", False),
        ("The price may rise by at most 4% a year.", True),
        ("The price is payable in arrears.", False),
        ("Sales were $44 million in 2023.", True),
        ("Breaks last 30 minutes.", True),
        ("Breaks last for an hour.", False),
    ],
)
def test_figures_names_and_opposites_are_bound_to_their_words(claim: str, verified: bool) -> None:
    assert supports_claim(HANDBOOK, claim) is verified


@pytest.mark.req("BX-01", "AN-05")
def test_cents_are_parts_of_their_currency() -> None:
    assert supports_claim("The dividend is 12 cents per share.", "The dividend is $0.12 per share.")
    assert not supports_claim("The dividend is 12 cents per share.", "The dividend is $0.13 per share.")
    assert not supports_claim("The fee is $450.", "The fee is 450 €.")


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The rent is £1,450 a month.", True),
        ("The monthly rent is £1,450.", True),
        ("The rent is £1,450.", True),
        ("The annual rent is £1,450.", False),
        ("The weekly rent is £1,450.", False),
        ("Die Jahresmiete beträgt 1.450 £.", False),
        ("Meals are paid up to 45 dollars per day.", True),
        ("Meals are paid up to 45 dollars a week.", False),
    ],
)
def test_a_figure_keeps_the_period_that_it_is_for(claim: str, verified: bool) -> None:
    text = "The monthly rent of the flat is £1,450. Meals of employees are paid up to 45 dollars a day."
    assert supports_claim(text, claim) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("A fall of the dollar would increase profit by $0.4 million.", False),
        ("A fall of the dollar would lower profit by $0.4 million.", True),
        ("A fall of the dollar reduces profit.", True),
        ("The gates close ten minutes before departure.", False),
        ("The gates close ten minutes after departure.", True),
        ("After departure the gates close.", True),
    ],
)
def test_what_follows_and_what_comes_first_are_not_exchanged(claim: str, verified: bool) -> None:
    """A statement may share one word of a pair of opposites with its source and exchange the other."""
    text = (
        "A fall of the dollar by five percent would reduce profit by $0.4 million. The gates close ten minutes after "
    )
    assert supports_claim(f"{text}departure.", claim) is verified


CONTRACT = """Tenancy agreement between Rosa Klein (the "Landlord") and Tom Frey (the "Tenant").

The monthly rent is £1,450. The flat has a floor area of 68 m². The Tenant may keep no pets such as cats and dogs. The
Landlord repairs the roof and the Tenant cleans the stairs. The works are finished by the end of June. Notice is no more
than 90 days. The travel allowance of 40 euros is paid to trainees only. Net debt stood at $110 million. Copies cost 35
euros for orders up to 2,000. Only trainees with two years of service receive a bonus.
"""


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The landlord is Rosa Klein.", True),
        ("The landlord is Tom Frey.", False),
        ("The tenant Rosa Klein rents the flat.", False),
        ("Rosa Klein lets the flat to Tom Frey.", True),
        ("Tom Frey lets the flat to Rosa Klein.", False),
        ("The tenant repairs the roof and the landlord cleans the stairs.", False),
        ("The tenant pays £1,450 each month.", True),
        ("The landlord pays £1,450 each month.", False),
        ("The flat has 68 square metres.", True),
        ("Cats and dogs are not allowed.", True),
        ("Dogs are allowed.", False),
        ("The works are finished by the end of June.", True),
        ("The works will be finished by the end of May.", False),
        ("Notice is at most 90 days.", True),
        ("Notice is at least 90 days.", False),
        ("Trainees get a travel allowance of 40 euros.", True),
        ("The travel allowance of 40 euros is paid to employees.", False),
        ("The travel allowance of 40 euros is paid.", False),
        ("Trainees with two years of service receive a bonus.", True),
        ("Trainees receive a bonus.", False),
        ("Net debt was $110 million.", True),
        ("Net debt fell to $110 million.", False),
        ("Copies cost 35 euros for orders above 2,000.", False),
        ("Copies cost 35 euros for orders of at most 2,000.", True),
    ],
)
def test_roles_months_bounds_and_conditions_are_those_of_the_source(claim: str, verified: bool) -> None:
    assert supports_claim(CONTRACT, claim) is verified


HANDOVER = (
    "The office in Kiel has 140 staff. In May 2024 Petra Nowak resigned as head of sales and Jonas Adler was appointed "
    "in her place. Ms Okafor heads the travel desk."
)


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize(
    ("text", "claim", "verified"),
    [
        (HANDOVER, "Petra Nowak resigned as head of sales in May 2024.", True),
        (HANDOVER, "Jonas Adler resigned as head of sales in May 2024.", False),
        ("Vorsitzende ist Anna Berger, Kassenwart ist Peter Kunz.", "Die Vorsitzende ist Anna Berger.", True),
        ("Vorsitzende ist Anna Berger, Kassenwart ist Peter Kunz.", "Die Vorsitzende ist Peter Kunz.", False),
        ("Vermieter: Karl Maier\nMieter: Jana Wolf", "Die Mieterin ist Jana Wolf.", True),
        ("Vermieter: Karl Maier\nMieter: Jana Wolf", "Der Vermieter ist Jana Wolf.", False),
        ("Ruth Hale, the chair, and Mark Odum, the treasurer, signed.", "The chair is Ruth Hale.", True),
        ("Ruth Hale, the chair, and Mark Odum, the treasurer, signed.", "Mark Odum is the chair.", False),
        ("Vermieter: Karl Maier\nMieter: Jana Wolf. Er zahlt die Miete.", "The landlord is Jana Wolf.", False),
        ("The HX-60 replaces the HX-55.", "The HX-60 replaces the HX-55.", True),
        ("The HX-60 replaces the HX-55.", "The HX-55 replaces the HX-60.", False),
        ("The HX-20 is quieter than the HX-40.", "The HX-40 is quieter than the HX-20.", False),
        ("The caretaker, Mr Petrov, is replaced by Ms Haddad.", "Ms Haddad replaces Mr Petrov.", True),
        ("The caretaker, Mr Petrov, is replaced by Ms Haddad.", "Mr Petrov replaces Ms Haddad.", False),
        ("The budget of 38,500 euros was adopted.", "The budget of 38,500 euros was rejected.", False),
        ("La directrice est Claire Dumas; Hugo Lenoir dirige les jeunes.", "La directrice est Claire Dumas.", True),
        ("La directrice est Claire Dumas; Hugo Lenoir dirige les jeunes.", "La directrice est Hugo Lenoir.", False),
        ("Dix livres pour quatre semaines et trois DVD pour une semaine.", "Les DVD pour quatre semaines.", False),
        ("Rent is due by the fifth day of each month.", "Rent is due by the 5th of each month.", True),
        ("Rent is due by the fifth day of each month.", "Rent is due by the 6th of each month.", False),
        ("La proposta è stata respinta.", "La proposta è stata approvata.", False),
        ("Der Beirat besteht aus fünf Personen.", "Der Beirat hat fünf Mitglieder.", True),
        ("Der Beirat besteht aus fünf Personen.", "Der Beirat hat sechs Mitglieder.", False),
        ("The group employed 2,940 people.", "The group had 2,940 employees.", True),
        ("Der Vertrag endet Ende Juni.", "The contract ends at the end of June.", True),
        ("Der Vertrag endet Ende Juni.", "The contract ends at the end of May.", False),
        ("The report is due in March and the audit in October.", "The audit is due in March.", False),
        ("The meeting takes place on 12 May 2024.", "The meeting takes place in May.", True),
        ("Net debt was $110 million, down from $140 million.", "Net debt fell to $110 million.", True),
        ("Net debt was $110 million, down from $140 million.", "Net debt rose to $110 million.", False),
    ],
)
def test_people_and_months_are_judged_in_two_languages(text: str, claim: str, verified: bool) -> None:
    assert supports_claim(text, claim) is verified


@pytest.mark.req("BX-01", "AN-05")
@pytest.mark.parametrize("at", range(5, 12))
def test_a_line_break_in_a_sentence_parts_no_figure_from_its_words(at: int) -> None:
    sentence = "In the second half of 2023 operating income fell to $27.3 million from $31.0 million a year before."
    words = sentence.split()
    text = f"Report on the year\n\n{' '.join(words[:at])}\n{' '.join(words[at:])}"
    assert supports_claim(text, "Operating income fell to $27.3 million.")
    assert supports_claim(text, "Operating income fell from $31.0 million to $27.3 million.")
    assert not supports_claim(text, "Operating income fell from $27.3 million to $31.0 million.")


@pytest.mark.req("BX-01", "AN-05")
def test_a_denial_may_be_said_twice() -> None:
    text = "Puede reclamar en 30 días. El suministro puede cortarse; no se corta nunca en viernes ni en festivo."
    assert supports_claim(text, "Nunca se corta el suministro en viernes.")
    assert not supports_claim(text, "Se corta el suministro en viernes.")


MERGER = (
    "In 2019 Acme bought Beta for 4 million euros. In 2021 Gamma bought Delta for 7 million euros. "
    "Anna Smith founded Acme, and Bob Jones founded Beta. The heating was replaced in 2021, after a long dispute. "
    "The roof was repaired in 2022. The office has 3 rooms. The lift was built in 2015."
)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Anna Smith founded Acme.", True),
        ("Anna Smith founded Beta.", False),
        ("Bob Jones founded Acme.", False),
        ("Gamma bought Delta in 2021.", True),
        ("Gamma bought Beta for 7 million euros.", False),
        ("The roof was repaired in 2022.", True),
        ("The roof was repaired in 2021.", False),
        ("The office has 3 rooms.", True),
        ("The office had 3 rooms in 2015.", False),
    ],
)
def test_the_year_and_the_name_are_those_of_the_sentence_that_says_the_rest(claim: str, verified: bool) -> None:
    assert supports_claim(MERGER, claim) is verified


COUNTRIES = (
    "# Staff rules\n\nAll employees get them.\n\n"
    "## Spain\n\nThe notice period is 5 weeks. The bonus is paid in May.\n\n"
    "## Greece\n\nThe notice period is 9 weeks. The bonus is paid in March.\n"
)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The notice period in Greece is 9 weeks.", True),
        ("For employees in Greece the notice period is 9 weeks by the staff rules.", True),
        ("The notice period in Greece is 5 weeks.", False),
        ("In Spain the notice period is 9 weeks.", False),
        ("The bonus in Greece is paid in March.", True),
        ("The bonus in Greece is paid in May.", False),
        ("The notice period is 9 weeks in Greece and 5 weeks in Spain.", True),
    ],
)
def test_what_is_said_of_a_heading_stands_below_it(claim: str, verified: bool) -> None:
    assert supports_claim(COUNTRIES, claim) is verified


NEWS = (
    "Sales are expected to reach 80 million euros. The minister denied that taxes will rise. "
    "Critics claim that the old bridge is unsafe. The plan is to open 12 stores by 2027. "
    "Die Firma wird voraussichtlich 40 Stellen streichen."
)


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Sales are expected to reach 80 million euros.", True),
        ("Sales will reach 80 million euros.", True),
        ("Sales reached 80 million euros.", False),
        ("The minister denied that taxes will rise.", True),
        ("Taxes will rise.", False),
        ("The minister said that taxes will rise.", False),
        ("Critics say that the old bridge is unsafe.", True),
        ("The old bridge is unsafe.", False),
        ("The company plans to open 12 stores by 2027.", True),
        ("12 stores were opened by 2027.", False),
    ],
)
def test_what_is_denied_claimed_or_planned_is_no_fact(claim: str, verified: bool) -> None:
    assert supports_claim(NEWS, claim) is verified


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("The rent is 900 euros including water.", True),
        ("The rent is 900 euros without heating.", False),
        ("The rent is 900 euros including parking.", False),
    ],
)
def test_what_a_price_includes_stands_beside_it(claim: str, verified: bool) -> None:
    lease = "The rent, including water, is 900 euros. The heating was replaced. Parking is free on Sundays."
    assert supports_claim(lease, claim) is verified


@pytest.mark.req("BX-01")
@pytest.mark.parametrize(
    ("claim", "verified"),
    [
        ("Eubank has held the IBO title since February 2017.", True),
        ("Ward has held the IBO title since February 2017.", False),
    ],
)
def test_a_sentence_that_begins_with_a_pronoun_is_about_the_person_before_it(claim: str, verified: bool) -> None:
    boxers = (
        "Andre Ward is an American boxer. Chris Eubank is a boxer from Hove. He has held the IBO title since February "
        "2017, having previously held the WBA interim title in 2015, and the British title in 2016."
    )
    assert supports_claim(boxers, claim) is verified
