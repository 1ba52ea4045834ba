"""The menu of the house rules: who may use it, whose taps count, and what they change."""

from dataclasses import replace

import pytest

from tests.table.fakes import ANNA, BERT, CLARA, DIETER, Evening
from tgbot.game.rules.catalogue import SETTINGS, word_of
from tgbot.game.rules.end import EndMode
from tgbot.game.rules.house import clash
from tgbot.game.rules.presets import LIZUMO, MAEXLE, PRESETS, WIRTSHAUS
from tgbot.game.rules.share import CodeFault, encode_rules
from tgbot.game.state import Lobby
from tgbot.table.clock.timing import Timing
from tgbot.table.identity import Language, Person
from tgbot.table.intents.inquiry import Finding, Informed, Purpose
from tgbot.table.intents.taps import Action
from tgbot.table.intents.word import Word
from tgbot.table.news.notices import CodeRefused, MenuForAdmins
from tgbot.table.news.people import AdminsUnknown
from tgbot.table.news.replies import Barred, Note, Nothing, Reply, Told
from tgbot.table.news.surfaces import HouseMenu
from tgbot.table.state.boards import Menu
from tgbot.table.state.changes import RulesChanged

QUICK = Timing(tell=0)


def told(reply: Reply) -> Told:
    """Take a toast."""
    assert isinstance(reply, Told), reply
    return reply


async def asked(evening: Evening, finding: Finding) -> Reply:
    """Answer the newest inquiry."""
    return await evening.service.handle(Informed(evening.id, evening.store.inquiries[-1], finding))


async def menu_of(evening: Evening, who: Person, *, admin: bool = False) -> Menu:
    """Open the menu."""
    await evening.say(Word.HOUSE, who)
    if admin:
        await asked(evening, Finding.YES)
    assert evening.table.menu is not None
    return evening.table.menu


@pytest.fixture
async def lobby() -> Evening:
    """Anna's open table with Bert and Clara."""
    evening = Evening((4, 2, 6, 4), QUICK)
    await evening.seat(ANNA, BERT, CLARA)
    return evening


async def test_the_host_opens_the_menu_and_a_choice_holds_in_the_open_lobby(lobby: Evening) -> None:
    """One tap sets one rule; nobody need be asked."""
    menu = await menu_of(lobby, ANNA)
    assert (menu.editor, menu.page, lobby.store.inquiries) == (ANNA.id, "presets", [])
    assert told(await lobby.menu(ANNA, Action.MENU_SET, "limit-5")) == Told(
        Note.RULE_SET, details=("limit",), rules=replace(WIRTSHAUS, limit=5), language=Language.DE
    )
    assert isinstance(lobby.table.game, Lobby)
    assert lobby.table.rules == lobby.table.game.rules == replace(WIRTSHAUS, limit=5)
    assert lobby.table.changes == (RulesChanged(ANNA.id, "limit", "3", "5", lobby.store.now),)
    assert HouseMenu() in lobby.store.dirty


async def test_an_admin_opens_it_after_telegram_was_asked_and_others_hear_who_may(lobby: Evening) -> None:
    """A yes opens the menu; a no, or silence, opens none."""
    for finding in (Finding.NO, Finding.UNKNOWN):
        await lobby.say(Word.HOUSE, DIETER)
        assert (lobby.store.inquiries[-1].purpose, lobby.store.inquiries[-1].who) == (Purpose.MENU, DIETER)
        await asked(lobby, finding)
        assert lobby.table.menu is None
    assert lobby.told == [MenuForAdmins(), AdminsUnknown()]
    assert (await menu_of(lobby, DIETER, admin=True)).editor == DIETER.id
    assert told(await lobby.menu(DIETER, Action.MENU_SET, "raise_rule-equal_ok")).what is Note.RULE_SET


