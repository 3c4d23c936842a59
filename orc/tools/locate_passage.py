"""The tool that returns the position of a passage on the pages of its document, for clients that display it."""

from dataclasses import asdict

from pydantic import BaseModel, ConfigDict, Field

from orc.documents.pages import MOST_CHARACTERS, MOST_PAGES, Pages
from orc.documents.registry import DocumentRegistry, Progress
from orc.domain import ConversationKey
from orc.errors import InvalidRequest, ToolRetry

NAME = "locate_passage"


class LocatePassageArguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    file_id: str = Field(min_length=1, max_length=200, description="The document, by its file_id.")
    start: int = Field(
        ge=0, description="Where the passage begins in the document's text, as a chunk or citation says."
    )
    end: int = Field(
        ge=1, description=f"Where it ends: at most {MOST_CHARACTERS} characters and {MOST_PAGES} pages on."
    )


class Rectangle(BaseModel):
    """Fractions of the page's width and height, from its top left corner."""

    x: float
    y: float
    width: float
    height: float


class PageRectangles(BaseModel):
    """One rectangle for each line, and for each cell of a table. width and height are the page's, in points."""

    page: int
    width: float
    height: float
    rects: list[Rectangle]


class LocatedPassage(BaseModel):
    """text is the document's from start to end. pages are the pages that it is on, without rectangles if the text is
    not drawn; empty for a format without page images."""

    file_id: str
    blob_name: str
    start: int
    end: int
    text: str
    pages: list[PageRectangles]


class LocatePassage:
    """Locates a text span of one of the caller's ready documents on its pages."""

    name = NAME
    description = (
        "Returns the position of a passage on the pages of a document: for each page the rectangles "
        "around text[start:end]. "
        "Take start and end from a chunk, a passage or a citation."
    )
    arguments = LocatePassageArguments
    result = LocatedPassage

    def __init__(self, registry: DocumentRegistry, pages: Pages) -> None:
        self._registry = registry
        self._pages = pages

    async def __call__(
        self, key: ConversationKey, arguments: LocatePassageArguments, progress: Progress
    ) -> LocatedPassage:
        document = await self._registry.get(key.caller, arguments.file_id)
        text = await self._registry.text(key.caller, document)
        start, end = arguments.start, arguments.end
        if not start < end <= len(text):
            message = f"end: must be greater than start and at most {len(text)}, the length of the text"
            raise ToolRetry(message, code="invalid_arguments")
        try:
            found = await self._pages.regions(key.caller, document, text, start, end)
        except InvalidRequest as error:
            raise ToolRetry(error.message, code="invalid_arguments") from error
        return LocatedPassage(
            file_id=document.file_id,
            blob_name=document.blob_name,
            start=start,
            end=end,
            text=text[start:end],
            pages=[PageRectangles.model_validate(asdict(page)) for page in found],
        )
