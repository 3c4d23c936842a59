"""Questions that are answered without a model: about the documents themselves, and in other words than the text's."""

import re

import pytest

from orc.documents.notices import NOT_FOUND_IN_LANGUAGE, NOT_IN_DOCUMENTS
from tests.app.samples import BRAKE, HANDBOOK, LEASE
from tests.support.app import Api, StubProcess
from tests.support.openai_stub import Reply

CONTRACT = b"""Office lease

The landlord is Weber Immobilien and the tenant is Acme Tools. The office has a floor area of 120 square metres.
The monthly fee for the premises is 1,850 euros. The term of the agreement is 36 months and begins on 1 March 2024.
Every key that is lost has to be replaced by the tenant. The premises are in Rue Mercier in Lyon.
"""
STAFF = b"""Staff rules

Each employee is entitled to 25 days of annual leave. The line manager of the workshop is Maria Keller.
Tools are returned to the store in the evening. The canteen opens at noon.
"""
LETTER = "Liebe Frau Klein, die Miete für den Monat Mai ist am dritten Tag fällig. Mit freundlichen Grüßen".encode()
FILES = {"lease.txt": CONTRACT, "staff.txt": STAFF}


@pytest.fixture
def stocked(extractive: Api) -> tuple[Api, str]:
    return extractive, extractive.with_documents(FILES)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "name", "sentence"),
    [
        ("How large is the office?", "lease.txt", "The office has a floor area of 120 square metres."),
        ("What is the area?", "lease.txt", "The office has a floor area of 120 square metres."),
        ("How much does the office cost a month?", "lease.txt", "The monthly fee for the premises is 1,850 euros."),
        ("How long is the lease?", "lease.txt", "The term of the agreement is 36 months and begins on 1 March 2024."),
        ("Who owns the office?", "lease.txt", "The landlord is Weber Immobilien and the tenant is Acme Tools."),
        ("How many holidays do I get?", "staff.txt", "Each employee is entitled to 25 days of annual leave."),
        ("How much vacation do I have?", "staff.txt", "Each employee is entitled to 25 days of annual leave."),
        ("Who is the boss of the workshop?", "staff.txt", "The line manager of the workshop is Maria Keller."),
    ],
)
def test_easy_paraphrases_are_answered_by_the_one_sentence_that_says_it(
    stocked: tuple[Api, str], question: str, name: str, sentence: str
) -> None:
    api, conversation = stocked
    turn = api.ask(question, conversation, [name])
    assert re.sub(r" \[\d\]", "", turn.text) == sentence
    assert turn.one("citation")["verified"]
    assert sentence in turn.one("citation")["snippet"]


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("question", ["What is the area?", "And how large is the office?", "So, what is the area?"])
def test_a_self_contained_question_is_not_appended_to_the_previous_one(stocked: tuple[Api, str], question: str) -> None:
    api, conversation = stocked
    api.ask("What is the monthly fee for the premises?", conversation, ["lease.txt"])
    turn = api.ask(question, conversation, ["lease.txt"])
    assert turn.params["question"] == question
    assert turn.text == "The office has a floor area of 120 square metres. [1]"


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    "question",
    ["What documents do I have?", "Which documents are there?", "List my files"],
)
@pytest.mark.parametrize("chosen", [[], ["lease.txt"]])
def test_the_documents_are_listed(stocked: tuple[Api, str], question: str, chosen: list[str]) -> None:
    api, conversation = stocked
    turn = api.ask(question, conversation, chosen)
    lines = turn.text.splitlines()
    told = "This question names 1 document:" if chosen else "This conversation has 2 documents:"
    assert lines[0] == told
    assert {line.split("**")[1].replace("\\", "") for line in lines[2:]} == set(chosen or FILES)
    assert "confidence" not in turn.one("message")
    assert "Office lease" in turn.text
    assert not turn.of("citation")


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Welche Dokumente habe ich?", "Diese Unterhaltung hat 2 Dokumente:"),
        ("Vilka dokument har jag?", "Den här konversationen har 2 dokument:"),
        ("Hvilke dokumenter har jeg?", "Denne samtale har 2 dokumenter:"),
        ("Jakie mam dokumenty?", "W tej rozmowie są dokumenty (2):"),
        ("Které dokumenty mám?", "V této konverzaci jsou dokumenty (2):"),
        ("Какие документы у меня есть?", "В этой беседе есть документы (2):"),
        ("Які документи в мене є?", "У цій розмові є документи (2):"),
        ("Quels documents ai-je ?", "Cette conversation a 2 documents:"),
        ("¿Qué documentos tengo?", "Esta conversación tiene 2 documentos:"),
        ("Quali documenti ho?", "Questa conversazione ha 2 documenti:"),
        ("Quais documentos tenho?", "Esta conversa tem 2 documentos:"),
        ("Welke documenten heb ik?", "Dit gesprek heeft 2 documenten:"),
        ("どんな文書がありますか?", "この会話には2件の文書があります:"),
        ("文書はいくつありますか?", "この会話には2件の文書があります."),
        ("有哪些文件?", "此对话有2个文档:"),
        ("어떤 문서가 있습니까?", "이 대화에는 문서가 2개 있습니다:"),
        ("Wie viele PDF-Dateien habe ich?", "Es wurde kein Dokument gefunden."),
    ],
)
def test_the_list_is_in_the_language_of_the_question(stocked: tuple[Api, str], question: str, told: str) -> None:
    api, conversation = stocked
    assert api.ask(question, conversation).text.partition("\n")[0] == told


