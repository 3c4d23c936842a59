"""An upload renews the lifetime of the document that it names."""

from datetime import datetime, timedelta

import pytest

from tests.app.conftest import Environment, app_host, client
from tests.app.samples import LEASE
from tests.support.waiting import eventually


@pytest.mark.req("DC-12")
def test_an_upload_of_the_same_bytes_renews_their_lifetime(
    setup_of_its_own: Environment, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lasting = {**setup_of_its_own, "DOCUMENT_TTL_SECONDS": "20", "DOCUMENT_RETENTION_DAYS": "7"}
    with app_host(tmp_path_factory.mktemp("renewal"), lasting) as host, client(host) as api:
        conversation = api.with_documents({"lease.pdf": LEASE})
        first = api.documents(conversation)["lease.pdf"]

        def renewed() -> bool:
            api.upload(conversation, {"lease.pdf": LEASE})
            return bool(api.documents(conversation)["lease.pdf"]["expires_at"] > first["expires_at"])

        eventually(renewed)
        again = api.documents(conversation)["lease.pdf"]
        assert again["file_id"] == first["file_id"]
        elsewhere = api.documents(api.with_documents({"copy.pdf": LEASE}))["copy.pdf"]
        assert elsewhere["expires_at"] > again["expires_at"]
        uploaded = datetime.fromisoformat(first["created_at"])
        file = api.http.get(f"/api/v1/files/{first['file_id']}").json()
        assert file["expires_at"] == int((uploaded + timedelta(days=7)).timestamp())
