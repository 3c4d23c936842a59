import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.text.sentences import is_row, sentence_spans
from orc.documents.text.tokens import content_words


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Sales grew by 3.5 percent (see Fig. 2 and No. 5).",
        "Mr. Brown and Dr. J. R. Smith met on Sept. 3 at 5 p.m. in Boston.",
        "The U.S. Army ordered parts, e.g. brakes, from Acme Inc. of Ohio.",
        "Der Vertrag vom 3. Mai 2021 gilt z. B. auch für Nr. 7.",
        "The rent is 1,250 euros incl. VAT, max. EUR 1,300, i.e. approx. $1,400.",
        "Die Miete beträgt 900 Euro inkl. Nebenkosten, zzgl. Heizung, d.h. mtl. Euro 950 bzw. Franken 900.",
        "Gem. Abs. 3 und Art. V sind bzgl. Hunden ggf. Kosten von ca. EUR 50 fällig.",
        "De huur is ca. EUR 900 excl. BTW, bijv. Amsterdam.",
        "El alquiler es de aprox. EUR 900, máx. EUR 950.",
        "Czynsz wynosi ok. EUR 900, np. Warszawa.",
        "Lokal: ul. Polna 8 m. 12, Wrocław, 46 m².",
        "Аренда стоит прибл. EUR 900 (см. Приложение).",
        "The rent (plus util. Costs) is 1,250 euros.",
        "Dipl.-Ing. Meier and Hr. Schmidt came in 2020.",
        "Die Arbeiten beginnen in der 20. Kalenderwoche und dauern neun Tage.",
        '"Is it open?" asked the man.',
        "He waited... and then he left.",
        "## 1. Term",
        "- **2.** Price",
        "Sie wohnt in der Lindenallee 27, 3. Stock, in Berlin.",
        '1. The question of support (e.g. "Do you support ... ?")',
        "II. PROCEDURE OF THE BOARD",
        "The company, together with its\nsubsidiaries, sells bicycles in nine\ncountries.",
    ],
)
def test_a_mark_inside_a_sentence_does_not_end_it(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It works. It is open! Is it?", ["It works.", "It is open!", "Is it?"]),
        ("They moved to the U.S. The firm grew.", ["They moved to the U.S.", "The firm grew."]),
        ("He said no. 5 came.", ["He said no. 5 came."]),
        ("Wir haben 20. Montag kommen mehr.", ["Wir haben 20.", "Montag kommen mehr."]),
        ("She said no. The end.", ["She said no.", "The end."]),
        ("It takes 5 min. Then eat.", ["It takes 5 min.", "Then eat."]),
        ("It is 5 km. Dogs may come.", ["It is 5 km.", "Dogs may come."]),
        ("It is 5 m. 12 people fit.", ["It is 5 m.", "12 people fit."]),
        ("Sie kostet 900 Euro mtl. Die Kaution fehlt.", ["Sie kostet 900 Euro mtl.", "Die Kaution fehlt."]),
        ("(He left. She stayed.) They met.", ["(He left.", "She stayed.)", "They met."]),
        ("It covers sections A and B. An appeal is late.", ["It covers sections A and B.", "An appeal is late."]),
        ("It was late.[3] They left.", ["It was late.[3]", "They left."]),
        ("他去了北京。“好！”她说。然后呢？走了。", ["他去了北京。", "“好！”", "她说。", "然后呢？", "走了。"]),
        ("यह पहला है। यह दूसरा है।", ["यह पहला है।", "यह दूसरा है।"]),
    ],
)
def test_a_sentence_ends_with_its_mark(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "lines",
    [
        ["---", "title: 'Rules of the club'", "date: 2026-03-01", "tags:", "---"],
        ["title: The minutes of the annual meeting", "slug: agm", "type: text"],
    ],
)
def test_each_line_of_front_matter_stands_alone(lines: list[str]) -> None:
    assert sentences("\n".join(lines)) == lines


