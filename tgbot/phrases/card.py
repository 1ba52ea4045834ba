"""The card: the one message in the group that shows how things stand, and what it becomes afterwards."""

from collections.abc import Sequence

from tgbot.game.seats import Presence
from tgbot.game.view import Phase, View
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.claims import claim
from tgbot.phrases.debt import debt_closing, debt_keyboard, debt_lines, owed_afterwards
from tgbot.phrases.lobby import lobby_keyboard, lobby_lines
from tgbot.phrases.message import Keyboard, Message
from tgbot.phrases.names import units
from tgbot.phrases.posts import summary
from tgbot.phrases.turn import stands, turn_keyboard, turn_lines
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.news.notices import Post
from tgbot.table.scene import Scene

MOST_LOST = 1500
"""UTF-16 units of lost posts a card repeats, the newest first: everything has to fit into one message."""


def card(scene: Scene, lost: Sequence[Post] = ()) -> Message:
    """Show the table. `lost` are posts nobody may have seen; their facts follow in one line."""
    voice = Voice.of(scene)
    lines, keyboard = _shown(voice, scene)
    return Message("\n".join([*lines, *_lately(voice, scene, lost)]), keyboard)


def repeats(scene: Scene, lost: Sequence[Post]) -> bool:
    """Whether any of these posts has a fact that a card would repeat: a picture has none."""
    return any(summary(scene, post) for post in lost)


def closing(scene: Scene) -> str:
    """Say in one line what this card was about; it rings nobody and has no buttons."""
    voice, view = Voice.of(scene), scene.view
    if view is None:
        return voice.say("closing.none")
    if scene.asleep or scene.paused:
        return voice.say("closing.asleep" if scene.asleep else "closing.stopped")
    if scene.debt is not None:
        return debt_closing(voice, scene.debt)
    return _closing_line(voice, view)


def _lately(voice: Voice, scene: Scene, lost: Sequence[Post]) -> list[str]:
    facts: list[str] = []
    room = MOST_LOST
    for told in filter(None, (summary(scene, post) for post in reversed(lost))):
        room -= units(told)
        if facts and room < 0:
            break
        facts.insert(0, told)
    return [voice.say("card.lately", facts=" ".join(facts))] if facts else []


def _shown(voice: Voice, scene: Scene) -> tuple[list[str], Keyboard]:
    buttons, view = Buttons.of(voice, scene), scene.view
    if view is None:
        return [voice.say("card.none")], ((buttons.press(Action.OPEN),),)
    if view.phase is Phase.LOBBY:
        return lobby_lines(voice, scene, view), lobby_keyboard(voice, scene, view)
    if view.phase is Phase.OVER and scene.debt is None:
        return [voice.say("card.over")], ((buttons.labelled("buttons.again", Action.OPEN),),)
    return _running(voice, scene, view, buttons)


def _running(voice: Voice, scene: Scene, view: View, buttons: Buttons) -> tuple[list[str], Keyboard]:
    back = _back_row(view, buttons)
    if scene.paused or scene.asleep:
        return [*_stopped(voice, scene, view), *stands(voice, view)], ((buttons.press(Action.WAKE),), *back)
    if view.phase is Phase.WAITING and scene.debt is None:
        return [voice.say("card.pause"), *stands(voice, view)], ((buttons.press(Action.JOIN),), *back)
    if scene.debt is not None:
        return debt_lines(voice, view, scene.debt), (*debt_keyboard(voice, scene, scene.debt), *back)
    lines = turn_lines(voice, scene, view)
    if scene.doorbell is not None:
        lines.append(voice.say("card.doorbell", player=voice.roster.plain(scene.doorbell)))
    return lines, (*turn_keyboard(voice, scene, view), *back)


def _stopped(voice: Voice, scene: Scene, view: View) -> list[str]:
    """Say why nothing moves, and who is next once it does: what is owed comes before the next turn."""
    if scene.debt is None and view.holder is not None:
        return [voice.say("card.stopped" if scene.paused else "card.asleep", player=voice.roster.plain(view.holder))]
    waiting = voice.say("card.stopped_waiting" if scene.paused else "card.asleep_waiting")
    return [waiting] if scene.debt is None else [waiting, owed_afterwards(voice, scene.debt)]


def _back_row(view: View, buttons: Buttons) -> Keyboard:
    away = any(seat.presence is Presence.AWAY and not seat.out for seat in view.seats)
    return ((buttons.press(Action.COME_BACK),),) if away else ()


def _closing_line(voice: Voice, view: View) -> str:
    roster = voice.roster
    match view.phase:
        case Phase.LOBBY:
            players = roster.listed(seat.player for seat in view.seats)
            return voice.say("closing.lobby", players=players) if players else voice.say("closing.empty")
        case Phase.OPEN | Phase.ROLLED if not view.chain:
            assert view.holder is not None
            return voice.say("closing.opened", player=roster.plain(view.holder), round=view.round_number)
        case Phase.OPEN | Phase.ROLLED:
            assert view.holder is not None
            said = claim(voice, view.chain[-1])
            return voice.say("closing.believed", claim=said, player=roster.plain(view.holder))
        case Phase.RESPOND:
            return voice.say("closing.said", claim=claim(voice, view.chain[-1]))
        case Phase.WAITING:
            return voice.say("closing.pause")
        case Phase.OVER:
            return voice.say("closing.over")
