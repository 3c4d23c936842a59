"""Lines of front matter that only name or describe a document answer no question but one for that."""

import pytest

from orc.documents.notices import NOT_IN_DOCUMENTS
from tests.models.test_extractive import ask

RULES = """---
title: "Rules of the rowing club"
meta_title: "Rules of the Arnsby rowing club"
description: "Rules that say who may change what in the club"
author: Ida Falk
---

# Rules of the rowing club

1. The boathouse opens at seven. Boats are locked at dusk.
2. Changes of the rules need two thirds of the members.
"""


@pytest.mark.req("AN-04")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who can change the rules?", "Changes of the rules need two thirds of the members."),
        ("Who wrote the rules?", "author: Ida Falk"),
        ("What is the title?", 'title: "Rules of the rowing club"'),
        ("What is the description?", 'description: "Rules that say'),
    ],
)
async def test_front_matter_answers_only_what_it_is_asked(question: str, answer: str) -> None:
    given = await ask(question, {"rules.md": RULES})
    assert given.startswith(answer), given
    assert given.count("[1]") == 1


@pytest.mark.req("AN-04")
async def test_a_description_in_front_matter_is_no_evidence() -> None:
    text = RULES.partition("2. ")[0]
    assert await ask("Who may change the rules?", {"rules.md": text}) == NOT_IN_DOCUMENTS
