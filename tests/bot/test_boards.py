"""Menus and rule sheets in the chat: one message each, below the card in rank, and a quiet line when they are done."""

import pytest

from tests.bot.fakes import ANNA, BERT, CLARA, GROUP, Night
from tgbot.bot.delivery.visit import WHILE_CLOSED
from tgbot.game.rules.presets import LIZUMO
from tgbot.game.rules.share import encode_rules
from tgbot.phrases.press import house_link
from tgbot.table.identity import Person, TableId
from tgbot.table.intents.inward import GroupRefused
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import Commanded, SpokeInPrivate, Tapped
from tgbot.table.intents.word import Word
from tgbot.table.news.surfaces import Card, HouseMenu, RuleSheet, Surface
from tgbot.table.ports.outbox import Shown

FLOOD = "Too Many Requests: retry after 5"


@pytest.fixture
async def night() -> Night:
    """A lobby, delivered; its menu is Anna's."""
    night = Night((4, 2, 6, 4, 5, 5))
    await night.seat(ANNA, BERT, CLARA)
    await night.deliver_all()
    night.forget()
    return night


async def press(night: Night, who: Person, action: Action, detail: str = "") -> None:
    """Press a button of the newest menu or sheet."""
    table = night.table
    board = table.sheet if action is Action.SHEET_PAGE else table.menu
    tap = Tap(night.id, table.games, 0 if board is None else board.number, action, detail=detail)
    mark = night.mark(tap=True)
    await night.service.handle(Tapped(mark, f"q{mark.id}", who, tap, table.chat))


async def opened(night: Night) -> Shown:
    """Open the menu and deliver it."""
    await night.say(Word.HOUSE)
    await night.deliver_all()
    return night.house.shown[HouseMenu()]


def calls(night: Night, chat: int = GROUP) -> list[str]:
    """Methods called on a chat."""
    return [method for method, _ in night.telegram.made("sendMessage", "editMessageText", chat=chat)]


def text(night: Night, surface: Surface, chat: int = GROUP) -> str:
    """Read what a surface's message says now."""
    return night.telegram.texts[chat, night.house.shown[surface].message]


async def test_a_menu_is_sent_silently_once_and_then_rewritten(night: Night) -> None:
    """One message for all its pages; the lobby's card follows a changed rule, and comes first."""
    shown = await opened(night)
    assert calls(night) == ["sendMessage"]
    assert night.telegram.calls[-1][1]["disable_notification"]
    night.forget()
    await press(night, ANNA, Action.MENU_SET, "limit-5")
    await night.deliver_all()
    assert [params["message_id"] for _, params in night.telegram.made("editMessageText")] == [
        night.house.shown[Card()].message,
        shown.message,
    ]
    assert "Grenze: 5" in text(night, HouseMenu())
    assert night.house.shown[HouseMenu()].message == shown.message


async def test_a_page_that_looks_the_same_costs_no_call(night: Night) -> None:
    """Nor does it stay dirty."""
    await opened(night)
    night.forget()
    await press(night, ANNA, Action.MENU_PAGE, "presets")
    await night.deliver_all()
    assert calls(night) == []
    assert HouseMenu() not in night.house.dirty


async def test_a_new_menu_comes_anew_and_the_old_one_becomes_a_line(night: Night) -> None:
    """So there is one menu, at the bottom."""
    first = await opened(night)
    second = await opened(night)
    assert second.message > first.message
    assert night.telegram.texts[GROUP, first.message] == "📖 Hausordnung: Wirtshaus-Regeln."
    assert not night.house.stale


async def test_fertig_leaves_a_line_with_the_rules_that_hold(night: Night) -> None:
    """Without buttons, and nothing is shown any more."""
    shown = await opened(night)
    await press(night, ANNA, Action.MENU_PRESET, "lizumo")
    await night.deliver_all()
    await press(night, ANNA, Action.MENU_CLOSE)
    night.forget()
    await night.deliver_all()
    assert [(params["message_id"], params.get("reply_markup")) for _, params in night.telegram.made(chat=GROUP)] == [
        (shown.message, None)
    ]
    assert night.telegram.texts[GROUP, shown.message] == "📖 Hausordnung: Lizumo-Regeln."
    assert HouseMenu() not in night.house.shown


async def test_a_menu_somebody_deleted_comes_anew_and_is_not_closed(night: Night) -> None:
    """There is nothing left of it."""
    shown = await opened(night)
    night.forget()
    night.telegram.refuse("editMessageText", 400, "Bad Request: message to edit not found")
    await press(night, ANNA, Action.MENU_PAGE, "log")
    await night.deliver_all()
    assert calls(night) == ["editMessageText", "sendMessage"]
    assert night.house.shown[HouseMenu()].message > shown.message
    assert not night.house.stale


async def test_a_menu_telegram_will_not_take_is_let_be_until_its_next_page(night: Night) -> None:
    """The same message would be refused again."""
    night.telegram.refuse("sendMessage", 400, "Bad Request: wrong request of ours", times=1)
    await night.say(Word.HOUSE)
    await night.deliver_all()
    assert HouseMenu() not in night.house.dirty
    assert HouseMenu() not in night.house.shown
    await press(night, ANNA, Action.MENU_PAGE, "log")
    await night.deliver_all()
    assert "geändert" in text(night, HouseMenu())


