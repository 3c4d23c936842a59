"""What the nodes of a turn share: its state, its history and its documents."""