@pytest.mark.req("AN-09")
def test_the_number_of_documents_is_answered(extractive: Api) -> None:
    before = extractive.ask("How many documents do I have?").text
    conversation = extractive.with_documents({"one.txt": b"One sentence stands here."})
    after = extractive.ask("Combien de documents ai-je ?").text
    assert extractive.ask("How many documents are there?", conversation).text == "This conversation has 1 document."
    counts = [int(found[0]) if (found := re.findall(r"\d+", text)) else 0 for text in (before, after)]
    assert counts[1] == counts[0] + 1


@pytest.mark.req("AN-09")
def test_only_documents_that_pass_the_filters_are_listed(extractive: Api) -> None:
    texts = [
        {"name": name, "text": "One sentence stands here.", "metadata": {"client": client}}
        for name, client in (("one.txt", "Acme"), ("two.txt", "Bolt"))
    ]
    conversation = extractive.ask(texts=texts).conversation_id
    turn = extractive.ask("What documents do I have?", conversation, filters={"client": "acme"})
    assert turn.text == "The filters match 1 document:\n\n- **one.txt**: One sentence stands here."


@pytest.mark.req("AN-09")
def test_a_greeting_has_no_confidence(stocked: tuple[Api, str]) -> None:
    api, conversation = stocked
    assert "confidence" not in api.ask("Hello!", conversation, ["lease.txt"]).one("message")


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("chosen", [[], list(FILES)])
@pytest.mark.parametrize(
    "question",
    [
        "Which one mentions the landlord?",
        "In which document is the landlord mentioned?",
        "Do I have a document about the landlord?",
        "Is there any file that mentions a landlord?",
        "Do any of the documents talk about the landlord?",
        "Which document mentions the word “landlord”?",
        "In welchem Dokument geht es um den Landlord?",
        "Which files contain the word 'landlord'?",
        "Is there anything about a landlord in my documents?",
        "Which file is the landlord in?",
        "In which document is the landlord?",
        "Which file has landlord data?",
    ],
)
def test_the_document_that_mentions_something_is_named_with_the_sentence(
    stocked: tuple[Api, str], question: str, chosen: list[str]
) -> None:
    api, conversation = stocked
    turn = api.ask(question, conversation, chosen)
    assert "**lease.txt**" in turn.text
    assert "staff.txt" not in turn.text
    assert turn.one("citation")["snippet"] == "The landlord is Weber Immobilien and the tenant is Acme Tools."
    assert api.ask("Which one mentions a volcano?", conversation, chosen).text == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("chosen", [[], list(FILES)])
