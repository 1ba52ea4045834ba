"""How long leases last, and how long is too long without one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseTiming:
    """All in seconds.

    A lease that is not renewed lapses after `ttl`. Nobody having served a partition for `gap` begins its deadlines anew.
    A worker that has not looked for longer than `lapse` begins those anew that came meanwhile: twice as long as it takes
    from one look to the next.
    A deadline handed out comes again after `pause` unless it was dealt with. A partition that was given up for others is
    left to them for `aside`.
    """

    renew: float = 2.0
    ttl: float = 8.0
    gap: float = 15.0
    lapse: float = 4.0
    pause: float = 5.0
    aside: float = 60.0

    def quiet(self, delay: bytes) -> float:
        """Tell for how long a partition need not be asked: until the next round, even if that comes a little late.

        `delay` is in milliseconds until something is due, as a script tells it; empty: nothing is.
        """
        longest = 2 * self.renew
        return min(int(delay) / 1000, longest) if delay else longest
