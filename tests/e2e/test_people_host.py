"""Who gives the sign: the host hands over, and whoever may not hears why."""

from pathlib import Path

import pytest

from tests.e2e.stage import evening, swift
from tests.e2e.test_people_kick import board, seated, words
from tests.table.fakes import ScriptedCup
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

SILENCE = (
    "user not found",
    "member not found",
    "member list is inaccessible",
    "PARTICIPANT_ID_INVALID",
    "CHAT_ADMIN_REQUIRED",
)
"""How Telegram says that it will not say whether somebody is an admin."""


async def test_the_host_hands_over_by_reply_and_by_button(tmp_path: Path) -> None:
    """The group hears it in a line; who is neither host nor admin hears who may."""
    async with evening(tmp_path) as on:
        _, bert, clara, dieter, emil = await seated(on, 5, first=1)
        await on.tg.say(bert, on.group, "/gastgeber", reply_to=await words(on, clara))
        await on.tg.wait_for(on.group, "\u2068Clara\u2069 gibt jetzt das Zeichen.")
        await on.tg.say(bert, on.group, "/gastgeber", reply_to=await words(on, bert))
        await on.tg.wait_for(on.group, "Das Zeichen gibt weiter, wer es hat, oder ein Admin.")
        await on.tg.say(clara, on.group, "/gastgeber")
        asked = await on.tg.wait_for(on.group, "Wer gibt ab jetzt das Zeichen?")
        assert [label.strip("\u2068\u2069") for label in asked.labels] == ["Bert", "Dieter", "Emil"]
        assert (
            await on.press(emil, "Emil", asked.id)
            == "Das Zeichen gibt weiter, wer es hat, oder ein Admin. Frag kurz nach."
        )
        assert await on.press(clara, "Dieter", asked.id) == "Das Zeichen ist weitergegeben."
        await on.tg.wait_for(on.group, "\u2068Dieter\u2069 gibt jetzt das Zeichen.")
        await on.tg.wait_for(on.group, "Wer das Zeichen gibt, ist geklärt.")
        await on.tg.say(dieter, on.group, "/ende")
        await on.tg.wait_for(on.group, "Das war's für diese Partie")


async def test_f96_an_admin_ends_when_the_host_is_gone_and_is_asked_for_afresh(tmp_path: Path) -> None:
    """Who was admin a moment ago is not for that an admin now, nor the other way round."""
    async with evening(tmp_path) as on:
        _, bert, clara, dieter, emil = await seated(on, 5, first=1)
        await on.tg.member(on.group, bert, "left")
        await on.tg.wait_for(on.group, "\u2068Clara\u2069 gibt jetzt das Zeichen.")
        await on.tg.member(on.group, clara, "left")
        await on.tg.wait_for(on.group, "\u2068Dieter\u2069 gibt jetzt das Zeichen.")
        await on.tg.say(emil, on.group, "/ende")
        await on.tg.wait_for(on.group, "\u2068Emil\u2069 möchte Schluss machen.")
        await on.tg.member(on.group, emil, "administrator")
        await on.tg.say(emil, on.group, "/ende")
        await on.tg.wait_for(on.group, "Das war's für diese Partie")
        await on.begin(dieter, emil)
        await on.turn(dieter, "Ansagen")
        await on.tg.member(on.group, emil, "member")
        await on.tg.say(emil, on.group, "/ende")
        asked = await on.tg.wait_for(on.group, "\u2068Emil\u2069 möchte Schluss machen.")
        assert "Ein Ja noch" in asked.text


@pytest.mark.parametrize("running", [True, False], ids=["game", "lobby"])
async def test_f95_a_table_nobody_moves_is_anybodys_to_end(tmp_path: Path, running: bool) -> None:
    """Even a bystander's: then `/neu` opens the next one."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 5)), Timing(tell=0, idle=-1)))
        await on.gather(4)
        _, bert, clara, dieter = on.people
        await (on.begin(bert, clara) if running else on.seat(bert, clara))
        await on.tg.say(dieter, on.group, "/ende")
        await on.tg.wait_for(on.group, "Das war's für diese Partie" if running else "macht den Tisch wieder zu.")
        await on.tg.say(dieter, on.group, "/neu")
        await on.tg.wait_for(on.group, "\u2068Dieter\u2069 gibt das Zeichen.")


async def test_f97_when_telegram_will_not_say_who_is_admin_everybody_hears_that(tmp_path: Path) -> None:
    """Unknown is not no: a bystander is asked to try again, a seat's own right stays, and no step is lost."""
    async with evening(tmp_path, refused=SILENCE) as on:
        anna, bert, clara, dieter, emil = await seated(on, 5, first=1)
        for words_of_telegram in SILENCE:
            refusal = {"error_code": 400, "description": f"Bad Request: {words_of_telegram}"}
            await on.tg.fault("error", "getChatMember", error=refusal)
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_for(on.group, "Telegram sagt mir gerade nicht, wer hier Admin ist.")
        await on.tg.say(clara, on.group, "/ende")
        await on.tg.wait_for(on.group, "\u2068Clara\u2069 möchte Schluss machen.")
        asked = await board(on, bert)
        assert (await on.press(anna, "Clara", asked.id)).startswith("Telegram sagt mir gerade nicht")
        assert await on.press(dieter, "Clara", asked.id) == "Deine Stimme zählt."
        await on.tg.say(bert, on.group, "/gastgeber")
        asked = await on.tg.wait_for(on.group, "Wer gibt ab jetzt das Zeichen?")
        assert (await on.press(emil, "Emil", asked.id)).startswith("Telegram sagt mir gerade nicht")
        await on.tg.say(anna, on.group, "/ende")
        await on.tg.wait_for(on.group, "Das war's für diese Partie")
