"""What ends a command, and what only one of its questions."""


class EvaluationFailed(Exception):
    """The message is for the user, who can mend it."""


class RequestFailed(Exception):
    """The deployment did not do what it was asked; the message says why. Other questions go on."""
