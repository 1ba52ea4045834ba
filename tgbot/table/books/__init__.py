"""What is counted: scores, ledger, and what is owed."""
