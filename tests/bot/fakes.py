"""Stand-ins for the bot's ports: a Telegram that follows a script, a store in memory, a budget, and a night at a table.

All of them write into one journal, so that a test can say what happened before what; and each can "die" at a named
moment, as a killed worker does.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from telegram import LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import TelegramError
from telegram.ext import Defaults, ExtBot
from telegram.request import BaseRequest, RequestData

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, GROUP, ScriptedCup, no_pause
from tgbot.bot.delivery.courier import Courier
from tgbot.bot.delivery.visit import Tools
from tgbot.bot.gateway import Gateway, Telegram
from tgbot.bot.meter import Unmetered
from tgbot.game.roll import Roll
from tgbot.game.seats import PlayerId
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.deadline import Deadline
from tgbot.table.intents.inquiry import Inquiry
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import Commanded, Place, Tapped, UpdateMark
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import Post
from tgbot.table.news.replies import Nothing, Reply
from tgbot.table.news.surfaces import Card, PrivateCup, Surface
from tgbot.table.ports.budget import Grant
from tgbot.table.ports.effects import Effect, Seated
from tgbot.table.ports.outbox import Lease, LeaseLost, NotQueued, Pending, QueuedPost, Shown
from tgbot.table.ports.tables import Change, Loaded, Outcome, StoreUnavailable
from tgbot.table.service import TableService
from tgbot.table.state.own import Statistics, Stored
from tgbot.table.state.table import Table

__all__ = ["ANNA", "BERT", "CLARA", "DIETER", "GROUP"]

TOKEN = "8123456789:AAtestTESTtestTESTtestTESTtestTEST42"
BOT = "maexchen_test_bot"
LEASE = Lease(partition=7, fence=1)


class Died(BaseException):
    """The worker was killed at this moment; not even a finally of ours may hide it."""


@dataclass
class MemoryEars:
    """Ears that nobody forgets."""

    shut_for: float | None = None
    opened: int = 0

    async def shut(self, seconds: float) -> None:
        """Shut them."""
        self.shut_for = seconds

    async def open(self) -> None:
        """Open them."""
        self.shut_for = None
        self.opened += 1

    async def are_shut(self) -> bool:
        """Whether they are shut."""
        return self.shut_for is not None


@dataclass
class Journal:
    """What happened, in order, across all stand-ins."""

    lines: list[str] = field(default_factory=list)

    def note(self, line: str) -> None:
        """Write a line."""
        self.lines.append(line)

    def only(self, *beginnings: str) -> list[str]:
        """Read the lines that begin like this."""
        return [line for line in self.lines if line.startswith(beginnings)]


@dataclass
class Refusal:
    """What the scripted Telegram says instead of doing it; `carried_out`: it did it all the same."""

    status: int = 400
    description: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    error: TelegramError | None = None
    carried_out: bool = False
    chat: int | None = None
    times: int = 1


class ScriptedTelegram(BaseRequest):
    """A Bot API without a network: carries calls out unless told to refuse them, and remembers both."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal = journal or Journal()
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.texts: dict[tuple[int, int], str] = {}
        self.refusals: dict[str, list[Refusal]] = {}
        self.die_after: str | None = None
        self.members: dict[int, str] = {}
        self.hanging: dict[int, asyncio.Event] = {}
        self._ids = 100

    def refuse(self, method: str, status: int, description: str, **how: Any) -> None:
        """Have the next call (or `times` calls) of a method fail with Telegram's own words."""
        self.refusals.setdefault(method, []).append(Refusal(status, description, **how))

    def lose(self, method: str, error: TelegramError, *, carried_out: bool, **how: Any) -> None:
        """Have the connection fail, after or before the call is carried out."""
        self.refusals.setdefault(method, []).append(Refusal(error=error, carried_out=carried_out, **how))

    def hang(self, chat: int) -> asyncio.Event:
        """Have every call about a chat hang until the event is set."""
        return self.hanging.setdefault(chat, asyncio.Event())

    def made(self, *methods: str, chat: int | None = None) -> list[tuple[str, dict[str, Any]]]:
        """The calls carried out or tried, of some methods, to some chat."""
        return [
            (method, params)
            for method, params in self.calls
            if (not methods or method in methods) and (chat is None or params.get("chat_id") == chat)
        ]

    @property
    def read_timeout(self) -> float:
        return 5.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: object, **__: object
    ) -> tuple[int, bytes]:
        name = url.rpartition("/")[2]
        params = dict(request_data.parameters) if request_data else {}
        await asyncio.sleep(0)
        self.calls.append((name, params))
        self.journal.note(f"{name} {params.get('chat_id', '')}".strip())
        if (released := self.hanging.get(int(str(params.get("chat_id", 0))))) is not None:
            await released.wait()
        refusal = self._refusal(name, params)
        result = self._carry_out(name, params) if refusal is None or refusal.carried_out else None
        if self.die_after == name:
            self.die_after = None
            raise Died
        if refusal is None:
            return 200, orjson.dumps({"ok": True, "result": result})
        if refusal.error is not None:
            raise refusal.error
        body = {"ok": False, "error_code": refusal.status, "description": refusal.description}
        if refusal.parameters:
            body["parameters"] = refusal.parameters
        return refusal.status, orjson.dumps(body)

    def _refusal(self, name: str, params: dict[str, Any]) -> Refusal | None:
        for refusal in self.refusals.get(name, []):
            if refusal.times > 0 and refusal.chat in {None, params.get("chat_id")}:
                refusal.times -= 1
                return refusal
        return None

    def _carry_out(self, name: str, params: dict[str, Any]) -> object:
        match name:
            case "sendMessage" | "editMessageText":
                number = params.get("message_id")
                if number is None:
                    self._ids += 1
                    number = self._ids
                chat = int(params["chat_id"])
                self.texts[chat, number] = params["text"]
                kind = "private" if chat > 0 else "supergroup"
                return {"message_id": number, "date": 1, "chat": {"id": chat, "type": kind}, "text": params["text"]}
            case "sendPhoto":
                self._ids += 1
                chat = int(params["chat_id"])
                size = {"file_id": "AgAC-photo", "file_unique_id": "u", "width": 1080, "height": 1350}
                known = {"id": chat, "type": "supergroup"}
                return {"message_id": self._ids, "date": 1, "chat": known, "photo": [size]}
            case "getChatMember":
                user = {"id": params["user_id"], "is_bot": False, "first_name": "x"}
                return {"user": user, **_member(self.members.get(params["user_id"], "member"))}
            case "getMe":
                return {"id": 8123456789, "is_bot": True, "first_name": "Mäxchen", "username": BOT,
                        "can_join_groups": True, "can_read_all_group_messages": False}  # fmt: skip
            case "getWebhookInfo":
                return {"url": "", "has_custom_certificate": False, "pending_update_count": 0}
            case "getUpdates":
                return []
            case _:
                return True


