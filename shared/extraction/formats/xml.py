"""Parsing with lxml within limits: a file that exceeds the parser's limits or memory is too complex, any other error
means that it is damaged."""

from collections.abc import Iterator

from lxml import etree

from shared.extraction.formats.content import Unreadable

_LIMITS = {etree.ErrorTypes.ERR_NO_MEMORY, etree.ErrorTypes.ERR_RESOURCE_LIMIT}


def parse_xml(data: bytes) -> etree._Element:
    """The root element, without comments. Raises Unreadable also for a document type declaration: no office format has
    one, and it can define entities that expand or that refer to other files."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _syntax_failure(error) from error
    if etree.ElementTree(root).docinfo.internalDTD is not None:
        raise Unreadable("document_damaged", "type_declaration")
    return root


def parse_html(text: str) -> etree._Element | None:
    """The tree that a browser would build, without comments; None when the text has no element."""
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as error:
        raise _syntax_failure(error) from error
    if any(
        entry.type in _LIMITS for entry in parser.error_log
    ):  # the parser recovers from all errors, from these by dropping text
        raise Unreadable("document_too_complex")
    return root


def local(element: etree._Element) -> str:
    """The tag without its namespace, which differs between the strict and the usual variant of the office formats."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def named(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    """The descendants with one of these names in any namespace, in document order."""
    return element.iter(*(f"{{*}}{name}" for name in names))


def attribute(element: etree._Element, name: str) -> str:
    """The value of the attribute in any namespace; empty without it."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def _syntax_failure(error: etree.XMLSyntaxError) -> Unreadable:
    return Unreadable("document_too_complex" if getattr(error, "code", None) in _LIMITS else "document_damaged")
