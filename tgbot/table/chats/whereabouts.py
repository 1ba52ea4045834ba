"""Which table is meant by what comes from a chat: groups grow, forums come and go, and a thread can be deleted."""

from dataclasses import replace
from typing import TypeAlias

from tgbot.game.rules.house import HouseRules
from tgbot.table.clock.clockwork import step_of
from tgbot.table.identity import Person, Reach, TableId, is_supergroup
from tgbot.table.intents.updates import (
    BotAdded,
    BotRemoved,
    Commanded,
    MemberGone,
    SpokeInPrivate,
    UpdateMark,
    WritingAllowed,
    WritingForbidden,
)
from tgbot.table.news.notices import DeskSeated, DeskSilenced, DeskTurnedAway
from tgbot.table.news.seats import SaidAt
from tgbot.table.play.moves import repeats
from tgbot.table.ports.tables import TableStore
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table

Heard: TypeAlias = BotRemoved | WritingAllowed | WritingForbidden
Told: TypeAlias = Commanded | BotAdded | Heard


async def table_meant(store: TableStore, intent: Told) -> tuple[TableId, UpdateMark]:
    """Find the table of a place: the thread's own, or in the chat itself one that goes on there without its thread.

    That was deleted, or the group is no forum any more.

    Delivered once more, a command may mean another table by then. So its mark is kept with the place's own.
    """
    place = intent.place
    here = TableId(await store.home_of(place.chat), place.thread)
    mark = replace(intent.mark, at=here)
    if place.thread or not is_supergroup(place.chat) or not isinstance(intent, Commanded):
        return here, mark
    topics = [table for topic in await store.topics_of(here.home) if (table := await _going_on(store, topic))]
    own = await _going_on(store, here) if topics else None
    there = [table for table in topics if table.adrift or not place.forum] + ([] if own is None else [own])
    claims = {table.id: await claim(store, table, intent) for table in there}
    return max(claims, key=lambda table: claims[table], default=here), mark


async def claim(store: TableStore, table: Table, said: Commanded) -> tuple[bool, bool, bool, int]:
    """Tell how well a command fits one of several tables in one chat.

    A running game goes before an evening between two games, then the one whose card is answered, the one where the
    speaker sits, the one that moved last.
    """
    answered = bool(said.answers) and said.answers == await store.card_message(table.id)
    return table.playing, answered, sits(table, said), table.moved_at


def sits(table: Table, said: Commanded) -> bool:
    """Whether the speaker has a seat there."""
    return said.who is not None and said.who.id in seated(table.game)


async def _going_on(store: TableStore, table: TableId) -> Table | None:
    """Return a table where a game is played, or an evening goes on."""
    stored = (await store.load(table)).table
    return stored if stored is not None and (stored.playing or stored.evening is not None) else None


async def by_topic(store: TableStore, table: TableId, intent: Told) -> tuple[tuple[TableId, Heard], ...]:
    """Tell what the tables of a chat's topics hear of what becomes of the bot in the whole chat: all but the greeting."""
    if table.thread or isinstance(intent, Commanded) or not is_supergroup(intent.place.chat):
        return ()
    heard = WritingAllowed(intent.mark, intent.place) if isinstance(intent, BotAdded) else intent
    return tuple((topic, heard) for topic in await store.topics_of(table.home))


async def tables_left(store: TableStore, gone: MemberGone) -> tuple[TableId, ...]:
    """List where somebody who has left a group may sit: at its own table, and at those of its topics.

    He is noted there behind the table's commit; he may have left before that.
    """
    here = TableId(await store.home_of(gone.place.chat))
    noted = [table for table in await store.tables_of(gone.player) if table.home == here.home]
    return tuple(dict.fromkeys((here, *await store.topics_of(here.home), *noted)))


async def is_home(store: TableStore, table: TableId) -> bool:
    """Whether a table's home is one still: a supergroup may be met before it is known that it grew out of a group."""
    return table.private or await store.home_of(table.home) == table.home


async def who_hears_of_silence(store: TableStore, table: TableId) -> tuple[Person, DeskSilenced] | None:
    """Name the host, whom to tell in private that the bot may not write in the group; None if he cannot be reached."""
    stored = (await store.load(table)).table
    if stored is None or stored.host is None:
        return None
    known = stored.member(stored.host)
    if known is not None and known.reach is Reach.CLOSED:
        return None
    return Person(stored.host, "", stored.language.value), DeskSilenced(stored.title, stored.swept)


async def welcome(store: TableStore, who: Person, link: TableId, *, asking: bool) -> DeskSeated | DeskTurnedAway | None:
    """Answer a table's link; None while it is still being asked whether he belongs to the group."""
    table = (await store.load(link)).table
    if table is not None and who.id in seated(table.game):
        return DeskSeated(table.title, table.chat, await store.card_message(link) or 0)
    if asking and table is not None and table.playing:
        return None
    return DeskTurnedAway("" if table is None else table.title)


async def rules_meant(store: TableStore, tables: tuple[TableId, ...]) -> HouseRules:
    """Tell which rules a private question is about: those of the table joined last."""
    table = (await store.load(tables[-1])).table if tables else None
    return HouseRules() if table is None else table.in_force


async def tables_where_said(
    store: TableStore, tables: tuple[TableId, ...], spoken: SpokeInPrivate
) -> tuple[SaidAt, ...]:
    """Find the tables where somebody has announced the value that he types."""
    loaded = [(await store.load(table)).table for table in tables]
    return tuple(
        SaidAt(table.id, table.title, *step_of(table.game))
        for table in loaded
        if table is not None and repeats(table, spoken.who.id, spoken.rest)
    )
