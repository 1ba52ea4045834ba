"""News about the house rules: what changed, what was refused, what a code carries, and the calculator."""

from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from tgbot.game.odds import beats, reaches
from tgbot.game.roll import PIPS, Roll
from tgbot.game.rules.catalogue import BY_NAME
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.ranking import dice_count, ladder
from tgbot.game.rules.share import decode_rules
from tgbot.phrases.keyboards import shelf
from tgbot.phrases.page import Line, Page
from tgbot.phrases.rulesheet import rulesheet, sentence
from tgbot.phrases.voice import Voice
from tgbot.table.notices import CodeRefused, DeskHouse, MenuForAdmins, OddsTold, RulesChanged, VoteRejected

RuleNews: TypeAlias = OddsTold | RulesChanged | VoteRejected | CodeRefused | MenuForAdmins | DeskHouse


def rule_lines(page: Page, news: RuleNews) -> list[Line]:
    """Tell one of these."""
    match news:
        case OddsTold():
            return _odds(page, news)
        case RulesChanged():
            return _changed(page, news)
        case VoteRejected(setting=setting, yes=yes, no=no):
            return page.line("house.rejected", setting=title(page.voice, setting), yes=yes, no=no)
        case CodeRefused(fault=fault):
            return page.line(f"house.code.{fault.value}", fact=False)
        case MenuForAdmins():
            return [*page.line("house.admins", fact=False), *_sheet(page.voice)]
        case DeskHouse(code=code):
            return _carried(page, code)


def title(voice: Voice, setting: str) -> str:
    """Name a setting, or all of them at once (`preset`, `code`)."""
    return voice.say(f"setting.{setting}")


def _changed(page: Page, news: RulesChanged) -> list[Line]:
    voice, name = page.voice, title(page.voice, news.setting)
    if news.vote is not None:
        yes, no = news.vote
        told = voice.say("house.voted", setting=name, yes=yes, no=no)
    elif news.by is None:
        told = voice.say("house.changed", setting=name)
    else:
        told = voice.say("house.changed_by", setting=name, player=voice.roster.plain(news.by))
    return [Line(f"{told} {_meaning(voice, news)}".rstrip())]


def _meaning(voice: Voice, news: RulesChanged) -> str:
    setting = BY_NAME.get(news.setting)
    if setting is None:
        return ""
    rules = setting.put(voice.rules, setting.choice(news.after))
    return sentence(replace(voice, rules=rules), setting.name)


def _carried(page: Page, code: str) -> list[Line]:
    rules = decode_rules(code)
    if not isinstance(rules, HouseRules):
        return page.line(f"house.code.{rules.value}", fact=False)
    sheet = _sheet(replace(page.voice, rules=rules))
    return [*sheet, *page.line("house.take_along", fact=False, code=code)]


def _sheet(voice: Voice) -> list[Line]:
    return [Line(text, fact=False) for text in rulesheet(voice)]


def _odds(page: Page, news: OddsTold) -> list[Line]:
    if news.fault:
        return page.line("house.odds.fault", fact=False)
    if news.value is not None:
        return _odds_of(page, news.value)
    rules = page.voice.rules
    throws: int = PIPS ** dice_count(rules.ranking)
    table = [
        Line(" · ".join(_entry(page, roll) for roll in row), fact=False)
        for _, row in groupby(ladder(rules.ranking), shelf)
    ]
    return [*page.line("house.odds.title", fact=False, throws=throws), *table]


def _entry(page: Page, roll: Roll) -> str:
    ranking = page.voice.rules.ranking
    return page.voice.say("house.odds.entry", roll=roll, hits=reaches(ranking, roll) * PIPS ** dice_count(ranking))


def _odds_of(page: Page, value: Roll) -> list[Line]:
    rules = page.voice.rules
    throws: int = PIPS ** dice_count(rules.ranking)
    over = beats(rules.ranking, value, rules.raise_rule) * throws
    reached = reaches(rules.ranking, value) * throws
    return page.line(
        "house.odds.one", fact=False, value=page.voice.bold(value), reached=reached, over=over, throws=throws
    )
