"""Whether what people press reaches us: heard of late, or asked of Telegram, which has the last word."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.bot.fakes import MemoryEars, ScriptedTelegram, scripted_bot
from tgbot.bot.administration import Administration
from tgbot.bot.hearing import FRESH, PROVES, Hearing
from tgbot.bot.meter import Unmetered

AT = datetime(2026, 11, 30, 23, 40, tzinfo=UTC)
WAITING = {
    "pending_update_count": 2,
    "last_error_date": int(AT.timestamp()) - 60,
    "last_error_message": "Connection refused",
}


class Delivering(ScriptedTelegram):
    """A Telegram that says how delivery goes."""

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, Any] = {}
        self.asked = 0

    def _carry_out(self, name: str, params: dict[str, Any]) -> object:
        if name != "getWebhookInfo":
            return super()._carry_out(name, params)
        self.asked += 1
        return {
            "url": "https://bot.example.org",
            "has_custom_certificate": False,
            "pending_update_count": 0,
            **self.told,
        }


@dataclass
class Post:
    """A worker that updates are delivered to, or (`delivered` false) polled for, and a clock of its own."""

    delivered: bool = True
    telegram: Delivering = field(default_factory=Delivering)
    ears: MemoryEars = field(default_factory=MemoryEars)
    seconds: float = 1_000.0
    hearing: Hearing = field(init=False)

    def __post_init__(self) -> None:
        self.hearing = self.worker()

    def worker(self) -> Hearing:
        """Start one more worker."""
        administration = Administration(scripted_bot(self.telegram), Unmetered())
        return Hearing(administration, self.ears, self.delivered, clock=lambda: self.seconds, now=lambda: AT)


async def test_who_has_just_been_heard_is_not_asked_about() -> None:
    """Turns that end at once cost one question, and none where somebody was heard at that moment."""
    post = Post()
    await post.hearing.heard()
    post.seconds += PROVES
    assert await post.hearing.proven()
    assert post.telegram.asked == 0
    post.seconds += 1
    for _ in range(5):
        assert await post.hearing.proven()
    assert post.telegram.asked == 1


async def test_an_outage_that_has_only_just_begun_is_noticed() -> None:
    """Somebody was heard five seconds ago, and whoever pressed since waits at Telegram."""
    post = Post()
    assert await post.hearing.proven()
    await post.hearing.heard()
    post.seconds += 5
    post.telegram.told = WAITING
    assert not await post.hearing.proven()


async def test_what_waits_at_telegram_after_an_error_tells_that_it_cannot_reach_us() -> None:
    """All workers know it, and Telegram is asked again until it is over; an update that comes ends it too."""
    post = Post()
    post.telegram.told = WAITING
    other = post.worker()

    assert not await post.hearing.proven()
    assert await other.lost()
    assert post.ears.shut_for is not None
    post.seconds += FRESH + 1
    assert await post.hearing.lost()
    post.telegram.told = {}
    post.seconds += FRESH + 1
    await post.hearing.lost()
    assert not await other.lost()

    post.telegram.told = WAITING
    post.seconds += FRESH + 1
    assert not await post.hearing.proven()
    assert await other.lost()
    await other.heard()
    assert not await post.hearing.lost()


async def test_one_update_that_never_gets_through_stops_no_game_for_ever() -> None:
    """After ten minutes of it time goes on, also from one deadline to the next; a new outage later counts again."""
    post = Post()
    post.telegram.told = WAITING
    for _ in range(60):
        assert not await post.hearing.proven()
        assert await post.hearing.lost()
        post.seconds += 10.1
    await post.hearing.lost()
    for _ in range(3):
        assert not await post.hearing.lost()
        assert await post.hearing.proven()
        post.seconds += 120
    post.seconds += 1_000
    assert not await post.hearing.proven()


@pytest.mark.parametrize(
    "told",
    [
        {"pending_update_count": 2},
        {**WAITING, "pending_update_count": 0},
        {**WAITING, "last_error_date": int(AT.timestamp()) - 3_600},
    ],
    ids=["no error ever", "nothing waits", "the error is old"],
)
async def test_what_is_on_its_way_and_what_was_once_wrong_is_no_reason(told: dict[str, Any]) -> None:
    """Telegram keeps its last error for ever, and at most moments something is being delivered."""
    post = Post()
    post.telegram.told = told
    assert await post.hearing.proven()


@pytest.mark.parametrize("delivered", [True, False])
@pytest.mark.parametrize(("status", "reached"), [(502, False), (429, True), (400, True)])
async def test_a_telegram_that_does_not_answer_delivers_nothing_either(
    delivered: bool, status: int, reached: bool
) -> None:
    """One that refuses the question is there, and unknown is not no."""
    post = Post(delivered)
    post.telegram.refuse("getWebhookInfo", status, "so", parameters={"retry_after": 9} if status == 429 else {})
    assert await post.hearing.proven() is reached
    assert await post.hearing.lost() is not reached


async def test_one_poll_may_fail_and_two_are_no_accident() -> None:
    """Some networks cut every long poll off: the next brings what there is, and until then nobody's time is up."""
    post = Post(delivered=False)
    await post.hearing.heard()
    await post.hearing.deaf()
    assert post.hearing.doubted.is_set()
    assert not await post.hearing.proven()
    assert not await post.hearing.lost()
    await post.hearing.heard()
    assert await post.hearing.proven()
    for _ in range(2):
        await post.hearing.deaf()
    assert await post.hearing.lost()
    await post.hearing.heard()
    assert not await post.hearing.lost()


async def test_a_question_that_fails_has_the_poller_fetch_at_once() -> None:
    """The poll under way may never come back; and only a poll tells that what was pressed is in."""
    post = Post(delivered=False)
    poller = post.worker()
    post.telegram.refuse("getWebhookInfo", 502, "Bad Gateway")
    assert not await post.hearing.proven()
    assert await poller.lost()
    assert poller.doubted.is_set()
    post.seconds += FRESH + 1
    assert not await post.hearing.proven()
    await poller.heard()
    assert not await post.hearing.lost()
    assert await post.hearing.proven()


async def test_what_nobody_has_fetched_holds_deadlines_up_until_another_worker_polls() -> None:
    """The worker that polls may have died: what was pressed since is at Telegram. A busy bot always has something there."""
    post = Post(delivered=False)
    assert await post.hearing.proven()
    post.seconds += 2
    post.telegram.told = {"pending_update_count": 1}
    assert not await post.hearing.proven()
    assert not await post.hearing.lost()
    await post.hearing.heard()
    assert await post.hearing.proven()

    for seconds, proven in ((FRESH + 1, False), (5, False), (5, False), (6, True), (5, True), (FRESH + 1, False)):
        post.seconds += seconds
        assert await post.hearing.proven() is proven
    post.telegram.told = {}
    post.seconds += 2
    assert await post.hearing.proven()


async def test_another_poller_is_taken_to_run_for_a_minute() -> None:
    """It and we hear by turns, so one poll of ours that comes back proves nothing."""
    post = Post(delivered=False)
    await post.hearing.deaf(contested=True)
    post.seconds += 5
    await post.hearing.heard()
    assert post.hearing.contested
    assert await post.hearing.lost()
    post.seconds += 60
    await post.hearing.heard()
    assert not post.hearing.contested
    assert not await post.hearing.lost()
