"""What `infra/hooks.py` runs around a deployment. Standard library only: it runs on the machine that deploys."""
