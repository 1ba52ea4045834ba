"""One person who comes and goes again and again: told a few times, then shown, and what matters is told each time."""

from collections.abc import Awaitable, Callable

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER
from tests.table.playing_by import Table, about
from tgbot.game.events import GameEnded, GameWaits, Paid, Reason, RoundVoided, VoidReason, WentAway
from tgbot.game.rules.house import HouseRules
from tgbot.game.seats import Presence
from tgbot.game.state import Announcing, Over, Waiting
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import Commanded, MemberGone
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import HostChanged
from tgbot.table.news.people import SatOut
from tgbot.table.news.replies import Barred
from tgbot.table.news.seats import SaidGoodbye
from tgbot.table.news.surfaces import Card
from tgbot.table.people.comings import AT_ONCE

Way = Callable[[Table], Awaitable[None]]

TIMES = 30
LONG = HouseRules(limit=9)


async def played(*people: Person) -> Table:
    """Begin a long game; Anna is host and opens."""
    table = Table(LONG)
    await table.open(*(people or (ANNA, BERT, CLARA, DIETER)))
    return table


def posts(table: Table) -> int:
    """Count what the group was sent beside the card."""
    return len(table.store.posts)


async def leaves(table: Table) -> None:
    """Give the seat up."""
    await table.say(Word.GET_UP, DIETER)


async def left_the_group(table: Table) -> None:
    """Leave the group, and the seat with it."""
    await table.service.handle(MemberGone(table.mark(), table.place, DIETER.id))


async def pauses(table: Table) -> None:
    """Go for a moment."""
    await table.say(Word.PAUSE, DIETER)


async def sits_down(table: Table) -> None:
    """Say so."""
    await table.say(Word.SIT_DOWN, DIETER)


async def presses_mitspielen(table: Table) -> None:
    """Press it."""
    await table.tap(DIETER, Action.JOIN)


async def presses_bin_wieder_da(table: Table) -> None:
    """Press it."""
    await table.tap(DIETER, Action.COME_BACK)


@pytest.mark.parametrize(
    ("goes", "comes"),
    [
        (leaves, sits_down),
        (leaves, presses_mitspielen),
        (left_the_group, presses_mitspielen),
        (pauses, sits_down),
        (pauses, presses_bin_wieder_da),
    ],
    ids=lambda way: way.__name__,
)
async def test_the_group_hears_a_few_times_of_who_comes_and_goes_and_the_card_shows_where_he_is(
    goes: Way, comes: Way
) -> None:
    """Every word of his counts for his seat, however many posts there were; and later he is told of again."""
    table = await played()
    before = posts(table)
    for _ in range(TIMES):
        for way, seated in ((goes, False), (comes, True)):
            table.store.dirty.clear()
            await way(table)
            assert (table.seat_of(DIETER).presence is Presence.PRESENT) is seated
            assert Card() in table.store.dirty
    assert posts(table) - before == AT_ONCE
    table.store.now += Timing().coming
    await goes(table)
    assert posts(table) - before == AT_ONCE + 1


async def test_the_others_are_told_of_as_ever() -> None:
    """One person's haste is his alone."""
    table = await played()
    for _ in range(TIMES):
        await leaves(table)
        await sits_down(table)
    await table.say(Word.PAUSE, CLARA)
    assert table.told[-1] == WentAway(CLARA.id)


async def hasty(table: Table, who: Person) -> None:
    """Let somebody come and go until nobody is told any more."""
    for _ in range(AT_ONCE):
        await table.say(Word.PAUSE, who)
        await table.say(Word.SIT_DOWN, who)
    before = posts(table)
    await table.say(Word.PAUSE, who)
    await table.say(Word.SIT_DOWN, who)
    assert posts(table) == before


