"""The card while somebody owes something: his task, or his choice. Whichever way it ends, it leaves the same line."""

from tgbot.game.rules.payment import Payment
from tgbot.game.view import View
from tgbot.phrases import names
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.coins import amount
from tgbot.phrases.message import Button, Keyboard
from tgbot.phrases.turn import stands
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene
from tgbot.table.state.debts import Debt, Settling


def debt_lines(voice: Voice, view: View, debt: Debt) -> list[str]:
    """Write the card of a debt; its first line mentions who owes it, and nobody else."""
    payer = voice.roster.mention(debt.player)
    if debt.payment is Payment.MIXED:
        return [_choice(voice, payer, debt), *stands(voice, view)]
    return [voice.say("debt.task", player=payer), names.line(debt.text), *stands(voice, view)]


def owed_afterwards(voice: Voice, debt: Debt) -> str:
    """Say in one line who owes what once a table that stands still goes on; it rings nobody."""
    player = voice.roster.plain(debt.player)
    if debt.payment is not Payment.MIXED:
        return voice.say("debt.afterwards", player=player, task=names.line(debt.text))
    if voice.paying.secret:
        return voice.say("debt.choice_afterwards_secret", player=player)
    return voice.say("debt.choice_afterwards", player=player, amount=_amount(voice, debt))


def debt_keyboard(voice: Voice, scene: Scene, debt: Debt) -> Keyboard:
    """Offer what may be done: the payer's buttons first, then the others'."""
    maker = Buttons(voice, scene.table, 0 if scene.view is None else scene.view.number, debt.number)

    def button(label: str, settling: Settling) -> Button:
        return maker.detailed(label, Action.DEBT, settling.value)

    if debt.payment is Payment.MIXED:
        pay = voice.say("debt.buttons.sips", amount=_amount(voice, debt))
        label = voice.say("debt.buttons.secret") if voice.paying.secret else pay
        return ((button(voice.say("debt.buttons.task"), Settling.TASK), button(label, Settling.SIPS)),)
    other = () if debt.swapped else (button(voice.say("debt.buttons.other"), Settling.OTHER),)
    thumb = Settling.KEEP if debt.task in scene.box.banned else Settling.BAN
    claps = voice.say("debt.buttons.claps" if debt.claps else "debt.buttons.clap", number=len(debt.claps))
    return (
        (button(voice.say("debt.buttons.done"), Settling.DONE),),
        (*other, button(voice.say("debt.buttons.skip"), Settling.SKIP)),
        (button(claps, Settling.CLAP), button(voice.say(f"debt.buttons.{thumb.value}"), thumb)),
    )


def debt_closing(voice: Voice, debt: Debt) -> str:
    """Say in one line what the card was about: the task, not what became of it."""
    player = voice.roster.plain(debt.player)
    if debt.payment is Payment.MIXED:
        return voice.say("debt.closed_choice", player=player)
    key = "debt.closed_applauded" if debt.claps else "debt.closed"
    return voice.say(key, player=player, task=names.line(debt.text), claps=len(debt.claps))


def _choice(voice: Voice, payer: str, debt: Debt) -> str:
    if voice.paying.secret:
        return voice.say("debt.choice_secret", player=payer)
    return voice.say("debt.choice", player=payer, amount=_amount(voice, debt))


def _amount(voice: Voice, debt: Debt) -> str:
    return amount(voice, voice.paying.coin, debt.units * voice.paying.sips)
