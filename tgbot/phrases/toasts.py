"""What the presser of a button reads at once: a toast, or an alert to be closed."""

from contextlib import suppress
from dataclasses import dataclass

from tgbot.phrases import names, rolls
from tgbot.phrases.language import Texts, speaking
from tgbot.phrases.rulesheet import stated
from tgbot.table.news.replies import Barred, RollShown, Told

ALERTS = frozenset({Barred.MUTED, Barred.SWEPT, Barred.FAILED})
"""Too important to fade away after a few seconds."""


@dataclass(frozen=True, slots=True)
class Toast:
    """Plain text: at most 120 characters, as an alert at most 200."""

    text: str
    alert: bool = False


def toast(reply: Told | RollShown) -> Toast:
    """Put a reply into words."""
    match reply:
        case Told(what=what):
            return Toast(_told(reply), alert=what in ALERTS)
        case RollShown():
            return Toast(_roll(reply), alert=True)


def _told(reply: Told) -> str:
    """Say what to do instead, in more detail where the reply carries everything the detailed sentence names."""
    texts, kind, reason = speaking(reply.language), type(reply.what).__name__.lower(), reply.what.value
    for detailed in (f"detailed.{reply.rules.raise_rule.value}.{reason}", f"detailed.{kind}.{reason}"):
        if texts.knows(detailed):
            with suppress(KeyError):
                return texts.say(detailed, **_fields(texts, reply))
    return texts.say(f"toast.{kind}.{reason}")


def _fields(texts: Texts, reply: Told) -> dict[str, str]:
    name = names.shorten(reply.name or "")
    fields = {
        "name": names.isolated(name) if name else None,
        "value": rolls.named(texts, reply.value, reply.rules.top_name) if reply.value is not None else None,
        "count": str(reply.count) if reply.count else None,
        "equal": None if reply.equal is None else texts.say(f"stakes.equal.{reply.equal.value}"),
        **{f"rule{place}": stated(texts, reply.rules, name) for place, name in enumerate(reply.details, start=1)},
    }
    return {field: value for field, value in fields.items() if value is not None}


def _roll(shown: RollShown) -> str:
    texts = speaking(shown.language)
    rules = shown.rules
    dice = f"{rolls.glyphs(shown.dice)} {rolls.named(texts, shown.dice, rules.top_name)}"
    if shown.said is not None:
        return texts.say("toast.roll.said", dice=dice, value=rolls.named(texts, shown.said, rules.top_name))
    if shown.bar is None:
        return texts.say("toast.roll.opening", dice=dice)
    bar = rolls.named(texts, shown.bar, rules.top_name)
    return texts.say(f"toast.roll.{rules.raise_rule.value}", dice=dice, bar=bar)
