"""The card: rewritten while a turn lasts, sent anew when it passes on, old ones closed when there is room."""

from dataclasses import replace

import pytest
from telegram.error import TimedOut

from tests.bot.fakes import ANNA, BERT, CLARA, DIETER, GROUP, Died, Night
from tgbot.game.rules.presets import TRINKSPIEL
from tgbot.game.state import Lobby
from tgbot.table.identity import TableId
from tgbot.table.intents.deadline import Due
from tgbot.table.intents.inward import GroupRefused
from tgbot.table.intents.taps import Action
from tgbot.table.intents.updates import WritingAllowed
from tgbot.table.intents.word import Word
from tgbot.table.news.surfaces import Card
from tgbot.table.ports.outbox import LeaseLost, Pending

MINUTE = 60_000


@pytest.fixture
async def night() -> Night:
    """A running game; Anna holds the cup with 42."""
    night = Night((4, 2, 6, 4, 5, 5, 3, 1, 6, 5))
    await night.begin(ANNA, BERT, CLARA)
    return night


def group_calls(night: Night) -> list[str]:
    """Methods called on the group's chat."""
    return [method for method, _ in night.telegram.made(chat=GROUP)]


async def test_a_turn_that_passes_on_gets_a_card_at_the_bottom_and_the_old_one_becomes_a_line(night: Night) -> None:
    """So that the next player's phone buzzes; the old buttons are taken away."""
    old = night.house.shown[Card()].message
    await night.tap(ANNA, Action.ANNOUNCE, "42")

    await night.deliver_all()

    assert ["sendMessage", "editMessageText"] == group_calls(night)
    closing = night.telegram.made("editMessageText", chat=GROUP)[0][1]
    assert (old, None) == (closing["message_id"], closing.get("reply_markup"))
    assert not night.house.stale


async def test_believing_rewrites_the_same_card(night: Night) -> None:
    """The turn stays where it is; nobody's phone need buzz."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.deliver_all()
    card = night.house.shown[Card()].message
    night.forget()
    await night.tap(BERT, Action.BELIEVE)

    await night.deliver_all()

    assert ["editMessageText"] == group_calls(night)
    assert card == night.house.shown[Card()].message


async def test_a_turn_costs_the_group_three_messages(night: Night) -> None:
    """A card, its rewriting, the closing of the one before; twenty a minute are enough for seven turns."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.deliver_all()
    await night.tap(BERT, Action.BELIEVE)
    await night.deliver_all()

    assert 3 == len([chat for chat, _ in night.budget.taken if chat == GROUP])


async def test_a_low_budget_leaves_two_messages_a_turn(night: Night) -> None:
    """What decorates waits; what moves the game goes."""
    night.budget.low = True
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.deliver()
    await night.tap(BERT, Action.BELIEVE)
    await night.deliver()

    assert ["sendMessage", "editMessageText"] == group_calls(night)
    assert 1 == len([old for old in night.house.stale if old.chat == GROUP])


@pytest.fixture
async def optional_look() -> Night:
    """Anna, whose private chat is closed, holds a cup she may look under and throw again."""
    night = Night((4, 2, 6, 4, 5, 5, 3, 1, 6, 5))
    for _ in range(9):
        night.telegram.refuse(
            "sendMessage", 403, "Forbidden: bot can't initiate conversation with a user", chat=ANNA.id
        )
    await night.seat(ANNA, BERT, CLARA)
    assert isinstance(night.table.game, Lobby)
    lobby = replace(night.table.game, rules=TRINKSPIEL)
    night.house.tables[night.id] = replace(night.table, rules=lobby.rules, game=lobby)
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    night.forget()
    return night


async def test_a_look_is_told_as_long_as_the_budget_has_room(optional_look: Night) -> None:
    """That somebody looked is public."""
    await optional_look.tap(ANNA, Action.PEEK)
    await optional_look.deliver_all()

    assert ["editMessageText"] == group_calls(optional_look)


