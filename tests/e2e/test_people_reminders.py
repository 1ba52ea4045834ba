"""`/erinnern`: somebody is told privately when the next table opens, once, after the table is there to be seen."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, free_port, swift
from tests.telegram_client import Message, Person
from tgbot.main.serve import worker
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

NOTED, OPENED = "Mach ich: Sobald in", "ist gerade ein Tisch aufgegangen"
NEVER_STARTED = "initiate conversation"


async def gathered(on: Stage, count: int = 3, **kind: object) -> list[Person]:
    """Bring people into a group, of another kind if wanted."""
    await on.bot(chance=swift(timing=Timing(tell=0)))
    await on.gather(count)
    if kind:
        on.group = await on.tg.group("Stammtisch Freitag", on.people, **kind)
        await on.tg.wait_button(on.group, "Tisch eröffnen")
    return on.people


async def wish(on: Stage, who: Person) -> Message:
    """Have somebody ask to be reminded, who hears that it is noted."""
    await on.tg.say(who, on.group, "/erinnern")
    return await on.tg.wait_for(who, NOTED)


async def words(on: Stage, who: Person, containing: str) -> list[Message]:
    """List what the bot has said to somebody."""
    return [message for message in await on.tg.messages(who) if message.from_bot and containing in message.text]


def link(message: Message) -> str:
    """Read the address under a button."""
    return str(message.raw["keyboard"][0][0]["url"])


async def opened_by(on: Stage, who: Person, *lobbies: str) -> Message:
    """Open a table, and wait for its card."""
    await on.tg.say(who, on.group, "/neu", **({"thread": int(lobbies[0])} if lobbies else {}))
    return await on.tg.wait_button(on.group, "Mitspielen")


async def test_the_next_table_calls_who_asked_once_and_after_its_card_stands(tmp_path: Path) -> None:
    """With a button that leads to the lobby; the next table after that calls nobody."""
    async with evening(tmp_path) as on:
        anna, bert, clara = await gathered(on, type="supergroup")
        await wish(on, clara)
        lobby = await opened_by(on, anna)
        called = await on.tg.wait_for(clara, OPENED)
        assert called.text == "🎲 In \u2068Stammtisch Freitag\u2069 ist gerade ein Tisch aufgegangen. Setz dich dazu!"
        assert link(called) == f"https://t.me/c/{-1_000_000_000_000 - on.group.id}/{lobby.id}"
        writes = [call["params"] for call in await on.tg.calls("sendMessage") if call["status"] == 200]
        order = [call["chat_id"] for call in writes if "Wer ist dabei" in call["text"] or OPENED in call["text"]]
        assert order == [str(on.group.id), str(clara.id)]
        await on.press(clara, "Mitspielen")
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_for(on.group, "macht den Tisch wieder zu.")
        await opened_by(on, bert)
        await wish(on, bert)
        assert len(await words(on, clara, OPENED)) == 1


async def test_a_lobby_that_closes_before_anybody_could_see_it_uses_no_wish_up(tmp_path: Path) -> None:
    """The bot may not write there; the next table, which stands, calls who asked."""
    async with evening(tmp_path, refused=("not enough rights", "WRITE_FORBIDDEN")) as on:
        anna, _, clara = await gathered(on)
        await wish(on, clara)
        await on.tg.change_chat(on.group, writable=False)
        await on.tg.say(anna, on.group, "/neu")
        await on.tg.wait_for(anna, "darf ich gerade nicht schreiben")
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.quiet()
        await on.tg.change_chat(on.group, writable=True)
        await on.tg.member(on.group, "bot", "administrator")
        await opened_by(on, anna)
        await on.tg.wait_for(clara, OPENED)
        assert len(await words(on, clara, OPENED)) == 1


async def test_a_call_that_finds_the_private_chat_shut_is_made_at_the_next_table(tmp_path: Path) -> None:
    """In the group nothing is said of it."""
    async with evening(tmp_path, refused=("blocked",)) as on:
        anna, _, clara = await gathered(on)
        await wish(on, clara)
        await on.tg.block(clara)
        await opened_by(on, anna)
        await on.tg.until(lambda: _refused(on), "the call to be refused")
        await on.tg.block(clara, blocked=False)
        assert not [message for message in await on.shown() if "Clara" in message.text]
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_for(on.group, "macht den Tisch wieder zu.")
        await opened_by(on, anna)
        await on.tg.wait_for(clara, OPENED)
        assert len(await words(on, clara, OPENED)) == 1


async def _refused(on: Stage) -> bool | None:
    return True if await on.refused() else None


async def test_nochmal_calls_too_but_not_who_taps_it(tmp_path: Path) -> None:
    """Who opens the table himself knows of it; in a small group there is no message to lead to."""
    async with evening(tmp_path) as on:
        anna, bert, clara = await gathered(on)
        await on.begin(anna, bert)
        await wish(on, bert)
        await wish(on, clara)
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_button(on.group, "Nochmal")
        await on.press(bert, "Nochmal")
        called = await on.tg.wait_for(clara, OPENED)
        assert called.labels == ()
        await on.tg.say(bert, on.group, "/erinnern")
        await on.tg.until(lambda: _said(on, bert, NOTED, 2), "a second wish of Bert's")
        assert not await words(on, bert, OPENED)


async def _said(on: Stage, who: Person, containing: str, times: int) -> bool | None:
    return True if len(await words(on, who, containing)) == times else None


@pytest.mark.parametrize("by_button", [True, False], ids=["button", "command"])
async def test_a_wish_is_taken_back_by_button_or_by_asking_again(tmp_path: Path, by_button: bool) -> None:
    """Then nobody is called, and what was promised is taken back where it stood."""
    async with evening(tmp_path) as on:
        anna, bert, clara = await gathered(on)
        noted = await wish(on, clara)
        if by_button:
            query = await on.tg.press(clara, clara, "Doch nicht", noted.id)
            assert (await on.tg.answer(query)).text == "Abbestellt. Ich sage nichts."
            rewritten = await on.tg.wait_for(clara, "🔕 Alles klar: Wenn in")
            assert (rewritten.id, rewritten.labels) == (noted.id, ())
        else:
            await on.tg.say(clara, on.group, "/erinnern")
            await on.tg.wait_for(clara, "🔕 Alles klar: Wenn in")
        await wish(on, bert)
        await opened_by(on, anna)
        await on.tg.wait_for(bert, OPENED)
        assert not await words(on, clara, OPENED)


async def test_who_never_met_the_bot_gets_a_way_that_notes_the_wish(tmp_path: Path) -> None:
    """The group hears how; the link asks whether he is a member, and is nothing for strangers."""
    async with evening(tmp_path, refused=(NEVER_STARTED,)) as on:
        await on.bot(chance=swift(timing=Timing(tell=0)))
        await on.gather(3, started=2)
        anna, _, clara = on.people
        await on.tg.say(clara, on.group, "/erinnern")
        told = await on.tg.wait_for(on.group, "\u2068Clara\u2069, noch darf ich dir nicht schreiben.")
        address, payload = link(told).split("?start=")
        assert address == "https://t.me/maexchen_demo_bot"
        olga = await on.tg.user("Olga")
        await on.tg.start(olga, payload)
        await on.tg.wait_for(olga, "Das geht nur, wenn du in der Gruppe")
        await on.tg.start(clara, payload)
        await on.tg.wait_for(clara, NOTED)
        await opened_by(on, anna)
        await on.tg.wait_for(clara, OPENED)
        assert not await words(on, olga, OPENED)


async def test_a_shut_private_chat_costs_nobody_anything(tmp_path: Path) -> None:
    """Blocked meanwhile: the call is dropped without a word, and the lobby does not wait for it."""
    async with evening(tmp_path, refused=("bot was blocked",)) as on:
        anna, bert, clara = await gathered(on)
        await wish(on, clara)
        await wish(on, bert)
        await on.tg.block(clara)
        await opened_by(on, anna)
        await on.tg.wait_for(bert, OPENED)
        await on.press(bert, "Mitspielen")
        assert len([message for message in await on.shown() if "Clara" in message.text]) == 0


async def test_a_wish_survives_a_restart(tmp_path: Path) -> None:
    """Another worker calls, of a table that was opened while nobody was there."""
    async with evening(tmp_path) as on:
        port = free_port()
        on.address = f"http://127.0.0.1:{port}"
        async with worker(on.settings(port=port), swift()):
            await on.gather(2)
            anna, bert = on.people
            await wish(on, bert)
        await on.tg.say(anna, on.group, "/neu")
        async with worker(on.settings(port=port), swift()):
            await on.tg.wait_button(on.group, "Mitspielen")
            await on.tg.wait_for(bert, OPENED)


async def test_a_lobby_that_is_held_up_calls_nobody_before_it_stands(tmp_path: Path) -> None:
    """Telegram asks the group to wait; only then is anybody told where to sit down."""
    async with evening(tmp_path, refused=("Too Many Requests",)) as on:
        anna, bert, _ = await gathered(on, type="supergroup")
        await wish(on, bert)
        await on.tg.fault("flood", "sendMessage", chat_id=on.group.id, retry_after=1)
        lobby = await opened_by(on, anna)
        called = await on.tg.wait_for(bert, OPENED)
        assert link(called).endswith(f"/{lobby.id}")


async def test_my_data_shows_the_wish_and_forgetting_deletes_it(tmp_path: Path) -> None:
    """At the table as well as among his own things."""
    async with evening(tmp_path) as on:
        anna, bert, clara = await gathered(on)
        await wish(on, clara)
        await on.tg.say(clara, clara, "/meinedaten")
        shown = await on.tg.wait_for(clara, "Das weiß ich über dich")
        assert "Ans nächste Spiel erinnere ich dich in: \u2068Stammtisch Freitag\u2069." in shown.text
        await on.tg.press(clara, clara, "Alles löschen", shown.id)
        await on.tg.wait_button(clara, "Ja, alles löschen")
        await on.tg.press(clara, clara, "Ja, alles löschen")
        await on.tg.wait_for(clara, "Wird gemacht")
        await wish(on, bert)
        await opened_by(on, anna)
        await on.tg.wait_for(bert, OPENED)
        assert not await words(on, clara, OPENED)


async def test_in_private_the_command_says_where_it_belongs_and_an_anonymous_admin_gets_the_way(tmp_path: Path) -> None:
    """Nobody knows whose private chat that would be."""
    async with evening(tmp_path) as on:
        anna, _, clara = await gathered(on)
        await on.tg.say(clara, clara, "/erinnern")
        await on.tg.wait_for(clara, "Schreib /erinnern in der Gruppe")
        await on.tg.say(anna, on.group, "/erinnern", mask="anonymous")
        told = await on.tg.wait_for(on.group, "sage ich dir privat Bescheid")
        await on.tg.start(anna, link(told).split("?start=")[1])
        await on.tg.wait_for(anna, NOTED)
