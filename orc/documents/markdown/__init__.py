"""Makes Markdown harmless: answers load, link and run nothing."""
