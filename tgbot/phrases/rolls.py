"""Rolls as they are shown and spoken: glyphs beside digits, digits and word, or the word alone."""

from tgbot.game.roll import Roll
from tgbot.game.rules.ranking import Kind, Ranking, dice_count, kind
from tgbot.game.rules.top_name import TopName
from tgbot.phrases.language import Texts

_FACES = " ⚀⚁⚂⚃⚄⚅"


def glyphs(roll: Roll) -> str:
    """Draw the dice. Never alone: screen readers and old phones need the digits beside them."""
    return "".join(_FACES[die] for die in roll.digits)


def family(roll: Roll) -> Kind:
    """Name the family of a roll; the order within a family does not matter to its name."""
    three = len(roll.digits) == dice_count(Ranking.SCHOCKEN)
    return kind(Ranking.SCHOCKEN if three else Ranking.NORMAL, roll)


def spoken(texts: Texts, roll: Roll, top: TopName = TopName.MAEXCHEN) -> str:
    """Say a roll in words, as at a real table."""
    high = roll.digits[0]
    match family(roll):
        case Kind.NUMBER:
            return texts.say(f"rolls.number.{roll}")
        case Kind.PASCH:
            return texts.say(f"rolls.pasch.{high}")
        case Kind.TOP if len(roll.digits) == dice_count(Ranking.NORMAL):
            return texts.say(f"rolls.top.{top.value}")
        case Kind.TOP:
            return texts.say("rolls.schock_aus")
        case Kind.HAUSNUMMER | Kind.STRASSE | Kind.GENERAL | Kind.SCHOCK as three:
            return texts.say(f"rolls.{three.value}", die=high, digits=roll)


def named(texts: Texts, roll: Roll, top: TopName = TopName.MAEXCHEN) -> str:
    """Write a roll: digits for numbers, digits and word for the rest; without markup."""
    if family(roll) in (Kind.NUMBER, Kind.HAUSNUMMER):
        return str(roll)
    return f"{roll} · {spoken(texts, roll, top)}"
