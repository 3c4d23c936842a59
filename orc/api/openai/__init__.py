"""The OpenAI API, for existing clients: Responses, Conversations, Chat Completions, Files and Models under /api/v1."""