async def test_an_admin_is_asked_about_again_after_a_while_and_his_press_waits_for_the_answer(lobby: Evening) -> None:
    """Who is admin no longer changes nothing more; who still is need not tap twice."""
    await menu_of(lobby, DIETER, admin=True)
    lobby.store.now += QUICK.trust
    assert await lobby.menu(DIETER, Action.MENU_SET, "limit-5") == Nothing()
    assert told(await asked(lobby, Finding.NO)).what is Barred.ADMIN_ONLY
    assert lobby.table.rules == WIRTSHAUS
    assert await lobby.menu(DIETER, Action.MENU_SET, "limit-6") == Nothing()
    assert told(await asked(lobby, Finding.YES)).what is Note.RULE_SET
    assert told(await lobby.menu(DIETER, Action.MENU_SET, "limit-7")).what is Note.RULE_SET
    assert lobby.table.rules == replace(WIRTSHAUS, limit=7)


async def test_a_host_who_leaves_leaves_his_menu(lobby: Evening) -> None:
    """His right came from his office; the next host opens a menu of his own."""
    await menu_of(lobby, ANNA)
    await lobby.tap(ANNA, Action.LEAVE)
    assert await lobby.menu(ANNA, Action.MENU_SET, "limit-5") == Nothing()
    assert told(await asked(lobby, Finding.NO)).what is Barred.ADMIN_ONLY
    assert (await menu_of(lobby, BERT)).editor == BERT.id
    assert told(await lobby.menu(BERT, Action.MENU_SET, "limit-5")).what is Note.RULE_SET


async def test_after_the_game_its_host_is_a_guest_like_any_other(lobby: Evening) -> None:
    """There is no table to be host of."""
    await lobby.tap(ANNA, Action.START)
    await lobby.say(Word.END, ANNA)
    await lobby.say(Word.HOUSE, ANNA)
    assert lobby.table.menu is None
    assert lobby.store.inquiries[-1].who == ANNA


async def test_two_people_never_mix_their_choices(lobby: Evening) -> None:
    """Only who opened a menu presses its buttons; a newer one makes the older one old."""
    first = await menu_of(lobby, ANNA)
    await lobby.menu(ANNA, Action.MENU_PAGE, "limit")
    refusal = told(await lobby.menu(DIETER, Action.MENU_SET, "limit-5"))
    assert (refusal.what, refusal.name) == (Barred.MENU_OTHERS, "Anna")
    assert lobby.table.menu == replace(first, page="limit")
    second = await menu_of(lobby, DIETER, admin=True)
    assert second.number != first.number
    old = await lobby.tap(ANNA, Action.MENU_SET, step=first.number, detail="limit-5")
    assert told(old).what is Barred.OLD_MENU
    assert lobby.table.rules == WIRTSHAUS


async def test_an_answer_that_comes_too_late_finds_another_menu(lobby: Evening) -> None:
    """While Telegram was being asked the menu was closed, or somebody else opened one."""
    await menu_of(lobby, DIETER, admin=True)
    lobby.store.now += QUICK.trust
    await lobby.menu(DIETER, Action.MENU_SET, "limit-5")
    waiting = lobby.store.inquiries[-1]
    await menu_of(lobby, ANNA)
    reply = await lobby.service.handle(Informed(lobby.id, waiting, Finding.YES))
    assert told(reply).what is Barred.OLD_MENU
    assert lobby.table.rules == WIRTSHAUS


async def test_an_anonymous_admins_menu_is_taken_by_the_first_admin_and_names_nobody(lobby: Evening) -> None:
    """Telegram tells a presser's name, but whoever is anonymous in the group stays so, in the log and in toasts."""
    menu = await menu_of_nobody(lobby)
    assert await lobby.menu(DIETER, Action.MENU_SET, "limit-5") == Nothing()
    assert told(await asked(lobby, Finding.YES)).what is Note.RULE_SET
    assert lobby.table.menu == replace(menu, editor=DIETER.id, trusted=lobby.store.now + QUICK.trust)
    assert [change.by for change in lobby.table.changes] == [None]
    assert told(await lobby.menu(BERT, Action.MENU_SET, "limit-6")).name is None
    assert lobby.table.member(DIETER.id) is None


async def test_an_anonymous_admin_who_sits_at_the_table_is_not_named_either(lobby: Evening) -> None:
    """Though the table knows his name."""
    await menu_of_nobody(lobby)
    await lobby.menu(CLARA, Action.MENU_PAGE, "log")
    await asked(lobby, Finding.YES)
    refusal = told(await lobby.menu(BERT, Action.MENU_SET, "limit-5"))
    assert (refusal.what, refusal.name) == (Barred.MENU_OTHERS, None)


