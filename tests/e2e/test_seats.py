"""Coming and going while a game runs."""

from pathlib import Path

import pytest

from tests.e2e.stage import Stage, evening, swift
from tests.e2e.turns import fresh, round_of
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Person
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis


async def begun(on: Stage, people: int, seats: int = 3, timing: Timing | None = None) -> list[Person]:
    """Begin a game of the first so many people in a group; every throw is 65."""
    await on.bot(chance=swift(ScriptedCup((6, 5) * 60), timing or Timing(tell=0)))
    await on.gather(people)
    await on.begin(*on.people[:seats])
    await on.turn(on.people[0], "Ansagen")
    return on.people


async def test_latecomers_sit_down_by_button_by_word_and_by_the_tables_link(tmp_path: Path) -> None:
    """Each is told to the group, stands on the card and plays from the next round on, no better off than the worst."""
    async with evening(tmp_path) as on:
        anna, bert, clara, dieter, emil, fritzi = await begun(on, 6)
        lifted = await round_of(on, anna, bert)
        await fresh(on, anna, "Ansagen", after=lifted.id)
        await on.tg.say(dieter, on.group, "/neu")
        offered = await on.tg.wait_for(on.group, "hier läuft gerade eine Partie")
        assert offered.labels == ("🙋 Mitspielen",)
        assert await on.press(dieter, "Mitspielen") == "Du sitzt am Tisch. Ab der nächsten Runde spielst du mit."
        assert await on.press(dieter, "Mitspielen") == "Du sitzt schon am Tisch. Warte einfach, bis du dran bist."
        await on.tg.wait_for(
            on.group, "\u2068Dieter\u2069 steigt ab der nächsten Runde ein und hat zum Start einen Strich."
        )
        await on.tg.say(emil, on.group, "/dabei")
        await on.tg.wait_for(on.group, "\u2068Emil\u2069 steigt ab der nächsten Runde ein")
        data = str((await on.turn(anna, "Ansagen")).raw["keyboard"][0][0]["callback_data"])
        await on.tg.start(fritzi, "t" + data.split(".")[1])
        await on.tg.wait_for(fritzi, "Passt!")
        await on.tg.wait_for(
            on.group, "Ab der nächsten Runde dabei: \u2068Dieter\u2069, \u2068Emil\u2069, \u2068Fritzi\u2069"
        )
        await on.announce(anna, "65")
        await on.tap(bert, "Glauben")
        await on.announce(bert, "66")
        await on.tap(clara, "Aufdecken")
        lifted = await on.tg.wait_for(on.group, "Bert\u2069 66 ✗")
        await fresh(on, bert, "Ansagen", after=lifted.id)
        await on.announce(bert, "65")
        await on.tg.wait_for(on.group, "Bert\u2069 sagt 65")
        for who, value in ((clara, "66"), (dieter, "21")):
            await on.tap(who, "Glauben")
            await on.announce(who, value)
        await on.tap(emil, "Aufdecken")
        await on.tg.say(anna, on.group, "/stand")
        assert "Emil" in (await on.tg.wait_for(on.group, "So steht's")).text


async def test_the_tables_link_of_a_running_game_seats_no_stranger(tmp_path: Path) -> None:
    """The link alone is not enough."""
    async with evening(tmp_path) as on:
        anna, *_ = await begun(on, 3)
        stranger = await on.tg.user("Fremde", started=True)
        data = str((await on.turn(anna, "Ansagen")).raw["keyboard"][0][0]["callback_data"])
        await on.tg.start(stranger, "t" + data.split(".")[1])
        await on.tg.wait_for(stranger, "kann ich dich von hier aus nicht setzen")
        assert "Fremde" not in " ".join(message.text for message in await on.shown())


async def test_raus_says_goodbye_and_running_from_a_bluff_is_paid_on_return(tmp_path: Path) -> None:
    """Dieter goes quietly, Anna in the middle of her own announcement; both come back by the button."""
    async with evening(tmp_path) as on:
        anna, bert, clara, dieter = await begun(on, 4, seats=4)
        await on.tg.say(dieter, on.group, "/raus")
        assert (
            "Danke fürs Mitspielen, \u2068Dieter\u2069!"
            in (await on.tg.wait_for(on.group, "Dieter\u2069 steigt aus")).text
        )
        await on.announce(anna, "66")
        await on.turn(bert, "Aufdecken")
        await on.tg.say(anna, on.group, "/raus")
        told = (await on.tg.wait_for(on.group, "Anna\u2069 steigt aus")).text
        assert "Niemand zahlt, der Becher bleibt zu." in told
        assert "\u2068Bert\u2069 gibt jetzt das Zeichen." in told
        assert "das kostet dann eins extra" in told
        await on.turn(bert, "Ansagen")
        await on.tg.say(anna, on.group, "/tisch")
        for who in (dieter, anna):
            await on.tg.wait_button(on.group, "Mitspielen")
            await on.press(who, "Mitspielen")
        paid = await on.tg.wait_for(on.group, "Beim Gehen war noch etwas offen, das kostet: \u2068Anna\u2069")
        assert "bekommt einen Strich (1 von 3)" in paid.text
        lifted = await round_of(on, bert, clara)
        card = await fresh(on, bert, "Ansagen", after=lifted.id)
        assert "Anna\u2069 ▮▯▯" in card.text
        assert "Dieter\u2069 ▯▯▯" in card.text


@pytest.mark.parametrize(
    ("status", "stays", "plays"),
    [("left", True, False), ("kicked", True, False), ("restricted", False, False), ("restricted", True, True)],
)
async def test_f92_who_is_thrown_out_is_out_and_who_is_muted_still_plays(
    tmp_path: Path, status: str, stays: bool, plays: bool
) -> None:
    """F91, F92: the receiver is gone, and the next seat answers; or he is muted, and his buttons work."""
    async with evening(tmp_path) as on:
        anna, bert, clara, _ = await begun(on, 4, seats=4)
        await on.tg.member(on.group, "bot", "administrator", by=anna)
        await on.announce(anna, "65")
        await on.turn(bert, "Glauben")
        await on.tg.member(on.group, bert, status, stays=stays, by=anna)
        await on.tg.quiet()
        if plays:
            assert "neu gewürfelt" in await on.tap(bert, "Glauben")
        else:
            await on.tg.wait_for(on.group, "\u2068Bert\u2069 steigt aus.")
            await on.turn(clara, "Glauben")


async def test_f95_a_dead_game_is_cleared_away_by_whoever_comes_along(tmp_path: Path) -> None:
    """F95: after half an hour without a move a stranger to the table is told what he may do, does it, and opens his own."""
    async with evening(tmp_path) as on:
        *_, dieter = await begun(on, 4, timing=Timing(tell=0, idle=-1))
        await on.tg.say(dieter, on.group, "/neu")
        await on.tg.wait_for(on.group, "räum sie mit /ende ab")
        await on.tg.say(dieter, on.group, "/ende")
        await on.tg.wait_for(on.group, "Das war's für diese Partie")
        await on.tg.say(dieter, on.group, "/neu")
        assert "\u2068Dieter\u2069 gibt das Zeichen." in (await on.tg.wait_for(on.group, "Wer ist dabei?")).text
