"""MCP_SERVERS: what is taken, what is refused, and that no refusal shows a secret."""

import json

import pytest

from orc.errors import ConfigurationError
from shared.settings import Settings

AZURE = {"WEBSITE_SITE_NAME": "site", "IDENTITY": "easyauth"}
REFUSED_EVERYWHERE = [
    "https://user:password@tools.example/mcp",
    "https://token@tools.example/mcp",
    "ftp://tools.example/mcp",
    "file:///etc/passwd",
    "tools.example/mcp",
    "https://",
    "https:///mcp",
    "https://tools.example:0/mcp",
    "https://tools.example:99999/mcp",
    "https://tools.example\\@169.254.169.254/",
    "https://tools.example /mcp",
    "https://tools.example\n/mcp",
    "https://%31%36%39.254.169.254/",
    "https://①⑥⑨.254.169.254/",
    "http://169.254.169.254/metadata/identity",
    "http://169.254.169.254./metadata/identity",
    "http://[::ffff:169.254.169.254]/",
    "http://[64:ff9b::169.254.169.254]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://168.63.129.16/",
    "http://metadata.google.internal/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://127.0.0.1.1/",
    "http://999.1.1.1/",
]
REFUSED_ON_AZURE = [
    "http://tools.example/mcp",
    "https://127.0.0.1/mcp",
    "https://localhost/mcp",
    "https://LOCALHOST./mcp",
    "https://tools.localhost/mcp",
    "https://10.0.0.8/mcp",
    "https://172.16.4.2/mcp",
    "https://192.168.1.1/mcp",
    "https://100.64.0.1/mcp",
    "https://[::1]/mcp",
    "https://[fd00::1]/mcp",
    "https://[::ffff:10.0.0.8]/mcp",
    "https://[2002:0a00:0001::]/mcp",
]
TAKEN_EVERYWHERE = ["https://tools.example/mcp", "https://TOOLS.example:8443/a?key=1", "https://1.1.1.1/mcp"]


def servers(value: object, **environ: str) -> Settings:
    text = value if isinstance(value, str) else json.dumps(value)
    return Settings.from_environ({"MCP_SERVERS": text, **environ})


def refusal(value: object, **environ: str) -> str:
    with pytest.raises(ConfigurationError) as refused:
        servers(value, **environ)
    return refused.value.message


@pytest.mark.req("SE-05")
@pytest.mark.parametrize("url", REFUSED_EVERYWHERE)
@pytest.mark.parametrize("environ", [{}, AZURE], ids=["local", "Azure"])
def test_a_url_that_is_doubtful_or_leads_to_a_platform_is_refused(url: str, environ: dict[str, str]) -> None:
    assert "MCP_SERVERS: s" in refusal({"s": {"url": url}}, **environ)


@pytest.mark.req("SE-05")
@pytest.mark.parametrize("url", REFUSED_ON_AZURE)
def test_on_azure_servers_are_elsewhere_and_over_https(url: str) -> None:
    assert "MCP_SERVERS: s" in refusal({"s": {"url": url}}, **AZURE)
    assert servers({"s": {"url": url}}).mcp_servers["s"].url == url


@pytest.mark.req("SE-05")
@pytest.mark.parametrize("url", TAKEN_EVERYWHERE)
def test_a_public_https_url_is_taken(url: str) -> None:
    assert servers({"s": {"url": url}}, **AZURE).mcp_servers["s"].url == url


def test_a_token_is_not_sent_over_http_to_another_machine() -> None:
    server = {"url": "http://tools.example/mcp", "scope": "api://tools/.default"}
    assert "https" in refusal({"s": server})
    assert servers({"s": server | {"url": "http://127.0.0.1:9/mcp"}}).mcp_servers["s"].scope


@pytest.mark.parametrize(
    "text",
    ["[]", "{", "7", '"x"', '{"s": 7}', '{"s": {}}', '{"s": {"url": 7}}', "[" * 100_000],
)
def test_a_value_that_is_no_object_of_servers_is_refused(text: str) -> None:
    assert "MCP_SERVERS" in refusal(text)


@pytest.mark.parametrize("name", ["orc", "", "a b", "a.b", "ä", "x" * 33])
def test_a_name_that_tools_cannot_carry_is_refused(name: str) -> None:
    assert "MCP_SERVERS" in refusal({name: {"url": "https://tools.example/"}})


def test_all_mistakes_are_reported_together() -> None:
    told = refusal(
        {
            "first": {"url": "ftp://tools.example/"},
            "second": {"url": "https://tools.example/", "timeout_seconds": -1},
            "third": {"url": "https://tools.example/", "unknown": 1},
        },
        TOP_K="0",
    )
    assert all(part in told for part in ("first.url", "second.timeout_seconds", "third.unknown", "TOP_K"))


@pytest.mark.req("SE-08")
@pytest.mark.parametrize(
    "fields",
    [
        {"headers": {"authorization": "Bearer s3cret", "bad name": "x"}},
        {"headers": {"authorization": "Bearer s3cret\r\nx-injected: 1"}},
        {"headers": {"host": "s3cret.example"}},
        {"headers": {"Mcp-Session-Id": "s3cret"}},
        {"headers": {"authorization": ["s3cret"]}},
        {"headers": {"Authorization": "Bearer s3cret"}, "scope": "api://tools/.default"},
        {"url": "https://user:s3cret@tools.example/"},
        {"url": "ftp://tools.example/?key=s3cret"},
        {"s3cret": 1, "url": 7} | {"headers": "s3cret"},
    ],
)
def test_neither_a_mistake_nor_the_settings_show_a_secret(fields: dict[str, object]) -> None:
    fields.pop("s3cret", None)
    assert "s3cret" not in refusal({"s": {"url": "https://tools.example/", **fields}})
    good = servers({"s": {"url": "https://tools.example/?key=s3cret", "headers": {"x-key": "s3cret"}}})
    assert "s3cret" not in repr(good) + repr(good.mcp_servers)
