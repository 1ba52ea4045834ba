"""Every error the Bot API is known to answer with, through python-telegram-bot, to what the game does about it."""

import pytest
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError, TimedOut

from tests.bot.fakes import GROUP, ScriptedTelegram, scripted_bot
from tgbot.bot.errors import read_error
from tgbot.bot.gateway import Gateway
from tgbot.bot.meter import Unmetered
from tgbot.bot.outcomes import (
    ChatClosed,
    Done,
    DoorClosed,
    Failure,
    Fault,
    Faulty,
    Flooded,
    Gone,
    Migrated,
    NoThread,
    NotSent,
    Sent,
    TokenRefused,
    Unsure,
)
from tgbot.bot.replies import Answer
from tgbot.bot.request import NotReached
from tgbot.bot.standing import Standing
from tgbot.phrases.message import Message

ANNA = 7_000_000_001
TEXT = Message("<b>Hallo</b>")
ENTITIES = "Bad Request: can't parse entities: "
NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


@pytest.fixture
def telegram() -> ScriptedTelegram:
    """A Telegram that does as it is told."""
    return ScriptedTelegram()


@pytest.fixture
def gateway(telegram: ScriptedTelegram) -> Gateway:
    """The gateway to it."""
    return Gateway(scripted_bot(telegram), Unmetered())


SEND_ROWS: list[tuple[int, int, str, dict[str, int], Failure]] = [
    # section 2: the chat
    (GROUP, 400, "Bad Request: chat_id is empty", {}, Faulty()),
    (GROUP, 400, "Bad Request: chat not found", {}, ChatClosed()),
    (ANNA, 400, "Bad Request: chat not found", {}, DoorClosed()),
    (ANNA, 400, "Bad Request: private chat not found", {}, DoorClosed()),
    (ANNA, 403, "Forbidden: user is deactivated", {}, DoorClosed(gone=True)),
    (
        -4012345678,
        400,
        "Bad Request: group chat was upgraded to a supergroup chat",
        {"migrate_to_chat_id": GROUP},
        Migrated(GROUP),
    ),
    (-4012345678, 403, "Forbidden: the group chat was deleted", {}, ChatClosed()),
    (-4012345678, 403, "Forbidden: bot was kicked from the group chat", {}, ChatClosed()),
    (-4012345678, 403, "Forbidden: bot is not a member of the group chat", {}, ChatClosed()),
    (GROUP, 403, "Forbidden: bot was kicked from the supergroup chat", {}, ChatClosed()),
    (GROUP, 403, "Forbidden: bot was kicked from the channel chat", {}, ChatClosed()),
    (GROUP, 403, "Forbidden: bot is not a member of the supergroup chat", {}, ChatClosed()),
    (GROUP, 403, "Forbidden: bot is not a member of the channel chat", {}, ChatClosed()),
    (GROUP, 400, "Bad Request: message thread not found", {}, NoThread()),
    # section 3: sending
    (GROUP, 400, "Bad Request: message text is empty", {}, Faulty()),
    (GROUP, 400, "Bad Request: text must be non-empty", {}, Faulty()),
    (GROUP, 400, "Bad Request: BUTTON_DATA_INVALID", {}, Faulty()),
    (GROUP, 400, "Bad Request: reply markup is too long", {}, Faulty()),
    (GROUP, 400, "Bad Request: can't parse reply keyboard markup JSON object", {}, Faulty()),
    (GROUP, 400, "Bad Request: message to be replied not found", {}, Faulty()),
    (ANNA, 403, "Forbidden: bot can't initiate conversation with a user", {}, DoorClosed()),
    (ANNA, 403, "Forbidden: bot was blocked by the user", {}, DoorClosed()),
    (ANNA, 403, "Forbidden: the bot can't send messages to the bot", {}, DoorClosed()),
    (ANNA, 403, "Forbidden: bot can't send messages to bots", {}, DoorClosed()),
    (GROUP, 400, "Bad Request: not enough rights to send text messages to the chat", {}, ChatClosed()),
    (GROUP, 400, "Bad Request: have no write access to the chat", {}, ChatClosed()),
    (GROUP, 400, "Bad Request: CHAT_WRITE_FORBIDDEN", {}, ChatClosed()),
    (GROUP, 400, "Bad Request: CHAT_RESTRICTED", {}, ChatClosed()),
    (GROUP, 400, "Bad Request: TOPIC_CLOSED", {}, ChatClosed()),
    (GROUP, 400, "Bad Request: need administrator rights in the channel chat", {}, ChatClosed()),
    (GROUP, 429, "Too Many Requests: retry after 37", {"retry_after": 37}, Flooded(37.0)),
    (
        GROUP,
        500,
        "Internal Server Error: sent message was immediately deleted and can't be returned",
        {},
        ChatClosed(swept=True),
    ),
    (
        GROUP,
        400,
        "Bad Request: sent message was immediately deleted and can't be returned",
        {},
        ChatClosed(swept=True),
    ),
    # section 8: the server's state
    (GROUP, 500, "Internal Server Error: restart", {}, NotSent()),
    (GROUP, 429, "Too Many Requests: retry after 5", {"retry_after": 5}, Flooded(5.0)),
    (GROUP, 400, "Bad Request: Bad Gateway", {}, Unsure()),
    (GROUP, 502, "", {}, Unsure()),
    (GROUP, 504, "", {}, Unsure()),
    (GROUP, 401, "Unauthorized", {}, TokenRefused()),
    (GROUP, 401, "Unauthorized: invalid token specified", {}, TokenRefused()),
    (GROUP, 404, "Not Found", {}, TokenRefused()),
]


