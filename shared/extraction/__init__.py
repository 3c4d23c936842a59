"""Text extraction: file formats read in sandboxed child processes, scans read by Azure Document Intelligence."""

EXTRACTION_VERSION = 7
"""A change of the text, pages or headings that a reader returns, or of how a text is chunked and described, increases
it: an upload of bytes that an older version has read is read again."""
