"""How long things may take at a table. All values are milliseconds."""

from dataclasses import dataclass

from tgbot.game.rules.turn_time import USUAL, TurnTime, seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """A table's patience.

    `turn` is how long a turn may take, `half` when its reminder comes, both where the house rules allow the usual two
    minutes; other settings have as much more or less of both. They count from the delivery of the turn's card. Until it is delivered the deadlines stand `grace`
    later, so that a card which never arrives cannot freeze a game and a late one costs nobody anything.
    """

    turn: int = 120_000
    half: int = 60_000
    grace: int = 600_000
    debt: int = 180_000  # then a task is put off
    lobby: int = 30 * 60_000
    open_start: int = 60_000  # then any seated player may start
    repost: int = 20_000  # a card is posted afresh on demand at most so often
    rematch: int = 30 * 60_000  # so long Nochmal! keeps the seats
    idle: int = 30 * 60_000  # then anybody may end a table nobody moves
    tell: int = 5_000  # so long an answer to everybody (help, rules) counts before another may be given
    desk: int = 2_000  # so long an answer in a private chat counts; Telegram takes one a second there
    coming: int = 15_000  # so long a word about somebody's coming or going counts before the group hears of another
    trust: int = 5 * 60_000  # so long Telegram is not asked again whether who is at the menu is an admin
    evening: int = 8 * 3600_000  # so long after the last game an evening is over
    silence: int = 10 * 60_000  # so long a host is not told again that the bot may not write in his group
    greeting: int = 1_000  # so long a supergroup's greeting waits for the word that it grew out of a group
    settled: int = 5_000  # so long after a move its topic need not be looked for: it took the move's news
    probe: int = 30_000  # so often a press makes the bot try whether it may write again

    def for_turn(self, turn_time: TurnTime) -> tuple[int, int] | None:
        """Tell how long a turn may take and when its reminder comes, in milliseconds; None: there is no limit."""
        allowed, usual = seconds(turn_time), seconds(USUAL)
        assert usual is not None
        return None if allowed is None else (self.turn * allowed // usual, self.half * allowed // usual)
