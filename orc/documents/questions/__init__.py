"""How people ask: what a question asks for, in which language, and in which words."""
