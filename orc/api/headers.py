"""Orc's own response headers."""

CODE_HEADER = "X-Orc-Error-Code"
CONTINUATION_HEADER = "X-Orc-Continuation"
