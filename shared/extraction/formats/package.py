"""Office Open XML packages: zip archives of XML parts and of the relations between them. Bounded before anything is
inflated; a part is read when it is asked for."""

import posixpath
import zlib
from io import BytesIO
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from lxml import etree

from shared.extraction.formats.content import Unreadable
from shared.extraction.formats.xml import attribute, named, parse_xml

MAX_PARTS = 20_000
MAX_INFLATED_BYTES = 256 << 20
MAX_RATIO, _RATIO_MATTERS_FROM = 200, 32 << 20

_TYPES = "[Content_Types].xml"
_KINDS = {
    "docx": ("wordprocessingml.document.main+xml", "word.document.macroenabled.main+xml", "wordprocessingml.template"),
    "pptx": ("presentationml.presentation.main+xml", "presentationml.slideshow.main+xml", "presentationml.template"),
    "xlsx": ("spreadsheetml.sheet.main+xml", "excel.sheet.macroenabled.main+xml", "spreadsheetml.template"),
}


class Relation(NamedTuple):
    """kind is the last word of its type, such as slide; target the name of a part."""

    kind: str
    target: str


class Package:
    """Unreadable, with the reason, where the archive is damaged, encrypted, or made to be more than it seems."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = ZipFile(BytesIO(data))
        except (BadZipFile, NotImplementedError) as error:
            raise Unreadable("document_damaged") from error
        parts = self._zip.infolist()
        if any(part.flag_bits & 1 for part in parts):
            raise Unreadable("document_encrypted")
        inflated = sum(part.file_size for part in parts)
        is_bomb = inflated > max(_RATIO_MATTERS_FROM, MAX_RATIO * len(data))
        if len(parts) > MAX_PARTS or inflated > MAX_INFLATED_BYTES or is_bomb:
            raise Unreadable("document_too_complex")
        self.names = frozenset(self._zip.namelist())

    def kind(self) -> str:
        """docx, pptx or xlsx; Unreadable for any other archive."""
        if _TYPES in self.names:
            types = {attribute(part, "ContentType").lower() for part in self.xml(_TYPES)}
            for kind, marks in _KINDS.items():
                if any(mark in content_type for mark in marks for content_type in types):
                    return kind
        raise Unreadable("document_type_mismatch")

    def main(self) -> str:
        """The name of the part that the document begins with."""
        mains = [relation.target for relation in self.relations("").values() if relation.kind == "officeDocument"]
        if not mains:
            raise Unreadable("document_damaged")
        return mains[0]

    def xml(self, name: str) -> etree._Element:
        return parse_xml(self._read(name))

    def relations(self, part: str) -> dict[str, Relation]:
        """What the part refers to within the package, by id; "" is the package itself."""
        folder, name = posixpath.split(part)
        rels = posixpath.join(folder, "_rels", f"{name}.rels")
        if rels not in self.names:
            return {}
        return {
            attribute(element, "Id"): Relation(
                attribute(element, "Type").rpartition("/")[2],
                posixpath.normpath(posixpath.join("/", folder, attribute(element, "Target"))).lstrip("/"),
            )
            for element in named(self.xml(rels), "Relationship")
            if attribute(element, "TargetMode") != "External"
        }

    def related(self, part: str, *kinds: str) -> list[str]:
        """The names of the parts there are that the part refers to in one of these ways."""
        targets = (relation.target for relation in self.relations(part).values() if relation.kind in kinds)
        return [target for target in dict.fromkeys(targets) if target in self.names]

    def title(self) -> str:
        """As the document's properties have it."""
        for part in self.related("", "core-properties"):
            for element in named(self.xml(part), "title"):
                return element.text or ""
        return ""

    def _read(self, name: str) -> bytes:
        try:
            return self._zip.read(name)
        except (KeyError, BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise Unreadable("document_damaged") from error
