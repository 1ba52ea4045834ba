"""Recorded and mutated updates, and what they ask for."""

from dataclasses import replace

import pytest
from telegram import Update

from tests.bot.updates import (
    ANNA,
    ANONYMOUS,
    BEN,
    BOT,
    CEM,
    CHANNEL,
    CHANNEL_BOT,
    FORUM,
    GROUP,
    NUMBER,
    OTHER_BOT,
    PRIVATE,
    QUERY,
    SMALL_GROUP,
    TELEGRAM,
    Json,
    change,
    command,
    member,
    message,
    press,
    talk,
    update,
)
from tgbot.bot.intents import intent_of
from tgbot.bot.me import Me
from tgbot.bot.reflexes import LeaveChannel, Reflex, TurnedAway
from tgbot.game.roll import Roll
from tgbot.game.seats import PlayerId
from tgbot.phrases.press import encode, link_payload
from tgbot.table.identity import Language, Person, TableId
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.intents.updates import (
    BotAdded,
    BotRemoved,
    ChatUpgraded,
    Commanded,
    DoorChanged,
    MemberGone,
    Place,
    SpokeInPrivate,
    Tapped,
    UpdateMark,
    WritingAllowed,
    WritingForbidden,
)
from tgbot.table.intents.word import Word
from tgbot.table.limits import LONGEST_NAME, LONGEST_TEXT, LONGEST_TITLE
from tgbot.table.news.replies import Barred, Told

ME = Me(8123456789, "maexchen_test_bot")
MARK = UpdateMark(NUMBER)
TAP_MARK = UpdateMark(NUMBER, tap=True)
HERE = Place(GROUP["id"], title="Stammtisch")
TABLE = TableId(GROUP["id"])
TAP = Tap(TABLE, 3, 17, Action.ANNOUNCE, Roll((5, 3)))
DATA = encode(TAP)

A = Person(PlayerId(ANNA["id"]), "Anna", "de")
B = Person(PlayerId(BEN["id"]), "Ben", None)
C = Person(PlayerId(CEM["id"]), "Cem", None)


def read(raw: Json) -> Intent | Reflex | None:
    """Read an update as the inbox does."""
    return intent_of(Update.de_json(raw, None), ME)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("/neu", Word.NEW),
        ("/new", Word.NEW),
        ("/NEU", Word.NEW),
        ("/Neu@maexchen_test_bot", Word.NEW),
        ("/neu@MAEXCHEN_TEST_BOT", Word.NEW),
        ("/tisch", Word.TABLE),
        ("/table", Word.TABLE),
        ("/ende", Word.END),
        ("/end", Word.END),
        ("/regeln", Word.RULES),
        ("/rules", Word.RULES),
        ("/hilfe", Word.HELP),
        ("/help", Word.HELP),
        ("/start", Word.HELP),
        ("/sprache", Word.LANGUAGE),
        ("/language", Word.LANGUAGE),
        ("/hausordnung", Word.HOUSE),
        ("/hausregeln", Word.HOUSE),
        ("/house", Word.HOUSE),
        ("/rechner", Word.ODDS),
        ("/odds", Word.ODDS),
    ],
)
def test_a_command_is_understood_in_both_languages_and_any_case(text: str, word: Word) -> None:
    """F87: case matters neither in the command nor in the bot's name."""
    assert Commanded(MARK, HERE, word, A) == read(command(text))


def test_what_follows_a_command_goes_with_it() -> None:
    """Without the blanks around it."""
    assert Commanded(MARK, HERE, Word.LANGUAGE, A, "en bitte") == read(command("/sprache   en bitte "))


