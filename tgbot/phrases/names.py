"""Names as people typed them, made fit for a line of text: cut, isolated, escaped."""

import unicodedata
from html import escape

import regex  # type: ignore[import-untyped]  # it ships no types

from tgbot.game.seats import PlayerId

LONGEST = 20
"""Characters as a reader sees them (grapheme clusters)."""

_MOST_UNITS = 32
"""UTF-16 units, which Telegram counts: twenty family emoji would be more than two hundred."""

_MARKS_PER_CHARACTER = 2
_ELLIPSIS = "…"
_JOINERS = frozenset("\u200c\u200d")
_VARIATION_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols without ink


def shorten(raw: str, longest: int = LONGEST) -> str:
    """Make a name readable: no control or bidi characters, few marks per letter, at most `longest` characters.

    Empty if there was nothing to see. Shortening twice changes nothing.
    """
    clusters = [_thinned(cluster) for cluster in regex.findall(r"\X", _clean(raw))]
    if not any(_has_ink(char) for cluster in clusters for char in cluster):
        return ""
    fitting = _fitting(clusters, longest)
    if len(fitting) == len(clusters):
        return "".join(clusters)
    return "".join(_fitting(clusters, longest - 1, _MOST_UNITS - 1)).rstrip() + _ELLIPSIS


def isolated(name: str) -> str:
    """Wrap a readable name so that its direction cannot turn the rest of the line around; not escaped."""
    return f"\u2068{name}\u2069"


def bare(name: str) -> str:
    """Return a name for a list: isolated and escaped."""
    return escape(isolated(shorten(name)), quote=False)


def line(text: str) -> str:
    """Return a sentence somebody wrote, tidied before it was kept: isolated and escaped."""
    return escape(isolated(text), quote=False)


def plain(name: str) -> str:
    """Return a name in bold, which rings nobody's phone."""
    return f"<b>{bare(name)}</b>"


def mention(player: PlayerId, name: str) -> str:
    """Return a name that rings its owner's phone, by id: not everybody has a username."""
    return f'<a href="tg://user?id={player}">{bare(name)}</a>'


def units(text: str) -> int:
    """Count a text as Telegram does, in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _clean(raw: str) -> str:
    return " ".join("".join(filter(None, map(_kept, raw))).split())


def _kept(char: str) -> str:
    if char.isspace() or char in _BLANKS:
        return " "
    category = unicodedata.category(char)
    return "" if category in ("Cc", "Cs") or (category == "Cf" and char not in _JOINERS) else char


def _thinned(cluster: str) -> str:
    marks = 0
    kept = []
    for char in cluster:
        marks += _is_mark(char)
        if marks <= _MARKS_PER_CHARACTER or not _is_mark(char):
            kept.append(char)
    return "".join(kept)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me") and char not in _VARIATION_SELECTORS


def _has_ink(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS" or unicodedata.category(char) in ("Co", "Cn")


def _fitting(clusters: list[str], longest: int, most_units: int = _MOST_UNITS) -> list[str]:
    fitting: list[str] = []
    left = most_units
    for cluster in clusters[:longest]:
        left -= units(cluster)
        if left < 0:
            break
        fitting.append(cluster)
    return fitting
