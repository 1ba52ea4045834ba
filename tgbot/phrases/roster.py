"""The names of one table's people, told apart where two look the same."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tgbot.game.seats import PlayerId
from tgbot.phrases import names
from tgbot.table.identity import Member, is_guest


@dataclass(frozen=True, slots=True)
class Roster:
    """Readable names by player; `guest` stands for everybody unknown, and with a number for who had himself forgotten."""

    shown: Mapping[PlayerId, str]
    guest: str

    @classmethod
    def of(cls, members: Iterable[Member], guest: str) -> "Roster":
        """Name everybody in the order the table met them, so that a suffix once given stays."""
        shown: dict[PlayerId, str] = {}
        taken: set[str] = set()
        for member in members:
            name = _free(names.shorten(member.name) or guest, taken)
            taken.add(name.casefold())
            shown[member.player] = name
        return cls(shown, guest)

    def name(self, player: PlayerId) -> str:
        """Return the readable name, without any markup."""
        return f"{self.guest} {-player}" if is_guest(player) else self.shown.get(player, self.guest)

    def bare(self, player: PlayerId) -> str:
        """Return the name for a list."""
        return names.bare(self.name(player))

    def plain(self, player: PlayerId) -> str:
        """Return the name in bold."""
        return names.plain(self.name(player))

    def mention(self, player: PlayerId) -> str:
        """Return the name that rings a phone; at most one in a message."""
        return names.mention(player, self.name(player))

    def listed(self, players: Iterable[PlayerId]) -> str:
        """List several names."""
        return ", ".join(map(self.bare, players))


def _free(name: str, taken: set[str]) -> str:
    number, candidate = 1, name
    while candidate.casefold() in taken:
        number += 1
        suffix = f" {number}"
        candidate = names.shorten(name, names.LONGEST - len(suffix)) + suffix
    return candidate
