"""People as Telegram brings them: gone, blocked, nameless, called anything, or no people at all."""

from pathlib import Path

import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import evening, swift
from tests.e2e.weather import asked, refusal, told, unheard
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Json, Person
from tgbot.demo.world.membership import block

pytestmark = pytest.mark.redis

BIGGEST = 2**52 - 1
SHOWN = {
    "<3</a>": "<3</a>",
    "*_[]()~`user_name": "*_[]()~`user_name",
    "Zoë & ©": "Zoë & ©",
    "W" * 64: "W" * 19 + "…",
    "שירה": "שירה",
    "\u2067Ausreißer": "Ausreißer",
    "Z" + "\u0338\u0335\u0336" * 20 + "algo": "algo",
    "👨‍👩‍👧‍👦" * 9: "👨‍👩‍👧‍👦…",
}
"""First names, and what of them stands between the isolates."""


@pytest.mark.parametrize("signal", ["first", "late"])
async def test_who_blocks_the_bot_plays_on_in_the_group_whichever_signal_comes_first(
    tmp_path: Path, signal: str
) -> None:
    """F03: Telegram tells of the block, or a message is refused before it does; the game is the same."""
    async with evening(tmp_path, refused=("blocked",)) as on:
        _, bert, clara = await asked(on)
        _, (news,) = unheard(on, lambda: block(on.telegram.world, bert.id, blocked=True))
        if signal == "first":
            await told(on, news)
        await on.tap(bert, "Glauben")
        card = await on.turn(bert, "65")
        assert "✔" not in str(card.labels)
        if signal == "late":
            await told(on, news)
        refused = [call for call in await on.refused() if "blocked" in call]
        assert len(refused) == (1 if signal == "late" else 0)
        await on.press(bert, "65", card.id)
        await on.turn(clara, "Glauben")


async def test_a_deleted_account_gives_its_seat_up_and_the_game_goes_on(tmp_path: Path) -> None:
    """F05: found out by the refused private roll; the group hears it, and the next seat opens."""
    async with evening(tmp_path, refused=("deactivated",)) as on:
        await on.bot(chance=swift(ScriptedCup((5, 3) * 9)))
        await on.gather(3)
        anna, bert, clara = on.people
        await on.tg.wait_for(anna, "Servus")
        await on.tg.fault("error", chat_id=anna.id, times=None, error=refusal(403, "Forbidden: user is deactivated"))
        await on.begin(anna, bert, clara)
        await on.tg.wait_for(on.group, "\u2068Anna\u2069 steigt aus.")
        await on.turn(bert, "Ansagen")
        await on.announce(bert, "53")
        await on.tap(clara, "Glauben")
        assert len([call for call in await on.refused() if "deactivated" in call]) == 1


async def test_whatever_people_are_called_a_whole_game_is_played(tmp_path: Path) -> None:
    """F10, F11, F12, F14, F15, F17: names stand as they are, isolated and short; the biggest id gets its own roll."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(RandomCup(5)))
        ids = [BIGGEST, *range(7_100_000_001, 7_100_000_001 + len(SHOWN))]
        on.people = [
            await on.tg.user(name, id=number, last_name="<test/>", username="user_name", started=True)
            for name, number in zip(SHOWN, ids, strict=False)
        ]
        on.group = await on.tg.group("<i>Stamm & Tisch</i>", on.people)
        await on.tg.wait_button(on.group, "Tisch eröffnen")
        await on.begin(*on.people)
        await Players(on).play()
        over = await on.tg.wait_button(on.group, "Nochmal!")
        for name in SHOWN.values():
            assert f"{name}\u2069" in over.text
        assert "None" not in over.text
        cups = [message.text for message in await on.tg.messages(on.people[0]) if "Tisch:" in message.text]
        assert cups
        assert "\u2068<i>Stamm & Tisch</i>\u2069" in cups[0]


async def test_a_deleted_accounts_empty_name_makes_no_empty_button_or_seat(tmp_path: Path) -> None:
    """F05, F14: Telegram tells it without a name; it is called something all the same."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        nobody = await on.tg.user("", started=False)
        await on.seat(on.people[0])
        assert "Du sitzt am Tisch" in await on.press(nobody, "Mitspielen")
        lobby = await on.tg.wait_for(on.group, "Am Tisch (2)")
        assert "\u2068\u2069" not in lobby.text
        assert "None" not in lobby.text


async def test_other_bots_take_no_seat_and_hear_nothing(tmp_path: Path) -> None:
    """F06: neither by a command nor by a button, and nobody writes to them."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift())
        await on.gather(2)
        robot: Person = await on.tg.user("Robo", is_bot=True)
        card: Json = {"id": robot.id, "is_bot": True, "first_name": "Robo"}
        await on.tg.inject("message", _command(card, on.group.id, "/neu"))
        await on.tg.quiet()
        await on.seat(on.people[0])
        assert "nur Menschen" in await on.press(robot, "Mitspielen")
        await on.press(on.people[1], "Mitspielen")
        assert "Robo" not in (await on.tg.wait_for(on.group, "Am Tisch (2)")).text
        assert not [call for call in await on.tg.calls() if call["params"].get("chat_id") == str(robot.id)]


async def test_a_muted_player_plays_on_and_a_banned_one_is_out(tmp_path: Path) -> None:
    """F91, F92: as an admin the bot is told by `chat_member` too; one word about it is enough."""
    async with evening(tmp_path) as on:
        _, bert, clara = await asked(on)
        await on.tg.member(on.group, "bot", "administrator")
        await on.tg.member(on.group, bert, "restricted", stays=True)
        await on.tg.quiet()
        assert "neu gewürfelt" in await on.tap(bert, "Glauben")
        await on.tg.member(on.group, clara, "kicked", by=on.people[0])
        await on.tg.wait_for(on.group, "\u2068Clara\u2069 steigt aus.")
        await on.announce(bert, "54")
        await on.turn(on.people[0], "Glauben")
        assert sum("steigt aus" in message.text for message in await on.shown()) == 1


def _command(sender: Json, chat: int, text: str) -> Json:
    entity = {"type": "bot_command", "offset": 0, "length": len(text)}
    where = {"id": chat, "type": "group", "title": "Stammtisch Freitag"}
    return {"message_id": 999, "from": sender, "chat": where, "date": 2**31, "text": text, "entities": [entity]}
