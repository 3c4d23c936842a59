import re
from collections.abc import Mapping

import pytest

from orc.documents.citations.answer_statements import statement_before
from orc.documents.citations.markers import MarkerStream
from orc.documents.citations.snippets import cite
from orc.documents.notices import NOT_FOUND_IN_LANGUAGE, NOT_IN_DOCUMENTS
from orc.documents.text.chunks import chunk_text
from orc.domain import ExtractedText, Passage, TokenUsage
from orc.ports import ChatMessage, ChatRequest, Finished, Grounding, TextDelta
from shared.models.extractive import ExtractiveChatModel

REPORT = """Annual Report

In 2022 the revenue of Acme was $10.2 million. In 2023 revenue rose to $12.5 million, because the new
subscriptions sold well. The company was founded in 1998 by Maria Keller. It has its head office in Lyon.

Segment | 2023 | 2022
  | (in $ millions) |
Licences | 4.5 | 5.2
Subscriptions | 8.0 | 5.0

Net profit 1.1 0.6
"""
HANDBOOK = """Employee Handbook

1. Leave
Full-time employees receive 25 days of paid leave per year. It must be taken by 31 March of the following year.

2. Expenses
The following expenses are reimbursed:
- Train tickets in second class
- Hotel rooms up to EUR 150 per night

3. Sick leave
How do I report sick leave?
Send a message to your manager before 9 a.m. on the first day [3] and wait.

An escalation is a formal complaint to the works council. Every escalation is filed.
"""
DOCUMENTS = {"report.pdf": REPORT, "handbook.docx": HANDBOOK}


def passages_of(documents: Mapping[str, str], size: int = 1200) -> tuple[Passage, ...]:
    return tuple(
        Passage(f"file-{name}", name, chunk, 1.0, ("bm25",))
        for name, text in documents.items()
        for chunk in chunk_text(ExtractedText(text, name), size=size, overlap=min(200, size // 3))
    )


async def say(grounding: Grounding | None) -> str:
    request = ChatRequest((ChatMessage("system", "[1] The secret is 42."), ChatMessage("user", "?")), grounding)
    pieces = [chunk async for chunk in ExtractiveChatModel().stream(request)]
    assert pieces.pop() == Finished("stop", TokenUsage(), "extractive")
    return "".join(piece.text for piece in pieces if isinstance(piece, TextDelta))


async def ask(question: str, documents: Mapping[str, str] = DOCUMENTS) -> str:
    return await say(Grounding(question, passages_of(documents), tuple(documents)))


def markers(answer: str) -> list[int]:
    return [int(number) for number in re.findall(r"\[(\d+)\]", answer)]


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the revenue in 2022?", "In 2022 the revenue of Acme was $10.2 million. [1]"),
        (
            "What was revenue in 2023?",
            "In 2023 revenue rose to $12.5 million, because the new subscriptions sold well. [1]",
        ),
        ("Who founded the company?", "The company was founded in 1998 by Maria Keller. [1]"),
        ("What is an escalation?", "An escalation is a formal complaint to the works council. [2]"),
        (
            "How many days of paid leave do employees get?",
            "Full-time employees receive 25 days of paid leave per year. [2]",
        ),
    ],
)
async def test_the_answer_is_the_sentence_that_answers_and_its_marker(question: str, answer: str) -> None:
    assert (await ask(question)).startswith(answer)


async def test_a_sentence_about_another_year_does_not_answer() -> None:
    assert "2022" not in await ask("What was revenue in 2023?")
    assert await ask("What was revenue in 2021?") == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-04")
async def test_a_cell_is_quoted_with_its_row_column_and_unit() -> None:
    assert await ask("How much were subscriptions in 2022?") == (
        "5.0 [1]\n- Subscriptions [1]\n- 2022 [1]\n- in $ millions [1]"
    )


@pytest.mark.req("AN-04")
async def test_a_row_is_quoted_whole_if_the_question_names_no_column() -> None:
    assert await ask("How much were licences?") == (
        "Licences | 4.5 | 5.2 [1]\n- Segment | 2023 | 2022 [1]\n- (in $ millions) [1]"
    )


