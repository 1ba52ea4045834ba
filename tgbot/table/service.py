"""One table's service: load, decide, commit. It never talks to Telegram and never waits for it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tgbot.decks.deck import Deck
from tgbot.table.chats.desk import answer, at_desk, new_desk
from tgbot.table.chats.founding import founded
from tgbot.table.chats.lost_topics import elsewhere, look_for_topic
from tgbot.table.chats.whereabouts import (
    by_topic,
    is_home,
    rules_meant,
    table_meant,
    tables_left,
    tables_where_said,
    welcome,
    who_hears_of_silence,
)
from tgbot.table.clock.calendar import Calendar
from tgbot.table.clock.timing import Timing
from tgbot.table.decide import decide
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.telling import tell
from tgbot.table.identity import Language, Person, TableId
from tgbot.table.informed import answer_mark
from tgbot.table.intents.deadline import TimePassed
from tgbot.table.intents.inquiry import Finding, Informed, Purpose
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.inward import GroupRefused, ProbeDue
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import (
    BotAdded,
    BotRemoved,
    ChatUpgraded,
    Commanded,
    DoorChanged,
    MemberGone,
    Place,
    SpokeInPrivate,
    Tapped,
    UpdateMark,
    WritingAllowed,
    WritingForbidden,
)
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import NoTableHere, Notice, TooManyTables
from tgbot.table.news.replies import Barred, Nothing, Reply, Told
from tgbot.table.news.seats import WhichTable
from tgbot.table.paying.collect import Purses, collect, payers
from tgbot.table.paying.purse_desk import Wanted, asks_for_words, press_purse, take_words, wanted, worded
from tgbot.table.ports.dice import DiceCup
from tgbot.table.ports.purses import NoPurses, PurseStore
from tgbot.table.ports.tables import Outcome, TableStore
from tgbot.table.settle import settle
from tgbot.table.state.table import Table

_TRIES = 12
_Decided: TypeAlias = Callable[[Table, Moment], Decision]


class Contended(Exception):  # noqa: N818 -- reads as the state it names
    """Others kept committing first; nothing was written. The update may be tried again."""


@dataclass(frozen=True, slots=True)
class TableService:
    """Handles intents. `pause` waits a little, with jitter, before try number n (from 1) of a contended commit."""

    store: TableStore
    cup: DiceCup
    pause: Callable[[int], Awaitable[None]]
    timing: Timing = field(default_factory=Timing)
    calendar: Calendar = field(default_factory=Calendar)
    purses: PurseStore = field(default_factory=NoPurses)
    decks: tuple[Deck, ...] = ()

    async def handle(self, intent: Intent) -> Reply:  # noqa: C901 -- one exhaustive match
        """Do what an intent asks for, exactly once.

        Raises:
            StoreUnavailable: the store is away; nothing was written.
            NewerFormat: a newer release wrote this table.
            Contended: too many commits at the same moment; nothing was written.

        """
        match intent:
            case Commanded() | BotAdded() | BotRemoved() | WritingAllowed() | WritingForbidden():
                return await self._in_group(intent)
            case MemberGone():
                return await self._gone(intent)
            case Tapped(tap=tap):
                return await self._tapped(intent, tap.table)
            case SpokeInPrivate():
                return await self._in_private(intent)
            case DoorChanged(who=who):
                for table in await self.store.tables_of(who.id):
                    await self._at(table, intent, intent.mark)
                return Nothing()
            case ChatUpgraded():
                return await self._upgraded(intent)
            case Informed():
                return await self._informed(intent)
            case GroupRefused():
                told = await self._at(intent.table, intent, None)
                host = None if told == Nothing() else await who_hears_of_silence(self.store, intent.table)
                return told if host is None else await self._say_privately(*host, None)
            case TimePassed(table=table) | ProbeDue(table=table):
                return await self._at(table, intent, None) if await is_home(self.store, table) else Nothing()
            case _:
                return await self._at(intent.table, intent, None)

    async def _in_group(self, intent: Commanded | BotAdded | BotRemoved | WritingAllowed | WritingForbidden) -> Reply:
        table, mark = await table_meant(self.store, intent)
        if table.thread and isinstance(intent, Commanded) and not await self.store.admit(table):
            return await self._turned_away(TableId(table.home), replace(intent, mark=mark))
        for topic, heard in await by_topic(self.store, table, intent):
            await self._at(topic, heard, intent.mark)
        if (where := await elsewhere(self.store, table, intent, self.timing.settled)) is not None:
            return await self._look_for(where.said, where.perhaps_gone, mark)
        return await self._at(table, intent, mark, intent.place)

    async def _look_for(self, said: Commanded, topics: tuple[TableId, ...], mark: UpdateMark) -> Reply:
        """Have the first of these topics looked for; where none is left to look for, say in the chat where a game is."""
        if topics:
            return await self._run(topics[0], mark, lambda table, at: look_for_topic(table, said, topics[1:], at), None)
        here = TableId(await self.store.home_of(said.place.chat))
        where = await elsewhere(self.store, here, said, self.timing.settled)
        notice, mark = NoTableHere() if where is None else where.notice, UpdateMark(-said.mark.id)
        return await self._run(here, mark, lambda table, at: tell(table, notice, at), founded(here, said))

    async def _turned_away(self, home: TableId, said: Commanded) -> Reply:
        """Say that the chat has all the tables it may have, at the one that is in no topic."""
        if said.word is not Word.NEW:
            return Nothing()
        found = founded(home, said)
        return await self._run(home, said.mark, lambda table, moment: tell(table, TooManyTables(), moment), found)

    async def _gone(self, gone: MemberGone) -> Reply:
        """Take the seats of somebody who left the group, at the tables of all its topics."""
        for table in await tables_left(self.store, gone):
            await self._at(table, gone, gone.mark)
        return Nothing()

    async def _tapped(self, tapped: Tapped, table: TableId) -> Reply:
        # A supergroup's greeting may have come before the word that it grew out of a group with a table.
        home = await self.store.home_of(table.home)
        try:
            if tapped.tap.action is Action.PURSE:
                return await self._choose(tapped)
            return await self._at(replace(table, home=home), tapped, tapped.mark)
        except Contended:
            return Told(Barred.BUSY, Language.of(tapped.who.language))

    async def _in_private(self, spoken: SpokeInPrivate) -> Reply:
        who, link = spoken.who, spoken.table if spoken.start else None
        if link is not None:
            reply = await self._at(link, spoken, spoken.mark)
            if spoken.word is Word.REMIND and reply == Nothing():  # his desk hears what comes of it
                return reply
            return await self._say_privately(who, await welcome(self.store, who, link, asking=True), spoken.mark)
        desk = TableId(who.id)
        if spoken.word is None and not spoken.start and asks_for_words((await self.store.load(desk)).table):
            return await self._take_words(spoken)
        tables = await self.store.tables_of(who.id)
        for table in tables if spoken.start else ():
            await self._at(table, spoken, spoken.mark)
        if spoken.word is None and (repeated := await self._repeated(tables, spoken)) is not None:
            return repeated
        rules = await rules_meant(self.store, tables)
        return await self._run(desk, spoken.mark, lambda own, at: answer(own, spoken, rules, at), new_desk(who))

    async def _choose(self, tapped: Tapped) -> Reply:
        """Set something of one's own. It is written before the menu is marked, and twice is as good as once."""
        who, desk = tapped.who, tapped.tap.table
        if not who.id == desk.home == tapped.chat:
            return Told(Barred.NO_SUCH_BUTTON, Language.of(who.language))
        await self._keep(who, wanted(tapped.tap.detail))
        return await self._run(desk, tapped.mark, lambda table, _: press_purse(table, who, tapped.tap), new_desk(who))

    async def _take_words(self, spoken: SpokeInPrivate) -> Reply:
        words = worded(spoken.rest)
        await self._keep(spoken.who, words)
        return await self._run(
            TableId(spoken.who.id), spoken.mark, lambda desk, at: take_words(desk, at, taken=words is not None), None
        )

    async def _keep(self, who: Person, chosen: Wanted | None) -> None:
        if chosen is not None:
            await self.purses.put(who.id, chosen.purse, chosen.settings)

    async def _repeated(self, tables: tuple[TableId, ...], spoken: SpokeInPrivate) -> Reply | None:
        """Take a typed value to the table where he has said it; where he said it at several, he is asked."""
        who, said = spoken.who, await tables_where_said(self.store, tables, spoken)
        if len(said) == 1:
            await self._at(said[0].table, spoken, spoken.mark)
        which = WhichTable(said)
        return await self._say_privately(who, which if len(said) > 1 else None, spoken.mark) if said else None

    async def _informed(self, informed: Informed) -> Reply:
        inquiry, mark, who = informed.inquiry, answer_mark(informed.inquiry), informed.inquiry.who
        reply = await self._at(informed.table, informed, mark)
        if inquiry.said is not None and informed.finding is not Finding.NO:
            return await self._look_for(inquiry.said, inquiry.others, UpdateMark(inquiry.asked_by))
        if inquiry.purpose is Purpose.SEAT:
            await self._say_privately(who, await welcome(self.store, who, informed.table, asking=False), mark)
        return reply

    async def _say_privately(self, who: Person, notice: Notice | None, mark: UpdateMark | None) -> Reply:
        return await self._run(TableId(who.id), mark, lambda desk, at: at_desk(desk, who, notice, at), new_desk(who))

    async def _upgraded(self, upgraded: ChatUpgraded) -> Reply:
        home = await self.store.home_of(upgraded.old)
        await self.store.adopt(upgraded.old, upgraded.new)
        return await self._at(TableId(home), upgraded, upgraded.mark)

    async def _at(self, table: TableId, intent: Intent, mark: UpdateMark | None, place: Place | None = None) -> Reply:
        def decided(stored: Table, moment: Moment) -> Decision:
            return decide(stored if place is None else stored.titled(place.title), intent, moment)

        return await self._run(table, mark, decided, founded(table, intent), intent)

    async def _run(
        self, table: TableId, mark: UpdateMark | None, decided: _Decided, new: Table | None, by: Intent | None = None
    ) -> Reply:
        """Load, decide and commit until nobody else came first. A table nobody founded has nothing to decide."""
        for attempt in range(_TRIES):
            if attempt:
                await self.pause(attempt)
            loaded = await self.store.load(table)
            before = loaded.table or new
            if before is None:
                return Told(Barred.NO_TABLE, Language.of(by.who.language if isinstance(by, Tapped) else None))
            moment = Moment(loaded.now, self.cup, self.timing, self.calendar, self.decks, loaded.since)
            decision = await self._collected(before, decided(before, moment), moment)
            change = replace(settle(before, decision, mark, moment), upon=loaded.by)
            match await self.store.commit(change):
                case Outcome.DONE:
                    return decision.reply
                case Outcome.DUPLICATE:
                    return Nothing()
                case Outcome.STALE:
                    continue
        raise Contended

    async def _collected(self, before: Table, decision: Decision, moment: Moment) -> Decision:
        purses = {player: await self.purses.purse(player) for player in payers(decision.table)}
        return collect(before, decision, Purses(purses), moment)
