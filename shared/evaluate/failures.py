"""Errors that end a command, and errors of one question."""

from pathlib import Path


class EvaluationFailed(Exception):
    """Ends the command. The message tells the user what to correct."""


class RequestFailed(Exception):
    """The deployment refused or failed one request, for the reason in the message. Other questions go on."""


def read_file(path: Path) -> bytes:
    """The content of a file that the user named. Raises EvaluationFailed if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise EvaluationFailed(f"{path} cannot be read: {error.strerror}.") from error
