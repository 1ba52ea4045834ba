"""What a user is told about his own data, for his eyes alone."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class PrivateMatter:
    """What was asked in the group is told in private alone."""


@dataclass(frozen=True, slots=True)
class PrivacyTold:
    """`/datenschutz`: what is kept, where, how long."""


@dataclass(frozen=True, slots=True)
class OwnStatistics:
    """`/statistik`: the figures themselves are read when this is sent, so that no queue ever holds them."""


@dataclass(frozen=True, slots=True)
class OwnData:
    """`/meinedaten`: everything stored about the user, read when this is sent."""


@dataclass(frozen=True, slots=True)
class ForgetAsked:
    """Whether the user really wants to be forgotten."""


@dataclass(frozen=True, slots=True)
class ForgetBegun:
    """He does: everything of his is deleted within 24 hours."""


OwnNews: TypeAlias = PrivateMatter | PrivacyTold | OwnStatistics | OwnData | ForgetAsked | ForgetBegun
