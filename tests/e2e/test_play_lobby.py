"""From the bot's first word in a group to the moment before the first throw."""

from pathlib import Path

import pytest

from tests.e2e.stage import NAMES, Stage, evening, swift
from tests.telegram_client import Person
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis


async def test_being_added_brings_one_short_greeting_with_tisch_eroeffnen(tmp_path: Path) -> None:
    """At most four lines, and once, though Telegram tells of the coming twice."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        await on.tg.say(on.people[0], on.group, "/start@maexchen_demo_bot true")
        await on.tg.say(on.people[0], on.group, "/hilfe")
        await on.tg.wait_for(on.group, "So läuft's")
        greeting, helped = await on.shown()
        assert greeting.labels == ("🎲 Tisch eröffnen",)
        assert len(greeting.text.splitlines()) <= 4
        assert "Mäxchen" in greeting.text
        assert "/neu" in helped.text


async def test_the_greetings_button_opens_a_table_where_privacy_mode_lets_no_talk_through(tmp_path: Path) -> None:
    """No command is needed, and chatter changes nothing."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(3)
        anna, bert, clara = on.people
        assert await on.press(anna, "Tisch eröffnen") == "Der Tisch ist offen."
        await on.tg.wait_button(on.group, "Mitspielen")
        await on.tg.say(bert, on.group, "Ich bin dabei!")
        assert await on.press(bert, "Tisch eröffnen") == "Du sitzt am Tisch. Gleich geht's los."
        assert await on.press(clara, "Mitspielen") == "Du sitzt am Tisch. Gleich geht's los."
        lobby = await on.tg.wait_for(on.group, "Am Tisch (3)")
        assert lobby.labels == ("🙋 Mitspielen", "Aussteigen", "▶️ Los geht's", "📖 Hausordnung")
        assert [name for name in NAMES if name in lobby.text] == ["Anna", "Bert", "Clara"]


async def test_start_in_private_offers_to_take_the_bot_into_a_group(tmp_path: Path) -> None:
    """The link lets the user choose a group."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        anna = await on.tg.user("Anna", started=True)
        greeting = await on.tg.wait_button(anna, "In eine Gruppe holen")
        assert greeting.raw["keyboard"][0][0]["url"] == "https://t.me/maexchen_demo_bot?startgroup=true"
        ada = await on.tg.user("Ada", started=True, language_code="en")
        assert "group" in (await on.tg.wait_for(ada, "Mäxchen")).text


async def test_a_channel_hears_one_sentence_and_the_bot_leaves(tmp_path: Path) -> None:
    """Nobody can play in a channel."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        anna = await on.tg.user("Anna")
        channel = await on.tg.group("Neuigkeiten", [anna], type="channel")

        async def left() -> bool | None:
            chat = await on.tg.chat(channel)
            return None if any(member["is_bot"] for member in chat["members"]) else True

        await on.tg.until(left, "the bot's leaving")
        (said,) = [message for message in await on.tg.messages(channel) if message.text]
        assert said.text.count(".") == 1
        assert "Gruppe" in said.text


@pytest.mark.parametrize("command", ["/neu", "/NEU", "/Neu@Maexchen_Demo_Bot"])
async def test_neu_in_any_case_and_with_the_bots_name_opens_a_table(tmp_path: Path, command: str) -> None:
    """Other bots' commands, and a command within a sentence, open none."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        anna, bert = on.people
        for other in ("/neu@another_bot", "tippt mal /neu", "/neues"):
            await on.tg.say(bert, on.group, other)
        await on.tg.say(anna, on.group, command)
        lobby = await on.tg.wait_button(on.group, "Mitspielen")
        assert "Am Tisch (1): \u2068Anna\u2069" in lobby.text
        assert len(await on.shown()) == 2


async def test_below_the_minimum_the_lobby_says_so_and_offers_to_play_anyway(tmp_path: Path) -> None:
    """One player alone has nothing to start; two may."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        anna, bert = on.people
        alone = await on.seat(anna)
        assert not [label for label in alone.labels if "▶️" in label]
        assert "Es fehlen noch 2" in alone.text
        await on.press(bert, "Mitspielen")
        lobby = await on.tg.wait_button(on.group, "Trotzdem spielen")
        assert "Richtig rund wird's ab 3: Einer geht noch." in lobby.text
        assert await on.press(anna, "Trotzdem spielen") == "Los geht's!"
        assert "du fängst an" in (await on.turn(anna, "Ansagen")).text


