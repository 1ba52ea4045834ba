"""Names people really have, and names people try."""

import unicodedata

import pytest
import regex  # type: ignore[import-untyped]  # it ships no types
from hypothesis import given
from hypothesis import strategies as st

from tgbot.game.seats import PlayerId
from tgbot.phrases import names
from tgbot.phrases.roster import Roster
from tgbot.table.identity import Member, guest

FAMILY = "👨‍👩‍👧‍👦"
ZALGO = "A" + "\u0301" * 60 + "nna"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Anna", "Anna"),
        ("Zoë & ©", "Zoë & ©"),
        ("  Anna \n  Lena ", "Anna Lena"),
        ("W" * 64, "W" * 19 + "…"),
        ("An\u202ena\u2067", "Anna"),
        ("An\u0000na\u200b", "Anna"),
        (ZALGO, "A\u0301\u0301nna"),
        (FAMILY, FAMILY),
        ("علي", "علي"),
        ("", ""),
        (" \u3164\u2800 ", ""),
        ("\u200d\ufe0f", ""),
        ("\ud800", ""),
        ("e" * 18 + " " + "x" * 9, "e" * 18 + "…"),
    ],
)
def test_a_name_is_made_readable(raw: str, shown: str) -> None:
    """Controls and stacks of marks go, everything a reader sees stays, and long names are cut where he sees characters."""
    assert names.shorten(raw) == shown


def test_a_family_is_never_cut_in_two() -> None:
    """A character of several code points stays whole or goes."""
    assert names.shorten(FAMILY * 5) == FAMILY * 2 + "…"


@given(st.text(max_size=80))
def test_shortening_is_safe_for_any_text(raw: str) -> None:
    """Whatever a name is, it comes out short, without controls, and is left alone the second time."""
    shown = names.shorten(raw)
    assert names.shorten(shown) == shown
    assert len(regex.findall(r"\X", shown)) <= names.LONGEST
    assert names.units(shown) <= 32
    assert not any(unicodedata.category(char) in ("Cc", "Cs") for char in shown)
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


@pytest.mark.parametrize("raw", ["<3</a>", "<test/>", "&amp;", '"quoted"', "*_[]()", "</b>"])
def test_markup_in_a_name_stays_text(raw: str) -> None:
    """Only < > and & are escaped: the rest means nothing to Telegram."""
    escaped = raw.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert names.plain(raw) == f"<b>\u2068{escaped}\u2069</b>"
    assert names.mention(PlayerId(7), raw) == f'<a href="tg://user?id=7">\u2068{escaped}\u2069</a>'


def test_big_ids_stay_exact() -> None:
    """An id beyond a float's whole numbers rings the right phone."""
    assert 'href="tg://user?id=4503599627370495"' in names.mention(PlayerId(2**52 - 1), "Anna")


def roster(*raw: str) -> list[str]:
    """Name people with these names at one table."""
    members = [Member(PlayerId(number), name) for number, name in enumerate(raw)]
    shown = Roster.of(members, "Gast")
    return [shown.name(member.player) for member in members]


def test_namesakes_are_told_apart() -> None:
    """Two Annas are two people, also beside somebody who really is called Anna 2."""
    assert roster("Anna", "anna", "Bert", "Anna") == ["Anna", "anna 2", "Bert", "Anna 3"]
    assert roster("Anna 2", "Anna", "Anna") == ["Anna 2", "Anna", "Anna 3"]


def test_long_namesakes_are_told_apart() -> None:
    """Names that differ only behind the cut get a number that is not cut."""
    first, second = roster("W" * 64, "W" * 63 + "M")
    assert (first, second) == ("W" * 19 + "…", "W" * 17 + "… 2")


def test_nobody_is_called_none() -> None:
    """Who has no visible name, or is unknown, is a guest; several guests are numbered."""
    assert roster("", "\u200b", "Anna") == ["Gast", "Gast 2", "Anna"]
    assert Roster.of([], "Gast").plain(PlayerId(9)) == "<b>\u2068Gast\u2069</b>"


def test_who_had_himself_forgotten_keeps_a_number() -> None:
    """Two of them stay apart, whatever the others are called."""
    assert [Roster.of([], "Gast").name(guest(number)) for number in (1, 2)] == ["Gast 1", "Gast 2"]
