"""Posts reach the group once and in order, whatever goes wrong on the way."""

from dataclasses import replace

import pytest
from structlog.testing import capture_logs
from telegram.error import NetworkError, TelegramError, TimedOut

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, Died, Night
from tgbot.bot.delivery import visit
from tgbot.phrases import posts
from tgbot.table.intents.inward import GroupRefused
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import ChatUpgraded, SpokeInPrivate
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import DeskSilenced
from tgbot.table.ports.outbox import LeaseLost

NEW_GROUP = -1009876543210


async def revealed(night: Night) -> None:
    """Have a cup lifted: one post, then the next turn's card."""
    await night.begin(ANNA, BERT, CLARA)
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.tap(BERT, Action.DOUBT)


@pytest.fixture
def night() -> Night:
    """A table with dice for two rounds; Anna announces the 42 she has."""
    return Night((4, 2, 6, 4, 5, 5, 3, 1))


def sent_posts(night: Night) -> list[str]:
    """Texts sent to the group that tell of the lifted cup."""
    return [params["text"] for _, params in night.telegram.made("sendMessage") if params["text"].startswith("🔍")]


async def test_a_post_is_marked_before_it_is_sent_and_precedes_the_card(night: Night) -> None:
    """First the mark in the store, then the call; and no card tells what its post has not told."""
    await revealed(night)
    night.forget()

    await night.deliver_all()

    group = night.journal.only("attempt", f"sendMessage {GROUP}", "settle", "show card")
    assert [
        "attempt 1000000.p1",
        f"sendMessage {GROUP}",
        "settle 1000000.p1",
        f"sendMessage {GROUP}",
        "show card",
    ] == group[:5]


async def test_posts_go_in_the_order_they_were_committed(night: Night) -> None:
    """Two commits, two posts, first come first."""
    await night.seat(ANNA, BERT, CLARA)
    await night.say(Word.LANGUAGE)
    night.house.now += 60_000
    await night.say(Word.HELP)

    await night.deliver_all()

    assert ["settle 1000000.p1", "settle 1060000.p2"] == night.journal.only("settle")


@pytest.mark.parametrize(("wakings", "told"), [(1, 0), (0, 1), (2, 0)])
async def test_a_pause_that_was_over_before_there_was_room_for_it_is_left_untold(
    night: Night, wakings: int, told: int
) -> None:
    """Else the group reads that the clock stands, and below it the game goes on; a pause that holds is told."""
    await night.begin(ANNA, BERT, CLARA)
    night.budget.waits[GROUP] = 4_000
    for pause in range(max(wakings, 1)):
        await stopped(night)
        if pause < wakings:
            await night.tap(BERT, Action.WAKE)
    night.budget.waits.clear()
    await night.deliver_all()
    assert len(pauses(night)) == told


async def test_of_two_pauses_that_waited_for_room_the_last_is_told(night: Night) -> None:
    """The first one is over, the second one holds."""
    await night.begin(ANNA, BERT, CLARA)
    night.budget.waits[GROUP] = 4_000
    await stopped(night)
    await night.tap(BERT, Action.WAKE)
    await stopped(night)
    night.budget.waits.clear()
    await night.deliver_all()
    assert len(pauses(night)) == 1
    assert night.table.paused


async def stopped(night: Night) -> None:
    """Have Anna stop the whole table long after the last time, while nothing can be sent."""
    night.wait(30)
    await night.say(Word.PAUSE, ANNA, "tisch")
    await night.deliver()


def pauses(night: Night) -> list[str]:
    """List what the group has heard of pauses."""
    texts = [params["text"] for _, params in night.telegram.made("sendMessage", chat=GROUP)]
    return [text for text in texts if "ruft eine Pause aus" in text]


