"""What is arranged with Telegram at a start: once, by one worker, and never taken back."""

import asyncio
from dataclasses import dataclass, field

import pytest
from structlog.testing import capture_logs

from tests.bot.fakes import ScriptedTelegram, scripted_bot
from tgbot.bot.administration import Administration
from tgbot.bot.introduction import Introduction
from tgbot.bot.menus import Menus
from tgbot.bot.meter import Unmetered
from tgbot.bot.startup import Startup
from tgbot.bot.webhook import Webhook
from tgbot.table.ports.tables import StoreUnavailable

URL = "https://bot.example.org/telegram"
SECRET = "s3cret-s3cret-s3cret"


@dataclass
class Board:
    """Notes and roles all workers share."""

    notes: dict[str, str] = field(default_factory=dict)
    holders: dict[str, int] = field(default_factory=dict)
    away: int = 0

    async def read(self, name: str) -> str | None:
        """Read a note."""
        if self.away:
            self.away -= 1
            raise StoreUnavailable
        return self.notes.get(name)

    async def write(self, name: str, text: str) -> None:
        """Write a note."""
        self.notes[name] = text


@dataclass
class Badge:
    """One worker's claim to roles."""

    board: Board
    worker: int

    async def claim(self, role: str, seconds: float) -> bool:
        """Take a role."""
        assert seconds > 0
        return self.board.holders.setdefault(role, self.worker) == self.worker

    async def resign(self, role: str) -> None:
        """Give it back."""
        if self.board.holders.get(role) == self.worker:
            del self.board.holders[role]


class HookedTelegram(ScriptedTelegram):
    """A Telegram that remembers its webhook."""

    url = ""

    def _carry_out(self, name: str, params: dict[str, object]) -> object:
        if name == "setWebhook":
            self.url = str(params["url"])
        if name == "getWebhookInfo":
            return {"url": self.url, "has_custom_certificate": False, "pending_update_count": 0}
        return super()._carry_out(name, params)


@dataclass
class Office:
    """Telegram and the shared board."""

    telegram: HookedTelegram = field(default_factory=HookedTelegram)
    board: Board = field(default_factory=Board)
    slept: list[float] = field(default_factory=list)

    @property
    def administration(self) -> Administration:
        """Calls about the bot."""
        return Administration(scripted_bot(self.telegram), Unmetered())

    async def sleep(self, seconds: float) -> None:
        """Take no time over waiting."""
        self.slept.append(seconds)
        await asyncio.sleep(0)

    def webhook(self, worker: int = 1, url: str = URL, secret: str = SECRET) -> Webhook:
        """One worker's registration."""
        return Webhook(self.administration, self.board, Badge(self.board, worker), url, secret, self.sleep)

    def menus(self) -> Menus:
        """The command menus."""
        return Menus(self.administration, self.board, self.sleep)


@pytest.fixture
def office() -> Office:
    """Nothing is registered yet."""
    return Office()


async def test_the_webhook_is_registered_with_everything_it_needs(office: Office) -> None:
    """And waiting updates are never dropped (F78)."""
    await office.webhook().register()

    [(_, params)] = office.telegram.made("setWebhook")
    assert (URL, SECRET, 40) == (params["url"], params["secret_token"], params["max_connections"])
    assert {"message", "callback_query", "my_chat_member", "chat_member"} == set(params["allowed_updates"])
    assert not params.get("drop_pending_updates")


async def test_a_refused_token_is_told_once(office: Office) -> None:
    """However often it is asked for; afterwards everything is arranged as at a start."""
    introduction = Introduction(office.administration, office.sleep)
    startup = Startup(introduction, office.menus(), office.webhook(), office.sleep)
    keeping = asyncio.create_task(startup.keep())
    await introduction.known()
    office.telegram.refuse("getMe", 401, "Unauthorized", times=3)
    with capture_logs() as logs:
        introduction.doubt()
        introduction.doubt()
        await introduction.refused()
        assert introduction.me is None
        await introduction.known()
    keeping.cancel()

    events = [entry["event"] for entry in logs]
    assert ["token_refused", "introduced"] == [event for event in events if event in {"token_refused", "introduced"}]


async def test_one_call_that_is_refused_is_no_refused_token(office: Office) -> None:
    """A 401 or 404 of a single call stops nobody: Telegram still knows who we are."""
    introduction = Introduction(office.administration, office.sleep)
    keeping = asyncio.create_task(Startup(introduction, office.menus(), None, office.sleep).keep())
    await introduction.known()
    asked = len(office.telegram.made("getMe"))
    introduction.doubt()
    while len(office.telegram.made("getMe")) == asked:  # noqa: ASYNC110 -- a fake tells nobody
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    keeping.cancel()

    assert introduction.me is not None