@pytest.mark.parametrize(
    ("question", "told", "listed"),
    [
        (
            "Which document does not mention the landlord?",
            "Documents that do not mention this (1 of 2):",
            ["staff.txt"],
        ),
        ("Which of my files don't mention leave?", "Documents that do not mention this (1 of 2):", ["lease.txt"]),
        (
            "Which file says nothing about “Maria Keller”?",
            "Documents that do not mention this (1 of 2):",
            ["lease.txt"],
        ),
        ("How many documents do not mention a volcano?", "Documents that do not mention this (2 of 2):", list(FILES)),
        ("Which file mentions neither the canteen nor Lyon?", "Documents that do not mention this (0 of 2).", []),
        ("Which documents lack the word tenant?", "Documents that do not mention this (1 of 2):", ["staff.txt"]),
        ("Welche Dokumente erwähnen keine Werkstatt?", "Dokumente, die dies nicht erwähnen (2 von 2):", list(FILES)),
        ("Quels documents ne parlent pas de Lyon ?", "Documents qui n'en parlent pas (1 sur 2) :", ["staff.txt"]),
    ],
)
def test_documents_that_lack_a_word_are_listed(
    stocked: tuple[Api, str], question: str, told: str, listed: list[str], chosen: list[str]
) -> None:
    api, conversation = stocked
    turn = api.ask(question, conversation, chosen)
    first, *lines = turn.text.splitlines()
    assert first == told
    assert sorted(line.split("**")[1] for line in lines if line) == sorted(listed)
    assert "confidence" not in turn.one("message")
    assert not turn.of("citation")


@pytest.mark.req("AN-09")
def test_a_question_about_one_document_never_gets_the_opposite(extractive: Api) -> None:
    document = extractive.documents(extractive.with_documents({"note.txt": CONTRACT}))["note.txt"]
    body = {"question": "Which document does not mention the landlord?"}
    answer = extractive.http.post(f"/api/documents/{document['file_id']}/question", json=body).json()["answer"]
    assert answer == NOT_IN_DOCUMENTS


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("chosen", [[], ["lease.txt", "harbour_plan.txt"]])
def test_a_document_with_the_subject_in_its_name_is_named(extractive: Api, chosen: list[str]) -> None:
    conversation = extractive.with_documents({"lease.txt": CONTRACT, "harbour_plan.txt": b"Moor the boats in row two."})
    told = extractive.ask("Which file has the harbour data?", conversation, chosen).text
    assert re.match(r"\*\*harbour\\?_plan\.txt\*\*\n- Moor the boats", told)
    assert "lease" not in told


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("chosen", [[], list(FILES)])
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What can you do?", "I am Orc"),
        ("Who are you?", "I am Orc"),
        ("Was kannst du?", "Ich bin Orc"),
        ("Que peux-tu faire ?", "Je suis Orc"),
        ("¿Qué puedes hacer?", "Soy Orc"),
        ("Vad kan du göra?", "Jag är Orc"),
        ("你能做什么？", "我是 Orc"),
        ("Danke!", "Gern geschehen."),
        ("tak", "Selv tak."),
        ("Dziękuję bardzo", "Nie ma za co."),
        ("Спасибо за помощь!", "Пожалуйста."),
        ("ありがとう", "どういたしまして。"),
        ("谢谢！", "不客气。"),
        ("Köszönöm!", "Szívesen."),
        ("Hej!", "Hej! Jag är Orc"),
        ("Guten Tag", "Hallo! Ich bin Orc"),
        ("धन्यवाद", "आपका स्वागत है।"),
        ("السلام عليكم", "مرحبًا! أنا Orc"),
        ("Ευχαριστώ πολύ!", "Παρακαλώ."),
    ],
)
def test_a_question_about_orc_is_answered_by_its_introduction(
    stocked: tuple[Api, str], question: str, told: str, chosen: list[str]
) -> None:
    api, conversation = stocked
    api.ask("Who is the line manager?", conversation, chosen)
    turn = api.ask(question, conversation, chosen)
    assert turn.text.startswith(told)
    assert "confidence" not in turn.one("message")
    assert "Maria Keller" in api.ask("And of the workshop?", conversation, chosen).text


VERHUUR = (
    "Regels van de camping. De camping is open van april tot oktober. Een plaats kost 24 euro per nacht en de borg is "
    "50 euro. Honden mogen mee als ze aan de lijn zijn. De receptie is open van 9 tot 18 uur en de eigenaar is Anna de "
    "Wit. Wie later dan 11 uur vertrekt, betaalt nog een nacht. Na 22 uur moet het op de hele camping stil zijn."
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Hallo", "Hallo! Ik ben Orc"),
        ("Vertaal dit", "Vertalingen vereisen een taalmodel"),
        ("Translate the second paragraph", "Translations need a language model"),
        (
            "Who painted the Mona Lisa?",
            "No answer to this was found. The documents are in another language (Nederlands)",
        ),
    ],
)
def test_the_language_of_documents_decides_what_is_said_of_them(extractive: Api, question: str, told: str) -> None:
    conversation = extractive.with_documents({"regels.txt": VERHUUR.encode()})
    turn = extractive.ask(question, conversation, ["regels.txt"])
    assert turn.text.startswith(told)
    assert not turn.one("message")["citations"]


