"""The OpenAI API over Orc's turns, for clients that people already have: routes under /api/v1."""
