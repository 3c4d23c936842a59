"""The response headers that are Orc's own."""

CODE_HEADER = "X-Orc-Error-Code"
CONTINUATION_HEADER = "X-Orc-Continuation"
