"""Bringing Telegram in line with the tables: posts once and in order, surfaces at their newest state."""
