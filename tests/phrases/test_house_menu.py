"""The house rules menu and the rule sheet: every rule within reach, on a phone, in Telegram's limits."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.phrases.gallery import CHANGES, FIVE, GAMES, ODD
from tests.phrases.scenes import ANNA, BERT, DIETER, FOUR, lobby, over, see
from tgbot.game.rules.catalogue import BY_NAME, SETTINGS, Setting, word_of
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import LIZUMO, MAEXLE, PRESETS, WIRTSHAUS
from tgbot.game.rules.share import decode_rules, encode_rules
from tgbot.game.state import Game
from tgbot.phrases import house_menu, sheet
from tgbot.phrases.card import card
from tgbot.phrases.links import code_of_payload, house_link
from tgbot.phrases.message import Button, Message
from tgbot.phrases.press import MOST_BYTES, decode, encode
from tgbot.phrases.rulesheet import SECTIONS
from tgbot.table.identity import Language, TableId
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene
from tgbot.table.state.boards import Menu, Sheet
from tgbot.table.state.table import Vote

LONGEST_HOME = TableId(-(10**13), 2**31 - 1)
"""No chat of Telegram's has a longer id; the thread counts messages."""


def shown(page: str, game: Game | None = None, language: Language = Language.DE, **settings: Any) -> Message:
    """Open Anna's menu at a page."""
    menu = Menu(3, ANNA, page, encode_rules(LIZUMO))
    return house_menu.menu(see(lobby(*FOUR) if game is None else game, language=language, **{"menu": menu, **settings}))


def buttons(message: Message) -> Iterator[Button]:
    """List a message's buttons."""
    return (button for row in message.keyboard for button in row)


def details(message: Message, action: Action) -> list[str]:
    """List what a kind of button is about."""
    return [button.tap.detail for button in buttons(message) if button.tap is not None and button.tap.action is action]


def marked(message: Message) -> list[str]:
    """List the labels with a tick."""
    return [button.label for button in buttons(message) if "✔" in button.label]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_choice_of_every_rule_is_three_taps_away(setting: Setting, language: Language) -> None:
    """Rule by rule, the rule, the choice; the present one is ticked."""
    assert "settings" in details(shown("presets", language=language), Action.MENU_PAGE)
    assert setting.name in details(shown("settings", language=language), Action.MENU_PAGE)
    page = shown(setting.name, language=language)
    assert sorted(details(page, Action.MENU_SET)) == sorted(f"{setting.name}-{word_of(one)}" for one in setting.choices)
    assert len(marked(page)) == 1


def test_the_settings_stand_in_the_order_of_the_sheet() -> None:
    """Two in a row, and what belongs together stays together."""
    page = shown("settings")
    assert [name for names in SECTIONS.values() for name in names] == details(page, Action.MENU_PAGE)[:-1]
    assert max(map(len, page.keyboard)) == 2


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rules", [WIRTSHAUS, ODD], ids=["wirtshaus", "three dice"])
@pytest.mark.parametrize(
    "page", ["presets", "settings", "code", "log", *BY_NAME, *(f"vote-{name}" for name in BY_NAME)]
)
def test_every_button_fits_telegram_at_the_remotest_table(page: str, rules: HouseRules, language: Language) -> None:
    """64 bytes, 40 letters, 100 buttons, whatever the ids; and each reads back as it was written."""
    game = replace(lobby(*FOUR), number=10**5, rules=rules)
    menu = Menu(10**5, ANNA, page, encode_rules(LIZUMO))
    message = shown(page, game, language, rules=rules, menu=menu, id=LONGEST_HOME)
    assert len(list(buttons(message))) <= 100
    for button in buttons(message):
        assert len(button.label) <= 40
        if button.tap is not None:
            data = encode(button.tap)
            assert len(data.encode()) <= MOST_BYTES
            assert decode(data) == button.tap
            assert (button.tap.step, button.tap.table) == (menu.number, LONGEST_HOME)


