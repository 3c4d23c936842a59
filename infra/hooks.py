"""What azd does around a deployment and Bicep cannot: see azure.yaml. Needs Python and a signed-in Azure CLI."""

import argparse
import logging
import sys
from pathlib import Path

from deployment.checks import lint, provide_networking
from deployment.commands import HookFailed, Patience, is_true
from deployment.package import FOLDER, package
from deployment.pipeline import narrow
from deployment.registration import lead_back, register, unregister
from deployment.uploads import subscribe

logger = logging.getLogger("hooks")

_INFRA = Path(__file__).resolve().parent


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    commands.add_parser("lint", help="compile and lint the Bicep files; a warning fails")

    networking = commands.add_parser("network", help="register what private networking needs, if it is chosen")
    networking.add_argument("--subscription", default="")
    networking.add_argument("--private", default="", help="true or false, as ORC_PRIVATE_NETWORKING")

    packaging = commands.add_parser("package", help="lay out what is packaged")
    packaging.add_argument("--durable-backend", default="", help="storage or scheduler, as ORC_DURABLE_BACKEND")
    packaging.add_argument("--no-page", action="store_true", help="without the chat page, which Node.js builds")
    packaging.add_argument("--folder", default=FOLDER, help="where to, from the project's folder")

    for name, told in (
        ("register", "the app registration"),
        ("lead-back", "where the app registration leads users of the page back to"),
        ("unregister", "remove what register made"),
    ):
        registering = commands.add_parser(name, help=told)
        registering.add_argument("environment")
        registering.add_argument("--subscription", default="")
        registering.add_argument("--client-id", default="", help="an id that is given, or made before")
        if name == "register":
            registering.add_argument("--unfinished", default="", help="true when an earlier run broke off")
        if name == "lead-back":
            registering.add_argument("--url", required=True, help="the API's, as ORC_URL")
            registering.add_argument("--identity", default="", help="jwt or easyauth, as ORC_IDENTITY")

    subscribing = commands.add_parser("subscribe", help="the event subscription")
    for name in ("subscription", "group", "app", "topic"):
        subscribing.add_argument(name)

    narrowing = commands.add_parser("narrow", help="narrow what `azd pipeline config` granted, by hand, once")
    narrowing.add_argument("subscription")
    narrowing.add_argument("repository", help="OWNER/NAME on GitHub")
    narrowing.add_argument("--branch", default="main", help="the branch that may deploy")

    for command in commands.choices.values():
        command.add_argument("--wait-seconds", type=float, default=10.0, help="between two tries")
    return parser.parse_args()


def _run(given: argparse.Namespace) -> None:
    patience = Patience(given.wait_seconds)
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
            lead_back(*whose, given.url, platform=given.identity == "easyauth", patience=patience)
        case "unregister":
            unregister(given.environment, given.subscription, given.client_id, patience=patience)
        case "subscribe":
            subscribe(given.subscription, given.group, given.app, given.topic, patience=patience)
        case "narrow":
            narrow(given.subscription, given.repository, given.branch, _INFRA, patience=patience)


def main() -> int:
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    try:
        _run(_arguments())
    except HookFailed as failure:
        logger.error("%s", failure)  # noqa: TRY400  # for the person who deploys: no trace
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
