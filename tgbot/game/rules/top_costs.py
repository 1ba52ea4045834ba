"""What a doubt costs (`rules.md` §6, A6; seed 000 "Mäxchen zählt doppelt", seed 001)."""

PLAIN_COST = 1


def doubt_cost(*, top_claimed: bool, true: bool, top_true_cost: int, top_false_cost: int) -> int:
    """Count the units the loser of a doubt pays. What was *announced* counts, not what lay there (A6)."""
    if not top_claimed:
        return PLAIN_COST
    return top_true_cost if true else top_false_cost
