"""Parses DOCUMENT_METADATA_REQUIRED and DOCUMENT_METADATA_DEFAULTS, a deployment's rules for document metadata."""

import json

from orc.documents.labels import checked_metadata
from orc.errors import InvalidRequest


def parse_keys(value: object) -> object:
    """The keys in a comma-separated text. Raises ValueError with the problem."""
    if not isinstance(value, str):
        return value
    keys = tuple(dict.fromkeys(key.strip() for key in value.split(",") if key.strip()))
    _check(dict.fromkeys(keys, ""))
    return keys


def parse_defaults(value: object) -> object:
    """Values by key, from comma-separated `key=value` or a JSON object. Raises ValueError with the problem."""
    if not isinstance(value, str):
        return value
    if value.lstrip().startswith("{"):
        try:
            return _check(json.loads(value))
        except (json.JSONDecodeError, RecursionError):
            raise ValueError("must be a JSON object of strings, or key=value separated by commas") from None
    pairs = [pair.partition("=") for pair in value.split(",") if pair.strip()]
    if any(not sign for _, sign, _ in pairs):
        raise ValueError("must be key=value separated by commas, or a JSON object of strings")
    return _check({key.strip(): text for key, _, text in pairs})


def _check(metadata: object) -> dict[str, str]:
    try:
        return checked_metadata(metadata, name="metadata")
    except InvalidRequest as error:
        raise ValueError(error.message) from None
