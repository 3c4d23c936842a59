"""What a text tells of itself: its language, its keywords and its first sentences."""

import subprocess
import sys

import pytest

from orc.documents.text.languages import is_language
from orc.documents.text.metadata import MAX_KEYWORDS, MAX_SUMMARY, describe, keywords, language_of, lead
from orc.domain import ExtractedText
from tests.support.forked import ROOT

TEXTS = {
    "en": "Visitors park in row seven behind the depot. The gates of the harbour open at seven in the morning.",
    "de": "Die Besucher parken hinter dem Lager. Die Tore des Hafens öffnen um sieben Uhr am Morgen.",
    "fr": "Les visiteurs se garent derrière le dépôt. Les portes du port ouvrent à sept heures du matin.",
    "ja": "訪問者は倉庫の後ろに駐車します。港の門は朝七時に開きます。",
    "ru": "Посетители паркуются за складом. Ворота порта открываются в семь часов утра.",
    "ar": "يقف الزوار خلف المستودع. تفتح أبواب الميناء في السابعة صباحا.",
}

AT_ONCE = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from py3langid.langid import LanguageIdentifier
from orc.documents.text.metadata import prepare

load, loads, files = LanguageIdentifier.from_model_file, [], Barrier(4)
LanguageIdentifier.from_model_file = lambda *given, **named: loads.append(given) or load(*given, **named)
with ThreadPoolExecutor(4) as threads:
    list(threads.map(lambda _: (files.wait(), prepare()), range(4)))
print(len(loads))
"""


@pytest.mark.parametrize(("language", "text"), TEXTS.items())
def test_two_sentences_suffice_to_detect_a_language(language: str, text: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "12 34 56", "x", "\n\t", "🚢🚢🚢", ",".join(f"c{n}" for n in range(3_000))])
def test_a_text_in_no_language_has_none(text: str) -> None:
    assert language_of(text) is None


def test_frequent_words_are_keywords_and_stop_words_are_not() -> None:
    text = "The harbour crane is old. Each harbour crane has a brake. The brake of the harbour crane is inspected. " * 3
    found = keywords(text, "en", title="Rules")
    assert found[0] == "harbour crane"
    assert "brake" in found
    assert "Rules" in found
    assert not {"the", "is", "each", "crane", "harbour"} & set(found)
    assert len(found) <= MAX_KEYWORDS


def test_the_summary_begins_with_the_prose_after_the_title() -> None:
    text = (
        "Rules of the harbour\n\n1. Gates\n\nThe gates open at seven. They close at nine. Nobody enters later. Or so."
    )
    assert lead(text, "Rules of the harbour").startswith("The gates open at seven. They close at nine.")
    assert lead("Terse", "Terse") == "Terse"
    assert len(lead("The gates of the harbour are open. " * 5 + "word " * 500, "")) <= MAX_SUMMARY + 1


def test_the_summary_begins_after_front_matter() -> None:
    text = "---\ntitle: The rules of our club\nauthor: Ann Lee of the town\n---\n\nThe club has boats on the lake."
    assert describe(ExtractedText(text, "Rules")).summary == "The club has boats on the lake."
    only = "---\ntitle: The rules of our club\n---"
    assert describe(ExtractedText(only, "Rules")).summary == "title: The rules of our club"


def test_the_summary_says_what_markdown_emphasises_without_its_marks() -> None:
    told = "**Status**: this is *nearly* complete. The __first__ `run_turn` takes 5*3 steps."
    assert lead(told, "Notes") == "Status: this is nearly complete. The first run_turn takes 5*3 steps."


def test_a_description_looks_at_a_bounded_part_of_a_long_text() -> None:
    text = TEXTS["de"] + "\n\n" + "The second part is English and goes on. " * 50_000
    assert describe(ExtractedText(text[:60_000] + " zebra" * 1000, "Title")) == describe(
        ExtractedText(text[:60_000] + " quagga" * 1000, "Title")
    )


@pytest.mark.parametrize(
    "text",
    ["Hello world", "Meeting notes", "Good morning", "Brake inspection", "The lamp is green.", "A note of Acme."],
)
def test_a_short_text_in_english_is_english(text: str) -> None:
    assert language_of(text) == "en"


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "Der Kran ist alt."), ("fr", "Bonjour le monde"), ("es", "Contrato de alquiler"), ("ja", "こんにちは")],
)
def test_a_short_foreign_text_is_not_detected_as_english(language: str, text: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["Rent: 400", "Lorem", "ok"])
def test_a_text_that_could_be_in_many_languages_has_none(text: str) -> None:
    assert language_of(text) is None


def test_a_language_without_a_two_letter_code_keeps_its_three_letter_one() -> None:
    pidgin = "Wetin dey happen for Lagos no be small matter at all, and di people wey dey there dey fear well well. "
    assert language_of(pidgin * 3) == "pcm"


@pytest.mark.parametrize(
    ("wanted", "known", "same"),
    [
        ("en", "en", True),
        ("EN", "en", True),
        ("eng", "en", True),
        ("en-GB", "en", True),
        ("en", "eng", True),
        ("ger", "de", True),
        ("en", "pcm", True),
        ("pcm", "pcm", True),
        ("pcm", "en", False),
        ("ar", "arz", True),
        ("de", "en", False),
        ("klingon", "en", False),
        ("klingon", "klingon", True),
        ("en", None, False),
    ],
)
def test_a_language_is_found_by_any_of_its_codes(wanted: str, known: str | None, same: bool) -> None:
    assert is_language(wanted, known) is same


def test_files_that_are_read_at_once_load_one_detector() -> None:
    command = [sys.executable, "-c", AT_ONCE]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout == "1\n"
