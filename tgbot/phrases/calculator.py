"""`/rechner`, which seed 000 calls the Mäxchen-Rechner: exact chances, rounded as people read them."""

from fractions import Fraction
from itertools import groupby
from math import floor

from tgbot.game.odds import beats, reaches, true_if_blind
from tgbot.game.roll import PIPS, Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.look import LookMode
from tgbot.game.rules.ranking import Kind, dice_count, ladder, top
from tgbot.game.rules.top_rule import TopRule
from tgbot.game.rules.truth import TruthRule
from tgbot.phrases.keyboards import shelf
from tgbot.phrases.language import Texts
from tgbot.phrases.rolls import family
from tgbot.phrases.voice import Voice

_GAP = "  "
_EXAMPLES = {2: Roll((5, 3)), 3: Roll((4, 2, 1))}


def table(voice: Voice) -> list[str]:
    """Work out every announcement of two dice; of three dice the families, and each of the high ones."""
    rules = voice.rules
    columns = [voice.say("odds.roll"), voice.say("odds.reached"), voice.say(f"odds.over.{rules.raise_rule.value}")]
    if _guessed(rules):
        columns.append(voice.say("odds.blind"))
    rows = [columns, *(_row(voice, roll) for roll in _shown(rules))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(columns))]
    drawn = "\n".join(_drawn(row, widths) for row in rows)
    headed = voice.say("odds.title", game=voice.say(f"rolls.top.{rules.top_name.value}"))
    legend = voice.say(f"odds.legend.{rules.raise_rule.value}")
    return [headed, f"<pre>{drawn}</pre>", legend, *_blind_line(voice), *_one_by_one(voice)]


def line(voice: Voice, value: Roll) -> str:
    """Work out one announcement, in one line."""
    rules = voice.rules
    fields = {
        "value": voice.bold(value),
        "reached": _both(voice, reaches(rules.ranking, value)),
        "over": _both(voice, _overbid(rules, value)),
    }
    said = voice.say(f"odds.one.{rules.raise_rule.value}", **fields)
    if not _guessed(rules):
        return said
    blind = _both(voice, true_if_blind(rules.ranking, value, rules.truth_rule))
    return f"{said} {voice.say('odds.one.blind', blind=blind)}"


def example(rules: HouseRules) -> Roll:
    """Give an announcement to ask for."""
    return _EXAMPLES[dice_count(rules.ranking)]


def percent(texts: Texts, share: Fraction) -> str:
    """Round a share as people read it: whole per cents, tenths where they count; only what is sure is 0 or 100."""
    tenths = floor(share * 1000 + Fraction(1, 2))
    if share in (0, 1) or 100 <= tenths < 990:  # noqa: PLR2004 -- from 10 to 99 per cent
        return texts.say("odds.percent", number=floor(share * 100 + Fraction(1, 2)))
    return texts.say("odds.percent_tenths", whole=tenths // 10, tenth=tenths % 10)


def _shown(rules: HouseRules) -> list[Roll]:
    """Choose what fits a screen: of the Hausnummern the lowest of each high die, and all the rest."""
    shelves = (list(rolls) for _, rolls in groupby(ladder(rules.ranking), shelf))
    return [roll for rolls in shelves for roll in (rolls[:1] if family(rolls[0]) is Kind.HAUSNUMMER else rolls)]


def _row(voice: Voice, roll: Roll) -> list[str]:
    rules, texts = voice.rules, voice.texts
    shares = [reaches(rules.ranking, roll), _overbid(rules, roll)]
    if _guessed(rules):
        shares.append(true_if_blind(rules.ranking, roll, rules.truth_rule))
    return [f"{roll}", *(percent(texts, share) for share in shares)]


def _drawn(row: list[str], widths: list[int]) -> str:
    first, *numbers = row
    cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True))]
    return _GAP.join(cells)


def _both(voice: Voice, share: Fraction) -> str:
    """Write a share in per cent, and exactly as so many of all throws."""
    throws = PIPS ** dice_count(voice.rules.ranking)
    return voice.say("odds.both", percent=percent(voice.texts, share), hits=share * throws, throws=throws)


def _overbid(rules: HouseRules, value: Roll) -> Fraction:
    """Give the chance to overbid honestly; an announced top has its own rule and is never overbid (A17)."""
    return Fraction(0) if value == top(rules.ranking) else beats(rules.ranking, value, rules.raise_rule)


def _plays_blind(rules: HouseRules) -> bool:
    """Whether anybody here ever announces dice nobody has seen."""
    looks = (rules.opener_look, rules.follower_look)
    unseen = rules.second_roll or rules.pass_unseen or rules.top_rule is TopRule.BLIND_PUSH
    return unseen or any(look is not LookMode.ALWAYS for look in looks)


def _guessed(rules: HouseRules) -> bool:
    """Whether a blind announcement is true less often than an honest roll is as high."""
    return _plays_blind(rules) and rules.truth_rule is TruthRule.EXACT


def _blind_line(voice: Voice) -> list[str]:
    if not _plays_blind(voice.rules):
        return []
    return [voice.say(f"odds.blind_{voice.rules.truth_rule.value}")]


def _one_by_one(voice: Voice) -> list[str]:
    everything = len(_shown(voice.rules)) == len(ladder(voice.rules.ranking))
    return [] if everything else [voice.say("odds.one_by_one", example=example(voice.rules))]