def test_a_groups_link_with_a_share_code_brings_house_rules() -> None:
    """Telegram types it when somebody follows the link and chooses the group."""
    assert Commanded(MARK, HERE, Word.HOUSE, A, "W01H1QQN") == read(command("/start@maexchen_test_bot hW01H1QQN"))


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(command("/neu@OtherBot"), id="F87 another bot's"),
        pytest.param(command("/unbekannt"), id="none of ours"),
        pytest.param(command("/start@maexchen_test_bot true"), id="typed by 'add to group'"),
        pytest.param(update("edited_message", command("/neu")["message"] | {"edit_date": 1}), id="F86 edited"),
        pytest.param(
            update(
                "message",
                message(
                    GROUP,
                    ANNA,
                    caption="/neu",
                    caption_entities=[{"type": "bot_command", "offset": 0, "length": 4}],
                    photo=[{"file_id": "a", "file_unique_id": "b", "width": 1, "height": 1}],
                ),
            ),
            id="F88 in a caption",
        ),
        pytest.param(
            update(
                "message",
                message(GROUP, ANNA, text="bitte /neu", entities=[{"type": "bot_command", "offset": 6, "length": 4}]),
            ),
            id="F88 in the middle",
        ),
        pytest.param(
            command("/neu", forward_origin={"type": "user", "date": 1, "sender_user": BEN}), id="F88 forwarded"
        ),
        pytest.param(talk("/neu", chat=GROUP), id="text without an entity"),
        pytest.param(talk("Prost!", chat=GROUP), id="F90 chatter"),
        pytest.param(command("/neu", OTHER_BOT), id="F06 from a bot"),
        pytest.param(command("/neu", CHANNEL_BOT, sender_chat=CHANNEL), id="F52 as a channel"),
        pytest.param(
            command("/neu", TELEGRAM, sender_chat=CHANNEL, is_automatic_forward=True), id="F53 a linked channel's post"
        ),
        pytest.param(command("/neu", TELEGRAM, sender_chat=CHANNEL), id="F53 without its flag"),
        pytest.param(command("/neu", TELEGRAM), id="Telegram itself"),
        pytest.param(command("/neu", ANNA, sender_chat=CHANNEL), id="a person behind a channel"),
        pytest.param(command("/neu", ANONYMOUS, sender_chat=CHANNEL), id="anonymous, but of another chat"),
        pytest.param(command("/neu", ANONYMOUS), id="anonymous, but of no chat"),
        pytest.param(command("/neu", None), id="from nobody"),
        pytest.param(update("channel_post", message(CHANNEL, None, text="/neu")), id="F54 a channel post"),
        pytest.param(command("/neu", chat={**GROUP, "is_direct_messages": True}), id="a channel's direct messages"),
        pytest.param(update("kind_of_tomorrow", {"whatever": 1}), id="F72 unknown kind"),
        pytest.param(update("message", message(GROUP, ANNA, no_such_service={"x": 1})), id="F72 unknown field"),
        pytest.param(update("message", message(GROUP, ANNA, new_chat_members=[BOT])), id="F43 the greeting's double"),
        pytest.param(update("message", message(GROUP, ANONYMOUS, sender_chat=GROUP, left_chat_member=BOT)), id="F44"),
        pytest.param(update("message", message(PRIVATE, ANNA, group_chat_created=True)), id="private service message"),
        pytest.param(talk("hallo", OTHER_BOT, {**PRIVATE, "id": OTHER_BOT["id"]}), id="a bot in private"),
        pytest.param(change(member("left"), member("left"), CHANNEL), id="a channel we are not in"),
    ],
)
def test_what_is_not_for_us_is_left_alone(raw: Json) -> None:
    """No intent, and no exception either."""
    assert read(raw) is None


def test_an_anonymous_admin_is_nobody_in_particular_and_an_admin() -> None:
    """His `from` is a bot; his `sender_chat` is the group itself."""
    assert Commanded(MARK, HERE, Word.END, None) == read(command("/ende", ANONYMOUS, sender_chat=GROUP))


def test_a_forums_topic_is_a_place_of_its_own() -> None:
    """F47: the thread counts where the chat is a forum and the message belongs to a topic."""
    raw = command("/neu", chat=FORUM, message_thread_id=77, is_topic_message=True)

    assert Commanded(MARK, Place(GROUP["id"], 77, "Stammtisch", forum=True), Word.NEW, A) == read(raw)


