"""Who comes and goes, and how a game and its rounds begin."""

from typing import TypeAlias

from tgbot.game.events import CameBack, GameStarted, GameWaits, RoundOpened, SeatLeft, SeatTaken, WentAway
from tgbot.phrases import units
from tgbot.phrases.page import Line, Page

Coming: TypeAlias = SeatTaken | SeatLeft | WentAway | CameBack | GameStarted | RoundOpened | GameWaits


def coming_lines(page: Page, event: Coming) -> list[Line]:
    """Tell one of these events."""
    roster = page.voice.roster
    match event:
        case SeatTaken():
            return _seat_taken(page, event)
        case SeatLeft(player=player):
            return page.line("seat.left", player=roster.plain(player))
        case WentAway(player=player, by_timeout=by_timeout):
            return page.line("seat.set_aside" if by_timeout else "seat.away", player=roster.plain(player))
        case CameBack(player=player):
            return page.line("seat.back", player=roster.plain(player))
        case GameStarted(players=players, anyway=anyway):
            return page.line("game.started_anyway" if anyway else "game.started", players=roster.listed(players))
        case RoundOpened(number=number, opener=opener):
            key = "game.first_round" if number == 1 else "game.next_round"
            return page.line(key, fact=False, opener=roster.plain(opener))
        case GameWaits():
            return page.line("game.waits")


def _seat_taken(page: Page, event: SeatTaken) -> list[Line]:
    player = page.voice.roster.plain(event.player)
    if not event.waiting:
        return page.line("seat.taken", player=player)
    if not event.units or units.rounds_alone(page.voice):  # what nobody lists need not be told
        return page.line("seat.taken_later", player=player)
    return page.line("seat.taken_with_units", player=player, amount=units.amount(page.voice, event.units))
