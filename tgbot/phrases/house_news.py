"""News about the house rules: what changed, what was refused, what a code carries, and the calculator."""

from dataclasses import replace
from typing import TypeAlias

from tgbot.game.rules.catalogue import BY_NAME
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.share import decode_rules
from tgbot.phrases import calculator
from tgbot.phrases.page import Line, Page
from tgbot.phrases.rulesheet import chosen, meaning, short, whose
from tgbot.phrases.voice import Voice
from tgbot.table.news.notices import CodeRefused, DeskHouse, MenuForAdmins, OddsTold, VoteRejected
from tgbot.table.state.changes import RulesChanged

RuleNews: TypeAlias = OddsTold | RulesChanged | VoteRejected | CodeRefused | MenuForAdmins | DeskHouse


def rule_lines(page: Page, news: RuleNews) -> list[Line]:
    """Tell one of these."""
    match news:
        case OddsTold():
            return _odds(page, news)
        case RulesChanged():
            return _changed(page, news)
        case VoteRejected(yes=yes, no=no):
            return page.line("house.rejected", rule=_wanted(page, news), yes=yes, no=no)
        case CodeRefused(fault=fault):
            return page.line(f"house.code.{fault.value}", fact=False)
        case MenuForAdmins():
            return [*page.line("house.admins", fact=False), *_sheet(replace(page.voice, rules=page.scene.in_force))]
        case DeskHouse(code=code):
            return _carried(page, code)


def _changed(page: Page, news: RulesChanged) -> list[Line]:
    voice = replace(page.voice, rules=page.scene.rules)
    rule = _ruled(voice, news)
    if news.vote is not None:
        yes, no = news.vote
        told = voice.say("house.voted", rule=rule, yes=yes, no=no)
    elif news.by is None:
        told = voice.say("house.changed", rule=rule)
    else:
        told = voice.say("house.changed_by", rule=rule, player=voice.roster.plain(news.by))
    setting = BY_NAME.get(news.setting)
    means = "" if setting is None else meaning(voice, setting, setting.choice(news.after))
    return [Line(f"{told} {means}".rstrip())]


def _ruled(voice: Voice, news: RulesChanged) -> str:
    """Say what holds after a change: one setting's choice, or whose rules."""
    setting = BY_NAME.get(news.setting)
    if setting is not None:
        return chosen(voice.texts, voice.rules, setting, setting.choice(news.after))
    rules = decode_rules(news.after)
    return whose(voice.texts, rules if isinstance(rules, HouseRules) else voice.rules)


def _wanted(page: Page, news: VoteRejected) -> str:
    setting = BY_NAME[news.setting]
    return chosen(page.voice.texts, page.scene.rules, setting, setting.choice(news.choice))


def _carried(page: Page, code: str) -> list[Line]:
    rules = decode_rules(code)
    if not isinstance(rules, HouseRules):
        return page.line(f"house.code.{rules.value}", fact=False)
    headed = page.line("house.carried", fact=False, rules=whose(page.voice.texts, rules))
    take_along = page.line("house.take_along", fact=False, code=code)
    return [*headed, *_sheet(replace(page.voice, rules=rules)), *take_along]


def _sheet(voice: Voice) -> list[Line]:
    return [Line(text, fact=False) for text in short(voice)]


def _odds(page: Page, news: OddsTold) -> list[Line]:
    voice = replace(page.voice, rules=page.scene.in_force)
    if news.fault:
        return page.line("odds.fault", fact=False, example=calculator.example(voice.rules))
    if news.value is not None:
        return [Line(calculator.line(voice, news.value), fact=False)]
    return [Line(text, fact=False) for text in calculator.table(voice)]
