"""What is wanted of a table: by people, by time, by Telegram's answers, by the bot itself."""
