"""A model's reply as it is read: prose, JSON with an answer, JSON that is the answer, and incomplete JSON."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orc.documents.reply import ReplyReader, read_reply

MARKS = {"1": "[1]", "chunk_0": "[1]", "chunk_1": "[2]"}

Read = tuple[str, tuple[str, ...], tuple[str, ...], bool]


def read(*pieces: str) -> Read:
    """The text, citations, recommended documents of a reply in pieces, and whether it is cut."""
    reader = ReplyReader(lambda cited: MARKS.get(cited, ""))
    text = "".join([*map(reader.feed, pieces), reader.end()])
    return text, tuple(reader.citations), tuple(reader.recommended), reader.is_cut


PROSE = ["The rent is due.", "It says so [chunk_0].", "Use {this} [here].", '`{"answer": 1}`', '漢字 "so"', "no\nnull"]
MARKDOWN = ["```markdown\n", "\n```", "```md\n", "\n```\n", "```"]
CODE = ['```python\nx = {"answer": 1}\n```', '```json\n{"port": 80}\n```', '{"port": 80}', "[1]", '["a", "b"]', "{}"]
FIELDS = [
    '"answer": "Two weeks."',
    '"citations": ["chunk_1"]',
    '"answer": ["a", "b"]',
    '"answer": null',
    "'answer': 'x'",
]
FIELDS += [
    '"answer": "so "quoted" is"',
    '"citations": "chunk_0"',
    '"response": "R"',
    '"answer": {"text": "T\\\\u00e9"}',
    '"thought": "So."',
]
LOOSE = [
    "\n",
    "\n\n",
    " ",
    " " * 120,
    "```json\n",
    "```",
    "`",
    "{",
    "}",
    "[",
    "]",
    ",",
    '"',
    "\\",
    "null",
    "42",
    "{'a' :",
]
OBJECTS = st.lists(st.sampled_from(FIELDS), max_size=3).map(lambda fields: f"{{{', '.join(fields)}}}")
PARTS = st.one_of(OBJECTS, st.sampled_from(PROSE), st.sampled_from(CODE), st.sampled_from([*LOOSE, *MARKDOWN]))


@given(st.lists(PARTS, max_size=7).map("".join), st.data())
@pytest.mark.req("QA-08")
def test_where_a_reply_is_split_changes_nothing(reply: str, data: st.DataObject) -> None:
    reply = reply[: data.draw(st.integers(0, len(reply)))]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(reply)), max_size=6)))
    pieces = [reply[a:b] for a, b in zip([0, *cuts], [*cuts, len(reply)], strict=True)]
    assert read(*pieces) == read(reply) == read(*reply)


@given(st.lists(PARTS, max_size=7).map("".join))
@pytest.mark.req("QA-08")
def test_marks_are_all_that_differs_between_routes(reply: str) -> None:
    text, *rest = read(reply)
    whole = read_reply(reply)
    assert rest == [whole.citations, whole.recommended, whole.is_cut]
    plain = "".join(text.replace("[1]", "").replace("[2]", "").split())
    assert plain == "".join(whole.text.replace("[1]", "").replace("[2]", "").split())


NOTHING = ["", " \n", "null", "{}", "[]", '["chunk_0"]', "{", '{"', '{"ans']
NOTHING += ['{"answer": null}', '{"answer": ""}', "```json\nnull\n```", "```json\n{}\n```", '{"citations": []}']


@pytest.mark.req("QA-08")
@pytest.mark.parametrize("reply", ["[]", "{}", '["a", "b"]', "```json\n[]\n```", '{"text": "A."}'])
def test_json_that_the_question_asks_for_is_shown_as_it_is(reply: str) -> None:
    for pieces in ([reply], list(reply)):
        reader = ReplyReader(wants_json=True)
        assert "".join(map(reader.feed, pieces)) + reader.end() == reply


@pytest.mark.req("QA-08")
def test_an_answer_in_json_is_read_even_if_the_question_asks_for_json() -> None:
    reader = ReplyReader(wants_json=True)
    assert reader.feed('{"answer": "A.", "citations": []}') + reader.end() == "A."


@pytest.mark.req("QA-08")
@pytest.mark.parametrize("reply", NOTHING)
def test_a_reply_that_says_nothing_has_no_text(reply: str) -> None:
    assert read(reply)[0] == ""


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ('[{"answer": "A."}, {"answer": "B."}]', "A.\n\nB."),
        ('{"answer": "A."}\n{"answer": "B."}', "A.\n\nB."),
        ('{"answer": "A."}{"answer": "A."}', "A."),
        ('["One", "Two"]', "- One\n- Two"),
        ('["", "One", " "]', "- One"),
        ('[""]', ""),
        ('{"response": "A."}', "A."),
        ('"{\\"answer\\": \\"A.\\"}"', "A."),
        ('{"answer": "{\\"answer\\": \\"A.\\"}"}', "A."),
        ("{'answer': 'It\\'s A.', 'citations': []}", "It's A."),
        ('{"answer": {"text": "A."}}', "A."),
        ('{"answer": {"rent": 4200}}', '```json\n{\n  "rent": 4200\n}\n```'),
        ('So:\n{"answer": "A."}\nDone.', "So:\n\nA.\n\nDone."),
        ('The rent is 4200.\n{"answer": "42"}', "The rent is 4200.\n\n42"),
        ('"A string."', "A string."),
        ("It is so.\nnull", "It is so."),
        ('{"thought": "So."}\n{"answer": "A."}', "A."),
        ('```json\n{"thought": "So."}\n```\n\n```json\n{"answer": "A.", "note": ""}\n```', "A."),
        ('So:\n\n```json\n{"answer": "A.", "confidence": 0.9, "thought": "So."}\n```', "So:\n\nA."),
    ],
)
def test_json_with_an_answer_is_read_in_every_form(reply: str, text: str) -> None:
    assert read(reply) == (text, (), (), False)


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("```markdown\nThe fee is 871 euros. [1]\n```", "The fee is 871 euros. [1]"),
        ("```md\n- A\n\n```python\nx\n```\n\nDone.\n```\n", "- A\n\n```python\nx\n```\n\nDone."),
        ("```markdown\nIt broke off", "It broke off"),
        ("Markdown:\n```markdown\n# A\n```", "Markdown:\n```markdown\n# A\n```"),
    ],
)
def test_a_fence_around_the_whole_of_a_markdown_reply_is_left_out(reply: str, text: str) -> None:
    assert read(reply)[0] == text


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    "reply",
    [
        '{"landlord": "A", "tenant": "B"}',
        '[{"name": "A"}, {"name": "B"}]',
        '```json\n["A", "B"]\n```',
        '```json\n{"text": "A", "page": 3}\n```',
        'Send `{"answer": 1}` or {"port": 80}.',
        'So:\n\n```python\nx = {"answer": "n"}\n```\n\nDone.',
        'So:\n\n```http\nPOST /x\n\n{"answer": "n"}\n```',
        'So:\n\n```json\n{"answer": "n", "page": 3}\n```',
        '{"question": "How often?", "answer": "Every two weeks."}',
        '```json\n{"question": "How often?", "answer": "Every two weeks."}\n```',
        '[{"question": "How often?", "answer": "Weekly."}, {"question": "How much?", "answer": "4,200"}]',
        '{"questions": [{"q": "How often?", "answer": "Weekly."}], "answer": "see above"}',
        'So:\n{"answer": "4,200", "unit": "euros"}\nDone.',
        '["Rent", 4200]',
        "[3, 1, 2]",
        '{"page": 3}\n{"page": 4}',
        '{"page": 3}\nnever mind',
        '"Due" is defined in clause 4 as "due".',
        '{"title": "A paper", "citations": 12}',
        "null and void, it says.",
        "42 days.",
    ],
)
def test_json_without_an_answer_is_unchanged(reply: str) -> None:
    assert read(reply) == (reply, (), (), False)


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    "reply",
    [
        '{"citations": ["chunk_0"], "answer": "A."}',
        '{"citations": "chunk_0", "answer": "A."}',
        '{"citations": [{"chunk_id": "chunk_0"}], "answer": "A."}',
        '{"answer": "A.", "citations": ["chunk_0"]',
        '{"answer": {"text": "A.", "citations": ["chunk_0"]}}',
        'A.\n\n{"citations": ["chunk_0"]}',
        '```json\n{"answer": "A.", "citations": ["chunk_0"], "counts": {"documents": 1}}\n```',
        "A. [chunk_0]",
        "A. [chunk_0, chunk_0]",
    ],
)
def test_cited_passages_are_marked_once(reply: str) -> None:
    assert read(reply) == ("A. [1]", ("chunk_0",), (), False)


@pytest.mark.req("QA-08")
@pytest.mark.parametrize(
    "reply",
    [
        'So.\n\n```json\n{"answer": "A.", "sources": [1]}\n```',
        'So.\n\n{"answer": "A.", "citations": [{"source": 1}]}',
        '{"answer": "So.\\n\\nA.", "sources": [{"id": 1}]}',
    ],
)
def test_sources_under_other_names_are_cited(reply: str) -> None:
    text, cited, *_ = read(reply)
    assert (text, cited) == ("So.\n\nA. [1]", ("1",))


@pytest.mark.req("QA-08")
def test_a_fenced_reply_after_prose_is_read_whatever_fields_it_has() -> None:
    fields = '"answer": "A.", "citations": ["chunk_0"], "counts": {}, "language": "en"'
    assert read(f"Here it is:\n\n```json\n{{{fields}}}\n```\nBye.")[0] == "Here it is:\n\nA. [1]\n\nBye."


@pytest.mark.req("QA-08")
@pytest.mark.parametrize("block", ["{}", "```json\n{}\n```"])
@pytest.mark.parametrize(
    "fields", ['"recommended_documents": [], "counts": {"chunks": 3}', '"citations": [], "counts": 3']
)
def test_references_with_counts_after_prose_are_no_part_of_the_answer(block: str, fields: str) -> None:
    written = block.replace("{}", f"{{{fields}}}")
    assert read(f"Text. {written}")[0] == "Text."
    assert read(f"Text [chunk_1].\n\n{written}")[0] == "Text [2]."


def test_counts_alone_after_prose_are_shown() -> None:
    assert read('Text. {"counts": {"chunks": 3}}')[0] == 'Text. {"counts": {"chunks": 3}}'


@pytest.mark.req("QA-08")
def test_an_object_before_references_is_kept() -> None:
    assert read('{"rent": 4200}\n{"citations": ["chunk_0"]}')[0].startswith('{"rent": 4200}')


@pytest.mark.req("QA-08")
def test_a_passage_that_is_cited_in_two_ways_is_marked_once() -> None:
    assert read('{"answer": "A.", "citations": ["chunk_0", 1, "chunk_1"]}')[0] == "A. [1][2]"


@pytest.mark.req("AN-10", "QA-08")
@pytest.mark.parametrize(
    ("reply", "text", "is_cut"),
    [
        ('{"answer": "Every two we', "Every two we", True),
        ('{"answer": "Every two weeks.\\u00', "Every two weeks.", True),
        ('{"response": "Every two we', "Every two we", True),
        ('[{"answer": "A."}, {"answer": "B', "A.\n\nB", True),
        ('{"rent": 4200, "sq', '{"rent": 4200, "sq', True),
        (
            '{"question": "How often?", "answer": "Every two we',
            '{"question": "How often?", "answer": "Every two we',
            True,
        ),
        ('{"answer": "Every two weeks.", "cit', "Every two weeks.", False),
        ('Every two weeks.\n\n{"ans', "Every two weeks.", False),
    ],
)
def test_json_that_broke_off_is_read_as_far_as_it_goes(reply: str, text: str, is_cut: bool) -> None:
    assert (read(reply)[0], read(reply)[3]) == (text, is_cut)


@pytest.mark.req("QA-08", "RG-06")
def test_text_is_given_out_once_it_is_clear_that_it_is_text() -> None:
    reader = ReplyReader()
    assert [reader.feed(piece) for piece in ("The ", "rent {", "so", ') is "4', '" [', "x] ", '{"a', '" b} ')] == [
        "The",
        " rent",
        " {so",
        ') is "4',
        '"',
        " [x]",
        "",
        ' {"a" b}',
    ]