def _member(status: str) -> dict[str, object]:
    match status:
        case "administrator":
            rights = (
                "can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
                "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
                "can_post_stories", "can_edit_stories", "can_delete_stories",
            )  # fmt: skip
            return {"status": status, **dict.fromkeys(rights, False)}
        case "creator":
            return {"status": status, "is_anonymous": False}
        case "restricted" | "restricted out":
            return {"status": "restricted", "is_member": status == "restricted", "until_date": 0,
                    **dict.fromkeys(RESTRICTED, False)}  # fmt: skip
        case "kicked":
            return {"status": status, "until_date": 0}
        case _:
            return {"status": status}


RESTRICTED = (
    "can_change_info", "can_invite_users", "can_pin_messages", "can_send_messages", "can_send_polls",
    "can_send_other_messages", "can_add_web_page_previews", "can_manage_topics", "can_send_audios",
    "can_send_documents", "can_send_photos", "can_send_videos", "can_send_video_notes", "can_send_voice_notes",
    "can_edit_tag", "can_react_to_messages",
)  # fmt: skip


def scripted_bot(telegram: BaseRequest, url: str = "http://scripted") -> Telegram:
    """A bot that talks through this request class."""
    return ExtBot(
        TOKEN,
        base_url=f"{url}/bot",
        request=telegram,
        get_updates_request=telegram,
        defaults=Defaults(parse_mode=ParseMode.HTML, link_preview_options=LinkPreviewOptions(is_disabled=True)),
    )


