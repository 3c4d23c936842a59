import posixpath
import random
import unicodedata
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orc.documents.paths import (
    blob_path,
    caller_folder,
    check_blob_name,
    conversation_folder,
    normalize_blob_names,
    parse_blob_path,
)
from orc.domain import Caller
from orc.errors import InvalidRequest

CALLER = Caller("org", "user")

HOSTILE_NAMES = [
    "",
    " ",
    ".",
    "..",
    "...",
    ".env",
    "../other/secret.pdf",
    "a/b.pdf",
    "/etc/passwd",
    "a\\b.pdf",
    "..\\b.pdf",
    "C:",
    "C:report.pdf",
    "c:\\report.pdf",
    "a\x00.pdf",
    "a\nb.pdf",
    "a\x7fb.pdf",
    "a\x85b.pdf",
    "a\u2028b.pdf",
    "a%2fb.pdf",
    "a%2Fb.pdf",
    "a%5cb.pdf",
    "%2e%2e",
    "a..%2e%2eb",
    "%2e%2e%2fb.pdf",
    "a%00.pdf",
    "a%0ab.pdf",
    "a%252fb.pdf",
    "a%25252Fb.pdf",
    "a%c0%afb.pdf",
    "a%e0%80%afb.pdf",
    "a%u002fb.pdf",
    "a%EF%BC%8Fb.pdf",
    "a\uff0fb.pdf",
    "a\uff3cb.pdf",
    "a\uff052fb.pdf",
    "\uff0e\uff0e",
    "\u2025",
    "\uff23\uff1aa.pdf",
    "\u2100.pdf",
    "invoice\u202efdp.exe",
    "a\u200bb.pdf",
    "a\u200db.pdf",
    "\u200da.pdf",
    "a\ufeffb.pdf",
    "a\U000e0041.pdf",
    "a\ud800.pdf",
    "a.pdf.",
    "a.pdf ",
    " a.pdf",
    "a\ufffe.pdf",
    "x" * 252 + ".pdf",
    "\u00fc" * 126 + ".pdf",
]

REAL_NAMES = [
    "report.pdf",
    "中文.pdf",
    "résumé v2 (final).docx",
    "Отчёт.txt",
    "تقرير.pdf",
    "\u0645\u06cc\u200c\u062e\u0648\u0631\u0645.docx",
    "श्री.md",
    "レポート最終版.pdf",
    "🎉 party 👨\u200d👩\u200d👧.txt",
    "100%.pdf",
    "50% off.pdf",
    "my%20file.pdf",
    "a..b.txt",
    "notes: draft.md",
    "no extension",
    "it's #1 & [more]; ~x.csv",
    "cafe\u0301.pdf",
    "x" * 251 + ".pdf",
]


@pytest.mark.req("SE-03")
@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
def test_a_name_that_is_not_a_plain_file_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        check_blob_name(name, field="blob_names.1")
    assert refusal.value.code == "invalid_blob_name"
    assert [error.field for error in refusal.value.errors] == ["blob_names.1"]


@pytest.mark.req("SE-03")
@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
def test_no_path_is_made_of_a_refused_name(name: str) -> None:
    with pytest.raises(InvalidRequest):
        blob_path(CALLER.conversation("conversation"), name)


@pytest.mark.parametrize("name", REAL_NAMES)
def test_a_real_name_in_any_script_is_taken_in_composed_form(name: str) -> None:
    assert check_blob_name(name, field="name") == unicodedata.normalize("NFC", name)
    assert normalize_blob_names([name], limit=1) == (name,)
    assert parse_blob_path(blob_path(CALLER.conversation("c1"), name)) == (CALLER.conversation("c1"), name)


@pytest.mark.req("DC-02")
def test_names_are_trimmed_and_empties_and_repeats_dropped_in_order() -> None:
    given_names = ["  b.pdf ", "", "a.pdf", "b.pdf", "\t", "B.pdf", "a.pdf"]
    assert normalize_blob_names(given_names, limit=3) == ("b.pdf", "a.pdf", "B.pdf")


@pytest.mark.req("DC-02")
@pytest.mark.parametrize("value", [None, "a.pdf", {"a.pdf": 1}, 3, {"a.pdf"}], ids=repr)
def test_anything_but_a_list_of_names_is_refused_naming_the_field(value: object) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        normalize_blob_names(value, limit=3)
    assert [error.field for error in refusal.value.errors] == ["blob_names"]


@pytest.mark.req("DC-02")
@pytest.mark.parametrize("value", [None, 7, ["c.pdf"]], ids=repr)
def test_a_name_that_is_no_string_is_refused_naming_its_place(value: object) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        normalize_blob_names(["a.pdf", "b.pdf", value], limit=3)
    assert [error.field for error in refusal.value.errors] == ["blob_names.2"]


