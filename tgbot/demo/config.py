"""What can be chosen about the stand-in before it starts."""

import secrets
from dataclasses import dataclass, field

BOT_ID = 8123456789


def invent_token() -> str:
    """Make a token of the right shape that belongs to nobody."""
    return f"{BOT_ID}:AA{secrets.token_urlsafe(24)}"


@dataclass(frozen=True, slots=True)
class FloodLimits:
    """How much the bot may send. Sends and edits count alike; 0 switches a limit off.

    ``slow`` answers late instead of refusing, as Telegram itself does for waits of up to ``slow_longest`` seconds.
    """

    group_per_minute: int = 20
    private_per_second: float = 1.0
    private_burst: int = 5
    overall_per_second: int = 30
    slow: bool = False
    slow_longest: float = 8.0


UNLIMITED = FloodLimits(group_per_minute=0, private_per_second=0, overall_per_second=0)


@dataclass(frozen=True, slots=True)
class DemoConfig:
    """Settings of one server.

    ``port`` 0 takes a free one. ``retry_scale`` multiplies every wait between two deliveries of the same update, so
    that a test need not sit through minutes; ``webhook_patience`` is how many seconds the bot may take to answer a post. ``clock_skew`` is in seconds. ``callback_lifetime`` is how many seconds a
    callback query can be answered. ``seeded`` opens with a group and four people in it.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str = field(default_factory=invent_token)
    bot_name: str = "Mäxchen"
    bot_username: str = "maexchen_demo_bot"
    can_join_groups: bool = True
    privacy: bool = True
    limits: FloodLimits = FloodLimits()
    retry_scale: float = 1.0
    webhook_patience: float = 60.0
    clock_skew: float = 0.0
    callback_lifetime: float = 150.0
    seeded: bool = False
