"""Deployment hooks for what Bicep cannot do; azure.yaml calls them. Needs Python and a signed-in Azure CLI."""

import argparse
import logging
import sys
from pathlib import Path

from deployment.checks import lint, provide_networking
from deployment.commands import HookFailed, Patience, is_true
from deployment.package import FOLDER, package
from deployment.pipeline import narrow
from deployment.registration import add_redirect_uri, register, unregister
from deployment.uploads import subscribe

logger = logging.getLogger("hooks")

_INFRA = Path(__file__).resolve().parent


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    commands.add_parser("lint", help="compile and lint the Bicep files; a warning fails")

    networking = commands.add_parser("network", help="register the resource provider for private networking, if chosen")
    networking.add_argument("--subscription", default="")
    networking.add_argument("--private", default="", help="true or false, as in ORC_PRIVATE_NETWORKING")

    packaging = commands.add_parser("package", help="build the deployment package")
    packaging.add_argument("--durable-backend", default="", help="storage or scheduler, as in ORC_DURABLE_BACKEND")
    packaging.add_argument("--no-page", action="store_true", help="without the chat page, which Node.js builds")
    packaging.add_argument("--folder", default=FOLDER, help="output folder, relative to the project")

    for name, description in (
        ("register", "the app registration"),
        ("lead-back", "add the page to the redirect URIs of the app registration"),
        ("unregister", "remove the app registration that register created"),
    ):
        registering = commands.add_parser(name, help=description)
        registering.add_argument("environment")
        registering.add_argument("--subscription", default="")
        registering.add_argument("--client-id", default="", help="the id of an existing registration")
        if name == "register":
            registering.add_argument("--unfinished", default="", help="true if an earlier run was interrupted")
        if name == "lead-back":
            registering.add_argument("--url", required=True, help="the API's URL, as in ORC_URL")
            registering.add_argument("--identity", default="", help="jwt or easyauth, as in ORC_IDENTITY")

    subscribing = commands.add_parser("subscribe", help="the event subscription")
    for name in ("subscription", "group", "app", "topic"):
        subscribing.add_argument(name)

    narrowing = commands.add_parser(
        "narrow", help="narrow the rights that `azd pipeline config` granted; run it once, manually"
    )
    narrowing.add_argument("subscription")
    narrowing.add_argument("repository", help="OWNER/NAME on GitHub")
    narrowing.add_argument("--branch", default="main", help="the branch that may deploy")

    for command in commands.choices.values():
        command.add_argument("--wait-seconds", type=float, default=10.0, help="between two attempts")
    return parser.parse_args()


def main() -> int:
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    given = _arguments()
    patience = Patience(given.wait_seconds)
    try:
        match given.command:
            case "lint":
                lint(_INFRA / "main.bicep")
            case "network":
                if is_true(given.private):
                    provide_networking(given.subscription, patience=patience)
            case "package":
                package(_INFRA.parent, given.durable_backend or "storage", given.folder, with_page=not given.no_page)
            case "register":
                register(
                    given.environment,
                    given.subscription,
                    given.client_id,
                    unfinished=is_true(given.unfinished),
                    patience=patience,
                )
            case "lead-back":
                whose = (given.environment, given.subscription, given.client_id)
                add_redirect_uri(*whose, given.url, platform=given.identity == "easyauth", patience=patience)
            case "unregister":
                unregister(given.environment, given.subscription, given.client_id, patience=patience)
            case "subscribe":
                subscribe(given.subscription, given.group, given.app, given.topic, patience=patience)
            case "narrow":
                narrow(given.subscription, given.repository, given.branch, _INFRA, patience=patience)
    except HookFailed as failure:
        logger.error("%s", failure)  # noqa: TRY400  # for the person who deploys: no trace
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