async def test_the_host_takes_an_anonymous_admins_menu_under_his_name(lobby: Evening) -> None:
    """Everybody knows him, and nobody need be asked."""
    await menu_of_nobody(lobby)
    assert told(await lobby.menu(ANNA, Action.MENU_SET, "limit-5")).what is Note.RULE_SET
    assert [change.by for change in lobby.table.changes] == [ANNA.id]


async def menu_of_nobody(evening: Evening) -> Menu:
    """Open the menu anonymously; nobody is asked, for only admins can be anonymous."""
    await evening.say(Word.HOUSE, None)
    menu = evening.table.menu
    assert menu is not None
    assert (menu.editor, menu.nameless, evening.store.inquiries) == (None, True, [])
    return menu


async def test_a_stranger_cannot_take_an_anonymous_admins_menu(lobby: Evening) -> None:
    """A no leaves it to the next."""
    await menu_of_nobody(lobby)
    await lobby.menu(BERT, Action.MENU_SET, "limit-5")
    assert told(await asked(lobby, Finding.NO)).what is Barred.ADMIN_ONLY
    assert lobby.table.menu is not None
    assert (lobby.table.menu.editor, lobby.table.rules) == (None, WIRTSHAUS)


async def test_a_contradiction_is_refused_and_names_both_settings(lobby: Evening) -> None:
    """Nothing changes and nothing is logged; the refusal knows the rules that were wanted."""
    await menu_of(lobby, ANNA)
    wanted = replace(WIRTSHAUS, limit=None)
    refusal = await lobby.menu(ANNA, Action.MENU_SET, "limit-none")
    assert refusal == Told(Barred.CLASH, details=("limit", "end_mode"), rules=wanted, language=Language.DE)
    assert (lobby.table.rules, lobby.table.changes) == (WIRTSHAUS, ())
    await lobby.menu(ANNA, Action.MENU_SET, "end_mode-open")
    assert told(await lobby.menu(ANNA, Action.MENU_SET, "limit-none")).what is Note.RULE_SET
    assert lobby.table.rules == replace(wanted, end_mode=EndMode.OPEN)


async def test_every_choice_can_be_tapped_and_is_set_or_refused_by_name(lobby: Evening) -> None:
    """The menu offers no choice the table does not know."""
    await menu_of(lobby, ANNA)
    for setting in SETTINGS:
        for choice in setting.choices:
            wanted = setting.put(lobby.table.rules, choice)
            reply = told(await lobby.menu(ANNA, Action.MENU_SET, f"{setting.name}-{word_of(choice)}"))
            assert reply.what is (Note.RULE_SET if clash(wanted) is None else Barred.CLASH)
            assert (lobby.table.rules == wanted) == (clash(wanted) is None)


@pytest.mark.parametrize(
    "detail", ["", "limit", "limit-", "limit-4711", "weather-on", "second_roll-maybe", "-", "none"]
)
async def test_a_forged_choice_is_no_button(lobby: Evening, detail: str) -> None:
    """Data comes from outside."""
    await menu_of(lobby, ANNA)
    for action in (Action.MENU_SET, Action.MENU_PRESET, Action.MENU_CODE):
        assert told(await lobby.menu(ANNA, action, detail)).what is Barred.NO_SUCH_BUTTON
    assert lobby.table.rules == WIRTSHAUS


async def test_the_log_keeps_the_last_twenty_changes(lobby: Evening) -> None:
    """Oldest first; tapping what holds already is no change."""
    await menu_of(lobby, ANNA)
    for turn in range(25):
        lobby.store.now += 1000
        await lobby.menu(ANNA, Action.MENU_SET, f"limit-{4 + turn % 2}")
        await lobby.menu(ANNA, Action.MENU_SET, f"limit-{4 + turn % 2}")
    changes = lobby.table.changes
    assert len(changes) == 20
    assert [change.at for change in changes] == sorted({change.at for change in changes})
    assert changes[-1] == RulesChanged(ANNA.id, "limit", "5", "4", lobby.store.now)


