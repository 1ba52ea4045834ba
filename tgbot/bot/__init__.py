"""Telegram: updates become intents, and what a table has to say becomes calls of the Bot API."""
