"""What a table needs from outside; `store` and `bot` implement and use it, and neither knows the other."""