async def test_another_year_may_be_named_under_a_heading_with_the_right_one() -> None:
    text = "Results of 2023\n\nRevenue was 12 million, up from 10 million in 2022. Costs fell to 7 million.\n"
    assert (await ask("What was revenue in 2023?", {"x.txt": text})).startswith("Revenue was 12 million")


@pytest.mark.parametrize(
    ("table", "question", "answer"),
    [
        (
            "name,team,salary\nAnn,Sales,70000\nBob,Design,65000\n",
            "What is the salary of Bob?",
            "65000 [1]\n- Bob [1]\n- salary [1]",
        ),
        (
            "| Plan | Price |\n|---|---|\n| Pro | $29 |\n| Free | $0 |\n",
            "What is the price of Pro?",
            "Pro | $29 [1]\n- Plan | Price [1]",
        ),
        (
            "(in millions) Note 2023 2022\nRevenue 4 1,250.3 1,101.7\nNet profit 110.5 62.1\n",
            "What was revenue in 2022?",
            "Revenue 4 1,250.3 1,101.7 [1]\n- (in millions) Note 2023 2022 [1]",
        ),
        (
            "Region\tHead\nNorth\tAnn Lee\nSouth\tBob Ray\n",
            "Who is head of the South region?",
            "South Bob Ray [1]\n- Region Head [1]",
        ),
    ],
)
async def test_tables_of_every_notation_are_read(table: str, question: str, answer: str) -> None:
    assert await ask(question, {"table.txt": table}) == answer


async def test_a_sentence_that_begins_with_a_pronoun_comes_with_the_one_before() -> None:
    answer = await ask("When must leave be taken, by which date?")
    assert answer.startswith(
        "Full-time employees receive 25 days of paid leave per year. [2] It must be taken by 31 March"
    )


async def test_an_announced_list_comes_with_its_announcement() -> None:
    assert await ask("Which expenses are reimbursed?") == (
        "The following expenses are reimbursed: [2]\n"
        "- Train tickets in second class [2]\n- Hotel rooms up to EUR 150 per night [2]"
    )


async def test_a_question_in_a_document_is_answered_by_what_follows_it() -> None:
    answer = await ask("How do I report sick leave?")
    assert answer.startswith("Send a message to your manager before 9 a.m. on the first day &#x5b;3] and wait. [2]")


@pytest.mark.req("AN-04")
async def test_prose_that_ends_in_a_date_is_no_table_row() -> None:
    text = (
        "For the fiscal year ended January 28, 2023 and the fiscal year ended January 29, 2022\n"
        "net sales were $23.0 billion and $19.2 billion, which the company explains below.\n"
    )
    answer = await ask("What were net sales for the fiscal year ended January 28, 2023?", {"report.pdf": text})
    assert answer == f"{' '.join(text.split())} [1]"


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the landlord?", '"landlord":{"name":"Ann Lee","city":"Bonn"} [1]'),
        ("Which city does the tenant live in?", '"tenant":{"name":"Bob Ray","city":"Cologne"} [1]'),
        ("What is the monthly rent?", '"rent":{"monthly":1250,"currency":"EUR"} [1]'),
    ],
)
async def test_json_on_one_line_is_quoted_member_by_member(question: str, answer: str) -> None:
    text = (
        '{"title":"Lease","landlord":{"name":"Ann Lee","city":"Bonn"},"tenant":{"name":"Bob Ray","city":"Cologne"},'
        '"rent":{"monthly":1250,"currency":"EUR"},"items":[{"k":"desk","n":3},{"k":"chair","n":12}]}'
    )
    assert await ask(question, {"lease.json": text}) == answer


async def test_steps_are_given_to_the_last() -> None:
    manual = "Installation\n\n1. Download the installer.\n2. Run it.\n3. Restart the computer.\n\nSupport\n\nCall us.\n"
    assert (await ask("How do I download the installer?", {"manual.txt": manual})).count("[1]") == 3


@pytest.mark.req("RG-10")
@pytest.mark.parametrize(
    "question",
    ["What is the salary of the chief executive?", "Is there a gym?", "Who won the World Cup in Qatar?", "谁是总统？"],
)
async def test_a_missing_answer_is_stated_plainly_without_citations(question: str) -> None:
    in_chinese = NOT_FOUND_IN_LANGUAGE.by_language["zh"].format("English")
    answer = await ask(question)
    assert answer == (in_chinese if question == "谁是总统？" else NOT_IN_DOCUMENTS.to(question))
    assert not markers(answer)


