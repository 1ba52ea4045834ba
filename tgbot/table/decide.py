"""Intent -> Decision: one exhaustive match over what can be wanted of a table that is stored."""

from typing import assert_never

from tgbot.table.chats.desk import press_own
from tgbot.table.chats.doors import (
    chat_changed,
    command_in_silence,
    cup_arrived,
    cup_refused,
    door_changed,
    knock,
    press_in_silence,
)
from tgbot.table.chats.language import ask_for_language
from tgbot.table.clock.clockwork import step_of
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.evening.ending import confirm
from tgbot.table.evening.night import keep_photo, open_table, wish_for_morning
from tgbot.table.identity import Reach
from tgbot.table.informed import informed
from tgbot.table.intents.deadline import TimePassed
from tgbot.table.intents.inquiry import Informed, Inquiry, Purpose
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.inward import (
    CalledInVain,
    CupArrived,
    CupRefused,
    DeskTold,
    Forget,
    GroupRefused,
    Pictured,
    ProbeDue,
    ReminderUnheard,
    ThreadLost,
)
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import (
    BotAdded,
    BotRemoved,
    ChatUpgraded,
    Commanded,
    DoorChanged,
    MemberGone,
    SpokeInPrivate,
    Tapped,
    WritingAllowed,
    WritingForbidden,
)
from tgbot.table.intents.word import Word
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.passing import time_passes
from tgbot.table.paying.own_tasks import press_task
from tgbot.table.paying.settling import press_debt
from tgbot.table.paying.stakes import press_stakes
from tgbot.table.people.forgetting import forget
from tgbot.table.people.lobby import ask_to_start, gone, join, leave
from tgbot.table.people.people import press_about_people
from tgbot.table.people.reminders import forsaken, hear, knock_for_reminder, press_reminder
from tgbot.table.people.standstill import press_pause
from tgbot.table.play.dates import dating, means_an_earlier_game
from tgbot.table.play.moves import move, open_keyboard, peek, repeat_aloud
from tgbot.table.play.setback import comes_from_a_lost_move, go_on_from_here
from tgbot.table.rules.house import press_menu
from tgbot.table.rules.sheet import open_sheet, turn_sheet
from tgbot.table.rules.vote import cast_vote, open_vote
from tgbot.table.state.seats import seated
from tgbot.table.state.table import Table
from tgbot.table.words import obey

_IN_PRIVATE = frozenset(
    {
        Action.ANNOUNCE,
        Action.LOOK,
        Action.PEEK,
        Action.REROLL,
        Action.SHOW,
        Action.REPEAT,
        Action.KEEP_QUIET,
    }
)
"""The buttons of a private cup."""


_OWN = frozenset({Action.STATISTICS_ON, Action.STATISTICS_OFF, Action.FORGET, Action.FORGET_SURE})
_AT_DESK = _OWN | {Action.SHEET_PAGE}
"""The buttons of the bot's desk in a private chat, and those of them that are about the user's own data."""


def decide(table: Table, intent: Intent, moment: Moment) -> Decision:  # noqa: C901, PLR0912 -- one exhaustive match
    """Decide what becomes of one table."""
    match intent:
        case BotAdded() | BotRemoved() | WritingAllowed() | WritingForbidden() | ChatUpgraded():
            return chat_changed(table, intent, moment)
        case GroupRefused() | ProbeDue() | ThreadLost():
            return chat_changed(table, intent, moment)
        case Commanded():
            return _obeyed(table, intent, moment)
        case Tapped():
            return dating(table, _tapped(table, intent, moment), intent)
        case SpokeInPrivate():
            return _spoken(table, intent, moment)
        case DoorChanged(who=who, open=opened):
            return door_changed(table, who, opened=opened)
        case MemberGone(player=player):
            return forsaken(gone(table, player, moment), player, moment)
        case Informed(inquiry=Inquiry(said=Commanded() as said)):
            return _obeyed(table, said, moment) if table.adrift else Decision(table=table)
        case Informed():
            return informed(table, intent, moment)
        case CupRefused(player=player, gone=True):
            return gone(table.reaching(player, Reach.CLOSED), player, moment)
        case CupRefused(player=player):
            return cup_refused(table, player)
        case CupArrived(player=player):
            return cup_arrived(table, player)
        case Pictured():
            return keep_photo(table, intent)
        case ReminderUnheard() | DeskTold() | CalledInVain():
            return hear(table, intent, moment)
        case Forget(player=player):
            return forget(table, player, moment)
        case TimePassed():
            return time_passes(table, intent, moment)
        case _ as unknown:
            assert_never(unknown)


def _obeyed(table: Table, said: Commanded, moment: Moment) -> Decision:
    if table.muted_since is not None:
        table = command_in_silence(table, table.muted_since, moment)
    if means_an_earlier_game(table, said):
        return Decision(table=table)
    return dating(table, obey(table, said, moment), said)


def _spoken(table: Table, spoken: SpokeInPrivate, moment: Moment) -> Decision:
    match spoken:
        case SpokeInPrivate(who=who, word=Word.REMIND, start=True):
            return knock_for_reminder(door_changed(table, who, opened=True), who)
        case SpokeInPrivate(who=who, table=link, start=True):
            return knock(table, who) if link is not None else door_changed(table, who, opened=True)
        case SpokeInPrivate(who=who, rest=text):
            return repeat_aloud(table, who, text, moment)