@dataclass
class MemoryHouse:
    """The store's two sides in memory: `TableStore` with its atomic commit, and `Outbox`, which serves the first table."""

    journal: Journal = field(default_factory=Journal)
    now: int = 1_000_000
    away: bool = False
    fence: int = LEASE.fence
    die_before: str | None = None
    tables: dict[TableId, Table] = field(default_factory=dict)
    marks: set[tuple[TableId, UpdateMark]] = field(default_factory=set)
    homes: dict[int, int] = field(default_factory=dict)
    posts: list[QueuedPost] = field(default_factory=list)
    elsewhere: list[QueuedPost] = field(default_factory=list)
    dirty: dict[Surface, int] = field(default_factory=dict)
    shown: dict[Surface, Shown] = field(default_factory=dict)
    stale: list[Shown] = field(default_factory=list)
    lost: list[Post] = field(default_factory=list)
    inquiries: list[Inquiry] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    deadlines: tuple[Deadline, ...] = ()
    armed: list[Deadline] = field(default_factory=list)
    wait_until: int | None = None
    committed: int = 0
    finished: bool = False
    seats: dict[PlayerId, list[TableId]] = field(default_factory=dict)
    commits: int = 0

    # TableStore

    async def home_of(self, chat: int) -> int:
        return self.homes.get(chat, chat)

    async def adopt(self, old: int, new: int) -> None:
        self.homes[new] = self.homes.get(old, old)

    async def admit(self, table: TableId) -> bool:
        return True

    async def load(self, table: TableId) -> Loaded:
        self._reach()
        return Loaded(self.tables.get(table), self.now)

    async def commit(self, change: Change) -> Outcome:
        self._reach()
        table = change.table.id
        marked = None if change.mark is None else (change.mark.at or table, change.mark)
        if marked in self.marks:
            return Outcome.DUPLICATE
        stored = self.tables.get(table)
        if (stored.version if stored else 0) != change.expected:
            return Outcome.STALE
        if marked is not None:
            self.marks.add(marked)
        self.commits += 1
        self.tables[table] = change.table
        here = self.posts if table == next(iter(self.tables)) else self.elsewhere
        here += [QueuedPost(post) for post in change.posts]
        self.dirty |= dict.fromkeys(change.dirty, self.commits)
        self.inquiries += change.inquiries
        self.effects += change.effects
        self.deadlines = self.deadlines if change.deadlines is None else change.deadlines
        self.finished, self.wait_until, self.committed = False, None, self.now
        return Outcome.DONE

    async def topics_of(self, home: int) -> tuple[TableId, ...]:
        return ()

    async def tables_of(self, player: PlayerId) -> tuple[TableId, ...]:
        return tuple(self.seats.get(player, ()))

    async def card_message(self, table: TableId) -> int | None:
        card = self.shown.get(Card())
        return None if card is None else card.message

    # Outbox

    async def pending(self, table: TableId) -> Pending | None:
        self._reach()
        stored = self.tables.get(table)
        if stored is None:
            return None
        return Pending(
            table=stored,
            now=self.now,
            at=self.committed if self.wait_until is None else self.wait_until,
            posts=tuple(self.posts),
            dirty=dict(self.dirty),
            shown=dict(self.shown),
            stale=tuple(self.stale),
            lost=tuple(self.lost),
            inquiries=tuple(self.inquiries),
            effects=tuple(self.effects),
        )

    async def attempt(self, lease: Lease, table: TableId, post: str) -> None:
        if all(queued.post.id != post for queued in self.posts):
            raise NotQueued
        self._write(lease, f"attempt {post}")
        self.posts = [replace(queued, attempted=True) if queued.post.id == post else queued for queued in self.posts]

    async def retract(self, lease: Lease, table: TableId, post: str) -> None:
        self._reach()
        self.journal.note(f"retract {post}")
        self.posts = [replace(queued, attempted=False) if queued.post.id == post else queued for queued in self.posts]

    async def settle(self, lease: Lease, table: TableId, post: str, *, lost: bool = False) -> None:
        self._write(lease, f"settle {post}{' lost' if lost else ''}")
        if lost:
            self.lost += [queued.post for queued in self.posts if queued.post.id == post]
        self.posts = [queued for queued in self.posts if queued.post.id != post]

    async def show(self, lease: Lease, table: TableId, surface: Surface, shown: Shown | None, mark: int | None) -> None:
        self._write(lease, f"show {_named(surface)}")
        before = self.shown.pop(surface, None)
        if before is not None and before.closing is not None and _message(before) != _message(shown):
            self.stale.append(before)
        if shown is not None:
            self.shown[surface] = shown
            if surface == Card():
                self.lost.clear()
        if mark is not None and self.dirty.get(surface) == mark:
            del self.dirty[surface]

    async def close(self, lease: Lease, table: TableId, shown: Shown) -> None:
        self._write(lease, f"close {shown.message}")
        self.stale = [old for old in self.stale if _message(old) != _message(shown)]

    async def answered(self, lease: Lease, table: TableId, inquiry: Inquiry) -> None:
        self._write(lease, f"answered {inquiry.purpose.value}")
        self.inquiries.remove(inquiry)

    async def apply(self, lease: Lease, table: TableId, effect: Effect) -> None:
        self._write(lease, f"apply {effect.player}")
        if isinstance(effect, Seated):
            tables = self.seats.setdefault(effect.player, [])
            if effect.seated and table not in tables:
                tables.append(table)
        self.effects.remove(effect)

    async def arm(self, lease: Lease, table: TableId, deadlines: tuple[Deadline, ...]) -> None:
        self._write(lease, "arm")
        self.armed += deadlines

    async def later(self, lease: Lease, table: TableId, at: int, *, since: int | None = None) -> None:
        self._write(lease, "later")
        self.wait_until = at

    async def finish(self, lease: Lease, table: TableId) -> None:
        self._write(lease, "finish")
        self.finished = True

    async def holds(self, lease: Lease) -> bool:
        self._reach()
        return lease.fence == self.fence

    def _write(self, lease: Lease, line: str) -> None:
        self._reach()
        if lease.fence != self.fence:
            raise LeaseLost
        if self.die_before is not None and line.startswith(self.die_before):
            self.die_before = None
            raise Died
        self.journal.note(line)

    def _reach(self) -> None:
        if self.away:
            raise StoreUnavailable