@pytest.mark.parametrize(
    ("chat", "fields"),
    [(GROUP, {"message_thread_id": 77}), (GROUP, {"message_thread_id": 77, "is_topic_message": True}),
     (FORUM, {"message_thread_id": 77}), (FORUM, {})],
)  # fmt: skip
def test_a_chain_of_replies_is_no_topic(chat: Json, fields: Json) -> None:
    """Its thread id must not be sent to."""
    here = replace(HERE, forum="is_forum" in chat)
    assert Commanded(MARK, here, Word.NEW, A) == read(command("/neu", chat=chat, **fields))


@pytest.mark.parametrize(
    ("user", "who"),
    [
        (BEN, B),
        (CEM, C),
        ({**ANNA, "first_name": ""}, Person(A.id, "", "de")),
        ({**ANNA, "first_name": "<3</a>", "last_name": "<test/>"}, Person(A.id, "<3</a>", "de")),
        ({**ANNA, "language_code": "pt-br"}, Person(A.id, "Anna", "pt-br")),
        ({**ANNA, "first_name": "Änni"}, Person(A.id, "Änni", "de")),
    ],
    ids=["F14 no names", "F17 a large id", "F05 deleted", "F10 markup", "F123 language", "F09 renamed"],
)
def test_people_are_taken_as_they_come(user: Json, who: Person) -> None:
    """Ids exactly, names raw, nothing ever None."""
    assert Commanded(MARK, HERE, Word.NEW, who) == read(command("/neu", user))


def test_of_what_is_too_long_no_more_is_kept_than_the_limits_say() -> None:
    """Telegram's own names and texts are shorter; what somebody forges fills no store and is no reason to fail."""
    huge = "x" * 100_000
    who, group = {**ANNA, "first_name": huge, "language_code": huge}, {**GROUP, "title": huge}
    name, title = "x" * LONGEST_NAME, "x" * LONGEST_TITLE

    said = read(command(f"/aufgabe {huge}", who, group))
    assert isinstance(said, Commanded)
    assert said.who is not None
    assert (said.who.name, len(said.who.language or ""), said.place.title) == (name, 16, title)
    assert len(said.rest) <= LONGEST_TEXT
    bot = message(group, BOT, text="Sag mir die Aufgabe")
    answered = read(update("message", message(group, who, text=huge, reply_to_message=bot)))
    assert isinstance(answered, Commanded)
    assert len(answered.rest) == LONGEST_TEXT
    spoken = read(talk(huge, who))
    assert isinstance(spoken, SpokeInPrivate)
    assert (spoken.who.name, len(spoken.rest)) == (name, LONGEST_TEXT)
    pressed = read(press(DATA, who))
    assert isinstance(pressed, Tapped)
    assert pressed.who.name == name
    assert read(change(member("left"), member("member"), group)) == BotAdded(MARK, replace(HERE, title=title))


def test_a_press_is_a_tap_of_its_presser() -> None:
    """Whoever pressed, where, and what the button says; nothing else."""
    assert Tapped(TAP_MARK, QUERY, B, TAP, GROUP["id"], 4711) == read(press(DATA, BEN))


def test_a_press_on_a_message_telegram_no_longer_has_counts() -> None:
    """F28: such a message has neither text nor sender."""
    inaccessible = {"chat": GROUP, "message_id": 875400, "date": 0}

    assert Tapped(TAP_MARK, QUERY, A, TAP, GROUP["id"], 875400) == read(press(DATA, message=inaccessible))


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(press("x" * 64), id="F20 random"),
        pytest.param(press(DATA + "."), id="F20 mutated"),
        pytest.param(press(DATA.upper()), id="F20 upper case"),
        pytest.param(press(""), id="F20 empty"),
        pytest.param(press("\udcff\x00🎲"), id="F20 no text"),
        pytest.param(press(None), id="F20 no data"),
        pytest.param(press(None, game_short_name="mia"), id="F20 a game"),
        pytest.param(press(DATA, message=None, inline_message_id="AgAAAA"), id="F29 inline"),
        pytest.param(press(DATA, message=None), id="F29 no message"),
    ],
)
def test_a_press_that_is_none_of_ours_is_answered_and_touches_nothing(raw: Json) -> None:
    """Every query gets its answer (F32)."""
    assert TurnedAway(QUERY, Told(Barred.NO_SUCH_BUTTON, Language.DE)) == read(raw)