def test_front_matter_ends_at_its_line_of_dashes() -> None:
    text = "---\ntitle: Rules\nauthor: A. Lee\n---\n# Rules of the club\nBoats are put away\nafter each use."
    assert sentences(text)[:5] == ["---", "title: Rules", "author: A. Lee", "---", "# Rules of the club"]
    assert sentences(text)[-1].endswith("after each use.")


def test_a_value_of_front_matter_may_go_on_in_lines_below_it() -> None:
    text = "---\ntitle: Rules\nsummary: >\n  The rules of\n  the club\ntags:\n- boats\n---\n\nIt floats."
    assert sentences(text) == [
        "---",
        "title: Rules",
        "summary: >\n  The rules of\n  the club",
        "tags:",
        "- boats",
        "---",
        "It floats.",
    ]


def test_prose_with_colons_is_no_front_matter() -> None:
    text = "The club has boats of several kinds, of which each has a use\nboat: for rowing; and\nship: for sailing."
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("line", "following"),
    [
        ("It is what is called a sale under U.S.", "Privacy Laws"),
        ("Man begrüßt einander auch mit anderen Worten, z. B.", "Servus"),
        ("A letter is signed in the name of the club by Prof.", "Lee"),
    ],
)
def test_a_line_that_ends_in_an_abbreviation_goes_on_in_the_next(line: str, following: str) -> None:
    text = f"This is a long line of the same paragraph{' that goes on and on' * 5}.\n{line}\n{following} alone."
    assert sentences(text)[1] == f"{line}\n{following} alone."


@pytest.mark.parametrize("lines", [["We live in the U.S.", "The firm grew."], ["Ann Lee, 4 Mill St.", "Bath"]])
def test_a_line_that_ends_in_an_abbreviation_may_end_there(lines: list[str]) -> None:
    text = "\n".join(["This is a long line of the same paragraph, with many words.", *lines])
    assert sentences(text)[1:] == lines


def test_items_with_roman_numbers_stand_alone() -> None:
    lines = ["i) Oak trees", "ii) Ash trees of the town and of the village;", "iii. Elm trees", "iv. Fir trees"]
    assert sentences("\n".join(lines)) == lines


def test_headings_items_and_rows_stand_alone() -> None:
    text = (
        "Annual Report\n\n1. Results\nSales rose in all regions of the world this year, and so did\nprofits.\n"
        "- bicycles that are sold\n  in shops\n- helmets\n"
        "Revenue 1,250.3 1,101.7\nNet profit | 110.5 | 62.1\nname,city,age\nOwner: Ann Lee\n"
    )
    assert sentences(text) == [
        "Annual Report",
        "1. Results",
        "Sales rose in all regions of the world this year, and so did\nprofits.",
        "- bicycles that are sold\n  in shops",
        "- helmets",
        "Revenue 1,250.3 1,101.7",
        "Net profit | 110.5 | 62.1",
        "name,city,age",
        "Owner: Ann Lee",
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [
                "  - Balance: $852",
                "  - Fees of 302 dollars for the names of the club in the",
                "    Domain Name System",
                "  - Ink",
            ],
            [
                "- Balance: $852",
                "- Fees of 302 dollars for the names of the club in the\n    Domain Name System",
                "- Ink",
            ],
        ),
        (
            ["* The school is closed on", "  24 December and in all weeks of the summer holidays", "* Open: Monday"],
            ["* The school is closed on\n  24 December and in all weeks of the summer holidays", "* Open: Monday"],
        ),
        (
            ["- Oak", "- Ash", "- The trees along the river that are older than one hundred", "Years", "- Elm"],
            ["- Oak", "- Ash", "- The trees along the river that are older than one hundred\nYears", "- Elm"],
        ),
        (["- Oak", "Trees are old.", "- Ash"], ["- Oak", "Trees are old.", "- Ash"]),
        (["- Oak", "", "  Trees are old."], ["- Oak", "Trees are old."]),
        (["- Ann Lee  ", "  Bo Stern is the treasurer"], ["- Ann Lee", "Bo Stern is the treasurer"]),
        (
            ["1. Purpose", "   This page says who may use the boats of the club."],
            ["1. Purpose", "This page says who may use the boats of the club."],
        ),
    ],
)
def test_a_list_item_goes_on_over_the_lines_that_belong_to_it(lines: list[str], expected: list[str]) -> None:
    assert sentences("\n".join(lines)) == expected


