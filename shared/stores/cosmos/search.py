"""The queries about chunks: those that read them, and those that have the service rank them."""

import json
import re
from collections.abc import Sequence
from typing import Any

from orc.documents.text.instructions import without_instructions
from orc.documents.text.periods import spell_periods
from orc.documents.text.tokens import content_words
from shared.stores.cosmos.queries import Query, one_of
from shared.stores.cosmos.schema import MODEL_FIELD

_MAX_WORDS = 15
_WORD = re.compile(r"[^\W_]+")
_SELECT = "SELECT {what} FROM c WHERE c.type = 'chunk'"
_VECTOR_SCORE = "VectorDistance(c.vector, @vector)"


def heads(content_ids: Sequence[str]) -> Query:
    """The first chunk of each content, which tells how many there are and, by its ETag, whether they changed."""
    listed, parameters = one_of("content_id", content_ids)
    return Query(f"{_select('c.content_id, c.chunks, c._etag')} AND c.position = 0 AND {listed}", parameters)


def chunks(content_ids: Sequence[str]) -> Query:
    listed, parameters = one_of("content_id", content_ids)
    return Query(f"{_select('*')} AND {listed}", parameters)


def chunk_ids(content_id: str) -> Query:
    return Query(f"{_select('c.id')} AND c.content_id = @content_id", {"content_id": content_id})


def without_vectors(content_ids: Sequence[str], model: str) -> Query:
    """The contents of the chunks that have no vector of this model."""
    listed, parameters = one_of("content_id", content_ids)
    other = f"(NOT IS_DEFINED(c.{MODEL_FIELD}) OR c.{MODEL_FIELD} != @model)"
    return Query(f"{_select('c.content_id')} AND {listed} AND {other}", {**parameters, "model": model})


def best_by_text(content_ids: Sequence[str], question: str, *, top_k: int) -> Query:
    """By the service's own BM25: the chunks with a word of the question in them."""
    any_word = f"FullTextContainsAny({_text_and_words(question)})"
    return _best(content_ids, f"RANK FullTextScore({_text_and_words(question)})", {}, top_k, condition=any_word)


def best_by_vector(content_ids: Sequence[str], vector: Sequence[float], model: str, *, top_k: int) -> Query:
    """By the service's own distance: the chunks whose vectors this model made."""
    parameters = {"vector": list(vector), "model": model}
    return _best(content_ids, _VECTOR_SCORE, parameters, top_k, condition=f"c.{MODEL_FIELD} = @model")


def telling_words(question: str) -> list[str]:
    """The words that the service is asked for: it cuts endings itself, but knows no common words."""
    asked = spell_periods(without_instructions(question).casefold())
    words = dict.fromkeys(_WORD.findall(asked))
    return [word for word in words if content_words(word)][:_MAX_WORDS]


def _text_and_words(question: str) -> str:
    """The words stand in the query itself, where the service takes no parameter; they are letters and digits only."""
    return ", ".join(["c.text", *map(json.dumps, telling_words(question))])


def _best(content_ids: Sequence[str], order: str, parameters: dict[str, Any], top_k: int, *, condition: str) -> Query:
    listed, wanted = one_of("content_id", content_ids)
    sql = f"{_select('TOP @top_k *')} AND {listed} AND {condition} ORDER BY {order}"
    return Query(sql, {**wanted, **parameters, "top_k": top_k})


def _select(what: str) -> str:
    return _SELECT.replace("{what}", what)
