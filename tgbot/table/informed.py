"""Telegram has answered an inquiry: what was asked for is carried out, or not."""

from typing import assert_never

from tgbot.table.chats.doors import seat_if_member
from tgbot.table.chats.language import LANGUAGE_PURPOSES, speak
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.evening.ending import end_if_allowed
from tgbot.table.evening.night import close_if_admin
from tgbot.table.intents.inquiry import Finding, Informed, Inquiry, Purpose
from tgbot.table.intents.updates import UpdateMark
from tgbot.table.news.replies import Barred
from tgbot.table.paying.own_tasks import task_if_admin
from tgbot.table.paying.stakes import set_stakes
from tgbot.table.people.kick import kick_if_admin
from tgbot.table.people.lobby import start
from tgbot.table.people.office import hand_over_if_admin
from tgbot.table.people.reminders import remind_if_member
from tgbot.table.people.standstill import pause_if_admin
from tgbot.table.rules.house import menu_if_admin, press_as_admin
from tgbot.table.state.table import Table

_OBEYED = 2**53
"""Added to an update's number where what it said is obeyed later: no update of Telegram's has such a one."""


def informed(table: Table, informed: Informed, moment: Moment) -> Decision:  # noqa: C901, PLR0912 -- one exhaustive match
    """Carry out what waited for an answer. Not being told who is an admin is no "no": the presser is asked to try again."""
    inquiry, finding = informed.inquiry, informed.finding
    allowed = finding is Finding.YES
    match inquiry.purpose:
        case Purpose.END:
            return end_if_allowed(table, inquiry, finding, moment)
        case Purpose.EVENING:
            return close_if_admin(table, inquiry, finding, moment)
        case Purpose.PAUSE:
            return pause_if_admin(table, inquiry, finding, moment)
        case Purpose.SEAT:
            return seat_if_member(table, inquiry, finding, moment)
        case Purpose.REMIND:
            return remind_if_member(table, inquiry, finding, moment)
        case Purpose.THREAD:
            return Decision(table=table)  # a command is obeyed where commands are
        case Purpose.MENU:
            return menu_if_admin(table, inquiry, finding, moment)
        case Purpose.KICK:
            return kick_if_admin(table, inquiry, finding, moment)
        case Purpose.HOST:
            return hand_over_if_admin(table, inquiry, finding, moment)
        case _ if finding is Finding.UNKNOWN:
            return refused(table, Barred.ADMIN_UNKNOWN)
        case Purpose.START | Purpose.START_ANYWAY:
            if not allowed or inquiry.game != table.games:
                return refused(table, Barred.NOT_HOST)
            return start(table, moment, anyway=inquiry.purpose is Purpose.START_ANYWAY)
        case Purpose.TASK:
            return task_if_admin(table, inquiry, finding)
        case _ if not allowed:
            return refused(table, Barred.ADMIN_ONLY)
        case Purpose.MENU_TAP:
            return press_as_admin(table, inquiry, moment)
        case Purpose.STAKES:
            return set_stakes(table, inquiry.rest)
        case Purpose.LANGUAGE_DE | Purpose.LANGUAGE_EN:
            return speak(table, LANGUAGE_PURPOSES[inquiry.purpose], moment)
        case _ as unknown:
            assert_never(unknown)


def answer_mark(inquiry: Inquiry) -> UpdateMark | None:
    """Mark an inquiry's answer, which may come twice, beside the update that asked; None: no update did.

    What is obeyed once a topic is known to be gone may ask in its turn.
    """
    if inquiry.purpose is Purpose.THREAD:
        return UpdateMark(inquiry.asked_by + _OBEYED)
    return UpdateMark(-inquiry.asked_by) if inquiry.asked_by else None