@pytest.mark.parametrize("error", [TimedOut(), NetworkError("ServerDisconnectedError"), TelegramError("cut off")])
@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_post_whose_answer_was_lost_is_never_sent_again_and_the_next_card_tells_it(
    night: Night, error: TelegramError, carried_out: bool
) -> None:
    """Whether it stands in the chat cannot be known; the facts are repeated in one line of the card."""
    await revealed(night)
    night.forget()
    night.telegram.lose("sendMessage", error, carried_out=carried_out, chat=GROUP)

    await night.deliver_all()

    assert 1 == len(sent_posts(night))
    assert ["settle 1000000.p1 lost"] == night.journal.only("settle")
    assert "Zuletzt:" in night.texts(GROUP)[-1]
    assert not night.house.lost, "shown once, the facts are not repeated for ever"


@pytest.mark.parametrize(
    ("refusal", "pause"),
    [
        ({"status": 429, "description": "Too Many Requests: retry after 37", "parameters": {"retry_after": 37}}, 37.0),
        ({"status": 500, "description": "Internal Server Error: restart"}, 1.0),
    ],
)
async def test_a_post_that_was_certainly_not_sent_is_sent_later(
    night: Night, refusal: dict[str, object], pause: float
) -> None:
    """The mark is taken back, so that it is not taken for lost."""
    await revealed(night)
    night.forget()
    night.telegram.refuse("sendMessage", chat=GROUP, **refusal)  # type: ignore[arg-type]

    assert pause == await night.deliver()
    assert ["attempt 1000000.p1", f"sendMessage {GROUP}", "retract 1000000.p1"] == night.journal.only(
        "attempt", f"sendMessage {GROUP}", "retract"
    )
    night.budget.waits.clear()
    await night.deliver_all()

    assert 2 == len(sent_posts(night))
    assert ["settle 1000000.p1"] == night.journal.only("settle")


async def test_no_card_overtakes_a_post_that_waits(night: Night) -> None:
    """While the group is flooded nothing goes there, but the roller gets his private cup."""
    await revealed(night)
    night.forget()
    night.budget.waits[GROUP] = 20_000

    await night.deliver()

    assert not night.telegram.made(chat=GROUP)
    assert night.telegram.made("sendMessage", chat=BERT.id) or night.telegram.made("sendMessage", chat=ANNA.id)


async def test_a_flood_wait_holds_that_chat_for_all_workers(night: Night) -> None:
    """The wait is noted in the shared budget."""
    await revealed(night)
    night.telegram.refuse(
        "sendMessage", 429, "Too Many Requests: retry after 209", parameters={"retry_after": 209}, chat=GROUP
    )

    await night.deliver()

    assert {GROUP: 209.0} == night.budget.held


async def test_growing_flood_waits_cost_one_call_each(night: Night) -> None:
    """No hammering: between two calls the whole wait passes."""
    await revealed(night)
    night.forget()
    for seconds in (5, 30, 209):
        words = f"Too Many Requests: retry after {seconds}"
        night.telegram.refuse("sendMessage", 429, words, parameters={"retry_after": seconds}, chat=GROUP)
        await night.deliver()
        waiting = await night.deliver()
        assert waiting == pytest.approx(seconds)
        night.budget.waits.clear()
    await night.deliver_all()

    assert 4 == len(sent_posts(night))


@pytest.mark.parametrize("moment", ["attempt", "settle"])
async def test_a_worker_that_dies_around_a_send_never_doubles_a_post(night: Night, moment: str) -> None:
    """Killed before the mark: sent once, later. Killed after the call: not again, but told by the card."""
    await revealed(night)
    night.forget()
    night.house.die_before = moment

    with pytest.raises(Died):
        await night.deliver()
    await night.deliver_all()

    assert 1 == len(sent_posts(night))
    assert (moment == "settle") == ("Zuletzt:" in night.texts(GROUP)[-1])


