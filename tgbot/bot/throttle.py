"""Who is too fast: counted before anything is loaded, and with the other workers only once it is worth asking them."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tgbot.table.intents.intent import Intent
from tgbot.table.intents.updates import Commanded, SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.limits import Rate, Rates
from tgbot.table.ports.counts import Alone, Counts, Doing, Habit


@dataclass(slots=True)
class _Window:
    """What was counted here in the window that runs."""

    number: int = 0
    counts: Counter[Doing] = field(default_factory=Counter)


@dataclass(slots=True)
class Throttle:
    """Counts presses and words. The first half of a rate is this worker's own; beyond it, all workers count together.

    So a person who plays never costs a question to the store. `now` is in seconds.
    """

    counts: Counts = field(default_factory=Alone)
    rates: Rates = field(default_factory=Rates)
    now: Callable[[], float] = time.monotonic
    _windows: dict[Rate, _Window] = field(default_factory=dict)

    async def slows(self, intent: Intent) -> bool:
        """Count what somebody wants, and say whether it is too much.

        Raises:
            StoreUnavailable: nothing could be counted.

        """
        for doing, rate in self._doings(intent):
            if not await self._allows(doing, rate):
                return True
        return False

    def _doings(self, intent: Intent) -> Iterator[tuple[Doing, Rate]]:
        rates = self.rates
        match intent:
            case Tapped(who=who, chat=chat):
                yield Doing(Habit.PRESSES, who.id, chat), rates.presses
                yield Doing(Habit.PRESSES, who.id, None), rates.presses_anywhere
                yield Doing(Habit.PRESSES, None, chat), rates.presses_in_chat
            case Commanded(who=who, place=place, word=word):
                habit = Habit.ANSWERS if word is Word.ANSWER else Habit.WORDS
                if who is not None:
                    yield Doing(habit, who.id, place.chat), rates.words
                yield Doing(habit, None, place.chat), rates.words_in_chat
            case SpokeInPrivate(who=who):
                yield Doing(Habit.WORDS, who.id, who.id), rates.words
            case _:
                return

    async def _allows(self, doing: Doing, rate: Rate) -> bool:
        window = self._windows.setdefault(rate, _Window())
        number = int(self.now() // rate.seconds)
        if number != window.number:
            window.number = number
            window.counts.clear()
        window.counts[doing] += 1
        here, own = window.counts[doing], rate.most // 2
        if here <= own or here > rate.most:
            return here <= own
        together = await self.counts.count(doing, rate.seconds)
        return together <= rate.most - own
