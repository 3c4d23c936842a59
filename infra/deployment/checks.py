"""What must hold before resources are made: the Bicep files compile without a warning, providers are registered."""

import logging
import re
import shutil
import subprocess
from pathlib import Path

from deployment.commands import CommandFailed, HookFailed, Patience, known, patiently, run

logger = logging.getLogger("hooks")

_DIAGNOSTIC = re.compile(r"\(\d+,\d+\) : (Warning|Error) ")
_PROVIDER = "Microsoft.App"  # Flex Consumption joins a virtual network by a delegation to it
_NO_COMPILER = (
    "No Bicep compiler is at hand: install one by `az bicep install`, or as https://aka.ms/bicep-install says, and run "
    "this again. Nothing is deployed that was not compiled and linted."
)


def lint(main: Path) -> None:
    """Compiles the Bicep files and lints them by infra/bicepconfig.json. A warning fails as an error does."""
    done = subprocess.run([*_compiler(), str(main), "--stdout"], capture_output=True, text=True, check=False)  # noqa: S603
    said = [line for line in done.stderr.splitlines() if _DIAGNOSTIC.search(line)]
    if said:
        raise HookFailed("\n".join(["The Bicep files are not deployed as they are:", *said]))
    if done.returncode:
        raise HookFailed(f"The Bicep files could not be compiled: {done.stderr.strip()}\n{_NO_COMPILER}")
    logger.info("The Bicep files compile without a warning.")


def _compiler() -> list[str]:
    """azd's own compiler, which deploys; else one on PATH, else that of `az`, which fetches it when it must."""
    own = shutil.which("bicep", path=str(Path.home() / ".azd" / "bin")) or shutil.which("bicep")
    if own:
        return [own, "build"]
    az = shutil.which("az")
    if az is None:
        raise HookFailed(_NO_COMPILER)
    return [az, "bicep", "build", "--file"]


def provide_networking(subscription: str, *, patience: Patience) -> None:
    """Registers the resource provider that private networking needs, unless it is. No deployment does it by itself."""
    named = ("--namespace", _PROVIDER, "--subscription", known(subscription))

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
            f"Private networking needs the resource provider {_PROVIDER}, which you may not register. Have an owner of "
            f"the subscription run: az provider register {' '.join(named)} ({failure.said})"
        ) from failure
    for _ in range(patience.tries):
        if patiently(state, patience) == "Registered":
            logger.info("Registered the resource provider %s for private networking.", _PROVIDER)
            return
        patience.wait()
    raise HookFailed(f"The resource provider {_PROVIDER} is still being registered after {patience.told}. Try later.")
