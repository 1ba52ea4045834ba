"""The fields of a table's outbox: one hash, so that one read tells all and one script can settle it.

| field                                | value                              | meaning                                        |
|--------------------------------------|------------------------------------|------------------------------------------------|
| `stamp`                              | number                             | the highest stamp given out                    |
| `post:<id>`                          | `<stamp>|<post>`                   | a post to send; stamps give the order          |
| `tried:<id>`                         | `1`                                | its sending was begun                          |
| `lost:<id>`                          | `<stamp>|<post>`                   | its answer was lost; the next card repeats it  |
| `dirty:<surface>`                    | `<stamp>|`                         | to be brought in line; the stamp is the mark   |
| `shown:<surface>`                    | `<chat>.<message>|<0 or 1>|<shown>` | what Telegram shows; 1: it has a closing line  |
| `stale:<chat>.<message>`             | `<stamp>|<shown>`                  | an old card to close                           |
| `inquiry:<purpose>.<who>.<game>.<query>.u<update>` | `<stamp>|<inquiry>`  | a fact to ask of Telegram                      |
| `effect:<kind>.<player>`             | `<stamp>|<effect>`                 | to be applied to a user's data; the newest wins |
| `effect:played.<player>.<game>`      | `<stamp>|<effect>`                 | a game to count for him; each game once        |
| `effect:reminder.<player>.<at>`      | `<stamp>|<effect>`                 | what became of his wish; each word is told     |
| `effect:called.<player>.<game>`      | `<stamp>|<effect>`                 | the table he asked for is open                 |

A stamp is the store's time in ms, or one more than the last stamp if that is greater: it only grows, even after the
hash has expired or a failover has lost its end.
"""

import re

from tgbot.game.seats import PlayerId
from tgbot.store import codec
from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.news.surfaces import (
    Card,
    HostBoard,
    HouseMenu,
    KickBoard,
    PrivateBill,
    PrivateCup,
    PurseMenu,
    RecapButton,
    RuleSheet,
    StakesMenu,
    Surface,
    TaskList,
)
from tgbot.table.ports.effects import Called, Charged, Effect, Forgotten, Played, Remembered, Seated, Switched
from tgbot.table.ports.outbox import Shown
from tgbot.table.ports.tables import NewerFormat

POST = "post:"
TRIED = "tried:"
LOST = "lost:"
DIRTY = "dirty:"
SHOWN = "shown:"
STALE = "stale:"
INQUIRY = "inquiry:"
EFFECT = "effect:"

KINDS = (POST, TRIED, LOST, DIRTY, SHOWN, STALE, INQUIRY, EFFECT)


def known(field: str) -> bool:
    """Whether this release knows what a field is for."""
    return field == "stamp" or field.startswith(KINDS)


def surface_text(surface: Surface) -> str:  # noqa: C901 -- one exhaustive match
    """Write a surface as fields hold it."""
    match surface:
        case Card():
            return "card"
        case PrivateCup(player):
            return f"cup.{player}"
        case HouseMenu():
            return "menu"
        case RuleSheet():
            return "sheet"
        case PrivateBill(player):
            return f"bill.{player}"
        case StakesMenu():
            return "stakes"
        case TaskList():
            return "tasks"
        case PurseMenu():
            return "purse"
        case KickBoard():
            return "kick"
        case HostBoard():
            return "host"
        case RecapButton(message):
            return f"recap.{message}"


def parse_surface(text: str) -> Surface:  # noqa: C901 -- as above
    """Read what `surface_text` wrote.

    Raises:
        NewerFormat: a newer release wrote it.

    """
    match text.split("."):
        case ["card"]:
            return Card()
        case ["cup", player]:
            return PrivateCup(PlayerId(int(player)))
        case ["menu"]:
            return HouseMenu()
        case ["sheet"]:
            return RuleSheet()
        case ["bill", player]:
            return PrivateBill(PlayerId(int(player)))
        case ["stakes"]:
            return StakesMenu()
        case ["tasks"]:
            return TaskList()
        case ["purse"]:
            return PurseMenu()
        case ["kick"]:
            return KickBoard()
        case ["host"]:
            return HostBoard()
        case ["recap", message]:
            return RecapButton(int(message))
        case _:
            raise NewerFormat("unknown surface")


def stamped(value: bytes) -> tuple[int, bytes]:
    """Part a value into its stamp and what it holds."""
    stamp, _, payload = value.partition(b"|")
    return int(stamp), payload


def stamped_value(stamp: int, payload: bytes = b"") -> bytes:
    """Write a value with its stamp."""
    return b"%d|%s" % (stamp, payload)


def parse_shown(value: bytes) -> Shown:
    """Read what `shown_value` wrote.

    Raises:
        NewerFormat: a newer release wrote it.

    """
    return codec.SHOWN.load(value.split(b"|", 2)[2])


def shown_value(shown: Shown) -> bytes:
    """Write what a surface shows; scripts compare its message and ask for a closing line without reading the rest."""
    return f"{message_text(shown)}|{int(shown.closing is not None)}|".encode() + codec.SHOWN.dump(shown)


def message_text(shown: Shown) -> str:
    """Name a message."""
    return f"{shown.chat}.{shown.message}"


def inquiry_field(inquiry: Inquiry) -> str:
    """Name an inquiry; the same question of the same update is one."""
    by = f".u{inquiry.asked_by}" if inquiry.asked_by else ""  # a letter, lest it be taken for somebody's id
    return f"{INQUIRY}{inquiry.purpose.value}.{inquiry.who.id}.{inquiry.game}.{inquiry.query or ''}{by}"


def effect_field(effect: Effect) -> str:
    """Name an effect; a newer one on the same user takes its place, but every charge counts by itself, and every word about a reminder."""
    match effect:
        case Seated(player=player):
            return f"{EFFECT}seated.{player}"
        case Played(player=player, game=game):
            return f"{EFFECT}played.{player}.{game}"
        case Switched(player=player):
            return f"{EFFECT}switched.{player}"
        case Forgotten(player=player):
            return f"{EFFECT}forgotten.{player}"
        case Charged(player=player, number=number):
            return f"{EFFECT}charged.{player}.{number}"
        case Remembered(player=player, at=at):
            return f"{EFFECT}reminder.{player}.{at}"
        case Called(player=player, game=game):
            return f"{EFFECT}called.{player}.{game}"


def names(field: str, player: PlayerId) -> bool:
    """Whether a field's own name has this player or his private chat in it."""
    return str(player) in re.split(r"[:.]", field)