def _tapped(table: Table, tapped: Tapped, moment: Moment) -> Decision:
    if not _belongs(table, tapped):
        return refused(table, Barred.NO_SUCH_BUTTON)
    if table.id.private and tapped.tap.action in _OWN:
        return press_own(table, tapped.who, tapped.tap, moment)
    if tapped.tap.action is Action.REMIND:
        return press_reminder(table, tapped, moment)
    if table.muted_since is None:
        lost = comes_from_a_lost_move(table, tapped.who.id, tapped.tap)
        return go_on_from_here(table, moment) if lost else _pressed(table, tapped, moment)
    return press_in_silence(table, table.muted_since, moment)


def _belongs(table: Table, tapped: Tapped) -> bool:
    """Whether the button can stand where it was pressed: data can be forged, so a chat's buttons count in that chat alone.

    A player's private chat has his own cup's buttons, for which authority comes from his seat, and his reminder's.
    """
    if table.id.private:
        return tapped.who.id == table.id.home == tapped.chat and tapped.tap.action in _AT_DESK
    if tapped.chat == tapped.who.id:
        in_cup = tapped.tap.action in _IN_PRIVATE and tapped.who.id in seated(table.game)
        return in_cup or tapped.tap.action is Action.REMIND
    return tapped.chat in (table.chat, table.id.home)


def _pressed(table: Table, tapped: Tapped, moment: Moment) -> Decision:  # noqa: C901, PLR0912 -- one match over the actions
    who, tap = tapped.who, tapped.tap
    match tap.action:
        case Action.OPEN:
            return _open(table, tapped, moment)
        case Action.JOIN | Action.LEAVE | Action.START | Action.START_ANYWAY:
            return _in_lobby(table, tapped, moment)
        case Action.PEEK:
            return peek(table, who, tap, moment)
        case Action.KEYBOARD:
            return open_keyboard(table, who, tap)
        case Action.PASS if tap.value is None:
            return open_keyboard(table, who, tap)
        case Action.COME_BACK | Action.STAY_AWAY | Action.WAKE:
            return press_pause(table, who, tap, moment)
        case Action.CONFIRM_END:
            return refused(table, Barred.OLD_GAME) if tap.game != table.games else confirm(table, who, moment)
        case Action.DEBT | Action.STAKES | Action.TASK:
            return _about_paying(table, tapped, moment)
        case Action.RULES | Action.SHEET_PAGE:
            return _about_rules(table, tap, moment)
        case Action.MENU_PAGE | Action.MENU_SET | Action.MENU_PRESET | Action.MENU_CODE | Action.MENU_CLOSE:
            return press_menu(table, who, tap, tapped.query, moment)
        case Action.VOTE_ON:
            return open_vote(table, who, tap, moment)
        case Action.VOTE_YES | Action.VOTE_NO:
            return cast_vote(table, who, tap, moment)
        case Action.KICK | Action.HOST:
            return press_about_people(table, tapped, moment)
        case Action.MORNING:
            return wish_for_morning(table, tapped, moment)
        case Action.LANGUAGE_DE | Action.LANGUAGE_EN:
            purpose = Purpose.LANGUAGE_DE if tap.action is Action.LANGUAGE_DE else Purpose.LANGUAGE_EN
            return ask_for_language(table, who, tapped.query, purpose, moment)
        case Action.KEEP_QUIET:
            return Decision(table=table, reply=Told(Note.DONE, table.language))
        case _:
            return move(table, who, tap, moment)


def _about_rules(table: Table, tap: Tap, moment: Moment) -> Decision:
    if tap.action is Action.SHEET_PAGE:
        return turn_sheet(table, tap)
    return open_sheet(table, moment).replying(Told(Note.DONE, table.language))


def _about_paying(table: Table, tapped: Tapped, moment: Moment) -> Decision:
    who, tap = tapped.who, tapped.tap
    if tap.action is Action.DEBT:
        return press_debt(table, who, tap, moment)
    press = press_stakes if tap.action is Action.STAKES else press_task
    return press(table, who, tap, tapped.query)


def _open(table: Table, tapped: Tapped, moment: Moment) -> Decision:
    if not table.playing:
        return open_table(table, tapped.who, moment, again=tapped.tap.game == table.games)
    joinable = step_of(table.game)[1] == 0 and tapped.who.id not in seated(table.game)
    return join(table, tapped.who, moment) if joinable else refused(table, Barred.TABLE_OPEN)


def _in_lobby(table: Table, tapped: Tapped, moment: Moment) -> Decision:
    who, tap = tapped.who, tapped.tap
    if table.game is None or tap.game != table.games:
        return refused(table, Barred.OLD_GAME)
    if tap.action is Action.JOIN:
        return join(table, who, moment)
    if tap.action is Action.LEAVE:
        return leave(table, who.id, moment)
    return ask_to_start(table, who, tapped.query, moment, anyway=tap.action is Action.START_ANYWAY)
