"""The log of the house rules: what changed, when, and who changed it; the newest first."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tgbot.game.rules.catalogue import BY_NAME
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.share import decode_rules
from tgbot.phrases.rulesheet import label, title, whose
from tgbot.phrases.voice import Voice
from tgbot.table.scene import Scene
from tgbot.table.state.changes import RulesChanged


def log(scene: Scene, voice: Voice) -> list[str]:
    """List the changes."""
    entries = [_entry(voice, change, scene.zone) for change in reversed(scene.changes)]
    return [voice.say("menu.log"), *(entries or [voice.say("menu.log_empty")])]


def _entry(voice: Voice, change: RulesChanged, zone: str) -> str:
    who = voice.say("menu.an_admin") if change.by is None else voice.roster.plain(change.by)
    key = "menu.entry" if change.vote is None else "menu.entry_voted"
    yes, no = change.vote or (0, 0)
    return voice.say(key, when=_when(voice, change.at, zone), who=who, what=_what(voice, change), yes=yes, no=no)


def _when(voice: Voice, at: int, zone: str) -> str:
    moment = datetime.fromtimestamp(at / 1000, UTC).astimezone(ZoneInfo(zone))
    month = voice.texts.pool("menu.months")[moment.month - 1]
    return voice.say("menu.when", day=moment.day, month=month, time=f"{moment:%H:%M}")


def _what(voice: Voice, change: RulesChanged) -> str:
    setting = BY_NAME.get(change.setting)
    if setting is None:
        rules = decode_rules(change.after)
        return whose(voice.texts, rules) if isinstance(rules, HouseRules) else change.after
    before, after = (label(voice.texts, setting, setting.choice(word)) for word in (change.before, change.after))
    return voice.say("menu.became", setting=title(voice.texts, voice.rules, setting.name), before=before, after=after)
