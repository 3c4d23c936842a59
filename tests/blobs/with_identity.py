"""Puts a blob as an identity and prints what it then gets: `python -m tests.blobs.with_identity ACCOUNT_URL PATH`.

A process of its own, because the SDK's HTTP client takes SSL_CERT_FILE into account when it is imported.
"""

import asyncio
import base64
import json
import sys
import time
from typing import Any

from azure.core.credentials import AccessToken

from shared.blobs.azure import AzureBlobStore

_TENANT = "72f988bf-86f1-41af-91ab-2d7cd011db47"


class SelfMadeToken:
    """A token of the right form, signed by nobody; Azurite reads its claims only."""

    async def get_token(self, *scopes: str, **options: Any) -> AccessToken:
        now = int(time.time())
        claims = {
            "aud": "https://storage.azure.com",
            "iss": f"https://sts.windows.net/{_TENANT}/",
            "tid": _TENANT,
            "oid": "11111111-1111-1111-1111-111111111111",
            "iat": now - 10,
            "nbf": now - 10,
            "exp": now + 3600,
        }
        parts = [_encoded({"alg": "none", "typ": "JWT"}), _encoded(claims), "unsigned"]
        return AccessToken(".".join(parts), now + 3600)

    async def close(self) -> None:
        """Nothing is open."""

    async def __aenter__(self) -> "SelfMadeToken":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is open."""


def _encoded(part: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()


async def main(account_url: str, path: str) -> None:
    store = AzureBlobStore(account_url=account_url, credential=SelfMadeToken(), create_containers=True)
    await store.put(path, b"text", content_type="text/html")
    sys.stdout.write((await store.get(path)).decode())
    await store.aclose()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