async def test_leaving_the_lobby_gives_the_seat_and_the_sign_away(tmp_path: Path) -> None:
    """Whoever sits first then is host."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        anna, bert = on.people
        await on.seat(anna, bert)
        assert await on.press(bert, "Mitspielen") == "Du sitzt schon am Tisch. Warte einfach, bis du dran bist."
        assert "aufgestanden" in await on.press(anna, "Aussteigen")
        lobby = await on.tg.wait_for(on.group, "\u2068Bert\u2069 gibt das Zeichen.")
        assert "Am Tisch (1): \u2068Bert\u2069" in lobby.text


async def test_twenty_sit_down_and_the_twenty_first_hears_that_the_table_is_full(tmp_path: Path) -> None:
    """All twenty play, and the card stays within nine lines."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(1)
        anna = on.people[0]
        guests: list[Person] = [await on.tg.user(f"Gast{number:02}") for number in range(2, 22)]
        await on.seat(anna, *guests[:19])
        assert await on.press(guests[19], "Mitspielen") == "Der Tisch ist voll. Bei der nächsten Partie bist du dabei."
        await on.press(anna, "Los geht's")
        card = await on.turn(anna, "Ansagen")
        assert len(card.text.splitlines()) <= 9


@pytest.mark.parametrize("command", ["/neu", "/tisch"])
async def test_an_open_table_is_posted_afresh_at_the_bottom_at_most_once_in_a_while(
    tmp_path: Path, command: str
) -> None:
    """Never a second table; the old card becomes a line without buttons."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        anna, bert = on.people
        lobby = await on.seat(anna, bert)
        await on.tg.say(bert, on.group, command)
        await on.tg.until(lambda: _closed(on, lobby.id), "the old lobby's line")
        for _ in range(3):
            await on.tg.say(bert, on.group, command)
        await on.tg.say(bert, on.group, "/hilfe")
        await on.tg.wait_for(on.group, "So läuft's")
        await on.press(bert, "Aussteigen")
        await on.tg.wait_for(on.group, "Am Tisch (1)")
        sent = [call["params"]["text"] for call in await on.tg.calls("sendMessage")]
        assert len([text for text in sent if "Wer ist dabei?" in text]) == 2


async def _closed(on: Stage, message: int) -> bool | None:
    old = next(shown for shown in await on.shown() if shown.id == message)
    return True if old.text == "🎲 Am Tisch: \u2068Anna\u2069, \u2068Bert\u2069" and not old.labels else None


async def test_after_the_pause_the_table_is_posted_afresh_again_in_a_running_game_too(tmp_path: Path) -> None:
    """The newest message is always the current card, with the same buttons."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(timing=Timing(repost=0)))
        await on.gather(3)
        anna, bert, _ = on.people
        await on.begin(*on.people)
        cards = [await on.turn(anna, "Ansagen")]
        for _ in range(2):
            await on.tg.say(bert, on.group, "/tisch")
            await on.tg.wait_button(on.group, "Ansagen")

            async def newer() -> bool | None:
                card = (await on.shown())[-1]
                return True if card.id > cards[-1].id and card.labels == cards[-1].labels else None

            await on.tg.until(newer, "a newer card")
            cards.append(await on.turn(anna, "Ansagen"))


async def test_without_a_table_commands_offer_to_open_one(tmp_path: Path) -> None:
    """`/tisch` and `/ende` say so with the button."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(timing=Timing(tell=0)))
        await on.gather(1)
        for command in ("/tisch", "/ende"):
            before = len(await on.shown())
            await on.tg.say(on.people[0], on.group, command)

            async def told() -> bool | None:
                shown = await on.shown()
                return True if len(shown) > before and shown[-1].labels == ("🎲 Tisch eröffnen",) else None  # noqa: B023

            await on.tg.until(told, f"an answer to {command}")


async def test_an_untouched_lobby_closes_with_a_word(tmp_path: Path) -> None:
    """Nobody is blocked by a forgotten table; the word offers the next one."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(timing=Timing(lobby=300)))
        await on.gather(1)
        await on.seat(on.people[0])
        closed = await on.tg.wait_for(on.group, "der Tisch ist wieder zu")
        assert closed.labels == ("🎲 Tisch eröffnen",)


async def test_commands_are_registered_for_groups_and_private_chats_in_both_languages(tmp_path: Path) -> None:
    """Everybody's menu says what he can do where he is."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        world = on.telegram.world

        async def registered() -> dict[str, list[str]] | None:
            menus = {scope: [one["command"] for one in menu] for scope, menu in world.commands.items()}
            return menus if len(menus) >= 4 else None

        menus = await on.tg.until(registered, "the menus")
        groups = [menu for scope, menu in menus.items() if "group" in scope]
        private = [menu for scope, menu in menus.items() if "private" in scope]
        assert {"neu", "tisch", "ende", "regeln", "hilfe", "sprache"} <= set(groups[0])
        assert len(groups) == len(private) == 2
        assert all("neu" not in menu for menu in private)
