"""The whole made-up Telegram: who there is, what was said, and what the bot has yet to hear."""

import itertools
from dataclasses import dataclass, field

from tgbot.demo.clock import Clock
from tgbot.demo.config import BOT_ID, DemoConfig
from tgbot.demo.delivery.backlog import Backlog
from tgbot.demo.journal import Journal
from tgbot.demo.wire import Json
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.member import Member
from tgbot.demo.world.message import Message
from tgbot.demo.world.query import Query
from tgbot.demo.world.user import User, strangers

_FIRST_ID = {
    ChatType.PRIVATE: 7_000_000_001,
    ChatType.GROUP: -4_012_345_001,
    ChatType.SUPERGROUP: -1_001_234_567_001,
    ChatType.CHANNEL: -1_002_345_678_001,
}


@dataclass(frozen=True, slots=True)
class Upload:
    """A stored file, found again by its ``id`` and downloaded from its ``path``."""

    id: str
    path: str
    name: str
    content: bytes
    content_type: str


@dataclass(slots=True)
class World:
    """Everything in memory. Its methods look up and store; what people and bots do stands in the modules beside it."""

    config: DemoConfig
    clock: Clock
    bot: User
    backlog: Backlog
    journal: Journal
    users: dict[int, User] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    uploads: dict[str, Upload] = field(default_factory=dict)
    profile: dict[str, str] = field(default_factory=dict)
    commands: dict[str, list[Json]] = field(default_factory=dict)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)
    _account_messages: "itertools.count[int]" = field(default_factory=lambda: itertools.count(11))

    def new_id(self, kind: ChatType) -> int:
        """Give a new account or chat its number; groups count downwards."""
        first, step = _FIRST_ID[kind], next(self._numbers)
        return first + step if first > 0 else first - step

    def add_user(self, user: User) -> User:
        """Let an account and its private chat exist."""
        self.users[user.id] = user
        self.chats[user.id] = Chat(user.id, ChatType.PRIVATE)
        self.journal.note("user", user=user.id)
        return user

    def add_chat(self, chat: Chat) -> Chat:
        """Let a chat exist."""
        self.chats[chat.id] = chat
        self.journal.note("chat", chat=chat.id)
        return chat

    def next_message_id(self, chat: Chat) -> int:
        """Give the next message its number: supergroups and channels count alone, all others share the account's count."""
        if chat.type in {ChatType.SUPERGROUP, ChatType.CHANNEL}:
            chat.last_message_id += 1
        else:
            chat.last_message_id = next(self._account_messages)
        return chat.last_message_id

    def store(self, chat: Chat, message: Message) -> Message:
        """Put a message into its chat and tell the watchers."""
        chat.messages[message.id] = message
        self.journal.note("message", chat=chat.id, message=message.id)
        return message

    def bot_in(self, chat: Chat) -> Member:
        """Return the bot's standing in a chat."""
        return chat.member(self.bot.id)

    def find_chat(self, name: str) -> Chat | None:
        """Find a chat by id, or a public one by its @name."""
        if name.startswith("@"):
            public = (chat for chat in self.chats.values() if chat.username)
            return next((chat for chat in public if chat.username.lower() == name[1:].lower()), None)
        try:
            return self.chats.get(int(name))
        except ValueError:
            return None


def new_world(config: DemoConfig) -> World:
    """Make an empty world: the bot, Telegram's own accounts, and nobody else."""
    clock, journal = Clock(config.clock_skew), Journal()
    bot = User(BOT_ID, config.bot_name, username=config.bot_username, is_bot=True, known=True)
    world = World(config, clock, bot, Backlog(clock, journal), journal)
    world.users = {user.id: user for user in (bot, *strangers())}
    return world