async def test_a_look_and_a_second_throw_cost_a_low_budget_nothing(optional_look: Night) -> None:
    """They are told with what is announced; the button to throw again was there before the look."""
    night = optional_look
    night.budget.low = True
    before = night.house.shown[Card()]
    await night.tap(ANNA, Action.PEEK)
    await night.deliver()
    await night.tap(ANNA, Action.REROLL)
    await night.deliver()
    assert not group_calls(night)
    assert before == night.house.shown[Card()]

    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.deliver()

    assert ["sendMessage"] == group_calls(night)


async def test_what_moves_the_game_is_shown_in_a_low_budget_though_somebody_looked(optional_look: Night) -> None:
    """A card asked for comes at once."""
    night = optional_look
    night.budget.low = True
    await night.tap(ANNA, Action.PEEK)
    await night.say(Word.TABLE, BERT)
    await night.deliver()

    assert ["sendMessage"] == group_calls(night)


async def test_who_comes_and_goes_costs_a_low_budget_nothing_and_the_next_turn_shows_it(night: Night) -> None:
    """What is kept for the game's own moves is theirs, in a lobby too; the start it offers by then comes at once."""
    night.budget.low = True
    await night.say(Word.SIT_DOWN, DIETER)
    await night.deliver()
    assert ["sendMessage"] == group_calls(night), "his coming is told"
    night.forget()
    await night.say(Word.GET_UP, DIETER)
    await night.deliver()
    await night.tap(BERT, Action.DOUBT)
    await night.deliver()
    assert ["sendMessage"] == group_calls(night)
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.deliver()
    assert Card() not in night.house.dirty


async def test_a_lobby_shows_at_once_that_it_may_start_and_who_else_comes_when_there_is_room() -> None:
    """Three are enough here; of the fourth there is time to tell."""
    night = Night()
    await night.seat(ANNA, BERT)
    await night.deliver_all()
    night.forget()
    night.budget.low = True
    await night.tap(CLARA, Action.JOIN)
    await night.deliver()
    assert ["editMessageText"] == group_calls(night)
    await night.tap(DIETER, Action.JOIN)
    await night.deliver()
    assert ["editMessageText"] == group_calls(night)
    night.budget.low = False
    await night.deliver()
    assert "Dieter" in night.texts(GROUP)[-1]


async def test_of_more_than_three_old_cards_the_oldest_are_given_up(night: Night) -> None:
    """Their buttons refuse by step; nobody is owed a tidy history."""
    night.budget.low = True
    for who, value in ((ANNA, "42"), (BERT, "53"), (CLARA, "61"), (ANNA, "62"), (BERT, "63")):
        if who is not ANNA or value != "42":
            await night.tap(who, Action.BELIEVE)
        await night.tap(who, Action.ANNOUNCE, value)
        await night.deliver()

    assert 3 >= len(night.house.stale)
    night.budget.low = False
    await night.deliver_all()
    assert not night.house.stale


async def test_a_card_that_looks_the_same_costs_no_call(night: Night) -> None:
    """Compared before, not refused afterwards."""
    night.house.dirty[Card()] = 999

    await night.deliver_all()

    assert not night.telegram.made(chat=GROUP)
    assert Card() not in night.house.dirty


async def test_ten_changes_during_a_wait_cost_one_edit(night: Night) -> None:
    """Only the newest state is drawn."""
    night.budget.waits[GROUP] = 20_000
    for _ in range(5):
        await night.tap(ANNA, Action.KEYBOARD)
        await night.deliver()
    night.budget.waits.clear()

    await night.deliver_all()

    assert ["editMessageText"] == group_calls(night)


async def test_not_modified_is_success(night: Night) -> None:
    """No second try, no second card."""
    await night.tap(ANNA, Action.KEYBOARD)
    night.telegram.refuse("editMessageText", 400, "Bad Request: message is not modified: whatever", times=9)

    await night.deliver_all()

    assert ["editMessageText"] == group_calls(night)


