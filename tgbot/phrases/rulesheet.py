"""House rules in words: what a setting is called, what its choices are called, and what each of them means.

Every field of `HouseRules` and each of its choices can be told, because menu, sheet and log are derived from them.
"""

from dataclasses import replace
from enum import Enum

from tgbot.game.rules.catalogue import BY_NAME, Choice, Setting, differences, nearest_preset, word_of
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.opening_top import OpeningTop
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.ranking import top
from tgbot.game.rules.top_rule import TopAnswer, TopRule, knows
from tgbot.phrases import rolls
from tgbot.phrases.language import Texts
from tgbot.phrases.voice import Voice

SECTIONS = {
    "calls": ("ranking", "top_name", "raise_rule", "truth_rule"),
    "looks": ("opener_look", "follower_look", "second_roll", "pass_unseen"),
    "top": ("top_rule", "top_last_auto", "top_false_cost", "top_true_cost", "top_accept_cost"),
    "opening": ("next_opener", "opening_top_show", "no_loser_opener"),
    "paying": ("penalty_mode", "limit", "end_mode", "payment"),
    "table": ("min_players", "max_players", "repeat_penalty", "disclose", "odds_line", "turn_time"),
}
"""Which rules stand together, on the sheet and in the menu."""

MOST_DIFFERENCES = 8
"""Differences from a preset told one by one; of more, the rest is counted."""

_ALL_AT_ONCE = ("preset", "code")


def title(texts: Texts, rules: HouseRules, name: str) -> str:
    """Call a setting by its name."""
    return texts.say(f"setting.{name}", top=rolls.spoken(texts, top(rules.ranking), rules.top_name))


def label(texts: Texts, setting: Setting, choice: Choice) -> str:
    """Call a choice by its name: a word of its own, yes or no, or a number."""
    word = word_of(choice)
    if texts.knows(f"choice.{setting.name}.{word}"):
        return texts.say(f"choice.{setting.name}.{word}")
    return texts.say(f"choice.switch.{word}") if isinstance(choice, bool) else word


def stated(texts: Texts, rules: HouseRules, name: str) -> str:
    """State how a setting stands, as "Grenze: 5"; for all of them at once, whose rules they are."""
    if name in _ALL_AT_ONCE:
        return whose(texts, rules)
    return chosen(texts, rules, BY_NAME[name], BY_NAME[name].of(rules))


def chosen(texts: Texts, rules: HouseRules, setting: Setting, choice: Choice) -> str:
    """Name a setting together with one of its choices."""
    return f"{title(texts, rules, setting.name)}: {label(texts, setting, choice)}"


def whose(texts: Texts, rules: HouseRules) -> str:
    """Name a whole set of rules: by its preset, if it is one."""
    preset = next((name for name, preset in PRESETS.items() if preset == rules), "own")
    return texts.say(f"lobby.preset.{preset}")


def meaning(voice: Voice, setting: Setting, choice: Choice) -> str:
    """Say what a choice would mean at this table; empty where its name says it all."""
    said = _sentence(replace(voice, rules=setting.put(voice.rules, choice)), setting.name)
    quiet = f"quiet.{setting.name}.{word_of(choice)}"
    return voice.say(quiet) if not said and voice.texts.knows(quiet) else said


def told(voice: Voice, setting: Setting) -> str:
    """Tell a rule of this table in one line, its name first."""
    choice = setting.of(voice.rules)
    said = meaning(voice, setting, choice) or label(voice.texts, setting, choice)
    return voice.say("rules.line", setting=title(voice.texts, voice.rules, setting.name), meaning=said)


def section(voice: Voice, name: str) -> list[str]:
    """Tell the rules that stand together, leaving out those that have nothing to decide here."""
    return [told(voice, BY_NAME[field]) for field in SECTIONS[name] if matters(voice.rules, field)]


def short(voice: Voice) -> list[str]:
    """Tell what holds on one screen: what is different from the preset first, then how the preset plays."""
    preset = PRESETS[nearest_preset(voice.rules)]
    different = tuple(one for one in differences(voice.rules, preset) if matters(voice.rules, one.name))
    usual = [told(voice, BY_NAME[name]) for name in ("ranking", "top_rule") if BY_NAME[name] not in different]
    return [*_different(voice, different), voice.say("rules.basics"), *usual, _stakes(voice)]


def matters(rules: HouseRules, name: str) -> bool:
    """Whether a rule has anything to decide beside the others."""
    match name:
        case "no_loser_opener":
            return rules.opening_top_show is not OpeningTop.OFF
        case "top_accept_cost":
            return knows(rules.top_rule, TopAnswer.ACCEPT)
        case "top_last_auto":
            return rules.top_rule is TopRule.CIRCULATE_BEFORE
        case _:
            return True


def _different(voice: Voice, settings: tuple[Setting, ...]) -> list[str]:
    if not settings:
        return []
    preset = voice.say(f"lobby.preset.{nearest_preset(voice.rules)}")
    lines = [voice.say("rules.different", preset=preset), *(told(voice, one) for one in settings[:MOST_DIFFERENCES])]
    more = len(settings) - MOST_DIFFERENCES
    return [*lines, voice.count("rules.more", more)] if more > 0 else lines


def _stakes(voice: Voice) -> str:
    """Say in one line what a lost round costs, and when it is over."""
    parts = (_sentence(voice, name) for name in ("penalty_mode", "limit", "end_mode", "payment"))
    meaning = " ".join(filter(None, parts))
    return voice.say("rules.line", setting=title(voice.texts, voice.rules, "penalty_mode"), meaning=meaning)


def _sentence(voice: Voice, name: str) -> str:
    """Say what a rule means; empty where it is the usual way and nothing need be said."""
    rules = voice.rules
    highest = top(rules.ranking)
    match getattr(rules, name):
        case Enum(value=word):
            return voice.say(f"rules.{name}.{word}", top=voice.spoken(highest), highest=voice.named(highest))
        case bool(switched):
            return voice.say(f"rules.{name}.{'on' if switched else 'off'}")
        case int(number):
            key = f"rules.limit.{rules.penalty_mode.value}" if name == "limit" else f"rules.{name}"
            return voice.count(key, number, times=label(voice.texts, BY_NAME[name], number))
        case _:
            return voice.say(f"rules.{name}.none")