@pytest.mark.parametrize(
    "lines",
    [
        ["5 March: World Book Day", "13 March Parents' evening, 4 pm to 7.30 pm", "21 March School disco, tickets £3"],
        ["Ann Lee of the council", "Bo Stern, treasurer", "Cy Dent, caretaker of the hall"],
    ],
)
def test_the_items_of_a_list_without_bullets_stand_alone(lines: list[str]) -> None:
    assert sentences("\n".join(lines)) == lines


def test_many_lines_that_each_begin_with_a_capital_or_a_number_stand_alone() -> None:
    lines = [f"{name} Road {number} Hazel" for number, name in enumerate(["Mill", "Abbey", "Canal", "Forge"] * 2, 31)]
    assert sentences("\n".join(lines)) == lines


def test_a_heading_is_not_part_of_the_line_below_it() -> None:
    text = "## 6. Data protection officer\nOur data protection officer is Tom Birch."
    assert [text[a:b] for a, b in sentence_spans(text)] == text.split("\n")


def test_lines_that_all_end_in_a_price_stand_alone() -> None:
    text = "Saltimbocca, 17,00 euro\nBranzino al forno, 19,50 euro"
    assert [text[a:b] for a, b in sentence_spans(text)] == text.split("\n")


def test_prose_beside_a_table_goes_on_over_its_lines() -> None:
    prose = [
        "Das Angebot der Schreinerei Stein gilt bis zum 30.",
        "April 2025 und nicht länger. Die Arbeit dauert neun",
    ]
    rows = ["Eichentür | 3 | 780,00", "Fensterbank | 5 | 95,00", "Einbauschrank | 1 | 3.650,00"]
    expected = [f"{prose[0]}\nApril 2025 und nicht länger.", "Die Arbeit dauert neun\nTage.", *rows]
    assert sentences("\n".join([*prose, "Tage.", *rows])) == expected


def test_a_row_is_whole_although_its_cells_have_abbreviations_and_sentences() -> None:
    rows = ["No. | Risk | Owner", "R1 | The main leaks. It is old. | Ann Lee"]
    assert sentences("\n".join(rows)) == rows


def test_lines_that_are_full_are_one_sentence_though_each_begins_with_a_capital() -> None:
    text = "Der Ausschuss hat die Satzung der\nGemeinde Lindenbruck und die neue\nGebührenordnung beschlossen."
    assert sentences(text) == [text]


def test_thai_is_cut_at_a_space_once_a_phrase_is_long() -> None:
    phrase = "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทยและเป็นเมืองที่มีประชากรมากที่สุดในประเทศไทยด้วย"
    assert sentences(f"{phrase} {phrase}") == [phrase, phrase]
    assert sentences("มีประชากร มาก") == ["มีประชากร มาก"]