def test_a_document_that_is_named_by_its_kind_is_compared_too(extractive: Api) -> None:
    note = b"Staff rules of the club. The club is open from nine to five. Every member has a key and pays 20 euros."
    conversation = extractive.with_documents({"sauna.txt": note, "note.txt": CONTRACT})
    answer = extractive.ask("Compare the sauna and the contract", conversation, ["sauna.txt", "note.txt"]).text
    assert "No passage of it was found." not in answer
    assert "Weber Immobilien" in answer


def test_a_refusal_for_the_language_is_no_subject_of_the_next_question(extractive: Api) -> None:
    conversation = extractive.with_documents({"regels.txt": VERHUUR.encode()})
    extractive.ask("Who painted the Mona Lisa?", conversation, ["regels.txt"])
    assert "24 euro" in extractive.ask("Wat kost een plaats?", conversation, ["regels.txt"]).text


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("chosen", [[], ["lease.pdf", "handbook.pdf"]])
@pytest.mark.parametrize("question", ["What is in lease.pdf?", "Summarise lease.pdf", "What does the lease say?"])
def test_answers_quote_the_documents_own_words(extractive: Api, question: str, chosen: list[str]) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK})
    turn = extractive.ask(question, conversation, chosen)
    heading, *lines = turn.text.splitlines()
    assert heading == "**lease.pdf**"
    assert len(lines) > 2
    file_id = extractive.documents(conversation)["lease.pdf"]["file_id"]
    text = " ".join(extractive.http.get(f"/api/documents/{file_id}/text").json()["text"].split())
    for line in lines:
        assert re.sub(r" \[\d+\](?: …)?$", "", line.removeprefix("- ")) in text


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(("question", "is_overview"), [("What is this about?", True), ("How are you?", False)])
def test_function_words_alone_may_ask_for_an_overview(extractive: Api, question: str, is_overview: bool) -> None:
    conversation = extractive.with_documents({"lease.txt": CONTRACT})
    assert extractive.ask(question, conversation).text.startswith("**lease.txt**") is is_overview


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("question", ["landlord", "landlord rent"])
def test_a_word_or_two_are_looked_up_in_the_callers_documents(extractive: Api, question: str) -> None:
    conversation = extractive.with_documents({"lease.txt": CONTRACT})
    assert "landlord" in extractive.ask(question, conversation).text
    elsewhere = extractive.ask(question)  # other tests have documents of this caller too
    assert [data["tool"] for data in elsewhere.of("step_started")] == ["search_documents"]
    assert not elsewhere.text.startswith("I am Orc")


@pytest.mark.req("AN-09")
def test_nothing_is_added_to_the_one_sentence_that_answers(extractive: Api) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE})
    turn = extractive.ask("How often is the brake inspected?", conversation, ["lease.pdf"])
    assert re.sub(r" \[\d\]", "", turn.text) == BRAKE


