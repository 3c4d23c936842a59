"""Text extraction: file formats read in sandboxed child processes, scans read by Azure Document Intelligence."""
