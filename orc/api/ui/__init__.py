"""Chats of the AI SDK: its requests as turns of a conversation, and its stream of chunks."""
