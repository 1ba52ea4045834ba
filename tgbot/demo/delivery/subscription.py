"""Whether and how the bot fetches its updates: a webhook's settings, or the one poll that is running."""

from dataclasses import dataclass

from tgbot.demo.bell import Bell

MAX_CONNECTIONS = 40


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where updates are posted to, with the secret for the header and the number of parallel posts."""

    url: str
    secret: str = ""
    max_connections: int = MAX_CONNECTIONS


@dataclass(slots=True)
class Subscription:
    """The current webhook, None while the bot polls, and what setWebhook and getUpdates need to refuse each other.

    ``poll`` numbers the poll that may go on, and ``terminator`` says what ended the one before. ``last_error`` is a time of the clock and the words for it. ``changed`` rings when the webhook was set or deleted;
    ``stopped`` is true once the server goes down.
    """

    changed: Bell
    webhook: Webhook | None = None
    set_at: float = 0.0
    poll: int = 0
    terminator: str = ""
    last_error: tuple[float, str] | None = None
    stopped: bool = False

    def begin_poll(self) -> int:
        """Give a new poll its number, which ends the one that is running."""
        self.poll += 1
        self.terminator = "other getUpdates request; make sure that only one bot instance is running"
        return self.poll

    def change(self, webhook: Webhook | None) -> None:
        """Replace the webhook; setting one ends a running poll."""
        if webhook is not None:
            self.poll += 1
            self.terminator = "setWebhook request"
        self.webhook = webhook
        self.last_error = None
        self.changed.ring()