async def test_the_card_goes_before_the_boards(night: Night) -> None:
    """What somebody waits for comes first."""
    await night.say(Word.HOUSE)
    await night.say(Word.RULES)
    await night.tap(ANNA, Action.LEAVE)
    await night.deliver_all()
    first, *boards = night.telegram.made("sendMessage", "editMessageText", chat=GROUP)
    assert (first[0], first[1]["message_id"]) == ("editMessageText", night.house.shown[Card()].message)
    titles = [params["text"].partition(":")[0] for _, params in boards]
    assert titles == ["📖 <b>Hausordnung", "📖 <b>So wird hier gespielt"]


async def test_a_low_budget_is_kept_for_the_game(night: Night) -> None:
    """Menu and sheet wait until there is room; the card goes."""
    night.budget.low = True
    await night.say(Word.HOUSE)
    await night.say(Word.RULES)
    await night.tap(ANNA, Action.START)
    assert await night.deliver() == 4
    assert "sendMessage" in calls(night)
    assert RuleSheet() in night.house.dirty
    night.budget.low = False
    await night.deliver_all()
    assert RuleSheet() not in night.house.dirty
    assert (GROUP, True) in night.budget.taken


async def test_ten_pages_while_telegram_asks_to_wait_cost_one_edit(night: Night) -> None:
    """The newest page is what counts."""
    await opened(night)
    night.forget()
    night.telegram.refuse("editMessageText", 429, FLOOD, parameters={"retry_after": 5})
    for page in ("settings", "limit", "settings", "ranking", "log"):
        await press(night, ANNA, Action.MENU_PAGE, page)
        await night.deliver()
    assert night.budget.held == {GROUP: 5.0}
    night.budget.waits.clear()
    await night.deliver_all()
    assert calls(night) == ["editMessageText", "editMessageText"]
    assert "geändert" in text(night, HouseMenu())


async def test_a_game_that_starts_closes_the_menu(night: Night) -> None:
    """Its last line says what is being played."""
    shown = await opened(night)
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    assert night.telegram.texts[GROUP, shown.message] == "📖 Hausordnung: Wirtshaus-Regeln."


async def test_a_sheet_during_a_turn_leaves_the_card_alone(night: Night) -> None:
    """No card is sent or rewritten for it."""
    await night.tap(ANNA, Action.START)
    await night.deliver_all()
    card = night.house.shown[Card()]
    night.forget()
    await night.say(Word.RULES, BERT)
    await night.deliver_all()
    await press(night, CLARA, Action.SHEET_PAGE, "paying")
    await night.deliver_all()
    assert calls(night) == ["sendMessage", "editMessageText"]
    assert night.house.shown[Card()] == card
    assert "Zählweise" in text(night, RuleSheet())


@pytest.mark.parametrize("played", [True, False])
async def test_a_group_that_takes_nothing_gets_its_board_later(night: Night, played: bool) -> None:
    """Nothing is tried in a loop, whether a card waits before it or not."""
    if not played:
        night = Night()
    await night.say(Word.HOUSE, None)
    await night.service.handle(GroupRefused(night.id))
    assert await night.deliver() == WHILE_CLOSED
    assert calls(night) == []


async def test_in_private_the_sheet_rings_and_its_pages_turn() -> None:
    """Somebody asked for it there; a closed door ends it."""
    desk = Night(chat=ANNA.id)
    await desk.service.handle(SpokeInPrivate(desk.mark(), ANNA, False, None, Word.RULES))
    await desk.deliver_all()
    sent = desk.telegram.made("sendMessage", chat=ANNA.id)[-1][1]
    assert not sent.get("disable_notification")
    tap = Tap(TableId(ANNA.id), 0, 1, Action.SHEET_PAGE, detail="calls")
    await desk.service.handle(Tapped(desk.mark(tap=True), "q", ANNA, tap, ANNA.id))
    await desk.deliver_all()
    assert calls(desk, ANNA.id) == ["sendMessage", "editMessageText"]
    assert "Rangfolge" in text(desk, RuleSheet(), ANNA.id)

    desk.house.now += 10_000
    desk.telegram.refuse("sendMessage", 403, "Forbidden: bot was blocked by the user")
    await desk.service.handle(SpokeInPrivate(desk.mark(), ANNA, False, None, Word.RULES))
    await desk.deliver_all()
    assert RuleSheet() not in desk.house.dirty


async def test_a_share_code_in_private_comes_with_the_button_to_a_group() -> None:
    """One tap there chooses the group."""
    desk = Night(chat=ANNA.id)
    code = encode_rules(LIZUMO)
    await desk.service.handle(SpokeInPrivate(desk.mark(), ANNA, True, None, Word.HOUSE, code))
    await desk.deliver_all()
    sent = desk.telegram.made("sendMessage", chat=ANNA.id)[-1][1]
    assert code in sent["text"]
    (button,) = (button for row in sent["reply_markup"]["inline_keyboard"] for button in row)
    assert button["url"] == house_link("maexchen_test_bot", code)


async def test_an_admin_who_brings_a_code_is_asked_about_and_then_shown_the_differences(night: Night) -> None:
    """He need not sit at the table."""
    olga = Person(BERT.id, "Olga", "de")
    night.telegram.members[olga.id] = "administrator"
    await night.service.handle(Commanded(night.mark(), night.place, Word.HOUSE, olga, encode_rules(LIZUMO)))
    await night.deliver_all()
    assert "Mitgebracht: Lizumo-Regeln" in text(night, HouseMenu())
