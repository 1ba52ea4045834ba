"""What is told about people: who gets up, who gives the sign, who is called when the next table opens."""

from dataclasses import dataclass
from typing import TypeAlias

from tgbot.game.seats import PlayerId


@dataclass(frozen=True, slots=True)
class SatOut:
    """The others had a seat given up; its player may come back at any moment. Told in the place of `SeatLeft`."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class NobodySitsThere:
    """`/rauswurf` or `/gastgeber` in answer to somebody who has no seat."""


@dataclass(frozen=True, slots=True)
class GetUpYourself:
    """`/rauswurf` in answer to oneself."""


@dataclass(frozen=True, slots=True)
class KickForSeats:
    """`/rauswurf` by somebody who neither sits there nor is an admin."""


@dataclass(frozen=True, slots=True)
class HostForAdmins:
    """`/gastgeber` by somebody who is neither host nor admin."""


@dataclass(frozen=True, slots=True)
class AdminsUnknown:
    """Telegram would not say whether somebody is an admin, and nothing else lets him do what he asked for."""


PeopleNews: TypeAlias = SatOut | NobodySitsThere | GetUpYourself | KickForSeats | HostForAdmins | AdminsUnknown