@pytest.mark.req("RG-10")
async def test_documents_without_a_passage_have_no_answer() -> None:
    assert await say(Grounding("What was revenue?", (), ("report.pdf",))) == NOT_IN_DOCUMENTS


async def test_the_prompt_is_not_a_source() -> None:
    assert "42" not in await ask("What is the secret?")


@pytest.mark.req("QA-12")
@pytest.mark.parametrize(
    ("document", "question", "answer"),
    [
        (
            "Die Miete beträgt 1.250 Euro. Vermieterin ist Frau Weber.",
            "Wie hoch ist die Miete?",
            "Die Miete beträgt 1.250 Euro.",
        ),
        (
            "La empresa fue fundada por Ana Ruiz. La sede está en Madrid.",
            "¿Quién fundó la empresa?",
            "La empresa fue fundada",
        ),
        (
            "Le bail dure trois ans. Le loyer est payé en avance.",
            "Combien de temps dure le bail ?",
            "Le bail dure trois ans.",
        ),
        ("北京是首都。北京的人口约为两千一百万。", "北京的人口是多少？", "北京的人口约为两千一百万。"),
        ("東京タワーは1958年に完成した。富士山の高さは3776メートルです。", "富士山の高さは？", "富士山の高さは3776"),
        ("Компания основана в Москве. Директор компании — Иван Петров.", "Кто директор?", "Директор компании"),
    ],
)
async def test_other_languages_are_answered(document: str, question: str, answer: str) -> None:
    assert (await ask(question, {"x.txt": document})).startswith(answer)


@pytest.mark.parametrize(
    "question",
    [
        "Summarise the documents",
        "What is this about?",
        "main points?",
        "tl;dr",
        "总结一下",
        "Compare them",
        "Was fällt auf?",
        "Worum geht es in dem Vertrag?",
        "¿De qué trata el documento?",
        "Waar gaat het document over?",
    ],
)
async def test_an_overview_has_each_documents_name_and_sentences(question: str) -> None:
    answer = await ask(question)
    report, handbook = answer.split("\n\n")
    assert report.startswith("**report.pdf**\n- ")
    assert handbook.startswith("**handbook.docx**\n- ")
    assert set(markers(report)) == {1}
    assert set(markers(handbook)) == {2}


async def test_documents_that_state_different_figures_are_both_quoted() -> None:
    files = {"old.txt": "The joining fee is 10 euros.", "new.txt": "The joining fee is 20 euros."}
    answer = await ask("What is the joining fee?", files)
    assert {"10 euros", "20 euros"} <= set(re.findall(r"\d+ euros", answer))
    assert set(markers(answer)) == {1, 2}


async def test_a_summary_goes_over_the_whole_document() -> None:
    rules = [
        "Guests pay at the desk",
        "Dogs stay outside the hall",
        "Courts open at nine",
        "Lockers are emptied in June",
    ]
    rules += ["Coaches book their lessons online", "Juniors need a guardian", "Shoes must have white soles"]
    rules += ["Lights are turned off by the last player", "Fees are due in March", "The board meets every autumn"]
    sections = [f"## {n}. Rule\n\n{rule} under the statutes of the club.\n" for n, rule in enumerate(rules, 1)]
    table = "| item | price |\n|---|---|\n| Sauna of the club | 15 EUR |\n| Locker of the club | 4 EUR |\n"
    answer = await ask("Summarise this", {"rules.md": "\n".join([table, *sections])})
    quoted = [n for n, rule in enumerate(rules) if rule in answer]
    assert (quoted[0] < 3, quoted[-1] > 6, len(quoted)) == (True, True, 5)
    assert "10. Rule" in answer or "9. Rule" in answer
    assert "EUR" not in answer


async def test_a_chance_is_answered_by_a_share_of_cases() -> None:
    leaflet = {"leaflet.md": "Call us at once.\n\nAbout 2 in 100 patients get an infection. Most go home after a day."}
    assert (await ask("What is the chance of an infection?", leaflet)).startswith("About 2 in 100")


async def test_an_overview_says_which_document_has_no_passage() -> None:
    grounding = Grounding("Summarise", passages_of({"report.pdf": REPORT}), ("report.pdf", "scan.pdf"))
    assert (await say(grounding)).endswith("**scan.pdf**\n- No passage of it was found.")


