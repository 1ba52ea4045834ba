"""Long polling: one poller, order where order matters, and nothing confirmed before it is stored."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest
from telegram import Update

from tests.bot.fakes import MemoryEars, ScriptedTelegram, scripted_bot
from tests.bot.updates import ANNA, BEN, GROUP, SMALL_GROUP, Json, command, press, talk
from tgbot.bot.administration import Administration
from tgbot.bot.gateway import Gateway
from tgbot.bot.hearing import Hearing
from tgbot.bot.inbox import NotNow
from tgbot.bot.meter import Unmetered
from tgbot.bot.patience import Patience
from tgbot.bot.polling import Keeping, Poller, PollingImpossible, queues
from tgbot.bot.replies import Answer


class PolledTelegram(ScriptedTelegram):
    """A Telegram that hands out updates as the offset asks for them."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Json] = []
        self.offsets: list[int] = []

    def _carry_out(self, name: str, params: dict[str, Any]) -> object:
        if name != "getUpdates":
            return super()._carry_out(name, params)
        self.offsets.append(params.get("offset", 0))
        return [update for update in self.waiting if update["update_id"] >= self.offsets[-1]]


@dataclass
class SlowInbox:
    """Takes a moment over an update; refuses some, so many times."""

    taken: list[int] = field(default_factory=list)
    refused: dict[int, int] = field(default_factory=dict)
    busy: set[str] = field(default_factory=set)
    at_once: int = 0

    async def take_raw(self, raw: Json) -> Answer | None:
        """Handle an update."""
        update = Update.de_json(raw, None)
        pressed = update.callback_query
        queue = str(update.effective_chat if pressed is None else pressed.from_user.id)
        assert queue not in self.busy, "two updates of one queue at once"
        self.busy.add(queue)
        self.at_once = max(self.at_once, len(self.busy))
        await asyncio.sleep(0.005)
        self.busy.discard(queue)
        if self.refused.get(update.update_id, 0) > 0:
            self.refused[update.update_id] -= 1
            raise NotNow
        self.taken.append(update.update_id)
        return None if pressed is None else Answer(pressed.id, "ja")


@dataclass
class OwnRoles:
    """A role this worker has, or (`others`) has not for the first tries."""

    others: int = 0
    claims: int = 0
    resigned: bool = False

    async def claim(self, role: str, seconds: float) -> bool:
        """Take the role."""
        assert (role, seconds <= 15) == ("poller", True)
        self.claims += 1
        return self.claims > self.others

    async def resign(self, role: str) -> None:
        """Give it back."""
        self.resigned = role == "poller"


@dataclass
class Home:
    """A poller at home."""

    telegram: PolledTelegram = field(default_factory=PolledTelegram)
    inbox: SlowInbox = field(default_factory=SlowInbox)
    roles: OwnRoles = field(default_factory=OwnRoles)
    ears: MemoryEars = field(default_factory=MemoryEars)

    def __post_init__(self) -> None:
        bot = scripted_bot(self.telegram)
        self.hearing = Hearing(Administration(bot, Unmetered()), self.ears, delivered=False)
        self.poller = Poller(
            Administration(bot, Unmetered()),
            self.inbox,  # type: ignore[arg-type]
            Gateway(bot, Unmetered()),
            self.roles,
            self.hearing,
            wait=0,
            keeping=Keeping(renew=0.01, again=0.01),
        )

    async def poll_until(self, offset: int) -> None:
        """Poll until Telegram is asked for what comes after."""
        task = asyncio.create_task(self.poller.run())
        async with asyncio.timeout(5):
            while offset not in self.telegram.offsets and not task.done():  # noqa: ASYNC110 -- nothing rings a bell
                await asyncio.sleep(0.002)
        self.poller.stop()
        await asyncio.wait_for(task, 5)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Home:
    """A poller that loses its patience at once."""
    monkeypatch.setattr(Patience, "lose", lambda _: 0.01)
    monkeypatch.setattr("tgbot.bot.polling._AFTER_OTHERS", 0.01)
    return Home()


def numbered(*raws: Json) -> list[Json]:
    """Give updates their numbers, from 1 on."""
    return [{**raw, "update_id": number} for number, raw in enumerate(raws, start=1)]


async def test_updates_of_one_chat_or_presser_keep_their_order_and_others_do_not_wait(home: Home) -> None:
    """As Telegram's webhooks deliver them."""
    home.telegram.waiting = numbered(
        command("/neu", chat=GROUP),
        command("/neu", chat=SMALL_GROUP),
        command("/tisch", chat=GROUP),
        press("a", ANNA),
        press("b", BEN),
        press("c", ANNA),
    )

    await home.poll_until(7)

    assert {1, 2, 3, 4, 5, 6} == set(home.inbox.taken)
    assert home.inbox.taken.index(1) < home.inbox.taken.index(3)
    assert home.inbox.taken.index(4) < home.inbox.taken.index(6)
    assert 4 == home.inbox.at_once


async def test_the_offset_does_not_pass_what_is_not_stored(home: Home) -> None:
    """What failed comes again; what followed it comes again too, and is known by its number."""
    home.telegram.waiting = numbered(command("/neu"), command("/tisch"), command("/neu", chat=SMALL_GROUP))
    home.inbox.refused = {2: 2}

    await home.poll_until(4)

    assert 2 not in home.telegram.offsets[:1]
    assert [0, 2, 2, 4] == home.telegram.offsets[:4]
    assert 1 == home.inbox.taken.count(2)


