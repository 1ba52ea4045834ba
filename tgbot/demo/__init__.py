"""A stand-in for Telegram on this machine: a strict Bot API server, its people, and a page to play all of them."""
