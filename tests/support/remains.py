"""Finds the places where a word is still stored after everything with it was erased."""

import gzip
from collections.abc import Iterator, Mapping
from pathlib import Path

from orc.ports import AUDIT_ITEMS, CONVERSATION_ITEMS, DOCUMENT_ITEMS
from tests.support.stored import StoredInCloud

_OF_THE_TEST = ("host.log", "faults")


def places_of(word: str, data_dir: Path, cloud: Mapping[str, str]) -> list[str]:
    """The files of a host's data directory, and the items and blobs of its cloud stores, that contain the word or have
    it in their names, in any case."""
    wanted = word.lower().encode()
    found = [f"{name}" for name, data in _files(data_dir) if wanted in name.lower().encode() or wanted in data.lower()]
    if "COSMOS_CONNECTION_STRING" not in cloud:
        return found
    stored = StoredInCloud(cloud["COSMOS_CONNECTION_STRING"], cloud["AZURE_STORAGE_CONNECTION_STRING"])
    containers = (CONVERSATION_ITEMS, DOCUMENT_ITEMS, AUDIT_ITEMS)
    found += [str(item["id"]) for item in stored.items(containers=containers) if wanted in str(item).lower().encode()]
    for path, data in stored.blobs().items():
        if wanted in path.lower().encode() or wanted in data.lower():
            found.append(path)
    return found


def _files(data_dir: Path) -> Iterator[tuple[str, bytes]]:
    for file in data_dir.rglob("*"):
        name = file.relative_to(data_dir)
        if file.is_file() and name.parts[0] not in _OF_THE_TEST:
            data = file.read_bytes()
            yield str(name), gzip.decompress(data) if file.suffix == ".gz" else data
