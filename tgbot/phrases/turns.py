"""What happens between two lifted cups; the card shows most of it by itself."""

from typing import TypeAlias

from tgbot.game.events import (
    Accepted,
    Announced,
    Asked,
    Believed,
    DiceThrown,
    Looked,
    Repeated,
    Rerolled,
    RoundOpened,
    TimedMove,
    TimedOut,
)
from tgbot.game.rules.ranking import top
from tgbot.game.state import Announcement
from tgbot.phrases.claims import claim
from tgbot.phrases.page import Line, Page

TurnEvent: TypeAlias = DiceThrown | Believed | Looked | Rerolled | Announced | Asked | Repeated | Accepted | TimedOut


def turn_event_lines(page: Page, event: TurnEvent) -> list[Line]:
    """Tell one of these events."""
    voice, player = page.voice, page.voice.roster.plain(event.player)
    match event:
        case DiceThrown():
            return [] if page.tells(RoundOpened, TimedOut) else page.line("turn.thrown", player=player)
        case Believed():
            return page.line("turn.believed", player=player)
        case Looked():
            return page.line("turn.looked", player=player)
        case Rerolled():
            return page.line("turn.rerolled", player=player)
        case Announced(value=value, how=how, to=to):
            said = claim(voice, Announcement(event.player, value, how))
            return page.line("turn.announced", claim=said, to=voice.roster.plain(to))
        case Asked(claimer=claimer):
            return page.line("turn.asked", player=player, claimer=voice.roster.plain(claimer))
        case Repeated(value=value):
            return page.line("turn.repeated", player=player, value=voice.bold(value))
        case Accepted():
            return page.line("turn.accepted", player=player, value=voice.bold(top(voice.rules.ranking)))
        case TimedOut(move=move):
            return _timed_out(page, player, move)


def _timed_out(page: Page, player: str, move: TimedMove) -> list[Line]:
    return page.worded("timeout.wordings", player=player, move=page.voice.say(f"timeout.move.{move.value}"))
