"""OpenAPI descriptions of the OpenAI routes: their answers are plain objects, whose fields OpenAI documents."""

from typing import Any

OBJECT_CONTENT: dict[str, Any] = {"application/json": {"schema": {"type": "object"}}}
OBJECT: dict[int | str, dict[str, Any]] = {200: {"description": "The object.", "content": OBJECT_CONTENT}}
