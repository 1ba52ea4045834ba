"""The people, chats and messages of the made-up Telegram, all in memory."""
