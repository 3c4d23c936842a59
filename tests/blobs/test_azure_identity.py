"""Blobs by an Entra identity, at an Azurite that takes tokens."""

import asyncio
import os
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.support.emulators import azurite
from tests.support.forked import ROOT

pytestmark = pytest.mark.cloud


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


async def test_an_identity_writes_and_reads_blobs(tmp_path: Path) -> None:
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    write_certificate(certificate, key)
    with azurite("--oauth", "basic", "--cert", str(certificate), "--key", str(key)) as account:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.blobs.with_identity", account.account_url, "documents/org/report.html"),
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "SSL_CERT_FILE": str(certificate)},
        )
        output, _ = await process.communicate()
    assert (process.returncode, output) == (0, b"text")
