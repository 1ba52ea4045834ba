"""A turn: its buttons, late ones and lost ones among them."""
