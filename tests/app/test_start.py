"""Settings that do not fit together: the host says why and does not start."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
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
def test_an_overlap_as_large_as_the_chunk_size_is_refused(tmp_path: Path, size: str, overlap: str) -> None:
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


def damaged(path: Path) -> None:
    path.write_bytes(b"this is not a database " * 1000)


def of_another_release(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")


def in_the_way(path: Path) -> None:
    path.mkdir()


@pytest.mark.req("RE-12")
@pytest.mark.parametrize(
    ("spoil", "told"),
    [(damaged, "is damaged"), (of_another_release, "another release"), (in_the_way, "cannot be opened")],
)
def test_an_unusable_database_is_reported_with_its_path_and_a_remedy(
    tmp_path: Path, spoil: Callable[[Path], None], told: str
) -> None:
    path = tmp_path / "data" / "orc.db"
    path.parent.mkdir()
    spoil(path)
    said = refusal(tmp_path, {})
    assert told in said
    assert str(path) in said
    assert "Traceback" not in said
