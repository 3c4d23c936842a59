"""Erasures whose process dies: they are finished without being asked for, and nothing is left anywhere."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import batched
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.faults.hosts import FaultyHost, Hosts
from tests.faults.points import Fault
from tests.support.app import Api, checked
from tests.support.remains import places_of
from tests.support.waiting import eventually

LEASES = {"RUN_LEASE_SECONDS": "1"}
MOST_ITEMS, MOST_FILES = 20, 10
POINTS = (
    ("kill after", "write audit_event fence running_erasure #1"),
    ("kill before", "write running_erasure #1"),
    ("kill after", "write running_erasure #2"),
    ("kill after", "names #1"),
    ("kill before", "delete_under #1"),
    ("kill after", "delete_under #1"),
    ("kill after", "remove_all #1"),
    ("kill after", "delete_under #2"),
    ("kill after", "delete_folder #1"),
    ("kill after", "delete_folder #2"),
    ("kill before", "write -identity running_erasure #1"),
    ("kill after", "write -identity running_erasure #1"),
    ("kill before", "write audit_event erasure fence #1"),
    ("kill after", "write audit_event erasure fence #1"),
)
"""Of an erasure, each call of a store that comes once or in this place; the others are renewals of its lease."""

pytestmark = pytest.mark.req("BX-18")


def fill(api: Api, word: str, *, messages: int, documents: int) -> None:
    """Has a user say the word, upload it, name files and metadata by it, and rate an answer with it."""
    conversation = api.create()
    names = [f"{word} {number}.txt" for number in range(documents)]
    for batch in batched(names, MOST_FILES, strict=False):
        files = [("files", (name, f"The {word} is paid within {name[-5]} days.".encode())) for name in batch]
        form = {"metadata": f'{{"client": "{word}"}}', "tags": word}
        checked(api.http.post(f"/api/conversations/{conversation}/documents", files=files, data=form))
    api.until_read(conversation)
    answer = api.ask(f"When is {word} paid?", conversation, names[:1]).one("message")
    rating = {"rating": "down", "comment": f"I do not believe in {word}."}
    checked(api.http.put(f"/api/conversations/{conversation}/messages/{answer['message_id']}/feedback", json=rating))
    said = [{"role": "user", "type": "message", "content": f"{word} {number}"} for number in range(messages)]
    made = checked(api.http.post("/api/v1/conversations", json={"items": said[:1]})).json()["id"]
    for items in batched(said[1:], MOST_ITEMS, strict=False):
        checked(api.http.post(f"/api/v1/conversations/{made}/items", json={"items": items}))
    begun = checked(api.http.post("/api/orc/background", json={"question": f"Who is {word}?"})).json()
    api.follow(begun["conversation_id"])
    upload = {"file": (f"{word}.md", f"# {word}".encode())}
    file = checked(api.http.post("/api/v1/files", files=upload, data={"purpose": "user_data"})).json()["id"]
    eventually(lambda: checked(api.http.get(f"/api/v1/files/{file}")).json()["status"] == "processed")


def dies(host: FaultyHost, user: str, word: str, fault: Fault) -> None:
    """Has the process die in the midst of the erasure."""
    with host.user(user) as api:
        fill(api, word, messages=3, documents=2)
        host.set(user, fault)
        with suppress(httpx2.TransportError):
            api.http.delete("/api/me")
        host.until_dead()
        host.clear(user)


def is_erased_whenever_it_dies(
    hosts: Hosts, settings: Mapping[str, str], data_dir: Path, points: Sequence[tuple[Any, str]]
) -> None:
    environment = {**settings, **LEASES}
    for number, (action, point) in enumerate(points):
        user, word = f"quelluser{number}x", f"quendelwasser{number}x"
        with hosts.running(data_dir, environment) as host:
            dies(host, user, word, Fault(action=action, point=point))
        with hosts.running(data_dir, environment) as host, host.user(user) as api:
            eventually(partial(is_over, api), seconds=60)
            assert [places_of(each, data_dir, settings) for each in (word, user)] == [[], []], point
            host.stop()


def is_over(api: Api) -> bool:
    """Whether there is an erasure, and it is finished."""
    [erasure] = checked(api.http.get("/api/me/erasures")).json()
    return bool(erasure["status"] == "finished")


def test_an_erasure_is_complete_wherever_its_process_dies(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path: Path, everything: bool
) -> None:
    is_erased_whenever_it_dies(hosts, on_disk, tmp_path, POINTS if everything else POINTS[::5])


@pytest.mark.cloud
def test_an_erasure_from_the_cloud_is_complete_wherever_its_process_dies(
    hosts: Hosts, in_cloud: Mapping[str, str], tmp_path: Path, everything: bool
) -> None:
    is_erased_whenever_it_dies(hosts, in_cloud, tmp_path, POINTS if everything else POINTS[3:13:8])


def test_nothing_is_left_of_a_thousand_messages_and_fifty_documents(
    hosts: Hosts, on_disk: Mapping[str, str], tmp_path: Path
) -> None:
    is_erased_whole(hosts, on_disk, tmp_path)


@pytest.mark.long
@pytest.mark.cloud
def test_nothing_is_left_of_them_in_the_cloud(hosts: Hosts, in_cloud: Mapping[str, str], tmp_path: Path) -> None:
    is_erased_whole(hosts, in_cloud, tmp_path)


def is_erased_whole(hosts: Hosts, settings: Mapping[str, str], data_dir: Path) -> None:
    """The process dies in the midst of it, too."""
    word = "quendelwasser"
    with hosts.running(data_dir, {**settings, **LEASES}) as host, host.user("quelluser") as api:
        fill(api, word, messages=1000, documents=50)
        assert places_of(word, data_dir, settings)
        host.set("quelluser", Fault(action="kill after", point="delete_under #1"))
        with suppress(httpx2.TransportError):
            api.http.delete("/api/me")
        host.until_dead()
        host.clear("quelluser")
    with hosts.running(data_dir, {**settings, **LEASES}) as host, host.user("quelluser") as api:
        eventually(partial(is_over, api), seconds=120)
        [receipt] = checked(api.http.get("/api/me/erasures")).json()
        assert receipt["counts"]["messages"] >= 1000
        assert receipt["counts"]["documents"] == 51
        assert [places_of(each, data_dir, settings) for each in (word, "quelluser")] == [[], []]
        host.stop()
