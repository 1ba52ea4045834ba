"""Who sits where: groups of two or three, some of them at two tables, most with their private chats open, with short games by house rule."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.chaos.players import NAMES, Night, Players
from tests.chaos.tape import Tape
from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.member import Member, Status
from tgbot.demo.world.user import User
from tgbot.demo.world.world import World
from tgbot.game.rules.house import HouseRules
from tgbot.store.connection import connect
from tgbot.store.tables import RedisTables
from tgbot.table.identity import TableId
from tgbot.table.ports.tables import Change
from tgbot.table.state.table import Table

_OPEN = 0.8  # of all private chats
_SHARED = 0.2  # of all tables have somebody who sits at another one, too


async def seat_everybody(night: Night, store: str, count: int, random: Random, folder: Path) -> list[Players]:
    """Make the groups, with limits of one to three strokes."""
    tape = Tape(folder / "looks.jsonl")
    tables: list[Players] = []
    for number in range(count):
        names = NAMES[: random.choice((2, 2, 2, 3))]
        people = [_person(night.world, name, started=random.random() < _OPEN) for name in names]
        if tables and random.random() < _SHARED:
            people[1] = tables[-1].people[1]
        limit = random.choice((1, 1, 1, 2, 3))
        tables.append(await _table(night, store, people, limit, number, Random(random.random())))  # noqa: S311 -- no secret
        tape.note(look="seats", table=tables[-1].chat.id, people=people, limit=limit)
    return tables


async def seat(night: Night, store: str, names: Sequence[str], limit: int) -> Players:
    """Make one group of people who have not opened their private chats."""
    people = [_person(night.world, name, started=False) for name in names]
    return await _table(night, store, people, limit, 0, Random(1))  # noqa: S311 -- no secret


async def _table(  # noqa: PLR0917 -- what a table is
    night: Night, store: str, people: list[int], limit: int, number: int, random: Random
) -> Players:
    """Make a group, and write its house rules into the store: two players are enough."""
    chat = _group(night.world, f"Runde {number + 1}", people)
    rules = HouseRules(limit=limit, min_players=2)
    table = Table(id=TableId(chat.id), chat=chat.id, title=chat.title, rules=rules, version=1)
    async with connect(store, connections=1) as redis:
        await RedisTables(redis).commit(Change(table=table, expected=0))
    return Players(night, chat, people, random, seed=random.random())


def _person(world: World, name: str, *, started: bool) -> int:
    user = User(world.new_id(ChatType.PRIVATE), name, language_code="de", known=True, started=started)
    return world.add_user(user).id


def _group(world: World, title: str, people: list[int]) -> Chat:
    chat = Chat(world.new_id(ChatType.GROUP), ChatType.GROUP, title)
    chat.members = {who: Member(who) for who in (*people, world.bot.id)}
    chat.members[people[0]].status = Status.CREATOR
    return world.add_chat(chat)
