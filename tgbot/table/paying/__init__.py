"""What a lost round costs: sips, tasks, and what each payer has chosen for himself."""
