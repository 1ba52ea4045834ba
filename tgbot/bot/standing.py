"""How somebody stands in a group, and what that says about an inquiry."""

from enum import Enum

from tgbot.table.intents.inquiry import Finding, Purpose


class Standing(Enum):
    """A group member's standing as far as the game cares."""

    ADMIN = "admin"
    MEMBER = "member"
    OUTSIDE = "outside"
    UNKNOWN = "unknown"


def finding(standing: Standing, purpose: Purpose) -> Finding:
    """Answer an inquiry: a seat or a reminder needs a member, everything else an admin."""
    if standing is Standing.UNKNOWN:
        return Finding.UNKNOWN
    enough = (
        standing is not Standing.OUTSIDE if purpose in (Purpose.SEAT, Purpose.REMIND) else standing is Standing.ADMIN
    )
    return Finding.YES if enough else Finding.NO
