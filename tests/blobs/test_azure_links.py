"""Links to blobs, signed as an Entra identity signs them, at an Azurite that takes tokens."""

import asyncio
import json
import os
import ssl
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.support.emulators import azurite
from tests.support.forked import ROOT

pytestmark = pytest.mark.cloud

NAME = "Größe & 100% (1).html"


def write_certificate(certificate: Path, key: Path) -> None:
    """A certificate of 127.0.0.1 that signs itself."""
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(private, hashes.SHA256())
    )
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key.write_bytes(
        private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )


async def signed_links(account_url: str, certificate: Path) -> list[str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.blobs.sign_link", account_url, f"documents/org/{NAME}"),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "SSL_CERT_FILE": str(certificate)},
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    return [str(link) for link in json.loads(output)]


@pytest.fixture
async def links(tmp_path: Path) -> AsyncIterator[tuple[httpx2.AsyncClient, list[str]]]:
    """A client that trusts the emulator, and two links to one blob."""
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    write_certificate(certificate, key)
    with azurite("--oauth", "basic", "--cert", str(certificate), "--key", str(key)) as account:
        signed = await signed_links(account.account_url, certificate)
        async with httpx2.AsyncClient(verify=ssl.create_default_context(cafile=certificate)) as client:
            yield client, signed


async def test_a_link_downloads_its_blob_under_its_name_and_does_nothing_else(
    links: tuple[httpx2.AsyncClient, list[str]],
) -> None:
    client, signed = links
    for link in signed:
        answer = await client.get(link)
        assert (answer.status_code, answer.content) == (200, b"text")
        assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''{quote(NAME, safe='')}"
        assert (await client.delete(link)).status_code == 403
        written = await client.put(link, content=b"other", headers={"x-ms-blob-type": "BlockBlob"})
        assert written.status_code == 403
        other = link.replace("documents/org/", "documents/other/")
        assert (await client.get(other)).status_code == 403
        assert (await client.get(link.partition("?")[0])).status_code == 403
