"""Everything the bot says to Telegram about a chat. With `administration` the only caller of `Bot` methods.

No method raises for what Telegram answers; each returns what became of the call.
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

import structlog
from telegram import ChatMember, ChatMemberRestricted
from telegram.constants import ParseMode
from telegram.error import TelegramError
from telegram.ext import ExtBot

from tgbot.bot.errors import read_error
from tgbot.bot.keyboard import markup, plain
from tgbot.bot.meter import Meter
from tgbot.bot.outcomes import Done, Failure, Fault, Faulty, Sent, Unchanged
from tgbot.bot.replies import Answer
from tgbot.bot.standing import Standing
from tgbot.phrases.message import Keyboard, Message

Telegram: TypeAlias = ExtBot[None]
Result = TypeVar("Result")

_log = structlog.get_logger()

_QUICK: Final = 5.0
"""Seconds for calls somebody waits for: an answer to a press comes in time or not at all."""

_STANDINGS: Final = {
    ChatMember.OWNER: Standing.ADMIN,
    ChatMember.ADMINISTRATOR: Standing.ADMIN,
    ChatMember.MEMBER: Standing.MEMBER,
    ChatMember.LEFT: Standing.OUTSIDE,
    ChatMember.BANNED: Standing.OUTSIDE,
}


async def made(method: str, call: Awaitable[Result], meter: Meter, *, private: bool) -> Result | Failure:
    """Make a call: its result, or what became of it. Counts it; logs what only we can put right, without its content."""
    try:
        result = await call
    except TelegramError as error:
        outcome = read_error(error, private=private)
    else:
        meter.call(method, "done")
        return result
    meter.call(method, type(outcome).__name__.lower())
    if isinstance(outcome, Faulty) and outcome.fault is not Fault.KIND:
        _log.error("telegram_refuses_our_request", method=method, fault=outcome.fault.value)
    return outcome


@dataclass(frozen=True, slots=True)
class Gateway:
    """Sends, edits and answers."""

    bot: Telegram
    meter: Meter

    async def send(self, chat: int, message: Message, thread: int = 0, *, silent: bool = False) -> Sent | Failure:
        """Send a message to a chat, in a forum thread (0: none). What Telegram cannot read goes again as plain text."""
        outcome = await self._send(chat, message, thread, silent=silent)
        if isinstance(outcome, Faulty) and outcome.fault is not Fault.OTHER:
            return await self._send(chat, _plain(message), thread, silent=silent, parse_mode=None)
        return outcome

    async def send_photo(
        self, chat: int, photo: bytes | str, caption: str, thread: int = 0, *, silent: bool = False
    ) -> Sent | Failure:
        """Send a picture: its bytes, or what Telegram called it when it was sent before. The caption is HTML."""
        call = self.bot.send_photo(
            chat,
            photo,
            caption=caption,
            parse_mode=ParseMode.HTML,
            message_thread_id=thread or None,
            disable_notification=silent,
            filename="recap.png",
        )
        outcome = await made("sendPhoto", call, self.meter, private=chat > 0)
        if isinstance(outcome, Failure):
            return outcome
        return Sent(outcome.message_id, outcome.photo[-1].file_id if outcome.photo else "")

    async def edit(self, chat: int, message_id: int, message: Message) -> Done | Failure:
        """Rewrite a message, text and buttons. Being that already is success."""
        outcome = await self._edit(chat, message_id, message)
        if isinstance(outcome, Faulty) and outcome.fault is not Fault.OTHER:
            return await self._edit(chat, message_id, _plain(message), parse_mode=None)
        return outcome

    async def close(self, chat: int, message_id: int, line: str) -> Done | Failure:
        """Turn an old message into one line (HTML) without buttons."""
        return await self.edit(chat, message_id, Message(line, ()))

    async def relabel(self, chat: int, message_id: int, keyboard: Keyboard) -> Done | Failure:
        """Put other buttons under a message (none: take them away); what stands above them stays. As for `edit`."""
        call = self.bot.edit_message_reply_markup(chat, message_id, reply_markup=markup(Message("", keyboard)))
        outcome = await made("editMessageReplyMarkup", call, self.meter, private=chat > 0)
        return outcome if isinstance(outcome, Failure) and not isinstance(outcome, Unchanged) else Done()

    async def answer(self, answer: Answer) -> Done | Failure:
        """Answer a press. Too late is `Gone`: the move itself stands, so nobody need mind."""
        call = self.bot.answer_callback_query(
            answer.query, answer.text or None, show_alert=answer.alert, read_timeout=_QUICK
        )
        return done(await made("answerCallbackQuery", call, self.meter, private=True))

    async def standing(self, chat: int, user: int) -> Standing:
        """Ask how somebody stands in a group. Whatever Telegram will not say is UNKNOWN, which is not OUTSIDE."""
        call = self.bot.get_chat_member(chat, user, read_timeout=_QUICK)
        member = await made("getChatMember", call, self.meter, private=False)
        if isinstance(member, ChatMemberRestricted):
            return Standing.MEMBER if member.is_member else Standing.OUTSIDE
        return _STANDINGS.get(member.status, Standing.UNKNOWN) if isinstance(member, ChatMember) else Standing.UNKNOWN

    async def leave(self, chat: int) -> Done | Failure:
        """Leave a chat."""
        return done(await made("leaveChat", self.bot.leave_chat(chat), self.meter, private=False))

    async def _send(
        self, chat: int, message: Message, thread: int, *, silent: bool, parse_mode: str | None = ParseMode.HTML
    ) -> Sent | Failure:
        call = self.bot.send_message(
            chat,
            message.text,
            parse_mode=parse_mode,
            message_thread_id=thread or None,
            reply_markup=markup(message),
            disable_notification=silent,
        )
        outcome = await made("sendMessage", call, self.meter, private=chat > 0)
        return outcome if isinstance(outcome, Failure) else Sent(outcome.message_id)

    async def _edit(
        self, chat: int, message_id: int, message: Message, *, parse_mode: str | None = ParseMode.HTML
    ) -> Done | Failure:
        call = self.bot.edit_message_text(
            message.text, chat, message_id, parse_mode=parse_mode, reply_markup=markup(message)
        )
        outcome = await made("editMessageText", call, self.meter, private=chat > 0)
        return outcome if isinstance(outcome, Failure) and not isinstance(outcome, Unchanged) else Done()


def _plain(message: Message) -> Message:
    return Message(plain(message.text), message.keyboard)


def done(outcome: bool | Failure) -> Done | Failure:  # noqa: FBT001 -- True is Telegram's whole answer
    """Read the outcome of a call whose only result is True."""
    return Done() if isinstance(outcome, bool) else outcome