async def test_a_comparison_on_a_topic_keeps_to_the_topic() -> None:
    documents = {
        "old.txt": "The notice period is one month. Rent is 900 euros.",
        "new.txt": "Rent is 950 euros. Pets are fine.",
    }
    assert await ask("Compare the rent in the two documents", documents) == (
        "**old.txt**\n- Rent is 900 euros. [1]\n\n**new.txt**\n- Rent is 950 euros. [2]"
    )
    assert "Nothing about this" in await ask("What are the differences in the notice period?", documents)


async def test_text_shared_by_overlapping_chunks_appears_once() -> None:
    sentence = "The brake is inspected once a month by the workshop."
    text = f"Bicycles need care. {sentence} Tyres are checked every week. " + "Chains are oiled. " * 30
    documents = {"a.txt": text, "copy.txt": text}
    grounding = Grounding("How often is the brake inspected?", passages_of(documents, size=120), tuple(documents))
    assert (await say(grounding)).count(sentence) == 1


async def test_hard_line_breaks_and_long_sentences_are_smoothed() -> None:
    assert "\n" not in await ask("What was revenue in 2023?")
    words = " ".join(f"word{i}" for i in range(200))
    answer = await ask("What does the clause on liability say?", {"x.txt": f"The clause on\nliability says {words}."})
    assert answer.startswith("The clause on liability says word0")
    assert answer.endswith("[1] …")
    assert len(answer) <= 410


@pytest.mark.req("AN-04")
async def test_a_long_sentence_is_quoted_around_the_requested_part() -> None:
    words = " ".join(f"word{i}" for i in range(200))
    text = f"The lease says {words}, and the deposit of Ann Lee is 900 euros, {words}."
    assert "the deposit of Ann Lee is 900 euros," in await ask("What deposit does Ann Lee owe?", {"x.txt": text})


RENTED = """Lease

The landlord keeps the roof in repair. The landlord of the premises is Harrow Estates. The tenant is Bluefin.
Subletting needs the consent of the landlord. The landlord allows no pets.
"""


@pytest.mark.req("AN-09")
async def test_one_fact_is_one_sentence_and_more_is_more() -> None:
    documents = {"lease.txt": RENTED}
    assert await ask("Who is the landlord?", documents) == "The landlord of the premises is Harrow Estates. [1]"
    assert (await ask("Which duties and rights has the landlord?", documents)).count("[1]") > 1


@pytest.mark.req("RG-07")
@pytest.mark.parametrize(
    "question", ["Who founded Acme?", "Summarise", "Which expenses?", "What was revenue in 2023?", "How much leave?"]
)
async def test_every_marker_has_a_passage_that_says_so(question: str) -> None:
    passages = passages_of(DOCUMENTS, size=200)
    answer = await say(Grounding(question, passages, tuple(DOCUMENTS)))
    stream, text = MarkerStream(len(passages), None), ""
    assert markers(answer)
    for part in [*stream.feed(answer), *stream.flush()]:
        if isinstance(part, str):
            text += part
        else:
            claim = statement_before(text).sentence
            citation = cite(passages[part - 1], part, claim=claim, question=question)
            assert citation.verified
            assert set(re.findall(r"\w+", claim)) & set(re.findall(r"\w+", citation.snippet))
    assert text == answer


async def test_names_and_text_of_documents_never_look_like_markers() -> None:
    documents = {"report[7].pdf": "The `brake` is red [9]. The brake is loud [2, 3].", "b.txt": "The saddle is soft."}
    assert set(markers(await ask("Summarise", documents))) == {1, 2}


@pytest.mark.parametrize(
    "grounding", [None, Grounding("What can you do?"), Grounding("Hi!"), Grounding("Good morning", (), ("a.pdf",))]
)
async def test_small_talk_explains_what_orc_is_and_how_to_configure_a_model(grounding: Grounding | None) -> None:
    answer = await say(grounding)
    assert "without a language model" in answer
    assert "documents" in answer
    assert {"OPENAI_API_KEY", "OPENAI_MODEL", "OPENAI_BASE_URL", "AZURE_OPENAI_ENDPOINT"} <= set(
        re.findall(r"\w+", answer)
    )