@pytest.mark.parametrize("words", ["message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID"])
async def test_a_card_that_was_deleted_is_sent_anew(night: Night, words: str) -> None:
    """The buttons are back at the bottom."""
    await night.tap(ANNA, Action.KEYBOARD)
    night.telegram.refuse("editMessageText", 400, f"Bad Request: {words}", chat=GROUP)

    await night.deliver_all()

    assert ["editMessageText", "sendMessage"] == group_calls(night), "and nobody tries to close what is gone"


async def test_a_card_whose_answer_was_lost_may_stand_there_twice(night: Night) -> None:
    """Its buttons are worth the same, so it is sent again."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.lose("sendMessage", TimedOut(), carried_out=True, chat=GROUP)

    assert await night.deliver() == 5.0
    await night.deliver_all()

    assert 2 == group_calls(night).count("sendMessage")


async def test_an_edit_whose_answer_was_lost_is_made_again(night: Night) -> None:
    """If it had worked, it is now "not modified"."""
    await night.tap(ANNA, Action.KEYBOARD)
    night.telegram.lose("editMessageText", TimedOut(), carried_out=True)

    await night.deliver()
    night.telegram.refuse("editMessageText", 400, "Bad Request: message is not modified: whatever")
    await night.deliver_all()

    assert ["editMessageText", "editMessageText"] == group_calls(night)


@pytest.mark.parametrize("moment", ["arm", "show card"])
async def test_a_worker_that_dies_after_sending_a_card_shows_it_again(night: Night, moment: str) -> None:
    """Nothing is lost and nothing hangs; the clock of the turn runs."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.house.die_before = moment

    with pytest.raises(Died):
        await night.deliver()
    await night.deliver_all()

    assert 2 == group_calls(night).count("sendMessage")
    assert night.house.armed[-1].step == getattr(night.table.game, "step", None)


async def test_the_clock_of_a_turn_starts_with_its_card(night: Night) -> None:
    """Two minutes for the turn, one until the reminder, both for this game and step alone."""
    night.house.armed.clear()
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.house.now += 30_000

    await night.deliver_all()

    step = getattr(night.table.game, "step", None)
    due = {deadline.kind: deadline.at for deadline in night.house.armed if deadline.step == step}
    assert due[Due.TURN] == pytest.approx(night.house.now + 2 * MINUTE, abs=1000)
    assert due[Due.HALF] == pytest.approx(night.house.now + MINUTE, abs=1000)


async def test_a_card_that_could_not_be_sent_starts_no_clock(night: Night) -> None:
    """Nobody pays for our delay."""
    night.house.armed.clear()
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.refuse("sendMessage", 429, "Too Many Requests", parameters={"retry_after": 30}, chat=GROUP)

    await night.deliver()

    assert not night.house.armed


async def test_a_lobby_starts_no_clock() -> None:
    """Its own deadline came with the commit."""
    night = Night()
    await night.seat(ANNA, BERT)

    await night.deliver_all()

    assert not night.house.armed


async def test_a_closed_lobby_takes_its_buttons_along() -> None:
    """A table without a game shows no card; what was shown last becomes a line."""
    night = Night()
    await night.seat(ANNA, BERT)
    await night.deliver_all()
    card = night.house.shown[Card()].message
    night.forget()
    await night.say(Word.END, ANNA)

    await night.deliver_all()

    edits = [params for _, params in night.telegram.made("editMessageText", chat=GROUP)]
    assert [card] == [params["message_id"] for params in edits]
    assert "reply_markup" not in edits[0]


