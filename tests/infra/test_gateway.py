"""What API Management checks before the app sees a request."""

import re
from xml.etree import ElementTree

import pytest

from tests.infra.bicep import INFRA, template

pytestmark = pytest.mark.req("WF-13")


def _policy(name: str) -> ElementTree.Element:
    return ElementTree.fromstring((INFRA / "policies" / name).read_text(encoding="utf-8"))


def _inbound(name: str) -> list[str]:
    return [each.tag for each in _policy(name).findall("inbound/*")]


def test_a_token_is_checked_before_its_users_rate() -> None:
    inbound = _inbound("api.xml")
    assert inbound[:3] == ["base", "validate-jwt", "rate-limit-by-key"]


def test_a_token_must_be_signed_current_and_for_this_audience() -> None:
    check = _policy("api.xml").find("inbound/validate-jwt")
    assert check is not None
    wanted = {
        "header-name": "Authorization",
        "require-scheme": "Bearer",
        "require-expiration-time": "true",
        "require-signed-tokens": "true",
        "failed-validation-httpcode": "401",
    }
    assert wanted.items() <= check.attrib.items()
    assert [each.text for each in check.findall("audiences/audience")] == ["{{token-audience}}"]
    assert [each.text for each in check.findall("issuers/issuer")] == ["{{token-issuer}}"]
    claims = {each.attrib["name"] for each in check.findall("required-claims/claim")}
    assert claims == {"{{organization-claim}}", "{{user-claim}}"}


def test_a_rate_is_that_of_one_user_of_one_organisation() -> None:
    limit = _policy("api.xml").find("inbound/rate-limit-by-key")
    assert limit is not None
    assert limit.attrib["calls"] == "{{calls-per-minute}}"
    assert limit.attrib["renewal-period"] == "60"
    assert limit.attrib["retry-after-header-name"] == "Retry-After"
    assert re.findall(r"\{\{[\w-]+\}\}", limit.attrib["counter-key"]) == ["{{organization-claim}}", "{{user-claim}}"]


def test_a_caller_cannot_pass_itself_off_by_the_platforms_headers() -> None:
    deleted = {
        each.attrib["name"]
        for each in _policy("api.xml").findall("inbound/set-header")
        if each.attrib["exists-action"] == "delete"
    }
    assert deleted == {"X-MS-CLIENT-PRINCIPAL", "X-MS-CLIENT-PRINCIPAL-ID", "X-MS-CLIENT-PRINCIPAL-NAME"}


def test_an_answer_is_streamed_through() -> None:
    forward = _policy("api.xml").find("backend/forward-request")
    assert forward is not None
    assert forward.attrib == {"timeout": "230", "follow-redirects": "false", "buffer-response": "false"}


def test_only_health_page_and_sign_in_need_no_token_and_are_limited() -> None:
    gateway = template("gateway")
    policies = {each.symbol: each.values for each in gateway.resources if each.type.endswith("/policies")}
    assert set(policies) == {"apiPolicy", "openPolicies"}
    paths = {each["urlTemplate"] for each in gateway.variable("openOperations")}
    assert paths == {"/", "/.well-known/*", "/app/*", "/health", "/session"}
    assert _inbound("open.xml") == ["rate-limit-by-key"]


def test_every_value_that_a_policy_names_is_there_and_none_is_secret() -> None:
    values = {each["name"] for each in template("gateway").variable("values")}
    texts = "".join(path.read_text(encoding="utf-8") for path in (INFRA / "policies").glob("*.xml"))
    assert set(re.findall(r"\{\{([\w-]+)\}\}", texts)) | {"openid-configuration-url"} == values


def test_the_gateways_tier_is_one_that_limits_by_key() -> None:
    parameter = template("main").section("parameters")["apiManagementSku"]
    allowed = [it["argument"] for it in parameter["decorators"] if it["type"] == "allowed"]
    assert allowed == [["Developer", "BasicV2", "StandardV2"]]


def test_the_refusals_of_the_gateway_have_the_form_of_the_apps() -> None:
    from orc.errors import TooManyRequests, Unauthenticated

    text = (INFRA / "policies/api.xml").read_text(encoding="utf-8")
    assert "Bearer resource_metadata=" in text
    assert "application/problem+json" in text
    assert f'"{TooManyRequests.code}" : "{Unauthenticated.code}"' in text


def test_the_refusals_of_the_gateway_have_the_form_of_their_path() -> None:
    from orc.api.headers import CODE_HEADER
    from orc.api.openai.errors import PREFIX, openai_error

    error = _policy("api.xml").find("on-error/choose/when")
    assert error is not None
    kind = "".join(error.findtext("set-header[@name='Content-Type']/value") or "")
    paths = dict(re.findall(r'StartsWith\("([^"]+)"\) \? "([^"]+)"', kind))
    assert paths == {f"{PREFIX}/": "application/json", "/api/ui/": "text/plain; charset=utf-8"}
    assert error.find(f"set-header[@name='{CODE_HEADER}']") is not None
    body = error.findtext("set-body") or ""
    for status in (401, 429):
        _, told = openai_error({"status": status, "detail": "Why.", "code": "code"})
        assert told["error"]["type"] in body
        assert set(told["error"]) <= set(re.findall(r'JProperty\("(\w+)"', body))