def test_bots_do_not_play() -> None:
    """F06: not even with a good button."""
    assert TurnedAway(QUERY, Told(Barred.NOT_A_PERSON, Language.DE)) == read(press(DATA, OTHER_BOT))


@pytest.mark.parametrize(
    ("raw", "intent"),
    [
        (command("/start", chat=PRIVATE), SpokeInPrivate(MARK, A, start=True)),
        (
            command(f"/start {link_payload(TABLE)}", chat=PRIVATE),
            SpokeInPrivate(MARK, A, start=True, table=TABLE, rest=link_payload(TABLE)),
        ),
        (command("/start j_nonsense", chat=PRIVATE), SpokeInPrivate(MARK, A, start=True, rest="j_nonsense")),
        (
            command("/start hW01H1QQN", chat=PRIVATE),
            SpokeInPrivate(MARK, A, start=True, word=Word.HOUSE, rest="W01H1QQN"),
        ),
        (
            command("/hausregeln W01H1QQN", chat=PRIVATE),
            SpokeInPrivate(MARK, A, start=False, word=Word.HOUSE, rest="W01H1QQN"),
        ),
        (command("/regeln", chat=PRIVATE), SpokeInPrivate(MARK, A, start=False, word=Word.RULES)),
        (command("/neu", chat=PRIVATE), SpokeInPrivate(MARK, A, start=False, word=Word.NEW)),
        (command("/rechner 53 3", chat=PRIVATE), SpokeInPrivate(MARK, A, start=False, word=Word.ODDS, rest="53 3")),
        (talk(" hallo "), SpokeInPrivate(MARK, A, start=False, rest="hallo")),
        (
            update("message", message(PRIVATE, ANNA, dice={"emoji": "🎲", "value": 6})),
            SpokeInPrivate(MARK, A, start=False),
        ),
    ],
    ids=[
        "start",
        "F07 a table's link",
        "a broken link",
        "a share code's link",
        "a share code",
        "rules",
        "F124 a game's command",
        "a word with text",
        "talk",
        "a die",
    ],
)
def test_private_messages(raw: Json, intent: Intent) -> None:
    """Everything said in private gets an answer; only `/start` opens doors."""
    assert intent == read(raw)


@pytest.mark.parametrize(
    ("raw", "intent"),
    [
        (change(member("left"), member("member")), BotAdded(MARK, HERE)),
        (change(member("kicked"), member("member")), BotAdded(MARK, HERE)),
        (change(member("left"), member("restricted")), BotAdded(MARK, HERE)),
        (change(member("restricted", is_member=False), member("member")), BotAdded(MARK, HERE)),
        (change(member("member"), member("kicked")), BotRemoved(MARK, HERE)),
        (change(member("administrator"), member("left")), BotRemoved(MARK, HERE)),
        (change(member("member"), member("restricted", is_member=False)), BotRemoved(MARK, HERE)),
        (change(member("member"), member("restricted")), WritingForbidden(MARK, HERE)),
        (change(member("restricted"), member("restricted", can_send_messages=True)), WritingAllowed(MARK, HERE)),
        (change(member("restricted"), member("member")), WritingAllowed(MARK, HERE)),
        (change(member("member"), member("administrator")), WritingAllowed(MARK, HERE)),
        (change(member("left"), member("administrator"), CHANNEL), LeaveChannel(CHANNEL["id"])),
        (change(member("member"), member("kicked"), PRIVATE), DoorChanged(MARK, A, open=False)),
        (change(member("kicked"), member("member"), PRIVATE), DoorChanged(MARK, A, open=True)),
    ],
)
def test_the_bots_own_memberships(raw: Json, intent: Intent | Reflex) -> None:
    """F03, F04, F41, F43, F45: from being added to being thrown out."""
    assert intent == read(raw)


