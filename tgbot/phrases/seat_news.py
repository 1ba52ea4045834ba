"""News about seats: pauses, goodbyes, and who may still sit down."""

from tgbot.game.events import WentAway
from tgbot.game.seats import PlayerId
from tgbot.phrases import names
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.message import Button, Keyboard
from tgbot.phrases.page import Line, Page
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.seats import (
    JoinOffered,
    PauseNotAllowed,
    SaidGoodbye,
    SeatNews,
    StillAway,
    TablePaused,
    WhichTable,
    WishRefused,
)
from tgbot.table.people.breaks import ROUNDS


def seat_lines(page: Page, news: SeatNews) -> list[Line]:
    """Tell one of these."""
    roster = page.voice.roster
    match news:
        case TablePaused(by=by):
            return _table_paused(page, by)
        case PauseNotAllowed(by=by):
            return page.line("seat.pause_not_allowed", fact=False, player=roster.plain(by))
        case StillAway(player=player):
            return page.line("seat.still_away", fact=False, player=roster.mention(player), rounds=ROUNDS)
        case SaidGoodbye():
            return _goodbye(page, news)
        case JoinOffered(by=by, idle=idle):
            key = "seat.offered_idle" if idle else "seat.offered"
            return page.line(key, fact=False, player=roster.plain(by))
        case WishRefused(by=by, why=why):
            if by is None:
                return page.line("seat.refused.nobody", fact=False)
            return page.line(f"seat.refused.{why.value}", fact=False, player=roster.plain(by))
        case WhichTable():
            return page.line("desk.which_table", fact=False)


def seat_keyboard(buttons: Buttons, item: WentAway | StillAway | JoinOffered | WhichTable) -> Keyboard:
    """Give the buttons one of these brings. Whom the table has set aside finds the way back on the card."""
    back = buttons.press(Action.COME_BACK)
    match item:
        case WentAway(by_timeout=by_timeout):
            return () if by_timeout else ((back,),)
        case StillAway():
            return ((back, buttons.press(Action.STAY_AWAY)),)
        case JoinOffered():
            return ((buttons.press(Action.JOIN),),)
        case WhichTable(tables=tables):
            taps = [(said.title, Tap(said.table, said.game, said.step, Action.REPEAT)) for said in tables]
            return tuple(
                (Button(names.shorten(title) or buttons.voice.say("buttons.repeat"), tap),) for title, tap in taps
            )


def _table_paused(page: Page, by: PlayerId | None) -> list[Line]:
    if by is None:
        return page.line("seat.table_paused")
    return page.line("seat.table_paused_by", player=page.voice.roster.plain(by))


def _goodbye(page: Page, news: SaidGoodbye) -> list[Line]:
    kept = "seat.goodbye_liable" if news.liable else "seat.goodbye"
    key = kept if news.returns else "seat.goodbye_over"
    return page.line(key, fact=False, player=page.voice.roster.plain(news.player))
