"""What a soak has seen, and what of it has stayed."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Left:
    """What the bot holds at one moment: keys and bytes in the store, objects and bytes in its own process.

    `names` are those of the keys, where they are few: a harness that kept them all would measure itself.
    """

    keys: int
    names: frozenset[bytes]
    store: int
    objects: int
    resident: int


@dataclass
class Report:
    """What a run has seen. Bytes by table are of a table that was played at, with all its keys.

    `postponed` counts the times an update was answered "not now" and came again, as on a machine too busy for its store.
    """

    chats: int = 0
    updates: int = 0
    postponed: int = 0
    by_table: int = 0
    by_chat: int = 0
    base: Left | None = None
    played: Left | None = None
    end: Left | None = None
    lasting: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        """Tell it in a few lines."""
        assert self.base is not None
        assert self.played is not None
        assert self.end is not None
        return (
            f"{self.chats} chats, {self.updates} updates ({self.postponed} of them put off); one table takes {self.by_table} bytes of the store, "
            f"one chat with its people and marks {self.by_chat}\n"
            f"keys: {self.base.keys} before, {self.played.keys} when abandoned, {self.end.keys} after\n"
            f"store: {self.base.store:,} bytes before, {self.played.store:,} when abandoned, {self.end.store:,} after\n"
            f"objects: {self.base.objects:,} before, {self.played.objects:,} when abandoned, {self.end.objects:,} after\n"
            f"resident: {self.base.resident:,} bytes before, {self.played.resident:,} when abandoned, "
            f"{self.end.resident:,} after\n"
            f"lasting in the worker: {self.lasting}"
        )


def leaks(report: Report) -> list[str]:
    """Say what has grown. Tolerances cover what does not depend on how many chats there were."""
    base, end = report.base, report.end
    assert base is not None
    assert end is not None
    found = [f"key {name!r}" for name in end.names ^ base.names]
    if end.keys != base.keys:
        found.append(f"{end.keys - base.keys} keys")
    found += [f"{kind}: {count}" for kind, count in report.lasting.items() if count]
    if end.objects > base.objects + 1_500:
        found.append(f"{end.objects - base.objects} objects")
    if end.store > base.store + 400_000:
        found.append(f"{end.store - base.store} bytes of the store")
    if end.resident > base.resident + 40_000_000:
        found.append(f"{end.resident - base.resident} bytes of the process")
    return found