async def test_answers_become_calls_and_hold_up_nobody(home: Home) -> None:
    """Each press is answered once."""
    home.telegram.waiting = numbered(press("a", ANNA), press("b", BEN))

    await home.poll_until(3)

    assert 2 == len(home.telegram.made("answerCallbackQuery"))


async def test_only_one_worker_polls(home: Home) -> None:
    """The others wait for their turn, and give it back when they go."""
    home.roles.others = 3
    home.telegram.waiting = numbered(talk("hallo"))

    await home.poll_until(2)

    assert home.roles.claims > 3
    assert home.roles.resigned


async def test_a_poll_ends_when_the_role_is_lost_in_the_middle(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that was frozen finds another one polling: it lets go of its poll, and asks again for the role."""
    polls: list[str] = []

    async def endless(*_: object, **__: object) -> tuple[Json, ...]:
        polls.append("begun")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            polls.append("let go")
            raise
        return ()

    async def claim(role: str, seconds: float) -> bool:
        """Have it, keep it once, and lose it."""
        home.roles.claims += 1
        return home.roles.claims <= 2

    monkeypatch.setattr(Administration, "updates", endless)
    monkeypatch.setattr(home.roles, "claim", claim)
    running = asyncio.create_task(home.poller.run())
    async with asyncio.timeout(5):
        while home.roles.claims < 5:  # noqa: ASYNC110 -- nothing rings a bell
            await asyncio.sleep(0.002)
    seen = list(polls)
    home.poller.stop()
    await asyncio.wait_for(running, 5)

    assert seen == ["begun", "let go"]


async def test_the_role_is_kept_over_a_long_poll(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is claimed again and again while Telegram has nothing to tell."""

    async def endless(*_: object, **__: object) -> tuple[Json, ...]:
        await asyncio.Event().wait()
        return ()

    monkeypatch.setattr(Administration, "updates", endless)
    running = asyncio.create_task(home.poller.run())
    async with asyncio.timeout(5):
        while home.roles.claims < 5:  # noqa: ASYNC110 -- nothing rings a bell
            await asyncio.sleep(0.002)
    home.poller.stop()
    await asyncio.wait_for(running, 5)

    assert Keeping().renew * 3 <= Keeping().lapse


async def test_a_webhook_ends_polling_with_the_remedy(home: Home) -> None:
    """F81: nothing deletes it by itself."""
    words = (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
    )
    home.telegram.refuse("getUpdates", 409, words)

    with pytest.raises(PollingImpossible, match="PUBLIC_URL"):
        await home.poller.run()
    assert not home.telegram.made("deleteWebhook")


async def test_a_refused_token_lets_nothing_more_be_done(home: Home) -> None:
    """It is told, and asked again later: Telegram may come to know it again."""
    home.telegram.refuse("getUpdates", 401, "Unauthorized")

    doubted = asyncio.Event()
    home.poller.doubt = doubted.set

    polling = asyncio.create_task(home.poller.run())
    await doubted.wait()
    home.poller.stop()
    await polling


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"),
        (502, ""),
        (500, "Internal Server Error: restart"),
    ],
)
async def test_other_troubles_are_sat_out(home: Home, status: int, words: str) -> None:
    """The next poll may work."""
    home.telegram.refuse("getUpdates", status, words, times=2)
    home.telegram.waiting = numbered(talk("hallo"))

    await home.poll_until(2)

    assert [1] == home.inbox.taken


async def test_a_stop_during_a_poll_does_not_wait_for_it(home: Home) -> None:
    """What Telegram would have told comes again at the next start."""

    async def forever(*_: object, **__: object) -> object:
        await asyncio.sleep(60)
        raise AssertionError

    home.telegram.do_request = forever  # type: ignore[method-assign, assignment]
    task = asyncio.create_task(home.poller.run())
    await asyncio.sleep(0.02)
    home.poller.stop()

    await asyncio.wait_for(task, 1)


def test_an_update_of_nobody_has_a_queue_too() -> None:
    """Kinds of tomorrow carry neither chat nor user."""
    assert 1 == len(queues([{"update_id": 1}, {"update_id": 2}]))


async def test_an_update_nobody_can_read_hides_no_other(home: Home) -> None:
    """It is fetched with the others, dropped by the inbox, and confirmed with them."""
    raws: list[Json] = []

    async def take_raw(raw: Json) -> Answer | None:
        raws.append(raw)
        return None

    home.inbox.take_raw = take_raw  # type: ignore[method-assign]
    home.telegram.waiting = [{"update_id": 1, "message": {"date": "never"}}, {**command("/neu"), "update_id": 2}]

    await home.poll_until(3)

    assert [1, 2] == [raw["update_id"] for raw in raws]


async def test_polls_that_nobody_holds_open_do_not_follow_each_other_at_once(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Telegram holds a poll open while nothing happens; a proxy on the way may not. What is there is fetched at once."""
    rests: list[float] = []

    async def note(poller: Poller, seconds: float) -> None:
        rests.append(seconds)
        home.telegram.waiting = numbered(talk("hallo")) if len(rests) == 1 else []
        if len(rests) == 3:
            poller.stop()

    monkeypatch.setattr(Poller, "_rest", note)
    home.poller.wait = 25
    async with asyncio.timeout(5):
        await home.poller.run()

    assert (rests[0] > 0, rests[1], rests[2] > 0) == (True, 0, True)
