"""The Bot API: its methods, as strict as the real one, and how they are called over HTTP."""
