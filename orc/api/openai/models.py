"""The Models API. Each model is Orc with another style of citations."""

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


def _model_object(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": _CREATED, "owned_by": "orc"}


@router.get("", response_class=Response, responses=OBJECT)
async def models(_: CallerDep) -> Response:
    """Lists the models. The deployment chooses the language model behind them; an unknown name in a request means
    `orc`."""
    return JSONResponse({"object": "list", "data": [_model_object(name) for name in STYLES]})


@router.get("/{model}", response_class=Response, responses=OBJECT)
async def model(model: str, _: CallerDep) -> Response:
    """Returns one model."""
    if model not in STYLES:
        raise NotFound(f"There is no such model. Models: {', '.join(STYLES)}.", code="model_not_found")
    return JSONResponse(_model_object(model))
