"""The queries about chunks: those that read them, and those by which the service ranks them."""

import json
import re
from collections.abc import Sequence
from typing import Any

from orc.documents.questions.instructions import without_instructions
from orc.documents.text.periods import spell_periods
from orc.documents.text.tokens import content_words
from shared.stores.cosmos.queries import Query, one_of
from shared.stores.cosmos.schema import MODEL_FIELD

_MAX_WORDS = 15
_WORD = re.compile(r"[^\W_]+")
_SELECT = "SELECT {what} FROM c WHERE c.type = 'chunk'"
_VECTOR_SCORE = "VectorDistance(c.vector, @vector)"


def heads(content_ids: Sequence[str]) -> Query:
    """The first chunk of each content: the number of its chunks, and an ETag that changes with the content."""
    listed, parameters = one_of("content_id", content_ids)
    return Query(f"{_select('c.content_id, c.chunks, c._etag')} AND c.position = 0 AND {listed}", parameters)


def chunks(content_ids: Sequence[str]) -> Query:
    """All chunks of these contents."""
    listed, parameters = one_of("content_id", content_ids)
    return Query(f"{_select('*')} AND {listed}", parameters)


def chunk_ids(content_id: str) -> Query:
    """The ids of the chunks of a content."""
    return Query(f"{_select('c.id')} AND c.content_id = @content_id", {"content_id": content_id})


def without_vectors(content_ids: Sequence[str], model: str) -> Query:
    """The ids of contents of which a chunk has no vector of this model."""
    listed, parameters = one_of("content_id", content_ids)
    other = f"(NOT IS_DEFINED(c.{MODEL_FIELD}) OR c.{MODEL_FIELD} != @model)"
    return Query(f"{_select('c.content_id')} AND {listed} AND {other}", {**parameters, "model": model})


def best_by_text(content_ids: Sequence[str], question: str, *, top_k: int) -> Query:
    """The chunks with a word of the question, ranked by the service's BM25."""
    # The words are part of the query, where the service accepts no parameter; they are letters and digits only.
    searched = ", ".join(["c.text", *map(json.dumps, significant_words(question))])
    any_word = f"FullTextContainsAny({searched})"
    return _best(content_ids, f"RANK FullTextScore({searched})", {}, top_k, condition=any_word)


def best_by_vector(content_ids: Sequence[str], vector: Sequence[float], model: str, *, top_k: int) -> Query:
    """The chunks with a vector of this model, ranked by the service's vector distance."""
    parameters = {"vector": list(vector), "model": model}
    return _best(content_ids, _VECTOR_SCORE, parameters, top_k, condition=f"c.{MODEL_FIELD} = @model")


def significant_words(question: str) -> list[str]:
    """The words for the service's search, without stop words: it stems words, but has no list of stop words."""
    spelled = spell_periods(without_instructions(question).casefold())
    words = dict.fromkeys(_WORD.findall(spelled))
    return [word for word in words if content_words(word)][:_MAX_WORDS]


def _best(content_ids: Sequence[str], order: str, parameters: dict[str, Any], top_k: int, *, condition: str) -> Query:
    listed, wanted = one_of("content_id", content_ids)
    sql = f"{_select('TOP @top_k *')} AND {listed} AND {condition} ORDER BY {order}"
    return Query(sql, {**wanted, **parameters, "top_k": top_k})


def _select(what: str) -> str:
    return _SELECT.replace("{what}", what)
