"""Settings that do not fit together: the host says why and does not start."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.app.conftest import UNSET
from tests.support.forked import ROOT
from tests.support.hosts import serve


def refusal(directory: Path, environment: Mapping[str, str]) -> str:
    """What a host that exits with 1 has said."""
    log = directory / "host.log"
    process = serve(ROOT, directory / "data", log, {**UNSET, **environment}, [])
    try:
        assert process.wait(60) == 1, log.read_text()
    finally:
        process.kill()
    return log.read_text()


@pytest.mark.req("RG-04")
@pytest.mark.parametrize(("size", "overlap"), [("300", "300"), ("100", "200")])
def test_an_overlap_that_is_no_smaller_than_the_chunks_is_refused_with_both(
    tmp_path: Path, size: str, overlap: str
) -> None:
    said = refusal(tmp_path, {"CHUNK_SIZE": size, "CHUNK_OVERLAP": overlap})
    assert f"CHUNK_OVERLAP ({overlap})" in said
    assert f"CHUNK_SIZE ({size})" in said
    assert "Traceback" not in said


@pytest.mark.req("RG-04")
def test_the_size_and_overlap_of_chunks_are_settings(tmp_path: Path) -> None:
    said = refusal(tmp_path, {"CHUNK_SIZE": "0", "CHUNK_OVERLAP": "-1"})
    assert "CHUNK_SIZE" in said
    assert "CHUNK_OVERLAP" in said


@pytest.mark.req("SE-11")
@pytest.mark.parametrize(
    ("variable", "identity"), [("WEBSITE_SITE_NAME", "local"), ("WEBSITE_SITE_NAME", ""), ("WEBSITE_INSTANCE_ID", "")]
)
def test_local_identity_does_not_start_on_azure(tmp_path: Path, variable: str, identity: str) -> None:
    said = refusal(tmp_path, {variable: "app", "IDENTITY": identity})
    assert "IDENTITY" in said
    assert "Azure" in said
    assert not (tmp_path / "data" / "orc.db").exists()