async def test_during_a_game_a_change_holds_from_the_next_one_on(lobby: Evening) -> None:
    """The running game keeps its rules; the menu that was open before it is closed by its start."""
    menu = await menu_of(lobby, ANNA)
    lobby.store.dirty.clear()
    await lobby.tap(ANNA, Action.START)
    assert (lobby.table.menu, HouseMenu() in lobby.store.dirty) == (None, True)
    assert told(await lobby.tap(ANNA, Action.MENU_SET, step=menu.number, detail="limit-5")).what is Barred.OLD_MENU
    await menu_of(lobby, ANNA)
    assert told(await lobby.menu(ANNA, Action.MENU_SET, "limit-5")).what is Note.RULE_SET_LATER
    assert lobby.table.game is not None
    assert (lobby.table.game.rules, lobby.table.in_force) == (WIRTSHAUS, WIRTSHAUS)
    await lobby.say(Word.END, ANNA)
    assert lobby.table.in_force == replace(WIRTSHAUS, limit=5)
    await lobby.say(Word.NEW, BERT)
    assert lobby.table.in_force == replace(WIRTSHAUS, limit=5)


async def test_a_preset_is_taken_whole_and_the_group_is_told(lobby: Evening) -> None:
    """So many changes at once are one entry of the log."""
    await menu_of(lobby, ANNA)
    for name, rules in [*PRESETS.items()][1:]:
        assert told(await lobby.menu(ANNA, Action.MENU_PRESET, name)).what is Note.RULE_SET
        assert lobby.table.rules == rules
    assert [change.setting for change in lobby.table.changes] == ["preset"] * 3
    assert lobby.told == list(lobby.table.changes)
    await lobby.menu(ANNA, Action.MENU_PRESET, "trinkspiel")
    assert len(lobby.told) == 3


async def test_a_share_code_shows_the_differences_and_waits_for_a_tap(lobby: Evening) -> None:
    """However it is typed. Taking it over uses it up."""
    code = encode_rules(MAEXLE)
    await lobby.say(Word.HOUSE, ANNA, f" {code.lower()} ")
    assert lobby.table.menu == Menu(1, ANNA.id, "code", code)
    assert lobby.table.rules == WIRTSHAUS
    assert told(await lobby.menu(ANNA, Action.MENU_CODE)).what is Note.RULE_SET
    assert lobby.table.rules == MAEXLE
    assert lobby.table.menu == Menu(1, ANNA.id)
    assert lobby.told == [RulesChanged(ANNA.id, "code", encode_rules(WIRTSHAUS), code, lobby.store.now)]
    assert told(await lobby.menu(ANNA, Action.MENU_CODE)).what is Barred.NO_SUCH_BUTTON


async def test_an_admins_share_code_survives_the_question_to_telegram(lobby: Evening) -> None:
    """It waits in the inquiry."""
    code = encode_rules(LIZUMO)
    await lobby.say(Word.HOUSE, DIETER, code)
    await asked(lobby, Finding.YES)
    assert lobby.table.menu == Menu(1, DIETER.id, "code", code, lobby.store.now + QUICK.trust)


@pytest.mark.parametrize("who", [ANNA, DIETER, None], ids=["host", "stranger", "anonymous"])
async def test_a_wrong_code_is_refused_whoever_brings_it(lobby: Evening, who: Person | None) -> None:
    """Mistyped, cut off or made up; no menu opens and nobody is asked about."""
    code = encode_rules(LIZUMO)
    for wrong in (code[:-1], f"{code[:-1]}{'A' if code[-1] != 'A' else 'B'}", "bitte", "🎲"):
        await lobby.say(Word.HOUSE, who, wrong)
    assert lobby.told == [CodeRefused(CodeFault.TYPO)] * 4
    assert (lobby.table.menu, lobby.store.inquiries) == (None, [])


async def test_fertig_closes_the_menu(lobby: Evening) -> None:
    """What it left behind becomes a line, and its buttons are old."""
    menu = await menu_of(lobby, ANNA)
    assert told(await lobby.menu(ANNA, Action.MENU_CLOSE)).what is Note.DONE
    assert lobby.table.menu is None
    assert told(await lobby.tap(ANNA, Action.MENU_PAGE, step=menu.number, detail="log")).what is Barred.OLD_MENU
