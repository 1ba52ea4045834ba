"""The web service: Telegram's webhook, health and metrics."""
