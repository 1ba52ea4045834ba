"""Buttons and links survive the way through Telegram, and nothing else passes for one."""

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.phrases.gallery import everything
from tgbot.game.rules.catalogue import SETTINGS, Setting, word_of
from tgbot.game.rules.ranking import Ranking, ladder
from tgbot.phrases.links import group_link, link_payload, message_link, private_link, table_of_payload
from tgbot.phrases.press import MOST_BYTES, decode, encode
from tgbot.table.identity import Language, TableId
from tgbot.table.intents.taps import Action, Tap

ROLLS = [roll for ranking in Ranking for roll in ladder(ranking)]
BIGGEST = 2**63 - 1
HUGE = Tap(TableId(-BIGGEST, BIGGEST), 10**9, 10**9, Action.ANNOUNCE, ROLLS[-1])

tables = st.builds(TableId, st.integers(-BIGGEST, BIGGEST), st.integers(0, BIGGEST))
taps = st.builds(
    Tap,
    tables,
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.sampled_from(Action),
    st.none() | st.sampled_from(ROLLS),
)
WRITTEN = encode(Tap(TableId(-1001234567890), 3, 17, Action.ANNOUNCE, ROLLS[7]))


@given(taps)
@example(HUGE)
def test_a_button_comes_back_as_it_was(tap: Tap) -> None:
    """Every reachable button fits Telegram's 64 bytes and means the same afterwards."""
    data = encode(tap)
    assert len(data.encode("ascii")) <= MOST_BYTES
    assert decode(data) == tap


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_choice_of_a_rule_fits_a_button(setting: Setting) -> None:
    """A setting with its choice fits beside the biggest group, topic, game and step."""
    table = TableId(-(10**19) + 1, 2**31 - 1)
    for choice in setting.choices:
        tap = Tap(table, 10**9, 10**9, Action.MENU_SET, detail=f"{setting.name}-{word_of(choice)}")
        assert len(encode(tap).encode("ascii")) <= MOST_BYTES
        assert decode(encode(tap)) == tap


@given(st.text(max_size=80) | st.from_regex(r"[A-Za-z][1-6]{0,3}(\.-?[0-9a-z]{1,4}){4}", fullmatch=True))
def test_whatever_comes_in_is_read_or_refused(data: str) -> None:
    """Data from outside never raises, and what is read is exactly what would have been written."""
    tap = decode(data)
    assert tap is None or encode(tap) == data


@pytest.mark.parametrize(
    "data",
    [
        "",
        "a",
        WRITTEN + " ",
        WRITTEN.upper(),
        WRITTEN.replace("a53", "a35"),
        WRITTEN.replace("a53", "a5"),
        WRITTEN.replace("a53", "Z53"),
        WRITTEN.replace(".3.", ".03."),
        WRITTEN.replace(".3.", ".-3."),
        WRITTEN.replace(".3.", ".³."),
        WRITTEN.replace(".3.", ".."),
        "b.-0.0.1.1",
        "b.1.0.1.1\n",
        "b.1.0.1.1.",
        "b.1.0.1.1.ü",
        "b.1.0.1.1.a.b",
        "b." + "z" * 80 + ".0.1.1",
        "ｂ.1.0.1.1",
    ],
)
def test_forged_data_is_refused(data: str) -> None:
    """Only exact encodings count: no other spelling of a number, no roll with the low die first, no unknown action."""
    assert decode(data) is None


def test_the_data_shows_nothing_hidden() -> None:
    """A button carries what was pressed, not what lies there."""
    assert re.fullmatch(r"a53\.-[0-9a-z]+\.0\.3\.h", WRITTEN)


@given(tables)
def test_a_table_comes_back_from_its_link(table: TableId) -> None:
    """The parameter of a link takes Telegram's characters and length, and leads to the same table."""
    payload = link_payload(table)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload)
    assert payload.startswith("t")
    assert table_of_payload(payload) == table


@given(st.text(max_size=70) | st.from_regex(r"t-?[0-9a-z]{1,6}(_[0-9a-z]{1,4})?", fullmatch=True))
def test_a_strange_parameter_is_read_or_refused(text: str) -> None:
    """What somebody types behind /start never raises."""
    table = table_of_payload(text)
    assert table is None or link_payload(table) == text


@pytest.mark.parametrize("text", ["", "t", "neu", "t-1_0", "t01", "t-0", "T-1", "t1\n", "t1_", "t" + "z" * 64])
def test_no_second_spelling_of_a_link(text: str) -> None:
    """A table has one link."""
    assert table_of_payload(text) is None


def test_links_lead_to_the_bot() -> None:
    """One link opens the private chat for a table, the other takes the bot to a group."""
    assert private_link("maexchen_bot", TableId(-5, 7)) == "https://t.me/maexchen_bot?start=t-5_7"
    assert group_link("maexchen_bot").startswith("https://t.me/maexchen_bot?startgroup=")


@pytest.mark.parametrize(
    ("chat", "message", "thread", "link"),
    [
        (-1001234567890, 815, 0, "https://t.me/c/1234567890/815"),
        (-1001234567890, 815, 4, "https://t.me/c/1234567890/4/815"),
        (-1012345678901, 815, 0, "https://t.me/c/12345678901/815"),
        (-4711, 815, 0, None),
        (4711, 815, 0, None),
        (-1001234567890, 0, 0, None),
        (-1000000000000, 815, 0, None),
    ],
)
def test_only_supergroups_have_message_links(chat: int, message: int, thread: int, link: str | None) -> None:
    """A link back exists where Telegram has one."""
    assert message_link(chat, message, thread) == link


REMOTEST = TableId(-(2**52) + 1, 2**31 - 1)


def widest(tap: Tap) -> Tap:
    """Move a button to where its data is longest: the biggest ids, the last game and step anybody could reach."""
    detail = re.sub(r"\d{6,}", str(2**52 - 1), tap.detail)
    return replace(tap, table=REMOTEST, game=10**9, step=10**9, detail=detail)


def test_every_button_of_every_message_fits_at_the_remotest_table() -> None:
    """F18: whatever the bot can show, in either language; and there is no button that none of it has."""
    shown = [
        button.tap
        for (_, render), language in product(everything(), Language)
        for row in render(language).keyboard
        for button in row
        if button.tap is not None
    ]

    assert [tap for tap in shown if len(encode(widest(tap)).encode()) > MOST_BYTES] == []
    assert {tap.action for tap in shown} == set(Action)