def _named(surface: Surface) -> str:
    return f"cup {surface.player}" if isinstance(surface, PrivateCup) else "card"


def _message(shown: Shown | None) -> tuple[int, int] | None:
    return None if shown is None else (shown.chat, shown.message)


@dataclass
class PocketBudget:
    """A budget with plenty in it, unless a test says otherwise: `waits` per chat in milliseconds, `low` for decoration."""

    waits: dict[int, int] = field(default_factory=dict)
    low: bool = False
    held: dict[int, float] = field(default_factory=dict)
    taken: list[tuple[int, bool]] = field(default_factory=list)

    async def take(self, chat: int, *, decoration: bool = False) -> Grant:
        wait = self.waits.get(chat, 0) or (4_000 if decoration and self.low else 0)
        if not wait:
            self.taken.append((chat, decoration))
        return Grant(wait, 10)

    async def hold(self, chat: int, seconds: float) -> None:
        self.held[chat] = seconds
        self.waits[chat] = round(seconds * 1000)


@dataclass
class NotingService:
    """The real service; notes every intent on its way."""

    inner: TableService
    journal: Journal
    intents: list[Intent] = field(default_factory=list)

    async def handle(self, intent: Intent) -> Reply:
        self.intents.append(intent)
        self.journal.note(f"intent {type(intent).__name__}")
        return await self.inner.handle(intent)


@dataclass
class OneReplyService:
    """Says one thing to everything, or fails."""

    reply: Reply | BaseException = field(default_factory=Nothing)
    intents: list[Intent] = field(default_factory=list)

    async def handle(self, intent: Intent) -> Reply:
        self.intents.append(intent)
        if isinstance(self.reply, BaseException):
            raise self.reply
        return self.reply


@dataclass
class CountedFailures:
    """Failures counted in memory; `away` as the store can be."""

    counts: dict[int, int] = field(default_factory=dict)
    away: bool = False

    async def failed(self, update: int) -> int:
        if self.away:
            raise StoreUnavailable
        self.counts[update] = self.counts.get(update, 0) + 1
        return self.counts[update]


