"""What a table is, as it is stored, and what it is made of."""
