"""Checks before provisioning: the Bicep files compile without a warning, and resource providers are registered."""

import logging
import re
import shutil
import subprocess
from pathlib import Path

from deployment.commands import CommandFailed, HookFailed, Patience, patiently, required_subscription, run

logger = logging.getLogger("hooks")

_DIAGNOSTIC = re.compile(r"\(\d+,\d+\) : (Warning|Error) ")
_PROVIDER = "Microsoft.App"  # Flex Consumption joins a virtual network by a delegation to this provider
_NO_COMPILER = (
    "No Bicep compiler was found: install one with `az bicep install`, or as described at "
    "https://aka.ms/bicep-install, and run this again. Only files that were compiled and linted are "
    "deployed."
)


def lint(main: Path) -> None:
    """Compiles the Bicep files and lints them by infra/bicepconfig.json. A warning fails like an error. Uses azd's own
    compiler, which also deploys, else one on PATH, else that of `az`, which downloads it if necessary."""
    if own := shutil.which("bicep", path=str(Path.home() / ".azd" / "bin")) or shutil.which("bicep"):
        compiler = [own, "build"]
    elif az := shutil.which("az"):
        compiler = [az, "bicep", "build", "--file"]
    else:
        raise HookFailed(_NO_COMPILER)
    done = subprocess.run([*compiler, str(main), "--stdout"], capture_output=True, text=True, check=False)  # noqa: S603
    diagnostics = [line for line in done.stderr.splitlines() if _DIAGNOSTIC.search(line)]
    if diagnostics:
        raise HookFailed("\n".join(["The Bicep files have errors or warnings and are not deployed:", *diagnostics]))
    if done.returncode:
        raise HookFailed(f"The Bicep files could not be compiled: {done.stderr.strip()}\n{_NO_COMPILER}")
    logger.info("The Bicep files compile without a warning.")


def provide_networking(subscription: str, *, patience: Patience) -> None:
    """Registers the resource provider that private networking needs. A deployment does not register it by itself."""
    named = ("--namespace", _PROVIDER, "--subscription", required_subscription(subscription))

    def state() -> str:
        return run("az", "provider", "show", *named, "--query", "registrationState", "-o", "tsv")

    if patiently(state, patience) == "Registered":
        return
    try:
        patiently(lambda: run("az", "provider", "register", *named), patience)
    except CommandFailed as failure:
        if not failure.forbidden:
            raise
        raise HookFailed(
            f"Private networking needs the resource provider {_PROVIDER}, which you may not register. Ask an "
            f"owner of the subscription to run: az provider register {' '.join(named)} ({failure.stderr})"
        ) from failure
    for _ in range(patience.tries):
        if patiently(state, patience) == "Registered":
            logger.info("Registered the resource provider %s for private networking.", _PROVIDER)
            return
        patience.wait()
    raise HookFailed(
        f"The resource provider {_PROVIDER} is still being registered after {patience.summary}. Try later."
    )
