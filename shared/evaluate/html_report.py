"""The report as one HTML page, which loads and runs nothing and escapes all text."""

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

type Rows = tuple[str, Sequence[str], Sequence[Sequence[str]]]

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #8886; text-align: left; }
.figure { text-align: right; white-space: nowrap; }
details { border: 1px solid #8886; border-radius: .4rem; margin: .5rem 0; padding: .5rem 1rem; }
summary { cursor: pointer; }
blockquote, pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; padding: .5rem 1rem;
  background: #8881; border-radius: .4rem; }
.outcome { float: right; padding: 0 .6rem; border-radius: 1rem; border: 1px solid; }
.right { color: #1a7f37; } .failed { color: #cf222e; } .look { color: #9a6700; }
"""
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"
_FIGURE = re.compile(r"-?[\d,.]+(?: s)?|–")
_CLASSES = {"right": "right", "failed": "failed", "to look at": "look"}


def page(title: str, notes: Sequence[str], tables: Sequence[Rows], report: Mapping[str, Any]) -> str:
    """Returns the page. notes are sentences; each table is a title, a header and rows. A report of a run also has
    results and the judge's prompt."""
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
        '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>",
        *(f"<p>{escape(note)}</p>" for note in notes),
    ]
    for name, header, rows in tables:
        parts.append(f"<h2>{escape(name)}</h2><table><thead>{_row('th', header)}</thead><tbody>")
        parts += (_row("td", row) for row in rows)
        parts.append("</tbody></table>")
    if results := report.get("results"):
        parts.append("<h2>Questions</h2>")
        for each in results:
            shown = _CLASSES.get(each["outcome"], "")
            parts.append(f'<details><summary><span class="outcome {shown}">{escape(each["outcome"])}</span>')
            parts.append(f"<b>{escape(each['id'])}</b> {escape(each['question'])}</summary>")
            where = [("Documents", each["documents"]), ("Asked before", each["history"]), ("Tags", each["tags"])]
            parts += (f"<p>{name}: {escape(', '.join(values))}</p>" for name, values in where if values)
            if each["status"] == "completed":
                parts.append(f"<h3>Answer</h3><blockquote>{escape(each['answer'])}</blockquote>")
            parts += _list("Why it counts as it does", map(escape, each["reasons"]))
            cited = (
                f"[{escape(c['number'])}] {escape(_place(c))}{' (not verified)' * (not c['verified'])}"
                f"<blockquote>{escape(c['snippet'])}</blockquote>"
                for c in each.get("citations", ())
            )
            parts += _list("Sources", cited)
            parts += _list("Expected answers", map(escape, each["answers"]))
            parts += _list("Evidence", (f"<blockquote>{escape(quote)}</blockquote>" for quote in each["quotes"]))
            found = (
                f"{escape(_place(p))}<blockquote>{escape(p['text'])}{'…' if is_cut else ''}</blockquote>"
                for p in each["passages"]
                for is_cut in [len(p["text"]) < p["end"] - p["start"]]
            )
            parts += [*_list("First passages of the search", found), "</details>"]
    if judge := report.get("judge"):
        parts.append(f"<h2>The judge's prompt</h2><pre>{escape(judge['prompt'])}</pre>")
    return "\n".join([*parts, "</body></html>"]) + "\n"


def _row(tag: str, cells: Sequence[str]) -> str:
    classes = (' class="figure"' if _FIGURE.fullmatch(cell) else "" for cell in cells)
    return (
        f"<tr>{''.join(f'<{tag}{kind}>{escape(cell)}</{tag}>' for cell, kind in zip(cells, classes, strict=True))}</tr>"
    )


def _list(title: str, items: Iterator[str]) -> Iterator[str]:
    shown = [f"<li>{item}</li>" for item in items]
    if shown:
        yield f"<h3>{title}</h3><ol>{''.join(shown)}</ol>"


def _place(found: Mapping[str, Any]) -> str:
    page_of = f", page {found['page']}" if found["page"] else ""
    return f"{found['document']}{page_of}, characters {found['start']} to {found['end']}"