@pytest.mark.req("AN-09")
@pytest.mark.parametrize("chosen", [[], ["lease.pdf"]])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many pages does lease.pdf have?", r"\*\*lease\.pdf\*\* has 3 pages\."),
        ("How many pages does the lease have?", r"\*\*lease\.pdf\*\* has 3 pages\."),
        ("Wie viele Seiten hat das Dokument?", r"\*\*lease\.pdf\*\* has 3 pages\."),
        ("What is the title of lease.pdf?", r"\*\*lease\.pdf\*\* has the title “Lease of the crane”\."),
        ("Which language is it in?", r"\*\*lease\.pdf\*\* is in English \(en\)\."),
        ("When was it uploaded?", r"\*\*lease\.pdf\*\* was uploaded on \d+ \w+ \d{4} at \d\d:\d\d UTC\."),
        ("When did I upload the lease?", r"\*\*lease\.pdf\*\* was uploaded on \d+ \w+ \d{4} at \d\d:\d\d UTC\."),
        ("When did we add the crane lease?", r"\*\*lease\.pdf\*\* was uploaded on \d+ \w+ \d{4} at \d\d:\d\d UTC\."),
        ("How large is the file?", r"\*\*lease\.pdf\*\* has \d+\.\d kB \([\d,]+ bytes\)\."),
        ("What is the file name?", r"\*\*lease\.pdf\*\* is its file name\."),
        ("What type of file is it?", r"\*\*lease\.pdf\*\* is a PDF document \(application/pdf\)\."),
        ("Welches Format hat die Datei?", r"\*\*lease\.pdf\*\* is a PDF document \(application/pdf\)\."),
        ("Is it in English?", r"\*\*lease\.pdf\*\* is in English \(en\)\."),
        ("How many pages does other.pdf have?", r"This (conversation has|question names) no document of this name\."),
    ],
)
def test_records_of_a_document_answer_questions_about_it(
    extractive: Api, question: str, answer: str, chosen: list[str]
) -> None:
    turn = extractive.ask(question, extractive.with_documents({"lease.pdf": LEASE}), chosen)
    assert re.fullmatch(answer, turn.text)
    assert "confidence" not in turn.one("message")
    assert not turn.of("citation")


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told", "listed"),
    [
        ("How many PDF files do I have?", "This conversation has 1 PDF document.", []),
        ("Do I have any PDFs?", "This conversation has 1 PDF document:", ["lease.pdf"]),
        ("Habe ich PDFs?", "Diese Unterhaltung hat 1 Dokument (PDF):", ["lease.pdf"]),
        ("Are there any spreadsheets?", "This conversation has no Excel documents.", []),
        ("Which documents are in German?", "This conversation has 1 German document:", ["brief.txt"]),
        ("Which ones are in German?", "This conversation has 1 German document:", ["brief.txt"]),
        ("Welche Dokumente sind auf Englisch?", "Diese Unterhaltung hat 2 Dokumente (en):", ["lease.pdf", "note.txt"]),
        ("How many documents are in French?", "This conversation has no French documents.", []),
    ],
)
def test_documents_are_listed_by_type_and_language(
    extractive: Api, question: str, told: str, listed: list[str]
) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE, "note.txt": CONTRACT, "brief.txt": LETTER})
    first, *lines = extractive.ask(question, conversation).text.splitlines()
    assert first == told
    assert sorted(line.split("**")[1] for line in lines if line) == sorted(listed)


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many PDFs do I have?", "This conversation has 1 PDF document."),
        ("How many spreadsheets do I have?", "This conversation has no Excel documents."),
    ],
)
def test_documents_of_a_kind_are_listed_although_another_is_chosen(extractive: Api, question: str, told: str) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE, "note.txt": CONTRACT})
    assert extractive.ask(question, conversation, ["note.txt"]).text == told


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which document was uploaded last?", "**brief.txt** was uploaded on "),
        ("Welches Dokument wurde zuletzt hochgeladen?", "**brief.txt** was uploaded on "),
        ("When was the first file uploaded?", "**lease.pdf** was uploaded on "),
        ("What is the smallest file?", "**brief.txt** has "),
    ],
)
def test_the_newest_and_the_smallest_document_are_found(extractive: Api, question: str, told: str) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE})
    for name, text in {"note.txt": CONTRACT, "brief.txt": LETTER}.items():
        extractive.upload(conversation, {name: text})
        extractive.until_read(conversation)
    turn = extractive.ask(question, conversation)
    assert turn.text.startswith(told)
    assert "\n" not in turn.text


@pytest.mark.req("AN-09")
def test_the_author_comes_from_metadata_or_from_the_text(extractive: Api) -> None:
    texts = [{"name": "signed.txt", "text": "Goats eat grass.", "metadata": {"author": "Mara Quist"}}]
    conversation = extractive.ask(texts=texts).conversation_id
    told = "**signed.txt** is by Mara Quist, according to its metadata."
    assert extractive.ask("Who wrote it?", conversation).text == told
    other = extractive.with_documents({"note.txt": CONTRACT})
    assert extractive.ask("Who wrote it?", other, ["note.txt"]).text == NOT_IN_DOCUMENTS
    in_german = NOT_FOUND_IN_LANGUAGE.by_language["de"].format("English")
    assert extractive.ask("Wer ist der Autor?", other).text == in_german
    named = extractive.with_documents({"story.txt": b"The tide. This story was written by Ada Quill. It is short."})
    assert "written by Ada Quill" in extractive.ask("Who wrote it?", named, ["story.txt"]).text


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many documents are about tenants?", "1 document:\n\n**lease.txt**"),
        ("How many documents mention a volcano?", NOT_IN_DOCUMENTS),
    ],
)
def test_documents_on_a_subject_are_counted(stocked: tuple[Api, str], question: str, told: str) -> None:
    api, conversation = stocked
    assert api.ask(question, conversation).text.startswith(told)


