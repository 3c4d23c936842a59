"""Chat models: each adapter implements orc.ports.ChatModel."""
