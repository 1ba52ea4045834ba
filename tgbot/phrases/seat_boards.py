"""`/rauswurf` and `/gastgeber`: boards with a button for every seat."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tgbot.game.seats import PlayerId, Presence
from tgbot.phrases import names
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.message import Button, Keyboard, Message
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene

_PER_ROW = 2


def kick_board(scene: Scene) -> Message:
    """Ask who gets up, and tell how the votes stand."""
    voice, number = Voice.of(scene), 0 if scene.ballot is None else scene.ballot.number
    lines = [voice.say("kick.title"), voice.say("kick.how"), *_counts(voice, scene)]
    return Message("\n".join(lines), _seats(voice, scene, number, Action.KICK, _seated(scene)))


def kick_closing(scene: Scene) -> str:
    """Say in one line what the board was about; nobody is named."""
    return Voice.of(scene).say("kick.closed")


def host_board(scene: Scene) -> Message:
    """Ask who gives the sign from now on."""
    voice, number = Voice.of(scene), 0 if scene.office is None else scene.office.number
    others = [player for player in _seated(scene) if player != scene.host]
    return Message(
        voice.say("host.title" if others else "host.alone"), _seats(voice, scene, number, Action.HOST, others)
    )


def host_closing(scene: Scene) -> str:
    """Say in one line what the board was about."""
    return Voice.of(scene).say("host.closed")


def _counts(voice: Voice, scene: Scene) -> Iterator[str]:
    if scene.ballot is None or scene.view is None:
        return
    away = {seat.player for seat in scene.view.seats if seat.presence is Presence.AWAY}
    for player in (seats := _seated(scene)):
        count = scene.ballot.count(player, seats, away)
        if count.votes:
            yield voice.say("kick.count", player=voice.roster.plain(player), votes=count.votes, needed=count.needed)


def _seated(scene: Scene) -> list[PlayerId]:
    seats = () if scene.view is None else scene.view.seats
    return [seat.player for seat in seats if seat.presence is not Presence.LEFT]


def _seats(voice: Voice, scene: Scene, number: int, action: Action, players: Iterable[PlayerId]) -> Keyboard:
    buttons = replace(Buttons.of(voice, scene), step=number)
    made = [_seat(voice, buttons, action, player) for player in players]
    return tuple(tuple(made[at : at + _PER_ROW]) for at in range(0, len(made), _PER_ROW))


def _seat(voice: Voice, buttons: Buttons, action: Action, player: PlayerId) -> Button:
    return buttons.detailed(names.isolated(voice.roster.name(player)), action, str(player))
