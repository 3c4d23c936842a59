"""Conversations and their messages: records, storage, forks, uploads, export and deletion."""
