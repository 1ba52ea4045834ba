"""The house rules: menu, vote and sheet."""
