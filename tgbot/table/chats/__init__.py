"""Where a table stands and who can be reached: groups, threads, private chats, languages."""