async def test_a_worker_that_dies_during_a_send_never_doubles_a_post(night: Night) -> None:
    """The mark is there and the outcome is not."""
    await revealed(night)
    night.forget()
    night.telegram.die_after = "sendMessage"
    night.house.dirty.clear()  # so that the first message sent is the post

    with pytest.raises(Died):
        await night.deliver()
    await night.deliver_all()

    assert 1 == len(sent_posts(night))
    assert ["settle 1000000.p1 lost"] == night.journal.only("settle")


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (403, "Forbidden: bot was kicked from the supergroup chat"),
        (400, "Bad Request: TOPIC_CLOSED"),
        (400, "Bad Request: not enough rights to send text messages to the chat"),
    ],
)
async def test_a_group_that_takes_nothing_is_left_in_peace(night: Night, status: int, words: str) -> None:
    """F45: the service hears of it once, the host in private; posts wait, and nothing is tried in a loop."""
    await revealed(night)
    night.forget()
    night.telegram.refuse("sendMessage", status, words, chat=GROUP, times=99)

    waits = [await night.deliver() for _ in range(5)]

    assert all(wait is not None and wait >= 600 for wait in waits)
    assert 1 == len(night.telegram.made(chat=GROUP))
    assert 1 == sum(isinstance(intent, GroupRefused) for intent in night.service.intents)
    assert ["1000000.p1"] == [queued.post.id for queued in night.house.posts]
    assert not night.house.posts[0].attempted
    assert [(DeskSilenced("Stammtisch"),)] == [queued.post.items for queued in night.house.elsewhere]


async def test_a_press_in_a_group_that_takes_nothing_has_it_tried_once_when_that_is_due(night: Night) -> None:
    """F45: half a minute after the last try, whichever worker comes by; if that fails too, not again by itself."""
    await revealed(night)
    night.forget()
    night.telegram.refuse("sendMessage", 400, "Bad Request: CHAT_WRITE_FORBIDDEN", chat=GROUP, times=2)
    await night.deliver()
    night.house.now += 8_000
    await night.tap(CLARA, Action.BELIEVE)

    wait = await night.deliver()

    assert wait is not None
    assert 21 <= wait <= 22
    assert 1 == len(night.telegram.made(chat=GROUP))
    night.house.now += 22_000
    wait = await night.deliver()
    assert wait is not None
    assert wait >= 600
    assert 2 == len(night.telegram.made(chat=GROUP))
    await night.tap(CLARA, Action.BELIEVE)
    night.house.now += 30_000
    await night.deliver_all()
    assert 3 == len(sent_posts(night))
    assert [] == night.house.posts


async def test_an_upgraded_group_is_followed_and_its_post_sent_there_once() -> None:
    """The refused send tells the new id; the service moves the table; the post follows."""
    night = Night((4, 2, 6, 4, 5, 5), chat=-4012345678)
    await revealed(night)
    words = "Bad Request: group chat was upgraded to a supergroup chat"
    night.telegram.refuse("sendMessage", 400, words, parameters={"migrate_to_chat_id": NEW_GROUP}, chat=-4012345678)

    await night.deliver_all()

    assert ChatUpgraded(None, -4012345678, NEW_GROUP) in night.service.intents
    assert 1 == len([text for text in night.texts(NEW_GROUP) if text.startswith("🔍")])


async def test_a_deleted_topic_is_replaced_by_the_chat_itself() -> None:
    """F49: once with the thread, then without it for good."""
    night = Night((4, 2, 6, 4, 5, 5), thread=77)
    await revealed(night)
    night.forget()
    night.telegram.refuse("sendMessage", 400, "Bad Request: message thread not found", chat=GROUP)

    await night.deliver_all()

    threads = [params.get("message_thread_id") for _, params in night.telegram.made("sendMessage", chat=GROUP)]
    assert [77, None, None] == threads


async def test_everything_sent_to_a_topic_carries_its_thread() -> None:
    """Posts and cards alike; private chats have none."""
    night = Night((4, 2, 6, 4, 5, 5), thread=77)
    await revealed(night)
    await night.deliver_all()

    threads = {params.get("message_thread_id") for _, params in night.telegram.made("sendMessage", chat=GROUP)}
    private = {params.get("message_thread_id") for _, params in night.telegram.made("sendMessage", chat=BERT.id)}
    assert ({77}, {None}) == (threads, private)


async def test_a_post_telegram_will_never_take_is_told_by_the_card(night: Night) -> None:
    """Our own fault: counted, dropped, and not in the way of what follows."""
    await revealed(night)
    night.forget()
    night.telegram.refuse("sendMessage", 400, "Bad Request: reply markup is too long", chat=GROUP)

    await night.deliver_all()

    assert ["settle 1000000.p1 lost"] == night.journal.only("settle")
    assert "Zuletzt:" in night.texts(GROUP)[-1]


