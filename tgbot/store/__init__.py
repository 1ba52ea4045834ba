"""Everything the bot keeps, in one Redis-protocol store: tables, what they have to deliver, leases, budgets.

No other package talks to the store. Every key stands in `keys.py`; every write of more than one key is one script.
"""
