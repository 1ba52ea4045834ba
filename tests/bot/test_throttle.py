"""Who is too fast is slowed down, before anything is loaded; whoever plays never notices."""

from dataclasses import dataclass, field

import pytest

from tests.bot.fakes import GROUP
from tests.table.fakes import person
from tgbot.bot.throttle import Throttle
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import BotAdded, Commanded, Place, SpokeInPrivate, Tapped, UpdateMark
from tgbot.table.intents.word import Word
from tgbot.table.limits import Rates
from tgbot.table.ports.counts import Doing
from tgbot.table.ports.tables import StoreUnavailable

RATES = Rates()
MARK = UpdateMark(1)
ANNA, BERT = person(1), person(2)


@dataclass
class Others:
    """What all workers have counted together; `away`: they cannot be asked."""

    counts: dict[Doing, int] = field(default_factory=dict)
    asked: int = 0
    away: bool = False

    async def count(self, doing: Doing, seconds: int) -> int:
        """Count one more."""
        assert seconds in (RATES.presses.seconds, RATES.words.seconds)
        if self.away:
            raise StoreUnavailable
        self.asked += 1
        self.counts[doing] = self.counts.get(doing, 0) + 1
        return self.counts[doing]


@dataclass
class Watch:
    """A watch that stands still."""

    at: float = 1_000.0

    def __call__(self) -> float:
        """Tell the time in seconds."""
        return self.at


def press(who: Person = ANNA, chat: int = GROUP) -> Tapped:
    """Press Mitspielen."""
    return Tapped(MARK, "q", who, Tap(TableId(chat), 1, 0, Action.JOIN), chat)


def say(who: Person | None = ANNA, chat: int = GROUP, word: Word = Word.HELP) -> Commanded:
    """Say something in a group."""
    return Commanded(MARK, Place(chat), word, who)


async def passed(throttle: Throttle, intent: Intent, times: int) -> int:
    """Want something so many times; tell how often it was let through."""
    return [await throttle.slows(intent) for _ in range(times)].count(False)


@pytest.mark.parametrize(
    ("intent", "most"),
    [
        (press(), RATES.presses.most),
        (say(), RATES.words.most),
        (say(word=Word.ANSWER), RATES.words.most),
        (say(None), RATES.words_in_chat.most),
        (SpokeInPrivate(MARK, ANNA, start=False), RATES.words.most),
    ],
)
async def test_so_many_and_no_more(intent: Intent, most: int) -> None:
    """One worker, one window: the rate is exact."""
    assert await passed(Throttle(Others(), now=Watch()), intent, 3 * most) == most


async def test_a_worker_without_others_keeps_the_rate_by_itself() -> None:
    """As in tests, and wherever nothing is counted together."""
    throttle = Throttle(now=Watch())

    assert await passed(throttle, press(), 3 * RATES.presses.most) == RATES.presses.most


async def test_when_the_window_is_over_it_begins_anew() -> None:
    """Nobody is slowed down for longer than the rate says, and nothing is remembered of him."""
    watch = Watch()
    throttle = Throttle(now=watch)
    await passed(throttle, press(), 3 * RATES.presses.most)
    watch.at += RATES.presses.seconds

    assert not await throttle.slows(press(BERT))
    assert {1} == set(throttle._windows[RATES.presses].counts.values())
    assert not await throttle.slows(press())


async def test_one_person_s_flood_slows_nobody_else() -> None:
    """F90: neither at the same table nor anywhere else; and pressing is not writing."""
    throttle = Throttle(Others(), now=Watch())
    await passed(throttle, press(), RATES.presses.most + 50)

    assert not await throttle.slows(press(BERT))
    assert not await throttle.slows(press(BERT, GROUP - 1))
    assert not await throttle.slows(say())
    assert not await throttle.slows(press(chat=GROUP - 1)), "nor does he lose what he plays in another group"


async def test_one_person_s_flood_of_many_groups_is_slowed_everywhere() -> None:
    """However few presses each of them gets."""
    throttle = Throttle(Others(), now=Watch())
    most = RATES.presses_anywhere.most
    let = [await throttle.slows(press(chat=GROUP - number)) for number in range(2 * most)].count(False)

    assert let == most
    assert not await throttle.slows(press(BERT))


async def test_words_are_counted_by_chat() -> None:
    """Who has asked too much here may still ask there."""
    throttle = Throttle(Others(), now=Watch())
    await passed(throttle, say(), 2 * RATES.words.most)

    assert await throttle.slows(say())
    assert not await throttle.slows(say(chat=GROUP - 1))


async def test_many_people_together_are_slowed_in_their_own_chat_alone() -> None:
    """A crowd of strangers that presses whatever there is."""
    throttle = Throttle(Others(), now=Watch())
    crowd = [press(person(number)) for number in range(3, 3 + RATES.presses_in_chat.most * 2)]
    let = [await throttle.slows(one) for one in crowd].count(False)

    assert let == RATES.presses_in_chat.most
    assert not await throttle.slows(press(ANNA, GROUP - 1))


async def test_whoever_plays_never_costs_a_question_to_the_store() -> None:
    """Eight people at their fastest: two presses a second among them, a command now and then, for ten minutes."""
    others, watch = Others(), Watch()
    throttle = Throttle(others, now=watch)
    people = [person(number) for number in range(8)]
    for second in range(600):
        watch.at += 1
        for press_of in (press(people[second % 8]), press(people[(second + 3) % 8])):
            assert not await throttle.slows(press_of)
        if second % 20 == 0:
            assert not await throttle.slows(say(people[second // 20 % 8]))

    assert others.asked == 0


async def test_several_workers_count_together() -> None:
    """Whoever's presses are spread over three of them gets half of the rate from each, and the other half once."""
    others, watch = Others(), Watch()
    workers = [Throttle(others, now=watch) for _ in range(3)]
    let = sum([await passed(worker, press(), 2 * RATES.presses.most) for worker in workers])

    assert let == 3 * (RATES.presses.most // 2) + RATES.presses.most // 2


async def test_a_store_that_is_away_is_told() -> None:
    """Then the update comes again, as it would have without the count."""
    throttle = Throttle(Others(away=True), now=Watch())
    await passed(throttle, press(), RATES.presses.most // 2)

    with pytest.raises(StoreUnavailable):
        await throttle.slows(press())


async def test_what_telegram_tells_by_itself_is_never_slowed() -> None:
    """A group's coming and going is nobody's flood."""
    assert await passed(Throttle(now=Watch()), BotAdded(MARK, Place(GROUP)), 500) == 500
