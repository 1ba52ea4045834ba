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


async def elsewhere(store: TableStore, meant: TableId, said: Told, settled: int) -> Elsewhere | None:
    """Tell where a command may be meant that finds no game in the chat itself; None: it does, or there is none anywhere.

    A topic in which a game has moved in the last `settled` ms is there. Whoever sits at a table may mean it at any time.
    One that was found to be gone since it was looked up which table is meant comes first.
    """
    if not isinstance(said, Commanded) or said.place.thread or not said.place.forum or said.word not in _ABOUT_A_GAME:
        return None
    found = await store.load(meant)
    if found.table is not None and (found.table.playing or (said.word is Word.EVENING and _has_evening(found.table))):
        return None
    loaded = [(await store.load(topic)).table for topic in await store.topics_of(meant.home)]
    playing = [table for table in loaded if table is not None and table.playing]
    if not playing:
        return None
    due = [table for table in playing if table.adrift or sits(table, said) or table.moved_at <= found.now - settled]
    due.sort(key=lambda table: (not table.adrift, not sits(table, said), table.sought_at, table.moved_at))
    return Elsewhere(said, await _way_there(store, playing, said), tuple(table.id for table in due[:_AT_ONCE]))


async def _way_there(store: TableStore, playing: list[Table], said: Commanded) -> NoTableHere:
    claims = {table.id: await claim(store, table, said) for table in playing if not table.adrift}
    if not claims:
        return NoTableHere()
    played = max(claims, key=lambda table: claims[table])
    return NoTableHere(said.place.chat, played.thread, await store.card_message(played) or 0)


def look_for_topic(table: Table, said: Commanded, others: tuple[TableId, ...], moment: Moment) -> Decision:
    """Have the card brought down, to see whether its topic is there. If it is, the tables of `others` are next.

    One that has been brought down for that in the last `Timing.probe` tells it, too, or is still on its way.
    """
    who = said.who or Person(PlayerId(0), "")
    inquiry = Inquiry(Purpose.THREAD, who, table.games, said=said, others=others)
    if moment.now - table.sought_at < moment.timing.probe:
        return Decision(table=table, inquiries=(inquiry,))
    if table.muted_since is not None and moment.now - table.muted_since >= moment.timing.probe:
        table = audible(table)
    sought = replace(table, repost=table.repost + 1, reposted_at=moment.now, sought_at=moment.now)
    return Decision(table=sought, dirty=(Card(),), inquiries=(inquiry,))


def _has_evening(table: Table) -> bool:
    return table.evening is not None or table.recap is not None
