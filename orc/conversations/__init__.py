"""Conversations and their messages: records, storage, summaries, forks, uploads, export and deletion."""