@pytest.mark.req("DC-02", "SE-03")
def test_a_refused_name_is_named_by_its_place_in_the_list() -> None:
    with pytest.raises(InvalidRequest) as refusal:
        normalize_blob_names(["", "a.pdf", "../b.pdf"], limit=3, field="files")
    assert [error.field for error in refusal.value.errors] == ["files.2"]


@pytest.mark.req("DC-17")
def test_more_names_than_the_limit_are_refused_with_field_and_limit() -> None:
    with pytest.raises(InvalidRequest) as refusal:
        normalize_blob_names(["1.pdf", "2.pdf", "3.pdf", "4.pdf"], limit=3)
    assert refusal.value.code == "too_many_documents"
    assert refusal.value.errors[0].field == "blob_names"
    assert "limit is 3" in refusal.value.errors[0].message


@pytest.mark.req("DC-17")
def test_repeats_and_empties_do_not_count_towards_the_limit() -> None:
    assert normalize_blob_names(["1.pdf", "1.pdf", " ", "2.pdf", "3.pdf"], limit=3) == ("1.pdf", "2.pdf", "3.pdf")


@pytest.mark.req("DC-16")
def test_a_document_lives_in_the_folder_of_its_caller_and_conversation() -> None:
    assert blob_path(CALLER.conversation("c1"), "Bericht 1.pdf") == "documents/org/user/c1/Bericht 1.pdf"


@pytest.mark.req("DC-16", "SE-03")
@pytest.mark.parametrize("part", ["..", ".", "a/b", "a\\b", "ü", "%2e%2e", "a b", "auth0|123"])
def test_identities_of_any_form_are_one_segment_each(part: str) -> None:
    caller = Caller(part, part)
    path = blob_path(caller.conversation(part), "a.pdf")
    assert path.count("/") == 4
    assert posixpath.normpath(path) == path
    assert parse_blob_path(path) == (caller.conversation(part), "a.pdf")


def test_an_empty_identity_has_no_folder() -> None:
    with pytest.raises(ValueError, match="must not be empty"):
        caller_folder(Caller("org", ""))


@pytest.mark.req("SE-03")
@pytest.mark.parametrize(
    "path",
    [
        "",
        "documents/org/user/a.pdf",
        "documents/org/user/c1/folder/a.pdf",
        "other/org/user/c1/a.pdf",
        "documents/org/../c1/a.pdf",
        "documents/o rg/user/c1/a.pdf",
        "documents/%6Frg/user/c1/a.pdf",
        "documents/org/user/c1/.hidden",
        "documents/org//c1/a.pdf",
    ],
)
def test_a_path_that_was_not_made_here_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_blob_path(path)


SNIPPETS = [
    "..",
    ".",
    "/",
    "\\",
    "%2e",
    "%2F",
    "%25",
    "%",
    "\0",
    "\uff0f",
    "\u202e",
    "C:",
    "a",
    " ",
    "é",
    "中",
    "\u200d",
]
TEXTS = st.text(max_size=80) | st.lists(st.sampled_from(SNIPPETS), max_size=8).map("".join)


@pytest.mark.req("SE-03", "DC-16")
@settings(max_examples=400, database=None, deadline=None)
@given(organization=TEXTS, user=TEXTS, conversation=TEXTS, name=TEXTS)
def test_any_text_is_refused_or_stays_in_the_callers_folder(
    organization: str, user: str, conversation: str, name: str
) -> None:
    caller = Caller(organization, user)
    try:
        path = blob_path(caller.conversation(conversation), name)
    except (InvalidRequest, ValueError):
        return
    assert len(path.split("/")) == 5
    assert posixpath.normpath(path) == path
    assert path.startswith(f"documents/{caller_folder(caller)}/")
    assert parse_blob_path(path) == (caller.conversation(conversation), name)


@pytest.mark.req("SE-03")
def test_ten_thousand_hostile_names_stay_in_the_callers_folder() -> None:
    """Each as the operating system reads it, and as a reader does that decodes it once more."""
    chosen = random.Random(7)
    names = {"".join(chosen.choices(SNIPPETS, k=chosen.randint(1, 8))) for _ in range(14_000)}
    assert len(names) >= 10_000
    caller, accepted = Caller("organization", "user"), 0
    folder = conversation_folder(caller.conversation("conversation"))
    for name in names:
        try:
            path = blob_path(caller.conversation("conversation"), name)
        except InvalidRequest:
            continue
        accepted += 1
        for reading in (path, unquote(path), unicodedata.normalize("NFKC", unquote(path))):
            assert posixpath.dirname(posixpath.normpath(reading)) == folder
            assert "\\" not in reading
    assert accepted


@pytest.mark.req("DC-16")
@settings(max_examples=200, database=None, deadline=None)
@given(one=st.tuples(TEXTS, TEXTS), other=st.tuples(TEXTS, TEXTS))
def test_two_callers_never_share_a_folder(one: tuple[str, str], other: tuple[str, str]) -> None:
    if one == other or not all(one + other):
        return
    assert caller_folder(Caller(*one)) != caller_folder(Caller(*other))
