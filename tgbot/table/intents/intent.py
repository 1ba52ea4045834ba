"""What somebody, or the passing of time, wants of a table. An update becomes exactly one intent, or none."""

from typing import TypeAlias

from tgbot.table.intents.deadline import TimePassed
from tgbot.table.intents.inquiry import Informed
from tgbot.table.intents.inward import Inward
from tgbot.table.intents.updates import (
    BotAdded,
    BotRemoved,
    ChatUpgraded,
    Commanded,
    DoorChanged,
    MemberGone,
    SpokeInPrivate,
    Tapped,
    WritingAllowed,
    WritingForbidden,
)

Intent: TypeAlias = (
    BotAdded
    | BotRemoved
    | WritingAllowed
    | WritingForbidden
    | Commanded
    | Tapped
    | SpokeInPrivate
    | DoorChanged
    | MemberGone
    | ChatUpgraded
    | Informed
    | Inward
    | TimePassed
)
