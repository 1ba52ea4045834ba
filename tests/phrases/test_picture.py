"""The picture of an evening: as it was drawn before, whatever people are called.

A changed design changes the golden pictures. Draw them anew with

    SNAPSHOTS=write .venv/bin/python -m pytest tests/phrases/test_picture.py

and look at them, on a light and on a dark ground, before committing them.
"""

import os
from dataclasses import replace
from functools import reduce
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.phrases.scenes import ANNA, FOUR, see
from tests.phrases.stories import BARE, RECAP, WET
from tgbot.game.seats import PlayerId
from tgbot.phrases.lettering import drawable, fitted, font
from tgbot.phrases.memories import gullible, lucky, nose, ranked
from tgbot.phrases.picture import HEIGHT, WIDTH, caption, draw
from tgbot.table.identity import Language
from tgbot.table.scene import Scene
from tgbot.table.state.evening import Form, Recap, Score

GOLDEN = Path(__file__).parent / "pictures"
WRITE = os.environ.get("SNAPSHOTS") == "write"

LONG = "Friedrich-Wilhelm der Große von Hohenzollern-Sigmaringen"
MANY = (
    "Anna", "Bärbel Übermüller", LONG, "<b>Bold</b> & Co", "W" * 64, "Z" + "\u0338" * 40 + "algo", "שלום", "😀😀",
    "\u202eevil\u202c", "李小龍", *(f"Nr. {number}" for number in range(11, 24)),
)  # fmt: skip


def crowd() -> tuple[Scene, Recap]:
    """Seat more people than a picture has room for, under names of every kind."""
    players = {PlayerId(11 + place): name for place, name in enumerate(MANY)}
    scores = tuple(
        Score(player=player, games=2, rounds_lost=player % 9, right_doubts=player % 7, believed_lies=player % 5)
        for player in players
    )
    return see(None, names=players), replace(RECAP, scores=scores)


SHEETS = {
    "evening.de": (see(None), RECAP),
    "evening.en": (see(None, language=Language.EN), RECAP),
    "hangover.de": (see(None, names={**dict.fromkeys(FOUR, LONG), ANNA: "Änne"}, title="Stüble <&> 🎲 " + LONG), WET),
    "bare.de": (see(None), BARE),
    "crowd.de": crowd(),
}


def opened(png: bytes) -> Image.Image:
    """Read a picture."""
    return Image.open(BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("name", SHEETS)
def test_a_picture_looks_as_it_did(name: str) -> None:
    """At most 1 % of the pixels differ by more than 8 of 255."""
    drawn = draw(*SHEETS[name])
    path = GOLDEN / f"{name}.png"
    if WRITE:
        path.write_bytes(drawn)
    golden, now = opened(path.read_bytes()), opened(drawn)
    assert now.size == golden.size == (WIDTH, HEIGHT)
    assert changed(golden, now) <= 0.01 * WIDTH * HEIGHT


def changed(one: Image.Image, other: Image.Image) -> int:
    """Count the pixels that differ by more than 8 of 255 in any colour."""
    worst = reduce(ImageChops.lighter, ImageChops.difference(one, other).split())
    return sum(worst.histogram()[9:])


def test_another_picture_is_noticed() -> None:
    """The comparison above can fail: when nobody lost a round, more is different than it lets pass."""
    other = replace(RECAP, scores=tuple(replace(score, rounds_lost=0) for score in RECAP.scores))
    assert changed(opened(draw(see(None), RECAP)), opened(draw(see(None), other))) > 0.01 * WIDTH * HEIGHT


def test_no_golden_picture_is_left_over() -> None:
    """Every golden picture belongs to a sheet."""
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SHEETS)


def test_the_same_recap_gives_the_same_picture() -> None:
    """Drawing is pure."""
    assert draw(see(None), RECAP) == draw(see(None), RECAP)


def test_how_anything_was_paid_changes_no_picture() -> None:
    """Who drank how much is nowhere in it: with sips, the picture depends on lost rounds alone, in seat order."""
    drunk = tuple(replace(score, paid=((Form.SIPS, 9),), units=9) for score in WET.scores)
    assert draw(see(None), replace(WET, scores=drunk)) == draw(see(None), WET)
    numbers = [score.tasks for score in WET.scores]
    others = tuple(replace(score, tasks=tasks) for score, tasks in zip(WET.scores, reversed(numbers), strict=True))
    assert numbers != numbers[::-1]
    assert draw(see(None), replace(WET, scores=others)) == draw(see(None), WET)
    assert ranked(WET.scores, sips=True) == WET.scores
    assert [score.rounds_lost for score in ranked(RECAP.scores, sips=False)] == [0, 1, 3, 4]


def test_a_caption_names_the_evening() -> None:
    """Who cannot see the picture hears what it is."""
    assert caption(see(None), WET) == "🏆 Kater-Protokoll, 4. Dezember 2026"
    assert caption(see(None, language=Language.EN), RECAP) == "🏆 Tonight's report, 4 December 2026"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Änni Weiß", "Änni Weiß"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("שלום", "םולש"),
        ("\U0001faa9 Bert", "Bert"),
        ("李小龍", ""),
        ("a\u0338b", "a\u0338b"),
    ],
)
def test_what_has_no_letter_is_left_out_and_what_runs_left_is_turned(name: str, drawn: str) -> None:
    """No boxes for missing letters, and nothing that turns a line around."""
    assert drawable(name) == drawn


def test_long_names_are_cut_between_characters() -> None:
    """A family of four people is one character, and never half of it."""
    cut = fitted("Bärbel " + "Ü\u0308" * 40, font(36), 300)
    assert cut.endswith("…")
    assert font(36).getlength(cut) <= 300
    assert cut.removesuffix("…").removeprefix("Bärbel ").replace("Ü\u0308", "") == ""


def test_an_honour_is_shared_by_few() -> None:
    """What everybody did often is no distinction, and nobody is named for nothing."""
    alike = tuple(Score(player=player, right_doubts=2, tops=player == ANNA) for player in FOUR)
    assert nose(alike) is None
    assert gullible(alike) is None
    honour = lucky(alike)
    assert honour is not None
    assert (honour.players, honour.times) == ((ANNA,), 1)
