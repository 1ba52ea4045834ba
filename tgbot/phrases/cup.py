"""The private cup: the roller's own dice and what he may say, in his private chat."""

from tgbot.game.rules.look import LookMode
from tgbot.game.view import Move, Phase, View
from tgbot.phrases import names
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.keyboards import announcing
from tgbot.phrases.message import Keyboard, Message
from tgbot.phrases.options import look_mode
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene

_EXTRAS = ((Move.LOOK, Action.LOOK), (Move.REROLL, Action.REROLL), (Move.SHOW, Action.SHOW))


def cup(scene: Scene) -> Message:
    """Show the viewer his cup, or the question put to him; once he has announced, the same as `closed_cup`."""
    view = scene.view
    if view is not None and view.asked and view.chain[-1].player == view.viewer:
        return asked_cup(scene)
    if view is None or view.phase is not Phase.ROLLED or view.viewer != view.holder:
        return closed_cup(scene)
    voice = Voice.of(scene)
    lines = [_dice_line(voice, view), _question(voice, view), *_no_way_out(voice, view), *_title(voice, scene)]
    return Message("\n".join(lines), _keyboard(voice, scene, view))


def closed_cup(scene: Scene) -> Message:
    """Show what the viewer has announced; no dice and no buttons."""
    voice = Voice.of(scene)
    return Message("\n".join([_said(voice, scene.view), *_title(voice, scene)]))


def asked_cup(scene: Scene) -> Message:
    """Put the receiver's question to the announcer (`rules.md` A7); it must look harmless."""
    voice, view = Voice.of(scene), scene.view
    assert view is not None
    assert view.holder is not None
    buttons = Buttons.of(voice, scene, turn=True)
    asked = voice.say("cup.asked", player=voice.roster.plain(view.holder))
    row = (buttons.value(Action.REPEAT, view.chain[-1].value), buttons.press(Action.KEEP_QUIET))
    return Message("\n".join([_said(voice, view), asked, *_title(voice, scene)]), (row,))


def _dice_line(voice: Voice, view: View) -> str:
    if view.dice is not None:
        return voice.say("cup.dice", dice=voice.thrown(view.dice))
    if view.rerolled:
        return voice.say("cup.rerolled")
    return voice.say("cup.never" if look_mode(view) is LookMode.NEVER else "cup.unseen")


def _question(voice: Voice, view: View) -> str:
    if view.bar is None:
        return voice.say("cup.opening")
    return voice.say(f"cup.question_{view.rules.raise_rule.value}", value=voice.bold(view.bar))


def _no_way_out(voice: Voice, view: View) -> list[str]:
    stuck = view.dice is not None and view.dice not in view.announcements
    return [voice.say("cup.must_bluff")] if stuck else []


def _keyboard(voice: Voice, scene: Scene, view: View) -> Keyboard:
    buttons = Buttons.of(voice, scene, turn=True)
    extras = tuple(buttons.press(action) for move, action in _EXTRAS if move in view.moves)
    said = announcing(buttons, view.announcements, seen=view.dice)
    return (extras, *said) if extras else said


def _said(voice: Voice, view: View | None) -> str:
    chain = () if view is None else view.chain
    mine = next((link for link in reversed(chain) if view is not None and link.player == view.viewer), None)
    if mine is None:
        return voice.say("cup.gone")
    return voice.say("cup.said", value=str(mine.value), spoken=voice.spoken(mine.value))


def _title(voice: Voice, scene: Scene) -> list[str]:
    title = names.bare(scene.title)
    return [voice.say("cup.table", title=title)] if names.shorten(scene.title) else []
