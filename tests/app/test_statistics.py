"""What administrators are told of their organization: counts of whole hours, from what all instances stored."""

import uuid
from typing import Any

import pytest

from tests.app.conftest import ADMIN_ROLE, AsUser
from tests.app.samples import LEASE
from tests.support.app import Api, StubProcess, checked, problem
from tests.support.openai_stub import Reply

pytestmark = pytest.mark.req("BX-19")

QUESTION = "How often is the brake inspected?"


@pytest.fixture
def organization() -> str:
    return f"organization-{uuid.uuid4().hex}"


@pytest.fixture
def admin(as_user: AsUser, organization: str) -> Api:
    return as_user(organization, "admin", ADMIN_ROLE)


def statistics(admin: Api, **window: str) -> dict[str, Any]:
    return dict(checked(admin.http.get("/api/admin/stats", params=window)).json())


def test_an_organizations_activity_is_counted(
    as_user: AsUser, organization: str, admin: Api, stub: StubProcess
) -> None:
    user = as_user(organization)
    conversation = user.with_documents({"lease.pdf": LEASE, "empty.pdf": b"%PDF-1.4 broken"})
    other = user.with_documents({"copy.pdf": LEASE})
    greeted = as_user(organization, "another").ask("Hello?")
    stub.script(Reply(text="Every two weeks [2].", usage=(300, 20)), Reply(status=400))
    turns = [
        user.ask(QUESTION, conversation, ["lease.pdf"]),
        user.ask(QUESTION, other, ["copy.pdf"]),
        greeted,
    ]
    assert [turn.status for turn in turns] == ["completed", "failed", "completed"]
    answer = turns[0].one("message")["message_id"]
    checked(user.http.put(f"/api/conversations/{conversation}/messages/{answer}/feedback", json={"rating": "up"}))

    counted = statistics(admin)
    turns_counted = counted["turns"]
    assert {name: turns_counted[name] for name in ("completed", "failed", "cancelled", "failures")} == {
        "completed": 2,
        "failed": 1,
        "cancelled": 0,
        "failures": {turns[1].one("error")["code"]: 1},
    }
    assert 0 < turns_counted["first_token_ms"]["p50"] <= turns_counted["duration_ms"]["p95"]
    documents = counted["documents"]
    assert (documents["ready"], documents["failed"], sum(documents["failures"].values())) == (2, 1, 1)
    assert documents["duration_ms"]["p50"] > 0
    tokens = [turn.one("run_complete")["tokens"] for turn in turns if turn.status == "completed"]
    prompt, completion = (sum(each[kind] for each in tokens) for kind in ("prompt", "completion"))
    [model] = counted["models"]
    assert (model["model"], model["input_tokens"], model["output_tokens"]) == ("stub-model", prompt, completion)
    assert model["cost"] == pytest.approx((prompt * 1000 + completion * 2000) / 1e6)
    spans = [span for citation in turns[0].one("message")["citations"] for span in citation["spans"]]
    verified = sum(span["verified"] for span in spans)
    assert spans
    assert counted["statements"] == {
        "total": len(spans),
        "verified": verified,
        "verified_share": verified / len(spans),
    }
    assert counted["ratings"] == {"up": 1, "down": 0}


def test_another_organization_is_not_counted(as_user: AsUser, admin: Api, stub: StubProcess) -> None:
    assert as_user().ask("Hello?").status == "completed"
    counted = statistics(admin)
    assert (counted["turns"]["completed"], counted["models"], counted["turns"]["first_token_ms"]["p50"]) == (
        0,
        [],
        None,
    )


def test_hours_outside_of_the_window_are_not_counted(
    as_user: AsUser, organization: str, admin: Api, stub: StubProcess
) -> None:
    assert as_user(organization).ask("Hello?").status == "completed"
    today = statistics(admin)
    assert today["turns"]["completed"] == 1
    assert statistics(admin, until=today["since"])["turns"]["completed"] == 0


@pytest.mark.parametrize(
    "window",
    [
        {"since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"},
        {"since": "2026-01-01T00:00:00Z", "until": "2026-03-01T00:00:00Z"},
        {"since": "2020-01-01T00:00:00Z", "until": "2020-01-02T00:00:00Z"},
        {"since": "2026-01-01T00:00:00"},
        {"since": "1700000000"},
    ],
    ids=["backwards", "too long", "not kept", "no time zone", "number"],
)
def test_an_invalid_time_range_is_refused(admin: Api, window: dict[str, str]) -> None:
    status, refusal = problem(admin.http.get("/api/admin/stats", params=window))
    assert status == 422
    assert refusal["errors"][0]["field"] == "since"


@pytest.mark.parametrize("roles", [(), ("Orc.Reader",)], ids=["no role", "another role"])
def test_other_callers_get_a_403_that_names_the_setting(as_user: AsUser, roles: tuple[str, ...]) -> None:
    status, refusal = problem(as_user("organization", None, *roles).http.get("/api/admin/stats"))
    assert (status, refusal["code"]) == (403, "forbidden")
    assert "ADMIN_ROLE" in refusal["detail"]


@pytest.mark.parametrize("path", ["stats", "audit"])
@pytest.mark.parametrize(
    ("field", "moment"),
    [("until", "9999-12-31T23:59:59Z"), ("since", "9999-12-31T23:59:59-01:00"), ("since", "0001-01-01T00:00:00+01:00")],
)
def test_a_time_beyond_the_calendar_is_refused(admin: Api, path: str, field: str, moment: str) -> None:
    status, refusal = problem(admin.http.get(f"/api/admin/{path}", params={field: moment}))
    assert (status, refusal["errors"][0]["field"]) == (422, field)
