"""What is a user's own: his statistics, if he wants any, and all that is stored about him. For his eyes alone."""

from dataclasses import dataclass, field, fields

from tgbot.table.state.evening import Counted, Score
from tgbot.table.state.purse import Purse


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Sums over all games since he switched them on.

    Lies are known only of games whose table tells them in the end, so these count their announcements apart (`open`).
    """

    games: int = 0
    games_lost: int = 0
    games_won: int = 0
    rounds_lost: int = 0
    announced: int = 0
    caught: int = 0
    right_doubts: int = 0
    wrong_doubts: int = 0
    tops: int = 0
    announced_openly: int = 0
    lied_openly: int = 0

    @property
    def bluff_rate(self) -> int | None:
        """Percent of his announcements that were lies; None while nothing is known."""
        return round(100 * self.lied_openly / self.announced_openly) if self.announced_openly else None


COUNTERS = tuple(field.name for field in fields(Statistics))


def statistics_of(score: Score, counted: Counted) -> Statistics:
    """Turn one game's score into what it adds."""
    lies = score.lived_lies + score.caught
    return Statistics(
        games=score.games,
        games_lost=score.games_lost,
        games_won=score.games_won,
        rounds_lost=score.rounds_lost,
        announced=score.announced,
        caught=score.caught,
        right_doubts=score.right_doubts,
        wrong_doubts=score.wrong_doubts,
        tops=score.tops,
        announced_openly=max(score.announced, lies) if counted.told else 0,
        lied_openly=lies if counted.told else 0,
    )


@dataclass(frozen=True, slots=True)
class StoredAt:
    """What one table keeps of a user. Titles and names are raw text.

    `games` counts those of the running evening, `tasks` what he wrote; `billed`: what he owes, or was last told to pay.
    """

    title: str
    name: str
    seated: bool
    games: int
    in_recap: bool
    changes: int
    tasks: int = 0
    billed: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """All that is stored about a user; `statistics` is None while they are switched off. `reminders` are titles, raw text."""

    tables: tuple[StoredAt, ...] = ()
    statistics: Statistics | None = None
    purse: Purse = field(default_factory=Purse)
    reminders: tuple[str, ...] = ()