async def test_of_many_workers_one_registers(office: Office) -> None:
    """F79: the others see that it is done."""
    await asyncio.gather(*(office.webhook(worker).register() for worker in range(10)))
    await office.webhook(11).register()

    assert 1 == len(office.telegram.made("setWebhook"))
    assert not office.board.holders


@pytest.mark.parametrize("change", [{"url": "https://other.example.org/telegram"}, {"secret": "another-secret-16"}])
async def test_what_changed_is_registered_again(office: Office, change: dict[str, str]) -> None:
    """Address or secret."""
    await office.webhook().register()
    await office.webhook(**change).register()  # type: ignore[arg-type]

    assert 2 == len(office.telegram.made("setWebhook"))


async def test_a_webhook_removed_by_hand_is_registered_again(office: Office) -> None:
    """What we noted is not what Telegram knows."""
    await office.webhook().register()
    office.telegram.url = ""
    await office.webhook().register()

    assert 2 == len(office.telegram.made("setWebhook"))


@pytest.mark.parametrize(
    ("status", "words", "parameters", "waits"),
    [
        (429, "Too Many Requests: retry after 1", {"retry_after": 1}, [1.0]),
        (409, "Conflict: terminated by other setWebhook", {}, [1.0]),
        (502, "", {}, [1.0]),
    ],
)
async def test_a_refused_registration_is_tried_again(
    office: Office, status: int, words: str, parameters: dict[str, int], waits: list[float]
) -> None:
    """Whoever else was at it."""
    office.telegram.refuse("setWebhook", status, words, parameters=parameters)

    await office.webhook().register()

    assert waits == office.slept
    assert URL == office.telegram.url


@pytest.mark.parametrize("words", ["Bad Request: bad webhook: HTTPS url must be provided for webhook", "Unauthorized"])
async def test_a_registration_that_can_never_work_is_given_up(office: Office, words: str) -> None:
    """Said in the log; the worker goes on."""
    office.telegram.refuse("setWebhook", 401 if words == "Unauthorized" else 400, words, times=9)

    await office.webhook().register()

    assert 1 == len(office.telegram.made("setWebhook"))
    assert not office.board.notes
    assert not office.board.holders


async def test_no_note_holds_the_secret(office: Office) -> None:
    """Only a digest of what was registered."""
    await office.webhook().register()

    assert SECRET not in str(office.board.notes)


async def test_menus_are_registered_per_scope_and_language_once(office: Office) -> None:
    """German for everybody, German and English for those who speak them; groups and private chats."""
    await office.menus().register()
    await office.menus().register()

    registered = [
        (params["scope"]["type"], params.get("language_code")) for _, params in office.telegram.made("setMyCommands")
    ]
    scopes = ("all_group_chats", "all_private_chats")
    assert {(scope, code) for scope in scopes for code in (None, "de", "en")} == set(registered)
    assert 6 == len(registered)


async def test_a_menu_telegram_is_slow_about_is_waited_for(office: Office) -> None:
    """And one it refuses is left as it is, to be tried at the next start."""
    office.telegram.refuse("setMyCommands", 429, "Too Many Requests", parameters={"retry_after": 3})
    await office.menus().register()
    assert [3.0] == office.slept

    office.board.notes.clear()
    office.telegram.refuse("setMyCommands", 400, "Bad Request: BOT_COMMAND_INVALID")
    await office.menus().register()
    assert not office.board.notes


async def test_a_start_works_while_telegram_and_store_are_away(office: Office) -> None:
    """Everything is arranged in the background, as soon as it can be."""
    office.telegram.refuse("getMe", 502, "", times=2)
    office.board.away = 2
    introduction = Introduction(office.administration, office.sleep)

    await Startup(introduction, office.menus(), office.webhook(), office.sleep).run()

    assert introduction.me is not None
    assert URL == office.telegram.url
    assert {"webhook", "menus"} == set(office.board.notes)


async def test_a_poller_registers_no_webhook(office: Office) -> None:
    """And removes none."""
    await Startup(Introduction(office.administration, office.sleep), office.menus(), None, office.sleep).run()

    assert not office.telegram.made("setWebhook", "deleteWebhook")
