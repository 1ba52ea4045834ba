"""The gateway over HTTP against the strict local Bot API: its own words, its own rules, no script of ours."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from tests.telegram_client import Person, Room, TelegramClient
from tgbot.bot.administration import Administration
from tgbot.bot.client import Client
from tgbot.bot.gateway import Gateway
from tgbot.bot.me import Me
from tgbot.bot.meter import Unmetered
from tgbot.bot.outcomes import (
    ChatClosed,
    Done,
    DoorClosed,
    Flooded,
    Gone,
    Migrated,
    NoThread,
    Sent,
    TokenRefused,
    Unsure,
)
from tgbot.bot.replies import Answer
from tgbot.bot.standing import Standing
from tgbot.demo.config import UNLIMITED, DemoConfig
from tgbot.demo.server import DemoServer
from tgbot.game.roll import Roll
from tgbot.phrases.message import Button, Message
from tgbot.table.identity import TableId
from tgbot.table.intents.taps import Action, Tap

HELLO = Message("<b>Hallo</b>")


@dataclass
class Line:
    """A bot and the people it talks to."""

    server: DemoServer
    tg: TelegramClient
    gateway: Gateway
    administration: Administration


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    """A running local Telegram without flood limits."""
    async with (
        DemoServer(DemoConfig(limits=UNLIMITED)) as server,
        await TelegramClient.connect(server.url) as tg,
        Client.build(server.token, server.url) as client,
    ):
        yield Line(server, tg, Gateway(client.bot, Unmetered()), Administration(client.bot, Unmetered()))


@pytest.fixture
async def anna(line: Line) -> Person:
    """Somebody who has pressed Start."""
    return await line.tg.user("Anna", started=True)


@pytest.fixture
async def group(line: Line, anna: Person) -> Room:
    """Her group, with the bot in it."""
    return await line.tg.group("Stammtisch", [anna], type="supergroup")


async def test_a_message_with_buttons_is_sent_edited_and_closed(line: Line, group: Room) -> None:
    """Text and buttons arrive; editing into the same is success; a closed one has no buttons."""
    tap = Tap(TableId(group.id), 3, 17, Action.ANNOUNCE, Roll((5, 3)))
    card = Message("<b>Anna</b> sagt", ((Button("53", tap), Button("mehr", url="https://example.org")),))

    sent = await line.gateway.send(group.id, card, silent=True)

    assert isinstance(sent, Sent)
    assert Done() == await line.gateway.edit(group.id, sent.message, card)
    shown = (await line.tg.messages(group))[-1]
    assert ("Anna sagt", ("53", "mehr")) == (shown.text, shown.labels)
    assert Done() == await line.gateway.close(group.id, sent.message, "vorbei")
    shown = (await line.tg.messages(group))[-1]
    assert ("vorbei", ()) == (shown.text, shown.labels)


async def test_private_doors(line: Line, anna: Person) -> None:
    """Open, never opened, blocked, deleted."""
    stranger = await line.tg.user("Cem")
    assert isinstance(await line.gateway.send(anna.id, HELLO), Sent)
    assert DoorClosed() == await line.gateway.send(stranger.id, HELLO)
    assert DoorClosed() == await line.gateway.send(123456, HELLO)
    await line.tg.block(anna)
    assert DoorClosed() == await line.gateway.send(anna.id, HELLO)


@pytest.mark.parametrize(
    ("status", "facts"), [("kicked", {}), ("left", {}), ("restricted", {"can_send_messages": False})]
)
async def test_groups_that_take_nothing(line: Line, group: Room, status: str, facts: dict[str, object]) -> None:
    """Thrown out, gone, muted."""
    await line.tg.member(group, "bot", status, **facts)

    assert ChatClosed() == await line.gateway.send(group.id, HELLO)


async def test_topics(line: Line, anna: Person) -> None:
    """Open, closed, and never there."""
    forum = await line.tg.group("Forum", [anna], type="supergroup", is_forum=True)
    topic = await line.tg.topic(forum, "Mäxchen")

    assert isinstance(await line.gateway.send(forum.id, HELLO, topic), Sent)
    assert NoThread() == await line.gateway.send(forum.id, HELLO, topic + 77)
    await line.tg.close_topic(forum, topic)
    assert ChatClosed() == await line.gateway.send(forum.id, HELLO, topic)


async def test_an_upgraded_group_names_its_new_id(line: Line, anna: Person) -> None:
    """The old id is dead for sending."""
    small = await line.tg.group("Klein", [anna])
    new = await line.tg.upgrade(small)

    assert Migrated(new.id) == await line.gateway.send(small.id, HELLO)


async def test_a_deleted_message_is_gone(line: Line, group: Room) -> None:
    """For editing and for closing."""
    sent = await line.gateway.send(group.id, HELLO)
    assert isinstance(sent, Sent)
    await line.tg.delete(group, sent.message)

    assert Gone() == await line.gateway.edit(group.id, sent.message, HELLO)
    assert Gone() == await line.gateway.close(group.id, 987654, "vorbei")


@pytest.mark.parametrize("text", ["<3</a> & <test/>", "<b>offen", "x" * 5000, "<b>" + "y" * 5000 + "</b>"])
async def test_what_cannot_be_read_arrives_plain(line: Line, group: Room, text: str) -> None:
    """Broken markup and texts too long."""
    assert isinstance(await line.gateway.send(group.id, Message(text)), Sent)
    assert (await line.tg.messages(group))[-1].text


async def test_a_flood_names_its_wait(line: Line, group: Room) -> None:
    """Twenty a minute, then a 429."""
    await line.tg.limits(group_per_minute=2)
    outcomes = [await line.gateway.send(group.id, HELLO) for _ in range(3)]

    assert isinstance(outcomes[-1], Flooded)
    assert 0 < outcomes[-1].seconds <= 60


@pytest.mark.parametrize("harm", ["drop_after", "drop_before", "truncate", "bad_gateway"])
async def test_lost_answers_leave_it_open(line: Line, group: Room, harm: str) -> None:
    """Carried out or not: it cannot be known."""
    await line.tg.fault(harm, "sendMessage")

    assert Unsure() == await line.gateway.send(group.id, HELLO)
    assert isinstance(await line.gateway.send(group.id, HELLO), Sent), "the next one works"


async def test_a_late_answer_is_waited_for(line: Line, group: Room) -> None:
    """F59: Telegram itself holds messages back for some seconds."""
    await line.tg.fault("delay", "sendMessage", seconds=6)

    assert isinstance(await line.gateway.send(group.id, HELLO), Sent)
    assert 1 == len([message for message in await line.tg.messages(group) if message.text == "Hallo"])


async def test_standings_and_answers(line: Line, anna: Person, group: Room) -> None:
    """The creator is an admin; who was never there is outside or unknown; an invented query is gone."""
    stranger = await line.tg.user("Cem")

    assert Standing.ADMIN is await line.gateway.standing(group.id, anna.id)
    assert await line.gateway.standing(group.id, stranger.id) in {Standing.OUTSIDE, Standing.UNKNOWN}
    assert Gone() == await line.gateway.answer(Answer("1022421917380556503", "hallo"))


async def test_a_good_token_and_a_wrong_one(line: Line) -> None:
    """Who we are, or that nobody knows us."""
    me = await line.administration.me()
    assert isinstance(me, Me)
    assert "maexchen_demo_bot" == me.username

    async with Client.build("8123456789:AAwrongwrongwrongwrongwrongwrongwrong", line.server.url) as client:
        assert TokenRefused() == await Administration(client.bot, Unmetered()).me()