@pytest.mark.parametrize(
    ("raw", "gone"),
    [
        (update("message", message(GROUP, ANNA, left_chat_member=BEN)), True),
        (change(member("member", BEN), member("left", BEN), kind="chat_member"), True),
        (change(member("member", BEN), member("kicked", BEN), kind="chat_member"), True),
        (change(member("member", BEN), member("restricted", BEN, is_member=False), kind="chat_member"), True),
        (change(member("member", BEN), member("restricted", BEN), kind="chat_member"), False),
        (change(member("left", BEN), member("member", BEN), kind="chat_member"), False),
        (change(member("member", OTHER_BOT), member("left", OTHER_BOT), kind="chat_member"), False),
    ],
)
def test_who_is_gone_is_gone_and_who_is_muted_is_not(raw: Json, gone: bool) -> None:
    """F91, F92: a muted player can still press buttons."""
    assert (MemberGone(MARK, HERE, B.id) if gone else None) == read(raw)


@pytest.mark.parametrize(
    "raw",
    [
        update("message", message(SMALL_GROUP, ANNA, migrate_to_chat_id=GROUP["id"])),
        update("message", message(GROUP, ANNA, migrate_from_chat_id=SMALL_GROUP["id"])),
    ],
    ids=["told by the old chat", "told by the new chat"],
)
def test_an_upgraded_group_is_told_twice_and_means_the_same(raw: Json) -> None:
    """F38: both service messages name both ids."""
    assert ChatUpgraded(MARK, SMALL_GROUP["id"], GROUP["id"]) == read(raw)


def test_an_answer_to_the_bot_is_told_apart_from_talk() -> None:
    """The table knows whether it asked for a task; what answers somebody else, or is a command, is none of that."""
    own = {"message_id": 5, "chat": GROUP, "date": 1, "from": {"id": ME.id, "is_bot": True, "first_name": "M"}}
    others = own | {"from": BEN}

    def answer(to: dict[str, object], text: str = "Sing") -> object:
        raw = update("message", message(GROUP, ANNA, text=text, reply_to_message=to))
        return read(raw)

    answered = answer(own)
    assert isinstance(answered, Commanded)
    assert (answered.word, answered.rest) == (Word.ANSWER, "Sing")
    assert answer(others) is None
    assert answer(own, "/nonsense") is None


@pytest.mark.parametrize(
    ("to", "named"),
    [
        (message(GROUP, BEN, text="Prost"), BEN["id"]),
        (message(GROUP, BOT, text="Karte"), None),
        (message(GROUP, OTHER_BOT, text="Wetter"), None),
        (message(GROUP, ANONYMOUS, text="Ruhe", sender_chat=GROUP), None),
        (message(GROUP, CHANNEL_BOT, text="Hallo", sender_chat=CHANNEL), None),
        (message(GROUP, TELEGRAM, text="Neues", sender_chat=CHANNEL, is_automatic_forward=True), None),
        (message(FORUM, BEN, forum_topic_created={"name": "Mäxchen", "icon_color": 7322096}), None),
        (None, None),
    ],
)
def test_a_command_names_the_person_whose_message_it_answers(to: Json | None, named: int | None) -> None:
    """Nobody else can sit at a table; and what opened a topic is answered by everything in it."""
    said = read(command("/rauswurf", **({} if to is None else {"reply_to_message": to})))
    assert isinstance(said, Commanded)
    assert (said.word, said.to) == (Word.KICK, named)


def test_a_reminders_link_is_read_and_nothing_else_passes_for_one() -> None:
    """It names the group's table."""
    table = TableId(-1001234567890, 7)
    payload = f"r{link_payload(table)}"
    assert read(command(f"/start {payload}", chat=PRIVATE)) == SpokeInPrivate(
        MARK, Person(PlayerId(ANNA["id"]), "Anna", "de"), start=True, table=table, word=Word.REMIND
    )
    for forged in ("r", f"r{payload}", f"R{payload[1:]}", "rhABC", f"{payload}_"):
        said = read(command(f"/start {forged}", chat=PRIVATE))
        assert isinstance(said, SpokeInPrivate)
        assert (said.table, said.word) == (None, None)
