"""A process that dies before or after any node or write of a turn: in the end the turn is as if nothing had been."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.faults.hosts import FaultyHost, Hosts
from tests.faults.points import Fault, comes_with_time
from tests.faults.turns import KINDS, Kind, outcome
from tests.support.app import Api, checked
from tests.support.stored import Stored, StoredInCloud, StoredOnDisk

type Settings = Mapping[str, str]
type Death = tuple[Literal["kill before", "kill after"], str]
type Left = tuple[str, Death]

AT_ONCE = 4
CHANGES = ("node ", "write ", "put", "delete", "add", "remove")
SHORT = {"RUN_LEASE_SECONDS": "2"}


@dataclass(frozen=True)
class Undisturbed:
    outcome: Mapping[str, Any]
    used: Mapping[str, int]
    deaths: Sequence[Death]


def stored_by(host: FaultyHost, settings: Settings) -> Stored:
    if cosmos := settings.get("COSMOS_CONNECTION_STRING"):
        return StoredInCloud(cosmos, settings["AZURE_STORAGE_CONNECTION_STRING"])
    return StoredOnDisk(host.log_file.parent)


def undisturbed(kind: Kind, hosts: Hosts, home: Path, settings: Settings) -> Undisturbed:
    """What the turn comes to, and all deaths that it can die on its way."""
    with hosts.running(home, settings) as host, host.user("user-undisturbed") as api:
        conversation = kind.prepare(api)
        host.set("user-undisturbed", Fault())
        kind.ask(api, conversation)
        points = [point for point in host.points("user-undisturbed") if point.startswith(CHANGES)]
        host.clear("user-undisturbed")
        found, used = outcome(api, stored_by(host, settings), conversation), used_by(api)
    assert used["turns"] == 1
    assert found["runs"] == ["completed"]
    assert [message["text"] for message in found["messages"]] == [kind.question, kind.answer]
    return Undisturbed(
        found, used, [("kill before", point) for point in points] + [("kill after", point) for point in points]
    )


def used_by(api: Api) -> dict[str, int]:
    """What was counted of the turns of a user."""
    used = checked(api.http.get("/api/me/usage")).json()["used"]
    return {name: used[name] for name in ("turns", "input_tokens", "output_tokens")}


def some(deaths: Sequence[Death], count: int) -> list[Death]:
    """A spread over them, the first and the last among them."""
    steps = max(count - 1, 1)
    return [deaths[(len(deaths) - 1) * i // steps] for i in range(count)] if count < len(deaths) else list(deaths)


def die(
    kind: Kind, deaths: Sequence[Death], hosts: Hosts, home: Path, settings: Settings, wanted: Undisturbed
) -> list[Death]:
    """Dies one death after the other on the same data, and looks after each what the next process makes of the turn.
    Returns the deaths that did not come, as the turn did not pass the point."""
    missed: list[Death] = []
    user = f"user-{home.name}"
    left: Left | None = None
    for turns, death in enumerate([*deaths, None]):
        with hosts.running(home, settings) as host, host.user(user) as api:
            if left is not None:
                check(kind, api, stored_by(host, settings), left, wanted.outcome)
            assert used_by(api) == {name: turns * each for name, each in wanted.used.items()}, left
            if death is None:
                break
            conversation = kind.prepare(api)
            left = conversation, death
            host.set(user, Fault(action=death[0], point=death[1]))
            kind.disturbed(api, conversation)
            if death[1] in host.points(user):
                host.until_dead()
            else:
                missed.append(death)
            host.clear(user)
    return missed


def check(kind: Kind, api: Api, stored: Stored, left: Left, wanted: Mapping[str, Any]) -> None:
    """Who asked and did not hear the end asks again, and has what an undisturbed turn gives."""
    conversation, death = left
    answer = kind.ask(api, conversation)
    assert answer.status_code == 200, (death, answer.text)
    for part, found in outcome(api, stored, conversation).items():
        assert found == wanted[part], (death, part)


def dies_everywhere(
    kind: Kind, count: int | None, hosts: Hosts, home: Path, settings: Settings, *, at_once: int = AT_ONCE
) -> None:
    """Chains of processes, some at a time, each of which finishes the turn of the one before and then dies."""
    expected = undisturbed(kind, hosts, home / "undisturbed", settings)
    deaths = some(expected.deaths, count or len(expected.deaths))
    with ThreadPoolExecutor(at_once) as threads:
        chains = [
            threads.submit(die, kind, deaths[n::at_once], hosts, home / f"chain-{n}", settings, expected)
            for n in range(at_once)
        ]
    missed = [death for chain in chains for death in chain.result()]
    assert all(comes_with_time(point) for _, point in missed), missed


@pytest.mark.req("CS-13", "CS-15", "RE-10")
@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_is_the_same_wherever_its_process_dies(
    hosts: Hosts, on_disk: Settings, tmp_path: Path, everything: bool, kind: str
) -> None:
    dies_everywhere(KINDS[kind], None if everything else 6, hosts, tmp_path, {**on_disk, **SHORT})


@pytest.mark.cloud
@pytest.mark.long
@pytest.mark.req("CS-13")
def test_a_turn_on_cloud_stores_survives_a_crash_anywhere(
    hosts: Hosts, in_cloud: Settings, tmp_path: Path, everything: bool
) -> None:
    count = None if everything else 3  # one after the other: hosts on one store would go on with each other's turns
    dies_everywhere(KINDS["documents"], count, hosts, tmp_path, {**in_cloud, **SHORT}, at_once=1)
