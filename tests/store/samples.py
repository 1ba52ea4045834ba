"""A table in the middle of a game, and what it has to tell: values of every shape the store has to keep."""

from dataclasses import replace

from tgbot.game.events import Believed, CupLifted, Paid, Reason
from tgbot.game.roll import Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import PlayerId, Seat
from tgbot.game.state import Announcement, Answering, Bluff, Cup, Highlights, Round
from tgbot.table.identity import Language, Member, Person, Reach, TableId
from tgbot.table.intents.deadline import Deadline, Due
from tgbot.table.intents.inquiry import Inquiry, Purpose
from tgbot.table.news.notices import HostChanged, Post
from tgbot.table.news.surfaces import PrivateCup
from tgbot.table.ports.outbox import Shown
from tgbot.table.state.table import Lap, Table

BIG = PlayerId(2**52 - 1)
HOME = TableId(-1001234567890123)
PLAYERS = (*(PlayerId(7_000_000_001 + index) for index in range(5)), BIG)
ANNA, BEN = PLAYERS[:2]
CUP = PrivateCup(BIG)


def game(step: int = 7) -> Answering:
    """Six at a table, four announcements said."""
    chain = tuple(
        Announcement(player, Roll(digits))
        for player, digits in zip(PLAYERS, ((3, 1), (4, 2), (5, 4), (6, 6)), strict=False)
    )
    return Answering(
        number=3,
        rules=HouseRules(),
        seats=tuple(Seat(player, units=index % 3) for index, player in enumerate(PLAYERS)),
        round=Round(number=2, opener=ANNA, chain=chain),
        step=step,
        highlights=Highlights(longest_chain=4, boldest=Bluff(BEN, Roll((6, 5)), gap=9)),
        holder=PLAYERS[4],
        cup=Cup(Roll((6, 6)), PLAYERS[3], looked=True),
    )


def table(version: int = 1, home: TableId = HOME) -> Table:
    """Build a table with that game running."""
    return Table(
        id=home,
        chat=home.home,
        title='Stammtisch "Ä" 🎲',
        language=Language.DE,
        version=version,
        game=game(),
        games=3,
        host=ANNA,
        members=tuple(Member(player, f"Name {player}", Reach.OPEN) for player in PLAYERS),
        opened_at=1_796_000_000_000,
        lap=Lap(held=(ANNA,), actors=(ANNA,)),
    )


def post(name: str = "p1") -> Post:
    """Build a post that reveals, pays and tells."""
    dice, claim = Roll((6, 4)), Announcement(BIG, Roll((6, 6)))
    return Post(
        name,
        3,
        7,
        (
            Believed(ANNA),
            CupLifted(BEN, claimer=BIG, claim=claim.value, dice=dice, true=False, chain=(claim,)),
            Paid(BIG, units=1, total=2, limit=None, reason=Reason.CAUGHT),
            HostChanged(BEN),
        ),
    )


def inquiry(query: str | None = "1022421917380556503") -> Inquiry:
    """Ask whether the player with the big id may end the game."""
    return Inquiry(Purpose.END, Person(BIG, "Cem", "de"), 3, query)


def shown(message: int = 11, closing: str | None = "Zu.", chat: int = HOME.home) -> Shown:
    """Show a card."""
    return Shown(chat, message, "3.2.4", "0123456789abcdef", closing)


def deadline(at: int, kind: Due = Due.TURN, step: int = 7) -> Deadline:
    """Wait for game 3."""
    return Deadline(kind, at, 3, step)


def old(table: Table) -> Table:
    """Return the table one version earlier."""
    return replace(table, version=table.version - 1)
