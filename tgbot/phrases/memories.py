"""What is worth telling of an evening: who stands out, told where nobody is shamed by it and few share the honour."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from tgbot.game.seats import PlayerId
from tgbot.phrases.language import Texts
from tgbot.table.state.evening import Recap, Score

_MOST_TOGETHER = 3
"""So many may share an honour; what everybody did is no distinction."""


@dataclass(frozen=True, slots=True)
class Honour:
    """Who did something most often, and how often."""

    players: tuple[PlayerId, ...]
    times: int


def nose(scores: Iterable[Score]) -> Honour | None:
    """Tell who doubted rightly most often."""
    return _most(scores, lambda score: score.right_doubts)


def gullible(scores: Iterable[Score]) -> Honour | None:
    """Tell who believed the most lies."""
    return _most(scores, lambda score: score.believed_lies)


def lucky(scores: Iterable[Score]) -> Honour | None:
    """Tell who threw the most tops everybody saw."""
    return _most(scores, lambda score: score.tops)


def ranked(scores: Iterable[Score], *, sips: bool) -> tuple[Score, ...]:
    """Put the fewest lost rounds first. Where sips are played there is no ranking: seat order."""
    return tuple(scores) if sips else tuple(sorted(scores, key=lambda score: score.rounds_lost))


def tasks_done(scores: Iterable[Score]) -> tuple[Score, ...]:
    """List who did tasks."""
    return tuple(score for score in scores if score.tasks)


def title(texts: Texts, recap: Recap) -> str:
    """Name a recap: after the hangover only where something was drunk."""
    return texts.say("recap.hangover" if recap.sips else "recap.evening")


def day(texts: Texts, recap: Recap) -> str:
    """Write the date an evening began on."""
    began = date.fromisoformat(recap.day)
    return texts.say("recap.date", day=began.day, month=texts.pool("recap.months")[began.month - 1], year=began.year)


def games(texts: Texts, recap: Recap) -> str:
    """Say how many games an evening had."""
    return texts.count("recap.games", recap.games)


def _most(scores: Iterable[Score], count: Callable[[Score], int]) -> Honour | None:
    counted = [(count(score), score.player) for score in scores]
    times = max((number for number, _ in counted), default=0)
    players = tuple(player for number, player in counted if number == times)
    return Honour(players, times) if times and len(players) <= _MOST_TOGETHER else None
