"""Tool results for display and for the model. Results are untrusted: each form is bounded, and texts are inert
Markdown."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from orc.documents.markdown.sanitizer import inert
from orc.domain import Json
from orc.tools.offer import ToolResult

MAX_TEXT = 4000
MAX_ROWS = 50
MAX_COLUMNS = 20
MAX_CELL = 300
MAX_DOCUMENTS = 50
MAX_NODES = 200
MAX_EDGES = 400
_DOCUMENT_IDS = ("file_id", "blob_name")
_METADATA = "metadata"
_PAGE_STARTS = "page_starts"  # offsets, which nobody reads
_LISTS = ("documents", "files", "rows", "items", "results", "data", "result")

type Row = Mapping[str, Json]


def shown(result: ToolResult, *, is_own: bool = False) -> dict[str, Any]:
    """The result as {kind: text, text}, {kind: table, columns, rows}, {kind: documents, documents} or {kind: graph,
    nodes, edges}; a shortened one has truncated: true and, for lists, the total. The documents of one of Orc's own
    tools have their metadata as it was sent."""
    value: Json = result.structured
    if result.structured is not None and set(result.structured) == {"result"}:  # which only wraps it
        value = result.structured["result"]
    if structured := (isinstance(value, Mapping) and _of_fields(value)) or _of_objects(value, is_own=is_own):
        return structured
    text = as_text(result, -1)
    cut = {"truncated": True, "total": len(text)} if len(text) > MAX_TEXT else {}
    return {"kind": "text", "text": _inert(text[:MAX_TEXT], MAX_TEXT), **cut}


def as_text(result: ToolResult, limit: int, *, length: int | None = None) -> str:
    """The result as text of at most this many characters (negative: all), and a note if that is not all of it. length
    is that of the whole result, if this one is its beginning."""
    structured = result.structured
    if structured is not None and set(structured) == {"result"} and isinstance(structured["result"], str):
        text = structured["result"]
    else:
        text = result.text if structured is None else json.dumps(structured, ensure_ascii=False)
    kept, length = text if limit < 0 else text[:limit], max(length or 0, len(text))
    return text if len(kept) == length else f"{kept}… (cut: {len(kept):,} of {length:,} characters)"


def _of_fields(fields: Row) -> dict[str, Any] | None:
    """A graph from nodes and edges, or a table from columns and rows."""
    nodes, edges = _objects(fields.get("nodes")), _objects(fields.get("edges"), empty=True)
    if nodes is not None and edges is not None:
        cut = len(nodes) > MAX_NODES or len(edges) > MAX_EDGES
        totals = {"truncated": True, "total": len(nodes), "total_edges": len(edges)} if cut else {}
        shown_nodes, shown_edges = map(_flat, nodes[:MAX_NODES]), map(_flat, edges[:MAX_EDGES])
        return {"kind": "graph", "nodes": list(shown_nodes), "edges": list(shown_edges), **totals}
    columns, rows = fields.get("columns"), fields.get("rows")
    if not (isinstance(columns, Sequence) and columns and all(isinstance(column, str) for column in columns)):
        return None
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == len(columns) for row in rows):
        return None
    shown_rows = [list(row[:MAX_COLUMNS]) for row in rows[:MAX_ROWS] if isinstance(row, list)]
    return _table([str(column) for column in columns], shown_rows, len(rows))


def _of_objects(value: Json, *, is_own: bool) -> dict[str, Any] | None:
    """Documents or a table from a list of objects, which may be the only list in the result."""
    if isinstance(value, Mapping):
        value = next((value[name] for name in _LISTS if _objects(value.get(name)) is not None), None)
    objects = _objects(value)
    if objects is None:
        return None
    if all(any(isinstance(row.get(name), str) for name in _DOCUMENT_IDS) for row in objects):
        cut = {"truncated": True, "total": len(objects)} if len(objects) > MAX_DOCUMENTS else {}
        documents = [{k: v for k, v in row.items() if k != _PAGE_STARTS} for row in objects[:MAX_DOCUMENTS]]
        return {"kind": "documents", "documents": [_flat(row, is_own=is_own) for row in documents], **cut}
    if not all(_is_plain(cell) for row in objects for cell in row.values()):
        return None
    columns = list(dict.fromkeys(name for row in objects for name in row))
    shown_rows = [[row.get(name) for name in columns[:MAX_COLUMNS]] for row in objects[:MAX_ROWS]]
    return _table(columns, shown_rows, len(objects)) if columns else None


def _objects(value: Json, *, empty: bool = False) -> list[Row] | None:
    if not isinstance(value, list) or not (value or empty):
        return None
    rows = [row for row in value if isinstance(row, Mapping)]
    return rows if len(rows) == len(value) else None


def _table(columns: list[str], rows: list[list[Json]], total: int) -> dict[str, Any]:
    """A table of the displayed rows; total counts all rows."""
    cut = {"truncated": True, "total": total} if total > MAX_ROWS or len(columns) > MAX_COLUMNS else {}
    cells = [[_cell(cell) for cell in row] for row in rows]
    return {"kind": "table", "columns": [str(_cell(name)) for name in columns[:MAX_COLUMNS]], "rows": cells, **cut}


def _flat(row: Row, *, is_own: bool = False) -> dict[str, Any]:
    """An object of plain fields and short lists of plain values; deeper values become text. Document ids stay
    unchanged, as does the metadata of Orc's own documents."""
    flat: dict[str, Any] = {}
    for name in list(row)[:MAX_COLUMNS]:
        value = row[name]
        if is_own and name == _METADATA:
            flat[name] = value
        elif isinstance(value, list) and all(map(_is_plain, value)) and len(json.dumps(value)) <= MAX_CELL:
            flat[str(_cell(name))] = [_cell(each) for each in value]
        else:
            flat[str(_cell(name))] = _cut(value) if name in _DOCUMENT_IDS else _cell(value)
    return flat


def _is_plain(value: Json) -> bool:
    return value is None or isinstance(value, str | int | float)


def _cell(value: Json) -> str | int | float | None:
    cut = _cut(value)
    return _inert(cut, MAX_CELL) if isinstance(cut, str) else cut


def _inert(text: str, limit: int) -> str:
    """The text made inert, cut to this many characters."""
    shown = inert(text)
    while len(shown) > limit:
        text = text[: limit - len(shown) - 1]
        shown = inert(f"{text}…")
    return shown


def _cut(value: Json) -> str | int | float | None:
    if value is None or isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_CELL else f"{text[: MAX_CELL - 1]}…"