KINDS = {
    "invoice_71.txt": b"INVOICE No. 71\n\nTotal: 35 euros",
    "invoice_82.txt": b"INVOICE No. 82\n\nTotal: 82 euros",
    "Mietvertrag.txt": "Mietvertrag\n\nDie Kaution beträgt 900 Euro. Die Rechnung kommt im Mai.".encode(),
    "請求書.txt": "請求書\n\n合計金額:58,000円".encode(),
}


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "told", "listed"),
    [
        ("Which of my files are contracts?", "Documents of this kind by their name or title (1 of 4):", [2]),
        ("List my invoices", "Documents of this kind by their name or title (3 of 4):", [0, 1, 3]),
        ("Habe ich einen Mietvertrag?", "Dokumente dieser Art nach Name oder Titel (1 von 4):", [2]),
        ("Wie viele Rechnungen habe ich?", "Dokumente dieser Art nach Name oder Titel (3 von 4):", [0, 1, 3]),
        ("Combien de factures ai-je ?", "Documents de ce type d'après leur nom ou leur titre (3 sur 4) :", [0, 1, 3]),
        ("請求書はいくつありますか?", "名前または表題によるこの種類の文書(3/4件):", [0, 1, 3]),
        ("契約書はありますか?", "名前または表題によるこの種類の文書(1/4件):", [2]),
        ("How many invoice files do I have?", "Documents of this kind by their name or title (3 of 4):", [0, 1, 3]),
        ("Which of my files are recipes?", "Documents of this kind by their name or title (0 of 4).", []),
    ],
)
def test_documents_of_a_kind_are_counted_and_listed(
    extractive: Api, question: str, told: str, listed: list[int]
) -> None:
    turn = extractive.ask(question, extractive.with_documents(KINDS))
    first, *lines = turn.text.splitlines()
    assert first == told
    names = [*KINDS]
    assert sorted(line.split("**")[1].replace("\\", "") for line in lines if line) == sorted(names[i] for i in listed)


@pytest.mark.req("AN-09")
def test_a_question_for_a_kind_may_be_about_what_documents_say(extractive: Api) -> None:
    table = b"# Invoices\n\n| Invoice | Sum |\n|---|---|\n| Tap | 9 |\n| Roof | 8 |\n"
    listing = extractive.with_documents({"invoices.md": table, "invoice_71.txt": KINDS["invoice_71.txt"]})
    assert "by their name" not in extractive.ask("How many invoices do I have?", listing).text
    letter = extractive.with_documents({"letter.txt": b"You have two contracts with us: one for gas, one for water."})
    assert "two contracts" in extractive.ask("How many contracts do I have?", letter).text


@pytest.mark.req("AN-07")
def test_the_named_document_is_searched_alone(extractive: Api) -> None:
    tale = "The Ferryman\n\nEvery spring the ferryman paid his rent with a basket of eels."
    conversation = extractive.with_documents({**FILES, "The Ferryman.txt": tale.encode()})
    assert "basket of eels" in extractive.ask("What does the story say about the rent?", conversation).text
    about = extractive.ask("What is the story about?", conversation).text
    assert re.findall(r"\*\*(.+?)\*\*", about) == ["The Ferryman.txt"]
    asked = "According to the lease, who is the line manager of the workshop?"
    assert extractive.ask(asked, conversation).text == NOT_IN_DOCUMENTS
    assert "Maria Keller" in extractive.ask("According to the rules, who is the line manager?", conversation).text


