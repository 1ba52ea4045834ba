"""Message text: markup, entities and the limits on both."""