async def test_a_round_that_is_lost_with_an_announcement_and_who_is_liable_are_told_each_time() -> None:
    """Bert runs from his own announcement: that it is void, that he is liable, and what it costs."""
    table = await played()
    await hasty(table, BERT)
    await table.say_and_lift(ANNA, CLARA)
    await table.tap(ANNA, Action.ANNOUNCE, "65")
    await table.tap(BERT, Action.BELIEVE)
    await table.tap(BERT, Action.ANNOUNCE, "66")
    await table.say(Word.GET_UP, BERT)
    assert RoundVoided(BERT.id, VoidReason.LEFT) in table.told
    assert table.told[-1] == SaidGoodbye(BERT.id, liable=True)
    await table.say(Word.SIT_DOWN, BERT)
    assert Paid(BERT.id, 1, 1, 9, Reason.RETURNED) in table.told


async def test_a_new_host_a_kick_and_the_games_end_are_told_each_time() -> None:
    """Whoever it was that came and went before."""
    table = await played()
    await hasty(table, ANNA)
    await table.say(Word.GET_UP, ANNA)
    assert HostChanged(BERT.id) in table.told[-3:]
    await hasty(table, DIETER)
    await table.service.handle(Commanded(table.mark(), table.place, Word.KICK, BERT, to=DIETER.id))
    assert SatOut(DIETER.id) in table.told[-3:]
    table = await played(ANNA, BERT)
    for _ in range(AT_ONCE):
        await table.say(Word.SIT_DOWN, BERT)
        await table.say(Word.PAUSE, BERT)
    await table.say(Word.GET_UP, BERT)
    assert isinstance(table.table.game, Over)
    assert any(isinstance(item, GameEnded) for item in table.told)


@pytest.mark.parametrize("way", ["button", "word", "new seat"])
async def test_of_two_one_who_stops_the_game_again_and_again_has_to_slow_down(way: str) -> None:
    """Each time there is a round that is void, and one that opens with its own card. A little later he is let in again."""
    table = await played(ANNA, BERT, CLARA)
    await table.say(Word.PAUSE, CLARA)
    before = posts(table)

    async def back() -> object:
        if way == "button":
            return about(await table.tap(BERT, Action.COME_BACK))
        return await (table.say(Word.SIT_DOWN, BERT) if way == "word" else table.tap(BERT, Action.JOIN))

    replies = []
    for _ in range(TIMES):
        await table.say(Word.GET_UP if way == "new seat" else Word.PAUSE, BERT)
        replies.append(await back())
    assert isinstance(table.table.game, Waiting)
    assert way != "button" or replies[-1] is Barred.SLOWLY
    assert 0 < len(table.posts_with(GameWaits)) <= AT_ONCE
    assert posts(table) - before <= 3 * AT_ONCE, "some of them say that he has no seat"
    table.store.now += Timing().coming
    await back()
    assert isinstance(table.table.game, Announcing)


async def test_the_group_hears_once_of_whole_table_pauses_and_the_card_shows_them_all() -> None:
    """The host, or an anonymous admin, who stops the table and goes on with it, again and again; and later he is heard anew."""
    for by in (ANNA, None):
        table = await played()
        before = posts(table)
        for _ in range(TIMES):
            await table.say(Word.PAUSE, by, "tisch")
            assert table.table.paused
            await table.tap(ANNA, Action.WAKE)
        assert posts(table) - before == 1
        table.store.now += Timing().coming
        await table.say(Word.PAUSE, by, "tisch")
        assert posts(table) - before == 2


async def test_who_is_set_aside_by_time_is_told_of_each_time() -> None:
    """That was not his own doing."""
    table = await played()
    await hasty(table, BERT)
    await table.say_and_lift(ANNA, CLARA)
    for _ in range(2):
        await table.tap(ANNA, Action.ANNOUNCE, "66")
        await table.pass_time(Due.TURN)
    assert WentAway(BERT.id, by_timeout=True) in table.told


async def test_the_table_forgets_who_came_and_went() -> None:
    """With the next game, or when somebody else comes."""
    table = await played()
    await leaves(table)
    assert [known.player for known in table.table.comings] == [DIETER.id]
    table.store.now += Timing().coming
    await table.say(Word.PAUSE, CLARA)
    assert [known.player for known in table.table.comings] == [CLARA.id]
    await table.say(Word.END, ANNA)
    await table.say(Word.NEW, ANNA)
    assert table.table.comings == ()