@dataclass
class MemoryUsers:
    """What is stored about users: what a test put there."""

    journal: Journal
    kept: dict[PlayerId, Stored] = field(default_factory=dict)
    tables: dict[PlayerId, list[TableId]] = field(default_factory=dict)
    reminders: set[tuple[PlayerId, TableId]] = field(default_factory=set)

    async def statistics(self, player: PlayerId) -> Statistics | None:
        return self.kept.get(player, Stored()).statistics

    async def stored(self, player: PlayerId) -> Stored:
        return self.kept.get(player, Stored())

    async def wants_reminder(self, player: PlayerId, table: TableId) -> bool:
        return (player, table) in self.reminders

    async def known_at(self, player: PlayerId) -> tuple[TableId, ...]:
        return tuple(self.tables.get(player, ()))

    async def scrub(self, table: TableId, player: PlayerId) -> None:
        self.journal.note(f"scrub {table.home}")

    async def erase(self, player: PlayerId) -> None:
        self.journal.note("erase")


class Night:
    """One group's table with a courier, played through intents and delivered to the scripted Telegram."""

    def __init__(self, dice: Iterable[int] = (), *, chat: int = GROUP, thread: int = 0) -> None:
        self.journal = Journal()
        self.house = MemoryHouse(self.journal)
        self.telegram = ScriptedTelegram(self.journal)
        self.budget = PocketBudget()
        self.users = MemoryUsers(self.journal)
        self.cup = ScriptedCup(dice)
        self.service = NotingService(TableService(self.house, self.cup, no_pause, Timing()), self.journal)
        self.id = TableId(chat, thread)
        self.place = Place(chat, thread, "Stammtisch")
        self.halt = asyncio.Event()
        self.gateway = Gateway(scripted_bot(self.telegram), Unmetered())
        self.courier = Courier(
            Tools(
                gateway=self.gateway,
                outbox=self.house,
                budget=self.budget,
                service=self.service,
                users=self.users,
                meter=Unmetered(),
                bot=BOT,
            )
        )
        self._updates = 0

    @property
    def table(self) -> Table:
        return self.house.tables[self.id]

    @property
    def chat(self) -> int:
        return self.table.chat

    async def deliver(self) -> float | None:
        """One visit of the courier."""
        return await self.courier.deliver(LEASE, self.id, self.halt)

    async def deliver_all(self, visits: int = 10) -> None:
        """Visit until everything is delivered, as often and as late as the courier asks for it."""
        for _ in range(visits):
            if (wait := await self.deliver()) is None:
                return
            self.wait(wait)
        raise AssertionError(f"not done after {visits} visits: {self.journal.lines[-20:]}")

    def wait(self, seconds: float) -> None:
        """Let the store's clock go on so far, and as long as a visit takes at most: it stands still during one."""
        self.house.now += round(seconds * 1000) + 500

    def mark(self, *, tap: bool = False) -> UpdateMark:
        self._updates += 1
        return UpdateMark(self._updates, tap)

    async def say(self, word: Word, who: Person | None = ANNA, rest: str = "") -> Reply:
        return await self.service.handle(Commanded(self.mark(), self.place, word, who, rest))

    async def tap(self, who: Person, action: Action, value: str | None = None) -> Reply:
        """Press a button of the newest card."""
        step = getattr(self.table.game, "step", 0)
        said = None if value is None else Roll.parse(value)
        mark = self.mark(tap=True)
        return await self.service.handle(
            Tapped(mark, f"q{mark.id}", who, Tap(self.id, self.table.games, step, action, said), self.table.chat)
        )

    async def seat(self, *people: Person) -> None:
        """Open a table and sit down."""
        await self.say(Word.NEW, people[0])
        for guest in people[1:]:
            await self.tap(guest, Action.JOIN)

    async def begin(self, *people: Person) -> None:
        """Sit down and start; everything so far is delivered and forgotten by the journal."""
        await self.seat(*people)
        await self.tap(people[0], Action.START)
        await self.deliver_all()
        self.forget()

    def forget(self) -> None:
        """Start the journal and the list of calls anew."""
        self.journal.lines.clear()
        self.telegram.calls.clear()
        self.budget.taken.clear()

    def texts(self, chat: int) -> list[str]:
        """What stands in a chat now, oldest first."""
        return [text for (where, _), text in self.telegram.texts.items() if where == chat]
