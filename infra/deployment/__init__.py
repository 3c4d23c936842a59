"""The deployment steps of `infra/hooks.py`. Standard library only, because it runs on the deploying machine."""
