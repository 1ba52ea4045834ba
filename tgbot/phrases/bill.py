"""What a payer is told in his private chat: his units, in his own currency. Nobody else reads it."""

from tgbot.phrases import names
from tgbot.phrases.coins import own_amount
from tgbot.phrases.decks import decks
from tgbot.phrases.message import Message
from tgbot.phrases.voice import Voice
from tgbot.table.scene import Scene


def bill(scene: Scene) -> Message | None:
    """Tell the viewer his newest bill; None if he has none."""
    if scene.bill is None:
        return None
    voice = Voice.of(scene)
    told = _task(voice, scene) if scene.bill.task else _due(voice, scene)
    if told is None:
        return None
    titled = [voice.say("cup.table", title=names.bare(scene.title))] if names.shorten(scene.title) else []
    return Message("\n".join((told, *titled)))


def _task(voice: Voice, scene: Scene) -> str | None:
    """Tell how a task goes without a sip; to whoever has reached his limit, that it goes so."""
    assert scene.bill is not None
    task = next((task for deck in decks() for task in deck.tasks if task.id == scene.bill.task), None)
    if task is None:
        return None
    spent = scene.purse.remaining(scene.now) == 0
    words = names.line(task.say(voice.texts.language.value, soft=True))
    return voice.say("bill.spent" if spent else "bill.sober", task=words)


def _due(voice: Voice, scene: Scene) -> str:
    assert scene.bill is not None
    purse, group = scene.purse, scene.paying.coin
    parts = [
        own_amount(voice, purse, group, number, soft=soft)
        for number, soft in ((scene.bill.sips, False), (scene.bill.soft, True))
        if number
    ]
    return voice.say("bill.due", amount=voice.say("bill.and").join(parts))
