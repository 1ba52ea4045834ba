"""Days and mornings where the group lives. The time zone comes in from outside; everything else is arithmetic."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

_ELEVEN = 11


@dataclass(frozen=True, slots=True)
class Calendar:
    """One time zone's calendar. Moments are milliseconds since 1970."""

    zone: tzinfo = UTC

    def day(self, moment: int) -> str:
        """Name the day a moment falls on, as in 2026-12-04."""
        return self._local(moment).date().isoformat()

    def morning(self, moment: int) -> int:
        """Tell when it is eleven o'clock next: who stops at two in the night is told the same day."""
        local = self._local(moment)
        eleven = local.replace(hour=_ELEVEN, minute=0, second=0, microsecond=0)
        if eleven <= local:
            # On the wall, not 24 hours later: the clocks may change in between.
            eleven = (eleven.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=self.zone)
        return round(eleven.timestamp() * 1000)

    def _local(self, moment: int) -> datetime:
        return datetime.fromtimestamp(moment / 1000, self.zone)