@pytest.mark.parametrize("row", SEND_ROWS, ids=lambda row: f"{row[1]} {row[2]} {'private' if row[0] > 0 else 'group'}")
async def test_a_refused_send_is_told_apart_by_what_the_game_does_about_it(
    gateway: Gateway, telegram: ScriptedTelegram, row: tuple[int, int, str, dict[str, int], Failure]
) -> None:
    """Each row of the Bot API's errors has one meaning."""
    chat, status, words, parameters, outcome = row
    telegram.refuse("sendMessage", status, words, parameters=parameters, times=9)

    assert outcome == await gateway.send(chat, TEXT)
    assert len(telegram.made("sendMessage")) == 1, "what was refused is not tried again by itself"


EDIT_ROWS: list[tuple[str, Done | Failure]] = [
    (NOT_MODIFIED, Done()),
    ("Bad Request: message to edit not found", Gone()),
    ("Bad Request: message can't be edited", Gone()),
    ("Bad Request: there is no text in the message to edit", Gone()),
    ("Bad Request: MESSAGE_ID_INVALID", Gone()),
    ("Bad Request: message identifier is not specified", Faulty()),
    ("Bad Request: CHAT_WRITE_FORBIDDEN", ChatClosed()),
]


@pytest.mark.parametrize(("words", "outcome"), EDIT_ROWS)
async def test_a_refused_edit_is_told_apart(
    gateway: Gateway, telegram: ScriptedTelegram, words: str, outcome: Done | Failure
) -> None:
    """What is "not modified" is a success, and a message that cannot be edited is as good as gone."""
    telegram.refuse("editMessageText", 400, words, times=9)

    assert outcome == await gateway.edit(GROUP, 5, TEXT)
    assert len(telegram.made("editMessageText")) == 1


@pytest.mark.parametrize(
    "words",
    [
        ENTITIES + 'Unsupported start tag "3<\\/a" at byte offset 7',
        ENTITIES + "Unclosed start tag at byte offset 7",
        ENTITIES + "Unexpected end tag at byte offset 7",
        ENTITIES + 'Unmatched end tag at byte offset 7, expected "</b>", found "</i>"',
        ENTITIES + 'Can\'t find end tag corresponding to start tag "b"',
        "Bad Request: can't parse MessageEntity: whatever",
        "Bad Request: message is too long",
        "Bad Request: text is too long",
    ],
)
async def test_what_telegram_cannot_read_is_sent_once_more_as_plain_text(
    gateway: Gateway, telegram: ScriptedTelegram, words: str
) -> None:
    """Better plain than not at all: no parse mode, no tags, entities turned back."""
    telegram.refuse("sendMessage", 400, words)
    telegram.refuse("editMessageText", 400, words)
    tricky = Message("<b>Zoë &amp; &lt;3</b>" + "x" * 5000)

    sent = await gateway.send(GROUP, tricky)
    edited = await gateway.edit(GROUP, 5, tricky)

    assert (Sent(101), Done()) == (sent, edited)
    for method in ("sendMessage", "editMessageText"):
        first, second = (params for _, params in telegram.made(method))
        assert first["parse_mode"] == "HTML"
        assert "parse_mode" not in second
        assert second["text"].startswith("Zoë & <3x")
        assert len(second["text"]) == 4096