async def test_a_greeting_is_returned() -> None:
    assert (await say(Grounding("hello there"))).startswith("Hello!")
    assert await say(Grounding("Thank you very much!")) == "You are welcome."
    assert await say(Grounding("Bye!")) == "Goodbye."
    assert await say(Grounding("Tschüss", passages_of(DOCUMENTS), tuple(DOCUMENTS))) == "Auf Wiedersehen."
    assert "Maria Keller" in await ask("Thanks, and who founded it?")


async def test_the_answer_comes_in_small_pieces() -> None:
    request = ChatRequest((), Grounding("Who founded the company?", passages_of(DOCUMENTS), tuple(DOCUMENTS)))
    pieces = [c.text async for c in ExtractiveChatModel().stream(request) if isinstance(c, TextDelta)]
    assert pieces[:3] == ["The ", "company ", "was "]


SALES = """Figures of the year

| Region | Sales 2022 | Sales 2023 |
|---|---|---|
| East | 40 | 44 |
| West | 50 | 61 |
| Total | 90 | 105 |
"""


@pytest.mark.req("AN-06")
async def test_a_question_that_names_no_row_is_answered_by_the_total() -> None:
    answer = await ask("What were the sales in 2023?", {"sales.txt": SALES})
    assert "105" in answer.split("[1]")[0]


@pytest.mark.req("AN-06")
async def test_a_caption_with_the_unit_of_its_table_is_a_heading() -> None:
    report = (
        "Letter from the Chair\n\nThis was a year of steady progress.\n\nRevenue by region (in thousands of pounds)\n"
        "Region | 2024 | 2023 | 2022\nFrance | 17,644 | 15,020 | 13,870\nNordics | 9,873 | 9,115 | 8,240\n"
        "Total | 81,845 | 78,442 | 73,895\n\nConsolidated income statement (in thousands of pounds)\n"
        " | Note | 2024 | 2023\nRevenue | 3 | 81,845 | 78,442\nCost of sales | | (49,318) | (48,077)\n"
    )
    answer = await ask("What was total revenue in 2022?", {"report.txt": report})
    assert "73,895" in answer.split("[1]")[0]


@pytest.mark.req("AN-09")
async def test_answering_sentence_precedes_one_with_more_matching_words() -> None:
    lease = "For rent that is late, interest of 4 per cent is due. The rent is payable on the first day of each month."
    assert "first day" in await ask("When is the rent due?", {"lease.txt": lease})


@pytest.mark.req("AN-09")
async def test_a_number_after_at_is_no_time_of_day() -> None:
    due = "Payment is due within 30 days of the invoice date."
    terms = (
        "3. Prices and payment\nPrices are those of the confirmed order, in euros, without value added tax. "
        "Each delivery is invoiced on the day after it was unloaded.\n"
        f"{due} A payment within 10 days earns a discount of two percent.\n"
        "After the due date interest runs at five percentage points above the base rate. The customer may set off only "
        "claims that are undisputed."
    )
    assert await ask("When is payment due?", {"terms.txt": terms}) == f"{due} [1]"
    office = "The office opens at nine in the morning. The office is in Cork."
    assert (
        await ask("When does the office open?", {"office.txt": office})
        == "The office opens at nine in the morning. [1]"
    )


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("question", ["What happens if I pay the rent late?", "What is owed when the rent is late?"])
async def test_interest_answers_what_follows_from_late_payment(question: str) -> None:
    """Sentences with fewer words of the question are not added."""
    late = "If the rent is more than seven days late, the Tenant owes interest of 3 percent."
    lease = (
        f"The rent is 1,250 euros, payable on the first day of each month. {late} The rent may be reviewed once a "
        "year. The Tenant pays for gas."
    )
    assert await ask(question, {"lease.txt": lease}) == f"{late} [1]"


@pytest.mark.req("AN-09")
async def test_whats_means_what_is() -> None:
    contract = "The liability of each party is limited to 20,000 euros. What is lost by fraud is paid in full."
    assert "20,000" in await ask("What's the cap on liability?", {"contract.txt": contract})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Wie hoch ist das Kilometergeld?", "0,38 Euro"),
        ("Wer genehmigt Dienstreisen?", "Führungskraft"),
    ],
)
async def test_german_compounds_and_forms_are_understood(question: str, answer: str) -> None:
    policy = (
        "Jede Dienstreise ist durch die Führungskraft zu genehmigen. Für den eigenen Pkw werden 0,38 Euro je Kilometer "
        "erstattet."
    )
    assert answer in await ask(question, {"policy.txt": policy})


