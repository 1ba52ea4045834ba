"""From an update to its answer: stored first, answered exactly once, never handled by halves."""

import asyncio
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from structlog.testing import capture_logs

from tests.bot.fakes import GROUP, CountedFailures, OneReplyService, ScriptedTelegram, scripted_bot
from tests.bot.updates import (
    ANNA,
    CHANNEL,
    NUMBER,
    OTHER_BOT,
    QUERY,
    Json,
    change,
    command,
    member,
    press,
    talk,
)
from tgbot.bot.administration import Administration
from tgbot.bot.departures import Departures
from tgbot.bot.gateway import Gateway
from tgbot.bot.inbox import TRIES, Inbox, NotNow, NoUpdate
from tgbot.bot.introduction import Introduction
from tgbot.bot.meter import Unmetered
from tgbot.bot.replies import Answer, answer_to
from tgbot.game.refusals import Refusal
from tgbot.game.roll import Roll
from tgbot.phrases.press import encode
from tgbot.table.identity import Language, TableId
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.replies import Barred, Note, Nothing, Reply, RollShown, Told
from tgbot.table.ports.tables import NewerFormat, StoreUnavailable
from tgbot.table.service import Contended

DATA = encode(Tap(TableId(GROUP), 3, 17, Action.PEEK))
EVERY_REPLY: list[Reply] = [
    *(Told(barred, Language.DE) for barred in Barred),
    *(Told(note, Language.DE) for note in Note),
    *(Told(refusal, Language.DE) for refusal in Refusal),
    RollShown(Roll((6, 4)), None, Language.DE),
    RollShown(Roll((6, 4)), Roll((5, 3)), Language.DE),
]


@dataclass
class Door:
    """An inbox with everything it needs."""

    service: OneReplyService
    failures: CountedFailures
    telegram: ScriptedTelegram
    inbox: Inbox

    async def take(self, raw: object) -> Answer | None:
        """Handle an update."""
        return await self.inbox.take_raw(raw)


@pytest.fixture
async def door() -> Door:
    """A bot that knows its name."""
    telegram = ScriptedTelegram()
    bot = scripted_bot(telegram)
    introduction = Introduction(Administration(bot, Unmetered()))
    await introduction.introduce()
    service, failures = OneReplyService(), CountedFailures()
    departures = Departures(Gateway(bot, Unmetered()))
    telegram.calls.clear()
    return Door(service, failures, telegram, Inbox(service, introduction, departures, failures, Unmetered()))


@pytest.mark.parametrize("reply", EVERY_REPLY, ids=str)
async def test_whatever_the_table_replies_becomes_one_answer(door: Door, reply: Reply) -> None:
    """Every reply there is has a text within Telegram's limit, and it goes to the query that was pressed."""
    door.service.reply = reply

    answer = await door.take(press(DATA))

    assert answer is not None
    assert QUERY == answer.query
    assert 0 < len(answer.text) <= (200 if answer.alert else 120)
    assert not door.telegram.calls, "the answer goes out with the response; nothing waits for Telegram"


async def test_a_press_that_waits_for_telegram_gets_no_answer_yet(door: Door) -> None:
    """The courier answers it."""
    door.service.reply = Nothing()

    assert await door.take(press(DATA)) is None


@pytest.mark.parametrize("raw", [press("nonsense"), press(None), press(DATA, OTHER_BOT)])
async def test_a_press_that_is_none_of_ours_is_answered_without_touching_state(door: Door, raw: Json) -> None:
    """The service never hears of it."""
    answer = await door.take(raw)

    assert answer is not None
    assert QUERY == answer.query
    assert not door.service.intents


async def test_a_press_that_cannot_even_be_read_is_answered(door: Door) -> None:
    """Its message holds something newer than the library."""
    raw = press(DATA)
    raw["callback_query"]["from"] = {"first_name": "no id"}

    answer = await door.take(raw)

    assert answer == Answer(QUERY, answer.text if answer else "", alert=True)
    assert not door.service.intents


@pytest.mark.parametrize(
    ("code", "language"),
    [("en-US", Language.EN), ("de", Language.DE), (7, Language.DE), (["en"], Language.DE), (None, Language.DE)],
)
@pytest.mark.parametrize("readable", [True, False])
async def test_a_press_that_cannot_be_read_is_answered_in_its_presser_s_language(
    door: Door, code: object, language: Language, *, readable: bool
) -> None:
    """As far as anybody can tell which that is."""
    sender = {**ANNA, "language_code": code} if readable else {"id": "x", "language_code": code}
    answer = await door.take(press(DATA, sender, **({"id": QUERY, "message": 7} if readable else {})))

    assert answer == answer_to(QUERY, Told(Barred.FAILED, language))


@pytest.mark.parametrize("kind", ["managed_bot", "guest_message", "poll", "kind_of_tomorrow"])
async def test_kinds_nobody_asked_for_are_not_even_read(door: Door, kind: str) -> None:
    """F72: whatever is in them."""
    assert await door.take({"update_id": NUMBER, kind: {}}) is None


@pytest.mark.parametrize("raw", [{}, [], "x", 7, None, {"update_id": "7"}, {"message": {}}])
async def test_what_is_no_update_is_told_apart(door: Door, raw: object) -> None:
    """F71: somebody else's JSON."""
    with pytest.raises(NoUpdate):
        await door.take(raw)


@pytest.mark.parametrize("error", [StoreUnavailable(), NewerFormat(), Contended()])
async def test_a_store_that_is_away_has_the_update_come_again(door: Door, error: Exception) -> None:
    """It is nobody's fault, so it is not counted as a failure either."""
    door.service.reply = error

    with pytest.raises(NotNow):
        await door.take(press(DATA))
    assert not door.failures.counts


