from typing import Any

import pytest

from tests.demo.conftest import BotCaller, Party
from tests.telegram_client import TelegramClient

Json = dict[str, Any]
KEYBOARD: Json = {"inline_keyboard": [[{"text": "Glauben", "callback_data": "g"}]]}
UNCHANGED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
CANNOT = "Bad Request: message can't be edited"
DAY = 86_400


async def _board(api: BotCaller, chat_id: int, **params: object) -> Json:
    call = {"chat_id": chat_id, "text": "Wer ist dabei?", "reply_markup": KEYBOARD, **params}
    message: Json = (await api("sendMessage", **call)).result
    return {"chat_id": chat_id, "message_id": message["message_id"]}


async def test_edit_and_history(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """An edit replaces text and keyboard, and what was there can still be looked up."""
    board = await _board(api, party.group.id)
    edited = (await api("editMessageText", **board, text="<b>Los</b>", parse_mode="HTML")).result
    assert edited["text"] == "Los"
    assert "edit_date" in edited
    assert "reply_markup" not in edited
    (stored,) = [message for message in await tg.messages(party.group) if message.id == board["message_id"]]
    assert stored.html == "<b>Los</b>"
    assert stored.raw["history"][0]["body"]["text"] == "Wer ist dabei?"


async def test_nothing_changes(api: BotCaller, party: Party) -> None:
    """The same text and keyboard again is refused, another keyboard alone is not."""
    board = await _board(api, party.group.id)
    same = await api("editMessageText", **board, text="Wer ist dabei?", reply_markup=KEYBOARD)
    assert same.refusal == (400, UNCHANGED)
    assert (await api("editMessageReplyMarkup", **board)).result
    assert (await api("editMessageReplyMarkup", **board)).refusal == (400, UNCHANGED)


REFUSED: list[tuple[Json, str]] = [
    ({"chat_id": "group", "message_id": 99999, "text": "x"}, "Bad Request: message to edit not found"),
    ({"chat_id": "group", "message_id": -1, "text": "x"}, "Bad Request: message to edit not found"),
    ({"chat_id": "group", "message_id": 1}, "Bad Request: message text is empty"),
    ({"text": "x"}, "Bad Request: message identifier is not specified"),
    ({"text": "x", "inline_message_id": "AgAAAA"}, "Bad Request: MESSAGE_ID_INVALID"),
    ({"chat_id": "cem", "message_id": 1, "text": "x"}, "Bad Request: chat not found"),
    (
        {"chat_id": "group", "message_id": 1, "text": "<x>", "parse_mode": "HTML"},
        'Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 0',
    ),
]


@pytest.mark.parametrize(("params", "description"), REFUSED)
@pytest.mark.asyncio(loop_scope="module")
async def test_refused(still_life: tuple[BotCaller, Party], params: Json, description: str) -> None:
    """Every refusal of editMessageText has the words of the real server."""
    api, party = still_life
    assert (await api("editMessageText", **party.fill(params))).refusal == (400, description)


async def test_not_the_bots_own_text(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Other people's messages, forwards, messages with a reply keyboard and dice cannot be given a text."""
    theirs = await tg.say(party.anna, party.group, "/neu")
    here = {"chat_id": party.group.id, "text": "x"}
    assert (await api("editMessageText", **here, message_id=theirs.id)).refusal == (400, CANNOT)
    forward = await api("forwardMessage", chat_id=party.group.id, from_chat_id=party.group.id, message_id=theirs.id)
    forwarded = await api("editMessageText", **here, message_id=forward.result["message_id"])
    assert forwarded.refusal == (400, CANNOT)
    asking = await _board(api, party.group.id, reply_markup={"force_reply": True})
    assert (await api("editMessageText", **asking, text="x")).refusal == (400, CANNOT)
    die = (await api("sendDice", chat_id=party.group.id)).result["message_id"]
    no_text = await api("editMessageText", **here, message_id=die)
    assert no_text.refusal == (400, "Bad Request: there is no text in the message to edit")


async def test_old_board_is_edited_but_not_deleted(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """The bot's own message can be edited at any age, but deleted only within two days."""
    board = await _board(api, party.group.id)
    await tg.advance(3 * DAY)
    assert (await api("editMessageText", **board, text="Noch da")).result
    late = await api("deleteMessage", **board)
    assert late.refusal == (400, "Bad Request: message can't be deleted for everyone")


async def test_edit_in_a_muted_group(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A muted bot cannot edit either."""
    board = await _board(api, party.supergroup.id)
    await tg.member(party.supergroup, "bot", "restricted", by=party.anna)
    assert (await api("editMessageText", **board, text="x")).refusal == (400, "Bad Request: CHAT_WRITE_FORBIDDEN")


async def test_deleting(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """Own messages go; others' and service messages stay unless the bot is admin; unknown ones are named or skipped."""
    board = await _board(api, party.supergroup.id)
    theirs = await tg.say(party.anna, party.supergroup, "/neu")
    here = {"chat_id": party.supergroup.id}
    assert (await api("deleteMessage", **here, message_id=theirs.id)).refusal == (
        400,
        "Bad Request: message can't be deleted",
    )
    assert (await api("deleteMessage", **board)).result is True
    assert (await api("deleteMessage", **board)).refusal == (400, "Bad Request: message to delete not found")
    assert (await api("deleteMessage", message_id=1)).refusal == (400, "Bad Request: chat identifier is not specified")
    missing = await api("deleteMessage", **here)
    assert missing.refusal == (400, "Bad Request: message identifier is not specified")
    await tg.member(party.supergroup, "bot", "administrator", by=party.anna)
    assert (await api("deleteMessages", **here, message_ids=[theirs.id, 4242])).result is True
    assert theirs.id not in [message.id for message in await tg.messages(party.supergroup)]


async def test_fresh_die_stays_in_a_private_chat(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A die in a private chat can be deleted only after a day."""
    die = (await api("sendDice", chat_id=party.anna.id)).result["message_id"]
    delete = {"chat_id": party.anna.id, "message_id": die}
    assert (await api("deleteMessage", **delete)).status == 400
    await tg.advance(DAY + 1)
    assert (await api("deleteMessage", **delete)).result is True


async def test_answering(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A press is answered once or more, and every answer is counted."""
    await _board(api, party.group.id)
    query = await tg.press(party.bert, party.group, "Glaub")
    too_long = await api("answerCallbackQuery", callback_query_id=query, text="x" * 201)
    assert too_long.refusal == (400, "Bad Request: MESSAGE_TOO_LONG")
    assert (await api("answerCallbackQuery", callback_query_id=query, text="Ja", show_alert=True)).result is True
    assert (await api("answerCallbackQuery", callback_query_id=query)).result is True
    answers = await tg.answers(query)
    assert [(answer["text"], answer["show_alert"]) for answer in answers] == [("Ja", True), ("", False)]
    assert (await tg.answer(query)).count == 2


@pytest.mark.parametrize("query", ["", "1", "nonsense"])
@pytest.mark.asyncio(loop_scope="module")
async def test_unknown_query(still_life: tuple[BotCaller, Party], query: str) -> None:
    """An unknown or malformed query id counts as expired."""
    api, _ = still_life
    refused = await api("answerCallbackQuery", callback_query_id=query)
    assert refused.refusal == (
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
    )


async def test_expired_query(api: BotCaller, tg: TelegramClient, party: Party) -> None:
    """A query can be answered for its lifetime and no longer."""
    await _board(api, party.group.id)
    query = await tg.press(party.bert, party.group, "Glaub")
    await tg.advance(149)
    assert (await api("answerCallbackQuery", callback_query_id=query)).result is True
    await tg.advance(2)
    assert (await api("answerCallbackQuery", callback_query_id=query)).status == 400