TOWER = (
    "Der Turm ist 64 Meter hoch und 9 Meter breit. Die Glocke wiegt 800 Kilogramm. Die Kündigungsfrist beträgt drei "
    "Monate. Vertrauliche Unterlagen dürfen nicht ausgedruckt werden."
)
BRIDGE = "The bridge is 64 metres long and 4 metres wide. The bell has a mass of 800 kilograms."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("Wie hoch ist der Turm?", TOWER, "64 Meter"),
        ("Wie breit ist der Turm?", TOWER, "9 Meter"),
        ("Wie tief ist der Turm?", TOWER, NOT_IN_DOCUMENTS.by_language["de"]),
        ("Wie schwer ist die Glocke?", TOWER, "800 Kilogramm"),
        ("Wie schwer ist der Turm?", TOWER, NOT_IN_DOCUMENTS.by_language["de"]),
        ("How wide is the bridge?", BRIDGE, "4 metres"),
        ("How deep is the bridge?", BRIDGE, NOT_IN_DOCUMENTS),
        ("How heavy is the bridge?", BRIDGE, NOT_IN_DOCUMENTS),
    ],
)
async def test_a_dimension_is_answered_by_a_figure_of_its_unit(question: str, text: str, said: str) -> None:
    assert said in await ask(question, {"facts.txt": text})


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("Wie lang ist die Kuendigungsfrist?", TOWER, "drei Monate"),
        ("Wie lang ist die Kündigungsfrist?", "Die Kuendigungsfrist betraegt drei Monate.", "drei Monate"),
        ("Darf ich Dokumente ausdrucken?", TOWER, "nicht ausgedruckt"),
    ],
)
async def test_a_german_word_is_found_in_its_other_spellings_and_forms(question: str, text: str, said: str) -> None:
    assert said in await ask(question, {"facts.txt": text})


BAIL = "Le logement est un appartement de 54 mètres carrés au deuxième étage. Il a une cave. Le loyer est de 760 euros."
HOTEL = "El aparcamiento cuesta 12 euros por noche. El hotel tiene cuatro salas. La piscina abre en mayo."
PERSONE = "Polizza di Meridiana Assicurazioni. La presidente di Meridiana è Anna Riva. Il premio è di 89 euro."
PERSONAS = "Contrato con Talleres Quiroga. La gerente de Talleres Quiroga es Marta Rey. El salario es de 900 euros."
PERSONNES = "La société Garnier loue un appartement. Le bailleur est Pierre Garnier. Le loyer est de 780 euros."
CONDOMINIO = "La quota è di 90 euro. Ci sono otto posti auto. Il cancello si chiude alle 23:00."


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("Combien de chambres a l'appartement ?", BAIL, None),
        ("Y a-t-il un ascenseur dans l'appartement ?", BAIL, None),
        ("Y a-t-il une cave ?", BAIL, "une cave"),
        ("¿Cuánto cuesta una habitación doble por noche?", HOTEL, None),
        ("¿Cuántas habitaciones tiene el hotel?", HOTEL, None),
        ("¿Cuántas salas tiene el hotel?", HOTEL, "cuatro salas"),
        ("Quanti appartamenti ci sono?", CONDOMINIO, None),
        ("Quanti posti auto ci sono?", CONDOMINIO, "otto posti"),
        ("Chi è il direttore di Meridiana?", PERSONE, None),
        ("Chi è la presidente di Meridiana?", PERSONE, "Anna Riva"),
        ("¿Quién es el director de Talleres Quiroga?", PERSONAS, None),
        ("¿Quién es la gerente de Talleres Quiroga?", PERSONAS, "Marta Rey"),
        ("Qui est le directeur de la société Garnier ?", PERSONNES, None),
        ("Qui est Pierre Garnier ?", PERSONNES, "bailleur"),
    ],
)
async def test_what_a_romance_question_asks_for_must_be_in_the_text(question: str, text: str, said: str | None) -> None:
    assert (said or NOT_IN_DOCUMENTS.to(question)) in await ask(question, {"facts.txt": text})
