from typing import Any

import pytest

from tests.demo.conftest import BotCaller, Party
from tests.telegram_client import TelegramClient

Json = dict[str, Any]


def _keyboard(**button: object) -> Json:
    return {"inline_keyboard": [[button]]}


REFUSED: list[tuple[str, Json, int, str]] = [
    ("no chat", {"text": "x"}, 400, "Bad Request: chat_id is empty"),
    ("stranger", {"chat_id": "cem", "text": "x"}, 400, "Bad Request: chat not found"),
    ("no such group", {"chat_id": -100123, "text": "x"}, 400, "Bad Request: chat not found"),
    ("no such name", {"chat_id": "@nobody", "text": "x"}, 400, "Bad Request: chat not found"),
    (
        "never pressed Start",
        {"chat_id": "bert", "text": "x"},
        403,
        "Forbidden: bot can't initiate conversation with a user",
    ),
    ("no text", {"chat_id": "group"}, 400, "Bad Request: message text is empty"),
    ("empty text", {"chat_id": "group", "text": ""}, 400, "Bad Request: message text is empty"),
    ("blank text", {"chat_id": "group", "text": " \u200b\n"}, 400, "Bad Request: text must be non-empty"),
    ("4097 characters", {"chat_id": "group", "text": "ä" * 4097}, 400, "Bad Request: message is too long"),
    ("32769 bytes", {"chat_id": "group", "text": "x" * 32769}, 400, "Bad Request: text is too long"),
    (
        "odd parse mode",
        {"chat_id": "group", "text": "x", "parse_mode": "bbcode"},
        400,
        "Bad Request: unsupported parse_mode",
    ),
    (
        "entities no JSON",
        {"chat_id": "group", "text": "x", "entities": "[{"},
        400,
        "Bad Request: can't parse entities JSON object",
    ),
    (
        "entity without offset",
        {"chat_id": "group", "text": "x", "entities": [{"type": "bold", "length": 1}]},
        400,
        "Bad Request: can't parse MessageEntity: Can't find field \"offset\"",
    ),
    (
        "reply target gone",
        {"chat_id": "group", "text": "x", "reply_parameters": {"message_id": 99999}},
        400,
        "Bad Request: message to be replied not found",
    ),
    (
        "reply parameters no JSON",
        {"chat_id": "group", "text": "x", "reply_parameters": "{"},
        400,
        "Bad Request: can't parse reply parameters JSON object",
    ),
    (
        "markup no JSON",
        {"chat_id": "group", "text": "x", "reply_markup": "{"},
        400,
        "Bad Request: can't parse reply keyboard markup JSON object",
    ),
    (
        "markup no object",
        {"chat_id": "group", "text": "x", "reply_markup": "[]"},
        400,
        "Bad Request: object expected as reply markup",
    ),
    (
        "keyboard flat",
        {"chat_id": "group", "text": "x", "reply_markup": {"inline_keyboard": [{"text": "a"}]}},
        400,
        'Bad Request: field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    ),
    (
        "button without action",
        {"chat_id": "group", "text": "x", "reply_markup": _keyboard(text="a")},
        400,
        "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ),
    (
        "button with empty data",
        {"chat_id": "group", "text": "x", "reply_markup": _keyboard(text="a", callback_data="")},
        400,
        "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ),
    (
        "button without label",
        {"chat_id": "group", "text": "x", "reply_markup": _keyboard(text="", callback_data="a")},
        400,
        "Bad Request: inline keyboard button text must be non-empty",
    ),
    (
        "65 bytes of data",
        {"chat_id": "group", "text": "x", "reply_markup": _keyboard(text="a", callback_data="ä" * 32 + "x")},
        400,
        "Bad Request: BUTTON_DATA_INVALID",
    ),
    (
        "101 buttons",
        {
            "chat_id": "group",
            "text": "x",
            "reply_markup": {"inline_keyboard": [[{"text": "a", "callback_data": "b"}]] * 101},
        },
        400,
        "Bad Request: reply markup is too long",
    ),
]


@pytest.mark.parametrize(
    ("params", "code", "description"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
@pytest.mark.asyncio(loop_scope="module")
async def test_refused(still_life: tuple[BotCaller, Party], params: Json, code: int, description: str) -> None:
    """Every refusal of sendMessage has the words of the real server."""
    api, party = still_life
    reply = await api("sendMessage", **party.fill(params))
    assert (code, description) == reply.refusal


MARKUP = [
    ("HTML", "ä<x>b", 'Unsupported start tag "x" at byte offset 2'),
    ("HTML", "<3</a>", 'Unsupported start tag "3</a" at byte offset 0'),
    ("HTML", "Zoë <b", "Unclosed start tag at byte offset 5"),
    ("HTML", "ü</b>", "Unexpected end tag at byte offset 2"),
    ("HTML", "<b>ü</i>", 'Unmatched end tag at byte offset 5, expected "</b>", found "</i>"'),
    ("HTML", "<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
    ("HTML", "<b>x</b", "Unclosed end tag at byte offset 4"),
    ("Markdown", "ä_x", "Can't find end of the entity starting at byte offset 2"),
    ("MarkdownV2", "a-b", "Character '-' is reserved and must be escaped with the preceding '\\'"),
    ("MarkdownV2", "ä*b", "Can't find end of Bold entity at byte offset 2"),
]


@pytest.mark.parametrize(("mode", "text", "error"), MARKUP)
@pytest.mark.asyncio(loop_scope="module")
async def test_broken_markup(still_life: tuple[BotCaller, Party], mode: str, text: str, error: str) -> None:
    """Broken markup is refused with the byte where it goes wrong."""
    api, party = still_life
    reply = await api("sendMessage", chat_id=party.group.id, text=text, parse_mode=mode)
    assert (400, f"Bad Request: can't parse entities: {error}") == reply.refusal


async def test_html_becomes_entities(api: BotCaller, party: Party) -> None:
    """Tags become entities counted in UTF-16 units, and a mention by id carries the person."""
    text = (
        f'🎲 <b>A &amp; <i>B</i></b> <a href="tg://user?id={party.anna.id}">Anna</a> <a href="tg://user?id=1">Wer</a>'
    )
    message = (await api("sendMessage", chat_id=party.group.id, text=text, parse_mode="HTML")).result
    assert message["text"] == "🎲 A & B Anna Wer"
    bold, italic, mention = message["entities"]
    assert bold == {"type": "bold", "offset": 3, "length": 5}
    assert italic == {"type": "italic", "offset": 7, "length": 1}
    assert ("text_mention", 9, party.anna.id) == (mention["type"], mention["offset"], mention["user"]["id"])


async def test_4096_characters_are_fine(api: BotCaller, party: Party) -> None:
    """The limit counts characters after parsing, not bytes and not tags."""
    assert (await api("sendMessage", chat_id=party.group.id, text=f"<b>{'ä' * 4096}</b>", parse_mode="HTML")).result


async def test_64_bytes_and_100_buttons_are_fine(api: BotCaller, party: Party) -> None:
    """The largest keyboard goes through."""
    markup = {"inline_keyboard": [[{"text": "a", "callback_data": "ä" * 32}] * 5] * 20}
    assert (await api("sendMessage", chat_id=party.group.id, text="x", reply_markup=markup)).result["reply_markup"]


async def test_reply_may_be_allowed_to_fail(api: BotCaller, party: Party) -> None:
    """allow_sending_without_reply sends the message without its reply."""
    parameters = {"message_id": 99999, "allow_sending_without_reply": True}
    sent = await api("sendMessage", chat_id=party.group.id, text="x", reply_parameters=parameters)
    assert "reply_to_message" not in sent.result


STATES = {
    "blocked": "Forbidden: bot was blocked by the user",
    "deactivated": "Forbidden: user is deactivated",
    "is_bot": "Forbidden: the bot can't send messages to the bot",
}


@pytest.mark.parametrize("state", STATES)
async def test_unreachable_person(api: BotCaller, tg: TelegramClient, party: Party, state: str) -> None:
    """A person who blocked the bot, is gone, or is a bot cannot be written to."""
    await tg.change_user(party.anna, **{state: True})
    refused = await api("sendMessage", chat_id=party.anna.id, text="x")
    assert refused.refusal == (403, STATES[state])
