"""Task decks: one folder of TOML per deck, and what reads and deals them. Pure: what chance draws is an argument."""
