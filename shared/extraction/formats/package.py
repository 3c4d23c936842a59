"""Office Open XML packages: zip archives of XML parts and of the relations between them. Limits are checked before
anything is inflated; a part is read on demand."""

import posixpath
import zlib
from collections.abc import Mapping
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
    "pptx": (
        "presentationml.presentation.main+xml",
        "presentationml.slideshow.main+xml",
        "presentationml.template",
        "powerpoint.presentation.macroenabled.main+xml",
        "powerpoint.slideshow.macroenabled.main+xml",
    ),
    "xlsx": ("spreadsheetml.sheet.main+xml", "excel.sheet.macroenabled.main+xml", "spreadsheetml.template"),
}


class Relation(NamedTuple):
    """kind is the last word of the relation's type, such as slide; target is the name of a part."""

    kind: str
    target: str


class Package:
    """An opened archive. Raises Unreadable when it is damaged, encrypted or a decompression bomb."""

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
        """docx, pptx or xlsx. Raises Unreadable for any other archive."""
        if _TYPES in self.names:
            types = {attribute(part, "ContentType").lower() for part in self.xml(_TYPES)}
            for kind, marks in _KINDS.items():
                if any(mark in content_type for mark in marks for content_type in types):
                    return kind
        raise Unreadable("document_type_mismatch")

    def main(self) -> str:
        """The name of the document's main part. Raises Unreadable without one."""
        mains = [relation.target for relation in self.relations("").values() if relation.kind == "officeDocument"]
        if not mains:
            raise Unreadable("document_damaged")
        return mains[0]

    def read(self, name: str) -> bytes:
        """The bytes of a part. Raises Unreadable when it is missing or damaged."""
        try:
            return self._zip.read(name)
        except (KeyError, BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise Unreadable("document_damaged") from error

    def xml(self, name: str) -> etree._Element:
        """The root of a part. Raises Unreadable when the part is missing or damaged."""
        return parse_xml(self.read(name))

    def with_parts(self, changed: Mapping[str, bytes]) -> bytes:
        """An archive of the XML parts, with these contents for some of them."""
        out = BytesIO()
        with ZipFile(out, "w") as archive:
            for name in sorted(self.names):
                if name.endswith((".xml", ".rels")):
                    archive.writestr(name, changed[name] if name in changed else self.read(name))
        return out.getvalue()

    def relations(self, part: str) -> dict[str, Relation]:
        """The relations of a part to parts of the package, by id; "" is the package itself."""
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
        """The names of the existing parts that the part has a relation of one of these kinds to."""
        targets = (relation.target for relation in self.relations(part).values() if relation.kind in kinds)
        return [target for target in dict.fromkeys(targets) if target in self.names]

    def title(self) -> str:
        """The title in the document's properties; empty without one."""
        for part in self.related("", "core-properties"):
            for element in named(self.xml(part), "title"):
                return element.text or ""
        return ""
