"""A host with a small context limit."""

from collections.abc import Iterator

import pytest

from tests.app.conftest import Environment, app_host, client, model_settings
from tests.app.model_context.harbour import BUDGET, HARBOUR, TOP_K
from tests.app.samples import PARKING_NOTE
from tests.support.app import Api, StubProcess


@pytest.fixture(scope="module")
def small_budget(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    settings = {**setup_of_its_own, **model_settings(stub_process), "MAX_CONTEXT_CHARACTERS": str(BUDGET)}
    with app_host(tmp_path_factory.mktemp("budget"), settings) as host, client(host) as api:
        yield api


@pytest.fixture(scope="module")
def small_top_k(
    setup_of_its_own: Environment, stub_process: StubProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Api]:
    limits = {"MAX_CONTEXT_CHARACTERS": str(BUDGET), "TOP_K": str(TOP_K), "CHUNK_SIZE": "400", "CHUNK_OVERLAP": "0"}
    settings = {**setup_of_its_own, **model_settings(stub_process), **limits}
    with app_host(tmp_path_factory.mktemp("few"), settings) as host, client(host) as api:
        yield api


@pytest.fixture
def harbour(small_budget: Api) -> str:
    """A new conversation with a long document, and a document that is not asked about."""
    return small_budget.with_documents({"harbour.pdf": HARBOUR, "parking.md": PARKING_NOTE})