async def test_an_update_that_keeps_failing_comes_again_a_few_times_and_is_then_put_aside(door: Door) -> None:
    """One poisonous update must not hold back its chat for a day."""
    door.service.reply = ValueError("Anna hat 64")
    raw = press(DATA)

    for _ in range(TRIES - 1):
        with pytest.raises(NotNow):
            await door.take(raw)
    answer = await door.take(raw)

    assert answer is not None
    assert answer.alert


async def test_the_failures_of_one_update_say_nothing_about_another(door: Door) -> None:
    """They are counted by its number."""
    door.service.reply = ValueError()
    with pytest.raises(NotNow):
        await door.take(command("/neu"))
    door.service.reply = Nothing()

    assert await door.take({**command("/neu"), "update_id": NUMBER + 1}) is None
    assert {NUMBER: 1} == door.failures.counts


async def test_what_fails_is_logged_without_names_texts_or_dice(door: Door) -> None:
    """F76: an exception's text may hold anything."""
    door.service.reply = ValueError("Anna hat 64")

    with capture_logs() as logs, pytest.raises(NotNow):
        await door.take(press(DATA))

    assert "update_failed" == logs[0]["event"]
    assert "ValueError" == logs[0]["error"]
    assert "Anna" not in str(logs)
    assert {"event", "log_level", "kind", "count", "error", "at"} == set(logs[0])


async def test_a_failure_while_the_store_is_away_comes_again(door: Door) -> None:
    """Nothing can be counted then."""
    door.service.reply, door.failures.away = ValueError(), True

    with pytest.raises(NotNow):
        await door.take(command("/neu"))


async def test_before_telegram_has_told_our_name_updates_come_again(door: Door) -> None:
    """Whose command it is cannot be told without it."""
    inbox = Inbox(
        door.service,
        Introduction(Administration(scripted_bot(door.telegram), Unmetered())),
        door.inbox.departures,
        door.failures,
        Unmetered(),
    )

    with pytest.raises(NotNow):
        await inbox.take_raw(command("/neu"))
    assert not door.service.intents


async def test_a_channel_is_left_with_a_sentence(door: Door) -> None:
    """In the background: handling an update never waits for Telegram."""
    assert await door.take(change(member("left"), member("administrator"), CHANNEL)) is None
    assert not door.telegram.calls

    await door.inbox.departures.tasks.finish(5)

    assert ["sendMessage", "leaveChat"] == [method for method, _ in door.telegram.calls]
    assert {CHANNEL["id"]} == {params["chat_id"] for _, params in door.telegram.calls}
    assert not door.service.intents


async def test_chatter_costs_nothing(door: Door) -> None:
    """F90: an admin bot hears everything and says nothing."""
    for _ in range(200):
        assert await door.take(talk("Prost!", chat={"id": GROUP, "type": "supergroup", "title": "x"})) is None

    assert not door.service.intents
    assert not door.telegram.calls


@pytest.mark.parametrize(("hours", "heard"), [(0, 1), (0.15, 1), (0.2, 0), (24, 0), (26, 1), (9_000, 1), (-2, 1)])
async def test_an_old_command_is_no_wish_any_more_but_a_wrong_clock_silences_nobody(
    door: Door, hours: float, heard: int
) -> None:
    """Telegram keeps a message for a day: what seems older, or yet to come, is as good as new."""
    said = command("/neu", date=int(time.time() - hours * 3600))
    assert await door.take(said) is None
    assert len(door.service.intents) == heard


async def test_a_host_whose_clock_is_fast_is_told_once_why_nobody_is_obeyed(door: Door) -> None:
    """With the age it sees and the remedy, and not for each command of a night."""
    at = datetime(2026, 11, 30, 22, tzinfo=UTC)
    clock = [at]
    door.inbox = replace(door.inbox, clock=lambda: clock[0])
    with capture_logs() as logs:
        for minutes in (0, 1, 9, 11):
            clock[0] = at + timedelta(minutes=minutes)
            said = clock[0] - timedelta(minutes=14)
            await door.take(command("/neu", date=int(said.timestamp())))
        await door.take(command("/neu", date=int(clock[0].timestamp())))

    told = [entry for entry in logs if entry["event"] == "old_command_dropped"]
    assert [entry["age_seconds"] for entry in told] == [840, 840]
    assert "clock is fast" in told[0]["remedy"]
    assert len(door.service.intents) == 1


@pytest.mark.parametrize("text", ["*", "<b>", '{"method":"sendMessage"}'])
async def test_a_response_never_says_what_an_update_dictated(door: Door, text: str) -> None:
    """F128: of the update only the query's id comes back."""
    door.service.reply = Told(Refusal.NOT_YOUR_TURN, Language.DE)
    raw = press(DATA, {**ANNA, "first_name": text})
    raw["callback_query"]["message"]["text"] = text

    answer = await door.take(raw)

    assert answer is not None
    assert {"method", "callback_query_id", "text", "show_alert"} == set(answer.as_method())
    assert ("answerCallbackQuery", QUERY) == (answer.as_method()["method"], answer.as_method()["callback_query_id"])
    assert text not in answer.text


def test_an_empty_answer_only_ends_the_waiting() -> None:
    """No empty toast."""
    assert {"method": "answerCallbackQuery", "callback_query_id": QUERY} == Answer(QUERY).as_method()


async def test_starting_does_not_wait_for_telegram() -> None:
    """Our name is asked for until it is told."""
    telegram = ScriptedTelegram()
    telegram.refuse("getMe", 502, "", times=3)
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    introduction = Introduction(Administration(scripted_bot(telegram), Unmetered()), sleep)
    known = asyncio.ensure_future(introduction.known())

    me = await introduction.introduce()

    assert (me, me) == (await known, introduction.me)
    assert [1.0, 2.0, 4.0] == waits
