"""When somebody is called: after the table's card, once, and only if he still wants it."""

from dataclasses import dataclass, field, replace

import pytest

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, Died, Night, NotingService
from tgbot.bot.delivery.reminders import say_aloud
from tgbot.bot.delivery.visit import Visit
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.inward import CalledInVain, DeskTold, ReminderUnheard
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import Post
from tgbot.table.news.reminders import ReminderNoted, TableOpened
from tgbot.table.news.replies import Nothing, Reply
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.tables import StoreUnavailable


@dataclass
class Desks(NotingService):
    """Keeps what goes to desks apart: this night has one table."""

    told: list[DeskTold] = field(default_factory=list)

    async def handle(self, intent: Intent) -> Reply:
        """Note a word for a desk; everything else goes on."""
        if isinstance(intent, DeskTold):
            self.told.append(intent)
            self.journal.note(f"desk {type(intent.notice).__name__}")
            return Nothing()
        return await super().handle(intent)


@pytest.fixture
async def night() -> Night:
    """A quiet group in which Clara wants to be called."""
    night = Night((4, 2, 6, 4))
    desks = Desks(night.service.inner, night.journal)
    night.service = desks
    night.courier = replace(night.courier, tools=replace(night.courier.tools, service=desks))
    await night.say(Word.REMIND, CLARA)
    await night.deliver_all()
    night.users.reminders.add((CLARA.id, night.id))
    return night


def opened(night: Night) -> list[TableOpened]:
    """List the calls."""
    assert isinstance(night.service, Desks)
    return [told.notice for told in night.service.told if isinstance(told.notice, TableOpened)]


async def test_the_wish_is_confirmed_at_the_desk(night: Night) -> None:
    """And in the group nothing is said."""
    assert isinstance(night.service, Desks)
    assert [told.notice for told in night.service.told] == [ReminderNoted(night.id, "Stammtisch")]
    assert not night.telegram.made("sendMessage")
    assert not night.house.effects


async def test_the_call_comes_after_the_card_and_names_its_message(night: Night) -> None:
    """However long the group's budget holds the card up."""
    await night.say(Word.NEW, ANNA)
    night.telegram.refuse("sendMessage", 429, "Too Many Requests: retry after 5", parameters={"retry_after": 5})
    await night.deliver()
    assert opened(night) == []
    night.budget.waits.clear()
    night.forget()
    await night.deliver_all()
    card = night.house.shown[Card()].message
    assert opened(night) == [TableOpened("Stammtisch", GROUP, 0, card, night.id, 1_000_000)]
    assert night.journal.only("sendMessage", "desk") == [f"sendMessage {GROUP}", "desk TableOpened"]


async def test_who_has_thought_better_of_it_is_not_called(night: Night) -> None:
    """What is his own decides, not the table's list."""
    night.users.reminders.clear()
    await night.say(Word.NEW, ANNA)
    await night.deliver_all()
    assert opened(night) == []
    assert not night.house.effects


async def test_a_table_that_has_closed_again_calls_nobody_and_keeps_the_wish_as_old_as_it_is(night: Night) -> None:
    """There is nowhere to sit down; a worker that dies over it notes the wish once."""
    wished = night.table.reminders
    await night.say(Word.NEW, ANNA)
    await night.say(Word.END, ANNA)
    night.house.die_before = "apply"
    with pytest.raises(Died):
        await night.deliver_all()
    night.house.die_before = None
    for _ in range(2):
        await night.deliver_all()
    assert opened(night) == []
    assert not night.house.effects
    assert night.table.reminders == wished


async def test_a_table_that_has_opened_once_more_meanwhile_is_what_he_asked_for(night: Night) -> None:
    """He is called to that one, once."""
    await night.say(Word.NEW, ANNA)
    await night.say(Word.END, ANNA)
    await night.say(Word.NEW, ANNA)
    await night.deliver_all()
    assert len(opened(night)) == 1
    assert night.table.reminders == ()


async def test_a_game_that_has_begun_meanwhile_is_still_worth_a_word(night: Night) -> None:
    """He can join it."""
    await night.seat(ANNA, BERT)
    await night.deliver_all()
    assert len(opened(night)) == 1


async def test_a_worker_that_dies_over_the_call_leaves_it_to_the_next_with_the_same_date(night: Night) -> None:
    """So the desk can tell that it has said it already."""
    await night.say(Word.NEW, ANNA)
    night.budget.waits[GROUP] = 20_000
    await night.deliver()
    night.budget.waits.clear()
    night.house.die_before = "apply"
    with pytest.raises(Died):
        await night.deliver_all()
    night.house.die_before = None
    await night.deliver_all()
    assert isinstance(night.service, Desks)
    dates = {told.at for told in night.service.told if isinstance(told.notice, TableOpened)}
    assert (len(opened(night)), len(dates)) == (2, 1)


async def test_a_store_that_is_away_loses_no_call(night: Night) -> None:
    """It is made once the store is back."""
    await night.say(Word.NEW, ANNA)
    night.house.away = True
    with pytest.raises(StoreUnavailable):
        await night.deliver()
    night.house.away = False
    await night.deliver_all()
    assert len(opened(night)) == 1


async def test_only_words_about_a_wish_are_said_aloud(night: Night) -> None:
    """A call that nobody hears is made again at the next table."""
    pending = await night.house.pending(night.id)
    assert pending is not None
    visit = Visit(night.courier.tools, None, pending, night.halt)  # type: ignore[arg-type]
    before = len(night.service.intents)
    await say_aloud(visit, Post("p1", 0, 0, (TableOpened("Stammtisch", GROUP),)))
    assert len(night.service.intents) == before
    await say_aloud(visit, Post("p2", 0, 0, (ReminderNoted(night.id, "Stammtisch"),)))
    assert isinstance(night.service.intents[-1], ReminderUnheard)
    await say_aloud(visit, Post("p3", 0, 0, (TableOpened("Stammtisch", GROUP, table=night.id, asked=7),)))
    assert isinstance(night.service.intents[-1], CalledInVain)


async def test_a_promise_is_taken_back_where_it_was_made_however_long_that_takes(night: Night) -> None:
    """Before that the wish is none any more at the table; a message that is gone promises nothing."""
    tap = Tap(night.id, 0, 0, Action.REMIND)
    await night.service.handle(Tapped(night.mark(tap=True), "q", CLARA, tap, chat=CLARA.id, message=42))
    night.telegram.refuse("editMessageText", 429, "Too Many Requests: retry after 5", parameters={"retry_after": 5})
    await night.deliver()
    assert (night.table.reminders, len(night.house.effects)) == ((), 1)
    night.budget.waits.clear()
    night.telegram.refuse("editMessageText", 400, "Bad Request: message to edit not found")
    await night.deliver_all()
    assert [params["message_id"] for _, params in night.telegram.made("editMessageText")] == [42, 42]
    assert not night.house.effects
