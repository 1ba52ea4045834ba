"""Mäxchen at a Telegram table."""
