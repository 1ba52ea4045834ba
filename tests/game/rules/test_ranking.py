"""Ladders (`docs/rules.md` R01 to R04, R58)."""

import pytest

from tgbot.game.odds import throws
from tgbot.game.roll import Roll
from tgbot.game.rules.ranking import Kind, Ranking, dice_count, holds, kind, ladder, position, top

NUMBERS = "31 32 41 42 43 51 52 53 54 61 62 63 64 65"
SCHOCKEN = """
221(3) 322(3) 331(3) 332(3) 421(6) 422(3) 431(6) 433(3) 441(3) 442(3) 443(3) 521(6) 522(3) 531(6) 532(6) 533(3)
541(6) 542(6) 544(3) 551(3) 552(3) 553(3) 554(3) 621(6) 622(3) 631(6) 632(6) 633(3) 641(6) 642(6) 643(6) 644(3)
651(6) 652(6) 653(6) 655(3) 661(3) 662(3) 663(3) 664(3) 665(3)
321(6) 432(6) 543(6) 654(6) 222(1) 333(1) 444(1) 555(1) 666(1) 211(3) 311(3) 411(3) 511(3) 611(3) 111(1)
"""


def words(ranking: Ranking) -> str:
    """Write a ladder as its digits."""
    return " ".join(map(str, ladder(ranking)))


def test_r01_the_high_die_is_read_first() -> None:
    """5-3 and 3-5 are the same roll."""
    assert Roll.parse("53") == Roll.of((3, 5)) == Roll.of((5, 3))
    assert str(Roll.of((1, 4, 2))) == "421"


@pytest.mark.parametrize("dice", [(), (1,), (1, 2, 3, 4), (0, 1), (7, 1)])
def test_r01_what_is_no_roll_is_not_read(dice: tuple[int, ...]) -> None:
    """Two or three dice of one to six."""
    with pytest.raises(ValueError, match="two or three dice"):
        Roll.of(dice)


@pytest.mark.parametrize("text", ["", "5", "35", "5 3", "1234", "5x", "07", "²¹", "５３"])
def test_r01_announcements_name_the_high_die_first(text: str) -> None:
    """An announcement is written as its digits."""
    with pytest.raises(ValueError, match=r"dice|digits|named first"):
        Roll.parse(text)


def test_r02_normal_order() -> None:
    """Numbers, then Pasche upwards, then Mäxchen."""
    assert f"{NUMBERS} 11 22 33 44 55 66 21" == words(Ranking.NORMAL)


def test_r03_reversed_pasche() -> None:
    """Seed 003 variation 3: after 65 comes 66, and 11 is the highest Pasch."""
    assert f"{NUMBERS} 66 55 44 33 22 11 21" == words(Ranking.PASCH_REVERSED)


def test_r04_schocken_order() -> None:
    """Every three-dice roll has its place, with its number of the 216 throws."""
    expected = SCHOCKEN.split()

    assert expected == [f"{roll}({throws(roll)})" for roll in ladder(Ranking.SCHOCKEN)]


@pytest.mark.parametrize(
    ("ranking", "roll", "family"),
    [
        (Ranking.NORMAL, "65", Kind.NUMBER),
        (Ranking.NORMAL, "11", Kind.PASCH),
        (Ranking.PASCH_REVERSED, "21", Kind.TOP),
        (Ranking.SCHOCKEN, "421", Kind.HAUSNUMMER),
        (Ranking.SCHOCKEN, "543", Kind.STRASSE),
        (Ranking.SCHOCKEN, "444", Kind.GENERAL),
        (Ranking.SCHOCKEN, "611", Kind.SCHOCK),
        (Ranking.SCHOCKEN, "111", Kind.TOP),
    ],
)
def test_r04_families(ranking: Ranking, roll: str, family: Kind) -> None:
    """Each roll belongs to one family."""
    assert family is kind(ranking, Roll.parse(roll))


def test_a01_families_of_three_dice_stand_in_the_chosen_order() -> None:
    """Hausnummer, Straße, General, Schock, Schock aus, none of them interleaved (A1)."""
    families = list(dict.fromkeys(kind(Ranking.SCHOCKEN, roll) for roll in ladder(Ranking.SCHOCKEN)))

    assert families == [Kind.HAUSNUMMER, Kind.STRASSE, Kind.GENERAL, Kind.SCHOCK, Kind.TOP]


@pytest.mark.parametrize("ranking", Ranking)
def test_r58_the_top_is_the_last_rung(ranking: Ranking) -> None:
    """Positions count from 1; the top has the last."""
    assert ladder(ranking)[-1] == top(ranking)
    assert [*range(1, len(ladder(ranking)) + 1)] == [position(ranking, roll) for roll in ladder(ranking)]


def test_rolls_of_another_game_have_no_place() -> None:
    """Two dice are nothing among three."""
    assert not holds(Ranking.SCHOCKEN, Roll.parse("21"))
    assert [dice_count(ranking) for ranking in Ranking] == [2, 2, 3]
    with pytest.raises(ValueError, match="not a roll of the ranking"):
        kind(Ranking.SCHOCKEN, Roll.parse("21"))
