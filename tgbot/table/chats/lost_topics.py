"""A command typed in the chat itself, while games are played in its topics: one of those may be gone, and nobody knows yet.

Only a message that is sent there finds it out, so the card is brought down. A game whose topic is gone then obeys.
"""

from dataclasses import dataclass, replace
from typing import Final

from tgbot.game.seats import PlayerId
from tgbot.table.chats.doors import audible
from tgbot.table.chats.whereabouts import Told, claim, sits
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.inquiry import Inquiry, Purpose
from tgbot.table.intents.updates import Commanded
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import NoTableHere
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.tables import TableStore
from tgbot.table.state.table import Table

_ABOUT_A_GAME: Final = frozenset(
    {Word.TABLE, Word.END, Word.EVENING, Word.PAUSE, Word.GET_UP, Word.SIT_DOWN, Word.KICK, Word.HOST}
)
_AT_ONCE: Final = 3
"""So many topics one command may have looked for."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What a chat finds out about a command that has no game there: what to say, and which topics to look for, in order."""

    said: Commanded
    notice: NoTableHere
    perhaps_gone: tuple[TableId, ...]


async def elsewhere(store: TableStore, meant: TableId, said: Told, probe: int) -> Elsewhere | None:
    """Tell where a command may be meant that finds no game in the chat itself; None: it does, or there is none anywhere.

    A topic is looked for once in `probe` ms, and not while its game moves: then the topic is there. Whoever sits at a
    table may mean it at any time.
    """
    if not isinstance(said, Commanded) or said.place.thread or not said.place.forum or said.word not in _ABOUT_A_GAME:
        return None
    found = await store.load(meant)
    if found.table is not None and (found.table.playing or (said.word is Word.EVENING and _has_evening(found.table))):
        return None
    loaded = [(await store.load(topic)).table for topic in await store.topics_of(meant.home)]
    playing = [table for table in loaded if table is not None and table.playing and not table.adrift]
    if not playing:
        return None
    claims = {table.id: await claim(store, table, said) for table in playing}
    quiet = found.now - probe
    due = [table for table in playing if table.sought_at <= quiet and (sits(table, said) or table.moved_at <= quiet)]
    due.sort(key=lambda table: (not sits(table, said), table.sought_at, table.moved_at))
    played = max(claims, key=lambda table: claims[table])
    notice = NoTableHere(said.place.chat, played.thread, await store.card_message(played) or 0)
    return Elsewhere(said, notice, tuple(table.id for table in due[:_AT_ONCE]))


def look_for_topic(table: Table, said: Commanded, others: tuple[TableId, ...], moment: Moment) -> Decision:
    """Have the card brought down, to see whether its topic is there. If it is, the tables of `others` are next."""
    if table.muted_since is not None and moment.now - table.muted_since >= moment.timing.probe:
        table = audible(table)
    sought = replace(table, repost=table.repost + 1, reposted_at=moment.now, sought_at=moment.now)
    who = said.who or Person(PlayerId(0), "")
    inquiry = Inquiry(Purpose.THREAD, who, table.games, said=said, others=others)
    return Decision(table=sought, dirty=(Card(),), inquiries=(inquiry,))


def _has_evening(table: Table) -> bool:
    return table.evening is not None or table.recap is not None