async def test_plain_text_that_is_refused_too_is_dropped(gateway: Gateway, telegram: ScriptedTelegram) -> None:
    """One more try, not a loop."""
    telegram.refuse("sendMessage", 400, "Bad Request: message is too long", times=9)

    assert Faulty(Fault.LENGTH) == await gateway.send(GROUP, TEXT)
    assert len(telegram.made("sendMessage")) == 2


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (NotReached("ClientConnectorError"), NotSent()),
        (TimedOut(), Unsure()),
        (NetworkError("ServerDisconnectedError"), Unsure()),
        (TelegramError("Invalid server response"), Unsure()),
    ],
)
async def test_a_lost_connection_tells_what_was_certainly_not_sent_from_what_perhaps_was(
    gateway: Gateway, telegram: ScriptedTelegram, error: TelegramError, outcome: Failure
) -> None:
    """Only a connection that never came about is proof that nothing arrived."""
    telegram.lose("sendMessage", error, carried_out=False)

    assert outcome == await gateway.send(GROUP, TEXT)


@pytest.mark.parametrize("timedelta", ["true", "false"])
def test_a_wait_is_read_whether_the_library_gives_numbers_or_timedeltas(
    monkeypatch: pytest.MonkeyPatch, timedelta: str
) -> None:
    """The library's own switch decides which; both mean seconds."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    error = RetryAfter(2)
    monkeypatch.setenv("PTB_TIMEDELTA", timedelta)

    if timedelta == "true":
        assert Flooded(2.0) == read_error(error, private=False)
    else:
        with pytest.warns(match="retry_after"):
            assert Flooded(2.0) == read_error(error, private=False)


def test_the_librarys_change_of_case_does_not_matter() -> None:
    """It turns TOPIC_CLOSED into Topic_closed."""
    error = BadRequest("Bad Request: TOPIC_CLOSED")

    assert error.message == "Topic_closed"
    assert ChatClosed() == read_error(error, private=False)


async def test_an_answer_that_comes_too_late_is_no_fault(gateway: Gateway, telegram: ScriptedTelegram) -> None:
    """The move was committed long before."""
    words = "Bad Request: query is too old and response timeout expired or query ID is invalid"
    telegram.refuse("answerCallbackQuery", 400, words)

    assert Gone() == await gateway.answer(Answer("1022421917380556503", "Zu spät"))


@pytest.mark.parametrize(
    ("status", "standing"),
    [
        ("creator", Standing.ADMIN),
        ("administrator", Standing.ADMIN),
        ("member", Standing.MEMBER),
        ("restricted", Standing.MEMBER),
        ("restricted out", Standing.OUTSIDE),
        ("left", Standing.OUTSIDE),
        ("kicked", Standing.OUTSIDE),
    ],
)
async def test_how_somebody_stands_in_a_group(
    gateway: Gateway, telegram: ScriptedTelegram, status: str, standing: Standing
) -> None:
    """A muted member is a member; one who was muted and left is not."""
    telegram.members[ANNA] = status

    assert standing is await gateway.standing(GROUP, ANNA)


@pytest.mark.parametrize(
    "words",
    [
        "user not found",
        "invalid user_id specified",
        "member not found",
        "member list is inaccessible",
        "PARTICIPANT_ID_INVALID",
        "CHAT_ADMIN_REQUIRED",
    ],
)
async def test_what_telegram_will_not_tell_is_unknown_and_not_no(
    gateway: Gateway, telegram: ScriptedTelegram, words: str
) -> None:
    """An unstable answer must not cost anybody his rights."""
    telegram.refuse("getChatMember", 400, f"Bad Request: {words}")

    assert Standing.UNKNOWN is await gateway.standing(GROUP, ANNA)