def test_a_votes_buttons_fit_as_well() -> None:
    """The longest question there is."""
    for setting in SETTINGS:
        for choice in setting.choices:
            vote = Vote(ANNA, setting.name, word_of(choice))
            message = card(see(replace(lobby(*FOUR), number=10**5), vote=vote, id=LONGEST_HOME))
            taps = [button.tap for button in buttons(message) if button.tap is not None]
            assert [tap.detail for tap in taps if tap.detail] == [f"{setting.name}-{word_of(choice)}"] * 2
            assert all(len(encode(tap)) <= MOST_BYTES for tap in taps)
            assert {tap.step for tap in taps} == {0}
            assert len(message.text.splitlines()) <= 9


def test_the_presets_come_first_and_the_present_one_is_ticked() -> None:
    """Changed in one rule it is none of them any more, and the menu says what is different."""
    assert details(shown("presets"), Action.MENU_PRESET) == list(PRESETS)
    assert marked(shown("presets", rules=MAEXLE)) == ["✔ Mäxle"]
    changed = shown("presets", rules=FIVE)
    assert marked(changed) == []
    assert "Anders als bei den Wirtshaus-Regeln: Blind weitergeben: ja · Grenze: 5" in changed.text


def test_the_share_code_is_the_groups_and_its_link_brings_it_along() -> None:
    """Typed or tapped, it carries the same rules."""
    page = shown("presets", rules=FIVE)
    url = next(button.url for button in buttons(page) if button.url)
    payload = url.rpartition("=")[2]
    code = code_of_payload(payload)
    assert code is not None
    assert decode_rules(code) == FIVE
    assert f"/hausordnung {code}" in page.text
    assert house_link("maexchen_bot", code) == url
    assert len(payload) <= 64


def test_the_longest_code_fits_a_link() -> None:
    """Twenty-five differences, two characters each."""
    assert len(encode_rules(ODD)) <= 4 + 2 * len(SETTINGS) <= 63


@pytest.mark.parametrize("text", ["", "h", "true", "t-cryl7kya", "hW 0", "h" + "W" * 64, "hÄ"])
def test_other_payloads_are_no_codes(text: str) -> None:
    """A table's link stays a table's link."""
    assert code_of_payload(text) is None


@pytest.mark.parametrize("page", ["", "nothing", "vote-", "vote-nothing", "presets"])
def test_an_unknown_page_is_the_first(page: str) -> None:
    """Data comes from outside."""
    assert shown(page) == shown("presets")


def test_only_the_host_in_the_lobby_may_put_a_rule_to_the_vote() -> None:
    """What would be refused is not offered."""
    vote = "vote-limit"
    assert vote in details(shown("limit"), Action.MENU_PAGE)
    for other in (shown("limit", GAMES["believe or doubt"]), shown("limit", menu=Menu(3, DIETER, "limit"))):
        assert vote not in details(other, Action.MENU_PAGE)
    for nobody in (shown("limit", host=None), shown("limit", host=None, menu=Menu(3, None, "limit"))):
        assert vote not in details(nobody, Action.MENU_PAGE)
    assert "limit-3" not in details(shown(vote), Action.VOTE_ON)
    assert len(details(shown(vote), Action.VOTE_ON)) == len(BY_NAME["limit"].choices) - 1


@pytest.mark.parametrize("page", ["presets", "settings", "limit", "code"])
def test_while_a_game_runs_the_menu_says_from_when_it_holds(page: str) -> None:
    """And not before the game or after it."""
    later = "ab der nächsten Partie"
    assert later in shown(page, GAMES["believe or doubt"]).text
    assert later in shown(page, GAMES["a break"]).text
    assert later not in shown(page).text
    assert later not in shown(page, over()).text


def test_a_code_is_compared_with_what_the_group_plays_now() -> None:
    """Each difference with both sides; where there is none there is nothing to take over."""
    page = shown("code", rules=FIVE)
    assert "• <b>Grenze</b>: 5 → 3" in page.text
    assert next(buttons(page)).label == "Übernehmen"
    same = shown("code", rules=LIZUMO)
    assert Action.MENU_CODE not in [button.tap.action for button in buttons(same) if button.tap is not None]


