"""`az` and `azd` before a small tenant that is kept in a file: what a registration needs of Microsoft Graph, no more.

Run as a program under those names. The file beside it says which calls fail, and at which one the caller is killed.
"""

import json
import os
import re
import signal
import sys
import uuid
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent / "tenant.json"


class Refused(Exception):
    """What the service says instead of doing it."""


def _rest(tenant: dict[str, Any], method: str, url: str, parameters: dict[str, str], body: Any) -> Any:
    path = url.removeprefix("https://graph.microsoft.com/v1.0")
    applications: list[dict[str, Any]] = tenant["applications"]
    if method == "GET" and path == "/applications":
        [tag] = re.findall(r"tags/any\(t:t eq '([^']+)'\)", parameters["$filter"])
        if tenant["lag"]:
            tenant["lag"] -= 1
            return {"value": []}
        return {"value": [each for each in applications if tag in each["tags"]]}
    if method == "POST" and path == "/applications":
        made = body | {"id": f"object-{uuid.uuid4()}", "appId": f"client-{uuid.uuid4()}"}
        applications.append(made)
        return made
    if method == "POST" and path == "/servicePrincipals":
        if body["appId"] in tenant["principals"]:
            raise Refused('Bad Request({"error":{"code":"Request_MultipleObjectsWithSameKeyValue"}})')
        tenant["principals"].append(body["appId"])
        return body
    [one] = re.findall(r"^/applications(?:/|\(appId=')([\w-]+)", path)
    found = [each for each in applications if one in (each["id"], each["appId"])]
    if not found:
        raise Refused('Not Found({"error":{"code":"Request_ResourceNotFound"}})')
    if method == "PATCH":
        found[0].update(body)
        return None
    if method == "DELETE":
        applications.remove(found[0])
        return None
    return found[0]


def _do(tenant: dict[str, Any], call: list[str]) -> Any:
    if call[:3] == ["azd", "env", "set"]:
        tenant["environment"][call[3]] = call[4]
        return None
    options: dict[str, list[str]] = {}
    for name, value in zip(call[2::2], call[3::2], strict=True):
        options.setdefault(name, []).append(value)
    bodies = [json.loads(Path(each[1:]).read_text(encoding="utf-8")) for each in options.get("--body", [])]
    parameters = dict(each.split("=", 1) for each in options.get("--url-parameters", []))
    return _rest(tenant, options["--method"][0], options["--url"][0], parameters, bodies[0] if bodies else None)


def _fault(tenant: dict[str, Any], call: str, moment: str) -> None:
    if moment == "after" and tenant["killed"] == tenant["calls"]:
        _FILE.write_text(json.dumps(tenant), encoding="utf-8")
        os.kill(os.getppid(), signal.SIGKILL)
        os._exit(1)
    for fault in tenant["faults"]:
        if fault["moment"] == moment and fault["times"] and call.startswith(fault["start"]):
            fault["times"] -= 1
            raise Refused(fault["said"])


def main() -> None:
    tenant = json.loads(_FILE.read_text(encoding="utf-8"))
    call = [Path(sys.argv[0]).name, *sys.argv[1:]]
    tenant["calls"] += 1
    try:
        _fault(tenant, " ".join(call), "before")
        answer = _do(tenant, call)
        _fault(tenant, " ".join(call), "after")
    except Refused as refused:
        sys.exit(f"ERROR: {refused}")
    finally:
        _FILE.write_text(json.dumps(tenant), encoding="utf-8")
    if answer is not None:
        sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
