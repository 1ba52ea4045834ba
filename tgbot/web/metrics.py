"""Counters in the format hosts scrape. No label holds an id or a name; every value comes from a small closed set."""

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest

_LAGS = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60)


class Metrics:
    """The bot's meter, kept in a registry of its own so that several can live in one process."""

    media_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        registry = self._registry
        self._updates = Counter(
            "tgbot_updates", "Updates by kind and what became of them.", ["kind", "outcome"], registry=registry
        )
        self._commits = Counter(
            "tgbot_commits", "Commits of the store by what became of them.", ["outcome"], registry=registry
        )
        self._calls = Counter(
            "tgbot_calls",
            "Bot API calls by method and outcome; flooded is a 429.",
            ["method", "outcome"],
            registry=registry,
        )
        self._lag = Histogram(
            "tgbot_delivery_lag_seconds",
            "From a move to its card in the group.",
            buckets=_LAGS,
            registry=registry,
        )

    def update(self, kind: str, outcome: str) -> None:
        """Count an update; parked ones are `parked`."""
        self._updates.labels(kind, outcome).inc()

    def commit(self, outcome: str) -> None:
        """Count a commit."""
        self._commits.labels(outcome).inc()

    def call(self, method: str, outcome: str) -> None:
        """Count a call of the Bot API."""
        self._calls.labels(method, outcome).inc()

    def lag(self, seconds: float) -> None:
        """Note how long a move took to show in its group."""
        self._lag.observe(seconds)

    def exposition(self) -> bytes:
        """Write everything down for a scraper."""
        return generate_latest(self._registry)
