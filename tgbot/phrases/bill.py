"""What a payer is told in his private chat: his units, in his own currency. Nobody else reads it."""

from tgbot.phrases import names
from tgbot.phrases.coins import own_amount
from tgbot.phrases.message import Message
from tgbot.phrases.voice import Voice
from tgbot.table.scene import Scene


def bill(scene: Scene) -> Message | None:
    """Tell the viewer his newest bill; None if he has none."""
    if scene.bill is None:
        return None
    voice, purse, group = Voice.of(scene), scene.purse, scene.paying.coin
    parts = [
        own_amount(voice, purse, group, number, soft=soft)
        for number, soft in ((scene.bill.sips, False), (scene.bill.soft, True))
        if number
    ]
    lines = [voice.say("bill.due", amount=voice.say("bill.and").join(parts))]
    if names.shorten(scene.title):
        lines.append(voice.say("cup.table", title=names.bare(scene.title)))
    return Message("\n".join(lines))
