"""The models on offer to clients of the OpenAI API: Orc itself, by the style in which an answer names its sources."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from orc.api.admission import AdmittedRoute
from orc.api.dependencies import CallerDep
from orc.api.openai.bodies import DEFAULT_MODEL
from orc.api.openai.descriptions import OBJECT
from orc.api.openai.errors import ERRORS
from orc.domain import CitationStyle
from orc.errors import NotFound

router = APIRouter(prefix="/v1/models", tags=["openai"], route_class=AdmittedRoute, responses=ERRORS)

STYLES: Mapping[str, CitationStyle] = {DEFAULT_MODEL: "inline", "orc-footnote": "footnote", "orc-endnote": "endnote"}
"""The citation style of each model. A client that shows no annotations chooses one whose answers list their sources."""

_CREATED = 1_795_305_600  # the day of the first version, 2026-11-22


def _shown(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": _CREATED, "owned_by": "orc"}


@router.get("", response_class=Response, responses=OBJECT)
async def models(_: CallerDep) -> Response:
    """The models. The deployment chooses the language model behind them: other names are taken for `orc`."""
    return JSONResponse({"object": "list", "data": [_shown(name) for name in STYLES]})


@router.get("/{model}", response_class=Response, responses=OBJECT)
async def model(model: str, _: CallerDep) -> Response:
    """One of the models."""
    if model not in STYLES:
        raise NotFound(f"There is no such model; there are {', '.join(STYLES)}.", code="model_not_found")
    return JSONResponse(_shown(model))
