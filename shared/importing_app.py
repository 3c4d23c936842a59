"""A Functions app that starts importing when its functions have been indexed."""

from threading import Thread

import azure.durable_functions as df
from azure.functions import Function


class ImportingApp(df.DFApp):  # type: ignore[misc] # the package has no types
    """Starts a thread that imports the modules of the first request as soon as the host has indexed the functions, so
    that they are ready before that request (D-292)."""

    def get_functions(self) -> list[Function]:
        functions: list[Function] = super().get_functions()
        Thread(target=_import_ahead, daemon=True).start()
        return functions


def _import_ahead() -> None:
    from shared.bootstrap import import_ahead

    import_ahead()
