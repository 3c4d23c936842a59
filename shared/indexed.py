"""The Functions app that begins to import once its functions are known."""

from threading import Thread

import azure.durable_functions as df
from azure.functions import Function


class ImportingApp(df.DFApp):  # type: ignore[misc] # the package has no types
    """Has a thread import what the first request needs as soon as the host has indexed the functions: it then waits
    for the host, not the other way round (D-292)."""

    def get_functions(self) -> list[Function]:
        functions: list[Function] = super().get_functions()
        Thread(target=_import_ahead, daemon=True).start()
        return functions


def _import_ahead() -> None:
    from shared.bootstrap import import_ahead

    import_ahead()
