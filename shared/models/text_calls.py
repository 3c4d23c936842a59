"""Tool calls that a model writes in its text, <tool_call>{"name": ..., "arguments": {...}}</tool_call>."""

import json
import re

_TAG, _END = "<tool_call>", "</tool_call>"
_BEGIN = re.compile(rf"{_TAG}\s{{0,20}}\{{")
_PERHAPS_BEGIN = re.compile(rf"<(?:[_a-z]{{0,{len(_TAG) - 2}}}|tool_call>\s{{0,20}})\Z")
_FENCE = re.compile(r"[ \t>]{0,20}(`{3,99}(?=[^`]*\Z)|~{3,99})(.*)")
_NAME = re.compile(r'"name"\s{0,20}:\s{0,20}"([\w.-]{1,64})"')
_LINE = 120  # characters of a line that show whether it is a fence
_MOST_ENDS = 4  # closing tags that may be in strings of a call


class TextCalls:
    """Removes calls from a streamed text, however it is divided, and collects them as pairs of name and JSON arguments
    (D-420). What is no valid call is collected too, so that the model is told: without a name as "", without JSON with
    its text as the arguments. Tags in code stay text."""

    def __init__(self, *, reads: bool) -> None:
        self.calls: list[tuple[str, str]] = []
        self._reads = reads
        self._held = ""
        self._call: list[str] = []  # the pieces of an unfinished call
        self._tail = ""
        self._ends = list[int]()  # offsets behind the closing tags in the strings of the call
        self._skips_space = False
        self._line, self._fence, self._in_line = "", "", False

    def feed(self, piece: str) -> str:
        """Adds a piece and returns the text that can be returned now."""
        if not self._reads:
            return piece
        texts = list[str]()
        while piece:
            if self._call:
                seen = self._tail + piece
                end = seen.find(_END)
                if end < 0:
                    self._call.append(piece)
                    self._tail = seen[1 - len(_END) :]
                    break
                rest = seen[end + len(_END) :]
                self._call.append(piece[: len(piece) - len(rest)])
                self._tail = ""
                piece = self._end_call() + rest
                continue
            if self._skips_space:
                piece = piece.lstrip()
                self._skips_space = not piece
            self._held += piece
            begin = _BEGIN.search(self._held)
            if begin is None:
                perhaps = _PERHAPS_BEGIN.search(self._held)
                at = perhaps.start() if perhaps else len(self._held)
                texts.append(self._pass(self._held[:at]))
                self._held, piece = self._held[at:], ""
                continue
            texts.append(self._pass(self._held[: begin.start()]))
            piece, self._held = self._held[begin.start() + len(_TAG) :], ""
            if self._fence or self._in_line:
                texts.append(self._pass(_TAG))
            else:
                self._call, self._tail = [_TAG], ""
        return "".join(texts)

    def flush(self) -> str:
        """Returns the held-back text at the end of the answer. A call may lack its closing tag there."""
        text = ""
        while self._call:
            written = "".join(self._call)
            end = (*self._ends, len(written))[0]
            self._collect(written[:end])
            text += self.feed(written[end:])
        held, self._held = self._held, ""
        return text + held

    def _end_call(self) -> str:
        """Collects the call, unless its closing tag is in a string. Returns the text behind its end, which for an
        invalid call is the first closing tag."""
        written = "".join(self._call)
        end = (*self._ends, len(written))[0]
        try:
            json.loads(written[len(_TAG) : -len(_END)])
            end = len(written)
        except json.JSONDecodeError as error:
            if error.msg.startswith("Unterminated string") and len(self._ends) < _MOST_ENDS:
                self._ends.append(len(written))
                self._call = [written]
                return ""
        except RecursionError:
            pass
        self._collect(written[:end])
        return written[end:]

    def _collect(self, written: str) -> None:
        self._call, self._ends, self._skips_space = [], [], True
        text = written.removeprefix(_TAG).removesuffix(_END).strip()
        try:
            call = json.loads(text)
        except (ValueError, RecursionError):
            call = None
        name, arguments = (call.get("name"), call.get("arguments", {})) if isinstance(call, dict) else (None, text)
        if not isinstance(name, str):
            found = _NAME.search(text)
            name = found[1] if found else ""
        self.calls.append((name, arguments if isinstance(arguments, str) else json.dumps(arguments)))

    def _pass(self, text: str) -> str:
        """Returns the text, and notes whether code begins or ends in it."""
        for number, part in enumerate(text.split("\n")):
            if number:
                if fence := _FENCE.match(self._line):
                    if not self._fence:
                        self._fence = fence[1]
                    elif fence[1].startswith(self._fence) and not fence[2].strip():
                        self._fence = ""
                self._line, self._in_line = "", False
            self._line = (self._line + part)[:_LINE]
            self._in_line ^= bool(part.count("`") % 2)
        return text