@pytest.mark.req("AN-09")
def test_all_documents_of_a_kind_are_compared(extractive: Api) -> None:
    bills = {f"invoice_{at}.txt": f"INVOICE {at}\n\nTotal due: £{at}0.00".encode() for at in range(3, 11)}
    conversation = extractive.with_documents(bills)
    turn = extractive.ask("Which invoice has the highest total?", conversation)
    assert turn.text == "**invoice_10.txt**\n- Total due: £100.00 [8]"
    assert turn.one("citation")["blob_name"] == "invoice_10.txt"


@pytest.mark.req("AN-09")
def test_only_the_word_itself_counts_as_a_mention(extractive: Api) -> None:
    """Other words for it count where no document has it."""
    conversation = extractive.with_documents(
        {**FILES, "handbook.txt": b"Handbook\n\nThe owner of this handbook is the head of staff."}
    )
    turn = extractive.ask("Which document mentions the landlord?", conversation)
    assert re.findall(r"\*\*(.+?)\*\*", turn.text) == ["lease.txt"]
    turn = extractive.ask("Which document mentions vacation?", conversation)
    assert re.findall(r"\*\*(.+?)\*\*", turn.text) == ["staff.txt"]


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    "question",
    ["How many pages does the annual report have?", "How many pages are there in the Annual Report 2024?"],
)
def test_a_document_is_known_by_its_file_name_as_spoken(extractive: Api, question: str) -> None:
    conversation = extractive.with_documents({"annual-report_2024.pdf": HANDBOOK, "lease.pdf": LEASE})
    turn = extractive.ask(question, conversation)
    assert re.fullmatch(r"\*\*annual-report(?:\\)?_2024\.pdf\*\* has \d+ pages?\.", turn.text)


@pytest.mark.req("AN-09")
def test_records_of_several_documents_are_listed(extractive: Api) -> None:
    conversation = extractive.with_documents({"lease.pdf": LEASE, "handbook.pdf": HANDBOOK, "note.txt": CONTRACT})
    told = extractive.ask("How many pages do my documents have?", conversation).text.splitlines()
    assert "- **lease.pdf** has 3 pages." in told
    assert "- **note.txt** is not divided into pages." in told
    assert len(told) == 3


@pytest.mark.req("AN-09")
@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How many pages must the report have?", "The report must have twelve pages."),
        ("What is the title of the project?", "The title of the project is Lighthouse."),
        ("How large is the file room?", "The file room is 40 square metres large."),
        ("Which language must the report have?", "The language of the report must be Dutch."),
    ],
)
def test_pages_titles_and_languages_within_a_document_are_asked_of_it(
    extractive: Api, question: str, sentence: str
) -> None:
    rules = (
        "The report must have twelve pages. The title of the project is Lighthouse. The file room is 40 square metres "
        "large. The language of the report must be Dutch. Its cover is green."
    )
    turn = extractive.ask(question, extractive.with_documents({"rules.txt": rules.encode()}), ["rules.txt"])
    assert re.sub(r" \[\d\]", "", turn.text) == sentence


@pytest.mark.req("AN-09")
def test_a_question_about_one_document_is_answered_from_its_record(extractive: Api) -> None:
    document = extractive.documents(extractive.with_documents({"lease.pdf": LEASE}))["lease.pdf"]
    body = {"question": "How many pages does this document have?"}
    found = extractive.http.post(f"/api/documents/{document['file_id']}/question", json=body).json()
    assert (found["answer"], found["citations"], found["confidence"]) == ("**lease.pdf** has 3 pages.", [], None)


@pytest.mark.req("AN-09")
def test_a_model_is_given_the_record_where_it_is_asked_for(api: Api, stub: StubProcess) -> None:
    conversation = api.with_documents({"lease.pdf": LEASE})
    stub.script(
        Reply(text="Three."),
        Reply(rewrites=True, json_value={"question": "Rent?", "queries": []}),
        Reply(text="4,200."),
    )
    api.ask("How many pages has the lease, roughly?", conversation, ["lease.pdf"])
    api.ask("What is the rent?", conversation, ["lease.pdf"])
    asked, *_, other = (str(request["messages"][0]["content"]) for request in stub.requests())
    size, day = len(LEASE), re.escape(str(api.documents(conversation)["lease.pdf"]["created_at"])[8:10].lstrip("0"))
    assert re.search(
        rf"- lease.pdf: has 3 pages; is in English \(en\); .*{size:,} bytes.*; was uploaded on {day} ", asked
    )
    assert "On record" not in other