async def test_a_post_nobody_can_word_does_not_silence_the_table(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in one text is logged; the game goes on."""
    await revealed(night)

    def broken(*_: object) -> None:
        raise KeyError("Anna")

    monkeypatch.setattr(posts, "post", broken)
    await night.deliver_all()

    assert not night.house.posts
    assert "fängt" in night.texts(GROUP)[-1] or "du" in night.texts(GROUP)[-1]


async def test_the_desk_of_somebody_who_has_blocked_the_bot_says_nothing() -> None:
    """There is nobody to tell, so the post is done with."""
    night = Night(chat=ANNA.id)
    await night.service.handle(SpokeInPrivate(night.mark(), ANNA, start=True))
    night.telegram.refuse("sendMessage", 403, "Forbidden: bot was blocked by the user")

    assert await night.deliver() is None
    assert not night.house.posts


async def test_a_stopping_worker_sends_nothing_more_and_leaves_the_rest_in_the_store(night: Night) -> None:
    """What is asked to stop stops before its next call."""
    await revealed(night)
    night.forget()
    night.halt.set()

    assert await night.deliver() == 0
    assert not night.telegram.calls
    assert ["1000000.p1"] == [queued.post.id for queued in night.house.posts]


async def test_a_worker_that_lost_its_lease_sends_nothing(night: Night) -> None:
    """Another one is at it."""
    await revealed(night)
    night.forget()
    night.house.fence += 1

    with pytest.raises(LeaseLost):
        await night.deliver()

    assert not night.telegram.calls


async def test_a_post_whose_worker_was_stopped_before_the_call_is_left_to_who_serves_the_table_now(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It certainly was not sent, so it is not taken for lost."""
    await revealed(night)
    night.forget()

    async def holds(_: object) -> bool:
        """Tell that another has taken over while the mark was made."""
        return not night.journal.only("attempt")

    night.house.holds = holds  # type: ignore[method-assign, assignment]
    monkeypatch.setattr(visit, "monotonic", lambda: 1_000.0 + 60 * len(night.journal.only("attempt")))

    with pytest.raises(LeaseLost):
        await night.deliver()

    assert not sent_posts(night)
    assert [("1000000.p1", False)] == [(queued.post.id, queued.attempted) for queued in night.house.posts]


async def test_a_post_that_a_setback_of_the_store_took_away_is_not_sent_and_holds_nobody_up(night: Night) -> None:
    """It was read, and is no longer there when it would be sent: the next one goes at once, and the newest card."""
    await revealed(night)
    night.forget()
    gone = night.house.posts[0]
    night.house.posts.append(replace(gone, post=replace(gone.post, id="p9")))

    async def back(_: object) -> bool:
        """Lose the first post after it was read."""
        night.house.posts = [queued for queued in night.house.posts if queued.post.id != gone.post.id]
        return True

    night.house.holds = back  # type: ignore[method-assign, assignment]

    with capture_logs() as logs:
        assert await night.deliver() is None

    assert [("warning", "post_not_queued")] == [(line["log_level"], line["event"]) for line in logs]
    assert ["attempt p9", "settle p9", "show card"] == night.journal.only("attempt", "settle", "show card")
    assert 1 == len(sent_posts(night))


async def test_a_post_committed_while_others_are_delivered_precedes_the_card(night: Night) -> None:
    """The card is drawn from the newest state, so it waits for the newest post."""
    await revealed(night)
    night.forget()
    first = night.house.posts[0]

    async def meanwhile(_: object) -> bool:
        """Commit another post as soon as the first is out."""
        if not night.house.posts and not night.journal.only("settle 1000000.p9"):
            night.house.posts.append(replace(first, post=replace(first.post, id="p9")))
        return True

    night.house.holds = meanwhile  # type: ignore[method-assign, assignment]
    await night.deliver_all()

    lines = night.journal.only("settle", "show card")
    assert ["settle 1000000.p1", "settle p9", "show card"] == lines[:3]