def test_the_log_tells_what_when_and_who_the_newest_first() -> None:
    """In the group's own time; anonymous admins stay anonymous."""
    first, *entries = shown("log", changes=CHANGES).text.splitlines()
    assert "geändert" in first
    assert entries == [
        "• 1. Dez, 01:55 · <b>\u2068Anna\u2069</b>: Blind weitergeben: nein → ja (abgestimmt, 3 zu 1)",
        "• 1. Dez, 01:53 · <b>\u2068Bert\u2069</b>: Eigene Regeln",
        "• 30. Nov, 02:08 · ein Admin: Lizumo-Regeln",
        "• 30. Nov, 01:53 · <b>\u2068Anna\u2069</b>: Grenze: 3 → 5",
    ]


def test_the_log_follows_the_clock_of_the_place() -> None:
    """A host elsewhere sets another zone."""
    scene = replace(see(None, menu=Menu(3, ANNA, "log"), changes=CHANGES[:1]), zone="America/New_York")
    assert "29. Nov, 19:53" in house_menu.menu(scene).text


def read(page: str, **settings: Any) -> Message:
    """Open the rule sheet at a page."""
    return sheet.sheet(see(settings.pop("game", None), sheet=Sheet(2, page), **settings))


@pytest.mark.parametrize("rules", [*PRESETS.values(), FIVE, ODD])
def test_the_sheet_tells_the_differences_first_and_each_rule_on_its_page(rules: HouseRules) -> None:
    """One screen, and the rest by buttons that turn the same message."""
    short = read("short", rules=rules)
    assert len(short.text) <= 1600
    assert details(short, Action.SHEET_PAGE) == list(SECTIONS)
    for name in SECTIONS:
        page = read(name, rules=rules)
        assert {button.tap.step for button in buttons(page) if button.tap is not None} == {2}
        assert details(page, Action.SHEET_PAGE) == [*(other for other in SECTIONS if other != name), "short"]
    different = "Anders als" in short.text.splitlines()[1]
    assert different == (rules not in PRESETS.values())


def test_a_rule_with_nothing_to_decide_is_no_difference() -> None:
    """What would never happen here need not be explained; the menu says so where it is set."""
    rules = replace(WIRTSHAUS, top_last_auto=True)
    assert "Am letzten Platz" not in read("short", rules=rules).text
    assert "Am letzten Platz" not in read("top", rules=rules).text
    assert "nichts zu sagen" in shown("top_last_auto", rules=rules).text


def test_the_sheet_tells_what_is_being_played_not_what_comes_next() -> None:
    """During a game its own rules; after it, and in the next lobby, the group's."""
    running = read("short", game=GAMES["believe or doubt"], rules=MAEXLE)
    assert "Wirtshaus-Regeln" in running.text.splitlines()[0]
    assert "Ab der nächsten Partie ändert sich" in running.text
    assert "Mäxle-Regeln" in read("short", game=over(), rules=MAEXLE).text.splitlines()[0]
    assert "/hausordnung" in read("short", game=over(), rules=MAEXLE).text


def test_in_private_the_sheet_sends_nobody_to_a_menu_that_is_not_there() -> None:
    """House rules are a group's."""
    private = read("short", id=TableId(BERT))
    assert "/hausordnung" not in private.text
    assert details(private, Action.SHEET_PAGE) == list(SECTIONS)
    assert sheet.sheet(see(None)) == replace(read("short"), keyboard=sheet.sheet(see(None)).keyboard)


def test_a_closed_board_is_one_quiet_line() -> None:
    """As a closed card is."""
    scene: Scene = see(lobby(*FOUR), rules=FIVE, menu=Menu(3, ANNA), sheet=Sheet(2))
    for line in (house_menu.closing(scene), sheet.closing(scene)):
        assert "\n" not in line
        assert "tg://" not in line
