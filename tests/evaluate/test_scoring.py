"""What a question counts for, by its answer, citations and passages."""

from typing import Any

import pytest

from shared.evaluate.measures import missed, summary
from shared.evaluate.scoring import auroc, quote_places, says, score
from tests.evaluate.questions import cited, found, result

pytestmark = pytest.mark.req("BX-17")


def values(**of: Any) -> dict[str, float]:
    return score(result("q", **of))[0]


def value(name: str, *of: dict[str, float]) -> float | None:
    return summary(of).get(name, {"value": None})["value"]


def test_evidence_counts_from_the_rank_of_its_passage() -> None:
    passages = [found(100, 200), found(50, 150), found(0, 30)]

    of = values(passages=passages, offered=2)

    assert (of["evidence_at_1"], of["evidence_at_5"], of["evidence_offered"]) == (0, 1, 0)


def test_a_citation_is_evidence_when_half_of_the_shorter_is_shared() -> None:
    assert values(citations=[cited(6, 40)])["evidence_cited"] == 1
    assert values(citations=[cited(7, 40)])["evidence_cited"] == 0
    of = values(citations=[cited(0, 12), cited(50, 60, verified=False)])
    assert (of["citations_supporting"], of["verified"]) == (0.5, 0.5)


def test_an_answer_that_cites_nothing_counts_as_not_found() -> None:
    assert values(citations=[])["false_not_found"] == 1
    assert values()["false_not_found"] == 0
    unanswerable = {"answerable": False, "quotes": []}
    assert values(question=unanswerable, gold=[], citations=[])["unanswerable_answered"] == 0
    assert values(question=unanswerable, gold=[])["unanswerable_answered"] == 1


def test_a_quote_that_no_document_has_counts_as_missed() -> None:
    of, reasons = score(result("q", gold=[{"quote": "never said", "places": []}]))

    assert (of["evidence_at_10"], of["evidence_cited"], of["quotes_missing"]) == (0, 0, 1)
    assert "The extracted text of no document contains the quote “never said”." in reasons


def test_a_failed_question_counts_for_nothing_else() -> None:
    of, reasons = score({"status": "failed", "reason": "503 Service Unavailable."})

    assert of == {"failed": 1}
    assert reasons == ["Failed: 503 Service Unavailable. It counts for no other measure."]


def test_the_judge_says_whether_an_answer_declines() -> None:
    judgement = {"correct": 0.0, "grounded": 1.0, "declined": True, "reason": "It declines."}

    of, reasons = score(result("q"), judgement)

    assert (of["false_not_found"], of["judged_correct"], of["judged_grounded"]) == (1, 0, 1)
    assert "The judge: It declines." in reasons


def test_a_made_up_answer_without_a_citation_is_seen_by_the_judge() -> None:
    unanswerable = result("q", question={"answerable": False, "quotes": []}, gold=[], citations=[])
    judgement = {"correct": 0.0, "grounded": 0.0, "declined": False, "reason": "It makes it up."}

    assert score(unanswerable)[0]["unanswerable_answered"] == 0
    assert score(unanswerable, judgement)[0]["unanswerable_answered"] == 1


@pytest.mark.parametrize(
    ("text", "answer", "said"),
    [
        ("It is 1,250 Euros.", "1250 euros", True),
        ("It costs 12,500 euros.", "1250 euros", False),
        ("Three (3) months", "three 3 months", True),
        ("thirty", "thirt", False),
        ("It rose 3.5 %", "3.5", True),
        ("It rose 13.5 %", "3.5", False),
        ("应在三十天内付款。", "三十天", True),
        ("应在三十天内付款。", "四十天", False),
    ],
)
def test_an_expected_answer_matches_whole_words(text: str, answer: str, said: bool) -> None:
    assert says(text, answer) is said


def test_quotes_are_found_with_other_white_space_and_punctuation() -> None:
    text = "The rent\nis  due — “monthly”. The rent is due."

    assert quote_places(text, "The rent is  due") == [(0, 16), (30, 45)]
    assert quote_places(text, 'rent is due - "monthly"') == [(4, 27)]
    assert quote_places(text, "rent is late") == []


def test_auroc_counts_equal_pairs_half() -> None:
    assert auroc([0.9, 0.5], [0.5, 0.1]) == 0.875
    of = [values(confidence=each) for each in (0.9, 0.5)]
    missing = [values(question={"answerable": False}, confidence=each) for each in (0.5, 0.1)]
    assert value("confidence_auroc", *of, *missing) == 0.875
    assert value("confidence_auroc", *of) is None


def test_percentiles_are_times_that_were_measured() -> None:
    of = [values(time=float(each)) for each in range(1, 21)]

    assert (value("time_p50", *of), value("time_p95", *of)) == (10, 19)


def test_a_threshold_is_a_floor_or_a_ceiling() -> None:
    of = [values(), values(citations=[cited(50, 60)])]

    assert missed(of, {"evidence_cited": 0.5, "false_not_found": 0.0}) == []
    assert missed(of, {"evidence_cited": 0.6}) == ["evidence_cited is 0.500, under the threshold of 0.600."]
    assert missed(of, {"time_p95": 0.1}) == ["time_p95 is 0.20 s, over the threshold of 0.10 s."]
    assert missed(of, {"judged_correct": 0.1})[0].startswith("judged_correct has no value")


def test_failed_questions_miss_a_threshold_unless_they_are_allowed() -> None:
    of = [values(), {"failed": 1.0}]

    assert missed(of, {}) == ["failed is 0.500, over the threshold of 0.000."]
    assert missed(of, {"failed": 0.5}) == []
