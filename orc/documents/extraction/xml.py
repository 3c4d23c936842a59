"""Parsing with lxml, bounded: what went over a limit of the parser or of memory is too complex, all else damaged."""

from lxml import etree

from orc.documents.extraction.content import Unreadable

_LIMITS = {etree.ErrorTypes.ERR_NO_MEMORY, etree.ErrorTypes.ERR_RESOURCE_LIMIT}


def syntax_failure(error: etree.XMLSyntaxError) -> Unreadable:
    return Unreadable("document_too_complex" if getattr(error, "code", None) in _LIMITS else "document_damaged")


def parse_html(text: str) -> etree._Element | None:
    """The tree that a browser would make of it, without comments; None when there is nothing in it."""
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as error:
        raise syntax_failure(error) from error
    if any(entry.type in _LIMITS for entry in parser.error_log):  # the parser mends all errors, these by dropping text
        raise Unreadable("document_too_complex")
    return root
