"""Letters for pictures: the bundled typeface, and names cut and ordered so that they can be drawn with it.

The typeface comes along, so a picture looks the same on every machine. What it has no letter for is left out.
"""

import unicodedata
from functools import cache
from importlib.resources import files
from io import BytesIO

import regex  # type: ignore[import-untyped]  # it ships no types
from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

_ELLIPSIS = "…"
_UNASSIGNED = "\U0010ffff"
"""A character no typeface has: it is drawn as the box for missing letters."""


@cache
def font(size: int, *, bold: bool = False) -> FreeTypeFont:
    """Load the typeface in one size."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    letters = BytesIO((files(__package__) / "fonts" / name).read_bytes())
    # The basic layout needs no library that some machines have and others lack.
    return ImageFont.truetype(letters, size, layout_engine=ImageFont.Layout.BASIC)


def drawable(text: str) -> str:
    """Keep what can be drawn, in the order it is drawn in: letters that run to the left are turned around here."""
    clusters = [_drawn(cluster) for cluster in regex.findall(r"\X", text) if _has_letter(cluster[0])]
    if any(unicodedata.bidirectional(char) in ("R", "AL") for cluster in clusters for char in cluster):
        clusters.reverse()
    return " ".join("".join(clusters).split())


def fitted(text: str, typeface: FreeTypeFont, width: float) -> str:
    """Cut a text to a width, where readers see characters end."""
    if typeface.getlength(text) <= width:
        return text
    clusters = regex.findall(r"\X", text)
    while clusters and typeface.getlength("".join(clusters).rstrip() + _ELLIPSIS) > width:
        clusters.pop()
    return "".join(clusters).rstrip() + _ELLIPSIS


def _drawn(cluster: str) -> str:
    return "".join(filter(_has_letter, cluster))


@cache
def _has_letter(char: str) -> bool:
    probes = (font(32), font(32, bold=True))
    return char.isspace() or all(bytes(face.getmask(char)) != bytes(face.getmask(_UNASSIGNED)) for face in probes)
