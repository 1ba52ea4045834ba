"""How many may play (`rules.md` §1, A18)."""

FEWEST = 2
SEATS_CAP = 20
"""The product's own maximum: a card with more seats is no longer read on a phone."""


def capacity(max_players: int | None) -> int:
    """How many seats the table has."""
    return SEATS_CAP if max_players is None else min(max_players, SEATS_CAP)


def enough(players: int, min_players: int) -> bool:
    """Whether a game may start. A running one goes on down to two."""
    return players >= max(min_players, FEWEST)
