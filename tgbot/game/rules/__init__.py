"""House rules: one file is one rule, one enum and one small pure function."""
