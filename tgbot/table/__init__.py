"""One table: what people intend becomes commands, and what happened becomes posts, surfaces and deadlines.

Pure but for the ports: the store, the dice and the time come in from outside.
"""
