"""Chats of the AI SDK: `useChat` requests as turns of a conversation, streamed as UI messages."""
