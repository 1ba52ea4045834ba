"""What a unit costs at once, beside being counted (`rules.md` §7; seed 000 "Aufgaben statt Striche", seed 003)."""

from enum import Enum


class Payment(Enum):
    """The table collects it; the rules only count the units."""

    NONE = "none"
    SIPS = "sips"
    TASKS = "tasks"
    MIXED = "mixed"  # the payer chooses


def is_due(payment: Payment) -> bool:
    """Whether a booked unit is owed in some form beside the count."""
    return payment is not Payment.NONE
