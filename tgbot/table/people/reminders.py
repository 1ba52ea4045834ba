"""`/erinnern`: being told privately when the next table opens here. One wish, one message; asked again, it is taken back."""

from dataclasses import replace

from tgbot.game.seats import PlayerId
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.telling import tell, tell_at_desk
from tgbot.table.identity import Language, Person
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.inward import CalledInVain, DeskTold, ReminderUnheard
from tgbot.table.intents.updates import Commanded, Tapped
from tgbot.table.news.reminders import ReminderGone, ReminderNeedsDoor, RemindersFull, TableOpened
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.ports.effects import Called, Effect, Remembered
from tgbot.table.state.reminder import LASTS, MOST, Heard, Reminder, Wish
from tgbot.table.state.table import Table

_REMEMBERED = 20
"""So many tables' newest words are kept at a desk."""


def ask_for_reminder(table: Table, said: Commanded, moment: Moment) -> Decision:
    """Hear `/erinnern`. An anonymous admin (None) has no private chat we could know of, so he gets the way there."""
    if said.who is None:
        return tell(table, ReminderNeedsDoor(None), moment)
    if said.who.id in _waiting(table, moment.now):
        return _dropped(table, said.who, Wish.DROPPED, moment)
    return tell(table, RemindersFull(), moment) if _full(table, moment) else _noted(table, said.who, moment)


def knock_for_reminder(decision: Decision, who: Person) -> Decision:
    """Somebody came through the reminder's link. The link alone is not enough: it is asked whether he is in the group."""
    return replace(decision, inquiries=(Inquiry(Purpose.REMIND, who, decision.table.games),))


def remind_if_member(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """Note the wish of a member; coming through the link twice is as good as once."""
    match finding:
        case Finding.YES if inquiry.who.id not in _waiting(table, moment.now) and _full(table, moment):
            return _told(table, inquiry.who, Wish.FULL, moment)
        case Finding.YES:
            return _noted(table, inquiry.who, moment)
        case Finding.NO:
            return _dropped(table, inquiry.who, Wish.REFUSED, moment)
        case Finding.UNKNOWN:
            return _told(table, inquiry.who, Wish.UNKNOWN, moment)


def press_reminder(table: Table, tapped: Tapped, moment: Moment) -> Decision:
    """Take the presser's own wish back. The message with the button promised something: it is to say so too."""
    who, language = tapped.who, Language.of(tapped.who.language)
    if who.id not in _waiting(table, moment.now):
        return Decision(table=table, reply=Told(Barred.NO_REMINDER, language))
    pressed = tapped.message if tapped.chat == who.id else 0
    return _dropped(table, who, Wish.QUIETLY_DROPPED, moment, pressed).replying(Told(Note.REMINDER_OFF, language))


def hear(table: Table, news: DeskTold | ReminderUnheard | CalledInVain, moment: Moment) -> Decision:
    """Say a word at a desk, or in the group what a private chat that is shut could not take; keep a wish called in vain."""
    match news:
        case DeskTold():
            return _at_desk(table, news, moment)
        case ReminderUnheard():
            return _aloud(table, news, moment)
        case CalledInVain():
            return _kept(table, news, moment)


def _kept(table: Table, called: CalledInVain, moment: Moment) -> Decision:
    """Have him called when the next table opens, or has by now; he may have asked again meanwhile."""
    if called.player in _waiting(table, moment.now):
        return Decision(table=table)
    wish = Reminder(called.player, called.asked or moment.now)
    kept = _told(replace(table, reminders=(*table.reminders, wish)), Person(called.player, ""), Wish.KEPT, moment)
    if called.game and table.playing and table.games > called.game:
        again = Called(called.player, table.games, kept.table.reminders_at, wish.at)
        return replace(kept, table=replace(kept.table, reminders=table.reminders), effects=(*kept.effects, again))
    return kept


def _aloud(table: Table, news: ReminderUnheard, moment: Moment) -> Decision:
    waits = news.player in _waiting(table, moment.now)
    return tell(table, ReminderNeedsDoor(news.player) if waits else ReminderGone(news.player), moment)


def forsaken(decision: Decision, player: PlayerId, moment: Moment) -> Decision:
    """Drop the wish of somebody who left the group."""
    table = decision.table
    if player not in _waiting(table, moment.now):
        return decision
    dropped = _dropped(table, Person(player, ""), Wish.QUIETLY_DROPPED, moment)
    return replace(decision, table=dropped.table, effects=(*decision.effects, *dropped.effects))


def calling(decision: Decision, opener: Person | None, moment: Moment) -> Decision:
    """Have everybody called who asked for the table that has just opened; who opened it himself need not be."""
    table = decision.table
    if not table.reminders:
        return decision
    called = [player for player in _waiting(table, moment.now) if opener is None or player != opener.id]
    at = _at(table, moment)
    effects = tuple(_effect(reminder, called, table, at) for reminder in table.reminders)
    return replace(
        decision,
        table=replace(table, reminders=(), reminders_at=at),
        effects=(*decision.effects, *effects),
    )


def _effect(reminder: Reminder, called: list[PlayerId], table: Table, at: int) -> Effect:
    if reminder.player in called:
        return Called(reminder.player, table.games, at, reminder.at)
    return Remembered(reminder.player, Wish.QUIETLY_DROPPED, at)


def _at_desk(desk: Table, told: DeskTold, moment: Moment) -> Decision:
    """Say nothing twice: a worker that died over it is followed by one that begins again."""
    if any(heard.table == told.about and heard.at >= told.at for heard in desk.heard):
        return Decision(table=desk)
    others = tuple(heard for heard in desk.heard if heard.table != told.about)
    heard = (*others, Heard(told.about, told.at))[-_REMEMBERED:]
    desk = replace(desk, heard=heard)
    if isinstance(told.notice, TableOpened):  # what he waits for is told however much he has asked for since
        return Decision(table=desk, items=(told.notice,))
    return tell_at_desk(desk, told.notice, moment) or Decision(table=desk)


def _noted(table: Table, who: Person, moment: Moment) -> Decision:
    waiting = _waiting(table, moment.now)
    kept = tuple(known for known in table.reminders if known.player in waiting and known.player != who.id)
    noted = replace(table.knowing(who), reminders=(*kept, Reminder(who.id, moment.now)))
    return _told(noted, who, Wish.NOTED, moment)


def _dropped(table: Table, who: Person, wish: Wish, moment: Moment, message: int = 0) -> Decision:
    kept = tuple(known for known in table.reminders if known.player != who.id)
    return _told(replace(table, reminders=kept), who, wish, moment, message)


def _told(table: Table, who: Person, wish: Wish, moment: Moment, message: int = 0) -> Decision:
    at = _at(table, moment)
    effect = Remembered(who.id, wish, at, Language.of(who.language), message)
    return Decision(table=replace(table, reminders_at=at), effects=(effect,))


def _full(table: Table, moment: Moment) -> bool:
    return len(_waiting(table, moment.now)) >= MOST


def _at(table: Table, moment: Moment) -> int:
    """Date a word about a reminder: later than every earlier one of this table, however fast they come."""
    return max(moment.now, table.reminders_at + 1)


def _waiting(table: Table, now: int) -> tuple[PlayerId, ...]:
    return tuple(reminder.player for reminder in table.reminders if now - reminder.at <= LASTS)