@given(st.text(alphabet=st.sampled_from('aB1.!?…。"”)[] \n\t|,-:U.S. กข'), max_size=200))
def test_spans_are_in_order_and_leave_out_only_white_space(text: str) -> None:
    spans = sentence_spans(text)
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    assert edges == sorted(edges)
    between = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    assert not between.strip()
    assert all(text[a:b] == text[a:b].strip() != "" for a, b in spans)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "Cash flow\nPurchases of equipment were £2.36 million in the year (FY2022:\n£1.98 million). Dividends rose."
            "\nRevenue by division\n£ thousand | Q1 | Q2",
            "Purchases of equipment were £2.36 million in the year (FY2022:\n£1.98 million).",
        ),
        (
            "Finanzlage\nDie Investitionen in Gebäude betrugen 2,4 Mio. Euro (Vorjahr:\n1,9 Mio. Euro). Mehr nicht."
            "\nUmsatz nach Sparten\nTEUR | 2024 | 2023",
            "Die Investitionen in Gebäude betrugen 2,4 Mio. Euro (Vorjahr:\n1,9 Mio. Euro).",
        ),
        (
            "Events\nThe fair is held in the harbour hall of the town (organiser:\nHarbour Trust). Entry is free."
            "\nPrices\nTicket | Price | Until",
            "The fair is held in the harbour hall of the town (organiser:\nHarbour Trust).",
        ),
    ],
)
def test_a_bracket_over_two_lines_is_in_one_sentence(text: str, sentence: str) -> None:
    assert sentence in sentences(text)


def test_lines_of_columns_are_rows_and_prose_is_not() -> None:
    assert all(map(is_row, ["a | b", "| a | b |", "a\tb", "Net profit 110.5 (62.1)", "Ann,Sales,70000"]))
    assert not any(
        map(is_row, ["It rose to 12.", "面积为7,000,000平方公里。", "In 2023, sales, costs and profits rose.", "Total"])
    )


def test_rows_and_rules_of_drawn_tables_are_rows_and_a_tree_of_folders_is_none() -> None:
    assert all(map(is_row, ["│ a │ b │", "║a║b║", "a ┃ b", "┌───┬───┐", "├───┼───┤", "+---+---+", "+===+===+"]))
    assert not any(map(is_row, ["├── main.py", "│   └── helper.py", "|   +-- helper.py", "----", "C++", "1 + 1 = 2"]))


@pytest.mark.req("AN-04")
def test_an_area_code_at_the_beginning_of_a_line_is_no_item() -> None:
    text = "The office of the registrar can be reached on working days under the telephone\n(614) 555-0190, until five."
    assert sentence_spans(text) == [(0, len(text))]


@pytest.mark.req("AN-04")
def test_prose_that_ends_in_a_telephone_number_is_no_row() -> None:
    assert not is_row("Außerhalb der Sprechzeiten erreichen Sie den Dienst unter 116 117.")
    assert not any(map(is_row, ["Engineer - Hamburg - +49 170 5550 339", "Claims line: 0800 555 0142"]))
    assert all(map(is_row, ["Net loss 0.5 0.3", "Passengers 116 117", "Losses 05 06"]))


@pytest.mark.parametrize("unit", [". ", "a.\n", "U.S. ", "1 ", "| ", "[1]", "ก ", '."', "A: "])
def test_a_long_text_of_one_pattern_is_read(unit: str) -> None:
    text = unit * 40_000
    assert sentence_spans(text)[-1][1] == len(text.rstrip())
    content_words(text)


@pytest.mark.req("AN-04")
def test_a_reference_mark_at_the_beginning_of_a_line_belongs_to_the_sentence_before() -> None:
    first = "Falk made his debut for Arnsby in a local derby against the old team of Belford Rangers.\n[31]"
    second = "At half time, Arnsby were two goals behind, but they won in the end, as the paper wrote\nafterwards."
    text = f"{first} {second}"
    assert [text[start:end] for start, end in sentence_spans(text)] == [first, second]
    short = (
        "He left.\n[3] At half time, Arnsby were two goals behind, but they won in the end, as he had hoped they would."
    )
    assert [short[start:end] for start, end in sentence_spans(short)] == ["He left.\n[3]", short[13:]]
    notes = "[1] Smith, Title of the book.\n[2] Jones, Another title."
    assert [notes[start:end] for start, end in sentence_spans(notes)] == notes.split("\n")
