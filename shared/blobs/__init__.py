"""Where files live: Azure Blob Storage in the cloud, a directory otherwise."""
