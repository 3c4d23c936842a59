"""A blob trigger's input type: the blob's path instead of its content.

For other types the host reads the whole blob and copies it through gRPC to the worker. For an SDK type it sends only
the blob's container and name (GeneralScriptBindingProvider of azure-functions-host: SupportsDeferredBinding;
BlobsExtensionConfigProvider of azure-sdk-for-net: CreateParameterBindingData) (D-178).
"""

import json
from typing import Any

from azurefunctions.extensions.base import Datum, InConverter, SdkType


class BlobReference(SdkType):  # type: ignore[misc]  # the library has no types
    """path is container/name."""

    def __init__(self, path: str) -> None:
        super().__init__(data={"path": path})
        self.path = path

    def get_sdk_type(self) -> "BlobReference":
        return self


class _Converter(InConverter, binding="blob", trigger="blobTrigger"):  # type: ignore[misc, call-arg]  # neither here
    """Registered with the worker by being defined."""

    @classmethod
    def check_input_type_annotation(cls, pytype: type) -> bool:
        return issubclass(pytype, BlobReference)

    @classmethod
    def decode(cls, data: Datum, *, trigger_metadata: Any, pytype: type | None = None) -> BlobReference:
        if data.type != "model_binding_data":
            raise ValueError(f"a blob trigger was given {data.type}, not a reference")
        found = json.loads(data.value.content)
        return BlobReference(f"{found['ContainerName']}/{found['BlobName']}")
