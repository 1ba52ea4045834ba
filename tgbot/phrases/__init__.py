"""Everything the bot says: views, events and replies become Telegram HTML, buttons and toasts. Pure.

The sentences stand in `de.toml` and `en.toml` and nowhere else; the modules only choose and join them.
"""