async def test_a_silenced_group_gets_its_card_once_it_may_be_written_to_again(night: Night) -> None:
    """The refusal is committed once; the permission brings a fresh card."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.refuse("sendMessage", 400, "Bad Request: CHAT_WRITE_FORBIDDEN", chat=GROUP)
    await night.deliver()
    await night.deliver()
    night.forget()
    await night.service.handle(WritingAllowed(night.mark(), night.place))

    await night.deliver_all()

    assert 1 == sum(isinstance(intent, GroupRefused) for intent in night.service.intents)
    assert "sendMessage" == group_calls(night)[0]


async def test_a_card_telegram_will_never_take_is_not_tried_in_a_loop(night: Night) -> None:
    """The next change makes another one."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.telegram.refuse("sendMessage", 400, "Bad Request: BUTTON_DATA_INVALID", chat=GROUP, times=99)

    await night.deliver_all()

    assert 1 == group_calls(night).count("sendMessage")


async def test_a_card_in_the_group_never_depends_on_the_dice() -> None:
    """Two rolls, the same announcement: every byte that reaches the group is the same."""
    seen = []
    for dice in ((4, 2), (6, 6)):
        night = Night((*dice, 1, 2, 3, 4))
        await night.begin(ANNA, BERT, CLARA)
        await night.tap(ANNA, Action.KEYBOARD)
        await night.deliver_all()
        await night.tap(ANNA, Action.ANNOUNCE, "42")
        await night.deliver_all()
        seen.append([params for _, params in night.telegram.made(chat=GROUP)])

    assert seen[0] == seen[1]


async def test_old_cards_of_a_silenced_group_are_left_alone(night: Night) -> None:
    """Closing them is a call like any other."""
    night.budget.low = True
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.deliver()
    await night.service.handle(GroupRefused(night.id))
    night.budget.low = False
    night.forget()

    assert await night.deliver() == 600.0
    assert not night.telegram.made(chat=GROUP)


@pytest.mark.parametrize(
    ("status", "words"), [(429, "Too Many Requests: retry after 9"), (400, "Bad Request: MESSAGE_ID_INVALID")]
)
async def test_an_old_card_that_cannot_be_closed_now_waits_and_one_that_never_can_is_forgotten(
    night: Night, status: int, words: str
) -> None:
    """It is only decoration."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    parameters = {"retry_after": 9} if status == 429 else {}
    night.telegram.refuse("editMessageText", status, words, parameters=parameters, chat=GROUP)

    wait = await night.deliver()

    assert (9.0 if status == 429 else None) == wait
    assert (status == 429) == bool(night.house.stale)


async def test_a_table_that_is_gone_has_nothing_to_deliver(night: Night) -> None:
    """It expired; it is taken off the list."""
    night.house.tables.clear()
    night.forget()

    assert await night.deliver() is None
    assert ["finish"] == night.journal.lines


@pytest.mark.parametrize("moment", range(4))
async def test_a_table_that_vanishes_during_a_visit_ends_it(night: Night, moment: int) -> None:
    """Wherever the courier stands."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    await night.tap(BERT, Action.DOUBT)
    read, pending = 0, night.house.pending

    async def vanishing(table: TableId) -> Pending | None:
        nonlocal read
        read += 1
        return None if read > moment else await pending(table)

    night.house.pending = vanishing  # type: ignore[method-assign]

    assert await night.deliver() is None


async def test_a_worker_that_lost_its_lease_sends_no_card(night: Night) -> None:
    """The lease is looked at before every send; the store's own check would come too late."""
    await night.tap(ANNA, Action.ANNOUNCE, "42")
    night.house.fence += 1

    with pytest.raises(LeaseLost):
        await night.deliver()
    assert not night.telegram.made(chat=GROUP)


async def test_a_finished_game_needs_no_card_beside_its_post(night: Night) -> None:
    """The post has the verdict and Nochmal!; a second message would say the same."""
    await night.say(Word.END, ANNA)

    await night.deliver_all()

    assert ["sendMessage", "editMessageText"] == group_calls(night)
    assert Card() not in night.house.shown
