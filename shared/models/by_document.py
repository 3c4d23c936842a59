"""The sentences of a grounding by document."""

from collections.abc import Sequence

from orc.documents.evidence.passage_sentences import Sentence
from orc.ports import Grounding


def group_by_document(grounding: Grounding, sentences: Sequence[Sentence]) -> dict[str, list[Sentence]]:
    """The sentences of each document, by its name, also of those without any."""
    passages = grounding.passages
    names = dict.fromkeys([*grounding.documents, *(passage.blob_name for passage in passages)])
    return {name: [s for s in sentences if passages[s.number - 1].blob_name == name] for name in names}
