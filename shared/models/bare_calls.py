"""Tool calls that a model writes as its whole text, in the forms of several chat templates (D-436)."""

import ast
import json
import re
from collections.abc import Collection, Sequence
from itertools import product

type Call = tuple[str, str]
"""The name of a tool, and its arguments as JSON."""

_TAG, _LIST, _PYTHON = "<tool_call>", "[TOOL_CALLS]", "<|python_tag|>"
_MARKUP = ("<function=", f"{_TAG}<function=", "<function_calls>", "<invokename=")  # without white space
_HARMONY = ("<|start|>assistant", "<|channel|>commentaryto=functions.", "to=functions.")  # without white space
_FENCES = ("", "```", "```json")
_MOST = 20_000  # characters

_FENCED = re.compile(r"\s*(?:```(?:json)?)?(.*?)(?:```)?\s*", re.DOTALL)
_TAGGED = re.compile(rf"\s*(?:{_TAG}\s*(?:\{{.*?\}})\s*(?:</tool_call>\s*|\Z))+", re.DOTALL)
_BETWEEN_TAGS = re.compile(rf"{_TAG}|</tool_call>")
_WRAPPERS = re.compile(rf"</?(?:{_TAG[1:-1]}|function_calls)>")
_FUNCTION = re.compile(
    r"<(?:function=([\w.-]{1,64})|invoke name=\"([\w.-]{1,64})\")>(.*?)</(?:function|invoke)>", re.DOTALL
)
_PARAMETER = re.compile(
    r"<parameter(?:=([\w.-]{1,64})| name=\"([\w.-]{1,64})\"[^<>\n]{0,60})>\n?(.*?)\n?</parameter>", re.DOTALL
)
_NAMED = re.compile(r"\s*([\w.-]{1,64})\s*(?:\[CALL_ID\]\s*\w+\s*)?(?:\[ARGS\])?\s*(\{.*)", re.DOTALL)
_TO = r"\s*to=functions\.([\w.-]{1,64})\s*"
_MESSAGE = re.compile(
    rf"\s*(?:<\|start\|>assistant)?(?:{_TO}<\|channel\|>commentary|<\|channel\|>commentary{_TO})"
    r"\s*(?:(?:<\|constrain\|>)?\s*json)?\s*<\|message\|>(.*?)(?:<\|call\|>|<\|end\|>)?\s*",
    re.DOTALL,
)


class BareCall:
    """Holds back a streamed text that begins like a call. At its end, calls has the calls if the whole text consists of
    such; otherwise the text is returned as it is. A text with a chat template's sign for calls is one of any tool, with
    a tag in reads_tags; JSON and Python are calls of the known tools. reads is False where no text is a call."""

    def __init__(self, known: Collection[str], *, reads: bool = True, reads_tags: bool = False) -> None:
        self.calls: Sequence[Call] = ()
        self._known = known
        openings = [form.format(name) for name, form in product(known, ("{}(", "[{}("))]
        objects = [form.format(name) for name, form in product(known, ('{{"name":"{}"', '[{{"name":"{}"'))]
        openings += [fence + opening for fence, opening in product(_FENCES, objects)]
        self._openings = (*openings, _LIST, _PYTHON, *_MARKUP, *_HARMONY, *((_TAG,) if reads_tags else ()))
        self._may_be, self._begins = reads, False
        self._held = self._compact = ""  # _compact is without white space

    def feed(self, piece: str) -> str:
        """Adds a piece and returns the text that can be returned now."""
        if not self._may_be:
            return piece
        self._held += piece
        if not self._begins:
            self._compact += "".join(piece.split())
            self._begins = self._compact.startswith(self._openings)
            self._may_be = self._begins or any(opening.startswith(self._compact) for opening in self._openings)
        self._may_be = self._may_be and len(self._held) <= _MOST
        return "" if self._may_be else self._release()

    def flush(self) -> str:
        """Returns the held-back text at the end of the answer, unless it consists of calls."""
        if self._begins:
            self.calls = _with_sign(self._held) or _without_sign(self._held, self._known)
        if self.calls:
            self._held = ""
        return self._release()

    def _release(self) -> str:
        held, self._held = self._held, ""
        return held


def _with_sign(text: str) -> Sequence[Call]:
    """The calls of a text with a chat template's sign for them. One that cannot be read has no name, or its text as the
    arguments, so that the model is told."""
    if message := _MESSAGE.fullmatch(text):  # gpt-oss
        return [(message[1] or message[2], message[3].strip())]
    if _TAGGED.fullmatch(text):  # Hermes, Qwen
        return [call for part in _BETWEEN_TAGS.split(text) if part.strip() for call in _in_json(part) or [("", part)]]
    if functions := _FUNCTION.findall(text):  # Qwen's coders, Llama, Claude's old form
        is_all = not _FUNCTION.sub("", _WRAPPERS.sub("", text)).strip()
        return [(name or other, _in_markup(body)) for name, other, body in functions] if is_all else []
    if text.lstrip().startswith(_PYTHON):  # Llama
        bare = text.replace(_PYTHON, "", 1).replace("<|eom_id|>", "")
        return _in_json(bare) or _in_python(bare)
    start, *parts = text.split(_LIST)  # Mistral: a list of objects, or since 2025 a name and an object
    if start.strip():
        return []
    named = [(part, _NAMED.fullmatch(part)) for part in parts]
    return [
        call
        for part, match in named
        for call in ([(match[1], match[2].strip())] if match else _in_json(part) or [("", part.strip())])
    ]


def _without_sign(text: str, known: Collection[str]) -> Sequence[Call]:
    """The calls of a text that is JSON, perhaps in a fence, or Python, if all of them are of known tools."""
    fenced = _FENCED.fullmatch(text)
    calls = _in_json(fenced[1] if fenced else text) or _in_python(text)
    return calls if all(name in known for name, _ in calls) else []


def _in_markup(body: str) -> str:
    """The arguments in the body of a function: its parameters as strings, or its text, which is JSON."""
    given = {name or other: value for name, other, value in _PARAMETER.findall(body)}
    return json.dumps(given) if given or not body.strip() else body.strip()


def _in_json(text: str) -> Sequence[Call]:
    """The calls in an object with name and arguments, or in a list of such."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    calls = value if isinstance(value, list) else [value]
    if not all(isinstance(call, dict) and isinstance(call.get("name"), str) for call in calls):
        return []
    named = [(call["name"], call.get("arguments", call.get("parameters", {}))) for call in calls]
    return [(name, given if isinstance(given, str) else json.dumps(given)) for name, given in named]


def _in_python(text: str) -> Sequence[Call]:
    """The calls in an expression that is a call, or a list of such, whose arguments have names and are literals."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        nodes = tree.elts if isinstance(tree, ast.List) else [tree]
        calls = list[Call]()
        for node in nodes:
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)) or node.args:
                return []
            if any(argument.arg is None for argument in node.keywords):  # **arguments
                return []
            given = {argument.arg: ast.literal_eval(argument.value) for argument in node.keywords}
            calls.append((node.func.id, json.dumps(given)))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return []
    return calls
