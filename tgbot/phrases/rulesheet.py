"""`/regeln`: the house rules on one screen. Every field of `HouseRules` has a sentence for each of its values."""

from enum import Enum

from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.ranking import top
from tgbot.game.rules.top_rule import TopAnswer, TopRule, knows
from tgbot.phrases import units
from tgbot.phrases.voice import Voice

PARAGRAPHS = (
    ("ranking", "top_name", "raise_rule", "truth_rule"),
    ("opener_look", "follower_look", "second_roll", "pass_unseen"),
    ("top_rule", "top_last_auto", "top_false_cost", "top_true_cost", "top_accept_cost"),
    ("opening_top_show", "no_loser_opener", "next_opener"),
    ("penalty_mode", "limit", "end_mode", "payment"),
    ("repeat_penalty", "odds_line"),
    ("min_players", "max_players", "disclose"),
)
"""Which rules are told together. A rule at its usual value may have nothing to say."""


def rulesheet(voice: Voice) -> list[str]:
    """Write the sheet, one paragraph a line."""
    told = (" ".join(filter(None, (sentence(voice, field) for field in paragraph))) for paragraph in PARAGRAPHS)
    return [voice.say("rules.title"), voice.say("rules.basics"), *(f"• {text}" for text in told if text)]


def sentence(voice: Voice, field: str) -> str:
    """Say what one rule means at this table; empty where it has nothing to decide, or nothing unusual."""
    rules, texts = voice.rules, voice.texts
    if not _matters(rules, field):
        return ""
    highest = top(rules.ranking)
    match getattr(rules, field):
        case Enum(value=name):
            return voice.say(f"rules.{field}.{name}", top=voice.spoken(highest), highest=voice.named(highest))
        case bool(switched):
            return voice.say(f"rules.{field}.{'on' if switched else 'off'}")
        case int(number):
            key = f"rules.limit.{rules.penalty_mode.value}" if field == "limit" else f"rules.{field}"
            return voice.count(key, number, amount=units.numeral(texts, number))
        case _:
            return voice.say(f"rules.{field}.none")


def _matters(rules: HouseRules, field: str) -> bool:
    """Whether a rule has anything to decide beside the others."""
    match field:
        case "no_loser_opener":
            return rules.opening_top_show is not OpeningTop.OFF
        case "top_accept_cost":
            return knows(rules.top_rule, TopAnswer.ACCEPT)
        case "top_last_auto":
            return rules.top_rule is TopRule.CIRCULATE_BEFORE
        case _:
            return True
