"""Who sits at a table: coming, going, pausing, being host, being called and being forgotten."""
