"""Keys and tokens of an issuer, good and bad."""

import base64
import json
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ISSUER = "https://login.example/tenant"
AUDIENCE = "api://orc"


@cache
def rsa_key(name: str) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=1024 if name == "short" else 2048)


@cache
def ec_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@cache
def ed_key() -> ed25519.Ed25519PrivateKey:
    return ed25519.Ed25519PrivateKey.generate()


def jwk_of(key: rsa.RSAPrivateKey, **fields: str) -> dict[str, Any]:
    return jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True) | fields


def published() -> list[dict[str, Any]]:
    secret = base64.urlsafe_b64encode(b"s" * 32).decode()
    return [
        jwk_of(rsa_key("issuer"), kid="rsa", use="sig"),
        jwk_of(rsa_key("issuer"), kid="rs256-only", alg="RS256"),
        jwk_of(rsa_key("issuer"), kid="encryption", use="enc"),
        jwk_of(rsa_key("short"), kid="short"),
        jwt.algorithms.ECAlgorithm.to_jwk(ec_key().public_key(), as_dict=True) | {"kid": "ec"},
        jwt.algorithms.OKPAlgorithm.to_jwk(ed_key().public_key(), as_dict=True) | {"kid": "ed"},
        {"kty": "oct", "k": secret, "kid": "secret"},
        {"kty": "unheard-of", "kid": "odd"},
    ]


def claims(**changes: Any) -> dict[str, Any]:
    """The claims of a good token with changes; a change to None leaves the claim out."""
    good = {"iss": ISSUER, "aud": AUDIENCE, "exp": time.time() + 600, "oid": "ada", "tid": "org-1"}
    return {name: value for name, value in (good | changes).items() if value is not None}


def signed(
    *, key: Any = None, algorithm: str | None = "RS256", headers: dict[str, Any] | None = None, **changes: Any
) -> str:
    signer = rsa_key("issuer") if key is None else key
    return jwt.encode(claims(**changes), signer, algorithm=algorithm, headers={"kid": "rsa"} | (headers or {}))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def assembled(sign: Callable[[bytes], bytes], *, payload: object = None, **header: Any) -> str:
    """A token as no honest library would make it."""
    body = claims() if payload is None else payload
    parts = [json.dumps(part).encode() for part in ({"alg": "RS256", "kid": "rsa"} | header, body)]
    head = b".".join(unpadded(part) for part in parts)
    return b".".join([head, unpadded(sign(head))]).decode()


def unpadded(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def by_rsa(name: str) -> Callable[[bytes], bytes]:
    algorithm = jwt.algorithms.RSAAlgorithm(jwt.algorithms.RSAAlgorithm.SHA256)
    return lambda data: algorithm.sign(data, rsa_key(name))


def by_public_key_as_secret(data: bytes) -> bytes:
    pem = rsa_key("issuer").public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(data, pem)


def tampered() -> str:
    head, _, signature = signed().split(".")
    return ".".join([head, unpadded(json.dumps(claims(oid="eve")).encode()).decode(), signature])


def injected(header: str, value: object) -> str:
    """Signed with a key of the sender's own, which the token itself brings along or points to."""
    return signed(key=rsa_key("attacker"), headers={header: value})
