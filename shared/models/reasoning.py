"""Removes the reasoning that models write before they answer, <think> ... </think> and the like."""

import re

_INDENT = r"\n[ \t]{0,20}"
_NAME = "(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad)"
_BEGIN = rf"<{_NAME}(?:[ \t][^<>\n]{{1,40}})?>|(?-i:\[THINK\])|◁think▷"
_ENDS = rf"</{_NAME}>|(?-i:\[/THINK\])|◁/think▷"
_SIGN = re.compile(rf"{_INDENT}(?:(?P<fence>```|~~~)|{_BEGIN}|(?P<end>{_ENDS}))", re.IGNORECASE)
_PERHAPS_SIGN = re.compile(
    rf"{_INDENT}(?:`{{1,2}}|~{{1,2}}|[<◁]/?[a-z:]{{0,12}}(?:[ \t][^<>\n]{{0,40}})?|\[/?(?:T(?:H(?:I(?:NK?)?)?)?)?)?\Z",
    re.IGNORECASE,
)
_END = re.compile(rf"(?:{_ENDS})\s*", re.IGNORECASE)
_LONGEST_END = len("</seed:reflection>")


class AnswerAlone:
    """Removes the thoughts from a streamed answer. They begin a line outside a code block; without a closing tag,
    everything to the end is thoughts. The result does not depend on how the answer is divided.

    Of an answer that begins with thoughts, the opening tag may be missing, because it ended the prompt. It is held back
    up to the closing tag, and returned whole if there is none. begins tells whether one was missing, None if no text
    has shown it."""

    def __init__(self, *, begins_with_thoughts: bool = False) -> None:
        self._held = "\n"  # includes the line break before each line, also before the first
        self._given = 1  # how many held-back characters were returned or belong to the thoughts
        self._thinks = self._may_answer = begins_with_thoughts
        self._is_code = self._skips_space = False
        self.begins: bool | None = None

    def feed(self, piece: str) -> str:
        """Adds a piece and returns the text that can be returned now."""
        if not (self._held or self._thinks or self._skips_space or "\n" in piece):
            return piece  # no part of it can begin a tag
        known, self._held = len(self._held), self._held + piece
        texts = list[str]()
        while True:
            if self._thinks:
                end = _END.search(self._held, max(known - _LONGEST_END, 0) if self._may_answer else 0)
                if end is None:
                    self._held = self._held if self._may_answer else self._held[-_LONGEST_END:]
                    break
                self.begins, self._may_answer = self.begins or self._may_answer or None, False
                self._held, self._given = f"\n{self._held[end.end() :]}", 1
                self._thinks, self._skips_space = False, True
            if self._skips_space:
                self._held = f"\n{self._held[1:].lstrip()}"
                self._skips_space = len(self._held) == 1
                if self._skips_space:
                    break
            sign = _SIGN.search(self._held)
            while sign is not None and (sign["fence"] or self._is_code):
                self._is_code ^= sign["fence"] is not None
                sign = self._clear(texts, sign.end())
            if sign is None:
                perhaps = _PERHAPS_SIGN.search(self._held)
                self._clear(texts, perhaps.start() if perhaps else len(self._held))
                break
            texts.append(self._held[self._given : max(sign.start() + 1, self._given)])
            if sign["end"]:
                self.begins, self._skips_space = True, True
                self._held, self._given = f"\n{self._held[sign.end() :]}", 1
                continue
            self._held, self._thinks = self._held[sign.end() :], True
        return "".join(texts)

    def flush(self, *, is_cut: bool = False) -> str:
        """Returns the held-back text at the end of the answer. Thoughts of one that was cut may lack their end."""
        may_answer = self._may_answer and not is_cut
        held = "" if self._thinks and not may_answer else self._held[self._given :]
        self.begins = False if may_answer else self.begins
        self._held, self._given = "", 0
        return held

    def _clear(self, texts: list[str], end: int) -> re.Match[str] | None:
        """Returns the text up to this position, and the next tag after it."""
        texts.append(self._held[self._given : end])
        self._held, self._given = self._held[end:], max(self._given - end, 0)
        return _SIGN.search(self._held)
