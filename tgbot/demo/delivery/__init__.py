"""How updates reach the bot: the backlog, its queues, polling and the webhook."""
